//! A cache for values of positions within one search: fixed size, shared by all threads without
//! locks.
//! Source: Cook 2023, sections 1.1 and 10 ("memorisation").

use afterstate::checked_entry::CheckedEntry;

/// The table. Values are exact and a key holds all that a value depends on, so the cache changes no
/// result.
pub struct Memo {
    entries: Box<[CheckedEntry<2>]>,
}

impl Memo {
    /// A table of 2^`bits` entries of 24 bytes.
    pub fn new(bits: u32) -> Self {
        Self { entries: (0..1usize << bits).map(|_| CheckedEntry::default()).collect() }
    }

    #[inline]
    fn entry(&self, key: [u64; 2]) -> &CheckedEntry<2> {
        let mut hash = (key[0] ^ key[1].rotate_left(32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash ^= hash >> 32;
        &self.entries[hash as usize & (self.entries.len() - 1)]
    }

    /// The cached value of a key, which must not be all zero.
    #[inline]
    pub fn get(&self, key: [u64; 2]) -> Option<f64> {
        let (stored, value) = self.entry(key).load();
        (stored == key).then(|| f64::from_bits(value))
    }

    /// Stores a value in place of the old entry.
    #[inline]
    pub fn put(&self, key: [u64; 2], value: f64) {
        self.entry(key).store(key, value.to_bits());
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
