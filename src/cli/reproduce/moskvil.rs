//! Moskvil's report, which prints no games: its one worked example, and games of the player with the default weights.
//!
//! Source: J. Moskvil, "2048 Report", 2015, "Monotonicity".

use super::super::output::{Ended, say};
use super::{Claim, Comparison, Options};
use crate::experiment::SpawnLaw;
use crate::papers::common::order::Order;
use crate::rules::Grid;

/// Games unless the options say otherwise.
const GAMES: u64 = 100;

/// The board of the example and the scores it prints: upper left, upper right, lower right, lower left.
const EXAMPLE: (&str, [i32; 4]) = ("32 16 8 2 / 16 8 4 . / 8 4 2 . / 4 2 . .", [0, -10, -23, -13]);

/// Prints the example beside its computation and plays.
pub fn reproduce(options: &Options) -> Result<(), Ended> {
    let grid: Grid = EXAMPLE.0.parse().map_err(|error| format!("{error}"))?;
    let ours = Order::of_grid(&grid).corner_monotonicity();
    say!("Monotonicity of the example.\n\n| corner | his | ours |\n| --- | --- | --- |")?;
    for ((corner, his), ours) in
        ["upper left", "upper right", "lower right", "lower left"].iter().zip(EXAMPLE.1).zip(ours)
    {
        say!("| {corner} | {his} | {ours}{} |", if his == ours { "" } else { " ≠" })?;
    }
    say!(
        "\nUpper right and lower left are exchanged in the report; the best corner is the same.\n"
    )?;
    let claims = ["moskvil", "moskvil:depth=3", "ovolve:nodes=2000", "vryniotis:depth=3"]
        .into_iter()
        .map(|strategy| Claim {
            label: strategy,
            strategy,
            board: (4, 4),
            games: GAMES as usize,
            end_at: None,
            spawns: SpawnLaw::Rules,
            printed: Vec::new(),
        })
        .collect();
    let comparison = Comparison::play(claims, options, |_| GAMES)?;
    say!("The report prints no games. Ours, with two other minimax players beside it:\n")?;
    say!("{}", comparison.statistics())?;
    Ok(())
}
