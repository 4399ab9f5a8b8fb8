//! Remembered values of positions within one search: a table of fixed size shared by all threads without locks.
//!
//! Source: Cook 2023, section 1.1 and 10 ("memorisation", planned and not finished there). An entry is three words,
//! each of the two key words combined with the value (after R. Hyatt's lockless hashing), so that an entry torn by
//! two writers is read as a miss. Values are exact doubles and a key holds all that a value depends on, so
//! remembering changes no result. `search::table` is the smaller and faster cousin of the main search.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The table.
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

    /// The value remembered for a key. A key must not be all zero.
    #[inline]
    pub fn get(&self, key: [u64; 2]) -> Option<f64> {
        let entry = self.entry(key);
        let value = entry[2].load(Relaxed);
        let same = entry[0].load(Relaxed) ^ value == key[0]
            && entry[1].load(Relaxed) ^ value.rotate_left(17) == key[1];
        same.then(|| f64::from_bits(value))
    }

    /// Remembers a value in place of whatever was there.
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
    fn remembers_and_forgets() {
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
