//! One entry of a lock-free cache, in which a torn write reads as another key.
//!
//! Source: R. Hyatt and T. Mann, "A lock-less transposition table implementation for parallel
//! search", 2002.

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
    /// The key and the data. An entry that was never written has only zeros, so valid data
    /// or keys must differ from that.
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

    /// Under relaxed order a reader may find in each word what any thread ever wrote there. So the
    /// mixes of the words of an empty entry and of two writes cover every outcome of a race.
    fn check_mixes<const N: usize>(writes: [([u64; N], u64); 2]) {
        let entries = [([0; N], 0), writes[0], writes[1]].map(|(key, data)| {
            let entry = CheckedEntry::<N>::default();
            entry.store(key, data);
            entry
        });
        for mix in 0..3_usize.pow(N as u32 + 1) {
            let from = |word: u32| &entries[mix / 3_usize.pow(word) % 3];
            let torn = CheckedEntry::<N>::default();
            for word in 0..N {
                torn.checks[word].store(from(word as u32).checks[word].load(Relaxed), Relaxed);
            }
            torn.data.store(from(N as u32).data(), Relaxed);
            let (key, data) = torn.load();
            for (written, with) in writes {
                assert!(key != written || data == with, "{key:?} has the data {data}");
            }
        }
    }

    #[test]
    fn mixed_words_of_two_writes_match_neither_key() {
        let mut word = 1_u64;
        let mut next = || {
            word = word
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            word ^ word >> 31
        };
        // Miri is slow.
        for _ in 0..if cfg!(miri) { 10 } else { 1000 } {
            check_mixes([([next()], next()), ([next()], next())]);
            check_mixes([([next(), next()], next()), ([next(), next()], next())]);
            // Boards that differ in one word, as many boards of more than 16 cells do.
            let same = next();
            check_mixes([([same, next()], next()), ([same, next()], next())]);
        }
    }
}
