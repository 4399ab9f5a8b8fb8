//! `afterstate model`: packs a checkpoint into a network's file, describes such a file, and
//! measures one by playing.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::{Args, Subcommand};

use afterstate::eval::ntuple::{Model, file};
use afterstate::rules::Grid;
use afterstate::search::{Limits, MAX_PLY};
use afterstate_papers::experiment::{GameRecord, Statistics, raw, seeds};

use super::train::measure;
use afterstate_runs::checkpoint;
use afterstate_runs::files::{check_outputs, open_locked};
use afterstate_runs::network::{load, load_packed};
use afterstate_runs::numbers::{between, not_negative, threads, whole};
use afterstate_runs::output::{CommandError, Report};
use afterstate_train::evaluator::Trained;
use afterstate_train::quantize::{QuantizeSettings, quantize};

/// The extension of checkpoints, which distinguishes them from packed networks.
const CHECKPOINT: &str = "ckpt";

/// Pack, describe or measure trained networks.
#[derive(Args, Debug)]
pub struct ModelOptions {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Make the file of a network from a checkpoint, with quantized weights
    Pack {
        /// The checkpoint of `afterstate train`
        checkpoint: PathBuf,
        /// The file of the network to write. A file that exists is replaced
        out: PathBuf,
        /// Quantization step of the weights, in points: a larger one makes the file smaller and the
        /// weights coarser
        #[arg(long, value_name = "POINTS", default_value_t = 32.0)]
        step: f32,
        /// Rounding error to accept for each bit saved: a larger number makes the file smaller and
        /// the weights coarser. One number per stage, with commas between them; the last one
        /// applies to all further stages
        #[arg(long, value_name = "PRICES", value_delimiter = ',', default_value = "1e8")]
        price: Vec<f64>,
    },
    /// Describe the file of a network
    Info {
        /// The file of the network (.bin)
        file: PathBuf,
    },
    /// Play games with a network, and print its scores
    Measure(MeasureOptions),
}

/// The options of `afterstate model measure`.
#[derive(Args, Debug)]
struct MeasureOptions {
    /// The file of the network (.bin), or a checkpoint (.ckpt)
    file: PathBuf,
    /// Depth of the search, in plies
    #[arg(long, default_value_t = 1, value_parser = between(1, MAX_PLY))]
    ply: u8,
    /// Milliseconds per move on average over a game, instead of a fixed depth
    #[arg(long, value_parser = not_negative)]
    ms: Option<f64>,
    /// Number of games
    #[arg(long, default_value_t = 100, value_parser = whole(1))]
    games: u64,
    /// Seed of the first game; each later game adds 1. The default is that of
    /// `afterstate train --measure`
    #[arg(long, default_value_t = 1, value_parser = whole(0))]
    seed: u64,
    /// Games in parallel, each on one thread, up to 256; 0 for all cores. With 1 the times per move
    /// are most exact
    #[arg(long, default_value_t = 1, value_parser = threads())]
    threads: usize,
    /// Write every game to this CSV file, which is replaced
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write positions of the games to this file, one per line, for
    /// `afterstate train --archive`
    #[arg(long, value_name = "FILE")]
    boards: Option<PathBuf>,
    /// Write one position in this many moves
    #[arg(long, value_name = "MOVES", default_value_t = 20, requires = "boards", value_parser = whole(1))]
    every: u64,
}

/// Runs `afterstate model`.
///
/// # Errors
/// A message for the user if a file cannot be read or written.
pub fn run_command(options: &ModelOptions) -> Result<Report, CommandError> {
    match &options.command {
        Command::Pack { checkpoint, out, step, price } => pack(checkpoint, out, *step, price),
        Command::Info { file } => info(file),
        Command::Measure(options) => play(options),
    }
}

/// Plays the games of `afterstate model measure`.
fn play(options: &MeasureOptions) -> Result<Report, CommandError> {
    let MeasureOptions { file, threads, csv, boards, .. } = options;
    let limits = match options.ms {
        Some(ms) => Limits::time_ms(ms).managed(),
        None => Limits::full_width(options.ply),
    };
    let seeds = seeds(options.seed, options.games)?;
    let outputs: Vec<&Path> = [csv, boards].into_iter().flatten().map(PathBuf::as_path).collect();
    check_outputs(&outputs, &[file])?;
    // Opened before the first game, so that a typo does not waste hours.
    let locked = outputs.into_iter().map(open_locked);
    let _locked = locked.collect::<Result<Vec<File>, String>>()?;
    let sample = Sample::new(options.every);
    let observer = |seed: u64, moves: u64, grid: &Grid| {
        if boards.is_some() {
            sample.add(seed, moves, grid);
        }
    };
    let endless = AtomicBool::new(false);
    let records = if file.extension().is_some_and(|ending| ending == CHECKPOINT) {
        let state = checkpoint::load(file)?;
        measure::games(
            &Trained::new(&state.learner),
            &limits,
            seeds,
            *threads,
            &observer,
            &endless,
        )?
    } else {
        measure::games(&load(file)?, &limits, seeds, *threads, &observer, &endless)?
    };
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let csv_text = || format!("{}\n{}", raw::COLUMNS, raw::lines(&name, 4, 4, &records));
    let texts = [
        csv.as_ref().map(|path| (path, csv_text())),
        boards.as_ref().map(|path| (path, sample.text())),
    ];
    Ok(Report::new(scores(&records)).with_files(texts.into_iter().flatten()))
}

/// One of every `every` positions of each game, as lines of text, by seed.
struct Sample {
    every: u64,
    games: Mutex<BTreeMap<u64, String>>,
}

impl Sample {
    fn new(every: u64) -> Self {
        Sample { every, games: Mutex::default() }
    }

    fn add(&self, seed: u64, moves: u64, grid: &Grid) {
        if (moves + 1).is_multiple_of(self.every) {
            let mut games = self.games.lock().unwrap_or_else(|broken| broken.into_inner());
            games.entry(seed).or_default().push_str(&format!("{grid}\n"));
        }
    }

    fn text(self) -> String {
        let games = self.games.into_inner().unwrap_or_else(|broken| broken.into_inner());
        games.into_values().collect()
    }
}

fn pack(checkpoint: &Path, out: &Path, step: f32, prices: &[f64]) -> Result<Report, CommandError> {
    if !(step > 0.0 && step.is_finite() && prices.iter().all(|price| *price >= 0.0)) {
        return Err("--step must be above 0, and --price must be 0 or more.".into());
    }
    check_outputs(&[out], &[checkpoint])?;
    let state = checkpoint::load(checkpoint)?;
    if !state.recipe.coherent {
        return Err(
            "the last moves of this run were plain TD (--coherent false, or td in its schedule), so it \
             has no coherence sums of them, and packing needs these to know which weights were learned. \
             Train it further with --coherent true first."
                .into(),
        );
    }
    let done = &state.done;
    let mut provenance = format!(
        "afterstate train: {} moves, {} games from fresh boards, {} in all, {:.0} s; \
         packed with step {step} and price {}\n",
        done.moves,
        done.games,
        done.episodes,
        done.seconds,
        prices.iter().map(|price| format!("{price:e}")).collect::<Vec<_>>().join(",")
    );
    provenance.push_str(&done.history.join("\n"));
    let learner = state.learner.without_redundant_tuples();
    let network = quantize(&learner, QuantizeSettings { step, prices }, provenance)?;
    let bytes = file::write(&network);
    let text = format!("{}: {} bytes\n", out.display(), bytes.len());
    Ok(Report::new(text).with_file(out, bytes))
}

fn info(path: &Path) -> Result<Report, CommandError> {
    let mut text = String::new();
    let mut say = |line: String| text += &format!("{line}\n");
    let started = Instant::now();
    let network = load_packed(path)?;
    let weights = network.weights();
    let nonzero = (0..weights.len()).filter(|&index| weights.get(index) != 0).count();
    say(format!("tuples      {}", network.patterns()));
    say(format!("stages at   {:?}", network.stages().thresholds()));
    say(format!("step        {} points", network.step()));
    say(format!("weights     {nonzero} of {} are not 0", weights.len()));
    say(network.provenance().to_string());
    let model = Model::new(network).map_err(|error| format!("{}: {error}", path.display()))?;
    let seconds = started.elapsed().as_secs_f64();
    say(format!("in memory   {} bytes", model.bytes()));
    say(format!("read in     {seconds:.2} s"));
    Ok(Report::new(text))
}

/// The scores of some games.
fn scores(records: &[GameRecord]) -> String {
    let mut text = String::new();
    let Some(found) = Statistics::of(records) else { return text };
    let mut say = |line: String| text += &format!("{line}\n");
    say(format!(
        "{} games: mean {:.0} ± {:.0} (95%), lowest {}, highest {}, {:.1} µs per move",
        found.games,
        found.mean_score,
        found.interval,
        found.min_score,
        found.max_score,
        found.seconds_per_move * 1e6
    ));
    for rank in 11..=found.max_rank.max(11) {
        say(format!("{:>6} in {:.1}%", 1_u64 << rank, 100.0 * found.share_reached(rank)));
    }
    text
}
