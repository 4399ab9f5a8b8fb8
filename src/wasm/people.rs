//! `People`: the judge of people's moves, what a player of a level makes of a board, and the level of
//! a player.

use super::convert::{from_js, number, sides, to_direction, to_grid, to_js};
use super::grade::Grade;
use crate::eval::people::{self, JudgedMove, Judgment, PlayedMove};
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
    /** Below good is what gives away more than a quarter of the stake. */
    grade: Grade;
  } | null)[];
  /** The loss of the worst possible move, in percent. */
  stake: number;
  /** Whether the stake is 2% or more. The accuracy of a player is the share of good moves where it is. */
  matters: boolean;
}

/** What counts of a player's move for their level. Plain numbers, which can be stored as JSON. */
export interface PlayedMove {
  /** The loss by the judge, in percent. */
  loss: number;
  /** The loss of the worst possible move, in percent. */
  stake: number;
  /** The sum of the tiles before the move. */
  tiles: number;
}

/** A player's level: the points that they usually make of a new game. */
export interface LevelEstimate {
  points: number;
  /** One in ten players with such moves and scores is below this. */
  low: number;
  /** One in ten players with such moves and scores is above this. */
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

/// From this loss in percent on, a move that is not good is a mistake, or a blunder.
const MISTAKE: f32 = 5.0;
const BLUNDER: f32 = 15.0;

/// A move that loses less, in percent, is as good as the best.
const BEST: f32 = 0.1;

fn grade(judgment: &Judgment, loss: f32) -> Grade {
    if loss < BEST {
        Grade::Best
    } else if judgment.is_good(loss) {
        Grade::Good
    } else if loss < MISTAKE {
        Grade::Inaccuracy
    } else if loss < BLUNDER {
        Grade::Mistake
    } else {
        Grade::Blunder
    }
}

#[derive(Serialize)]
struct JsJudgment {
    moves: [Option<JsJudgedMove>; 4],
    stake: f32,
    matters: bool,
}

#[derive(Serialize)]
struct JsJudgedMove {
    value: f32,
    loss: f32,
    grade: &'static str,
}

impl JsJudgment {
    fn new(judgment: &Judgment) -> Self {
        let judged = |JudgedMove { value, loss }: JudgedMove| JsJudgedMove {
            value,
            loss,
            grade: grade(judgment, loss).name(),
        };
        JsJudgment {
            moves: judgment.moves.map(|found| found.map(judged)),
            stake: judgment.stake,
            matters: judgment.matters(),
        }
    }
}

#[derive(Deserialize, Serialize)]
struct JsPlayedMove {
    loss: f64,
    stake: f64,
    tiles: f64,
}

impl JsPlayedMove {
    fn new(played: PlayedMove) -> Self {
        JsPlayedMove {
            loss: played.loss.into(),
            stake: played.stake.into(),
            tiles: played.tiles.into(),
        }
    }

    /// The move, if its numbers are possible.
    fn checked(&self) -> Result<PlayedMove, JsError> {
        if ![self.loss, self.stake].iter().all(|percent| (0.0..=100.0).contains(percent)) {
            return Err(JsError::new("a played move must have a loss and a stake from 0 to 100"));
        }
        Ok(PlayedMove {
            loss: self.loss as f32,
            stake: self.stake as f32,
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
        let judgment = self.people.judge(&to_grid(ranks, rows, cols)?).ok();
        to_js(&judgment.as_ref().map(JsJudgment::new))
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

    /// The level of the player of these moves, and of finished games with these scores; null for fewer
    /// than 30 moves and no score.
    #[wasm_bindgen(unchecked_return_type = "LevelEstimate | null")]
    pub fn level(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PlayedMove[]")] moves: Array,
        #[wasm_bindgen(unchecked_param_type = "number[]")] scores: Array,
    ) -> Result<JsValue, JsError> {
        let read = |played: JsValue| -> Result<PlayedMove, JsError> {
            let fields = ["loss", "stake", "tiles"];
            from_js::<JsPlayedMove>(played, "a played move", &fields)?.checked()
        };
        let moves: Vec<PlayedMove> = moves.iter().map(read).collect::<Result<_, _>>()?;
        let read =
            |score: JsValue| number("a score", score.as_f64().unwrap_or(-1.0), MAX_SCORE as f64);
        let scores: Vec<u64> = scores.iter().map(read).collect::<Result<_, _>>()?;
        to_js(&self.people.level(&moves, &scores))
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
