//! `Game` and `Solver` for JavaScript: the edge, which converts and delegates.
//!
//! A board crosses as its ranks, one byte a cell, row by row, with its rows and columns.
//! Directions are 0 Up, 1 Right, 2 Down, 3 Left. Whatever can be wrong throws an `Error` whose
//! message says what was wrong and what is accepted. This file and [`crate::search::clock`] are
//! the only ones that name wasm_bindgen.

use crate::eval::rows::{RowHeuristic, RowWeights};
use crate::rules::{self, Direction, Grid, Status};
use crate::search::{self, Limits};
use js_sys::Object;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

#[cfg(feature = "parallel")]
pub use wasm_bindgen_rayon::init_thread_pool;

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

/// Called by itself when the module is loaded: a panic leaves its message before it traps.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| web_sys::console::error_1(&info.to_string().into())));
}

/// The version of the package, as in Cargo.toml.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The memory the module works in; shared with the pool's workers in the package with threads.
#[wasm_bindgen(js_name = wasmMemory)]
#[must_use]
pub fn wasm_memory() -> JsValue {
    wasm_bindgen::memory()
}

/// A running game. A refused call throws and leaves the game as it was.
#[wasm_bindgen]
pub struct Game(rules::Game);

#[wasm_bindgen]
impl Game {
    /// A new game on a board of 2 to 8 rows and columns.
    #[wasm_bindgen(constructor)]
    pub fn new(rows: usize, cols: usize, seed: u64) -> Result<Self, JsError> {
        Ok(Self(rules::Game::new(rows, cols, seed)?))
    }

    /// A new game with a seed from the browser's source of randomness.
    pub fn fresh(rows: usize, cols: usize) -> Result<Self, JsError> {
        Ok(Self(rules::Game::fresh(rows, cols)?))
    }

    /// A game that starts from a position.
    #[wasm_bindgen(js_name = fromPosition)]
    pub fn from_position(
        ranks: &[u8],
        rows: usize,
        cols: usize,
        score: f64,
        seed: u64,
    ) -> Result<Self, JsError> {
        let grid = Grid::from_ranks(rows, cols, ranks)?;
        let whole =
            (0.0..=js_sys::Number::MAX_SAFE_INTEGER).contains(&score) && score.fract() == 0.0;
        if !whole {
            return Err(JsError::new("a score is a whole number from 0 to 2^53 - 1"));
        }
        Ok(Self(rules::Game::from_position(grid, score as u64, seed)))
    }

    /// Reads what `toText` or `replay` wrote.
    #[wasm_bindgen(js_name = fromText)]
    pub fn from_text(text: &str) -> Result<Self, JsError> {
        Ok(Self(rules::Game::from_text(text)?))
    }

    /// The whole game as one line of text, redo included.
    #[wasm_bindgen(js_name = toText)]
    #[must_use]
    pub fn to_text(&self) -> String {
        self.0.to_text()
    }

    /// The moves up to now as one line of text.
    #[must_use]
    pub fn replay(&self) -> String {
        self.0.replay()
    }

    /// The number of rows.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn rows(&self) -> usize {
        self.0.grid().rows()
    }

    /// The number of columns.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn cols(&self) -> usize {
        self.0.grid().cols()
    }

    /// The sum of all rewards.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn score(&self) -> f64 {
        self.0.score() as f64
    }

    /// How many moves were made.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn moves(&self) -> usize {
        self.0.moves()
    }

    /// The seed of the spawns.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.0.seed()
    }

    /// The ranks, row by row; 0 is an empty cell.
    #[must_use]
    pub fn ranks(&self) -> Vec<u8> {
        self.0.grid().ranks().to_vec()
    }

    /// The largest rank on the board.
    #[wasm_bindgen(getter, js_name = maxRank)]
    #[must_use]
    pub fn max_rank(&self) -> u8 {
        self.0.grid().max_rank()
    }

    /// What the game waits for: a move, to be told whether to keep going, or nothing.
    #[wasm_bindgen(getter, unchecked_return_type = "\"playing\" | \"won\" | \"over\"")]
    #[must_use]
    pub fn status(&self) -> String {
        let status = match self.0.status() {
            Status::Playing => "playing",
            Status::Won => "won",
            Status::Over => "over",
        };
        status.to_owned()
    }

    /// Whether no move is possible, whatever the status.
    #[wasm_bindgen(getter, js_name = isOver)]
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// Plays on past 2048.
    #[wasm_bindgen(js_name = keepGoing)]
    pub fn keep_going(&mut self) {
        self.0.keep_going();
    }

    /// Which moves change the board, by direction.
    #[wasm_bindgen(unchecked_return_type = "boolean[]")]
    pub fn possible(&self) -> Result<JsValue, JsError> {
        to_js(&Direction::ALL.map(|direction| self.0.grid().possible(direction)))
    }

    /// Makes a move; undefined if it changes nothing.
    #[wasm_bindgen(unchecked_return_type = "Step | undefined")]
    pub fn play(&mut self, direction: f64) -> Result<JsValue, JsError> {
        match self.0.play(to_direction(direction)?) {
            Ok(step) => to_js(&Step::from(step)),
            Err(rules::PlayError::NoChange(_)) => Ok(JsValue::UNDEFINED),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether there is a move to take back.
    #[wasm_bindgen(getter, js_name = canUndo)]
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.0.can_undo()
    }

    /// Whether there is a move to make again.
    #[wasm_bindgen(getter, js_name = canRedo)]
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.0.can_redo()
    }

    /// Takes the last move back; false if there is none.
    pub fn undo(&mut self) -> bool {
        self.0.undo()
    }

    /// Makes the move again that was taken back last; undefined if there is none.
    #[wasm_bindgen(unchecked_return_type = "Step | undefined")]
    pub fn redo(&mut self) -> Result<JsValue, JsError> {
        self.0.redo().map_or(Ok(JsValue::UNDEFINED), |step| to_js(&Step::from(step)))
    }
}

/// A player that looks ahead. It belongs in a worker: `search` blocks until it is done.
#[wasm_bindgen]
pub struct Solver(search::Solver<RowHeuristic>);

/// The largest table that may be asked for.
const MAX_TABLE_BYTES: usize = 512 << 20;

#[wasm_bindgen]
impl Solver {
    /// A solver with an empty table.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "SolverOptions | undefined")] options: JsValue,
    ) -> Result<Self, JsError> {
        let options: SolverOptions = if options.is_undefined() {
            SolverOptions::default()
        } else {
            from_js(options, "options", &["tableBytes", "evaluator"])?
        };
        if options.table_bytes > MAX_TABLE_BYTES {
            return Err(JsError::new(&format!("tableBytes is from 0 to {MAX_TABLE_BYTES}")));
        }
        let weights = match &options.evaluator {
            None => &RowWeights::NAMED[0],
            Some(id) => {
                RowWeights::NAMED.iter().find(|named| named.id == *id).ok_or_else(|| {
                    let ids: Vec<&str> = RowWeights::NAMED.iter().map(|named| named.id).collect();
                    JsError::new(&format!("no evaluator {id:?}: there are {}", ids.join(", ")))
                })?
            }
        };
        let heuristic = RowHeuristic::new(&weights.weights);
        Ok(Self(search::Solver::new(heuristic, options.table_bytes).parallel()))
    }

    /// The evaluators that the constructor knows, the default first.
    #[wasm_bindgen(unchecked_return_type = "{ id: string; name: string; source: string }[]")]
    pub fn evaluators() -> Result<JsValue, JsError> {
        let named: Vec<Named> = RowWeights::NAMED
            .iter()
            .map(|named| Named { id: named.id, name: named.name, source: named.source })
            .collect();
        to_js(&named)
    }

    /// Searches until a limit is reached. `root` names the first moves to look at, all if left out.
    #[wasm_bindgen(unchecked_return_type = "Report")]
    pub fn search(
        &mut self,
        ranks: &[u8],
        rows: usize,
        cols: usize,
        #[wasm_bindgen(unchecked_param_type = "SearchLimits")] limits: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number[] | undefined")] root: JsValue,
    ) -> Result<JsValue, JsError> {
        let grid = Grid::from_ranks(rows, cols, ranks)?;
        let asked: SearchLimits = from_js(limits, "limits", &["ply", "nodes", "timeMs", "line"])?;
        let root = if root.is_undefined() {
            Direction::ALL.to_vec()
        } else {
            let root: Vec<f64> = serde_wasm_bindgen::from_value(root)?;
            root.into_iter().map(to_direction).collect::<Result<_, _>>()?
        };
        let limits = asked.limits().ok_or(search::SearchError::Limits)?;
        let board = search::pack(&grid).map_err(search::SearchError::Board)?;
        let report = self.0.search_board(board, &root, &limits)?;
        let line = if asked.line.unwrap_or(true) {
            self.0.principal_line(board, &report)
        } else {
            Vec::new()
        };
        let index = |direction: Direction| direction.index() as u8;
        to_js(&Report {
            values: report.values,
            best: report.best.map(index),
            ply: report.ply,
            nodes: report.nodes as f64,
            table_hits: report.table_hits as f64,
            time_ms: report.time_ms,
            threads: self.0.threads(),
            line: line.into_iter().map(index).collect(),
            stopped: report.stopped,
            history: report.history,
        })
    }

    /// Ends a search that runs in another thread; see `stopFlag`.
    pub fn stop(&self) {
        self.0.stop_flag().store(1, std::sync::atomic::Ordering::Relaxed);
    }

    /// Where in `wasmMemory()` the stop flag stands: the byte offset of an Int32. With shared
    /// memory, writing 1 there ends a search within 5 ms, be it running or the next to start. A
    /// search that ends sets it to 0; who may have set it too late does so before the next.
    #[wasm_bindgen(getter, js_name = stopFlag)]
    #[must_use]
    pub fn stop_flag(&self) -> usize {
        std::sync::Arc::as_ptr(&self.0.stop_flag()) as usize
    }

    /// How many threads a search uses.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn threads(&self) -> usize {
        self.0.threads()
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[derive(Serialize)]
struct Step {
    direction: u8,
    reward: f64,
    score: f64,
    moves: Vec<TileMove>,
    spawn: Spawn,
}

#[derive(Serialize)]
struct TileMove {
    from: u8,
    to: u8,
    rank: u8,
    merged: bool,
}

#[derive(Serialize)]
struct Spawn {
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
struct Report {
    values: [Option<f32>; 4],
    best: Option<u8>,
    ply: u8,
    nodes: f64,
    table_hits: f64,
    time_ms: f64,
    threads: usize,
    line: Vec<u8>,
    stopped: bool,
    history: Vec<[Option<f32>; 4]>,
}

#[derive(Serialize)]
struct Named {
    id: &'static str,
    name: &'static str,
    source: &'static str,
}

#[derive(Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct SolverOptions {
    table_bytes: usize,
    evaluator: Option<String>,
}

impl Default for SolverOptions {
    fn default() -> Self {
        Self { table_bytes: 16 << 20, evaluator: None }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SearchLimits {
    ply: Option<f64>,
    nodes: Option<f64>,
    time_ms: Option<f64>,
    line: Option<bool>,
}

impl SearchLimits {
    /// `None` if none of the three is given, or one is no number that can be a limit.
    fn limits(&self) -> Option<Limits> {
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

fn to_direction(number: f64) -> Result<Direction, JsError> {
    whole(number, 3.0)
        .and_then(|index| Direction::from_index(index as usize))
        .ok_or_else(|| JsError::new("a direction is 0 (up), 1 (right), 2 (down) or 3 (left)"))
}

/// Reads an object that may have these fields and no others. serde_wasm_bindgen looks up the fields
/// it knows and would not notice a misspelt one.
fn from_js<T: DeserializeOwned>(value: JsValue, what: &str, fields: &[&str]) -> Result<T, JsError> {
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
fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    Ok(value.serialize(&serializer)?)
}
