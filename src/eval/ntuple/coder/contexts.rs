//! Contexts: the classes of blocks and entries by their neighbors. Each class has its own token
//! probabilities.

use super::tokens::{number_of, tokenized, width};
use super::{Damaged, Symbols};
use crate::eval::ntuple::blocks::BLOCK;

/// How many values [`Nearby::count`] has: 0 to 7.
pub(super) const COUNTS: usize = 8;
/// How many values [`Nearby::level`] has: seven sizes of 2^15 have the level 41.
const LEVELS: usize = 42;
/// How many values [`Nearby::agreement`] has.
const AGREEMENTS: usize = 4;
/// The number of groups of the lowest cell's rank: 0, and ranks of similar frequency.
const LOW_GROUPS: usize = 5;
const LOW_GROUP: [u8; BLOCK] = [0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4];
/// The number of contexts with the same count and level.
pub(super) const ALIKE: usize = AGREEMENTS * LOW_GROUPS;
/// The number of contexts of an entry that is not 0.
pub(super) const ENTRY_CONTEXTS: usize = COUNTS * LEVELS * ALIKE;
/// The entries of a quarter of a block. One token is the set of those that are not 0.
pub(super) const QUARTER: usize = 4;
/// The number of contexts of a quarter, which come after those of entries. They depend on how many
/// neighbors of each of the four entries are not 0 (none, some, most), the position of the quarter,
/// and whether the entry before it is 0.
const QUARTER_CONTEXTS: usize = 3_usize.pow(QUARTER as u32) * (BLOCK / QUARTER) * 2;
/// The first context of a block. The contexts depend on the number of stored neighbors (at most
/// seven) and on whether the block is stored in the previous stage.
pub(super) const FIRST_BLOCK_CONTEXT: usize = ENTRY_CONTEXTS + QUARTER_CONTEXTS;
/// The number of all contexts.
pub(super) const CONTEXTS: usize = FIRST_BLOCK_CONTEXT + 2 * COUNTS;

/// The neighbors of an entry: how many are not 0, their sum, and the sum of their sizes.
#[derive(Clone, Copy)]
pub(super) struct Nearby {
    pub(super) count: i32,
    pub(super) sum: i32,
    pub(super) sizes: i32,
}

impl Nearby {
    /// The sum of the sizes on a scale with quarter steps below two and then two steps per
    /// doubling.
    #[inline(always)]
    fn level(self) -> usize {
        let quarters = 4 * self.sizes as u32;
        let doublings = (quarters | 4).ilog2();
        let half = quarters >> (doublings - 1) & 1;
        let level = if quarters < 8 { quarters } else { 2 * doublings + 2 + half };
        level.min(LEVELS as u32 - 1) as usize
    }

    /// How far the signs agree: 0 if they cancel out, 3 if all are the same.
    #[inline(always)]
    fn agreement(self) -> usize {
        let sum = self.sum.abs();
        let agree = usize::from(3 * sum >= self.sizes) + usize::from(sum >= self.sizes);
        usize::from(sum != 0) * (1 + agree)
    }

    /// The context of the entry whose lowest cell has the rank `low`.
    #[inline(always)]
    fn context(self, low: usize) -> usize {
        let context = self.count as usize * LEVELS + self.level();
        (context * AGREEMENTS + self.agreement()) * LOW_GROUPS + usize::from(LOW_GROUP[low & 15])
    }

    /// Codes the entry, which is not 0. Its sign is coded relative to that of the sum.
    #[inline(always)]
    pub(super) fn code(
        self,
        symbols: &mut impl Symbols,
        low: usize,
        number: i16,
    ) -> Result<i16, Damaged> {
        let sign = if self.sum < 0 { -1 } else { 1 };
        let (token, digit_count, digits) = tokenized(sign * i32::from(number));
        let token = symbols.token(self.context(low), token);
        debug_assert!(number == 0 || digit_count == width(token));
        let digits = match width(token) {
            0 => 0,
            width => symbols.digits(width, digits),
        };
        i16::try_from(sign * number_of(token, digits)).map_err(|_| Damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contexts_are_within_bounds() {
        for count in 0..COUNTS as i32 {
            for sizes in (0..=7 * 32_768).step_by(97) {
                for sum in [-sizes, -sizes / 2, -1, 0, 1, sizes / 4, sizes] {
                    let near = Nearby { count, sum, sizes };
                    assert!((0..BLOCK).all(|low| near.context(low) < ENTRY_CONTEXTS));
                }
            }
        }
    }
}
