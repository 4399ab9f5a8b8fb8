//! The subcommand `tree`.

use crate::command::{error_of, first_line_of, output_of};

#[test]
fn cook_c5_is_the_printed_tree() {
    let position = "16 2 8 2 / 32 4 16 64 / 2 64 512 2 / 2048 1024 8 2";
    let tree = output_of(&["tree", position, "cook-monotonic:depth=4"]);
    let printed = include_str!("../../papers/tests/data/cook-c5-tree.txt");
    let nodes: Vec<&str> = printed.lines().filter(|line| !line.starts_with("# ")).collect();
    assert_eq!(nodes.len(), 19);
    assert_eq!(tree.lines().map(str::trim).collect::<Vec<_>>(), nodes);
}

/// On a symmetric board the moves of a pair are equal to the last digit.
#[test]
fn moves_of_a_pair_are_equal() {
    let tree =
        output_of(&["tree", "2 4 . . / . . . . / . . . . / . . 4 2", "cook-monotonic:depth=2"]);
    let moves = tree.lines().filter(|line| line.starts_with(" #"));
    let values: Vec<&str> = moves.filter_map(|line| line.rsplit('#').next()).collect();
    assert_eq!(values.len(), 4);
    assert_eq!((values[0], values[2]), (values[1], values[3]), "{tree}");
}

#[test]
fn cook_depth_probe() {
    let position = ". . . . / 2 . . . / . . . 2 / . . . .";
    let probed = output_of(&["tree", "-d", position, "--seconds", "0.000001"]);
    let lines: Vec<&str> = probed.lines().collect();
    assert!(lines[0].starts_with("free_cells,depth,d,f,h,cells,layer_1,layer_2,"), "{probed}");
    // The depth reached depends on the machine; the first layers take no time.
    let fields: Vec<&str> = lines[1].split(',').collect();
    assert_eq!(
        (fields[0], &fields[2..8]),
        ("14", &["7", "6", "7", "6", "4", "112"][..]),
        "{probed}"
    );
    assert!(error_of(&["tree", "-d", position, "cook-sum"]).contains("cannot be used with"));
}

#[test]
fn closing_the_output_early_is_not_an_error() {
    let first = first_line_of(&["tree", "2 4 8 / 2 . . / . . 4", "cook-sum:depth=4"]);
    assert!(first.starts_with("#2#4#8#2#0#0#0#0#4#"), "{first}");
}
