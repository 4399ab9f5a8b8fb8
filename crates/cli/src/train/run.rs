//! A training run: rounds of training, a line of the log after each, and regular checkpoints.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
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
use afterstate_runs::files::replace;
use afterstate_runs::output::note;
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
    mut locked: File,
    distributed: Option<&mut DistributedTraining<Mpi>>,
) -> Result<(), FileError> {
    if settings.continued {
        for (log, columns) in logs(&settings.log) {
            set_unsaved_lines_aside(&log, columns, state.done.moves)
                .map_err(|error| FileError::Io(log, error))?;
        }
    }
    let ended = train_in_rounds(state, settings, &mut locked, distributed);
    save(state, settings)?;
    drop(locked);
    ended?;
    draw(settings).map_err(|error| FileError::Io(settings.log.clone(), error))
}

/// The rounds of a run, with everything that is due after each.
fn train_in_rounds(
    state: &mut State,
    settings: &RunSettings,
    locked: &mut File,
    mut distributed: Option<&mut DistributedTraining<Mpi>>,
) -> Result<(), FileError> {
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
        let io = |error| FileError::Io(settings.log.clone(), error);
        log(state, settings, &tally, speed).map_err(io)?;
        report(state, settings, &tally, speed, start.elapsed());
        if let Some(distributed) = &distributed {
            report_cost(distributed.cost);
        }
        if saved.elapsed() >= settings.save_every {
            *locked = save(state, settings)?;
            draw(settings).map_err(io)?;
            saved = Instant::now();
        }
        if !settings.measures.is_empty() && measured.elapsed() >= settings.measure_every {
            measure(state, settings, &stop).map_err(io)?;
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
fn save(state: &State, settings: &RunSettings) -> Result<File, FileError> {
    let start = Instant::now();
    let locked = checkpoint::save(state, &settings.checkpoint)?;
    note!("checkpoint written in {:.1} s\n", start.elapsed().as_secs_f64());
    Ok(locked)
}

/// Draws the log beside itself, when there is one.
fn draw(settings: &RunSettings) -> io::Result<()> {
    let log = match fs::read_to_string(&settings.log) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        log => log?,
    };
    match plot::curve(&log) {
        Some(svg) => {
            replace(&curve(&settings.log), |file| file.write_all(svg.as_bytes())).map(drop)
        }
        None => Ok(()),
    }
}

/// Plays the same games at each ply and logs how they went. Ends without a line of the log when `stop`
/// becomes true: the time until the process is killed is for the checkpoint.
fn measure(state: &State, settings: &RunSettings, stop: &AtomicBool) -> io::Result<()> {
    let mut file = open_log(&measures_log(&settings.log), MEASURE_COLUMNS)?;
    let trained = Trained::new(&state.learner);
    for &(ply, games) in &settings.measures {
        let limits = Limits::full_width(ply);
        let threads = state.actors.len();
        let records = seeds(MEASURE_SEED, games)
            .and_then(|seeds| {
                measure::games(&trained, &limits, seeds, threads, &|_, _, _| (), stop)
            })
            .map_err(io::Error::other)?;
        if stop.load(Relaxed) {
            return Ok(());
        }
        let Some(found) = Statistics::of(&records) else { continue };
        let [t8192, t16384, t32768] = [13, 14, 15].map(|rank| found.share_reached(rank));
        let (mean, interval) = (found.mean_score, found.interval);
        writeln!(
            file,
            "{:.0},{},{ply},{games},{mean:.0},{interval:.0},{t8192:.4},{t16384:.4},{t32768:.4}",
            state.done.seconds, state.done.moves,
        )?;
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
            let Some(bytes) =
                content(&path).map_err(|error| format!("{}: {error}", path.display()))?
            else {
                continue;
            };
            let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
            let first = first.strip_suffix(b"\r").unwrap_or(first);
            // A program that was killed may have left a part of the first line.
            if first != columns.as_bytes() && !columns.as_bytes().starts_with(&bytes) {
                let found: String = String::from_utf8_lossy(first).chars().take(200).collect();
                return Err(format!(
                    "{} is not a log of `afterstate train`: it begins with\n  {found}\nand such a log with\n  \
                     {columns}\nName another file with --log.",
                    path.display()
                ));
            }
        }
    }
    Ok(())
}

/// What is in a file; `None` if it does not exist or is not a plain file, such as a terminal.
fn content(path: &Path) -> io::Result<Option<Vec<u8>>> {
    if path.is_file() { fs::read(path).map(Some) } else { Ok(None) }
}

/// Opens a log to append lines; a new one gets the column names.
fn open_log(path: &Path, columns: &str) -> io::Result<File> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    let header = format!("{columns}\n");
    if file.metadata()?.len() < header.len() as u64
        && let Some(begun) = content(path)?
        && header.as_bytes().starts_with(&begun)
    {
        file.write_all(&header.as_bytes()[begun.len()..])?;
    }
    Ok(file)
}

/// The file for the lines of a log that its checkpoint does not have.
fn set_aside(log: &Path) -> PathBuf {
    let mut name = log.as_os_str().to_owned();
    name.push(".dropped");
    name.into()
}

/// Moves the last lines of a log to another file if the checkpoint does not have their moves: the
/// program was killed after them, and the moves are made and logged again.
fn set_unsaved_lines_aside(log: &Path, columns: &str, moves: u64) -> io::Result<()> {
    let Some(text) = content(log)? else { return Ok(()) };
    let text = String::from_utf8(text)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    let has_moves = |line: &str| -> bool {
        let moves_of: Option<u64> = line.split(',').nth(1).and_then(|field| field.parse().ok());
        line.ends_with('\n') && moves_of.is_none_or(|of| of <= moves)
    };
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let kept = lines.iter().rposition(|line| has_moves(line)).map_or(0, |last| last + 1);
    if kept < lines.len() && kept > 0 {
        let aside = set_aside(log);
        let mut file = open_log(&aside, columns)?;
        let dropped = lines[kept..].concat();
        let end = if dropped.ends_with('\n') { "" } else { "\n" };
        file.write_all(format!("{dropped}{end}").as_bytes())?;
        file.sync_all()?;
        replace(log, |file| file.write_all(lines[..kept].concat().as_bytes()))?;
        note!(
            "the checkpoint ends before the last {} lines of {}: they are now in {}\n",
            lines.len() - kept,
            log.display(),
            aside.display()
        );
    }
    Ok(())
}

/// The mean score of a round's games from empty boards; zeros without games.
fn mean(tally: &Tally) -> Mean {
    let none = Mean { mean: 0.0, deviation: 0.0, interval: 0.0 };
    Mean::of_sums(tally.games, tally.score, tally.squares).unwrap_or(none)
}

/// Appends a round to the log.
fn log(state: &State, settings: &RunSettings, tally: &Tally, speed: f64) -> io::Result<()> {
    let mut file = open_log(&settings.log, COLUMNS)?;
    let Mean { mean, interval, .. } = mean(tally);
    let done = &state.done;
    write!(
        file,
        "{:.0},{},{},{},{speed:.0},{},{mean:.0},{interval:.0},{:.0}",
        done.seconds, done.moves, done.episodes, done.games, tally.games, tally.best
    )?;
    for rank in 11..16 {
        write!(file, ",{:.4}", tally.share(rank))?;
    }
    writeln!(file)
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
