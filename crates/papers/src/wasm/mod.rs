//! The JavaScript interface of the players and experiments; see also `afterstate::wasm`.

mod catalog;
mod experiment;
mod tree;

use wasm_bindgen::prelude::*;

pub use catalog::{Player, catalog};
pub use experiment::{Experiment, histogram, read_games, tabulate};
pub use tree::{grow_tree, read_tree};

/// Runs when the module is loaded: a panic then logs its message before it traps.
#[wasm_bindgen(start)]
pub fn start() {
    afterstate::wasm::log_panics();
}
