//! What a paper's tables say: a [`Claim`] for each row, with the [`Figure`]s that it prints and how
//! they are computed from games.

use std::ops::Range;

use afterstate_papers::experiment::sample::{Value, count, values};
use afterstate_papers::experiment::{GameRecord, SpawnLaw};
use afterstate_papers::verdict::{self, Extreme, Moments};

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
    /// The mean of a value. The column with its standard deviation, if the paper prints one.
    Mean(Value, Option<usize>),
    /// The standard deviation of a value.
    Deviation(Value),
    /// The percentage of the games for which this holds.
    Percent(fn(&GameRecord) -> bool),
    /// The smallest or largest value of a game.
    Extreme(Extreme, Value),
}

impl Number {
    /// The figure of these games.
    pub fn of(self, games: &[GameRecord]) -> f64 {
        match self {
            Number::Mean(value, _) => moments(games, value).mean,
            Number::Deviation(value) => moments(games, value).deviation,
            Number::Percent(holds) => 100.0 * count(games, holds) as f64 / games.len() as f64,
            Number::Extreme(extreme, value) => extreme.of(&values(games, value)),
        }
    }
}

/// The mean and the standard deviation of a value.
pub fn moments(games: &[GameRecord], value: Value) -> Moments {
    Moments::of(&values(games, value))
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
    /// The row from whose mean score this one's does not differ significantly, as the paper says.
    pub same_as: Option<&'static str>,
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

    /// The name of the strategy without its settings.
    pub fn player(&self) -> &str {
        self.strategy.split(':').next().unwrap_or_default()
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

    /// The columns of the figures that the rule of the verdicts compares, among these.
    pub fn compared(&self, figures: &[Figure], columns: Range<usize>) -> Vec<usize> {
        let columns = self.figures(columns).map(|(column, _)| column);
        columns.filter(|&column| !matches!(figures[column].number, Number::Deviation(_))).collect()
    }

    /// This row as the rule takes it: the figures in these columns, beside those of our games.
    pub fn row(
        &self,
        figures: &[Figure],
        columns: Range<usize>,
        games: &[GameRecord],
    ) -> verdict::Row {
        let printed = self.figures(columns);
        let figures =
            printed.filter_map(|(column, printed)| self.figure(&figures[column], printed, games));
        verdict::Row { theirs: self.games, ours: games.len(), figures: figures.collect() }
    }

    fn figure(
        &self,
        Figure { number, rounding, .. }: &Figure,
        printed: f64,
        games: &[GameRecord],
    ) -> Option<verdict::Figure> {
        Some(match *number {
            // Part of the mean.
            Number::Deviation(_) => return None,
            Number::Mean(value, deviation) => {
                let values = values(games, value);
                let ours = Moments::of(&values);
                let skewness = ours.skewness(&values);
                let deviation = deviation.and_then(|column| self.printed(column));
                verdict::Figure::Mean { printed, deviation, rounding: *rounding, ours, skewness }
            }
            Number::Percent(holds) => {
                let theirs = |percent: f64| self.games as f64 * percent / 100.0;
                let around = |error: f64| {
                    // A percentage that no number of games gives is taken for the nearest number.
                    let nearest = theirs(printed).round();
                    let least = theirs(printed - error).ceil().min(nearest);
                    let most = theirs(printed + error).floor().max(nearest);
                    least.max(0.0) as usize..=most.min(self.games as f64) as usize
                };
                let printed = match self.means {
                    Printed::Equal => around(*rounding),
                    Printed::Within(error) => around(error + rounding),
                    Printed::AtLeast => *around(*rounding).start()..=self.games,
                };
                let ours = count(games, holds);
                verdict::Figure::Share { printed, ours }
            }
            Number::Extreme(extreme, value) => {
                let (least, most) = (printed - rounding, printed + rounding);
                let mut ours = [0; 3];
                for value in values(games, value) {
                    ours[usize::from(value >= least) + usize::from(value > most)] += 1;
                }
                verdict::Figure::Extreme { ours, extreme }
            }
        })
    }
}

/// Every column.
pub const ALL: Range<usize> = 0..usize::MAX;

#[cfg(test)]
mod tests {
    use super::*;

    const FIGURES: [Figure; 1] = tile_shares!(0.005: 12 "4096");

    fn shares(percent: f64, games: usize, means: Printed) -> verdict::Figure {
        let claim = Claim {
            label: "row".to_owned(),
            reading: "",
            strategy: "random".to_owned(),
            board: (4, 4),
            games,
            end_at: None,
            spawns: SpawnLaw::Rules,
            printed: vec![Some(percent)],
            means,
            same_as: None,
        };
        let game = |largest_rank| GameRecord {
            seed: 0,
            score: 0,
            largest_rank,
            moves: 1,
            seconds: 0.0,
            nodes: None,
        };
        let row = claim.row(&FIGURES, ALL, &[game(12), game(11), game(13)]);
        assert_eq!((row.theirs, row.ours), (games, 3));
        row.figures[0].clone()
    }

    /// Table 1 of Cook's has 201 games, one of which is half a percent.
    #[test]
    fn a_percentage_is_a_number_of_games() {
        let share = |printed| verdict::Figure::Share { printed, ours: 2 };
        assert_eq!(shares(67.16, 201, Printed::Equal), share(135..=135));
        assert_eq!(shares(0.5, 201, Printed::Equal), share(1..=1));
        assert_eq!(shares(75.0, 100, Printed::Within(5.0)), share(70..=80));
        assert_eq!(shares(40.0, 100, Printed::AtLeast), share(40..=100));
    }
}
