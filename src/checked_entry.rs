//! One entry of a lock-free cache: a torn write is read as a miss.
//!
//! Source: R. Hyatt and T. Mann, "A lock-less transposition table implementation for parallel search",
//! 2002.

use std::array;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A key of `N` words and one word of data, which threads share without locks.
///
/// Every key word is stored XORed with the data. If two threads write at once and leave the key of
/// one with the data of the other, the entry reads as some other key.
pub struct CheckedEntry<const N: usize> {
    checks: [AtomicU64; N],
    data: AtomicU64,
}

impl<const N: usize> Default for CheckedEntry<N> {
    fn default() -> Self {
        Self { checks: array::from_fn(|_| AtomicU64::new(0)), data: AtomicU64::new(0) }
    }
}

impl<const N: usize> CheckedEntry<N> {
    /// The key and the data. An entry that was never written has only zeros, so a caller must be able
    /// to tell valid data or keys from that.
    #[inline(always)]
    pub fn load(&self) -> ([u64; N], u64) {
        let data = self.data();
        (array::from_fn(|word| self.checks[word].load(Relaxed) ^ mask(data, word)), data)
    }

    /// The data alone, which may be torn from its key.
    #[inline(always)]
    pub fn data(&self) -> u64 {
        self.data.load(Relaxed)
    }

    /// Replaces the key and the data.
    #[inline(always)]
    pub fn store(&self, key: [u64; N], data: u64) {
        for (word, key) in key.into_iter().enumerate() {
            self.checks[word].store(key ^ mask(data, word), Relaxed);
        }
        self.data.store(data, Relaxed);
    }
}

/// A different rotation for each key word, so that two torn words do not cancel out.
#[inline(always)]
const fn mask(data: u64, word: usize) -> u64 {
    data.rotate_left(17 * word as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entry_holds_the_last_key_and_data() {
        let entry = CheckedEntry::<2>::default();
        assert_eq!(entry.load(), ([0, 0], 0));
        entry.store([5, u64::MAX], 77);
        entry.store([6, 8], 99);
        assert_eq!((entry.load(), entry.data()), (([6, 8], 99), 99));
    }

    #[test]
    fn mixed_words_of_two_writes_match_neither_key() {
        let write = |key, data| {
            let entry = CheckedEntry::<1>::default();
            entry.store([key], data);
            entry
        };
        let torn = write(5, 77);
        torn.data.store(99, Relaxed); // the other thread's write of (6, 99) got only this far
        assert!(![5, 6].contains(&torn.load().0[0]));
        let torn = write(5, 77);
        torn.checks[0].store(write(6, 99).checks[0].load(Relaxed), Relaxed);
        assert!(![5, 6].contains(&torn.load().0[0]));
    }
}
