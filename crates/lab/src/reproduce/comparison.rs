//! A paper's [`Claim`]s beside our games: the tables, and the verdicts, which follow from the games
//! alone.

use std::collections::HashMap;
use std::ops::Range;

use super::claim::{ALL, Claim, Figure, Printed};
use super::plan;
use afterstate_papers::experiment::chance::{self, Draws};
use afterstate_papers::experiment::{GameRecord, Statistics, table};
use afterstate_runs::games::saved::{self, Key};
use afterstate_runs::output::CommandError;

/// Some rows of a table: how many figures they print, how many of these are outside their ranges,
/// and how many may be by chance.
struct Counts {
    compared: usize,
    outside: usize,
    /// The probability of each number of figures outside, if the paper's player is ours.
    by_chance: Vec<f64>,
}

impl Counts {
    /// Those of no rows.
    const NONE: Counts = Counts { compared: 0, outside: 0, by_chance: Vec::new() };

    /// The largest number of figures outside that chance alone gives in at least 5 of 100 cases.
    fn chance_limit(&self) -> usize {
        let mut at_least = 1.0;
        let beyond = self.by_chance.iter().position(|probability| {
            at_least -= probability;
            at_least <= 0.05 + 1e-9
        });
        beyond.unwrap_or(self.by_chance.len())
    }

    /// The counts of two sets of rows, whose games are independent.
    fn and(self, other: Counts) -> Counts {
        let mut by_chance = vec![0.0; self.by_chance.len() + other.by_chance.len() - 1];
        for (some, a) in self.by_chance.iter().enumerate() {
            for (more, b) in other.by_chance.iter().enumerate() {
                by_chance[some + more] += a * b;
            }
        }
        Counts {
            compared: self.compared + other.compared,
            outside: self.outside + other.outside,
            by_chance,
        }
    }
}

/// A row of a table with our games.
#[derive(Clone)]
struct Row {
    claim: Claim,
    games: Vec<GameRecord>,
    /// The name of the strategy.
    name: String,
    /// The printed figures that our games suffice to compare: column, figure and range.
    compared: Vec<(usize, f64, chance::Range)>,
}

/// A paper's claims and our games for each.
pub struct Comparison {
    rows: Vec<Row>,
    /// The claims that were asked for and have no games.
    unplayed: Vec<Claim>,
    figures: &'static [Figure],
}

impl Comparison {
    /// The claims with their games, without those that are not in `games`. `figures` are the columns
    /// that the claims print.
    pub fn of(
        claims: Vec<Claim>,
        games: &HashMap<Key, Vec<GameRecord>>,
        figures: &'static [Figure],
    ) -> Result<Self, CommandError> {
        let (mut rows, mut unplayed) = (Vec::new(), Vec::new());
        for claim in claims {
            let key = saved::key(&plan(&claim, 1, 0)?);
            match games.get(&key) {
                Some(games) if games.is_empty() => unplayed.push(claim),
                Some(games) => rows.push(Row::new(claim, games.clone(), key.0, figures)),
                None => {}
            }
        }
        Ok(Comparison { rows, unplayed, figures })
    }

    /// The claims that belong to one table; `None` if there are none.
    pub fn part(&self, belongs: impl Fn(&Claim) -> bool) -> Option<Comparison> {
        let rows = self.rows.iter().filter(|row| belongs(&row.claim));
        let rows: Vec<Row> = rows.cloned().collect();
        let figures = self.figures;
        (!rows.is_empty()).then_some(Comparison { rows, unplayed: Vec::new(), figures })
    }

    /// Each claim with its games.
    pub fn played(&self) -> impl Iterator<Item = (&Claim, &[GameRecord])> {
        self.rows.iter().map(|row| (&row.claim, row.games.as_slice()))
    }

    /// The table of figures in Markdown: the paper's figure, ours, the range of 95% of the results
    /// of as many games as the paper's, and a mark if the paper's figure lies outside; then the
    /// games that are needed to agree, and the verdict.
    pub fn figures(&self, label: &str) -> String {
        let rows = || self.rows.iter().filter(|row| row.claim.figures(ALL).next().is_some());
        let is_printed = |column: &usize| rows().any(|row| row.claim.printed(*column).is_some());
        let columns: Vec<usize> = (0..self.figures.len()).filter(is_printed).collect();
        if columns.is_empty() {
            return String::new();
        }
        let mut header = vec![label.to_owned(), "games".to_owned()];
        header.extend(columns.iter().map(|&column| self.figures[column].name.to_owned()));
        header.extend(["needed", "verdict"].map(str::to_owned));
        let mut lines = vec![header];
        for row in rows() {
            let mut line = vec![row.claim.label.clone(), row.games.len().to_string()];
            line.extend(columns.iter().map(|&column| row.cell(column, &self.figures[column])));
            let needed = chance::games_needed(row.claim.games);
            line.push(needed.map_or("–".to_owned(), |needed| needed.to_string()));
            line.push(verdict(&row.counts(self.figures, &ALL), row.has_enough_games()).to_owned());
            lines.push(line);
        }
        table::markdown(&lines)
    }

    /// The verdicts on tables in Markdown, one line for each reading of each table that has figures.
    ///
    /// `all` are the claims of the paper: a table agrees only if all of its rows were played, also
    /// those that were not asked for.
    pub fn verdicts<'a>(
        &self,
        all: &[Claim],
        tables: impl Iterator<Item = (&'a str, fn(&Claim) -> bool, Range<usize>)>,
    ) -> String {
        let mut lines = vec![table::header([
            "table",
            "reading",
            "figures outside",
            "by chance",
            "rows with enough games",
            "games, paper : ours",
            "verdict",
        ])];
        let asked = || self.rows.iter().map(|row| &row.claim).chain(&self.unplayed);
        for (name, belongs, columns) in tables {
            let mut readings: Vec<&str> = Vec::new();
            for claim in asked().filter(|claim| belongs(claim)) {
                if !readings.contains(&claim.reading) {
                    readings.push(claim.reading);
                }
            }
            for reading in readings {
                let is_row = |claim: &Claim| {
                    let printed = claim.figures(columns.clone()).next();
                    belongs(claim) && claim.reading == reading && printed.is_some()
                };
                let claims = all.iter().filter(|claim| is_row(claim));
                let rows = self.rows.iter().filter(|row| is_row(&row.claim));
                let count = claims.clone().count();
                if count == 0 {
                    continue;
                }
                let counts = rows.clone().map(|row| row.counts(self.figures, &columns));
                let counts = counts.reduce(Counts::and).unwrap_or(Counts::NONE);
                let enough = rows.clone().filter(|row| row.has_enough_games()).count();
                let missing = (rows.clone().count() < count).then_some(0);
                let ours = from_to(rows.map(|row| row.games.len()).chain(missing));
                lines.push(vec![
                    name.to_owned(),
                    reading.to_owned(),
                    format!("{} of {}", counts.outside, counts.compared),
                    format!("up to {}", counts.chance_limit()),
                    format!("{enough} of {count}"),
                    format!("{} : {ours}", from_to(claims.map(|claim| claim.games))),
                    verdict(&counts, enough == count).to_owned(),
                ]);
            }
        }
        if lines.len() == 1 { String::new() } else { table::markdown(&lines) }
    }

    /// The statistics of every claim as one Markdown table.
    pub fn statistics(&self) -> String {
        let rows: Vec<table::Row> = self
            .rows
            .iter()
            .filter_map(|Row { claim, games, name, .. }| {
                let statistics = Statistics::of(games)?;
                let strategy = name.clone();
                Some(table::Row { strategy, board: claim.board, statistics })
            })
            .collect();
        table::write(&rows, table::Format::Markdown)
    }
}

/// The smallest and the largest of some numbers, or the one if they are equal.
fn from_to(numbers: impl Iterator<Item = usize> + Clone) -> String {
    let (min, max) = (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0));
    if min == max { min.to_string() } else { format!("{min} to {max}") }
}

/// The verdict on some figures: whether more are outside than chance gives, and otherwise whether
/// the games would have shown a difference that matters.
fn verdict(counts: &Counts, enough_games: bool) -> &'static str {
    if counts.outside > counts.chance_limit() {
        "disagrees"
    } else if counts.compared == 0 || !enough_games {
        "too few games"
    } else {
        "agrees"
    }
}

impl Row {
    fn new(claim: Claim, games: Vec<GameRecord>, name: String, figures: &[Figure]) -> Row {
        let compared = claim.figures(ALL).filter_map(|(column, printed)| {
            Some((column, printed, figures[column].number.range(&games, claim.games)?))
        });
        Row { compared: compared.collect(), claim, games, name }
    }

    fn has_enough_games(&self) -> bool {
        chance::games_needed(self.claim.games).is_some_and(|needed| self.games.len() >= needed)
    }

    /// A cell of the table of figures.
    fn cell(&self, column: usize, figure: &Figure) -> String {
        let Row { claim, games, compared, .. } = self;
        let Some(printed) = claim.printed(column) else { return String::new() };
        let decimals = figure.decimals;
        let printed_as = match claim.means {
            Printed::Equal => printed.to_string(),
            Printed::Within(error) => format!("{} to {}", printed - error, printed + error),
            Printed::AtLeast => format!("≥ {printed}"),
        };
        let Some(&(.., range)) = compared.iter().find(|(place, ..)| *place == column) else {
            return format!("{printed_as} : –");
        };
        let within = match (range.min.is_finite(), range.max.is_finite()) {
            (true, true) => format!("{:.decimals$} to {:.decimals$}", range.min, range.max),
            (true, false) => format!("from {:.decimals$}", range.min),
            (false, true) => format!("up to {:.decimals$}", range.max),
            (false, false) => "any".to_owned(),
        };
        let outside = claim.is_outside(printed, figure.rounding, range);
        let mark = if outside { " ≠" } else { "" };
        format!("{printed_as} : {:.decimals$} [{within}]{mark}", figure.number.of(games))
    }

    /// How many of the row's figures in these columns are outside, and how many may be by chance:
    /// both players are taken for ours, and samples of both drawn from our games.
    fn counts(&self, figures: &[Figure], columns: &Range<usize>) -> Counts {
        /// Draws of both samples.
        const TRIALS: usize = 400;
        let Row { claim, games, .. } = self;
        let compared = self.compared.iter().filter(|(column, ..)| columns.contains(column));
        let compared: Vec<(&Figure, f64, chance::Range)> =
            compared.map(|&(column, printed, range)| (&figures[column], printed, range)).collect();
        let outside = compared
            .iter()
            .filter(|(figure, printed, range)| claim.is_outside(*printed, figure.rounding, *range));
        let outside = outside.count();
        if compared.len() < 2 {
            // As the range is defined.
            let by_chance = if compared.is_empty() { vec![1.0] } else { vec![0.95, 0.05] };
            return Counts { compared: compared.len(), outside, by_chance };
        }
        let mut by_chance = vec![0.0; compared.len() + 1];
        let (mut draws, mut theirs, mut ours) = (Draws::new(), Vec::new(), Vec::new());
        for _ in 0..TRIALS {
            draws.fill(&mut theirs, games, claim.games);
            draws.fill(&mut ours, games, games.len());
            let outside = compared.iter().filter(|(figure, _, range)| {
                let range = figure.number.range_like(*range, games, &ours, claim.games);
                let printed = figure.number.of(&theirs);
                range.is_some_and(|range| claim.is_outside(printed, figure.rounding, range))
            });
            by_chance[outside.count()] += 1.0 / TRIALS as f64;
        }
        Counts { compared: compared.len(), outside, by_chance }
    }
}

#[cfg(test)]
mod tests {
    use super::super::claim::Number;
    use super::*;
    use afterstate_papers::experiment::SpawnLaw;

    fn counts(outside: usize, by_chance: &[f64]) -> Counts {
        Counts { compared: by_chance.len() - 1, outside, by_chance: by_chance.to_vec() }
    }

    #[test]
    fn more_figures_outside_than_chance_gives_disagree() {
        // One of twenty, twenty times: 3 or more in 7.5% of cases, 4 or more in 1.6%.
        let one = || counts(0, &[0.95, 0.05]);
        let twenty = (1..20).fold(one(), |all, _| all.and(one()));
        assert_eq!((twenty.compared, twenty.chance_limit()), (20, 3));
        assert_eq!(one().chance_limit(), 0);
        assert_eq!(verdict(&Counts { outside: 4, ..twenty }, true), "disagrees");
        assert_eq!(verdict(&counts(1, &[0.9, 0.1]), true), "agrees");
        assert_eq!(verdict(&counts(1, &[0.9, 0.1]), false), "too few games");
        assert_eq!(verdict(&counts(2, &[0.9, 0.1, 0.0]), false), "disagrees");
        // Nothing could be compared.
        assert_eq!(verdict(&counts(0, &[1.0]), true), "too few games");
    }

    fn row(share: f64, theirs: usize, ours: usize, printed: f64) -> Row {
        let game = |place: usize| GameRecord {
            seed: place as u64,
            score: 0,
            largest_rank: if (place as f64) < share * ours as f64 { 12 } else { 11 },
            moves: 1,
            seconds: 0.0,
        };
        let claim = Claim {
            label: "row".to_owned(),
            reading: "",
            strategy: "random".to_owned(),
            board: (4, 4),
            games: theirs,
            end_at: None,
            spawns: SpawnLaw::Rules,
            printed: vec![Some(printed)],
            means: Printed::Equal,
        };
        Row::new(claim, (0..ours).map(game).collect(), String::new(), &FIGURES)
    }

    const FIGURES: [Figure; 1] = tile_shares!(0.005: 12 "4096");

    fn verdict_on(row: &Row) -> &'static str {
        verdict(&row.counts(&FIGURES, &ALL), row.has_enough_games())
    }

    /// Three games agree with almost anything, so their agreement is none.
    #[test]
    fn agreement_needs_games() {
        assert_eq!(verdict_on(&row(1.0, 100, 3, 100.0)), "too few games");
        assert_eq!(verdict_on(&row(0.5, 100, 96, 50.0)), "too few games");
        assert_eq!(verdict_on(&row(0.5, 100, 97, 50.0)), "agrees");
        assert_eq!(verdict_on(&row(0.5, 10, 100_000, 50.0)), "too few games");
        // A difference can show in any number of games.
        assert_eq!(verdict_on(&row(0.0, 100, 16, 36.0)), "disagrees");
        assert_eq!(verdict_on(&row(0.684, 201, 190, 45.77)), "disagrees");
    }

    /// A table with a row that has no games does not agree, and a table without any has its verdict.
    #[test]
    fn every_row_of_a_table_counts() {
        let verdict_on = |rows: Vec<Row>, unplayed: Vec<Claim>, all: &[Claim]| {
            let comparison = Comparison { rows, unplayed, figures: &FIGURES };
            let text = comparison
                .verdicts(all, [("1", (|_| true) as fn(&Claim) -> bool, ALL)].into_iter());
            let line = text.lines().nth(2).expect("a verdict").to_owned();
            line.split('|').skip(5).take(3).map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
        };
        let played = || row(0.5, 100, 97, 50.0);
        let claim = || played().claim;
        assert_eq!(
            verdict_on(vec![played()], vec![], &[claim()]),
            ["1 of 1", "100 : 97", "agrees"]
        );
        assert_eq!(
            verdict_on(vec![played()], vec![], &[claim(), claim()]),
            ["1 of 2", "100 : 0 to 97", "too few games"]
        );
        assert_eq!(
            verdict_on(vec![], vec![claim()], &[claim()]),
            ["0 of 1", "100 : 0", "too few games"]
        );
        // A difference can show in part of a table.
        let other = row(0.1, 100, 97, 50.0);
        assert_eq!(
            verdict_on(vec![other], vec![claim()], &[claim(), claim()]),
            ["1 of 2", "100 : 0 to 97", "disagrees"]
        );
    }

    #[test]
    fn a_figure_said_to_be_exceeded_disagrees_only_if_ours_is_lower() {
        let at_least = |share: f64| {
            let mut row = row(share, 100, 100, 40.0);
            row.claim.means = Printed::AtLeast;
            verdict_on(&row)
        };
        assert_eq!(
            [at_least(0.9), at_least(0.4), at_least(0.1)],
            ["agrees", "agrees", "disagrees"]
        );
        assert_eq!(verdict_on(&row(0.9, 100, 100, 40.0)), "disagrees");
    }
}
