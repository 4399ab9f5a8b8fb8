//! Build-time programs, called by `build.sh` and never shipped.
//!
//! - `bindgen INPUT.wasm OUT_DIR [--threads]`: JavaScript bindings for a compiled module.
//! - `test-runner ...`: what cargo calls to run a wasm test binary in a browser.
//!
//! Both come from the crates behind the wasm-bindgen command line, used as a library: so the
//! project's own lock file pins the program to the version of the `wasm-bindgen` crate, and nothing
//! has to be installed.

mod bindgen;

use std::env;
use std::path::Path;

use anyhow::bail;

const USAGE: &str = "usage: afterstate-tools bindgen INPUT.wasm OUT_DIR [--threads]
       afterstate-tools test-runner TEST.wasm [FILTER] [options of wasm-bindgen-test-runner]";

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
        // The runner reads its arguments as if it were a program of its own: the first one is its
        // name.
        ["test-runner", ..] => {
            wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(&arguments[1..])
        }
        _ => bail!("{USAGE}"),
    }
}
