//! A cache for values of positions within one search: fixed size, shared by all threads without
//! locks.
//! Source: Cook 2023, sections 1.1 and 10 ("memorisation"), and R. Hyatt's lockless hashing.
//! See also `search::table`, the smaller and faster table of the main search.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The table. An entry is two key words, each XORed with the value, and the value, so that an entry
/// torn by two writers reads as a miss. Values are exact and a key holds all that a value depends
/// on, so the cache changes no result.
pub struct Memo {
    entries: Box<[[AtomicU64; 3]]>,
}

impl Memo {
    /// A table of 2^`bits` entries of 24 bytes.
    pub fn new(bits: u32) -> Self {
        let entry = || [AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0)];
        Self { entries: (0..1usize << bits).map(|_| entry()).collect() }
    }

    #[inline]
    fn entry(&self, key: [u64; 2]) -> &[AtomicU64; 3] {
        let mut hash = (key[0] ^ key[1].rotate_left(32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash ^= hash >> 32;
        &self.entries[hash as usize & (self.entries.len() - 1)]
    }

    /// The cached value of a key, which must not be all zero.
    #[inline]
    pub fn get(&self, key: [u64; 2]) -> Option<f64> {
        let entry = self.entry(key);
        let value = entry[2].load(Relaxed);
        let same = entry[0].load(Relaxed) ^ value == key[0]
            && entry[1].load(Relaxed) ^ value.rotate_left(17) == key[1];
        same.then(|| f64::from_bits(value))
    }

    /// Stores a value in place of the old entry.
    #[inline]
    pub fn put(&self, key: [u64; 2], value: f64) {
        let entry = self.entry(key);
        let value = value.to_bits();
        entry[0].store(key[0] ^ value, Relaxed);
        entry[1].store(key[1] ^ value.rotate_left(17), Relaxed);
        entry[2].store(value, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_value_of_a_slot_is_kept() {
        let memo = Memo::new(4);
        assert_eq!(memo.get([5, 1]), None);
        memo.put([5, 1], 2.5);
        assert_eq!(memo.get([5, 1]), Some(2.5));
        assert_eq!(memo.get([5, 2]), None);
        for key in 1..100 {
            memo.put([key, 1], key as f64);
            assert_eq!(memo.get([key, 1]), Some(key as f64));
        }
    }
}
