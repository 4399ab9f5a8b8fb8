//! The subcommands `match` with strategies, `exact` and `think`.

use std::process::{Command, Stdio};

use crate::command::{self, TestFolder, error_of, first_line_of, output_of};
use crate::network;
use afterstate::eval::Evaluator;
use afterstate::eval::ntuple::file;
use afterstate::rules::{Board, Direction, Grid};

#[test]
fn tables_are_printed_in_every_format() {
    let played = ["match", "frolov-3:depth=1", "greedy", "--games", "4", "--format"];
    let table = |format| output_of(&[&played[..], &[format]].concat());
    // Two players, and their comparison.
    assert_eq!(table("text").lines().count(), 6);
    assert!(table("markdown").starts_with("| player"));
    assert!(table("csv").starts_with("player,rows,cols,games,mean_score"));
    assert!(table("json").contains("\"player\": \"frolov-3:depth=1\""));
}

#[test]
fn threads_do_not_change_the_raw_games() {
    let folder = TestFolder::new("experiment-threads");
    let raw = |threads: &str| {
        let file = folder.file(&format!("raw/games-{threads}.csv"));
        let played = ["match", "frolov-9:depth=1", "--games", "6", "--csv", &file];
        output_of(&[&played[..], &["--threads", threads]].concat());
        let text = std::fs::read_to_string(&file).expect("the raw games");
        // The last fields are the time, which differs, and the nodes. Games are written as they end.
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut lines: Vec<_> =
            lines.map(|line| line.rsplitn(3, ',').last().expect("fields").to_owned()).collect();
        lines.sort();
        lines
    };
    let one = raw("1");
    assert_eq!(one.len(), 7);
    assert_eq!(raw("3"), one);
}

#[test]
fn unwritable_file_is_reported_before_the_games() {
    let folder = TestFolder::new("experiment-unwritable");
    let path = folder.file("folder");
    std::fs::create_dir_all(&path).expect("a folder");
    // Too many games to play in a test.
    let much = ["match", "greedy", "--games", "1000000000"];
    assert!(error_of(&[&much[..], &["--csv", &path]].concat()).contains(&path));
    let file = folder.file("file");
    std::fs::write(&file, "").expect("a file");
    assert!(error_of(&[&much[..], &["--histograms", &file]].concat()).contains(&file));
}

/// A folder in which no drawing can be made is reported before the games, and a drawing that fails
/// after them does not cost the table.
#[test]
fn games_are_not_lost_to_a_drawing() {
    let experiment = ["match", "always-up", "greedy", "--games", "3", "--histograms"];
    command::drawings::games_are_not_lost(&experiment, "always-up.svg", &["greedy.svg"]);
}

/// `-1` is the value of its option, and the error says what is accepted, also for no number at all.
#[test]
fn impossible_numbers_are_refused_with_what_is_accepted() {
    let folder = TestFolder::new("experiment-negative");
    let checkpoint = folder.file("none.ckpt");
    let cases: [&[&str]; 18] = [
        &["match", "greedy", "--games", "-1"],
        &["match", "greedy", "--seed", "-1"],
        &["match", "greedy", "--threads", "-1"],
        &["match", "full", "--seed", "-1"],
        &["exact", "2x2", "--four", "-0.1"],
        &["match", "none.bin", "--every", "-1"],
        &["train", "--checkpoint", &checkpoint, "--minutes", "-1"],
        &["train", "--checkpoint", &checkpoint, "--minutes", "1", "--every", "-1e9"],
        &["train", "--checkpoint", &checkpoint, "--minutes", "1", "--alpha", "-1"],
        &["train", "--checkpoint", &checkpoint, "--minutes", "1", "--alpha", "abc"],
        &["train", "--checkpoint", &checkpoint, "--minutes", "1", "--lambda", "abc"],
        &["train", "--checkpoint", &checkpoint, "--minutes", "1", "--carousel", "abc"],
        &["train", "--checkpoint", &checkpoint, "--minutes", "1", "--archive-share", "abc"],
        &["train", "--checkpoint", &checkpoint, "--minutes", "1", "--errors", "abc"],
        &["train", "--checkpoint", &checkpoint, "--minutes", "1", "--explore", "abc"],
        &["model", "pack", &checkpoint, "none.bin", "--step", "abc"],
        &["model", "pack", &checkpoint, "none.bin", "--price", "abc"],
        &["exact", "2x2", "--four", "abc"],
    ];
    for case in cases {
        let error = error_of(case);
        let [.., option, _] = case else { panic!("{case:?}") };
        let accepted = ["at least", "above 0", "from 0 to 256", "from 0 to 1"];
        let names_them = accepted.iter().any(|words| error.contains(words));
        assert!(error.contains(option) && names_them, "{case:?}: {error}");
    }
}

#[test]
fn impossible_games_in_a_file_are_refused_and_kept() {
    let folder = TestFolder::new("experiment-impossible");
    let file = folder.file("games.csv");
    output_of(&["match", "greedy", "--games", "1", "--seed", "1", "--csv", &file]);
    let good = std::fs::read_to_string(&file).expect("the games");
    for impossible in ["4,4,0,3428,100,3,nan,", "77,4,0,3428,256,3,0.1,"] {
        let text = format!("{good}\"greedy\",{impossible}\n");
        std::fs::write(&file, &text).expect("written");
        let play = ["match", "greedy", "--games", "2", "--csv", &file, "--format", "json"];
        let error = error_of(&play);
        assert!(error.contains("line 5 is not a game") && error.contains(impossible), "{error}");
        let error = error_of(&["merge", &file]);
        assert!(error.contains("line 5 is not a game"), "the number of an editor: {error}");
        assert_eq!(std::fs::read_to_string(&file).expect("the games"), text);
    }
}

#[test]
fn json_of_a_merge_is_valid_for_any_name() {
    let folder = TestFolder::new("experiment-names");
    let file = folder.file("games.csv");
    let columns = "strategy,rows,cols,seed,score,largest_tile,moves,seconds";
    std::fs::write(&file, format!("{columns}\n\"gre\\edy\",4,4,0,8,4,1,0.5\n")).expect("written");
    let json = output_of(&["merge", &file, "--format", "json"]);
    let table: serde_json::Value = serde_json::from_str(&json).expect(&json);
    assert_eq!(table[0]["player"], "gre\\edy");
}

#[test]
fn exact_keeps_a_file_that_exists() {
    let folder = TestFolder::new("exact-layers");
    let (old, new) = (folder.file("precious.txt"), folder.file("new.layers"));
    std::fs::write(&old, "precious").expect("written");
    let error = error_of(&["exact", "2x2", "--layers", &old]);
    assert!(error.contains("precious.txt") && error.contains("new file"), "{error}");
    assert_eq!(std::fs::read_to_string(&old).expect("the file"), "precious");
    assert!(output_of(&["exact", "2x2", "--layers", &new]).contains("2x2: expected score"));
    assert!(!std::path::Path::new(&new).exists());
}

#[test]
fn exact_says_which_positions_it_takes() {
    for position in ["32768 32768 / . .", "2 4 8 / . . ."] {
        let error = error_of(&["exact", "2x2", "--position", position]);
        let accepted =
            "--position: the position must be a 2x2 board whose tiles add up to less than 65536";
        assert!(error.contains(accepted) && error.contains(position), "{error}");
    }
}

/// The position is of no game: it is valued and does not count.
#[test]
fn exact_counts_only_what_a_game_reaches() {
    let counts = |more: &[&str]| {
        let printed = output_of(&[&["exact", "2x2"], more].concat());
        let line = printed.lines().nth(1).expect("the counts").to_owned();
        (line, printed)
    };
    let (of_the_game, _) = counts(&[]);
    assert!(of_the_game.ends_with("largest tile 32"), "{of_the_game}");
    let asked = ["--position", "1024 512 / 256 256", "--position", "2 4 / . 2"];
    let (with_positions, printed) = counts(&asked);
    assert_eq!(with_positions, of_the_game);
    let after = printed.split("1024").nth(1).expect("the position");
    let right = after.lines().find_map(|line| line.trim().strip_prefix("Right "));
    let value: f64 = right.expect("a move").parse().expect("a number");
    assert!(value >= 512.0, "it merges two 256: {printed}");
}

/// A process that is killed leaves no working file of 84 MB.
#[cfg(unix)]
#[test]
fn exact_leaves_no_working_file_if_it_is_killed() {
    let folder = TestFolder::new("exact-killed");
    let (layers, temporary) = (folder.file("named.layers"), folder.file("temporary"));
    std::fs::create_dir(&temporary).expect("a folder");
    for more in [&["--layers", layers.as_str()][..], &[]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_afterstate"))
            .args([&["exact", "3x3"], more].concat())
            .env("TMPDIR", &temporary)
            .spawn()
            .expect("the program starts");
        std::thread::sleep(std::time::Duration::from_millis(500));
        assert!(child.try_wait().expect("its state").is_none(), "it takes longer");
        child.kill().expect("killed");
        child.wait().expect("ended");
        assert!(!std::path::Path::new(&layers).exists());
        assert_eq!(std::fs::read_dir(&temporary).expect("a folder").count(), 0);
    }
}

#[test]
fn options_without_effect_are_refused() {
    let cases: [(&[&str], &str); 4] = [
        (&["match", "--list", "greedy"], "PLAYER"),
        (&["match", "--list", "--csv", "no.csv"], "--csv"),
        (&["match", "--list", "--games", "3"], "--games"),
        (&["match", "--list", "--shard", "1/2"], "--shard"),
    ];
    for (command, why) in cases {
        let error = error_of(command);
        assert!(error.contains(why), "{command:?}: {error}");
    }
}

#[test]
fn repeated_parameters_are_refused() {
    for (player, parameter) in [
        ("expectimax:ply=1,ply=2", "ply"),
        ("expectimax:budget=max,budget=mean", "budget"),
        ("expectimax:ply=1,nodes=2,ply=1", "ply"),
    ] {
        let error = error_of(&["match", player]);
        assert!(error.contains(&format!("{parameter} is given twice")), "{player}: {error}");
    }
}

#[test]
fn errors_name_the_accepted_values() {
    assert!(
        error_of(&["match", "gredy"])
            .contains("Did you mean \"greedy\"? Run `afterstate match --list`")
    );
    assert!(error_of(&["match", "frolov-3:depth=99"]).contains("a whole number from 1 to 5"));
    assert!(error_of(&["match", "frolov-3:deep=2"]).contains("Its parameters: depth, "));
    assert!(error_of(&["match", "frolov-3:depth"]).contains("PARAMETER=VALUE"));
    assert!(error_of(&["match", "frolov-3", "--board", "3x3"]).contains("It plays 4x4"));
    assert!(error_of(&["match", "greedy", "--board", "10x9"]).contains("sides must be 2 to 9"));
    for tile in ["100", "2199023255552"] {
        let error = error_of(&["match", "greedy", "--end-at", tile]);
        assert!(error.contains("powers of two from 4 to 1099511627776"), "{error}");
    }
    assert!(error_of(&["think", "2 3 / 4 5", "greedy"]).contains("not a tile"));
}

#[test]
fn commands_refuse_seeds_above_the_maximum() {
    let last = u64::MAX.to_string();
    let error = error_of(&["match", "random", "--seed", &last]);
    assert!(error.contains("at most 2^64 - 1"), "{error}");
}

/// A list of all seeds would need 16 GB.
#[cfg(target_os = "linux")]
#[test]
fn games_begin_however_many_there_are() {
    let folder = TestFolder::new("experiment-many");
    let file = folder.file("games.csv");
    let run = "ulimit -v 3000000 && exec \"$0\" \"$@\"";
    let mut child = Command::new("sh")
        .args(["-c", run, env!("CARGO_BIN_EXE_afterstate"), "match", "greedy"])
        .args(["--games", "2000000000", "--threads", "1", "--csv", &file])
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let has_game = || std::fs::read_to_string(&file).is_ok_and(|text| text.contains("\n\""));
    while !has_game() {
        let ended = child.try_wait().expect("its state");
        assert!(ended.is_none(), "it ended before its first game: {ended:?}");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
}

#[test]
fn commands_refuse_more_threads_than_any_machine_has() {
    let commands: [&[&str]; 2] = [&["match", "random"], &["bench", "--json"]];
    for command in commands {
        let error = error_of(&[command, &["--threads", "257"]].concat());
        assert!(error.contains("expected a whole number from 0 to 256"), "{command:?}: {error}");
    }
}

#[test]
fn catalog_is_listed() {
    let list = output_of(&["match", "--list"]);
    assert!(list.contains("Frolov 2016") && list.contains("  frolov-13  "), "{list}");
    assert!(output_of(&["match", "--list", "--format", "json"]).starts_with("[{\"id\":"));
}

/// Appendix 6.5 of Frolov's text: left 91.2, right 81.4, up 92.1, the move played.
#[test]
fn think_shows_the_values_of_the_moves() {
    let position = "512 64 2 2 / 32 2 2 32 / 0 0 0 0 / 0 0 0 0";
    let table = output_of(&["think", position, "frolov-5:depth=1"]);
    let line = table.lines().nth(1).expect("a line a strategy");
    assert_eq!(
        line.split_whitespace().collect::<Vec<_>>(),
        [
            "frolov-5:depth=1",
            "92.187400",
            "81.415400",
            "–",
            "91.263400",
            "heuristic",
            "units",
            "up"
        ]
    );
}

#[test]
fn think_takes_networks() {
    let folder = TestFolder::new("think");
    let path = folder.file("small.bin");
    std::fs::write(&path, network::tiny_file()).unwrap();
    let network = file::read(&network::tiny_file(), |_| ()).unwrap();
    let position = "2 4 8 16 / . . . 2 / . . . . / . . . .";
    let player = format!("{path}:ply=1");
    let table = output_of(&["think", position, &player, "greedy"]);
    let words: Vec<&str> = table.lines().nth(1).expect("a player").split_whitespace().collect();
    assert_eq!(words[0], player);
    let grid: Grid = position.parse().unwrap();
    let values = Direction::ALL.map(|direction| {
        let after = grid.slide(direction)?;
        let board = Board::try_from(after.board).expect("small tiles");
        Some(after.reward as f32 + network.value(board))
    });
    let printed = values.map(|value| value.map_or("–".to_owned(), |value| format!("{value:.6}")));
    assert_eq!(words[1..5], printed, "{table}");
    assert_eq!(words[5], "points");
    assert!(error_of(&["think", "2 4 / . .", &path]).contains("networks play 4x4, not 2x2"));
    assert!(error_of(&["think", position, "nowhere.bin"]).contains("nowhere.bin: "));
}

#[test]
fn think_prints_the_loss_of_each_move_of_a_network() {
    const POSITION: &str = "2 4 8 16 / 2 4 8 . / 2 . . . / . . . .";
    let folder = TestFolder::new("evaluate");
    let network = folder.file("small.bin");
    std::fs::write(&network, network::tiny_file()).unwrap();
    let table = output_of(&["think", POSITION, &network, "--evaluate", "500"]);
    for word in ["loss", "0.00%", "right", "up"] {
        assert!(table.contains(word), "{word}: {table}");
    }
    assert!(!table.contains("makes"), "a network without calibration has no outlook: {table}");
    let error = error_of(&["think", POSITION, "greedy", "--evaluate", "500"]);
    assert!(error.contains("greedy is no network"), "{error}");
}

#[test]
fn closing_the_output_early_is_not_an_error() {
    let players = ["greedy"; 2000];
    let first = first_line_of(
        &[&["think", "2 4 8 16 / . . . . / . . . . / . . . ."], &players[..]].concat(),
    );
    assert!(first.starts_with("player"), "{first}");
}
