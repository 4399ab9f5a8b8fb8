//! The game 2048 and a fast player of it: expectimax search with the built-in heuristic or n-tuple
//! networks. The crate is compiled natively, and to WebAssembly, with and without threads.
//!
//! ```
//! use afterstate::eval::rows::{RowHeuristic, RowWeights};
//! use afterstate::rules::Game;
//! use afterstate::search::{Limits, Searcher};
//!
//! let mut game = Game::new(4, 4, 42)?;
//! let mut searcher = Searcher::new(RowHeuristic::new(&RowWeights::NAMED[0].weights), 1 << 20);
//! for _ in 0..10 {
//!     let report = searcher.search(game.grid(), &Limits::ply(3))?;
//!     game.play(report.best.expect("no board without a move comes this early"))?;
//! }
//! println!("{}\n{} points", game.grid(), game.score());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Modules, lowest layer first; each uses only those above it in this list:
//!
//! - [`checked_entry`]: one entry of a lock-free cache.
//! - [`rules`]: the game: boards, slides, spawns, running games.
//! - [`eval`]: evaluators: the built-in heuristic, n-tuple networks, a cache.
//! - [`search`]: expectimax search with any evaluator; exact solutions of small boards.
//! - `wasm`: the interface for JavaScript.
//!
//! # Features
//!
//! - `parallel` (default): searches with several threads.
//! - `bindings-game` and `bindings-solver`: the interface for JavaScript, in WebAssembly only.
//!
//! The programs in `examples` play a game and search a position.
//!
//! # Versions
//!
//! Until 1.0.0 a minor version may change the public items, and a patch version does not. The
//! values of evaluators and searches, and so the moves, may change with any version. A version
//! reads all network files that earlier versions read.
//!
//! # Terms
//!
//! The glossary is in docs/develop/architecture.md of the repository. Directions are in the order
//! Up, Right, Down, Left everywhere.

pub mod checked_entry;
pub mod eval;
pub mod rules;
pub mod search;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
