//! A cache of evaluations. It answers half of all leaf evaluations of a search, because two spawns
//! and two moves lead to the same board in either order.
//!
//! It makes a network faster, which adds up dozens of weights from all over its memory, but not the
//! built-in heuristic, which is as fast as a lookup. Each board has one possible entry, and a new
//! board replaces the one in its entry.
//!
//! Every thread has entries of its own: two threads that write to the same cache lines wait for
//! each other.

use super::Evaluator;
use crate::rules::Board;
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The number of entries, 16 bytes each: 256 KiB fit in a core's L2 cache beside the rest. More
/// entries gain hardly anything: 2^20 answer 50.8% of the evaluations, these 50.3%.
const ENTRIES: usize = 1 << 14;

/// The maximum number of boards in one call to the evaluator.
const BATCH: usize = 64;

/// Another evaluator with a cache of its recent values.
pub struct EvalCache<E> {
    evaluator: E,
    /// Tells the values of this evaluator from those of others in a thread's entries.
    id: u32,
}

/// The id of an unused entry.
const UNUSED: u32 = 0;

/// A board with its value.
#[derive(Clone, Copy)]
struct Entry {
    board: Board,
    value: f32,
    /// The [`EvalCache`] that stored it.
    id: u32,
}

type Entries = [Cell<Entry>; ENTRIES];

thread_local! {
    static THREAD_ENTRIES: Box<Entries> = {
        let unused = Cell::new(Entry { board: Board::EMPTY, value: 0.0, id: UNUSED });
        let Ok(entries) = vec![unused; ENTRIES].try_into() else { unreachable!("same length") };
        entries
    };
}

impl<E> EvalCache<E> {
    /// An empty cache.
    pub fn new(evaluator: E) -> Self {
        static LAST_ID: AtomicU32 = AtomicU32::new(UNUSED);
        EvalCache { evaluator, id: LAST_ID.fetch_add(1, Relaxed) + 1 }
    }

    /// The evaluator without the cache.
    #[cfg(test)]
    pub const fn inner(&self) -> &E {
        &self.evaluator
    }

    /// The value of a board, if it is in the cache.
    #[inline(always)]
    fn probe(&self, entries: &Entries, board: Board) -> Option<f32> {
        let entry = entries[index(board)].get();
        (entry.board == board && entry.id == self.id).then_some(entry.value)
    }

    #[inline(always)]
    fn store(&self, entries: &Entries, board: Board, value: f32) {
        entries[index(board)].set(Entry { board, value, id: self.id });
    }
}

/// The index of the entry that a board can have.
#[inline(always)]
fn index(board: Board) -> usize {
    // Knuth's multiplicative hashing: all cells contribute to the top bits of the product.
    let hash = board.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (hash >> (64 - ENTRIES.ilog2())) as usize
}

impl<E: Evaluator> Evaluator for EvalCache<E> {
    const REWARD_WEIGHT: f32 = E::REWARD_WEIGHT;

    fn value(&self, afterstate: Board) -> f32 {
        THREAD_ENTRIES.with(|entries| {
            self.probe(entries, afterstate).unwrap_or_else(|| {
                let value = self.evaluator.value(afterstate);
                self.store(entries, afterstate, value);
                value
            })
        })
    }

    fn terminal_value(&self) -> f32 {
        self.evaluator.terminal_value()
    }

    fn pruning_margin(&self) -> f32 {
        self.evaluator.pruning_margin()
    }

    fn downgrade_from(&self) -> u8 {
        self.evaluator.downgrade_from()
    }

    fn values(&self, afterstates: &[Board], values: &mut [f32]) {
        THREAD_ENTRIES.with(|entries| {
            for (afterstates, values) in afterstates.chunks(BATCH).zip(values.chunks_mut(BATCH)) {
                let mut missing = [Board::EMPTY; BATCH];
                let mut indices = [0_u8; BATCH];
                let mut count = 0;
                for (index, &board) in afterstates.iter().enumerate() {
                    if let Some(value) = self.probe(entries, board) {
                        values[index] = value;
                    } else {
                        (missing[count], indices[count]) = (board, index as u8);
                        count += 1;
                    }
                }
                let mut computed = [0.0; BATCH];
                let (missing, computed) = (&missing[..count], &mut computed[..count]);
                self.evaluator.values(missing, computed);
                for ((&board, &index), &value) in missing.iter().zip(&indices).zip(&*computed) {
                    values[usize::from(index)] = value;
                    self.store(entries, board, value);
                }
            }
        });
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::eval::rows::{RowHeuristic, RowWeights};
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    /// A heuristic that counts its evaluations.
    pub struct Counting {
        rows: RowHeuristic,
        pub(crate) evaluations: AtomicU32,
    }

    impl Default for Counting {
        fn default() -> Self {
            let rows = RowHeuristic::new(&RowWeights::NNEONNEO);
            Self { rows, evaluations: AtomicU32::new(0) }
        }
    }

    impl Evaluator for Counting {
        const REWARD_WEIGHT: f32 = 0.0;

        fn value(&self, afterstate: Board) -> f32 {
            self.evaluations.fetch_add(1, Relaxed);
            self.rows.value(afterstate)
        }

        fn terminal_value(&self) -> f32 {
            self.rows.terminal_value()
        }

        fn pruning_margin(&self) -> f32 {
            self.rows.pruning_margin()
        }
    }

    fn counting() -> EvalCache<Counting> {
        EvalCache::new(Counting::default())
    }

    /// Pseudo-random boards, the empty one first.
    fn boards(count: usize) -> Vec<Board> {
        let next = |bits: &u64| Some(bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
        std::iter::successors(Some(0), next).map(Board::from_bits).take(count).collect()
    }

    #[test]
    fn cached_boards_are_not_evaluated_again() {
        let cached = counting();
        let boards = boards(5);
        let mut values = [0.0; 5];
        cached.values(&boards[..3], &mut values[..3]);
        cached.values(&boards, &mut values);
        for (&board, value) in boards.iter().zip(values) {
            assert_eq!(value, cached.evaluator.rows.value(board));
            assert_eq!(value, cached.value(board));
        }
        assert_eq!(cached.evaluator.evaluations.load(Relaxed), 5);
    }

    #[test]
    fn boards_that_share_an_entry_are_not_confused() {
        let cached = counting();
        let boards = boards(4 * ENTRIES);
        let mut values = vec![0.0; boards.len()];
        for _ in 0..2 {
            cached.values(&boards, &mut values);
            for (&board, &value) in boards.iter().zip(&values) {
                assert_eq!(value, cached.evaluator.rows.value(board));
            }
        }
    }

    #[test]
    fn caches_of_a_thread_are_not_confused() {
        let (one, other) = (counting(), EvalCache::new(RowHeuristic::new(&RowWeights::SHALLOW)));
        for board in boards(100) {
            assert_eq!(one.value(board), one.evaluator.rows.value(board));
            assert_eq!(other.value(board), other.evaluator.value(board));
        }
    }
}
