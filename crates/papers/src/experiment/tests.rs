//! Experiments are reproducible with any number of threads; statistics match calculations by hand.

use super::*;
use crate::players::Chosen;
use afterstate::rules::Game;

/// An observer whose clock stands still.
struct NoTime;

impl Observer for NoTime {
    fn seconds(&self) -> f64 {
        0.0
    }
}

fn plan(strategy: &str, games: u64) -> Plan {
    let chosen: Chosen = strategy.parse().expect("a strategy");
    Plan { chosen, rows: 4, cols: 4, games, first_seed: 3, end_at: None, spawns: SpawnLaw::Rules }
}

fn record(score: u64, largest_rank: u8) -> GameRecord {
    GameRecord { seed: 0, score, largest_rank, moves: 10, seconds: 0.5, nodes: None }
}

#[test]
fn threads_do_not_change_the_games() {
    let plan = plan("frolov-3:depth=1", 8);
    let one = run(&plan, 1, &NoTime).expect("it runs");
    assert_eq!(one.len(), 8);
    assert_eq!(one.iter().map(|game| game.seed).collect::<Vec<_>>(), (3..11).collect::<Vec<_>>());
    for threads in [2, 5, 0] {
        assert_eq!(run(&plan, threads, &NoTime).expect("it runs"), one, "{threads} threads");
    }
}

#[test]
fn experiment_plays_the_same_game_as_the_rules() {
    let plan = plan("frolov-9:depth=1", 1);
    let mut player = plan.chosen.build((4, 4), 0).expect("it plays 4x4");
    let record = plan.play(player.as_mut(), 42, &NoTime).expect("it is not stopped");
    let mut game = Game::new(4, 4, 42).expect("a size");
    game.keep_going();
    while let Some(best) = player.choose(game.grid()).best {
        game.play(best).expect("a possible move");
    }
    assert!(game.is_over());
    assert_eq!((record.score, record.moves), (game.score(), game.moves() as u64));
    assert_eq!(record.largest_rank, game.grid().max_rank());
}

#[test]
fn game_can_continue_from_any_board() {
    let plan = plan("frolov-9:depth=1", 1);
    let mut player = plan.chosen.build((4, 4), 0).expect("it plays 4x4");
    let whole = plan.play(player.as_mut(), 42, &NoTime).expect("it is not stopped");
    let start = *Game::new(4, 4, 42).expect("a size").grid();
    assert_eq!(plan.play_on(player.as_mut(), start, 42, &NoTime), Some(whole));
    let dead = Grid::from_ranks(4, 4, &[1, 2, 1, 2, 2, 1, 2, 1, 1, 2, 1, 2, 2, 1, 2, 1]);
    let none = plan.play_on(player.as_mut(), dead.expect("a board"), 5, &NoTime);
    assert_eq!(none.map(|game| (game.moves, game.score, game.largest_rank)), Some((0, 0, 2)));
}

#[test]
fn even_spawns_have_as_many_4s_as_2s() {
    let fours = |law: SpawnLaw| {
        (0..4000).filter(|&index| law.spawn(index % 7, index, 9).1 == 2).count() as i32
    };
    // Four standard deviations: 4 * sqrt(4000 / 4) and 4 * sqrt(4000 * 0.09).
    assert!((fours(SpawnLaw::Even) - 2000).abs() < 127);
    assert!((fours(SpawnLaw::Rules) - 400).abs() < 76);
    assert_eq!(SpawnLaw::Even.spawn(5, 6, 9).0, SpawnLaw::Rules.spawn(5, 6, 9).0);
}

#[test]
fn games_end_at_the_requested_tile() {
    let plan = Plan { end_at: Some(5), ..plan("frolov-3:depth=1", 5) };
    for game in run(&plan, 1, &NoTime).expect("it runs") {
        assert_eq!(game.largest_rank, 5);
    }
}

#[test]
fn stopped_experiment_keeps_finished_games() {
    struct AfterTwo(std::sync::atomic::AtomicU32);
    impl Observer for AfterTwo {
        fn game_ended(&self, _: &GameRecord) {
            self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        }
        fn stopped(&self) -> bool {
            self.0.load(std::sync::atomic::Ordering::Relaxed) >= 2
        }
        fn seconds(&self) -> f64 {
            0.0
        }
    }
    let games = run(&plan("frolov-3:depth=1", 9), 1, &AfterTwo(0.into())).expect("it runs");
    assert_eq!(games.len(), 2);
}

#[test]
fn seeds_may_run_up_to_the_last_one() {
    assert_eq!(seeds(u64::MAX, 1), Ok(u64::MAX..=u64::MAX));
    assert_eq!(seeds(u64::MAX - 2, 3), Ok(u64::MAX - 2..=u64::MAX));
    for (first, games) in [(u64::MAX, 2), (7, 0), (2, u64::MAX)] {
        assert_eq!(seeds(first, games), Err(ExperimentError::Seeds { first, games }));
    }
    let last = Plan { first_seed: u64::MAX, end_at: Some(5), ..plan("frolov-3:depth=1", 1) };
    let games = run(&last, 1, &NoTime).expect("seed 2^64 - 1 is valid");
    assert_eq!(games[0].seed, u64::MAX);
}

#[test]
fn unsupported_boards_are_refused() {
    let other = Plan { rows: 3, ..plan("frolov-3", 1) };
    let message = run(&other, 1, &NoTime).unwrap_err().to_string();
    assert!(message.contains("3x4") && message.contains("4x4"), "{message}");
    let none = Plan { rows: 10, ..plan("frolov-3", 1) };
    assert!(matches!(run(&none, 1, &NoTime), Err(ExperimentError::Board(_))));
}

#[test]
fn statistics_match_a_calculation_by_hand() {
    assert_eq!(Statistics::of(&[]), None);
    let games = [record(100, 4), record(200, 5), record(300, 5), record(1000, 7)];
    let s = Statistics::of(&games).expect("games");
    assert_eq!((s.mean_score, s.median_score), (400.0, 250.0));
    // Squares 90000 + 40000 + 10000 + 360000 over 3.
    assert!((s.deviation - (500_000.0f64 / 3.0).sqrt()).abs() < 1e-9);
    // Student's t at three degrees of freedom, divided by the root of four games.
    assert!((s.interval / (3.182 * s.deviation / 2.0) - 1.0).abs() < 0.01);
    assert_eq!((s.min_score, s.max_score, s.min_rank, s.max_rank), (100, 1000, 4, 7));
    assert_eq!(s.mean_largest_tile, (16.0 + 32.0 + 32.0 + 128.0) / 4.0);
    assert_eq!((s.share_reached(5), s.share_reached(6), s.share_reached(8)), (0.75, 0.25, 0.0));
    assert_eq!((s.mean_moves, s.seconds_per_game, s.seconds_per_move), (10.0, 0.5, 0.05));
    // Moves and nodes may add up to more than 2^64.
    let long = GameRecord { moves: u64::MAX, nodes: Some(u64::MAX), ..record(100, 4) };
    let s = Statistics::of(&[long, long]).expect("games");
    let most = u64::MAX as f64;
    assert_eq!((s.mean_moves, s.nodes_per_second), (most, Some(2.0 * most)));
    let unmeasured = GameRecord { seconds: 0.0, ..long };
    assert_eq!(Statistics::of(&[unmeasured]).expect("a game").nodes_per_second, None);
}

#[test]
fn raw_games_round_trip() {
    let games = [record(100, 4), record(200, 17)];
    let text =
        format!("{}\n{}", raw::COLUMNS, raw::lines("frolov-1:depth=2,win=false", 4, 4, &games));
    let read = raw::read(&text).expect("games");
    assert_eq!(read.len(), 2);
    let player = "frolov-1:depth=2,win=false".to_owned();
    assert_eq!(read[1], raw::Line { player, board: (4, 4), game: games[1] });
    assert!(raw::read("nonsense").unwrap_err().contains("line 1"));
    let saved_elsewhere = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert_eq!(raw::read(&saved_elsewhere), Ok(read));
}

#[test]
fn raw_games_are_read_as_sets_and_hostile_files_are_refused() {
    let games = [1, 2].map(|seed| GameRecord { seed, ..record(100 * seed, 4) });
    let file = |sets: &[(&str, usize, &[GameRecord])]| -> String {
        let lines = sets.iter().map(|(name, cols, games)| raw::lines(name, 4, *cols, games));
        format!("# a comment\n{}\n{}", raw::COLUMNS, lines.collect::<String>())
    };
    // One strategy on two boards, the second half of its games after another strategy's.
    let text = file(&[
        ("greedy", 4, &games[..1]),
        ("random", 4, &games),
        ("greedy", 5, &games),
        ("greedy", 4, &games[1..]),
    ]);
    let sets = raw::read_sets(&text).expect("three sets");
    let found: Vec<_> = sets.iter().map(|set| (set.player.as_str(), set.board)).collect();
    assert_eq!(found, [("greedy", (4, 4)), ("random", (4, 4)), ("greedy", (4, 5))]);
    assert!(sets.iter().all(|set| set.games == games));

    let twice = file(&[("greedy", 4, &games), ("random", 4, &games), ("greedy", 4, &games[1..])]);
    let error = raw::read_sets(&twice).unwrap_err();
    assert!(error.contains("greedy") && error.contains("twice"), "{error}");
    assert!(raw::read_sets(raw::COLUMNS).unwrap_err().contains("no games"));
    let cut = &text[..text.len() - 12];
    assert!(raw::read_sets(cut).unwrap_err().contains("is not a game"), "{cut}");
    for wrong in ["greedy,4,4,1,2,4,1", "\"greedy\",4,4,-1,2,4,1,0.1", "\"greedy\"", "\0"] {
        assert!(raw::read_sets(wrong).unwrap_err().contains(raw::COLUMNS), "{wrong}");
    }
}

#[test]
fn raw_games_that_a_spreadsheet_saved_are_read() {
    let games = [record(100, 4), record(200, 4)];
    let text = format!("{}\n{}", raw::COLUMNS, raw::lines("a:x=1,y=2", 4, 4, &games[..1]));
    let expected = raw::read(&text);
    assert_eq!(expected.as_ref().map(Vec::len), Ok(1));
    let semicolons = text.replace("\"", "").replace(',', ";").replace("1;y", "1,y");
    let (numbers, name) = (semicolons.replace('.', ","), "\u{feff}".to_owned() + &semicolons);
    let padded = text.replace('\n', ",,\n") + "\n,,,,,,,,,\n";
    for saved in [semicolons, numbers, name, padded] {
        assert_eq!(raw::read(&saved), expected, "{saved}");
    }
}

#[test]
fn raw_games_that_no_game_can_have_are_refused() {
    let read = |fields: &str| raw::read(&format!("\"greedy\",{fields}\n"));
    let game = read("4,4,0,3428,256,100,0.25").expect("a possible game");
    assert_eq!(game[0].game.largest_rank, 8);
    assert!(read("9,9,0,3428,1099511627776,100,1000000000").is_ok());
    assert!(read("2,2,0,0,2,0,0").is_ok());
    for impossible in [
        "4,4,0,3428,100,100,0.25",
        "4,4,0,3428,0,100,0.25",
        "4,4,0,3428,1,100,0.25",
        "4,4,0,3428,262144,100,0.25",
        "9,9,0,3428,2199023255552,100,0.25",
        "77,4,0,3428,256,100,0.25",
        "4,1,0,3428,256,100,0.25",
        "4,4,0,18446744073709551615,256,100,0.25",
        "4,4,0,3428,256,18446744073709551615,0.25",
        "4,4,0,3428,256,100,nan",
        "4,4,0,3428,256,100,inf",
        "4,4,0,3428,256,100,-1e300",
        "4,4,0,3428,256,100,1e300",
        "4,4,0,3428,256,100,0.25,9007199254740992",
    ] {
        let error = read(impossible).expect_err(impossible);
        assert!(error.contains("line 1 is not a game") && error.contains("9x9"), "{error}");
    }
}

/// Earlier versions had two other formats.
#[test]
fn games_of_former_versions_are_read_by_their_columns() {
    let game = |nodes| GameRecord { seed: 7, nodes, ..record(3428, 8) };
    let read = |columns: &str, line: &str| raw::read(&format!("# a run\n{columns}\n{line}\n"));
    let line = |board, game| Ok(vec![raw::Line { player: "a:x=1,y=2".to_owned(), board, game }]);
    let [of_strategies, of_players] = raw::FORMER;
    let strategy = "\"a:x=1,y=2\",4,5,7,3428,256,10,0.500000";
    assert_eq!(read(of_strategies, strategy), line((4, 5), game(None)));
    assert_eq!(raw::read(strategy), read(of_strategies, strategy), "without column names");
    let player = "\"a:x=1,y=2\",7,3428,256,10,0.500000,99";
    assert_eq!(read(of_players, player), line((4, 4), game(Some(99))));
    // Half a line is no line of other columns.
    let whole = raw::lines("a:x=1,y=2", 4, 5, &[game(Some(99))]);
    assert_eq!(read(raw::COLUMNS, whole.trim_end()), line((4, 5), game(Some(99))));
    let seconds = whole.rfind("0.5").expect("seconds");
    for end in 1..=seconds {
        assert!(read(raw::COLUMNS, &whole[..end]).is_err(), "{}", &whole[..end]);
    }
}

/// Files hold whole microseconds, up to the longest time too.
#[test]
fn raw_games_are_the_same_when_they_are_written_and_read_again() {
    for seconds in ["0.0000005", "0.1234565", "999999999.9999995", "-0.0", "123456789.1234567"] {
        let line = format!("\"a\\\"b\",3,4,1,4,4,1,{seconds}\n");
        let first = raw::read(&line).expect("a game").remove(0);
        let (rows, cols) = first.board;
        let written = raw::lines(&first.player, rows, cols, &[first.game]);
        assert_eq!(raw::read(&written), Ok(vec![first]), "{written}");
    }
}

#[test]
fn names_are_read_with_and_without_the_mark_of_even_spawns() {
    for (spawns, expected) in
        [(SpawnLaw::Rules, "greedy"), (SpawnLaw::Even, "greedy (even spawns)")]
    {
        let name = name::write("greedy", spawns);
        assert_eq!(name, expected);
        let (chosen, read) = name::read(&name).expect("a name");
        assert_eq!((chosen.to_string().as_str(), read), ("greedy", spawns));
    }
    let expected = Ok("expectimax (even spawns)".to_owned());
    assert_eq!(name::normalized("expectimax:table-mb=16 (even spawns)"), expected);
    assert_eq!(name::normalized("network-lite:ply=2"), Ok("network-lite:ply=2".to_owned()));
    assert!(name::normalized("network-\"").is_err(), "names go into quotes");
    let error = name::normalized("gredy (even spawns)").unwrap_err().to_string();
    assert!(error.starts_with("Unknown strategy \"gredy\". Did you mean \"greedy\"?"), "{error}");
}

#[test]
fn names_are_quoted_in_tables() {
    let statistics = Statistics::of(&[record(100, 4)]).expect("games");
    let rows = [table::Row { player: "gre\\e\"dy\u{1}".to_owned(), board: (4, 4), statistics }];
    let json = table::write(&rows, table::Format::Json);
    assert!(json.contains(r#"{"player": "gre\\e\"dy\u0001", "rows": 4"#), "{json}");
    let csv = table::write(&rows, table::Format::Csv);
    assert!(csv.contains("\n\"gre\\e\"\"dy\u{1}\",4,4,1,"), "{csv}");
}

#[test]
fn every_format_has_all_rows() {
    let statistics = Statistics::of(&[record(100, 4), record(200, 5)]).expect("games");
    let rows = [table::Row { player: "some".to_owned(), board: (4, 4), statistics }];
    let markdown = table::write(&rows, table::Format::Markdown);
    assert!(markdown.lines().count() == 3 && markdown.contains("≥ 32"), "{markdown}");
    let csv = table::write(&rows, table::Format::Csv);
    let mut lines = csv.lines().map(|line| line.split(',').count());
    assert_eq!(lines.next(), lines.next(), "{csv}");
    let json = table::write(&rows, table::Format::Json);
    assert!(json.contains("\"mean_score\": 150") && json.contains("\"share_32\": 0.5"), "{json}");
    for text in [&csv, &json] {
        for name in ["player", "seconds_per_game", "seconds_per_move", "nodes_per_second"] {
            assert!(text.contains(name), "{name}: {text}");
        }
    }
    assert!(json.contains("\"nodes_per_second\": null") && csv.contains(",,"), "{json} {csv}");
    assert_eq!(table::write(&rows, table::Format::Text).lines().count(), 2);
}

#[test]
fn players_of_one_thread_have_one_thread() {
    let threads = share_out(2, 1, || Ok(()), |(), _| Some(afterstate::search::parallel::threads()));
    assert_eq!(threads.expect("nothing can fail"), [1, 1]);
}

#[test]
fn game_does_all_its_work_on_its_thread() {
    use std::thread::{current, sleep};
    use std::time::Duration;
    // The second game ends long before the first, so its thread is free for the first one's tasks.
    let threads = share_out(
        2,
        2,
        || Ok(()),
        |(), index| {
            let work = |_| {
                sleep(Duration::from_millis(1));
                current().id()
            };
            let threads =
                afterstate::search::parallel::map(if index == 0 { 100 } else { 2 }, &work);
            Some(threads.into_iter().all(|thread| thread == current().id()))
        },
    );
    assert_eq!(threads, Ok(vec![true, true]));
}

#[test]
fn no_more_threads_start_than_there_are_games() {
    let players = std::sync::atomic::AtomicUsize::new(0);
    let player = || {
        players.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Ok(())
    };
    assert_eq!(share_out(3, 64, player, |(), index| Some(index)), Ok(vec![0, 1, 2]));
    assert!((1..=3).contains(&players.into_inner()));
    assert_eq!(share_out(0, 64, || Ok(()), |(), index| Some(index)), Ok(Vec::new()));
}

#[test]
fn histograms_count_every_game() {
    let scores: Vec<f64> = (0..100).map(|index| f64::from(index * 30)).collect();
    let step = histogram::step(&scores, 10);
    assert_eq!((histogram::counts(&scores, 10, step).iter().sum::<usize>(), step), (100, 500.0));
    assert_eq!(histogram::step(&[1000.0], 10), 100.0);
    assert_eq!(histogram::counts(&[1000.0], 10, 100.0), [0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
}
