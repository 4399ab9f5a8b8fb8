//! The tables of each paper that can be played: their names, their rows, and which rows are quick.

use super::super::output::{Ended, say};
use super::{Claim, Document};
use clap::ValueEnum;

/// A table or figure of a paper.
pub struct Table {
    /// Its number in the paper.
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// Whether a row belongs to it.
    pub has: fn(&Claim) -> bool,
}

const fn table(name: &'static str, title: &'static str, has: fn(&Claim) -> bool) -> Table {
    Table { name, title, has }
}

const KUMAR: &[Table] = &[
    table("5.1", "Blind players: scores", blind),
    table("5.2", "Blind players: largest tiles", blind),
    table("6.1", "Heuristic players: scores", heuristic),
    table("6.2", "Heuristic players: largest tiles", heuristic),
    table("7.1", "Monte Carlo: scores", monte_carlo),
    table("7.2", "Monte Carlo: largest tiles", monte_carlo),
    table("7.3", "Monte Carlo of limited depth: scores", limited),
    table("7.4", "Monte Carlo of limited depth: largest tiles", limited),
];

fn blind(claim: &Claim) -> bool {
    ["random", "sequential", "randomly-", "always-up"]
        .iter()
        .any(|id| claim.strategy.starts_with(id))
}

fn heuristic(claim: &Claim) -> bool {
    let ids = ["sequential", "max-in-", "greed"];
    ids.iter().any(|id| claim.strategy.starts_with(id))
}

fn monte_carlo(claim: &Claim) -> bool {
    claim.strategy.starts_with("monte-carlo:") || ["Sequential", "Greedy"].contains(&claim.label)
}

fn limited(claim: &Claim) -> bool {
    claim.strategy.starts_with("monte-carlo") && !claim.label.contains("(20)")
        || claim.label == "Sequential"
}

const FROLOV: &[Table] = &[
    table("1", "Highest cells, by each reading of the thesis", |_| true),
    table("3", "Seconds", |claim| !claim.label.contains(',')),
];

const MOSKVIL: &[Table] =
    &[table("example", "The worked example, and games with our weights", |_| true)];

const COOK: &[Table] = &[
    table("figure-10", "Snake and diagonal", |claim| claim.label.starts_with("F10")),
    table("1", "Dynamic snake by fail ratio", |claim| claim.label.starts_with("T1")),
    table("2", "Square boards", |claim| claim.label.starts_with("T2")),
    table("3", "Boards that are not square", |claim| claim.label.starts_with("T3")),
    table("4", "Monotonic, pruned after spawned 4s", |claim| claim.label.starts_with("T4")),
    table("5", "Monotonic by depth", |claim| claim.label.starts_with("T5")),
];

impl Document {
    /// Its tables, in the order of the paper.
    pub fn tables(self) -> &'static [Table] {
        match self {
            Document::Kumar => KUMAR,
            Document::Frolov => FROLOV,
            Document::Moskvil => MOSKVIL,
            Document::Cook => COOK,
        }
    }

    /// Its name on the command line.
    fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// The table with this name.
    ///
    /// # Errors
    /// A message with the names of all tables.
    pub fn table(self, name: &str) -> Result<&'static Table, String> {
        let found = self.tables().iter().find(|table| table.name == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = self.tables().iter().map(|table| table.name).collect();
            let paper = self.name();
            format!("{paper} has no table {name:?}; its tables are {}", names.join(", "))
        })
    }
}

/// The number of games of a row with `--quick`; 0 for rows that take longer than a second or two.
pub fn quick_games(claim: &Claim) -> u64 {
    let cells = claim.board.0 * claim.board.1;
    let text = claim.strategy;
    let deep = !text.contains("depth=") || text.contains("depth=7") || text.contains("depth=6");
    match text.split(['-', ':']).next() {
        Some("cook") if cells <= 4 => 50,
        Some("cook") if cells <= 9 && !text.contains("depth=7") && text != "cook-monotonic" => 5,
        Some("cook") if cells > 16 || deep => 0,
        Some("cook") => 3,
        Some("monte") => 1,
        Some("moskvil" | "ovolve" | "vryniotis") => u64::from(text.contains("depth=3")),
        Some("frolov") => 2,
        _ => 100,
    }
}

/// Prints every table of every paper and how to play it.
pub fn list() -> Result<(), Ended> {
    for document in Document::value_variants() {
        say!("{}", document.name())?;
        for Table { name, title, .. } in document.tables() {
            say!("  {name:<10} {title}")?;
        }
    }
    say!(
        "\nafterstate reproduce PAPER [TABLE] plays one; --quick plays a few games of each quick row,"
    )?;
    say!(
        "and --raw FILE keeps every game, so that the same command continues where it was stopped."
    )
}
