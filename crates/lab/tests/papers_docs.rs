//! The tables in the pages on the papers, and those in `reproduced/`, are what `cargo lab reproduce` prints of the
//! stored games.
//!
//! `UPDATE_DOCS=1 cargo test --package afterstate-lab --test papers_docs` writes them, between the lines
//! `<!-- reproduce PAPER -->` and `<!-- end -->`.

mod command;

use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use command::{TestFolder, output_of};

/// A paper whose tables are reproduced.
struct Paper {
    /// Its name on the command line, and in the pages.
    name: &'static str,
    title: &'static str,
    /// The files with its games.
    files: &'static [&'static str],
    /// Its tables whose figures need no games.
    exact: &'static [&'static str],
    /// What `reproduce` prints of its stored games.
    printed: OnceLock<String>,
}

const fn paper(
    name: &'static str,
    title: &'static str,
    files: &'static [&'static str],
    exact: &'static [&'static str],
) -> Paper {
    Paper { name, title, files, exact, printed: OnceLock::new() }
}

static PAPERS: [Paper; 5] = [
    paper(
        "kumar",
        "Kumar",
        &["kumar-games", "kumar-listing-games"],
        &["examples", "2.1", "claims"],
    ),
    paper("frolov", "Frolov", &["frolov-games", "frolov-integer-games"], &["examples"]),
    paper("moskvil", "Moskvil", &["moskvil-games"], &["examples"]),
    paper("cook", "Cook", &["cook-games", "cook-rules-games"], &["examples"]),
    paper("background", "quoted programs", &["background-games", "moskvil-games"], &[]),
];

fn paper_named(name: &str) -> &'static Paper {
    PAPERS.iter().find(|paper| paper.name == name).expect("a paper")
}

/// What `reproduce` prints of a paper's stored games.
fn printed(paper: &'static Paper) -> &'static str {
    paper.printed.get_or_init(|| print_stored(paper))
}

fn print_stored(Paper { name, files, .. }: &Paper) -> String {
    let folder = TestFolder::new(&format!("papers-docs-{name}"));
    let games = folder.file("games.csv");
    let seeds = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/papers");
    let mut text = "strategy,rows,cols,seed,score,largest_tile,moves,seconds\n".to_owned();
    for file in *files {
        let path = seeds.join(format!("{file}.csv.gz"));
        let unpacked = Command::new("gzip").arg("-dc").arg(&path).output().expect("gzip");
        assert!(unpacked.status.success(), "{}", path.display());
        let unpacked = String::from_utf8(unpacked.stdout).expect("text");
        text.extend(
            unpacked.lines().filter(|line| line.starts_with('"')).map(|l| format!("{l}\n")),
        );
    }
    std::fs::write(&games, text).expect("written");
    output_of(&["reproduce", name, "--csv", &games, "--stored"])
}

/// The cells of a line of a table.
fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}

/// The tables that have a verdict, each after its title, without the spaces that align them.
fn tables(printed: &str) -> Vec<(String, Vec<Vec<&str>>)> {
    let blocks: Vec<&str> = printed.split("\n\n").map(str::trim).collect();
    let mut tables = Vec::new();
    for (place, block) in blocks.iter().enumerate().filter(|(_, block)| block.starts_with('|')) {
        let lines: Vec<Vec<&str>> = block.lines().map(cells).collect();
        if lines[0].last() == Some(&"verdict") {
            let title = place.checked_sub(1).map_or("", |before| blocks[before]);
            let title = if title.starts_with('|') { "" } else { title };
            tables.push((title.to_owned(), lines));
        }
    }
    tables
}

/// A table in Markdown.
fn markdown(lines: &[Vec<&str>]) -> String {
    let mut text = String::new();
    for line in lines {
        let rule = line.iter().all(|cell| cell.trim_matches(['-', ':']).is_empty());
        let cells: Vec<&str> = match rule && line.iter().any(|cell| !cell.is_empty()) {
            true => line.iter().map(|c| if c.ends_with(':') { "---:" } else { "---" }).collect(),
            false => line.clone(),
        };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text
}

/// Every table of figures with its title.
fn all_tables(paper: &str) -> String {
    let tables = tables(printed(paper_named(paper)));
    let texts = tables.iter().map(|(title, lines)| match title.is_empty() {
        true => markdown(lines),
        false => format!("{title}\n\n{}", markdown(lines)),
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// The verdict on a table, on a player in it, or on figures that need no games.
struct Verdict {
    item: String,
    verdict: String,
    games: String,
    figures: String,
}

/// The name of a table in the pages, by its name on the command line.
fn title_of(table: &str) -> String {
    match table.strip_prefix("figure-") {
        Some(number) => format!("Figure {number}"),
        None if table.starts_with(|first: char| first.is_ascii_digit()) => format!("Table {table}"),
        None => table.to_owned(),
    }
}

/// The verdict in a line of a table with this header, if it has one on a whole table.
fn verdict_in(header: &[&str], line: &[&str]) -> Option<Verdict> {
    let (item, games, figures) = match (header[0], line) {
        ("table", [table, reading, outside, chance, rows, games, _]) => {
            let table = title_of(table.strip_prefix("rules-").unwrap_or(table));
            let figures =
                format!("{outside} outside, by chance {chance}; {rows} rows have the games needed");
            (format!("{table}: {reading}"), *games, figures)
        }
        ("item", [item, figures, same, slips, _]) => {
            let slips = if *slips == "0" { String::new() } else { format!(", {slips} slips") };
            ((*item).to_owned(), "–", format!("{same} of {figures} as printed{slips}"))
        }
        ("statement", [statement, printed, ours, _]) => {
            ((*statement).to_owned(), "–", format!("{printed}; we get {ours}"))
        }
        (_, [label, games, mean, interval, limit, ..]) if header[3] == "± 95%" => {
            let figures = format!(
                "mean score {mean} ± {interval} above the snake's, disagrees beyond ±{limit}"
            );
            (format!("Figure 10: {label}"), *games, figures)
        }
        _ => return None,
    };
    let verdict = (*line.last()?).to_owned();
    Some(Verdict { item, verdict, games: games.to_owned(), figures })
}

fn verdicts_in(printed: &str) -> Vec<Verdict> {
    let tables = tables(printed);
    let lines =
        tables.iter().flat_map(|(_, lines)| lines[2..].iter().map(|line| (&lines[0], line)));
    lines.filter_map(|(header, line)| verdict_in(header, line)).collect()
}

/// The verdicts that `reproduce` prints for a paper.
fn verdicts(paper: &'static Paper) -> Vec<Verdict> {
    let exact = paper.exact.iter();
    let exact = exact.flat_map(|table| verdicts_in(&output_of(&["reproduce", paper.name, table])));
    exact.chain(verdicts_in(printed(paper))).collect()
}

/// The verdicts of a paper, a row each.
fn list(paper: &str) -> String {
    let mut text = "| item | verdict | games | figures |\n| --- | --- | ---: | --- |\n".to_owned();
    for Verdict { item, verdict, games, figures } in verdicts(paper_named(paper)) {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "| {item} | {verdict} | {games} | {figures} |");
    }
    text
}

/// The tables of every paper by their verdicts, and those of a reading together.
fn summary(_: &str) -> String {
    const KINDS: [&str; 3] = ["agrees", "too few games", "disagrees"];
    let mut text = format!("| paper | {} |\n| --- | --- | --- | --- |\n", KINDS.join(" | "));
    for paper in PAPERS.iter().filter(|paper| paper.name != "moskvil") {
        let verdicts = verdicts_in(printed(paper));
        let of_kind = |kind| {
            let items = verdicts.iter().filter(|v| v.verdict == kind);
            let items = items.filter_map(|v| v.item.split_once(": "));
            let mut readings: Vec<(&str, Vec<&str>)> = Vec::new();
            for (table, reading) in items.filter(|(table, _)| *table != "readings") {
                match readings.iter_mut().find(|(known, _)| *known == reading) {
                    Some((_, tables)) => tables.push(table),
                    None => readings.push((reading, vec![table])),
                }
            }
            let cell = readings.into_iter().map(|(reading, tables)| match &tables[..] {
                ["claims"] => reading.to_owned(),
                [table] => format!("{reading}: {table}"),
                _ => {
                    let names = tables.join(", ").replace("Table ", "");
                    format!("{reading}: Tables {names}")
                }
            });
            let cell: Vec<String> = cell.collect();
            if cell.is_empty() { "–".to_owned() } else { cell.join("; ") }
        };
        let _ = writeln!(text, "| {} | {} |", paper.title, KINDS.map(of_kind).join(" | "));
    }
    text
}

fn read_page(page: &str) -> (PathBuf, String) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(page);
    let text = std::fs::read_to_string(&path).expect("the page");
    (path, text)
}

/// The lines of the table below a heading of a page, without its header.
fn table_below<'a>(text: &'a str, heading: &str) -> Vec<Vec<&'a str>> {
    let (_, section) = text.split_once(&format!("\n## {heading}")).expect("the heading");
    let section = section.split("\n## ").next().unwrap_or_default();
    section.lines().filter(|line| line.starts_with('|')).skip(2).map(cells).collect()
}

/// Compares the parts of a page between marks with what they should be, or writes them.
fn check(page: &str, part: impl Fn(&str) -> String) {
    let (path, text) = read_page(page);
    let (mut now, mut rest, mut parts) = (String::new(), text.as_str(), 0);
    while let Some((before, after)) = rest.split_once("<!-- reproduce ") {
        let (paper, after) = after.split_once(" -->\n").expect("a paper");
        let (_, after) = after.split_once("<!-- end -->").expect("an end");
        let _ = write!(now, "{before}<!-- reproduce {paper} -->\n\n{}\n<!-- end -->", part(paper));
        (rest, parts) = (after, parts + 1);
    }
    now.push_str(rest);
    assert!(parts > 0, "{page} has no table");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, now).expect("written");
    } else {
        assert!(
            now == text,
            "{page}: run UPDATE_DOCS=1 cargo test --package afterstate-lab --test papers_docs"
        );
    }
}

#[test]
fn overview() {
    check("docs/evidence/papers/README.md", summary);
}

#[test]
fn items() {
    check("docs/log/papers-verdicts.md", list);
}

/// The table of changed verdicts names items of the list, with the verdicts and games of now.
#[test]
fn changed_verdicts_are_those_of_now() {
    let (_, text) = read_page("docs/log/papers-verdicts.md");
    let changed = table_below(&text, "Verdicts that changed");
    assert!(changed.len() > 10, "the table was found");
    for line in changed {
        let [title, item, before, now, games, _] = line[..] else { panic!("{line:?}") };
        let paper = PAPERS.iter().find(|paper| paper.title == title).expect("a paper");
        let verdict = verdicts(paper).into_iter().find(|verdict| verdict.item == item);
        let verdict = verdict.unwrap_or_else(|| panic!("{title} has no item {item:?}"));
        assert_eq!((now, games), (&verdict.verdict[..], &verdict.games[..]), "{title}, {item}");
        assert_ne!(before, now, "{title}, {item}");
    }
}

/// Kumar's page quotes the averages of the simple players, and whether the printed ones are in their
/// ranges.
#[test]
fn averages_of_kumars_simple_players() {
    let (_, page) = read_page("docs/evidence/papers/kumar.md");
    let tables = tables(printed(paper_named("kumar")));
    let rows = || tables.iter().flat_map(|(_, lines)| lines);
    let quoted = table_below(&page, "The simple players");
    assert_eq!(quoted.len(), 10);
    for line in quoted {
        let [player, _, printed, ours, in_range] = line[..] else { panic!("{line:?}") };
        let row =
            rows().find(|row| row[0] == player && row.len() > 5).expect("a row of the player");
        let plain = |text: &str| text.replace(',', "");
        let shown = format!("{} : {} [", plain(printed), plain(ours));
        assert!(row[2].starts_with(&shown), "{player}: {}", row[2]);
        assert_eq!(in_range == "yes", !row[2].ends_with('≠'), "{player}: {}", row[2]);
    }
}

#[test]
fn kumar() {
    check("crates/lab/tests/reproduced/kumar.md", all_tables);
}

#[test]
fn frolov() {
    check("crates/lab/tests/reproduced/frolov.md", all_tables);
}

#[test]
fn cook() {
    check("crates/lab/tests/reproduced/cook.md", all_tables);
}

#[test]
fn background() {
    check("crates/lab/tests/reproduced/background.md", all_tables);
}
