//! The recursion: chance nodes, max nodes, and what every thread of a search shares.
//!
//! The value of a chance node (an afterstate) is the mean over all spawns of the value of the max
//! node that follows, and that of a max node the best over its moves of reward plus afterstate.
//! At depth 0 the evaluator speaks. It is a pure function of the board, the depth and the number
//! of 4s still looked at, which is what makes results the same with any table and any threads.

use super::clock::Stopwatch;
use super::parallel;
use super::table::{Key, Table};
use crate::eval::Evaluator;
use crate::rules::{Afterstate, Board, Direction, FOUR_PROBABILITY, Tables, tables};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::Relaxed};

const FOUR: f32 = FOUR_PROBABILITY as f32;

/// At which depth the spawns of a chance node are shared among threads. Below it a task would be
/// too small to be worth handing over: a node of depth 2 is a thousand leaves, some 20 us.
const SPLIT_DEPTH: u8 = 3;

/// How many nodes a thread visits between two looks at clock, limit and stop flag: about 0.1 ms.
const NODES_BETWEEN_CHECKS: u32 = 4096;

/// The most spawns a chance node can have: two kinds in sixteen cells.
const MAX_SPAWNS: usize = 32;

/// What all threads of one search share.
pub struct Shared<'a, E> {
    pub evaluator: &'a E,
    pub table: Option<&'a Table>,
    pub generation: u8,
    pub parallel: bool,
    pub stop: &'a AtomicI32,
    pub stopwatch: Stopwatch,
    pub limit_ms: f64,
    pub limit_nodes: u64,
    /// While false, no limit cuts the search: the first ply is always finished.
    pub may_stop: AtomicBool,
    pub nodes: AtomicU64,
    pub table_hits: AtomicU64,
}

/// One thread's part in a search: what it counted since it last told the others.
pub struct Walker<'a, E> {
    shared: &'a Shared<'a, E>,
    slides: &'static Tables,
    nodes: u32,
    table_hits: u32,
}

impl<E> Drop for Walker<'_, E> {
    fn drop(&mut self) {
        self.tell();
    }
}

impl<'a, E: Evaluator> Walker<'a, E> {
    pub fn new(shared: &'a Shared<'a, E>) -> Self {
        Self { shared, slides: tables(), nodes: 0, table_hits: 0 }
    }

    /// The value of an afterstate with `depth` plies below it; `None` if the search was stopped.
    pub fn chance(&mut self, board: Board, depth: u8, fours: u8) -> Option<f32> {
        if depth == 0 {
            self.nodes += 1;
            return Some(self.shared.evaluator.value(board));
        }
        self.count_node()?;
        let key = Key { board, depth, fours };
        if let Some(value) = self.shared.table.and_then(|table| table.probe(key)) {
            self.table_hits += 1;
            return Some(value);
        }
        let value = if depth == 1 {
            self.last_ply(board, fours)
        } else if depth >= SPLIT_DEPTH && self.shared.parallel {
            self.spread(board, depth, fours)?
        } else {
            let (mut twos, mut with_fours) = (0.0, 0.0);
            for cell in board.empty_cells() {
                twos += self.best(board.with(cell, 1), depth, fours)?;
                if fours > 0 {
                    with_fours += self.best(board.with(cell, 2), depth, fours - 1)?;
                }
            }
            mean(board, twos, with_fours, fours)
        };
        if let Some(table) = self.shared.table {
            table.store(key, value, self.shared.generation);
        }
        Some(value)
    }

    /// The same sum as in [`Self::chance`], its terms found by the evaluator all at once.
    fn last_ply(&mut self, board: Board, fours: u8) -> f32 {
        let (mut best, mut sums) = ([0.0; 16], [0.0; 2]);
        let kinds = if fours > 0 { 2 } else { 1 };
        for (sum, rank) in sums.iter_mut().zip(1..=kinds) {
            self.nodes += self.shared.evaluator.replies(board, rank, &mut best);
            for cell in board.empty_cells() {
                *sum += best[cell];
            }
        }
        mean(board, sums[0], sums[1], fours)
    }

    /// The same sum as in [`Self::chance`], its terms found by several threads.
    fn spread(&mut self, board: Board, depth: u8, fours: u8) -> Option<f32> {
        let kinds = if fours > 0 { 2 } else { 1 };
        let mut spawns = [(Board::EMPTY, 0); MAX_SPAWNS];
        let mut count = 0;
        for kind in 0..kinds {
            for cell in board.empty_cells() {
                spawns[count] = (board.with(cell, 1 + kind), fours - kind);
                count += 1;
            }
        }
        let shared = self.shared;
        let values = parallel::map(count, &|index| {
            // Most tasks end before they have counted up to a check of their own.
            shared.go_on()?;
            let (board, fours) = spawns[index];
            Walker::new(shared).best(board, depth, fours)
        });
        let cells = board.empty_count() as usize;
        let sum = |values: &[Option<f32>]| {
            values.iter().try_fold(0.0, |sum, value| value.map(|value| sum + value))
        };
        Some(mean(board, sum(&values[..cells])?, sum(&values[cells..count])?, fours))
    }

    /// The value of a board to move on with `depth` plies to go, at least 1.
    pub fn best(&mut self, board: Board, depth: u8, fours: u8) -> Option<f32> {
        let mut best = None;
        for direction in Direction::ALL {
            if let Some(after) = self.slides.slide(board, direction) {
                let value = self.worth(after, depth - 1, fours)?;
                if best.is_none_or(|best| value > best) {
                    best = Some(value);
                }
            }
        }
        Some(best.unwrap_or_else(|| self.shared.evaluator.lost()))
    }

    /// Reward and value of a move that was made, with `depth` plies below it.
    pub fn worth(&mut self, after: Afterstate<Board>, depth: u8, fours: u8) -> Option<f32> {
        let value = self.chance(after.board, depth, fours)?;
        // The weight is a constant of the evaluator: where it is 0 the reward is not even added up.
        Some(if E::REWARD_WEIGHT == 0.0 {
            value
        } else {
            value + E::REWARD_WEIGHT * after.reward as f32
        })
    }

    fn count_node(&mut self) -> Option<()> {
        self.nodes += 1;
        if self.nodes >= NODES_BETWEEN_CHECKS {
            self.tell();
            self.shared.go_on()?;
        }
        Some(())
    }
}

impl<E> Walker<'_, E> {
    /// Adds up what this thread counted.
    fn tell(&mut self) {
        self.shared.nodes.fetch_add(std::mem::take(&mut self.nodes).into(), Relaxed);
        self.shared.table_hits.fetch_add(std::mem::take(&mut self.table_hits).into(), Relaxed);
    }
}

impl<E> Shared<'_, E> {
    /// `None` if a limit is reached or somebody said stop.
    pub fn go_on(&self) -> Option<()> {
        let cut = self.may_stop.load(Relaxed)
            && (self.stop.load(Relaxed) != 0
                || self.nodes.load(Relaxed) >= self.limit_nodes
                || self.stopwatch.ms() >= self.limit_ms);
        (!cut).then_some(())
    }
}

/// The mean over the spawns, given the sums over the empty cells. Where no more 4s are looked at
/// every spawn counts as a 2.
fn mean(board: Board, twos: f32, with_fours: f32, fours: u8) -> f32 {
    let sum = if fours > 0 { (1.0 - FOUR) * twos + FOUR * with_fours } else { twos };
    sum / board.empty_count() as f32
}
