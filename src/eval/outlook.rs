//! The outlook: what the AI still makes of a board if it plays on with 1 ms a move.
//!
//! A network's value is what it expects of itself without search, which is too little, and most so
//! on boards unlike those of its own games. The outlook corrects this with a small monotone model,
//! which `afterstate calibrate` fits to games of the 1 ms player. docs/evidence/calibration.md
//! compares its forecasts with games.

use std::fmt;
use std::str::FromStr;

// The same results natively and in the browser.
use libm::{exp, log};

use crate::rules::{Grid, tile};

/// The largest rank that is forecast: 65536. Boards that have this tile already are too rare to
/// calibrate.
pub const LAST_RANK: u8 = 16;

/// What the AI still makes of a board.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(target_arch = "wasm32", derive(serde::Serialize))]
pub struct Outlook {
    /// The chance of each tile, from the one above the board's largest to 65536.
    pub tiles: Vec<TileChance>,
    /// The expected points from here to the end of the game.
    pub points: f64,
}

/// The chance that a tile is made before the game ends.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(target_arch = "wasm32", derive(serde::Serialize))]
pub struct TileChance {
    /// The rank of the tile: 11 for 2048.
    pub rank: u8,
    /// The chance, from 0 to 1.
    pub chance: f64,
}

/// A share of the points from one tile to the next at which every game has ended. At the latest it
/// ends where each smaller tile is there once: at 0.73 of the way from 16384, 0.75 from 32768.
pub const LAST_END: f64 = 0.8;

/// The least share of the games that end in a stage that are taken to end later than a board. No
/// game of ours ended beyond the last of [`StageModel::ends`].
const LEAST_LEFT: f64 = 0.05;

/// The numbers of a stage that describe a curve: at each tenth, from 0 to 1.
pub const KNOTS: usize = 11;

/// The share of the usual value from which a board has a forecast. On boards below 40%, many games
/// were lost at once and forecasts were far too high (docs/evidence/calibration.md).
pub const LEAST_VALUE: f64 = 0.5;

/// What the outlook depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Features {
    /// The search's value of the best move, in points, at least 1.
    pub value: f64,
    /// The largest rank.
    pub largest: u8,
    /// The points that the tiles have earned, as if all spawns had been 2s.
    pub earned: f64,
    /// How far these are from the largest tile to [`LAST_END`] on the way to the next one, from 0
    /// to 0.99.
    pub progress: f64,
}

impl Features {
    /// The features of a board whose best move has this value; `None` if the board is not 4x4 or
    /// has a 65536 tile.
    #[must_use]
    pub fn new(grid: &Grid, value: f64) -> Option<Self> {
        let largest = grid.max_rank();
        if (grid.rows(), grid.cols()) != (4, 4) || largest >= LAST_RANK {
            return None;
        }
        let earned = grid.ranks().iter().map(|&rank| points_of(rank)).sum();
        let progress = share_of_way(earned, largest) / LAST_END;
        Some(Features {
            value: value.max(1.0),
            largest,
            earned,
            progress: progress.clamp(0.0, 0.99),
        })
    }
}

/// The points of making a tile from 2s.
#[must_use]
pub fn points_of(rank: u8) -> f64 {
    f64::from(rank.saturating_sub(1)) * tile(rank)
}

/// How far these points are on the way from a rank to the next.
#[must_use]
pub fn share_of_way(points: f64, rank: u8) -> f64 {
    (points - points_of(rank)) / (points_of(rank + 1) - points_of(rank))
}

/// The score of a game as a share of what its tiles earn if all spawns are 2s. One spawn in ten is a
/// 4, which saves a merge of 4 points: 2/11 of a point for each point of the sum of the tiles. The
/// tiles have earned (rank - 1) times their sum where the rank is made, and (rank - 2) times it when
/// the next is near.
#[must_use]
pub fn scored(rank: u8) -> f64 {
    1.0 / (1.0 + 2.0 / 11.0 / (f64::from(rank.max(3)) - 1.5))
}

/// The coefficients of a network's outlook.
#[derive(Clone, Debug, PartialEq)]
pub struct OutlookModel {
    /// The checksum of the network's file: the CRC-32 in its last four bytes.
    pub network: u32,
    /// The stages of a game, smallest rank first. Each is for all ranks up to the next.
    pub stages: Vec<StageModel>,
}

/// A stage of the game: from the time that a rank is the largest until the next one is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageModel {
    /// The smallest rank that it is for.
    pub rank: u8,
    /// The share of the games that make the next tile, of those that made this one.
    pub next: f64,
    /// How much a board's value counts: the log odds of making the next tile grow by so much when
    /// its logarithm grows by 1. At least 0, so that a better move never lowers a chance.
    pub weight: f64,
    /// The [progress](Features::progress) at which the others end: the deciles, from the first game
    /// to the last. Between two deciles ends are equally likely everywhere.
    pub ends: [f64; KNOTS],
    /// The usual value in the AI's own games at each tenth of the progress, in points. Between two
    /// its logarithm is linear.
    pub values: [f64; KNOTS],
}

impl StageModel {
    /// The games that end in this stage and after this progress: their share of all that end in it,
    /// and the mean progress at which they end.
    fn ends_after(&self, progress: f64) -> (f64, f64) {
        let (mut left, mut sum) = (0.0, 0.0);
        for (&from, &to) in self.ends.iter().zip(&self.ends[1..]) {
            let begin = from.max(progress);
            let share =
                if to <= begin { f64::from(from >= progress) } else { (to - begin) / (to - from) };
            left += share;
            sum += share * (begin + to) / 2.0;
        }
        let mean = if left > 0.0 { sum / left } else { progress };
        (left / (KNOTS - 1) as f64, mean)
    }

    /// The log odds of making the next tile on a board with the usual value. They grow with the
    /// progress, because less and less of the ways to lose is left.
    #[must_use]
    pub fn usual_odds(&self, progress: f64) -> f64 {
        let left = self.ends_after(progress).0.max(LEAST_LEFT);
        log(self.next / ((1.0 - self.next) * left))
    }

    /// How the logarithm of a board's value differs from the usual one.
    #[must_use]
    pub fn surplus(&self, features: &Features) -> f64 {
        let place = features.progress.clamp(0.0, 1.0) * (KNOTS - 1) as f64;
        let knot = (place as usize).min(KNOTS - 2);
        let (before, after) = (log(self.values[knot]), log(self.values[knot + 1]));
        log(features.value) - (before + (after - before) * (place - knot as f64))
    }
}

/// The outlooks of the trained networks of this version.
const KNOWN: [&str; 2] =
    [include_str!("../../models/lite.outlook"), include_str!("../../models/full.outlook")];

impl OutlookModel {
    /// The model of the network whose file has this checksum; `None` for a network that has not
    /// been calibrated.
    #[must_use]
    pub fn of_network(checksum: u32) -> Option<Self> {
        KNOWN
            .iter()
            .filter_map(|text| text.parse().ok())
            .find(|model: &Self| model.network == checksum)
    }

    /// Whether the forecast of a board is shown: not if it is close to losing; see [`LEAST_VALUE`].
    #[must_use]
    pub fn covers(&self, features: &Features) -> bool {
        let surplus = self.stage(features.largest).map(|stage| stage.surplus(features));
        surplus.is_some_and(|surplus| surplus >= log(LEAST_VALUE))
    }

    /// The outlook of a board. The board's value counts for the next tile only: a game that makes
    /// it goes on like any other.
    #[must_use]
    pub fn outlook(&self, features: &Features) -> Outlook {
        let (mut tiles, mut points, mut reached) = (Vec::new(), 0.0, 1.0);
        for rank in features.largest..=LAST_RANK {
            let Some(stage) = self.stage(rank) else { continue };
            let is_first = rank == features.largest;
            let next = match rank {
                LAST_RANK => 0.0,
                _ if is_first => {
                    let surplus = stage.weight * stage.surplus(features);
                    1.0 / (1.0 + exp(-stage.usual_odds(features.progress) - surplus))
                }
                _ => stage.next,
            };
            let (_, end) = stage.ends_after(if is_first { features.progress } else { 0.0 });
            let end = points_of(rank) + LAST_END * end * (points_of(rank + 1) - points_of(rank));
            let rest = scored(rank) * (end - features.earned).max(0.0);
            points += reached * (1.0 - next) * rest;
            reached *= next;
            if rank < LAST_RANK {
                tiles.push(TileChance { rank: rank + 1, chance: reached });
            }
        }
        Outlook { tiles, points }
    }

    /// The stage in which this rank is the largest.
    #[must_use]
    pub fn stage(&self, rank: u8) -> Option<&StageModel> {
        self.stages.iter().rev().find(|stage| stage.rank <= rank)
    }
}

/// Writes the form that [`OutlookModel::from_str`] reads: a line for the network and one for each
/// stage, with the fields of [`StageModel`].
impl fmt::Display for OutlookModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "network {:08x}", self.network)?;
        writeln!(f, "# tile, next, weight, {KNOTS} ends, {KNOTS} values")?;
        for StageModel { rank, next, weight, ends, values } in &self.stages {
            write!(f, "{} {next:.5} {weight:.3}", tile(*rank))?;
            ends.iter().try_for_each(|end| write!(f, " {end:.3}"))?;
            values.iter().try_for_each(|value| write!(f, " {value:.0}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}

impl FromStr for OutlookModel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (mut network, mut stages) = (None, Vec::new());
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let invalid = || format!("the outlook has an invalid line {line:?}");
            if let Some(sum) = line.strip_prefix("network ") {
                network = Some(u32::from_str_radix(sum, 16).map_err(|_| invalid())?);
            } else {
                stages.push(StageModel::read(line).ok_or_else(invalid)?);
            }
        }
        if !stages.is_sorted_by(|one: &StageModel, next| one.rank < next.rank) {
            return Err("the stages of the outlook are not in ascending order".to_owned());
        }
        let network = network.ok_or("the outlook lacks the line of its network")?;
        Ok(OutlookModel { network, stages })
    }
}

impl StageModel {
    fn read(line: &str) -> Option<Self> {
        let (tile, numbers) = line.split_once(' ')?;
        let tile: u64 = tile.parse().ok().filter(|tile: &u64| tile.is_power_of_two())?;
        let numbers: Vec<f64> =
            numbers.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
        let ([next, weight], curves) = numbers.split_first_chunk()?;
        let (ends, values) = curves.split_first_chunk()?;
        let (next, weight, ends, values) = (*next, *weight, *ends, values.try_into().ok()?);
        let stage = StageModel { rank: tile.ilog2() as u8, next, weight, ends, values };
        let is_valid = (1e-6..1.0).contains(&next)
            && (0.0..100.0).contains(&weight)
            && ends.is_sorted()
            && ends.iter().all(|end| (0.0..=1.0).contains(end))
            && stage.values.iter().all(|value| (1.0..1e9).contains(value));
        is_valid.then_some(stage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two stages with ends that are equally likely everywhere, from 0 to 1, and values that grow by
    /// these factors from 1000.
    fn text(growth: [f64; 2]) -> String {
        let ends: String = (0..KNOTS).map(|knot| format!(" {:.3}", knot as f64 / 10.0)).collect();
        let [first, second] = growth.map(|growth| -> String {
            (0..KNOTS)
                .map(|knot| format!(" {:.0}", 1000.0 * growth.powf(knot as f64 / 10.0)))
                .collect()
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
        let large = "65536 2 4 8 / . . . . / . . . . / . . . .";
        assert_eq!(Features::new(&board(large), 1.0), None);
    }

    #[test]
    fn chances_fall_from_tile_to_tile_and_rise_with_the_value() {
        for text in KNOWN {
            let model: OutlookModel = text.parse().expect("a model");
            for position in [
                "2 2 . . / . . . . / . . . . / . . . .",
                "2048 512 8 2 / 4 2 . . / . . . . / . . . .",
            ] {
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
        let covers =
            |value| model.covers(&features("2 2 . . / . . . . / . . . . / . . . .", value));
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
        let expected = (1.0 - chance) * here * scored(14)
            + 0.5 * chance * later(15) * scored(15)
            + 0.5 * chance * later(16) * scored(16);
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
        let odds = |progress| exp(stage.usual_odds(progress));
        assert!((odds(0.0) - 1.0).abs() < 1e-9 && (odds(0.95) - 1.0 / LEAST_LEFT).abs() < 1e-9);
    }

    #[test]
    fn boards_beyond_the_last_end_have_a_forecast() {
        let model = model();
        let late = "16384 16384 8192 8192 / 2 . . . / . . . . / . . . .";
        let Outlook { tiles, points } = model.outlook(&features(late, 1000.0));
        assert!(tiles[0].chance > 0.5 && points > 0.0, "{tiles:?} {points}");
    }
}
