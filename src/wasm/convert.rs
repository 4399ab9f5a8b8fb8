//! Numbers and objects across the edge, whatever they mean; also for the game alone.

use crate::rules::Direction;
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// A JavaScript number as a whole one from 0 to `largest`.
pub(super) fn whole(number: f64, largest: f64) -> Option<u64> {
    (number >= 0.0 && number <= largest && number.fract() == 0.0).then_some(number as u64)
}

pub(super) fn to_direction(number: f64) -> Result<Direction, JsError> {
    whole(number, 3.0)
        .and_then(|index| Direction::from_index(index as usize))
        .ok_or_else(|| JsError::new("a direction is 0 (up), 1 (right), 2 (down) or 3 (left)"))
}

/// A plain JavaScript object, `null` for what is missing.
pub(super) fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    Ok(value.serialize(&serializer)?)
}
