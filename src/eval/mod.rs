//! The value of a position: one evaluator a file.

pub mod frolov;
pub mod moskvil;
pub mod order;
pub mod ovolve;
pub mod vryniotis;
