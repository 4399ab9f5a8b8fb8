//! Weights in memory: blocks of sixteen neighbouring entries, of which all-zero ones are not
//! stored. Leaves out what the entries mean.
//!
//! Most patterns of six cells never occur or were dropped, and they lie together: a network of four
//! 6-tuples takes 50 to 80 MB a stage like this, 134 MB as one array.
//!
//! Where a block lies is found by counting: a word tells which of eight neighbouring blocks are
//! stored and how many are before them. The words of such a network take 2 MB, which a core's own
//! cache holds; a place for each block would take 17 MB, and as long to read as the weights.

/// Entries of a block: those that differ in their lowest cell alone.
pub const BLOCK: usize = 16;

/// Blocks of a group: as many as a word has bits for beside the count.
const GROUP: usize = 8;

/// A sparse array of `i16`, zero where nothing was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// For each group, which of its blocks are stored (the lowest bits), and above, if any is, where
    /// the first of them lies, counted in blocks: 24 bits, as many as a file may bring.
    groups: Vec<u32>,
    /// A block of zeros, then those stored.
    weights: Vec<i16>,
    len: usize,
}

impl Blocks {
    /// `len` zeros; `len` counts entries and is rounded up to whole blocks.
    pub fn zeroed(len: usize) -> Self {
        Blocks {
            groups: vec![0; len.div_ceil(GROUP * BLOCK)],
            weights: vec![0; BLOCK],
            len: len.next_multiple_of(BLOCK),
        }
    }

    /// The numbers of a slice.
    pub fn from_slice(numbers: &[i16]) -> Self {
        let mut blocks = Blocks::zeroed(numbers.len());
        for (place, numbers) in numbers.chunks(BLOCK).enumerate() {
            let mut block = [0; BLOCK];
            block[..numbers.len()].copy_from_slice(numbers);
            blocks.store(place, &block);
        }
        blocks
    }

    /// Entries, stored or not.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Bytes that this takes in memory.
    pub fn bytes(&self) -> usize {
        4 * self.groups.len() + 2 * self.weights.len()
    }

    /// The number at `index`.
    #[inline(always)]
    pub fn get(&self, index: usize) -> i16 {
        self.weights[self.start(index / BLOCK) as usize + index % BLOCK]
    }

    /// Where the block at `place` (an index divided by [`BLOCK`]) starts in `weights`: the zeros if
    /// it is not stored.
    #[inline(always)]
    fn start(&self, place: usize) -> u32 {
        let group = self.groups[place / GROUP];
        let bit = place % GROUP;
        let before = (group & ((1 << bit) - 1)).count_ones();
        let stored = group >> bit & 1;
        stored.wrapping_neg() & (((group >> GROUP) + before) * BLOCK as u32)
    }

    /// Turns indices into places where [`Self::at`] finds their numbers.
    #[inline(always)]
    pub fn locate(&self, indices: &mut [u32]) {
        for index in indices {
            *index = self.start(*index as usize / BLOCK) + *index % BLOCK as u32;
        }
    }

    /// The number at a place that [`Self::locate`] named.
    #[inline(always)]
    pub fn at(&self, place: u32) -> i16 {
        self.weights[place as usize]
    }

    /// Whether anything is stored for the block at `place` (an index divided by [`BLOCK`]).
    #[inline(always)]
    pub fn is_stored(&self, place: usize) -> bool {
        self.groups[place / GROUP] >> (place % GROUP) & 1 != 0
    }

    /// The sixteen numbers of a block.
    #[inline(always)]
    pub fn block(&self, place: usize) -> &[i16; BLOCK] {
        // Every start leads to a whole block.
        self.weights[self.start(place) as usize..].first_chunk().unwrap_or(&[0; BLOCK])
    }

    /// Stores a block behind those stored before: their places must ascend. Zeros are not stored.
    pub fn store(&mut self, place: usize, block: &[i16; BLOCK]) {
        if block.iter().any(|&number| number != 0) {
            let (group, bit) = (&mut self.groups[place / GROUP], place % GROUP);
            debug_assert_eq!((*group & 0xFF) >> bit, 0, "blocks are stored in ascending order");
            if *group == 0 {
                *group = ((self.weights.len() / BLOCK) << GROUP) as u32;
            }
            *group |= 1 << bit;
            if self.weights.len() == self.weights.capacity() {
                // By a quarter: what doubling leaves unused would be a large part of a page's memory.
                self.weights.reserve_exact((self.weights.len() / 4).max(BLOCK << 10));
            }
            self.weights.extend_from_slice(block);
        }
    }

    /// Gives back memory that growing left unused.
    pub fn shrink(&mut self) {
        self.weights.shrink_to_fit();
    }
}
