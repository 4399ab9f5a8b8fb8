//! Fuzzing of every reader; see docs/develop/testing.md.

pub mod mutate;
pub mod seeds;
pub mod targets;
