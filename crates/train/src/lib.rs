//! Training of n-tuple networks by temporal-difference learning: players on several threads share
//! one network without locks, learn from finished games, last move first, and restart each game
//! from its middle.

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
mod tuple_maps;

#[cfg(test)]
mod quantize_tests;
#[cfg(test)]
mod tests;
