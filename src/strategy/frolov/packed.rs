//! The averaging search of Figure 11 on the packed board with row tables.
//!
//! The same values as `plain`; tests compare the two.

use super::{INFINITY, Rules};
use crate::eval::frolov::tables::Tables;
use crate::rules::{Board, Direction};

/// The value of a direction; none when it is not possible. In the formula's unit.
pub fn direction_value(
    tables: &Tables,
    rules: &Rules,
    board: Board,
    direction: Direction,
) -> Option<f64> {
    let moved = board.slide(direction)?.board;
    if !rules.last_move_made && rules.depth == 1 {
        return Some(tables.value(board));
    }
    let search = Search { tables, rules, infinity: INFINITY * tables.resolution() };
    Some(search.moved(moved, rules.depth - 1) / tables.resolution())
}

struct Search<'a> {
    tables: &'a Tables,
    rules: &'a Rules,
    /// [`INFINITY`] in the tables' whole numbers.
    infinity: f64,
}

impl Search<'_> {
    /// The value of a board after a move, `left` moves before the last depth.
    fn moved(&self, board: Board, left: u32) -> f64 {
        if self.rules.winning_counts && has_2048(board) {
            return self.infinity;
        }
        if left == 0 {
            return self.tables.counts(board);
        }
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
