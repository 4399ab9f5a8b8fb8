//! A heuristic of lines: every row and column is worth what a table says, the board their sum.
//!
//! The form is that of nneonneo/2048-ai (README and 2048.cpp): a line gains for empty cells and
//! for tiles about to merge, and loses for ranks that do not run one way and for large sums. The
//! weights are data, so that published sets can stand beside our own.

use super::Evaluator;
use crate::rules::{Board, RowTable, new_row_table, unpack_row};

/// What counts in a line. A line's value is
/// `empty * cells + merges * tiles - monotonicity * m - sum * s`, see [`RowWeights::line`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowWeights {
    /// For each empty cell.
    pub empty: f32,
    /// For each tile that stands next to its equal, gaps passed over.
    pub merges: f32,
    /// Against falls and rises of `rank^monotonicity_power`, whichever are less in total.
    pub monotonicity: f32,
    /// Exponent of the ranks in the monotonicity term.
    pub monotonicity_power: f32,
    /// Against the sum of `rank^sum_power`.
    pub sum: f32,
    /// Exponent of the ranks in the sum term.
    pub sum_power: f32,
    /// Against a lost board, for the whole board.
    pub lost: f32,
}

/// A set of weights with where it comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NamedWeights {
    /// What it is chosen by.
    pub id: &'static str,
    /// What people read.
    pub name: &'static str,
    /// Who found it, and where it is written down.
    pub source: &'static str,
    /// The weights.
    pub weights: RowWeights,
}

impl RowWeights {
    /// nneonneo/2048-ai, 2048.cpp at 41e298f: found by P. Moravek with CMA-ES (its issue 69).
    /// There 200,000 is added to each of the eight lines and a lost board is worth 0.
    pub const NNEONNEO: Self = Self {
        empty: 270.0,
        merges: 700.0,
        monotonicity: 47.0,
        monotonicity_power: 4.0,
        sum: 11.0,
        sum_power: 3.5,
        lost: 8.0 * 200_000.0,
    };

    /// The sets that can be chosen by name, the default first.
    pub const NAMED: &[NamedWeights] = &[NamedWeights {
        id: "nneonneo",
        name: "nneonneo's weights",
        source: "nneonneo/2048-ai, 2048.cpp at 41e298f; weights by P. Moravek with CMA-ES",
        weights: Self::NNEONNEO,
    }];

    /// The value of a line of four ranks, in either direction the same.
    #[must_use]
    pub fn line(&self, ranks: [u8; 4]) -> f32 {
        let power = |rank: u8, exponent: f32| libm::powf(f32::from(rank), exponent);
        let empty = ranks.iter().filter(|&&rank| rank == 0).count();

        // Runs of equal tiles: a run of n counts n if n is at least 2.
        let tiles: Vec<u8> = ranks.into_iter().filter(|&rank| rank > 0).collect();
        let merges: usize =
            tiles.chunk_by(|a, b| a == b).map(<[u8]>::len).filter(|&run| run > 1).sum();

        let (mut falls, mut rises) = (0.0, 0.0);
        for pair in ranks.windows(2) {
            let step =
                power(pair[1], self.monotonicity_power) - power(pair[0], self.monotonicity_power);
            if step < 0.0 {
                falls -= step;
            } else {
                rises += step;
            }
        }
        let sum: f32 = ranks.into_iter().map(|rank| power(rank, self.sum_power)).sum();
        self.empty * empty as f32 + self.merges * merges as f32
            - self.monotonicity * f32::min(falls, rises)
            - self.sum * sum
    }
}

/// The heuristic as a table of all lines: 256 KiB.
pub struct RowHeuristic {
    line: Box<RowTable<f32>>,
    lost: f32,
}

impl RowHeuristic {
    /// Fills the table.
    #[must_use]
    pub fn new(weights: &RowWeights) -> Self {
        let mut line = new_row_table();
        for row in 0..=u16::MAX {
            line[usize::from(row)] = weights.line(unpack_row(row));
        }
        Self { line, lost: -weights.lost }
    }
}

impl Evaluator for RowHeuristic {
    const REWARD_WEIGHT: f32 = 0.0;

    #[inline]
    fn value(&self, afterstate: Board) -> f32 {
        let (rows, columns) = (afterstate.bits(), afterstate.transpose().bits());
        let lines = |bits: u64| {
            let line = |shift: u32| self.line[usize::from((bits >> shift) as u16)];
            (line(0) + line(16)) + (line(32) + line(48))
        };
        lines(rows) + lines(columns)
    }

    fn lost(&self) -> f32 {
        self.lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_counts_as_its_source_says() {
        let w = RowWeights::NNEONNEO;
        let sum = |ranks: &[f32]| ranks.iter().map(|r| r.powf(3.5)).sum::<f32>();
        let close = |a: f32, b: f32| assert!((a - b).abs() < 0.01, "{a} {b}");
        close(w.line([0; 4]), 4.0 * 270.0);
        // Three empty cells; a fall of 1 and a rise of 0, the less is 0.
        close(w.line([1, 0, 0, 0]), 3.0 * 270.0 - 11.0);
        // A gap does not part equals; falls and rises are 16 each but for the last.
        close(w.line([2, 0, 2, 2]), 270.0 + 3.0 * 700.0 - 47.0 * 16.0 - 11.0 * sum(&[2.0; 3]));
        close(w.line([4, 3, 2, 1]), -11.0 * sum(&[4.0, 3.0, 2.0, 1.0]));
        close(w.line([1, 1, 2, 2]), 4.0 * 700.0 - 11.0 * sum(&[1.0, 1.0, 2.0, 2.0]));
    }

    #[test]
    fn symmetric_boards_are_worth_the_same() {
        let heuristic = RowHeuristic::new(&RowWeights::NNEONNEO);
        let board = Board::from_bits(0x0123_1004_0256_378a);
        for turned in board.symmetries() {
            let (a, b) = (heuristic.value(turned), heuristic.value(board));
            assert!((a - b).abs() < 0.1, "{a} {b}");
        }
    }
}
