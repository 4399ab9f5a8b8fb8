//! Programs that the papers describe and build on: the minimax players of ovolve and Vryniotis,
//! Lee's weight matrix and Xiao's expectimax. Sources: Kumar 2018, chapter 4; Frolov 2016, 1.3 to
//! 1.7; Cook 2023, 1.1. If a description leaves a number open, we use that of the
//! program's author: docs/evidence/papers/background.md.

mod lee;
pub mod ovolve;
pub mod vryniotis;
mod xiao;

use crate::background::ovolve::Ovolve;
use crate::background::vryniotis::Vryniotis;
use crate::common::minimax::{self, MinimaxLimits, PositionEvaluator};
use crate::common::order::Order;
use crate::common::position::Position;
use crate::strategy::{
    Boards, Document, Parameter, ParameterKind, Player, Source, Strategy, TIE_ORDER, Thought, Unit,
    packed,
};
use afterstate::rules::{Board, Grid, WINNING_RANK};

impl PositionEvaluator<Grid> for Ovolve {
    fn value(&self, position: &Grid, _: f64, lost: bool) -> f64 {
        lost_or(lost, || Ovolve::value(self, &Order::of_grid(position)))
    }
}

impl PositionEvaluator<Board> for Ovolve {
    fn value(&self, position: &Board, _: f64, lost: bool) -> f64 {
        lost_or(lost, || Ovolve::value(self, &Order::of_board(*position)))
    }
}

/// The papers give no value of a lost position; it must be below all others.
fn lost_or(lost: bool, value: impl FnOnce() -> f64) -> f64 {
    if lost { -1e4 } else { value() }
}

impl PositionEvaluator<Grid> for Vryniotis {
    fn value(&self, position: &Grid, score: f64, lost: bool) -> f64 {
        self.of_grid(position, score, lost)
    }
}

impl PositionEvaluator<Board> for Vryniotis {
    fn value(&self, position: &Board, score: f64, lost: bool) -> f64 {
        let order = Order::of_board(*position);
        Vryniotis::value(self, |cell| Position::rank(position, cell), 4, 4, &order, score, lost)
    }
}

/// A minimax player with any leaf value.
struct Minimax<E> {
    evaluator: E,
    limits: MinimaxLimits,
    /// Whether leaf values need the score of the game.
    scored: bool,
}

/// The score of the game if every tile was merged from 2s: (k - 1) 2^k for each rank k (Kumar 2018,
/// Theorem 2.3).
fn score_of_tiles(grid: &Grid) -> f64 {
    let earned = |&rank: &u8| (f64::from(rank) - 1.0).max(0.0) * (1u64 << rank) as f64;
    grid.ranks().iter().map(earned).sum()
}

impl<E: PositionEvaluator<Grid> + PositionEvaluator<Board> + Send> Player for Minimax<E> {
    fn choose(&mut self, grid: &Grid) -> Thought {
        let score = if self.scored { score_of_tiles(grid) } else { 0.0 };
        let found = match packed(grid, self.limits.spawns()) {
            Some(board) => minimax::search(&board, score, &self.evaluator, self.limits),
            None => minimax::search(grid, score, &self.evaluator, self.limits),
        };
        Thought::best_of(found.values, TIE_ORDER)
    }
}

const fn depth(sentence: &'static str, default: i64, max: i64) -> Parameter {
    Parameter {
        id: "depth",
        label: "Depth (layers)",
        sentence,
        kind: ParameterKind::Whole { default, min: 1, max },
    }
}

const fn source(section: &'static str) -> Source {
    Source { document: Document::Background, section }
}

/// The programs, oldest first.
pub const STRATEGIES: &[Strategy] = &[
    Strategy {
        id: "ovolve",
        name: "ovolve's minimax",
        source: source("Kumar 2018, chapter 4; Frolov 2016, 1.5 and 1.6"),
        sentence: "Searches with alpha-beta, one layer deeper at a time. Rewards monotonic and smooth lines, empty cells and a large tile.",
        parameters: &[
            depth("Maximum number of layers: moves and spawns each count as one.", 8, 14),
            Parameter {
                id: "nodes",
                label: "Nodes per move",
                sentence: "Nodes after which the search starts no deeper iteration; 0 searches to the full depth at once.",
                kind: ParameterKind::Whole { default: 20_000, min: 0, max: 100_000_000 },
            },
            Parameter::non_negative(
                "smoothness",
                "Smoothness",
                "Weight of the smoothness. The author uses 0.1.",
                0.1,
            ),
            Parameter::non_negative(
                "monotonicity",
                "Monotonicity",
                "Weight of the monotonicity. The author uses 1.",
                1.0,
            ),
            Parameter::non_negative(
                "empty",
                "Empty cells",
                "Weight of the logarithm of the number of empty cells. The author uses 2.7.",
                2.7,
            ),
            Parameter::non_negative(
                "highest",
                "Largest tile",
                "Weight of the rank of the largest tile. The author uses 1.",
                1.0,
            ),
        ],
        boards: Boards::Any,
        unit: Unit::Heuristic,
        make: |settings, _| {
            let evaluator = Ovolve {
                smoothness: settings.real("smoothness"),
                monotonicity: settings.real("monotonicity"),
                empty: settings.real("empty"),
                highest: settings.real("highest"),
            };
            let limits = MinimaxLimits {
                depth: settings.whole("depth") as u32,
                nodes: settings.whole("nodes") as u64,
            };
            Box::new(Minimax { evaluator, limits, scored: false })
        },
    },
    Strategy {
        id: "vryniotis",
        name: "Vryniotis' minimax",
        source: source("Frolov 2016, 1.4 and 1.6"),
        sentence: "Searches with alpha-beta for the score, plus its logarithm for each empty cell, minus the clustering score.",
        parameters: &[
            depth("Layers of the tree. The text mentions 3, 5 and 7.", 5, 9),
            Parameter::non_negative(
                "clustering",
                "Clustering",
                "Weight of the clustering score. The author uses 1.",
                1.0,
            ),
            Parameter::non_negative(
                "monotonicity",
                "Monotonicity",
                "Weight of the monotonicity. Frolov mentions it, but the author does not.",
                0.0,
            ),
            Parameter::non_negative(
                "smoothness",
                "Smoothness",
                "Weight of the smoothness. Frolov mentions it, but the author does not.",
                0.0,
            ),
            Parameter {
                id: "win",
                label: "2048 wins",
                sentence: "Whether a board with 2048 has the highest value until 2048 is made.",
                kind: ParameterKind::Switch { default: true },
            },
        ],
        boards: Boards::Any,
        unit: Unit::Heuristic,
        make: |settings, _| {
            let evaluator = Vryniotis {
                clustering: settings.real("clustering"),
                monotonicity: settings.real("monotonicity"),
                smoothness: settings.real("smoothness"),
                winning_rank: if settings.switch("win") { WINNING_RANK } else { 0 },
            };
            let limits = MinimaxLimits { depth: settings.whole("depth") as u32, nodes: 0 };
            let minimax = Minimax { evaluator, limits, scored: true };
            Box::new(VryniotisPlayer { minimax, winning_rank: evaluator.winning_rank })
        },
    },
    lee::STRATEGY,
    xiao::STRATEGY,
];

/// Vryniotis' player, for which a 2048 counts as won only until it has been made.
struct VryniotisPlayer {
    minimax: Minimax<Vryniotis>,
    /// 0 if no tile wins.
    winning_rank: u8,
}

impl Player for VryniotisPlayer {
    fn choose(&mut self, grid: &Grid) -> Thought {
        let is_won = grid.max_rank() >= self.winning_rank;
        self.minimax.evaluator.winning_rank = if is_won { 0 } else { self.winning_rank };
        self.minimax.choose(grid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::tests::choose;
    use afterstate::rules::Direction;

    #[test]
    fn vryniotis_values_2048_as_won_only_until_it_is_made() {
        let thought =
            choose("vryniotis:depth=3", "1024 8 4 2 / 1024 64 32 16 / 8 16 2 . / 4 2 . .");
        assert!(matches!(thought.best, Some(Direction::Up | Direction::Down)));
        assert!(thought.values.contains(&Some(crate::background::vryniotis::WON)));
        let thought = choose("vryniotis:depth=3", "2048 8 4 2 / 8 64 32 16 / 8 16 2 . / 4 2 . .");
        assert!(!thought.values.contains(&Some(crate::background::vryniotis::WON)));
    }

    #[test]
    fn the_score_of_tiles_is_that_of_kumars_table() {
        // Table 2.1, the maximum column: 4 for a 4, 16 for an 8, 48 for a 16.
        assert_eq!(score_of_tiles(&"4 8 / 2 16".parse().unwrap()), 4.0 + 16.0 + 48.0);
    }

    #[test]
    fn xiao_and_ovolve_keep_a_corner() {
        for strategy in ["ovolve", "xiao"] {
            let thought = choose(strategy, "512 256 64 4 / 32 16 8 2 / 4 2 2 . / 2 . . .");
            assert!(
                matches!(thought.best, Some(Direction::Up | Direction::Left)),
                "{strategy} {thought:?}"
            );
        }
    }
}
