//! The built-in heuristic: the value of a board is the sum of the values of its rows and columns,
//! which come from tables.
//!
//! A line has bonuses for empty cells and for tiles that can merge, and penalties for ranks that
//! are not monotonic and for large ranks. Source: nneonneo/2048-ai (README and 2048.cpp). We added
//! separate weights for edge lines, to keep large tiles there, and a bonus for neighbors one rank
//! apart. Weights are data; `cargo lab tune` finds them.

use super::Evaluator;
use crate::rules::{Board, RowTable, new_row_table, unpack_row};

/// The weights of one line of four cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineWeights {
    /// Bonus for each empty cell.
    pub empty: f32,
    /// Bonus for each tile next to an equal one; gaps do not count.
    pub merges: f32,
    /// Bonus for each pair of neighboring cells with tiles one rank apart.
    pub near: f32,
    /// Penalty for the sum of all falls or of all rises of `rank^monotonicity_power` along the
    /// line, whichever is smaller.
    pub monotonicity: f32,
    /// Exponent of the ranks in the monotonicity term.
    pub monotonicity_power: f32,
    /// Penalty for the sum of `rank^sum_power`.
    pub sum: f32,
    /// Exponent of the ranks in the sum term.
    pub sum_power: f32,
}

/// The weights of a whole board.
///
/// ```
/// use afterstate::eval::Evaluator;
/// use afterstate::eval::rows::{RowHeuristic, RowWeights};
/// use afterstate::rules::Board;
///
/// let heuristic = RowHeuristic::new(&RowWeights::NNEONNEO);
/// let (ordered, shuffled) = (Board::from_bits(0x4567), Board::from_bits(0x6475));
/// assert!(heuristic.value(ordered) > heuristic.value(shuffled));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowWeights {
    /// The first and last row and column.
    pub edge: LineWeights,
    /// The two rows and columns between them.
    pub inner: LineWeights,
    /// The value of a board on which no move is possible.
    pub terminal_value: f32,
    /// See [`Evaluator::pruning_margin`].
    pub pruning_margin: f32,
}

/// A set of weights and its source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NamedWeights {
    /// The name in options.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// Where the weights come from.
    pub source: &'static str,
    /// The weights.
    pub weights: RowWeights,
}

const NNEONNEO_LINE: LineWeights = LineWeights {
    empty: 270.0,
    merges: 700.0,
    near: 0.0,
    monotonicity: 47.0,
    monotonicity_power: 4.0,
    sum: 11.0,
    sum_power: 3.5,
};

impl RowWeights {
    /// Our default: the mean of generation 18 of `cargo lab tune --log FILE --nodes 6000 --games 16
    /// --population 16 --sigma 0.15`, 2026-11-22 (docs/log/tuning.md). The pruning margin was fixed
    /// at an eighth of the terminal value.
    pub const AFTERSTATE: Self = Self {
        edge: LineWeights {
            empty: 270.0,
            merges: 397.9,
            near: 142.9,
            monotonicity: 43.34,
            monotonicity_power: 3.249,
            sum: 23.34,
            sum_power: 3.138,
        },
        inner: LineWeights {
            empty: 149.5,
            merges: 491.4,
            near: 156.2,
            monotonicity: 78.92,
            monotonicity_power: 3.249,
            sum: 9.596,
            sum_power: 3.138,
        },
        terminal_value: -712_900.0,
        pruning_margin: 89_110.0,
    };

    /// Our weights for 2-ply and 3-ply searches: the mean of generation 40 of `cargo lab tune
    /// --log FILE --ply 2 --games 60 --population 16`, 2026-11-21 (docs/log/tuning.md).
    pub const SHALLOW: Self = Self {
        edge: LineWeights {
            empty: 270.0,
            merges: 174.5,
            near: -97.4,
            monotonicity: 27.81,
            monotonicity_power: 2.616,
            sum: 21.39,
            sum_power: 2.662,
        },
        inner: LineWeights {
            empty: 477.8,
            merges: 571.7,
            near: 86.7,
            monotonicity: 45.36,
            monotonicity_power: 2.616,
            sum: 15.09,
            sum_power: 2.662,
        },
        terminal_value: -940_700.0,
        pruning_margin: 117_600.0,
    };

    /// nneonneo/2048-ai, 2048.cpp at 41e298f: found by P. Moravek with CMA-ES (its issue 69). The
    /// original adds 200,000 to each of the eight lines and gives a board without a move 0. The
    /// pruning margin is ours; a quarter and half of it play as well.
    pub const NNEONNEO: Self = Self {
        edge: NNEONNEO_LINE,
        inner: NNEONNEO_LINE,
        terminal_value: -8.0 * 200_000.0,
        pruning_margin: 200_000.0,
    };

    /// The ids of [`Self::NAMED`], in the same order.
    pub const IDS: &[&str] = &["afterstate", "nneonneo", "shallow"];

    /// The sets with names. The first is the default, which is the best for half a millisecond per
    /// move or more.
    pub const NAMED: &[NamedWeights] = &[
        NamedWeights {
            id: "afterstate",
            name: "our own weights",
            source: "cargo lab tune --nodes 6000",
            weights: Self::AFTERSTATE,
        },
        NamedWeights {
            id: "nneonneo",
            name: "nneonneo's weights",
            source: "nneonneo/2048-ai, 2048.cpp at 41e298f; weights by P. Moravek with CMA-ES",
            weights: Self::NNEONNEO,
        },
        NamedWeights {
            id: "shallow",
            name: "our own weights for two or three plies",
            source: "cargo lab tune --ply 2",
            weights: Self::SHALLOW,
        },
    ];

    /// The set with this id.
    #[must_use]
    pub fn named(id: &str) -> Option<&'static NamedWeights> {
        Self::NAMED.iter().find(|named| named.id == id)
    }
}

impl LineWeights {
    /// The value of a line of four ranks; a reversed line has the same value.
    #[must_use]
    pub fn value(&self, ranks: [u8; 4]) -> f32 {
        self.value_by(&self.powers(), ranks)
    }

    fn powers(&self) -> Powers {
        let powers = |exponent| std::array::from_fn(|rank| libm::powf(rank as f32, exponent));
        Powers { monotonicity: powers(self.monotonicity_power), sum: powers(self.sum_power) }
    }

    fn value_by(&self, powers: &Powers, ranks: [u8; 4]) -> f32 {
        let empty = ranks.iter().filter(|&&rank| rank == 0).count();
        let (mut merges, mut run, mut previous) = (0, 1, 0);
        for rank in ranks.into_iter().filter(|&rank| rank > 0) {
            run = if rank == previous { run + 1 } else { 1 };
            // A run of n equal tiles counts n if n is at least 2.
            merges += [0, 0, 2, 1, 1][run];
            previous = rank;
        }
        let (mut near, mut falls, mut rises) = (0, 0.0, 0.0);
        for pair in ranks.windows(2) {
            near += usize::from(pair[0].min(pair[1]) > 0 && pair[0].abs_diff(pair[1]) == 1);
            let power = |rank: u8| powers.monotonicity[usize::from(rank)];
            let step = power(pair[1]) - power(pair[0]);
            if step < 0.0 {
                falls -= step;
            } else {
                rises += step;
            }
        }
        let sum: f32 = ranks.into_iter().map(|rank| powers.sum[usize::from(rank)]).sum();
        self.empty * empty as f32 + self.merges * merges as f32 + self.near * near as f32
            - self.monotonicity * f32::min(falls, rises)
            - self.sum * sum
    }

    fn table(&self) -> Box<RowTable<f32>> {
        let powers = self.powers();
        let mut table = new_row_table();
        for row in 0..=u16::MAX {
            table[usize::from(row)] = self.value_by(&powers, unpack_row(row));
        }
        table
    }
}

/// The powers of the sixteen ranks for one set of weights.
struct Powers {
    monotonicity: [f32; 16],
    sum: [f32; 16],
}

/// The heuristic as two tables with all lines: 512 KiB.
pub struct RowHeuristic {
    edge: Box<RowTable<f32>>,
    inner: Box<RowTable<f32>>,
    terminal_value: f32,
    pruning_margin: f32,
}

impl RowHeuristic {
    /// Computes the tables.
    #[must_use]
    pub fn new(weights: &RowWeights) -> Self {
        Self {
            edge: weights.edge.table(),
            inner: weights.inner.table(),
            terminal_value: weights.terminal_value,
            pruning_margin: weights.pruning_margin,
        }
    }

    #[inline]
    fn lines(&self, bits: u64) -> f32 {
        let edge = |shift: u32| self.edge[usize::from((bits >> shift) as u16)];
        let inner = |shift: u32| self.inner[usize::from((bits >> shift) as u16)];
        (edge(0) + edge(48)) + (inner(16) + inner(32))
    }
}

impl Evaluator for RowHeuristic {
    const REWARD_WEIGHT: f32 = 0.0;

    #[inline]
    fn value(&self, afterstate: Board) -> f32 {
        self.lines(afterstate.bits()) + self.lines(afterstate.transpose().bits())
    }

    fn terminal_value(&self) -> f32 {
        self.terminal_value
    }

    fn pruning_margin(&self) -> f32 {
        self.pruning_margin
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_values_match_a_calculation_by_hand() {
        let w = LineWeights { near: 100_000.0, ..NNEONNEO_LINE };
        let sum = |ranks: &[f32]| ranks.iter().map(|r| r.powf(3.5)).sum::<f32>();
        let close = |a: f32, b: f32| assert!((a - b).abs() < 0.02, "{a} {b}");
        close(w.value([0; 4]), 4.0 * 270.0);
        // Three empty cells; a fall of 1 and a rise of 0, of which the smaller is 0.
        close(w.value([1, 0, 0, 0]), 3.0 * 270.0 - 11.0);
        // Equal tiles merge across a gap; falls and rises are 16 each.
        close(w.value([2, 0, 2, 2]), 270.0 + 3.0 * 700.0 - 47.0 * 16.0 - 11.0 * sum(&[2.0; 3]));
        close(w.value([4, 3, 1, 2]), 200_000.0 - 47.0 * 15.0 - 11.0 * sum(&[4.0, 3.0, 1.0, 2.0]));
        close(w.value([1, 1, 3, 3]), 4.0 * 700.0 - 11.0 * sum(&[1.0, 1.0, 3.0, 3.0]));
    }

    #[test]
    fn ids_match_the_named_sets() {
        assert!(RowWeights::NAMED.iter().map(|named| named.id).eq(RowWeights::IDS.iter().copied()));
    }

    #[test]
    fn symmetric_boards_have_the_same_value() {
        let edge = LineWeights { sum: 3.0, ..NNEONNEO_LINE };
        let heuristic = RowHeuristic::new(&RowWeights { edge, ..RowWeights::NNEONNEO });
        let board = Board::from_bits(0x0123_1004_0256_378a);
        for turned in board.symmetries() {
            let (a, b) = (heuristic.value(turned), heuristic.value(board));
            assert!((a - b).abs() < 0.1, "{a} {b}");
        }
    }
}
