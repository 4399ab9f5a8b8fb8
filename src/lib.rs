//! 2048 and the programs that play it: one crate, compiled natively for a command line and twice to
//! WebAssembly for the page, with and without threads.
//!
//! The rooms, from the ground up; each uses only those above it in this list:
//!
//! - [`rules`]: the game and nothing else.
//! - [`eval`]: the value of a position, one evaluator a file; knows no search.
//! - [`search`]: looking ahead; knows no particular evaluator.
//! - [`strategy`]: what a strategy is: source, parameters, and the player it builds.
//! - [`papers`]: the players of the four papers, one folder a paper.
//! - [`players`]: the catalogue, every strategy by name.
//! - [`experiment`]: many seeded games of a player, and what they say.
//! - `train`: n-tuple networks that learn from their own games.
//! - `wasm`, `cli`: what JavaScript and the command line see. They do not know each other.
//!
//! # Words
//!
//! - **rank**: the exponent of a tile, 0 for an empty cell; **tile**: 2 to the rank.
//! - **afterstate**: the board after a slide and before the **spawn** of a tile.
//! - **reward**: the points of one move; **score**: their sum; **value**: an estimate, never a score.
//! - **ply**: one move of the player. A search of n-ply looks at n moves and n - 1 spawns, its leaves
//!   are afterstates; 1-ply is greedy.
//! - **max node**, **chance node**: where the player chooses, where a tile spawns.
//! - **signature**: nodes and values of fixed searches; what keeps it changes nothing but the time.
//! - Directions are Up, Right, Down, Left, in this order, everywhere.

#[cfg(feature = "cli")]
pub mod cli;
pub mod eval;
pub mod experiment;
#[cfg(feature = "cli")]
pub mod files;
pub mod papers;
pub mod players;
pub mod rules;
pub mod search;
pub mod strategy;
#[cfg(feature = "cli")]
pub mod train;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
