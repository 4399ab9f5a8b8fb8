//! 2048 and the programs that play it.

pub mod rules;
