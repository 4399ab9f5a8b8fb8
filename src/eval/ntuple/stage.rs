//! Stages: the sum of a board's large tiles chooses its set of weights.
//!
//! Source: multi-stage TD learning (Wu, Yeh et al. 2014); the rule by sums of large tiles follows
//! TDL2048+ (`-@ 0,16384`).

use std::fmt;

/// Bit 3 of every cell.
const HIGH: u64 = 0x8888_8888_8888_8888;
/// Bit 0 of every cell.
pub(crate) const ONES: u64 = 0x1111_1111_1111_1111;

/// Flags (bit 3 of a cell) where a cell's rank is at least `rank` (1 to 15).
#[inline(always)]
pub(crate) fn at_least(bits: u64, rank: u32) -> u64 {
    let low = bits & !HIGH;
    if rank >= 8 {
        (low + ONES * u64::from(16 - rank)) & bits & HIGH
    } else {
        ((low + ONES * u64::from(8 - rank)) | bits) & HIGH
    }
}

/// The stages of a network. A game begins in stage 0; stage `i` begins when the tiles of at least
/// 2^floor add up to `thresholds[i - 1]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stages {
    thresholds: Vec<u32>,
    floor: u32,
}

/// Why a list of thresholds is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageError(&'static str);

impl fmt::Display for StageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "stages must be at most 7 increasing sums of tiles, each a multiple of 16, such as 16384,24576; {}",
            self.0
        )
    }
}

impl std::error::Error for StageError {}

impl fmt::Display for Stages {
    /// The thresholds with commas between them, or 0 if there are none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, others)) = self.thresholds.split_first() else { return f.write_str("0") };
        write!(f, "{first}")?;
        others.iter().try_for_each(|threshold| write!(f, ",{threshold}"))
    }
}

impl Stages {
    /// A single stage for all boards.
    pub fn single() -> Self {
        Stages { thresholds: Vec::new(), floor: 15 }
    }

    /// Stages that begin at these sums. Tiles below the largest power of two that divides every
    /// threshold do not count, so `16384` alone means a 16384 tile.
    ///
    /// # Errors
    /// If the sums do not increase, are not multiples of 16, or are more than seven.
    pub fn new(thresholds: &[u32]) -> Result<Self, StageError> {
        if thresholds.len() > 7 {
            return Err(StageError("more than seven thresholds"));
        }
        if thresholds.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(StageError("the thresholds must increase"));
        }
        if thresholds.iter().any(|&t| t < 16 || t % 16 != 0) {
            return Err(StageError("thresholds must be multiples of 16"));
        }
        let floor = thresholds.iter().map(|t| t.trailing_zeros().min(15)).min().unwrap_or(15);
        Ok(Stages { thresholds: thresholds.to_vec(), floor })
    }

    /// The sums at which the stages after the first begin.
    pub fn thresholds(&self) -> &[u32] {
        &self.thresholds
    }

    /// The number of stages, at least one.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.thresholds.len() + 1
    }

    /// The stage of a packed board.
    #[inline(always)]
    pub fn of(&self, bits: u64) -> usize {
        let mut large = at_least(bits, self.floor);
        if large == 0 || self.thresholds.is_empty() {
            return 0;
        }
        let mut sum = 0u32;
        while large != 0 {
            let shift = large.trailing_zeros() - 3;
            sum += 1 << ((bits >> shift) & 15);
            large &= large - 1;
        }
        self.thresholds.iter().take_while(|&&t| sum >= t).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_least_matches_a_comparison_cell_by_cell() {
        let mut bits = 0x0123_4567_89ab_cdef_u64;
        for _ in 0..200 {
            for rank in 1..16 {
                let flags = at_least(bits, rank);
                for cell in 0..16 {
                    let expected = (bits >> (4 * cell)) & 15 >= u64::from(rank);
                    assert_eq!((flags >> (4 * cell)) & 8 != 0, expected);
                }
            }
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(9);
        }
    }

    #[test]
    fn thresholds_are_multiples_of_16() {
        assert!(Stages::new(&[16, 48]).is_ok());
        assert!(Stages::new(&[24]).is_err() && Stages::new(&[16, 40]).is_err());
    }

    #[test]
    fn sums_of_large_tiles_choose_the_stage() {
        let one = Stages::new(&[16384]).expect("increasing");
        assert_eq!(one.of(0xd_dd), 0);
        assert_eq!(one.of(0xe), 1);
        let two = Stages::new(&[16384, 24576]).expect("increasing");
        assert_eq!((two.of(0xd), two.of(0xe), two.of(0xde)), (0, 1, 2));
        assert_eq!(two.of(0xf), 2);
        assert!(Stages::new(&[3, 2]).is_err() && Stages::new(&[5]).is_err());
        assert_eq!(Stages::single().of(0xf), 0);
        let many: Vec<u32> = (1..=8).map(|n| 1024 * n).collect();
        assert!(Stages::new(&many[..7]).is_ok() && Stages::new(&many).is_err());
    }
}
