//! Whether the few games of a paper agree with our many games.
//!
//! A number that a paper prints for `n` games comes from a wide distribution. The paper agrees
//! within chance if its number is in the middle 95% of it.
//!
//! - A mean or a deviation: [`range`] draws `n` of our games many times. The error from our own
//!   games is ignored: with a hundred times as many games it is a tenth of the paper's.
//! - A share of games: [`percent_range`], which does not ignore it.
//! - A minimum or maximum: [`extreme_range`]. Draws from our games would never be more extreme than
//!   ours, so this one counts how often `n` other games are.

use rand::{Rng, SeedableRng, rngs::Xoshiro256PlusPlus};

use super::GameRecord;

/// The number of draws: enough that the ends of the range hardly depend on the seed.
const DRAWS: usize = 10_000;
/// The seed of the draws, so that a table can be reproduced.
const SEED: u64 = 95;

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

/// The range of `number` over draws, with replacement, of `drawn` games; `None` without games.
pub fn range(
    games: &[GameRecord],
    drawn: usize,
    number: impl Fn(&[GameRecord]) -> f64,
) -> Option<Range> {
    if games.is_empty() || drawn == 0 {
        return None;
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(SEED);
    let mut draw = Vec::with_capacity(drawn);
    let mut numbers: Vec<f64> = (0..DRAWS)
        .map(|_| {
            draw.clear();
            draw.extend((0..drawn).map(|_| {
                let word = random.next_u64() >> 32;
                games[((word * games.len() as u64) >> 32) as usize]
            }));
            number(&draw)
        })
        .collect();
    numbers.sort_by(f64::total_cmp);
    let tail = DRAWS / 40;
    Some(Range { min: numbers[tail], max: numbers[DRAWS - 1 - tail] })
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
/// The outer end of the range is finite only if we have at least about 39 times as many games.
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
    let (mut outer, mut inner) = (f64::NEG_INFINITY, f64::INFINITY);
    // The probability that the extreme of the others lies further inside than our k-th value.
    let mut inside = 1.0;
    for (before, &value) in sorted.iter().enumerate() {
        let before = before as f64;
        inside *= (m - before) / (m + n - before);
        if 1.0 - inside <= 0.025 {
            outer = value;
        }
        if inside <= 0.025 {
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

    #[test]
    fn extreme_range_follows_from_the_orders_of_all_games() {
        // If they have as many games as we, all of theirs are above our smallest value with
        // probability 1/2, above our second smallest with about 1/4, and above our sixth with about
        // 1/64.
        let values: Vec<f64> = (1..=100_000).map(f64::from).collect();
        let range = extreme_range(&values, 100_000, Extreme::Minimum).unwrap();
        assert_eq!((range.min, range.max), (f64::NEG_INFINITY, 6.0));
        assert!(range.includes(1.0, 0.0) && range.includes(-1e9, 0.0) && !range.includes(7.0, 0.0));
        let range = extreme_range(&values, 100_000, Extreme::Maximum).unwrap();
        assert_eq!((range.min, range.max), (99_995.0, f64::INFINITY));
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
        assert!(share(7) > 0.025 && share(8) <= 0.025 && 1.0 - share(1) > 0.025);
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
