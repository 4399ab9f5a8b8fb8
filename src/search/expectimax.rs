//! The recursion over chance nodes and max nodes, and the state that the threads of a search share.
//!
//! The value of a chance node (an afterstate) is the mean of the max nodes below it, weighted by
//! the probabilities of the spawns. The value of a max node is that of its best move: reward plus
//! value of the afterstate. The evaluator gives the values of the leaves. Unlikely spawns and
//! low-value moves are searched to a reduced depth. A value depends only on the board, the depth
//! and these reductions, so tables and threads never change a result.

mod expansion;

use super::clock::Stopwatch;
use super::limits::DepthReductions;
use super::nodes::Values;
use super::table::{Key, TranspositionTable};
use crate::eval::Evaluator;
use crate::rules::{
    Afterstate, Board, Cell, Direction, FOUR_PROBABILITY, MAX_REPLIES, Rank, Replies, Tables,
    tables,
};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::Relaxed};

const FOUR: f32 = FOUR_PROBABILITY as f32;

/// The number of nodes a thread visits between two checks of the clock, the limits and the stop
/// flag: some 20 us with the built-in heuristic and 100 us with a network. A move may have as little
/// as a millisecond.
const NODES_BETWEEN_CHECKS: u32 = 512;

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
    pub counts: Counts,
}

/// What all threads count, away from what they read at every node.
#[repr(align(128))]
#[derive(Default)]
pub struct Counts {
    pub nodes: AtomicU64,
    pub table_hits: AtomicU64,
}

/// A move of a max node.
#[derive(Clone, Copy)]
struct Move {
    after: Board,
    reward: u32,
    /// The value of the move without searching further, reward included. 0 if the search needs none.
    immediate_value: f32,
    /// The plies below it; `None` if it is not searched.
    depth: Option<u8>,
}

/// The moves that can follow the spawns of one rank, by the cell of the spawn.
pub struct MovesBySpawn {
    moves: [[Move; 4]; 16],
    counts: [u8; 16],
}

impl MovesBySpawn {
    /// The moves after a spawn in this cell.
    fn after_spawn(&self, cell: Cell) -> &[Move] {
        let cell = cell.index();
        &self.moves[cell][..usize::from(self.counts[cell])]
    }
}

/// One thread's part in a search, with counts that it has not yet added to the shared ones.
pub struct Walker<'a, E> {
    shared: &'a Shared<'a, E>,
    slides: &'static Tables,
    /// The moves after the spawns of one node and the values of their afterstates, as a buffer: clearing
    /// it for every node takes a few percent of a search.
    replies: Replies,
    values: [f32; MAX_REPLIES],
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
        let (replies, values) = (Replies::NONE, [0.0; MAX_REPLIES]);
        Self { shared, slides: tables(), replies, values, nodes: 0, table_hits: 0 }
    }

    /// The value of an afterstate with `depth` plies below it; `None` if the search was stopped.
    pub fn chance_value(&mut self, board: Board, depth: u8) -> Option<f32> {
        if depth == 0 {
            self.nodes += 1;
            return Some(self.shared.evaluator.value(board));
        }
        self.count_node()?;
        if let Some(value) = self.probe(board, depth) {
            return Some(value);
        }
        let depth_after_4 = self.depth_after_4(board, depth);
        let twos = self.spawn_sum(board, Rank::TWO, depth)?;
        let fours =
            depth_after_4.map_or(Some(twos), |depth| self.spawn_sum(board, Rank::FOUR, depth))?;
        Some(self.mean(board, depth, twos, fours))
    }

    /// The value of a chance node that the table has.
    fn probe(&mut self, board: Board, depth: u8) -> Option<f32> {
        let key = Key { board, depth, reductions: self.shared.reductions };
        let value = self.shared.table?.probe(key)?;
        self.table_hits += 1;
        Some(value)
    }

    /// The value of a chance node from its sums over the spawned tiles, which the table gets, too.
    fn mean(&self, board: Board, depth: u8, twos: f32, fours: f32) -> f32 {
        let value = ((1.0 - FOUR) * twos + FOUR * fours) / board.empty_count() as f32;
        if let Some(table) = self.shared.table {
            let key = Key { board, depth, reductions: self.shared.reductions };
            table.store(key, value, self.shared.generation);
        }
        value
    }

    /// The plies left after a spawned 4, if a 2 leaves `depth`; `None` if the 4 is treated as a 2.
    fn depth_after_4(&self, board: Board, depth: u8) -> Option<u8> {
        let left = depth.saturating_sub(self.shared.reductions.spawn4_plies - 1);
        // A 4 and a 2 differ most if one of them ends the game, which needs a full board.
        (left > 0 || board.empty_count() == 1).then_some(left.max(1))
    }

    /// The sum over the empty cells of the best move's value after a tile of `rank` spawned there,
    /// with `depth` plies to go, at least 1.
    fn spawn_sum(&mut self, board: Board, rank: Rank, depth: u8) -> Option<f32> {
        if depth == 1 {
            return Some(self.last_spawn_sum(board, rank));
        }
        let moves = self.moves_by_spawn(board, rank, depth);
        self.sum_of_best(board, &moves, Self::chance_value)
    }

    /// The sum over the empty cells of the best move's value, with the values of chance nodes from
    /// `chance_value`.
    fn sum_of_best(
        &mut self,
        board: Board,
        moves: &MovesBySpawn,
        chance_value: impl Fn(&mut Self, Board, u8) -> Option<f32>,
    ) -> Option<f32> {
        board.empty_cells().try_fold(0.0, |sum, cell| {
            Some(sum + self.best_value(moves.after_spawn(cell), &chance_value)?)
        })
    }

    /// [`Self::spawn_sum`] for the last ply, most of the work of a search.
    fn last_spawn_sum(&mut self, board: Board, rank: Rank) -> f32 {
        const NO_MOVE: f32 = f32::NEG_INFINITY;
        let (replies, values) = (&mut self.replies, &mut self.values);
        self.slides.replies_into(board, rank, replies);
        self.nodes += replies.moves().len() as u32;
        self.shared.evaluator.values(replies.boards(), &mut values[..replies.boards().len()]);
        let mut best = [NO_MOVE; 16];
        for reply in replies.moves() {
            let value = with_reward::<E>(values[usize::from(reply.after)], reply.reward);
            let best = &mut best[reply.cell.index()];
            if value > *best {
                *best = value;
            }
        }
        let terminal_value = self.shared.evaluator.terminal_value();
        let best = board.empty_cells().map(|cell| best[cell.index()]);
        best.map(|best| if best == NO_MOVE { terminal_value } else { best }).sum()
    }

    /// The moves after each spawn of `rank`, with `depth` plies to go. One call evaluates them all.
    fn moves_by_spawn(&mut self, board: Board, rank: Rank, depth: u8) -> MovesBySpawn {
        let (replies, values) = (&mut self.replies, &mut self.values);
        self.slides.replies_into(board, rank, replies);
        if depth == 1 || self.shared.reduces_low_values() {
            self.shared.evaluator.values(replies.boards(), &mut values[..replies.boards().len()]);
        } else {
            values.fill(0.0);
        }
        let none = Move { after: Board::EMPTY, reward: 0, immediate_value: 0.0, depth: None };
        let mut found = MovesBySpawn { moves: [[none; 4]; 16], counts: [0; 16] };
        for reply in replies.moves() {
            let (cell, after, reward) =
                (reply.cell.index(), usize::from(reply.after), reply.reward);
            let immediate_value = with_reward::<E>(values[after], reward);
            let count = &mut found.counts[cell];
            found.moves[cell][usize::from(*count)] =
                Move { after: replies.boards()[after], reward, immediate_value, depth: None };
            *count += 1;
        }
        for cell in board.empty_cells().map(Cell::index) {
            let count = usize::from(found.counts[cell]);
            self.set_depths(&mut found.moves[cell][..count], depth);
        }
        found
    }

    /// Sets the plies below each move of a board with `depth` to go: fewer for low-value moves.
    fn set_depths(&mut self, moves: &mut [Move], depth: u8) {
        let mut threshold = f32::NEG_INFINITY;
        if depth > 1 && self.shared.reduces_low_values() {
            self.nodes += moves.len() as u32;
            let best = moves.iter().map(|m| m.immediate_value).fold(threshold, f32::max);
            threshold = best - self.shared.evaluator.pruning_margin();
        }
        for m in moves {
            let low_value = m.immediate_value < threshold;
            let plies = if low_value { self.shared.reductions.low_value_plies } else { 1 };
            m.depth = depth.checked_sub(plies);
            if m.depth == Some(1) {
                self.prefetch(m.after, 1);
            }
        }
    }

    /// Lets the memory fetch the table's entries of a chance node that is about to be searched.
    fn prefetch(&self, board: Board, depth: u8) {
        if let Some(table) = self.shared.table {
            table.prefetch(Key { board, depth, reductions: self.shared.reductions });
        }
    }

    /// The value of a board for the player to move, with `depth` plies to go, at least 1.
    pub fn max_value(&mut self, board: Board, depth: u8) -> Option<f32> {
        let mut moves: Vec<Move> = Direction::ALL
            .into_iter()
            .filter_map(|direction| self.slides.slide(board, direction))
            .map(|Afterstate { board: after, reward }| {
                let reward = reward as u32;
                let value = with_reward::<E>(self.shared.evaluator.value(after), reward);
                Move { after, reward, immediate_value: value, depth: None }
            })
            .collect();
        self.set_depths(&mut moves, depth);
        self.best_value(&moves, &Self::chance_value)
    }

    /// The value of the best of a board's moves, with the values of chance nodes from `chance_value`.
    fn best_value(
        &mut self,
        moves: &[Move],
        chance_value: &impl Fn(&mut Self, Board, u8) -> Option<f32>,
    ) -> Option<f32> {
        let mut best = None;
        for &Move { after, reward, immediate_value, depth } in moves {
            let value = match depth {
                None => continue,
                Some(0) => {
                    self.nodes += 1;
                    immediate_value
                }
                Some(depth) => with_reward::<E>(chance_value(self, after, depth)?, reward),
            };
            if best.is_none_or(|best| value > best) {
                best = Some(value);
            }
        }
        Some(best.unwrap_or_else(|| self.shared.evaluator.terminal_value()))
    }

    /// The value of a move, reward included, with `depth` plies below it.
    pub fn move_value(
        &mut self,
        after: Afterstate<Board>,
        depth: u8,
        known: &Values,
    ) -> Option<f32> {
        let value = known.get(after.board, depth).or_else(|| self.chance_value(after.board, depth));
        Some(with_reward::<E>(value?, after.reward as u32))
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
#[inline(always)]
fn with_reward<E: Evaluator>(value: f32, reward: u32) -> f32 {
    // The weight is a constant: if it is 0, the compiler also removes the addition of the rewards.
    if E::REWARD_WEIGHT == 0.0 { value } else { value + E::REWARD_WEIGHT * reward as f32 }
}

impl<E> Walker<'_, E> {
    /// Adds this thread's counts to the shared ones.
    fn flush_counts(&mut self) {
        self.shared.counts.nodes.fetch_add(std::mem::take(&mut self.nodes).into(), Relaxed);
        self.shared
            .counts
            .table_hits
            .fetch_add(std::mem::take(&mut self.table_hits).into(), Relaxed);
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
            counts: Counts::default(),
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

    /// Whether moves are searched to different depths, depending on their immediate values.
    fn reduces_low_values(&self) -> bool
    where
        E: Evaluator,
    {
        self.reductions.low_value_plies > 1 && self.evaluator.pruning_margin() != f32::INFINITY
    }

    /// `None` if a limit is reached or the stop flag is set.
    pub fn check_limits(&self) -> Option<()> {
        let stop = self.may_stop.load(Relaxed)
            && (self.stop.load(Relaxed) != 0
                || self.counts.nodes.load(Relaxed) as f64 >= self.limit_nodes
                || (self.limit_ms.is_finite() && self.stopwatch.ms() >= self.limit_ms));
        (!stop).then_some(())
    }
}
