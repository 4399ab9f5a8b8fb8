//! Weights in memory: blocks of sixteen neighbouring entries, of which all-zero ones are not
//! stored. Leaves out what the entries mean.
//!
//! Most patterns of six cells never occur or were dropped, and they lie together: a network of four
//! 6-tuples takes 50 to 80 MB a stage like this, 134 MB as one array.

/// Entries of a block: those that differ in their lowest cell alone.
pub const BLOCK: usize = 16;

/// A sparse array of `i16`, zero where nothing was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// For each block, where it starts in `weights`; 0 for the shared block of zeros.
    starts: Vec<u32>,
    weights: Vec<i16>,
}

impl Blocks {
    /// `len` zeros; `len` counts entries and is rounded up to whole blocks.
    pub fn zeroed(len: usize) -> Self {
        Blocks { starts: vec![0; len.div_ceil(BLOCK)], weights: vec![0; BLOCK] }
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
        self.starts.len() * BLOCK
    }

    /// Bytes that this takes in memory.
    pub fn bytes(&self) -> usize {
        4 * self.starts.len() + 2 * self.weights.len()
    }

    /// The number at `index`.
    #[inline(always)]
    pub fn get(&self, index: usize) -> i16 {
        let start = self.starts[index / BLOCK] as usize;
        self.weights[start + index % BLOCK]
    }

    /// Turns indices into places where [`Self::at`] finds their numbers.
    #[inline(always)]
    pub fn locate(&self, indices: &mut [u32]) {
        for index in indices {
            *index = self.starts[*index as usize / BLOCK] + *index % BLOCK as u32;
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
        self.starts[place] != 0
    }

    /// The sixteen numbers of a block.
    #[inline(always)]
    pub fn block(&self, place: usize) -> &[i16; BLOCK] {
        let start = self.starts[place] as usize;
        // Every start leads to a whole block.
        self.weights[start..].first_chunk().unwrap_or(&[0; BLOCK])
    }

    /// Stores a block where none is stored yet; zeros are not stored.
    pub fn store(&mut self, place: usize, block: &[i16; BLOCK]) {
        if block.iter().any(|&number| number != 0) {
            if self.weights.len() == self.weights.capacity() {
                // By a quarter: what doubling leaves unused would be a large part of a page's memory.
                self.weights.reserve_exact((self.weights.len() / 4).max(BLOCK << 10));
            }
            self.starts[place] = self.weights.len() as u32;
            self.weights.extend_from_slice(block);
        }
    }

    /// Gives back memory that growing left unused.
    pub fn shrink(&mut self) {
        self.weights.shrink_to_fit();
    }
}
