//! Frolov's formulas by table look-up for the packed 4x4 board. Every term is a sum over lines, so
//! one table per line holds the share of each of its contents. Shares are whole numbers below 2^53,
//! so the values equal `Formula::value` to the last bit.

use super::formula::Share;
use super::heuristic::Formula;
use afterstate::rules::Board;

/// The number of contents of a line: four ranks of four bits.
const CONTENTS: usize = 1 << 16;

/// The tables of one formula: 8 MiB.
pub struct Tables {
    /// The share of each line, by line (rows, then columns) and contents (first cell lowest).
    lines: Vec<[f64; 2]>,
    resolution: f64,
}

impl Tables {
    /// Computes the tables, which takes some tens of milliseconds.
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

    /// The value of a board; equal to `Formula::value`.
    pub fn value(&self, board: Board) -> f64 {
        self.counts(board) / self.resolution
    }

    /// The number of units of [`Tables::counts`] in a value of 1.
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
