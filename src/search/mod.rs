//! Looking ahead: expectimax over afterstates under limits, and in rooms of their own minimax
//! with alpha-beta and Monte Carlo.
//!
//! A search of n-ply looks at n moves and the n - 1 spawns between them; its leaves are
//! afterstates, and 1-ply is the greedy choice. Deepening goes ply by ply until a limit is
//! reached; the table keeps what earlier plies and earlier moves found. The search is generic over
//! the evaluator and knows none; it neither reads files nor prints.

pub mod clock;
pub mod exact;
mod expectimax;
mod limits;
mod pack;
pub mod parallel;
pub mod signature;
pub mod table;

use crate::eval::Evaluator;
use crate::rules::{Afterstate, Board, Direction, Grid, TooWide};
use expectimax::{Shared, Walker};
pub use limits::{DepthReductions, Limits, MAX_PLY, MOST};
use limits::{Pace, Savings};
pub use pack::pack;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};
use table::TranspositionTable;

/// Why a search cannot be made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SearchError {
    /// The board is not one that the search can pack.
    Board(TooWide),
    /// A limit makes no sense.
    Limits,
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(_) => f.write_str(
                "this search plays 4x4 boards, and of those beyond 32768 the ones with a gap in their ranks",
            ),
            Self::Limits => write!(
                f,
                "limits: ply is from 1 to {MAX_PLY}, nodes and milliseconds are 0 or more, and one of the three is needed; a spawned 4 and a low-value move cost 1 to {MAX_PLY} plies"
            ),
        }
    }
}

impl std::error::Error for SearchError {}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchReport {
    /// The value of each move, by direction, in the evaluator's unit; `None` if not possible. That of a move that
    /// [lags](DepthReductions::low_value_plies) is of a shallower search.
    pub values: [Option<f32>; 4],
    /// The move of the largest value; `None` if no move is possible.
    pub best: Option<Direction>,
    /// The deepest ply that was finished; 0 if no move is possible.
    pub ply: u8,
    /// Afterstates valued or looked beyond.
    pub nodes: u64,
    /// How many nodes the table knew.
    pub table_hits: u64,
    /// Milliseconds taken.
    pub time_ms: f64,
    /// Whether the search ended before the last ply that was asked for: cut short by a limit of nodes
    /// or time or the stop flag, before a ply that would probably have been, or because a managed
    /// search had one move to choose from.
    pub stopped: bool,
    /// The values after each ply that was finished, 1-ply first.
    pub history: Vec<[Option<f32>; 4]>,
}

/// A player that looks ahead: an evaluator, a table, and how to search.
pub struct Searcher<E> {
    evaluator: E,
    table: Option<TranspositionTable>,
    parallel: bool,
    generation: u8,
    stop: Arc<AtomicI32>,
    savings: Savings,
}

impl<E: Evaluator> Searcher<E> {
    /// A searcher of one thread with a table of at most `table_bytes`; none if that is 0, nor if the
    /// memory has no room for it, which changes no value.
    #[must_use]
    pub fn new(evaluator: E, table_bytes: usize) -> Self {
        let table = if table_bytes > 0 { TranspositionTable::new(table_bytes).ok() } else { None };
        Self::with_table(evaluator, table)
    }

    /// A searcher of one thread with this table.
    #[must_use]
    pub fn with_table(evaluator: E, table: Option<TranspositionTable>) -> Self {
        let (stop, savings) = (Arc::default(), Savings::default());
        Self { evaluator, table, parallel: false, generation: 0, stop, savings }
    }

    /// The same searcher, searching with all threads of the pool.
    #[must_use]
    pub fn parallel(mut self) -> Self {
        self.parallel = true;
        self
    }

    /// How many threads a search uses.
    #[must_use]
    pub fn threads(&self) -> usize {
        if self.parallel { parallel::threads() } else { 1 }
    }

    /// The flag that ends a search as soon as it is not 0, be it running or the next to start.
    /// A search that ends sets it to 0; who may have set it too late does so before the next.
    #[must_use]
    pub fn stop_flag(&self) -> Arc<AtomicI32> {
        Arc::clone(&self.stop)
    }

    /// The evaluator.
    #[must_use]
    pub const fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// Empties the table and forgets what managed searches have left over: another game begins.
    pub fn clear(&mut self) {
        self.savings = Savings::default();
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }

    /// The board that stands for a game's board in a search: [tile-downgrading](pack()) as far as
    /// the nibbles need it and the evaluator asks for it.
    ///
    /// # Errors
    /// [`SearchError::Board`] if it does not fit.
    pub fn pack(&self, grid: &Grid) -> Result<Board, SearchError> {
        pack(grid, self.evaluator.downgrade_from()).map_err(SearchError::Board)
    }

    /// Searches a game's board: [`Self::search_board`] of what [`Self::pack`] makes of it.
    ///
    /// # Errors
    /// [`SearchError`] if the board does not fit or the limits make no sense.
    pub fn search(&mut self, grid: &Grid, limits: &Limits) -> Result<SearchReport, SearchError> {
        let board = self.pack(grid)?;
        self.search_board(board, &Direction::ALL, limits)
    }

    /// Searches a packed board, looking only at those first moves that are named in `root`.
    ///
    /// # Errors
    /// [`SearchError::Limits`] if the limits make no sense.
    pub fn search_board(
        &mut self,
        board: Board,
        root: &[Direction],
        limits: &Limits,
    ) -> Result<SearchReport, SearchError> {
        if !limits.possible() {
            return Err(SearchError::Limits);
        }
        self.generation = self.generation.wrapping_add(1);
        let (nodes, time) = self.savings.allow(limits);
        let shared = Shared::new(&self.evaluator, self.table.as_ref(), self.generation, &self.stop)
            .limited(nodes.most, time.most)
            .reductions(limits.reductions)
            .parallel(self.parallel);
        let mut moves = root_moves(board, root);
        // Nothing is to be found out about the only move but its value.
        let plies = if limits.managed && moves.len() == 1 { 1 } else { limits.ply };
        let mut history = Vec::new();
        let (mut pace_nodes, mut pace_time) = (Pace::default(), Pace::default());
        while !moves.is_empty() && history.len() < usize::from(plies) {
            let depth = history.len() as u8;
            let depths = root_depths(&shared, history.last(), depth);
            let Some(values) = search_root(&shared, &moves, depths) else { break };
            history.push(values);
            shared.may_stop.store(true, Relaxed);
            pace_nodes.ply_ended(shared.nodes.load(Relaxed) as f64);
            pace_time.ply_ended(shared.stopwatch.ms());
            if shared.go_on().is_none() || !pace_nodes.fits(&nodes) || !pace_time.fits(&time) {
                break;
            }
            // What seems best is looked at first, for the others to find much of it in the table.
            moves.sort_by(|a, b| {
                let value = |one: &RootMove| values[one.0.index()].unwrap_or(f32::NEG_INFINITY);
                value(b).total_cmp(&value(a))
            });
        }
        self.stop.store(0, Relaxed);
        let (nodes, time_ms) = (shared.nodes.load(Relaxed), shared.stopwatch.ms());
        let table_hits = shared.table_hits.load(Relaxed);
        self.savings.pay(limits, nodes, time_ms);
        let values = history.last().copied().unwrap_or_default();
        Ok(SearchReport {
            values,
            best: best_move(&values),
            ply: history.len() as u8,
            nodes,
            table_hits,
            time_ms,
            stopped: !moves.is_empty() && history.len() < usize::from(limits.ply),
            history,
        })
    }

    /// The best move of a report and those that follow it while its plies last.
    ///
    /// Between two moves a 2 spawns in the cell that is neither lucky nor unlucky: the median by
    /// the values that follow. Later moves are found by a search of at most two plies, so this
    /// takes well below a millisecond with a row heuristic. `reductions` are those of the report's search.
    #[must_use]
    pub fn principal_line(
        &self,
        board: Board,
        report: &SearchReport,
        reductions: DepthReductions,
    ) -> Vec<Direction> {
        let Some(best) = report.best else { return Vec::new() };
        let stop = AtomicI32::new(0);
        let shared = Shared::new(&self.evaluator, self.table.as_ref(), self.generation, &stop)
            .reductions(reductions);
        let mut line = vec![best];
        let mut after = board.slide(best);
        for left in (1..report.ply).rev() {
            let Some(Afterstate { board, .. }) = after else { break };
            let depth = left.min(2);
            let mut spawned: Vec<(f32, Board)> = board
                .empty_cells()
                .map(|cell| board.with(cell, 1))
                .filter_map(|board| Some((Walker::new(&shared).best(board, depth)?, board)))
                .collect();
            spawned.sort_by(|a, b| a.0.total_cmp(&b.0));
            let Some(&(_, board)) = spawned.get(spawned.len() / 2) else { break };
            let moves = root_moves(board, &Direction::ALL);
            let values = search_root(&shared, &moves, [depth - 1; 4]).unwrap_or_default();
            let Some(next) = best_move(&values) else { break };
            line.push(next);
            after = board.slide(next);
        }
        line
    }
}

type RootMove = (Direction, Afterstate<Board>);

fn root_moves(board: Board, root: &[Direction]) -> Vec<RootMove> {
    let mut moves: Vec<RootMove> = Vec::with_capacity(4);
    for direction in Direction::ALL.into_iter().filter(|direction| root.contains(direction)) {
        moves.extend(board.slide(direction).map(|after| (direction, after)));
    }
    moves
}

/// How many plies to look beyond each of the root's moves, by direction: `depth`, but for one that
/// lagged when the ply before was finished.
fn root_depths<E: Evaluator>(
    shared: &Shared<'_, E>,
    before: Option<&[Option<f32>; 4]>,
    depth: u8,
) -> [u8; 4] {
    let Some(before) = before else { return [depth; 4] };
    let low_value_plies = depth.saturating_sub(shared.reductions.low_value_plies - 1);
    shared.low_value(before).map(|low_value| if low_value { low_value_plies } else { depth })
}

/// The values of the root's moves with so many plies below each, by direction; `None` if stopped on
/// the way.
fn search_root<E: Evaluator>(
    shared: &Shared<'_, E>,
    moves: &[RootMove],
    depths: [u8; 4],
) -> Option<[Option<f32>; 4]> {
    let worth = |index: usize| {
        // A move may end before its thread has counted up to a check.
        shared.go_on()?;
        let (direction, after) = moves[index];
        Walker::new(shared).worth(after, depths[direction.index()])
    };
    let found: Vec<Option<f32>> = if shared.parallel && depths.iter().any(|&depth| depth > 1) {
        parallel::map(moves.len(), &worth)
    } else {
        (0..moves.len()).map(worth).collect()
    };
    let mut values = [None; 4];
    for ((direction, _), value) in moves.iter().zip(found) {
        values[direction.index()] = Some(value?);
    }
    Some(values)
}

/// The first of the moves with the largest value.
fn best_move(values: &[Option<f32>; 4]) -> Option<Direction> {
    let mut best: Option<(Direction, f32)> = None;
    for (direction, value) in Direction::ALL.into_iter().zip(values) {
        if let Some(value) = *value
            && best.is_none_or(|(_, best)| value > best)
        {
            best = Some((direction, value));
        }
    }
    best.map(|(direction, _)| direction)
}
