//! The recursion: chance nodes, max nodes, and what every thread of a search shares.
//!
//! The value of a chance node (an afterstate) is the mean over all spawns of the value of the max
//! node that follows, and that of a max node the best over its moves of reward plus afterstate.
//! At depth 0 the evaluator speaks. What follows a 4, which spawns seldom, and a move that the
//! evaluator holds far worse than another is looked at less deep (forward pruning). The value is a
//! pure function of the board, the depth and these reductions, which is what makes results the same with
//! any table and any threads.

use super::clock::Stopwatch;
use super::limits::DepthReductions;
use super::parallel;
use super::table::{Key, TranspositionTable};
use crate::eval::Evaluator;
use crate::rules::{Afterstate, Board, Direction, FOUR_PROBABILITY, Tables, tables};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::Relaxed};

const FOUR: f32 = FOUR_PROBABILITY as f32;

/// At which depth the spawns of a chance node are shared among threads. Below it a task would be
/// too small to be worth handing over: a node of depth 2 is a thousand leaves, some 20 us.
const SPLIT_DEPTH: u8 = 3;

/// How many nodes a thread visits between two looks at clock, limit and stop flag: some 20 us with
/// a heuristic of lines and 100 us with a network (docs/results/search-log.md), of which a move may have
/// a millisecond in all.
const NODES_BETWEEN_CHECKS: u32 = 512;

/// The most spawns a chance node can have: two kinds in sixteen cells.
const MAX_SPAWNS: usize = 32;

/// What all threads of one search share.
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
    /// While false, no limit stops the search: the first ply is always finished.
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
    pub fn chance(&mut self, board: Board, depth: u8) -> Option<f32> {
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
            self.spread(board, depth, depth_after_4)?
        } else {
            let twos = self.spawns(board, 1, depth)?;
            (twos, depth_after_4.map_or(Some(twos), |depth| self.spawns(board, 2, depth))?)
        };
        let value = ((1.0 - FOUR) * twos + FOUR * fours) / board.empty_count() as f32;
        if let Some(table) = self.shared.table {
            table.store(key, value, self.shared.generation);
        }
        Some(value)
    }

    /// How many plies are left once a 4 has spawned where a 2 would leave `depth`; `None` if it is
    /// taken for a 2 instead.
    fn depth_after_4(&self, board: Board, depth: u8) -> Option<u8> {
        let left = depth.saturating_sub(self.shared.reductions.spawn4_plies - 1);
        // Only a spawn that fills the board can end the game, and where it does a 4 differs most.
        (left > 0 || board.empty_count() == 1).then_some(left.max(1))
    }

    /// The sum over the empty cells of what the best move is worth once a tile of `rank` has
    /// spawned there, with `depth` plies to go, at least 1.
    fn spawns(&mut self, board: Board, rank: u8, depth: u8) -> Option<f32> {
        let mut sum = 0.0;
        if depth == 1 {
            // The last ply: the evaluator looks at all spawns at once.
            let mut best = [0.0; 16];
            self.nodes += self.shared.evaluator.replies(board, rank, &mut best);
            for cell in board.empty_cells() {
                sum += best[cell];
            }
        } else {
            for cell in board.empty_cells() {
                sum += self.best(board.with(cell, rank), depth)?;
            }
        }
        Some(sum)
    }

    /// The sums of [`Self::spawns`] for 2s and for 4s, their terms found by several threads.
    fn spread(&mut self, board: Board, depth: u8, depth_after_4: Option<u8>) -> Option<(f32, f32)> {
        let mut spawns = [(Board::EMPTY, 0); MAX_SPAWNS];
        let mut count = 0;
        let kinds = [Some((1, depth)), depth_after_4.map(|depth| (2, depth))];
        for (rank, depth) in kinds.into_iter().flatten() {
            for cell in board.empty_cells() {
                spawns[count] = (board.with(cell, rank), depth);
                count += 1;
            }
        }
        let shared = self.shared;
        let values = parallel::map(count, &|index| {
            // Most tasks end before they have counted up to a check of their own.
            shared.go_on()?;
            let (board, depth) = spawns[index];
            Walker::new(shared).best(board, depth)
        });
        let sum = |values: &[Option<f32>]| {
            values.iter().try_fold(0.0, |sum, value| value.map(|value| sum + value))
        };
        let (twos, fours) = values.split_at(board.empty_count() as usize);
        let twos = sum(twos)?;
        Some((twos, if fours.is_empty() { twos } else { sum(fours)? }))
    }

    /// The value of a board to move on with `depth` plies to go, at least 1.
    pub fn best(&mut self, board: Board, depth: u8) -> Option<f32> {
        let afters = Direction::ALL.map(|direction| self.slides.slide(board, direction));
        let depths = self.depths(&afters, depth);
        let mut best = None;
        for (after, below) in afters.into_iter().zip(depths) {
            if let (Some(after), Some(below)) = (after, below) {
                let value = self.worth(after, below)?;
                if best.is_none_or(|best| value > best) {
                    best = Some(value);
                }
            }
        }
        Some(best.unwrap_or_else(|| self.shared.evaluator.terminal_value()))
    }

    /// How many plies to look beyond each move of a board with `depth` to go; `None` for one that
    /// lags so far that it is not looked at.
    fn depths(&mut self, afters: &[Option<Afterstate<Board>>; 4], depth: u8) -> [Option<u8>; 4] {
        let low_value_plies = self.shared.reductions.low_value_plies;
        if depth == 1
            || low_value_plies == 1
            || self.shared.evaluator.pruning_margin() == f32::INFINITY
        {
            return [Some(depth - 1); 4];
        }
        let worth = self.at_once(afters);
        let low_value = self.shared.low_value(&worth);
        low_value.map(|low_value| depth.checked_sub(if low_value { low_value_plies } else { 1 }))
    }

    /// What each move is worth without looking beyond it, all valued by one call.
    fn at_once(&mut self, afters: &[Option<Afterstate<Board>>; 4]) -> [Option<f32>; 4] {
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

    /// Reward and value of a move that was made, with `depth` plies below it.
    pub fn worth(&mut self, after: Afterstate<Board>, depth: u8) -> Option<f32> {
        Some(with_reward::<E>(self.chance(after.board, depth)?, after))
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

/// What a move is worth whose afterstate has this value.
fn with_reward<E: Evaluator>(value: f32, after: Afterstate<Board>) -> f32 {
    // The weight is a constant of the evaluator: where it is 0 the reward is not even added up.
    if E::REWARD_WEIGHT == 0.0 { value } else { value + E::REWARD_WEIGHT * after.reward as f32 }
}

impl<E> Walker<'_, E> {
    /// Adds up what this thread counted.
    fn tell(&mut self) {
        self.shared.nodes.fetch_add(std::mem::take(&mut self.nodes).into(), Relaxed);
        self.shared.table_hits.fetch_add(std::mem::take(&mut self.table_hits).into(), Relaxed);
    }
}

impl<'a, E> Shared<'a, E> {
    /// A search by one thread without limits.
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

    /// The same search with other reductions.
    pub fn reductions(self, reductions: DepthReductions) -> Self {
        Self { reductions, ..self }
    }

    /// The same search by one thread or by all.
    pub fn parallel(self, parallel: bool) -> Self {
        Self { parallel, ..self }
    }

    /// Which of a board's moves lag, by what they are worth; `None` for one that is not possible.
    pub fn low_value(&self, worth: &[Option<f32>; 4]) -> [bool; 4]
    where
        E: Evaluator,
    {
        let best = worth.iter().flatten().copied().fold(f32::NEG_INFINITY, f32::max);
        let least = best - self.evaluator.pruning_margin();
        worth.map(|worth| worth.is_some_and(|worth| worth < least))
    }

    /// `None` if a limit is reached or somebody said stop.
    pub fn go_on(&self) -> Option<()> {
        let cut = self.may_stop.load(Relaxed)
            && (self.stop.load(Relaxed) != 0
                || self.nodes.load(Relaxed) as f64 >= self.limit_nodes
                || self.stopwatch.ms() >= self.limit_ms);
        (!cut).then_some(())
    }
}
