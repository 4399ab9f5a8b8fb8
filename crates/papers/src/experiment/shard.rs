//! A shard of many games: every N-th seed, so that N machines share the work evenly.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Shard `index` of `count`, counted from 1. Written as `3/7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// All games.
    pub const WHOLE: Shard = Shard { index: 1, count: 1 };

    /// The number of this shard, from 1.
    pub fn index(self) -> u64 {
        self.index
    }

    /// The number of shards.
    pub fn count(self) -> u64 {
        self.count
    }

    /// The seeds of this shard, in increasing order.
    pub fn seeds(self, all: RangeInclusive<u64>) -> impl Iterator<Item = u64> {
        let first = all.start().checked_add(self.index - 1);
        let next = move |seed: &u64| seed.checked_add(self.count);
        std::iter::successors(first, next).take_while(move |seed| all.contains(seed))
    }

    /// The number of this shard's seeds.
    pub fn games(self, all: &RangeInclusive<u64>) -> u64 {
        let first = all.start().checked_add(self.index - 1);
        let rest = first.and_then(|first| all.end().checked_sub(first));
        rest.map_or(0, |rest| rest / self.count + 1)
    }

    /// This shard's seed with this place among them, from 0; `place` is below [`Shard::games`].
    pub fn seed(self, all: &RangeInclusive<u64>, place: u64) -> u64 {
        all.start() + (self.index - 1) + place * self.count
    }

    /// The place of a seed among this shard's; `None` if it is not one of them.
    pub fn place(self, all: &RangeInclusive<u64>, seed: u64) -> Option<u64> {
        let offset = if all.contains(&seed) { seed - all.start() } else { return None };
        (offset % self.count == self.index - 1).then_some(offset / self.count)
    }

    /// Whether a seed is one of this shard's.
    pub fn has(self, all: &RangeInclusive<u64>, seed: u64) -> bool {
        self.place(all, seed).is_some()
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/');
        let parts =
            parts.and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match parts {
            Some((index, count)) if (1..=count).contains(&index) => Ok(Shard { index, count }),
            _ => {
                Err(format!("{text:?} is not a shard. Write I/N with I from 1 to N, such as 3/7."))
            }
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seed_is_in_exactly_one_shard() {
        for (first, games, count) in [(0, 23, 7), (5, 3, 7), (u64::MAX - 8, 9, 4), (3, 8, 1)] {
            let all = first..=first + (games - 1);
            let shards = (1..=count).map(|index| Shard { index, count }.seeds(all.clone()));
            let sizes: Vec<usize> =
                shards.clone().map(|seeds| seeds.collect::<Vec<_>>().len()).collect();
            for (index, seeds) in (1..=count).zip(shards.clone()) {
                let shard = Shard { index, count };
                let seeds: Vec<u64> = seeds.collect();
                assert_eq!(shard.games(&all), seeds.len() as u64);
                for (place, &seed) in (0..).zip(&seeds) {
                    assert_eq!(shard.seed(&all, place), seed);
                    assert_eq!(shard.place(&all, seed), Some(place));
                }
                for seed in first.saturating_sub(2)..=*all.end() {
                    assert_eq!(shard.has(&all, seed), seeds.contains(&seed), "{seed} {shard}");
                }
            }
            let mut seeds: Vec<u64> = shards.flatten().collect();
            seeds.sort_unstable();
            assert_eq!(seeds, all.collect::<Vec<_>>());
            assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1, "{sizes:?}");
        }
        let third = Shard { index: 3, count: 7 };
        assert_eq!(third.seeds(10..=29).collect::<Vec<_>>(), [12, 19, 26]);
    }

    #[test]
    fn shard_is_read_from_text_and_out_of_range_is_refused() {
        assert_eq!("3/7".parse(), Ok(Shard { index: 3, count: 7 }));
        assert_eq!(Shard { index: 3, count: 7 }.to_string(), "3/7");
        for text in
            ["0/7", "8/7", "1/0", "3", "3/", "/7", "-1/7", "3/7/9", "99999999999999999999/1"]
        {
            let error = text.parse::<Shard>().unwrap_err();
            assert!(error.contains("I from 1 to N"), "{error}");
        }
    }
}
