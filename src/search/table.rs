//! The transposition table: values of chance nodes, shared by all threads without locks.
//!
//! Four entries (`CheckedEntry`) share a cache line; a store replaces an old one or else the
//! shallowest. A node's value depends only on the board, the depth and the reductions, and a probe
//! must match all of them, so the table never changes the result of a search.

use super::MAX_PLY;
use super::limits::DepthReductions;
use crate::checked_entry::CheckedEntry;
use crate::rules::Board;
use std::collections::TryReserveError;

/// The maximum size of a table in bytes. In the page the table, the network and all threads share
/// 512 MiB (tools/shell/wasm.sh).
pub const MAX_BYTES: usize = if cfg!(target_arch = "wasm32") { 256 << 20 } else { 1 << 30 };

/// What the value of a node depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The afterstate.
    pub board: Board,
    /// Plies left below it, at least 1.
    pub depth: u8,
    /// The depth reductions; each field is at most [`MAX_PLY`].
    pub reductions: DepthReductions,
}

/// A table of fixed size.
pub struct TranspositionTable {
    buckets: Box<[Bucket]>,
}

#[repr(align(64))]
#[derive(Default)]
struct Bucket([Entry; ENTRIES]);

type Entry = CheckedEntry<1>;

const ENTRIES: usize = 4;
const BUCKET_BYTES: usize = size_of::<Bucket>();
const _: () = assert!(BUCKET_BYTES == 64);

// data: value (32 bits) | depth (8) | plies of a spawned 4 (5) and of a low-value move (5) | unused
// (5) | used (1) | generation (8)
const USED: u64 = 1 << 55;
const GENERATION: u32 = 56;
const _: () = assert!(MAX_PLY < 32);

fn pack(value: f32, key: Key, generation: u8) -> u64 {
    u64::from(value.to_bits())
        | u64::from(key.depth) << 32
        | key.reductions.bits() << 40
        | u64::from(generation) << GENERATION
        | USED
}

impl TranspositionTable {
    /// A table of at most `bytes`, rounded down to a power of two; at least one bucket of 64 bytes.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(bytes: usize) -> Result<Self, TryReserveError> {
        let count = 1 << (bytes / BUCKET_BYTES).max(1).ilog2();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        buckets.resize_with(count, Bucket::default);
        Ok(Self { buckets: buckets.into_boxed_slice() })
    }

    /// The size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets.len() * BUCKET_BYTES
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
    }

    fn bucket(&self, key: Key) -> &Bucket {
        // MurmurHash3's finalizer (A. Appleby), with depth and reductions folded into the top bits.
        let mut hash = key.board.bits() ^ u64::from(key.depth) << 59 ^ key.reductions.bits() << 49;
        hash = (hash ^ hash >> 33).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        hash = (hash ^ hash >> 33).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
        hash ^= hash >> 33;
        &self.buckets[hash as usize & (self.buckets.len() - 1)]
    }

    /// Loads the entries for a node without waiting for them, so that a probe soon after is quick.
    #[inline(always)]
    pub fn prefetch(&self, key: Key) {
        std::hint::black_box(self.bucket(key).0[0].data());
    }

    /// The value of a node, if the table has it.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: Key) -> Option<f32> {
        let expected = pack(0.0, key, 0) >> 32;
        for entry in &self.bucket(key).0 {
            let ([board], data) = entry.load();
            let rest = data << (64 - GENERATION) >> (96 - GENERATION);
            if board == key.board.bits() && rest == expected {
                return Some(f32::from_bits(data as u32));
            }
        }
        None
    }

    /// Stores a value in place of an entry of an older generation or else the shallowest.
    #[inline]
    pub fn store(&self, key: Key, value: f32, generation: u8) {
        let entries = &self.bucket(key).0;
        let priority = |entry: &Entry| {
            let data = entry.data();
            let current = (data >> GENERATION) as u8 == generation;
            (data & USED != 0, current, (data >> 32) as u8)
        };
        let Some(entry) = entries.iter().min_by_key(|entry| priority(entry)) else { return };
        entry.store([key.board.bits()], pack(value, key, generation));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probe_finds_exactly_the_stored_key() {
        let table = TranspositionTable::new(0).unwrap();
        assert_eq!(table.bytes(), 64);
        assert!(TranspositionTable::new(usize::MAX).is_err());
        let key = |bits, depth, spawn4_plies, low_value_plies| Key {
            board: Board::from_bits(bits),
            depth,
            reductions: DepthReductions { spawn4_plies, low_value_plies },
        };
        let none = key(0, 0, 0, 0);
        assert_eq!(table.probe(none), None, "an unused entry is not a value of the empty board");
        table.store(key(7, 3, 2, 30), -1.5, 200);
        assert_eq!(table.probe(key(7, 3, 2, 30)), Some(-1.5));
        for other in [key(8, 3, 2, 30), key(7, 2, 2, 30), key(7, 3, 1, 30), key(7, 3, 2, 29)] {
            assert_eq!(table.probe(other), None);
        }
    }

    #[test]
    fn store_replaces_the_old_and_then_the_shallow() {
        let table = TranspositionTable::new(64).unwrap();
        let key = |bits, depth| Key {
            board: Board::from_bits(bits),
            depth,
            reductions: DepthReductions::USUAL,
        };
        for (bits, depth, generation) in [(1, 5, 1), (2, 1, 2), (3, 4, 2), (4, 3, 2)] {
            table.store(key(bits, depth), bits as f32, generation);
        }
        table.store(key(5, 2), 5.0, 2); // replaces 1, which is old
        table.store(key(6, 2), 6.0, 2); // replaces 2, which is shallow
        let stored = |bits, depth| table.probe(key(bits, depth)).is_some();
        assert_eq!((stored(1, 5), stored(2, 1)), (false, false));
        assert!(stored(3, 4) && stored(4, 3) && stored(5, 2) && stored(6, 2));
    }
}
