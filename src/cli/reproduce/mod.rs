//! `afterstate reproduce`: plays the games of a paper's tables and compares its figures with ours. One file a paper gives
//! its [`Claim`]s; [`Comparison`] plays them and shows which figures agree within chance.

mod cook;
mod frolov;
mod kumar;
mod moskvil;
mod saved;

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use saved::SavedGames;

use super::experiment::name;
use super::output::Ended;
use crate::experiment::{GameRecord, Plan, SpawnLaw, Statistics, chance, table};
use crate::players::Chosen;

/// The options of `afterstate reproduce`.
#[derive(Args, Debug)]
pub struct Options {
    /// The paper
    #[arg(value_enum)]
    document: Document,
    /// Games for each strategy [default: as many as in the paper, or more]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Seed of the first game; the others count up
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Number of threads; 0 for all cores
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// Play only the rows with this text in the strategy or in the paper's name for it
    #[arg(long, value_name = "PART")]
    only: Option<String>,
    /// Save every game to this file as a line of CSV; games that it already has are not played again
    #[arg(long, value_name = "FILE")]
    raw: Option<PathBuf>,
}

/// The papers whose tables can be reproduced.
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

/// A figure that a paper prints of a strategy's games.
pub struct Figure {
    /// Its column heading.
    pub name: &'static str,
    /// How it is computed from games.
    pub number: Number,
    /// Half a unit of the last printed digit.
    pub rounding: f64,
    /// Decimals to print.
    pub decimals: usize,
}

/// How a figure is computed from games.
#[derive(Clone, Copy)]
pub enum Number {
    /// From all games together.
    Of(fn(&[GameRecord]) -> f64),
    /// The percentage of the games for which this holds.
    Percent(fn(&GameRecord) -> bool),
}

impl Number {
    /// The figure of these games.
    fn of(self, games: &[GameRecord]) -> f64 {
        match self {
            Number::Of(number) => number(games),
            Number::Percent(holds) => {
                100.0 * games.iter().filter(|game| holds(game)).count() as f64 / games.len() as f64
            }
        }
    }

    /// The range of the figure over as many other games of the same player.
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

/// A row of a paper's table.
#[derive(Clone)]
pub struct Claim {
    /// The paper's name of the strategy.
    pub label: &'static str,
    /// The strategy in the catalogue's text form.
    pub strategy: &'static str,
    /// The board, as (rows, columns).
    pub board: (usize, usize),
    /// The number of games in the paper.
    pub games: usize,
    /// The tile that ends the paper's games; see [`Plan::end_at`].
    pub end_at: Option<u8>,
    /// How often a spawned tile is a 4 in the paper's games.
    pub spawns: SpawnLaw,
    /// The printed figures, in the order of columns; `None` where the paper has none.
    pub printed: Vec<Option<f64>>,
}

/// A paper's claims and our games for each.
pub struct Comparison {
    played: Vec<(Claim, Vec<GameRecord>)>,
    names: Vec<String>,
}

impl Comparison {
    /// Plays the claims that the options select: `games` games each unless the options give a number. Claims in several
    /// tables are played once.
    pub fn play(
        claims: Vec<Claim>,
        options: &Options,
        games: impl Fn(&Claim) -> u64,
    ) -> Result<Comparison, Ended> {
        let mut saved = SavedGames::open(options.raw.as_deref())?;
        let mut comparison = Comparison { played: Vec::new(), names: Vec::new() };
        let wanted = |claim: &Claim| match &options.only {
            Some(part) => {
                [claim.strategy, claim.label].iter().any(|text| text.contains(part.as_str()))
            }
            None => true,
        };
        for claim in claims.into_iter().filter(wanted) {
            let chosen: Chosen = claim.strategy.parse()?;
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
            let games = saved.play(&plan, options.threads)?;
            comparison.names.push(name(&plan));
            comparison.played.push((claim, games));
        }
        if comparison.played.is_empty() {
            return Err("--only matches no row of the paper's tables".into());
        }
        Ok(comparison)
    }

    /// The claims that belong to one table; `None` if there are none.
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

    /// The table of figures in Markdown: the paper's figure, ours, the middle 95% over as many games as
    /// in the paper drawn from ours, and a mark if the paper's figure lies outside.
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

/// Runs the subcommand and prints the tables as Markdown.
pub fn run_command(options: &Options) -> Result<(), Ended> {
    match options.document {
        Document::Frolov => frolov::reproduce(options),
        Document::Kumar => kumar::reproduce(options),
        Document::Moskvil => moskvil::reproduce(options),
        Document::Cook => cook::reproduce(options),
    }
}
