//! Fuzzing of every reader; see docs/robustness.md.

pub mod mutate;
pub mod seeds;
pub mod targets;
