//! Cook's expectimax as players, one for each heuristic. See also `players::exact` for his full
//! tree of the 2x2 game.
//! Source: D. Cook, "Solving 2048 with Expectimax", 2023; how we read it: docs/evidence/papers/cook.md.
//! `depth` counts layers as he does: 2n - 1 layers are n-ply, 2n end after a spawn.

pub mod depth;
pub mod expectimax;
pub mod heuristic;
mod leaf;
mod parameters;
pub mod probe;
mod sampled;
pub mod scorer;
mod tables;
pub mod tree;
pub mod wrapper;

use crate::common::memo::Memo;
use crate::common::position::Position;
use crate::strategy::{
    Boards, CatalogError, Chosen, Document, Parameter, Player, Settings, Source, Strategy, Thought,
    Unit, packed,
};
use afterstate::rules::Grid;
use depth::DepthRule;
use expectimax::{Growth, Leaf};
use heuristic::Heuristic;
use leaf::CookLeaf;
use parameters::{
    DYNAMIC_SNAKE, MONOTONIC, MOST_LAYERS, PLAIN, SAMPLED, dynamic_of, growth_of, monotonic, snake,
    wrapper_of,
};
use sampled::Sampled;
use tree::{Node, TreeError};
use wrapper::Wrapper;

/// The memory has 2^17 entries (3 MiB), several times as many as a search of depth 7 fills.
const MEMO_BITS: u32 = 17;

/// The maximum number of spawns on a path of a tree.
const MOST_SPAWNS: u64 = MOST_LAYERS as u64 / 2;

/// The player of one heuristic.
struct Cook {
    heuristic: Heuristic,
    wrapper: Wrapper,
    growth: Growth,
    /// The rule and the maximum of the dynamic depth, if the depth is dynamic.
    dynamic: Option<(DepthRule, u32)>,
    leaf: Option<((usize, usize), CookLeaf)>,
    memo: Option<Memo>,
    generation: u64,
}

/// A heuristic by the settings of its strategy.
type HeuristicOf = fn(&Settings) -> Heuristic;

/// The heuristic of each strategy, for [`tree`].
const HEURISTICS: [(&str, HeuristicOf); 7] = [
    ("cook-sum", |_| Heuristic::Sum),
    ("cook-largest-lower", |_| Heuristic::LargestLower),
    ("cook-largest-right", |_| Heuristic::LargestRight),
    ("cook-snake", |_| Heuristic::Snake),
    ("cook-diagonal", |_| Heuristic::Diagonal),
    ("cook-dynamic-snake", snake),
    ("cook-monotonic", monotonic),
];

/// Why the tree of a strategy cannot be shown.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ShowTreeError {
    /// The strategy does not play boards of that size.
    #[error(transparent)]
    Board(CatalogError),
    /// The strategy is not one of Cook's.
    #[error(
        "{strategy} has no search tree to show. Strategies with one: {}.",
        HEURISTICS.map(|(id, _)| id).join(", ")
    )]
    NoTree {
        /// The strategy's id.
        strategy: &'static str,
    },
    /// The settings prune moves, and the tree shows every move.
    #[error("the tree shows every move: leave out drop and catch-up")]
    Pruned,
    /// The tree cannot be grown.
    #[error(transparent)]
    Tree(TreeError),
}

/// The whole search tree of one of these strategies (C.5, Figure 13), with at most `max_nodes`
/// nodes. The root has the value of the best move in a search.
///
/// # Errors
/// When the strategy does not play the board or is not one of Cook's, its settings prune moves, or
/// the tree is too large.
pub fn tree(chosen: &Chosen, grid: &Grid, max_nodes: usize) -> Result<Node, ShowTreeError> {
    let (rows, cols) = (grid.rows(), grid.cols());
    let id = chosen.strategy.id;
    chosen.strategy.check_board(rows, cols).map_err(ShowTreeError::Board)?;
    let Some((_, heuristic)) = HEURISTICS.iter().find(|(known, _)| *known == id) else {
        return Err(ShowTreeError::NoTree { strategy: id });
    };
    let settings = &chosen.settings;
    let leaf = CookLeaf::new(heuristic(settings), wrapper_of(settings), (rows, cols));
    let growth = growth_of(settings);
    if growth.drop.is_some() || growth.catch_up.is_some() {
        return Err(ShowTreeError::Pruned);
    }
    let growth = growth_on(grid, growth, dynamic_of(settings));
    tree::grow(grid, &leaf, growth, max_nodes).map_err(ShowTreeError::Tree)
}

/// The growth of a position's tree, with the depth that a rule gives it.
fn growth_on<P: Position>(
    position: &P,
    growth: Growth,
    dynamic: Option<(DepthRule, u32)>,
) -> Growth {
    let Some((rule, max_depth)) = dynamic else { return growth };
    Growth { layers: rule.depth(position).min(max_depth), ..growth }
}

impl Cook {
    fn new(heuristic: Heuristic, settings: &Settings) -> Self {
        Self {
            heuristic,
            wrapper: wrapper_of(settings),
            growth: growth_of(settings),
            dynamic: dynamic_of(settings),
            leaf: None,
            memo: settings.switch("memory").then(|| Memo::new(MEMO_BITS)),
            generation: 0,
        }
    }

    fn search<P: Position>(&mut self, position: &P) -> [Option<f64>; 4]
    where
        CookLeaf: Leaf<P>,
    {
        self.generation += 1;
        let growth = growth_on(position, self.growth, self.dynamic);
        let size = (position.rows(), position.cols());
        if self.leaf.as_ref().is_none_or(|(made_for, _)| *made_for != size) {
            let leaf = CookLeaf::new(self.heuristic, self.wrapper, size);
            self.leaf = Some((size, leaf));
        }
        let Some((_, leaf)) = &self.leaf else { return [None; 4] };
        expectimax::search(position, leaf, growth, self.memo.as_ref(), self.generation, true).values
    }
}

impl Player for Cook {
    fn choose(&mut self, grid: &Grid) -> Thought {
        let values = match packed(grid, MOST_SPAWNS) {
            Some(board) => self.search(&board),
            None => self.search(grid),
        };
        Thought::best_of(values, tree::ORDER)
    }

    fn new_game(&mut self, _: u64) {
        // The memory needs no clearing: entries of earlier searches have other generations.
    }
}

const fn entry(
    id: &'static str,
    name: &'static str,
    section: &'static str,
    sentence: &'static str,
    parameters: &'static [Parameter],
    boards: Boards,
    make: fn(&Settings, u64) -> Box<dyn Player>,
) -> Strategy {
    let source = Source { document: Document::Cook2023, section };
    let unit = Unit::Heuristic;
    Strategy { id, name, source, sentence, parameters, boards, unit, make }
}

/// The players, in the order of the text.
pub const STRATEGIES: &[Strategy] = &[
    entry(
        "cook-sum",
        "Cook, sum",
        "2.5",
        "Searches with expectimax for the largest sum of tiles, which grows the same whatever the moves.",
        PLAIN,
        Boards::Any,
        |settings, _| Box::new(Cook::new(Heuristic::Sum, settings)),
    ),
    entry(
        "cook-largest-lower",
        "Cook, largest lower",
        "2.5 and 6.4",
        "Searches with expectimax and multiplies each tile by its row number, so that large tiles go to the bottom.",
        PLAIN,
        Boards::Any,
        |settings, _| Box::new(Cook::new(Heuristic::LargestLower, settings)),
    ),
    entry(
        "cook-largest-right",
        "Cook, largest right",
        "6.4",
        "Searches with expectimax and multiplies each tile by its column number, so that large tiles go to the right.",
        PLAIN,
        Boards::Any,
        |settings, _| Box::new(Cook::new(Heuristic::LargestRight, settings)),
    ),
    entry(
        "cook-snake",
        "Cook, snake",
        "5.2.1",
        "Searches with expectimax and multiplies the tiles by powers of four that fall along a snake from the upper left corner.",
        PLAIN,
        Boards::FOUR_BY_FOUR,
        |settings, _| Box::new(Cook::new(Heuristic::Snake, settings)),
    ),
    entry(
        "cook-diagonal",
        "Cook, diagonal",
        "5.2.2",
        "Searches with expectimax, multiplies the squared tiles by weights that fall along the diagonal, and subtracts the differences between neighbors.",
        PLAIN,
        Boards::FOUR_BY_FOUR,
        |settings, _| Box::new(Cook::new(Heuristic::Diagonal, settings)),
    ),
    entry(
        "cook-dynamic-snake",
        "Cook, dynamic snake",
        "6.1",
        "Searches with expectimax and multiplies the tiles by powers that fall along a snake of the board's size, with the variants of section 6.1.",
        DYNAMIC_SNAKE,
        Boards::Any,
        |settings, _| Box::new(Cook::new(snake(settings), settings)),
    ),
    entry(
        "cook-monotonic",
        "Cook, monotonic",
        "6.2",
        "Searches with expectimax and rewards tiles on the edges, lines that increase in one direction, and empty cells.",
        MONOTONIC,
        Boards::Any,
        |settings, _| Box::new(Cook::new(monotonic(settings), settings)),
    ),
    entry(
        "cook-adls",
        "Cook, average depth-limited search",
        "5.2",
        "Draws one new tile after each move instead of trying all of them, searches the moves that follow, and averages several such runs.",
        SAMPLED,
        Boards::Any,
        |settings, seed| Box::new(Sampled::new(settings, seed)),
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use afterstate::rules::Direction;

    fn chosen(text: &str) -> Chosen {
        text.parse().unwrap()
    }

    #[test]
    fn memory_changes_no_move() {
        let grid: Grid = "2 4 8 16 / 2 8 16 32 / 4 2 64 128 / 2 4 . 2".parse().unwrap();
        let think = |text: &str| chosen(text).build((4, 4), 0).unwrap().choose(&grid);
        assert_eq!(think("cook-monotonic:depth=5"), think("cook-monotonic:depth=5,memory=false"));
        assert_eq!(
            think("cook-dynamic-snake:depth=5").best,
            think("cook-dynamic-snake:depth=5,memory=no").best
        );
        let dynamic = think("cook-monotonic:dynamic=true,max-depth=8");
        assert!(dynamic.best.is_some());
        // Three empty cells, and a rule that is not the default.
        assert_eq!(
            think("cook-monotonic:dynamic=true,rule=cells,max-depth=7"),
            think("cook-monotonic:depth=7")
        );
    }

    #[test]
    fn the_tree_is_the_one_that_is_searched() {
        let grid: Grid = "16 2 8 2 / 32 4 16 64 / 2 64 512 2 / 2048 1024 8 2".parse().unwrap();
        assert_eq!(
            HEURISTICS.map(|(id, _)| id).as_slice(),
            STRATEGIES
                .iter()
                .map(|entry| entry.id)
                .filter(|id| *id != "cook-adls")
                .collect::<Vec<_>>()
        );
        let others = ["cook-monotonic:by-line=yes", "cook-dynamic-snake:rotation=columns"];
        for strategy in HEURISTICS.map(|(id, _)| id).into_iter().chain(others) {
            let separator = if strategy.contains(':') { ',' } else { ':' };
            let chosen = chosen(&format!("{strategy}{separator}depth=4"));
            let shown = tree(&chosen, &grid, 1000).unwrap();
            let thought = chosen.build((4, 4), 0).unwrap().choose(&grid);
            let best = thought.values.iter().flatten().fold(f64::NEG_INFINITY, |a, &b| a.max(b));
            assert_eq!(shown.derived, best, "{strategy}: {shown:?}");
        }
    }

    /// Cook's directions are up, down, left, right, and the first of equal moves is made. On a
    /// symmetric board the averages must be equal to the last bit.
    #[test]
    fn equal_moves_are_decided_in_his_order() {
        let grid: Grid = "2 4 . . / . . . . / . . . . / . . 4 2".parse().unwrap();
        let thought = chosen("cook-monotonic:depth=2").build((4, 4), 0).unwrap().choose(&grid);
        let [up, right, down, left] = thought.values;
        assert_eq!((up, left), (down, right));
        let shown = tree(&chosen("cook-monotonic:depth=2"), &grid, 1000).unwrap();
        let shown: Vec<_> = shown.children.iter().map(|child| Some(child.derived)).collect();
        assert_eq!(shown, [up, down, left, right]);
        let first = shown.iter().position(|value| {
            *value == Some(thought.values.into_iter().flatten().fold(f64::MIN, f64::max))
        });
        assert_eq!(thought.best, first.map(|place| tree::ORDER[place]));
    }

    /// Every two options together.
    #[test]
    fn the_root_has_the_value_of_the_search_with_every_option() {
        // Two of the seven play only the first board.
        assert_eq!(compare_roots(3), (5 * 3 + 2) * 4 * 4);
    }

    #[test]
    #[ignore = "a second"]
    fn the_root_has_the_value_of_the_search_with_all_options_together() {
        assert_eq!(compare_roots(1), (5 * 3 + 2) * 4 * 3 * 4);
    }

    /// Compares the tree with the search, with each `step`-th of the options, and returns how often.
    fn compare_roots(step: usize) -> usize {
        let boards =
            ["16 2 8 2 / 32 4 16 64 / 2 64 512 2 / 2048 1024 8 2", "2 4 / 8 .", "2 4 8 / . 2 4"];
        let layers = ["depth=1", "depth=4", "dynamic=yes", "depth=1,dynamic=yes,max-depth=8"];
        let mut compared = 0;
        for (id, _) in HEURISTICS {
            for (layer, options) in layers.into_iter().enumerate() {
                for fours in 0..3 {
                    let more = ["", ",fail=setter", ",fail=ratio,reading=rules", ",memory=no"];
                    for (index, more) in more.into_iter().enumerate() {
                        if (layer + fours + index) % step != 0 {
                            continue;
                        }
                        let chosen = chosen(&format!("{id}:{options},fours={fours}{more}"));
                        for board in boards {
                            let grid: Grid = board.parse().unwrap();
                            let size = (grid.rows(), grid.cols());
                            let Ok(mut player) = chosen.build(size, 0) else { continue };
                            let values = player.choose(&grid).values;
                            let best = values.into_iter().flatten().reduce(f64::max).unwrap();
                            let root = tree(&chosen, &grid, 1_000_000).unwrap().derived;
                            assert_eq!(root, best, "{chosen} on {board}");
                            compared += 1;
                        }
                    }
                }
            }
        }
        compared
    }

    #[test]
    fn a_tree_that_cannot_be_shown_is_refused_with_the_reason() {
        let grid: Grid = "16 2 8 2 / 32 4 16 64 / 2 64 512 2 / 2048 1024 8 2".parse().unwrap();
        let refused = |strategy: &str, grid: &Grid| {
            let error = tree(&chosen(strategy), grid, 10).unwrap_err();
            (error.clone(), error.to_string())
        };
        let (error, message) = refused("random", &grid);
        assert_eq!(error, ShowTreeError::NoTree { strategy: "random" });
        assert!(message.contains("cook-monotonic"), "{message}");
        let (error, message) = refused("cook-monotonic:depth=9", &grid);
        assert_eq!(error, ShowTreeError::Tree(TreeError::TooLarge { max_nodes: 10 }));
        assert!(message.contains("more than 10"), "{message}");
        let (_, message) = refused("cook-snake", &"2 2 / . .".parse().unwrap());
        assert!(message.contains("4x4"), "{message}");
        for pruned in ["drop=0.1", "depth=5,catch-up=0.000001", "drop=1,catch-up=1"] {
            let (_, message) = refused(&format!("cook-largest-lower:{pruned}"), &grid);
            assert!(message.contains("leave out drop and catch-up"), "{message}");
        }
    }

    #[test]
    fn tiles_that_the_packed_board_cannot_hold_are_played() {
        let grid: Grid = "32768 32768 4 2 / 2 . . . / . . . . / . . . .".parse().unwrap();
        let thought = chosen("cook-largest-right:depth=2").build((4, 4), 0).unwrap().choose(&grid);
        assert_eq!(thought.best, Some(Direction::Right), "{thought:?}");
    }
}
