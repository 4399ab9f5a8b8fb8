//! Plain objects and numbers that cross the edge: how they are read, written, and what TypeScript
//! is told of them. Leaves out the classes.

use crate::rules::{self, Direction};
use crate::search::{self, Limits};
use js_sys::Object;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** One move as it happened: enough to draw it. */
export interface Step {
  direction: number;
  reward: number;
  /** The score after the move. */
  score: number;
  /** Every tile that was on the board, also those that stayed; `rank` is that before merging. */
  moves: { from: number; to: number; rank: number; merged: boolean }[];
  spawn: { cell: number; rank: number };
}

/** What ends a search: the first that is reached. At least one is needed. */
export interface SearchLimits {
  /** 1 to 30. */
  ply?: number;
  nodes?: number;
  timeMs?: number;
  /** Whether to find the principal line; true if left out. */
  line?: boolean;
}

export interface Report {
  /** By direction; null: not possible, or not asked for. */
  values: (number | null)[];
  /** A direction; null if no move is possible. */
  best: number | null;
  ply: number;
  nodes: number;
  tableHits: number;
  timeMs: number;
  threads: number;
  /** The best moves one after another, each after a spawned 2 that is neither lucky nor unlucky. */
  line: number[];
  /** Whether a limit or the stop flag cut a ply short. */
  stopped: boolean;
  /** The values after each finished ply, 1-ply first. */
  history: (number | null)[][];
}

export interface SolverOptions {
  /** Size of the transposition table, 0 to 536870912 (512 MiB); 16777216 if left out. */
  tableBytes?: number;
  /** An id of Solver.evaluators(); the first if left out. */
  evaluator?: string;
}
"#;

#[derive(Serialize)]
pub(super) struct Step {
    direction: u8,
    reward: f64,
    score: f64,
    moves: Vec<TileMove>,
    spawn: Spawn,
}

#[derive(Serialize)]
pub(super) struct TileMove {
    from: u8,
    to: u8,
    rank: u8,
    merged: bool,
}

#[derive(Serialize)]
pub(super) struct Spawn {
    cell: u8,
    rank: u8,
}

impl From<rules::Step> for Step {
    fn from(step: rules::Step) -> Self {
        // Cells are below 64 and scores below 2^53: neither loses anything.
        let tile = |tile: rules::TileMove| TileMove {
            from: tile.from as u8,
            to: tile.to as u8,
            rank: tile.rank,
            merged: tile.merged,
        };
        Self {
            direction: step.direction.index() as u8,
            reward: step.reward as f64,
            score: step.score as f64,
            moves: step.moves.into_iter().map(tile).collect(),
            spawn: Spawn { cell: step.spawn.cell as u8, rank: step.spawn.rank },
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Report {
    pub(super) values: [Option<f32>; 4],
    pub(super) best: Option<u8>,
    pub(super) ply: u8,
    pub(super) nodes: f64,
    pub(super) table_hits: f64,
    pub(super) time_ms: f64,
    pub(super) threads: usize,
    pub(super) line: Vec<u8>,
    pub(super) stopped: bool,
    pub(super) history: Vec<[Option<f32>; 4]>,
}

#[derive(Serialize)]
pub(super) struct Named {
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    pub(super) source: &'static str,
}

#[derive(Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct SolverOptions {
    pub(super) table_bytes: usize,
    pub(super) evaluator: Option<String>,
}

impl Default for SolverOptions {
    fn default() -> Self {
        Self { table_bytes: 16 << 20, evaluator: None }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SearchLimits {
    pub(super) ply: Option<f64>,
    pub(super) nodes: Option<f64>,
    pub(super) time_ms: Option<f64>,
    pub(super) line: Option<bool>,
}

impl SearchLimits {
    /// `None` if none of the three is given, or one is no number that can be a limit.
    pub(super) fn limits(&self) -> Option<Limits> {
        let mut limits = Limits::default();
        self.ply.or(self.nodes).or(self.time_ms)?;
        if let Some(ply) = self.ply {
            limits.ply = whole(ply, f64::from(search::MAX_PLY))? as u8;
        }
        if let Some(nodes) = self.nodes {
            limits.nodes = whole(nodes, js_sys::Number::MAX_SAFE_INTEGER)?;
        }
        if let Some(time_ms) = self.time_ms {
            limits.time_ms = time_ms; // the search refuses what is negative or no number
        }
        Some(limits)
    }
}

/// A JavaScript number as a whole one from 0 to `largest`.
fn whole(number: f64, largest: f64) -> Option<u64> {
    (number >= 0.0 && number <= largest && number.fract() == 0.0).then_some(number as u64)
}

pub(super) fn to_direction(number: f64) -> Result<Direction, JsError> {
    whole(number, 3.0)
        .and_then(|index| Direction::from_index(index as usize))
        .ok_or_else(|| JsError::new("a direction is 0 (up), 1 (right), 2 (down) or 3 (left)"))
}

/// Reads an object that may have these fields and no others. serde_wasm_bindgen looks up the fields
/// it knows and would not notice a misspelt one.
pub(super) fn from_js<T: DeserializeOwned>(
    value: JsValue,
    what: &str,
    fields: &[&str],
) -> Result<T, JsError> {
    let wrong = |why: String| {
        JsError::new(&format!("{what} are an object of {}: {why}", fields.join(", ")))
    };
    if !value.is_object() {
        return Err(wrong("this is none".to_owned()));
    }
    for key in Object::keys(value.unchecked_ref::<Object>()) {
        let key = key.as_string().unwrap_or_default();
        if !fields.contains(&key.as_str()) {
            return Err(wrong(format!("{key:?} is not known")));
        }
    }
    serde_wasm_bindgen::from_value(value).map_err(|error| wrong(error.to_string()))
}

/// A plain JavaScript object, `null` for what is missing.
pub(super) fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    Ok(value.serialize(&serializer)?)
}
