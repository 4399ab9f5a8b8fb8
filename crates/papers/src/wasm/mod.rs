//! The JavaScript interface of the players and experiments; see also `afterstate::wasm`.

mod catalog;
mod experiment;
mod tree;

pub use catalog::{Player, catalog};
pub use experiment::{Experiment, histogram, read_games, tabulate};
pub use tree::{grow_tree, read_tree};
