//! n-tuple networks: the value of an afterstate is a sum of table entries, one for each tuple of
//! cells in each of the board's eight symmetries, which share the tables. See also `train`, where
//! networks learn.
//!
//! Sources: Szubert and Jaśkowski 2014 (n-tuple networks and afterstates for 2048); Wu, Yeh et al.
//! 2014 (stages); Jaśkowski 2016 (temporal coherence, promotion, carousel).

pub mod blocks;
mod coder;
mod error;
pub mod fallback;
pub mod file;
pub mod model;
pub mod packed;
pub mod pattern;
pub mod stage;

pub use error::ModelError;
pub use model::Model;
pub use packed::PackedNetwork;
pub use pattern::{Indexer, Lookup, MAX_LOOKUPS, PatternError, TuplePatterns};
pub use stage::{StageError, Stages};

#[cfg(test)]
mod tests;
