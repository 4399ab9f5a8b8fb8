//! The JavaScript interface, which only converts arguments and results. A board is passed as its
//! ranks, one byte per cell, row by row, with its rows and columns. Directions are 0 Up, 1 Right, 2
//! Down, 3 Left. Invalid arguments throw an `Error` whose message names the accepted values.
//!
//! The page's main thread loads a small module with [`Game`] alone; the feature `engine` adds the
//! rest for the workers.

pub mod convert;
mod game;
#[cfg(feature = "engine")]
mod network;
#[cfg(feature = "engine")]
mod objects;
#[cfg(feature = "engine")]
mod solver;
mod step;

use wasm_bindgen::prelude::*;

pub use game::Game;
#[cfg(feature = "engine")]
pub use network::Network;
#[cfg(feature = "engine")]
pub use solver::Solver;
#[cfg(feature = "parallel")]
pub use wasm_bindgen_rayon::init_thread_pool;

/// Runs when the module is loaded: a panic then logs its message before it traps, except in the
/// small module, where panics have no message (tools/shell/wasm.sh).
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| web_sys::console::error_1(&info.to_string().into())));
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

/// Grows the memory now by the bytes that will be needed later. For shared memory: growing it while
/// threads run crashes pages in Safari 26.
#[cfg(feature = "engine")]
#[wasm_bindgen]
pub fn reserve(bytes: usize) -> Result<(), JsError> {
    let mut space: Vec<u8> = Vec::new();
    space
        .try_reserve_exact(bytes)
        .map_err(|_| JsError::new(&format!("the memory cannot grow by {bytes} bytes")))?;
    // The allocator keeps freed memory. Without the black box the compiler would remove the
    // allocation.
    std::hint::black_box(&space);
    Ok(())
}
