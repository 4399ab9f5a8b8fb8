//! Cook's dynamic depth: the rules of section 8.3, and the counts of nodes that they depend on.
//! Source: D. Cook, "Solving 2048 with Expectimax", 2023; docs/evidence/papers/cook.md.

use crate::common::position::{Position, marked_cells};
use afterstate::rules::Direction;

/// A rule of section 8.3 for the depth of a position's tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthRule {
    /// d(k) = max(floor(21 k^-0.065 - 3.75), 7) for k nodes in layer five: the rule that he keeps.
    D,
    /// f(k) = floor(21 k^-0.113), the fit of his Figure 16, which "will regularly overestimate".
    F,
    /// h(k) = max(f(k), 7), his first try.
    H,
    /// 8 with fewer than four empty cells and 6 otherwise, the rule of his source \[4\].
    Cells,
}

impl DepthRule {
    /// All of them.
    pub const ALL: [DepthRule; 4] = [DepthRule::D, DepthRule::F, DepthRule::H, DepthRule::Cells];

    /// The name in the parameter `rule`.
    pub fn name(self) -> &'static str {
        match self {
            DepthRule::D => "d",
            DepthRule::F => "f",
            DepthRule::H => "h",
            DepthRule::Cells => "cells",
        }
    }

    /// The depth of a position's tree.
    pub fn depth<P: Position>(self, position: &P) -> u32 {
        match self {
            DepthRule::D => d_of(layer_five(position, MANY)),
            DepthRule::F => f_of(layer_five(position, u64::MAX)),
            DepthRule::H => f_of(layer_five(position, MANY)).max(7),
            DepthRule::Cells => {
                if position.empty_count() < 4 {
                    8
                } else {
                    6
                }
            }
        }
    }
}

/// From this many nodes in layer five on, d and h are 7: 21 k^-0.065 - 3.75 falls below 8 at
/// k = 7581, and 21 k^-0.113 before.
const MANY: u64 = 7581;

/// d(k). 0 nodes (the tree ends earlier) count as 1.
fn d_of(nodes: u64) -> u32 {
    let depth = 21.0 * libm::pow(nodes.max(1) as f64, -0.065) - 3.75;
    (depth.floor() as u32).max(7)
}

/// f(k), at least 1.
fn f_of(nodes: u64) -> u32 {
    let depth = 21.0 * libm::pow(nodes.max(1) as f64, -0.113);
    (depth.floor() as u32).max(1)
}

/// The number of nodes in the fifth layer below a position, with repeated ones, as in Cook's tree.
/// Counting ends at `limit`.
pub fn layer_five<P: Position>(position: &P, limit: u64) -> u64 {
    let mut count = 0;
    layer_nodes(position, 5, &mut |nodes| {
        count = nodes;
        nodes < limit
    });
    count.min(limit)
}

/// Counts the nodes in a layer below a position, with repeated ones, and calls `go_on` with the
/// count so far after each position of the layer above. `None` if that returned `false`.
pub fn layer_nodes<P: Position>(
    position: &P,
    layer: u32,
    go_on: &mut impl FnMut(u64) -> bool,
) -> Option<u64> {
    let mut nodes = 0;
    below(position, layer, &mut nodes, go_on).then_some(nodes)
}

/// Adds the nodes `layers` below a position before a move; whether to go on.
fn below<P: Position>(
    position: &P,
    layers: u32,
    nodes: &mut u64,
    go_on: &mut impl FnMut(u64) -> bool,
) -> bool {
    let afters = || Direction::ALL.into_iter().filter_map(move |way| position.slide(way));
    if layers <= 2 {
        *nodes += match layers {
            0 => 1,
            1 => afters().count() as u64,
            _ => afters().map(|(after, _)| 2 * u64::from(after.empty_count())).sum::<u64>(),
        };
        return go_on(*nodes);
    }
    for (after, _) in afters() {
        for cell in marked_cells::<P>(after.empties()) {
            for rank in [1, 2] {
                if !below(&after.with(cell, rank), layers - 2, nodes, go_on) {
                    return false;
                }
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use afterstate::rules::{Board, Grid};

    const POSITION: &str = "16 2 8 2 / 32 4 16 64 / 2 64 512 2 / 2048 1024 8 2";

    #[test]
    fn the_dynamic_depth_of_8_3() {
        // 21 - 3.75 = 17.25; 21 * 100^-0.065 = 15.57; 21 * 1000^-0.065 = 13.40; 21 * 10000^-0.065 =
        // 11.54.
        assert_eq!([0, 1, 100, 1000, 10_000].map(d_of), [17, 17, 11, 9, 7]);
        assert_eq!([MANY - 1, MANY, 1 << 40].map(d_of), [8, 7, 7]);
        // 21; 21 * 100^-0.113 = 12.48; 21 * 1000^-0.113 = 9.62; 21 * 10000^-0.113 = 7.42; 5.72.
        assert_eq!([0, 1, 100, 1000, 10_000, 100_000].map(f_of), [21, 21, 12, 9, 7, 5]);
        assert_eq!([MANY - 1, MANY].map(f_of), [7, 7]);
    }

    #[test]
    fn every_rule_of_8_3_gives_a_depth() {
        let depths = |text: &str| {
            let grid: Grid = text.parse().unwrap();
            DepthRule::ALL.map(|rule| rule.depth(&grid))
        };
        // 43,304 nodes in layer five: f = 21 * 43304^-0.113 = 6.28.
        assert_eq!(depths(". . . . / 2 . . . / . . . 2 / . . . ."), [7, 6, 7, 6]);
        // Three empty cells, and four.
        let [.., cells] = depths("2 4 8 16 / 32 64 128 256 / 2 4 8 16 / 32 . . .");
        assert_eq!(cells, 8);
        let [.., cells] = depths("2 4 8 16 / 32 64 128 256 / 2 4 8 16 / . . . .");
        assert_eq!(cells, 6);
        // No layer five.
        assert_eq!(depths("2 4 / 8 2"), [17, 21, 21, 8]);
    }

    #[test]
    fn layer_five_counts_repeated_nodes() {
        let grid: Grid = POSITION.parse().unwrap();
        let mut expected = 0;
        let afters = |grid: &Grid| -> Vec<Grid> {
            Direction::ALL.iter().filter_map(|&d| grid.slide(d)).map(|after| after.board).collect()
        };
        let spawns = |grid: &Grid| -> Vec<Grid> {
            grid.empty_cells().flat_map(|cell| [grid.with(cell, 1), grid.with(cell, 2)]).collect()
        };
        for one in afters(&grid) {
            for two in spawns(&one) {
                for three in afters(&two) {
                    for four in spawns(&three) {
                        expected += afters(&four).len() as u64;
                    }
                }
            }
        }
        assert_eq!(layer_five(&grid, u64::MAX), expected);
        assert_eq!(layer_five(&grid, 3), 3.min(expected));
    }

    #[test]
    fn the_tree_of_8_1_has_over_four_million_leaves() {
        let grid: Grid = ". . . . / 2 . . . / . . . 2 / . . . .".parse().unwrap();
        let board = Board::try_from(grid).unwrap();
        // Counted by a separate program, which remembers the counts of equal positions.
        let layers = [1, 3, 5, 7].map(|layer| layer_nodes(&board, layer, &mut |_| true).unwrap());
        assert_eq!(layers, [4, 424, 43_304, 4_214_020]);
    }
}
