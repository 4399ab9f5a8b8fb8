//! Training n-tuple networks by temporal differences: players on several threads share one
//! network without locks, learn backward from finished games, and restart from their middles.
//!
//! `memory` holds the numbers, `learner` the value and the update, `turn` where a known table lies among other
//! tuples, `episode` one thread's games, `recipe` the settings, `run` the rounds and the log, `plot` the
//! log's curve, `measure` games on fixed seeds, `checkpoint` the file a run resumes from, `quantise` the
//! way to a network that is shipped, `options` the command line. Not here: that network and its file
//! (`eval::ntuple`), search.

pub mod checkpoint;
pub mod episode;
pub mod learner;
pub mod measure;
pub mod memory;
pub mod options;
pub mod plot;
pub mod quantise;
pub mod recipe;
pub mod run;
pub mod tally;
mod turn;

#[cfg(test)]
mod tests;
