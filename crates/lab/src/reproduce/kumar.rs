//! Kumar's Tables 5.1, 5.2, 6.1, 6.2 and 7.1 to 7.4: a thousand games of each simple player, fifty
//! of each Monte Carlo player.
//!
//! Source: N. A. Kumar, "Algorithms and Artificial Intelligence for 2048", 2018. His listing counts
//! each spawned 4 as 4 points, so scores here get 4 points for a tenth of the spawns before the
//! comparison.

use std::ops::Range;

use super::claim::moments;
use super::exact::{Exact, Statement};
use super::{Claim, Comparison, Contents, Figure, Number, Paper, Printed, examples};
use afterstate::rules::{Direction, FOUR_PROBABILITY, Grid, tile};
use afterstate::search::exact::{Goal, Problem, Solution};
use afterstate_papers::experiment::{GameRecord, GameSetup, Observer, SpawnLaw, table};
use afterstate_papers::players::Chosen;
use afterstate_papers::verdict::Extreme;
use afterstate_runs::output::CommandError;

/// What this file says of the paper.
pub const CONTENTS: Contents =
    Contents { claims, games: |_| GAMES, figures: &FIGURES, exact, print };

/// Default number of games for each player, as in his chapters 5 and 6.
const GAMES: u64 = 1000;

/// Player, strategy, his games; average, smallest and largest score, standard deviation, least and
/// largest largest tile. Table 7.1 prints 260, 6750 and 934.69 for Greedy by mistake; those are
/// the figures of randomly alternate.
#[rustfmt::skip]
const TABLES: [(&str, &str, usize, [f64; 6]); 21] = [
    ("Random", "random", 1000, [1140.0, 108.0, 4670.0, 576.79, 16.0, 512.0]),
    ("Sequential", "sequential", 1000, [2650.0, 488.0, 7630.0, 1257.52, 64.0, 512.0]),
    ("Randomly Alternate", "randomly-alternate", 1000, [1870.0, 260.0, 6750.0, 934.69, 32.0, 512.0]),
    ("Always Up", "always-up", 1000, [1140.0, 116.0, 3640.0, 565.56, 16.0, 256.0]),
    ("Max-in-Corner (Unique)", "max-in-corner-unique", 1000, [1410.0, 100.0, 6460.0, 813.38, 16.0, 512.0]),
    ("Max-in-Corner (All)", "max-in-corner-all", 1000, [2210.0, 270.0, 7290.0, 1216.62, 32.0, 512.0]),
    ("Greedy", "greedy", 1000, [1270.0, 170.0, 3450.0, 593.02, 16.0, 256.0]),
    ("Greedy Max-in-Corner", "greedy-max-in-corner", 1000, [2290.0, 290.0, 7810.0, 1243.59, 32.0, 512.0]),
    ("Greedier Max-in-Corner", "greedier-max-in-corner", 1000, [1760.0, 150.0, 8120.0, 1284.25, 16.0, 512.0]),
    ("Greedy-for-Empty", "greedy-for-empty", 1000, [1250.0, 290.0, 4800.0, 575.32, 32.0, 512.0]),
    ("Monte Carlo (5)", "monte-carlo:playouts=5", 50, [10480.0, 1100.0, 32650.0, 7302.49, 256.0, 2048.0]),
    ("Monte Carlo (10)", "monte-carlo:playouts=10", 50, [15750.0, 5580.0, 36200.0, 7331.86, 512.0, 2048.0]),
    ("Monte Carlo (20)", "monte-carlo:playouts=20", 50, [23500.0, 3028.0, 56960.0, 10859.11, 256.0, 4096.0]),
    ("Monte Carlo (5,3)", "monte-carlo-limit:playouts=5,depth=3", 50, [15200.0, 5710.0, 28080.0, 5476.15, 512.0, 2048.0]),
    ("Monte Carlo (5,5)", "monte-carlo-limit:playouts=5,depth=5", 50, [16380.0, 5580.0, 33160.0, 7234.43, 512.0, 2048.0]),
    ("Monte Carlo (5,10)", "monte-carlo-limit:playouts=5,depth=10", 50, [12930.0, 2950.0, 31120.0, 6065.18, 256.0, 2048.0]),
    ("Monte Carlo (5,20)", "monte-carlo-limit:playouts=5,depth=20", 50, [13130.0, 3076.0, 26970.0, 5174.11, 256.0, 2048.0]),
    ("Monte Carlo (10,3)", "monte-carlo-limit:playouts=10,depth=3", 50, [19870.0, 7320.0, 36290.0, 7452.32, 512.0, 2048.0]),
    ("Monte Carlo (10,5)", "monte-carlo-limit:playouts=10,depth=5", 50, [22190.0, 6740.0, 37100.0, 8982.07, 512.0, 2048.0]),
    ("Monte Carlo (10,10)", "monte-carlo-limit:playouts=10,depth=10", 50, [21710.0, 6480.0, 36920.0, 7671.94, 512.0, 2048.0]),
    ("Monte Carlo (10,20)", "monte-carlo-limit:playouts=10,depth=20", 50, [18570.0, 3060.0, 36650.0, 9137.19, 256.0, 2048.0]),
];

/// Chapter 8's proposals that are definite enough to play, each as Monte Carlo (5,3) otherwise; the
/// thesis has no figures.
const CHAPTER_8: [(&str, &str); 4] = [
    ("Chapter 8: minimum", "monte-carlo-limit:playouts=5,depth=3,judge=minimum"),
    ("Chapter 8: maximum", "monte-carlo-limit:playouts=5,depth=3,judge=maximum"),
    ("Chapter 8: recursive", "monte-carlo-limit:playouts=5,depth=3,levels=1"),
    ("Chapter 8: clear winner", "monte-carlo-limit:playouts=100,depth=3,threshold=20"),
];

/// The score as his listing counts it, averaged over which spawns were 4s.
pub fn listed_score(game: &GameRecord) -> f64 {
    game.score as f64 + 4.0 * FOUR_PROBABILITY * (game.moves + 2) as f64
}

/// Its natural logarithm.
pub fn log_score(game: &GameRecord) -> f64 {
    listed_score(game).ln()
}

/// The largest tile of a game.
pub fn largest_tile(game: &GameRecord) -> f64 {
    tile(game.largest_rank)
}

/// The figures of his tables of scores.
pub const SCORES: Range<usize> = 0..4;
/// The figures of his tables of tiles.
pub const TILES: Range<usize> = 4..6;
/// The rows that the text describes, in contrast to those of the listing.
pub const BY_TEXT: &str = "by the text";

/// The figures of his tables.
const FIGURES: [Figure; 6] = [
    Figure {
        name: "average",
        number: Number::Mean(listed_score, Some(3)),
        rounding: 5.0,
        decimals: 0,
    },
    Figure {
        name: "least",
        number: Number::Extreme(Extreme::Minimum, listed_score),
        rounding: 5.0,
        decimals: 0,
    },
    Figure {
        name: "greatest",
        number: Number::Extreme(Extreme::Maximum, listed_score),
        rounding: 5.0,
        decimals: 0,
    },
    Figure { name: "sd", number: Number::Deviation(listed_score), rounding: 0.005, decimals: 0 },
    Figure {
        name: "least tile",
        number: Number::Extreme(Extreme::Minimum, largest_tile),
        rounding: 0.0,
        decimals: 0,
    },
    Figure {
        name: "greatest tile",
        number: Number::Extreme(Extreme::Maximum, largest_tile),
        rounding: 0.0,
        decimals: 0,
    },
];

/// The rows of his tables as the text describes them; the same rows as his listing plays, whose game
/// and greedy players differ from the text; and the proposals of chapter 8.
fn claims() -> Vec<Claim> {
    let claim = |label: &str, strategy: &str, games, printed| Claim {
        label: label.to_owned(),
        reading: BY_TEXT,
        strategy: strategy.to_owned(),
        board: (4, 4),
        games,
        end_at: None,
        spawns: SpawnLaw::Rules,
        printed,
        means: Printed::Equal,
        same_as: None,
    };
    let by_text = TABLES.map(|(label, strategy, games, printed)| {
        claim(label, strategy, games, printed.map(Some).to_vec())
    });
    let listed = by_text.iter().map(|claim| claim.read_as("by the listing", "reading=listing"));
    let proposed = CHAPTER_8.map(|(label, strategy)| claim(label, strategy, 50, Vec::new()));
    by_text.iter().cloned().chain(listed).chain(proposed).collect()
}

/// Table 2.1: the rank of a tile, and the least and greatest number of points in it.
const POINTS: [(u32, u64, u64); 16] = [
    (2, 0, 4),
    (3, 8, 16),
    (4, 32, 48),
    (5, 96, 128),
    (6, 256, 320),
    (7, 640, 768),
    (8, 1536, 1792),
    (9, 3584, 4096),
    (10, 8192, 9216),
    (11, 18_432, 20_480),
    (12, 40_960, 45_056),
    (13, 90_112, 98_304),
    (14, 196_608, 212_992),
    (15, 425_984, 458_752),
    (16, 917_504, 983_040),
    (17, 1_966_080, 2_097_152),
];

/// How much of Table 2.1 is as printed, and its lines beside the points that merging earns: a tile is
/// two of half its value, with their points, and the reward of the merge. A 4 may spawn, or earn 4
/// points.
pub fn points() -> (Exact, Vec<Vec<String>>) {
    let mut lines = vec![table::header(["tile", "minimum", "maximum"])];
    let (mut min, mut max) = (0, 4);
    let mut same = 0;
    for (rank, printed_min, printed_max) in POINTS {
        let cell = |printed: u64, ours: u64| {
            format!("{printed} : {ours}{}", if printed == ours { "" } else { " ≠" })
        };
        same += usize::from(printed_min == min) + usize::from(printed_max == max);
        lines.push(vec![
            (1u64 << rank).to_string(),
            cell(printed_min, min),
            cell(printed_max, max),
        ]);
        (min, max) = (2 * min + (2 << rank), 2 * max + (2 << rank));
    }
    let figures = 2 * POINTS.len();
    (Exact { item: "Table 2.1: points in a tile", figures, same, slips: 0 }, lines)
}

/// What needs no games.
fn exact() -> Result<Vec<[String; 3]>, CommandError> {
    let mut lines = vec![examples::exact(Paper::Kumar)?.line(), points().0.line()];
    lines.extend(statements()?.iter().map(Statement::line));
    Ok(lines)
}

/// Prints Table 2.1 beside our figures.
pub fn print_points() -> Result<String, CommandError> {
    let mut text = String::new();
    let (exact, lines) = points();
    say!(text, "Table 2.1: points in a tile (Theorem 2.3), thesis : ours.\n");
    say!(text, "{}", table::markdown(&lines));
    say!(text, "{}", exact.table());
    Ok(text)
}

/// What the thesis states of the game beside what follows from its rules.
pub fn statements() -> Result<Vec<Statement>, CommandError> {
    let mut statements = Vec::new();
    for (rows, cols) in [(2, 2), (2, 3)] {
        let probability = largest_tile_probability(rows, cols)?;
        statements.push(Statement {
            about: format!(
                "probability of the largest possible tile, on {rows}x{cols} with the best play"
            ),
            printed: "at most 0.1",
            ours: format!("{probability:.4}"),
            holds: probability <= FOUR_PROBABILITY,
        });
    }
    // After a spawn at least two tiles are on the board, but a move can merge them.
    let grid: Grid = "2 2 . . / . . . . / . . . . / . . . .".parse()?;
    let empties = grid.slide(Direction::Left).map_or(0, |after| after.board.empty_count());
    statements.push(Statement {
        about: "boards that can follow a move, at most".to_owned(),
        printed: "28",
        ours: (2 * empties).to_string(),
        holds: 2 * empties == 28,
    });
    Ok(statements)
}

/// Prints the statements, and how much that of speed asks for.
pub fn print_claims() -> Result<String, CommandError> {
    let mut text = String::new();
    let mut lines = vec![table::header(["statement", "thesis", "ours", "verdict"])];
    for statement in statements()? {
        let verdict = statement.verdict().to_owned();
        lines.push(vec![statement.about, statement.printed.to_owned(), statement.ours, verdict]);
    }
    say!(text, "{}", table::markdown(&lines));
    const PLAYOUTS: f64 = 10.0;
    const THREADS: f64 = 100_000.0;
    let chosen: Chosen = format!("monte-carlo:playouts={PLAYOUTS}").parse()?;
    let mut player = chosen.build((4, 4), 0)?;
    let game = GameSetup::RULES.play(player.as_mut(), 0, &NoClock);
    let moves = game.map_or(1, |game| game.moves) as f64;
    let random_moves = player.nodes().unwrap_or(0) as f64 / moves / PLAYOUTS * THREADS;
    say!(
        text,
        "\"Multiple moves a second even using hundreds of thousands of threads\": with {THREADS} random games for\n\
         each move, a move takes {:.0} million random moves (mean of the game of seed 0 by {chosen}).",
        random_moves / 1e6
    );
    Ok(text)
}

/// Lets a game run to its end without measuring its time.
struct NoClock;

impl Observer for NoClock {
    fn seconds(&self) -> f64 {
        0.0
    }
}

/// The probability of reaching the largest tile that a board can hold, from a random start with the
/// best play.
fn largest_tile_probability(rows: usize, cols: usize) -> Result<f64, CommandError> {
    let cells = rows * cols;
    let solution = Solution::of(Problem::new(rows, cols, Goal::Tile(cells as u8 + 1)), None)?;
    let ranks = [(1, 1.0 - FOUR_PROBABILITY), (2, FOUR_PROBABILITY)];
    let (mut sum, mut starts) = (0.0, 0.0);
    for first in 0..cells {
        for second in first + 1..cells {
            starts += 1.0;
            for (rank, chance) in ranks {
                for (other, other_chance) in ranks {
                    let mut grid = Grid::new(rows, cols)?;
                    grid.set(first, rank);
                    grid.set(second, other);
                    let values = solution.move_values(&grid).into_iter().flatten();
                    sum += chance * other_chance * values.fold(0.0, f64::max);
                }
            }
        }
    }
    Ok(sum / starts)
}

/// Prints the tables with his figures and ours.
fn print(comparison: &Comparison) -> Result<String, CommandError> {
    let mut text = String::new();
    say!(text, "What his program also prints and the thesis does not.\n");
    say!(text, "{}", other_statistics(comparison));
    say!(text, "Statistics of our games, with scores by the rules.\n");
    say!(text, "{}", comparison.statistics());
    Ok(text)
}

/// The mean and the standard deviation of the natural logarithms of the scores and of the largest
/// tiles.
fn other_statistics(comparison: &Comparison) -> String {
    let header = ["player", "games", "mean log score", "sd", "mean largest tile", "sd"];
    let mut lines = vec![table::header(header)];
    for (claim, games) in comparison.played() {
        let (log, tile) = (moments(games, log_score), moments(games, largest_tile));
        lines.push(vec![
            claim.label.clone(),
            games.len().to_string(),
            format!("{:.3}", log.mean),
            format!("{:.3}", log.deviation),
            format!("{:.0}", tile.mean),
            format!("{:.0}", tile.deviation),
        ]);
    }
    table::markdown(&lines)
}
