//! The game 2048 and a fast player of it: expectimax search with the built-in heuristic or n-tuple
//! networks. The crate is compiled natively, and to WebAssembly, with and without threads.
//!
//! ```
//! use afterstate::{Game, Limits, Model, Searcher};
//!
//! # let lite = std::fs::read("models/lite.bin")?; /*
//! let lite = std::fs::read("lite.bin")?; // from the releases
//! # */
//! let mut searcher = Searcher::with_network(Model::read(&lite)?, 16 << 20);
//! let mut game = Game::endless(42);
//! while let Some(best) = searcher.search(game.grid(), &Limits::ply(1))?.best {
//!     game.play(best)?;
//! }
//! println!("{}\n{} points", game.grid(), game.score());
//! # assert!(game.is_over() && game.score() > 20_000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Modules, lowest layer first; each uses only those above it in this list:
//!
//! - [`checked_entry`]: one entry of a lock-free cache.
//! - [`rules`]: the game: boards, slides, spawns, running games.
//! - [`eval`]: evaluators: the built-in heuristic, n-tuple networks, a cache; the outlook of the AI's
//!   games and the forecast of people's.
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
#[allow(
    clippy::missing_errors_doc,
    reason = "what an invalid argument throws is said once, for all"
)]
pub mod wasm;

pub use eval::Evaluator;
pub use eval::cache::EvalCache;
pub use eval::ntuple::{Model, ModelError};
pub use eval::rows::{RowHeuristic, RowWeights};
pub use rules::{Board, Cell, Direction, Game, Grid, Rank};
pub use search::{Limits, SearchError, SearchReport, Searcher};
