//! The subcommands `train` and `model`: a small network from the start to its file, and their
//! errors.

use crate::command::{TestFolder, error_of, output_of};

/// The arguments of a run of 0.06 seconds.
fn train<'a>(checkpoint: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    train_for("0.001", checkpoint, more)
}

fn train_for<'a>(minutes: &'a str, checkpoint: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let run = ["train", "--checkpoint", checkpoint, "--minutes", minutes];
    [&run[..], more].concat()
}

/// Long enough (in minutes) that a run that goes on writes a line on a busy machine, too.
const A_LINE: &str = "0.01";

const SMALL: &[&str] = &["--network", "01 23"];

/// A short run in a folder: its checkpoint, and its network packed into a file.
fn trained_and_packed(folder: &TestFolder) -> (String, String) {
    let (checkpoint, packed) = (folder.file("small.ckpt"), folder.file("small.bin"));
    output_of(&train(&checkpoint, SMALL));
    output_of(&["model", "pack", &checkpoint, &packed, "--step", "1", "--price", "0"]);
    (checkpoint, packed)
}

#[test]
fn network_is_trained_packed_and_measured() {
    let folder = TestFolder::new("train");
    let (checkpoint, packed) = trained_and_packed(&folder);
    assert!(output_of(&["model", "info", &packed]).contains("tuples      01 23"));
    for file in [&packed, &checkpoint] {
        let player = format!("{file}:ply=2");
        let table = output_of(&["match", &player, "--games", "2"]);
        let words: Vec<&str> = table.lines().nth(1).expect("a player").split_whitespace().collect();
        assert_eq!(words[..2], [&player, "2"], "{table}");
    }
    output_of(&train_for(A_LINE, &checkpoint, &["--measure-games", "2,1", "--measure", "0"]));
    let measures = std::fs::read_to_string(folder.file("small.measures.csv")).expect("measures");
    assert!(measures.lines().nth(1).is_some_and(|line| line.contains(",1,2,")), "{measures}");
}

#[test]
fn games_can_start_from_an_archive_of_positions() {
    let folder = TestFolder::new("train-archive");
    let (checkpoint, packed) = trained_and_packed(&folder);
    let boards = folder.file("boards.txt");
    let [positions, same] = ["1", "2"].map(|threads| {
        let player = format!("{packed}:ply=1");
        let measure = ["match", &player, "--games", "3", "--threads", threads];
        output_of(&[&measure[..], &["--boards", &boards, "--every", "7"]].concat());
        std::fs::read_to_string(&boards).expect("positions")
    });
    assert_eq!(positions, same, "the number of threads changes nothing");
    assert!(positions.lines().count() > 10, "{positions}");
    let positions = format!("{positions}65536 2 . . / . . . . / . . . . / . . . .\n");
    // As Windows programs save text.
    let saved = format!("\u{feff}{}", positions.replace('\n', "\r\n"));
    std::fs::write(&boards, saved).expect("written");
    output_of(&train(&checkpoint, &["--archive", &boards, "--archive-share", "0.5"]));
    output_of(&train(&checkpoint, &[])); // the checkpoint contains them
    assert!(
        error_of(&train(&folder.file("none.ckpt"), &["--archive-share", "0.5"]))
            .contains("--archive FILE")
    );
    std::fs::write(&boards, format!("{positions}2 4 8 . / 3")).expect("written");
    let line = format!("line {}: ", positions.lines().count() + 1);
    assert!(error_of(&train(&checkpoint, &["--archive", &boards])).contains(&line));
}

#[test]
fn new_run_starts_from_a_packed_network_and_a_begun_one_does_not() {
    let folder = TestFolder::new("train-from");
    let (checkpoint, packed) = trained_and_packed(&folder);
    let from = ["--from", &packed];
    output_of(&train(&folder.file("more.ckpt"), &from));
    assert!(error_of(&train(&checkpoint, &from)).contains("has begun"));
    // The tuples of the file can be rotated, and others can be added.
    let turned = [&from[..], &["--network", "ef 456 cd"]].concat();
    output_of(&train(&folder.file("turned.ckpt"), &turned));
    let missing = [&from[..], &["--network", "01 456"]].concat();
    assert!(error_of(&train(&folder.file("missing.ckpt"), &missing)).contains("`01 23`"));
}

#[test]
fn added_tuples_change_nothing_until_they_are_trained() {
    let folder = TestFolder::new("train-tuples");
    let (checkpoint, _) = trained_and_packed(&folder);
    assert!(error_of(&train(&checkpoint, &["--network", "4x6"])).contains("`01 23`"));
    let score = || {
        let player = format!("{checkpoint}:ply=1");
        let table = output_of(&["match", &player, "--games", "1", "--format", "json"]);
        let table: serde_json::Value = serde_json::from_str(&table).expect("a table");
        table[0]["mean_score"].clone()
    };
    let before = score();
    let larger = ["--network", "01 23 456"];
    output_of(&["train", "--checkpoint", &checkpoint, "--minutes", "0", larger[0], larger[1]]);
    assert_eq!(score(), before);
    output_of(&train(&checkpoint, &larger));
}

#[test]
fn zero_minutes_train_nothing() {
    let folder = TestFolder::new("train-nothing");
    let checkpoint = folder.file("new.ckpt");
    output_of(&["train", "--checkpoint", &checkpoint, "--network", "01", "--minutes", "0"]);
    let player = format!("{checkpoint}:ply=1");
    assert!(output_of(&["match", &player, "--games", "2"]).contains(&player));
}

#[test]
fn two_runs_cannot_write_the_same_checkpoint() {
    let folder = TestFolder::new("train-twice");
    let checkpoint = folder.file("run.ckpt");
    for begun in [false, true] {
        let first = std::fs::File::options().append(true).create(true).open(&checkpoint);
        let first = first.expect("opened");
        first.lock().expect("locked as by a run");
        assert!(error_of(&train(&checkpoint, SMALL)).contains("by another process"), "{begun}");
        // Not by closing it: a process that another test starts just now has it open, too, until it begins.
        first.unlock().expect("unlocked");
        output_of(&train(&checkpoint, SMALL));
    }
}

#[test]
fn log_that_cannot_be_written_loses_no_training() {
    let folder = TestFolder::new("train-log");
    let (checkpoint, log) = (folder.file("run.ckpt"), folder.file("folder.csv"));
    std::fs::create_dir(&log).expect("a folder");
    assert!(error_of(&train(&checkpoint, &[SMALL, &["--log", &log]].concat())).contains(&log));
    output_of(&["match", &format!("{checkpoint}:ply=1"), "--games", "1"]);
}

#[test]
fn each_run_has_a_log_of_its_own() {
    let folder = TestFolder::new("train-logs");
    for (checkpoint, log) in [("run-0.5", "run-0.5.csv"), ("run.ckpt", "run.csv")] {
        output_of(&train(&folder.file(checkpoint), SMALL));
        assert!(std::path::Path::new(&folder.file(log)).exists(), "{log}");
    }
    let [checkpoint, picture] = ["one.csv", "one.svg"].map(|name| folder.file(name));
    for (checkpoint, log) in [(&checkpoint, &checkpoint), (&picture, &checkpoint)] {
        let error = error_of(&train(checkpoint, &[SMALL, &["--log", log]].concat()));
        assert!(error.contains("another file with --log"), "{error}");
    }
}

/// The content of a file.
fn content(path: &str) -> Vec<u8> {
    std::fs::read(path).expect("a file")
}

#[test]
fn commands_do_not_replace_their_own_input() {
    let folder = TestFolder::new("train-input");
    let (checkpoint, packed) = trained_and_packed(&folder);
    let elsewhere = folder.file("./elsewhere/../small.bin");
    std::fs::create_dir_all(folder.file("elsewhere")).expect("a folder");
    let new = folder.file("new.ckpt");
    let commands: [(&str, &[&str]); 5] = [
        (&checkpoint, &["model", "pack", &checkpoint, &checkpoint]),
        (&checkpoint, &["match", &checkpoint, "--games", "1", "--csv", &checkpoint]),
        (&packed, &["match", &packed, "--games", "1", "--csv", &elsewhere]),
        (&packed, &["match", &packed, "--games", "1", "--boards", &packed]),
        (&packed, &train(&new, &["--from", &packed, "--log", &packed])),
    ];
    for (input, command) in commands {
        let before = content(input);
        let error = error_of(command);
        assert!(error.contains("reads") && error.contains("another file"), "{command:?}: {error}");
        assert_eq!(content(input), before, "{command:?}");
    }
    // A game that is saved is not played again, and has no positions.
    let both = folder.file("both.txt");
    let error = error_of(&["match", &packed, "--csv", &both, "--boards", &both]);
    assert!(error.contains("--boards") && error.contains("--csv"), "{error}");
    assert!(!std::path::Path::new(&both).exists());
}

const LOG_COLUMNS: &str = "seconds,moves,episodes,games,moves_per_second,round_games,mean,interval,best,t2048,t4096,t8192,t16384,t32768\n";

/// Neither a new run nor one that continues changes a file that is no log of training.
#[test]
fn files_that_are_no_logs_are_refused_and_unchanged() {
    let folder = TestFolder::new("train-foreign");
    let (checkpoint, _) = trained_and_packed(&folder);
    let new = folder.file("new.ckpt");
    let log = folder.file("notes.csv");
    let measures = folder.file("notes.measures.csv");
    for foreign in [
        "# afterstate match 0.1.0\nplayer,seed,score\n\"p\",1,5\n\"p\",9000000000,5\n",
        "a shopping list, without columns",
        "seconds,moves\n1,2\n",
        "\u{fffd}\n",
        "\n",
    ] {
        for file in [&log, &measures] {
            std::fs::write(file, foreign).expect("written");
            for run in [&checkpoint, &new] {
                let error = error_of(&train(run, &[SMALL, &["--log", &log]].concat()));
                assert!(error.contains(file) && error.contains("with --log"), "{error}");
                assert_eq!(content(file), foreign.as_bytes());
            }
            std::fs::remove_file(file).expect("removed");
        }
    }
    assert!(!std::path::Path::new(&new).exists());
}

/// Lines that the checkpoint does not have are of moves that are made again, or of another run.
#[test]
fn lines_of_a_log_beyond_the_checkpoint_are_set_aside() {
    let folder = TestFolder::new("train-aside");
    let (checkpoint, _) = trained_and_packed(&folder);
    let (log, aside) = (folder.file("other.csv"), folder.file("other.csv.dropped"));
    let begun = format!("{LOG_COLUMNS}1,2,1,1,5,1,9,0,9,0,0,0,0,0\n");
    let beyond = "30,8000000000,1,1,5,1,9,0,9,0,0,0,0,0\n60,9000000000,1,";
    std::fs::write(&log, format!("{begun}{beyond}")).expect("written");
    output_of(&train_for(A_LINE, &checkpoint, &["--log", &log]));
    let text = |file: &str| std::fs::read_to_string(file).expect("text");
    assert!(text(&log).starts_with(&begun) && text(&log).len() > begun.len(), "{}", text(&log));
    assert!(!text(&log).contains("000000000"), "{}", text(&log));
    // Half a line is of a program that was killed: it has no numbers to keep.
    let whole = beyond.rsplit_once('\n').expect("two lines").0;
    assert_eq!(text(&aside), format!("{LOG_COLUMNS}{whole}\n"));
    // A program that was killed in the first line left a part of it.
    std::fs::write(&log, &LOG_COLUMNS[..9]).expect("written");
    output_of(&train(&checkpoint, &["--log", &log]));
    assert!(
        text(&log).starts_with(LOG_COLUMNS) && text(&log).lines().count() > 1,
        "{}",
        text(&log)
    );
}

/// The positions of `--archive` are an input too.
#[test]
fn log_does_not_go_into_the_archive() {
    let folder = TestFolder::new("train-archive-log");
    let (checkpoint, packed) = trained_and_packed(&folder);
    let boards = folder.file("boards.txt");
    output_of(&["match", &format!("{packed}:ply=1"), "--games", "1", "--boards", &boards]);
    let before = content(&boards);
    let archive = ["--archive", &boards, "--archive-share", "0.5", "--log", &boards];
    assert!(error_of(&train(&checkpoint, &archive)).contains("another file"));
    assert_eq!(content(&boards), before);
}

#[test]
fn seed_of_a_begun_run_is_refused_unless_it_adds_threads() {
    let folder = TestFolder::new("train-seed");
    let checkpoint = folder.file("run.ckpt");
    output_of(&train(&checkpoint, &[SMALL, &["--seed", "9"]].concat()));
    for more in [&["--seed", "9"][..], &["--seed", "9", "--threads", "1"]] {
        let error = error_of(&train(&checkpoint, more));
        assert!(error.contains("--seed is for a new run"), "{more:?}: {error}");
    }
    output_of(&train(&checkpoint, &["--seed", "9", "--threads", "2"]));
}

#[test]
fn options_that_would_do_nothing_are_refused() {
    let folder = TestFolder::new("train-unused");
    let (checkpoint, _) = trained_and_packed(&folder);
    let error = |checkpoint: &str, more: &[&str]| error_of(&train(checkpoint, more));
    // With one stage, --frozen 1 would learn nothing.
    let frozen = error(&checkpoint, &["--frozen", "1"]);
    assert!(frozen.contains("--frozen 1") && frozen.contains("--stages"), "{frozen}");
    let new = [SMALL, &["--stages", "256", "--frozen", "2"]].concat();
    assert!(error(&folder.file("frozen.ckpt"), &new).contains("--frozen 2"));
    let new = [SMALL, &["--stages", "256", "--frozen", "1"]].concat();
    output_of(&train(&folder.file("frozen.ckpt"), &new));
}

#[test]
fn packing_needs_coherence_sums() {
    let folder = TestFolder::new("train-plain");
    let (checkpoint, packed) = (folder.file("plain.ckpt"), folder.file("plain.bin"));
    let plain = [SMALL, &["--coherent", "false"]].concat();
    output_of(&train(&checkpoint, &plain));
    assert!(error_of(&["model", "pack", &checkpoint, &packed]).contains("--coherent true"));
    assert!(!std::path::Path::new(&packed).exists());
}

#[test]
fn invalid_numbers_are_refused() {
    let folder = TestFolder::new("train-refused");
    let checkpoint = folder.file("none.ckpt");
    let cases: [(&[&str], &str); 9] = [
        (&["--every", "0"], "--every"),
        (&["--every", "nan"], "a number above 0"),
        (&["--save=-1"], "0 or a number above 0"),
        (&["--threads", "0"], "from 1 to 256"),
        (&["--threads", "3000000000"], "from 1 to 256"),
        (&["--measure-games", "5"], "two numbers"),
        (&["--alpha", "3"], "above 0 and at most 2"),
        (&["--lambda", "nan"], "expected a number from 0 to 1"),
        (&["--archive-share", "1.1"], "expected a number from 0 to 1"),
    ];
    for (more, why) in cases {
        let error = error_of(&train(&checkpoint, &[SMALL, more].concat()));
        assert!(error.contains(why), "{more:?}: {error}");
    }
    assert!(!std::path::Path::new(&checkpoint).exists());
    for (option, value) in [("--games", "0"), ("--every", "0")] {
        let error = error_of(&["match", "greedy", &format!("{option}={value}")]);
        assert!(error.contains(option), "{error}");
    }
    // An unwritable output is reported before the games.
    let path = folder.file("");
    assert!(error_of(&["match", "greedy", "--boards", &path]).contains("train-refused"));
}
