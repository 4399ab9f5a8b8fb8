//! `afterstate bench`: the search's signature, and how fast it is on this machine.
//!
//! The signature says whether the search still finds what it found; the speeds say nothing alone,
//! since machines differ and are shared: compare two builds on one machine, in turns.

use std::time::Instant;

use clap::Args;

use crate::eval::rows::{RowHeuristic, RowWeights};
use crate::rules::{Board, Direction};
use crate::search::signature::{BOARDS, KNOWN, signature};
use crate::search::{Limits, Solver};

/// The options of `afterstate bench`.
#[derive(Args, Debug)]
pub struct Options {
    /// How deep the boards are searched for the speeds
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=7))]
    ply: u8,
    /// How often; the median is shown
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=100))]
    runs: u64,
}

/// Table of a search, in bytes: what the page's engine has by default.
const TABLE_BYTES: usize = 16 << 20;

/// Runs the command.
///
/// # Errors
/// If the signature is not the known one.
pub fn run_command(options: &Options) -> Result<(), String> {
    for (name, parallel) in [("one thread", false), ("all threads", true)] {
        let solver = Solver::new(RowHeuristic::new(&RowWeights::NNEONNEO), 0);
        let found = signature(if parallel { solver.parallel() } else { solver });
        println!("signature, {name}: {found}");
        if found != KNOWN {
            return Err(format!("the signature was {KNOWN}: the search has changed"));
        }
    }
    for (name, parallel) in [("one thread", false), ("all threads", true)] {
        let mut speeds: Vec<f64> =
            (0..options.runs).map(|_| speed(options.ply, parallel)).collect();
        speeds.sort_by(f64::total_cmp);
        let [least, median, most] = [0, speeds.len() / 2, speeds.len() - 1].map(|at| speeds[at]);
        println!(
            "{}-ply, {name}: {:.1} M nodes/s (median of {}; {:.1} to {:.1})",
            options.ply, median, options.runs, least, most
        );
    }
    Ok(())
}

/// Million nodes a second over the signature's boards.
fn speed(ply: u8, parallel: bool) -> f64 {
    let heuristic = RowHeuristic::new(&RowWeights::AFTERSTATE);
    let mut solver = Solver::new(&heuristic, TABLE_BYTES);
    if parallel {
        solver = solver.parallel();
    }
    let (start, mut nodes) = (Instant::now(), 0);
    for board in BOARDS {
        let board = Board::from_bits(board);
        let report = solver.search_board(board, &Direction::ALL, &Limits::ply(ply));
        nodes += report.map_or(0, |report| report.nodes);
    }
    nodes as f64 / start.elapsed().as_secs_f64() / 1e6
}
