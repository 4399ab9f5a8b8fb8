//! Cook's heuristics for boards of any size, in tile values rather than ranks.
//! Source: D. Cook, "Solving 2048 with Expectimax", 2023, sections 2.5, 5.2, 6, 6.1, 6.2, 6.4,
//! listings C.2 and C.3. Where the text disagrees with itself: docs/evidence/papers/cook.md. See also
//! `scorer`, which sums what is defined here.

use std::ops::{Add, Sub};

use afterstate::rules::tile;

/// The direction of the snake (6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rotation {
    /// Along the rows: W1, the matrix of Algorithm 1.
    Rows,
    /// Along the columns: W2.
    Columns,
    /// Along the longer side, which 6.4 finds best; along the rows on a square board.
    Longer,
}

/// How Algorithm 1 turns every second line of the snake around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// By `row - j - 1`, as printed. Only on square boards this continues the snake.
    Printed,
    /// By `col - j - 1`, as the matrices of 6.4 are drawn.
    Drawn,
}

/// The dynamic snake with its variants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Snake {
    /// The base of the powers; 4 in Algorithm 1.
    pub base: f64,
    /// The direction of the snake.
    pub rotation: Rotation,
    /// The ends of its lines.
    pub turn: Turn,
    /// Whether the best of all rotated and mirrored matrices counts (6.1.1).
    pub symmetrical: bool,
    /// Whether the cell before the trap cell counts only while its tile is not greater than the
    /// trap cell's (6.1.2).
    pub anti_trap: bool,
}

impl Default for Snake {
    fn default() -> Self {
        Self {
            base: 4.0,
            rotation: Rotation::Rows,
            turn: Turn::Drawn,
            symmetrical: false,
            anti_trap: false,
        }
    }
}

/// A heuristic by name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Heuristic {
    /// The sum of the tiles (2.5).
    Sum,
    /// Tiles times their row, 1 at the top (2.5, 6.4).
    LargestLower,
    /// Tiles times their column, 1 at the left (6.4).
    LargestRight,
    /// The fixed matrix of 4x4 (5.2.1, C.2), largest at the upper left.
    Snake,
    /// Squares times a diagonal matrix minus the differences of neighbors, 4x4 (5.2.2).
    Diagonal,
    /// The generated snake (6.1).
    DynamicSnake(Snake),
    /// Edges less the monotonic penalty plus the squared number of free cells (6.2, C.3).
    Monotonic,
    /// Monotonic where every line has its own direction, the "more accurate" form that 6.2 tried
    /// and dropped.
    MonotonicByLine,
}

/// A weight matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    /// A weight for each cell.
    pub weights: Vec<f64>,
    /// The cell before the trap cell and the trap cell, if the anti-trap rule applies.
    pub trap: Option<(usize, usize)>,
}

/// The matrix of 5.2.1, as exponents of 4.
const SNAKE: [i32; 16] = [15, 14, 13, 12, 8, 9, 10, 11, 7, 6, 5, 4, 0, 1, 2, 3];

/// The matrix of 5.2.2.
const DIAGONAL: [f64; 16] =
    [6.0, 5.0, 4.0, 1.0, 5.0, 4.0, 1.0, 0.0, 4.0, 1.0, 0.0, -1.0, 1.0, 0.0, -1.0, -2.0];

/// Algorithm 1: the matrix of the dynamic snake along the rows, with weight 1 at the upper left.
fn dynamic(rows: usize, cols: usize, base: f64, turn: Turn) -> Matrix {
    let mut weights = Vec::with_capacity(rows * cols);
    let turned = match turn {
        Turn::Printed => rows,
        Turn::Drawn => cols,
    };
    for row in 0..rows {
        for col in 0..cols {
            let along = if row % 2 == 0 { col as i32 } else { turned as i32 - col as i32 - 1 };
            weights.push(base.powi((row * cols) as i32 + along));
        }
    }
    let last_row = (rows - 1) * cols;
    let smallest = if (rows - 1).is_multiple_of(2) { last_row } else { last_row + cols - 1 };
    Matrix { weights, trap: Some((smallest - cols, smallest)) }
}

impl Matrix {
    /// The matrix of a board of `rows` by `cols` whose cells are those of `self` at
    /// `from(row, col)`.
    fn moved(&self, rows: usize, cols: usize, from: impl Fn(usize, usize) -> usize) -> Self {
        let sources: Vec<usize> =
            (0..rows * cols).map(|cell| from(cell / cols, cell % cols)).collect();
        let place = |source: usize| sources.iter().position(|&s| s == source).unwrap_or(source);
        Self {
            weights: sources.iter().map(|&source| self.weights[source]).collect(),
            trap: self.trap.map(|(before, trap)| (place(before), place(trap))),
        }
    }

    /// All rotated and mirrored forms on the same board, each once: eight if it is square, else
    /// four.
    pub fn symmetries(&self, rows: usize, cols: usize) -> Vec<Self> {
        let mut forms = Vec::new();
        let mut base = vec![self.clone()];
        if rows == cols {
            base.push(self.moved(rows, cols, |row, col| col * cols + row));
        }
        for form in base {
            for (flip, mirror) in [(false, false), (false, true), (true, false), (true, true)] {
                let moved = form.moved(rows, cols, |row, col| {
                    let row = if flip { rows - 1 - row } else { row };
                    let col = if mirror { cols - 1 - col } else { col };
                    row * cols + col
                });
                if !forms.contains(&moved) {
                    forms.push(moved);
                }
            }
        }
        forms
    }

    /// The share of the cell before the trap where the anti-trap rule applies, which the weighted
    /// sum loses; else 0.
    #[inline]
    pub fn trapped(&self, rank: impl Fn(usize) -> u8) -> f64 {
        match self.trap {
            Some((before, trap)) if rank(before) > rank(trap) => {
                self.weights[before] * tile(rank(before))
            }
            _ => 0.0,
        }
    }
}

/// Sums over some lines of a board. They are sums of tiles, so no addition rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LineSums {
    /// The tiles at the ends.
    pub edges: f64,
    /// The steps down.
    pub down: f64,
    /// The steps up.
    pub up: f64,
}

impl LineSums {
    /// What these lines add to the heuristic: the edges less the smaller of the steps down and up.
    #[inline]
    pub fn value(self) -> f64 {
        self.edges - self.down.min(self.up)
    }
}

impl Add for LineSums {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self {
            edges: self.edges + other.edges,
            down: self.down + other.down,
            up: self.up + other.up,
        }
    }
}

impl Sub for LineSums {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self {
            edges: self.edges - other.edges,
            down: self.down - other.down,
            up: self.up - other.up,
        }
    }
}

/// What the lines of a board add to a heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineRule {
    /// The penalty of 5.2.2, which counts every pair of neighboring tiles from both ends. Empty cells
    /// have none.
    Diagonal,
    /// C.3: the edges (tiles in corners are at the ends of two lines and count twice), less the steps
    /// down or up, for each axis.
    Monotonic,
    /// The same where every line has its own direction.
    MonotonicByLine,
}

impl LineRule {
    /// The sums of two neighbors.
    #[inline(always)]
    pub fn pair(self, a: f64, b: f64) -> LineSums {
        let (down, up) = match self {
            Self::Diagonal if a > 0.0 && b > 0.0 => (2.0 * (a - b).abs(), 2.0 * (a - b).abs()),
            Self::Diagonal => (0.0, 0.0),
            Self::Monotonic | Self::MonotonicByLine => ((a - b).max(0.0), (b - a).max(0.0)),
        };
        LineSums { edges: 0.0, down, up }
    }

    /// The sums of a tile at the end of a line.
    #[inline(always)]
    pub fn end(self, tile: f64) -> LineSums {
        let edges = if self == Self::Diagonal { 0.0 } else { tile };
        LineSums { edges, ..LineSums::default() }
    }

    /// The share of a line in the sums of its axis.
    #[inline(always)]
    pub fn of_line(self, line: LineSums) -> LineSums {
        let least = line.down.min(line.up);
        if self == Self::MonotonicByLine {
            LineSums { down: least, up: least, ..line }
        } else {
            line
        }
    }

    /// C.3: the number of empty cells, squared.
    #[inline]
    pub fn empty(self, count: u32) -> f64 {
        if self == Self::Diagonal { 0.0 } else { f64::from(count * count) }
    }
}

/// A heuristic on boards of one size: the largest of weighted sums over the cells, plus what the
/// lines add.
#[derive(Clone, Debug)]
pub struct Formula {
    /// The matrices of the weighted sums; none if only the lines count.
    pub matrices: Vec<Matrix>,
    /// The number that a matrix multiplies, by the rank.
    pub weighed: fn(u8) -> f64,
    /// What the lines add, if anything.
    pub lines: Option<LineRule>,
}

impl Formula {
    /// The largest weighted sum of the tiles.
    pub fn weighted(matrices: Vec<Matrix>) -> Self {
        Self { matrices, weighed: tile, lines: None }
    }

    /// A heuristic on boards of `rows` by `cols`; [`Heuristic::Snake`] and [`Heuristic::Diagonal`]
    /// need 4x4.
    pub fn new(heuristic: Heuristic, rows: usize, cols: usize) -> Self {
        let by_cell = |weight: &dyn Fn(usize, usize) -> f64| {
            let weights = (0..rows * cols).map(|cell| weight(cell / cols, cell % cols)).collect();
            Self::weighted(vec![Matrix { weights, trap: None }])
        };
        let by_line = |rule| Self { lines: Some(rule), ..Self::weighted(Vec::new()) };
        match heuristic {
            Heuristic::Sum => by_cell(&|_, _| 1.0),
            Heuristic::LargestLower => by_cell(&|row, _| (row + 1) as f64),
            Heuristic::LargestRight => by_cell(&|_, col| (col + 1) as f64),
            Heuristic::Snake => by_cell(&|row, col| 4f64.powi(SNAKE[row * 4 + col])),
            Heuristic::DynamicSnake(snake) => Self::weighted(snake.matrices(rows, cols)),
            Heuristic::Diagonal => Self {
                weighed: |rank| tile(rank) * tile(rank),
                lines: Some(LineRule::Diagonal),
                ..by_cell(&|row, col| DIAGONAL[row * 4 + col])
            },
            Heuristic::Monotonic => by_line(LineRule::Monotonic),
            Heuristic::MonotonicByLine => by_line(LineRule::MonotonicByLine),
        }
    }
}

impl Snake {
    /// The matrices of boards of `rows` by `cols`.
    pub fn matrices(self, rows: usize, cols: usize) -> Vec<Matrix> {
        let by_columns = match self.rotation {
            Rotation::Rows => false,
            Rotation::Columns => true,
            Rotation::Longer => rows > cols,
        };
        let mut matrix = if by_columns {
            dynamic(cols, rows, self.base, self.turn).moved(rows, cols, |row, col| col * rows + row)
        } else {
            dynamic(rows, cols, self.base, self.turn)
        };
        if !self.anti_trap {
            matrix.trap = None;
        }
        if self.symmetrical { matrix.symmetries(rows, cols) } else { vec![matrix] }
    }
}

#[cfg(test)]
#[path = "heuristic_tests.rs"]
mod tests;
