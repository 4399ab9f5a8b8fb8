//! The commands of the laboratory, in one program of tests, which is linked once.

mod command;
#[allow(dead_code)] // only its file is used here
#[path = "../../../tests/network/mod.rs"]
mod network;

mod calibrate;
mod outlook;
mod papers_list;
mod puzzles;
mod reproduce;
mod tree;
