//! What the four papers quote of the programs that they build on: shares of games that reach a
//! tile.
//! Sources: Frolov 2016, 1.6 (Vryniotis) and 1.7 (Lee); Kumar 2018, chapter 4 (ovolve, Xiao);
//! docs/evidence/papers/background.md.

use super::{Claim, Comparison, Contents, Figure, Number, Printed};
use afterstate_papers::experiment::SpawnLaw;
use afterstate_runs::output::CommandError;

/// What this file says of the paper.
pub const CONTENTS: Contents =
    Contents { claims, games: |_| GAMES, figures: &FIGURES, exact: || Ok(Vec::new()), print };

/// Default number of games: some of the searches take seconds a game.
const GAMES: u64 = 20;
/// The papers do not say how many games were played. The comparison assumes this number.
const ASSUMED_GAMES: usize = 100;

/// A quoted program: label, strategy, and the percentages of games that reach each of [`FIGURES`].
type Quoted = (&'static str, &'static str, [Option<f64>; 4]);

/// Frolov quotes 70 to 80% for depth 7 of Vryniotis; "more than" 40 and 30% for Lee, and in section
/// 3 a "100% chance" of 2048, which must be Lee's: his numbering counts a section twice.
const QUOTED: [Quoted; 7] = [
    ("Vryniotis, depth 3", "vryniotis:depth=3", [Some(20.0), None, None, None]),
    ("Vryniotis, depth 5", "vryniotis:depth=5", [Some(40.0), None, None, None]),
    ("Vryniotis, depth 7", "vryniotis:depth=7", [Some(75.0), None, None, None]),
    ("Lee, depth 6", "lee:depth=6", [Some(100.0), Some(40.0), None, None]),
    ("Lee, depth 8", "lee:depth=8", [None, None, Some(30.0), None]),
    ("Xiao", "xiao", [Some(100.0), None, Some(100.0), Some(36.0)]),
    ("ovolve (no figure)", "ovolve:nodes=2000", [None; 4]),
];

/// The quoted shares.
const FIGURES: [Figure; 4] =
    tile_shares!(0.5: 11 "2048, %", 12 "4096, %", 13 "8192, %", 15 "32768, %");

/// The quoted programs.
fn claims() -> Vec<Claim> {
    let claim = |(label, strategy, printed): Quoted| Claim {
        label: label.to_owned(),
        reading: label,
        strategy: strategy.to_owned(),
        board: (4, 4),
        games: ASSUMED_GAMES,
        end_at: None,
        spawns: SpawnLaw::Rules,
        printed: printed.to_vec(),
        means: match label {
            "Lee, depth 6" | "Lee, depth 8" => Printed::AtLeast,
            "Vryniotis, depth 7" => Printed::Within(5.0),
            _ => Printed::Equal,
        },
        same_as: None,
    };
    QUOTED.map(claim).to_vec()
}

/// Prints what is quoted beside our games.
fn print(comparison: &Comparison) -> Result<String, CommandError> {
    let mut text = String::new();
    say!(
        text,
        "The papers do not say how many games were played; the verdicts assume {ASSUMED_GAMES}.\n"
    );
    say!(text, "{}", comparison.statistics());
    Ok(text)
}
