//! Played games as CSV, one per line: writing and reading. Every command and the page write this one
//! format, and also read those of earlier versions.

use std::collections::HashSet;
use std::fmt::Write;

use super::{GameRecord, csv, round_to_microseconds};
use afterstate::rules::{Grid, MAX_RANK, MAX_SCORE, without_mark};

/// The column names.
pub const COLUMNS: &str = "player,rows,cols,seed,score,largest_tile,moves,seconds,nodes";

/// The column names of earlier versions: of strategies on any board, and of players of 4x4.
pub const FORMER: [&str; 2] = [
    "strategy,rows,cols,seed,score,largest_tile,moves,seconds",
    "player,seed,score,largest_tile,moves,seconds,nodes",
];

/// All column names that are read.
pub const READ: [&str; 3] = [COLUMNS, FORMER[0], FORMER[1]];

/// The most seconds of a game in a file: 32 years. Up to there, reading and writing whole
/// microseconds changes nothing.
pub const MAX_SECONDS: f64 = 1e9;

/// The games of one player as CSV without the column names. The player is quoted because it may
/// contain commas.
pub fn lines(player: &str, rows: usize, cols: usize, games: &[GameRecord]) -> String {
    let (mut text, player) = (String::new(), csv::quoted(player));
    for game in games {
        let GameRecord { seed, score, largest_rank, moves, seconds, nodes } = game;
        let tile = afterstate::rules::tile(*largest_rank);
        let nodes = nodes.map_or(String::new(), |nodes| nodes.to_string());
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{player},{rows},{cols},{seed},{score},{tile},{moves},{seconds:.6},{nodes}"
        );
    }
    text
}

/// One line of raw games.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The player's text form.
    pub player: String,
    /// The board, as (rows, columns).
    pub board: (usize, usize),
    /// The game.
    pub game: GameRecord,
}

/// Reads games from [`lines`], with or without column names, also if a spreadsheet has saved them.
///
/// # Errors
/// A message with the first line that is not a game.
pub fn read(text: &str) -> Result<Vec<Line>, String> {
    let text = csv::restore(without_mark(text), &READ);
    let (mut games, mut columns) = (Vec::new(), None);
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(known) = READ.into_iter().find(|&known| known == line) {
            columns = Some(known);
            continue;
        }
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let game = read_line(line, columns).ok_or_else(|| {
            format!(
                "line {number} is not a game: {line:?}; expected {COLUMNS}, with a board of 2x2 to 9x9, \
                 a tile that a game on it can make, and seconds from 0 to {MAX_SECONDS:e}"
            )
        })?;
        games.push(game);
    }
    Ok(games)
}

/// The games of one player on one board.
#[derive(Clone, Debug, PartialEq)]
pub struct Set {
    /// The player's text form.
    pub player: String,
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
    for Line { player, board, game } in read(text)? {
        // The games of a set follow each other, so its place is most often the last.
        let found = sets.iter().rposition(|set| set.player == player && set.board == board);
        let place = found.unwrap_or(sets.len());
        if !seen.insert((place, game.seed)) {
            return Err(format!("the game of {player} with seed {} appears twice", game.seed));
        }
        if found.is_none() {
            sets.push(Set { player, board, games: Vec::new() });
        }
        sets[place].games.push(game);
    }
    if sets.is_empty() { Err("the file has no games".into()) } else { Ok(sets) }
}

/// Reads a line. `None` unless a game on its board can have these numbers.
fn read_line(line: &str, columns: Option<&str>) -> Option<Line> {
    let fields = csv::fields(line);
    let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
    // Half a line of the one columns may have as many fields as a line of the others.
    let columns = columns.unwrap_or(if fields.len() == 8 { FORMER[0] } else { COLUMNS });
    if fields.len() != columns.split(',').count() {
        return None;
    }
    let board = |rows: &str, cols: &str| Some((rows.parse().ok()?, cols.parse().ok()?));
    let (player, board, game, nodes) = match fields[..] {
        [player, rows, cols, ref game @ .., nodes] if columns == COLUMNS => {
            (player, board(rows, cols)?, game, nodes)
        }
        [player, rows, cols, ref game @ ..] if columns == FORMER[0] => {
            (player, board(rows, cols)?, game, "")
        }
        [player, ref game @ .., nodes] => (player, (4, 4), game, nodes),
        _ => return None,
    };
    let nodes = if nodes.is_empty() { None } else { Some(number(nodes)?) };
    let game = GameRecord { nodes, ..record(game)? };
    let largest_rank = Grid::new(board.0, board.1).ok()?.largest_rank();
    let player = player.to_owned();
    (game.largest_rank <= largest_rank).then_some(Line { player, board, game })
}

/// Reads the seed, the score, the largest tile, the moves and the seconds.
fn record(fields: &[&str]) -> Option<GameRecord> {
    let [seed, score, largest_tile, moves, seconds] = *fields else { return None };
    let largest_tile: u64 = largest_tile.parse().ok()?;
    let is_tile = largest_tile.is_power_of_two() && (2..=1 << MAX_RANK).contains(&largest_tile);
    // Spreadsheets write the decimal sign of their language.
    let seconds = seconds
        .replace(',', ".")
        .parse()
        .ok()
        .filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds))?;
    Some(GameRecord {
        seed: seed.parse().ok()?,
        score: number(score)?,
        largest_rank: is_tile.then(|| largest_tile.ilog2() as u8)?,
        moves: number(moves)?,
        seconds: round_to_microseconds(seconds),
        nodes: None,
    })
}

/// Reads a score, moves or nodes. A move adds at least 2 to the tiles, whose sum is far below the
/// largest score, so the limit of scores holds for moves too; for nodes it is years of search.
fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|number| *number <= MAX_SCORE)
}
