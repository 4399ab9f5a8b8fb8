//! The command line as a person meets it, and a folder for the files of a test.
#![allow(dead_code)] // each test takes what it needs

use std::path::PathBuf;
use std::process::{Command, Output};

/// Runs it to its end.
pub fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_afterstate"));
    command.args(arguments).output().expect("the program starts")
}

/// What it says on standard output when all goes well.
pub fn said(arguments: &[&str]) -> String {
    let output = run(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

/// What it says on standard error when it refuses.
pub fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(!output.status.success(), "{arguments:?} was accepted");
    assert!(output.stdout.is_empty(), "{arguments:?}: an error belongs on standard error");
    String::from_utf8(output.stderr).expect("text")
}

/// A folder of one test, removed at its end.
pub struct Place(PathBuf);

impl Place {
    /// Makes the folder of the test of this name, one for each process.
    pub fn new(name: &str) -> Place {
        let folder = format!("afterstate-{name}-{}", std::process::id());
        let place = Place(std::env::temp_dir().join(folder));
        std::fs::create_dir_all(&place.0).expect("a folder");
        place
    }

    /// A file there.
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain path").to_owned()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
