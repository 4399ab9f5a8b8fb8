//! The averaging search against its reference, the worked tree of appendix 6.1, and the exceptions.

use super::*;
use crate::players::Chosen;

fn board(text: &str) -> Grid {
    text.parse().expect("a board in text")
}

fn think(chosen: &str, grid: &Grid) -> Thought {
    let chosen: Chosen = chosen.parse().expect("a strategy");
    chosen.build((4, 4), 0).expect("it plays 4x4").choose(grid)
}

/// Positions with many and few empty cells, one nearly lost, and one a move before 2048.
const POSITIONS: [&str; 5] = [
    "256 128 32 16 / 128 64 8 4 / 4 0 0 0 / 2 0 0 4",
    "512 64 2 2 / 32 2 2 32 / 0 0 0 0 / 0 0 0 0",
    "2 4 8 16 / 16 8 4 2 / 2 4 8 16 / 16 8 4 4",
    "1024 1024 2 4 / 8 16 32 64 / 2 4 2 4 / 4 2 8 0",
    "0 0 0 0 / 0 2 0 0 / 4 0 0 0 / 0 0 0 2",
];

#[test]
fn packed_search_gives_the_plain_values() {
    for (depth, last_move_made) in [(1, true), (2, true), (2, false), (3, true), (3, false)] {
        for (formula, directions) in [(formulas::METHOD_3, THREE), (formulas::METHOD_10, FOUR)] {
            let rules = Rules { depth, directions, last_move_made, winning_counts: true };
            let tables = Tables::new(&formula);
            let mut memory = packed::Memory::new();
            for text in POSITIONS.iter().take(if depth == 3 { 4 } else { 5 }) {
                let grid = board(text);
                let packed = Board::try_from(grid).expect("small ranks");
                for &direction in directions {
                    let plain = plain::direction_value(&formula, &rules, &grid, direction);
                    let fast =
                        packed::direction_value(&tables, &rules, &mut memory, packed, direction);
                    assert_eq!(plain.is_some(), fast.is_some(), "{text} {direction}");
                    let (plain, fast) = (plain.unwrap_or(0.0), fast.unwrap_or(0.0));
                    let allowed = 1e-9 * plain.abs().max(1.0);
                    assert!((plain - fast).abs() < allowed, "{text} {direction}: {plain} {fast}");
                }
            }
        }
    }
}

/// Random boards, full ones and lines of equal tiles among them, for the methods of all directions.
#[test]
fn packed_search_gives_the_plain_values_on_random_boards() {
    // A linear congruence (Knuth, MMIX); its high bits choose the ranks.
    let mut state = 2016u64;
    let mut ranks = |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % below) as u8
    };
    let boards: Vec<Board> = (0..60)
        .map(|turn| {
            (0..16).fold(Board::EMPTY, |board, cell| {
                board.with(cell, ranks(if turn % 2 == 0 { 11 } else { 3 }))
            })
        })
        .collect();
    for formula in [
        formulas::METHOD_9,
        formulas::METHOD_9_SECTION,
        formulas::METHOD_10,
        formulas::METHOD_11,
        formulas::METHOD_12,
        formulas::METHOD_12_SECTION,
        formulas::METHOD_12_TABLE,
    ] {
        let tables = Tables::new(&formula);
        for (depth, last_move_made) in [(1, true), (2, true), (2, false)] {
            let rules = Rules { depth, directions: FOUR, last_move_made, winning_counts: true };
            let mut memory = packed::Memory::new();
            for &board in &boards {
                for &direction in FOUR {
                    let grid = Grid::from(board);
                    let plain = plain::direction_value(&formula, &rules, &grid, direction);
                    let fast =
                        packed::direction_value(&tables, &rules, &mut memory, board, direction);
                    assert_eq!(plain.is_some(), fast.is_some(), "{board:?} {direction}");
                    let (plain, fast) = (plain.unwrap_or(0.0), fast.unwrap_or(0.0));
                    let allowed = 1e-9 * plain.abs().max(1.0);
                    assert!(
                        (plain - fast).abs() < allowed,
                        "{board:?} {direction}: {plain} {fast}"
                    );
                }
            }
        }
    }
}

/// The worked examples as `afterstate think` gives them: left, right, up and down of each position.
/// Where a sum of the text has a slip (see `heuristic_tests`), the value is that of its equation.
#[test]
fn think_gives_the_figures_of_appendix_6_2_to_6_10() {
    const FIRST: &str = "512 64 2 2 / 32 2 2 32 / 0 0 0 0 / 0 0 0 0";
    const SECOND: &str = "256 256 128 128 / 0 0 128 128 / 0 0 0 0 / 0 0 0 0";
    const THIRD: &str = "32 8 0 0 / 256 64 8 0 / 256 256 16 0 / 0 2 0 0";
    const FOURTH: &str = "32 16 0 16 / 0 4 4 16 / 0 0 8 0 / 0 32 32 0";
    let examples: &[(&str, &str, &str, &[f64])] = &[
        ("6.2", "frolov-2", FIRST, &[240.9248, 214.796, 241.2652]),
        ("6.2", "frolov-2", SECOND, &[376.8576, 621.4656, 1079.7312]),
        ("6.3", "frolov-3", FIRST, &[1660.0304, 1479.1124, 1506.1468]),
        ("6.3", "frolov-3", SECOND, &[3391.7184, 2933.4528, 3658.624]),
        ("6.4", "frolov-4", FIRST, &[240.9248, 214.796, 241.2652]),
        ("6.4", "frolov-4", SECOND, &[376.8576, 314.5728, 412.3392]),
        ("6.5", "frolov-5", FIRST, &[91.2634, 81.4154, 92.1874]),
        ("6.5", "frolov-5", SECOND, &[134.8674, 104.7633, 131.056]),
        ("6.6", "frolov-6", FIRST, &[0.8017, 0.7099, 1.0036]),
        ("6.6", "frolov-6", SECOND, &[0.7114, 0.6485, 1.1528]),
        ("6.7", "frolov-7", FIRST, &[1576.784, 1404.796, 1422.9918]),
        ("6.7", "frolov-7", SECOND, &[3266.0992, 2837.12, 3541.4016]),
        ("6.8", "frolov-8", FIRST, &[1192.0, 1192.0, 1196.0]),
        ("6.8", "frolov-8", SECOND, &[2048.0, 2073.5744, 2108.672]),
        ("6.9", "frolov-9", THIRD, &[2658.0, 3122.0, 3344.0, 2692.0]),
        ("6.9", "frolov-9", FOURTH, &[1544.0, 1384.0, 1132.0, 1836.0]),
        ("6.10", "frolov-10", THIRD, &[15854.0, 18350.0, 24980.0, 16380.0]),
        ("6.10", "frolov-10", FOURTH, &[10800.0, 10488.0, 5396.0, 11968.0]),
    ];
    for &(section, method, text, values) in examples {
        let thought = think(&format!("{method}:depth=1,exceptions=none,win=false"), &board(text));
        let mut highest = 0;
        for (at, (&direction, exact)) in FOUR.iter().zip(values).enumerate() {
            let value = thought.values[direction.index()].expect("a possible move");
            assert!((value - exact).abs() < 1e-4, "{section} {text} {direction}: {value}");
            if values[at] > values[highest] {
                highest = at;
            }
        }
        assert_eq!(thought.best, Some(FOUR[highest]), "{section} {text}");
    }
}

/// Appendix 6.2 to 6.6 judge a board one move on: a search of depth 1.
#[test]
fn depth_one_is_the_formula_after_the_move() {
    let grid = board("512 64 2 2 / 32 2 2 32 / 0 0 0 0 / 0 0 0 0");
    let thought = think("frolov-5:depth=1", &grid);
    assert_eq!(thought.best, Some(Direction::Up));
    for (direction, printed) in
        [(Direction::Left, 91.2), (Direction::Right, 81.4), (Direction::Up, 92.1)]
    {
        let value = thought.values[direction.index()].expect("a possible move");
        assert!((value - printed).abs() < 0.1, "{direction}: {value} for {printed}");
    }
    assert_eq!(thought.values[Direction::Down.index()], None);
}

/// The moves that the appendix chooses in its two positions. No slip in its sums changes one.
#[test]
fn the_choices_of_appendix_6_2_to_6_6() {
    use Direction::{Left, Up};
    let first = board("512 64 2 2 / 32 2 2 32 / 0 0 0 0 / 0 0 0 0");
    let second = board("256 256 128 128 / 0 0 128 128 / 0 0 0 0 / 0 0 0 0");
    for (method, choices) in
        [("2", [Up, Up]), ("3", [Left, Up]), ("4", [Up, Up]), ("5", [Up, Left]), ("6", [Up, Up])]
    {
        let strategy = format!("frolov-{method}:depth=1");
        let chosen = [&first, &second].map(|grid| think(&strategy, grid).best);
        assert_eq!(chosen, choices.map(Some), "method {method}");
    }
}

/// Appendix 6.1 follows three moves without spawns. The averages are those of the text except for
/// two leaves whose sums have slips (see `heuristic_tests.rs`).
#[test]
fn the_tree_of_appendix_6_1() {
    fn average(grid: &Grid, direction: Direction, left: u32) -> Option<f64> {
        let moved = grid.slide(direction)?.board;
        if left == 0 {
            return Some(formulas::METHOD_1_APPENDIX.value(&moved));
        }
        let calls: Vec<_> = THREE.iter().filter_map(|&d| average(&moved, d, left - 1)).collect();
        Some(calls.iter().sum::<f64>() / calls.len() as f64)
    }
    let grid = board(POSITIONS[0]);
    let value = |direction| average(&grid, direction, 2).expect("a possible move");
    // 1.2 = (3950 + 3984) / 2, 1.3 = (3904 + 3964) / 2.
    assert_eq!(value(Direction::Left), (3967.0 + 3934.0) / 2.0);
    // The text has 4573, because its leaf 2.2.1 lacks a merge of 100 / 3.
    assert!((value(Direction::Right) - (4573.0 + 100.0 / 3.0 / 4.0)).abs() < 1e-9);
    // The text has free space 8 instead of 9 in leaf 3.2.2: 18554 for 20400, and 8850.5 for 9312.
    assert!((value(Direction::Up) - (6442.0 + (20400.0 + 3964.0) / 2.0) / 2.0).abs() < 1e-9);
}

/// A hand count: the board has one empty cell after the move.
#[test]
fn an_average_is_over_calls() {
    let grid = board("2 2 8 16 / 16 8 4 32 / 2 4 8 16 / 16 8 4 32");
    let formula = formulas::METHOD_3_8;
    let rules = Rules { depth: 2, directions: THREE, last_move_made: true, winning_counts: true };
    // Left leaves one empty cell, the last of row 1, and two 8s in column 2, so only up can follow.
    let two = board("4 8 16 2 / 16 8 4 32 / 2 4 8 16 / 16 8 4 32");
    let four = board("4 8 16 4 / 16 8 4 32 / 2 4 8 16 / 16 8 4 32");
    let mut calls = Vec::new();
    for placed in [two, four] {
        assert_eq!(THREE.iter().filter(|&&d| placed.possible(d)).count(), 1, "only up");
        let up = placed.slide(Direction::Up).expect("the 8s merge").board;
        calls.push(formula.value(&up));
    }
    let value = plain::direction_value(&formula, &rules, &grid, Direction::Left);
    assert_eq!(value, Some((calls[0] + calls[1]) / 2.0));
}

#[test]
fn winning_counts_until_the_game_is_won() {
    let near = board("1024 1024 2 4 / 8 16 32 64 / 2 4 2 4 / 4 2 8 16");
    let value = |thought: Thought| thought.values[Direction::Left.index()].expect("possible");
    assert_eq!(value(think("frolov-10", &near)), INFINITY);
    assert!(value(think("frolov-10:win=false", &near)) < INFINITY / 100.0);
    let past = board("2048 1024 2 4 / 8 16 0 0 / 2 0 0 0 / 0 0 0 0");
    for value in think("frolov-10", &past).values.into_iter().flatten() {
        assert!(value.abs() < INFINITY / 100.0, "{value}");
    }
}

#[test]
fn exceptions_override_the_best_score() {
    // Exception 1: the gap in row 1 has a tile below it.
    let gap = board("64 32 16 0 / 4 2 2 8 / 0 0 0 0 / 0 0 0 0");
    let thought = think("frolov-7", &gap);
    assert_eq!(thought.best, Some(Direction::Up));
    assert!(thought.note.expect("a reason").starts_with("exception 1"));
    // A gap without a tile below it does not count.
    let open = board("64 32 16 0 / 4 2 2 0 / 0 0 0 0 / 0 0 0 0");
    assert_eq!(think("frolov-7", &open).note, None);
    // Neither does an empty corner; exception 2 moves left.
    let corner = board("0 64 32 16 / 4 2 2 8 / 0 0 0 0 / 0 0 0 0");
    let thought = think("frolov-7", &corner);
    assert_eq!(thought.best, Some(Direction::Left));
    assert!(thought.note.expect("a reason").starts_with("exception 2"));
    assert_eq!(think("frolov-3", &corner).best, Some(Direction::Left));
    assert_eq!(think("frolov-3", &gap).note, None, "method 3 has only exception 2");
    assert_eq!(think("frolov-2", &corner).note, None, "method 2 has no exception");
}

#[test]
fn methods_1_to_8_move_down_only_if_nothing_else_is_possible() {
    let stuck = board("2 4 8 16 / 4 8 16 32 / 0 0 0 0 / 0 0 0 0");
    for strategy in STRATEGIES.iter().filter(|s| s.source.section.starts_with("2.2")) {
        let thought = think(strategy.id, &stuck);
        assert_eq!(thought.best, Some(Direction::Down), "{}", strategy.id);
        assert_eq!(thought.values, [None; 4]);
    }
    let free = board("0 2 0 0 / 0 0 0 0 / 0 0 4 0 / 0 0 0 0");
    for strategy in STRATEGIES {
        let judged = think(strategy.id, &free).values[Direction::Down.index()].is_some();
        assert_eq!(judged, strategy.source.section.starts_with("2.3"), "{}", strategy.id);
    }
}

#[test]
fn tiles_that_the_packed_board_cannot_hold_are_judged_exactly() {
    let mut grid = board("0 2 4 0 / 2 8 2 0 / 4 2 16 2 / 8 16 4 2");
    grid.set(0, 17);
    let thought = think("frolov-4:depth=1", &grid);
    let up = grid.slide(Direction::Up).expect("possible").board;
    assert_eq!(thought.values[Direction::Up.index()], Some(formulas::method_4(&up)));
}

#[test]
fn every_method_judges_by_its_own_formula() {
    let grid = board("16 8 4 2 / 16 0 4 4 / 0 0 2 0 / 0 0 0 0");
    let methods: [fn(&Grid) -> f64; 17] = [
        formulas::method_1,
        formulas::method_1_1,
        formulas::method_2,
        formulas::method_3,
        formulas::method_3_8,
        formulas::method_4,
        formulas::method_5,
        formulas::method_6,
        formulas::method_7,
        formulas::method_7_5,
        formulas::method_7_7,
        formulas::method_8,
        formulas::method_9,
        formulas::method_10,
        formulas::method_11,
        formulas::method_12,
        formulas::method_13,
    ];
    for (strategy, formula) in STRATEGIES.iter().zip(methods) {
        let thought = think(&format!("{}:depth=1", strategy.id), &grid);
        for direction in Direction::ALL {
            let Some(value) = thought.values[direction.index()] else { continue };
            let moved = grid.slide(direction).expect("judged, so possible").board;
            assert_eq!(value, formula(&moved), "{} {direction}", strategy.id);
        }
    }
}
