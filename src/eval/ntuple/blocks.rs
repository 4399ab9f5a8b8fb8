//! Weights in memory, in blocks of sixteen neighboring entries. Blocks of zeros are not stored.
//!
//! Most patterns of six cells never occur or were dropped, and they are neighbors: a network of
//! four 6-tuples takes 50 to 80 MB per stage, instead of 134 MB as one array.
//!
//! A block is found by counting bits: one word marks which of eight neighboring blocks are stored
//! and counts those before them. These words take 2 MB and stay in a core's cache. A position for
//! each block would take 17 MB and as much time to read as the weights.

use std::collections::TryReserveError;

/// Entries per block: those that differ only in their lowest cell.
pub const BLOCK: usize = 16;

/// Blocks per group: the bits of a word that are left beside the count.
pub(super) const GROUP: usize = 8;

/// The maximum stored blocks: their positions, which begin after a block of zeros, have 24 bits.
/// They take 512 MiB.
pub const MAX_STORED: usize = (1 << (32 - GROUP)) - 1;

/// By the place of a block in its group and the group's bits: the number of stored blocks before it,
/// and in the upper bits whether it is stored (all of them or none).
///
/// A lookup is faster than counting the bits, for which not every x86 has an instruction.
static BEFORE: [[i8; 1 << GROUP]; GROUP] = {
    let mut table = [[0; 1 << GROUP]; GROUP];
    let mut place = 0;
    while place < GROUP {
        let mut bits = 0_usize;
        while bits < 1 << GROUP {
            let before = (bits & ((1 << place) - 1)).count_ones() as i8;
            table[place][bits] = if bits >> place & 1 == 1 { before | !7 } else { before };
            bits += 1;
        }
        place += 1;
    }
    table
};

/// Where the block at `place` starts in the weights, from the word of its group, and all bits if it
/// is stored, none if not.
#[inline(always)]
pub(super) fn locate(group: u32, place: usize) -> (u32, u32) {
    let found = i32::from(BEFORE[place % GROUP][group as usize % (1 << GROUP)]);
    let before = found as u32 % GROUP as u32;
    (((group >> GROUP) + before) * BLOCK as u32, (found >> 3) as u32)
}

/// A sparse array of `i16`, zero by default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// For each group, a bit for each stored block (the lowest eight bits), and above them the
    /// position of the first one, counted in blocks.
    groups: Vec<u32>,
    /// A block of zeros, then the stored blocks.
    weights: Vec<i16>,
    len: usize,
}

impl Blocks {
    /// An array of `len` zeros, rounded up to whole blocks.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn zeroed(len: usize) -> Result<Self, TryReserveError> {
        let mut groups = Vec::new();
        groups.try_reserve_exact(len.div_ceil(GROUP * BLOCK))?;
        groups.resize(len.div_ceil(GROUP * BLOCK), 0);
        Ok(Blocks { groups, weights: vec![0; BLOCK], len: len.next_multiple_of(BLOCK) })
    }

    /// An array with the numbers of a slice.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn from_slice(numbers: &[i16]) -> Result<Self, TryReserveError> {
        let mut blocks = Blocks::zeroed(numbers.len())?;
        for (index, numbers) in numbers.chunks(BLOCK).enumerate() {
            let mut block = [0; BLOCK];
            block[..numbers.len()].copy_from_slice(numbers);
            blocks.store(index, &block)?;
        }
        Ok(blocks)
    }

    /// The number of entries, stored or not.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// The number of stored blocks.
    pub fn stored(&self) -> usize {
        self.weights.len() / BLOCK - 1
    }

    /// The size in memory in bytes.
    pub fn bytes(&self) -> usize {
        4 * self.groups.len() + 2 * self.weights.len()
    }

    /// The number at `index`.
    #[inline(always)]
    pub fn get(&self, index: usize) -> i16 {
        self.weights[self.start(index / BLOCK) as usize + index % BLOCK]
    }

    /// The start in `weights` of the block at `place` (an index divided by [`BLOCK`]). A block that
    /// is not stored starts at the zeros.
    #[inline(always)]
    fn start(&self, place: usize) -> u32 {
        let (start, stored) = locate(self.groups[place / GROUP], place);
        start & stored
    }

    /// Whether the block at `place` (an index divided by [`BLOCK`]) is stored.
    #[inline(always)]
    pub fn is_stored(&self, place: usize) -> bool {
        self.groups[place / GROUP] >> (place % GROUP) & 1 != 0
    }

    /// The sixteen numbers of a block.
    #[inline(always)]
    pub fn block(&self, place: usize) -> &[i16; BLOCK] {
        // The default is never used, because a whole block follows every start.
        self.weights[self.start(place) as usize..].first_chunk().unwrap_or(&[0; BLOCK])
    }

    /// Stores a block unless it is all zeros. Calls must have ascending places, and at most
    /// [`MAX_STORED`] blocks can be stored.
    ///
    /// # Errors
    /// If there is not enough memory. The array stays as it was.
    pub fn store(&mut self, place: usize, block: &[i16; BLOCK]) -> Result<(), TryReserveError> {
        if block.iter().any(|&number| number != 0) {
            if self.weights.capacity() - self.weights.len() < BLOCK {
                // Growing by a quarter wastes less of a page's memory than doubling.
                self.weights.try_reserve_exact((self.weights.len() / 4).max(BLOCK << 10))?;
            }
            let (group, bit) = (&mut self.groups[place / GROUP], place % GROUP);
            debug_assert_eq!((*group & 0xFF) >> bit, 0, "blocks are stored in ascending order");
            assert!(self.weights.len() / BLOCK <= MAX_STORED, "too many blocks");
            if *group == 0 {
                *group = ((self.weights.len() / BLOCK) << GROUP) as u32;
            }
            *group |= 1 << bit;
            self.weights.extend_from_slice(block);
        }
        Ok(())
    }

    /// The words that find the blocks, and the blocks: sixteen zeros, then the stored ones.
    pub(super) fn into_parts(self) -> (Vec<u32>, Vec<i16>) {
        (self.groups, self.weights)
    }
}
