//! The averaging search of Figure 11 on the packed board with row tables.
//!
//! The same values as `plain`; tests compare the two. Many placements slide into the same board (a
//! tile on any cell of a gap in a row, before a move along the row), so values after a move are
//! remembered, which about halves the work at depth 3.

use super::{INFINITY, Rules};
use crate::papers::frolov::tables::Tables;
use crate::rules::{Board, Direction};

/// Slots of the memory: boards after the second move of a search at depth 3 are a few hundred.
const SLOTS_LOG2: u32 = 12;

/// Values after a move that were worked out before. A value depends on the board, the moves left
/// and the rules, so a memory serves one formula and must be emptied when the rules change.
pub struct Memory {
    slots: Vec<Slot>,
}

/// The value of a board `left` moves before the last depth; `left` 0 marks an empty slot, for
/// boards of the last depth are not kept.
#[derive(Clone, Copy)]
struct Slot {
    board: Board,
    left: u32,
    value: f64,
}

impl Memory {
    /// An empty memory.
    pub fn new() -> Memory {
        let empty = Slot { board: Board::EMPTY, left: 0, value: 0.0 };
        Memory { slots: vec![empty; 1 << SLOTS_LOG2] }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Memory::new();
    }

    /// The slot of a board: the high bits of a product with an odd number (the golden ratio's
    /// fraction in 64 bits).
    fn slot(board: Board) -> usize {
        (board.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - SLOTS_LOG2)) as usize
    }
}

/// The value of a direction; none when it is not possible. In the formula's unit.
pub fn direction_value(
    tables: &Tables,
    rules: &Rules,
    memory: &mut Memory,
    board: Board,
    direction: Direction,
) -> Option<f64> {
    let moved = board.slide(direction)?.board;
    if !rules.last_move_made && rules.depth == 1 {
        return Some(tables.value(board));
    }
    let infinity = INFINITY * tables.resolution();
    let mut search = Search { tables, rules, memory, infinity };
    Some(search.moved(moved, rules.depth - 1) / tables.resolution())
}

struct Search<'a> {
    tables: &'a Tables,
    rules: &'a Rules,
    memory: &'a mut Memory,
    /// [`INFINITY`] in the tables' whole numbers.
    infinity: f64,
}

impl Search<'_> {
    /// The value of a board after a move, `left` moves before the last depth.
    fn moved(&mut self, board: Board, left: u32) -> f64 {
        if self.rules.winning_counts && has_2048(board) {
            return self.infinity;
        }
        if left == 0 {
            return self.tables.counts(board);
        }
        let slot = Memory::slot(board);
        let known = self.memory.slots[slot];
        if known.board == board && known.left == left {
            return known.value;
        }
        let value = self.average(board, left);
        self.memory.slots[slot] = Slot { board, left, value };
        value
    }

    /// The average over all that can follow a board after a move.
    fn average(&mut self, board: Board, left: u32) -> f64 {
        let (mut total, mut calls) = (0.0, 0u32);
        for cell in board.empty_cells() {
            for rank in [1, 2] {
                let placed = board.with(cell, rank);
                for &direction in self.rules.directions {
                    if let Some(next) = placed.slide(direction) {
                        total += if left == 1 && !self.rules.last_move_made {
                            self.tables.counts(placed)
                        } else {
                            self.moved(next.board, left - 1)
                        };
                        calls += 1;
                    }
                }
            }
        }
        if calls == 0 { -self.infinity } else { total / f64::from(calls) }
    }
}

/// Whether any rank is 11 or more: bit 3 with bit 2, or with bits 1 and 0.
fn has_2048(board: Board) -> bool {
    const LOWEST_BITS: u64 = 0x1111_1111_1111_1111;
    let bits = board.bits();
    bits >> 3 & (bits >> 2 | (bits >> 1 & bits)) & LOWEST_BITS != 0
}
