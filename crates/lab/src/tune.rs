//! `cargo lab tune`: finds weights of the built-in heuristic by CMA-ES over seeded games at a fixed
//! depth or number of nodes. The objective is the mean logarithm of the score, so that a few long
//! games do not dominate. Every measurement is logged at once, and a run with the same log continues
//! from it.

use std::cell::OnceCell;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::PossibleValuesParser;
use cmaes::{CMAESOptions, DVector};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use afterstate::eval::rows::{LineWeights, RowHeuristic, RowWeights};
use afterstate::rules::Game;
use afterstate::search::{Limits, Searcher, signature};
use afterstate_runs::numbers::{above_zero, between, not_negative, whole};
use afterstate_runs::output::{CommandError, say};
use afterstate_runs::run_log::RunLog;

/// The options of `cargo lab tune`.
#[derive(Args, Debug, Clone, Serialize)]
pub struct TuneOptions {
    /// Log with every measurement as a line of JSON. If it exists, the run continues from it
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    log: PathBuf,
    /// Games that measure each set of weights
    #[arg(long, default_value_t = 24, value_parser = between(1_u64, 1 << 32))]
    games: u64,
    /// Sets of weights in each generation
    #[arg(long, default_value_t = 14, value_parser = whole(4))]
    population: u64,
    /// Depth of the searches, in plies
    #[arg(long, default_value_t = 3, value_parser = between(1_u8, 6))]
    ply: u8,
    /// Nodes per move on average over a game, instead of a fixed depth
    #[arg(long, value_parser = whole(1))]
    nodes: Option<u64>,
    /// Weights to start from
    #[arg(long, value_name = "NAME", default_value = "nneonneo", value_parser = PossibleValuesParser::new(RowWeights::IDS))]
    from: String,
    /// How far the first sets of weights spread around --from: their standard deviation, where 1
    /// multiplies a weight by e
    #[arg(long, default_value_t = 0.25, value_parser = above_zero::<f64>)]
    sigma: f64,
    /// Seed of the optimizer's random numbers
    #[arg(long, default_value_t = 1, value_parser = whole(0))]
    seed: u64,
    /// Minutes after which no new generation starts
    #[arg(long, default_value_t = 60.0, value_parser = not_negative::<f64>)]
    #[serde(skip)]
    minutes: f64,
}

/// The first line of the log, which must be the same when a run continues.
#[derive(Serialize)]
struct LogHeader<'a> {
    #[serde(flatten)]
    options: &'a TuneOptions,
    /// The signature of the search.
    search: String,
}

impl<'a> LogHeader<'a> {
    fn of(options: &'a TuneOptions) -> Self {
        Self { options, search: signature::KNOWN.to_string() }
    }
}

/// Every other line of the log.
#[derive(Serialize, Deserialize)]
struct Measure {
    point: Vec<f64>,
    first_game: u64,
    log_score: f64,
}

/// The number of tuned weights; see [`weights`].
const DIMENSIONS: usize = 15;

/// The rank of 2048: on boards that decide a game most large ranks are near it.
const MIDDLE: f32 = 11.0;

// The scales below have no source: they were chosen by hand, and other values were not measured.

/// Points for a step of 1 in the bonus for neighbors. The bonus may have either sign and starts at 0
/// in nneonneo's weights, so a factor cannot tune it. The scale is that of nneonneo's bonuses for an
/// empty cell (270) and a merge (700).
const NEAR_STEP: f32 = 400.0;

/// Multiples of its initial value for a step of 1 in the penalty for large ranks, which may change
/// its sign, too. With the default of `--sigma`, 0.25, the first sets of weights vary it by half.
const SUM_STEP: f32 = 2.0;

/// Exponent of the factors of the terminal value and of the pruning margin, so that the first sets
/// of weights vary these two more than the bonuses of a line.
const WIDE_FACTOR: i32 = 2;

/// Size of the transposition table; 3-ply searches hardly fill it.
const TABLE_BYTES: usize = 1 << 20;

/// The first seed of tuning games, far from the seeds of published results, which count from 0.
const FIRST_SEED: u64 = 1 << 32;

/// Runs the command.
///
/// # Errors
/// A message for the user.
pub fn run_command(options: &TuneOptions) -> Result<(), CommandError> {
    let limit = Duration::try_from_secs_f64(options.minutes * 60.0)
        .map_err(|error| format!("--minutes: {error}"))?;
    let (known, log) = open_log(options)?;
    let start = RowWeights::named(&options.from).ok_or("--from: no such weights")?.weights;
    let (started, mut played) = (Instant::now(), 0);
    let mut known = known.into_iter();
    let (games, population) = (options.games, options.population);
    let failure = OnceCell::new();
    let measure = |point: &DVector<f64>| {
        let first_game = FIRST_SEED + played / population * games;
        played += 1;
        let point: Vec<f64> = point.iter().copied().collect();
        if let Some(known) = known.next() {
            if known.point == point && known.first_game == first_game {
                return -known.log_score;
            }
            let _ = failure.set("the log belongs to another run: its points differ".to_owned());
            return f64::NAN;
        }
        let log_score = mean_log_score(&weights(&start, &point), options, first_game);
        let line = Measure { point, first_game, log_score };
        if let Err(error) = json(&line).and_then(|line| log.append(&format!("{line}\n"))) {
            let _ = failure.set(error);
        }
        -log_score
    };
    let mut search = CMAESOptions::new(vec![0.0; DIMENSIONS], options.sigma)
        .population_size(population as usize)
        .seed(options.seed)
        .tol_stagnation(usize::MAX)
        .build(measure)
        .map_err(|error| format!("cannot start the optimizer: {error:?}"))?;
    loop {
        let over = search.next().is_some();
        if let Some(message) = failure.get() {
            return Err(CommandError::Failed(message.clone()));
        }
        let mean: Vec<f64> = search.mean().iter().copied().collect();
        let best = search.current_best_individual().map_or(f64::NAN, |best| -best.value);
        say!(
            "generation {} after {:.1} min: best score {:.0} (geometric mean), sigma {:.3}\n{:#?}",
            search.generation(),
            started.elapsed().as_secs_f64() / 60.0,
            best.exp(),
            search.sigma(),
            weights(&start, &mean),
        )?;
        if over || started.elapsed() >= limit {
            return Ok(());
        }
    }
}

/// The weights at a point, which describes their difference from the initial ones.
///
/// Factors are exponentials, which keeps the sign; weights of either sign are sums. `empty` of the
/// edge is the unit and stays fixed. An exponent changes without changing the value of a tile of
/// [`MIDDLE`], so that it is independent of the factor. [`NEAR_STEP`], [`SUM_STEP`] and
/// [`WIDE_FACTOR`] bring all coordinates to about the same scale, because CMA-ES begins with the
/// same spread in each.
fn weights(start: &RowWeights, point: &[f64]) -> RowWeights {
    let factor = |index: usize| point[index].exp() as f32;
    let term = |index: usize| point[index] as f32;
    let line = |base: LineWeights, empty: f32, at: usize| LineWeights {
        empty: base.empty * empty,
        merges: base.merges * factor(at),
        near: base.near + NEAR_STEP * term(at + 1),
        monotonicity: base.monotonicity * factor(at + 2) * MIDDLE.powf(-term(at + 3)),
        monotonicity_power: base.monotonicity_power + term(at + 3),
        sum: base.sum * (1.0 + SUM_STEP * term(at + 4)) * MIDDLE.powf(-term(at + 5)),
        sum_power: base.sum_power + term(at + 5),
    };
    RowWeights {
        edge: line(start.edge, 1.0, 0),
        inner: line(start.inner, factor(12), 6),
        terminal_value: start.terminal_value * factor(13).powi(WIDE_FACTOR),
        pruning_margin: start.pruning_margin * factor(14).powi(WIDE_FACTOR),
    }
}

fn mean_log_score(weights: &RowWeights, options: &TuneOptions, first_game: u64) -> f64 {
    let heuristic = RowHeuristic::new(weights);
    let limits = match options.nodes {
        Some(nodes) => Limits::nodes(nodes).managed(),
        None => Limits::ply(options.ply),
    };
    let seeds = first_game..first_game + options.games;
    let logs = seeds.into_par_iter().map(|seed| score(&heuristic, &limits, seed).ln());
    // Summed in the order of the seeds: the last bits of a parallel sum depend on the threads.
    logs.collect::<Vec<f64>>().iter().sum::<f64>() / options.games as f64
}

/// The score of one game, at least 1.
fn score(heuristic: &RowHeuristic, limits: &Limits, seed: u64) -> f64 {
    let mut searcher = Searcher::new(heuristic, TABLE_BYTES);
    let Ok(mut game) = Game::new(4, 4, seed) else { return 1.0 };
    game.keep_going();
    while let Some(best) = searcher.search(game.grid(), limits).ok().and_then(|found| found.best) {
        if game.play(best).is_err() {
            break;
        }
    }
    game.score().max(1) as f64
}

/// Opens the log and reads its measurements.
fn open_log(options: &TuneOptions) -> Result<(Vec<Measure>, RunLog), String> {
    let header = format!("{}\n", json(&LogHeader::of(options))?);
    let (log, lines) = RunLog::open(&options.log, &header)?;
    let wrong = |error| format!("{} is not a log of this command: {error}", options.log.display());
    let known = lines.lines().map(|line| serde_json::from_str(line).map_err(wrong));
    Ok((known.collect::<Result<_, _>>()?, log))
}

fn json(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_origin_gives_the_initial_weights_and_exponents_keep_the_middle_rank() {
        let start = RowWeights::NNEONNEO;
        assert_eq!(weights(&start, &[0.0; DIMENSIONS]), start);
        let mut point = [0.0; DIMENSIONS];
        (point[3], point[5]) = (0.5, -0.5);
        let (edge, counts) = (weights(&start, &point).edge, |weight: f32, power: f32| {
            f64::from(weight) * f64::from(MIDDLE).powf(power.into())
        });
        let same = |a: f64, b: f64| assert!((a / b - 1.0).abs() < 1e-5, "{a} {b}");
        assert_eq!((edge.monotonicity_power, edge.sum_power), (4.5, 3.0));
        same(counts(edge.monotonicity, 4.5), counts(start.edge.monotonicity, 4.0));
        same(counts(edge.sum, 3.0), counts(start.edge.sum, 3.5));
    }

    /// One generation of the shortest possible games.
    fn options(log: &Path) -> TuneOptions {
        TuneOptions {
            log: log.to_owned(),
            games: 1,
            population: 4,
            ply: 1,
            nodes: None,
            from: "nneonneo".to_owned(),
            sigma: 0.25,
            seed: 1,
            minutes: 0.0,
        }
    }

    /// The last bits of one sum may be equal by chance, whatever the order; those of eight are not.
    #[test]
    fn a_measurement_does_not_depend_on_the_number_of_threads() {
        let options = TuneOptions { games: 60, ..options(Path::new("unused")) };
        let measured = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let firsts = (0..8).map(|set| FIRST_SEED + 100 * set);
            let mean = |first| mean_log_score(&RowWeights::NNEONNEO, &options, first).to_bits();
            pool.expect("threads").install(|| firsts.map(mean).collect::<Vec<_>>())
        };
        let one = measured(1);
        assert_eq!([measured(3), measured(4)], [one.clone(), one]);
    }

    #[test]
    fn a_run_continues_from_its_log() {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("tune.jsonl");
        let tune = |options: &TuneOptions| {
            run_command(options).map(|()| std::fs::read_to_string(&log).expect("a log"))
        };
        let whole = tune(&options(&log)).expect("a first run");
        assert_eq!(whole.lines().count(), 5, "{whole}");
        // The third measurement was cut short.
        let kept = whole.match_indices('\n').nth(2).map_or(0, |(at, _)| at + 20);
        std::fs::write(&log, &whole[..kept]).expect("a folder");
        assert_eq!(tune(&options(&log)).expect("a run that continues"), whole);
        // Another program saved it.
        let saved = format!("\u{feff}{}", whole.replace('\n', "\r\n"));
        std::fs::write(&log, &saved).expect("a folder");
        assert_eq!(tune(&options(&log)).expect("a run that continues"), saved, "it has everything");
        let fails_with = |options: &TuneOptions, why: &str| match tune(options) {
            Err(CommandError::Failed(message)) => assert!(message.contains(why), "{message}"),
            other => panic!("{other:?}"),
        };
        fails_with(&TuneOptions { games: 2, ..options(&log) }, "is of another run");
        let (header, measures) = whole.split_once('\n').expect("lines");
        let others = format!("{header}\n{}", measures.replace("[0.", "[1.").replace("[-0.", "[1."));
        std::fs::write(&log, others).expect("a folder");
        fails_with(&options(&log), "its points differ");
        std::fs::write(&log, whole.replacen("\"point\"", "\"pint\"", 1)).expect("a folder");
        fails_with(&options(&log), "is not a log of this command");
        std::fs::write(&log, whole.replacen("\"search\"", "\"other\"", 1)).expect("a folder");
        fails_with(&options(&log), "is of another run");
        std::fs::write(&log, "a note without a line end").expect("a folder");
        fails_with(&options(&log), "is of another run");
        assert_eq!(std::fs::read(&log).expect("the note"), b"a note without a line end");
        fails_with(&TuneOptions { minutes: f64::INFINITY, ..options(&log) }, "--minutes");
    }
}
