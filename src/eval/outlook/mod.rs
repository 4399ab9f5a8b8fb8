//! The outlook: what the AI still makes of a board if it plays on with 1 ms a move.
//!
//! A network's value is the score that it expects without search. That is too low, most of all on
//! boards unlike those of its own games. The outlook corrects it with a small monotone model, which
//! `cargo lab calibrate` fits to games of the 1 ms player. docs/evidence/calibration.md compares its
//! forecasts with games.

mod features;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

// The same results natively and in the browser.
use libm::{exp, log};

use crate::rules::tile;
pub use features::{Features, LAST_END, LAST_RANK, points_of, score_share, share_of_way};

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

/// At least this share of a stage's lost games is taken to end after a board's progress. After the last
/// of [`StageModel::ends`] none of ours ended, but the next one may.
const LEAST_LEFT: f64 = 0.05;

/// The numbers that describe a curve of a stage: one for each tenth from 0 to 1.
pub const KNOTS: usize = 11;

/// The share of the usual value from which a board has a forecast. Below, forecasts are off by -32 to
/// +11 percentage points, and many games are lost at once (docs/evidence/calibration.md).
pub const LEAST_VALUE: f64 = 0.5;

/// The coefficients of a network's outlook.
///
/// ```
/// use afterstate::eval::outlook::{Features, OutlookModel};
///
/// // The checksum of models/lite.bin.
/// let model = OutlookModel::of_network(0x0ea6_efb5).expect("it has been calibrated");
/// let board = "2048 512 8 2 / 4 2 . . / . . . . / . . . .".parse()?;
/// let features = Features::new(&board, 110_000.0).expect("4x4, without a 65536");
/// assert!(model.covers(&features));
/// let outlook = model.outlook(&features);
/// assert_eq!(outlook.tiles[0].rank, 12, "the chance of 4096 comes first");
/// assert!(outlook.tiles[0].chance > 0.9 && outlook.points > 400_000.0);
/// # Ok::<(), afterstate::rules::GridError>(())
/// ```
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
    /// The smallest rank of a largest tile that it covers.
    pub rank: u8,
    /// The share of the games that make the next tile, of those that made this one. The others end
    /// in this stage.
    pub next: f64,
    /// How much a board's value counts: the log odds of making the next tile grow by so much for
    /// each 1 by which the logarithm of the value grows. At least 0, so that a better value never
    /// lowers a chance.
    pub weight: f64,
    /// The [progress](Features::progress) at which the others end: the minimum, the nine deciles and
    /// the maximum. A tenth of them ends between each two, equally likely everywhere between.
    pub ends: [f64; KNOTS],
    /// The usual value of the best move in the AI's own games, in points: its geometric mean at each
    /// tenth of the progress. Between two, its logarithm is linear.
    pub values: [f64; KNOTS],
}

impl StageModel {
    /// Of the games that end in this stage: the share that ends after this progress, and the mean
    /// progress at which these end.
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

    /// The log odds of making the next tile on a board with the usual value and this progress. By
    /// Bayes' theorem they are those at the start of the stage, less the logarithm of the share of the
    /// losing games that end later: a game that makes the next tile comes this far for certain.
    #[must_use]
    pub fn usual_log_odds(&self, progress: f64) -> f64 {
        let left = self.ends_after(progress).0.max(LEAST_LEFT);
        log(self.next / ((1.0 - self.next) * left))
    }

    /// The logarithm of a board's value, less that of the usual value at its progress.
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
    [include_str!("../../../models/lite.outlook"), include_str!("../../../models/full.outlook")];

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
    /// it goes on like any other. A stage without coefficients is skipped.
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
                    1.0 / (1.0 + exp(-stage.usual_log_odds(features.progress) - surplus))
                }
                _ => stage.next,
            };
            let (_, end) = stage.ends_after(if is_first { features.progress } else { 0.0 });
            let end = points_of(rank) + LAST_END * end * (points_of(rank + 1) - points_of(rank));
            let rest = score_share(rank) * (end - features.earned).max(0.0);
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

/// The error names the line that is invalid, or what is missing.
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
