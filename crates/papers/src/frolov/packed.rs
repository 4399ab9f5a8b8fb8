//! The averaging search of Figure 11 on the packed board with row tables; the reference is `plain`.

use super::{Rules, WIN_VALUE};
use crate::frolov::tables::Tables;
use afterstate::rules::{Board, Direction, Rank};

/// Slots of the memory. A search at depth 3 has a few hundred boards after its second move.
const SLOTS_LOG2: u32 = 12;

/// A cache of values after a move, because many spawns slide into the same board; it halves the
/// work at depth 3. A cache is for one formula and must be cleared when the rules change.
pub struct Memory {
    slots: Vec<Slot>,
}

/// The value of a board `left` moves before the last depth. Boards of the last depth are not
/// cached, so `left` is 0 in an empty slot.
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

    /// The slot of a board: the high bits of its product with the golden ratio's fraction.
    fn slot(board: Board) -> usize {
        (board.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - SLOTS_LOG2)) as usize
    }
}

/// The value of a direction in the formula's unit; `None` when it is not possible.
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
    let win_value = WIN_VALUE * tables.resolution();
    let mut search = Search { tables, rules, memory, win_value };
    Some(search.moved(moved, rules.depth - 1) / tables.resolution())
}

struct Search<'a> {
    tables: &'a Tables,
    rules: &'a Rules,
    memory: &'a mut Memory,
    /// [`WIN_VALUE`] in the units of the tables.
    win_value: f64,
}

impl Search<'_> {
    /// The value of a board after a move, `left` moves before the last depth.
    fn moved(&mut self, board: Board, left: u32) -> f64 {
        if self.rules.winning_counts && has_2048(board) {
            return self.win_value;
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

    /// The average over all spawns and following moves; a board without any is lost.
    fn average(&mut self, board: Board, left: u32) -> f64 {
        let (mut total, mut calls) = (0.0, 0u32);
        for cell in board.empty_cells() {
            for rank in [Rank::TWO, Rank::FOUR] {
                let mut placed = board.with(cell, rank);
                for &direction in self.rules.directions {
                    if let Some(next) = placed.slide(direction) {
                        total += if left == 1 && !self.rules.last_move_made {
                            self.tables.counts(placed)
                        } else {
                            self.moved(next.board, left - 1)
                        };
                        calls += 1;
                        if !self.rules.spawn_stays {
                            placed = board;
                        }
                    }
                }
            }
        }
        if calls == 0 { -self.win_value } else { total / f64::from(calls) }
    }
}

/// Whether any rank is 11 or more: bit 3 with bit 2, or with bits 1 and 0.
fn has_2048(board: Board) -> bool {
    const LOWEST_BITS: u64 = 0x1111_1111_1111_1111;
    let bits = board.bits();
    bits >> 3 & (bits >> 2 | (bits >> 1 & bits)) & LOWEST_BITS != 0
}
