//! Whether the few games of a paper agree with our many games.
//!
//! A number (a mean, a minimum, a share) that a paper prints for `n` games comes from a wide
//! distribution, which we estimate by drawing `n` of our games many times. The paper agrees within
//! chance if its number is in the middle 95% of these draws. The error from our own games is ignored:
//! with a hundred times as many games it is a tenth of the paper's. For shares, [`percent_range`] does
//! not ignore it.

use rand::{Rng, SeedableRng, rngs::Xoshiro256PlusPlus};

use super::GameRecord;

/// The number of draws: enough that the ends of the range hardly depend on the seed.
const DRAWS: usize = 10_000;
/// The seed of the draws, so that a table can be reproduced.
const SEED: u64 = 95;

/// The middle 95% of the draws of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The smallest value in the range.
    pub least: f64,
    /// The largest value in the range.
    pub most: f64,
}

impl Range {
    /// Whether a printed number is in the range, give or take its rounding error.
    pub fn includes(self, printed: f64, rounding: f64) -> bool {
        (self.least - rounding..=self.most + rounding).contains(&printed)
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
    Some(Range { least: numbers[tail], most: numbers[DRAWS - 1 - tail] })
}

/// The range of a percentage of `drawn` games, if `held` of our `games` games count; `None` without games.
///
/// The true share is uncertain by our number of games (with Jeffreys' prior, which adds half a game to either
/// side), so the number in a draw is beta-binomial.
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
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = logs.iter().map(|log| (log - most).exp()).sum();
    let quantile = |tail: f64| {
        let mut sum = 0.0;
        let at = logs.iter().position(|log| {
            sum += (log - most).exp() / total;
            sum >= tail
        });
        100.0 * at.unwrap_or(drawn) as f64 / drawn as f64
    };
    Some(Range { least: quantile(0.025), most: quantile(0.975) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_range_is_binomial_for_many_games_and_wide_for_few() {
        // The middle 95% of a binomial of 100 at one half is 40 to 60.
        let range = percent_range(500_000, 1_000_000, 100).unwrap();
        assert_eq!((range.least, range.most), (40.0, 60.0));
        // Two games that reached a tile show that it is not rare, and little more.
        let range = percent_range(2, 2, 100).unwrap();
        assert!(range.least < 50.0 && range.most == 100.0, "{range:?}");
        let all = percent_range(50, 50, 100).unwrap();
        assert!(all.includes(99.0, 0.5) && !all.includes(90.0, 0.5), "{all:?}");
        assert_eq!(percent_range(0, 0, 100), None);
        assert!(percent_range(1, 3, 201).unwrap().least > 0.0);
    }
}
