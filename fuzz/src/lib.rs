//! Fuzzing of every reader; see docs/develop/robustness.md.

pub mod mutate;
pub mod seeds;
pub mod targets;
