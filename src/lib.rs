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
//! # Glossary
//!
//! - **rank**: the exponent of a tile, 0 for an empty cell; **tile**: 2 to the power of the rank.
//! - **spawn**: the random tile after a move; **afterstate**: the board after a slide and before
//!   the spawn.
//! - **reward**: the points of one move; **score**: the sum of a game's rewards; **value**: an
//!   evaluator's or a search's estimate.
//! - **ply**: one move of the player. An n-ply search looks at n moves and the n - 1 spawns between
//!   them, and its leaves are afterstates; 1-ply is the greedy choice. **depth**: plies left.
//! - **max node**: a board for the player to move; **chance node**: an afterstate, before its
//!   spawn.
//! - **terminal value**: the value of a board without a legal move.
//! - **depth reduction**: extra plies charged for unlikely spawns and low-value moves.
//! - **transposition table**: searched values of chance nodes; **evaluation cache**: values of
//!   leaves.
//! - **tile-downgrading**: lowering the ranks of the large tiles, so that they fit into a nibble
//!   and into the evaluator's range.
//! - **n-tuple network**: an evaluator that adds up weights: for each tuple of cells and each
//!   symmetry of the board, the table entry of the tiles in these cells. **stage**: a set of such
//!   tables, chosen by the sum of the large tiles.
//! - **TD(0), TD(lambda)**: temporal-difference learning. **TC**: temporal coherence, a learning
//!   rate per weight.
//! - **signature**: the nodes and a hash of the values of fixed searches. A change that keeps it is
//!   not expected to change how the program plays.
//! - Directions are in the order Up, Right, Down, Left everywhere.

pub mod checked_entry;
pub mod eval;
pub mod rules;
pub mod search;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
