//! Iterative deepening: the plies of a search one after the other, and the moves of its root.

use super::expectimax::{Shared, Walker};
use super::frontier::{self, SPLIT_DEPTH};
use super::nodes::Values;
use super::team::Team;
use super::time_manager::{Allowance, PlyForecast};
use crate::eval::Evaluator;
use crate::rules::{Afterstate, Board, Direction};
use std::cmp::Reverse;
use std::sync::atomic::Ordering::Relaxed;

/// A move of the root with the board after it.
pub type RootMove = (Direction, Afterstate<Board>);

/// The values of the moves, by direction; `None` if not possible.
pub type MoveValues = [Option<f32>; 4];

/// The root's possible moves among these.
pub fn root_moves(board: Board, root: &[Direction]) -> Vec<RootMove> {
    let mut moves: Vec<RootMove> = Vec::with_capacity(4);
    for direction in Direction::ALL.into_iter().filter(|direction| root.contains(direction)) {
        moves.extend(board.slide(direction).map(|after| (direction, after)));
    }
    moves
}

/// The plies of one search, each deeper than the one before.
pub struct Deepening<'s, 'e, E> {
    shared: &'s Shared<'e, E>,
    /// Whether all moves are searched to the full depth.
    compare: bool,
    nodes: Allowance,
    time_ms: Allowance,
    node_forecast: PlyForecast,
    time_forecast: PlyForecast,
    /// The root's moves, the best of the last ply first.
    pub moves: Vec<RootMove>,
    /// The values after each complete ply.
    pub history: Vec<MoveValues>,
}

impl<'s, 'e, E: Evaluator> Deepening<'s, 'e, E> {
    /// No ply yet. `budgets` are those of the nodes and the milliseconds.
    pub fn new(
        shared: &'s Shared<'e, E>,
        compare: bool,
        budgets: (Allowance, Allowance),
        moves: Vec<RootMove>,
    ) -> Self {
        let ((nodes, time_ms), (node_forecast, time_forecast)) = (budgets, Default::default());
        let history = Vec::new();
        Self { shared, compare, nodes, time_ms, node_forecast, time_forecast, moves, history }
    }

    /// Searches up to `plies` plies. It ends sooner at a limit, at the stop flag, and before a ply that
    /// would probably exceed a limit.
    pub fn run(&mut self, plies: u8, team: Option<&Team<'_, 's>>) {
        while !self.moves.is_empty() && self.history.len() < usize::from(plies) {
            let Some(values) = self.next_ply(team) else { break };
            self.history.push(values);
            self.shared.may_stop.store(true, Relaxed);
            let fits = self.fits_another();
            if self.shared.check_limits().is_none() || !fits {
                break;
            }
            // Best move first, so that the others find much of its tree in the table.
            self.moves.sort_by(|a, b| {
                let value = |m: &RootMove| values[m.0.index()].unwrap_or(f32::NEG_INFINITY);
                value(b).total_cmp(&value(a))
            });
        }
    }

    /// The values of the next ply; `None` if the search was stopped.
    fn next_ply(&self, team: Option<&Team<'_, 's>>) -> Option<MoveValues> {
        let previous = self.history.last().filter(|_| !self.compare);
        let depths = root_depths(self.shared, previous, self.history.len() as u8);
        search_root(self.shared, team, &self.moves, depths)
    }

    /// Records the end of a ply, and whether one more will probably stay within the limits.
    fn fits_another(&mut self) -> bool {
        self.node_forecast.ply_ended(self.shared.counts.nodes.load(Relaxed) as f64);
        self.time_forecast.ply_ended(self.shared.stopwatch.ms());
        self.node_forecast.fits(&self.nodes) && self.time_forecast.fits(&self.time_ms)
    }
}

/// The plies below each root move, by direction: `depth`, less for a move that had a low value
/// after the previous ply.
fn root_depths<E: Evaluator>(
    shared: &Shared<'_, E>,
    previous: Option<&MoveValues>,
    depth: u8,
) -> [u8; 4] {
    let Some(previous) = previous else { return [depth; 4] };
    let reduced = depth.saturating_sub(shared.reductions.low_value_plies - 1);
    shared.low_value(previous).map(|low_value| if low_value { reduced } else { depth })
}

/// The values of the root's moves, by direction, with this many plies below each; `None` if the
/// search was stopped.
pub fn search_root<'s, E: Evaluator>(
    shared: &'s Shared<'_, E>,
    team: Option<&Team<'_, 's>>,
    moves: &[RootMove],
    depths: [u8; 4],
) -> Option<MoveValues> {
    let below = |&(direction, _): &RootMove| depths[direction.index()];
    let team = team.filter(|_| depths.iter().any(|&depth| depth >= SPLIT_DEPTH));
    let known = if let Some(team) = team {
        let nodes = moves.iter().map(|root| (Reverse(below(root)), root.1.board));
        frontier::search(shared, team, nodes.filter(|&(depth, _)| depth.0 > 0).collect())?
    } else {
        Values::default()
    };
    let mut values = [None; 4];
    for root in moves {
        // A move may be too short to reach a check of its own.
        shared.check_limits()?;
        let value = Walker::new(shared).move_value(root.1, below(root), &known)?;
        values[root.0.index()] = Some(value);
    }
    Some(values)
}
