//! Expectimax search over afterstates with iterative deepening, a transposition table and limits.
//!
//! An n-ply search looks at n moves and the n - 1 spawns between them; its leaves are afterstates,
//! and 1-ply is the greedy choice. The search is generic over the evaluator. See also [`exact`],
//! which solves small boards.

pub mod clock;
mod deepening;
pub mod evaluation;
pub mod exact;
mod expectimax;
mod frontier;
mod limits;
mod nodes;
pub mod parallel;
pub mod signature;
pub mod table;
mod team;
#[cfg(test)]
mod tests;
mod time_manager;

use crate::eval::Evaluator;
use crate::eval::cache::EvalCache;
use crate::rules::{Board, Direction, Grid, PackError, Rank, best_move, pack};
use deepening::{Deepening, root_moves, search_root};
use expectimax::{Shared, Walker};
pub use limits::{DepthReductions, Limits, MANAGED_MAX, MAX_PLY};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};
use table::TranspositionTable;
use time_manager::TimeManager;

/// Why a board cannot be searched within some limits.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SearchError {
    /// The board cannot be packed.
    Board(PackError),
    /// A number of plies in the limits is not from 1 to [`MAX_PLY`].
    Plies {
        /// The field of [`Limits`] or [`DepthReductions`].
        field: &'static str,
        /// Its value.
        plies: u8,
    },
    /// The time limit is negative or not a number.
    Time(f64),
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(_) => f.write_str(
                "the board must be 4x4, and with a tile above 32768 it must have an empty cell or two equal tiles",
            ),
            Self::Plies { field, plies } => {
                write!(f, "{field} must be from 1 to {MAX_PLY}, got {plies}")
            }
            Self::Time(ms) => write!(f, "the time limit must be 0 ms or more, got {ms}"),
        }
    }
}

impl std::error::Error for SearchError {}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchReport {
    /// The board that was searched.
    pub board: Board,
    /// The depth reductions of the search.
    pub reductions: DepthReductions,
    /// The value of each move, by direction, in the evaluator's unit; `None` if not possible.
    /// [Low-value moves](DepthReductions::low_value_plies) have the value of a shallower search,
    /// unless the limits [compare](Limits::compare) all moves.
    pub values: [Option<f32>; 4],
    /// The move with the largest value; `None` if no move is possible.
    pub best: Option<Direction>,
    /// The deepest complete ply; 0 if no move is possible.
    pub ply: u8,
    /// Afterstates that were evaluated or searched.
    pub nodes: u64,
    /// Nodes whose value was in the table.
    pub table_hits: u64,
    /// Milliseconds used.
    pub time_ms: f64,
    /// Whether the search ended before the ply of its limits: at another limit or the stop flag,
    /// before a ply that would probably exceed a limit, or because a search with a managed budget
    /// had only one move.
    pub stopped: bool,
    /// The values after each complete ply, 1-ply first.
    pub history: Vec<[Option<f32>; 4]>,
}

/// A search with its evaluator, its table and the time management of a game.
///
/// ```
/// use afterstate::eval::rows::{RowHeuristic, RowWeights};
/// use afterstate::rules::Direction;
/// use afterstate::search::{Limits, Searcher};
///
/// let mut searcher = Searcher::new(RowHeuristic::new(&RowWeights::NNEONNEO), 1 << 20);
/// let grid = "1024 1024 8 4 / . . 2 . / . . . . / . . . .".parse()?;
/// let limits = Limits::ply(4);
/// let report = searcher.search(&grid, &limits)?;
/// assert_eq!(report.values.iter().flatten().count(), 3, "all moves but up");
/// let line = searcher.principal_line(&report, &limits);
/// assert_eq!(line.first(), report.best.as_ref());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Searcher<E> {
    evaluator: E,
    table: Option<TranspositionTable>,
    parallel: bool,
    generation: u8,
    stop: Arc<AtomicI32>,
    /// Whether the stop flag ended the last search.
    interrupted: bool,
    time_manager: TimeManager,
}

impl<E: Evaluator> Searcher<E> {
    /// A single-threaded searcher with a table of at most `table_bytes`, or without one if that is 0. The
    /// table changes no value. [`Self::with_network`] is twice as fast for a network.
    ///
    /// # Panics
    /// If there is not enough memory for the table; [`Self::with_table`] leaves that to the caller.
    #[must_use]
    pub fn new(evaluator: E, table_bytes: usize) -> Self {
        let table = |bytes| match TranspositionTable::new(bytes) {
            Ok(table) => table,
            Err(error) => panic!("no memory for a table of {bytes} bytes: {error}"),
        };
        Self::with_table(evaluator, (table_bytes > 0).then(|| table(table_bytes)))
    }

    /// A single-threaded searcher with this table, or without one.
    #[must_use]
    pub fn with_table(evaluator: E, table: Option<TranspositionTable>) -> Self {
        let (stop, time_manager) = (Arc::default(), TimeManager::default());
        let (parallel, generation, interrupted) = (false, 0, false);
        Self { evaluator, table, parallel, generation, stop, interrupted, time_manager }
    }

    /// The same searcher with all threads of the pool.
    #[must_use]
    pub fn parallel(mut self) -> Self {
        self.parallel = true;
        self
    }

    /// The number of threads of a search.
    #[must_use]
    pub fn threads(&self) -> usize {
        if self.parallel { parallel::threads() } else { 1 }
    }

    /// A flag that ends the running or next search when it is not 0. The search clears the flag
    /// when it finishes. A caller that may have set it later must clear it before the next search.
    #[must_use]
    pub fn stop_flag(&self) -> Arc<AtomicI32> {
        Arc::clone(&self.stop)
    }

    /// The evaluator.
    #[must_use]
    pub const fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// Starts a new game: empties the table and resets the time management.
    pub fn clear(&mut self) {
        self.time_manager = TimeManager::default();
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }

    /// Packs a game's board, with [tile-downgrading](pack()) as far as the nibbles and the
    /// evaluator need it.
    ///
    /// # Errors
    /// [`SearchError::Board`] if the board does not fit.
    pub fn pack(&self, grid: &Grid) -> Result<Board, SearchError> {
        pack(grid, self.evaluator.downgrade_from()).map_err(SearchError::Board)
    }

    /// Packs and searches a game's board.
    ///
    /// # Errors
    /// [`SearchError`] if the board does not fit or a limit is out of range.
    pub fn search(&mut self, grid: &Grid, limits: &Limits) -> Result<SearchReport, SearchError> {
        let board = self.pack(grid)?;
        self.search_board(board, &Direction::ALL, limits)
    }

    /// Searches a packed board; considers only the first moves in `root`.
    ///
    /// # Errors
    /// [`SearchError::Plies`] or [`SearchError::Time`] if a limit is out of range.
    pub fn search_board(
        &mut self,
        board: Board,
        root: &[Direction],
        limits: &Limits,
    ) -> Result<SearchReport, SearchError> {
        limits.check()?;
        self.generation = self.generation.wrapping_add(1);
        let (nodes, time) = self.time_manager.allow(limits);
        let shared = Shared::new(&self.evaluator, self.table.as_ref(), self.generation, &self.stop)
            .limited(nodes.max, time.max)
            .reductions(limits.reductions)
            .parallel(self.threads() > 1);
        let moves = root_moves(board, root);
        // A managed search saves its budget for moves with a choice.
        let saves = limits.managed && (nodes.max.is_finite() || time.max.is_finite());
        let plies = if saves && moves.len() == 1 { 1 } else { limits.ply };
        let mut deepening = Deepening::new(&shared, limits.compare, (nodes, time), moves);
        if shared.parallel && plies > frontier::SPLIT_DEPTH {
            team::with_team(|team| deepening.run(plies, Some(team)))
        } else {
            deepening.run(plies, None)
        }
        let Deepening { moves, history, .. } = deepening;
        self.interrupted = self.stop.swap(0, Relaxed) != 0;
        let (nodes, time_ms) = (shared.counts.nodes.load(Relaxed), shared.stopwatch.ms());
        let table_hits = shared.counts.table_hits.load(Relaxed);
        self.time_manager.record(limits, nodes, time_ms);
        let values = history.last().copied().unwrap_or_default();
        Ok(SearchReport {
            board,
            reductions: limits.reductions,
            values,
            best: best_move(&values, Direction::ALL),
            ply: history.len() as u8,
            nodes,
            table_hits,
            time_ms,
            stopped: !moves.is_empty() && history.len() < usize::from(limits.ply),
            history,
        })
    }

    /// The principal variation: the best move of a report and the expected moves after it, as many
    /// as the report has plies.
    ///
    /// Each move is followed by a 2 of average luck: in the cell whose value is the median of all
    /// empty cells. Later moves come from a search of at most 2-ply.
    ///
    /// The line is shorter where the nodes or the time of the limits end, which count from the begin of
    /// this call, or where the [stop flag](Self::stop_flag) is set. It is only the best move if the flag
    /// ended the search.
    #[must_use]
    pub fn principal_line(&self, report: &SearchReport, limits: &Limits) -> Vec<Direction> {
        let Some(best) = report.best else { return Vec::new() };
        let mut line = vec![best];
        if self.interrupted {
            return line;
        }
        let shared = Shared::new(&self.evaluator, self.table.as_ref(), self.generation, &self.stop)
            .limited(limits.nodes as f64, limits.time_ms)
            .reductions(report.reductions);
        shared.may_stop.store(true, Relaxed);
        let mut after = report.board.slide(best);
        for left in (1..report.ply).rev() {
            let found = after.and_then(|after| expected_move(&shared, after.board, left.min(2)));
            let Some((board, next)) = found else { break };
            line.push(next);
            after = board.slide(next);
        }
        self.stop.store(0, Relaxed);
        line
    }
}

impl<E: Evaluator> Searcher<EvalCache<E>> {
    /// As [`Self::new`], with a cache of recent values. A network, which is slower than the cache, searches
    /// twice as fast with it; the results are the same.
    ///
    /// # Panics
    /// If there is not enough memory for the table.
    #[must_use]
    pub fn with_network(network: E, table_bytes: usize) -> Self {
        Self::new(EvalCache::new(network), table_bytes)
    }
}

/// The board after a spawn of average luck and the best move on it; `None` if no move is possible or the
/// search was stopped.
fn expected_move<E: Evaluator>(
    shared: &Shared<'_, E>,
    after: Board,
    depth: u8,
) -> Option<(Board, Direction)> {
    let mut spawned = Vec::with_capacity(16);
    for cell in after.empty_cells() {
        shared.check_limits()?;
        let board = after.with(cell, Rank::TWO);
        spawned.push((Walker::new(shared).max_value(board, depth)?, board));
    }
    spawned.sort_by(|a, b| a.0.total_cmp(&b.0));
    let &(_, board) = spawned.get(spawned.len() / 2)?;
    let values = search_root(shared, None, &root_moves(board, &Direction::ALL), [depth - 1; 4])?;
    Some((board, best_move(&values, Direction::ALL)?))
}

/// The limits of the line that follows a search within `limits`: what the search left of them, or a tenth
/// of them.
pub(crate) fn limits_of_line(limits: &Limits, report: &SearchReport) -> Limits {
    Limits {
        nodes: limits.nodes.saturating_sub(report.nodes).max(limits.nodes / 10),
        time_ms: (limits.time_ms - report.time_ms).max(limits.time_ms / 10.0),
        ..*limits
    }
}
