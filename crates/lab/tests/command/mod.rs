//! Runs the laboratory for tests, and makes a temporary folder for their files.
#![allow(unused_imports)] // each test uses only some of it

#[path = "../../../runs/tests/command/mod.rs"]
mod shared;

pub use shared::{TestFolder, drawings, error_of, first_line_of, output_of, run, shards};

const PROGRAM: &str = env!("CARGO_BIN_EXE_afterstate-lab");
