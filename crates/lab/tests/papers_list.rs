//! Every table and figure of the four papers has a verdict: above the tables with our games, or in
//! docs/evidence/papers/verdicts.md.

use std::collections::{BTreeMap, BTreeSet};

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
    let by_hand = part(LIST, paper);
    let games = TABLES.iter().filter(|(of, _)| *of == paper);
    let games = games.map(|(_, text)| part(text, "Verdicts by table"));
    let lines = games.chain([by_hand]).flat_map(str::lines);
    let table = lines.filter(|line| line.starts_with("| "));
    let cells = table.map(|line| line.split('|').map(str::trim));
    cells
        .map(|mut cells| (cells.nth(1).expect("an item"), cells.next().expect("a verdict")))
        .filter(|(item, _)| *item != "item" && !item.starts_with("--"))
        .chain(listed(by_hand))
        .collect()
}

/// The items of the lists of a part, each with its list's verdict: the word before them.
fn listed(part: &'static str) -> Vec<(&'static str, &'static str)> {
    let mut verdict = "none";
    let mut items = Vec::new();
    for line in part.lines() {
        match (line, line.strip_prefix("- ")) {
            ("Reproduced:", _) => verdict = "reproduced",
            ("Cannot be compared:", _) => verdict = "cannot",
            (_, Some(item)) => items.push((item, verdict)),
            _ => {}
        }
    }
    items
}

/// The numbers in an item such as "Figures 2 to 4, 6.4 and 7.1, scores: none", by the kind of thing.
fn numbers(item: &str) -> Option<(&str, Vec<String>)> {
    let named = item.split(':').next()?;
    let (kind, rest) = named.split_once(' ')?;
    let is_number = |word: &str| {
        word.starts_with(|first: char| first.is_ascii_digit())
            && word.chars().all(|char| char.is_ascii_digit() || char == '.')
    };
    let words: Vec<&str> = rest.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let mut numbers = Vec::new();
    for (at, word) in words.iter().enumerate().filter(|(_, word)| is_number(word)) {
        if at > 1 && words[at - 1] == "to" {
            numbers.extend(between(words[at - 2], word));
        }
        numbers.push((*word).to_owned());
    }
    Some((kind.trim_end_matches('s'), numbers))
}

/// The numbers between two, such as 2.2 and 2.3 between 2.1 and 2.4.
fn between(first: &str, last: &str) -> Vec<String> {
    let split = |number: &str| -> (String, u32) {
        let (chapter, own) = number.rsplit_once('.').map_or(("", number), |parts| parts);
        let chapter = if chapter.is_empty() { String::new() } else { format!("{chapter}.") };
        (chapter, own.parse().expect("a number"))
    };
    let ((chapter, from), (_, to)) = (split(first), split(last));
    (from + 1..to).map(|own| format!("{chapter}{own}")).collect()
}

#[test]
fn every_table_and_figure_has_a_verdict() {
    for (paper, kind, expected) in NUMBERED {
        let mut found: BTreeMap<String, usize> = BTreeMap::new();
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
            expected.iter().filter(|number| !found.contains_key(**number)).collect();
        assert!(missing.is_empty(), "{paper}: no verdict on {kind} {missing:?}");
        let unknown: Vec<_> =
            found.keys().filter(|number| !expected.contains(&number.as_str())).collect();
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
    assert!(!by_hand.contains("| verdict |"), "a table of verdicts by hand");
    let papers: BTreeSet<&str> = NUMBERED.iter().map(|(paper, ..)| *paper).collect();
    let items: Vec<_> = papers.into_iter().flat_map(|paper| listed(part(LIST, paper))).collect();
    assert!(items.len() > 25, "the items were found");
    for (item, verdict) in items {
        assert_ne!(verdict, "none", "{item} is in neither list");
    }
}

/// An item may stand in several rows, but a row that forgets its verdict does not count.
#[test]
fn items_are_read_as_they_are_written() {
    let numbers_of = |item| numbers(item).map(|(kind, numbers)| (kind, numbers.join(" ")));
    let figures = |numbers: &str| Some(("Figure", numbers.to_owned()));
    assert_eq!(numbers_of("Figures 5.1, 6.4 and 7.1: scores"), figures("5.1 6.4 7.1"));
    assert_eq!(numbers_of("Figures 2.1 to 2.3 (boards) and 6.1: none"), figures("2.1 2.2 2.3 6.1"));
    assert_eq!(numbers_of("Figures 8 to 10, 12: none"), figures("8 9 10 12"));
    assert_eq!(numbers_of("Figure 11, complexity (7.1, 7.2): 2"), figures("11"));
    assert_eq!(numbers_of("Table 2"), Some(("Table", "2".to_owned())));
    assert_eq!(numbers("7.1: the 2x2 game").map(|(kind, _)| kind), None);
}
