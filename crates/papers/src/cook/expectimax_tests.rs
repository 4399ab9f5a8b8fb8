//! Cook's search against a reference implementation, with threads and with one.

use super::*;
use crate::cook::heuristic::{Formula, Heuristic};
use crate::cook::scorer::Scorer;
use crate::cook::wrapper::{Fail, LostTest};
use afterstate::rules::{Board, Grid};

struct Plain(Scorer<Grid>, Fail, LostTest);

impl Leaf<Grid> for Plain {
    fn value(&self, position: &Grid) -> f64 {
        self.0.value(position)
    }
    fn is_lost(&self, position: &Grid) -> bool {
        self.2.is_lost(position)
    }
    fn terminal_value(&self, value: f64) -> f64 {
        self.1.of(value)
    }
    fn has_terminal_value(&self) -> bool {
        self.1 != Fail::Keep
    }
}

struct Packed(Scorer<Board>, Fail, LostTest);

impl Leaf<Board> for Packed {
    fn value(&self, position: &Board) -> f64 {
        self.0.value(position)
    }
    fn is_lost(&self, position: &Board) -> bool {
        self.2.is_lost(position)
    }
    fn terminal_value(&self, value: f64) -> f64 {
        self.1.of(value)
    }
    fn has_terminal_value(&self) -> bool {
        self.1 != Fail::Keep
    }
}

/// The reference implementation: the definition, node by node. `fours` below 0 is not counted.
fn plain(grid: &Grid, leaf: &Plain, growth: Growth, layers: u32, fours: i32, moves: bool) -> f64 {
    if moves {
        let afters: Vec<Grid> =
            Direction::ALL.iter().filter_map(|&d| grid.slide(d)).map(|after| after.board).collect();
        if afters.is_empty() {
            return leaf.terminal_value(leaf.value(grid));
        }
        if layers == 0 || fours == 0 {
            let full = grid.empty_cells().next().is_none();
            let value = leaf.value(grid);
            return if full && leaf.is_lost(grid) { leaf.terminal_value(value) } else { value };
        }
        let values =
            afters.iter().map(|after| plain(after, leaf, growth, layers - 1, fours, false));
        return values.fold(f64::NEG_INFINITY, f64::max);
    }
    if layers == 0 {
        return leaf.value(grid);
    }
    let mut sum = 0.0;
    for cell in grid.empty_cells() {
        for ((rank, chance), fours) in
            growth.spawn_probabilities.into_iter().zip([fours, fours - 1])
        {
            let mut spawned = *grid;
            spawned.set(cell, rank);
            sum += chance * plain(&spawned, leaf, growth, layers - 1, fours, true);
        }
    }
    sum / grid.empty_count() as f64
}

const POSITIONS: [&str; 5] = [
    "16 2 8 2 / 32 4 16 64 / 2 64 512 2 / 2048 1024 8 2",
    "2 4 8 16 / 2 8 16 32 / 4 2 64 128 / 2 4 . 2",
    "2 4 2 / 8 16 4 / 2 2 .",
    "2 . / 4 2",
    "4 8 2 4 8 / 2 4 8 2 4",
];

fn leaf_of(grid: &Grid) -> Plain {
    leaf_with(grid, LostTest::Rules)
}

fn leaf_with(grid: &Grid, lost: LostTest) -> Plain {
    let formula = Formula::new(Heuristic::Monotonic, grid.rows(), grid.cols());
    Plain(Scorer::of_grids(formula), Fail::Setter(-1000.0), lost)
}

/// The values of a search, which must be the same to the last bit with a memory, on one thread and
/// on all.
fn with_and_without_memory(
    grid: &Grid,
    leaf: &Plain,
    growth: Growth,
    memo: &Memo,
    generation: u64,
    what: &str,
) -> [Option<f64>; 4] {
    let alone = search(grid, leaf, growth, None, 0, false);
    let remembered = search(grid, leaf, growth, Some(memo), generation, false);
    assert_eq!(alone.values, remembered.values, "{what}");
    let shared = search(grid, leaf, growth, Some(memo), generation + 500, true);
    assert_eq!(alone.values, shared.values, "{what}");
    alone.values
}

#[test]
fn agrees_with_plain_recursion() {
    let readings = [
        (LostTest::Rules, SPAWN_PROBABILITIES),
        (LostTest::Program, SINGLE_PRECISION_PROBABILITIES),
    ];
    for text in POSITIONS {
        let grid: Grid = text.parse().unwrap();
        for (lost, spawn_probabilities) in readings {
            let leaf = leaf_with(&grid, lost);
            let memo = Memo::new(12);
            for layers in 1..=6 {
                for fours in [0, 1, 2] {
                    let growth = Growth { fours, spawn_probabilities, ..Growth::full(layers) };
                    let left = if fours == 0 { -1 } else { fours as i32 };
                    let expected = Direction::ALL.map(|direction| {
                        let after = grid.slide(direction)?;
                        Some(plain(&after.board, &leaf, growth, layers - 1, left, false))
                    });
                    let what = format!("{text} {lost:?} layers {layers} fours {fours}");
                    let generation = u64::from(layers * 8 + fours) + 1;
                    let values =
                        with_and_without_memory(&grid, &leaf, growth, &memo, generation, &what);
                    assert_eq!(values, expected, "{what}");
                }
            }
        }
    }
}

#[test]
fn memory_changes_no_value_when_moves_are_given_up() {
    for text in POSITIONS {
        let grid: Grid = text.parse().unwrap();
        let memo = Memo::new(16);
        for layers in 4..=7 {
            for (place, catch_up) in [0.05, 0.5, 2.0].into_iter().enumerate() {
                let growth = Growth { catch_up: Some(catch_up), ..Growth::full(layers) };
                let generation = u64::from(layers * 8) + place as u64;
                let what = format!("{text} layers {layers} catch-up {catch_up}");
                with_and_without_memory(&grid, &leaf_of(&grid), growth, &memo, generation, &what);
            }
        }
    }
}

#[test]
fn packed_and_plain_agree() {
    for text in &POSITIONS[..2] {
        let grid: Grid = text.parse().unwrap();
        let board = Board::try_from(grid).unwrap();
        for lost in [LostTest::Rules, LostTest::Program] {
            let formula = Formula::new(Heuristic::Monotonic, 4, 4);
            let packed = Packed(Scorer::of_boards(formula), Fail::Setter(-1000.0), lost);
            for layers in [4, 5, 7] {
                let growth = Growth::full(layers);
                let a = search(&grid, &leaf_with(&grid, lost), growth, None, 0, false);
                let memo = Memo::new(16);
                let b = search(&board, &packed, growth, Some(&memo), 1, true);
                assert_eq!(b.values, a.values, "{text}");
            }
        }
    }
}

#[test]
fn the_root_of_c5_by_the_rules() {
    // With the tests and probabilities of Cook's program the whole tree is exact (`tree_tests`).
    let grid: Grid = POSITIONS[0].parse().unwrap();
    let leaf = leaf_of(&grid);
    let found = search(&grid, &leaf, Growth::full(4), None, 0, false);
    let up = found.values[Direction::Up.index()].unwrap();
    assert!((up - -482.78).abs() < 1e-9, "{up}");
    let movable: Grid = "16 2 8 4 / 32 4 16 4 / 2 64 512 64 / 2048 1024 8 4".parse().unwrap();
    assert!(!movable.is_over());
    let two = (0.9 * -1000.0 + 0.1 * leaf.value(&movable)).max(-488.2);
    let down = found.values[Direction::Down.index()].unwrap();
    assert!((down - (0.9 * two - 0.1 * 1000.0)).abs() < 1e-9, "{down}");
    assert_eq!(found.values[Direction::Left.index()], None);
}

#[test]
fn pruning_of_poor_moves_saves_nodes_and_changes_nothing_with_wide_bounds() {
    let grid: Grid = POSITIONS[1].parse().unwrap();
    let leaf = leaf_of(&grid);
    let full = search(&grid, &leaf, Growth::full(6), None, 0, false);
    let wide = Growth { drop: Some(1e6), catch_up: Some(1e6), ..Growth::full(6) };
    let found = search(&grid, &leaf, wide, None, 0, false);
    assert_eq!(found.values, full.values, "wide");
    assert_eq!(found.nodes, full.nodes);
    let drop = Growth { drop: Some(0.05), ..Growth::full(6) };
    let dropped = search(&grid, &leaf, drop, None, 0, false);
    assert!(dropped.nodes < full.nodes);
    let catch_up = Growth { catch_up: Some(0.2), ..Growth::full(6) };
    let given_up = search(&grid, &leaf, catch_up, None, 0, false);
    assert!(given_up.nodes < full.nodes);
    for values in [dropped.values, given_up.values] {
        assert!(values.iter().flatten().all(|value| value.is_finite()));
    }
}

/// The same value for every position.
struct Constant(f64);

impl Leaf<Grid> for Constant {
    fn value(&self, _: &Grid) -> f64 {
        self.0
    }
    fn terminal_value(&self, value: f64) -> f64 {
        value
    }
    fn has_terminal_value(&self) -> bool {
        false
    }
}

/// A move is pruned only below the bound, which is below the root's value if that is negative, too.
#[test]
fn drop_keeps_moves_that_are_as_good_as_the_root() {
    let grid: Grid = POSITIONS[1].parse().unwrap();
    for value in [3.0, -3.0] {
        let full = search(&grid, &Constant(value), Growth::full(4), None, 0, false);
        for drop in [0.0, 0.5] {
            let growth = Growth { drop: Some(drop), ..Growth::full(4) };
            let found = search(&grid, &Constant(value), growth, None, 0, false);
            assert_eq!(found.nodes, full.nodes, "{value} {drop}");
        }
    }
}
