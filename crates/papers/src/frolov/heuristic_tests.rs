//! The worked examples of the thesis, and the row tables against the plain formulas. Where a sum in
//! the thesis has a slip, the test names it and expects the value of the equation.

use super::*;
use crate::frolov::formula::Terms;
use crate::frolov::tables::Tables;
use afterstate::rules::{Board, Cell, Grid, Rank};

fn board(text: &str) -> Grid {
    text.parse().expect("a board in text")
}

/// The boards after left, right and up of the first position of appendix 6.2 to 6.8, then after
/// left, up and right of the second: the order of the text.
const APPENDIX: [&str; 6] = [
    "512 64 4 0 / 32 4 32 0 / 0 0 0 0 / 0 0 0 0",
    "0 512 64 4 / 0 32 4 32 / 0 0 0 0 / 0 0 0 0",
    "512 64 4 2 / 32 2 0 32 / 0 0 0 0 / 0 0 0 0",
    "512 256 0 0 / 256 0 0 0 / 0 0 0 0 / 0 0 0 0",
    "256 256 256 256 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0",
    "0 0 512 256 / 0 0 0 256 / 0 0 0 0 / 0 0 0 0",
];

/// The boards after left, right, up and down of the two positions of appendix 6.9 to 6.12.
const APPENDIX_ALL_DIRECTIONS: [&str; 8] = [
    "32 8 0 0 / 256 64 8 0 / 512 16 0 0 / 2 0 0 0",
    "0 0 32 8 / 0 256 64 8 / 0 0 512 16 / 0 0 0 2",
    "32 8 8 0 / 512 64 16 0 / 0 256 0 0 / 0 2 0 0",
    "0 8 0 0 / 0 64 0 0 / 32 256 8 0 / 512 2 16 0",
    "32 32 0 0 / 8 16 0 0 / 8 0 0 0 / 64 0 0 0",
    "0 0 32 32 / 0 0 8 16 / 0 0 0 8 / 0 0 0 64",
    "32 16 4 32 / 0 4 8 0 / 0 32 32 0 / 0 0 0 0",
    "0 0 0 0 / 0 16 4 0 / 0 4 8 0 / 32 32 32 32",
];

/// One number of the text: what the equation gives, what the text prints, and the slip between.
type Example = (f64, f64, &'static str);

fn check(method: &Formula, examples: [Example; 6]) {
    check_boards(method, &APPENDIX, &examples);
}

fn check_boards(method: &Formula, boards: &[&str], examples: &[Example]) {
    assert_eq!(boards.len(), examples.len());
    for (text, &(exact, printed, slip)) in boards.iter().zip(examples) {
        let value = method.value(&board(text));
        assert!((value - exact).abs() < 1e-4, "{text}: {value} for {exact}");
        // The text rounds or truncates its parts to one or two decimals.
        let rounding = if printed < 2.0 { 0.02 } else { 1.0 };
        assert_eq!((value - printed).abs() < rounding, slip.is_empty(), "{text}: {slip}");
    }
}

#[test]
fn appendix_6_2_method_2() {
    check(
        &METHOD_2,
        [
            (240.9248, 240.7, ""),
            (214.796, 214.8, ""),
            // The board score has 32 * 0.088 for 32 * 0.0997, which is within rounding.
            (241.2652, 240.9, ""),
            (376.8576, 323.0, "the single cells of row 2 and column 2 are missing"),
            (1079.7312, 1080.0, ""),
            (621.4656, 550.6, "the single cells of row 2 and column 3 are missing"),
        ],
    );
}

#[test]
fn appendix_6_3_method_3() {
    check(
        &METHOD_3,
        [
            (1660.0304, 1650.0, "32 * 0.0724 for 32 * 0.0997 and 4 * 0.076 for 4 * 0.088"),
            (1479.1124, 1478.3, ""),
            (1506.1468, 1496.1, "32 * 0.0724 for 32 * 0.0997"),
            (3391.7184, 3140.4, "free space 12 for 13"),
            (3658.624, 3658.0, ""),
            (2933.4528, 2959.0, "512 * 0.0999 for 256 * 0.0999 in the board score"),
        ],
    );
}

#[test]
fn appendix_6_4_method_4() {
    check(
        &METHOD_4,
        [
            (240.9248, 237.5, "64 * 0.102 for 64 * 0.121 twice, 32 * 0.0724 for 32 * 0.0997"),
            (214.796, 221.9, "512 * 0.135 for 512 * 0.121 in the board score"),
            (241.2652, 241.2, ""),
            (376.8576, 376.83, ""),
            (412.3392, 412.3, ""),
            (314.5728, 340.0, "512 * 0.0999 for 256 * 0.0999 in the board score"),
        ],
    );
}

#[test]
fn appendix_6_5_method_5() {
    check(
        &METHOD_5,
        [
            (91.2634, 91.2, ""),
            (81.4154, 81.4, ""),
            (92.1874, 92.1, ""),
            (134.8674, 134.8, ""),
            (131.056, 131.0, ""),
            (104.7633, 104.7, ""),
        ],
    );
}

#[test]
fn appendix_6_6_method_6() {
    check(
        &METHOD_6,
        [
            (0.8017, 0.8, ""),
            (0.7099, 0.71, ""),
            (1.0036, 1.0, ""),
            (0.7114, 0.7, ""),
            (1.1528, 1.16, ""),
            (0.6485, 0.5, "the merge score 0.0999 is named and not added"),
        ],
    );
}

#[test]
fn appendix_6_7_method_7() {
    check(
        &METHOD_7,
        [
            (1576.784, 1577.0, ""),
            (1404.796, 1406.0, "the products are rounded up before they are multiplied by 10"),
            (1422.9918, 1423.0, ""),
            (3266.0992, 3266.1, ""),
            (3541.4016, 3514.2, "728.4 + 2812.8 is 3541.2: two digits are swapped"),
            (2837.12, 2836.3, ""),
        ],
    );
}

#[test]
fn appendix_6_8_method_8() {
    check(
        &METHOD_8,
        [
            (1192.0, 1192.0, ""),
            (1192.0, 1192.0, ""),
            (1196.0, 1196.0, ""),
            (2048.0, 2048.0, ""),
            (2108.672, 2108.67, ""),
            (2073.5744, 2073.57, ""),
        ],
    );
}

#[test]
fn appendix_6_9_method_9() {
    check_boards(
        &METHOD_9,
        &APPENDIX_ALL_DIRECTIONS,
        &[
            (2658.0, 2658.0, ""),
            (3122.0, 2934.0, "4 for 64 in row 2, and the merge score 128 is not added"),
            (3344.0, 3264.0, "8 * 8 for 16 * 8 in the merge score, 8 for 8 * 2 twice in the board"),
            (2692.0, 2692.0, ""),
            (1544.0, 1520.0, "row 2, 8 + 16, is left out"),
            (1384.0, 1384.0, ""),
            (1132.0, 1088.0, "column 3, 4 + 8 + 32, is left out"),
            (1836.0, 1836.0, ""),
        ],
    );
}

#[test]
fn appendix_6_10_method_10() {
    check_boards(
        &METHOD_10,
        &APPENDIX_ALL_DIRECTIONS,
        &[
            (15854.0, 15854.0, ""),
            (18350.0, 18030.0, "row 1 is 32 + 8 * 2 for 32 * 2 + 8 * 3"),
            (
                24980.0,
                25188.0,
                "16 * 2 * 2 for 16 * 2 in the merge score, 4 for 8 in row 4, 8 for 8 * 2 twice in \
                 the board score",
            ),
            (16380.0, 16380.0, ""),
            (10800.0, 11120.0, "16 * 2 * 2 for 16 * 2 in the merge score"),
            (10488.0, 10488.0, ""),
            (5396.0, 5396.0, ""),
            (11968.0, 11968.0, ""),
        ],
    );
}

/// The terms of the text, where its sum has no slip.
#[test]
fn appendix_6_9_and_6_10_terms() {
    for (board_at, ninth, tenth) in [
        (0, (0.0, 1742.0, 916.0), (0.0, 1742.0, 14112.0)),
        (3, (0.0, 1980.0, 712.0), (0.0, 1980.0, 14400.0)),
        (5, (640.0, 408.0, 336.0), (1600.0, 408.0, 8480.0)),
        (7, (1024.0, 352.0, 460.0), (2560.0, 352.0, 9056.0)),
    ] {
        let grid = board(APPENDIX_ALL_DIRECTIONS[board_at]);
        for (formula, (merge, board, monotonic)) in [(METHOD_9, ninth), (METHOD_10, tenth)] {
            assert_eq!(formula.terms(&grid), Terms { merge, board, monotonic }, "{board_at}");
        }
    }
    // The merge of 6.9 that the text computes by its equation, with one cell.
    assert_eq!(METHOD_9_SECTION.terms(&board(APPENDIX_ALL_DIRECTIONS[2])).merge, 64.0);
}

/// Methods 11 and 12 by sections 2.3.3 and 2.3.4 on a board of appendix 6.9, summed by hand. Their
/// examples, 6.11 and 6.12, omit column 3 of this board.
#[test]
fn sections_2_3_3_and_2_3_4_methods_11_and_12() {
    let right = board(APPENDIX_ALL_DIRECTIONS[5]); // 32 32 / 8 16 / 8 / 64 on the right; 10 empty
    let terms = METHOD_11.terms(&right);
    assert_eq!(terms.merge, (2.0 + 3.0) * 10.0);
    assert_eq!(terms.board, 408.0);
    // Rows 1, 3 and 4 twice, row 2 and column 3 once.
    assert_eq!(terms.monotonic, (5.0 * 2.0 + 3.0 + 2.0 * 2.0 + 3.0 * 2.0 + 3.0) * 10.0);
    let terms = METHOD_12.terms(&right);
    assert_eq!(terms.merge, (32.0 + 32.0 * 2.0) * 10.0);
    assert_eq!(terms.board, 32.0 + 32.0 * 2.0 + 8.0 + 16.0 + 8.0 + 64.0 * 2.0);
    let lines = (32.0 + 64.0) * 2.0 + (8.0 + 16.0) + 8.0 * 2.0 + 128.0 * 2.0 + (32.0 + 8.0);
    assert_eq!(terms.monotonic, lines * 10.0);
    assert_eq!(METHOD_12_SECTION.terms(&right), Terms { board: 0.0, ..terms });
}

#[test]
fn section_2_2_1_method_1() {
    let value = |text| METHOD_1_EXAMPLE.terms(&board(text));
    let left = value("16 8 4 2 / 16 8 0 0 / 0 0 0 0 / 0 0 0 0");
    assert_eq!((left.merge, left.board, left.monotonic), (1360.0, 324.0, 0.0));
    assert_eq!(left.sum(), 1684.0);
    let right = value("16 8 4 2 / 0 0 16 8 / 0 0 0 0 / 0 0 0 0");
    assert_eq!((right.merge, right.board, right.monotonic), (0.0, 276.0, -116.0));
    assert_eq!(right.sum(), 160.0);
    // The text has a free space of 10, but 11 cells are empty: 240 for 264, and 552 for 576.
    let up = value("32 8 8 2 / 0 0 0 4 / 0 0 0 0 / 0 0 0 0");
    assert_eq!((up.merge, up.board, up.monotonic), (264.0, 332.0, -20.0));
    assert_eq!(up.sum(), 576.0);
}

#[test]
fn appendix_6_1_method_1() {
    for (position, text, exact) in [
        ("1.2.1", "256 128 32 16 / 128 64 8 4 / 4 0 0 0 / 2 4 0 0", 3950.0),
        ("1.2.3", "256 128 32 16 / 128 64 8 8 / 0 0 2 4 / 0 0 0 0", 3984.0),
        ("1.3.1", "256 128 32 16 / 128 64 8 4 / 8 0 0 0 / 2 0 0 0", 3964.0),
        ("1.3.2", "256 128 32 16 / 128 64 8 4 / 0 0 0 8 / 0 0 0 2", 3904.0),
        ("2.1.1", "256 128 32 16 / 128 64 16 0 / 2 4 0 0 / 0 0 0 0", 3956.0),
        ("2.1.2", "256 128 32 16 / 0 128 64 16 / 0 0 2 4 / 0 0 0 0", 6438.0),
        // The text has 3960, without the merge of the two 4s in row 3, 4 * 5 * 5 / 3.
        ("2.2.1", "256 128 32 16 / 128 64 8 4 / 4 4 0 0 / 2 0 0 0", 3960.0 + 100.0 / 3.0),
        ("2.2.2", "256 128 32 16 / 128 64 8 4 / 0 0 0 4 / 0 0 2 4", 3938.0),
        ("3.1.3", "256 128 32 16 / 0 128 64 16 / 0 0 0 4 / 0 0 0 2", 6442.0),
        // The text has a free space of 8, but 9 cells are empty: 14336 + 426 for 16128 + 480.
        ("3.2.2", "256 256 32 32 / 0 0 64 4 / 0 0 0 2 / 0 0 0 0", 18554.0 - 14762.0 + 16608.0),
        ("3.2.3", "256 128 32 16 / 128 64 16 0 / 4 0 0 0 / 2 0 0 0", 3964.0),
    ] {
        let value = METHOD_1_APPENDIX.value(&board(text));
        assert!((value - exact).abs() < 1e-9, "{position}: {value} for {exact}");
    }
}

/// Hand sums for the methods without examples, on boards of the appendix where the terms differ.
#[test]
fn hand_sums_of_the_other_methods() {
    let fall = board(APPENDIX[2]); // 512 64 4 2 / 32 2 0 32; 9 empty
    let four = board(APPENDIX[4]); // 256 256 256 256; 12 empty
    let close = |value: f64, exact: f64| {
        assert!((value - exact).abs() < 1e-9 * exact.abs().max(1.0), "{value} for {exact}");
    };
    let monotonic = 512.0 * 0.135 * 2.0
        + 64.0 * 0.121 * 2.0
        + 4.0 * 0.102 * 2.0
        + 2.0 * 0.0999
        + 32.0 * 0.0997
        + 2.0 * 0.088;
    close(METHOD_7.value(&fall), monotonic * 9.0);
    close(METHOD_7_5.value(&fall), monotonic * 9.0);
    close(METHOD_7_7.value(&fall), monotonic * 9.0 + 648.0);
    // Row 1 and columns 1 to 3 fall; column 4 rises (2, 32) and row 2 does neither.
    close(METHOD_8.value(&fall), 582.0 + 544.0 + 66.0 + 4.0);
    close(METHOD_8.value(&four), 256.0 * (0.135 + 0.102) + 2.0 * 1024.0);
    close(METHOD_7_5.value(&four), 2.0 * 256.0 * 12.0 + 256.0 * 0.4579 * 2.0 * 12.0);
    let row = 512.0 * 3.0 + 64.0 * 2.0 + 4.0 * 2.0 + 2.0 * 3.0;
    let rest = 32.0 * 2.0 + 2.0 + 32.0 * 2.0;
    // Column 3 holds a single tile, so it counts twice; row 1 of `four` is monotonic both ways.
    close(METHOD_9.value(&fall), (row + rest) + 582.0 + 544.0 + 66.0 + 4.0 * 2.0 + 34.0);
    close(METHOD_9.value(&four), 1024.0 * 12.0 + 2560.0 + 2.0 * 2048.0);
    close(METHOD_9_SECTION.value(&four), 512.0 * 12.0 + 2560.0 + 2.0 * 2048.0);
    close(METHOD_10.value(&four), 2560.0 * 12.0 + 2560.0 + 4.0 * 2560.0 * 12.0);
    close(METHOD_11.value(&four), 10.0 * 12.0 + 2560.0 + 4.0 * 10.0 * 12.0);
    close(METHOD_12.value(&four), 1536.0 * 12.0 + 1536.0 + 4.0 * 1536.0 * 12.0);
    close(METHOD_12_SECTION.value(&four), 1536.0 * 12.0 + 4.0 * 1536.0 * 12.0);
    close(METHOD_12_TABLE.value(&four), (1024.0 + 512.0) * 12.0 + 4.0 * 1536.0 * 12.0);
    close(METHOD_13.value(&fall), (row + rest) * 9.0);
    close(METHOD_3_8.value(&fall), 83.155);
    close(METHOD_3_8_TABLE.value(&fall), 83.155 * 9.0);
    let snake = 512.0 * 135.0 + 64.0 * 121.0 + 4.0 * 102.0 + 2.0 * 99.0;
    let snake = snake + 32.0 * 72.0 + 2.0 * 76.0 + 32.0 * 99.0;
    close(METHOD_1_1.value(&fall), snake);
    // Row 2 (32 2 . 32) and column 4 (2, 32) do not fall.
    let penalty = (32.0 * 72.0 + 2.0 * 76.0 + 32.0 * 99.0) + (2.0 * 99.0 + 32.0 * 99.0);
    close(METHOD_1.value(&fall), snake - penalty);
    // Row 1 and columns 1 and 2 only fall, column 4 only rises, row 2 does neither, and column 3 is
    // a single tile.
    let falling = (512.0 * 135.0 + 64.0 * 121.0 + 4.0 * 102.0 + 2.0 * 99.0)
        + (512.0 * 135.0 + 32.0 * 72.0)
        + (64.0 * 121.0 + 2.0 * 76.0);
    let neither = 32.0 * 72.0 + 2.0 * 76.0 + 32.0 * 99.0;
    let rising = 2.0 * 99.0 + 32.0 * 99.0;
    close(METHOD_1_DIRECTIONS.value(&fall), snake - falling - 2.0 * neither - rising);
    close(METHOD_8_DIRECTIONS.value(&fall), 582.0 + 544.0 + 66.0 + 2.0 * 4.0 + 34.0);
}

#[test]
fn in_whole_numbers_one_over_the_distance_leaves_only_the_corner() {
    let merge = |text| METHOD_1_INTEGER.terms(&board(text)).merge;
    // Row 1 and column 1 merge in the corner, with 11 free cells.
    assert_eq!(merge("8 8 4 4 / 8 0 0 0 / 0 0 0 0 / 0 0 0 0"), 2.0 * 8.0 * 135.0 * 11.0);
    assert_eq!(merge("2 8 8 4 / 0 0 0 0 / 4 4 0 0 / 0 0 0 0"), 0.0);
}

#[test]
fn cells_with_a_gap_between_merge() {
    let gap = board("8 0 0 8 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0");
    assert_eq!(METHOD_10.terms(&gap).merge, (8.0 * 3.0 + 8.0 * 3.0) * 14.0);
    let between = board("8 2 0 8 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0");
    assert_eq!(METHOD_10.terms(&between).merge, 0.0);
}

#[test]
fn tables_give_the_plain_values() {
    let formulas = [
        METHOD_1,
        METHOD_1_APPENDIX,
        METHOD_1_INTEGER,
        METHOD_1_DIRECTIONS,
        METHOD_2,
        METHOD_3_8_TABLE,
        METHOD_5,
        METHOD_7_7,
        METHOD_8_DIRECTIONS,
        METHOD_9,
        METHOD_9_SECTION,
        METHOD_10,
        METHOD_11,
        METHOD_12,
        METHOD_12_SECTION,
        METHOD_12_TABLE,
    ];
    // Random boards: the ranks are high bits of a linear congruential generator (Knuth, MMIX).
    let mut state = 1u64;
    let boards: Vec<Board> = (0..500)
        .map(|turn| {
            Cell::ALL.into_iter().fold(Board::EMPTY, |board, cell| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let rank = (state >> 33) % if turn % 2 == 0 { 12 } else { 4 };
                board.with(cell, Rank::new(rank as u8))
            })
        })
        .collect();
    for formula in formulas {
        let tables = Tables::new(&formula);
        for &board in &boards {
            assert_eq!(tables.value(board), formula.value(&Grid::from(board)), "{board:?}");
        }
    }
}
