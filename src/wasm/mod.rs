//! `Game` and `Solver` for JavaScript: the edge, which converts and delegates.
//!
//! A board crosses as its ranks, one byte a cell, row by row, with its rows and columns.
//! Directions are 0 Up, 1 Right, 2 Down, 3 Left. Whatever can be wrong throws an `Error` whose
//! message says what was wrong and what is accepted. This room and [`crate::search::clock`] are
//! the only ones that name wasm_bindgen.
//!
//! - `game`: [`Game`], move by move; `step`: one of its moves as a plain object.
//! - `network`: [`Network`], a trained network read from its file.
//! - `solver`: [`Solver`], the player that looks ahead; `objects`: what it is asked and answers.
//! - `catalogue`: the strategies for menus, and [`Player`], one of them.
//! - `experiment`: [`Experiment`], seeded games of a strategy, and tables of them.
//! - `tree`: Cook's search trees as text.
//! - `convert`: numbers and objects across the edge.
//!
//! The page's own thread loads a module of `game` alone, the smallest that can be played with;
//! the feature `engine` adds the rest for the workers.

#[cfg(feature = "engine")]
mod catalogue;
mod convert;
#[cfg(feature = "engine")]
mod experiment;
mod game;
#[cfg(feature = "engine")]
mod network;
#[cfg(feature = "engine")]
mod objects;
#[cfg(feature = "engine")]
mod solver;
mod step;
#[cfg(feature = "engine")]
mod tree;

use wasm_bindgen::prelude::*;

#[cfg(feature = "engine")]
pub use catalogue::{Player, catalogue};
#[cfg(feature = "engine")]
pub use experiment::{Experiment, histogram, tabulate};
pub use game::Game;
#[cfg(feature = "engine")]
pub use network::Network;
#[cfg(feature = "engine")]
pub use solver::Solver;
#[cfg(feature = "engine")]
pub use tree::{grow_tree, read_tree};
#[cfg(feature = "parallel")]
pub use wasm_bindgen_rayon::init_thread_pool;

/// Called by itself when the module is loaded: a panic leaves its message before it traps.
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

/// The memory the module works in; shared with the pool's workers in the package with threads.
#[wasm_bindgen(js_name = wasmMemory)]
#[must_use]
pub fn wasm_memory() -> JsValue {
    wasm_bindgen::memory()
}

/// Lets the memory grow now by about as many bytes as will be needed later; nothing is written to
/// them. For memory that threads share: growing it while they run ends pages in Safari 26.
#[cfg(feature = "engine")]
#[wasm_bindgen]
pub fn reserve(bytes: usize) -> Result<(), JsError> {
    let mut room: Vec<u8> = Vec::new();
    room.try_reserve_exact(bytes).map_err(|_| JsError::new("the memory cannot grow so far"))?;
    // Freed memory stays with the allocator. Unseen, the compiler would leave both out.
    std::hint::black_box(&room);
    Ok(())
}
