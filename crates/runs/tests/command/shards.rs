//! A run in shards: the same games and tables as one run.

use std::fs;
use std::process::{Command, Stdio};

use super::{TestFolder, output_of};

/// The games of a file without their seconds, sorted.
fn games(file: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(file).expect("the games");
    let lines = text.lines().filter(|line| line.starts_with('"'));
    let seconds = |field: &String| field.contains('.') && field.parse::<f64>().is_ok();
    let mut games: Vec<Vec<String>> = lines
        .map(|line| line.split(',').map(str::to_owned).filter(|field| !seconds(field)).collect())
        .collect();
    games.sort();
    games
}

/// Copies the seconds of the games in `from` into the games of `to`.
fn copy_seconds(from: &str, to: &str) {
    // From the last field.
    let (seconds_at, seed_at) = (1, 5);
    let read = |file: &str| fs::read_to_string(file).expect("the games");
    let fields = |line: &str| line.rsplit(',').map(str::to_owned).collect::<Vec<_>>();
    let key = |line: &str| {
        let name = line.rsplit_once("\",").expect("a quoted name").0.to_owned();
        (name, fields(line)[seed_at].clone())
    };
    let known: std::collections::HashMap<_, _> = read(from)
        .lines()
        .filter(|line| line.starts_with('"'))
        .map(|line| (key(line), fields(line)[seconds_at].clone()))
        .collect();
    let line = |line: &str| {
        if !line.starts_with('"') {
            return line.to_owned();
        }
        let mut fields = fields(line);
        fields[seconds_at].clone_from(&known[&key(line)]);
        fields.reverse();
        fields.join(",")
    };
    let lines: Vec<String> = read(to).lines().map(line).collect();
    fs::write(to, lines.join("\n") + "\n").expect("written");
}

/// Starts a run and kills it when its file has a game.
fn start_and_kill(arguments: &[&str], file: &str) {
    let mut child = Command::new(super::super::PROGRAM)
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let has_game = || fs::read_to_string(file).is_ok_and(|text| text.contains("\n\""));
    while !has_game() && child.try_wait().expect("its state").is_none() {
        std::thread::yield_now();
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
    let text = fs::read_to_string(file).expect("the games");
    // A killed process may leave half a line.
    let last = text.trim_end().lines().last().expect("a line");
    fs::write(file, format!("{text}{}", &last[..last.len() / 2])).expect("written");
}

/// Plays a command at once and in 7 shards, and compares the games and the tables.
pub fn one_and_seven(name: &str, command: &[&str], format: &str) {
    let option = "--csv";
    let folder = TestFolder::new(&format!("shards-{name}"));
    let whole = folder.file("whole.csv");
    output_of(&[command, &[option, &whole]].concat());
    let files: Vec<String> = (1..=7).map(|shard| folder.file(&format!("{shard}.csv"))).collect();
    for (shard, file) in (1..).zip(&files) {
        let shard = format!("{shard}/7");
        let arguments = [command, &["--shard", &shard, option, file]].concat();
        if shard == "3/7" {
            start_and_kill(&arguments, file);
        }
        output_of(&arguments);
    }
    let merged = folder.file("merged.csv");
    // The times differ between two runs. With those of the one run, the tables are equal to the
    // last digit.
    files.iter().for_each(|file| copy_seconds(&whole, file));
    let shards: Vec<&str> = files.iter().map(String::as_str).collect();
    let merge = |files: &[&str]| output_of(&[&["merge", "--format", format], files].concat());
    let table =
        output_of(&[&["merge", "--format", format, "--output", &merged], &shards[..]].concat());
    let format = ["--format", format];
    let format = if command[0] == "reproduce" { &[][..] } else { &format };
    assert_eq!(table, output_of(&[command, format, &[option, &whole]].concat()), "{name}");
    assert_eq!(games(&merged), games(&whole), "{name}");
    let mut reversed = shards.clone();
    reversed.reverse();
    assert_eq!(merge(&reversed), table, "{name}: the order of the files");
    let more = output_of(&[command, format, &[option, &merged]].concat());
    assert_eq!(more, table, "{name}: the merged file continues as one run");
}
