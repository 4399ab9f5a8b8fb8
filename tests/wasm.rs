//! The crate as the browser runs it, by wasm-bindgen-test in a headless Chromium.
//!
//! Leaves out the page and threads (tests/browser): a pool of workers hangs inside the test runner
//! (RReverser/wasm-bindgen-rayon#6).
#![cfg(target_arch = "wasm32")]

use afterstate::wasm;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

#[wasm_bindgen_test]
fn the_version_is_that_of_the_package() {
    assert_eq!(wasm::version(), env!("CARGO_PKG_VERSION"));
}
