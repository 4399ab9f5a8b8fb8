//! Frolov's formulas: the weight matrices and the `current_field_score` of methods 1 to 13, as
//! constants.
//! Source: S. Frolov, "Solution strategies for a game 2048", Tallinn 2016, sections 2.2 and 2.3,
//! Table 2 and the appendix. Where they disagree section 2 counts, except that methods 9 and 12
//! follow their worked examples; the other reading is a constant of its own:
//! docs/evidence/papers/frolov.md.

#[cfg(test)]
#[path = "heuristic_tests.rs"]
mod tests;

pub use super::formula::{Factors, Formula, Lines, Merging};

/// The weights of methods 1 and 1.1 (2.2): a snake from the upper left corner.
pub const SNAKE: [u32; 16] = [
    135, 121, 102, 99, //
    72, 76, 88, 99, //
    60, 56, 37, 16, //
    12, 9, 5, 3,
];
/// The weights in the examples of method 1 (2.2.1 and appendix 6.1).
pub const EXAMPLE: [u32; 16] = [
    7, 6, 5, 4, //
    6, 5, 4, 3, //
    5, 4, 3, 2, //
    4, 3, 2, 1,
];
/// Yiyuan Lee's weights (1.7), of methods 2 to 8, in ten-thousandths.
pub const LEE: [u32; 16] = [
    1350, 1210, 1020, 999, //
    997, 880, 760, 724, //
    606, 562, 371, 161, //
    125, 99, 57, 33,
];
/// The weights of methods 9, 10, 11 and 13 (2.3.1): corners and sides.
pub const SIDES: [u32; 16] = [
    3, 2, 2, 3, //
    2, 1, 1, 2, //
    2, 1, 1, 2, //
    3, 2, 2, 3,
];
/// The weights of method 12 (2.3.4): corners.
pub const CORNERS: [u32; 16] = [
    2, 1, 1, 2, //
    1, 1, 1, 1, //
    1, 1, 1, 1, //
    2, 1, 1, 2,
];

const FIELD: Factors = Factors { field: true, weight: false, free_space: false };
const WEIGHT: Factors = Factors { field: false, weight: true, free_space: false };
const FIELD_WEIGHT: Factors = Factors { field: true, weight: true, free_space: false };
const FIELD_FREE: Factors = Factors { field: true, weight: false, free_space: true };
const WEIGHT_FREE: Factors = Factors { field: false, weight: true, free_space: true };
const FIELD_WEIGHT_FREE: Factors = Factors { field: true, weight: true, free_space: true };

/// Lee's weights without any term: the base of methods 2 to 8.
const BY_LEE: Formula =
    Formula { weights: LEE, unit: 10_000, merge: None, board: None, monotonic: None };
/// The weights of corners and sides without any term: the base of methods 9 to 13.
const BY_SIDES: Formula = Formula { weights: SIDES, unit: 1, ..BY_LEE };

/// Method 1 (2.2.1): merge score + board score - score of the non-monotonic lines.
pub const METHOD_1: Formula = Formula {
    weights: SNAKE,
    unit: 1,
    merge: Some((Merging::FirstOverDistance, FIELD_WEIGHT_FREE)),
    board: Some(FIELD_WEIGHT),
    monotonic: Some((Lines::NotFallingPenalty, FIELD_WEIGHT)),
};
/// Method 1 as in appendix 6.1: the weights of the examples, and a penalty of the cell values
/// alone.
pub const METHOD_1_APPENDIX: Formula =
    Formula { weights: EXAMPLE, monotonic: Some((Lines::NotFallingPenalty, FIELD)), ..METHOD_1 };
/// Method 1 as in the example of its section: the weights of the examples.
pub const METHOD_1_EXAMPLE: Formula = Formula { weights: EXAMPLE, ..METHOD_1 };
/// Method 1 with 1 / distance in whole numbers, as `1 / distance[x][y]` is in Java.
pub const METHOD_1_INTEGER: Formula =
    Formula { merge: Some((Merging::FirstInCorner, FIELD_WEIGHT_FREE)), ..METHOD_1 };
/// Method 1 with a penalty for each direction in which a line is not monotonic, which the text does
/// not have but Table 1 fits.
pub const METHOD_1_DIRECTIONS: Formula =
    Formula { monotonic: Some((Lines::EachDirectionPenalty, FIELD_WEIGHT)), ..METHOD_1 };
/// Method 1.1 (2.2.2): method 1 without the penalty.
pub const METHOD_1_1: Formula = Formula { monotonic: None, ..METHOD_1 };
/// Method 1.1 with the weights of the examples.
pub const METHOD_1_1_EXAMPLE: Formula = Formula { weights: EXAMPLE, ..METHOD_1_1 };
/// Method 1.1 with 1 / distance in whole numbers.
pub const METHOD_1_1_INTEGER: Formula = Formula { monotonic: None, ..METHOD_1_INTEGER };
/// Method 2 (2.2.3).
pub const METHOD_2: Formula = Formula {
    merge: Some((Merging::First, FIELD_WEIGHT_FREE)),
    board: Some(FIELD_WEIGHT),
    monotonic: Some((Lines::Falling, FIELD_WEIGHT)),
    ..BY_LEE
};
/// Method 3 (2.2.4).
pub const METHOD_3: Formula = Formula {
    merge: Some((Merging::First, FIELD_WEIGHT_FREE)),
    board: Some(FIELD_WEIGHT),
    monotonic: Some((Lines::Falling, FIELD_WEIGHT_FREE)),
    ..BY_LEE
};
/// Method 3.8 (2.2.5): the board score alone.
pub const METHOD_3_8: Formula = Formula { board: Some(FIELD_WEIGHT), ..BY_LEE };
/// Method 3.8 as in Table 2: the board score times the free space.
pub const METHOD_3_8_TABLE: Formula = Formula { board: Some(FIELD_WEIGHT_FREE), ..BY_LEE };
/// Method 4 (2.2.6).
pub const METHOD_4: Formula = Formula {
    merge: Some((Merging::First, FIELD_WEIGHT)),
    board: Some(FIELD_WEIGHT),
    monotonic: Some((Lines::Falling, FIELD_WEIGHT)),
    ..BY_LEE
};
/// Method 5 (2.2.7).
pub const METHOD_5: Formula = Formula {
    merge: Some((Merging::First, WEIGHT_FREE)),
    board: Some(FIELD_WEIGHT),
    monotonic: Some((Lines::Falling, WEIGHT_FREE)),
    ..BY_LEE
};
/// Method 6 (2.2.8).
pub const METHOD_6: Formula = Formula {
    merge: Some((Merging::First, WEIGHT)),
    monotonic: Some((Lines::Falling, WEIGHT)),
    ..BY_LEE
};
/// Method 7 (2.2.9).
pub const METHOD_7: Formula = Formula {
    merge: Some((Merging::First, FIELD_WEIGHT_FREE)),
    monotonic: Some((Lines::Falling, FIELD_WEIGHT_FREE)),
    ..BY_LEE
};
/// Method 7.5 (2.2.10).
pub const METHOD_7_5: Formula = Formula { merge: Some((Merging::First, FIELD_FREE)), ..METHOD_7 };
/// Method 7.7 (2.2.11), whose board score is the sum of the cell values.
pub const METHOD_7_7: Formula = Formula { board: Some(FIELD), ..METHOD_7_5 };
/// Method 8 (2.2.12).
pub const METHOD_8: Formula = Formula {
    merge: Some((Merging::First, FIELD_WEIGHT)),
    monotonic: Some((Lines::Falling, FIELD)),
    ..BY_LEE
};
/// Method 8 with lines counted for each direction in which they are monotonic, as in methods 9 to
/// 12: the text and appendix 6.8 count those that fall, but Table 1 fits this.
pub const METHOD_8_DIRECTIONS: Formula =
    Formula { monotonic: Some((Lines::BothDirections, FIELD)), ..METHOD_8 };
/// Method 9 (2.3.1) as appendix 6.9 computes it: the merge score takes both cells.
pub const METHOD_9: Formula = Formula {
    merge: Some((Merging::Both, FIELD_FREE)),
    board: Some(FIELD_WEIGHT),
    monotonic: Some((Lines::BothDirections, FIELD)),
    ..BY_SIDES
};
/// Method 9 by the equation of section 2.3.1: the merge score takes one cell.
pub const METHOD_9_SECTION: Formula =
    Formula { merge: Some((Merging::First, FIELD_FREE)), ..METHOD_9 };
/// Method 10 (2.3.2).
pub const METHOD_10: Formula = Formula {
    merge: Some((Merging::Both, FIELD_WEIGHT_FREE)),
    board: Some(FIELD_WEIGHT),
    monotonic: Some((Lines::BothDirections, FIELD_WEIGHT_FREE)),
    ..BY_SIDES
};
/// Method 11 (2.3.3).
pub const METHOD_11: Formula = Formula {
    merge: Some((Merging::Both, WEIGHT_FREE)),
    board: Some(FIELD_WEIGHT),
    monotonic: Some((Lines::BothDirections, WEIGHT_FREE)),
    ..BY_SIDES
};
/// Method 12 (2.3.4) as its examples compute it: method 10 with the weights of the corners.
pub const METHOD_12: Formula = Formula { weights: CORNERS, ..METHOD_10 };
/// Method 12 by the equation of section 2.3.4: without a board score.
pub const METHOD_12_SECTION: Formula = Formula { board: None, ..METHOD_12 };
/// Method 12 as Table 2 has it: no board score, and both merging cells with the weight of the
/// first.
pub const METHOD_12_TABLE: Formula =
    Formula { merge: Some((Merging::BothWithFirstWeight, FIELD_WEIGHT_FREE)), ..METHOD_12_SECTION };
/// Method 13 (2.3.5): the board score times the free space, alone.
pub const METHOD_13: Formula = Formula { board: Some(FIELD_WEIGHT_FREE), ..BY_SIDES };
