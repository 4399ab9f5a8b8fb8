//! The tables in the pages on the papers are what `afterstate reproduce` prints of the stored games.
//!
//! `UPDATE_DOCS=1 cargo test --package afterstate-cli --test papers_docs` writes them into the pages, between the lines
//! `<!-- reproduce PAPER -->` and `<!-- end -->`.

mod command;

use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use command::{TestFolder, output_of};

/// The files with the games of each paper.
const FILES: [(&str, &[&str]); 4] = [
    ("kumar", &["kumar-games"]),
    ("frolov", &["frolov-games", "frolov-integer-games"]),
    ("cook", &["cook-games", "cook-rules-games"]),
    ("background", &["background-games", "moskvil-games"]),
];

/// What `reproduce` prints of a paper's stored games.
fn printed(paper: &str) -> String {
    let (_, files) = FILES.iter().find(|(name, _)| *name == paper).expect("a paper");
    // The tests may share a process, but not a file.
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    let folder = TestFolder::new(&format!("papers-docs-{}", RUNS.fetch_add(1, Relaxed)));
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
    output_of(&["reproduce", paper, "--csv", &games, "--stored"])
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
    let printed = printed(paper);
    let tables = tables(&printed);
    let texts = tables.iter().map(|(title, lines)| match title.is_empty() {
        true => markdown(lines),
        false => format!("{title}\n\n{}", markdown(lines)),
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// The verdict on a table or on a player in it.
struct Verdict {
    item: String,
    verdict: String,
    games: String,
    figures: String,
}

/// The verdicts that `reproduce` prints for a paper.
fn verdicts(paper: &str) -> Vec<Verdict> {
    let printed = printed(paper);
    let mut verdicts = Vec::new();
    for (_, lines) in tables(&printed) {
        for line in &lines[2..] {
            let (item, verdict, games, figures) = match (lines[0][0], &line[..]) {
                ("table", [table, reading, outside, chance, rows, games, verdict]) => {
                    let numbered = table.starts_with(|c: char| c.is_ascii_digit());
                    let item = match table.strip_prefix("rules-") {
                        Some(table) => format!("Table {table}: {reading}"),
                        None if numbered => format!("Table {table}: {reading}"),
                        None => format!("{table}: {reading}"),
                    };
                    let figures = format!(
                        "{outside} outside, by chance {chance}; {rows} rows have the games needed"
                    );
                    (item, verdict, games, figures)
                }
                (_, [label, games, mean, interval, _, verdict]) if lines[0][3] == "± 95%" => {
                    let figures = format!("mean score {mean} ± {interval} above the snake's");
                    (format!("Figure 10: {label}"), verdict, games, figures)
                }
                _ => continue,
            };
            let (verdict, games) = ((*verdict).to_owned(), (*games).to_owned());
            verdicts.push(Verdict { item, verdict, games, figures });
        }
    }
    verdicts
}

/// The verdicts of a paper, a row each.
fn list(paper: &str) -> String {
    let mut text = "| item | verdict | games | figures |\n| --- | --- | ---: | --- |\n".to_owned();
    for Verdict { item, verdict, games, figures } in verdicts(paper) {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "| {item} | {verdict} | {games} | {figures} |");
    }
    text
}

/// The items of every paper by their verdicts.
fn summary(_: &str) -> String {
    const KINDS: [&str; 3] = ["agrees", "too few games", "disagrees"];
    let mut text = format!("| paper | {} |\n| --- | --- | --- | --- |\n", KINDS.join(" | "));
    for (paper, title) in [
        ("kumar", "Kumar"),
        ("frolov", "Frolov"),
        ("cook", "Cook"),
        ("background", "quoted programs"),
    ] {
        let verdicts = verdicts(paper);
        let of_kind = |kind| {
            let items =
                verdicts.iter().filter(|v| v.verdict == kind && !v.item.starts_with("readings"));
            let items: Vec<&str> = items.map(|v| v.item.trim_start_matches("claims: ")).collect();
            if items.is_empty() { "–".to_owned() } else { items.join("; ") }
        };
        let _ = writeln!(text, "| {title} | {} |", KINDS.map(of_kind).join(" | "));
    }
    text
}

/// Compares the parts of a page between marks with what they should be, or writes them.
fn check(page: &str, part: impl Fn(&str) -> String) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page);
    let text = std::fs::read_to_string(&path).expect("the page");
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
            "{page}: run UPDATE_DOCS=1 cargo test --package afterstate-cli --test papers_docs"
        );
    }
}

#[test]
fn overview() {
    check("evidence/papers/README.md", summary);
}

#[test]
fn items() {
    check("log/papers-verdicts.md", list);
}

#[test]
fn kumar() {
    check("log/papers-kumar.md", all_tables);
}

#[test]
fn frolov() {
    check("log/papers-frolov.md", all_tables);
}

#[test]
fn cook() {
    check("log/papers-cook.md", all_tables);
}

#[test]
fn background() {
    check("log/papers-background.md", all_tables);
}
