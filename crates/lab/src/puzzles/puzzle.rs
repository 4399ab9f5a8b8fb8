//! A puzzle, and its line in the file of the page.

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

use crate::games::sample::{digits, from_digits};
use afterstate::rules::{Board, Grid};

/// How hard a puzzle is, by the depth that a search needs to find the right move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The network sees the right move without looking ahead.
    Easy,
    /// Two or three moves ahead.
    Medium,
    /// Four moves ahead or more.
    Hard,
}

impl Level {
    /// All levels, easiest first.
    pub const ALL: [Level; 3] = [Level::Easy, Level::Medium, Level::Hard];

    pub fn name(self) -> &'static str {
        ["easy", "medium", "hard"][self as usize]
    }
}

/// A position in which one move is clearly right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Puzzle {
    /// The position, of 4x4 cells with ranks up to 15.
    pub grid: Grid,
    /// From this depth on, in plies, a search finds the right move.
    pub plies: u8,
    /// The loss of each move by direction, in percent; 0 is the right one, and `None` is not
    /// possible.
    pub losses: [Option<u8>; 4],
}

impl Puzzle {
    /// How hard it is.
    pub fn level(&self) -> Level {
        match self.plies {
            0..=1 => Level::Easy,
            2..=3 => Level::Medium,
            _ => Level::Hard,
        }
    }

    /// The loss of the second best move, in percent.
    pub fn lead(&self) -> u8 {
        self.losses.into_iter().flatten().filter(|&loss| loss > 0).min().unwrap_or(0)
    }

    /// A key by which easier puzzles come first.
    pub fn difficulty(&self) -> (u8, Reverse<u8>, String) {
        (self.plies, Reverse(self.lead()), digits(&self.grid))
    }

    /// The same of all its rotations and reflections.
    pub fn canonical(&self) -> Option<Board> {
        Board::try_from(self.grid).ok().map(Board::canonical)
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", digits(&self.grid), self.plies)?;
        self.losses.iter().try_for_each(|loss| match loss {
            Some(loss) => write!(f, " {loss}"),
            None => f.write_str(" -"),
        })
    }
}

impl FromStr for Puzzle {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let read = || -> Option<Puzzle> {
            let fields: Vec<&str> = line.split(' ').collect();
            let [board, plies, losses @ ..] = &fields[..] else { return None };
            let loss = |text: &&str| match *text {
                "-" => Some(None),
                text => text.parse().ok().map(Some),
            };
            let losses: Vec<Option<u8>> = losses.iter().map(loss).collect::<Option<_>>()?;
            Some(Puzzle {
                grid: from_digits(board)?,
                plies: plies.parse().ok()?,
                losses: losses.try_into().ok()?,
            })
        };
        read().ok_or_else(|| {
            format!("not a puzzle: {line:?}; expected 16 ranks, a depth and four losses in percent")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "0000000102340567 3 - 12 0 40";

    #[test]
    fn a_puzzle_is_read_as_it_was_written() {
        let puzzle: Puzzle = LINE.parse().expect("a puzzle");
        assert_eq!(puzzle.to_string(), LINE);
        assert_eq!((puzzle.level(), puzzle.lead()), (Level::Medium, 12));
        for wrong in ["", "0000 3 - 12 0 40", "0000000102340567 3 - 12 0", &format!("{LINE} 1")] {
            assert!(wrong.parse::<Puzzle>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn deeper_and_closer_puzzles_are_harder() {
        let mut puzzles: Vec<Puzzle> = ["4 0 9 9 9", "1 0 5 9 -", "4 0 5 9 9", "1 0 30 40 -"]
            .map(|rest| format!("0000000102340567 {rest}").parse().expect("a puzzle"))
            .to_vec();
        puzzles.sort_by_key(Puzzle::difficulty);
        assert_eq!(puzzles.iter().map(Puzzle::lead).collect::<Vec<_>>(), [30, 5, 9, 5]);
    }
}
