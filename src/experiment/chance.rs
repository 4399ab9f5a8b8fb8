//! Whether the few games of a document agree with the many games here.
//!
//! A document that played `n` games and prints one number (a mean, a least, a share) drew that
//! number from a wide distribution. It is found by drawing `n` of our games again and again: the
//! document agrees within chance when its number lies within the middle 95 % of such draws. The
//! spread of our own many games is left out: with a hundred times as many it is a tenth of the
//! document's.
//!
//! Of a share of games more can be said, so that few games of ours do not seem to tell more than they do: see
//! [`percent_range`].

use rand::{Rng, SeedableRng, rngs::Xoshiro256PlusPlus};

use super::GameRecord;

/// How often games are drawn: the ends of the range then move by well under their own spacing.
const DRAWS: usize = 10_000;
/// The seed of the draws, so that a table repeats.
const SEED: u64 = 95;

/// The middle 95 % of a number over draws of a few games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The least value that belongs to it.
    pub least: f64,
    /// The largest value that belongs to it.
    pub most: f64,
}

impl Range {
    /// Whether a printed number belongs to the range, give or take how it was rounded.
    pub fn includes(self, printed: f64, rounding: f64) -> bool {
        (self.least - rounding..=self.most + rounding).contains(&printed)
    }
}

/// The range of `number` over draws, with repetition, of `drawn` of the games; none without games.
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

/// The middle 95 % of the percentages that `drawn` games of a player would show of whom `games` games have shown `held`;
/// none without games.
///
/// The share itself is as uncertain as those games leave it (Jeffreys' prior: half a game is added to either side), so the
/// number is beta-binomial.
pub fn percent_range(held: usize, games: usize, drawn: usize) -> Option<Range> {
    if games == 0 || drawn == 0 || held > games {
        return None;
    }
    let (yes, no) = (held as f64 + 0.5, (games - held) as f64 + 0.5);
    // Logarithms of the probabilities of 0, 1, 2, ... of the drawn games, up to a common constant.
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
    fn shares_of_many_games_are_nearly_binomial_and_those_of_few_are_wide() {
        // A binomial of 100 at one half lies from 40 to 60 in the middle 95 %.
        let range = percent_range(500_000, 1_000_000, 100).unwrap();
        assert_eq!((range.least, range.most), (40.0, 60.0));
        // Two games that reached a tile say that it is not rare, and little more.
        let range = percent_range(2, 2, 100).unwrap();
        assert!(range.least < 50.0 && range.most == 100.0, "{range:?}");
        let all = percent_range(50, 50, 100).unwrap();
        assert!(all.includes(99.0, 0.5) && !all.includes(90.0, 0.5), "{all:?}");
        assert_eq!(percent_range(0, 0, 100), None);
        assert!(percent_range(1, 3, 201).unwrap().least > 0.0);
    }
}
