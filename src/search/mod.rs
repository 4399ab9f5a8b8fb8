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
pub mod layers;
pub mod memo;
pub mod minimax;
pub mod montecarlo;
mod pack;
pub mod parallel;
pub mod position;
pub mod signature;
pub mod stream;
pub mod table;
pub mod tree;

use crate::eval::Evaluator;
use crate::rules::{Afterstate, Board, Direction, Grid, TooWide};
use clock::Stopwatch;
use expectimax::{Shared, Walker};
pub use pack::pack;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::Relaxed};
use table::Table;

/// The deepest search that can be asked for. Time and nodes end a search long before.
pub const MAX_PLY: u8 = 30;

/// How many spawned 4s are looked at on a way from the root to a leaf, if nothing else is said.
/// With 1 a 4-ply search has half the nodes of one with 2, and 20 games each did not tell them
/// apart: docs/results/tuning.md.
pub const DEFAULT_FOURS: u8 = 1;

/// What ends a search: the first limit that is reached. The first ply is always finished.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The deepest ply, from 1 to [`MAX_PLY`].
    pub ply: u8,
    /// Nodes: afterstates valued or looked beyond.
    pub nodes: u64,
    /// Milliseconds.
    pub time_ms: f64,
    /// How many spawned 4s are looked at on a way down; beyond that many, every spawn is a 2.
    pub fours: u8,
}

impl Default for Limits {
    fn default() -> Self {
        Self { ply: MAX_PLY, nodes: u64::MAX, time_ms: f64::INFINITY, fours: DEFAULT_FOURS }
    }
}

impl Limits {
    /// A search to a fixed ply.
    #[must_use]
    pub fn ply(ply: u8) -> Self {
        Self { ply, ..Self::default() }
    }

    /// A search for some milliseconds.
    #[must_use]
    pub fn time_ms(time_ms: f64) -> Self {
        Self { time_ms, ..Self::default() }
    }
}

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
                "limits: ply is from 1 to {MAX_PLY}, nodes and milliseconds are 0 or more, and one of the three is needed"
            ),
        }
    }
}

impl std::error::Error for SearchError {}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The value of each move, by direction, in the evaluator's unit; `None` if not possible.
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
    /// Whether a limit of nodes or time or the stop flag cut a ply short.
    pub stopped: bool,
    /// The values after each ply that was finished, 1-ply first.
    pub history: Vec<[Option<f32>; 4]>,
}

/// A player that looks ahead: an evaluator, a table, and how to search.
pub struct Solver<E> {
    evaluator: E,
    table: Option<Table>,
    parallel: bool,
    generation: u8,
    stop: Arc<AtomicI32>,
}

impl<E: Evaluator> Solver<E> {
    /// A solver of one thread with a table of at most `table_bytes`; none if that is 0.
    #[must_use]
    pub fn new(evaluator: E, table_bytes: usize) -> Self {
        let table = (table_bytes > 0).then(|| Table::new(table_bytes));
        Self { evaluator, table, parallel: false, generation: 0, stop: Arc::default() }
    }

    /// The same solver, searching with all threads of the pool.
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

    /// Empties the table.
    pub fn clear(&mut self) {
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
    pub fn search(&mut self, grid: &Grid, limits: &Limits) -> Result<Report, SearchError> {
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
    ) -> Result<Report, SearchError> {
        if !(1..=MAX_PLY).contains(&limits.ply) || limits.time_ms.is_nan() || limits.time_ms < 0.0 {
            return Err(SearchError::Limits);
        }
        self.generation = self.generation.wrapping_add(1);
        let shared = Shared {
            evaluator: &self.evaluator,
            table: self.table.as_ref(),
            generation: self.generation,
            parallel: self.parallel,
            stop: &self.stop,
            stopwatch: Stopwatch::start(),
            limit_ms: limits.time_ms,
            limit_nodes: limits.nodes,
            may_stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            table_hits: AtomicU64::new(0),
        };
        let moves = root_moves(board, root);
        let mut history = Vec::new();
        while !moves.is_empty() && history.len() < usize::from(limits.ply) {
            let depth = history.len() as u8;
            let Some(values) = search_root(&shared, &moves, depth, limits.fours) else { break };
            history.push(values);
            shared.may_stop.store(true, Relaxed);
            if shared.go_on().is_none() {
                break;
            }
        }
        self.stop.store(0, Relaxed);
        let values = history.last().copied().unwrap_or_default();
        Ok(Report {
            values,
            best: best_move(&values),
            ply: history.len() as u8,
            nodes: shared.nodes.load(Relaxed),
            table_hits: shared.table_hits.load(Relaxed),
            time_ms: shared.stopwatch.ms(),
            stopped: !moves.is_empty() && history.len() < usize::from(limits.ply),
            history,
        })
    }

    /// The best move of a report and those that follow it while its plies last.
    ///
    /// Between two moves a 2 spawns in the cell that is neither lucky nor unlucky: the median by
    /// the values that follow. Later moves are found by a search of at most two plies, so this
    /// takes well below a millisecond with a row heuristic.
    #[must_use]
    pub fn principal_line(&self, board: Board, report: &Report) -> Vec<Direction> {
        let Some(best) = report.best else { return Vec::new() };
        let stop = AtomicI32::new(0);
        let shared = Shared {
            evaluator: &self.evaluator,
            table: self.table.as_ref(),
            generation: self.generation,
            parallel: false,
            stop: &stop,
            stopwatch: Stopwatch::start(),
            limit_ms: f64::INFINITY,
            limit_nodes: u64::MAX,
            may_stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            table_hits: AtomicU64::new(0),
        };
        let mut line = vec![best];
        let mut after = board.slide(best);
        for left in (1..report.ply).rev() {
            let Some(Afterstate { board, .. }) = after else { break };
            let depth = left.min(2);
            let mut spawned: Vec<(f32, Board)> = board
                .empty_cells()
                .map(|cell| board.with(cell, 1))
                .filter_map(|board| Some((Walker::new(&shared).best(board, depth, 0)?, board)))
                .collect();
            spawned.sort_by(|a, b| a.0.total_cmp(&b.0));
            let Some(&(_, board)) = spawned.get(spawned.len() / 2) else { break };
            let moves = root_moves(board, &Direction::ALL);
            let values = search_root(&shared, &moves, depth - 1, 0).unwrap_or_default();
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

/// The values of the root's moves with `depth` plies below them; `None` if stopped on the way.
fn search_root<E: Evaluator>(
    shared: &Shared<'_, E>,
    moves: &[RootMove],
    depth: u8,
    fours: u8,
) -> Option<[Option<f32>; 4]> {
    let worth = |index: usize| Walker::new(shared).worth(moves[index].1, depth, fours);
    let found: Vec<Option<f32>> = if shared.parallel && depth > 1 {
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
