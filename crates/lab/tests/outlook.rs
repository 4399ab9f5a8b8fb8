//! The subcommand `outlook`: its table and its errors.

use crate::command::{error_of, output_of};

#[test]
fn each_player_has_a_line_for_each_sum_its_games_reached() {
    let from = ["outlook", "--from", "16 8 / . . / . . / . .", "--step", "100", "--games", "2"];
    let error = error_of(&[&from[..], &["greedy"]].concat());
    assert!(error.contains("4x4"), "{error}");
    let from = ["outlook", "--from", "16 8 4 2/. . . ./. . . ./. . . .", "--games", "2"];
    let table = output_of(&[&from[..], &["--step", "50", "greedy", "expectimax:ply=1"]].concat());
    let lines: Vec<Vec<&str>> =
        table.lines().map(|line| line.split('|').map(str::trim).collect()).collect();
    for player in ["greedy", "expectimax:ply=1"] {
        let sums: Vec<&str> =
            lines.iter().filter(|cells| cells[1] == player).map(|cells| cells[2]).collect();
        assert!(sums.starts_with(&["30", "80"]), "{table}");
    }
}

#[test]
fn errors_name_the_accepted_values() {
    let from = |text| error_of(&["outlook", "--from", text, "greedy"]);
    assert!(from("16 8 4 3").starts_with("error: --from: "), "{}", from("16 8 4 3"));
    let position = "2 2 . ./. . . ./. . . ./. . . .";
    let error_of = |more: &[&str]| error_of(&[&["outlook", "--from", position], more].concat());
    assert!(error_of(&["nobody"]).contains("afterstate match --list"));
    assert!(error_of(&["greedy", "--step", "0"]).contains("--step"));
    assert!(error_of(&["greedy", "--games", "0"]).contains("--games"));
}
