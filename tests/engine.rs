//! The engine from outside, in one program of tests, which is linked once.
#![cfg(not(target_arch = "wasm32"))]

mod network;
mod reference_search;

mod networks;
mod reference;
mod rules;
mod search;
