//! Takes the entry of the lock-free tables as it stands, with loom's atomics instead of the
//! standard library's.

use std::{env, fs, path::Path};

fn main() {
    let source = "../../src/checked_entry.rs";
    println!("cargo:rerun-if-changed={source}");
    let text = fs::read_to_string(source).expect("the entry");
    let (entry, _tests) = text.split_once("#[cfg(test)]").expect("tests at its end");
    assert!(entry.contains("use std::sync::atomic::"), "the atomics have another path");
    let entry = entry.replace("use std::sync::atomic::", "use loom::sync::atomic::");
    // An included file has no comments of its own module.
    let lines: Vec<&str> = entry.lines().filter(|line| !line.starts_with("//!")).collect();
    let folder = env::var("OUT_DIR").expect("set by cargo");
    fs::write(Path::new(&folder).join("checked_entry.rs"), lines.join("\n")).expect("written");
}
