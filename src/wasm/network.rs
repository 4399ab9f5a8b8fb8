//! `Network`: a trained network in memory, read from the bytes of its file. Leaves out where the
//! bytes come from, and searching with it, which is [`Solver`](super::Solver)'s.

use crate::eval::ntuple::{Model, file};
use wasm_bindgen::prelude::*;

/// A trained network. With threads, all of them read this one copy of the weights.
#[wasm_bindgen]
pub struct Network(pub(super) Model);

#[wasm_bindgen]
impl Network {
    /// Throws unless these are the bytes of a network's file, whole and unaltered, of a version
    /// that is read here. Takes some milliseconds; `read` does the same before it decodes.
    pub fn check(bytes: &[u8]) -> Result<(), JsError> {
        Ok(file::check(bytes)?)
    }

    /// Reads a network's file, which takes about a second. `on_progress` is called with the share
    /// done, from 0 to 1, some dozens of times.
    pub fn read(
        bytes: &[u8],
        #[wasm_bindgen(unchecked_param_type = "((share: number) => void) | undefined")]
        on_progress: Option<js_sys::Function>,
    ) -> Result<Self, JsError> {
        let mut thrown = None;
        let model = file::read(bytes, |share| {
            if let Some(tell) = on_progress.as_ref().filter(|_| thrown.is_none()) {
                thrown = tell.call1(&JsValue::NULL, &share.into()).err();
            }
        })?;
        match thrown {
            // What the caller's own function threw is not ours to put in words.
            Some(_) => Err(JsError::new("the function that is told of progress threw an error")),
            None => Ok(Self(model)),
        }
    }

    /// How it was trained, in the words of who packed it.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn provenance(&self) -> String {
        self.0.provenance().to_owned()
    }

    /// Bytes that its weights take in memory.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.weights().bytes()
    }
}
