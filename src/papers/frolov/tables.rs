//! The formulas of the room by table look-up, for the packed 4x4 board.
//!
//! Every term of a formula is a sum over rows and columns, so a line's 16 bits give its share at
//! once: eight tables, one a line. All shares are whole numbers below 2^53, which `f64` adds
//! without rounding, so a value here equals `Formula::value` to the last bit (a test compares).
//!
//! Leaves out: ranks above 15, which the packed board cannot hold; for those there is the plain
//! form.

use super::formula::Share;
use super::heuristic::Formula;
use crate::rules::Board;

/// Line contents there are: four ranks of four bits.
const CONTENTS: usize = 1 << 16;

/// The tables of one formula: 8 MiB.
pub struct Tables {
    /// What each line adds, by line (rows, then columns) and contents (first cell lowest).
    lines: Vec<[f64; 2]>,
    resolution: f64,
}

impl Tables {
    /// Works the tables out; some tens of milliseconds.
    pub fn new(formula: &Formula) -> Tables {
        let mut lines = Vec::with_capacity(8 * CONTENTS);
        for index in 0..8 {
            lines.extend((0..CONTENTS).map(|contents| {
                let ranks = [0, 4, 8, 12].map(|shift| (contents >> shift) as u8 & 15);
                let mut sum = Share::default();
                for share in formula.line(index, ranks) {
                    sum.fixed += share.fixed;
                    sum.per_free += share.per_free;
                }
                [sum.fixed, sum.per_free]
            }));
        }
        Tables { lines, resolution: formula.resolution() }
    }

    /// The value of a board in the text's unit: equal to `Formula::value`.
    pub fn value(&self, board: Board) -> f64 {
        self.counts(board) / self.resolution
    }

    /// How many of the whole numbers that [`Tables::counts`] counts in make 1.
    pub fn resolution(&self) -> f64 {
        self.resolution
    }

    /// The value as a whole number, `resolution` times [`Tables::value`].
    #[inline]
    pub fn counts(&self, board: Board) -> f64 {
        let (mut fixed, mut per_free) = (0.0, 0.0);
        let (rows, columns) = (board.bits(), board.transpose().bits());
        for line in 0..4 {
            for (bits, table) in [(rows, line), (columns, line + 4)] {
                let contents = (bits >> (16 * line)) as usize & (CONTENTS - 1);
                let share = self.lines[table * CONTENTS + contents];
                fixed += share[0];
                per_free += share[1];
            }
        }
        fixed + per_free * f64::from(board.empty_count())
    }
}
