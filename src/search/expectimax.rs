//! The recursion over chance nodes and max nodes, and the state that the threads of a search share.
//!
//! The value of a chance node (an afterstate) is the mean of the max nodes below it, weighted by
//! the probabilities of the spawns. The value of a max node is that of its best move: reward plus
//! value of the afterstate. The evaluator gives the values of the leaves. Unlikely spawns and
//! low-value moves are searched to a reduced depth. A value depends only on the board, the depth
//! and these reductions, so tables and threads never change a result.

use super::clock::Stopwatch;
use super::limits::DepthReductions;
use super::parallel;
use super::table::{Key, TranspositionTable};
use crate::eval::Evaluator;
use crate::rules::{Afterstate, Board, Direction, FOUR_PROBABILITY, Tables, tables};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::Relaxed};

const FOUR: f32 = FOUR_PROBABILITY as f32;

/// The minimum depth at which threads share the spawns of a chance node. For smaller tasks the cost
/// of scheduling exceeds the gain: a node of depth 2 has about a thousand leaves, some 20 us.
const SPLIT_DEPTH: u8 = 3;

/// The number of nodes a thread visits between two checks of the clock, the limits and the stop
/// flag: some 20 us with the built-in heuristic and 100 us with a network
/// (docs/log/search.md). A move may have as little as a millisecond.
const NODES_BETWEEN_CHECKS: u32 = 512;

/// The maximum number of spawns of a chance node: two ranks in sixteen cells.
const MAX_SPAWNS: usize = 32;

/// The state that all threads of one search share.
pub struct Shared<'a, E> {
    pub evaluator: &'a E,
    pub table: Option<&'a TranspositionTable>,
    pub generation: u8,
    pub parallel: bool,
    pub reductions: DepthReductions,
    pub stop: &'a AtomicI32,
    pub stopwatch: Stopwatch,
    pub limit_ms: f64,
    pub limit_nodes: f64,
    /// False until the first ply is complete; until then no limit and no stop flag ends the search.
    pub may_stop: AtomicBool,
    pub nodes: AtomicU64,
    pub table_hits: AtomicU64,
}

/// One thread's part in a search, with counts that it has not yet added to the shared ones.
pub struct Walker<'a, E> {
    shared: &'a Shared<'a, E>,
    slides: &'static Tables,
    nodes: u32,
    table_hits: u32,
}

impl<E> Drop for Walker<'_, E> {
    fn drop(&mut self) {
        self.flush_counts();
    }
}

impl<'a, E: Evaluator> Walker<'a, E> {
    pub fn new(shared: &'a Shared<'a, E>) -> Self {
        Self { shared, slides: tables(), nodes: 0, table_hits: 0 }
    }

    /// The value of an afterstate with `depth` plies below it; `None` if the search was stopped.
    fn chance_value(&mut self, board: Board, depth: u8) -> Option<f32> {
        if depth == 0 {
            self.nodes += 1;
            return Some(self.shared.evaluator.value(board));
        }
        self.count_node()?;
        let key = Key { board, depth, reductions: self.shared.reductions };
        if let Some(value) = self.shared.table.and_then(|table| table.probe(key)) {
            self.table_hits += 1;
            return Some(value);
        }
        let depth_after_4 = self.depth_after_4(board, depth);
        let (twos, fours) = if depth >= SPLIT_DEPTH && self.shared.parallel {
            self.spawn_sums_in_parallel(board, depth, depth_after_4)?
        } else {
            let twos = self.spawn_sum(board, 1, depth)?;
            (twos, depth_after_4.map_or(Some(twos), |depth| self.spawn_sum(board, 2, depth))?)
        };
        let value = ((1.0 - FOUR) * twos + FOUR * fours) / board.empty_count() as f32;
        if let Some(table) = self.shared.table {
            table.store(key, value, self.shared.generation);
        }
        Some(value)
    }

    /// The plies left after a spawned 4, if a 2 leaves `depth`; `None` if the 4 is treated as a 2.
    fn depth_after_4(&self, board: Board, depth: u8) -> Option<u8> {
        let left = depth.saturating_sub(self.shared.reductions.spawn4_plies - 1);
        // A 4 and a 2 differ most if one of them ends the game, which needs a full board.
        (left > 0 || board.empty_count() == 1).then_some(left.max(1))
    }

    /// The sum over the empty cells of the best move's value after a tile of `rank` spawned there,
    /// with `depth` plies to go, at least 1.
    fn spawn_sum(&mut self, board: Board, rank: u8, depth: u8) -> Option<f32> {
        let mut sum = 0.0;
        if depth == 1 {
            // The last ply: one call evaluates all spawns.
            let mut best = [0.0; 16];
            self.nodes += self.shared.evaluator.best_replies(board, rank, &mut best);
            for cell in board.empty_cells() {
                sum += best[cell];
            }
        } else {
            for cell in board.empty_cells() {
                sum += self.max_value(board.with(cell, rank), depth)?;
            }
        }
        Some(sum)
    }

    /// [`Self::spawn_sum`] for 2s and for 4s, with the terms shared among threads.
    fn spawn_sums_in_parallel(
        &mut self,
        board: Board,
        depth: u8,
        depth_after_4: Option<u8>,
    ) -> Option<(f32, f32)> {
        let mut spawns = [(Board::EMPTY, 0); MAX_SPAWNS];
        let mut count = 0;
        let ranks = [Some((1, depth)), depth_after_4.map(|depth| (2, depth))];
        for (rank, depth) in ranks.into_iter().flatten() {
            for cell in board.empty_cells() {
                spawns[count] = (board.with(cell, rank), depth);
                count += 1;
            }
        }
        let shared = self.shared;
        let values = parallel::map(count, &|index| {
            // Most tasks are too short to reach a check of their own.
            shared.check_limits()?;
            let (board, depth) = spawns[index];
            Walker::new(shared).max_value(board, depth)
        });
        let sum = |values: &[Option<f32>]| {
            values.iter().try_fold(0.0, |sum, value| value.map(|value| sum + value))
        };
        let (twos, fours) = values.split_at(board.empty_count() as usize);
        let twos = sum(twos)?;
        Some((twos, if fours.is_empty() { twos } else { sum(fours)? }))
    }

    /// The value of a board for the player to move, with `depth` plies to go, at least 1.
    pub fn max_value(&mut self, board: Board, depth: u8) -> Option<f32> {
        let afters = Direction::ALL.map(|direction| self.slides.slide(board, direction));
        let depths = self.depths(&afters, depth);
        let mut best = None;
        for (after, below) in afters.into_iter().zip(depths) {
            if let (Some(after), Some(below)) = (after, below) {
                let value = self.move_value(after, below)?;
                if best.is_none_or(|best| value > best) {
                    best = Some(value);
                }
            }
        }
        Some(best.unwrap_or_else(|| self.shared.evaluator.terminal_value()))
    }

    /// The plies below each move of a board with `depth` to go; `None` for a move that is not
    /// searched.
    fn depths(&mut self, afters: &[Option<Afterstate<Board>>; 4], depth: u8) -> [Option<u8>; 4] {
        let low_value_plies = self.shared.reductions.low_value_plies;
        if depth == 1
            || low_value_plies == 1
            || self.shared.evaluator.pruning_margin() == f32::INFINITY
        {
            return [Some(depth - 1); 4];
        }
        let values = self.immediate_values(afters);
        let low_value = self.shared.low_value(&values);
        low_value.map(|low_value| depth.checked_sub(if low_value { low_value_plies } else { 1 }))
    }

    /// The value of each move without searching further, all evaluated by one call.
    fn immediate_values(&mut self, afters: &[Option<Afterstate<Board>>; 4]) -> [Option<f32>; 4] {
        let mut boards = [Board::EMPTY; 4];
        let mut count = 0;
        for after in afters.iter().flatten() {
            boards[count] = after.board;
            count += 1;
        }
        let mut values = [0.0; 4];
        self.shared.evaluator.values(&boards[..count], &mut values[..count]);
        self.nodes += count as u32;
        let mut values = values.into_iter();
        afters.map(|after| {
            let (after, value) = (after?, values.next()?);
            Some(with_reward::<E>(value, after))
        })
    }

    /// The value of a move, reward included, with `depth` plies below it.
    pub fn move_value(&mut self, after: Afterstate<Board>, depth: u8) -> Option<f32> {
        Some(with_reward::<E>(self.chance_value(after.board, depth)?, after))
    }

    fn count_node(&mut self) -> Option<()> {
        self.nodes += 1;
        if self.nodes >= NODES_BETWEEN_CHECKS {
            self.flush_counts();
            self.shared.check_limits()?;
        }
        Some(())
    }
}

/// The value of a move whose afterstate has this value.
fn with_reward<E: Evaluator>(value: f32, after: Afterstate<Board>) -> f32 {
    // The weight is a constant: if it is 0, the compiler also removes the addition of the rewards.
    if E::REWARD_WEIGHT == 0.0 { value } else { value + E::REWARD_WEIGHT * after.reward as f32 }
}

impl<E> Walker<'_, E> {
    /// Adds this thread's counts to the shared ones.
    fn flush_counts(&mut self) {
        self.shared.nodes.fetch_add(std::mem::take(&mut self.nodes).into(), Relaxed);
        self.shared.table_hits.fetch_add(std::mem::take(&mut self.table_hits).into(), Relaxed);
    }
}

impl<'a, E> Shared<'a, E> {
    /// A single-threaded search without limits.
    pub fn new(
        evaluator: &'a E,
        table: Option<&'a TranspositionTable>,
        generation: u8,
        stop: &'a AtomicI32,
    ) -> Self {
        Self {
            evaluator,
            table,
            generation,
            parallel: false,
            reductions: DepthReductions::USUAL,
            stop,
            stopwatch: Stopwatch::start(),
            limit_ms: f64::INFINITY,
            limit_nodes: f64::INFINITY,
            may_stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            table_hits: AtomicU64::new(0),
        }
    }

    /// The same search within limits.
    pub fn limited(self, nodes: f64, ms: f64) -> Self {
        Self { limit_nodes: nodes, limit_ms: ms, ..self }
    }

    /// The same search with these reductions.
    pub fn reductions(self, reductions: DepthReductions) -> Self {
        Self { reductions, ..self }
    }

    /// The same search with one thread or with all, whose time is always that of the wall clock.
    pub fn parallel(self, parallel: bool) -> Self {
        let stopwatch = if parallel { Stopwatch::start_wall() } else { self.stopwatch };
        Self { parallel, stopwatch, ..self }
    }

    /// Which moves have a low value next to the best one; `values` is indexed by direction.
    pub fn low_value(&self, values: &[Option<f32>; 4]) -> [bool; 4]
    where
        E: Evaluator,
    {
        let best = values.iter().flatten().copied().fold(f32::NEG_INFINITY, f32::max);
        let threshold = best - self.evaluator.pruning_margin();
        values.map(|value| value.is_some_and(|value| value < threshold))
    }

    /// `None` if a limit is reached or the stop flag is set.
    pub fn check_limits(&self) -> Option<()> {
        let stop = self.may_stop.load(Relaxed)
            && (self.stop.load(Relaxed) != 0
                || self.nodes.load(Relaxed) as f64 >= self.limit_nodes
                || self.stopwatch.ms() >= self.limit_ms);
        (!stop).then_some(())
    }
}
