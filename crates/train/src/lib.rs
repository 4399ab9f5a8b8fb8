//! Training of n-tuple networks for 2048 by temporal-difference learning: actors play games with the
//! network, learn from finished games, last move first, and restart each game from its middle.
//!
//! The crate opens no file, starts no thread and reads no clock unless its caller asks, so it also
//! runs in WebAssembly.
//!
//! ```
//! use afterstate::eval::ntuple::{Stages, file};
//! use afterstate_train::checkpoint::{self, State};
//! use afterstate_train::learner::Learner;
//! use afterstate_train::quantize::{QuantizeSettings, quantize};
//! use afterstate_train::recipe::Recipe;
//! use afterstate_train::round::{Round, in_turn, train};
//!
//! let learner = Learner::new("0123 4567".parse()?, Stages::single());
//! let mut state = State::new(learner, Recipe::default(), 42);
//! let games = train(&mut state, Round::moves(100_000), in_turn);
//! println!("{} games, mean {:.0}, 512 in {:.0}%", games.games, games.mean(), 100.0 * games.share(9));
//!
//! // All bytes that continue the run, and the file of its network.
//! let mut saved = Vec::new();
//! checkpoint::write(&state, &mut saved)?;
//! let state = checkpoint::read(&saved[..], saved.len() as u64)?;
//! let settings = QuantizeSettings { step: 1.0, prices: &[] };
//! let network = file::write(&quantize(&state.learner, settings, "an example".into())?);
//! assert!(file::check(&network).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod checkpoint;
pub mod contrast;
pub mod episode;
pub mod evaluator;
pub mod learner;
pub mod memory;
pub mod quantize;
pub mod recipe;
pub mod round;
mod starts;
pub mod tally;
mod tuple_maps;
#[cfg(all(target_arch = "wasm32", feature = "bindings"))]
#[allow(
    clippy::missing_errors_doc,
    reason = "what an invalid argument throws is said once, for all"
)]
pub mod wasm;
pub mod watched;

#[cfg(test)]
mod policy_tests;
#[cfg(test)]
mod quantize_tests;
#[cfg(test)]
mod tests;
