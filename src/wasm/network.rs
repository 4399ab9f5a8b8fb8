//! `Network`: a trained network in memory, read from the bytes of its file.

use crate::eval::ntuple::{Model, file};
use wasm_bindgen::prelude::*;

/// A trained network. Threads share one copy of the weights.
#[wasm_bindgen]
pub struct Network {
    pub(super) model: Model,
    /// The checksum of its file, by which its outlook is found.
    pub(super) checksum: u32,
}

#[wasm_bindgen]
impl Network {
    /// Throws unless these are the complete and intact bytes of a network's file in a supported
    /// version. Takes some milliseconds; `read` does the same before it decodes.
    pub fn check(bytes: &[u8]) -> Result<(), JsError> {
        Ok(file::check(bytes)?)
    }

    /// Reads a network's file, which takes about a second. `on_progress` is called some dozens of
    /// times with the share that is done, from 0 to 1.
    pub fn read(
        bytes: &[u8],
        #[wasm_bindgen(unchecked_optional_param_type = "(share: number) => void")]
        on_progress: Option<js_sys::Function>,
    ) -> Result<Self, JsError> {
        let mut thrown = None;
        let model = file::read(bytes, |share| {
            if let Some(report) = on_progress.as_ref().filter(|_| thrown.is_none()) {
                thrown = report.call1(&JsValue::NULL, &share.into()).err();
            }
        })?;
        match thrown {
            Some(_) => Err(JsError::new("the progress function threw an error")),
            None => Ok(Self { model, checksum: file::checksum(bytes) }),
        }
    }

    /// How the network was trained.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn provenance(&self) -> String {
        self.model.provenance().to_owned()
    }

    /// The bytes that its weights take in memory.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.model.bytes()
    }
}
