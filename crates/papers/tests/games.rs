//! The raw games in data/papers are those of the strategies that they name: one stored game
//! of every strategy and board is played again.

use std::process::Command;

use afterstate_papers::experiment::{Observer, Plan, name, raw, run};

struct NoClock;

impl Observer for NoClock {
    fn seconds(&self) -> f64 {
        0.0
    }
}

/// Plays the shortest game of every strategy and board in a file again. `end_at` is the rank of the
/// tile that ends its games.
fn replay(file: &str, end_at: Option<u8>) {
    let path = format!("{}/../../data/papers/{file}", env!("CARGO_MANIFEST_DIR"));
    let unpacked = Command::new("gzip").args(["-dc", &path]).output().expect("gzip");
    assert!(unpacked.status.success(), "{path}");
    let text = String::from_utf8(unpacked.stdout).expect("text");
    let mut wrong = Vec::new();
    for raw::Set { player: strategy, board: (rows, cols), games } in
        raw::read_sets(&text).expect("games")
    {
        let (chosen, spawns) = name::read(&strategy).expect("a strategy");
        assert_eq!(name::write(&chosen, spawns), strategy, "the name of that strategy now");
        let stored = games.iter().min_by_key(|game| game.moves).expect("a game");
        let first_seed = stored.seed;
        let plan = Plan { chosen, rows, cols, games: 1, first_seed, end_at, spawns };
        let played = run(&plan, 1, &NoClock).expect("a game")[0];
        let numbers = |game: &afterstate_papers::experiment::GameRecord| {
            (game.score, game.largest_rank, game.moves)
        };
        if numbers(&played) != numbers(stored) {
            wrong.push(format!(
                "{strategy} on {rows}x{cols}, seed {first_seed}: stored {:?}, played {:?}",
                numbers(stored),
                numbers(&played)
            ));
        }
    }
    assert!(wrong.is_empty(), "{file}:\n{}", wrong.join("\n"));
}

#[test]
fn background_games() {
    replay("background-games.csv.gz", None);
}

#[test]
fn cook_games() {
    replay("cook-games.csv.gz", None);
}

#[test]
fn cook_rules_games() {
    replay("cook-rules-games.csv.gz", None);
}

#[test]
fn frolov_games() {
    replay("frolov-games.csv.gz", Some(11));
}

#[test]
fn frolov_integer_games() {
    replay("frolov-integer-games.csv.gz", Some(11));
}

#[test]
fn kumar_games() {
    replay("kumar-games.csv.gz", None);
}

#[test]
fn kumar_listing_games() {
    replay("kumar-listing-games.csv.gz", None);
}

#[test]
fn moskvil_games() {
    replay("moskvil-games.csv.gz", None);
}

/// Every file of games has its test.
#[test]
fn every_file_is_tested() {
    let folder = format!("{}/../../data/papers", env!("CARGO_MANIFEST_DIR"));
    let tests = include_str!("games.rs");
    for entry in std::fs::read_dir(folder).expect("the folder") {
        let name = entry.expect("a file").file_name().into_string().expect("a name");
        assert!(!name.ends_with(".csv.gz") || tests.contains(&format!("\"{name}\"")), "{name}");
    }
}
