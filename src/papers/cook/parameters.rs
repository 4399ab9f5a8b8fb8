//! The parameters of Cook's players, and what they stand for.

use super::expectimax::{CHANCES, Growth, SINGLE_PRECISION_CHANCES};
use super::heuristic::{Heuristic, Rotation, Snake, Turn};
use super::wrapper::{Fail, LostTest, Wrapper};
use crate::strategy::{Kind, Parameter, Settings, Words, words};

/// The most layers of a tree; also the largest value of the formula for the dynamic depth.
pub(super) const MOST_LAYERS: u32 = 17;

const fn depth(default: i64) -> Parameter {
    Parameter {
        id: "depth",
        sentence: "Layers of the tree, moves and spawns alike; 2n - 1 layers are n-ply.",
        kind: Kind::Whole { default, least: 1, most: MOST_LAYERS as i64 },
    }
}

const DYNAMIC: Parameter = Parameter {
    id: "dynamic",
    sentence: "Chooses the depth for each position by the number of nodes in layer five, at least 7 (8.3).",
    kind: Kind::Switch { default: false },
};
const DEPTH_MOST: Parameter = Parameter {
    id: "depth-most",
    sentence: "Maximum of the dynamic depth; the text has no limit, but its formula ends at 17.",
    kind: Kind::Whole { default: MOST_LAYERS as i64, least: 7, most: MOST_LAYERS as i64 },
};
const FOURS: Parameter = Parameter {
    id: "fours",
    sentence: "Prunes below this many spawned 4s on a path; 0 for no such pruning (8.2.1).",
    kind: Kind::Whole { default: 0, least: 0, most: 8 },
};
const DROP: Parameter = Parameter {
    id: "drop",
    sentence: "Prunes below later moves whose value is less than the root's by more than this share of it; 0 for no \
               such pruning (8.2.2).",
    kind: Kind::Real { default: 0.0, least: 0.0, most: 1e6 },
};
const CATCH_UP: Parameter = Parameter {
    id: "catch-up",
    sentence: "Gives a move up when its remaining spawns would have to exceed its average so far by this share of it to \
               reach the best other move; 0 for no such pruning (8.2.2).",
    kind: Kind::Real { default: 0.0, least: 0.0, most: 1e6 },
};
const MEMORY: Parameter = Parameter {
    id: "memory",
    sentence: "Caches the values of repeated nodes; changes only the speed.",
    kind: Kind::Switch { default: true },
};

const FAILS: Words<fn(f64) -> Fail> = words! {
    "keep" => |_| Fail::Keep, "ratio" => Fail::Ratio, "setter" => Fail::Setter,
};
const fn fail(default: &'static str) -> Parameter {
    Parameter {
        id: "fail",
        sentence: "The value of a lost position: kept, multiplied by fail-value, or set to it (6.1.3).",
        kind: Kind::Choice { default, among: FAILS.words },
    }
}

const fn fail_value(default: f64) -> Parameter {
    Parameter {
        id: "fail-value",
        sentence: "The ratio for fail=ratio, or the value for fail=setter.",
        kind: Kind::Real { default, least: -1e9, most: 1e9 },
    }
}

/// What his program computes differently from the rules of the game.
#[derive(Clone, Copy)]
struct Reading {
    lost: LostTest,
    chances: [(u8, f64); 2],
}

const READINGS: Words<Reading> = words! {
    "paper" => Reading { lost: LostTest::Program, chances: SINGLE_PRECISION_CHANCES },
    "rules" => Reading { lost: LostTest::Rules, chances: CHANCES },
};
const READING: Parameter = Parameter {
    id: "reading",
    sentence: "As his program computes it, with the end-of-game test that overlooks the first two cells of every line \
               and the probabilities in single precision (C.5), or by the rules of the game.",
    kind: Kind::Choice { default: "paper", among: READINGS.words },
};

/// The parameters of a player: those that all players have, with its own depth and fail wrapper, and `more`.
const fn with<const N: usize>(
    layers: i64,
    wrapper: &'static str,
    value: f64,
    more: &[Parameter],
) -> [Parameter; N] {
    let common = [
        depth(layers),
        fail(wrapper),
        fail_value(value),
        FOURS,
        DYNAMIC,
        DEPTH_MOST,
        DROP,
        CATCH_UP,
        MEMORY,
        READING,
    ];
    assert!(N == common.len() + more.len());
    let mut all = [READING; N];
    let mut at = 0;
    while at < N {
        all[at] = if at < common.len() { common[at] } else { more[at - common.len()] };
        at += 1;
    }
    all
}

pub(super) const PLAIN: &[Parameter] = &with::<10>(6, "keep", -1000.0, &[]);
pub(super) const MONOTONIC: &[Parameter] = &with::<11>(
    7,
    "setter",
    -1000.0,
    &[Parameter {
        id: "by-line",
        sentence: "Lets every row and column rise in its own direction, which 6.2 tried and dropped.",
        kind: Kind::Switch { default: false },
    }],
);
pub(super) const DYNAMIC_SNAKE: &[Parameter] = &with::<15>(6, "ratio", 0.8, SNAKES);

const SNAKES: &[Parameter] = &[
    Parameter {
        id: "rotation",
        sentence: "The direction of the snake: along the rows, the columns or the longer side (6.4).",
        kind: Kind::Choice { default: "rows", among: ROTATIONS.words },
    },
    Parameter {
        id: "turn",
        sentence: "How every second row is turned around: by Algorithm 1 as printed, or as the matrices of 6.4 are \
                   drawn; the same on square boards.",
        kind: Kind::Choice { default: "printed", among: TURNS.words },
    },
    Parameter {
        id: "symmetrical",
        sentence: "Takes the best of the rotated and mirrored snakes (6.1.1).",
        kind: Kind::Switch { default: false },
    },
    Parameter {
        id: "anti-trap",
        sentence: "Counts the cell before the trap cell only if its tile is not greater than the trap cell's (6.1.2).",
        kind: Kind::Switch { default: false },
    },
    Parameter {
        id: "base",
        sentence: "Base of the powers in the snake: 4 in Algorithm 1, 2 in the matrices the text draws.",
        kind: Kind::Real { default: 2.0, least: 1.0, most: 16.0 },
    },
];

const ROTATIONS: Words<Rotation> = words! {
    "rows" => Rotation::Rows, "columns" => Rotation::Columns, "longer" => Rotation::Longer,
};

const TURNS: Words<Turn> = words! { "printed" => Turn::Printed, "drawn" => Turn::Drawn };

pub(super) fn monotonic(settings: &Settings) -> Heuristic {
    if settings.switch("by-line") { Heuristic::MonotonicByLine } else { Heuristic::Monotonic }
}

pub(super) fn snake(settings: &Settings) -> Heuristic {
    Heuristic::DynamicSnake(Snake {
        base: settings.real("base"),
        rotation: settings.choice("rotation", &ROTATIONS),
        turn: settings.choice("turn", &TURNS),
        symmetrical: settings.switch("symmetrical"),
        anti_trap: settings.switch("anti-trap"),
    })
}

pub(super) fn wrapper_of(settings: &Settings) -> Wrapper {
    let fail = settings.choice("fail", &FAILS)(settings.real("fail-value"));
    Wrapper { fail, lost: settings.choice("reading", &READINGS).lost }
}

pub(super) fn growth_of(settings: &Settings) -> Growth {
    let some = |number: f64| (number > 0.0).then_some(number);
    Growth {
        layers: settings.whole("depth") as u32,
        chances: settings.choice("reading", &READINGS).chances,
        fours: settings.whole("fours") as u32,
        drop: some(settings.real("drop")),
        catch_up: some(settings.real("catch-up")),
    }
}
