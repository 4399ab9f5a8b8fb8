//! The commands of the program, in one program of tests, which is linked once.

mod command;
#[allow(dead_code)] // only its file is used here
#[path = "../../../tests/network/mod.rs"]
mod network;
mod served_site;

#[path = "match.rs"]
mod matches;
mod serve;
mod shards;
mod strategies;
mod train;

const PROGRAM: &str = env!("CARGO_BIN_EXE_afterstate");
