//! Numbers and objects across the edge: how they are read and written, whatever they mean.

use crate::rules::Direction;
use js_sys::Object;
use serde::Serialize;
use serde::de::DeserializeOwned;
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

/// Reads an object that may have these fields and no others. serde_wasm_bindgen looks up the fields
/// it knows and would not notice a misspelt one.
pub(super) fn from_js<T: DeserializeOwned>(
    value: JsValue,
    what: &str,
    fields: &[&str],
) -> Result<T, JsError> {
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
pub(super) fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    Ok(value.serialize(&serializer)?)
}
