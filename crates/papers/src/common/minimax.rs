//! Minimax with alpha-beta pruning: the spawner is the adversary and may place a 2 or a 4 in any
//! empty cell.
//! Source: Moskvil 2015; Kumar 2018, chapter 4 and Frolov 2016, 1.1, 1.2 and 1.6 for the programs
//! of ovolve and Vryniotis. Depth counts layers, moves and spawns alike: 2n - 1 layers are n-ply
//! and end on afterstates, 2n end after a spawn.

use super::position::{Marks, Position, marked_cells};
use afterstate::rules::Direction;

/// The value of a position for the player.
pub trait PositionEvaluator<P>: Sync {
    /// `score` is the score given at the root plus the rewards since. `lost` is set when it is the
    /// player's turn and no move is possible.
    fn value(&self, position: &P, score: f64, lost: bool) -> f64;
}

/// When the search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinimaxLimits {
    /// Layers, at least 1.
    pub depth: u32,
    /// Nodes in all iterations of iterative deepening; 0 for no limit, and then the search goes to
    /// `depth` at once.
    pub nodes: u64,
}

impl MinimaxLimits {
    /// The maximum number of spawns on a path of the tree.
    pub fn spawns(&self) -> u64 {
        u64::from(self.depth / 2)
    }
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MinimaxResult {
    /// The exact value of each possible move, by direction: every root move has a full window.
    pub values: [Option<f64>; 4],
    /// Layers of the last finished iteration.
    pub depth: u32,
    /// Positions visited, in all iterations.
    pub nodes: u64,
}

struct AlphaBeta<'a, P, E> {
    evaluator: &'a E,
    nodes: u64,
    limit: u64,
    stopped: bool,
    position: std::marker::PhantomData<P>,
}

impl<P: Position, E: PositionEvaluator<P>> AlphaBeta<'_, P, E> {
    /// A max node.
    fn maximize(&mut self, position: &P, score: f64, depth: u32, mut alpha: f64, beta: f64) -> f64 {
        self.nodes += 1;
        if depth == 0 {
            return self.evaluator.value(position, score, position.is_over());
        }
        let mut children: [Option<(P, f64, f64)>; 4] = [None; 4];
        let mut count = 0;
        for direction in Direction::ALL {
            if let Some((after, reward)) = position.slide(direction) {
                let score = score + reward as f64;
                // The static value orders the moves. With at most two layers left this would cost
                // more than it saves.
                let order =
                    if depth > 2 { self.evaluator.value(&after, score, false) } else { 0.0 };
                children[count] = Some((after, score, order));
                count += 1;
            }
        }
        if count == 0 {
            return self.evaluator.value(position, score, true);
        }
        if depth > 2 {
            children[..count].sort_by(|a, b| {
                let order = |child: &Option<(P, f64, f64)>| child.map_or(0.0, |child| child.2);
                order(b).total_cmp(&order(a))
            });
        }
        let mut best = f64::NEG_INFINITY;
        for (after, score, _) in children.into_iter().flatten() {
            best = best.max(self.minimize(&after, score, depth - 1, alpha, beta));
            if best >= beta || self.stopped {
                break;
            }
            alpha = alpha.max(best);
        }
        best
    }

    /// A min node: the spawner's turn.
    fn minimize(&mut self, after: &P, score: f64, depth: u32, alpha: f64, mut beta: f64) -> f64 {
        self.nodes += 1;
        if self.limit > 0 && self.nodes >= self.limit {
            self.stopped = true;
        }
        if depth == 0 || self.stopped {
            return self.evaluator.value(after, score, false);
        }
        let mut worst = f64::INFINITY;
        let marks = after.empties();
        if depth > 1 {
            // The worst spawns first, because they are the most likely to cut.
            let mut spawns: Vec<(f64, P)> = Vec::with_capacity(2 * marks.count() as usize);
            for cell in marked_cells::<P>(marks) {
                for rank in [1, 2] {
                    let spawned = after.with(cell, rank);
                    spawns.push((self.evaluator.value(&spawned, score, false), spawned));
                }
            }
            spawns.sort_by(|a, b| a.0.total_cmp(&b.0));
            for (_, spawned) in spawns {
                worst = worst.min(self.maximize(&spawned, score, depth - 1, alpha, beta));
                if worst <= alpha || self.stopped {
                    break;
                }
                beta = beta.min(worst);
            }
        } else {
            for cell in marked_cells::<P>(marks) {
                for rank in [1, 2] {
                    worst =
                        worst.min(self.maximize(&after.with(cell, rank), score, 0, alpha, beta));
                }
                if worst <= alpha {
                    break;
                }
            }
        }
        worst
    }
}

/// Searches a position that was reached with `score`. All values are `None` when no move is
/// possible.
pub fn search<P: Position, E: PositionEvaluator<P>>(
    position: &P,
    score: f64,
    evaluator: &E,
    limits: MinimaxLimits,
) -> MinimaxResult {
    let depth = limits.depth.max(1);
    if limits.nodes == 0 {
        let roots = Direction::ALL.map(|direction| position.slide(direction));
        let searched = afterstate::search::parallel::map(4, &|index: usize| {
            roots[index].map(|(after, reward)| {
                let mut searcher = AlphaBeta {
                    evaluator,
                    nodes: 0,
                    limit: 0,
                    stopped: false,
                    position: std::marker::PhantomData,
                };
                let score = score + reward as f64;
                let value =
                    searcher.minimize(&after, score, depth - 1, f64::NEG_INFINITY, f64::INFINITY);
                (value, searcher.nodes)
            })
        });
        let mut values = [None; 4];
        let mut nodes = 0;
        for (value, found) in values.iter_mut().zip(searched) {
            *value = found.map(|(value, _)| value);
            nodes += found.map_or(0, |(_, nodes)| nodes);
        }
        return MinimaxResult { values, depth, nodes };
    }
    deepen(position, score, evaluator, limits)
}

/// Iterative deepening; returns the last finished iteration.
fn deepen<P: Position, E: PositionEvaluator<P>>(
    position: &P,
    score: f64,
    evaluator: &E,
    limits: MinimaxLimits,
) -> MinimaxResult {
    let mut found = MinimaxResult { values: [None; 4], depth: 0, nodes: 0 };
    for depth in 1..=limits.depth.max(1) {
        // The first iteration has no limit, so that every move gets a value.
        let limit = if depth == 1 { 0 } else { limits.nodes };
        let mut searcher = AlphaBeta {
            evaluator,
            nodes: found.nodes,
            limit,
            stopped: false,
            position: std::marker::PhantomData,
        };
        let values = Direction::ALL.map(|direction| {
            let (after, reward) = position.slide(direction)?;
            let score = score + reward as f64;
            Some(searcher.minimize(&after, score, depth - 1, f64::NEG_INFINITY, f64::INFINITY))
        });
        found.nodes = searcher.nodes;
        if searcher.stopped {
            break;
        }
        (found.values, found.depth) = (values, depth);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::order::Order;
    use crate::moskvil::heuristic::Moskvil;
    use afterstate::rules::{Board, Grid};

    struct OnGrid(Moskvil);

    impl PositionEvaluator<Grid> for OnGrid {
        fn value(&self, position: &Grid, score: f64, lost: bool) -> f64 {
            self.0.value(&Order::of_grid(position), lost) + score * 1e-3
        }
    }

    impl PositionEvaluator<Board> for OnGrid {
        fn value(&self, position: &Board, score: f64, lost: bool) -> f64 {
            self.0.value(&Order::of_board(*position), lost) + score * 1e-3
        }
    }

    /// Minimax without pruning: the reference implementation.
    fn plain(position: &Grid, score: f64, depth: u32, players_turn: bool) -> f64 {
        let evaluator = OnGrid(Moskvil::default());
        if players_turn {
            if depth == 0 || position.is_over() {
                return evaluator.value(position, score, position.is_over());
            }
            Direction::ALL
                .into_iter()
                .filter_map(|direction| position.slide(direction))
                .map(|after| plain(&after.board, score + after.reward as f64, depth - 1, false))
                .fold(f64::NEG_INFINITY, f64::max)
        } else {
            if depth == 0 {
                return evaluator.value(position, score, false);
            }
            let mut worst = f64::INFINITY;
            for cell in position.empty_cells() {
                for rank in [1, 2] {
                    let mut spawned = *position;
                    spawned.set(cell, rank);
                    worst = worst.min(plain(&spawned, score, depth - 1, true));
                }
            }
            worst
        }
    }

    const POSITIONS: [&str; 4] = [
        "64 16 4 2 / 32 8 4 2 / 16 4 2 . / 2 . . .",
        "2 16 4 2 / 64 8 16 4 / 16 4 2 8 / 2 4 8 .",
        "2 4 8 / 4 8 16 / 2 2 .",
        "2 2 / 4 8",
    ];

    #[test]
    fn pruning_changes_no_value() {
        for text in POSITIONS {
            let grid: Grid = text.parse().unwrap();
            for depth in 1..=5 {
                if depth == 5 && grid.empty_count() > 2 {
                    continue;
                }
                let found = search(
                    &grid,
                    12.0,
                    &OnGrid(Moskvil::default()),
                    MinimaxLimits { depth, nodes: 0 },
                );
                for direction in Direction::ALL {
                    let expected = grid.slide(direction).map(|after| {
                        plain(&after.board, 12.0 + after.reward as f64, depth - 1, false)
                    });
                    assert_eq!(
                        found.values[direction.index()],
                        expected,
                        "{text} depth {depth} {direction:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn board_and_grid_agree() {
        let grid: Grid = POSITIONS[0].parse().unwrap();
        let board = Board::try_from(grid).unwrap();
        let evaluator = OnGrid(Moskvil::default());
        let limits = MinimaxLimits { depth: 4, nodes: 0 };
        assert_eq!(search(&grid, 0.0, &evaluator, limits), search(&board, 0.0, &evaluator, limits));
    }

    #[test]
    fn deepening_gives_the_values_of_a_search_to_its_last_depth() {
        let grid: Grid = POSITIONS[1].parse().unwrap();
        let evaluator = OnGrid(Moskvil::default());
        let direct = search(&grid, 0.0, &evaluator, MinimaxLimits { depth: 4, nodes: 0 });
        let deepened = search(&grid, 0.0, &evaluator, MinimaxLimits { depth: 4, nodes: u64::MAX });
        assert_eq!((direct.values, direct.depth), (deepened.values, deepened.depth));
        let least = search(&grid, 0.0, &evaluator, MinimaxLimits { depth: 9, nodes: 1 });
        let one_layer = search(&grid, 0.0, &evaluator, MinimaxLimits { depth: 1, nodes: 0 });
        assert_eq!((least.values, least.depth), (one_layer.values, 1));
        let short = search(&grid, 0.0, &evaluator, MinimaxLimits { depth: 9, nodes: 500 });
        assert!(short.depth >= 1 && short.depth < 9);
        assert_eq!(
            short.values,
            search(&grid, 0.0, &evaluator, MinimaxLimits { depth: short.depth, nodes: 0 }).values
        );
    }

    #[test]
    fn a_lost_game_has_no_move() {
        let grid: Grid = "2 4 / 4 2".parse().unwrap();
        let found =
            search(&grid, 0.0, &OnGrid(Moskvil::default()), MinimaxLimits { depth: 3, nodes: 0 });
        assert_eq!(found.values, [None; 4]);
    }

    #[test]
    fn avoids_game_over_when_it_can() {
        // After up, which merges the 8s, moves remain; after right the worst spawn ends the game.
        let grid: Grid = "8 4 / 8 .".parse().unwrap();
        let found =
            search(&grid, 0.0, &OnGrid(Moskvil::default()), MinimaxLimits { depth: 3, nodes: 0 });
        let up = found.values[Direction::Up.index()].unwrap();
        let right = found.values[Direction::Right.index()].unwrap();
        assert!(up > right, "{up} {right}");
    }
}
