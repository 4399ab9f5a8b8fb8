//! A paper's [`Claim`]s beside our games: the tables of figures, and the verdicts, which follow from
//! the games alone ([`afterstate_papers::verdict`]).

use std::collections::HashMap;

use super::claim::{Claim, Figure, Number, Printed, moments};
use super::key_of;
use super::tables::PaperTable;
use afterstate_papers::experiment::{GameRecord, Statistics, table};
use afterstate_papers::verdict::{self, Judged, Kind};
use afterstate_runs::games::Key;
use afterstate_runs::output::CommandError;

/// A row of a table with our games.
#[derive(Clone)]
struct Row {
    claim: Claim,
    games: Vec<GameRecord>,
    /// The name of the strategy.
    name: String,
}

/// A paper's claims and our games for each.
pub struct Comparison {
    rows: Vec<Row>,
    /// The claims that were asked for and have no games.
    unplayed: Vec<Claim>,
    figures: &'static [Figure],
}

/// The verdicts on a table of a paper by one reading.
pub struct JudgedTable<'a> {
    /// The table.
    pub table: &'static PaperTable,
    /// The reading.
    pub reading: &'static str,
    /// Its rows.
    pub rows: Vec<JudgedRow<'a>>,
}

/// A row of a table, and the verdict on it.
pub struct JudgedRow<'a> {
    /// The row.
    pub claim: &'a Claim,
    /// Our games of it.
    pub games: &'a [GameRecord],
    /// The figures that it prints.
    pub row: verdict::Row,
    /// Their columns; `None` for the statement of no difference.
    columns: Vec<Option<usize>>,
    /// The verdict.
    pub judged: Judged,
}

impl JudgedTable<'_> {
    /// The verdict on the table.
    pub fn verdict(&self) -> verdict::Table {
        verdict::Table(self.rows.iter().map(|row| row.judged.verdict).collect())
    }

    /// The numbers of games of the rows: the paper's, and ours.
    pub fn games(&self) -> String {
        let theirs = from_to(self.rows.iter().map(|row| row.claim.games));
        format!("{theirs} : {}", from_to(self.rows.iter().map(|row| row.games.len())))
    }

    /// The verdict in words, with the names of the rows that differ, and what the games would take
    /// that are not played.
    pub fn words(&self) -> String {
        self.verdict().words(|kind| {
            let rows = self.rows.iter().filter(|row| row.judged.verdict.kind() == kind);
            match kind {
                Kind::Differs => {
                    let labels: Vec<&str> = rows.map(|row| short(row.claim)).collect();
                    Some(labels.join("; "))
                }
                _ => None,
            }
        })
    }
}

/// The paper's name of a row, without its table and the reading.
fn short(claim: &Claim) -> &str {
    let label = claim.label.strip_suffix(claim.reading).unwrap_or(&claim.label);
    let label = label.trim_end_matches(", ");
    label
        .split_once(' ')
        .filter(|(mark, _)| mark.starts_with(['T', 'F']) && mark.len() < 4)
        .map_or(label, |(_, rest)| rest)
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
            let key = key_of(&claim)?;
            match games.get(&key) {
                Some(games) if games.is_empty() => unplayed.push(claim),
                Some(games) => rows.push(Row { claim, games: games.clone(), name: key.0 }),
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

    /// Our games of the row with this label.
    fn games(&self, label: &str) -> &[GameRecord] {
        let row = self.rows.iter().find(|row| row.claim.label == label);
        row.map_or(&[], |row| &row.games)
    }

    /// The verdicts on a table, one for each reading of which a row was asked for. `all` are the
    /// claims of the paper: all rows of a table count, also those that were not asked for.
    pub fn judge<'a>(
        &'a self,
        table: &'static PaperTable,
        all: &'a [Claim],
    ) -> Vec<JudgedTable<'a>> {
        let asked = || self.rows.iter().map(|row| &row.claim).chain(&self.unplayed);
        let mut readings: Vec<&str> = Vec::new();
        for claim in asked().filter(|claim| (table.has)(claim)) {
            if !readings.contains(&claim.reading) {
                readings.push(claim.reading);
            }
        }
        let judge = |reading| {
            let claims = all.iter().filter(|claim| (table.has)(claim) && claim.reading == reading);
            let rows = claims.map(|claim| (claim, self.row(table, claim)));
            let rows: Vec<_> = rows.filter(|(_, (row, _))| !row.figures.is_empty()).collect();
            let count = rows.len();
            let judged = |(claim, (row, columns)): (&'a Claim, (verdict::Row, Vec<_>))| JudgedRow {
                judged: row.judge(count, table.effect.size),
                games: self.games(&claim.label),
                claim,
                row,
                columns,
            };
            JudgedTable { table, reading, rows: rows.into_iter().map(judged).collect() }
        };
        let tables = readings.into_iter().map(judge);
        tables.filter(|table| !table.rows.is_empty()).collect()
    }

    /// A row as the rule of the verdicts takes it, and the columns of its figures.
    fn row(&self, table: &PaperTable, claim: &Claim) -> (verdict::Row, Vec<Option<usize>>) {
        let games = self.games(&claim.label);
        let mut row = claim.row(self.figures, table.columns.clone(), games);
        let columns = claim.compared(self.figures, table.columns.clone());
        let mut columns: Vec<Option<usize>> = columns.into_iter().map(Some).collect();
        if let Some(label) = claim.same_as {
            let other = self.games(label);
            let scores = [games, other].map(|games| moments(games, |game| game.score as f64));
            row.figures.push(verdict::Figure::NoDifference { ours: scores });
            row.ours = row.ours.min(other.len());
            columns.push(None);
        }
        (row, columns)
    }

    /// A row of a table as if the paper had printed the figures of these games, beside ours.
    pub fn printed_of(
        &self,
        table: &PaperTable,
        claim: &Claim,
        theirs: &[GameRecord],
        ours: &[GameRecord],
    ) -> verdict::Row {
        let printed = claim.printed.iter().zip(self.figures);
        let printed = printed.map(|(printed, figure)| printed.map(|_| figure.number.of(theirs)));
        let claim = Claim { printed: printed.collect(), ..claim.clone() };
        claim.row(self.figures, table.columns.clone(), ours)
    }

    /// How far the players of these games are apart in the figure of a row that carries its agreement,
    /// in the units of [`Effect`](super::tables::Effect).
    pub fn difference(
        &self,
        table: &PaperTable,
        claim: &Claim,
        games: &[GameRecord],
        others: &[GameRecord],
    ) -> f64 {
        let row = claim.row(self.figures, table.columns.clone(), games);
        let columns = claim.compared(self.figures, table.columns.clone());
        let Some(&column) = row.carrier().and_then(|place| columns.get(place)) else {
            // Extremes: every other player counts.
            return f64::INFINITY;
        };
        match self.figures[column].number {
            Number::Percent(_) => {
                let angle =
                    |games| 2.0 * (self.figures[column].number.of(games) / 100.0).sqrt().asin();
                (angle(games) - angle(others)).abs()
            }
            Number::Mean(value, _) => {
                let (a, b) = (moments(games, value), moments(others, value));
                let typical = (0.5 * (a.deviation.powi(2) + b.deviation.powi(2))).sqrt();
                (a.mean - b.mean).abs() / typical
            }
            Number::Deviation(_) | Number::Extreme(..) => f64::INFINITY,
        }
    }

    /// The table of figures in Markdown: the paper's figure and ours, and a mark if the two
    /// contradict; then the games that are needed to agree, and the verdict. Empty for a table
    /// without figures.
    pub fn figures(&self, table: &'static PaperTable, all: &[Claim]) -> String {
        let judged = self.judge(table, all);
        let rows =
            || judged.iter().flat_map(|table| &table.rows).filter(|row| !row.games.is_empty());
        let is_printed = |column: &usize| {
            rows().any(|row| row.claim.figures(table.columns.clone()).any(|(c, _)| c == *column))
        };
        let columns: Vec<usize> = (0..self.figures.len()).filter(is_printed).collect();
        if rows().next().is_none() || columns.is_empty() && judged.is_empty() {
            return String::new();
        }
        let mut header = vec!["player".to_owned(), "games".to_owned()];
        header.extend(columns.iter().map(|&column| self.figures[column].name.to_owned()));
        header.extend(["needed", "p", "verdict"].map(str::to_owned));
        let mut lines = vec![header];
        for table in &judged {
            for row in table.rows.iter().filter(|row| !row.games.is_empty()) {
                let mut line = vec![row.claim.label.clone(), row.row.ours.to_string()];
                line.extend(columns.iter().map(|&column| row.cell(column, &self.figures[column])));
                let needed = row.row.needed(table.rows.len(), table.table.effect.size);
                line.push(needed.map_or("–".to_owned(), |needed| needed.to_string()));
                line.push(p_value(row.judged.p));
                line.push(row.judged.verdict.to_string());
                lines.push(line);
            }
        }
        table::markdown(&lines)
    }

    /// The verdicts on tables in Markdown, one line for each reading of each table that has figures.
    pub fn verdicts(&self, all: &[Claim], tables: &'static [PaperTable]) -> String {
        let header = ["table", "reading", "games, paper : ours", "rows", "verdict"];
        let mut lines = vec![table::header(header)];
        for table in tables.iter().flat_map(|table| self.judge(table, all)) {
            lines.push(vec![
                table.table.name.to_owned(),
                table.reading.to_owned(),
                table.games(),
                table.rows.len().to_string(),
                table.words(),
            ]);
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
                Some(table::Row { player: name.clone(), board: claim.board, statistics })
            })
            .collect();
        table::write(&rows, table::Format::Markdown)
    }
}

/// A probability with one digit that is not 0.
pub fn p_value(p: f64) -> String {
    if p < 0.0001 {
        "< 0.0001".to_owned()
    } else if p < 0.01 {
        format!("{p:.4}")
    } else {
        format!("{p:.2}")
    }
}

/// The smallest and the largest of some numbers, or the one if they are equal.
fn from_to(numbers: impl Iterator<Item = usize> + Clone) -> String {
    let (min, max) = (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0));
    if min == max { min.to_string() } else { format!("{min} to {max}") }
}

impl JudgedRow<'_> {
    /// A cell of the table of figures.
    fn cell(&self, column: usize, figure: &Figure) -> String {
        let JudgedRow { claim, games, columns, judged, .. } = self;
        let Some(printed) = claim.printed(column) else { return String::new() };
        let decimals = figure.decimals;
        let printed_as = match claim.means {
            Printed::Equal => printed.to_string(),
            Printed::Within(error) => format!("{} to {}", printed - error, printed + error),
            Printed::AtLeast => format!("≥ {printed}"),
        };
        let place = columns.iter().position(|known| *known == Some(column));
        let contradicts = place.is_some_and(|place| judged.contradicts[place]);
        let mark = if contradicts { " ≠" } else { "" };
        format!("{printed_as} : {:.decimals$}{mark}", figure.number.of(games))
    }
}
