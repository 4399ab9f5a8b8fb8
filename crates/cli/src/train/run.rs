//! A training run: rounds of training, a line of the log after each, and regular checkpoints.

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::{measure, plot};
use afterstate::search::Limits;
use afterstate_mpi::distributed::{CombineCost, DistributedTraining};
use afterstate_mpi::mpi::Mpi;
use afterstate_papers::experiment::statistics::Mean;
use afterstate_papers::experiment::{Statistics, seeds};
use afterstate_runs::checkpoint::{self, FileError};
use afterstate_runs::files::{Locked, replace};
use afterstate_runs::output::note;
use afterstate_runs::run_log::RunLog;
use afterstate_train::checkpoint::State;
use afterstate_train::evaluator::Trained;
use afterstate_train::round::{Round, on_threads, train};
use afterstate_train::tally::Tally;

/// Where a run writes, how often, and for how long.
#[derive(Clone, Debug)]
pub struct RunSettings {
    pub checkpoint: PathBuf,
    /// The log, comma-separated, appended to.
    pub log: PathBuf,
    /// Whether there was a run before, which may have logged more than its checkpoint holds.
    pub continued: bool,
    /// How long to train.
    pub time: Duration,
    /// How many training moves the run has at its end, those of earlier starts included.
    pub moves: u64,
    /// How often a line is logged: the length of a round.
    pub log_every: Duration,
    /// How often a checkpoint is written, and the curve drawn.
    pub save_every: Duration,
    /// The plies at which to measure the network, with the number of games for each.
    pub measures: Vec<(u8, u64)>,
    /// How often to measure.
    pub measure_every: Duration,
}

/// The seed of the first game of every measurement, so that all play the same games.
const MEASURE_SEED: u64 = 1;

/// The columns of the measurements' log.
const MEASURE_COLUMNS: &str = "seconds,moves,ply,games,mean,interval,t8192,t16384,t32768";

/// The columns of the log.
pub const COLUMNS: &str = "seconds,moves,episodes,games,moves_per_second,round_games,mean,interval,best,t2048,t4096,t8192,t16384,t32768";

/// Trains until the time or the moves of the settings are used up, the process is interrupted, or a
/// log cannot be written; in each case the last checkpoint holds everything. `locked` is the
/// checkpoint's file, which no other run may write meanwhile. With `distributed` this process leads
/// others.
///
/// # Errors
/// When the checkpoint or a log cannot be written.
pub fn run(
    state: &mut State,
    settings: &RunSettings,
    mut locked: Locked,
    distributed: Option<&mut DistributedTraining<Mpi>>,
) -> Result<(), Box<dyn Error>> {
    let ended = train_in_rounds(state, settings, &mut locked, distributed);
    save(state, settings)?;
    drop(locked);
    ended?;
    draw(settings)
}

/// The rounds of a run, with everything that is due after each.
fn train_in_rounds(
    state: &mut State,
    settings: &RunSettings,
    locked: &mut Locked,
    mut distributed: Option<&mut DistributedTraining<Mpi>>,
) -> Result<(), Box<dyn Error>> {
    let logs = Logs::open(settings, state.done.moves)?;
    let start = Instant::now();
    let stop = set_on_interrupt();
    let (mut saved, mut measured) = (Instant::now(), Instant::now());
    loop {
        let left = settings.time.saturating_sub(start.elapsed());
        if left.is_zero() || state.done.moves >= settings.moves || stop.load(Relaxed) {
            return Ok(());
        }
        let round_start = Instant::now();
        let time = settings.log_every.min(left);
        let ends = || stop.load(Relaxed) || round_start.elapsed() >= time;
        let moves = settings.moves - state.done.moves;
        let round = Round { moves, stop: &ends, ..Round::ENDLESS };
        let tally = match &mut distributed {
            None => train(state, round, on_threads),
            Some(distributed) => distributed.lead(state, round),
        };
        let seconds = round_start.elapsed().as_secs_f64();
        state.done.seconds += seconds;
        let speed = tally.moves as f64 / seconds;
        logs.rounds.append(&line(state, &tally, speed))?;
        report(state, settings, &tally, speed, start.elapsed());
        if let Some(distributed) = &distributed {
            report_cost(distributed.cost);
        }
        if saved.elapsed() >= settings.save_every {
            *locked = save(state, settings)?;
            draw(settings)?;
            saved = Instant::now();
        }
        if let Some(log) = &logs.measures
            && measured.elapsed() >= settings.measure_every
        {
            measure(state, settings, log, &stop)?;
            measured = Instant::now();
        }
    }
}

/// A flag that becomes true when the process is interrupted.
fn set_on_interrupt() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::clone(&flag);
    if let Err(error) = ctrlc::set_handler(move || interrupted.store(true, Relaxed)) {
        note!(
            "cannot react to an interrupt ({error}): stopping early loses the training since the last checkpoint\n"
        );
    }
    flag
}

/// Writes the checkpoint and prints how long training waited for it.
fn save(state: &State, settings: &RunSettings) -> Result<Locked, FileError> {
    let start = Instant::now();
    let locked = checkpoint::save(state, &settings.checkpoint)?;
    note!("checkpoint written in {:.1} s\n", start.elapsed().as_secs_f64());
    Ok(locked)
}

/// Draws the log beside itself.
fn draw(settings: &RunSettings) -> Result<(), Box<dyn Error>> {
    let wrong = |error| FileError::Io(settings.log.clone(), error);
    let log = fs::read_to_string(&settings.log).map_err(wrong)?;
    if let Some(svg) = plot::curve(&log) {
        replace(&curve(&settings.log), |file| file.write_all(svg.as_bytes())).map_err(wrong)?;
    }
    Ok(())
}

/// Plays the same games at each ply and logs how they went. Ends without a line of the log when `stop`
/// becomes true: the time until the process is killed is for the checkpoint.
fn measure(
    state: &State,
    settings: &RunSettings,
    log: &RunLog,
    stop: &AtomicBool,
) -> Result<(), Box<dyn Error>> {
    let trained = Trained::new(&state.learner);
    for &(ply, games) in &settings.measures {
        let limits = Limits::full_width(ply);
        let threads = state.actors.len();
        let records =
            measure::games(&trained, &limits, seeds(MEASURE_SEED, games)?, threads, stop)?;
        if stop.load(Relaxed) {
            return Ok(());
        }
        let Some(found) = Statistics::of(&records) else { continue };
        let [t8192, t16384, t32768] = [13, 14, 15].map(|rank| found.share_reached(rank));
        let (mean, interval) = (found.mean_score, found.interval);
        log.append(&format!(
            "{:.0},{},{ply},{games},{mean:.0},{interval:.0},{t8192:.4},{t16384:.4},{t32768:.4}\n",
            state.done.seconds, state.done.moves,
        ))?;
        note!("measured at {ply}-ply: {games} games, mean {mean:.0} ± {interval:.0}\n");
    }
    Ok(())
}

/// The log of the measurements, beside the log.
pub fn measures_log(log: &Path) -> PathBuf {
    log.with_extension("measures.csv")
}

/// The picture of the log, beside it.
pub fn curve(log: &Path) -> PathBuf {
    log.with_extension("svg")
}

/// The logs of a run and their columns.
fn logs(log: &Path) -> [(PathBuf, &'static str); 2] {
    [(log.to_owned(), COLUMNS), (measures_log(log), MEASURE_COLUMNS)]
}

/// Checks that the files which a run appends to are logs of training, or empty, or do not exist yet.
///
/// # Errors
/// A message that names the file, what is in it, and what a log begins with.
pub fn check_logs(log: &Path) -> Result<(), String> {
    for (log, columns) in logs(log) {
        for path in [set_aside(&log), log] {
            // There is nothing to read in a terminal.
            if path.is_file() {
                RunLog::read(&path, &format!("{columns}\n"), &[], |_, lines| lines.to_owned())
                    .map_err(|error| format!("{error}\nChoose another file with --log."))?;
            }
        }
    }
    Ok(())
}

/// The logs of a run, open for its whole time.
struct Logs {
    rounds: RunLog,
    measures: Option<RunLog>,
}

impl Logs {
    /// Opens the logs. If there was a run before, lines that its checkpoint, with this many moves,
    /// does not have are set aside.
    fn open(settings: &RunSettings, moves: u64) -> Result<Logs, String> {
        let saved = settings.continued.then_some(moves);
        let [(rounds, columns), (measures, measure_columns)] = logs(&settings.log);
        let measured = !settings.measures.is_empty() || measures.is_file();
        let measures = measured.then(|| open_log(&measures, measure_columns, saved)).transpose()?;
        Ok(Logs { rounds: open_log(&rounds, columns, saved)?, measures })
    }
}

/// Opens a log. The program may have been killed after lines of which the checkpoint does not have the
/// moves: they are made and logged again, so these lines go to another file.
fn open_log(path: &Path, columns: &str, saved_moves: Option<u64>) -> Result<RunLog, String> {
    let header = format!("{columns}\n");
    let (mut log, text) = RunLog::open(path, &header)?;
    let is_saved = |line: &str| {
        let moves = line.split(',').nth(1).and_then(|field| field.parse::<u64>().ok());
        moves.zip(saved_moves).is_none_or(|(moves, saved)| moves <= saved)
    };
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let kept = lines.iter().rposition(|line| is_saved(line)).map_or(0, |last| last + 1);
    if kept < lines.len() {
        let aside = set_aside(path);
        RunLog::open(&aside, &header)?.0.append(&lines[kept..].concat())?;
        log.rewrite(&(header + &lines[..kept].concat()))?;
        note!(
            "the checkpoint ends before the last {} lines of {}: they are now in {}\n",
            lines.len() - kept,
            path.display(),
            aside.display()
        );
    }
    Ok(log)
}

/// The file for the lines of a log that its checkpoint does not have.
fn set_aside(log: &Path) -> PathBuf {
    let mut name = log.as_os_str().to_owned();
    name.push(".dropped");
    name.into()
}

/// The mean score of a round's games from empty boards; zeros without games.
fn mean(tally: &Tally) -> Mean {
    let none = Mean { mean: 0.0, deviation: 0.0, interval: 0.0 };
    Mean::of_sums(tally.games, tally.score, tally.squares).unwrap_or(none)
}

/// A round as a line of the log.
fn line(state: &State, tally: &Tally, speed: f64) -> String {
    let Mean { mean, interval, .. } = mean(tally);
    let done = &state.done;
    let shares: String = (11..16).map(|rank| format!(",{:.4}", tally.share(rank))).collect();
    format!(
        "{:.0},{},{},{},{speed:.0},{},{mean:.0},{interval:.0},{:.0}{shares}\n",
        done.seconds, done.moves, done.episodes, done.games, tally.games, tally.best
    )
}

/// Prints a round for the user.
fn report(state: &State, settings: &RunSettings, tally: &Tally, speed: f64, elapsed: Duration) {
    let Mean { mean, interval, .. } = mean(tally);
    let left = match settings.time {
        Duration::MAX => {
            format!(
                "{:.2} billion moves",
                settings.moves.saturating_sub(state.done.moves) as f64 / 1e9
            )
        }
        time => {
            let seconds = time.saturating_sub(elapsed).as_secs();
            format!("{}:{:02}", seconds / 3600, seconds / 60 % 60)
        }
    };
    note!(
        "{} games, {:.2} billion moves, {:.2} million per second | last {} games: mean {mean:.0} ± {interval:.0}, best {:.0}, \
         8192 {:.1}%, 16384 {:.1}%, 32768 {:.1}% | {left} left\n",
        state.done.games,
        state.done.moves as f64 / 1e9,
        speed / 1e6,
        tally.games,
        tally.best,
        100.0 * tally.share(13),
        100.0 * tally.share(14),
        100.0 * tally.share(15),
    );
}

/// Prints what combining the networks of several processes has cost, per time.
fn report_cost(cost: CombineCost) {
    let CombineCost { times, bytes, waited, seconds } = cost;
    let each = 1.0 / times.max(1) as f64;
    note!(
        "combined {times} times: {:.1} MB, {:.3} s of waiting and {:.3} s each\n",
        bytes as f64 * each / 1e6,
        waited * each,
        seconds * each
    );
}
