//! Cook's Tables 1 to 5: the shares of games that reach each tile and the time of a game; and the
//! two heuristics of his Figure 10. Source: D. Cook, "Solving 2048 with Expectimax", 2023, sections
//! 5.2.3, 6.1.3, 6.3, 6.4, 8.2.1 and 8.3.
//!
//! A row has 100 games, except in Table 1 and with the dynamic depth. The percentages of Table 1 are
//! fractions of 201 games: 67.16% are 135 of them.

use super::{Claim, Comparison, Contents, Figure, Number, Paper, Printed, examples};
use afterstate_papers::experiment::statistics::{Difference, median};
use afterstate_papers::experiment::{GameRecord, SpawnLaw, table};
use afterstate_runs::output::CommandError;

/// What this file says of the paper.
pub const CONTENTS: Contents = Contents {
    claims,
    games: |claim| claim.games as u64,
    figures: &FIGURES,
    exact: || Ok(vec![examples::exact(Paper::Cook)?.line()]),
    print,
};

/// A table of the paper.
struct CookTable {
    /// The prefix of its rows' labels, for `--only`.
    mark: &'static str,
    title: &'static str,
    /// The number of games of each row, except [`FEWER_GAMES`].
    games: usize,
    rows: &'static [Row],
}

/// A row of a table: label, strategy, board, and a first rank with the percentages of games that
/// reach it and each rank after it.
type Row = (&'static str, &'static str, (usize, usize), (u8, &'static [f64]));

/// The row with fewer games than the rest of its table, and their number: a game with dynamic depth
/// took him more than an hour.
const FEWER_GAMES: (&str, usize) = ("T5 d(x)", 10);

const SQUARE: (usize, usize) = (4, 4);

// The names are the paper's; without a number they play at depth 6. It does not give the fail ratio
// of DS in Tables 2 and 3. We use 0.6: Table 2 prints 73% and 9% for 4x4 at
// depth 6, and Table 1 prints 73.13% and 9.45% for this ratio. In Table 3 DS at depth 4 comes closest
// to the printed figures.
const LL: &str = "cook-largest-lower";
const LR: &str = "cook-largest-right";
const DS: &str = "cook-dynamic-snake:fail-value=0.6";
const MON: &str = "cook-monotonic:depth=6";

const LL_4: &str = "cook-largest-lower:depth=4";
const DS_4: &str = "cook-dynamic-snake:fail-value=0.6,depth=4";
const MON_4: &str = "cook-monotonic:depth=4";

const LL_7: &str = "cook-largest-lower:depth=7";
const DS_7: &str = "cook-dynamic-snake:fail-value=0.6,depth=7";
const MON_7: &str = "cook-monotonic";

/// The source that Cook cites for the diagonal values lost positions at 0.
const LOST_0: &str = "cook-diagonal:depth=4,fail=setter,fail-value=0";

/// The snake of Figure 10.
const SNAKE: &str = "F10 snake";

/// The readings: as his program computes, by the rules of the game, and what explains a row.
pub const PROGRAM: &str = "as his program computes";
pub const RULES: &str = "by the rules";
const SOURCE: &str = "lost positions 0";
const DEPTH_6: &str = "dynamic snake at depth 6";

const TABLES: &[CookTable] = &[
    CookTable {
        mark: "F10",
        title: "Figure 10: snake and diagonal, without a significant difference (at depth 4, which he does not state)",
        games: 100,
        rows: &[
            (SNAKE, "cook-snake:depth=4", SQUARE, (0, &[])),
            ("F10 diagonal", "cook-diagonal:depth=4", SQUARE, (0, &[])),
            ("F10 diagonal, lost 0", LOST_0, SQUARE, (0, &[])),
        ],
    },
    CookTable {
        mark: "T1",
        title: "Table 1: dynamic snake with fail ratio",
        games: 201,
        rows: &[
            ("T1 ratio 0.0", "cook-dynamic-snake:fail-value=0", SQUARE, (12, &[67.16, 3.48])),
            ("T1 ratio 0.2", "cook-dynamic-snake:fail-value=0.2", SQUARE, (12, &[66.17, 1.49])),
            ("T1 ratio 0.4", "cook-dynamic-snake:fail-value=0.4", SQUARE, (12, &[71.14, 5.97])),
            ("T1 ratio 0.6", DS, SQUARE, (12, &[73.13, 9.45])),
            ("T1 ratio 0.8", "cook-dynamic-snake", SQUARE, (12, &[70.65, 5.97])),
            ("T1 ratio 1.0", "cook-dynamic-snake:fail=keep", SQUARE, (12, &[45.77, 0.5])),
        ],
    },
    CookTable {
        mark: "T2",
        title: "Table 2: square boards",
        games: 100,
        rows: &[
            ("T2 LL 2x2 d=4", LL_4, (2, 2), (3, &[100.0, 94.0, 2.0])),
            ("T2 DS 2x2 d=4", DS_4, (2, 2), (3, &[100.0, 87.0, 2.0])),
            ("T2 Mon 2x2 d=4", MON_4, (2, 2), (3, &[100.0, 92.0, 9.0])),
            ("T2 LL 3x3 d=4", LL_4, (3, 3), (5, &[99.0, 94.0, 46.0, 1.0])),
            ("T2 DS 3x3 d=4", DS_4, (3, 3), (5, &[100.0, 97.0, 85.0, 24.0])),
            ("T2 Mon 3x3 d=4", MON_4, (3, 3), (5, &[100.0, 100.0, 95.0, 40.0])),
            ("T2 LL 4x4 d=4", LL_4, SQUARE, (9, &[99.0, 54.0, 2.0, 0.0])),
            ("T2 DS 4x4 d=4", DS_4, SQUARE, (9, &[98.0, 91.0, 72.0, 9.0])),
            ("T2 Mon 4x4 d=4", MON_4, SQUARE, (9, &[99.0, 87.0, 50.0, 1.0])),
            ("T2 LL 5x5 d=4", LL_4, (5, 5), (11, &[100.0, 100.0, 81.0, 21.0, 0.0])),
            ("T2 DS 5x5 d=4", DS_4, (5, 5), (11, &[97.0, 80.0, 62.0, 32.0, 5.0])),
            ("T2 Mon 5x5 d=4", MON_4, (5, 5), (11, &[99.0, 98.0, 87.0, 73.0, 27.0])),
            ("T2 LL 2x2 d=6", LL, (2, 2), (3, &[98.0, 94.0, 9.0])),
            ("T2 DS 2x2 d=6", DS, (2, 2), (3, &[97.0, 83.0, 8.0])),
            ("T2 Mon 2x2 d=6", MON, (2, 2), (3, &[96.0, 51.0, 7.0])),
            ("T2 LL 3x3 d=6", LL, (3, 3), (6, &[99.0, 66.0, 15.0, 0.0])),
            ("T2 DS 3x3 d=6", DS, (3, 3), (6, &[99.0, 94.0, 57.0, 0.0])),
            ("T2 Mon 3x3 d=6", MON, (3, 3), (6, &[100.0, 99.0, 68.0, 7.0])),
            ("T2 LL 4x4 d=6", LL, SQUARE, (10, &[94.0, 34.0, 0.0, 0.0])),
            ("T2 DS 4x4 d=6", DS, SQUARE, (10, &[100.0, 95.0, 73.0, 9.0])),
            ("T2 Mon 4x4 d=6", MON, SQUARE, (10, &[99.0, 90.0, 57.0, 5.0])),
            ("T2 LL 2x2 d=7", LL_7, (2, 2), (4, &[95.0, 9.0])),
            ("T2 DS 2x2 d=7", DS_7, (2, 2), (4, &[92.0, 10.0])),
            ("T2 Mon 2x2 d=7", MON_7, (2, 2), (4, &[93.0, 10.0])),
            ("T2 LL 3x3 d=7", LL_7, (3, 3), (7, &[87.0, 33.0, 0.0])),
            ("T2 DS 3x3 d=7", DS_7, (3, 3), (7, &[96.0, 63.0, 6.0])),
            ("T2 Mon 3x3 d=7", MON_7, (3, 3), (7, &[97.0, 84.0, 19.0])),
            ("T2 LL 4x4 d=7", LL_7, SQUARE, (9, &[99.0, 92.0, 64.0, 4.0, 0.0])),
            ("T2 DS 4x4 d=7", DS_7, SQUARE, (9, &[100.0, 100.0, 97.0, 82.0, 23.0])),
            ("T2 Mon 4x4 d=7", MON_7, SQUARE, (9, &[100.0, 100.0, 99.0, 76.0, 22.0])),
        ],
    },
    CookTable {
        mark: "T3",
        title: "Table 3: oblong boards at depth 6, dynamic snake at depth 4",
        games: 100,
        rows: &[
            ("T3 LL 2x9", LL, (2, 9), (8, &[95.0, 57.0, 16.0, 0.0, 0.0, 0.0])),
            ("T3 LR 2x9", LR, (2, 9), (8, &[100.0, 100.0, 98.0, 84.0, 52.0, 11.0])),
            ("T3 LL 3x6", LL, (3, 6), (8, &[100.0, 99.0, 94.0, 46.0, 2.0, 0.0])),
            ("T3 LR 3x6", LR, (3, 6), (8, &[100.0, 100.0, 100.0, 99.0, 87.0, 35.0])),
            ("T3 LL 4x5", LL, (4, 5), (8, &[100.0, 100.0, 100.0, 98.0, 63.0, 10.0])),
            ("T3 LR 4x5", LR, (4, 5), (8, &[100.0, 100.0, 100.0, 100.0, 89.0, 36.0])),
            ("T3 DS 2x9", DS_4, (2, 9), (7, &[99.0, 83.0, 42.0, 3.0, 0.0, 0.0, 0.0, 0.0])),
            ("T3 DS 9x2", DS_4, (9, 2), (7, &[91.0, 63.0, 17.0, 1.0, 0.0, 0.0, 0.0, 0.0])),
            ("T3 DS 3x6", DS_4, (3, 6), (7, &[100.0, 100.0, 100.0, 99.0, 83.0, 34.0, 0.0, 0.0])),
            ("T3 DS 6x3", DS_4, (6, 3), (7, &[99.0, 99.0, 95.0, 78.0, 39.0, 3.0, 0.0, 0.0])),
            ("T3 DS 4x5", DS_4, (4, 5), (7, &[100.0, 100.0, 100.0, 99.0, 99.0, 95.0, 83.0, 24.0])),
            ("T3 DS 5x4", DS_4, (5, 4), (7, &[100.0, 100.0, 100.0, 100.0, 99.0, 95.0, 72.0, 3.0])),
            ("T3 Mon 2x9", MON, (2, 9), (9, &[94.0, 88.0, 59.0, 16.0, 0.0, 0.0, 0.0])),
            ("T3 Mon 3x6", MON, (3, 6), (9, &[100.0, 99.0, 90.0, 74.0, 17.0, 0.0, 0.0])),
            ("T3 Mon 4x5", MON, (4, 5), (9, &[100.0, 100.0, 100.0, 99.0, 77.0, 26.0, 2.0])),
        ],
    },
    CookTable {
        mark: "T4",
        title: "Table 4: monotonic at depth 7, pruned after some spawned 4s",
        games: 100,
        rows: &[
            ("T4 no pruning", MON_7, SQUARE, (10, &[100.0, 99.0, 76.0, 22.0])),
            ("T4 three fours", "cook-monotonic:fours=3", SQUARE, (10, &[100.0, 99.0, 86.0, 24.0])),
            ("T4 two fours", "cook-monotonic:fours=2", SQUARE, (10, &[100.0, 99.0, 76.0, 14.0])),
        ],
    },
    CookTable {
        mark: "T5",
        title: "Table 5: monotonic by depth",
        games: 100,
        rows: &[
            (
                "T5 d=2",
                "cook-monotonic:depth=2",
                SQUARE,
                (8, &[92.0, 60.0, 15.0, 0.0, 0.0, 0.0, 0.0]),
            ),
            ("T5 d=4", MON_4, SQUARE, (8, &[100.0, 99.0, 87.0, 50.0, 1.0, 0.0, 0.0])),
            ("T5 d=6", MON, SQUARE, (8, &[100.0, 100.0, 99.0, 90.0, 57.0, 5.0, 0.0])),
            ("T5 d=7", MON_7, SQUARE, (8, &[100.0, 100.0, 100.0, 99.0, 76.0, 22.0, 0.0])),
            (
                "T5 d(x)",
                "cook-monotonic:dynamic=true",
                SQUARE,
                (8, &[100.0, 100.0, 100.0, 100.0, 100.0, 80.0, 10.0]),
            ),
        ],
    },
];

/// The median times of Tables 4 and 5 in seconds. We read "8m15895ms" as 8 min 15.895 s.
const TIMES: [(&str, f64); 8] = [
    ("T4 no pruning", 681.390),
    ("T4 three fours", 495.895),
    ("T4 two fours", 383.285),
    ("T5 d=2", 0.040),
    ("T5 d=4", 0.7115),
    ("T5 d=6", 83.259),
    ("T5 d=7", 682.593),
    ("T5 d(x)", 4552.420),
];

/// The rank of the first of [`FIGURES`].
const FIRST_RANK: u8 = 3;

/// The figures of his tables. Those of Table 1 have two decimals; whole percentages of 100 games, as in
/// the other tables, are exact.
const FIGURES: [Figure; 13] = tile_shares!(
    0.005: 3 "8", 4 "16", 5 "32", 6 "64", 7 "128", 8 "256", 9 "512", 10 "1024", 11 "2048", 12 "4096",
    13 "8192", 14 "16384", 15 "32768"
);

fn claim(table: &CookTable, &(label, strategy, board, (first, shares)): &Row) -> Claim {
    let mut printed = vec![None; FIGURES.len()];
    for (rank, &percent) in (first..).zip(shares) {
        printed[usize::from(rank - FIRST_RANK)] = Some(percent);
    }
    let games = if label == FEWER_GAMES.0 { FEWER_GAMES.1 } else { table.games };
    Claim {
        label: label.to_owned(),
        reading: if strategy == LOST_0 { SOURCE } else { PROGRAM },
        strategy: strategy.to_owned(),
        board,
        games,
        end_at: None,
        spawns: SpawnLaw::Rules,
        printed,
        means: Printed::Equal,
        // Figure 10: "There was no statistically significant difference between the two heuristics".
        same_as: (label.starts_with("F10") && label != SNAKE).then_some(SNAKE),
    }
}

/// The same row by the rules of the game, with Algorithm 1 and the base of the powers as the text
/// gives them; `None` if the reading does not matter or the row is not his.
fn by_the_rules(claim: &Claim) -> Option<Claim> {
    let settings = match claim.strategy.split(':').next()? {
        "cook-monotonic" => "reading=rules",
        "cook-dynamic-snake" => "reading=rules,turn=drawn,base=4",
        _ => return None,
    };
    let mut claim = claim.clone();
    if claim.label.starts_with("T3") {
        claim.strategy = claim.strategy.replace(",depth=4", "");
    }
    Some(claim.read_as(RULES, settings))
}

/// Dynamic snake in Table 3 at the depth of 6 that the text gives.
fn at_depth_6(claim: &Claim) -> Option<Claim> {
    let is_snake = claim.label.starts_with("T3") && claim.strategy == DS_4;
    is_snake.then(|| Claim {
        label: format!("{}, depth 6", claim.label),
        reading: DEPTH_6,
        strategy: DS.to_owned(),
        ..claim.clone()
    })
}

/// The rows of all tables, as his program computes; then those of other readings.
fn claims() -> Vec<Claim> {
    let rows = TABLES.iter().flat_map(|table| table.rows.iter().map(|row| claim(table, row)));
    let mut claims: Vec<Claim> = rows.collect();
    let others: Vec<Claim> = claims
        .iter()
        .flat_map(|claim| [at_depth_6(claim), by_the_rules(claim)])
        .flatten()
        .collect();
    claims.extend(others);
    claims
}

/// Prints what else the tables show: how the mean scores of Figure 10 differ, and times.
fn print(comparison: &Comparison) -> Result<String, CommandError> {
    let mut text = String::new();
    for CookTable { mark, title, .. } in TABLES {
        let Some(part) = comparison.part(|claim| claim.label.starts_with(mark)) else { continue };
        say!(text, "{title}\n\n{}", part.statistics());
        let differences = differences(&part);
        if !differences.is_empty() {
            say!(text, "Mean scores beside the snake's.\n\n{differences}");
        }
        if let Some(times) = times(&part) {
            say!(text, "Median seconds of a game, and their ratio to the first row.\n\n{times}");
        }
    }
    Ok(text)
}

/// How each player's mean score differs from the snake's. Empty without games of the snake.
fn differences(part: &Comparison) -> String {
    let mut lines = vec![table::header(["player", "games", "mean score − snake's", "± 95%"])];
    let scores =
        |games: &[GameRecord]| -> Vec<f64> { games.iter().map(|game| game.score as f64).collect() };
    let Some((_, snake)) = part.played().find(|(claim, _)| claim.label == SNAKE) else {
        return String::new();
    };
    for (claim, games) in part.played().filter(|(claim, _)| claim.same_as.is_some()) {
        let Some(ours) = Difference::of(&scores(games), &scores(snake)) else { continue };
        lines.push(vec![
            claim.label.clone(),
            format!("{} : {}", games.len(), snake.len()),
            format!("{:.0}", ours.mean),
            format!("{:.0}", ours.interval),
        ]);
    }
    if lines.len() == 1 { String::new() } else { table::markdown(&lines) }
}

/// His times and ours; `None` for a table without times.
fn times(part: &Comparison) -> Option<String> {
    let mut lines = vec![table::header(["player", "his", "ours", "his ratio", "our ratio"])];
    let mut first = None;
    for (claim, games) in part.played() {
        let Some(&(_, his)) = TIMES.iter().find(|(label, _)| *label == claim.label) else {
            continue;
        };
        let ours = median(games.iter().map(|game| game.seconds))?;
        let (his_first, our_first) = *first.get_or_insert((his, ours));
        lines.push(vec![
            claim.label.clone(),
            format!("{his}"),
            format!("{ours:.4}"),
            format!("{:.2}", his / his_first),
            format!("{:.2}", ours / our_first),
        ]);
    }
    first.map(|_| table::markdown(&lines))
}
