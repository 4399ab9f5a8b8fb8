//! Time, as the machine that the program runs on tells it.

#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod wasm;

#[cfg(not(target_arch = "wasm32"))]
pub use native::{Clock, Stopwatch};
#[cfg(target_arch = "wasm32")]
pub use wasm::Stopwatch;
