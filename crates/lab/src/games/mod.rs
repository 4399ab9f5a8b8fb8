//! Games of the 1 ms player and of imperfect players, which calibrations, puzzles and judgments use.

pub mod play;
pub mod results;
pub mod sample;
