//! Training n-tuple networks by temporal differences: players on several threads share one
//! network without locks, learn backward from finished games, and restart from their middles.

pub mod checkpoint;
pub mod episode;
pub mod evaluator;
pub mod learner;
pub mod memory;
pub mod quantize;
pub mod recipe;
pub mod round;
mod starts;
pub mod tally;
mod turn;

#[cfg(test)]
mod tests;
