//! Everything that looks further than one move.

pub mod minimax;
pub mod montecarlo;
pub mod parallel;
pub mod position;
