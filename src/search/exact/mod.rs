//! Exact solutions of small boards by dynamic programming: the maximum expected score, or the
//! maximum probability of a tile.
//!
//! A move keeps the sum of the tiles and a spawn adds 2 or 4, so positions form layers by half
//! their sum. A forward pass finds all reachable positions, layer by layer; a backward pass
//! computes their values from the last layer to the first. Symmetric positions count as one. Three
//! layers are in memory at a time; the others are in a [`LayerStore`].
//!
//! Sources of known values: Lees-Miller; Yamashita, Kaneko and Nakayashiki 2022 (docs/use/board-sizes.md).

mod solution;
pub mod store;
pub mod tables;

use std::fmt;
use std::io;

use crate::rules::{FOUR_PROBABILITY, Grid};
pub use solution::Solution;
use store::LayerStore;
use tables::BoardTables;

/// What to maximize.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The expected future score.
    Score,
    /// The probability of reaching a tile of this rank or a larger one.
    Tile(u8),
}

/// The game to solve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Problem {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// What to maximize.
    pub goal: Goal,
    /// The probability that a spawn is a 4: [`FOUR_PROBABILITY`], or 0 for Cook's game with only
    /// 2s.
    pub spawn4_probability: f64,
}

impl Problem {
    /// The game with the standard spawns.
    pub fn new(rows: usize, cols: usize, goal: Goal) -> Self {
        Self { rows, cols, goal, spawn4_probability: FOUR_PROBABILITY }
    }
}

/// Why a game cannot be solved.
#[derive(Debug)]
#[non_exhaustive]
pub enum ExactError {
    /// The board has too many cells.
    Board {
        /// Requested rows.
        rows: usize,
        /// Requested columns.
        cols: usize,
    },
    /// The position does not belong to the problem.
    Position {
        /// Rows and columns of the problem.
        board: (usize, usize),
        /// The position.
        position: Box<Grid>,
    },
    /// The store failed.
    Store(io::Error),
}

impl fmt::Display for ExactError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board { rows, cols } => write!(
                f,
                "{rows}x{cols} is too large to solve exactly; accepted: 2x2, 2x3, 3x2, 2x4, 4x2 and 3x3"
            ),
            Self::Position { board: (rows, cols), position } => write!(
                f,
                "the position must be a {rows}x{cols} board whose tiles add up to less than 65536, got {position}"
            ),
            Self::Store(error) => write!(f, "the layers could not be stored: {error}"),
        }
    }
}

impl std::error::Error for ExactError {}

impl From<io::Error> for ExactError {
    fn from(error: io::Error) -> Self {
        Self::Store(error)
    }
}

/// The size of a game's tree. Symmetric positions count as one except where noted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions before a move, including those where the game is over.
    pub positions: u64,
    /// The same, with symmetric positions counted separately.
    pub labeled: u64,
    /// Afterstates.
    pub afterstates: u64,
    /// Positions without a possible move.
    pub terminal: u64,
    /// The largest reachable rank.
    pub max_rank: u8,
}

/// The positions of one layer with their values.
#[derive(Clone, Debug, Default)]
pub struct Layer {
    /// Canonical positions, sorted.
    pub positions: Vec<u64>,
    /// The value of each position.
    pub values: Vec<f64>,
}

impl Layer {
    #[inline]
    fn value(&self, position: u64) -> Option<f64> {
        self.positions.binary_search(&position).ok().map(|index| self.values[index])
    }
}

/// Solves one game.
pub struct ExactSolver {
    problem: Problem,
    tables: BoardTables,
}

impl ExactSolver {
    /// A solver with the tables for its board.
    ///
    /// # Errors
    /// [`ExactError::Board`] if the board is too large.
    pub fn new(problem: Problem) -> Result<Self, ExactError> {
        let (rows, cols) = (problem.rows, problem.cols);
        let tables = BoardTables::new(rows, cols).ok_or(ExactError::Board { rows, cols })?;
        Ok(Self { problem, tables })
    }

    /// The tables for the board.
    pub fn tables(&self) -> &BoardTables {
        &self.tables
    }

    fn reached(&self, word: u64) -> bool {
        matches!(self.problem.goal, Goal::Tile(rank) if BoardTables::max_rank(word) >= rank)
    }

    /// The possible spawned ranks with their probabilities.
    fn spawns(&self) -> impl Iterator<Item = (u64, f64)> + use<> {
        let spawn4 = self.problem.spawn4_probability;
        [(1, 1.0 - spawn4), (2, spawn4)].into_iter().filter(|&(_, chance)| chance > 0.0)
    }

    /// The canonical positions a game starts from, with their probabilities.
    pub fn starts(&self) -> Vec<(u64, f64)> {
        let cells = self.tables.rows() * self.tables.cols();
        let mut starts = Vec::new();
        for (first, one) in self.spawns() {
            for (second, two) in self.spawns() {
                for a in 0..cells {
                    for b in (0..cells).filter(|&b| b != a) {
                        let word = first << (4 * a) | second << (4 * b);
                        let chance = one * two / (cells * (cells - 1)) as f64;
                        starts.push((self.tables.canonical(word), chance));
                    }
                }
            }
        }
        starts.sort_unstable_by_key(|&(word, _)| word);
        starts.dedup_by(|from, into| {
            let same = from.0 == into.0;
            if same {
                into.1 += from.1;
            }
            same
        });
        starts
    }

    /// The canonical afterstates of a layer's positions, sorted and without duplicates.
    fn afterstates(&self, positions: &[u64]) -> Vec<u64> {
        let chunks: Vec<&[u64]> = positions.chunks(CHUNK).collect();
        let by_chunk = super::parallel::map(chunks.len(), &|chunk: usize| {
            let mut afters: Vec<u64> = chunks[chunk]
                .iter()
                .flat_map(|&word| self.tables.slides(word).into_iter().flatten())
                .map(|(after, _)| self.tables.canonical(after))
                .collect();
            afters.sort_unstable();
            afters.dedup();
            afters
        });
        let mut afters = by_chunk.concat();
        afters.sort_unstable();
        afters.dedup();
        afters
    }

    /// The forward pass: finds every position that is reachable from `roots` and puts the layers
    /// into the store. Calls `progress` after each layer. Returns the number of layers and the
    /// counts.
    ///
    /// # Errors
    /// [`ExactError::Store`] if the store fails.
    pub fn enumerate(
        &self,
        roots: &[u64],
        store: &mut impl LayerStore,
        progress: &mut dyn FnMut(usize, &Counts),
    ) -> Result<(usize, Counts), ExactError> {
        let last_root = roots.iter().map(|&root| BoardTables::layer(root)).max().unwrap_or(0);
        let mut counts = Counts::default();
        let (mut layer, mut next, mut after_next) = (Vec::new(), Vec::new(), Vec::new());
        let mut index = 0;
        while index <= last_root || !layer.is_empty() || !next.is_empty() || !after_next.is_empty()
        {
            layer.extend(
                roots
                    .iter()
                    .filter(|&&root| BoardTables::layer(root) == index && !self.reached(root)),
            );
            layer.sort_unstable();
            layer.dedup();
            store.put(&layer)?;
            counts.positions += layer.len() as u64;
            for &word in &layer {
                counts.labeled += self.tables.orbit(word) as u64;
                counts.max_rank = counts.max_rank.max(BoardTables::max_rank(word));
                counts.terminal += u64::from(self.tables.slides(word) == [None; 4]);
            }
            let afters = self.afterstates(&layer);
            counts.afterstates += afters.len() as u64;
            for &after in &afters {
                if self.reached(after) {
                    counts.max_rank = counts.max_rank.max(BoardTables::max_rank(after));
                    continue;
                }
                for cell in self.tables.empties(after) {
                    for (rank, _) in self.spawns() {
                        let spawned = after | rank << (4 * cell);
                        if !self.reached(spawned) {
                            let into = if rank == 1 { &mut next } else { &mut after_next };
                            into.push(self.tables.canonical(spawned));
                        }
                    }
                }
            }
            progress(index, &counts);
            next.sort_unstable();
            next.dedup();
            layer = std::mem::replace(&mut next, std::mem::take(&mut after_next));
            index += 1;
        }
        Ok((index, counts))
    }

    /// The value of an afterstate, from the two layers after its own. Positions that are not in the
    /// layers count 0.
    fn afterstate_value(&self, after: u64, next: &Layer, after_next: &Layer) -> f64 {
        if self.reached(after) {
            return 1.0;
        }
        let (mut sum, mut count) = (0.0, 0.0);
        for cell in self.tables.empties(after) {
            for (rank, chance) in self.spawns() {
                let spawned = after | rank << (4 * cell);
                let value = if self.reached(spawned) {
                    1.0
                } else {
                    let layer = if rank == 1 { next } else { after_next };
                    layer.value(self.tables.canonical(spawned)).unwrap_or(0.0)
                };
                sum += chance * value;
            }
            count += 1.0;
        }
        sum / count
    }

    fn reward(&self, reward: u64) -> f64 {
        if self.problem.goal == Goal::Score { reward as f64 } else { 0.0 }
    }

    /// Computes the values of a layer's positions from the two layers after it.
    fn value_layer(&self, positions: Vec<u64>, next: &Layer, after_next: &Layer) -> Layer {
        let afters = self.afterstates(&positions);
        let chunks: Vec<&[u64]> = afters.chunks(CHUNK).collect();
        let values = super::parallel::map(chunks.len(), &|chunk: usize| {
            let value = |&after: &u64| self.afterstate_value(after, next, after_next);
            chunks[chunk].iter().map(value).collect::<Vec<f64>>()
        });
        let afters = Layer { values: values.concat(), positions: afters };
        let chunks: Vec<&[u64]> = positions.chunks(CHUNK).collect();
        let values = super::parallel::map(chunks.len(), &|chunk: usize| {
            let value = |&word: &u64| {
                let moves = self.tables.slides(word).into_iter().flatten();
                let values = moves.map(|(after, reward)| {
                    self.reward(reward) + afters.value(self.tables.canonical(after)).unwrap_or(0.0)
                });
                // A position without a move is worth 0, the minimum of any value.
                values.fold(0.0, f64::max)
            };
            chunks[chunk].iter().map(value).collect::<Vec<f64>>()
        });
        Layer { values: values.concat(), positions }
    }

    /// The backward pass: computes the values of the `layers` in the store from the last to the
    /// first. Calls `valued` with the index of each layer, the layer, and the two layers after it.
    ///
    /// # Errors
    /// [`ExactError::Store`], also if `valued` fails.
    pub fn value(
        &self,
        layers: usize,
        store: &mut impl LayerStore,
        valued: &mut dyn FnMut(usize, [&Layer; 3]) -> io::Result<()>,
    ) -> Result<(), ExactError> {
        let (mut next, mut after_next) = (Layer::default(), Layer::default());
        for index in (0..layers).rev() {
            let layer = self.value_layer(store.get(index)?, &next, &after_next);
            valued(index, [&layer, &next, &after_next])?;
            after_next = std::mem::replace(&mut next, layer);
        }
        Ok(())
    }

    /// The value of each move of a position, by direction, from the two layers after its own.
    pub fn move_values(&self, grid: &Grid, next: &Layer, after_next: &Layer) -> [Option<f64>; 4] {
        let Some(word) = self.tables.pack(grid) else { return [None; 4] };
        self.tables.slides(word).map(|slide| {
            let (after, reward) = slide?;
            let value = self.afterstate_value(self.tables.canonical(after), next, after_next);
            Some(self.reward(reward) + value)
        })
    }
}

/// Positions per task: some milliseconds of work.
const CHUNK: usize = 8192;

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
