//! Tests of the outlook's model.

use super::*;
use crate::rules::Grid;

/// Two stages with ends that are equally likely everywhere, from 0 to 1, and values that grow by
/// these factors from 1000.
fn text(growth: [f64; 2]) -> String {
    let ends: String = (0..KNOTS).map(|knot| format!(" {:.3}", knot as f64 / 10.0)).collect();
    let [first, second] = growth.map(|growth| -> String {
        (0..KNOTS).map(|knot| format!(" {:.0}", 1000.0 * growth.powf(knot as f64 / 10.0))).collect()
    });
    format!(
        "network 0000abcd\n# tile, next, weight, 11 ends, 11 values\n\
         2 0.90000 1.000{ends}{first}\n16384 0.50000 2.000{ends}{second}\n"
    )
}

fn model() -> OutlookModel {
    text([1.0, 4.0]).parse().expect("a model")
}

fn board(text: &str) -> Grid {
    text.parse().expect("a board")
}

fn features(text: &str, value: f64) -> Features {
    Features::new(&board(text), value).expect("a board with a forecast")
}

#[test]
fn text_form_reads_back_and_errors_name_the_line() {
    let text = text([1.0, 4.0]);
    assert_eq!(model().to_string(), text);
    let line = text.lines().nth(2).expect("a stage");
    for (from, to) in [
        ("2 0.90000", "3 0.90000"),
        ("0.90000", "1"),
        ("0.300", "0.5"),
        ("1.000 0.000", "1.000 -0.1"),
        (" 1000 1000", " 1000"),
        ("1000 1000", "1000 nan"),
        (" 0.90000", ""),
    ] {
        let line = line.replacen(from, to, 1);
        let error = format!("network 1\n{line}\n").parse::<OutlookModel>().unwrap_err();
        assert!(error.contains(&line), "{error}");
    }
    assert!(line.parse::<OutlookModel>().unwrap_err().contains("network"));
    let twice = format!("network 1\n{line}\n{line}");
    assert!(twice.parse::<OutlookModel>().unwrap_err().contains("ascending"));
}

#[test]
fn trained_networks_have_an_outlook_and_others_none() {
    for text in KNOWN {
        let model: OutlookModel = text.parse().expect("a model");
        assert_eq!(OutlookModel::of_network(model.network), Some(model));
    }
    assert_eq!(OutlookModel::of_network(1), None);
}

#[test]
fn boards_that_were_not_calibrated_have_no_features() {
    assert_eq!(Features::new(&board("2 4 / 8 16"), 1.0), None);
    assert_eq!(Features::new(&Grid::new(4, 4).expect("a size"), 1.0), None);
    let large = "65536 2 4 8 / . . . . / . . . . / . . . .";
    assert_eq!(Features::new(&board(large), 1.0), None);
}

#[test]
fn chances_fall_from_tile_to_tile_and_rise_with_the_value() {
    for text in KNOWN {
        let model: OutlookModel = text.parse().expect("a model");
        for position in
            ["2 2 . . / . . . . / . . . . / . . . .", "2048 512 8 2 / 4 2 . . / . . . . / . . . ."]
        {
            let mut last: Option<Outlook> = None;
            for value in [0.0, 100.0, 10_000.0, 100_000.0, 300_000.0] {
                let outlook = model.outlook(&features(position, value));
                let chances: Vec<f64> = outlook.tiles.iter().map(|tile| tile.chance).collect();
                assert!(chances.is_sorted_by(|one, next| one >= next), "{chances:?}");
                assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)));
                if let Some(last) = last {
                    let pairs = last.tiles.iter().zip(&outlook.tiles);
                    assert!(pairs.into_iter().all(|(one, next)| one.chance <= next.chance));
                    assert!(last.points <= outlook.points);
                }
                last = Some(outlook);
            }
        }
    }
}

#[test]
fn boards_far_below_the_usual_value_are_not_covered() {
    let model = model();
    let covers = |value| model.covers(&features("2 2 . . / . . . . / . . . . / . . . .", value));
    assert!(covers(1000.0) && covers(501.0) && !covers(499.0));
    assert!(
        !OutlookModel { network: 1, stages: Vec::new() }
            .covers(&features("2 2 . . / . . . . / . . . . / . . . .", 1000.0))
    );
}

#[test]
fn outlook_matches_a_computation_by_hand() {
    let model = model();
    // 8192 beside 16384: 12 * 8192 of the 14 * 32768 - 13 * 16384 = 245,760 points of the way.
    let progress = 98_304.0 / 245_760.0 / 0.8;
    let usual_value = 1000.0 * 4.0_f64.powf(progress);
    let half_way = "16384 8192 . . / . . . . / . . . . / . . . .";
    let Outlook { tiles, points } = model.outlook(&features(half_way, 2.0 * usual_value));
    // Half of the games make 32768, and of the others a share of `progress` has ended; twice the
    // value makes the odds four times as large.
    let odds = 4.0 * 0.5 / (0.5 * (1.0 - progress));
    let chance = odds / (1.0 + odds);
    let expected = [(15, chance), (16, 0.5 * chance)];
    for (tile, (rank, chance)) in tiles.iter().zip(expected) {
        assert!(tile.rank == rank && (tile.chance - chance).abs() < 1e-3, "{tile:?}");
    }
    assert_eq!(tiles.len(), 2);
    // Games that end in this stage end between here and 0.8 of the way, others at 0.4 of it.
    let way = |rank: u8| points_of(rank + 1) - points_of(rank);
    let here = (0.8 * (1.0 + progress) / 2.0) * way(14) - points_of(13);
    let earned = points_of(14) + points_of(13);
    let later = |rank: u8| points_of(rank) + 0.4 * way(rank) - earned;
    let expected = (1.0 - chance) * here * score_share(14)
        + 0.5 * chance * later(15) * score_share(15)
        + 0.5 * chance * later(16) * score_share(16);
    assert!((points - expected).abs() < 1e-3 * expected, "{points} and {expected}");
}

#[test]
fn the_odds_follow_from_the_games_that_have_not_ended() {
    let mut stage = model().stages[1];
    stage.ends = [0.2, 0.5, 0.5, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.8, 0.9];
    let after = |progress| {
        let (left, mean) = stage.ends_after(progress);
        [left, mean].map(|number| (1000.0 * number).round() / 1000.0)
    };
    assert_eq!(after(0.0), [1.0, 0.595]);
    assert_eq!(after(0.55), [0.75, 0.645]);
    assert_eq!(after(0.7), [0.15, 0.817]);
    assert_eq!(after(0.95), [0.0, 0.95]);
    let odds = |progress| exp(stage.usual_log_odds(progress));
    assert!((odds(0.0) - 1.0).abs() < 1e-9 && (odds(0.95) - 1.0 / LEAST_LEFT).abs() < 1e-9);
}

#[test]
fn boards_beyond_the_last_end_have_a_forecast() {
    let model = model();
    let late = "16384 16384 8192 8192 / 2 . . . / . . . . / . . . .";
    let Outlook { tiles, points } = model.outlook(&features(late, 1000.0));
    assert!(tiles[0].chance > 0.5 && points > 0.0, "{tiles:?} {points}");
}
