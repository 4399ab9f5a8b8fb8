//! The plain objects that a solver takes and returns, with their TypeScript types.

use super::convert::{number, number_from};
use super::grade::Grade;
use crate::eval::outlook::Outlook;
use crate::rules::Direction;
use crate::search::evaluation::{Evaluation, MoveEvaluation};
use crate::search::{self, Limits};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/**
 * A search ends at the first limit that it reaches. At least one of ply, nodes and timeMs is needed. The principal
 * variation takes what the search leaves of nodes and timeMs, or a tenth of them more.
 */
export interface SearchLimits {
  /** 1 to 30. */
  ply?: number;
  nodes?: number;
  timeMs?: number;
  /**
   * Treat nodes and timeMs as averages per move over a game (until the solver is cleared) instead of maxima of this
   * search. A search then takes at most six times as much. Default: false.
   */
  managed?: boolean;
  /** Whether to find the principal variation. Default: true. */
  line?: boolean;
}

export interface Report {
  /** Values by direction; null: not possible, or not in `root`. */
  values: (number | null)[];
  /** The best direction; null if no move is possible. */
  best: number | null;
  ply: number;
  nodes: number;
  tableHits: number;
  timeMs: number;
  threads: number;
  /** The principal variation: the expected moves if spawns are 2s of average luck. */
  line: number[];
  /**
   * Whether the search ended before the ply of the limits (30 by default): by another limit, by the stop flag, or
   * because a managed search had only one move to choose from.
   */
  stopped: boolean;
  /** The values after each finished iteration, 1-ply first. */
  history: (number | null)[][];
}

/** An evaluation ends at the first limit that it reaches. At least one is needed. */
export type EvaluationLimits = Pick<SearchLimits, 'ply' | 'nodes' | 'timeMs'>;

/** The evaluation of a board. Every number that a player sees about a board comes from here. */
export interface Evaluation {
  /** The best direction; null if no move is possible. */
  best: number | null;
  /** Each move by direction; null if not possible. All are searched to the same depth. */
  moves: (MoveEvaluation | null)[];
  /** What the AI still makes of the board; null without a calibrated network, on a nearly lost board, and with a 65536 tile. */
  outlook: Outlook | null;
  /** The expected moves from the best one on, if spawns are 2s of average luck. */
  line: number[];
  /** The depth of all values, in plies. */
  ply: number;
  nodes: number;
  timeMs: number;
  threads: number;
}

export interface MoveEvaluation {
  /** In the unit of the evaluator: for a network, the points that it expects to the end of the game without search. */
  value: number;
  /**
   * The share of the best move's value that this move gives away, in percent from 0 to 100; null for the built-in
   * heuristic, whose unit is not points.
   */
  loss: number | null;
  /** How good the move is, by its loss; null where `loss` is. */
  grade: Grade | null;
}

/** The losses where each grade begins are those of `Grade::THRESHOLDS` in src/wasm/grade.rs. */
export type Grade = 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';

/** What the AI, as it plays on the page, still makes of a board. */
export interface Outlook {
  /**
   * The chance, from 0 to 1, that each tile is still made: from the one above the board's largest up to 65536 (rank 16).
   */
  tiles: { rank: number; chance: number }[];
  /** The expected points from this board to the end of the game. */
  points: number;
}

export interface SolverOptions {
  /** Size of the transposition table, 0 to 268435456 (256 MiB). Default: 16777216. Throws if memory is short. */
  tableBytes?: number;
  /** An id of Solver.evaluators(). Default: the first. */
  evaluator?: string;
}
"#;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct JsReport {
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
#[serde(rename_all = "camelCase")]
pub(super) struct JsEvaluation {
    best: Option<usize>,
    moves: [Option<JsMove>; 4],
    outlook: Option<Outlook>,
    line: Vec<usize>,
    ply: u8,
    nodes: f64,
    time_ms: f64,
    threads: usize,
}

#[derive(Serialize)]
struct JsMove {
    value: f32,
    loss: Option<f32>,
    grade: Option<&'static str>,
}

impl JsEvaluation {
    pub(super) fn new(evaluation: Evaluation, threads: usize) -> Self {
        let moves = evaluation.moves.map(|found| {
            let MoveEvaluation { value, loss } = found?;
            let grade = loss.map(Grade::of_loss);
            Some(JsMove { value, loss, grade: grade.map(Grade::name) })
        });
        JsEvaluation {
            best: evaluation.best.map(Direction::index),
            moves,
            outlook: evaluation.outlook,
            line: evaluation.line.into_iter().map(Direction::index).collect(),
            ply: evaluation.ply,
            nodes: evaluation.nodes as f64,
            time_ms: evaluation.time_ms,
            threads,
        }
    }
}

#[derive(Serialize)]
pub(super) struct Named {
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    pub(super) source: &'static str,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SolverOptions {
    pub(super) table_bytes: Option<f64>,
    pub(super) evaluator: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NetworkOptions {
    pub(super) table_bytes: Option<f64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SearchLimits {
    pub(super) ply: Option<f64>,
    pub(super) nodes: Option<f64>,
    pub(super) time_ms: Option<f64>,
    pub(super) managed: Option<bool>,
    pub(super) line: Option<bool>,
}

impl SearchLimits {
    /// The limits of the search; throws if there is none, or a number is out of range.
    pub(super) fn limits(&self) -> Result<Limits, JsError> {
        let mut limits = Limits { managed: self.managed.unwrap_or(false), ..Limits::default() };
        if self.ply.or(self.nodes).or(self.time_ms).is_none() {
            return Err(JsError::new("limits must have ply, nodes or timeMs"));
        }
        if let Some(ply) = self.ply {
            limits.ply = number_from("ply", ply, 1, search::MAX_PLY.into())? as u8;
        }
        if let Some(nodes) = self.nodes {
            limits.nodes = number("nodes", nodes, js_sys::Number::MAX_SAFE_INTEGER)?;
        }
        if let Some(time_ms) = self.time_ms {
            limits.time_ms = time_ms; // The search checks it.
        }
        Ok(limits)
    }
}
