//! The subcommand `match`: its files, tables and errors.

use crate::command::{self, TestFolder};
use crate::network;
use afterstate_papers::experiment::{GameRecord, Observer, Plan, SpawnLaw, raw, run};

/// Two fast players with different results.
const ONE: &str = "expectimax:nodes=60";
const OTHER: &str = "expectimax:ply=1,weights=nneonneo,table-mb=0";

fn output_of(arguments: &[&str]) -> String {
    command::output_of(&[&["match"], arguments].concat())
}

fn error_of(arguments: &[&str]) -> String {
    command::error_of(&[&["match"], arguments].concat())
}

/// The games of a file without their seconds, sorted.
fn games(file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(file).expect("the games");
    let line = |line: &str| {
        let mut fields: Vec<&str> = line.split(',').collect();
        fields.remove(fields.len() - 2); // the seconds
        fields.join(",")
    };
    let mut games: Vec<String> =
        text.lines().filter(|line| line.starts_with('"')).map(line).collect();
    games.sort();
    games
}

/// Tables without their time columns, which differ between runs and are the last.
fn timeless(tables: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let tables = tables.split("\n\n").flat_map(|table| {
        let lines: Vec<_> = table.lines().filter(|line| !line.contains("--")).map(cells).collect();
        let times = lines[0].iter().position(|name| name == "s/game").unwrap_or(usize::MAX);
        lines.into_iter().map(move |line| line.into_iter().take(times).collect())
    });
    tables.collect()
}

#[test]
fn interrupted_match_has_the_games_of_an_uninterrupted_match() {
    let folder = TestFolder::new("match-resume");
    let (whole, parts) = (folder.file("whole.csv"), folder.file("parts/games.csv"));
    let play = |file: &str, games: &str, threads: &str| {
        let options = ["--games", games, "--threads", threads, "--format", "markdown"];
        output_of(&[&[ONE, OTHER, "--csv", file], &options[..]].concat())
    };
    let table = play(&whole, "6", "1");
    play(&parts, "2", "2");
    // A killed process may leave half a line.
    let text = std::fs::read_to_string(&parts).expect("the games");
    let kept: Vec<&str> = text.lines().take(6).collect();
    let half = format!("{}\n{}", kept.join("\n"), &text.lines().last().expect("a game")[..15]);
    std::fs::write(&parts, half).expect("written");
    assert_eq!(timeless(&play(&parts, "6", "2")), timeless(&table));
    assert_eq!(games(&parts), games(&whole));
    assert_eq!(games(&whole).len(), 12);
    // A game that the file has twice counts once.
    let text = std::fs::read_to_string(&parts).expect("the games");
    let last = text.lines().last().expect("a game");
    std::fs::write(&parts, format!("{text}{last}\n")).expect("written");
    assert_eq!(timeless(&play(&parts, "6", "1")), timeless(&table));
    std::fs::write(&parts, text).expect("written");
    // All games are there, so none is played, and the table has only the first seeds.
    let before = std::fs::read(&parts).expect("the games");
    assert_eq!(timeless(&play(&parts, "3", "1"))[1][1], "3");
    assert_eq!(std::fs::read(&parts).expect("the games"), before);
}

/// As Windows programs save text: with a byte order mark and carriage returns.
fn saved_elsewhere(text: &str) -> String {
    format!("\u{feff}{}", text.replace('\n', "\r\n"))
}

#[test]
fn file_that_another_program_saved_is_continued_and_merged() {
    let folder = TestFolder::new("match-elsewhere");
    let (whole, parts) = (folder.file("whole.csv"), folder.file("parts.csv"));
    let play = |file: &str, games: &str| {
        output_of(&["greedy", "--games", games, "--csv", file, "--format", "markdown"])
    };
    let table = play(&whole, "4");
    play(&parts, "2");
    let text = std::fs::read_to_string(&parts).expect("the games");
    // The last line without its end is no whole game.
    std::fs::write(&parts, saved_elsewhere(&format!("{text}\"greedy\",9"))).expect("written");
    assert_eq!(timeless(&play(&parts, "4")), timeless(&table));
    let kept = std::fs::read_to_string(&parts).expect("the games");
    assert!(kept.starts_with(&saved_elsewhere(&text)), "{kept}");
    let kept = kept.replace(['\u{feff}', '\r'], "");
    std::fs::write(&parts, kept).expect("written");
    assert_eq!(games(&parts), games(&whole));

    let merge = |file: &str| command::output_of(&["merge", file]);
    let text = std::fs::read_to_string(&whole).expect("the games");
    let merged = merge(&whole);
    std::fs::write(&whole, saved_elsewhere(&text)).expect("written");
    assert_eq!(merge(&whole), merged);

    let wide: Vec<u8> =
        format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    std::fs::write(&whole, &wide).expect("written");
    let utf16 = "is text in UTF-16; save it as UTF-8";
    assert!(error_of(&["greedy", "--games", "4", "--csv", &whole]).contains(utf16));
    assert!(command::error_of(&["merge", &whole]).contains(utf16));
    assert_eq!(std::fs::read(&whole).expect("the games"), wide);
}

/// As a spreadsheet saves a table that it separates by semicolons: comments in quotes, names without,
/// and padding.
fn saved_by_a_spreadsheet(text: &str) -> String {
    let line = |line: &str| match line.starts_with('#') {
        true => format!("\"{}\";;;;;;;;\n", line.replace('"', "\"\"")),
        false => format!("{}\n", line.replace('"', "").replace(',', ";")),
    };
    text.lines().map(line).collect::<String>() + ";;;;;;;;\n"
}

#[test]
fn file_that_a_spreadsheet_saved_is_continued_and_merged() {
    let folder = TestFolder::new("match-spreadsheet");
    let (whole, parts) = (folder.file("whole.csv"), folder.file("parts.csv"));
    let play = |file: &str, games: &str| {
        output_of(&["greedy", "random", "--games", games, "--csv", file, "--format", "markdown"])
    };
    let table = play(&whole, "4");
    play(&parts, "2");
    let text = std::fs::read_to_string(&parts).expect("the games");
    std::fs::write(&parts, saved_by_a_spreadsheet(&text)).expect("written");
    assert_eq!(timeless(&play(&parts, "4")), timeless(&table));
    assert_eq!(games(&parts), games(&whole));
    let kept = std::fs::read_to_string(&parts).expect("the games");
    assert!(kept.starts_with(&text), "its games were put right: {kept}");
    let merged = command::output_of(&["merge", &whole]);
    let text = std::fs::read_to_string(&whole).expect("the games");
    std::fs::write(&whole, saved_by_a_spreadsheet(&text)).expect("written");
    assert_eq!(command::output_of(&["merge", &whole]), merged);
}

#[test]
fn players_are_compared_on_common_seeds() {
    let table = output_of(&[ONE, OTHER, "--games", "4", "--seed", "7"]);
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].starts_with("player") && lines[0].ends_with("nodes/s"), "{table}");
    assert!(lines[1].starts_with(ONE) && lines[2].starts_with(OTHER), "{table}");
    assert!(lines[4].contains("mean difference"), "{table}");
    assert!(lines[5].starts_with(&format!("{ONE} minus {OTHER}")), "{table}");
    let mean = |line: &str, name: &str| -> f64 {
        line[name.len()..].split_whitespace().nth(1).expect("a mean").parse().expect("a number")
    };
    let difference = mean(lines[5], &format!("{ONE} minus {OTHER}"));
    assert!((mean(lines[1], ONE) - mean(lines[2], OTHER) - difference).abs() <= 1.0, "{table}");
    assert_eq!(output_of(&["greedy", "--games", "2"]).lines().count(), 2);
    // The first of several with each of the others, on any board.
    let several = ["random", "greedy", "always-up", "--games", "3", "--board", "3x4"];
    let table = output_of(&several);
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines.len() == 8 && lines[6].starts_with("random minus greedy "), "{table}");
    assert!(lines[7].starts_with("random minus always-up "), "{table}");
}

/// A network beside strategies, to a tile, with other spawns.
#[test]
fn any_players_play_one_match() {
    let folder = TestFolder::new("match-any");
    let (file, drawings) = (folder.file("games.csv"), folder.file("drawings"));
    let small = folder.file("small.bin");
    std::fs::write(&small, network::tiny_file()).expect("written");
    let network = format!("{small}:ply=1");
    let players = [network.as_str(), "greedy", ONE, "--games", "2", "--end-at", "64"];
    let more = ["--spawns", "even", "--csv", &file, "--histograms", &drawings];
    let table = output_of(&[&players[..], &more, &["--format", "json"]].concat());
    let table: serde_json::Value = serde_json::from_str(&table).expect(&table);
    assert_eq!(table[1]["player"], "greedy (even spawns)");
    assert_eq!(table.as_array().map(Vec::len), Some(3), "{table}");
    assert_eq!(std::fs::read_dir(&drawings).expect("drawings").count(), 3);
    let text = std::fs::read_to_string(&file).expect("the games");
    assert!(text.contains("# setup games end at 64, even spawns\n"), "{text}");
    assert_eq!(games(&file).len(), 6);
    assert!(games(&file).iter().all(|game| !game.contains(",128,")), "{text}");
}

/// Files that `match` and `experiment` wrote when they had formats of their own.
#[test]
fn files_of_former_versions_are_continued_and_merged() {
    let folder = TestFolder::new("match-former");
    let file = folder.file("games.csv");
    output_of(&["greedy", "--games", "2", "--csv", &file]);
    let text = std::fs::read_to_string(&file).expect("the games");
    let columns = "player,rows,cols,seed,score,largest_tile,moves,seconds,nodes";
    let former = text.replace(columns, "player,seed,score,largest_tile,moves,seconds,nodes");
    std::fs::write(&file, former.replace("\"greedy\",4,4,", "\"greedy\",")).expect("written");
    let merged = command::output_of(&["merge", &file]);
    assert_eq!(output_of(&["greedy", "--games", "2", "--csv", &file]), merged);
    assert_eq!(std::fs::read_to_string(&file).expect("the games"), text, "in the columns of now");

    let shards = ["1/2", "2/2"].map(|shard| {
        let game = format!("\"greedy\",4,4,{},344,32,9,0.5\n", if shard == "1/2" { 0 } else { 1 });
        let file = folder.file(&shard.replace('/', "-"));
        let header = format!(
            "# afterstate experiment 0.1.0, search 1-2\n# games end when no move is possible\n\
             # shard {shard}\n# games of \"greedy\",4,4: 2 from seed 0\n"
        );
        let columns = "strategy,rows,cols,seed,score,largest_tile,moves,seconds\n";
        std::fs::write(&file, header + columns + &game).expect("written");
        file
    });
    let new = folder.file("new.csv");
    let table = command::output_of(&["merge", &shards[0], &shards[1], "--output", &new]);
    assert!(table.lines().nth(1).is_some_and(|line| line.starts_with("greedy ")), "{table}");
    let text = std::fs::read_to_string(&new).expect("the games");
    assert!(text.ends_with("\"greedy\",4,4,1,344,32,9,0.500000,\n"), "{text}");
}

#[test]
fn network_plays_from_its_file() {
    let folder = TestFolder::new("match-network");
    let file = folder.file("games.csv");
    let bytes = network::tiny_file();
    let network = folder.file("small.bin");
    std::fs::write(&network, &bytes).expect("written");
    let player = format!("{network}:ply=1");
    let table = output_of(&[&player, "--games", "1", "--csv", &file]);
    assert!(table.contains(&player), "{table}");
    let text = std::fs::read_to_string(&file).expect("the games");
    assert!(text.contains("crc32 ") && text.contains("ply=1, ms=0"), "{text}");
    // The checksum that identifies the network is at the end of its file.
    let sum = u32::from_le_bytes(*bytes.last_chunk().expect("its checksum"));
    assert!(text.contains(&format!("crc32 {sum:08x},")), "{text}");
    assert!(!text.contains("weights"), "{text}");
    let error = error_of(&[&format!("{network}:weights=afterstate")]);
    assert!(error.contains("weights of its own"), "{error}");
    assert!(error_of(&[&format!("{network}:depth=3")]).contains("Its parameters: ply, "));
}

#[test]
fn games_of_another_match_are_refused() {
    let folder = TestFolder::new("match-foreign");
    let file = folder.file("games.csv");
    output_of(&["greedy", "--games", "1", "--csv", &file]);
    let before = std::fs::read(&file).expect("the games");
    for players in [&["expectimax:ply=1"][..], &["greedy", ONE]] {
        let error = error_of(&[players, &["--games", "2", "--csv", &file]].concat());
        assert!(error.contains("is of another run"), "{error}");
        assert_eq!(std::fs::read(&file).expect("the games"), before, "it was left as it was");
    }
    let none = folder.file("notes.txt");
    std::fs::write(&none, "# my notes").expect("written");
    assert!(error_of(&["greedy", "--csv", &none]).contains("my notes"));
    assert_eq!(std::fs::read_to_string(&none).expect("text"), "# my notes");
    let damaged = [&before[..], b"\"greedy\",4,4,1,2,3\n"].concat();
    std::fs::write(&file, damaged).expect("written");
    assert!(error_of(&["greedy", "--csv", &file]).contains("expected player,rows,cols,seed"));
}

/// Kumar's listed program merges and turns the board in ways of its own, by `Player::slide`.
#[test]
fn players_with_rules_of_their_own_play_by_them() {
    let folder = TestFolder::new("match-listing");
    for (index, player) in
        ["always-up", "greedier-max-in-corner", "monte-carlo:playouts=3"].into_iter().enumerate()
    {
        let separator = if player.contains(':') { ',' } else { ':' };
        let listed = format!("{player}{separator}reading=listing");
        let file = folder.file(&format!("{index}.csv"));
        output_of(&[&listed, "--games", "5", "--seed", "3", "--csv", &file]);
        let plan = Plan {
            chosen: listed.parse().expect("a strategy"),
            rows: 4,
            cols: 4,
            games: 5,
            first_seed: 3,
            end_at: None,
            spawns: SpawnLaw::Rules,
        };
        let text = std::fs::read_to_string(&file).expect("the games");
        let mut found = raw::read(&text).expect("games");
        found.sort_by_key(|line| line.game.seed);
        let seconds = |line: &raw::Line| line.game.seconds;
        let expected = run(&plan, 1, &NoClock).expect("games").into_iter().zip(&found);
        let expected: Vec<_> =
            expected.map(|(game, line)| GameRecord { seconds: seconds(line), ..game }).collect();
        assert_eq!(found.iter().map(|line| line.game).collect::<Vec<_>>(), expected, "{listed}");
        assert_eq!(expected.len(), 5, "{listed}");
    }
}

/// An observer whose clock stands still.
struct NoClock;

impl Observer for NoClock {
    fn seconds(&self) -> f64 {
        0.0
    }
}

#[test]
fn errors_name_the_accepted_values() {
    let unknown = error_of(&["nobody"]);
    assert!(unknown.contains("afterstate match --list") && unknown.contains(".bin"), "{unknown}");
    assert!(error_of(&["expectimax:ply=99"]).contains("a whole number from 0 to 30"));
    assert!(error_of(&["expectimax:ms"]).contains("PARAMETER=VALUE"));
    assert!(error_of(&["absent.bin:ms=1"]).contains("absent.bin: "));
    assert!(error_of(&[ONE, ONE]).contains("needs different players"));
    assert!(error_of(&[ONE, OTHER, ONE]).contains("is given twice"));
    assert!(error_of(&[ONE, "--games", "0"]).contains("--games"));
}
