//! The tables of a formula for packed 4x4 boards, small enough for the fastest caches.

use std::ops::Add;

use super::heuristic::{Formula, LineRule, LineSums, Matrix};
use super::scorer::Lines;
use afterstate::rules::{Board, Cell, tile};

/// The tables of one formula.
pub struct Tables {
    cells: Option<Cells>,
    /// The packed sums of each of the 65,536 lines: 512 KiB. Empty if lines add nothing.
    lines: Vec<PackedSums>,
}

impl Tables {
    /// Computes the tables.
    pub fn new(formula: &Formula) -> Self {
        let cells = match formula.matrices.len() {
            0 => None,
            1 => Some(Cells::One(Lanes::new(formula))),
            _ => Some(Cells::Eight(Lanes::new(formula))),
        };
        let sums = |rule| (0..=0xFFFF).map(|line| PackedSums::new(of_line(rule, line))).collect();
        Self { cells, lines: formula.lines.map_or_else(Vec::new, sums) }
    }

    /// The largest of the weighted sums.
    #[inline]
    pub fn largest_sum(&self, board: Board, matrices: &[Matrix]) -> f64 {
        match &self.cells {
            None => 0.0,
            Some(Cells::One(lanes)) => lanes.largest(board, matrices),
            Some(Cells::Eight(lanes)) => lanes.largest(board, matrices),
        }
    }

    /// The lines of a board.
    #[inline]
    pub fn lines(&self, board: Board) -> BoardLines<'_> {
        BoardLines { table: &self.lines, axes: [board.bits(), board.transpose().bits()] }
    }
}

/// The sums of a line by its four ranks.
fn of_line(rule: LineRule, line: u32) -> LineSums {
    let tiles: [f64; 4] = std::array::from_fn(|cell| tile((line >> (4 * cell)) as u8 & 15));
    let pairs = tiles.windows(2).map(|pair| rule.pair(pair[0], pair[1]));
    rule.of_line(pairs.fold(rule.end(tiles[0]) + rule.end(tiles[3]), Add::add))
}

/// The weighted sums: of one matrix, or of eight, which is the most that a matrix has symmetries.
enum Cells {
    One(Lanes<1>),
    Eight(Lanes<8>),
}

/// Weighted sums side by side, by eight look-ups of a byte (two cells): 16 KiB for each matrix.
struct Lanes<const N: usize>(Vec<[[f64; N]; 256]>);

impl<const N: usize> Lanes<N> {
    /// The first matrix stands in for missing ones.
    fn new(formula: &Formula) -> Self {
        let matrices: [&Matrix; N] =
            std::array::from_fn(|lane| formula.matrices.get(lane).unwrap_or(&formula.matrices[0]));
        let term = |matrix: &Matrix, cell, rank| matrix.weights[cell] * (formula.weighed)(rank);
        let two = |pair: usize, byte: usize| {
            matrices.map(|of| {
                term(of, 2 * pair, byte as u8 & 15) + term(of, 2 * pair + 1, byte as u8 >> 4)
            })
        };
        Self((0..8).map(|pair| std::array::from_fn(|byte| two(pair, byte))).collect())
    }

    #[inline]
    fn largest(&self, board: Board, matrices: &[Matrix]) -> f64 {
        let mut sums = [0.0; N];
        for (table, byte) in self.0.iter().zip(board.bits().to_le_bytes()) {
            for (sum, term) in sums.iter_mut().zip(&table[usize::from(byte)]) {
                *sum += term;
            }
        }
        for (sum, matrix) in sums.iter_mut().zip(matrices) {
            *sum -= matrix.trapped(|cell| board.rank(Cell::new(cell)).get());
        }
        sums.into_iter().fold(f64::NEG_INFINITY, f64::max)
    }
}

/// The bits of each of the three sums in a word: enough for four lines of at most 2^18.
const FIELD: u32 = 21;
const MASK: u64 = (1 << FIELD) - 1;

/// [`LineSums`] in a word.
#[derive(Clone, Copy, Default)]
pub struct PackedSums(u64);

impl PackedSums {
    fn new(sums: LineSums) -> Self {
        Self((sums.edges as u64) << (2 * FIELD) | (sums.up as u64) << FIELD | sums.down as u64)
    }
}

impl From<PackedSums> for LineSums {
    #[inline]
    fn from(PackedSums(sums): PackedSums) -> Self {
        let [down, up, edges] =
            [sums & MASK, (sums >> FIELD) & MASK, sums >> (2 * FIELD)].map(|sum| sum as f64);
        Self { edges, down, up }
    }
}

/// The lines of a board, which its tables know: the rows of the board and of the transposed board.
pub struct BoardLines<'a> {
    table: &'a [PackedSums],
    axes: [u64; 2],
}

impl Lines for BoardLines<'_> {
    type Sums = PackedSums;

    #[inline]
    fn sums(&self) -> [PackedSums; 2] {
        self.axes.map(|bits| {
            let lines = (0..4).map(|line| self.table[(bits >> (16 * line)) as usize & 0xFFFF]);
            PackedSums(lines.map(|sums| sums.0).sum())
        })
    }

    #[inline]
    fn with_tile(
        &self,
        sums: PackedSums,
        axis: usize,
        line: usize,
        place: usize,
        rank: u8,
    ) -> PackedSums {
        let old = (self.axes[axis] >> (16 * line)) as usize & 0xFFFF;
        let new = old | usize::from(rank) << (4 * place);
        PackedSums(sums.0 - self.table[old].0 + self.table[new].0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cook::heuristic::{Heuristic, Rotation, Snake};
    use crate::cook::scorer::Scorer;
    use afterstate::rules::{Grid, Rank};

    #[test]
    fn the_tables_give_the_values_of_grids() {
        let mut heuristics = vec![
            Heuristic::Sum,
            Heuristic::LargestLower,
            Heuristic::LargestRight,
            Heuristic::Snake,
            Heuristic::Diagonal,
            Heuristic::Monotonic,
            Heuristic::MonotonicByLine,
        ];
        for symmetrical in [false, true] {
            for anti_trap in [false, true] {
                for rotation in [Rotation::Rows, Rotation::Columns] {
                    let snake = Snake { rotation, symmetrical, anti_trap, ..Snake::default() };
                    heuristics.push(Heuristic::DynamicSnake(snake));
                }
            }
        }
        // Weights whose sums round: the order of the additions matters.
        let weights = (1..=16).map(|cell| 1.0 / f64::from(cell)).collect();
        let forms = Matrix { weights, trap: None }.symmetries(4, 4);
        let named = heuristics.into_iter().map(|heuristic| Formula::new(heuristic, 4, 4));
        for (number, formula) in named.chain([Formula::weighted(forms)]).enumerate() {
            let plain = Scorer::of_grids(formula.clone());
            let packed = Scorer::of_boards(formula);
            let mut bits = 0x0123_4567_89AB_CDEFu64;
            for _ in 0..500 {
                bits = bits.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23) ^ 0x5DEE_CE66;
                // Half of the positions have few tiles, as in games.
                let board =
                    Board::from_bits(if bits.is_multiple_of(2) { bits } else { bits & bits >> 7 });
                let expected = plain.value(&Grid::from(board));
                let value = packed.value(&board);
                let close = (value - expected).abs() <= expected.abs() * 1e-12;
                assert!(close, "heuristic {number} {board:?}: {value} {expected}");
                let after_spawns = packed.after_spawns(&board);
                for cell in board.empty_cells() {
                    let (value, expected) = (
                        after_spawns(cell.index(), 2),
                        packed.value(&board.with(cell, Rank::FOUR)),
                    );
                    assert_eq!(value, expected, "heuristic {number} {board:?} {cell:?}");
                }
            }
        }
    }
}
