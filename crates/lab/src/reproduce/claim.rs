//! What a paper's tables say: a [`Claim`] for each row, with the [`Figure`]s that it prints and how
//! they are computed from games.

use std::ops::Range;

use afterstate_papers::experiment::chance::{self, Extreme};
use afterstate_papers::experiment::{GameRecord, SpawnLaw};

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
    pub fn of(self, games: &[GameRecord]) -> f64 {
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

    /// The range of the figure over `drawn` games of the same player, estimated from these games;
    /// `None` if they do not suffice.
    pub fn range(self, games: &[GameRecord], drawn: usize) -> Option<chance::Range> {
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

    /// The same from a draw of our games, where `range` is the range from our games: for a number of
    /// all games together, which takes long, that range moved to the number of the draw.
    pub fn range_like(
        self,
        range: chance::Range,
        games: &[GameRecord],
        draw: &[GameRecord],
        drawn: usize,
    ) -> Option<chance::Range> {
        let Number::Of(number) = self else { return self.range(draw, drawn) };
        let moved = number(draw) - number(games);
        Some(chance::Range { min: range.min + moved, max: range.max + moved })
    }
}

/// What the paper says of its figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Printed {
    /// That they are these, but for rounding.
    Equal,
    /// That they are at most this far from these.
    Within(f64),
    /// That they are these or larger.
    AtLeast,
}

/// A row of a paper's table.
#[derive(Clone)]
pub struct Claim {
    /// The paper's name of the strategy.
    pub label: String,
    /// How the paper is read: the name of the group of rows that get a verdict together.
    pub reading: &'static str,
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
    /// What the paper says of them.
    pub means: Printed,
}

impl Claim {
    /// The same row by another reading of the paper: its name, and a setting of the strategy such
    /// as `leaf=before`.
    pub fn read_as(&self, reading: &'static str, setting: &str) -> Claim {
        let separator = if self.strategy.contains(':') { ',' } else { ':' };
        Claim {
            label: format!("{}, {reading}", self.label),
            reading,
            strategy: format!("{}{separator}{setting}", self.strategy),
            ..self.clone()
        }
    }

    /// The printed figure in a column.
    pub fn printed(&self, column: usize) -> Option<f64> {
        self.printed.get(column).copied().flatten()
    }

    /// The figures that this row prints in these columns, with their columns.
    pub fn figures(&self, columns: Range<usize>) -> impl Iterator<Item = (usize, f64)> + '_ {
        let printed = self.printed.iter().enumerate();
        let printed = printed.filter(move |(column, _)| columns.contains(column));
        printed.filter_map(|(column, printed)| Some((column, (*printed)?)))
    }

    /// Whether the printed figure is outside the range.
    pub fn is_outside(&self, printed: f64, rounding: f64, range: chance::Range) -> bool {
        match self.means {
            Printed::Equal => !range.includes(printed, rounding),
            Printed::Within(error) => !range.includes(printed, rounding + error),
            Printed::AtLeast => range.max + rounding < printed,
        }
    }
}

/// Every column.
pub const ALL: Range<usize> = 0..usize::MAX;
