//! The raw games in data/papers are those of the strategies that they name: one stored game
//! of every strategy and board is played again, those that take long only with every test.

use std::process::Command;

use afterstate_papers::experiment::{GameRecord, Observer, Plan, name, raw, run};

struct NoClock;

impl Observer for NoClock {
    fn seconds(&self) -> f64 {
        0.0
    }
}

/// The files and the rank of the tile that ends their games.
const FILES: [(&str, Option<u8>); 8] = [
    ("background-games.csv.gz", None),
    ("cook-games.csv.gz", None),
    ("cook-rules-games.csv.gz", None),
    ("frolov-games.csv.gz", Some(11)),
    ("frolov-integer-games.csv.gz", Some(11)),
    ("kumar-games.csv.gz", None),
    ("kumar-listing-games.csv.gz", None),
    ("moskvil-games.csv.gz", None),
];

/// A game that took longer when it was stored is played again only with every test, unless it is the
/// quickest of its strategy in the file.
const QUICK_SECONDS: f64 = 0.2;

/// The quickest of some games.
fn quickest<'a>(games: impl Iterator<Item = &'a GameRecord>) -> &'a GameRecord {
    games.min_by(|a, b| a.seconds.total_cmp(&b.seconds)).expect("a game")
}

/// A strategy without its parameters, reading and spawns.
fn id(strategy: &str) -> &str {
    strategy.split([':', ' ']).next().unwrap_or_default()
}

/// Plays the quickest game of every strategy, with its parameters, and board in a file again where
/// that is `quick`, or where it is not.
fn replay(file: &str, quick: bool) {
    let (_, end_at) = FILES.into_iter().find(|(name, _)| *name == file).expect("a file");
    let path = format!("{}/../../data/papers/{file}", env!("CARGO_MANIFEST_DIR"));
    let unpacked = Command::new("gzip").args(["-dc", &path]).output().expect("gzip");
    assert!(unpacked.status.success(), "{path}");
    let text = String::from_utf8(unpacked.stdout).expect("text");
    let mut wrong = Vec::new();
    let sets = raw::read_sets(&text).expect("games");
    for raw::Set { player: strategy, board: (rows, cols), games } in &sets {
        let (rows, cols) = (*rows, *cols);
        let (chosen, spawns) = name::read(strategy).expect("a strategy");
        assert_eq!(name::write(&chosen, spawns), *strategy, "the name of that strategy now");
        let stored = quickest(games.iter());
        let alike = sets.iter().filter(|set| id(&set.player) == id(strategy));
        let of_strategy = quickest(alike.flat_map(|set| &set.games));
        let is_quick = stored.seconds <= QUICK_SECONDS || stored == of_strategy;
        if is_quick != quick {
            continue;
        }
        let first_seed = stored.seed;
        let plan = Plan { chosen, rows, cols, games: 1, first_seed, end_at, spawns };
        let played = run(&plan, 1, &NoClock).expect("a game")[0];
        let numbers = |game: &GameRecord| (game.score, game.largest_rank, game.moves);
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
    replay("background-games.csv.gz", true);
}

#[test]
fn cook_games() {
    replay("cook-games.csv.gz", true);
}

#[test]
fn cook_rules_games() {
    replay("cook-rules-games.csv.gz", true);
}

#[test]
fn frolov_games() {
    replay("frolov-games.csv.gz", true);
}

#[test]
fn frolov_integer_games() {
    replay("frolov-integer-games.csv.gz", true);
}

#[test]
fn kumar_games() {
    replay("kumar-games.csv.gz", true);
}

#[test]
fn kumar_listing_games() {
    replay("kumar-listing-games.csv.gz", true);
}

#[test]
fn moskvil_games() {
    replay("moskvil-games.csv.gz", true);
}

#[test]
#[ignore = "takes minutes"]
fn long_games() {
    for (file, _) in FILES {
        replay(file, false);
    }
}

/// Every file of games has its test.
#[test]
fn every_file_is_tested() {
    let folder = format!("{}/../../data/papers", env!("CARGO_MANIFEST_DIR"));
    let tests = include_str!("games.rs");
    for entry in std::fs::read_dir(folder).expect("the folder") {
        let name = entry.expect("a file").file_name().into_string().expect("a name");
        let tested = tests.contains(&format!("replay(\"{name}\", true)"));
        assert!(tested || !name.ends_with(".csv.gz"), "{name}");
    }
}
