//! `afterstate exact`: solves a small board exactly, with its layers in a file so that 3x3 takes
//! little memory.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use indicatif::ProgressBar;

use afterstate::rules::{Direction, Grid};
use afterstate::search::exact::store::{LayerStore, damaged, decode, encode};
use afterstate::search::exact::tables::BoardTables;
use afterstate::search::exact::{Counts, ExactError, ExactSolver, Goal, Layer, Problem};
use afterstate_runs::numbers::{share, whole};
use afterstate_runs::output::{CommandError, Report};
use afterstate_runs::progress::bar_style;

/// The options of `afterstate exact`.
#[derive(Args, Debug)]
pub struct ExactOptions {
    /// Board size as ROWSxCOLUMNS: 2x2, 2x3, 3x2, 2x4, 4x2 or 3x3
    #[arg(value_name = "BOARD", value_parser = super::r#match::board)]
    board: (usize, usize),
    /// Maximize the probability of reaching this tile, instead of the expected score
    #[arg(long, value_name = "TILE", value_parser = whole(2))]
    tile: Option<u64>,
    /// Probability that a spawned tile is a 4
    #[arg(long, value_name = "PROBABILITY", default_value_t = afterstate::rules::FOUR_PROBABILITY,
        value_parser = share::<f64>)]
    four: f64,
    /// Also print the value of each move in this position, such as "2 4 / . 2". May be repeated
    #[arg(long, value_name = "POSITION")]
    position: Vec<String>,
    /// Working file for the positions (84 MB for 3x3): a new file, which is deleted
    /// [default: a temporary file]
    #[arg(long, value_name = "FILE")]
    layers: Option<PathBuf>,
}

/// Layers in a working file.
struct FileStore {
    file: File,
    /// The name of the file, until it is deleted.
    named: Option<PathBuf>,
    /// The start and length of each layer, in bytes.
    layers: Vec<(u64, usize)>,
    end: u64,
}

impl FileStore {
    /// Creates a file, which must not exist, or a temporary one.
    fn new(path: Option<&Path>) -> io::Result<Self> {
        let (file, named) = match path {
            None => (tempfile::tempfile()?, None),
            Some(path) => {
                let file = OpenOptions::new().create_new(true).read(true).write(true).open(path)?;
                // Without its name the file lasts as long as this process, however that ends.
                let unnamed = cfg!(unix) && std::fs::remove_file(path).is_ok();
                (file, (!unnamed).then(|| path.to_owned()))
            }
        };
        Ok(Self { file, named, layers: Vec::new(), end: 0 })
    }
}

impl Drop for FileStore {
    fn drop(&mut self) {
        // It does no harm if the file stays.
        let _ = self.named.as_ref().map(std::fs::remove_file);
    }
}

impl LayerStore for FileStore {
    fn put(&mut self, positions: &[u64]) -> io::Result<()> {
        let mut bytes = Vec::new();
        encode(positions, &mut bytes);
        self.file.write_all(&bytes)?;
        self.layers.push((self.end, bytes.len()));
        self.end += bytes.len() as u64;
        Ok(())
    }

    fn get(&mut self, layer: usize) -> io::Result<Vec<u64>> {
        let Some(&(start, length)) = self.layers.get(layer) else { return Ok(Vec::new()) };
        let mut bytes = vec![0; length];
        self.file.seek(SeekFrom::Start(start))?;
        self.file.read_exact(&mut bytes)?;
        decode(&bytes).ok_or_else(damaged)
    }
}

fn goal(tile: Option<u64>) -> Result<Goal, String> {
    match tile {
        None => Ok(Goal::Score),
        Some(tile) if tile.is_power_of_two() && (2..=32768).contains(&tile) => {
            Ok(Goal::Tile(tile.ilog2() as u8))
        }
        Some(tile) => {
            Err(format!("--tile {tile} is not a tile. Tiles are powers of two from 2 to 32768."))
        }
    }
}

/// A position whose moves are to be valued.
struct RequestedPosition {
    grid: Grid,
    /// As the solver packs it.
    word: u64,
}

/// The result for the board and the requested positions.
struct Solved {
    /// The value of a new game.
    value: f64,
    /// The value of each move in each requested position.
    move_values: Vec<[Option<f64>; 4]>,
    counts: Counts,
    /// Seconds to find the positions.
    search_seconds: f64,
    /// Seconds to compute their values.
    value_seconds: f64,
}

/// Runs the subcommand.
///
/// # Errors
/// A message for the user.
pub fn run_command(options: &ExactOptions) -> Result<Report, CommandError> {
    let problem = problem(options)?;
    let solver = ExactSolver::new(problem)?;
    let positions = positions(options, &solver)?;
    let mut store = open_store(options.layers.as_deref())?;
    let solved = solve(&solver, &positions, &mut store, options.layers.as_deref())?;
    Ok(Report::new(text(&problem, &positions, &solved, store.end)))
}

/// The problem of the options.
fn problem(options: &ExactOptions) -> Result<Problem, CommandError> {
    let (rows, cols) = options.board;
    Ok(Problem { rows, cols, goal: goal(options.tile)?, spawn4_probability: options.four })
}

/// The positions of the options.
fn positions(
    options: &ExactOptions,
    solver: &ExactSolver,
) -> Result<Vec<RequestedPosition>, CommandError> {
    let board = options.board;
    let position = |text: &String| {
        let grid: Grid = text.parse()?;
        let word = solver
            .tables()
            .pack(&grid)
            .ok_or_else(|| ExactError::Position { board, position: Box::new(grid) })
            .map_err(|error| format!("--position: {error}"))?;
        Ok(RequestedPosition { grid, word })
    };
    options.position.iter().map(position).collect()
}

/// Creates the working file, a temporary one if none is given.
fn open_store(path: Option<&Path>) -> Result<FileStore, String> {
    FileStore::new(path).map_err(|error| match (path, error.kind()) {
        (Some(path), io::ErrorKind::AlreadyExists) => format!(
            "{} exists already; name a new file with --layers, which is deleted",
            path.display()
        ),
        (Some(path), _) => format!("{}: {error}", path.display()),
        (None, _) => format!("{}: {error}", std::env::temp_dir().display()),
    })
}

/// Finds all positions, computes their values, and shows the progress.
fn solve(
    solver: &ExactSolver,
    positions: &[RequestedPosition],
    store: &mut FileStore,
    path: Option<&Path>,
) -> Result<Solved, CommandError> {
    let starts = solver.starts();
    let roots: Vec<u64> = starts.iter().map(|&(word, _)| word).collect();
    let watch = Instant::now();
    // Hidden if standard error is no terminal.
    let progress = ProgressBar::new_spinner().with_style(bar_style("{msg}"));
    let mut finding = |layer: usize, counts: &Counts| {
        let found = counts.positions;
        progress.set_message(format!("finding positions: layer {layer}, {found} so far"));
    };
    let (layers, counts) = solver.enumerate(&roots, store, &mut finding)?;
    // No game has these, and they must not count as if one had: they are solved by themselves.
    let mut others = Vec::new();
    for (at, position) in positions.iter().enumerate() {
        let word = solver.tables().canonical(position.word);
        let layer = store.get(BoardTables::layer(word)).map_err(ExactError::from)?;
        if layer.binary_search(&word).is_err() {
            others.push((at, word));
        }
    }
    let mut more = None;
    if !others.is_empty() {
        let beside = path.map(|path| path.with_added_extension("positions"));
        let mut store = open_store(beside.as_deref())?;
        let roots: Vec<u64> = others.iter().map(|&(_, word)| word).collect();
        let (layers, _) = solver.enumerate(&roots, &mut store, &mut finding)?;
        more = Some((layers, store));
    }
    let search_seconds = watch.elapsed().as_secs_f64();
    let mut value = 0.0;
    let mut move_values = vec![[None; 4]; positions.len()];
    let mut set_values = |index: usize, found: [&Layer; 3], is_asked: &dyn Fn(usize) -> bool| {
        for (at, position) in positions.iter().enumerate() {
            if BoardTables::layer(position.word) == index && is_asked(at) {
                move_values[at] = solver.move_values(&position.grid, found[1], found[2]);
            }
        }
    };
    let is_other = |at: usize| others.iter().any(|&(other, _)| other == at);
    solver.value(layers, store, &mut |index, found| {
        progress.set_message(format!("computing values: layer {index} of {layers}"));
        set_values(index, found, &|at| !is_other(at));
        for &(word, chance) in starts.iter().filter(|&&(word, _)| BoardTables::layer(word) == index)
        {
            // A start that already has the tile is not among the positions; its value is 1.
            let place = found[0].positions.binary_search(&word);
            value += chance * place.map_or(1.0, |place| found[0].values[place]);
        }
        Ok(())
    })?;
    if let Some((layers, mut store)) = more {
        solver.value(layers, &mut store, &mut |index, found| {
            set_values(index, found, &is_other);
            Ok(())
        })?;
    }
    progress.finish_and_clear();
    let value_seconds = watch.elapsed().as_secs_f64() - search_seconds;
    Ok(Solved { value, move_values, counts, search_seconds, value_seconds })
}

/// The result. `bytes` is the size of the working file.
fn text(problem: &Problem, positions: &[RequestedPosition], solved: &Solved, bytes: u64) -> String {
    let mut text = String::new();
    let mut say = |line: String| text += &format!("{line}\n");
    let Problem { rows, cols, .. } = problem;
    let Solved { value, counts, .. } = solved;
    match problem.goal {
        Goal::Score => say(format!("{rows}x{cols}: expected score {value:.6}")),
        Goal::Tile(rank) => {
            say(format!("{rows}x{cols}: probability of {}: {value:.9}", 1u64 << rank));
        }
    }
    say(format!(
        "{} positions ({} with their symmetric forms), {} afterstates, {} lost positions, largest tile {}",
        counts.positions,
        counts.labeled,
        counts.afterstates,
        counts.terminal,
        1u64 << counts.max_rank
    ));
    say(format!(
        "{:.1} s to find the positions, {:.1} s for their values, {bytes} bytes in the working file",
        solved.search_seconds, solved.value_seconds
    ));
    for (position, values) in positions.iter().zip(&solved.move_values) {
        say(format!("{}", position.grid));
        for direction in Direction::ALL {
            if let Some(value) = values[direction.index()] {
                say(format!("  {direction} {value:.9}"));
            }
        }
    }
    text
}
