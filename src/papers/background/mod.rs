//! Programs that the papers describe and build on: the minimax players of ovolve and Vryniotis,
//! Lee's weight matrix and Xiao's expectimax. Sources: Kumar 2018, chapter 4; Frolov 2016, 1.3 to
//! 1.7; Cook 2023, 1.1. Where a description leaves a number open, it is its author's:
//! docs/papers/background.md.

pub mod ovolve;
pub mod vryniotis;

use crate::eval::rows::{RowHeuristic, RowWeights};
use crate::papers::background::ovolve::Ovolve;
use crate::papers::background::vryniotis::Vryniotis;
use crate::papers::common::memo::Memo;
use crate::papers::common::minimax::{self, Limits, Verdict};
use crate::papers::common::order::Order;
use crate::papers::cook::expectimax::{self, Growth, Leaf};
use crate::papers::cook::heuristic::{Matrix, OnGrid};
use crate::papers::cook::heuristic_packed::OnBoard;
use crate::papers::cook::wrapper::Fail;
use crate::rules::{Board, Grid, WINNING_RANK};
use crate::search::{self, DepthReductions, Searcher};
use crate::strategy::{
    Boards, Document, Kind, Parameter, Player, Source, Strategy, TIE_ORDER, Thought, Unit, packed,
};

impl Verdict<Grid> for Ovolve {
    fn value(&self, position: &Grid, _: f64, lost: bool) -> f64 {
        lost_or(lost, || Ovolve::value(self, &Order::of_grid(position)))
    }
}

impl Verdict<Board> for Ovolve {
    fn value(&self, position: &Board, _: f64, lost: bool) -> f64 {
        lost_or(lost, || Ovolve::value(self, &Order::of_board(*position)))
    }
}

/// The papers give no value of a lost position; it must be below all others.
fn lost_or(lost: bool, value: impl FnOnce() -> f64) -> f64 {
    if lost { -1e4 } else { value() }
}

impl Verdict<Grid> for Vryniotis {
    fn value(&self, position: &Grid, score: f64, lost: bool) -> f64 {
        self.of_grid(position, score, lost)
    }
}

impl Verdict<Board> for Vryniotis {
    fn value(&self, position: &Board, score: f64, lost: bool) -> f64 {
        let order = Order::of_board(*position);
        Vryniotis::value(self, |cell| position.rank(cell), 4, 4, &order, score, lost)
    }
}

/// A minimax player with any leaf value.
struct Minimax<V> {
    verdict: V,
    limits: Limits,
    /// Whether leaf values need the score of the game.
    scored: bool,
}

/// The score of the game if every tile was merged from 2s: (k - 1) 2^k for each rank k (Kumar 2018,
/// Theorem 2.3).
fn score_of_tiles(grid: &Grid) -> f64 {
    let earned = |&rank: &u8| (f64::from(rank) - 1.0).max(0.0) * (1u64 << rank) as f64;
    grid.ranks().iter().map(earned).sum()
}

impl<V: Verdict<Grid> + Verdict<Board> + Send> Player for Minimax<V> {
    fn choose(&mut self, grid: &Grid) -> Thought {
        let score = if self.scored { score_of_tiles(grid) } else { 0.0 };
        let found = match packed(grid, self.limits.spawns()) {
            Some(board) => minimax::search(&board, score, &self.verdict, self.limits),
            None => minimax::search(grid, score, &self.verdict, self.limits),
        };
        Thought::best_of(found.values, TIE_ORDER)
    }
}

/// Frolov 2016, 1.7: Lee's matrix, "the most optimal" of a random search.
const LEE: [f64; 16] = [
    0.135, 0.121, 0.102, 0.0999, 0.0997, 0.088, 0.076, 0.0724, 0.0606, 0.0562, 0.0371, 0.0161,
    0.0125, 0.0099, 0.0057, 0.0033,
];

struct LeeLeaf {
    plain: OnGrid,
    packed: OnBoard,
}

impl Leaf<Grid> for LeeLeaf {
    fn value(&self, position: &Grid) -> f64 {
        self.plain.value(position)
    }

    fn terminal_value(&self, value: f64) -> f64 {
        Fail::Keep.of(value)
    }

    fn has_terminal_value(&self) -> bool {
        false
    }
}

impl Leaf<Board> for LeeLeaf {
    fn value(&self, position: &Board) -> f64 {
        self.packed.value(*position)
    }

    fn terminal_value(&self, value: f64) -> f64 {
        Fail::Keep.of(value)
    }

    fn has_terminal_value(&self) -> bool {
        false
    }
}

struct Lee {
    leaf: LeeLeaf,
    growth: Growth,
    memo: Memo,
    generation: u64,
}

impl Lee {
    fn new(layers: u32) -> Self {
        let forms = Matrix { weights: LEE.to_vec(), trap: None }.symmetries(4, 4);
        let leaf =
            LeeLeaf { plain: OnGrid::weighted(forms.clone()), packed: OnBoard::weighted(forms) };
        Self { leaf, growth: Growth::full(layers), memo: Memo::new(16), generation: 0 }
    }
}

impl Player for Lee {
    fn choose(&mut self, grid: &Grid) -> Thought {
        self.generation += 1;
        let memo = Some(&self.memo);
        let grown = match packed(grid, self.growth.spawns()) {
            Some(board) => {
                expectimax::search(&board, &self.leaf, self.growth, memo, self.generation, true)
            }
            None => expectimax::search(grid, &self.leaf, self.growth, memo, self.generation, true),
        };
        Thought::best_of(grown.values, TIE_ORDER)
    }
}

/// Xiao's program ignores spawns with a probability below 1 in 10,000; the nearest in our search is
/// that a spawned 4 costs two plies.
const REDUCTIONS: DepthReductions = DepthReductions { spawn4_plies: 2, low_value_plies: 1 };

/// Xiao's program with the project's own search.
struct Xiao {
    searcher: Searcher<RowHeuristic>,
    most: u8,
}

impl Player for Xiao {
    fn choose(&mut self, grid: &Grid) -> Thought {
        let different =
            grid.ranks().iter().filter(|&&rank| rank > 0).fold(0u64, |set, &rank| set | 1 << rank);
        let ply = (different.count_ones() as u8)
            .saturating_sub(2)
            .clamp(3, self.most.max(3))
            .min(self.most);
        match self
            .searcher
            .search(grid, &search::Limits { reductions: REDUCTIONS, ..search::Limits::ply(ply) })
        {
            Ok(report) => Thought {
                best: report.best,
                values: report.values.map(|value| value.map(f64::from)),
                note: None,
            },
            // The search cannot pack the board, even with lowered ranks.
            Err(_) => Thought::first_possible(grid, "the search cannot hold this board"),
        }
    }
}

const fn depth(sentence: &'static str, default: i64, most: i64) -> Parameter {
    Parameter {
        id: "depth",
        label: "Depth (layers)",
        sentence,
        kind: Kind::Whole { default, least: 1, most },
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
                kind: Kind::Whole { default: 20_000, least: 0, most: 100_000_000 },
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
            let verdict = Ovolve {
                smoothness: settings.real("smoothness"),
                monotonicity: settings.real("monotonicity"),
                empty: settings.real("empty"),
                highest: settings.real("highest"),
            };
            let limits = Limits {
                depth: settings.whole("depth") as u32,
                nodes: settings.whole("nodes") as u64,
            };
            Box::new(Minimax { verdict, limits, scored: false })
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
                kind: Kind::Switch { default: true },
            },
        ],
        boards: Boards::Any,
        unit: Unit::Heuristic,
        make: |settings, _| {
            let verdict = Vryniotis {
                clustering: settings.real("clustering"),
                monotonicity: settings.real("monotonicity"),
                smoothness: settings.real("smoothness"),
                winning_rank: if settings.switch("win") { WINNING_RANK } else { 0 },
            };
            let limits = Limits { depth: settings.whole("depth") as u32, nodes: 0 };
            Box::new(Winner(Minimax { verdict, limits, scored: true }, verdict.winning_rank))
        },
    },
    Strategy {
        id: "lee",
        name: "Lee's weight matrix",
        source: source("Frolov 2016, 1.7"),
        sentence: "Searches with expectimax and multiplies the tiles by weights that fall with the distance from a corner, in the best of eight orientations.",
        parameters: &[depth("Layers of the tree. The text mentions 6 and 8.", 6, 12)],
        boards: Boards::FOUR_BY_FOUR,
        unit: Unit::Heuristic,
        make: |settings, _| Box::new(Lee::new(settings.whole("depth") as u32)),
    },
    Strategy {
        id: "xiao",
        name: "Xiao's expectimax",
        source: source("Kumar 2018, chapter 4; Frolov 2016, 1.3"),
        sentence: "Searches with expectimax and scores empty cells, possible merges and monotonic lines with a table of all lines.",
        parameters: &[Parameter {
            id: "most",
            label: "Maximum depth (plies)",
            sentence: "Maximum depth in plies. The depth is the number of different tiles minus 2, and at least 3.",
            kind: Kind::Whole { default: 5, least: 1, most: 12 },
        }],
        boards: Boards::FOUR_BY_FOUR,
        unit: Unit::Heuristic,
        make: |settings, _| {
            let searcher =
                Searcher::new(RowHeuristic::new(&RowWeights::NNEONNEO), 4 << 20).parallel();
            Box::new(Xiao { searcher, most: settings.whole("most") as u8 })
        },
    },
];

/// Vryniotis' player, for which a 2048 counts as won only until it has been made.
struct Winner(Minimax<Vryniotis>, u8);

impl Player for Winner {
    fn choose(&mut self, grid: &Grid) -> Thought {
        self.0.verdict.winning_rank = if grid.max_rank() < self.1 { self.1 } else { 0 };
        self.0.choose(grid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::tests::choose;
    use crate::rules::Direction;

    #[test]
    fn lee_at_one_layer_is_the_matrix_after_the_move() {
        // Up: a 4 in the corner (0.135) and a 2 beside it (0.121). Down is the same, mirrored.
        let thought = choose("lee:depth=1", "2 . . . / 2 2 . . / . . . . / . . . .");
        let corner = 4.0 * 0.135 + 2.0 * 0.121;
        assert!((thought.values[0].unwrap() - corner).abs() < 1e-12);
        assert!((thought.values[2].unwrap() - corner).abs() < 1e-12);
        // Left: a 2 and a 4 in the first column. The best form has one of them in the corner.
        let aside = f64::max(2.0 * 0.135 + 4.0 * 0.121, 4.0 * 0.121 + 2.0 * 0.135);
        assert!((thought.values[3].unwrap() - aside).abs() < 1e-12);
    }

    #[test]
    fn vryniotis_values_2048_as_won_only_until_it_is_made() {
        let thought =
            choose("vryniotis:depth=3", "1024 8 4 2 / 1024 64 32 16 / 8 16 2 . / 4 2 . .");
        assert!(matches!(thought.best, Some(Direction::Up | Direction::Down)));
        assert!(thought.values.contains(&Some(crate::papers::background::vryniotis::WON)));
        let thought = choose("vryniotis:depth=3", "2048 8 4 2 / 8 64 32 16 / 8 16 2 . / 4 2 . .");
        assert!(!thought.values.contains(&Some(crate::papers::background::vryniotis::WON)));
    }

    #[test]
    fn the_score_of_tiles_is_that_of_kumars_table() {
        // Table 2.1, the maximum column: 4 for a 4, 16 for an 8, 48 for a 16.
        assert_eq!(score_of_tiles(&"4 8 / 2 16".parse().unwrap()), 4.0 + 16.0 + 48.0);
    }

    #[test]
    fn xiao_searches_low_value_moves_to_full_depth() {
        let board = "512 256 64 4 / 32 16 8 2 / 4 2 2 . / 2 . . .";
        let mut searcher = Searcher::new(RowHeuristic::new(&RowWeights::NNEONNEO), 0);
        let limits = |low_value_plies| search::Limits {
            reductions: DepthReductions { spawn4_plies: 2, low_value_plies },
            ..search::Limits::ply(4)
        };
        let mut values = |low_value_plies| {
            let report =
                searcher.search(&board.parse().unwrap(), &limits(low_value_plies)).unwrap();
            report.values.map(|value| value.map(f64::from))
        };
        let thought = choose("xiao:most=4", board);
        assert_eq!(thought.values, values(1));
        assert_ne!(thought.values, values(3));
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
