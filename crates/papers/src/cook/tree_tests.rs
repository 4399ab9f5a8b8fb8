//! The tree of C.5 is read, written and grown.

use super::*;
use crate::cook::expectimax::SINGLE_PRECISION_PROBABILITIES;
use crate::cook::heuristic::{Formula, Heuristic};
use crate::cook::scorer::Scorer;
use crate::cook::wrapper::{Fail, LostTest};

/// Cook 2023, C.5; our copy lacks the spaces.
const C5: &str = include_str!("../../tests/data/cook-c5-tree.txt");

struct Monotonic(LostTest);

impl Leaf<Grid> for Monotonic {
    fn value(&self, position: &Grid) -> f64 {
        let formula = Formula::new(Heuristic::Monotonic, position.rows(), position.cols());
        Scorer::of_grids(formula).value(position)
    }
    fn terminal_value(&self, value: f64) -> f64 {
        Fail::Setter(-1000.0).of(value)
    }
    fn is_lost(&self, position: &Grid) -> bool {
        self.0.is_lost(position)
    }
    fn has_terminal_value(&self) -> bool {
        true
    }
}

fn text() -> String {
    C5.lines()
        .filter(|line| line.starts_with('#') && !line.starts_with("# "))
        .map(|line| format!("{line}\n"))
        .collect()
}

fn kinds(node: &Node) -> String {
    let letter = match node.kind {
        NodeKind::Max => "M",
        NodeKind::Chance => "C",
        NodeKind::Leaf => "L",
    };
    if node.children.is_empty() {
        return letter.to_owned();
    }
    format!("{letter}({})", node.children.iter().map(kinds).collect::<String>())
}

#[test]
fn the_example_reads_without_its_spaces() {
    let tree = Node::from_text(&text(), 4, 4).unwrap();
    assert_eq!(kinds(&tree), "M(C(LM(C(LL)C(LL)))C(M(C(LL)C(LL))L))");
    assert_eq!(tree.count(), 19);
    assert_eq!((tree.heuristic, tree.derived), (4106.0, -482.779_979_265_928_43));
    // Written with spaces it reads the same, and without them it is the text again.
    let written = tree.to_text();
    assert_eq!(Node::from_text(&written, 4, 4).unwrap(), tree);
    let stripped: String = written.lines().map(|line| format!("{}\n", line.trim_start())).collect();
    assert_eq!(stripped, text());
}

#[test]
fn the_tree_of_c5_is_exact() {
    let printed = Node::from_text(&text(), 4, 4).unwrap();
    let growth = Growth { spawn_probabilities: SINGLE_PRECISION_PROBABILITIES, ..Growth::full(4) };
    let grown = grow(&printed.grid, &Monotonic(LostTest::Program), growth, 1000).unwrap();
    // All 19 nodes, 13 of them before a move: every heuristic and derived value, to the last bit.
    assert_eq!(grown, printed);
}

#[test]
fn the_tree_of_c5_by_the_rules_differs_below_one_move() {
    let printed = Node::from_text(&text(), 4, 4).unwrap();
    let grown = grow(&printed.grid, &Monotonic(LostTest::Rules), Growth::full(4), 1000).unwrap();
    assert_eq!(kinds(&grown), kinds(&printed));
    fn compare(grown: &Node, printed: &Node, differing: &mut Vec<String>) {
        assert_eq!(grown.grid, printed.grid);
        let far = |a: f64, b: f64| (a - b).abs() > 1e-3;
        if far(grown.heuristic, printed.heuristic) || far(grown.derived, printed.derived) {
            differing.push(grown.grid.to_string());
        }
        for (a, b) in grown.children.iter().zip(&printed.children) {
            compare(a, b, differing);
        }
    }
    let mut differing = Vec::new();
    compare(&grown, &printed, &mut differing);
    // The only merge of the first two is that of the first two tiles of the last column; the others
    // are their parents.
    let mut expected: Vec<String> = [
        "16 2 8 2 / 32 4 16 2 / 2 64 512 64 / 2048 1024 8 4",
        "16 2 8 4 / 32 4 16 4 / 2 64 512 64 / 2048 1024 8 4",
        "16 2 8 . / 32 4 16 2 / 2 64 512 64 / 2048 1024 8 4",
        "16 2 8 . / 32 4 16 4 / 2 64 512 64 / 2048 1024 8 4",
    ]
    .iter()
    .map(|text| text.parse::<Grid>().unwrap().to_string())
    .collect();
    expected.sort();
    differing.sort();
    assert_eq!(differing, expected);
}

#[test]
fn a_lost_position_is_a_leaf() {
    let grid: Grid = "2 4 / 8 2".parse().unwrap();
    assert_eq!(
        grow(&grid, &Monotonic(LostTest::Rules), Growth::full(3), 100).unwrap().kind,
        NodeKind::Leaf
    );
}

#[test]
fn errors_give_the_line() {
    let read = |text: &str| Node::from_text(text, 2, 2).unwrap_err().to_string();
    assert!(read("").contains("no node"));
    assert!(read("#2#4#0#8#14.0#15.5").starts_with("line 1: it does not end in M, C or L"));
    assert!(read("#2#4#0#14.0#15.5M").starts_with("line 1: the number of tiles"));
    assert!(read("#2#4#0#6#14.0#15.5M").starts_with("line 1: a tile is not 0 or a power of 2"));
    assert!(read("#2#4#0#8#14.0#xM").starts_with("line 1: a value is not a number"));
    assert!(
        read("#2#4#0#8#1.0#1.0M\n  #2#4#8#0#1.0#1.0C").starts_with("line 2: it is indented more")
    );
    assert!(read("#2#4#0#8#1.0#1.0M\n#2#2#2#2#1.0#1.0C").starts_with("line 2: no line before it"));
    assert!(
        read("#2#4#0#8#1.0#1.0L\n #2#4#8#0#1.0#1.0C").starts_with("line 2: its parent is a leaf")
    );
    assert!(read("#2#4#0#8#NaN#1.0M").starts_with("line 1: a value is not a number"));
    assert!(read("#2#4#0#8#1.0#1.0M\n #2#2#2#2#1.0#1.0C").starts_with("line 2: no move or new"));
    assert!(
        read("  #2#4#0#8#1.0#1.0M\n #2#4#8#0#1.0#1.0C").starts_with("line 2: it is indented less")
    );
    let grid: Grid = "2 . / . 2".parse().unwrap();
    assert_eq!(
        grow(&grid, &Monotonic(LostTest::Rules), Growth::full(9), 50),
        Err(TreeError::TooLarge { max_nodes: 50 })
    );
}

#[test]
fn the_size_of_the_board_is_found() {
    assert_eq!(Node::read(&text(), 100).unwrap(), Node::from_text(&text(), 4, 4).unwrap());
    for position in ["2 4 2 / 8 . 4", "2 8 / 4 . / 2 4", "2 . 4 4 / 8 . 2 16 / 2 4 . ."] {
        let grid: Grid = position.parse().unwrap();
        let tree = grow(&grid, &Monotonic(LostTest::Rules), Growth::full(2), 1000).unwrap();
        // Indented and with other line ends.
        let text: String = tree.to_text().lines().map(|line| format!("   {line}\r\n")).collect();
        assert_eq!(Node::read(&text, 1000).unwrap(), tree, "{position}");
        // With a byte order mark.
        assert_eq!(Node::read(&format!("\u{feff}{text}"), 1000).unwrap(), tree, "{position}");
    }
}

#[test]
fn errors_without_a_given_size_give_the_line() {
    let read = |text: &str| Node::read(text, 9).unwrap_err().to_string();
    assert!(read(" \n\n").contains("no node"));
    assert!(read("\nnonsense").starts_with("line 2: its tiles fill no board"));
    assert!(read("#2#4#8#16#2#1.0#1.0L").starts_with("line 1: its tiles fill no board"));
    assert!(read(&"#".repeat(100_000)).starts_with("line 1: its tiles fill no board"));
    assert!(read("#2#4#8#0#1.0#1.0M\n #2#4#0#8#1.0#1.0C\n #1").starts_with("line 3: it does not"));
    assert_eq!(Node::read(&text(), 18), Err(TreeError::TooLong { max_nodes: 18 }));
    // A tree that is too deep is refused before anything recurses into it.
    let mut deep = String::new();
    for level in 0..200 {
        let tiles = ["#0#2#4#8", "#2#0#4#8"][level % 2];
        deep += &format!("{}{tiles}#1.0#1.0M\n", " ".repeat(level));
    }
    assert!(Node::read(&deep, 1000).unwrap_err().to_string().contains("64 levels"));
}
