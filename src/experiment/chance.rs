//! Whether the few games of a document agree with the many games here.
//!
//! A document that played `n` games and prints one number (a mean, a least, a share) drew that
//! number from a wide distribution. It is found by drawing `n` of our games again and again: the
//! document agrees within chance when its number lies within the middle 95 % of such draws. The
//! spread of our own many games is left out: with a hundred times as many it is a tenth of the
//! document's.

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
