//! Tests of the judge, the forecast and the level, with tables made by hand.

use super::*;
use crate::eval::ntuple::blocks::Blocks;
use crate::eval::ntuple::{PackedNetwork, Stages, TuplePatterns, file as network_file};
use crate::eval::outlook::points_of;

/// A network whose value of a board is 100 points for each empty cell of the middle four.
fn network() -> Vec<u8> {
    let patterns: TuplePatterns = "5".parse().unwrap();
    let mut weights = vec![0; patterns.entries()];
    weights[0] = 50;
    let weights = Blocks::from_slice(&weights).unwrap();
    let packed = PackedNetwork::new(patterns, Stages::single(), 1.0, weights, "a test".into());
    network_file::write(&packed.unwrap())
}

/// Two levels whose points grow with the value, and two players: one who loses nothing, and one who
/// loses much in every second move.
fn table() -> PeopleTable {
    let level = |points: f64, errors: f64, factor: f64| LevelTable {
        points,
        errors,
        curves: vec![vec![(3.0, 3.0 + factor), (7.0, 7.0 + factor)]; 2],
        correction: vec![(0.0, 0.0)],
        chances: [1.0, 0.8, 0.9].map(|most| vec![(-3.0, most), (0.0, 0.4), (2.0, 0.0)]),
    };
    let player = |points: f64, score: f64, good: f64| {
        let share = |category: usize| match category % SHARES {
            0 => good,
            4 => 1.0 - good,
            _ => 0.001,
        };
        let shares = (0..CATEGORIES).map(share).collect();
        KnownPlayer { points, weight: 0.5, score, spread: 0.5, shares }
    };
    PeopleTable {
        first_phase: 3.0,
        levels: vec![level(1000.0, 0.5, 0.0), level(4000.0, 0.0, 1.0)],
        players: vec![player(1000.0, 6.75, 0.5), player(4000.0, 8.125, 0.96875)],
    }
}

fn people() -> People {
    People::read(&write(&table(), &network())).unwrap()
}

fn board(text: &str) -> Grid {
    text.parse().unwrap()
}

const OPEN: &str = "2 4 8 16 / . . . . / . . . . / 2 . . .";

#[test]
fn file_reads_back_and_errors_name_the_damage() {
    let bytes = write(&table(), &network());
    let people = people();
    assert!(people.table() == &table());
    assert_eq!(people.checksum().to_le_bytes(), bytes[bytes.len() - 4..]);
    let error = |bytes: &[u8]| People::read(bytes).unwrap_err();
    assert_eq!(error(&network()), ModelError::Foreign);
    assert_eq!(error(b""), ModelError::Foreign);
    let altered = |place: usize| {
        let mut bytes = bytes.clone();
        bytes[place] ^= 1;
        bytes
    };
    assert_eq!(error(&altered(8)), ModelError::Version(0));
    for place in [12, 40, bytes.len() / 2, bytes.len() - 1] {
        assert_eq!(error(&altered(place)), ModelError::Damaged);
    }
    for length in 8..bytes.len() {
        assert_eq!(error(&bytes[..length]), ModelError::Damaged, "{length} bytes");
    }
    let no_players = PeopleTable { players: Vec::new(), ..table() };
    let refused = error(&write(&no_players, &network()));
    assert!(refused.to_string().contains("lacks levels or players"), "{refused}");
}

#[test]
fn text_form_of_the_table_names_a_bad_line() {
    let text = table().to_string();
    assert!(text.parse() == Ok(table()));
    for (from, to) in [
        ("level 1000 0.5", "level 0 0.5"),
        ("level 1000 0.5", "level 1000 1.5"),
        ("level 4000 0", "level 999 0"),
        ("curve 3.0000", "curve nan"),
        ("curve 3.0000 3.0000 7.0000 7.0000", "curve 3.0000 3.0000 2.0000 7.0000"),
        ("curve 3.0000 3.0000 7.0000 7.0000", "curve 3.0000 3.0000 7.0000"),
        ("player 1000 ", "player 1000 0.5 "),
        ("player 1000 0.5", "player 1000 0.0"),
        ("phase 3", "stage 3"),
    ] {
        let error = text.replacen(from, to, 1).parse::<PeopleTable>().unwrap_err();
        assert!(error.contains("invalid line"), "{from} to {to}: {error}");
    }
    assert!("".parse::<PeopleTable>().is_err());
}

#[test]
fn judge_rates_each_move_by_what_the_best_would_make() {
    let judgment = people().judge(&board("2 2 4 8 / 16 32 64 128 / 2 4 2 4 / 4 2 4 2")).unwrap();
    let [up, right, down, left] = judgment.moves;
    assert_eq!((up, down), (None, None));
    let (right, left) = (right.unwrap(), left.unwrap());
    assert_eq!(right.loss.min(left.loss), 0.0);
    let (best, worst) = (right.value.max(left.value), right.value.min(left.value));
    let loss = right.loss.max(left.loss);
    assert!((loss - 100.0 * (best - worst) / best).abs() < 1e-3, "{right:?} {left:?}");
    assert_eq!(judgment.stake, loss);
    assert!(people().judge(&board("2 2 / 4 8")).is_err());
    let over = people().judge(&board("2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2")).unwrap();
    assert_eq!(over.moves, [None; 4]);
}

#[test]
fn large_tiles_are_judged_downgraded() {
    let large = board("65536 32768 4 . / . . . . / . . . . / . . . .");
    assert_eq!(people().judge(&large).unwrap().moves.iter().flatten().count(), 2);
}

#[test]
fn forecast_grows_with_the_level_and_chances_fall_from_tile_to_tile() {
    let people = people();
    let mut before = 0.0;
    for level in [1.0, 1000.0, 2000.0, 4000.0, 1e9] {
        let Forecast { points, tiles } = people.forecast(&board(OPEN), 100, level).unwrap();
        assert!(points >= before && points > 100.0, "{points} after {before}");
        before = points;
        assert_eq!(tiles.iter().map(|tile| tile.rank).collect::<Vec<_>>(), [5, 6, 7]);
        assert!(tiles.is_sorted_by(|one, next| one.chance >= next.chance), "{tiles:?}");
    }
    let rest = |level: f64| people.forecast(&board(OPEN), 0, level).unwrap().points;
    let more = people.forecast(&board(OPEN), 500, 1000.0).unwrap().points;
    assert!((more - rest(1000.0) - 500.0).abs() < 1e-6);
    // Half way between two levels by their logarithms.
    let middle = ((1.0 + rest(1000.0)) * (1.0 + rest(4000.0))).sqrt() - 1.0;
    assert!((rest(2000.0) - middle).abs() < 1e-6 * middle);
}

#[test]
fn boards_without_a_forecast_have_none() {
    let people = people();
    for text in ["2 4 / 8 16", "8192 4 8 2 / . . . . / . . . . / . . . ."] {
        assert_eq!(people.forecast(&board(text), 0, 1000.0), None);
    }
    assert_eq!(people.forecast(&Grid::new(4, 4).unwrap(), 0, 1000.0), None);
    let over = people.forecast(&board("2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2"), 77, 1000.0);
    let Forecast { points, tiles } = over.unwrap();
    assert!((points - 77.0).abs() < 1e-9 && tiles.iter().all(|tile| tile.chance == 0.0));
}

#[test]
fn curve_counts_by_the_value_and_corrections_by_the_points() {
    let mut table = table();
    table.levels[0].correction = vec![(2.0, 0.0), (8.0, 0.6)];
    let people = People::new(people().network().clone(), table);
    let features = people.features(&board(OPEN)).unwrap();
    let value = features.value(0.5);
    // Curve and correction are linear in logarithms: here the points equal the value, times a factor.
    let factor = ((value.ln() - 2.0) / 6.0 * 0.6).exp();
    let rest = people.table().rest(0, &features);
    assert!((rest - value * factor).abs() < 1e-6 * rest, "{rest} {value}");
    // 2, 2, 4, 8 and 16.
    let earned = points_of(4) + points_of(3) + points_of(2);
    assert_eq!(features.earned, earned);
    assert!(features.missing(5) < points_of(5) - earned);
}

#[test]
fn good_moves_keep_most_of_what_is_at_stake() {
    let judgment = |stake: f32| Judgment { moves: [None; 4], stake };
    assert!(judgment(20.0).matters() && judgment(2.0).matters() && !judgment(1.9).matters());
    assert!(judgment(20.0).is_good(5.0) && !judgment(20.0).is_good(5.1));
    assert!(!judgment(2.0).is_good(2.0));
    assert!(judgment(1.9).is_good(1.9), "nothing is at stake");
}

fn played(loss: f32) -> PlayedMove {
    PlayedMove { loss, stake: 20.0, tiles: 20 }
}

#[test]
fn level_is_unknown_before_thirty_moves_and_follows_the_losses() {
    let people = people();
    let good = vec![played(0.0); 60];
    assert_eq!(people.level(&good[..29], &[]), None);
    let best = people.level(&good, &[]).unwrap();
    assert!(best.points > 3900.0 && best.high < 4001.0, "{best:?}");
    let half = |n: usize| played(if n.is_multiple_of(2) { 0.0 } else { 20.0 });
    let weak: Vec<PlayedMove> = (0..60).map(half).collect();
    let worst = people.level(&weak, &[]).unwrap();
    assert!(worst.points < 1100.0 && worst.low > 999.0, "{worst:?}");
    // Few errors are a matter of luck.
    let few: Vec<PlayedMove> =
        (0..60).map(|n| played(if n % 9 == 0 { 20.0 } else { 0.0 })).collect();
    let between = people.level(&few, &[]).unwrap();
    assert!(between.low <= between.points && between.points <= between.high);
    assert!(worst.points < between.points && between.points < best.points, "{between:?}");
}

#[test]
fn scores_of_finished_games_say_more_than_moves() {
    let people = people();
    let points = |scores: &[u64]| people.level(&[], scores).unwrap().points;
    assert_eq!(people.level(&[], &[]), None);
    assert!(points(&[900]) < points(&[2000]) && points(&[2000]) < points(&[3900]));
    assert!(points(&[900; 5]) < points(&[900]), "more games say it more surely");
    assert!(points(&[0]) < 1100.0, "a game without points");
    let good = vec![played(0.0); 1000];
    let weak = people.level(&good, &[800; 20]).unwrap();
    assert!(weak.points < 1500.0, "{weak:?}");
}

#[test]
fn categories_are_all_different() {
    let mut seen = std::collections::BTreeSet::new();
    for tiles in [20, 60, 100, 300, 2000] {
        for stake in [0.1, 1.0, 50.0] {
            for share in [0.0, 0.1, 0.5, 0.9, 1.0] {
                seen.insert(category(&PlayedMove { loss: stake * share, stake, tiles }));
            }
        }
    }
    assert_eq!(seen.len(), CATEGORIES);
    assert_eq!(seen.last(), Some(&(CATEGORIES - 1)));
}

#[test]
fn moves_without_a_choice_do_not_count() {
    let people = people();
    let one = board("4 2 8 16 / . . . . / . . . . / . . . .");
    let choices = people.judge(&one).unwrap().moves.iter().flatten().count();
    assert_eq!(choices, 1);
    assert_eq!(people.observe(&one, Direction::Down), Ok(None));
    let two = people.observe(&board(OPEN), Direction::Right).unwrap().unwrap();
    assert_eq!(two.tiles, 32);
    assert_eq!(two.stake, people.judge(&board(OPEN)).unwrap().stake);
    assert_eq!(people.observe(&board(OPEN), Direction::Left), Ok(None), "not possible");
    assert!(people.observe(&board("2 2 / 4 8"), Direction::Left).is_err());
}
