//! Conversion of numbers and objects between Rust and JavaScript.

use crate::rules::{Direction, MAX_SIDE, MIN_SIDE};
use js_sys::Object;
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
