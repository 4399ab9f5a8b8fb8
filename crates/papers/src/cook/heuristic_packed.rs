//! Cook's heuristics on the packed 4x4 board, by tables small enough for the fastest caches.
//! Source: as `heuristic`, which is the reference implementation and handles the tiles that do not
//! fit a packed board. A move takes 2.2 to 3.2 times as long without these tables (monotonic: 2.4
//! at depth 6, 3.2 at depth 7), and Cook's games on 4x4, 5.7 hours in `data/papers`, would take some 15.

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

    fn of(matrix: &Matrix) -> Self {
        Self::new(|cell, rank| matrix.weights[cell] * tile(rank))
    }

    #[inline]
    fn sum(&self, bits: u64) -> f64 {
        self.0.iter().zip(bits.to_le_bytes()).map(|(table, byte)| table[usize::from(byte)]).sum()
    }
}

/// Eight sums over the cells side by side, each added in the order of [`Cells::sum`]: 128 KiB.
struct Eight(Vec<[[f64; 8]; 256]>);

impl Eight {
    fn new(matrices: &[Matrix]) -> Self {
        let forms: Vec<Cells> = matrices.iter().map(Cells::of).collect();
        let sum = |pair: usize, byte| std::array::from_fn(|form| forms[form].0[pair][byte]);
        Self((0..8).map(|pair| std::array::from_fn(|byte| sum(pair, byte))).collect())
    }

    /// The sums with the bytes from `first` on added to those before them.
    #[inline]
    fn add(&self, mut sums: [f64; 8], first: usize, bytes: [u8; 8]) -> [f64; 8] {
        for (pair, byte) in bytes.into_iter().enumerate().skip(first) {
            sums = self.with(sums, pair, byte);
        }
        sums
    }

    /// The sums with one byte added.
    #[inline]
    fn with(&self, mut sums: [f64; 8], pair: usize, byte: u8) -> [f64; 8] {
        for (sum, term) in sums.iter_mut().zip(&self.0[pair][usize::from(byte)]) {
            *sum += term;
        }
        sums
    }

    #[inline]
    fn largest(sums: [f64; 8]) -> f64 {
        sums.into_iter().fold(f64::NEG_INFINITY, f64::max)
    }

    #[inline]
    fn value(&self, bits: u64) -> f64 {
        Self::largest(self.add([0.0; 8], 0, bits.to_le_bytes()))
    }

    /// The sums of the bytes before each byte.
    #[inline]
    fn before(&self, bits: u64) -> [[f64; 8]; 8] {
        let mut sums = [[0.0; 8]; 8];
        for (pair, byte) in bits.to_le_bytes().into_iter().enumerate().take(7) {
            sums[pair + 1] = self.with(sums[pair], pair, byte);
        }
        sums
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
    Eight(Eight),
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
        if matrices.len() == 8 && matrices.iter().all(|matrix| matrix.trap.is_none()) {
            return Self(Form::Eight(Eight::new(&matrices)));
        }
        let form = |matrix: Matrix| Weighted { cells: Cells::of(&matrix), matrix };
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
            Form::Eight(eight) => eight.value(bits),
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
            Form::Eight(eight) => Spawned::Eight { eight, before: eight.before(board.bits()) },
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
#[expect(clippy::large_enum_variant, reason = "one lives at a time, for the spawns of one node")]
enum Spawned<'a> {
    Weighted { sum: f64, weights: &'a [f64] },
    Eight { eight: &'a Eight, before: [[f64; 8]; 8] },
    Monotonic { lines: &'a Lines, turned: u64, sums: [u64; 2], free: u64 },
    Other(&'a OnBoard),
}

impl Spawned<'_> {
    #[inline]
    fn value(&self, board: Board, cell: usize, rank: u8) -> f64 {
        match self {
            Self::Weighted { sum, weights } => sum + weights[cell] * tile(rank),
            Self::Eight { eight, before } => {
                let bits = board.bits() | u64::from(rank) << (4 * cell);
                Eight::largest(eight.add(before[cell / 2], cell / 2, bits.to_le_bytes()))
            }
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
        // Weights whose sums round: the order of the additions matters.
        let weights = (1..=16).map(|cell| 1.0 / f64::from(cell)).collect();
        let forms = Matrix { weights, trap: None }.symmetries(4, 4);
        let eight = (OnGrid::weighted(forms.clone()), OnBoard::weighted(forms));
        let named = heuristics
            .into_iter()
            .map(|heuristic| (OnGrid::new(heuristic, 4, 4), OnBoard::new(heuristic)));
        for (number, (plain, packed)) in named.chain([eight]).enumerate() {
            let mut bits = 0x0123_4567_89AB_CDEFu64;
            for _ in 0..500 {
                bits = bits.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23) ^ 0x5DEE_CE66;
                // Half of the positions have few tiles, as in games.
                let board =
                    Board::from_bits(if bits.is_multiple_of(2) { bits } else { bits & bits >> 7 });
                let expected = plain.value(&Grid::from(board));
                let value = packed.value(board);
                let close = (value - expected).abs() <= expected.abs() * 1e-12;
                assert!(close, "heuristic {number} {board:?}: {value} {expected}");
                let after_spawns = packed.after_spawns(board);
                for cell in board.empty_cells() {
                    let (value, expected) =
                        (after_spawns(cell.index(), 2), packed.value(board.with(cell, Rank::FOUR)));
                    assert_eq!(value, expected, "heuristic {number} {board:?} {cell:?}");
                }
            }
        }
    }
}
