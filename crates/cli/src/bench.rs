//! `afterstate bench`: the signature of the search, and its speed on this machine.
//! Machines differ and are shared, so compare two builds on one machine in turn. `--json` writes
//! one search for `benches/wasm`; `benches/native` measures parts of a search.

use std::time::Instant;

use clap::Args;
use serde::Serialize;

use afterstate::eval::Evaluator;
use afterstate::eval::cache::EvalCache;
use afterstate::eval::ntuple::file;
use afterstate::eval::rows::{RowHeuristic, RowWeights};
use afterstate::rules::{Board, Grid};
use afterstate::search::Searcher;
use afterstate::search::signature::{BOARDS, KNOWN, PLY, Signature, at_ply, signature};
use afterstate::search::table::MAX_BYTES;
use afterstate_runs::numbers::{between, threads};
use afterstate_runs::output::{CommandError, say};

/// The options of `afterstate bench`.
#[derive(Args, Debug)]
pub struct BenchOptions {
    /// Depth of the timed searches, in plies
    #[arg(long, default_value_t = 7, value_parser = between(1_u8, 9))]
    ply: u8,
    /// Times that each search is repeated; the medians are shown
    #[arg(long, default_value_t = 5, value_parser = between(1_u64, 100))]
    runs: u64,
    /// The evaluator: built-in weights (afterstate, nneonneo or shallow) or the file of a network
    #[arg(long, value_name = "NAME|FILE", default_value = RowWeights::IDS[0])]
    evaluator: String,
    /// Size of the transposition table in MiB; 0 for none. The page uses 4
    #[arg(long, default_value_t = 16, value_parser = between(0_u64, MAX_BYTES as u64 >> 20))]
    table_mb: u64,
    /// Search once instead, and print the result as JSON
    #[arg(long)]
    json: bool,
    /// Threads of the search with --json, up to 256; 0 for all cores
    #[arg(long, default_value_t = 0, requires = "json", value_parser = threads())]
    threads: usize,
}

/// How the threads search all boards.
#[derive(Clone, Copy)]
enum Threading {
    /// One thread.
    One,
    /// All threads share each search.
    Shared,
    /// Every thread searches all boards by itself.
    Independent,
}

/// The result of searching all boards.
struct Run {
    found: Signature,
    seconds: f64,
}

impl Run {
    /// Nodes per second.
    fn speed(&self) -> f64 {
        self.found.nodes as f64 / self.seconds
    }
}

/// Runs the command.
///
/// # Errors
/// If the signature is not the known one, or an option is invalid.
pub fn run_command(options: &BenchOptions) -> Result<(), CommandError> {
    if let Some(named) = RowWeights::named(&options.evaluator) {
        let heuristic = RowHeuristic::new(&named.weights);
        return with_evaluators(options, &|| &heuristic);
    }
    let path = &options.evaluator;
    let bytes = std::fs::read(path).map_err(|error| {
        format!(
            "{path}: {error}. --evaluator accepts {} or the file of a network.",
            RowWeights::IDS.join(", ")
        )
    })?;
    let model = file::read(&bytes, |_| ()).map_err(|error| format!("{path}: {error}"))?;
    with_evaluators(options, &|| EvalCache::new(&model))
}

/// `evaluator` makes a fresh evaluator for each search.
fn with_evaluators<E: Evaluator>(
    options: &BenchOptions,
    evaluator: &(impl Fn() -> E + Sync),
) -> Result<(), CommandError> {
    if options.json { print_json(options, evaluator) } else { print_text(options, evaluator) }
}

/// The signature of this build with one thread and with all; an error if it is not the known one.
fn check() -> Result<Signature, String> {
    for parallel in [false, true] {
        let searcher = Searcher::new(RowHeuristic::new(&RowWeights::NNEONNEO), 0);
        let found = signature(if parallel { searcher.parallel() } else { searcher });
        if found != KNOWN {
            let threads = if parallel { "all threads" } else { "one thread" };
            return Err(format!(
                "the signature with {threads} is {found} instead of {KNOWN}: the search gives other results than before"
            ));
        }
    }
    Ok(KNOWN)
}

/// The compared ways to search all boards.
const THREADINGS: [(&str, Threading); 3] = [
    ("one thread", Threading::One),
    ("all threads", Threading::Shared),
    // The upper bound for a shared search: no thread waits for another.
    ("all threads, a search each", Threading::Independent),
];

fn print_text<E: Evaluator>(
    options: &BenchOptions,
    evaluator: &(impl Fn() -> E + Sync),
) -> Result<(), CommandError> {
    say!("signature {}: the reference results, with one thread and with all", check()?)?;
    // In turns, each compared with one thread in the same round, because other work slows all three
    // alike.
    let rounds: Vec<[f64; 3]> = (0..options.runs)
        .map(|_| THREADINGS.map(|(_, threading)| run(options, evaluator, threading).speed() / 1e6))
        .collect();
    for (at, (name, _)) in THREADINGS.iter().enumerate() {
        let [min, speed, max] = spread(rounds.iter().map(|round| round[at]));
        let [_, times, _] = spread(rounds.iter().map(|round| round[at] / round[0]));
        say!(
            "{}-ply, {name}: {speed:.1} M nodes/s ({min:.1} to {max:.1}), {times:.2} times one thread; medians of {}",
            options.ply,
            options.runs,
        )?;
    }
    Ok(())
}

/// The smallest, the median and the largest of some numbers.
fn spread(numbers: impl Iterator<Item = f64>) -> [f64; 3] {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    [0, numbers.len() / 2, numbers.len() - 1].map(|at| numbers[at])
}

/// The JSON output. Hashes are hexadecimal, because not every reader has 64-bit numbers.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BenchReport {
    /// The text form of a [`Signature`].
    signature: String,
    signature_ply: u8,
    /// The weights that the signature is for.
    signature_evaluator: &'static str,
    /// The ranks, row by row.
    boards: Vec<Vec<u8>>,
    nodes: u64,
    values: String,
    seconds: f64,
}

fn print_json<E: Evaluator>(
    options: &BenchOptions,
    evaluator: &(impl Fn() -> E + Sync),
) -> Result<(), CommandError> {
    let threads = options.threads;
    let signature = check()?.to_string();
    let run = if threads == 1 {
        run(options, evaluator, Threading::One)
    } else {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| format!("cannot start threads: {error}"))?;
        pool.install(|| run(options, evaluator, Threading::Shared))
    };
    let boards = BOARDS.map(|bits| Grid::from(Board::from_bits(bits)).ranks().to_vec());
    let report = BenchReport {
        signature,
        signature_ply: PLY,
        signature_evaluator: "nneonneo",
        boards: boards.to_vec(),
        nodes: run.found.nodes,
        values: format!("{:016x}", run.found.values),
        seconds: run.seconds,
    };
    say!("{}", serde_json::to_string(&report)?)?;
    Ok(())
}

/// Searches all boards, starting with an empty table.
fn run<E: Evaluator>(
    options: &BenchOptions,
    evaluator: &(impl Fn() -> E + Sync),
    threading: Threading,
) -> Run {
    let searcher = || Searcher::new(evaluator(), (options.table_mb as usize) << 20);
    let start = Instant::now();
    let found = match threading {
        Threading::One => at_ply(&mut searcher(), options.ply),
        Threading::Shared => at_ply(&mut searcher().parallel(), options.ply),
        Threading::Independent => {
            let all = rayon::broadcast(|_| at_ply(&mut searcher(), options.ply));
            Signature { nodes: all.iter().map(|found| found.nodes).sum(), values: all[0].values }
        }
    };
    Run { found, seconds: start.elapsed().as_secs_f64() }
}
