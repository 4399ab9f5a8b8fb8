//! `People`: the judge of people's moves, what a player of a level makes of a board, and the level of
//! a player.

use super::convert::{from_js, number, sides, to_direction, to_grid, to_js, whole};
use crate::eval::people::{self, PlayedMove};
use crate::rules::MAX_SCORE;
use js_sys::Array;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** The judge's opinion of a board: each move by direction; null if it is not possible. */
export interface Judgment {
  moves: ({
    /** The points that the judge makes with this move from here to the end of the game. */
    value: number;
    /** The share of the best move's value that this move gives away, in percent from 0 to 100. */
    loss: number;
  } | null)[];
}

/** What counts of a player's move for his level. Plain numbers, which can be stored as JSON. */
export interface PlayedMove {
  /** The loss by the judge, in percent. */
  loss: number;
  /** The number of possible moves, 2 to 4. */
  legal: number;
  /** The sum of the tiles before the move. */
  tiles: number;
}

/** A player's level: the points that he usually makes of a new game. */
export interface LevelEstimate {
  points: number;
  /** One in ten players with such moves is below this. */
  low: number;
  /** One in ten players with such moves is above this. */
  high: number;
}

/** What a player of a level makes of a board. */
export interface PeopleForecast {
  /** The expected points at the end of the game, those made already included. */
  points: number;
  /** The chances, from 0 to 1, of the three tiles above the board's largest. */
  tiles: { rank: number; chance: number }[];
}
"#;

/// The judge and the forecast for people, from the bytes of models/people.bin. It needs no search and
/// no other network. Use it in a worker: reading the file takes some tenths of a second.
#[wasm_bindgen]
pub struct People {
    people: people::People,
}

#[derive(Deserialize, Serialize)]
struct JsPlayedMove {
    loss: f64,
    legal: f64,
    tiles: f64,
}

impl JsPlayedMove {
    fn new(played: PlayedMove) -> Self {
        JsPlayedMove {
            loss: played.loss.into(),
            legal: played.legal.into(),
            tiles: played.tiles.into(),
        }
    }

    /// The move, if its numbers are possible.
    fn checked(&self) -> Result<PlayedMove, JsError> {
        let possible = (0.0..=100.0).contains(&self.loss) && (2.0..=4.0).contains(&self.legal);
        let legal = whole(self.legal, 4.0).filter(|_| possible);
        let error =
            || JsError::new("a played move must have a loss from 0 to 100, and legal from 2 to 4");
        Ok(PlayedMove {
            loss: self.loss as f32,
            legal: legal.ok_or_else(error)? as u8,
            tiles: number("tiles", self.tiles, u32::MAX.into())? as u32,
        })
    }
}

#[wasm_bindgen]
impl People {
    /// Reads the file. Throws unless these are its complete and intact bytes in a supported version.
    pub fn read(bytes: &[u8]) -> Result<Self, JsError> {
        Ok(Self { people: people::People::read(bytes)? })
    }

    /// What the judge makes with each move; null for a board that is not 4x4.
    #[wasm_bindgen(unchecked_return_type = "Judgment | null")]
    pub fn judge(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ArrayLike<number>")] ranks: &JsValue,
        rows: f64,
        cols: f64,
    ) -> Result<JsValue, JsError> {
        let (rows, cols) = sides(rows, cols)?;
        to_js(&self.people.judge(&to_grid(ranks, rows, cols)?).ok())
    }

    /// What counts of a move for the level of its player; null if no other move was possible, for a
    /// move that is not possible, and for a board that is not 4x4.
    #[wasm_bindgen(unchecked_return_type = "PlayedMove | null")]
    pub fn observe(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ArrayLike<number>")] ranks: &JsValue,
        rows: f64,
        cols: f64,
        direction: f64,
    ) -> Result<JsValue, JsError> {
        let (rows, cols) = sides(rows, cols)?;
        let grid = to_grid(ranks, rows, cols)?;
        let played = self.people.observe(&grid, to_direction(direction)?).ok().flatten();
        to_js(&played.map(JsPlayedMove::new))
    }

    /// The level of the player of these moves, in the order in which he made them; null for fewer
    /// than 30.
    #[wasm_bindgen(unchecked_return_type = "LevelEstimate | null")]
    pub fn level(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PlayedMove[]")] moves: Array,
    ) -> Result<JsValue, JsError> {
        let read = |played: JsValue| -> Result<PlayedMove, JsError> {
            let fields = ["loss", "legal", "tiles"];
            from_js::<JsPlayedMove>(played, "a played move", &fields)?.checked()
        };
        let moves: Vec<PlayedMove> = moves.iter().map(read).collect::<Result<_, _>>()?;
        to_js(&self.people.level(&moves))
    }

    /// What a player makes of a board with this score who usually makes `level` points of a new game;
    /// null for a board that is not 4x4, is empty, or has a tile above 4096.
    #[wasm_bindgen(unchecked_return_type = "PeopleForecast | null")]
    pub fn forecast(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ArrayLike<number>")] ranks: &JsValue,
        rows: f64,
        cols: f64,
        score: f64,
        level: f64,
    ) -> Result<JsValue, JsError> {
        let (rows, cols) = sides(rows, cols)?;
        let grid = to_grid(ranks, rows, cols)?;
        let score = number("score", score, MAX_SCORE as f64)?;
        if !(1.0..=1e9).contains(&level) {
            return Err(JsError::new("level must be a number of points from 1 to 1e9"));
        }
        to_js(&self.people.forecast(&grid, score, level))
    }

    /// The checksum of the file: another file has other levels, so levels are stored with it.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn checksum(&self) -> u32 {
        self.people.checksum()
    }

    /// The bytes that its weights take in memory.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.people.network().bytes()
    }
}
