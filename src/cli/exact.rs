//! `afterstate exact`: solves a small board exactly, with its layers in a file so that 3x3 takes
//! little memory.

use std::cell::Cell;
use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;

use super::output::{CommandError, note, say};
use crate::rules::{Direction, Grid};
use crate::search::exact::store::{LayerStore, decode, encode};
use crate::search::exact::tables::BoardTables;
use crate::search::exact::{ExactSolver, Goal, Problem};

/// The options of `afterstate exact`.
#[derive(Args, Debug)]
pub struct ExactOptions {
    /// Board size as ROWSxCOLUMNS: 2x2, 2x3, 3x2, 2x4, 4x2 or 3x3
    #[arg(value_name = "BOARD", value_parser = super::experiment::board)]
    board: (usize, usize),
    /// Maximize the probability of reaching this tile, instead of the expected score
    #[arg(long, value_name = "TILE")]
    tile: Option<u64>,
    /// Probability that a spawned tile is a 4
    #[arg(long, value_name = "PROBABILITY", default_value_t = crate::rules::FOUR_PROBABILITY)]
    four: f64,
    /// Also print the value of each move in this position, such as "2 4 / . 2". May be repeated
    #[arg(long, value_name = "POSITION")]
    position: Vec<String>,
    /// Working file for the positions (84 MB for 3x3), deleted at the end [default: a temporary
    /// file]
    #[arg(long, value_name = "FILE")]
    layers: Option<PathBuf>,
}

/// Layers in a working file.
struct FileStore {
    file: File,
    path: PathBuf,
    /// The start and length of each layer, in bytes.
    places: Vec<(u64, usize)>,
    end: u64,
}

impl FileStore {
    fn new(path: &Path) -> io::Result<Self> {
        let file =
            OpenOptions::new().create(true).truncate(true).read(true).write(true).open(path)?;
        Ok(Self { file, path: path.to_owned(), places: Vec::new(), end: 0 })
    }
}

impl Drop for FileStore {
    fn drop(&mut self) {
        // It does no harm if the file stays.
        let _ = std::fs::remove_file(&self.path);
    }
}

impl LayerStore for FileStore {
    fn put(&mut self, positions: &[u64]) -> io::Result<()> {
        let mut bytes = Vec::new();
        encode(positions, &mut bytes);
        self.file.write_all(&bytes)?;
        self.places.push((self.end, bytes.len()));
        self.end += bytes.len() as u64;
        Ok(())
    }

    fn get(&mut self, layer: usize) -> io::Result<Vec<u64>> {
        let Some(&(start, length)) = self.places.get(layer) else { return Ok(Vec::new()) };
        let mut bytes = vec![0; length];
        self.file.seek(SeekFrom::Start(start))?;
        self.file.read_exact(&mut bytes)?;
        Ok(decode(&bytes))
    }
}

/// The progress line on a terminal; nothing if standard error is not a terminal.
struct ProgressLine {
    shown: bool,
    written: Cell<Option<Instant>>,
}

impl ProgressLine {
    fn say(&self, text: &str) {
        let soon = self.written.get().is_some_and(|at| at.elapsed().as_millis() < 200);
        if self.shown && !soon {
            self.written.set(Some(Instant::now()));
            note!("\r\x1b[K{text}");
        }
    }

    fn end(&self) {
        if self.shown {
            note!("\r\x1b[K");
        }
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

/// Runs the subcommand.
pub fn run_command(options: &ExactOptions) -> Result<(), CommandError> {
    let (rows, cols) = options.board;
    if !(0.0..=1.0).contains(&options.four) {
        return Err("--four must be from 0 to 1.".into());
    }
    let problem =
        Problem { rows, cols, goal: goal(options.tile)?, spawn4_probability: options.four };
    let solver = ExactSolver::new(problem)?;
    let mut asked = Vec::new();
    for text in &options.position {
        let grid: Grid = text.parse()?;
        let word = solver
            .tables()
            .pack(&grid)
            .ok_or_else(|| format!("--position {text:?} is not a board of {rows}x{cols}"))?;
        asked.push((grid, word));
    }
    let starts = solver.starts();
    // The requested positions may be unreachable in a game, so they are roots too.
    let roots: Vec<u64> = starts
        .iter()
        .map(|&(word, _)| word)
        .chain(asked.iter().map(|&(_, word)| solver.tables().canonical(word)))
        .collect();
    let path = options.layers.clone().unwrap_or_else(|| {
        std::env::temp_dir().join(format!("afterstate-exact-{}.layers", std::process::id()))
    });
    let mut store =
        FileStore::new(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let watch = Instant::now();
    let progress = ProgressLine { shown: io::stderr().is_terminal(), written: Cell::new(None) };
    let (layers, counts) = solver.enumerate(&roots, &mut store, &mut |layer, counts| {
        progress.say(&format!("finding positions: layer {layer}, {} so far", counts.positions));
    })?;
    let search_seconds = watch.elapsed().as_secs_f64();
    let mut value = 0.0;
    let mut answers: Vec<[Option<f64>; 4]> = vec![[None; 4]; asked.len()];
    solver.value(layers, &mut store, &mut |index, [layer, next, after_next]| {
        progress.say(&format!("computing values: layer {index} of {layers}"));
        for ((grid, word), answer) in asked.iter().zip(&mut answers) {
            if BoardTables::layer(*word) == index {
                *answer = solver.move_values(grid, next, after_next);
            }
        }
        for &(word, chance) in starts.iter().filter(|&&(word, _)| BoardTables::layer(word) == index)
        {
            // A start that already has the tile is not among the positions; its value is 1.
            let place = layer.positions.binary_search(&word);
            value += chance * place.map_or(1.0, |place| layer.values[place]);
        }
        Ok(())
    })?;
    progress.end();
    match problem.goal {
        Goal::Score => say!("{rows}x{cols}: expected score {value:.6}")?,
        Goal::Tile(rank) => say!("{rows}x{cols}: probability of {}: {value:.9}", 1u64 << rank)?,
    }
    say!(
        "{} positions ({} with their symmetric forms), {} afterstates, {} lost positions, largest tile {}",
        counts.positions,
        counts.labeled,
        counts.afterstates,
        counts.terminal,
        1u64 << counts.max_rank
    )?;
    say!(
        "{search_seconds:.1} s to find the positions, {:.1} s for their values, {} bytes in the working file",
        watch.elapsed().as_secs_f64() - search_seconds,
        store.end
    )?;
    for ((grid, _), values) in asked.iter().zip(answers) {
        say!("{grid}")?;
        for direction in Direction::ALL {
            if let Some(value) = values[direction.index()] {
                say!("  {direction} {value:.9}")?;
            }
        }
    }
    Ok(())
}
