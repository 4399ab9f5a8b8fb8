//! `cargo lab reproduce`: its tables, files and errors. See also `crates/papers/tests/examples.rs`.

use crate::command::shards::one_and_seven;
use crate::command::{self, TestFolder, error_of, output_of};

#[test]
fn reproduce_lists_the_tables_and_plays_some_quickly() {
    let list = output_of(&["reproduce"]);
    for line in ["kumar", "  7.3 ", "frolov", "moskvil", "cook", "  figure-10 "] {
        assert!(list.contains(line), "{list}");
    }
    let quick = output_of(&["reproduce", "cook", "2", "--quick", "--only", "2x2", "--games", "5"]);
    let row = quick.lines().find(|line| line.contains("T2 LL 2x2 d=4")).expect("a row of Table 2");
    // His figure and ours.
    assert!(row.contains("| 100 : 100 "), "{row}");
    assert!(!quick.contains("Table 1"), "{quick}");
    let blind = output_of(&["reproduce", "kumar", "5.1", "--quick", "--games", "20"]);
    assert!(blind.contains("Random, by the listing") && !blind.contains("Greedy"), "{blind}");
    assert!(blind.contains("mean log score"), "{blind}");
    // One game says nothing of an average, and the verdict says how many are missing.
    let one = output_of(&["reproduce", "kumar", "5.1", "--games", "1", "--only", "sequential"]);
    let row = one.lines().find(|line| line.starts_with("| Sequential ")).expect("a row");
    assert!(row.ends_with("too few games of ours: 84 more needed |"), "{row}");
    // All rows of a table count, also those that were not asked for.
    let games = ["--games", "95", "--only", "random"];
    let part = output_of(&[&["reproduce", "kumar", "5.1"], &games[..]].concat());
    let cells = |start: &str| {
        let row = part.lines().find(|line| line.starts_with(start)).expect("a row");
        row.split('|').map(str::trim).collect::<Vec<_>>()
    };
    assert_eq!(cells("| Random ")[9], "agrees", "{part}");
    assert_eq!(cells("| 5.1 ")[3..6], ["1000 : 0 to 95", "4", "2 agree, 2 not played"], "{part}");
    output_of(&["reproduce", "frolov", "3", "--quick", "--games", "1", "--only", "frolov-6"]);
    let quick = output_of(&["reproduce", "moskvil", "--quick", "--games", "1"]);
    assert!(quick.lines().any(|line| line.starts_with("| moskvil:depth=3 ")), "{quick}");
    let readings = ["reproduce", "frolov", "readings", "--games", "1", "--only", "frolov-6"];
    let readings = output_of(&readings);
    for reading in ["", ", to the letter", ", before", ", even spawns", ", restored, before"] {
        assert!(readings.contains(&format!("| 6{reading} ")), "{readings}");
    }
    let quoted =
        output_of(&["reproduce", "background", "--games", "1", "--only", "vryniotis:depth=3"]);
    assert!(quoted.contains("| Vryniotis, depth 3 |     1 |  20 : 0 |"), "{quoted}");
}

/// One command plays a little of every paper: one game of each quick row.
#[test]
#[ignore = "some seconds"]
fn reproduce_quick_plays_all_papers() {
    let quick = output_of(&["reproduce", "--quick", "--games", "1"]);
    for row in [
        "| Random ",
        "| 3.8, restored ",
        "| moskvil:depth=3 ",
        "| T2 LL 3x3 d=6 ",
        "| Vryniotis, depth 3 ",
    ] {
        assert!(quick.lines().any(|line| line.starts_with(row)), "{row}: {quick}");
    }
}

/// Figure 5.1 is drawn from the games of its table, and a run that was stopped continues with the
/// games of its file.
#[test]
fn reproduce_draws_figures_and_continues() {
    let folder = TestFolder::new("reproduce");
    let (raw, figures) = (folder.file("games.csv"), folder.file("figures"));
    let run = |games: &str| {
        let raw = ["--csv", raw.as_str(), "--figures", figures.as_str()];
        output_of(&[&["reproduce", "kumar", "figure-5.1", "--games", games], &raw[..]].concat())
    };
    run("4");
    let figure = std::fs::read_to_string(format!("{figures}/kumar-figure-5.1.svg")).expect("drawn");
    for player in ["Random (4 games)", "Sequential (4", "Randomly Alternate (4", "Always Up (4"] {
        assert!(figure.contains(player), "{figure}");
    }
    // As if the program had been killed while it wrote the last line.
    let text = std::fs::read_to_string(&raw).expect("games");
    std::fs::write(&raw, &text[..text.len() - 9]).expect("written");
    run("6");
    let continued = std::fs::read_to_string(&raw).expect("games");
    assert_eq!(continued.lines().count(), 1 + 4 * 6);
    let first = |text: &str| text.lines().take(4).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(first(&continued), first(&text), "games that the file has are not played again");
    // With --stored nothing is played, and rows without games are left out.
    let stored = output_of(&["reproduce", "kumar", "--csv", &raw, "--stored"]);
    assert!(stored.contains("| Random ") && !stored.contains("| Greedy "), "{stored}");
    assert_eq!(std::fs::read_to_string(&raw).expect("games"), continued);
}

/// `--stored` only reads its file: a name that is wrong makes no file, and neither an incomplete line
/// nor a missing permission matters.
#[test]
fn stored_games_are_only_read() {
    let folder = TestFolder::new("reproduce-stored");
    let stored = |file| ["reproduce", "kumar", "5.1", "--stored", "--csv", file];
    let missing = folder.file("none/games.csv");
    let error = error_of(&stored(&missing));
    assert!(error.contains(&missing), "{error}");
    assert!(!std::path::Path::new(&folder.file("none")).exists());

    let games = folder.file("games.csv");
    let torn = "strategy,rows,cols,seed,score,largest_tile,moves,seconds\n\
                \"random\",4,4,0,1000,128,90,0.1\n\"random\",4,4,1,3";
    std::fs::write(&games, torn).expect("written");
    let mut permissions = std::fs::metadata(&games).expect("a file").permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&games, permissions).expect("read-only");
    // Another process that plays these games has locked them.
    let locked = std::fs::File::open(&games).expect("opened");
    locked.lock().expect("locked");
    let printed = output_of(&stored(&games));
    assert!(printed.lines().any(|line| line.starts_with("| Random ")), "{printed}");
    assert_eq!(std::fs::read_to_string(&games).expect("games"), torn);
}

/// Three games show little beside ten of the thesis: none of 3 do not contradict 1 of 10, and no
/// row agrees.
#[test]
fn three_games_of_frolovs_players_never_agree() {
    let played = ["reproduce", "frolov", "1", "--games", "3", "--only", "frolov-1"];
    let printed = output_of(&played);
    let rows = printed.lines().map(|row| row.split('|').map(str::trim).collect::<Vec<_>>());
    let rows: Vec<_> = rows.filter(|row| row.len() == 12 && row[2] == "3").collect();
    assert!(rows.len() >= 13, "six methods by two readings, one by three: {printed}");
    for row in rows {
        assert!(["differs", "too few games of the paper"].contains(&row[10]), "{row:?}");
        assert!(!row[6..8].contains(&"10 : 0.0 ≠"), "{row:?}");
    }
}

#[test]
fn reproduce_lists_the_existing_tables() {
    let error = error_of(&["reproduce", "cook", "9"]);
    assert!(
        error.contains("cook has no table \"9\"; its tables are examples, figure-10, 1, 2"),
        "{error}"
    );
    let error = error_of(&["reproduce", "cook", "5", "--only", "2x2"]);
    assert!(error.contains("no row"), "{error}");
    assert!(error_of(&["reproduce", "--quick", "--csv", "games.csv"]).contains("need a paper"));
}

/// Theorem 2.3 and Table 2.1: a tile 2^k is worth (k - 2) 2^k to (k - 1) 2^k points, by how many of
/// its 4s spawned.
#[test]
fn kumar_table_2_1() {
    let table = output_of(&["reproduce", "kumar", "2.1"]);
    let rows: Vec<Vec<u64>> = table
        .lines()
        .map(|line| line.split(['|', ':', ' ']).filter_map(|word| word.parse().ok()).collect())
        .filter(|numbers: &Vec<u64>| numbers.len() == 5)
        .collect();
    assert_eq!(rows.len(), 16, "{table}");
    for (rank, row) in (2..).zip(rows) {
        let (min, max) = ((rank - 2) << rank, (rank - 1) << rank);
        assert_eq!(row, [1 << rank, min, min, max, max]);
    }
    assert!(!table.contains('≠'));
}

#[test]
fn kumar_statements() {
    let printed = output_of(&["reproduce", "kumar", "claims"]);
    // The largest tile needs a 4 as its last spawn, and two tiles may merge into one.
    let words: Vec<&str> = printed.split_whitespace().collect();
    let printed_row = ["at", "most", "0.1", "|", "0.0829", "|", "as", "printed"];
    assert!(words.windows(8).any(|row| row == printed_row), "{printed}");
    let row = printed.lines().find(|line| line.contains("can follow a move")).expect("a row");
    assert!(row.contains("28") && row.contains("30") && row.contains("differs"), "{row}");
    assert!(printed.contains("million random moves"), "{printed}");
}

/// `reproduce PAPER examples` prints every worked example with the paper's figure beside ours.
#[test]
fn reproduce_prints_the_worked_examples() {
    for (paper, count, slips) in [("kumar", 10, 0), ("frolov", 97, 36), ("cook", 6, 0)] {
        let printed = output_of(&["reproduce", paper, "examples"]);
        let rows = printed.lines().skip_while(|line| !line.starts_with('|'));
        let rows = rows.take_while(|line| line.starts_with('|')).skip(2);
        assert_eq!(rows.clone().count(), count, "{printed}");
        assert_eq!(rows.filter(|row| row.contains('≠')).count(), slips, "{printed}");
        let verdict = printed.lines().find(|line| line.contains("| worked examples |"));
        let verdict: Vec<&str> = verdict.expect("a verdict").split_whitespace().collect();
        let same = count - slips;
        let counts = format!("| worked examples | {count} | {same} | {slips} | ");
        let words = match slips {
            0 => "as printed".to_owned(),
            _ => format!("equations confirmed; {slips} slips"),
        };
        assert!(verdict.join(" ").starts_with(&(counts + &words)), "{printed}");
    }
    let error = error_of(&["reproduce", "frolov", "examples", "--csv", "games.csv"]);
    assert!(error.contains("has no games"), "{error}");
}

#[test]
fn moskvil_monotonicity() {
    let printed = output_of(&["reproduce", "moskvil", "examples"]);
    // His figures and ours: the second and the fourth corner are exchanged in the report.
    for row in [
        "| upper left | 0 | 0 |",
        "| upper right | -10 | -13 ≠ |",
        "| lower right | -23 | -23 |",
        "| lower left | -13 | -10 ≠ |",
    ] {
        assert!(printed.contains(row), "{printed}");
    }
}

#[test]
fn reproduce_compares_with_a_paper() {
    let tables = output_of(&["reproduce", "frolov", "--games", "3", "--only", "frolov-6"]);
    assert!(tables.contains("| 6 ") && tables.contains("262 : "), "{tables}");
}

#[test]
fn options_without_effect_are_refused() {
    let cases: [(&[&str], &str); 8] = [
        (&["reproduce", "--only", "x"], "need a paper"),
        (&["reproduce", "--csv", "no.csv"], "need a paper"),
        (&["reproduce", "--games", "3"], "PAPER"),
        (&["reproduce", "--seed", "3"], "PAPER"),
        (&["reproduce", "--figures", "no"], "PAPER"),
        (&["reproduce", "frolov", "examples", "--only", "6.9"], "--only"),
        (&["reproduce", "frolov", "examples", "--games", "5"], "--games"),
        (&["reproduce", "frolov", "examples", "--quick"], "--quick"),
    ];
    for (command, why) in cases {
        let error = error_of(command);
        assert!(error.contains(why), "{command:?}: {error}");
    }
}

#[test]
fn commands_refuse_seeds_and_threads_above_the_maximum() {
    let position = "16 8 4 2/. . . ./. . . ./. . . .";
    let commands: [&[&str]; 3] = [
        &["reproduce", "frolov"],
        &["judge", "--by", "random", "random"],
        &["outlook", "--from", position, "random"],
    ];
    let last = u64::MAX.to_string();
    for command in commands {
        let error = error_of(&[command, &["--seed", &last]].concat());
        assert!(error.contains("at most 2^64 - 1"), "{command:?}: {error}");
        let error = error_of(&[command, &["--threads", "257"]].concat());
        assert!(error.contains("expected a whole number from 0 to 256"), "{command:?}: {error}");
    }
    // The one game has this seed, and the second of those that are played on has a larger one.
    let judge = ["judge", "--by", "random", "random", "--games", "1", "--play-on", "2"];
    let error = error_of(&[&judge[..], &["--seed", &last]].concat());
    assert!(error.contains("at most 2^64 - 1"), "{error}");
}

#[test]
fn reproduction_in_seven_shards_has_the_same_games() {
    let games = ["reproduce", "kumar", "--only", "always-up", "--games", "16"];
    one_and_seven("reproduce", &games, "text");
}

#[test]
fn games_are_not_lost_to_a_drawing() {
    let figure = ["reproduce", "kumar", "figure-5.1", "--games", "3", "--figures"];
    command::drawings::games_are_not_lost(&figure, "kumar-figure-5.1.svg", &[]);
}
