//! What the program and the laboratory share: players by name, files of games that survive a crash,
//! progress, and output.

pub mod checkpoint;
pub mod contender;
pub mod files;
pub mod games;
pub mod histogram;
pub mod merge;
pub mod network;
pub mod numbers;
pub mod output;
pub mod progress;
pub mod run_log;
