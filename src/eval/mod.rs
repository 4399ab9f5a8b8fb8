//! The value of a position: one evaluator a file.

pub mod frolov;
