//! The parameters of Cook's players, and what they stand for.

use super::depth::DepthRule;
use super::expectimax::{Growth, SINGLE_PRECISION_PROBABILITIES, SPAWN_PROBABILITIES};
use super::heuristic::{Heuristic, Rotation, Snake, Turn};
use super::wrapper::{Fail, LostTest, Wrapper};
use crate::strategy::{Parameter, ParameterKind, Settings, Words, words};

/// The most layers of a tree; also the largest value of the formula for the dynamic depth.
pub(super) const MOST_LAYERS: u32 = 17;

const fn depth(default: i64) -> Parameter {
    Parameter {
        id: "depth",
        label: "Depth (layers)",
        sentence: "Layers of the tree: moves and spawns each count as one. 2n - 1 layers are n plies.",
        kind: ParameterKind::Whole { default, min: 1, max: MOST_LAYERS as i64 },
    }
}

const DYNAMIC: Parameter = Parameter {
    id: "dynamic",
    label: "Dynamic depth",
    sentence: "Chooses the depth for each position by a rule of section 8.3.",
    kind: ParameterKind::Switch { default: false },
};
const RULES: Words<DepthRule> = words! {
    "d" => DepthRule::D, "f" => DepthRule::F, "h" => DepthRule::H, "cells" => DepthRule::Cells,
};
const RULE: Parameter = Parameter {
    id: "rule",
    label: "Rule of the dynamic depth",
    sentence: "d, h and f: formulas of the number of nodes in layer five; d and h are at least 7. cells: 8 with fewer than four empty cells, otherwise 6.",
    kind: ParameterKind::Choice { default: "d", words: RULES.words },
};
const DEPTH_MOST: Parameter = Parameter {
    id: "max-depth",
    label: "Maximum dynamic depth",
    sentence: "Maximum of the dynamic depth. The text gives no limit, but its formula ends at 17.",
    kind: ParameterKind::Whole { default: MOST_LAYERS as i64, min: 7, max: MOST_LAYERS as i64 },
};
const FOURS: Parameter = Parameter {
    id: "fours",
    label: "Prune after 4s",
    sentence: "Ends a path of the search when this many 4s have spawned on it; 0 to search on (8.2.1).",
    kind: ParameterKind::Whole { default: 0, min: 0, max: 8 },
};
const DROP: Parameter = Parameter::non_negative(
    "drop",
    "Prune after a drop",
    "Ends a path of the search at a later move whose value is below the root's by more than this fraction of it; 0 to search on (8.2.2).",
    0.0,
);
const CATCH_UP: Parameter = Parameter::non_negative(
    "catch-up",
    "Prune moves too far behind",
    "Gives up a move if its remaining spawns would have to exceed its average so far by more than this fraction to reach the best other move; 0 to search on (8.2.2).",
    0.0,
);
const MEMORY: Parameter = Parameter {
    id: "memory",
    label: "Cache",
    sentence: "Caches the values of positions that occur again. Affects only the speed.",
    kind: ParameterKind::Switch { default: true },
};

const FAILS: Words<fn(f64) -> Fail> = words! {
    "keep" => |_| Fail::Keep, "ratio" => Fail::Ratio, "setter" => Fail::Setter,
};
const fn fail(default: &'static str) -> Parameter {
    Parameter {
        id: "fail",
        label: "Lost positions",
        sentence: "The value of a lost position. keep: unchanged; ratio: times fail-value; setter: fail-value itself (6.1.3).",
        kind: ParameterKind::Choice { default, words: FAILS.words },
    }
}

const fn fail_value(default: f64) -> Parameter {
    Parameter {
        id: "fail-value",
        label: "Lost-position value",
        sentence: "The factor for fail=ratio, or the value for fail=setter.",
        kind: ParameterKind::Real { default, min: -1e9, max: 1e9 },
    }
}

/// What his program computes differently from the rules of the game.
#[derive(Clone, Copy)]
struct Reading {
    lost: LostTest,
    spawn_probabilities: [(u8, f64); 2],
}

const READINGS: Words<Reading> = words! {
    "paper" => Reading { lost: LostTest::Program, spawn_probabilities: SINGLE_PRECISION_PROBABILITIES },
    "rules" => Reading { lost: LostTest::Rules, spawn_probabilities: SPAWN_PROBABILITIES },
};
const READING: Parameter = Parameter {
    id: "reading",
    label: "Version",
    sentence: "paper: as Cook's program computes it, with an end-of-game test that ignores the first two cells of every line and with probabilities in single precision (C.5). rules: by the rules of the game.",
    kind: ParameterKind::Choice { default: "paper", words: READINGS.words },
};

/// The parameters of a player: those that all players have, with its own depth and fail wrapper,
/// and `more`.
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
        RULE,
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

pub(super) const PLAIN: &[Parameter] = &with::<11>(6, "keep", -1000.0, &[]);
pub(super) const MONOTONIC: &[Parameter] = &with::<12>(
    7,
    "setter",
    -1000.0,
    &[Parameter {
        id: "by-line",
        label: "Each line by itself",
        sentence: "Lets every row and column increase in its own direction, which section 6.2 tried and dropped.",
        kind: ParameterKind::Switch { default: false },
    }],
);
pub(super) const DYNAMIC_SNAKE: &[Parameter] = &with::<16>(6, "ratio", 0.8, SNAKES);

const SNAKES: &[Parameter] = &[
    Parameter {
        id: "rotation",
        label: "Direction of the snake",
        sentence: "Whether the snake follows the rows, the columns or the longer side (6.4).",
        kind: ParameterKind::Choice { default: "rows", words: ROTATIONS.words },
    },
    Parameter {
        id: "turn",
        label: "Reversed rows",
        sentence: "How every second row is reversed: as printed in Algorithm 1, or as drawn in the matrices of 6.4. Square boards have no difference.",
        kind: ParameterKind::Choice { default: "printed", words: TURNS.words },
    },
    Parameter {
        id: "symmetrical",
        label: "Every orientation",
        sentence: "Uses the best of all rotated and mirrored snakes (6.1.1).",
        kind: ParameterKind::Switch { default: false },
    },
    Parameter {
        id: "anti-trap",
        label: "Avoid traps",
        sentence: "Counts the cell before the trap cell only if its tile is not larger than the tile in the trap cell (6.1.2).",
        kind: ParameterKind::Switch { default: false },
    },
    Parameter {
        id: "base",
        label: "Base of the powers",
        sentence: "Base of the powers along the snake: 4 in Algorithm 1, 2 in the drawn matrices.",
        kind: ParameterKind::Real { default: 2.0, min: 1.0, max: 16.0 },
    },
];

const ROTATIONS: Words<Rotation> = words! {
    "rows" => Rotation::Rows, "columns" => Rotation::Columns, "longer" => Rotation::Longer,
};

const TURNS: Words<Turn> = words! { "printed" => Turn::Printed, "drawn" => Turn::Drawn };

const HEURISTICS: Words<Heuristic> = words! {
    "monotonic" => Heuristic::Monotonic, "largest-lower" => Heuristic::LargestLower,
    "largest-right" => Heuristic::LargestRight, "sum" => Heuristic::Sum,
};

/// The parameters of [`super::sampled`].
pub(super) const SAMPLED: &[Parameter] = &[
    depth(6),
    Parameter {
        id: "runs",
        label: "Runs",
        sentence: "Runs for each move, each with newly drawn spawns.",
        kind: ParameterKind::Whole { default: 20, min: 1, max: 100_000 },
    },
    Parameter {
        id: "heuristic",
        label: "Heuristic",
        sentence: "The heuristic at the end of a run.",
        kind: ParameterKind::Choice { default: "monotonic", words: HEURISTICS.words },
    },
    fail("setter"),
    fail_value(-1000.0),
    READING,
];

pub(super) fn heuristic_of(settings: &Settings) -> Heuristic {
    settings.choice("heuristic", &HEURISTICS)
}

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

/// The rule and the maximum of the dynamic depth, if the depth is dynamic.
pub(super) fn dynamic_of(settings: &Settings) -> Option<(DepthRule, u32)> {
    let rule = settings.choice("rule", &RULES);
    settings.switch("dynamic").then(|| (rule, settings.whole("max-depth") as u32))
}

pub(super) fn growth_of(settings: &Settings) -> Growth {
    let some = |number: f64| (number > 0.0).then_some(number);
    Growth {
        layers: settings.whole("depth") as u32,
        spawn_probabilities: settings.choice("reading", &READINGS).spawn_probabilities,
        fours: settings.whole("fours") as u32,
        drop: some(settings.real("drop")),
        catch_up: some(settings.real("catch-up")),
    }
}
