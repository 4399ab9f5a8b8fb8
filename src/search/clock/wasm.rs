//! The stopwatch on the browser's `performance.now()`, which pages and workers have.

use js_sys::{Date, Reflect};
use wasm_bindgen::JsCast;
use web_sys::Performance;

/// Measures the time since its start.
#[derive(Clone, Copy)]
pub struct Stopwatch(f64);

impl Stopwatch {
    /// The same as [`Self::start`].
    #[must_use]
    pub fn start_wall() -> Self {
        Self::start()
    }

    /// A stopwatch that starts now.
    #[must_use]
    pub fn start() -> Self {
        Self(now_ms())
    }

    /// Milliseconds since the start.
    #[must_use]
    pub fn ms(&self) -> f64 {
        now_ms() - self.0
    }
}

/// Milliseconds since a fixed moment; from the less exact `Date` if there is no `performance`.
fn now_ms() -> f64 {
    thread_local! {
        static PERFORMANCE: Option<Performance> =
            Reflect::get(&js_sys::global(), &"performance".into())
                .ok()
                .and_then(|performance| performance.dyn_into().ok());
    }
    PERFORMANCE.with(|performance| performance.as_ref().map_or_else(Date::now, Performance::now))
}
