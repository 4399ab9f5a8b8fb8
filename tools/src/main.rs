//! Build-time programs, called by `build.sh` and never shipped.
//!
//! - `bindgen INPUT.wasm OUT_DIR [--threads]`: JavaScript bindings for a compiled module.
//! - `bindgen INPUT.wasm OUT_DIR --tests`: the same for tests, which `tests/browser/wasm.test.js`
//!   runs.
//!
//! The crate behind the wasm-bindgen command line is used as a library: so the project's own lock
//! file pins the program to the version of the `wasm-bindgen` crate, and nothing has to be
//! installed.

mod bindgen;

use std::env;
use std::path::Path;

use anyhow::bail;

const USAGE: &str = "usage: afterstate-tools bindgen INPUT.wasm OUT_DIR [--threads | --tests]";

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = env::args().collect();
    let words: Vec<&str> = arguments.iter().skip(1).map(String::as_str).collect();
    match words[..] {
        ["bindgen", input, out] => {
            bindgen::run(Path::new(input), Path::new(out), bindgen::Memory::Own)
        }
        ["bindgen", input, out, "--threads"] => {
            bindgen::run(Path::new(input), Path::new(out), bindgen::Memory::Shared)
        }
        ["bindgen", input, out, "--tests"] => bindgen::tests(Path::new(input), Path::new(out)),
        _ => bail!("{USAGE}"),
    }
}
