//! Frolov's Tables 1 and 3: seventeen methods at depth 3, with ten games each that end at 2048.
//!
//! The thesis can be read in several ways. We play each method by our own reading, by the others,
//! and by Figure 11 to the letter with as many 4s as 2s.
//! Source: S. Frolov, "Solution strategies for a game 2048", Tallinn 2016, section 3;
//! docs/evidence/papers/frolov.md.

use super::{Claim, Comparison, Contents, Figure, Number, Paper, Printed, examples};
use afterstate::rules::tile;
use afterstate_papers::experiment::{GameRecord, SpawnLaw, Statistics, table};
use afterstate_papers::verdict::Extreme;
use afterstate_runs::output::CommandError;

/// What this file says of the paper.
pub const CONTENTS: Contents = Contents {
    claims,
    games: |_| GAMES,
    figures: &FIGURES,
    exact: || Ok(vec![examples::exact(Paper::Frolov)?.line()]),
    print,
};

/// Default number of games for each method: thirty times the thesis's.
const GAMES: u64 = 300;
/// The thesis's games for each method.
const FROLOVS_GAMES: usize = 10;
/// The rank at which his games end: 2048.
const WON: u8 = 11;

/// Table 1: method, strategy, and about the highest cell of each game: its average, least and
/// largest value, and the percentages of games in which it is 1024 and 2048. The 1024s do not
/// include the 2048s: method 3's average of 742 leaves room for one 2048 and two 1024s.
const TABLE_1: [(&str, &str, [f64; 5]); 17] = [
    ("1", "frolov-1", [121.0, 64.0, 256.0, 0.0, 0.0]),
    ("1.1", "frolov-1.1", [524.0, 128.0, 1024.0, 20.0, 0.0]),
    ("2", "frolov-2", [486.0, 256.0, 1024.0, 20.0, 0.0]),
    ("3", "frolov-3", [742.0, 256.0, 2048.0, 20.0, 10.0]),
    ("3.8", "frolov-3.8", [768.0, 512.0, 2048.0, 20.0, 10.0]),
    ("4", "frolov-4", [486.0, 256.0, 1024.0, 10.0, 0.0]),
    ("5", "frolov-5", [742.0, 256.0, 1024.0, 50.0, 0.0]),
    ("6", "frolov-6", [262.0, 64.0, 512.0, 0.0, 0.0]),
    ("7", "frolov-7", [640.0, 256.0, 1024.0, 30.0, 0.0]),
    ("7.5", "frolov-7.5", [755.0, 128.0, 1024.0, 60.0, 0.0]),
    ("7.7", "frolov-7.7", [716.0, 256.0, 2048.0, 30.0, 10.0]),
    ("8", "frolov-8", [588.0, 256.0, 1024.0, 30.0, 0.0]),
    ("9", "frolov-9", [370.0, 128.0, 512.0, 0.0, 0.0]),
    ("10", "frolov-10", [806.0, 256.0, 2048.0, 40.0, 10.0]),
    ("11", "frolov-11", [307.0, 128.0, 512.0, 0.0, 0.0]),
    ("12", "frolov-12", [652.0, 128.0, 2048.0, 30.0, 10.0]),
    ("13", "frolov-13", [640.0, 256.0, 1024.0, 30.0, 0.0]),
];

/// The readings of Table 2 and the appendix where they differ from section 2, compared with the
/// same row of Table 1.
const OTHER_READINGS: [(&str, &str, &str); 17] = [
    ("1, each direction, restored", "1", "frolov-1:restore=move,reading=directions"),
    ("8, each direction, restored", "8", "frolov-8:restore=move,reading=directions"),
    ("1, 1 / distance in whole numbers", "1", "frolov-1:reading=integer"),
    ("1.1, 1 / distance in whole numbers", "1.1", "frolov-1.1:reading=integer"),
    ("1, appendix 6.1", "1", "frolov-1:reading=appendix"),
    ("1, example weights", "1", "frolov-1:reading=example"),
    ("1.1, example weights", "1.1", "frolov-1.1:reading=example"),
    ("3.8, Table 2", "3.8", "frolov-3.8:reading=table"),
    ("5, Table 2", "5", "frolov-5:exceptions=none"),
    ("9, section 2.3.1", "9", "frolov-9:reading=section"),
    ("12, section 2.3.4", "12", "frolov-12:reading=section"),
    ("12, Table 2", "12", "frolov-12:reading=table"),
    ("1, no exceptions", "1", "frolov-1:exceptions=none"),
    ("1.1, no exceptions", "1.1", "frolov-1.1:exceptions=none"),
    ("8, no exceptions", "8", "frolov-8:exceptions=none"),
    ("8, one move ahead", "8", "frolov-8:depth=1"),
    ("8, two moves ahead", "8", "frolov-8:depth=2"),
];

/// Table 3: method, average seconds per game and per turn, least and most seconds of a game, on his
/// machine. Its "Method 1.2" is method 1.1.
const TABLE_3: [(&str, [f64; 4]); 13] = [
    ("1", [23.0, 0.16, 7.0, 37.0]),
    ("1.1", [54.0, 0.13, 30.0, 75.0]),
    ("3", [98.0, 0.17, 62.0, 140.0]),
    ("4", [71.0, 0.16, 55.0, 94.0]),
    ("5", [110.0, 0.18, 53.0, 238.0]),
    ("6", [40.0, 0.13, 20.0, 82.0]),
    ("7", [92.0, 0.16, 63.0, 117.0]),
    ("8", [84.0, 0.13, 46.0, 152.0]),
    ("9", [195.0, 0.6, 126.0, 304.0]),
    ("10", [290.0, 0.5, 155.0, 434.0]),
    ("11", [163.0, 0.5, 114.0, 214.0]),
    ("12", [224.0, 0.45, 125.0, 437.0]),
    ("13", [224.0, 0.4, 138.0, 396.0]),
];

fn highest_cell(game: &GameRecord) -> f64 {
    tile(game.largest_rank)
}

/// The figures of Table 1.
const FIGURES: [Figure; 5] = [
    // His averages are truncated, not rounded (768 is 768.0, 524 is 524.8).
    Figure {
        name: "average",
        number: Number::Mean(highest_cell, None),
        rounding: 1.0,
        decimals: 0,
    },
    Figure {
        name: "least",
        number: Number::Extreme(Extreme::Minimum, highest_cell),
        rounding: 0.0,
        decimals: 0,
    },
    Figure {
        name: "largest",
        number: Number::Extreme(Extreme::Maximum, highest_cell),
        rounding: 0.0,
        decimals: 0,
    },
    Figure {
        name: "1024, %",
        number: Number::Percent(|game| game.largest_rank == WON - 1),
        rounding: 0.0,
        decimals: 1,
    },
    Figure {
        name: "2048, %",
        number: Number::Percent(|game| game.largest_rank == WON),
        rounding: 0.0,
        decimals: 1,
    },
];

/// The reading of the worked examples, which is the catalog's default.
const EXAMPLES: &str = "by the examples";

fn claim(label: &str, reading: &'static str, strategy: &str, row: [f64; 5]) -> Claim {
    Claim {
        label: label.to_owned(),
        reading,
        strategy: strategy.to_owned(),
        board: (4, 4),
        games: FROLOVS_GAMES,
        end_at: Some(WON),
        spawns: SpawnLaw::Rules,
        printed: row.map(Some).to_vec(),
        means: Printed::Equal,
        same_as: None,
    }
}

/// The row of Table 1 for a method.
fn row(method: &str) -> Option<[f64; 5]> {
    TABLE_1.iter().find(|(name, ..)| *name == method).map(|&(.., row)| row)
}

/// The methods by all readings of the thesis.
///
/// - "To the letter" has two parts, which are also played alone. `before`: as Figure 11 does, the
///   search values the board before the last move. `even`: games have as many 4s as 2s, because the
///   thesis never says that a 4 is rarer ("a new cell with value 2 or 4 is randomly placed"), and
///   its search counts both the same.
/// - "Restored": as in Figure 11, the board that the search restores after the first direction
///   lacks the spawned tile.
fn claims() -> Vec<Claim> {
    let methods = TABLE_1.map(|(label, strategy, row)| claim(label, EXAMPLES, strategy, row));
    let others = OTHER_READINGS.iter().filter_map(|&(label, method, strategy)| {
        let reading = if strategy.contains("directions") {
            "each direction, restored"
        } else {
            "Table 2 and the appendix"
        };
        Some(claim(label, reading, strategy, row(method)?))
    });
    let even = |claim: Claim| Claim { spawns: SpawnLaw::Even, ..claim };
    let before = |reading: &'static str, claim: &Claim| claim.read_as(reading, "leaf=before");
    let letter = methods.iter().map(|claim| even(before("to the letter", claim)));
    let whole = others.clone().filter(|claim| claim.strategy.contains("reading=integer"));
    let whole = whole.map(|claim| Claim {
        reading: "to the letter, whole numbers",
        ..even(before("to the letter", &claim))
    });
    let half = methods.iter().map(|claim| before("before", claim));
    let other_half = methods.iter().map(|claim| {
        let label = format!("{}, even spawns", claim.label);
        even(Claim { label, reading: "even spawns", ..claim.clone() })
    });
    let restored = methods.iter().flat_map(|claim| {
        let restored = claim.read_as("restored", "restore=move");
        let mut before = before("before", &restored);
        before.reading = "restored, before";
        [before, restored]
    });
    let mut claims = methods.to_vec();
    claims.extend(others.clone().chain(letter).chain(whole).chain(half).chain(other_half));
    claims.extend(restored);
    claims
}

/// Prints Tables 1 and 3 with his figures and ours.
fn print(comparison: &Comparison) -> Result<String, CommandError> {
    let mut text = String::new();
    say!(text, "Table 3: seconds, thesis : ours.\n");
    say!(text, "{}", times(comparison));
    say!(text, "Statistics of our games, which end at 2048 like those of the thesis.\n");
    say!(text, "{}", comparison.statistics());
    Ok(text)
}

fn times(comparison: &Comparison) -> String {
    let header = ["method", "per game", "per move", "shortest game", "longest game"];
    let mut lines = vec![table::header(header)];
    for (label, printed) in TABLE_3 {
        let played = comparison.played().find(|(claim, _)| claim.label == label);
        let Some(ours) = played.and_then(|(_, games)| Statistics::of(games)) else {
            continue;
        };
        let ours =
            [ours.seconds_per_game, ours.seconds_per_move, ours.min_seconds, ours.max_seconds];
        let mut line = vec![label.to_owned()];
        line.extend(printed.iter().zip(ours).map(|(his, ours)| format!("{his} : {ours:.5}")));
        lines.push(line);
    }
    table::markdown(&lines)
}
