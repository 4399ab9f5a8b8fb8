//! Stages: the sum of a board's large tiles chooses its set of weights.
//!
//! Source: multi-stage TD learning (Wu, Yeh et al. 2014); the rule by sums of large tiles follows
//! TDL2048+ (`-@ 0,16384`).

use crate::rules::Board;
use std::fmt;

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
        let mut large = Board::from_bits(bits).at_least(self.floor);
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
