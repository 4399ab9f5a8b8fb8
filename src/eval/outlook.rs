//! The outlook: what the AI still makes of a board if it plays on with 1 ms a move.
//!
//! A network's value is what it expects of itself without search, which is too little, and most so
//! on boards unlike those of its own games. The outlook corrects this with a small monotone model,
//! which `afterstate calibrate` fits to games of the 1 ms player. docs/evidence/calibration.md
//! compares its forecasts with games.

use std::fmt;
use std::str::FromStr;

// The same results natively and in the browser.
use libm::{exp, log, pow};

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

/// The share of the points from one tile to the next at which a game ends at the latest, because
/// all smaller tiles are there and two equal ones would make the next tile. No game of ours ended
/// later (docs/evidence/calibration.md).
pub const LAST_END: f64 = 0.8;

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
    /// Where the others end: the mean share of the points from this tile to the next, below
    /// [`LAST_END`].
    pub end: f64,
    /// The usual value in the AI's own games where the stage begins, in points.
    pub first_value: f64,
    /// The usual value at [`LAST_END`]. Between the two its logarithm is linear.
    pub last_value: f64,
    /// How much a board's value counts: the log odds of making the next tile grow by so much when
    /// its logarithm grows by 1. At least 0, so that a better move never lowers a chance.
    pub weight: f64,
}

impl StageModel {
    /// The exponent of the distribution of ends: games that end in this stage have ended by
    /// `progress` with the probability progress^exponent. Its mean is `end`.
    fn exponent(&self) -> f64 {
        self.end / (LAST_END - self.end)
    }

    /// The log odds of making the next tile on a board with the usual value. They grow with the
    /// progress, because less and less of the ways to lose is left.
    #[must_use]
    pub fn usual_odds(&self, progress: f64) -> f64 {
        let left = 1.0 - pow(progress, self.exponent());
        log(self.next / ((1.0 - self.next) * left))
    }

    /// How the logarithm of a board's value differs from the usual one.
    #[must_use]
    pub fn surplus(&self, features: &Features) -> f64 {
        let (first, last) = (log(self.first_value), log(self.last_value));
        log(features.value) - (first + (last - first) * features.progress)
    }

    /// The share of the points to the next tile at which a game ends on average that ends in this
    /// stage and after this progress.
    fn end_after(&self, progress: f64) -> f64 {
        let exponent = self.exponent();
        self.end * (1.0 - pow(progress, exponent + 1.0)) / (1.0 - pow(progress, exponent))
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
            let end = stage.end_after(if is_first { features.progress } else { 0.0 });
            let end = points_of(rank) + end * (points_of(rank + 1) - points_of(rank));
            points += reached * (1.0 - next) * (end - features.earned).max(0.0);
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
        writeln!(f, "# tile, next, end, first value, last value, weight")?;
        for StageModel { rank, next, end, first_value, last_value, weight } in &self.stages {
            let tile = tile(*rank);
            writeln!(f, "{tile} {next:.5} {end:.4} {first_value:.0} {last_value:.0} {weight:.3}")?;
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
        let [next, end, first_value, last_value, weight] = numbers[..] else { return None };
        let is_valid = (1e-6..1.0).contains(&next)
            && (0.01..LAST_END).contains(&end)
            && [first_value, last_value].iter().all(|value| (1.0..1e9).contains(value))
            && (0.0..100.0).contains(&weight);
        let rank = tile.ilog2() as u8;
        is_valid.then_some(StageModel { rank, next, end, first_value, last_value, weight })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODEL: &str = "network 0000abcd\n# tile, next, end, first value, last value, weight\n\
        2 0.90000 0.4000 1000 1000 1.000\n16384 0.50000 0.4000 1000 4000 2.000\n";

    fn board(text: &str) -> Grid {
        text.parse().expect("a board")
    }

    fn features(text: &str, value: f64) -> Features {
        Features::new(&board(text), value).expect("a board with a forecast")
    }

    #[test]
    fn text_form_reads_back_and_errors_name_the_line() {
        let model: OutlookModel = MODEL.parse().expect("a model");
        assert_eq!(model.to_string(), MODEL);
        for line in ["3 0.5 0.4 1 1 1", "2 1 0.4 1 1 1", "2 0.5 0.4 1 1", "2 0.5 0.4 1 nan 1", "x"]
        {
            let error = format!("network 1\n{line}\n").parse::<OutlookModel>().unwrap_err();
            assert!(error.contains(line), "{error}");
        }
        assert!("2 0.5 0.4 1 1 1".parse::<OutlookModel>().unwrap_err().contains("network"));
        let twice = "network 1\n4 0.5 0.4 1 1 1\n2 0.5 0.4 1 1 1";
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
        let model: OutlookModel = MODEL.parse().expect("a model");
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
        let model: OutlookModel = MODEL.parse().expect("a model");
        // 8192 beside 16384: 12 * 8192 of the 14 * 32768 - 13 * 16384 = 245,760 points of the way.
        // The exponent of the ends is 1, because their mean is half of the last one.
        let progress = 98_304.0 / 245_760.0 / 0.8;
        let usual_value = 1000.0 * 4.0_f64.powf(progress);
        let half_way = "16384 8192 . . / . . . . / . . . . / . . . .";
        let Outlook { tiles, points } = model.outlook(&features(half_way, 2.0 * usual_value));
        // Half of the games make 32768, and of the others this share has ended; twice the value
        // makes the odds four times as large.
        let odds = 4.0 * 0.5 / (0.5 * (1.0 - progress));
        let chance = odds / (1.0 + odds);
        let expected = [(15, chance), (16, 0.5 * chance)];
        for (tile, (rank, chance)) in tiles.iter().zip(expected) {
            assert!(tile.rank == rank && (tile.chance - chance).abs() < 1e-9, "{tile:?}");
        }
        assert_eq!(tiles.len(), 2);
        // Games that end in this stage end between here and 0.8 of the way, others at 0.4 of it.
        let way = |rank: u8| points_of(rank + 1) - points_of(rank);
        let here = (0.8 * (1.0 + progress) / 2.0) * way(14) - points_of(13);
        let earned = points_of(14) + points_of(13);
        let later = |rank: u8| points_of(rank) + 0.4 * way(rank) - earned;
        let expected = (1.0 - chance) * here + 0.5 * chance * later(15) + 0.5 * chance * later(16);
        assert!((points - expected).abs() < 1e-6, "{points} and {expected}");
    }

    #[test]
    fn boards_beyond_the_last_end_have_a_forecast() {
        let model: OutlookModel = MODEL.parse().expect("a model");
        let late = "16384 16384 8192 8192 / 2 . . . / . . . . / . . . .";
        let Outlook { tiles, points } = model.outlook(&features(late, 1000.0));
        assert!(tiles[0].chance > 0.5 && points > 0.0, "{tiles:?} {points}");
    }
}
