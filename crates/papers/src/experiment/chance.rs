//! Whether the games of a paper and ours can be those of the same player.
//!
//! Both are samples. A number that a paper prints *disagrees* if it lies outside the range in which
//! 95% of the results of as many games as the paper's would lie; the range allows for chance in the
//! paper's games and in ours:
//!
//! - A mean or a deviation: [`range`] draws both samples from our games many times.
//! - A share of games: [`percent_range`].
//! - A minimum or maximum: [`extreme_range`].
//!
//! A number inside the range *agrees* only if there are enough games to show a difference that
//! matters: [`games_needed`].

use rand::{Rng, SeedableRng, rngs::Xoshiro256PlusPlus};

use super::GameRecord;
use super::statistics::{Z95, student_t95};

/// The number of draws: enough that the ends of the range hardly depend on the seed.
const DRAWS: usize = 2000;
/// The seed of the draws, so that a table can be reproduced.
const SEED: u64 = 95;

/// A difference matters from this many standard deviations on. For shares of games the scale is
/// twice the arcsine of the root, on which every share has the same deviation: 50% and 69% differ by
/// so much, and 0% and 4% (Cohen's h).
pub const MATTERS: f64 = 0.4;
/// The normal deviate that 80% lie below: the power that [`games_needed`] asks for.
const Z80: f64 = 0.841_621_2;

/// The number of our games with which a difference that [`MATTERS`] would be outside the range with
/// a probability of 80%, if the paper played `theirs`; `None` if theirs are too few for any number.
pub fn games_needed(theirs: usize) -> Option<usize> {
    // The variance of a difference is 1 / theirs + 1 / ours.
    let left = (MATTERS / (Z95 + Z80)).powi(2) - 1.0 / theirs as f64;
    (left > 0.0).then(|| (1.0 / left).ceil() as usize)
}

/// Draws games with replacement.
pub struct Draws(Xoshiro256PlusPlus);

impl Draws {
    /// Draws that are the same every time.
    pub fn new() -> Draws {
        Draws(Xoshiro256PlusPlus::seed_from_u64(SEED))
    }

    /// Replaces `drawn` by `count` of the games, of which there must be at least one.
    pub fn fill(&mut self, drawn: &mut Vec<GameRecord>, games: &[GameRecord], count: usize) {
        drawn.clear();
        drawn.extend((0..count).map(|_| {
            let word = self.0.next_u64() >> 32;
            games[((word * games.len() as u64) >> 32) as usize]
        }));
    }
}

impl Default for Draws {
    fn default() -> Draws {
        Draws::new()
    }
}

/// The middle 95% of the distribution of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The smallest value in the range; minus infinity if our games are too few.
    pub min: f64,
    /// The largest value in the range; infinity if our games are too few.
    pub max: f64,
}

impl Range {
    /// Whether a printed number is in the range, give or take its rounding error.
    pub fn includes(self, printed: f64, rounding: f64) -> bool {
        (self.min - rounding..=self.max + rounding).contains(&printed)
    }
}

/// Fewer games do not show how much a number scatters: they may be alike by chance.
const FEWEST: usize = 10;

/// The range of `number` over `drawn` games; `None` if our games do not show how much it scatters.
/// They do not if there are fewer than ten, or if all draws have the same number: an exception
/// that occurs in none of ours is among `drawn` others with a probability of up to
/// `drawn / (drawn + ours)`, so that takes 19 times as many of ours as drawn.
///
/// It is our number with the middle 95% of the difference between `drawn` games and as many as ours,
/// both drawn from ours. Few games scatter less than the player does, so the difference is widened as
/// Student's t widens an interval.
pub fn range(
    games: &[GameRecord],
    drawn: usize,
    number: impl Fn(&[GameRecord]) -> f64,
) -> Option<Range> {
    if games.len() < FEWEST || drawn == 0 {
        return None;
    }
    let (mut draws, mut theirs, mut ours) = (Draws::new(), Vec::new(), Vec::new());
    let mut differences: Vec<f64> = (0..DRAWS)
        .map(|_| {
            draws.fill(&mut theirs, games, drawn);
            draws.fill(&mut ours, games, games.len());
            number(&theirs) - number(&ours)
        })
        .collect();
    differences.sort_by(f64::total_cmp);
    if differences[0] == differences[DRAWS - 1] && games.len() < 19 * drawn {
        return None;
    }
    let freedom = games.len() - 1;
    let widened = student_t95(freedom) / Z95 * (games.len() as f64 / freedom as f64).sqrt();
    let (center, tail) = (number(games), DRAWS / 40);
    let end = |place: usize| center + widened * differences[place];
    Some(Range { min: end(tail), max: end(DRAWS - 1 - tail) })
}

/// The range of a percentage of `drawn` games, if `held` of our `games` games count; `None` without
/// games.
///
/// The true share is uncertain by our number of games (with Jeffreys' prior, which adds half a game
/// to either side), so the number in a draw is beta-binomial.
pub fn percent_range(held: usize, games: usize, drawn: usize) -> Option<Range> {
    if games == 0 || drawn == 0 || held > games {
        return None;
    }
    let (yes, no) = (held as f64 + 0.5, (games - held) as f64 + 0.5);
    // Logarithms of the probabilities of 0, 1, 2, ... drawn games, up to a common constant.
    let mut logs = vec![0.0];
    for k in 0..drawn {
        let (k, left) = (k as f64, (drawn - k) as f64);
        let ratio = left / (k + 1.0) * ((k + yes) / (left - 1.0 + no));
        logs.push(logs.last().copied().unwrap_or(0.0) + ratio.ln());
    }
    let max = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = logs.iter().map(|log| (log - max).exp()).sum();
    let quantile = |tail: f64| {
        let mut sum = 0.0;
        let at = logs.iter().position(|log| {
            sum += (log - max).exp() / total;
            sum >= tail
        });
        100.0 * at.unwrap_or(drawn) as f64 / drawn as f64
    };
    Some(Range { min: quantile(0.025), max: quantile(0.975) })
}

/// Which extreme of some games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    /// The smallest value.
    Minimum,
    /// The largest value.
    Maximum,
}

/// The range of the smallest or largest value of `drawn` other games of the player whose games have
/// these `values`; `None` without values or games.
///
/// All `m + n` games together are in random order. So the probability that all `n` others lie
/// beyond our `k`-th value from that end is C(m + n - k, n) / C(m + n, n) for every distribution.
/// With fewer than 39 times as many games as the paper, nothing can be said of the outer end. The
/// range is then one-sided, with all 5% beyond its inner end.
pub fn extreme_range(values: &[f64], drawn: usize, extreme: Extreme) -> Option<Range> {
    if values.is_empty() || drawn == 0 {
        return None;
    }
    let sign = match extreme {
        Extreme::Minimum => 1.0,
        Extreme::Maximum => -1.0,
    };
    let mut sorted: Vec<f64> = values.iter().map(|value| sign * value).collect();
    sorted.sort_by(f64::total_cmp);
    let (m, n) = (sorted.len() as f64, drawn as f64);
    let two_sided = n / (m + n) <= 0.025;
    let tail = if two_sided { 0.025 } else { 0.05 };
    let (mut outer, mut inner) = (f64::NEG_INFINITY, f64::INFINITY);
    // The probability that the extreme of the others lies further inside than our k-th value.
    let mut inside = 1.0;
    for (before, &value) in sorted.iter().enumerate() {
        let before = before as f64;
        inside *= (m - before) / (m + n - before);
        if two_sided && 1.0 - inside <= tail {
            outer = value;
        }
        if inside <= tail {
            inner = value;
            break;
        }
    }
    Some(match extreme {
        Extreme::Minimum => Range { min: outer, max: inner },
        Extreme::Maximum => Range { min: -inner, max: -outer },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against 1000 games of a paper, 52 of ours show a difference of 0.4 deviations. The check: with
    /// the deviation of that difference, 1.96 of them on one side and 0.84 on the other fill it.
    #[test]
    fn games_needed_give_the_power() {
        for (theirs, needed) in [(1000, 52), (201, 65), (100, 97), (50, 2597)] {
            assert_eq!(games_needed(theirs), Some(needed), "{theirs}");
            let deviation = |ours: usize| (1.0 / theirs as f64 + 1.0 / ours as f64).sqrt();
            assert!((Z95 + Z80) * deviation(needed) <= MATTERS);
            assert!((Z95 + Z80) * deviation(needed - 1) > MATTERS);
        }
        assert_eq!(games_needed(49), None);
        assert_eq!(games_needed(0), None);
    }

    fn games(scores: impl Iterator<Item = u64>) -> Vec<GameRecord> {
        let game = |score| GameRecord { seed: 0, score, largest_rank: 1, moves: 1, seconds: 0.0 };
        scores.map(game).collect()
    }

    fn mean(games: &[GameRecord]) -> f64 {
        games.iter().map(|game| game.score as f64).sum::<f64>() / games.len() as f64
    }

    /// Two samples of the same size scatter by the root of 2 more than one.
    #[test]
    fn range_of_a_mean_allows_for_both_samples() {
        // Uniform from 0 to 999: a deviation of 288.7.
        let all = games((0..1000).map(|place| place * 617 % 1000));
        let width = |range: Range| (range.max - range.min) / (2.0 * Z95);
        let both = range(&all, 1000, mean).map(width).unwrap();
        assert!((both / (288.7 * (2.0_f64 / 1000.0).sqrt()) - 1.0).abs() < 0.06, "{both}");
        let theirs = range(&all, 10, mean).map(width).unwrap();
        assert!((theirs / (288.7 * (0.101_f64).sqrt()) - 1.0).abs() < 0.06, "{theirs}");
        let few = range(&games((0..10).map(|place| 100 * place)), 1000, mean).unwrap();
        assert!(few.max - few.min > 400.0, "ten games say little: {few:?}");
    }

    /// A few games of a player can be alike by chance, which says nothing of its other games.
    #[test]
    fn few_or_equal_games_have_no_range() {
        let equal = |count| games(std::iter::repeat_n(256, count));
        for (count, drawn) in [(1, 1000), (2, 10), (3, 10), (9, 1), (189, 10)] {
            assert_eq!(range(&equal(count), drawn, mean), None, "{count}");
        }
        assert_eq!(range(&equal(190), 10, mean), Some(Range { min: 256.0, max: 256.0 }));
        assert_eq!(range(&games((0..9).map(|place| 100 * place)), 10, mean), None);
    }

    #[test]
    fn extreme_range_follows_from_the_orders_of_all_games() {
        // If they have as many games as we, all of theirs are above our smallest value with
        // probability 1/2, above our second smallest with about 1/4, and above our fifth with about
        // 1/32.
        let values: Vec<f64> = (1..=100_000).map(f64::from).collect();
        let range = extreme_range(&values, 100_000, Extreme::Minimum).unwrap();
        assert_eq!((range.min, range.max), (f64::NEG_INFINITY, 5.0));
        assert!(range.includes(1.0, 0.0) && range.includes(-1e9, 0.0) && !range.includes(6.0, 0.0));
        let range = extreme_range(&values, 100_000, Extreme::Maximum).unwrap();
        assert_eq!((range.min, range.max), (99_996.0, f64::INFINITY));
        // A hundred games of a uniform distribution: the largest is below 1 - x in (1 - x)^100.
        let range = extreme_range(&values, 100, Extreme::Maximum).unwrap();
        let quantile = |tail: f64| 1e5 * f64::powf(tail, 0.01);
        assert!((range.min - quantile(0.025)).abs() < 50.0, "{range:?}");
        assert!((range.max - quantile(0.975)).abs() < 10.0, "{range:?}");
        assert_eq!(extreme_range(&[], 10, Extreme::Minimum), None);
    }

    #[test]
    fn extreme_range_agrees_with_a_count_of_all_orders() {
        // Ours are 1 to 8. Two others take any two of the ten places in the order, and the first of
        // them is the number of ours that lie below both.
        let pairs = (0..10).flat_map(|first| (first + 1..10).map(move |_| first));
        let below: Vec<usize> = pairs.collect();
        let share = |k: usize| {
            below.iter().filter(|&&first| first >= k).count() as f64 / below.len() as f64
        };
        let values = [3.0, 1.0, 8.0, 2.0, 6.0, 7.0, 5.0, 4.0];
        let range = extreme_range(&values, 2, Extreme::Minimum).unwrap();
        assert_eq!((range.min, range.max), (f64::NEG_INFINITY, 8.0));
        assert!(share(7) > 0.05 && share(8) <= 0.05);
        let one = extreme_range(&values, 1, Extreme::Minimum).unwrap();
        assert_eq!(one.max, f64::INFINITY, "one of nine is above all of ours in 1/9");
    }

    #[test]
    fn percent_range_is_binomial_for_many_games_and_wide_for_few() {
        // The middle 95% of a binomial of 100 at one half is 40 to 60.
        let range = percent_range(500_000, 1_000_000, 100).unwrap();
        assert_eq!((range.min, range.max), (40.0, 60.0));
        // Two games that reached a tile show that it is not rare, and little more.
        let range = percent_range(2, 2, 100).unwrap();
        assert!(range.min < 50.0 && range.max == 100.0, "{range:?}");
        let all = percent_range(50, 50, 100).unwrap();
        assert!(all.includes(99.0, 0.5) && !all.includes(90.0, 0.5), "{all:?}");
        // With a uniform prior it would be 17.
        assert_eq!(percent_range(0, 20, 100), Some(Range { min: 0.0, max: 13.0 }));
        assert_eq!(percent_range(0, 0, 100), None);
        assert!(percent_range(1, 3, 201).unwrap().min > 0.0);
    }
}
