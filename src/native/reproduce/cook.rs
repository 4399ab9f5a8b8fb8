//! Cook's Tables 1 to 5: shares of games that reach each tile.
//!
//! Source: D. Cook, "Solving 2048 with Expectimax", 2023, sections 6.1.3, 6.3, 6.4, 8.2.1 and 8.3. His 2x9 and 9x2 games
//! are left out: sides end at 8 here. Table 1's shares are of 201 games (135 of 201 is 67.16 %), the others of 100, the
//! dynamic depth of 10.

use super::{Claim, Comparison, Figure, Options};
use crate::experiment::{GameRecord, SpawnLaw};

/// Games of each player unless the options say otherwise.
const GAMES: u64 = 100;

/// A row of a table: label, strategy, board, his games, and (rank, percent of games that reach it).
type Row = (&'static str, &'static str, (usize, usize), usize, &'static [(u8, f64)]);

const LL: &str = "cook-largest-lower";
const LR: &str = "cook-largest-right";
const DS: &str = "cook-dynamic-snake:fail=keep";
const MON: &str = "cook-monotonic:depth=6";

/// Tables 1 to 5. "LL", "LR", "DS" and "Mon" as in the text.
const ROWS: &[Row] = &[
    ("T1 DS ratio 0.0", "cook-dynamic-snake:fail-value=0", (4, 4), 201, &[(12, 67.16), (13, 3.48)]),
    (
        "T1 DS ratio 0.2",
        "cook-dynamic-snake:fail-value=0.2",
        (4, 4),
        201,
        &[(12, 66.17), (13, 1.49)],
    ),
    (
        "T1 DS ratio 0.4",
        "cook-dynamic-snake:fail-value=0.4",
        (4, 4),
        201,
        &[(12, 71.14), (13, 5.97)],
    ),
    (
        "T1 DS ratio 0.6",
        "cook-dynamic-snake:fail-value=0.6",
        (4, 4),
        201,
        &[(12, 73.13), (13, 9.45)],
    ),
    ("T1 DS ratio 0.8", "cook-dynamic-snake", (4, 4), 201, &[(12, 70.65), (13, 5.97)]),
    ("T1 DS ratio 1.0", DS, (4, 4), 201, &[(12, 45.77), (13, 0.5)]),
    (
        "T2 LL 2x2 d=4",
        "cook-largest-lower:depth=4",
        (2, 2),
        100,
        &[(3, 100.0), (4, 94.0), (5, 2.0)],
    ),
    (
        "T2 DS 2x2 d=4",
        "cook-dynamic-snake:fail=keep,depth=4",
        (2, 2),
        100,
        &[(3, 100.0), (4, 87.0), (5, 2.0)],
    ),
    ("T2 Mon 2x2 d=4", "cook-monotonic:depth=4", (2, 2), 100, &[(3, 100.0), (4, 92.0), (5, 9.0)]),
    (
        "T2 LL 3x3 d=4",
        "cook-largest-lower:depth=4",
        (3, 3),
        100,
        &[(5, 99.0), (6, 94.0), (7, 46.0), (8, 1.0)],
    ),
    (
        "T2 DS 3x3 d=4",
        "cook-dynamic-snake:fail=keep,depth=4",
        (3, 3),
        100,
        &[(5, 100.0), (6, 97.0), (7, 85.0), (8, 24.0)],
    ),
    (
        "T2 Mon 3x3 d=4",
        "cook-monotonic:depth=4",
        (3, 3),
        100,
        &[(5, 100.0), (6, 100.0), (7, 95.0), (8, 40.0)],
    ),
    (
        "T2 LL 4x4 d=4",
        "cook-largest-lower:depth=4",
        (4, 4),
        100,
        &[(9, 99.0), (10, 54.0), (11, 2.0), (12, 0.0)],
    ),
    (
        "T2 DS 4x4 d=4",
        "cook-dynamic-snake:fail=keep,depth=4",
        (4, 4),
        100,
        &[(9, 98.0), (10, 91.0), (11, 72.0), (12, 9.0)],
    ),
    (
        "T2 Mon 4x4 d=4",
        "cook-monotonic:depth=4",
        (4, 4),
        100,
        &[(9, 99.0), (10, 87.0), (11, 50.0), (12, 1.0)],
    ),
    (
        "T2 LL 5x5 d=4",
        "cook-largest-lower:depth=4",
        (5, 5),
        100,
        &[(11, 100.0), (12, 100.0), (13, 81.0), (14, 21.0), (15, 0.0)],
    ),
    (
        "T2 DS 5x5 d=4",
        "cook-dynamic-snake:fail=keep,depth=4",
        (5, 5),
        100,
        &[(11, 97.0), (12, 80.0), (13, 62.0), (14, 32.0), (15, 5.0)],
    ),
    (
        "T2 Mon 5x5 d=4",
        "cook-monotonic:depth=4",
        (5, 5),
        100,
        &[(11, 99.0), (12, 98.0), (13, 87.0), (14, 73.0), (15, 27.0)],
    ),
    ("T2 LL 2x2 d=6", LL, (2, 2), 100, &[(3, 98.0), (4, 94.0), (5, 9.0)]),
    ("T2 DS 2x2 d=6", DS, (2, 2), 100, &[(3, 97.0), (4, 83.0), (5, 8.0)]),
    ("T2 Mon 2x2 d=6", MON, (2, 2), 100, &[(3, 96.0), (4, 51.0), (5, 7.0)]),
    ("T2 LL 3x3 d=6", LL, (3, 3), 100, &[(6, 99.0), (7, 66.0), (8, 15.0), (9, 0.0)]),
    ("T2 DS 3x3 d=6", DS, (3, 3), 100, &[(6, 99.0), (7, 94.0), (8, 57.0), (9, 0.0)]),
    ("T2 Mon 3x3 d=6", MON, (3, 3), 100, &[(6, 100.0), (7, 99.0), (8, 68.0), (9, 7.0)]),
    ("T2 LL 4x4 d=6", LL, (4, 4), 100, &[(10, 94.0), (11, 34.0), (12, 0.0), (13, 0.0)]),
    ("T2 DS 4x4 d=6", DS, (4, 4), 100, &[(10, 100.0), (11, 95.0), (12, 73.0), (13, 9.0)]),
    ("T2 Mon 4x4 d=6", MON, (4, 4), 100, &[(10, 99.0), (11, 90.0), (12, 57.0), (13, 5.0)]),
    ("T2 LL 2x2 d=7", "cook-largest-lower:depth=7", (2, 2), 100, &[(4, 95.0), (5, 9.0)]),
    ("T2 DS 2x2 d=7", "cook-dynamic-snake:fail=keep,depth=7", (2, 2), 100, &[(4, 92.0), (5, 10.0)]),
    ("T2 Mon 2x2 d=7", "cook-monotonic", (2, 2), 100, &[(4, 93.0), (5, 10.0)]),
    ("T2 LL 3x3 d=7", "cook-largest-lower:depth=7", (3, 3), 100, &[(7, 87.0), (8, 33.0), (9, 0.0)]),
    (
        "T2 DS 3x3 d=7",
        "cook-dynamic-snake:fail=keep,depth=7",
        (3, 3),
        100,
        &[(7, 96.0), (8, 63.0), (9, 6.0)],
    ),
    ("T2 Mon 3x3 d=7", "cook-monotonic", (3, 3), 100, &[(7, 97.0), (8, 84.0), (9, 19.0)]),
    (
        "T2 LL 4x4 d=7",
        "cook-largest-lower:depth=7",
        (4, 4),
        100,
        &[(9, 99.0), (10, 92.0), (11, 64.0), (12, 4.0), (13, 0.0)],
    ),
    (
        "T2 DS 4x4 d=7",
        "cook-dynamic-snake:fail=keep,depth=7",
        (4, 4),
        100,
        &[(9, 100.0), (10, 100.0), (11, 97.0), (12, 82.0), (13, 23.0)],
    ),
    (
        "T2 Mon 4x4 d=7",
        "cook-monotonic",
        (4, 4),
        100,
        &[(9, 100.0), (10, 100.0), (11, 99.0), (12, 76.0), (13, 22.0)],
    ),
    (
        "T3 LL 3x6",
        LL,
        (3, 6),
        100,
        &[(8, 100.0), (9, 99.0), (10, 94.0), (11, 46.0), (12, 2.0), (13, 0.0)],
    ),
    (
        "T3 LR 3x6",
        LR,
        (3, 6),
        100,
        &[(8, 100.0), (9, 100.0), (10, 100.0), (11, 99.0), (12, 87.0), (13, 35.0)],
    ),
    ("T3 DS 3x6", DS, (3, 6), 100, &[(10, 99.0), (11, 83.0), (12, 34.0), (13, 0.0)]),
    ("T3 DS 6x3", DS, (6, 3), 100, &[(10, 78.0), (11, 39.0), (12, 3.0), (13, 0.0)]),
    ("T3 Mon 3x6", MON, (3, 6), 100, &[(9, 100.0), (10, 99.0), (11, 90.0), (12, 74.0), (13, 17.0)]),
    ("T3 LL 4x5", LL, (4, 5), 100, &[(10, 100.0), (11, 98.0), (12, 63.0), (13, 10.0)]),
    ("T3 LR 4x5", LR, (4, 5), 100, &[(10, 100.0), (11, 100.0), (12, 89.0), (13, 36.0)]),
    ("T3 DS 4x5", DS, (4, 5), 100, &[(11, 99.0), (12, 95.0), (13, 83.0), (14, 24.0)]),
    ("T3 DS 5x4", DS, (5, 4), 100, &[(11, 99.0), (12, 95.0), (13, 72.0), (14, 3.0)]),
    ("T3 Mon 4x5", MON, (4, 5), 100, &[(11, 100.0), (12, 99.0), (13, 77.0), (14, 26.0), (15, 2.0)]),
    (
        "T4 no pruning",
        "cook-monotonic:depth=7",
        (4, 4),
        100,
        &[(10, 100.0), (11, 99.0), (12, 76.0), (13, 22.0)],
    ),
    (
        "T4 after 3 fours",
        "cook-monotonic:fours=3",
        (4, 4),
        100,
        &[(10, 100.0), (11, 99.0), (12, 86.0), (13, 24.0)],
    ),
    (
        "T4 after 2 fours",
        "cook-monotonic:fours=2",
        (4, 4),
        100,
        &[(10, 100.0), (11, 99.0), (12, 76.0), (13, 14.0)],
    ),
    (
        "T5 d=2",
        "cook-monotonic:depth=2",
        (4, 4),
        100,
        &[(8, 92.0), (9, 60.0), (10, 15.0), (11, 0.0)],
    ),
    (
        "T5 d=4",
        "cook-monotonic:depth=4",
        (4, 4),
        100,
        &[(8, 100.0), (9, 99.0), (10, 87.0), (11, 50.0), (12, 1.0)],
    ),
    ("T5 d=6", MON, (4, 4), 100, &[(9, 100.0), (10, 99.0), (11, 90.0), (12, 57.0), (13, 5.0)]),
    (
        "T5 d=7",
        "cook-monotonic",
        (4, 4),
        100,
        &[(10, 100.0), (11, 99.0), (12, 76.0), (13, 22.0), (14, 0.0)],
    ),
    ("T5 d(x)", "cook-monotonic:dynamic=true", (4, 4), 10, &[(12, 100.0), (13, 80.0), (14, 10.0)]),
];

fn share(games: &[GameRecord], rank: u8) -> f64 {
    let reached = games.iter().filter(|game| game.largest_rank >= rank).count();
    100.0 * reached as f64 / games.len() as f64
}

/// The ranks of his tables: 8 to 32768.
const FIRST: u8 = 3;

macro_rules! shares {
    ($($rank:literal $name:literal),*) => {
        [$(Figure { name: $name, number: |games| share(games, $rank), rounding: 0.5, decimals: 0 }),*]
    };
}

const FIGURES: [Figure; 13] = shares!(
    3 "8", 4 "16", 5 "32", 6 "64", 7 "128", 8 "256", 9 "512", 10 "1024", 11 "2048", 12 "4096",
    13 "8192", 14 "16384", 15 "32768"
);

/// Plays the players and prints the tables beside his.
pub fn reproduce(options: &Options) -> Result<(), String> {
    let claims = ROWS
        .iter()
        .map(|&(label, strategy, board, games, shares)| {
            let mut printed = vec![None; FIGURES.len()];
            for &(rank, percent) in shares {
                printed[usize::from(rank - FIRST)] = Some(percent);
            }
            Claim { label, strategy, board, games, end_at: None, spawns: SpawnLaw::Rules, printed }
        })
        .collect();
    let comparison = Comparison::play(claims, options, GAMES)?;
    println!(
        "Tables 1 to 5: percent of games that reach each tile. Each cell: his : ours [the middle 95 %"
    );
    println!("of as many games as his drawn from ours], and ≠ where his figure lies outside.\n");
    println!("{}", comparison.figures("player", &FIGURES));
    println!("All statistics of our games.\n");
    println!("{}", comparison.statistics());
    Ok(())
}
