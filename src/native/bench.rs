//! `afterstate bench`: the search's signature, and how fast it is on this machine.
//!
//! The signature says whether the search still finds what it found; the speeds say nothing alone,
//! since machines differ and are shared: compare two builds on one machine, in turns. With `--json`
//! one run is written for `benches/wasm`, which takes turns with WebAssembly. Parts of a search
//! are measured by `benches/speed.rs`.

use std::time::Instant;

use clap::Args;
use serde::Serialize;

use super::output::{Ended, say};
use crate::eval::Evaluator;
use crate::eval::ntuple::file;
use crate::eval::rows::{RowHeuristic, RowWeights};
use crate::rules::{Board, Grid};
use crate::search::Solver;
use crate::search::signature::{BOARDS, KNOWN, PLY, Signature, at_ply, signature};

/// The options of `afterstate bench`.
#[derive(Args, Debug)]
pub struct Options {
    /// How deep the boards are searched for the speeds
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=7))]
    ply: u8,
    /// How often; the median is shown
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=100))]
    runs: u64,
    /// What values the boards: the built-in weights, or a network's file
    #[arg(long, value_name = "NAME|FILE", default_value = RowWeights::IDS[0])]
    evaluator: String,
    /// Size of the transposition table in MiB; 0 for none. The page's has 4
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u64).range(0..=1024))]
    table_mb: u64,
    /// Search once with so many threads (0: all there are) and write it as JSON, for programs
    #[arg(long, value_name = "THREADS")]
    json: Option<usize>,
}

/// One search of all boards.
struct Run {
    found: Signature,
    seconds: f64,
}

/// Runs the command.
///
/// # Errors
/// If the signature is not the known one, or an option makes no sense.
pub fn run_command(options: &Options) -> Result<(), Ended> {
    let named = RowWeights::NAMED.iter().find(|named| named.id == options.evaluator);
    if let Some(named) = named {
        return with_evaluator(options, &RowHeuristic::new(&named.weights));
    }
    let path = &options.evaluator;
    let bytes = std::fs::read(path).map_err(|error| {
        format!(
            "{path}: {error}; an evaluator is {} or a network's file",
            RowWeights::IDS.join(", ")
        )
    })?;
    let model = file::read(&bytes, |_| ()).map_err(|error| format!("{path}: {error}"))?;
    with_evaluator(options, &model)
}

fn with_evaluator<E: Evaluator>(options: &Options, evaluator: &E) -> Result<(), Ended> {
    match options.json {
        Some(threads) => json(options, evaluator, threads),
        None => people(options, evaluator),
    }
}

/// The signature of the build, with one thread and with all; fails if it is not the known one.
fn check() -> Result<Signature, String> {
    for parallel in [false, true] {
        let solver = Solver::new(RowHeuristic::new(&RowWeights::NNEONNEO), 0);
        let found = signature(if parallel { solver.parallel() } else { solver });
        if found != KNOWN {
            let threads = if parallel { "all threads" } else { "one thread" };
            return Err(format!(
                "the signature of {threads} is {found} and was {KNOWN}: the search has changed"
            ));
        }
    }
    Ok(KNOWN)
}

fn people<E: Evaluator>(options: &Options, evaluator: &E) -> Result<(), Ended> {
    say!("signature, one thread and all: {}", check()?)?;
    for (name, parallel) in [("one thread", false), ("all threads", true)] {
        let mut speeds: Vec<f64> = (0..options.runs)
            .map(|_| run(options, evaluator, parallel))
            .map(|run| run.found.nodes as f64 / run.seconds / 1e6)
            .collect();
        speeds.sort_by(f64::total_cmp);
        let [least, median, most] = [0, speeds.len() / 2, speeds.len() - 1].map(|at| speeds[at]);
        say!(
            "{}-ply, {name}: {:.1} M nodes/s (median of {}; {:.1} to {:.1})",
            options.ply,
            median,
            options.runs,
            least,
            most
        )?;
    }
    Ok(())
}

/// What a program reads; hashes are hexadecimal, since not every reader holds 64 bits in a number.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    /// As [`Signature`] is shown.
    signature: String,
    signature_ply: u8,
    /// The weights whose signature it is.
    signature_evaluator: &'static str,
    /// Ranks row by row.
    boards: Vec<Vec<u8>>,
    nodes: u64,
    values: String,
    seconds: f64,
}

fn json<E: Evaluator>(options: &Options, evaluator: &E, threads: usize) -> Result<(), Ended> {
    let signature = check()?.to_string();
    let run = if threads == 1 {
        run(options, evaluator, false)
    } else {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| format!("threads could not be started: {error}"))?;
        pool.install(|| run(options, evaluator, true))
    };
    let boards = BOARDS.map(|bits| Grid::from(Board::from_bits(bits)).ranks().to_vec());
    let report = Report {
        signature,
        signature_ply: PLY,
        signature_evaluator: "nneonneo",
        boards: boards.to_vec(),
        nodes: run.found.nodes,
        values: format!("{:016x}", run.found.values),
        seconds: run.seconds,
    };
    say!("{}", serde_json::to_string(&report).map_err(|error| error.to_string())?)?;
    Ok(())
}

/// Searches all boards, with an empty table at first.
fn run<E: Evaluator>(options: &Options, evaluator: &E, parallel: bool) -> Run {
    let mut solver = Solver::new(evaluator, (options.table_mb as usize) << 20);
    if parallel {
        solver = solver.parallel();
    }
    let start = Instant::now();
    let found = at_ply(&mut solver, options.ply);
    Run { found, seconds: start.elapsed().as_secs_f64() }
}
