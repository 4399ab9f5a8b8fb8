//! A move as a plain object, with everything that is needed to draw it.

use crate::rules;
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A move, with everything that is needed to draw it. */
export interface Step {
  direction: number;
  reward: number;
  /** The score after the move. */
  score: number;
  /** Every tile of the old board, also those that stay; `rank` is the rank before merging. */
  moves: { from: number; to: number; rank: number; merged: boolean }[];
  spawn: { cell: number; rank: number };
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
        // Exact: cells are below 81, and scores are at most MAX_SCORE.
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
