//! Every table and figure of the four papers has a verdict: above the tables with our games, or in
//! docs/evidence/papers/verdicts.md.

use std::collections::BTreeMap;

const LIST: &str = include_str!("../../../docs/evidence/papers/verdicts.md");

/// The tables of the papers that print games, with a list of verdicts first.
const TABLES: [(&str, &str); 3] = [
    ("Kumar 2018", include_str!("../../../data/papers/tables/kumar.md")),
    ("Frolov 2016", include_str!("../../../data/papers/tables/frolov.md")),
    ("Cook 2023", include_str!("../../../data/papers/tables/cook.md")),
];

/// The tables, figures and algorithms that each paper numbers.
const NUMBERED: [(&str, &str, &[&str]); 8] = [
    (
        "Kumar 2018",
        "Figure",
        &["2.1", "2.2", "2.3", "2.4", "2.5", "5.1", "6.1", "6.2", "6.3", "6.4", "7.1"],
    ),
    ("Kumar 2018", "Table", &["2.1", "5.1", "5.2", "6.1", "6.2", "7.1", "7.2", "7.3", "7.4"]),
    ("Kumar 2018", "Theorem", &["2.1", "2.3"]),
    ("Frolov 2016", "Figure", &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"]),
    ("Frolov 2016", "Table", &["1", "2", "3"]),
    (
        "Cook 2023",
        "Figure",
        &[
            "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
            "17", "18", "19",
        ],
    ),
    ("Cook 2023", "Table", &["1", "2", "3", "4", "5"]),
    ("Cook 2023", "Algorithm", &["1"]),
];

const VERDICTS: [&str; 9] = [
    "reproduced",
    "as printed",
    "equations confirmed",
    "agree",
    "differ",
    "too few games",
    "not played",
    "no number",
    "cannot",
];

/// The part below a heading.
fn part(text: &'static str, heading: &str) -> &'static str {
    let from = text.find(&format!("\n## {heading}\n")).expect("the heading is there") + 1;
    text[from..].split("\n## ").next().unwrap_or_default()
}

/// The items of a paper, each with its verdict.
fn rows(paper: &str) -> Vec<(&'static str, &'static str)> {
    let games = TABLES.iter().filter(|(of, _)| *of == paper);
    let games = games.map(|(_, text)| part(text, "Verdicts by table"));
    let lines = games.chain([part(LIST, paper)]).flat_map(str::lines);
    let table = lines.filter(|line| line.starts_with("| "));
    let cells = table.map(|line| line.split('|').map(str::trim));
    cells
        .map(|mut cells| (cells.nth(1).expect("an item"), cells.next().expect("a verdict")))
        .filter(|(item, _)| *item != "item" && !item.starts_with("--"))
        .collect()
}

/// The numbers in an item such as "Figures 5.1, 6.4 and 7.1: scores", by the kind of thing.
fn numbers(item: &str) -> Option<(&str, Vec<&str>)> {
    let named = item.split(':').next()?;
    let (kind, rest) = named.split_once(' ')?;
    let is_number = |word: &&str| word.starts_with(|first: char| first.is_ascii_digit());
    Some((kind.trim_end_matches('s'), rest.split([' ', ',']).filter(is_number).collect()))
}

#[test]
fn every_table_and_figure_has_a_verdict() {
    for (paper, kind, expected) in NUMBERED {
        let mut found: BTreeMap<&str, usize> = BTreeMap::new();
        for (item, verdict) in rows(paper) {
            assert!(
                VERDICTS.iter().any(|known| verdict.contains(known)),
                "{paper}, {item}: {verdict:?} is none of {VERDICTS:?}"
            );
            if let Some((_, listed)) = numbers(item).filter(|(listed, _)| *listed == kind) {
                listed.into_iter().for_each(|number| *found.entry(number).or_default() += 1);
            }
        }
        let missing: Vec<_> =
            expected.iter().filter(|number| !found.contains_key(*number)).collect();
        assert!(missing.is_empty(), "{paper}: no verdict on {kind} {missing:?}");
        let unknown: Vec<_> = found.keys().filter(|number| !expected.contains(number)).collect();
        assert!(unknown.is_empty(), "{paper} has no {kind} {unknown:?}");
    }
}

/// Only `reproduce` gives verdicts on figures; by hand an item is reproduced, as its tests show, or
/// cannot be compared.
#[test]
fn verdicts_by_hand_are_not_on_figures() {
    let (_, parts) = LIST.split_once("\n## ").expect("the parts");
    let mut by_hand = parts.to_owned();
    while let Some((before, after)) = by_hand.split_once("<!-- reproduce ") {
        let (_, after) = after.split_once("<!-- end -->").expect("an end");
        by_hand = format!("{before}{after}");
    }
    let tables = by_hand.split("\n\n").filter(|part| part.contains("| verdict |"));
    let rows = tables.flat_map(str::lines).filter(|line| line.starts_with("| "));
    let verdicts: Vec<&str> = rows.filter_map(|row| row.split('|').map(str::trim).nth(2)).collect();
    assert!(verdicts.len() > 30, "the rows were found");
    for verdict in verdicts {
        assert!(["verdict", "---", "reproduced", "cannot"].contains(&verdict), "{verdict}");
    }
}

/// An item may stand in several rows, but a row that forgets its verdict does not count.
#[test]
fn items_are_read_as_they_are_written() {
    assert_eq!(
        numbers("Figures 5.1, 6.4 and 7.1: scores"),
        Some(("Figure", vec!["5.1", "6.4", "7.1"]))
    );
    assert_eq!(numbers("Table 2"), Some(("Table", vec!["2"])));
    assert_eq!(numbers("7.1: the 2x2 game").map(|(kind, _)| kind), None);
}
