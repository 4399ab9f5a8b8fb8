//! `afterstate reproduce`: plays the games of a paper's tables and compares its figures with ours. One file a paper gives
//! its [`Claim`]s; [`Comparison`] plays them and shows which figures agree within chance.

mod cook;
mod frolov;
mod kumar;
mod moskvil;
mod tables;

use std::collections::HashMap;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::games::Scheduling;
use super::games::head::Head;
use super::games::saved::{self, Key, SavedGames};
use super::output::{Ended, say};
use crate::experiment::chance::{self, Extreme};
use crate::experiment::{GameRecord, Plan, SpawnLaw, Statistics, raw, table};
use crate::players::Chosen;

/// The options of `afterstate reproduce`.
#[derive(Args, Debug)]
pub struct Options {
    /// The paper [default: lists all tables, or with --quick plays all papers]
    #[arg(value_enum, value_name = "PAPER")]
    document: Option<Document>,
    /// One of its tables [default: all]
    #[arg(value_name = "TABLE", requires = "document")]
    table: Option<String>,
    /// Play few games, of the rows that take seconds
    #[arg(long)]
    quick: bool,
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
    #[command(flatten)]
    scheduling: Scheduling,
}

/// The papers whose tables can be reproduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Document {
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
    /// The least or greatest value of a game.
    Extreme(Extreme, fn(&GameRecord) -> f64),
}

impl Number {
    /// The figure of these games.
    fn of(self, games: &[GameRecord]) -> f64 {
        match self {
            Number::Of(number) => number(games),
            Number::Percent(holds) => {
                100.0 * games.iter().filter(|game| holds(game)).count() as f64 / games.len() as f64
            }
            Number::Extreme(Extreme::Least, value) => {
                games.iter().map(value).fold(f64::INFINITY, f64::min)
            }
            Number::Extreme(Extreme::Greatest, value) => {
                games.iter().map(value).fold(f64::NEG_INFINITY, f64::max)
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
            Number::Extreme(extreme, value) => {
                let values: Vec<f64> = games.iter().map(value).collect();
                chance::extreme_range(&values, drawn, extreme)
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
    /// The claims with their games, without claims that have none.
    pub fn of(claims: Vec<Claim>, games: &HashMap<Key, Vec<GameRecord>>) -> Result<Self, Ended> {
        let mut comparison = Comparison { played: Vec::new(), names: Vec::new() };
        for claim in claims {
            let key = saved::key(&plan(&claim, 1, 0)?);
            if let Some(games) = games.get(&key).filter(|games| !games.is_empty()) {
                comparison.names.push(key.0);
                comparison.played.push((claim, games.clone()));
            }
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
    let within = match (range.least.is_finite(), range.most.is_finite()) {
        (true, true) => format!("{:.decimals$} to {:.decimals$}", range.least, range.most),
        (true, false) => format!("from {:.decimals$}", range.least),
        (false, true) => format!("up to {:.decimals$}", range.most),
        (false, false) => "any".to_owned(),
    };
    let mark = if agrees { "" } else { " ≠" };
    let cell = format!("{printed} : {ours:.decimals$} [{within}]{mark}");
    (cell, Some(agrees))
}

impl Document {
    /// The rows of the paper's tables.
    fn claims(self) -> Vec<Claim> {
        match self {
            Document::Frolov => frolov::claims(),
            Document::Kumar => kumar::claims(),
            Document::Moskvil => moskvil::claims(),
            Document::Cook => cook::claims(),
        }
    }

    /// The rows that have this text in the strategy or in the paper's name for it.
    pub fn claims_with(self, only: Option<&str>) -> Vec<Claim> {
        let mut claims = self.claims();
        if let Some(part) = only {
            claims.retain(|claim| {
                [claim.strategy, claim.label].iter().any(|text| text.contains(part))
            });
        }
        claims
    }

    /// The default number of games for a row.
    fn games(self, claim: &Claim) -> u64 {
        match self {
            Document::Frolov => frolov::GAMES,
            Document::Kumar => kumar::GAMES,
            Document::Moskvil => moskvil::GAMES,
            Document::Cook => claim.games as u64,
        }
    }

    /// Prints the tables as Markdown.
    pub fn print(self, comparison: &Comparison) -> Result<(), Ended> {
        match self {
            Document::Frolov => frolov::print(comparison),
            Document::Kumar => kumar::print(comparison),
            Document::Moskvil => moskvil::print(comparison),
            Document::Cook => cook::print(comparison),
        }
    }
}

/// How the line with `--only` in the head begins.
pub const ONLY: &str = "# only ";

/// The head of a shard's file. Files of whole runs have the column names alone, as they always had.
fn head(options: &Options, document: &str) -> Head {
    if !options.scheduling.is_sharded() {
        return Head { comments: String::new(), part: None, columns: raw::HEADER };
    }
    let mut head = Head::new(&format!("reproduce {document}"), raw::HEADER);
    if let Some(part) = &options.only {
        head.comments += &format!("{ONLY}{part}\n");
    }
    head
}

fn plan(claim: &Claim, games: u64, first_seed: u64) -> Result<Plan, Ended> {
    let chosen: Chosen = claim.strategy.parse()?;
    let Claim { board: (rows, cols), end_at, spawns, .. } = *claim;
    Ok(Plan { chosen, rows, cols, games, first_seed, end_at, spawns })
}

/// Runs the subcommand: lists the tables, or plays those of one paper, or a little of all.
pub fn run_command(options: &Options) -> Result<(), Ended> {
    if let Some(document) = options.document {
        return reproduce(document, options);
    }
    if !options.quick {
        return tables::list();
    }
    if options.raw.is_some() || options.only.is_some() || options.scheduling.is_sharded() {
        return Err("--raw, --only and --shard need a paper: kumar, frolov, moskvil or cook".into());
    }
    Document::value_variants().iter().try_for_each(|&document| reproduce(document, options))
}

/// Plays the games, those in several tables once, and prints the tables as Markdown.
fn reproduce(document: Document, options: &Options) -> Result<(), Ended> {
    let scheduling = &options.scheduling;
    let mut claims = document.claims_with(options.only.as_deref());
    if let Some(name) = &options.table {
        let table = document.table(name)?;
        claims.retain(table.has);
    }
    if options.quick {
        claims.retain(|claim| tables::quick_games(claim) > 0);
    }
    if claims.is_empty() {
        return Err("no row of the paper's tables is left by TABLE, --only and --quick".into());
    }
    let usual = |claim: &Claim| {
        if options.quick { tables::quick_games(claim) } else { document.games(claim) }
    };
    let games = |claim: &Claim| options.games.unwrap_or_else(|| usual(claim));
    let plans = claims.iter().map(|claim| plan(claim, games(claim), options.seed));
    let plans = plans.collect::<Result<Vec<_>, _>>()?;
    let value = document.to_possible_value();
    let head = head(options, value.as_ref().map_or("", |value| value.get_name()));
    let head = saved::head(head, &plans, scheduling, options.raw.is_some())?;
    let mut saved = SavedGames::open(options.raw.as_deref(), &head, scheduling)?;
    let mut played = HashMap::new();
    for plan in &plans {
        played.insert(saved::key(plan), saved.play(plan, options.threads)?);
    }
    if scheduling.is_sharded() {
        let games: usize = played.values().map(Vec::len).sum();
        return say!(
            "Shard {}: {games} games. `afterstate merge` compares those of all shards with the paper.",
            scheduling.shard()
        );
    }
    document.print(&Comparison::of(claims, &played)?)
}
