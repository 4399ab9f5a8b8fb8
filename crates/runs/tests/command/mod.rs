//! Runs the program that the including module names, and makes a temporary folder for its files.
#![allow(dead_code)] // each test uses only some of it

pub mod drawings;
pub mod shards;

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Output, Stdio};

/// Runs the program to its end.
pub fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(super::PROGRAM);
    command.args(arguments).output().expect("the program starts")
}

/// The standard output of a run that succeeds.
pub fn output_of(arguments: &[&str]) -> String {
    let output = run(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

/// The standard error of a run that fails.
pub fn error_of(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(!output.status.success(), "{arguments:?} was accepted");
    assert!(output.stdout.is_empty(), "{arguments:?}: an error belongs on standard error");
    String::from_utf8(output.stderr).expect("text")
}

/// The first line of a run whose output, larger than a pipe's buffer, is closed after it, as by
/// `| head -1`. That is no error.
pub fn first_line_of(arguments: &[&str]) -> String {
    let mut child = Command::new(super::PROGRAM)
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut first = String::new();
    let mut output = BufReader::with_capacity(256, child.stdout.take().expect("its output"));
    output.read_line(&mut first).expect("a line");
    drop(output);
    let mut errors = String::new();
    child.stderr.take().expect("its errors").read_to_string(&mut errors).expect("text");
    let status = child.wait().expect("it ends");
    assert!(status.success() && errors.is_empty(), "{status}: {errors}");
    first
}

/// The folder of one test, which is removed at its end.
pub struct TestFolder(tempfile::TempDir);

impl TestFolder {
    /// Makes the folder for the test with this name.
    pub fn new(name: &str) -> TestFolder {
        let prefix = format!("afterstate-{name}-");
        TestFolder(tempfile::Builder::new().prefix(&prefix).tempdir().expect("a folder"))
    }

    /// The path of a file in the folder.
    pub fn file(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("a plain path").to_owned()
    }
}
