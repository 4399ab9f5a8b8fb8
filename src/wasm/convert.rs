//! Conversion of numbers and objects between Rust and JavaScript.

use crate::rules::{Direction, MAX_SIDE, MIN_SIDE};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// A JavaScript number as a whole number from 0 to `largest`, if it is one.
pub(super) fn whole(number: f64, largest: f64) -> Option<u64> {
    (number >= 0.0 && number <= largest && number.fract() == 0.0).then_some(number as u64)
}

/// Like [`whole`], with an error that names the argument `what`.
pub(super) fn number(what: &str, number: f64, largest: f64) -> Result<u64, JsError> {
    // As integers: code that formats floats would add much to the game-only module.
    number_from(what, number, 0, largest as u64)
}

/// Like [`number`], from `smallest` on.
pub(super) fn number_from(
    what: &str,
    number: f64,
    smallest: u64,
    largest: u64,
) -> Result<u64, JsError> {
    whole(number, largest as f64).filter(|&number| number >= smallest).ok_or_else(|| {
        JsError::new(&format!("{what} must be a whole number from {smallest} to {largest}"))
    })
}

/// Rows and columns; the rules check whether they make a board.
pub(super) fn sides(rows: f64, cols: f64) -> Result<(usize, usize), JsError> {
    let side = |side| whole(side, MAX_SIDE as f64).map(|side| side as usize);
    side(rows).zip(side(cols)).ok_or_else(|| {
        JsError::new(&format!(
            "rows and columns must be whole numbers from {MIN_SIDE} to {MAX_SIDE}"
        ))
    })
}

pub(super) fn to_direction(number: f64) -> Result<Direction, JsError> {
    whole(number, 3.0)
        .and_then(|index| Direction::from_index(index as usize))
        .ok_or_else(|| JsError::new("a direction must be 0 (up), 1 (right), 2 (down) or 3 (left)"))
}

/// A plain JavaScript object; missing values are `null`.
pub(super) fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    Ok(value.serialize(&serializer)?)
}
