//! A paper's figures beside those of our games: [`Claim`]s, what they print ([`Figure`]), and
//! whether both agree.

use std::collections::HashMap;

use super::super::games::saved::{self, Key};
use super::super::output::CommandError;
use super::plan;
use afterstate_papers::experiment::chance::{self, Extreme};
use afterstate_papers::experiment::{GameRecord, SpawnLaw, Statistics, table};

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
    /// The smallest or largest value of a game.
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
            Number::Extreme(Extreme::Minimum, value) => {
                games.iter().map(value).fold(f64::INFINITY, f64::min)
            }
            Number::Extreme(Extreme::Maximum, value) => {
                games.iter().map(value).fold(f64::NEG_INFINITY, f64::max)
            }
        }
    }

    /// The middle 95% of the figure over `drawn` games of the same player, estimated from these
    /// games; `None` if they do not suffice.
    fn range(self, games: &[GameRecord], drawn: usize) -> Option<chance::Range> {
        match self {
            Number::Of(number) => chance::range(games, drawn, number),
            Number::Percent(holds) => {
                let reached = games.iter().filter(|game| holds(game)).count();
                chance::percent_range(reached, games.len(), drawn)
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
    pub label: String,
    /// The strategy in the catalog's text form.
    pub strategy: String,
    /// The board, as (rows, columns).
    pub board: (usize, usize),
    /// The number of games in the paper.
    pub games: usize,
    /// The tile that ends the paper's games; see [`afterstate_papers::experiment::Plan::end_at`].
    pub end_at: Option<u8>,
    /// How often a spawned tile is a 4 in the paper's games.
    pub spawns: SpawnLaw,
    /// The printed figures, in the order of columns; `None` where the paper has none.
    pub printed: Vec<Option<f64>>,
}

impl Claim {
    /// The same row by another reading of the paper: its name, and a setting of the strategy such
    /// as `leaf=before`.
    pub fn read_as(&self, reading: &str, setting: &str) -> Claim {
        let separator = if self.strategy.contains(':') { ',' } else { ':' };
        Claim {
            label: format!("{}, {reading}", self.label),
            strategy: format!("{}{separator}{setting}", self.strategy),
            ..self.clone()
        }
    }
}

/// A paper's claims and our games for each.
pub struct Comparison {
    played: Vec<(Claim, Vec<GameRecord>)>,
    names: Vec<String>,
}

impl Comparison {
    /// The claims with their games, without claims that have none.
    pub fn of(
        claims: Vec<Claim>,
        games: &HashMap<Key, Vec<GameRecord>>,
    ) -> Result<Self, CommandError> {
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

    /// The table of figures in Markdown: the paper's figure, ours, the middle 95% over as many
    /// games as in the paper drawn from ours, and a mark if the paper's figure lies outside.
    pub fn figures(&self, label: &str, figures: &[Figure]) -> String {
        let is_printed = |column: usize| {
            self.played
                .iter()
                .any(|(claim, _)| claim.printed.get(column).is_some_and(Option::is_some))
        };
        let columns: Vec<usize> = (0..figures.len()).filter(|&column| is_printed(column)).collect();
        if columns.is_empty() {
            return String::new();
        }
        let mut header = vec![label.to_owned(), "games".to_owned()];
        header.extend(columns.iter().map(|&column| figures[column].name.to_owned()));
        header.push("agrees".to_owned());
        let mut lines = vec![header];
        let has_figures = |claim: &Claim| claim.printed.iter().any(Option::is_some);
        for (claim, games) in self.played.iter().filter(|(claim, _)| has_figures(claim)) {
            let mut line = vec![claim.label.clone(), games.len().to_string()];
            let (mut agreed, mut compared) = (0, 0);
            for &column in &columns {
                let printed = claim.printed.get(column).copied().flatten();
                let (cell, agrees) = figure_cell(&figures[column], printed, claim.games, games);
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

/// A cell of the table, and whether the printed figure agrees with ours: it lies in the middle 95%
/// over `drawn` games. `None` without a printed figure, or if the games do not suffice.
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
    let within = match (range.min.is_finite(), range.max.is_finite()) {
        (true, true) => format!("{:.decimals$} to {:.decimals$}", range.min, range.max),
        (true, false) => format!("from {:.decimals$}", range.min),
        (false, true) => format!("up to {:.decimals$}", range.max),
        (false, false) => "any".to_owned(),
    };
    let mark = if agrees { "" } else { " ≠" };
    let cell = format!("{printed} : {ours:.decimals$} [{within}]{mark}");
    (cell, Some(agrees))
}
