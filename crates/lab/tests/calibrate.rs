//! The subcommand `calibrate`, and the evaluations of `judge`, with a small network.

use crate::command::{TestFolder, error_of, output_of};
use crate::network;
use afterstate::eval::ntuple::file;
use afterstate::eval::outlook::OutlookModel;

/// A folder with the network's file and the results of two games.
fn folder(test: &str) -> (TestFolder, String, String) {
    let folder = TestFolder::new(test);
    let (network, results) = (folder.file("small.bin"), folder.file("results.csv"));
    std::fs::write(&network, network::tiny_file()).unwrap();
    let checksum = file::checksum(&network::tiny_file());
    let games = format!(
        "# player small.bin:ms=1: small.bin, crc32 {checksum:08x}, with ply=0, ms=1\n\
        player,seed,score,largest_tile,moves,seconds,nodes\n\
        \"small.bin:ms=1\",0,3000,256,300,1.0,9\n\"small.bin:ms=1\",1,1200,128,150,1.0,9\n"
    );
    std::fs::write(&results, games).unwrap();
    (folder, network, results)
}

#[test]
fn calibration_plays_missing_games_once_and_writes_a_valid_outlook() {
    let (folder, network, results) = folder("calibrate");
    let (positions, outlook, plot) =
        (folder.file("positions.csv"), folder.file("small.outlook"), folder.file("plot.svg"));
    let files = ["--positions", &positions, "--results", &results, "--outlook", &outlook];
    let games =
        ["--own", "2", "--imperfect", "7", "--editor", "3", "--nodes", "10", "--moves", "5"];
    let run = || {
        let plot = ["--plot", &plot];
        output_of(&[&["calibrate", &network], &files[..], &games[..], &plot[..]].concat())
    };
    let first = run();
    for kind in ["own", "imperfect", "editor"] {
        let lines = std::fs::read_to_string(&positions).unwrap();
        assert!(lines.lines().any(|line| line.starts_with(kind)), "{lines}");
    }
    for row in ["whole games", "start", "positions"] {
        assert!(first.contains(&format!("| {row}")), "{row}: {first}");
    }
    let played = std::fs::read(&positions).unwrap();
    assert_eq!(run(), first, "a second run only fits");
    assert_eq!(std::fs::read(&positions).unwrap(), played);
    let model: OutlookModel = std::fs::read_to_string(&outlook).unwrap().parse().unwrap();
    assert_eq!(model.network, file::checksum(&network::tiny_file()));
    assert!(std::fs::read_to_string(&plot).unwrap().starts_with("<svg"));
    let files_to_check = &files[..4];
    let check = [&["calibrate", &network, "--nodes", "10", "--check"], files_to_check].concat();
    assert!(error_of(&check).contains("no coefficients"), "a network of the test");
    let error = error_of(&[&["calibrate", &network, "--nodes", "11"], &files[..]].concat());
    assert!(error.contains("positions.csv") && error.contains("# player: 11 nodes"), "{error}");
    let text = String::from_utf8(played).unwrap() + "own,1,2\n";
    std::fs::write(&positions, text).unwrap();
    let error = error_of(&[&["calibrate", &network, "--nodes", "10"], &files[..]].concat());
    assert!(error.contains("positions.csv") && error.contains("expected kind,game"), "{error}");
}

#[test]
fn calibration_writes_no_outlook_without_positions_and_replaces_no_file_that_it_reads() {
    let (folder, network, results) = folder("calibrate-nothing");
    let (positions, outlook) = (folder.file("positions.csv"), folder.file("small.outlook"));
    let files = ["--positions", &positions, "--results", &results, "--outlook"];
    let error_with = |outlook: &str| {
        error_of(&[&["calibrate", &network], &files[..], [outlook].as_slice()].concat())
    };
    let error = error_with(&outlook);
    assert!(error.contains("positions.csv") && error.contains("--imperfect"), "{error}");
    assert!(!std::path::Path::new(&outlook).exists());
    let error = error_with(&results);
    assert!(error.contains("results.csv is a file that the command reads"), "{error}");
    // A guide has no games; it would have given coefficients of no results.
    std::fs::remove_file(&positions).unwrap();
    std::fs::write(&results, "# A guide\n\nSome text.\n").unwrap();
    let error = error_with(&outlook);
    assert!(error.contains("results.csv is not a file of games"), "{error}");
    assert!(!std::path::Path::new(&positions).exists(), "it is found before games are played");
}

#[test]
fn coefficients_that_are_checked_choose_the_bins() {
    let folder = TestFolder::new("calibrate-check");
    let (results, positions) = (folder.file("results.csv"), folder.file("positions.csv"));
    // The network lite, whose coefficients differ from a fit to so few games.
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/lite.bin");
    let games = "# player lite:ms=1: lite, crc32 0ea6efb5, with ms=1\n\
        player,seed,score,largest_tile,moves,seconds,nodes\n\
        \"lite:ms=1\",0,166512,8192,6855,6.8,9\n\"lite:ms=1\",1,378292,16384,14445,14.4,9\n";
    std::fs::write(&results, games).unwrap();
    let boards = "# player: 9500 nodes a move\n\
        kind,game,maker,after,board,value,points,largest,rest,rest_value\n\
        editor,0,editor,0,0000000000001000,140152,789816,15,,\n\
        editor,1,editor,0,0200006220000603,119446,609544,15,,\n\
        editor,2,editor,0,9000000000000000,106869,738328,15,,\n\
        editor,3,editor,0,000078819200a109,66406,816520,15,,\n";
    std::fs::write(&positions, boards).unwrap();
    let files = ["--results", &results, "--positions", &positions];
    let printed = output_of(&[&["calibrate", network, "--check"], &files[..]].concat());
    let rows = printed.lines().filter(|line| line.starts_with("| editor "));
    let rows = rows.filter_map(|row| row.split('|').nth(2)?.trim().strip_suffix('%'));
    let tens: Vec<u32> =
        rows.map(|percent| percent.parse::<f64>().expect("a number") as u32 / 10).collect();
    assert!(tens.len() > 2 && tens.is_sorted_by(|one, next| one < next), "{printed}");
}

#[test]
fn judge_measures_evaluations_on_imperfect_games() {
    let (_folder, network, _) = folder("judge");
    let by = format!("{network}:nodes=500,low-value-plies=1,budget=max");
    let players = ["--imperfect", "greedy", "--imperfect", "random-20", "--evaluate", "100"];
    let positions = ["--games", "2", "--after", "10", "--every", "40", "--threads", "1"];
    let table =
        output_of(&[&["judge", "greedy", "--by", &by], &players[..], &positions[..]].concat());
    assert!(table.contains("evaluation, 100 nodes") && table.contains("confirmed"), "{table}");
    let games = ["--play-on", "2"];
    let table =
        output_of(&[&["judge", "greedy", "--by", &by], &games[..], &positions[..]].concat());
    let (_, grades) = table.split_once("\n\n").expect("a second table");
    assert!(grades.contains("loss in games") && grades.lines().count() > 2, "{table}");
    let error = error_of(&["judge", "greedy", "--by", "expectimax:ply=2", "--evaluate", "100"]);
    assert!(error.contains("network"), "{error}");
    let error = error_of(&["judge", "greedy", "--by", &by, "--imperfect", "nobody"]);
    assert!(error.contains("random-20"), "{error}");
}

/// A calibration in parts, one of them cut short in the middle of a game's lines, has the games of one
/// that ran at once.
#[test]
fn interrupted_calibration_has_the_same_games() {
    let folder = TestFolder::new("calibrate-parts");
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/lite.bin");
    let results = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/match/1ms-lite.csv");
    let run = |positions: &str, boards: &str| {
        let files = ["--positions", positions, "--results", results];
        let games = ["--trouble", boards, "--nodes", "10", "--moves", "60"];
        output_of(&[&["calibrate", network], &files[..], &games[..]].concat());
        std::fs::read_to_string(positions).expect("the positions")
    };
    let [whole, parts] = ["whole.csv", "parts.csv"].map(|name| folder.file(name));
    let expected = run(&whole, "4");
    run(&parts, "2");
    let text = run(&parts, "3");
    assert!(expected.starts_with(&text), "other games:\n{text}\n{expected}");
    // As a process that was killed may leave it: a line of the third game, and half of the next.
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let third = lines.iter().position(|line| line.starts_with("trouble,2,")).expect("a game");
    assert!(lines.len() > third + 1, "a game of several lines: {text}");
    let half = lines[third + 1].len() - 4; // as if its last number were shorter
    let torn = lines[..=third].concat() + &lines[third + 1][..half];
    std::fs::write(&parts, torn).expect("written");
    assert_eq!(run(&parts, "4"), expected);
}
