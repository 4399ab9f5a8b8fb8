//! What a player of a level makes of a board.

use libm::{exp, log, log2};

use super::look::Follows;
use super::table::{AHEAD, PeopleTable};
use crate::eval::outlook::{TileChance, points_of, score_share};
use crate::rules::Grid;

/// Boards with a larger tile have no forecast: 4096.
pub const LARGEST_RANK: u8 = 12;

/// What a forecast depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Features {
    /// What follows each move.
    pub follows: [Option<Follows>; 4],
    /// The binary logarithm of the sum of the tiles.
    pub phase: f64,
    /// The largest rank.
    pub largest: u8,
    /// The points that the tiles have earned, as if all spawns had been 2s.
    pub earned: f64,
}

/// What a player makes of a board.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(target_arch = "wasm32", derive(serde::Serialize))]
pub struct Forecast {
    /// The expected points at the end of the game, those made already included.
    pub points: f64,
    /// The chances of the next tiles, from the one above the board's largest.
    pub tiles: Vec<TileChance>,
}

impl Features {
    pub(super) fn new(grid: &Grid, follows: [Option<Follows>; 4]) -> Self {
        let tiles: u64 =
            grid.ranks().iter().filter(|&&rank| rank > 0).map(|&rank| 1_u64 << rank).sum();
        Features {
            follows,
            phase: log2(tiles as f64),
            largest: grid.max_rank(),
            earned: grid.ranks().iter().map(|&rank| points_of(rank)).sum(),
        }
    }

    /// The value of the board to a player with this share of errors, as the judge goes on after the
    /// next two moves; 0 if the game is over.
    #[must_use]
    pub fn value(&self, errors: f64) -> f64 {
        let values =
            self.follows.iter().flatten().map(|follows| f64::from(follows.value(errors as f32)));
        let (best, sum, count) = values.fold((0.0_f64, 0.0, 0.0), |(best, sum, count), value| {
            (best.max(value), sum + value, count + 1.0)
        });
        if count == 0.0 { 0.0 } else { best + errors * (sum / count - best) }
    }

    /// The points that are missing for a tile.
    #[must_use]
    pub fn missing(&self, rank: u8) -> f64 {
        (score_share(rank) * (points_of(rank) - self.earned)).max(4.0)
    }
}

/// The value of a curve at `x`, linear between its knots and constant beyond.
pub(super) fn on_curve(knots: &[(f64, f64)], x: f64) -> f64 {
    let after = knots.partition_point(|knot| knot.0 <= x);
    match (after.checked_sub(1).map(|before| knots[before]), knots.get(after)) {
        (None, None) => 0.0,
        (None, Some(knot)) => knot.1,
        (Some(knot), None) => knot.1,
        (Some((x0, y0)), Some((x1, y1))) => y0 + (y1 - y0) * (x - x0) / (x1 - x0),
    }
}

impl PeopleTable {
    /// The forecast of a board with these features at this score.
    #[must_use]
    pub fn forecast(&self, features: &Features, score: f64, level: f64) -> Forecast {
        let points = self.between_levels(level, |place| log(1.0 + self.rest(place, features)));
        let tiles = (1..=AHEAD).scan(1.0_f64, |least, ahead| {
            let rank = features.largest + ahead as u8;
            let chance = self.between_levels(level, |place| self.chance(place, features, ahead));
            *least = least.min(chance);
            Some(TileChance { rank, chance: *least })
        });
        Forecast { points: score + exp(points) - 1.0, tiles: tiles.collect() }
    }

    /// A number of a level, linear in the logarithm of its points between two that are known.
    fn between_levels(&self, level: f64, of: impl Fn(usize) -> f64) -> f64 {
        let places = self.levels.iter().enumerate();
        let knots: Vec<(f64, usize)> = places.map(|(n, level)| (log(level.points), n)).collect();
        let x = log(level.max(1.0));
        let after = knots.partition_point(|knot| knot.0 <= x);
        if after == 0 || after == knots.len() {
            return of(after.min(knots.len() - 1));
        }
        let (before, after) = (knots[after - 1], knots[after]);
        let share = (x - before.0) / (after.0 - before.0);
        (1.0 - share) * of(before.1) + share * of(after.1)
    }

    /// The expected points from here to the end of the game for one of the levels, before the last
    /// correction.
    #[must_use]
    pub fn raw_rest(&self, place: usize, features: &Features) -> f64 {
        let level = &self.levels[place];
        let value = features.value(level.errors);
        if value <= 0.0 || level.curves.is_empty() {
            return value.max(0.0);
        }
        let phase = (features.phase - self.first_phase).clamp(0.0, (level.curves.len() - 1) as f64);
        let (before, share) = (phase as usize, phase.fract());
        let at = |curve: &[(f64, f64)]| {
            // Below the first knot the points fall with the value.
            let lowest = curve.first().map_or(0.0, |knot| knot.0);
            on_curve(curve, log(value)) + (log(value) - lowest).min(0.0)
        };
        let after = (before + 1).min(level.curves.len() - 1);
        exp((1.0 - share) * at(&level.curves[before]) + share * at(&level.curves[after]))
    }

    /// The expected points from here to the end of the game for one of the levels.
    #[must_use]
    pub fn rest(&self, place: usize, features: &Features) -> f64 {
        let raw = self.raw_rest(place, features);
        let correction = &self.levels[place].correction;
        if raw <= 0.0 || correction.is_empty() {
            return raw;
        }
        raw * exp(on_curve(correction, log(raw)))
    }

    /// The chance of the tile that is `ahead` above the largest, for one of the levels.
    #[must_use]
    pub fn chance(&self, place: usize, features: &Features, ahead: usize) -> f64 {
        let rest = self.rest(place, features);
        if rest <= 0.0 {
            return 0.0;
        }
        let curve = &self.levels[place].chances[ahead - 1];
        on_curve(curve, log(features.missing(features.largest + ahead as u8) / rest))
    }
}
