//! Frolov's methods 1 to 13 as players: the exceptions, and the choice of a move. The catalog
//! entries are in `catalog`.
//! Source: S. Frolov, "Solution strategies for a game 2048", Tallinn 2016, sections 2.1 to 2.3,
//! Figure 11, Tables 1 and 2. The algorithm: docs/evidence/papers/frolov.md.

mod catalog;
pub mod formula;
pub mod heuristic;
mod packed;
mod plain;
pub mod tables;

#[cfg(test)]
mod tests;

use crate::strategy::{Player, Settings, Thought};
use afterstate::rules::{Board, Direction, Grid, WINNING_RANK};
use heuristic::Formula;
use tables::Tables;

pub use catalog::STRATEGIES;

/// The value of Figure 11's infinity: more than any formula gives on a board without 2048 (method 1
/// stays below 10^7), and finite, so that averages still order the moves.
pub const WIN_VALUE: f64 = 1e9;

/// The order of Figure 11, which also breaks ties.
const ORDER: [Direction; 4] = [Direction::Left, Direction::Right, Direction::Up, Direction::Down];
/// The directions of Figure 11.
const THREE: &[Direction] = &[Direction::Left, Direction::Right, Direction::Up];
/// Those of the four-direction methods.
const FOUR: &[Direction] = &ORDER;

/// The rules of a search.
struct Rules {
    /// The number of moves to look ahead, at least 1.
    depth: u32,
    /// The directions that the search follows. Methods 1 to 8 never follow down.
    directions: &'static [Direction],
    /// Whether the last move is made before the board is judged.
    last_move_made: bool,
    /// Whether a board with 2048 is worth [`WIN_VALUE`].
    winning_counts: bool,
    /// Whether tiles spawn between moves.
    spawns: bool,
    /// Whether every direction is followed from the board with the spawned tile; otherwise only the
    /// first is, because Figure 11 restores the board "to state after move was made".
    spawn_stays: bool,
}

impl Rules {
    fn won(&self, max_rank: u8) -> bool {
        self.winning_counts && max_rank >= WINNING_RANK
    }
}

/// The exceptions of section 2.1 that a player uses; the first has precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Exceptions {
    first: bool,
    second: bool,
}

impl Exceptions {
    /// The move that overrides the best one on this board, and the reason.
    fn decide(self, grid: &Grid) -> Option<(Direction, &'static str)> {
        let column_fills = |col: usize| (1..4).any(|row| grid.rank(row * 4 + col) > 0);
        let gap_fills = (1..4).any(|col| grid.rank(col) == 0 && column_fills(col));
        if self.first && gap_fills {
            return Some((
                Direction::Up,
                "exception 1: a gap in the first row can be filled from below",
            ));
        }
        if self.second && grid.rank(0) == 0 && (1..4).any(|col| grid.rank(col) > 0) {
            return Some((
                Direction::Left,
                "exception 2: the upper left corner can be filled from the first row",
            ));
        }
        None
    }
}

/// The player of one method.
struct Method {
    formula: Formula,
    tables: Tables,
    memory: packed::Memory,
    rules: Rules,
    exceptions: Exceptions,
    wins: bool,
    /// Whether only values above 0 are compared, as in a program whose best value starts at 0.
    best_starts_at_zero: bool,
}

impl Method {
    fn new(settings: &Settings, formula: Formula, directions: &'static [Direction]) -> Method {
        let wins = settings.switch("win");
        Method {
            formula,
            tables: Tables::new(&formula),
            memory: packed::Memory::new(),
            rules: Rules {
                depth: settings.whole("depth") as u32,
                directions,
                last_move_made: settings.choice("leaf", &catalog::LEAVES),
                winning_counts: wins,
                spawns: true,
                spawn_stays: settings.choice("restore", &catalog::RESTORES),
            },
            exceptions: settings.choice("exceptions", &catalog::EXCEPTIONS),
            wins,
            best_starts_at_zero: false,
        }
    }

    fn direction_value(&mut self, grid: &Grid, direction: Direction) -> Option<f64> {
        // A move raises the largest rank by at most one, and the packed board holds ranks up to 15.
        let fits = u32::from(grid.max_rank()) + self.rules.depth <= 15;
        match Board::try_from(*grid) {
            Ok(board) if fits && self.rules.spawns => packed::direction_value(
                &self.tables,
                &self.rules,
                &mut self.memory,
                board,
                direction,
            ),
            _ => plain::direction_value(&self.formula, &self.rules, grid, direction),
        }
    }
}

impl Player for Method {
    fn choose(&mut self, grid: &Grid) -> Thought {
        let winning_counts = self.wins && grid.max_rank() < WINNING_RANK;
        if winning_counts != self.rules.winning_counts {
            self.rules.winning_counts = winning_counts;
            self.memory.clear();
        }
        let mut values = [None; 4];
        for &direction in self.rules.directions {
            values[direction.index()] = self.direction_value(grid, direction);
        }
        let mut thought = Thought::best_of(values, ORDER);
        if self.best_starts_at_zero && values.iter().flatten().all(|&value| value <= 0.0) {
            let first = self.rules.directions.iter().find(|&&direction| grid.possible(direction));
            thought.best = first.copied();
            thought.note = thought.best.map(|_| "no move is worth more than 0");
        }
        if let Some((direction, why)) = self.exceptions.decide(grid) {
            thought.best = Some(direction);
            thought.note = Some(why);
        } else if thought.best.is_none() && grid.possible(Direction::Down) {
            thought.best = Some(Direction::Down);
            thought.note = Some("down is the only move");
        }
        thought
    }
}
