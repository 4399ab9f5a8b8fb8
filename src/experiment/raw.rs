//! Raw games as CSV, one per line: writing and reading.

use std::collections::HashSet;
use std::fmt::Write;

use super::GameRecord;

/// The column names, which are the first line.
pub const COLUMNS: &str = "strategy,rows,cols,seed,score,largest_tile,moves,seconds";

/// The games of one strategy as CSV without the column names. The strategy is quoted because it may
/// contain commas.
pub fn lines(strategy: &str, rows: usize, cols: usize, games: &[GameRecord]) -> String {
    let mut text = String::new();
    for game in games {
        let GameRecord { seed, score, largest_rank, moves, seconds } = game;
        let tile = crate::rules::tile(*largest_rank);
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "\"{strategy}\",{rows},{cols},{seed},{score},{tile},{moves},{seconds:.6}"
        );
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

/// Reads games from [`lines`], with or without the header. The error names the first invalid line.
pub fn read(text: &str) -> Result<Vec<Line>, String> {
    let mut games = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line == COLUMNS || line.is_empty() || line.starts_with('#') {
            continue;
        }
        let game = read_line(line).ok_or_else(|| {
            format!("line {} is not a game: {line:?}; expected {COLUMNS}", number + 1)
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

/// Reads the fields of a game in the files of experiments and matches. `None` unless all are numbers.
pub fn record([seed, score, largest_tile, moves, seconds]: [&str; 5]) -> Option<GameRecord> {
    let largest_tile: u64 = largest_tile.parse().ok()?;
    Some(GameRecord {
        seed: seed.parse().ok()?,
        score: score.parse().ok()?,
        largest_rank: largest_tile.checked_ilog2().unwrap_or(0) as u8,
        moves: moves.parse().ok()?,
        seconds: seconds.parse().ok()?,
    })
}

fn read_line(line: &str) -> Option<Line> {
    let (strategy, rest) = line.strip_prefix('"')?.split_once("\",")?;
    let fields: Vec<&str> = rest.split(',').collect();
    let [rows, cols, seed, score, largest_tile, moves, seconds] = fields[..] else { return None };
    let game = record([seed, score, largest_tile, moves, seconds])?;
    let board = (rows.parse().ok()?, cols.parse().ok()?);
    Some(Line { strategy: strategy.to_owned(), board, game })
}
