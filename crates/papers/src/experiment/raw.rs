//! Raw games as CSV, one per line: writing and reading.

use std::collections::HashSet;
use std::fmt::Write;

use super::{GameRecord, csv, round_to_microseconds};
use afterstate::rules::{Grid, MAX_RANK, MAX_SCORE, without_mark};

/// The column names, which are the first line.
pub const COLUMNS: &str = "strategy,rows,cols,seed,score,largest_tile,moves,seconds";

/// The most seconds of a game in a file: 32 years. Up to there, reading and writing whole
/// microseconds changes nothing.
pub const MAX_SECONDS: f64 = 1e9;

/// The games of one strategy as CSV without the column names. The strategy is quoted because it may
/// contain commas.
pub fn lines(strategy: &str, rows: usize, cols: usize, games: &[GameRecord]) -> String {
    let (mut text, strategy) = (String::new(), csv::quoted(strategy));
    for game in games {
        let GameRecord { seed, score, largest_rank, moves, seconds } = game;
        let tile = afterstate::rules::tile(*largest_rank);
        // Writing to a String cannot fail.
        let _ =
            writeln!(text, "{strategy},{rows},{cols},{seed},{score},{tile},{moves},{seconds:.6}");
    }
    text
}

/// One line of raw games.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The strategy's text form.
    pub strategy: String,
    /// The board, as (rows, columns).
    pub board: (usize, usize),
    /// The game.
    pub game: GameRecord,
}

/// Reads games from [`lines`], with or without the header, also if a spreadsheet has saved them.
///
/// # Errors
/// A message with the first line that is not a game.
pub fn read(text: &str) -> Result<Vec<Line>, String> {
    read_after(0, &csv::restore(without_mark(text), &[COLUMNS]))
}

/// Reads games that follow a number of other lines in their file, as [`read`]. The number of the
/// line in an error is that in the file.
///
/// # Errors
/// A message with the first line that is not a game.
pub fn read_after(other_lines: usize, text: &str) -> Result<Vec<Line>, String> {
    let mut games = Vec::new();
    for (number, line) in (other_lines + 1..).zip(text.lines()) {
        if line == COLUMNS || line.is_empty() || line.starts_with('#') {
            continue;
        }
        let game = read_line(line).ok_or_else(|| {
            format!(
                "line {number} is not a game: {line:?}; expected {COLUMNS}, with a board of 2x2 to 9x9, \
                 a tile that a game on it can make, and seconds from 0 to {MAX_SECONDS:e}"
            )
        })?;
        games.push(game);
    }
    Ok(games)
}

/// The games of one strategy on one board.
#[derive(Clone, Debug, PartialEq)]
pub struct Set {
    /// The strategy's text form.
    pub strategy: String,
    /// The board, as (rows, columns).
    pub board: (usize, usize),
    /// Its games, in the order of the file.
    pub games: Vec<GameRecord>,
}

/// Reads what [`lines`] wrote as sets, in the order of their first games.
///
/// # Errors
/// A message, if a line is not a game, a game appears twice, or there is none.
pub fn read_sets(text: &str) -> Result<Vec<Set>, String> {
    let mut sets: Vec<Set> = Vec::new();
    let mut seen = HashSet::new();
    for Line { strategy, board, game } in read(text)? {
        // The games of a set follow each other, so its place is most often the last.
        let found = sets.iter().rposition(|set| set.strategy == strategy && set.board == board);
        let place = found.unwrap_or(sets.len());
        if !seen.insert((place, game.seed)) {
            return Err(format!("the game of {strategy} with seed {} appears twice", game.seed));
        }
        if found.is_none() {
            sets.push(Set { strategy, board, games: Vec::new() });
        }
        sets[place].games.push(game);
    }
    if sets.is_empty() { Err("the file has no games".into()) } else { Ok(sets) }
}

/// Reads the fields of a game in the files of experiments and matches. `None` unless a game on some
/// board can have these numbers.
pub fn record([seed, score, largest_tile, moves, seconds]: [&str; 5]) -> Option<GameRecord> {
    let largest_tile: u64 = largest_tile.parse().ok()?;
    let is_tile = largest_tile.is_power_of_two() && (2..=1 << MAX_RANK).contains(&largest_tile);
    // Spreadsheets write the decimal sign of their language.
    let seconds = seconds
        .replace(',', ".")
        .parse()
        .ok()
        .filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds))?;
    // A move adds at least 2 to the tiles, whose sum is far below the largest score, so the limit
    // of scores holds for moves too.
    let number = |text: &str| text.parse().ok().filter(|number| *number <= MAX_SCORE);
    Some(GameRecord {
        seed: seed.parse().ok()?,
        score: number(score)?,
        largest_rank: is_tile.then(|| largest_tile.ilog2() as u8)?,
        moves: number(moves)?,
        seconds: round_to_microseconds(seconds),
    })
}

fn read_line(line: &str) -> Option<Line> {
    let fields = csv::fields(line);
    let [strategy, rows, cols, seed, score, largest_tile, moves, seconds] = &fields[..] else {
        return None;
    };
    let game = record([seed, score, largest_tile, moves, seconds])?;
    let board = (rows.parse().ok()?, cols.parse().ok()?);
    let largest_rank = Grid::new(board.0, board.1).ok()?.largest_rank();
    (game.largest_rank <= largest_rank).then(|| Line { strategy: strategy.to_owned(), board, game })
}
