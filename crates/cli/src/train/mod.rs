//! `afterstate train`: the command line, the log and its curve, and measurements on fixed seeds.

pub mod measure;
pub mod options;
mod plot;
mod run;
pub mod start;
