//! Build-time programs.
fn main() {}
