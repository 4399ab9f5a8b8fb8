//! Records of games. A record is one line of text that restores a whole game; a replay is a record
//! without the undone moves.
//!
//! ```text
//! afterstate/1;4x4;seed=42;moves=7:UA4;at=5;keep=1;now=0010000200003002
//! ```
//!
//! | field | meaning |
//! | --- | --- |
//! | `afterstate/1` | the format and its version |
//! | `4x4` | rows x columns |
//! | `seed=` | the seed of the spawns, decimal |
//! | `start=` `score=` | only for a game from a position: its ranks and its score, at most 2^53 - 1 |
//! | `moves=n:` | n moves, three per character of base64url, first move in the lowest bits |
//! | `spawns=` | only for a game that was played elsewhere: the tile after each move, see below |
//! | `at=` | how many of the moves are made; the others can be redone. All by default |
//! | `keep=1` | the player goes on past 2048 |
//! | `now=` | the ranks of the board after `at` moves, to detect a damaged record |
//!
//! A spawn is the number 2 x cell + rank - 1, in one character of base64url on boards of up to 32
//! cells and in two, low bits first, on larger ones.
//!
//! Ranks are one digit per cell, row by row: `0-9`, then `a-z`, then `A-Z`. Numbers are decimal
//! without leading zeros. A replay is a record without `at` and with only the moves made. Reading a
//! record replays the game, so every accepted record is a possible game.
//!
//! A record holds at most 2,000,000 moves. A longer game, which only happens on large boards, is
//! written without its moves, as a game that starts from its current board and score.

use super::game::Origin;
use super::{
    Direction, Game, Grid, GridError, MAX_SCORE, MAX_SIDE, PlayError, Spawn, without_mark,
};
use std::fmt::{self, Write};
use std::str::FromStr;

const MAGIC: &str = "afterstate/1";
/// The maximum number of moves in a record: about 90 games of the strongest player on 4x4, which
/// takes some 22,000 moves to 580,000 points; 700 KB of text.
const MAX_MOVES: usize = 2_000_000;
const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const RANKS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const FIELDS: &str = "seed, start, score, moves, spawns, at, keep, now";

/// Why a text is not the record of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordError {
    /// It does not begin with the format's name.
    Format,
    /// The version is unknown.
    Version(String),
    /// The size is not `rows x columns`.
    Size(String),
    /// The board is not possible.
    Grid(GridError),
    /// A field is unknown or occurs twice.
    Field(String),
    /// A required field is missing.
    Missing(&'static str),
    /// The value of a field is invalid.
    Value {
        /// The field.
        field: &'static str,
        /// The accepted values.
        expected: &'static str,
    },
    /// A move is not possible.
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The reason.
        error: PlayError,
    },
    /// The moves do not lead to the board at the end of the text.
    Mismatch,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format => write!(f, "this is not a game: the text of a game begins with {MAGIC}"),
            Self::Version(version) => {
                write!(f, "this is a game of version {version:?}; this program reads {MAGIC}")
            }
            Self::Size(size) => {
                write!(f, "invalid board size {size:?}; expected ROWSxCOLUMNS, such as 4x4")
            }
            Self::Grid(error) => error.fmt(f),
            Self::Field(field) => {
                write!(f, "the field {field:?} is unknown or occurs twice; a game has {FIELDS}")
            }
            Self::Missing(field) => write!(f, "the field {field} is missing"),
            Self::Value { field, expected } => write!(f, "the field {field} must be {expected}"),
            Self::Move { number, error } => write!(f, "move {number}: {error}"),
            Self::Mismatch => f.write_str(
                "the moves do not lead to the board at the end of the record: it was altered or cut",
            ),
        }
    }
}

impl std::error::Error for RecordError {}

impl From<GridError> for RecordError {
    fn from(error: GridError) -> Self {
        Self::Grid(error)
    }
}

impl Game {
    /// The whole game as one line, including moves that can be redone; see [`Self::from_text`].
    #[must_use]
    pub fn to_text(&self) -> String {
        self.write(&self.moves, Some(self.moves()))
    }

    /// The game as one line with only the moves made, without undone moves.
    #[must_use]
    pub fn replay(&self) -> String {
        self.write(self.history(), None)
    }

    fn write(&self, moves: &[Direction], at: Option<usize>) -> String {
        let grid = self.grid();
        if moves.len() > MAX_MOVES {
            let mut rest = Self::from_position(*grid, self.score(), self.seed);
            rest.keep_going |= self.keep_going;
            return rest.write(&[], at.map(|_| 0));
        }
        let mut text = format!("{MAGIC};{}x{};seed={}", grid.rows(), grid.cols(), self.seed);
        if let Origin::Set(start) = self.origin {
            let _ = write!(text, ";start={};score={}", write_ranks(&start.grid), start.score);
        }
        let _ = write!(text, ";moves={}:", moves.len());
        text.extend(moves.chunks(3).map(|three| {
            let bits = three.iter().rev().fold(0, |bits, d| bits << 2 | d.index());
            char::from(BASE64[bits])
        }));
        if self.own_spawns && !moves.is_empty() {
            text.push_str(";spawns=");
            for spawn in &self.spawns[..moves.len()] {
                let bits = 2 * spawn.cell + usize::from(spawn.rank) - 1;
                text.push(char::from(BASE64[bits & 63]));
                if spawn_width(grid) == 2 {
                    text.push(char::from(BASE64[bits >> 6]));
                }
            }
        }
        if let Some(at) = at {
            let _ = write!(text, ";at={at}");
        }
        if self.keep_going {
            text.push_str(";keep=1");
        }
        let _ = write!(text, ";now={}", write_ranks(grid));
        text
    }

    /// Reads a record from [`Self::to_text`] or [`Self::replay`]. The text is untrusted input; to
    /// read it takes at most as long as to play its moves.
    ///
    /// # Errors
    /// [`RecordError`] if the text is not the record of a possible game.
    pub fn from_text(text: &str) -> Result<Self, RecordError> {
        let fields = Fields::split(without_mark(text).trim())?;
        let (rows, cols) = fields.size;
        let seed = fields.number("seed")?.ok_or(RecordError::Missing("seed"))?;
        let mut game = match fields.get("start") {
            None if fields.get("score").is_some() => return Err(RecordError::Missing("start")),
            None => Self::new(rows, cols, seed)?,
            Some(ranks) => {
                let score = fields.number("score")?.unwrap_or(0);
                if score > MAX_SCORE {
                    let expected = "at most 2^53 - 1";
                    return Err(RecordError::Value { field: "score", expected });
                }
                Self::from_position(read_ranks(rows, cols, ranks)?, score, seed)
            }
        };
        let moves = read_moves(fields.get("moves").ok_or(RecordError::Missing("moves"))?)?;
        let at = match fields.number("at")? {
            None => moves.len(),
            Some(at) => usize::try_from(at).ok().filter(|&at| at <= moves.len()).ok_or(
                RecordError::Value { field: "at", expected: "at most the number of the moves" },
            )?,
        };
        match fields.get("keep") {
            None => {}
            Some("1") => game.keep_going(),
            Some(_) => return Err(RecordError::Value { field: "keep", expected: "1 or left out" }),
        }
        let width = spawn_width(game.grid());
        let spawns = fields.get("spawns").map(str::as_bytes);
        if spawns.is_some_and(|spawns| spawns.len() != moves.len() * width || spawns.is_empty()) {
            return Err(BAD_SPAWNS);
        }
        for (index, &direction) in moves.iter().enumerate() {
            let spawn = spawns.map(|spawns| read_spawn(&spawns[index * width..][..width]));
            game.make(direction, spawn.transpose()?)
                .map_err(|error| RecordError::Move { number: index + 1, error })?;
        }
        while game.moves() > at {
            game.undo();
        }
        match fields.get("now") {
            None => Err(RecordError::Missing("now")),
            Some(ranks) if ranks != write_ranks(game.grid()) => Err(RecordError::Mismatch),
            Some(_) => Ok(game),
        }
    }
}

/// The fields of a record; each has a valid name and occurs once.
struct Fields<'a> {
    size: (usize, usize),
    named: Vec<(&'a str, &'a str)>,
}

impl<'a> Fields<'a> {
    fn split(text: &'a str) -> Result<Self, RecordError> {
        let mut parts = text.split(';');
        match parts.next() {
            Some(MAGIC) => {}
            Some(magic) if magic.starts_with("afterstate/") => {
                return Err(RecordError::Version(shorten(&magic["afterstate/".len()..])));
            }
            _ => return Err(RecordError::Format),
        }
        let size = parts.next().unwrap_or_default();
        let size = size
            .split_once('x')
            .and_then(|(rows, cols)| Some((number(rows)?, number(cols)?)))
            .ok_or_else(|| RecordError::Size(shorten(size)))?;
        let mut named: Vec<(&str, &str)> = Vec::new();
        for part in parts {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let valid = FIELDS.split(", ").any(|field| field == name);
            if !valid || named.iter().any(|(earlier, _)| *earlier == name) {
                return Err(RecordError::Field(shorten(name)));
            }
            named.push((name, value));
        }
        Ok(Self { size, named })
    }

    fn get(&self, field: &str) -> Option<&'a str> {
        self.named.iter().find(|(name, _)| *name == field).map(|(_, value)| *value)
    }

    fn number(&self, field: &'static str) -> Result<Option<u64>, RecordError> {
        let Some(value) = self.get(field) else { return Ok(None) };
        let error = RecordError::Value { field, expected: "a whole number from 0 to 2^64 - 1" };
        number(value).map(Some).ok_or(error)
    }
}

/// Reads a number in its canonical form only, without leading zeros or a sign.
fn number<T: FromStr + ToString>(text: &str) -> Option<T> {
    text.parse().ok().filter(|number: &T| number.to_string() == text)
}

fn read_moves(value: &str) -> Result<Vec<Direction>, RecordError> {
    let error = RecordError::Value {
        field: "moves",
        expected: "a number up to 2000000, a colon, and a character of base64url for every three moves",
    };
    let read = || {
        let (count, packed) = value.split_once(':')?;
        let count: usize = number(count).filter(|&count| count <= MAX_MOVES)?;
        if packed.len() != count.div_ceil(3) {
            return None;
        }
        let mut moves = Vec::with_capacity(packed.len() * 3);
        for byte in packed.bytes() {
            let bits = BASE64.iter().position(|&digit| digit == byte)?;
            moves.extend((0..3).map(|index| Direction::ALL[bits >> (2 * index) & 3]));
        }
        // The unused bits of the last character must be 0, so that a game has only one record.
        let spare = moves.split_off(count);
        spare.iter().all(|&direction| direction == Direction::Up).then_some(moves)
    };
    read().ok_or(error)
}

/// How many characters a spawn takes on a board of this size.
fn spawn_width(grid: &Grid) -> usize {
    if grid.cells() <= 32 { 1 } else { 2 }
}

const BAD_SPAWNS: RecordError = RecordError::Value {
    field: "spawns",
    expected: "a tile for every move, in one or two characters of base64url",
};

/// Reads a spawn. [`Game::make`] checks whether the tile can appear in this cell.
fn read_spawn(digits: &[u8]) -> Result<Spawn, RecordError> {
    let mut bits = 0;
    for &byte in digits.iter().rev() {
        bits = bits << 6 | BASE64.iter().position(|&digit| digit == byte).ok_or(BAD_SPAWNS)?;
    }
    Ok(Spawn { cell: bits / 2, rank: (bits % 2) as u8 + 1 })
}

fn write_ranks(grid: &Grid) -> String {
    grid.ranks().iter().map(|&rank| char::from(RANKS[usize::from(rank)])).collect()
}

fn read_ranks(rows: usize, cols: usize, value: &str) -> Result<Grid, RecordError> {
    let error =
        RecordError::Value { field: "start", expected: "one digit per cell: 0-9, a-z, A-Z" };
    if value.len() > MAX_SIDE * MAX_SIDE {
        return Err(error);
    }
    let rank = |byte| RANKS.iter().position(|&digit| digit == byte).map(|rank| rank as u8);
    let ranks: Option<Vec<u8>> = value.bytes().map(rank).collect();
    Ok(Grid::from_ranks(rows, cols, &ranks.ok_or(error)?)?)
}

/// The start of a text, short enough for an error message.
fn shorten(text: &str) -> String {
    text.chars().take(24).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlong_game_keeps_its_board_and_score() {
        let start = "1024 512 . . / 2 . . . / . . . . / . . . .".parse().unwrap();
        let mut game = Game::from_position(start, 70_000, 5);
        game.keep_going();
        game.moves = vec![Direction::Up; MAX_MOVES];
        assert!(Game::from_text(&game.to_text()).is_err(), "these moves are not possible");
        game.moves.push(Direction::Up);
        for text in
            [game.to_text(), Game { past: vec![game.now; MAX_MOVES + 1], ..game.clone() }.replay()]
        {
            let back = Game::from_text(&text).unwrap();
            assert_eq!((back.grid(), back.score(), back.moves()), (&start, 70_000, 0));
            assert!(back.keep_going && !back.can_redo());
        }
    }
}
