//! Fallback tables: four-cell tuples that give the entries of six-cell tuples a default.
//!
//! A network of six-cell tuples is too large for a page unless most entries are dropped. Without a
//! fallback a dropped entry counts as 0, far below its value. So a packed network can have, for
//! each six-cell tuple, a tuple of four of its cells, whose entry is near the mean of the 256
//! entries with the same four tiles. The file has it as an ordinary tuple: the value of a board is
//! the sum of all entries, and each entry of a six-cell tuple is its difference from the fallback.
//!
//! The reader of a file adds each fallback to the entries of its stored blocks; the others are read
//! from the fallback table. So a search reads as many weights as without fallbacks.
//!
//! Falling back to a shorter context is how language models handle rare words (Katz 1987, back-off).

use super::blocks::{BLOCK, Blocks, GROUP, locate};
use super::error::ModelError;
use super::pattern::TuplePatterns;

/// The cells of a tuple that has a fallback.
const CELLS: usize = 6;
/// The number of cells that a fallback ignores: the first ones, whose ranks are the lowest digits of
/// an entry's index. They have the smaller tiles, because cells are in ascending order and tuples
/// lie at the bottom of the board.
const LEFT_OUT: usize = 2;
/// The binary digits of an entry's index for the cells left out.
const SHIFT: u32 = 4 * LEFT_OUT as u32;

/// The number of tuples that have a fallback; `None` if the network has no fallbacks. Networks with
/// them have six cells in each tuple of the first half, and the last four of those in the tuples of
/// the second half, in the same order.
pub fn tuples_with_fallbacks(patterns: &TuplePatterns) -> Option<usize> {
    let (large, small) = patterns.tuples().split_at(patterns.tuples().len() / 2);
    let has_fallback =
        |(large, small): (&Vec<u8>, &Vec<u8>)| large.len() == CELLS && large[LEFT_OUT..] == **small;
    let all = large.len() == small.len() && large.iter().zip(small).all(has_fallback);
    all.then_some(large.len())
}

/// The network with a fallback for each of its tuples. `None` if not all have six cells.
pub fn with_fallbacks(patterns: &TuplePatterns) -> Option<TuplePatterns> {
    let all = patterns.tuples().iter().all(|cells| cells.len() == CELLS);
    all.then(|| patterns.with_parts(LEFT_OUT..CELLS))
}

/// The index among all fallback entries of a stage for an entry of a six-cell tuple. Tables have
/// 2^24 entries and their fallbacks 2^16, so this also is right for several stages.
#[inline(always)]
pub fn fallback_index(entry: usize) -> usize {
    entry >> SHIFT
}

/// The weights of a network for playing: fallbacks are added to the stored blocks.
#[derive(Clone, Debug)]
pub struct FoldedWeights {
    /// As in [`Blocks`], without the fallback tuples.
    groups: Vec<u32>,
    /// As in [`Blocks`], and behind it the fallback tables, complete.
    weights: Vec<i16>,
    /// Where the fallback tables start in `weights`.
    tables: u32,
    /// If false, `weights[0]`, which is 0, is every fallback.
    has_fallbacks: bool,
}

impl FoldedWeights {
    /// The weights of a packed network with its tuples, and the tuples that are left to look up.
    ///
    /// # Errors
    /// [`ModelError::Memory`], or [`ModelError::Refused`] if an entry and its fallback add up to
    /// more than 16 bits.
    pub fn new(
        patterns: &TuplePatterns,
        packed: Blocks,
    ) -> Result<(Self, TuplePatterns), ModelError> {
        let stage = patterns.entries();
        let stages = packed.len() / stage;
        let (groups, weights) = packed.into_parts();
        let mut folded = FoldedWeights { groups, weights, tables: 0, has_fallbacks: false };
        let Some(tuples) = tuples_with_fallbacks(patterns) else {
            folded.weights.shrink_to_fit();
            return Ok((folded, patterns.clone()));
        };
        let large = tuples << (4 * CELLS);
        let stored = folded.weights.len();
        folded.weights.try_reserve_exact(stages * (stage - large))?;
        for n in 0..stages {
            for entry in (n * stage + large..(n + 1) * stage).step_by(BLOCK) {
                let start = folded.stored_block(entry / BLOCK).unwrap_or(0);
                folded.weights.extend_from_within(start..start + BLOCK);
            }
        }
        // The fallback tuples are the last of each stage.
        let words = BLOCK * GROUP;
        for n in (0..stages).rev() {
            folded.groups.drain((n * stage + large) / words..(n + 1) * stage / words);
        }
        let mut overflow = false;
        for entry in (0..stages * large).step_by(BLOCK) {
            let Some(start) = folded.stored_block(entry / BLOCK) else { continue };
            let fallback = folded.weights[stored + fallback_index(entry)];
            for weight in &mut folded.weights[start..start + BLOCK] {
                let (sum, overflows) = weight.overflowing_add(fallback);
                *weight = sum;
                overflow |= overflows;
            }
        }
        if overflow {
            let why = "a weight and its fallback add up to more than 16 bits";
            return Err(ModelError::Refused(why.into()));
        }
        folded.weights.shrink_to_fit();
        (folded.tables, folded.has_fallbacks) = (stored as u32, true);
        Ok((folded, patterns.with_tuples_at(0..tuples)))
    }

    /// Where the block at `place` starts in the weights, if it is stored.
    fn stored_block(&self, place: usize) -> Option<usize> {
        let (start, stored) = locate(self.groups[place / GROUP], place);
        (stored != 0).then_some(start as usize)
    }

    /// The size in memory in bytes.
    pub fn bytes(&self) -> usize {
        4 * self.groups.len() + 2 * self.weights.len()
    }

    /// The weight of an entry. Entries are numbered stage by stage, without those of fallbacks.
    #[inline(always)]
    pub fn get(&self, entry: usize) -> i16 {
        let entry = entry as u32;
        self.at(if self.has_fallbacks {
            self.position(entry, self.fallback(entry))
        } else {
            self.position(entry, 0)
        })
    }

    /// Replaces entries by positions for [`Self::at`].
    ///
    /// Not inlined, so that all its values stay in registers.
    #[inline(never)]
    pub fn locate(&self, entries: &mut [u32]) {
        if self.has_fallbacks {
            for entry in entries {
                *entry = self.position(*entry, self.fallback(*entry));
            }
        } else {
            for entry in entries {
                *entry = self.position(*entry, 0);
            }
        }
    }

    /// The position of an entry's fallback.
    #[inline(always)]
    fn fallback(&self, entry: u32) -> u32 {
        self.tables + (entry >> SHIFT)
    }

    /// The weight at a position from [`Self::locate`].
    #[inline(always)]
    pub fn at(&self, position: u32) -> i16 {
        self.weights[position as usize]
    }

    /// The position of an entry's weight: `fallback` if its block is not stored. It has no branch,
    /// because the processor would often mispredict it.
    #[inline(always)]
    fn position(&self, entry: u32, fallback: u32) -> u32 {
        let place = entry as usize / BLOCK;
        let (start, stored) = locate(self.groups[place / GROUP], place);
        let own = start + entry % BLOCK as u32;
        fallback ^ (fallback ^ own) & stored
    }
}
