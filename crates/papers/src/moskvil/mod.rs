//! Moskvil's minimax as a player. Source: J. Moskvil, "2048 Report", 2015.
//! The report gives neither weights nor depth; ours are explained in docs/evidence/papers/moskvil.md.

pub mod heuristic;

use crate::common::minimax::{self, MinimaxLimits, PositionEvaluator};
use crate::common::order::Order;
use crate::strategy::{
    Boards, Document, Parameter, ParameterKind, Player, Settings, Source, Strategy, TIE_ORDER,
    Thought, Unit, packed,
};
use afterstate::rules::{Board, Grid};
use heuristic::Moskvil;

impl PositionEvaluator<Grid> for Moskvil {
    fn value(&self, position: &Grid, _: f64, lost: bool) -> f64 {
        Moskvil::value(self, &Order::of_grid(position), lost)
    }
}

impl PositionEvaluator<Board> for Moskvil {
    fn value(&self, position: &Board, _: f64, lost: bool) -> f64 {
        Moskvil::value(self, &Order::of_board(*position), lost)
    }
}

/// The player of one set of weights.
struct Minimax {
    weights: Moskvil,
    depth: u32,
}

impl Player for Minimax {
    fn choose(&mut self, grid: &Grid) -> Thought {
        let limits = MinimaxLimits { depth: self.depth, nodes: 0 };
        let found = match packed(grid, limits.spawns()) {
            Some(board) => minimax::search(&board, 0.0, &self.weights, limits),
            None => minimax::search(grid, 0.0, &self.weights, limits),
        };
        Thought::best_of(found.values, TIE_ORDER)
    }
}

const DEFAULT: Moskvil = Moskvil::DEFAULT;

/// The one player of the report.
pub const STRATEGIES: &[Strategy] = &[Strategy {
    id: "moskvil",
    name: "Moskvil's minimax",
    source: Source { document: Document::Moskvil2015, section: "Heuristic function" },
    sentence: "Searches with alpha-beta as if the worst tile always spawned. Rewards ordered and smooth lines, empty cells \
               and a large tile in a corner.",
    parameters: &[
        Parameter {
            id: "depth",
            label: "Depth (layers)",
            sentence: "Layers of the tree: moves and spawns each count as one.",
            kind: ParameterKind::Whole { default: 5, min: 1, max: 12 },
        },
        Parameter::non_negative(
            "monotonicity",
            "Monotonicity",
            "Weight of the monotonicity toward the best corner, in ranks.",
            DEFAULT.monotonicity,
        ),
        Parameter::non_negative(
            "smoothness",
            "Smoothness",
            "Weight of the smoothness, in ranks.",
            DEFAULT.smoothness,
        ),
        Parameter::non_negative(
            "empty",
            "Empty cells",
            "Weight of each empty cell.",
            DEFAULT.empty,
        ),
        Parameter::non_negative(
            "highest",
            "Largest tile",
            "Weight of the rank of the largest tile.",
            DEFAULT.highest,
        ),
        Parameter::non_negative(
            "corner",
            "Largest tile in a corner",
            "Weight of the rank of the largest tile if it is in a corner.",
            DEFAULT.corner,
        ),
        Parameter::non_negative(
            "game-over",
            "Lost game",
            "Subtracted from a lost position.",
            DEFAULT.game_over,
        ),
        Parameter::non_negative(
            "bonus",
            "Bonus from 2048",
            "Added for 2048 and for each rank above it. 10000 in the report.",
            DEFAULT.bonus,
        ),
    ],
    boards: Boards::Any,
    unit: Unit::Heuristic,
    make: make_moskvil,
}];

fn make_moskvil(settings: &Settings, _: u64) -> Box<dyn Player> {
    Box::new(Minimax {
        weights: Moskvil {
            monotonicity: settings.real("monotonicity"),
            smoothness: settings.real("smoothness"),
            empty: settings.real("empty"),
            highest: settings.real("highest"),
            corner: settings.real("corner"),
            game_over: settings.real("game-over"),
            bonus: settings.real("bonus"),
        },
        depth: settings.whole("depth") as u32,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::Chosen;
    use crate::players::tests::choose;
    use afterstate::rules::Direction;

    #[test]
    fn sees_a_65536_that_takes_two_moves() {
        let board = "16384 16384 16384 16384 / 2 . . . / . . . . / . . . .";
        let limits = MinimaxLimits { depth: 3, nodes: 0 };
        let grid: Grid = board.parse().unwrap();
        let exact = minimax::search(&grid, 0.0, &Moskvil::DEFAULT, limits);
        assert_eq!(choose("moskvil:depth=3", board).values, exact.values);
    }

    #[test]
    fn the_bonus_makes_2048_the_best_move() {
        // The report: "it will always prefer this move, even if it gives a worse structure".
        let grid = "1024 8 4 2 / 1024 64 32 16 / 8 16 2 . / 4 2 . .".parse().unwrap();
        let mut player = "moskvil:depth=3".parse::<Chosen>().unwrap().build((4, 4), 0).unwrap();
        let thought = player.choose(&grid);
        assert!(matches!(thought.best, Some(Direction::Up | Direction::Down)), "{thought:?}");
        assert!(thought.values.iter().flatten().any(|&value| value > 5_000.0));
    }
}
