//! `afterstate reproduce`: a document's tables, played again and set beside the document's figures.
//!
//! One file a document. Each gives its [`Claim`]s: a strategy, a board and the figures the document
//! prints of it; [`Comparison`] plays them and says of each figure whether it agrees within chance.

mod cook;
mod frolov;
mod kept;
mod kumar;
mod moskvil;

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use kept::Kept;

use super::experiment::name;
use super::output::Ended;
use crate::experiment::{GameRecord, Plan, SpawnLaw, Statistics, chance, table};
use crate::players::Chosen;

/// The options of `afterstate reproduce`.
#[derive(Args, Debug)]
pub struct Options {
    /// The document
    #[arg(value_enum)]
    document: Document,
    /// Games of each strategy [default: as many as the document played, or more]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// The seed of the first game; the others count up
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Threads; 0 takes all there are
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// Play only what holds this in its strategy or in the document's name of it
    #[arg(long, value_name = "PART")]
    only: Option<String>,
    /// Keep every game as a line of CSV; games that the file holds already count and are not played again
    #[arg(long, value_name = "FILE")]
    raw: Option<PathBuf>,
}

/// The documents whose tables can be played again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Document {
    /// S. Frolov, "Solution strategies for a game 2048", 2016: Tables 1 and 3
    Frolov,
    /// N. A. Kumar, "Algorithms and Artificial Intelligence for 2048", 2018: Tables 5.1 to 7.4
    Kumar,
    /// J. Moskvil, "2048 Report", 2015: its worked example, and games of its player
    Moskvil,
    /// D. Cook, "Solving 2048 with Expectimax", 2023: Tables 1 to 5
    Cook,
}

/// A number that a document prints of a strategy's games.
pub struct Figure {
    /// Its name in the heading.
    pub name: &'static str,
    /// The number of some games.
    pub number: Number,
    /// Half a unit of the document's last printed digit.
    pub rounding: f64,
    /// Decimals to print.
    pub decimals: usize,
}

/// How a number comes from games.
#[derive(Clone, Copy)]
pub enum Number {
    /// Any number of all of them.
    Of(fn(&[GameRecord]) -> f64),
    /// The percentage of those for which this holds.
    Percent(fn(&GameRecord) -> bool),
}

impl Number {
    /// The number of these games.
    fn of(self, games: &[GameRecord]) -> f64 {
        match self {
            Number::Of(number) => number(games),
            Number::Percent(holds) => {
                100.0 * games.iter().filter(|game| holds(game)).count() as f64 / games.len() as f64
            }
        }
    }

    /// The numbers that so many other games of the same player would show by chance.
    fn range(self, games: &[GameRecord], drawn: usize) -> Option<chance::Range> {
        match self {
            Number::Of(number) => chance::range(games, drawn, number),
            Number::Percent(holds) => {
                let held = games.iter().filter(|game| holds(game)).count();
                chance::percent_range(held, games.len(), drawn)
            }
        }
    }
}

/// What a document says of one strategy.
#[derive(Clone)]
pub struct Claim {
    /// The document's name of it.
    pub label: &'static str,
    /// The strategy in the catalogue's text form.
    pub strategy: &'static str,
    /// The board, as (rows, columns).
    pub board: (usize, usize),
    /// How many games the document played.
    pub games: usize,
    /// Where the document's games end; see [`Plan::end_at`].
    pub end_at: Option<u8>,
    /// How often fours appear in the document's games.
    pub spawns: SpawnLaw,
    /// The printed numbers, in the order of the figures; none where the document has none.
    pub printed: Vec<Option<f64>>,
}

/// A document's claims, played.
pub struct Comparison {
    played: Vec<(Claim, Vec<GameRecord>)>,
    names: Vec<String>,
}

impl Comparison {
    /// Plays every claim that the options ask for, as many games as `games` says unless they say otherwise. What stands
    /// in several tables is played once.
    pub fn play(
        claims: Vec<Claim>,
        options: &Options,
        games: impl Fn(&Claim) -> u64,
    ) -> Result<Comparison, String> {
        let mut kept = Kept::open(options.raw.as_deref())?;
        let mut comparison = Comparison { played: Vec::new(), names: Vec::new() };
        let wanted = |claim: &Claim| match &options.only {
            Some(part) => {
                [claim.strategy, claim.label].iter().any(|text| text.contains(part.as_str()))
            }
            None => true,
        };
        for claim in claims.into_iter().filter(wanted) {
            let chosen: Chosen = claim.strategy.parse().map_err(|error| format!("{error}"))?;
            let (rows, cols) = claim.board;
            let plan = Plan {
                chosen,
                rows,
                cols,
                games: options.games.unwrap_or_else(|| games(&claim)),
                first_seed: options.seed,
                end_at: claim.end_at,
                spawns: claim.spawns,
            };
            let games = kept.play(&plan, options.threads)?;
            comparison.names.push(name(&plan));
            comparison.played.push((claim, games));
        }
        if comparison.played.is_empty() {
            return Err("no strategy of the document is left to play".to_owned());
        }
        Ok(comparison)
    }

    /// The claims that belong to one table; none where there is none.
    pub fn part(&self, belongs: impl Fn(&Claim) -> bool) -> Option<Comparison> {
        let rows = self.played.iter().zip(&self.names).filter(|((claim, _), _)| belongs(claim));
        let (played, names): (Vec<_>, Vec<_>) =
            rows.map(|(row, name)| (row.clone(), name.clone())).unzip();
        (!played.is_empty()).then_some(Comparison { played, names })
    }

    /// Each claim with its games.
    pub fn played(&self) -> &[(Claim, Vec<GameRecord>)] {
        &self.played
    }

    /// The table of figures in Markdown: the document's number, ours, the middle 95 % of as many
    /// games as the document played drawn from ours, and a mark where the document lies outside.
    pub fn figures(&self, label: &str, figures: &[Figure]) -> String {
        let printed = |place: usize| {
            self.played
                .iter()
                .any(|(claim, _)| claim.printed.get(place).is_some_and(Option::is_some))
        };
        let places: Vec<usize> = (0..figures.len()).filter(|&place| printed(place)).collect();
        if places.is_empty() {
            return String::new();
        }
        let mut header = vec![label.to_owned(), "games".to_owned()];
        header.extend(places.iter().map(|&place| figures[place].name.to_owned()));
        header.push("agrees".to_owned());
        let mut lines = vec![header];
        for (claim, games) in &self.played {
            let mut line = vec![claim.label.to_owned(), games.len().to_string()];
            let (mut agreed, mut compared) = (0, 0);
            for &place in &places {
                let printed = claim.printed.get(place).copied().flatten();
                let (cell, agrees) = figure_cell(&figures[place], printed, claim.games, games);
                line.push(cell);
                agreed += usize::from(agrees == Some(true));
                compared += usize::from(agrees.is_some());
            }
            line.push(format!("{agreed} of {compared}"));
            lines.push(line);
        }
        table::markdown(&lines)
    }

    /// The statistics of every claim as one Markdown table.
    pub fn statistics(&self) -> String {
        let rows: Vec<table::Row> = self
            .played
            .iter()
            .zip(&self.names)
            .filter_map(|((claim, games), name)| {
                let statistics = Statistics::of(games)?;
                let strategy = name.clone();
                Some(table::Row { strategy, board: claim.board, statistics })
            })
            .collect();
        table::write(&rows, table::Format::Markdown)
    }
}

fn figure_cell(
    figure: &Figure,
    printed: Option<f64>,
    drawn: usize,
    games: &[GameRecord],
) -> (String, Option<bool>) {
    let Some(printed) = printed else { return (String::new(), None) };
    let decimals = figure.decimals;
    let ours = figure.number.of(games);
    let Some(range) = figure.number.range(games, drawn) else {
        return (format!("{printed} : –"), None);
    };
    let agrees = range.includes(printed, figure.rounding);
    let cell = format!(
        "{printed} : {ours:.decimals$} [{:.decimals$} to {:.decimals$}]{}",
        range.least,
        range.most,
        if agrees { "" } else { " ≠" }
    );
    (cell, Some(agrees))
}

/// Runs the subcommand; the tables go to standard output as Markdown.
pub fn run_command(options: &Options) -> Result<(), Ended> {
    match options.document {
        Document::Frolov => frolov::reproduce(options),
        Document::Kumar => kumar::reproduce(options),
        Document::Moskvil => moskvil::reproduce(options),
        Document::Cook => cook::reproduce(options),
    }
}
