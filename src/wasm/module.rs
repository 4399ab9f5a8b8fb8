//! The WebAssembly module itself: its start, its version and its memory.

use wasm_bindgen::prelude::*;

/// Runs when the module is loaded: a panic then logs its message before it traps, except in the
/// small module, where panics have no message (tools/shell/wasm.sh).
#[wasm_bindgen(start)]
pub fn start() {
    super::log_panics();
}

/// The version of the package, as in Cargo.toml.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The module's memory; the package with threads shares it among the workers of the pool.
#[wasm_bindgen(js_name = wasmMemory)]
#[must_use]
pub fn wasm_memory() -> JsValue {
    wasm_bindgen::memory()
}
