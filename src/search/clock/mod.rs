//! A stopwatch, natively and in the browser.

#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod wasm;

#[cfg(not(target_arch = "wasm32"))]
pub use native::{Clock, Stopwatch};
#[cfg(target_arch = "wasm32")]
pub use wasm::Stopwatch;
