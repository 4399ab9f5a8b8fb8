//! Cook's heuristics on positions of his text and against hand counts.

use super::*;
use crate::cook::scorer::{Lines, Scored, Scorer};
use crate::cook::wrapper::{Fail, LostTest};
use afterstate::rules::Grid;

fn grid(text: &str) -> Grid {
    text.parse().unwrap()
}

fn value(heuristic: Heuristic, text: &str) -> f64 {
    let grid = grid(text);
    scorer(heuristic, &grid).value(&grid)
}

fn scorer(heuristic: Heuristic, grid: &Grid) -> Scorer<Grid> {
    Scorer::of_grids(Formula::new(heuristic, grid.rows(), grid.cols()))
}

fn exponents(snake: Snake, rows: usize, cols: usize) -> Vec<Vec<f64>> {
    snake
        .matrices(rows, cols)
        .iter()
        .map(|matrix| matrix.weights.iter().map(|weight| weight.log(snake.base).round()).collect())
        .collect()
}

#[test]
fn sum_and_largest_lower_and_right_match_a_hand_count() {
    assert_eq!(value(Heuristic::Sum, "2 4 / 8 ."), 14.0);
    // 2 + 4 in row 1, 8 in row 2.
    assert_eq!(value(Heuristic::LargestLower, "2 4 / 8 ."), 22.0);
    assert_eq!(value(Heuristic::LargestRight, "2 4 / 8 ."), 2.0 + 8.0 + 8.0);
}

#[test]
fn the_snake_of_c2() {
    assert_eq!(
        value(Heuristic::Snake, "2 . . . / 4 . . . / . . . . / 8 . . 16"),
        2.0 * 4f64.powi(15) + 4.0 * 4f64.powi(8) + 8.0 + 16.0 * 64.0
    );
}

#[test]
fn the_penalty_of_5_2_2() {
    // The text's grid with a fourth row of empty cells.
    let text = "128 64 32 16 / 8 32 . . / 32 16 8 . / . . . .";
    let weighted = 6.0 * 16384.0 + 5.0 * 4096.0 + 4.0 * 1024.0 + 256.0 // first row
        + 5.0 * 64.0 + 4.0 * 1024.0 // second row
        + 4.0 * 1024.0 + 256.0; // third row; its 8 weighs 0
    // Pairs along the rows 64 32 16, 24, 16 8; along the columns 120 24, 32 16, none, none.
    let pairs = 64.0 + 32.0 + 16.0 + 24.0 + 16.0 + 8.0 + 120.0 + 24.0 + 32.0 + 16.0;
    assert_eq!(value(Heuristic::Diagonal, text), weighted - 2.0 * pairs);
}

#[test]
fn the_matrices_of_6_1_and_6_4() {
    let plain = Snake::default();
    assert_eq!(
        exponents(plain, 4, 4)[0],
        [0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11, 15, 14, 13, 12].map(f64::from)
    );
    let w1 = [0, 1, 2, 3, 4, 5, 6, 7, 8, 17, 16, 15, 14, 13, 12, 11, 10, 9].map(f64::from);
    let w2 = [0, 3, 4, 7, 8, 11, 12, 15, 16, 1, 2, 5, 6, 9, 10, 13, 14, 17].map(f64::from);
    let two_by_nine = |by_columns: bool| {
        let matrix = if by_columns {
            dynamic(9, 2, 2.0, Turn::Drawn).moved(2, 9, |row, col| col * 2 + row)
        } else {
            dynamic(2, 9, 2.0, Turn::Drawn)
        };
        matrix.weights.iter().map(|weight| weight.log2()).collect::<Vec<_>>()
    };
    assert_eq!(two_by_nine(false), w1);
    assert_eq!(two_by_nine(true), w2);
    let longer = Snake { rotation: Rotation::Longer, ..plain };
    assert_eq!(exponents(longer, 3, 2)[0], [0, 5, 1, 4, 2, 3].map(f64::from));
    assert_eq!(exponents(longer, 2, 3)[0], [0, 1, 2, 5, 4, 3].map(f64::from));
}

#[test]
fn algorithm_1_as_printed() {
    let printed = Snake { turn: Turn::Printed, ..Snake::default() };
    // The same snake on square boards.
    for side in 2..=5 {
        assert_eq!(exponents(printed, side, side), exponents(Snake::default(), side, side));
    }
    // By hand: k = row - j - 1 in odd rows, plus i * col. On 6x3 rows 1 and 2 share their weights,
    // and 3 and 4.
    assert_eq!(
        exponents(printed, 6, 3)[0],
        [0, 1, 2, 8, 7, 6, 6, 7, 8, 14, 13, 12, 12, 13, 14, 20, 19, 18].map(f64::from)
    );
    // On 3x6 the last cells of rows 0 and 1 share their weights.
    assert_eq!(
        exponents(printed, 3, 6)[0],
        [0, 1, 2, 3, 4, 5, 8, 7, 6, 5, 4, 3, 12, 13, 14, 15, 16, 17].map(f64::from)
    );
}

#[test]
fn the_test_of_his_program_overlooks_the_first_pair_of_each_line() {
    let lost = |text: &str| {
        let grid = grid(text);
        (LostTest::Program.is_lost(&grid), LostTest::Rules.is_lost(&grid))
    };
    assert_eq!(lost("2 4 2 / 4 2 4 / 2 4 2"), (true, true));
    // The only equal pair is the first of a row or column.
    assert_eq!(lost("2 2 4 / 4 8 2 / 2 4 8"), (true, false));
    assert_eq!(lost("2 4 8 / 8 2 8 / 2 4 2"), (true, false));
    assert_eq!(lost("2 4 8 / 4 2 4 / 8 8 2"), (true, false));
    // The second.
    assert_eq!(lost("2 4 4 / 4 8 2 / 2 4 8"), (false, false));
    assert_eq!(lost("2 4 8 / 4 2 4 / 4 8 2"), (false, false));
    // On 2x2 every full board counts as lost.
    assert_eq!(lost("2 2 / 2 2"), (true, false));
    assert_eq!(lost("2 2 2 / 2 2 2"), (false, false));
}

#[test]
fn the_eight_matrices_of_6_1_1() {
    let snake = Snake { symmetrical: true, ..Snake::default() };
    let forms = exponents(snake, 4, 4);
    assert_eq!(forms.len(), 8);
    // The second, third and fifth matrix in the text.
    for drawn in [
        [3, 2, 1, 0, 4, 5, 6, 7, 11, 10, 9, 8, 12, 13, 14, 15],
        [15, 14, 13, 12, 8, 9, 10, 11, 7, 6, 5, 4, 0, 1, 2, 3],
        [0, 7, 8, 15, 1, 6, 9, 14, 2, 5, 10, 13, 3, 4, 11, 12],
    ] {
        assert!(forms.contains(&drawn.map(f64::from).to_vec()), "{drawn:?}");
    }
    assert_eq!(exponents(snake, 3, 4).len(), 4);
    let best = value(Heuristic::DynamicSnake(snake), "64 . . . / . . . . / . . . . / . . . .");
    assert_eq!(best, 64.0 * 4f64.powi(15));
}

#[test]
fn the_trap_cell_of_6_1_2() {
    let snake = Snake { anti_trap: true, ..Snake::default() };
    let matrix = &snake.matrices(4, 4)[0];
    assert_eq!(matrix.trap, Some((11, 15)));
    let heuristic = Heuristic::DynamicSnake(snake);
    let below = "64 . . . / . . . . / . . . 8 / . . . 16";
    assert_eq!(value(heuristic, below), 64.0 + 8.0 * 4f64.powi(11) + 16.0 * 4f64.powi(12));
    let trapped = "64 . . . / . . . . / . . . 16 / . . . 8";
    assert_eq!(value(heuristic, trapped), 64.0 + 8.0 * 4f64.powi(12));
    // With three rows the snake ends at the right, and its last row begins at the left.
    let three = &snake.matrices(3, 3)[0];
    assert_eq!(three.trap, Some((3, 6)));
}

#[test]
fn monotonic_on_the_tree_of_c5() {
    // (position, heuristic printed in C.5)
    for (text, expected) in [
        ("16 2 8 2 / 32 4 16 64 / 2 64 512 2 / 2048 1024 8 2", 4106.0),
        ("16 2 8 2 / 32 4 16 64 / 2 64 512 4 / 2048 1024 8 .", 4103.0),
        ("16 2 8 2 / 32 4 16 64 / 2 64 512 4 / 2048 1024 8 4", 4114.0),
        ("16 2 8 . / 32 4 16 2 / 2 64 512 64 / 2048 1024 8 8", 4169.0),
        ("16 2 8 4 / 32 4 16 2 / 2 64 512 64 / 2048 1024 8 8", 4174.0),
        ("16 2 8 . / 32 4 16 2 / 2 64 512 64 / 2048 1024 8 4", 4157.0),
        ("16 2 8 . / 32 4 16 4 / 2 64 512 64 / 2048 1024 8 4", 4159.0),
    ] {
        assert_eq!(value(Heuristic::Monotonic, text), expected, "{text}");
    }
}

#[test]
fn monotonic_by_line_has_no_penalty_in_the_example_of_6_2() {
    let text = ". . . / 2 4 8 / 64 32 16";
    let position = grid(text);
    // One row rises by 6 and one falls by 48: the penalty is 6, but by line it is 0.
    // The columns rise by 64, 32 and 16.
    let sums = |rule| position.lines(&scorer(Heuristic::Monotonic, &position), rule).sums();
    let penalty = |axes: [LineSums; 2]| axes.map(|sums| sums.down.min(sums.up)).iter().sum::<f64>();
    assert_eq!(penalty(sums(LineRule::Monotonic)), 6.0);
    assert_eq!(penalty(sums(LineRule::MonotonicByLine)), 0.0);
    // Edges: rows 0, 2 + 8, 64 + 16; columns 64, 32, 16.
    assert_eq!(sums(LineRule::Monotonic).map(|sums| sums.edges), [90.0, 112.0]);
    assert_eq!(value(Heuristic::Monotonic, text), 202.0 - 6.0 + 9.0);
    assert_eq!(value(Heuristic::MonotonicByLine, text), 202.0 + 9.0);
}

#[test]
fn fail_wrappers_change_the_value() {
    assert_eq!(Fail::Keep.of(10.0), 10.0);
    assert_eq!(Fail::Ratio(0.8).of(10.0), 8.0);
    assert_eq!(Fail::Setter(-1000.0).of(10.0), -1000.0);
}

#[test]
fn after_spawns_gives_the_value_of_the_position() {
    let heuristics = [
        Heuristic::Sum,
        Heuristic::LargestLower,
        Heuristic::LargestRight,
        Heuristic::DynamicSnake(Snake::default()),
        Heuristic::DynamicSnake(Snake { symmetrical: true, anti_trap: true, ..Snake::default() }),
        Heuristic::Monotonic,
        Heuristic::MonotonicByLine,
    ];
    for text in [
        ". 4 / 2 .",
        "2 . 8 / . 16 . / 4 . 2",
        "16 2 8 . . 2 / 32 . 16 2 . . / 2 64 . 64 . .",
        "2 8 / . . / 16 4 / 4 . / . 2",
        ". 2 . 4 / 512 . 8 . / . . . . / 64 64 32 .",
    ] {
        let after = grid(text);
        for heuristic in heuristics {
            let plain = scorer(heuristic, &after);
            let after_spawns = plain.after_spawns(&after);
            for cell in after.empty_cells() {
                for rank in [1, 2] {
                    let mut spawned = after;
                    spawned.set(cell, rank);
                    let value = after_spawns(cell, rank);
                    assert_eq!(value, plain.value(&spawned), "{heuristic:?} {text} {cell} {rank}");
                }
            }
        }
    }
}
