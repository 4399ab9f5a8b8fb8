//! `Game`: a running game, move by move.

use super::convert::{number, number_from, sides, to_direction, to_grid, to_js, to_seed, to_text};
use super::step::Step;
use crate::rules::{self, Direction, MAX_SCORE, Spawn, Status};
use wasm_bindgen::prelude::*;

/// A running game. A call that throws leaves the game unchanged.
#[wasm_bindgen]
pub struct Game(rules::Game);

#[wasm_bindgen]
impl Game {
    /// A new game on a board of 2 to 9 rows and columns.
    #[wasm_bindgen(constructor)]
    pub fn new(
        rows: f64,
        cols: f64,
        #[wasm_bindgen(unchecked_param_type = "bigint")] seed: JsValue,
    ) -> Result<Self, JsError> {
        let (rows, cols) = sides(rows, cols)?;
        Ok(Self(rules::Game::new(rows, cols, to_seed(seed)?)?))
    }

    /// A new game with a random seed.
    pub fn fresh(rows: f64, cols: f64) -> Result<Self, JsError> {
        let (rows, cols) = sides(rows, cols)?;
        Ok(Self(rules::Game::random(rows, cols)?))
    }

    /// A game that starts from a position. The score is at most 2^53 - 1, so that it stays exact.
    #[wasm_bindgen(js_name = fromPosition)]
    pub fn from_position(
        #[wasm_bindgen(unchecked_param_type = "ArrayLike<number>")] ranks: &JsValue,
        rows: f64,
        cols: f64,
        score: f64,
        #[wasm_bindgen(unchecked_param_type = "bigint")] seed: JsValue,
    ) -> Result<Self, JsError> {
        let (rows, cols) = sides(rows, cols)?;
        let grid = to_grid(ranks, rows, cols)?;
        let score = number("a score", score, MAX_SCORE as f64)?;
        Ok(Self(rules::Game::from_position(grid, score, to_seed(seed)?)))
    }

    /// Reads a text of `toText` or `replay`.
    #[wasm_bindgen(js_name = fromText)]
    pub fn from_text(
        #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    ) -> Result<Self, JsError> {
        Ok(Self(rules::Game::from_text(&to_text("the text of a game", text)?)?))
    }

    /// The whole game as one line of text, including moves to redo.
    #[wasm_bindgen(js_name = toText)]
    #[must_use]
    pub fn to_text(&self) -> String {
        self.0.to_text()
    }

    /// The game up to now as one line of text.
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

    /// The number of moves made.
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

    /// "playing": a move is possible; "won": 2048 was made, and `keepGoing` continues; "over".
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

    /// Whether no move is possible, even if the status is "won".
    #[wasm_bindgen(getter, js_name = isOver)]
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// Continues after 2048.
    #[wasm_bindgen(js_name = keepGoing)]
    pub fn keep_going(&mut self) {
        self.0.keep_going();
    }

    /// Whether each move is possible, by direction.
    #[wasm_bindgen(unchecked_return_type = "boolean[]")]
    pub fn possible(&self) -> Result<JsValue, JsError> {
        to_js(&Direction::ALL.map(|direction| self.0.grid().possible(direction)))
    }

    /// Makes a move; undefined if it changes nothing. Throws if the game is won and `keepGoing` was
    /// not called.
    #[wasm_bindgen(unchecked_return_type = "Step | undefined")]
    pub fn play(&mut self, direction: f64) -> Result<JsValue, JsError> {
        let made = self.0.play(to_direction(direction)?);
        step_or_undefined(made)
    }

    /// Makes a move of a game that is played elsewhere, with the tile that appeared there (rank 1
    /// for a 2, 2 for a 4); undefined if the move changes nothing. Throws as `play` does, and if
    /// the tile cannot appear in that cell.
    #[wasm_bindgen(js_name = playWith, unchecked_return_type = "Step | undefined")]
    pub fn play_with(&mut self, direction: f64, cell: f64, rank: f64) -> Result<JsValue, JsError> {
        let last = self.0.grid().cells() - 1;
        let cell = number_from("a cell of this board", cell, 0, last as u64)? as usize;
        let rank = number_from("the rank of a new tile", rank, 1, 2)? as u8;
        let made = self.0.play_with(to_direction(direction)?, Spawn { cell, rank });
        step_or_undefined(made)
    }

    /// Whether there is a move to undo.
    #[wasm_bindgen(getter, js_name = canUndo)]
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.0.can_undo()
    }

    /// Whether there is a move to redo.
    #[wasm_bindgen(getter, js_name = canRedo)]
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.0.can_redo()
    }

    /// Undoes the last move; false if there is none.
    pub fn undo(&mut self) -> bool {
        self.0.undo()
    }

    /// Redoes the move that was undone last; undefined if there is none.
    #[wasm_bindgen(unchecked_return_type = "Step | undefined")]
    pub fn redo(&mut self) -> Result<JsValue, JsError> {
        self.0.redo().map_or(Ok(JsValue::UNDEFINED), |step| to_js(&Step::from(step)))
    }
}

fn step_or_undefined(made: Result<rules::Step, rules::PlayError>) -> Result<JsValue, JsError> {
    match made {
        Ok(step) => to_js(&Step::from(step)),
        Err(rules::PlayError::NoChange(_)) => Ok(JsValue::UNDEFINED),
        Err(error) => Err(error.into()),
    }
}
