//! Moskvil's report: its worked example beside our values. It has no results of games, so we show
//! those of its player with our weights.
//! Source: J. Moskvil, "2048 Report", 2015, "Monotonicity".

use super::exact::Exact;
use super::{Claim, Comparison, Contents, Printed};
use afterstate::rules::Grid;
use afterstate_papers::common::order::Order;
use afterstate_papers::experiment::SpawnLaw;
use afterstate_runs::output::CommandError;

/// What this file says of the paper.
pub const CONTENTS: Contents = Contents {
    claims,
    games: |_| GAMES,
    figures: &[],
    exact: || Ok(vec![example()?.0.line()]),
    print,
};

/// Default number of games.
const GAMES: u64 = 100;

/// The board of the example and its printed scores: upper left, upper right, lower right, lower
/// left.
const EXAMPLE: (&str, [i32; 4]) = ("32 16 8 2 / 16 8 4 . / 8 4 2 . / 4 2 . .", [0, -10, -23, -13]);

/// Our player, and two other minimax players.
fn claims() -> Vec<Claim> {
    ["moskvil", "moskvil:depth=3", "ovolve:nodes=2000", "vryniotis:depth=3"]
        .into_iter()
        .map(|strategy| Claim {
            label: strategy.to_owned(),
            reading: "",
            strategy: strategy.to_owned(),
            board: (4, 4),
            games: GAMES as usize,
            end_at: None,
            spawns: SpawnLaw::Rules,
            printed: Vec::new(),
            means: Printed::Equal,
            same_as: None,
        })
        .collect()
}

/// How many of the scores of the example are as printed, and ours.
fn example() -> Result<(Exact, [i32; 4]), CommandError> {
    let grid: Grid = EXAMPLE.0.parse()?;
    let ours = Order::of_grid(&grid).corner_monotonicity();
    let same = EXAMPLE.1.iter().zip(ours).filter(|&(&his, ours)| his == ours).count();
    let [upper_left, upper_right, lower_right, lower_left] = EXAMPLE.1;
    let exchanged = ours == [upper_left, lower_left, lower_right, upper_right];
    let figures = EXAMPLE.1.len();
    let slips = if exchanged { figures - same } else { 0 };
    Ok((Exact { item: "worked example of monotonicity", figures, same, slips }, ours))
}

/// Prints the worked example with our values.
pub fn print_example() -> Result<String, CommandError> {
    let mut text = String::new();
    let (exact, ours) = example()?;
    say!(text, "Monotonicity of the example.\n\n| corner | his | ours |\n| --- | --- | --- |");
    for ((corner, his), ours) in
        ["upper left", "upper right", "lower right", "lower left"].iter().zip(EXAMPLE.1).zip(ours)
    {
        say!(text, "| {corner} | {his} | {ours}{} |", if his == ours { "" } else { " ≠" });
    }
    say!(text, "\n{}", exact.table());
    say!(text, "The report exchanges upper right and lower left; the best corner is the same.");
    Ok(text)
}

/// Prints the statistics of the games.
fn print(comparison: &Comparison) -> Result<String, CommandError> {
    let mut text = String::new();
    say!(text, "The report prints no games. Ours, with two other minimax players:\n");
    say!(text, "{}", comparison.statistics());
    Ok(text)
}
