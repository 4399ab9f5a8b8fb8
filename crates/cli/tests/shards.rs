//! Runs in shards: `--shard`, `merge` and the progress as JSON lines. A run in 7 shards, one of
//! them killed, must give the same table as one run.

use std::fs;

use crate::command::shards::one_and_seven;
use crate::command::{self, TestFolder, error_of, output_of};

#[test]
fn match_in_seven_shards_has_the_same_games() {
    let players = ["match", "expectimax:nodes=60", "random", "--games", "16", "--seed", "5"];
    one_and_seven("match", &players, "markdown");
}

#[test]
fn strategies_in_seven_shards_have_the_same_games() {
    let games = ["match", "frolov-9:depth=1", "greedy", "--games", "16", "--end-at", "256"];
    one_and_seven("strategies", &games, "json");
}

#[test]
fn merge_finds_what_is_wrong() {
    let folder = TestFolder::new("shards-wrong");
    let play = |shard: &str, name: &str, games: &str| {
        let file = folder.file(name);
        let run = ["match", "random", "greedy", "--games", games];
        output_of(&[&run[..], &["--shard", shard, "--csv", &file]].concat());
        file
    };
    let files = [play("1/3", "a", "8"), play("2/3", "b", "8"), play("3/3", "c", "8")];
    let [a, b, c] = [&files[0][..], &files[1], &files[2]];
    let error = |files: &[&str]| error_of(&[&["merge"], files].concat());
    output_of(&["merge", a, b, c]);
    assert!(error(&[a, c]).contains("shard 2/3 is missing"));
    let twice = error(&[a, b, b, c]);
    assert!(twice.contains("has seed 1 of \"random\" twice\n"), "{twice}");
    // Only the last shard can lack the last game.
    let text = fs::read_to_string(c).expect("the games");
    let cut: Vec<&str> =
        text.lines().filter(|line| !line.starts_with("\"greedy\",4,4,5,")).collect();
    fs::write(c, cut.join("\n") + "\n").expect("written");
    let lacks = error(&[a, b, c]);
    assert!(lacks.contains("(shard 3/3) lacks 1 of 2 games of \"greedy\": seed 5"), "{lacks}");
    // More games than fit in memory.
    let games = "\"random\",4,4: 8 from seed 0";
    assert!(text.contains(games), "{text}");
    fs::write(c, text.replace(games, "\"random\",4,4: 18446744073709551615 from seed 0"))
        .expect("written");
    let lacks = error(&[c]);
    let many =
        "lacks 6148914691236517203 of 6148914691236517205 games of \"random\": seeds 8, 11, ";
    assert!(lacks.contains(many), "{lacks}");
    // Half a line is not a game, a damaged one is an error.
    fs::write(c, &text[..text.len() - 5]).expect("written");
    assert!(error(&[a, b, c]).contains("lacks 1 of 2 games"));
    fs::write(c, text.clone() + "\"greedy\",4,4,7,1\n").expect("written");
    assert!(error(&[a, b, c]).contains("is not a game"));
    // The same game with another result, in a file of its own.
    let foreign = text.replace("# shard 3/3", "# shard 2/3");
    fs::write(c, &foreign).expect("written");
    let foreign = error(&[a, b, c]);
    assert!(foreign.contains("outside shard 2/3: seeds 2, 5"), "{foreign}");
    assert!(foreign.contains("shard 3/3 is missing"), "{foreign}");
    let another = play("1/3", "d", "9");
    fs::write(c, &text).expect("written");
    let two = error(&[&another, b, c]);
    assert!(two.contains("shard 1/3 is missing") && two.contains("shard 2/3 is missing"), "{two}");
    let other = folder.file("other");
    output_of(&["match", "random", "always-up", "--games", "1", "--csv", &other]);
    let error = error_of(&["merge", a, &other]);
    assert!(error.contains("different runs") && error.contains("# player always-up"), "{error}");
    let exists = error_of(&["merge", a, b, c, "--output", a]);
    assert!(exists.contains("exists already"), "{exists}");
    assert!(error_of(&["merge", &folder.file("absent")]).contains("absent"));
    fs::write(&other, "my notes\n").expect("written");
    assert!(error_of(&["merge", &other]).contains("is not a file of games"));
}

#[test]
fn shards_need_a_file_and_keep_to_theirs() {
    let folder = TestFolder::new("shards-file");
    let file = folder.file("games.csv");
    assert!(error_of(&["match", "random", "--shard", "1/2"]).contains("--shard needs --csv"));
    assert!(error_of(&["match", "random", "--shard", "3/2"]).contains("I from 1 to N"));
    let run = ["match", "random", "--games", "4", "--csv", &file];
    output_of(&[&run[..], &["--shard", "1/2"]].concat());
    for other in [&["--shard", "2/2"][..], &[], &["--shard", "1/2", "--end-at", "64"]] {
        let error = error_of(&[&run[..], other].concat());
        assert!(error.contains("is of another run") && error.contains("same players"), "{error}");
    }
    // More shards than games: the last ones are empty.
    let empty = folder.file("empty.csv");
    output_of(&["match", "random", "--games", "4", "--shard", "7/7", "--csv", &empty]);
    assert!(!fs::read_to_string(&empty).expect("a header").contains("\n\""));
}

#[test]
fn progress_is_json_for_a_scheduler() {
    let folder = TestFolder::new("shards-progress");
    let file = folder.file("games.csv");
    let run = |games: &str| {
        let arguments = ["match", "random", "--games", games, "--csv", &file, "--progress", "json"];
        let output = command::run(&arguments);
        let text = String::from_utf8(output.stderr).expect("text");
        let lines = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        lines.collect::<Vec<serde_json::Value>>()
    };
    let lines = run("3");
    let (first, last) = (&lines[0], &lines[lines.len() - 1]);
    assert_eq!((first["done"].as_u64(), first["games"].as_u64()), (Some(0), Some(3)));
    assert_eq!((last["done"].as_u64(), last["games"].as_u64()), (Some(3), Some(3)));
    assert!(last["name"] == "match" && last["shard"].is_null() && last["seconds"].is_number());
    let resumed = run("5");
    assert_eq!(resumed[0]["done"].as_u64(), Some(3), "saved games count: {resumed:?}");
}
