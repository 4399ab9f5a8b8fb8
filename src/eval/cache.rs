//! An evaluator that remembers what it said lately. Leaves out what a board is worth.
//!
//! Of the leaves of a search every second one was valued a moment before: two spawns and two moves lead to the same
//! board in either order. For a network, which adds up dozens of weights from all over its memory, looking that up in
//! 256 KiB is much the cheaper; a heuristic of lines is as quick as the looking up.
//!
//! An entry is two words, `board ^ data` and `data`, as in the [transposition table](crate::search::table), so that all
//! threads of a search share it without locks. A board has one place, and the last one valued keeps it.

use super::Evaluator;
use crate::rules::Board;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Entries, 16 bytes each: a core's second cache holds them beside the rest. Ever more of them know hardly more
/// (docs/results/search-log.md).
const ENTRIES: usize = 1 << 14;

/// How many boards are valued by one call, at most.
const AT_A_TIME: usize = 64;

/// Another evaluator and what it said lately.
pub struct EvalCache<E> {
    evaluator: E,
    entries: Box<[Entry]>,
}

#[derive(Default)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

// data: value (32 bits) | used (1)
const USED: u64 = 1 << 32;

impl<E> EvalCache<E> {
    /// An evaluator that has said nothing yet.
    pub fn new(evaluator: E) -> Self {
        let entries = std::iter::repeat_with(Entry::default).take(ENTRIES).collect();
        EvalCache { evaluator, entries }
    }

    #[inline(always)]
    fn entry(&self, board: Board) -> &Entry {
        // The top bits of a product with the golden ratio's odd constant, into which all cells go (D. Knuth's
        // multiplicative hashing).
        let hash = board.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15);
        &self.entries[(hash >> (64 - ENTRIES.ilog2())) as usize]
    }

    /// What the evaluator said of a board, if that is still known.
    #[inline(always)]
    fn known(&self, board: Board) -> Option<f32> {
        let entry = self.entry(board);
        let data = entry.data.load(Relaxed);
        let same = entry.check.load(Relaxed) ^ data == board.bits();
        (same && data & USED != 0).then(|| f32::from_bits(data as u32))
    }

    #[inline(always)]
    fn keep(&self, board: Board, value: f32) {
        let entry = self.entry(board);
        let data = u64::from(value.to_bits()) | USED;
        entry.check.store(board.bits() ^ data, Relaxed);
        entry.data.store(data, Relaxed);
    }
}

impl<E: Evaluator> Evaluator for EvalCache<E> {
    const REWARD_WEIGHT: f32 = E::REWARD_WEIGHT;

    fn value(&self, afterstate: Board) -> f32 {
        self.known(afterstate).unwrap_or_else(|| {
            let value = self.evaluator.value(afterstate);
            self.keep(afterstate, value);
            value
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
        for (afterstates, values) in afterstates.chunks(AT_A_TIME).zip(values.chunks_mut(AT_A_TIME))
        {
            let mut unknown = [Board::EMPTY; AT_A_TIME];
            let mut places = [0; AT_A_TIME];
            let mut count = 0;
            for (place, &board) in afterstates.iter().enumerate() {
                if let Some(value) = self.known(board) {
                    values[place] = value;
                } else {
                    (unknown[count], places[count]) = (board, place);
                    count += 1;
                }
            }
            let mut found = [0.0; AT_A_TIME];
            self.evaluator.values(&unknown[..count], &mut found[..count]);
            for ((&board, &place), &value) in unknown.iter().zip(&places).zip(&found[..count]) {
                values[place] = value;
                self.keep(board, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::rows::{RowHeuristic, RowWeights};
    use std::sync::atomic::AtomicU32;

    /// A heuristic that counts how many boards it valued.
    struct Counting {
        rows: RowHeuristic,
        asked: AtomicU32,
    }

    impl Evaluator for Counting {
        const REWARD_WEIGHT: f32 = 0.0;

        fn value(&self, afterstate: Board) -> f32 {
            self.asked.fetch_add(1, Relaxed);
            self.rows.value(afterstate)
        }

        fn terminal_value(&self) -> f32 {
            self.rows.terminal_value()
        }
    }

    fn counting() -> EvalCache<Counting> {
        let rows = RowHeuristic::new(&RowWeights::NNEONNEO);
        EvalCache::new(Counting { rows, asked: AtomicU32::new(0) })
    }

    /// Boards in an order without a pattern, the empty one first.
    fn boards(count: usize) -> Vec<Board> {
        let next = |bits: &u64| Some(bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
        std::iter::successors(Some(0), next).map(Board::from_bits).take(count).collect()
    }

    #[test]
    fn what_was_said_is_not_asked_again() {
        let cached = counting();
        let boards = boards(5);
        let mut values = [0.0; 5];
        cached.values(&boards[..3], &mut values[..3]);
        cached.values(&boards, &mut values);
        for (&board, value) in boards.iter().zip(values) {
            assert_eq!(value, cached.evaluator.rows.value(board));
            assert_eq!(value, cached.value(board));
        }
        assert_eq!(cached.evaluator.asked.load(Relaxed), 5);
    }

    #[test]
    fn a_board_that_took_anothers_place_is_not_taken_for_it() {
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
    fn threads_that_share_it_are_told_the_truth() {
        let cached = counting();
        let boards = boards(2 * ENTRIES);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for &board in &boards {
                        let plain = cached.evaluator.rows.value(board);
                        assert_eq!(cached.value(board), plain);
                    }
                });
            }
        });
    }
}
