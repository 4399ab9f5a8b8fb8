//! Conversion of numbers and objects between Rust and JavaScript.

use crate::rules::{Direction, Grid, MAX_RANK, MAX_SIDE, MIN_SIDE};
use js_sys::{Array, Object, Uint8Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

/// A JavaScript number as a whole number from 0 to `largest`, if it is one.
pub fn whole(number: f64, largest: f64) -> Option<u64> {
    (number >= 0.0 && number <= largest && number.fract() == 0.0).then_some(number as u64)
}

/// Like [`whole`], with an error that names the argument `what`.
pub fn number(what: &str, number: f64, largest: f64) -> Result<u64, JsError> {
    // As integers: code that formats floats would add much to the game-only module.
    number_from(what, number, 0, largest as u64)
}

/// Like [`number`], from `smallest` on.
pub fn number_from(what: &str, number: f64, smallest: u64, largest: u64) -> Result<u64, JsError> {
    whole(number, largest as f64).filter(|&number| number >= smallest).ok_or_else(|| {
        JsError::new(&format!("{what} must be a whole number from {smallest} to {largest}"))
    })
}

/// Rows and columns; the rules check whether they make a board.
pub fn sides(rows: f64, cols: f64) -> Result<(usize, usize), JsError> {
    let side = |side| whole(side, MAX_SIDE as f64).map(|side| side as usize);
    side(rows).zip(side(cols)).ok_or_else(|| {
        JsError::new(&format!(
            "rows and columns must be whole numbers from {MIN_SIDE} to {MAX_SIDE}"
        ))
    })
}

/// A board from its ranks: bytes, or a list of numbers. As `&[u8]`, wasm-bindgen would take every
/// number modulo 256.
pub fn to_grid(ranks: &JsValue, rows: usize, cols: usize) -> Result<Grid, JsError> {
    if let Some(bytes) = ranks.dyn_ref::<Uint8Array>() {
        return Ok(Grid::from_ranks(rows, cols, &bytes.to_vec())?);
    }
    let rank = |rank: JsValue| whole(rank.as_f64()?, MAX_RANK.into()).map(|rank| rank as u8);
    let ranks: Option<Vec<u8>> = ranks
        .is_object()
        .then(|| Array::from(ranks))
        .and_then(|ranks| ranks.iter().map(rank).collect());
    let ranks = ranks.ok_or_else(|| {
        JsError::new(&format!(
            "the ranks must be whole numbers from 0 (empty) to {MAX_RANK}, not tiles"
        ))
    })?;
    Ok(Grid::from_ranks(rows, cols, &ranks)?)
}

/// A seed. As `u64`, wasm-bindgen would take it modulo 2^64.
pub fn to_seed(seed: JsValue) -> Result<u64, JsError> {
    seed.try_into().map_err(|_| {
        JsError::new("a seed must be a BigInt from 0n to 18446744073709551615n, such as 42n")
    })
}

/// A text, with an error that names the argument `what`. As `&str`, a value that is no string would
/// trap.
pub fn to_text(what: &str, text: &JsValue) -> Result<String, JsError> {
    text.as_string().ok_or_else(|| JsError::new(&format!("{what} must be a string")))
}

/// A direction from its index.
pub fn to_direction(number: f64) -> Result<Direction, JsError> {
    whole(number, 3.0)
        .and_then(|index| Direction::from_index(index as usize))
        .ok_or_else(|| JsError::new("a direction must be 0 (up), 1 (right), 2 (down) or 3 (left)"))
}

/// A plain JavaScript object; missing values are `null`.
pub fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    Ok(value.serialize(&serializer)?)
}

/// Reads an object that may only have these fields. serde_wasm_bindgen alone would ignore
/// misspelled fields.
pub fn from_js<T: DeserializeOwned>(
    value: JsValue,
    what: &str,
    fields: &[&str],
) -> Result<T, JsError> {
    let wrong = |why: String| {
        JsError::new(&format!("{what} must be an object with {}; {why}", fields.join(", ")))
    };
    if !value.is_object() {
        return Err(wrong("got no object".to_owned()));
    }
    for key in Object::keys(value.unchecked_ref::<Object>()) {
        let key = key.as_string().unwrap_or_default();
        if !fields.contains(&key.as_str()) {
            return Err(wrong(format!("{key:?} is unknown")));
        }
    }
    serde_wasm_bindgen::from_value(value).map_err(|error| wrong(error.to_string()))
}
