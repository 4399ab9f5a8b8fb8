//! Fits the outlook of a network: the stages to the results of whole games, the usual values to
//! positions of the AI's own games, and the weights of the values to all positions.

use std::ops::Range;

use crate::games::results::GameResult;
use crate::games::sample::{Sample, Searched};
use afterstate::eval::outlook::{
    Features, KNOTS, LAST_END, LAST_RANK, Outlook, OutlookModel, StageModel, score_share,
    share_of_way,
};

/// The first rank of each stage. The stages before 2048 share one, because hardly any game ends
/// there.
const STAGES: [u8; 6] = [1, 11, 12, 13, 14, 15];

/// The stages that share a weight of the value: those before 2048, and the others.
const WEIGHTS: [Range<u8>; 2] = [0..11, 11..LAST_RANK];

/// What is assumed of the weight before there is any position: a normal distribution with this mean
/// and this precision (1 / variance).
const USUAL_WEIGHT: (f64, f64) = (2.0, 0.2);

/// The mean progress at which games end before there is any; it counts as one game.
const USUAL_END: f64 = 0.7;

/// A stage with fewer ends has those of a power law with their mean.
const LEAST_ENDS: usize = 10;

/// At each tenth of the progress, the usual value on the line counts as so many positions.
const LINE_POSITIONS: f64 = 5.0;

/// The usual value of a stage without positions.
const USUAL_VALUE: f64 = 100_000.0;

/// Fits of the weights. A game that was not played to its end counts as the chance that the last fit
/// gives it, so the weights are fitted again until they agree with these chances.
const ROUNDS: usize = 5;

/// A sample with its weight: all samples of a game together weigh as much as one game.
pub struct Weighted<'a> {
    pub sample: &'a Sample,
    pub features: Features,
    pub weight: f64,
}

/// The samples with a forecast, with weights.
pub fn weighted<'a>(samples: impl Iterator<Item = &'a Sample> + Clone) -> Vec<Weighted<'a>> {
    let mut counts = std::collections::HashMap::new();
    for sample in samples.clone() {
        *counts.entry((sample.kind, sample.game)).or_insert(0.0) += 1.0;
    }
    let weigh = |sample: &'a Sample| {
        let weight = 1.0 / counts[&(sample.kind, sample.game)];
        Some(Weighted { sample, features: features(&sample.position)?, weight })
    };
    samples.filter_map(weigh).collect()
}

fn features(searched: &Searched) -> Option<Features> {
    Features::new(&searched.grid, searched.value)
}

/// What became of a sample. The model forecasts a game that was not played to its end.
pub struct Outcome {
    largest: u8,
    rest: Option<Outlook>,
}

impl Outcome {
    /// What became of this sample.
    pub fn of(sample: &Sample, model: &OutlookModel) -> Self {
        let rest = sample.rest.as_ref().and_then(features).map(|found| model.outlook(&found));
        Outcome { largest: sample.largest, rest }
    }

    /// The expected points after the end of what was played.
    pub fn points(&self) -> f64 {
        self.rest.as_ref().map_or(0.0, |rest| rest.points)
    }

    /// 1 if the tile was made, 0 if it was not, and its chance if the game was not played to its
    /// end.
    pub fn made(&self, rank: u8) -> f64 {
        if self.largest >= rank {
            return 1.0;
        }
        let rest = self.rest.iter().flat_map(|rest| &rest.tiles);
        rest.into_iter().find(|tile| tile.rank == rank).map_or(0.0, |tile| tile.chance)
    }
}

/// The model of these games: its stages from the results of whole games and the values of the AI's
/// own positions, then the weights from all samples.
pub fn fit(network: u32, samples: &[Weighted<'_>], games: &[GameResult]) -> OutlookModel {
    let stages = (0..STAGES.len()).map(|index| stage(ranks(index), samples, games)).collect();
    let mut model = OutlookModel { network, stages };
    for _ in 0..ROUNDS {
        let weights = WEIGHTS.map(|ranks| weight(samples, &model, &ranks));
        for stage in &mut model.stages {
            let index = WEIGHTS.iter().position(|ranks| ranks.contains(&stage.rank)).unwrap_or(0);
            stage.weight = weights[index];
        }
    }
    model
}

/// The ranks that share a stage.
fn ranks(index: usize) -> Range<u8> {
    STAGES[index]..STAGES.get(index + 1).copied().unwrap_or(LAST_RANK)
}

/// A stage by the results of games and the values of the AI's own games.
fn stage(ranks: Range<u8>, samples: &[Weighted<'_>], games: &[GameResult]) -> StageModel {
    let count = |from: u8, game: &GameResult| {
        let (first, last) = (ranks.start + from, ranks.end + from);
        f64::from((game.largest + 1).clamp(first, last) - first)
    };
    let begun: f64 = games.iter().map(|game| count(0, game)).sum();
    let made: f64 = games.iter().map(|game| count(1, game)).sum();
    let ends: Vec<f64> = games
        .iter()
        .filter(|game| ranks.contains(&game.largest))
        .map(|game| {
            share_of_way(game.score as f64 / score_share(game.largest), game.largest) / LAST_END
        })
        .collect();
    StageModel {
        rank: ranks.start,
        // Half a game more that makes the next tile, and half a game more that does not.
        next: (made + 0.5) / (begun + 1.0),
        weight: USUAL_WEIGHT.0,
        ends: deciles(ends),
        values: usual_values(samples, &ranks),
    }
}

/// The deciles of the progress at which games end.
fn deciles(mut ends: Vec<f64>) -> [f64; KNOTS] {
    ends.sort_by(f64::total_cmp);
    let mean = (ends.iter().sum::<f64>() + USUAL_END) / (ends.len() + 1) as f64;
    let mean = mean.clamp(0.05, 0.95);
    let decile = |knot: usize| {
        let share = knot as f64 / (KNOTS - 1) as f64;
        if ends.len() < LEAST_ENDS {
            return share.powf((1.0 - mean) / mean);
        }
        let place = share * (ends.len() - 1) as f64;
        let before = (place as usize).min(ends.len() - 2);
        ends[before] + (ends[before + 1] - ends[before]) * (place - before as f64)
    };
    std::array::from_fn(|knot| decile(knot).clamp(0.0, 1.0))
}

/// The usual value at each tenth of the progress of a stage: the geometric mean of those in the AI's
/// own games within half a tenth, moved to the tenth along the regression line of the logarithms of
/// all, and drawn to that line as by [`LINE_POSITIONS`] more positions on it.
fn usual_values(samples: &[Weighted<'_>], ranks: &Range<u8>) -> [f64; KNOTS] {
    let own = samples.iter().filter(|found| found.sample.is_own_play());
    let points: Vec<(f64, f64)> = own
        .filter(|found| ranks.contains(&found.features.largest))
        .map(|found| (found.features.progress, found.features.value.ln()))
        .collect();
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (mean_x, mean_y) = (mean(|point| point.0), mean(|point| point.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| {
        points.iter().map(|(x, y)| of(x - mean_x, y - mean_y)).sum::<f64>()
    };
    let spread = sum(&|x, _| x * x);
    if points.len() < 3 || spread == 0.0 {
        return [USUAL_VALUE; KNOTS];
    }
    let slope = sum(&|x, y| x * y) / spread;
    let tenths = (KNOTS - 1) as f64;
    std::array::from_fn(|knot| {
        let line = mean_y + slope * (knot as f64 / tenths - mean_x);
        let (mut total, mut weight) = (LINE_POSITIONS * line, LINE_POSITIONS);
        for (x, y) in points.iter().filter(|(x, _)| (tenths * x - knot as f64).abs() <= 0.5) {
            total += y - slope * (x - knot as f64 / tenths);
            weight += 1.0;
        }
        (total / weight).exp()
    })
}

/// The weight of the value in these stages: a logistic regression of whether the next tile is made,
/// with one coefficient, that of the [surplus](StageModel::surplus). The log odds without it are
/// given.
fn weight(samples: &[Weighted<'_>], model: &OutlookModel, ranks: &Range<u8>) -> f64 {
    let mut points = Vec::new();
    for found in samples.iter().filter(|found| ranks.contains(&found.features.largest)) {
        let Some(stage) = model.stage(found.features.largest) else { continue };
        points.push(Point {
            log_odds: stage.usual_log_odds(found.features.progress),
            surplus: stage.surplus(&found.features),
            made: Outcome::of(found.sample, model).made(found.features.largest + 1),
            weight: found.weight,
        });
    }
    slope(&points)
}

/// An observation of the regression.
#[derive(Clone, Copy)]
struct Point {
    log_odds: f64,
    surplus: f64,
    made: f64,
    weight: f64,
}

/// The most likely weight from 0 to 20, by bisection: the logarithm of its likelihood and of what is
/// [assumed](USUAL_WEIGHT) is concave, so its derivative has one zero.
fn slope(points: &[Point]) -> f64 {
    let (usual, precision) = USUAL_WEIGHT;
    let rises = |slope: f64| {
        let of = |point: &Point| {
            let chance = 1.0 / (1.0 + (-point.log_odds - slope * point.surplus).exp());
            point.weight * (point.made - chance) * point.surplus
        };
        points.iter().map(of).sum::<f64>() + precision * (usual - slope) > 0.0
    };
    let (mut low, mut high) = (0.0, 20.0);
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        if rises(middle) { low = middle } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slope_is_found_from_exact_chances() {
        let point = |index: i32| {
            let (log_odds, surplus) =
                (f64::from(index % 7) - 3.0, f64::from(index / 7) / 5.0 - 2.0);
            let made = 1.0 / (1.0 + (-log_odds - 1.4 * surplus).exp());
            Point { log_odds, surplus, made, weight: 1000.0 }
        };
        let points: Vec<Point> = (0..140).map(point).collect();
        assert!((slope(&points) - 1.4).abs() < 0.001, "{}", slope(&points));
        let reversed: Vec<Point> =
            points.iter().map(|point| Point { surplus: -point.surplus, ..*point }).collect();
        assert!(slope(&reversed) < 1e-9, "never negative: {}", slope(&reversed));
    }

    #[test]
    fn stages_count_the_games_that_make_the_next_tile() {
        let games = [(20_000, 10), (60_000, 12), (60_000, 12), (120_000, 13)]
            .map(|(score, largest)| GameResult { seed: 1, score, largest });
        let fitted = fit(7, &[], &games);
        let next = |rank: u8| fitted.stage(rank).map(|stage| stage.next);
        // Ranks 1 to 10 begin 40 times, and once the next tile is not made.
        assert_eq!(next(1), Some(39.5 / 41.0));
        assert_eq!([next(11), next(12)], [Some(3.5 / 4.0), Some(1.5 / 4.0)]);
        assert_eq!([next(13), next(14)], [Some(0.5 / 2.0), Some(0.5)]);
    }

    #[test]
    fn ends_are_deciles_or_a_power_law_with_their_mean() {
        let hundred = (0..=100).rev().map(|end| f64::from(end) / 100.0).collect();
        let found = deciles(hundred);
        assert!(
            found.iter().zip(0..).all(|(end, knot)| (end - f64::from(knot) / 10.0).abs() < 1e-9)
        );
        // One game at 0.3 and the usual one at 0.7: on average half of the way.
        assert!(
            deciles(vec![0.3]).iter().zip(found).all(|(end, other)| (end - other).abs() < 1e-9)
        );
        assert!(deciles(Vec::new()).is_sorted());
    }
}
