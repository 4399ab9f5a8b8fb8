//! The catalogue entries of Frolov's methods, and their parameters.
//! Source: S. Frolov, "Solution strategies for a game 2048", Tallinn 2016, sections 2.2 and 2.3, Tables 1 and 2.

use super::heuristic::{self as formulas, Formula};
use super::{Exceptions, FOUR, Method, THREE};
use crate::strategy::{
    Boards, Document, Kind, Parameter, Player, Settings, Source, Strategy, Unit, Words, words,
};

const DEPTH: Parameter = Parameter {
    id: "depth",
    sentence: "Number of moves to look ahead; the text's limit is 3.",
    kind: Kind::Whole { default: 3, least: 1, most: 5 },
};
/// Whether the last move is made before the board is judged.
pub(super) const LEAVES: Words<bool> = words! { "after" => true, "before" => false };
const LEAF: Parameter = Parameter {
    id: "leaf",
    sentence: "Whether the board is judged after the last move, as in the appendix, or before it, \
               as in Figure 11.",
    kind: Kind::Choice { default: "after", among: LEAVES.words },
};
/// Whether the spawned tile stays for every direction.
pub(super) const RESTORES: Words<bool> = words! { "spawn" => true, "move" => false };
const RESTORE: Parameter = Parameter {
    id: "restore",
    sentence: "What the search restores between two directions: the board with the spawned tile, or the board after the \
               move, without it, as Figure 11 says.",
    kind: Kind::Choice { default: "spawn", among: RESTORES.words },
};
const WIN: Parameter = Parameter {
    id: "win",
    sentence: "Whether 2048 counts as infinity until it is made, as in Figure 11.",
    kind: Kind::Switch { default: true },
};

const SPAWNS: Parameter = Parameter {
    id: "spawns",
    sentence: "Whether tiles spawn between the moves of the search; appendix 6.1 follows the moves without.",
    kind: Kind::Switch { default: true },
};

pub(super) const EXCEPTIONS: Words<Exceptions> = words! {
    "none" => Exceptions { first: false, second: false },
    "1" => Exceptions { first: true, second: false },
    "2" => Exceptions { first: false, second: true },
    "both" => Exceptions { first: true, second: true },
};
const fn exceptions(default: &'static str) -> Parameter {
    Parameter {
        id: "exceptions",
        sentence: "Exceptions that override the best score: 1 moves up to fill a gap in the first \
                   row, 2 moves left to fill the upper left corner.",
        kind: Kind::Choice { default, among: EXCEPTIONS.words },
    }
}

const METHOD_1_READINGS: Words<Formula> = words! {
    "section" => formulas::METHOD_1,
    "example" => formulas::METHOD_1_EXAMPLE,
    "appendix" => formulas::METHOD_1_APPENDIX,
    "integer" => formulas::METHOD_1_INTEGER,
};
const METHOD_1_1_READINGS: Words<Formula> = words! {
    "section" => formulas::METHOD_1_1,
    "example" => formulas::METHOD_1_1_EXAMPLE,
    "integer" => formulas::METHOD_1_1_INTEGER,
};
const METHOD_3_8_READINGS: Words<Formula> = words! {
    "section" => formulas::METHOD_3_8,
    "table" => formulas::METHOD_3_8_TABLE,
};
const METHOD_9_READINGS: Words<Formula> = words! {
    "examples" => formulas::METHOD_9,
    "section" => formulas::METHOD_9_SECTION,
};
const METHOD_12_READINGS: Words<Formula> = words! {
    "examples" => formulas::METHOD_12,
    "section" => formulas::METHOD_12_SECTION,
    "table" => formulas::METHOD_12_TABLE,
};
/// The parameter `reading`; the first word is the default.
const fn reading(words: Words<Formula>, sentence: &'static str) -> Parameter {
    let kind = Kind::Choice { default: words.words[0], among: words.words };
    Parameter { id: "reading", sentence, kind }
}

const NO_EXCEPTION: &[Parameter] = &[DEPTH, exceptions("none"), LEAF, RESTORE, WIN];
const SECOND: &[Parameter] = &[DEPTH, exceptions("2"), LEAF, RESTORE, WIN];
const BOTH: &[Parameter] = &[DEPTH, exceptions("both"), LEAF, RESTORE, WIN];
const METHOD_1_PARAMETERS: &[Parameter] = &[
    DEPTH,
    exceptions("both"),
    LEAF,
    RESTORE,
    WIN,
    reading(
        METHOD_1_READINGS,
        "The weights of section 2.2, those of its worked example, those with the unweighted \
         penalty of appendix 6.1, or the first with 1 / distance in whole numbers.",
    ),
    SPAWNS,
];
const METHOD_1_1_PARAMETERS: &[Parameter] = &[
    DEPTH,
    exceptions("both"),
    LEAF,
    RESTORE,
    WIN,
    reading(
        METHOD_1_1_READINGS,
        "The weights of section 2.2, those of the worked example, or the first with 1 / distance \
         in whole numbers.",
    ),
];
const METHOD_3_8_PARAMETERS: &[Parameter] = &[
    DEPTH,
    exceptions("none"),
    LEAF,
    RESTORE,
    WIN,
    reading(
        METHOD_3_8_READINGS,
        "The board score of section 2.2.5, or times the free space as in Table 2.",
    ),
];
const METHOD_9_PARAMETERS: &[Parameter] = &[
    DEPTH,
    exceptions("none"),
    LEAF,
    RESTORE,
    WIN,
    reading(
        METHOD_9_READINGS,
        "The merge score of the examples in appendix 6.9, which takes both cells, or that of the \
         equation in section 2.3.1, which takes one.",
    ),
];
const METHOD_12_PARAMETERS: &[Parameter] = &[
    DEPTH,
    exceptions("none"),
    LEAF,
    RESTORE,
    WIN,
    reading(
        METHOD_12_READINGS,
        "With the board score of the examples, without it as in the equation of section 2.3.4, or \
         as in Table 2: without it, and with the first weight for both merging cells.",
    ),
];

/// The methods, in the order of the text.
pub const STRATEGIES: &[Strategy] = &[
    method(
        "frolov-1",
        "Frolov's method 1",
        "2.2.1",
        "Values merges near the corner and the weighted board, and subtracts every row and column that is not monotonic.",
        METHOD_1_PARAMETERS,
        |settings, _| {
            let formula = settings.choice("reading", &METHOD_1_READINGS);
            let player = Method::new(settings, formula, THREE);
            Box::new(player.with_spawns(settings.switch("spawns")))
        },
    ),
    method(
        "frolov-1.1",
        "Frolov's method 1.1",
        "2.2.2",
        "Method 1 without the penalty for rows and columns that are not monotonic.",
        METHOD_1_1_PARAMETERS,
        |settings, _| {
            let formula = settings.choice("reading", &METHOD_1_1_READINGS);
            Box::new(Method::new(settings, formula, THREE))
        },
    ),
    method(
        "frolov-2",
        "Frolov's method 2",
        "2.2.3",
        "Adds weighted merges times the free space, the weighted board and its monotonic rows and columns.",
        NO_EXCEPTION,
        |settings, _| Box::new(Method::new(settings, formulas::METHOD_2, THREE)),
    ),
    method(
        "frolov-3",
        "Frolov's method 3",
        "2.2.4",
        "Method 2 with the monotonic rows and columns times the free space.",
        SECOND,
        |settings, _| Box::new(Method::new(settings, formulas::METHOD_3, THREE)),
    ),
    method(
        "frolov-3.8",
        "Frolov's method 3.8",
        "2.2.5",
        "Judges a board only by its weighted tiles.",
        METHOD_3_8_PARAMETERS,
        |settings, _| {
            let formula = settings.choice("reading", &METHOD_3_8_READINGS);
            Box::new(Method::new(settings, formula, THREE))
        },
    ),
    method(
        "frolov-4",
        "Frolov's method 4",
        "2.2.6",
        "Adds weighted merges, the weighted board and its monotonic rows and columns; ignores the free space.",
        SECOND,
        |settings, _| Box::new(Method::new(settings, formulas::METHOD_4, THREE)),
    ),
    method(
        "frolov-5",
        "Frolov's method 5",
        "2.2.7",
        "Adds the weighted board to the weights of merging cells and monotonic lines times the free space.",
        SECOND,
        |settings, _| Box::new(Method::new(settings, formulas::METHOD_5, THREE)),
    ),
    method(
        "frolov-6",
        "Frolov's method 6",
        "2.2.8",
        "Adds the weights of merging cells and of monotonic rows and columns; ignores the tiles' values.",
        SECOND,
        |settings, _| Box::new(Method::new(settings, formulas::METHOD_6, THREE)),
    ),
    method(
        "frolov-7",
        "Frolov's method 7",
        "2.2.9",
        "Adds weighted merges and monotonic rows and columns, both times the free space.",
        BOTH,
        |settings, _| Box::new(Method::new(settings, formulas::METHOD_7, THREE)),
    ),
    method(
        "frolov-7.5",
        "Frolov's method 7.5",
        "2.2.10",
        "Method 7 with merges by value alone.",
        NO_EXCEPTION,
        |settings, _| Box::new(Method::new(settings, formulas::METHOD_7_5, THREE)),
    ),
    method(
        "frolov-7.7",
        "Frolov's method 7.7",
        "2.2.11",
        "Method 7.5 with the sum of all tiles added.",
        NO_EXCEPTION,
        |settings, _| Box::new(Method::new(settings, formulas::METHOD_7_7, THREE)),
    ),
    method(
        "frolov-8",
        "Frolov's method 8",
        "2.2.12",
        "Adds weighted merges and the plain values of monotonic rows and columns.",
        BOTH,
        |settings, _| Box::new(Method::new(settings, formulas::METHOD_8, THREE)),
    ),
    method(
        "frolov-9",
        "Frolov's method 9",
        "2.3.1",
        "Moves in all directions; adds merges times the free space, a board weighted to its sides and plain monotonic lines.",
        METHOD_9_PARAMETERS,
        |settings, _| {
            let formula = settings.choice("reading", &METHOD_9_READINGS);
            Box::new(Method::new(settings, formula, FOUR))
        },
    ),
    method(
        "frolov-10",
        "Frolov's method 10",
        "2.3.2",
        "Moves in all directions; adds weighted merges and monotonic lines, both times the free space, to a board weighted to its sides.",
        NO_EXCEPTION,
        |settings, _| Box::new(Method::new(settings, formulas::METHOD_10, FOUR)),
    ),
    method(
        "frolov-11",
        "Frolov's method 11",
        "2.3.3",
        "Method 10 with only the weights in merges and monotonic lines.",
        NO_EXCEPTION,
        |settings, _| Box::new(Method::new(settings, formulas::METHOD_11, FOUR)),
    ),
    method(
        "frolov-12",
        "Frolov's method 12",
        "2.3.4",
        "Method 10 with weights that prefer only the corners.",
        METHOD_12_PARAMETERS,
        |settings, _| {
            let formula = settings.choice("reading", &METHOD_12_READINGS);
            Box::new(Method::new(settings, formula, FOUR))
        },
    ),
    method(
        "frolov-13",
        "Frolov's method 13",
        "2.3.5",
        "Moves in all directions; judges a board by its weighted tiles times the free space.",
        NO_EXCEPTION,
        |settings, _| Box::new(Method::new(settings, formulas::METHOD_13, FOUR)),
    ),
];

const fn method(
    id: &'static str,
    name: &'static str,
    section: &'static str,
    sentence: &'static str,
    parameters: &'static [Parameter],
    make: fn(&Settings, u64) -> Box<dyn Player>,
) -> Strategy {
    Strategy {
        id,
        name,
        source: Source { document: Document::Frolov2016, section },
        sentence,
        parameters,
        boards: Boards::FOUR_BY_FOUR,
        unit: Unit::Heuristic,
        make,
    }
}
