//! The terms of Frolov's formulas and their value on a board; the reference for the row tables of
//! `tables`.
//! Source: S. Frolov, "Solution strategies for a game 2048", Tallinn 2016, sections 1.5, 2.2, 2.3.

use afterstate::rules::Grid;

/// The factors of a term, for each cell that it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factors {
    /// The value of the cell ("field").
    pub field: bool,
    /// The weight of its location.
    pub weight: bool,
    /// The number of empty cells on the board.
    pub free_space: bool,
}

/// The cells of a possible merge that count. A merge is possible between two equal cells of a line
/// with only empty cells between them, and each cell merges once per line, counted from the top or
/// left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merging {
    /// The upper or left cell.
    First,
    /// The upper or left cell, divided by its distance from the upper left corner.
    FirstOverDistance,
    /// The upper or left cell, times 1 / distance in whole numbers: 1 in the upper left corner, 0
    /// elsewhere.
    FirstInCorner,
    /// Both cells, each with its own weight.
    Both,
    /// Both cells, each with the weight of the first (Table 2, method 12).
    BothWithFirstWeight,
}

/// The lines that the monotonic term counts, and their sign. Empty cells are skipped, equal
/// neighbors are allowed, and a line with a single tile counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// Adds the rows that fall to the right and the columns that fall downward.
    Falling,
    /// Adds each row and column once for each direction in which it is monotonic: a line that falls
    /// counts once, a line that falls and rises (a single tile, or equal tiles) counts twice.
    BothDirections,
    /// Subtracts the rows and columns that do not fall.
    NotFallingPenalty,
    /// Subtracts each row and column once for each direction in which it is not monotonic.
    EachDirectionPenalty,
}

/// One method's `current_field_score`: merge score, board score and monotonic score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Formula {
    /// The weight matrix by cell, in units of 1 / `unit`.
    pub weights: [u32; 16],
    /// The divisor of the weights: 1 for matrices of whole numbers, 10,000 for Lee's.
    pub unit: u32,
    /// The merge score.
    pub merge: Option<(Merging, Factors)>,
    /// The board score.
    pub board: Option<Factors>,
    /// The monotonic score.
    pub monotonic: Option<(Lines, Factors)>,
}

/// The three terms of a value, which is their sum; a penalty is negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// The merge score.
    pub merge: f64,
    /// The board score.
    pub board: f64,
    /// The monotonic score.
    pub monotonic: f64,
}

impl Terms {
    /// The `current_field_score`.
    pub fn sum(self) -> f64 {
        self.merge + self.board + self.monotonic
    }
}

/// The least common multiple of the distances 1 to 7. Values are whole numbers in units of
/// 1 / (`unit` * 420), so that no order of summation changes them.
const DISTANCES: f64 = 420.0;

/// The cells of each line, rows first, in reading order.
const LINES: [[usize; 4]; 8] = [
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [8, 9, 10, 11],
    [12, 13, 14, 15],
    [0, 4, 8, 12],
    [1, 5, 9, 13],
    [2, 6, 10, 14],
    [3, 7, 11, 15],
];

/// The share of one row or column: `fixed` plus `per_free` times the free space, in units of
/// 1 / (`unit` * 420).
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) struct Share {
    pub(super) fixed: f64,
    pub(super) per_free: f64,
}

impl Share {
    fn add(&mut self, amount: f64, factors: Factors) {
        if factors.free_space {
            self.per_free += amount;
        } else {
            self.fixed += amount;
        }
    }

    pub(super) fn value(self, free: f64) -> f64 {
        self.fixed + self.per_free * free
    }
}

/// Distance of a cell from the upper left corner: 1 in that corner, 7 in the opposite one (2.2).
fn distance(cell: usize) -> f64 {
    (cell / 4 + cell % 4 + 1) as f64
}

/// Whether the occupied ranks of a line never rise; true for an empty line and a single tile.
fn falls(ranks: impl Iterator<Item = u8>) -> bool {
    let mut last = u8::MAX;
    for rank in ranks.filter(|&rank| rank > 0) {
        if rank > last {
            return false;
        }
        last = rank;
    }
    true
}

impl Formula {
    /// The value of a 4x4 board: the text's `current_field_score`.
    ///
    /// # Panics
    /// When the board is not 4x4.
    pub fn value(&self, grid: &Grid) -> f64 {
        let free = grid.empty_count() as f64;
        let [merge, board, monotonic] = self.shares(grid).map(|share| share.value(free));
        (merge + board + monotonic) / self.resolution()
    }

    /// The three terms of a 4x4 board's value.
    ///
    /// # Panics
    /// When the board is not 4x4.
    pub fn terms(&self, grid: &Grid) -> Terms {
        let free = grid.empty_count() as f64;
        let [merge, board, monotonic] =
            self.shares(grid).map(|share| share.value(free) / self.resolution());
        Terms { merge, board, monotonic }
    }

    /// The number of units in a value of 1.
    pub(super) fn resolution(&self) -> f64 {
        f64::from(self.unit) * DISTANCES
    }

    fn shares(&self, grid: &Grid) -> [Share; 3] {
        assert_eq!((grid.rows(), grid.cols()), (4, 4), "Frolov's matrices are 4x4");
        let mut sum = [Share::default(); 3];
        for (index, cells) in LINES.iter().enumerate() {
            let ranks = cells.map(|cell| grid.rank(cell));
            for (total, share) in sum.iter_mut().zip(self.line(index, ranks)) {
                total.fixed += share.fixed;
                total.per_free += share.per_free;
            }
        }
        sum
    }

    /// The share of line `index` of [`LINES`] in the merge, board and monotonic score when it holds
    /// these ranks. The board score is counted by rows alone.
    pub(super) fn line(&self, index: usize, ranks: [u8; 4]) -> [Share; 3] {
        let [mut merge, mut board, mut monotonic] = [Share::default(); 3];
        let cells = LINES[index];
        let field = |place: usize| (1u64 << ranks[place]) as f64;
        let term = |place: usize, weight_of: usize, factors: Factors| {
            let field = if factors.field { field(place) } else { 1.0 };
            // Without weights the term is in units of 1.
            let weight = if factors.weight { self.weights[cells[weight_of]] } else { self.unit };
            field * f64::from(weight) * DISTANCES
        };
        let occupied = || (0..4).filter(|&place| ranks[place] > 0);

        if let Some((merging, factors)) = self.merge {
            let mut waiting: Option<usize> = None;
            for second in occupied() {
                let Some(first) = waiting.filter(|&first| ranks[first] == ranks[second]) else {
                    waiting = Some(second);
                    continue;
                };
                waiting = None;
                let amount = match merging {
                    Merging::First => term(first, first, factors),
                    Merging::FirstOverDistance => {
                        term(first, first, factors) / distance(cells[first])
                    }
                    Merging::FirstInCorner if cells[first] > 0 => 0.0,
                    Merging::FirstInCorner => term(first, first, factors),
                    Merging::Both => term(first, first, factors) + term(second, second, factors),
                    Merging::BothWithFirstWeight => {
                        term(first, first, factors) + term(second, first, factors)
                    }
                };
                merge.add(amount, factors);
            }
        }
        if let Some(factors) = self.board.filter(|_| index < 4) {
            for place in occupied() {
                board.add(term(place, place, factors), factors);
            }
        }
        if let Some((lines, factors)) = self.monotonic {
            let falling = falls(ranks.into_iter());
            let rising = falls(ranks.into_iter().rev());
            let times = match lines {
                Lines::Falling => f64::from(falling),
                Lines::BothDirections => f64::from(falling) + f64::from(rising),
                Lines::NotFallingPenalty => -f64::from(!falling),
                Lines::EachDirectionPenalty => -f64::from(!falling) - f64::from(!rising),
            };
            for place in occupied() {
                monotonic.add(times * term(place, place, factors), factors);
            }
        }
        [merge, board, monotonic]
    }
}
