//! 2048 and the programs that play it.

pub mod eval;
pub mod experiment;
#[cfg(feature = "cli")]
pub mod native;
pub mod policy;
pub mod rules;
pub mod search;
pub mod strategy;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
