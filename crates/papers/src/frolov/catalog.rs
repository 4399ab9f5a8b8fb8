//! The catalog entries of Frolov's methods, and their parameters.
//! Source: S. Frolov, "Solution strategies for a game 2048", Tallinn 2016, sections 2.2 and 2.3,
//! Tables 1 and 2.

use super::heuristic::{self as formulas, Formula};
use super::{Exceptions, FOUR, Method, THREE};
use crate::strategy::{
    Boards, Document, Parameter, ParameterKind, Player, Settings, Source, Strategy, Unit, Words,
    words,
};

const DEPTH: Parameter = Parameter {
    id: "depth",
    label: "Depth (moves)",
    sentence: "Moves to look ahead. The thesis stops at 3.",
    kind: ParameterKind::Whole { default: 3, min: 1, max: 5 },
};
/// Whether the last move is made before the board is judged.
pub(super) const LEAVES: Words<bool> = words! { "after" => true, "before" => false };
const LEAF: Parameter = Parameter {
    id: "leaf",
    label: "Evaluate the board",
    sentence: "Whether a board is evaluated after the last move, as in the appendix, or before it, as in Figure 11.",
    kind: ParameterKind::Choice { default: "after", words: LEAVES.words },
};
/// Whether the spawned tile stays for every direction.
pub(super) const RESTORES: Words<bool> = words! { "spawn" => true, "move" => false };
const RESTORE: Parameter = Parameter {
    id: "restore",
    label: "Restored board",
    sentence: "The board that the search restores between two directions: spawn keeps the spawned tile; move removes it, as Figure 11 says.",
    kind: ParameterKind::Choice { default: "spawn", words: RESTORES.words },
};
const WIN: Parameter = Parameter {
    id: "win",
    label: "2048 wins",
    sentence: "Whether a board with 2048 is worth more than any other until 2048 is made (the infinity of Figure 11).",
    kind: ParameterKind::Switch { default: true },
};

const SPAWNS: Parameter = Parameter {
    id: "spawns",
    label: "Spawns in the search",
    sentence: "Whether tiles spawn between the moves of the search. In appendix 6.1 they do not.",
    kind: ParameterKind::Switch { default: true },
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
        label: "Exceptions",
        sentence: "Rules that override the best score. 1 moves up to fill a gap in the first row; 2 moves left to fill the upper left corner.",
        kind: ParameterKind::Choice { default, words: EXCEPTIONS.words },
    }
}

const METHOD_1_READINGS: Words<Formula> = words! {
    "section" => formulas::METHOD_1,
    "example" => formulas::METHOD_1_EXAMPLE,
    "appendix" => formulas::METHOD_1_APPENDIX,
    "integer" => formulas::METHOD_1_INTEGER,
    "directions" => formulas::METHOD_1_DIRECTIONS,
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
const METHOD_8_READINGS: Words<Formula> = words! {
    "section" => formulas::METHOD_8,
    "directions" => formulas::METHOD_8_DIRECTIONS,
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
    let kind = ParameterKind::Choice { default: words.words[0], words: words.words };
    Parameter { id: "reading", label: "Version", sentence, kind }
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
        "section: the weights of section 2.2. example: those of its worked example. appendix: those of the example, \
         and the unweighted penalty of appendix 6.1. integer: section, with 1 / distance rounded down. directions: \
         section, with a penalty for each direction in which a row or column is not monotonic, and the first possible \
         move where no move is worth more than 0. This is a guess that fits Table 1.",
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
        "section: the weights of section 2.2. example: those of its worked example. integer: section, with \
         1 / distance rounded down.",
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
        "section: the board score of section 2.2.5. table: that score times the number of empty cells, as in Table 2.",
    ),
];
const METHOD_8_PARAMETERS: &[Parameter] = &[
    DEPTH,
    exceptions("both"),
    LEAF,
    RESTORE,
    WIN,
    reading(
        METHOD_8_READINGS,
        "section: rows and columns that fall from the upper left corner count, as in appendix 6.8. directions: each \
         counts once for each direction in which it is monotonic. This is a guess that fits Table 1.",
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
        "examples: a merge counts both cells, as in the examples of appendix 6.9. section: it counts one, as in the \
         equation of section 2.3.1.",
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
        "examples: with a board score, as in the examples. section: without it, as in the equation of section 2.3.4. \
         table: as in Table 2, without it and with the weight of the first cell for both cells of a merge.",
    ),
];

/// The methods, in the order of the text.
pub const STRATEGIES: &[Strategy] = &[
    method(
        "frolov-1",
        "Frolov's method 1",
        "2.2.1",
        "Scores merges and tiles, more the nearer they are to the upper left corner, and subtracts every row and column that is not monotonic.",
        METHOD_1_PARAMETERS,
        |settings, _| {
            let formula = settings.choice("reading", &METHOD_1_READINGS);
            let mut player = Method::new(settings, formula, THREE);
            player.rules.spawns = settings.switch("spawns");
            player.best_starts_at_zero = formula == formulas::METHOD_1_DIRECTIONS;
            Box::new(player)
        },
    ),
    method(
        "frolov-1.1",
        "Frolov's method 1.1",
        "2.2.2",
        "Plays method 1 without the penalty for rows and columns that are not monotonic.",
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
        "Adds up the possible merges times the number of empty cells, all tiles, and the monotonic rows and columns. Each tile counts more the nearer it is to the upper left corner.",
        NO_EXCEPTION,
        |settings, _| Box::new(Method::new(settings, formulas::METHOD_2, THREE)),
    ),
    method(
        "frolov-3",
        "Frolov's method 3",
        "2.2.4",
        "Plays method 2, with the monotonic rows and columns also times the number of empty cells.",
        SECOND,
        |settings, _| Box::new(Method::new(settings, formulas::METHOD_3, THREE)),
    ),
    method(
        "frolov-3.8",
        "Frolov's method 3.8",
        "2.2.5",
        "Adds up the tiles. Each counts more the nearer it is to the upper left corner.",
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
        "Plays method 2 without counting the empty cells.",
        SECOND,
        |settings, _| Box::new(Method::new(settings, formulas::METHOD_4, THREE)),
    ),
    method(
        "frolov-5",
        "Frolov's method 5",
        "2.2.7",
        "Plays method 3, but merges and monotonic rows and columns count by their position alone and not by their tiles.",
        SECOND,
        |settings, _| Box::new(Method::new(settings, formulas::METHOD_5, THREE)),
    ),
    method(
        "frolov-6",
        "Frolov's method 6",
        "2.2.8",
        "Counts merges and monotonic rows and columns by their position alone. Ignores the values of the tiles.",
        SECOND,
        |settings, _| Box::new(Method::new(settings, formulas::METHOD_6, THREE)),
    ),
    method(
        "frolov-7",
        "Frolov's method 7",
        "2.2.9",
        "Adds up merges and monotonic rows and columns, both times the number of empty cells. Each tile counts more the nearer it is to the upper left corner.",
        BOTH,
        |settings, _| Box::new(Method::new(settings, formulas::METHOD_7, THREE)),
    ),
    method(
        "frolov-7.5",
        "Frolov's method 7.5",
        "2.2.10",
        "Plays method 7, with merges counted by their tiles alone and not by their position.",
        NO_EXCEPTION,
        |settings, _| Box::new(Method::new(settings, formulas::METHOD_7_5, THREE)),
    ),
    method(
        "frolov-7.7",
        "Frolov's method 7.7",
        "2.2.11",
        "Plays method 7.5 and adds the sum of all tiles.",
        NO_EXCEPTION,
        |settings, _| Box::new(Method::new(settings, formulas::METHOD_7_7, THREE)),
    ),
    method(
        "frolov-8",
        "Frolov's method 8",
        "2.2.12",
        "Adds up merges, more the nearer they are to the upper left corner, and the tiles of monotonic rows and columns.",
        METHOD_8_PARAMETERS,
        |settings, _| {
            let formula = settings.choice("reading", &METHOD_8_READINGS);
            Box::new(Method::new(settings, formula, THREE))
        },
    ),
    method(
        "frolov-9",
        "Frolov's method 9",
        "2.3.1",
        "Moves in all directions. Adds up merges times the number of empty cells, all tiles (more at the sides and most in the corners), and the tiles of monotonic rows and columns.",
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
        "Moves in all directions. Adds up all tiles, and merges and monotonic rows and columns times the number of empty cells. Tiles count more at the sides and most in the corners.",
        NO_EXCEPTION,
        |settings, _| Box::new(Method::new(settings, formulas::METHOD_10, FOUR)),
    ),
    method(
        "frolov-11",
        "Frolov's method 11",
        "2.3.3",
        "Plays method 10, but merges and monotonic rows and columns count by their position alone and not by their tiles.",
        NO_EXCEPTION,
        |settings, _| Box::new(Method::new(settings, formulas::METHOD_11, FOUR)),
    ),
    method(
        "frolov-12",
        "Frolov's method 12",
        "2.3.4",
        "Plays method 10 with tiles that count more in the corners only.",
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
        "Moves in all directions. Adds up the tiles, more at the sides and most in the corners, and multiplies the sum by the number of empty cells.",
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
