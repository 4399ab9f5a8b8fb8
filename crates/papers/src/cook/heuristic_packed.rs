//! Cook's heuristics on the packed 4x4 board, by tables small enough for the fastest caches.
//! Source: as `heuristic`, which is the reference implementation and handles the tiles that do not
//! fit a packed board.

use super::heuristic::{DIAGONAL, Heuristic, Matrix, matrices};
use afterstate::rules::{Board, Cell, Rank, tile};

/// A sum over the cells by eight look-ups of a byte (two cells): 16 KiB.
struct Cells(Vec<[f64; 256]>);

impl Cells {
    fn new(value: impl Fn(usize, u8) -> f64) -> Self {
        Self(
            (0..8)
                .map(|pair| {
                    std::array::from_fn(|byte| {
                        value(2 * pair, byte as u8 & 15) + value(2 * pair + 1, byte as u8 >> 4)
                    })
                })
                .collect(),
        )
    }

    #[inline]
    fn sum(&self, bits: u64) -> f64 {
        self.0.iter().zip(bits.to_le_bytes()).map(|(table, byte)| table[usize::from(byte)]).sum()
    }
}

struct Weighted {
    cells: Cells,
    matrix: Matrix,
}

/// The share of a line, one word for each of the 65,536 lines.
type Lines = Vec<u64>;

fn lines(word: impl Fn([f64; 4]) -> u64) -> Lines {
    (0..=0xFFFFu32)
        .map(|line| word(std::array::from_fn(|cell| tile((line >> (4 * cell)) as u8 & 15))))
        .collect()
}

#[inline]
fn sum_lines(lines: &Lines, bits: u64) -> u64 {
    (0..4).map(|line| lines[(bits >> (16 * line)) as usize & 0xFFFF]).sum()
}

/// The bits of each of the three sums in a word of the monotonic table, enough for four lines of at
/// most 2^16 + 2^16.
const FIELD: u32 = 21;
const MASK: u64 = (1 << FIELD) - 1;

fn steps(line: [f64; 4]) -> (f64, f64) {
    line.windows(2).fold((0.0, 0.0), |(down, up), pair| {
        (down + (pair[0] - pair[1]).max(0.0), up + (pair[1] - pair[0]).max(0.0))
    })
}

/// The monotonic heuristic from the sums over rows and columns and the number of free cells.
#[inline]
fn monotonic(rows: u64, cols: u64, free: u64) -> f64 {
    let edges = (rows >> (2 * FIELD)) + (cols >> (2 * FIELD));
    let penalty = |sums: u64| (sums & MASK).min((sums >> FIELD) & MASK);
    (edges + free * free) as f64 - (penalty(rows) + penalty(cols)) as f64
}

enum Form {
    Weighted(Vec<Weighted>),
    Diagonal { squares: Cells, pairs: Lines },
    Monotonic(Lines),
    MonotonicByLine(Lines),
}

/// A heuristic for packed boards.
pub struct OnBoard(Form);

impl OnBoard {
    /// Computes the tables: at most 128 KiB for a weighted sum, 512 KiB for the others.
    pub fn new(heuristic: Heuristic) -> Self {
        let edges = |line: [f64; 4]| (line[0] + line[3]) as u64;
        Self(match heuristic {
            Heuristic::Diagonal => Form::Diagonal {
                squares: Cells::new(|cell, rank| DIAGONAL[cell] * tile(rank) * tile(rank)),
                pairs: lines(|line| {
                    let differences = line.windows(2).map(|pair| {
                        if pair[0] > 0.0 && pair[1] > 0.0 { (pair[0] - pair[1]).abs() } else { 0.0 }
                    });
                    differences.sum::<f64>() as u64
                }),
            },
            Heuristic::Monotonic => Form::Monotonic(lines(|line| {
                let (down, up) = steps(line);
                edges(line) << (2 * FIELD) | (up as u64) << FIELD | down as u64
            })),
            Heuristic::MonotonicByLine => Form::MonotonicByLine(lines(|line| {
                let (down, up) = steps(line);
                edges(line) << FIELD | down.min(up) as u64
            })),
            _ => return Self::weighted(matrices(heuristic, 4, 4).unwrap_or_default()),
        })
    }

    /// The largest weighted sum of 4x4 matrices.
    pub fn weighted(matrices: Vec<Matrix>) -> Self {
        let form = |matrix: Matrix| {
            let cells = Cells::new(|cell, rank| matrix.weights[cell] * tile(rank));
            Weighted { cells, matrix }
        };
        Self(Form::Weighted(matrices.into_iter().map(form).collect()))
    }

    /// The value of a position.
    #[inline]
    pub fn value(&self, board: Board) -> f64 {
        let bits = board.bits();
        match &self.0 {
            Form::Weighted(forms) => {
                let value = |form: &Weighted| match form.matrix.trap {
                    None => form.cells.sum(bits),
                    Some((before, trap))
                        if board.rank(Cell::new(before)) > board.rank(Cell::new(trap)) =>
                    {
                        form.cells.sum(bits & !(0xF << (4 * before)))
                    }
                    Some(_) => form.cells.sum(bits),
                };
                forms.iter().map(value).fold(f64::NEG_INFINITY, f64::max)
            }
            Form::Diagonal { squares, pairs } => {
                let differences =
                    sum_lines(pairs, bits) + sum_lines(pairs, board.transpose().bits());
                squares.sum(bits) - 2.0 * differences as f64
            }
            Form::Monotonic(lines) => {
                let rows = sum_lines(lines, bits);
                let cols = sum_lines(lines, board.transpose().bits());
                monotonic(rows, cols, u64::from(board.empty_count()))
            }
            Form::MonotonicByLine(lines) => {
                let sums = sum_lines(lines, bits) + sum_lines(lines, board.transpose().bits());
                let free = u64::from(board.empty_count());
                ((sums >> FIELD) + free * free) as f64 - (sums & MASK) as f64
            }
        }
    }

    /// The value of the position after one new tile on `board`, by its cell and rank: that of
    /// [`OnBoard::value`], computed from what the tile changes.
    pub fn after_spawns(&self, board: Board) -> impl Fn(usize, u8) -> f64 {
        let spawned = match &self.0 {
            Form::Weighted(forms) if forms.len() == 1 && forms[0].matrix.trap.is_none() => {
                Spawned::Weighted {
                    sum: forms[0].cells.sum(board.bits()),
                    weights: &forms[0].matrix.weights,
                }
            }
            Form::Monotonic(lines) => {
                let turned = board.transpose().bits();
                let sums = [sum_lines(lines, board.bits()), sum_lines(lines, turned)];
                Spawned::Monotonic {
                    lines,
                    turned,
                    sums,
                    free: u64::from(board.empty_count()).saturating_sub(1),
                }
            }
            _ => Spawned::Other(self),
        };
        move |cell, rank| spawned.value(board, cell, rank)
    }
}

/// The part of [`OnBoard::after_spawns`] that does not depend on the new tile.
enum Spawned<'a> {
    Weighted { sum: f64, weights: &'a [f64] },
    Monotonic { lines: &'a Lines, turned: u64, sums: [u64; 2], free: u64 },
    Other(&'a OnBoard),
}

impl Spawned<'_> {
    #[inline]
    fn value(&self, board: Board, cell: usize, rank: u8) -> f64 {
        match self {
            Self::Weighted { sum, weights } => sum + weights[cell] * tile(rank),
            Self::Monotonic { lines, turned, sums, free } => {
                let (row, col) = (cell / 4, cell % 4);
                let with_tile = |bits: u64, sum: u64, line: usize, place: usize| {
                    let before = (bits >> (16 * line)) as usize & 0xFFFF;
                    sum - lines[before] + lines[before | usize::from(rank) << (4 * place)]
                };
                let rows = with_tile(board.bits(), sums[0], row, col);
                let cols = with_tile(*turned, sums[1], col, row);
                monotonic(rows, cols, *free)
            }
            Self::Other(packed) => packed.value(board.with(Cell::new(cell), Rank::new(rank))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cook::heuristic::{OnGrid, Rotation, Snake};
    use afterstate::rules::Grid;

    #[test]
    fn agrees_with_the_reference() {
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
        for heuristic in heuristics {
            let (plain, packed) = (OnGrid::new(heuristic, 4, 4), OnBoard::new(heuristic));
            let mut bits = 0x0123_4567_89AB_CDEFu64;
            for _ in 0..500 {
                bits = bits.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23) ^ 0x5DEE_CE66;
                // Half of the positions have few tiles, as in games.
                let board =
                    Board::from_bits(if bits.is_multiple_of(2) { bits } else { bits & bits >> 7 });
                let expected = plain.value(&Grid::from(board));
                let value = packed.value(board);
                let close = (value - expected).abs() <= expected.abs() * 1e-12;
                assert!(close, "{heuristic:?} {board:?}: {value} {expected}");
                let after_spawns = packed.after_spawns(board);
                for cell in board.empty_cells() {
                    let (value, expected) =
                        (after_spawns(cell.index(), 2), packed.value(board.with(cell, Rank::FOUR)));
                    assert_eq!(value, expected, "{heuristic:?} {board:?} {cell:?}");
                }
            }
        }
    }
}
