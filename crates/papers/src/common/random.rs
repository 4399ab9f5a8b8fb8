//! A stream of random words for players and random games; the game's own spawns are in
//! `rules::spawn`.
//! Source: SplitMix64 (Steele, Lea and Flood 2014). Its 64 bits of state let every random game have
//! its own stream.

/// A stream of random words; equal seeds give equal streams.
#[derive(Clone, Debug)]
pub struct Stream(u64);

impl Stream {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self(mix(seed))
    }

    /// The next 64 random bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A number in [0, 1) with 53 random bits.
    pub fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Scales a random word to a number below `bound`, with a bias below `bound` / 2^32.
    #[inline]
    pub fn below(word: u32, bound: u32) -> u32 {
        ((u64::from(word) * u64::from(bound)) >> 32) as u32
    }
}

/// Spreads every bit of a seed over all bits of the result. It is one to one.
#[inline]
pub fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_first_words_of_seed_0() {
        // The reference implementation of SplitMix64 starts from the bare seed; mix(0) is 0.
        let mut stream = Stream::new(0);
        assert_eq!(stream.word(), 0xE220_A839_7B1D_CDAF);
        assert_eq!(stream.word(), 0x6E78_9E6A_A1B9_65F4);
    }

    #[test]
    fn units_fill_the_interval() {
        let mut stream = Stream::new(9);
        let mean = (0..10_000).map(|_| stream.unit()).sum::<f64>() / 1e4;
        assert!((mean - 0.5).abs() < 0.02);
        assert_eq!(Stream::below(u32::MAX, 24), 23);
        assert_eq!(Stream::below(0, 24), 0);
    }
}
