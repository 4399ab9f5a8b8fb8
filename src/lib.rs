//! 2048 and the programs that play it.

pub mod eval;
pub mod rules;
pub mod strategy;
