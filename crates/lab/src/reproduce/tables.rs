//! The tables of each paper that can be played: their names, their rows, and which rows are quick.

use std::ops::Range;

use clap::ValueEnum;

use super::claim::ALL;
use super::{Claim, Paper, cook, examples, kumar, moskvil};
use afterstate_papers::experiment::GameRecord;
use afterstate_papers::verdict;
use afterstate_runs::output::CommandError;

/// A table or figure of a paper.
pub struct PaperTable {
    /// Its number in the paper.
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// Whether a row belongs to it.
    pub has: fn(&Claim) -> bool,
    /// Which figures of these rows it shows.
    pub columns: Range<usize>,
    /// The difference between players that matters in it.
    pub effect: Effect,
    /// Where its figures come from.
    pub content: Content,
}

/// What a table shows.
#[derive(Clone, Copy)]
pub enum Content {
    /// Figures of games.
    Games,
    /// A picture of the distribution of this number.
    Drawing(fn(&GameRecord) -> f64),
    /// Figures that need no games; the function prints them.
    Computed(fn() -> Result<String, CommandError>),
}

/// A difference between players that a verdict must be able to see.
#[derive(Clone, Copy)]
pub struct Effect {
    /// Its size, in standard deviations of a game or, for shares, in Cohen's h.
    pub size: f64,
    /// The smallest difference on which the paper's text rests, of which this is the size.
    pub source: &'static str,
}

/// For a table on whose differences the text does not rest.
const USUAL: Effect = Effect { size: verdict::EFFECT, source: "" };

const fn table(name: &'static str, title: &'static str, has: fn(&Claim) -> bool) -> PaperTable {
    PaperTable { name, title, has, columns: ALL, effect: USUAL, content: Content::Games }
}

impl PaperTable {
    /// What stands above its figures.
    pub fn heading(&self) -> String {
        let PaperTable { name, title, effect: Effect { size, source }, .. } = self;
        let source = if source.is_empty() { String::new() } else { format!(" ({source})") };
        format!(
            "{name}: {title}. Each cell has the paper : ours, and ≠ if the two contradict by themselves; needed are the \
             games of ours with which a difference of {size} would show{source}."
        )
    }

    /// The same table with some of the figures of its rows.
    const fn showing(self, columns: Range<usize>) -> PaperTable {
        PaperTable { columns, ..self }
    }

    /// The same table with the smallest difference on which the text rests.
    const fn resting_on(self, size: f64, source: &'static str) -> PaperTable {
        PaperTable { effect: Effect { size, source }, ..self }
    }
}

const fn drawn(
    name: &'static str,
    title: &'static str,
    has: fn(&Claim) -> bool,
    number: fn(&GameRecord) -> f64,
) -> PaperTable {
    PaperTable { name, title, has, columns: ALL, effect: USUAL, content: Content::Drawing(number) }
}

const fn computed(
    name: &'static str,
    title: &'static str,
    print: fn() -> Result<String, CommandError>,
) -> PaperTable {
    let content = Content::Computed(print);
    PaperTable { name, title, has: |_| false, columns: ALL, effect: USUAL, content }
}

const EXAMPLES: &str = "Worked examples, as `afterstate think` computes them";

const KUMAR: &[PaperTable] = &[
    computed("examples", EXAMPLES, || examples::print(Paper::Kumar)),
    computed("2.1", "Points in a tile", kumar::print_points),
    table("5.1", "Blind players: scores", blind).showing(kumar::SCORES),
    table("5.2", "Blind players: largest tiles", blind).showing(kumar::TILES),
    table("6.1", "Heuristic players: scores", heuristic).showing(kumar::SCORES),
    table("6.2", "Heuristic players: largest tiles", heuristic).showing(kumar::TILES),
    table("7.1", "Monte Carlo: scores", monte_carlo).showing(kumar::SCORES).resting_on(
        0.72,
        "\"the longer it runs the better\": 10,480 points with 5 random games, 15,750 with 10",
    ),
    table("7.2", "Monte Carlo: largest tiles", monte_carlo).showing(kumar::TILES),
    table("7.3", "Monte Carlo of limited depth: scores", limited).showing(kumar::SCORES).resting_on(
        0.52,
        "\"with fewer threads, low depths seem to outperform\": 16,380 points with (5,5), 12,930 with (5,10)",
    ),
    table("7.4", "Monte Carlo of limited depth: largest tiles", limited).showing(kumar::TILES),
    drawn("figure-5.1", "Blind players: distribution of scores", text_blind, kumar::listed_score),
    drawn(
        "figure-6.4",
        "Heuristic players: distribution of scores",
        text_heuristic,
        kumar::listed_score,
    ),
    drawn(
        "figure-7.1",
        "Monte Carlo: distribution of scores",
        text_monte_carlo,
        kumar::listed_score,
    ),
    drawn("logs-5", "Blind players: logarithms of scores", text_blind, kumar::log_score),
    drawn("logs-6", "Heuristic players: logarithms of scores", text_heuristic, kumar::log_score),
    drawn("logs-7", "Monte Carlo: logarithms of scores", text_monte_carlo, kumar::log_score),
    drawn("tiles-5", "Blind players: largest tiles", text_blind, kumar::largest_tile),
    drawn("tiles-6", "Heuristic players: largest tiles", text_heuristic, kumar::largest_tile),
    drawn("tiles-7", "Monte Carlo: largest tiles", text_monte_carlo, kumar::largest_tile),
    computed("claims", "Statements that need no games", kumar::print_claims),
    table("chapter-8", "Monte Carlo as chapter 8 proposes", proposed),
];

/// Whether a row of Kumar's plays by the text and not by the listing.
fn by_text(claim: &Claim) -> bool {
    claim.reading == kumar::BY_TEXT
}

fn text_blind(claim: &Claim) -> bool {
    by_text(claim) && blind(claim)
}

fn text_heuristic(claim: &Claim) -> bool {
    by_text(claim) && heuristic(claim)
}

fn text_monte_carlo(claim: &Claim) -> bool {
    by_text(claim) && monte_carlo(claim)
}

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
    ["monte-carlo", "sequential", "greedy"].contains(&claim.player()) && !proposed(claim)
}

/// Whether a row is a proposal of chapter 8, which has no figures.
fn proposed(claim: &Claim) -> bool {
    claim.label.starts_with("Chapter 8")
}

fn limited(claim: &Claim) -> bool {
    let monte_carlo = claim.player().starts_with("monte-carlo") && !claim.label.contains("(20)");
    (monte_carlo || claim.player() == "sequential") && !proposed(claim)
}

const FROLOV: &[PaperTable] = &[
    computed("examples", EXAMPLES, || examples::print(Paper::Frolov)),
    table(
        "1",
        "Highest cells, by the worked examples and as Figure 11 restores the board",
        |claim| !claim.label.contains(',') || claim.label.ends_with(", restored"),
    ),
    table("2", "Equations and exceptions that differ from section 2", |claim| {
        claim.label.contains(',') && !other_search(claim)
    }),
    table("3", "Seconds", |claim| !claim.label.contains(',')).showing(0..0),
    table("figure-11", "Highest cells, by the letter of Figure 11", |claim| {
        claim.label.contains("to the letter")
    }),
    table("readings", "Highest cells, by every reading of the thesis", |_| true),
];

/// Whether a row of Frolov's changes the search or the game and not the formula.
fn other_search(claim: &Claim) -> bool {
    ["to the letter", "before", "even spawns", "restored", "ahead"]
        .iter()
        .any(|part| claim.label.contains(part))
}

const MOSKVIL: &[PaperTable] = &[
    computed("examples", "The worked example of monotonicity", moskvil::print_example),
    table("games", "Games with our weights", |_| true),
];

const RATIOS: Effect = Effect {
    size: 0.35,
    source: "a ratio of 0.8 \"slightly increased the chance of achieving 8192\": 0.50% without, 5.97% with",
};
const LEAD: Effect = Effect {
    size: 0.23,
    source: "on 3x3 \"monotonic is the strongest by a long lead\": 256 in 57% and 68% at depth 6",
};
const WIDE: Effect = Effect {
    size: 0.26,
    source: "\"in every pair\" wide boards are better: 8192 in 83% on 4x5 and 72% on 5x4",
};
const PRUNING: Effect = Effect {
    size: 0.21,
    source: "\"only offered an 8% reduction in the number of 8192\": 22% and 14%",
};

const COOK: &[PaperTable] = &[
    computed("examples", EXAMPLES, || examples::print(Paper::Cook)),
    table("figure-10", "Snake and diagonal", |claim| claim.label.starts_with("F10")),
    table("1", "Dynamic snake by fail ratio", |claim| cook_table(claim, "T1"))
        .resting_on(RATIOS.size, RATIOS.source),
    table("2", "Square boards", |claim| cook_table(claim, "T2")).resting_on(LEAD.size, LEAD.source),
    table("3", "Boards that are not square", |claim| cook_table(claim, "T3"))
        .resting_on(WIDE.size, WIDE.source),
    table("4", "Monotonic, pruned after spawned 4s", |claim| cook_table(claim, "T4"))
        .resting_on(PRUNING.size, PRUNING.source),
    table("5", "Monotonic by depth", |claim| cook_table(claim, "T5")),
    table("rules-1", "Table 1 by the rules of the game", |claim| cook_by_rules(claim, "T1"))
        .resting_on(RATIOS.size, RATIOS.source),
    table("rules-2", "Table 2 by the rules of the game", |claim| cook_by_rules(claim, "T2"))
        .resting_on(LEAD.size, LEAD.source),
    table("rules-3", "Table 3 by the rules of the game", |claim| cook_by_rules(claim, "T3"))
        .resting_on(WIDE.size, WIDE.source),
    table("rules-4", "Table 4 by the rules of the game", |claim| cook_by_rules(claim, "T4"))
        .resting_on(PRUNING.size, PRUNING.source),
    table("rules-5", "Table 5 by the rules of the game", |claim| cook_by_rules(claim, "T5")),
];

fn cook_table(claim: &Claim, mark: &str) -> bool {
    claim.label.starts_with(mark) && claim.reading != cook::RULES
}

fn cook_by_rules(claim: &Claim, mark: &str) -> bool {
    claim.label.starts_with(mark) && claim.reading == cook::RULES
}

const BACKGROUND: &[PaperTable] =
    &[table("claims", "What the papers quote of earlier programs", |_| true)];

impl Paper {
    /// Its tables, in the order of the paper.
    pub fn tables(self) -> &'static [PaperTable] {
        match self {
            Paper::Kumar => KUMAR,
            Paper::Frolov => FROLOV,
            Paper::Moskvil => MOSKVIL,
            Paper::Cook => COOK,
            Paper::Background => BACKGROUND,
        }
    }

    /// Its name on the command line.
    pub(super) fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// The table with this name.
    ///
    /// # Errors
    /// A message with the names of all tables.
    pub fn table(self, name: &str) -> Result<&'static PaperTable, String> {
        let found = self.tables().iter().find(|table| table.name == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = self.tables().iter().map(|table| table.name).collect();
            let paper = self.name();
            format!("{paper} has no table {name:?}; its tables are {}", names.join(", "))
        })
    }
}

/// The number of games of a row with `--quick`: as many as take at most a second or two, and 0 if one
/// game takes longer. For Cook that depends on the depth, which is 6 or 7 if the strategy does not
/// give it.
pub fn quick_games(claim: &Claim) -> u64 {
    let cells = claim.board.0 * claim.board.1;
    let text = claim.strategy.as_str();
    let deep = !text.contains("depth=") || text.contains("depth=7") || text.contains("depth=6");
    match text.split(['-', ':']).next() {
        Some("cook") if claim.reading == cook::RULES => 0,
        Some("cook") if cells <= 4 => 50,
        Some("cook") if cells <= 9 && !text.contains("depth=7") && text != "cook-monotonic" => 5,
        Some("cook") if cells > 16 || deep => 0,
        Some("cook") => 3,
        Some("monte") => 1,
        Some("moskvil" | "ovolve" | "vryniotis" | "lee" | "xiao") => {
            u64::from(text.contains("depth=3"))
        }
        Some("frolov") => 2,
        _ => 100,
    }
}

/// Prints every table of every paper and how to play it.
pub fn list() -> Result<String, CommandError> {
    let mut text = String::new();
    for paper in Paper::value_variants() {
        say!(text, "{}", paper.name());
        for PaperTable { name, title, .. } in paper.tables() {
            say!(text, "  {name:<10} {title}");
        }
    }
    say!(
        text,
        "\n`cargo lab reproduce PAPER [TABLE]` plays the games of one. --quick plays a few games of each quick row;"
    );
    say!(text, "--csv FILE saves every game, so that the same command continues where it stopped.");
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use afterstate_papers::players::Chosen;
    use serde_json::Value;

    /// The figures of a row under the names that results of experiments have.
    fn figures(paper: Paper, claim: &Claim) -> Vec<(String, f64, f64)> {
        const SCORES: [&str; 6] = [
            "mean_score",
            "min_score",
            "max_score",
            "deviation",
            "min_largest_tile",
            "max_largest_tile",
        ];
        let share =
            |rank: usize, percent: f64| (format!("share_{}", 1 << rank), percent / 100.0, 1e-9);
        let printed = claim.printed.iter().enumerate();
        let printed = printed.filter_map(|(place, figure)| Some((place, (*figure)?)));
        match paper {
            Paper::Kumar => {
                // Table 5.1 rounds less than Table 6.1.
                printed.map(|(place, figure)| (SCORES[place].to_owned(), figure, 2.0)).collect()
            }
            Paper::Frolov => {
                let all: Vec<f64> = printed.map(|(_, figure)| figure).collect();
                let names = ["mean_largest_tile", "min_largest_tile", "max_largest_tile"];
                let tiles =
                    names.iter().zip(&all).map(|(name, &tile)| ((*name).to_owned(), tile, 0.0));
                // The 1024s of the thesis do not include the 2048s.
                tiles.chain([share(10, all[3] + all[4]), share(11, all[4])]).collect()
            }
            Paper::Cook => printed.map(|(place, figure)| share(place + 3, figure)).collect(),
            Paper::Background => {
                printed.map(|(place, figure)| share([11, 12, 13, 15][place], figure)).collect()
            }
            Paper::Moskvil => Vec::new(),
        }
    }

    /// The Lab shows every row of the tables, with the same figures.
    #[test]
    fn presets_of_the_lab_have_the_figures_of_the_tables() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/lab/presets.json");
        let text = std::fs::read_to_string(path).expect("the presets");
        let groups: Value = serde_json::from_str(&text).expect("JSON");
        let presets = || {
            groups
                .as_array()
                .into_iter()
                .flatten()
                .flat_map(|group| group["presets"].as_array().into_iter().flatten())
        };
        for &paper in Paper::value_variants() {
            for claim in paper.claims_with(None) {
                let other = match paper {
                    Paper::Kumar => !by_text(&claim) || claim.label.starts_with("Chapter 8"),
                    Paper::Frolov => claim.label.contains(','),
                    Paper::Moskvil => true,
                    Paper::Cook => claim.reading != cook::PROGRAM,
                    Paper::Background => false,
                };
                if other {
                    continue;
                }
                let chosen: Chosen = claim.strategy.parse().expect("a strategy");
                let expected = figures(paper, &claim);
                let shown = presets().any(|preset| {
                    let board = [&preset["board"][0], &preset["board"][1]].map(Value::as_u64);
                    let end = preset["endAt2048"].as_bool().unwrap_or(false);
                    board == [Some(claim.board.0 as u64), Some(claim.board.1 as u64)]
                        && end == claim.end_at.is_some()
                        && preset["rows"].as_array().into_iter().flatten().any(|row| {
                            row[0].as_str() == Some(chosen.to_string().as_str())
                                && expected.iter().all(|(name, figure, error)| {
                                    row[1][name]
                                        .as_f64()
                                        .is_some_and(|shown| (shown - figure).abs() <= *error)
                                })
                        })
                });
                assert!(shown, "{} ({chosen}): {expected:?}", claim.label);
            }
        }
    }
}
