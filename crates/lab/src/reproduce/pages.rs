//! What the pages on the papers quote of our games: verdicts, tables and single figures, filled in from
//! the stored games by `cargo lab reproduce --write`. A test fails if a page is stale.
//!
//! Between `<!-- reproduce WHAT -->` and `<!-- end -->` stands a table; between
//! `<!--= PAPER :: ROW :: FIGURE -->` and `<!--/-->` a figure in a sentence or a cell.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::ValueEnum;

use super::claim::Claim;
use super::comparison::{Comparison, JudgedTable, p_value};
use super::tables::Content;
use super::{Paper, derived, kumar, wrong};
use afterstate_papers::experiment::statistics::{Difference, Mean};
use afterstate_papers::experiment::{GameRecord, raw, table};
use afterstate_papers::verdict::Kind;
use afterstate_runs::games::Key;
use afterstate_runs::output::CommandError;

/// The pages, in the folder of the repository.
const PAGES: [&str; 12] = [
    "docs/evidence/papers/README.md",
    "docs/evidence/papers/background.md",
    "docs/evidence/papers/cook.md",
    "docs/evidence/papers/frolov.md",
    "docs/evidence/papers/kumar.md",
    "docs/evidence/papers/moskvil.md",
    "docs/evidence/papers/verdicts.md",
    "data/papers/tables/background.md",
    "data/papers/tables/cook.md",
    "data/papers/tables/frolov.md",
    "data/papers/tables/kumar.md",
    "data/papers/tables/trials.md",
];

/// The papers whose tables have games.
const PLAYED: [Paper; 4] = [Paper::Kumar, Paper::Frolov, Paper::Cook, Paper::Background];

fn repository() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// A paper, and our stored games of its tables.
struct Stored {
    paper: Paper,
    claims: Vec<Claim>,
    comparison: Comparison,
}

/// The stored games of a file in `data/papers`.
fn read_games(file: &str) -> Result<Vec<raw::Line>, CommandError> {
    let path = repository().join("data/papers").join(format!("{file}.csv.gz"));
    let unpacked = Command::new("gzip").arg("-dc").arg(&path).output();
    let unpacked = unpacked.map_err(|error| format!("cannot run gzip: {error}"))?;
    if !unpacked.status.success() {
        return Err(format!("cannot unpack {}", path.display()).into());
    }
    let text = String::from_utf8_lossy(&unpacked.stdout);
    Ok(raw::read(&text).map_err(|error| format!("{}: {error}", path.display()))?)
}

impl Paper {
    /// The files with its games.
    fn files(self) -> &'static [&'static str] {
        match self {
            Paper::Kumar => &["kumar-games", "kumar-listing-games"],
            Paper::Frolov => &["frolov-games", "frolov-integer-games"],
            Paper::Moskvil => &["moskvil-games"],
            Paper::Cook => &["cook-games", "cook-rules-games"],
            Paper::Background => &["background-games", "moskvil-games"],
        }
    }

    /// Its name in the pages.
    fn title(self) -> &'static str {
        match self {
            Paper::Kumar => "Kumar",
            Paper::Frolov => "Frolov",
            Paper::Moskvil => "Moskvil",
            Paper::Cook => "Cook",
            Paper::Background => "quoted programs",
        }
    }
}

impl Stored {
    fn of(paper: Paper) -> Result<Stored, CommandError> {
        let mut games: HashMap<Key, Vec<GameRecord>> = HashMap::new();
        for file in paper.files() {
            for raw::Line { player, board: (rows, cols), game } in read_games(file)? {
                games.entry((player, rows, cols)).or_default().push(game);
            }
        }
        for games in games.values_mut() {
            games.sort_by_key(|game| game.seed);
            games.dedup_by_key(|game| game.seed);
        }
        let claims = paper.claims_with(None);
        // Rows without games count in their tables.
        for claim in &claims {
            games.entry(super::key_of(claim)?).or_default();
        }
        let comparison = Comparison::of(claims.clone(), &games, paper.figures())?;
        Ok(Stored { paper, claims, comparison })
    }

    fn judged(&self) -> Vec<JudgedTable<'_>> {
        let tables = self.paper.tables().iter();
        let tables = tables.filter(|table| matches!(table.content, Content::Games));
        tables.flat_map(|table| self.comparison.judge(table, &self.claims)).collect()
    }

    /// The verdicts, a table of the paper each.
    fn list(&self) -> Result<String, CommandError> {
        let mut lines = vec![table::header(["item", "verdict", "games, paper : ours"])];
        for [item, verdict, figures] in self.paper.exact()? {
            lines.push(vec![item, format!("{verdict} ({figures})"), "–".to_owned()]);
        }
        for judged in self.judged().iter().filter(|judged| judged.table.name != "readings") {
            lines.push(vec![item_of(judged), judged.words(), judged.games()]);
        }
        Ok(compact(&lines))
    }

    /// Every table of figures with its heading.
    fn tables(&self) -> String {
        let tables = self.paper.tables().iter();
        let tables = tables.filter(|table| matches!(table.content, Content::Games));
        let tables = tables.map(|table| (table, self.comparison.figures(table, &self.claims)));
        let tables = tables.filter(|(_, figures)| !figures.is_empty());
        let tables: Vec<String> = tables
            .map(|(table, figures)| {
                let lines: Vec<Vec<String>> = figures.lines().map(cells).collect();
                format!("{}\n\n{}", table.heading(), compact(&lines))
            })
            .collect();
        tables.join("\n")
    }

    /// A figure about a whole table: how well a reading of Frolov's fits (`fit: READING`), or the order of
    /// Kumar's players whose label begins so (`order: LABEL`).
    fn derived(&self, what: &str, figure: &str) -> Result<Option<String>, String> {
        let unknown = || format!("{} has no {figure:?} of {what:?}", self.paper.name());
        if let Some(label) = what.strip_prefix("order: ") {
            let order = derived::order(&self.comparison, label);
            return match figure {
                "pairs" => Ok(Some(order.pairs.to_string())),
                "inverted" => Ok(Some(order.inverted.to_string())),
                "furthest" => Ok(Some(format!("{:.1}", order.furthest))),
                _ => Err(unknown()),
            };
        }
        if (what, figure) == ("worked examples", "counts") {
            let exact = self.paper.exact().map_err(|_| unknown())?;
            let line = exact.into_iter().find(|[item, ..]| item == what).ok_or_else(unknown)?;
            let [.., counts] = line;
            return Ok(Some(counts));
        }
        let Some(reading) = what.strip_prefix("fit: ") else { return Ok(None) };
        let fit = derived::fit(&self.comparison, reading).ok_or_else(unknown)?;
        match figure {
            "ours / his" => Ok(Some(format!("{:.2}", fit.ratio))),
            "scatter" => Ok(Some(format!("{:.2}", fit.scatter))),
            "scatter by chance" => Ok(Some(format!("{:.2}", fit.chance))),
            "chi-square" => Ok(Some(format!("{:.1}", fit.chi_square))),
            "p" => Ok(Some(p_value(fit.p))),
            _ => Err(unknown()),
        }
    }

    /// A figure of a row, or about a whole table.
    fn figure(&self, row: &str, figure: &str) -> Result<String, String> {
        if let Some(derived) = self.derived(row, figure)? {
            return Ok(derived);
        }
        let unknown = || format!("{} has no row {row:?} with games", self.paper.name());
        let mut played = self.comparison.played();
        let (claim, games) = played.find(|(claim, _)| claim.label == row).ok_or_else(unknown)?;
        if let Some(heading) = figure.strip_prefix("printed ") {
            return self.printed(claim, heading);
        }
        let number = match self.paper {
            Paper::Kumar => kumar::listed_score,
            Paper::Frolov => kumar::largest_tile,
            _ => |game: &GameRecord| game.score as f64,
        };
        let numbers: Vec<f64> = games.iter().map(number).collect();
        let mean = Mean::of(&numbers).ok_or_else(unknown)?;
        if let Some(tile) = figure.strip_suffix('%') {
            let rank = tile.parse::<u64>().map_err(|error| format!("{figure}: {error}"))?.ilog2();
            let reached = games.iter().filter(|game| u32::from(game.largest_rank) >= rank).count();
            return Ok(format!("{:.0}", 100.0 * reached as f64 / games.len() as f64));
        }
        match figure {
            "games" => Ok(thousands(games.len() as f64)),
            "mean" => Ok(thousands(mean.mean)),
            "verdict" => {
                let tables = self.judged();
                let mut rows = tables.iter().flat_map(|table| &table.rows);
                let row = rows.find(|judged| judged.claim.label == row).ok_or_else(unknown)?;
                Ok(row.judged.verdict.to_string())
            }
            "±" => Ok(format!("{} ± {}", thousands(mean.mean), thousands(mean.interval))),
            name => match name.strip_prefix("minus ") {
                Some(other) => self.difference(&numbers, other, number).ok_or_else(unknown),
                None => Err(format!("no figure {name:?}")),
            },
        }
    }

    /// How much more the first games make than those of another row, on average.
    fn difference(
        &self,
        first: &[f64],
        row: &str,
        number: fn(&GameRecord) -> f64,
    ) -> Option<String> {
        let (_, games) = self.comparison.played().find(|(claim, _)| claim.label == row)?;
        let others: Vec<f64> = games.iter().map(number).collect();
        let Difference { mean, interval } = Difference::of(first, &others)?;
        Some(format!("{} ± {}", thousands(mean), thousands(interval)))
    }

    /// The figure that the paper prints under this heading.
    fn printed(&self, claim: &Claim, name: &str) -> Result<String, String> {
        let figures = self.paper.figures();
        let column = figures.iter().position(|figure| figure.name == name);
        let printed = column.and_then(|column| claim.printed(column));
        printed.map(thousands).ok_or_else(|| format!("{} prints no {name:?}", claim.label))
    }
}

/// A whole number with separators.
fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0
            && (digits.len() - place).is_multiple_of(3)
            && digits.as_bytes()[place - 1] != b'-'
        {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The name of a table in the pages, with the reading.
fn item_of(judged: &JudgedTable) -> String {
    let name = judged.table.name;
    let name = name.strip_prefix("rules-").unwrap_or(name);
    let title = match name.strip_prefix("figure-") {
        Some(number) => format!("Figure {number}"),
        None if name.starts_with(|first: char| first.is_ascii_digit()) => format!("Table {name}"),
        None => return judged.reading.to_owned(),
    };
    if judged.reading.is_empty() { title } else { format!("{title}: {}", judged.reading) }
}

/// The cells of a line of a table.
fn cells(line: &str) -> Vec<String> {
    line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// A table in Markdown without the spaces that align it, which would change in every line.
fn compact(lines: &[Vec<String>]) -> String {
    let mut text = String::new();
    for (place, line) in lines.iter().enumerate() {
        let rule = place == 1 && line.iter().all(|cell| cell.trim_matches(['-', ':']).is_empty());
        let cells: Vec<&str> = match rule {
            true => line.iter().map(|c| if c.ends_with(':') { "---:" } else { "---" }).collect(),
            false => line.iter().map(String::as_str).collect(),
        };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "| {} |", cells.join(" | "));
        let has_rule =
            lines.get(1).is_some_and(|line| line.iter().all(|c| c.starts_with(['-', ':'])));
        if place == 0 && !has_rule {
            let _ = writeln!(text, "| {} |", vec!["---"; line.len()].join(" | "));
        }
    }
    text
}

/// All papers with their games, each read when a page first asks for it.
#[derive(Default)]
struct Library(HashMap<&'static str, Stored>);

impl Library {
    fn paper(&mut self, name: &str) -> Result<&Stored, CommandError> {
        let paper = Paper::from_str(name, false)?;
        if !self.0.contains_key(paper.title()) {
            self.0.insert(paper.title(), Stored::of(paper)?);
        }
        Ok(&self.0[paper.title()])
    }

    /// The numbers of rows with each verdict, by paper and reading.
    fn summary(&mut self) -> Result<String, CommandError> {
        const KINDS: [(Kind, &str); 6] = [
            (Kind::Agrees, "agree"),
            (Kind::Differs, "differ"),
            (Kind::TooFewOfOurs, "too few games of ours"),
            (Kind::TooFewOfThePaper, "of the paper"),
            (Kind::NotPlayed, "not played"),
            (Kind::NoNumber, "no number"),
        ];
        let mut header = table::header(["paper", "reading", "rows"]);
        header.extend(KINDS.iter().map(|(_, name)| (*name).to_owned()));
        let mut lines = vec![header];
        for paper in PLAYED {
            let stored = self.paper(&paper.name())?;
            let mut readings: Vec<(&str, Vec<Kind>)> = Vec::new();
            for judged in stored.judged().iter().filter(|judged| judged.table.name != "readings") {
                let kinds = judged.rows.iter().map(|row| row.judged.verdict.kind());
                match readings.iter_mut().find(|(reading, _)| *reading == judged.reading) {
                    Some((_, known)) => known.extend(kinds),
                    None => readings.push((judged.reading, kinds.collect())),
                }
            }
            for (reading, kinds) in readings {
                let title = paper.title().to_owned();
                let mut line = vec![title, reading.to_owned(), kinds.len().to_string()];
                line.extend(KINDS.iter().map(|(kind, _)| {
                    match kinds.iter().filter(|known| *known == kind).count() {
                        0 => String::new(),
                        count => count.to_string(),
                    }
                }));
                lines.push(line);
            }
        }
        Ok(compact(&lines))
    }

    /// How the rule does on the tables of all papers.
    fn trials(&mut self) -> Result<String, CommandError> {
        let random = self.random()?;
        let mut text = String::new();
        for paper in PLAYED {
            let Stored { comparison, claims, .. } = self.paper(&paper.name())?;
            let trials = wrong::try_rule(comparison, claims, paper.tables(), &random);
            let lines: Vec<Vec<String>> = wrong::markdown(&trials).lines().map(cells).collect();
            let _ = write!(text, "{}:\n\n{}\n", paper.title(), compact(&lines));
        }
        Ok(text.trim_end().to_owned() + "\n")
    }

    /// Games of the random player.
    fn random(&mut self) -> Result<Vec<GameRecord>, CommandError> {
        let kumar = self.paper("kumar")?;
        let random = kumar.comparison.played().find(|(claim, _)| claim.label == "Random");
        Ok(random.map(|(_, games)| games.to_vec()).unwrap_or_default())
    }

    fn part(&mut self, what: &str) -> Result<String, CommandError> {
        match what.split_once(' ') {
            None if what == "all" => self.summary(),
            None if what == "trials" => self.trials(),
            None => self.paper(what)?.list(),
            Some((paper, "tables")) => Ok(self.paper(paper)?.tables()),
            Some(_) => Err(format!("nothing to reproduce is called {what:?}").into()),
        }
    }

    fn quote(&mut self, what: &str) -> Result<String, CommandError> {
        let parts: Vec<&str> = what.split("::").map(str::trim).collect();
        let [paper, row, figure] = parts[..] else {
            return Err(format!("{what:?} is not PAPER :: ROW :: FIGURE").into());
        };
        Ok(self.paper(paper)?.figure(row, figure)?)
    }

    /// A page with what it quotes filled in.
    fn filled(&mut self, page: &str) -> Result<String, CommandError> {
        let page = replace(page, "<!-- reproduce ", " -->", "<!-- end -->", |what| {
            Ok(format!("\n\n{}\n", self.part(what)?))
        })?;
        replace(&page, "<!--= ", " -->", "<!--/-->", |what| self.quote(what))
    }
}

/// Replaces what stands between each mark and its end.
fn replace(
    page: &str,
    begin: &str,
    open: &str,
    end: &str,
    mut by: impl FnMut(&str) -> Result<String, CommandError>,
) -> Result<String, CommandError> {
    let (mut now, mut rest) = (String::new(), page);
    while let Some((before, after)) = rest.split_once(begin) {
        let unclosed = || format!("{begin}{} has no end", after.lines().next().unwrap_or_default());
        let (what, after) = after.split_once(open).ok_or_else(unclosed)?;
        let (_, after) = after.split_once(end).ok_or_else(unclosed)?;
        let _ = write!(now, "{before}{begin}{what}{open}{}{end}", by(what)?);
        rest = after;
    }
    Ok(now + rest)
}

/// Fills in all pages, and names those that change.
pub fn write() -> Result<String, CommandError> {
    let mut library = Library::default();
    let mut text = String::new();
    for page in PAGES {
        let path = repository().join(page);
        let known = read(&path)?;
        let now = library.filled(&known)?;
        if now != known {
            std::fs::write(&path, now)
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
            say!(text, "{page}");
        }
    }
    Ok(text)
}

fn read(path: &Path) -> Result<String, CommandError> {
    let text = std::fs::read_to_string(path);
    Ok(text.map_err(|error| format!("cannot read {}: {error}", path.display()))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page of the simulations of the rule, which take some seconds.
    const TRIALS: &str = "data/papers/tables/trials.md";

    fn check(pages: impl Iterator<Item = &'static str>) {
        let mut library = Library::default();
        for page in pages {
            let text = read(&repository().join(page)).expect(page);
            let now = library.filled(&text).unwrap_or_else(|error| panic!("{page}: {error:?}"));
            for (line, now) in text.lines().zip(now.lines()) {
                assert_eq!(line, now, "{page}: run `cargo lab reproduce --write`");
            }
            assert_eq!(text, now, "{page}: run `cargo lab reproduce --write`");
        }
    }

    #[test]
    fn pages_quote_what_the_games_say() {
        check(PAGES.into_iter().filter(|page| *page != TRIALS));
    }

    #[test]
    #[ignore = "takes seconds"]
    fn trials_are_those_of_the_rule() {
        check([TRIALS].into_iter());
    }

    /// Right players differ in 5% of tables at most (and 2 standard errors of 1000 simulations), and
    /// wrong ones agree in 20% of rows at most. The test above keeps the figures those of today.
    #[test]
    fn the_rule_tells_wrong_players_from_right_ones() {
        let text = read(&repository().join(TRIALS)).expect("the page");
        let (_, trials) = text.split_once("<!-- reproduce trials -->").expect("the trials");
        let (trials, _) = trials.split_once("<!-- end -->").expect("an end");
        let lines = trials.lines().filter(|line| line.contains('%')).map(cells);
        let percent = |cell: &str| cell.split('%').next().and_then(|text| text.parse::<u32>().ok());
        let mut rows = 0;
        for line in lines {
            assert!(percent(&line[2]).is_some_and(|differs| differs <= 6), "{line:?}");
            assert!(percent(&line[4]).is_none_or(|agrees| agrees <= 20), "{line:?}");
            rows += 1;
        }
        assert!(rows > 30, "{rows} tables");
    }

    /// A result in a sentence is filled in: one that was typed would not change with the games.
    #[test]
    fn no_result_is_typed() {
        for page in PAGES.iter().filter(|page| page.starts_with("docs/")) {
            let text = read(&repository().join(page)).expect(page);
            let mut rest =
                replace(&text, "<!--= ", " -->", "<!--/-->", |_| Ok(String::new())).expect(page);
            while let Some((before, after)) = rest.split_once("<!-- reproduce ") {
                rest = format!("{before}{}", after.split_once("<!-- end -->").expect(page).1);
            }
            // The marks name the figure.
            let typed = rest.lines().find(|line| line.replace(":: ± -->", "").contains('±'));
            assert_eq!(typed, None, "{page}: fill it in, <!--= PAPER :: ROW :: ± -->");
        }
    }

    #[test]
    fn figures_in_sentences_are_filled_in() {
        let text = "averages <!--= kumar :: Random :: mean -->1<!--/--> points";
        let filled = replace(text, "<!--= ", " -->", "<!--/-->", |what| Ok(what.to_uppercase()));
        let expected =
            "averages <!--= kumar :: Random :: mean -->KUMAR :: RANDOM :: MEAN<!--/--> points";
        assert_eq!(filled.expect("closed"), expected);
        assert!(
            replace("<!--= a -->", "<!--= ", " -->", "<!--/-->", |_| Ok(String::new())).is_err()
        );
        assert_eq!(thousands(1_234_567.4), "1,234,567");
        assert_eq!(thousands(-123.0), "-123");
    }
}
