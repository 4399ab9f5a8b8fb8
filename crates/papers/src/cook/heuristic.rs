//! Cook's heuristics for boards of any size, in tile values rather than ranks.
//! Source: D. Cook, "Solving 2048 with Expectimax", 2023, sections 2.5, 5.2, 6, 6.1, 6.2, 6.4,
//! listings C.2 and C.3. Where the text disagrees with itself: docs/evidence/papers/cook.md. See also
//! `heuristic_packed` for 4x4.

use afterstate::rules::{Grid, MAX_SIDE, tile};

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
pub const DIAGONAL: [f64; 16] =
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

    /// The weighted sum; without the cell before the trap where the anti-trap rule applies.
    pub fn value(&self, rank: impl Fn(usize) -> u8) -> f64 {
        let sum: f64 = self.weights.iter().enumerate().map(|(cell, w)| w * tile(rank(cell))).sum();
        match self.trap {
            Some((before, trap)) if rank(before) > rank(trap) => {
                sum - self.weights[before] * tile(rank(before))
            }
            _ => sum,
        }
    }
}

/// The matrices whose largest weighted sum is the heuristic; `None` for heuristics that are not
/// weighted sums.
pub fn matrices(heuristic: Heuristic, rows: usize, cols: usize) -> Option<Vec<Matrix>> {
    let plain = |weight: &dyn Fn(usize, usize) -> f64| {
        let weights = (0..rows * cols).map(|cell| weight(cell / cols, cell % cols)).collect();
        vec![Matrix { weights, trap: None }]
    };
    match heuristic {
        Heuristic::Sum => Some(plain(&|_, _| 1.0)),
        Heuristic::LargestLower => Some(plain(&|row, _| (row + 1) as f64)),
        Heuristic::LargestRight => Some(plain(&|_, col| (col + 1) as f64)),
        Heuristic::Snake => Some(plain(&|row, col| 4f64.powi(SNAKE[row * 4 + col]))),
        Heuristic::DynamicSnake(snake) => {
            let by_columns = match snake.rotation {
                Rotation::Rows => false,
                Rotation::Columns => true,
                Rotation::Longer => rows > cols,
            };
            let mut matrix = if by_columns {
                dynamic(cols, rows, snake.base, snake.turn)
                    .moved(rows, cols, |row, col| col * rows + row)
            } else {
                dynamic(rows, cols, snake.base, snake.turn)
            };
            if !snake.anti_trap {
                matrix.trap = None;
            }
            Some(if snake.symmetrical { matrix.symmetries(rows, cols) } else { vec![matrix] })
        }
        Heuristic::Diagonal | Heuristic::Monotonic | Heuristic::MonotonicByLine => None,
    }
}

/// A heuristic for grids of one size.
#[derive(Clone, Debug)]
pub struct OnGrid {
    heuristic: Heuristic,
    matrices: Vec<Matrix>,
}

impl OnGrid {
    /// For boards of `rows` by `cols`; [`Heuristic::Snake`] and [`Heuristic::Diagonal`] need 4x4.
    pub fn new(heuristic: Heuristic, rows: usize, cols: usize) -> Self {
        Self { heuristic, matrices: matrices(heuristic, rows, cols).unwrap_or_default() }
    }

    /// The largest weighted sum of matrices of the board's size.
    pub fn weighted(matrices: Vec<Matrix>) -> Self {
        Self { heuristic: Heuristic::Sum, matrices }
    }

    /// The value of a position of that size.
    pub fn value(&self, grid: &Grid) -> f64 {
        match self.heuristic {
            Heuristic::Diagonal => diagonal(grid),
            Heuristic::Monotonic => sum_edges(grid) - monotonic_penalty(grid, false) + free(grid),
            Heuristic::MonotonicByLine => {
                sum_edges(grid) - monotonic_penalty(grid, true) + free(grid)
            }
            _ => self
                .matrices
                .iter()
                .map(|matrix| matrix.value(|cell| grid.rank(cell)))
                .fold(f64::NEG_INFINITY, f64::max),
        }
    }

    /// The value of the position after one new tile on `grid`, by its cell and rank: that of
    /// [`OnGrid::value`], computed from what the tile changes.
    pub fn after_spawns(&self, grid: &Grid) -> impl Fn(usize, u8) -> f64 {
        let spawned = match (self.heuristic, &self.matrices[..]) {
            (Heuristic::Monotonic, _) => Spawned::Monotonic {
                edges: sum_edges(grid),
                free: (grid.empty_count() as f64 - 1.0).powi(2),
                steps: axis_steps(grid),
            },
            (_, [matrix]) if matrix.trap.is_none() => {
                Spawned::Weighted { sum: self.value(grid), weights: &matrix.weights }
            }
            _ => Spawned::Other(self),
        };
        move |cell, rank| spawned.value(grid, cell, rank)
    }
}

/// The steps down and up along one axis between a cell of value `own` and its neighbors.
#[inline]
fn steps_around(before: f64, own: f64, after: f64) -> (f64, f64) {
    let down = (before - own).max(0.0) + (own - after).max(0.0);
    (down, down + after - before)
}

/// The part of [`OnGrid::after_spawns`] that does not depend on the new tile.
enum Spawned<'a> {
    Weighted { sum: f64, weights: &'a [f64] },
    Monotonic { edges: f64, free: f64, steps: [(f64, f64); 2] },
    Other(&'a OnGrid),
}

impl Spawned<'_> {
    fn value(&self, grid: &Grid, cell: usize, rank: u8) -> f64 {
        let new = tile(rank);
        match self {
            Self::Weighted { sum, weights } => sum + weights[cell] * new,
            Self::Monotonic { edges, free, steps } => {
                let (rows, cols) = (grid.rows(), grid.cols());
                let mut value = edges + free;
                let axes = [(cell % cols, cols, 1), (cell / cols, rows, cols)];
                for ((place, length, stride), (down, up)) in axes.into_iter().zip(steps) {
                    let first = place == 0;
                    let last = place == length - 1;
                    value += new * (f64::from(u8::from(first)) + f64::from(u8::from(last)));
                    // No step leads to a missing neighbor, just as to an equal one.
                    let before = (!first).then(|| tile(grid.rank(cell - stride)));
                    let after = (!last).then(|| tile(grid.rank(cell + stride)));
                    let around =
                        |own: f64| steps_around(before.unwrap_or(own), own, after.unwrap_or(own));
                    let (old, now) = (around(0.0), around(new));
                    value -= f64::min(down - old.0 + now.0, up - old.1 + now.1);
                }
                value
            }
            Self::Other(plain) => {
                let mut spawned = *grid;
                spawned.set(cell, rank);
                plain.value(&spawned)
            }
        }
    }
}

/// Calls `visit` for every pair of neighbors: the axis (0 rows, 1 columns), the line, and the two
/// tiles.
#[inline]
fn pairs(grid: &Grid, mut visit: impl FnMut(usize, usize, f64, f64)) {
    let (rows, cols, ranks) = (grid.rows(), grid.cols(), grid.ranks());
    for row in 0..rows {
        for cell in row * cols..row * cols + cols - 1 {
            visit(0, row, tile(ranks[cell]), tile(ranks[cell + 1]));
        }
    }
    for col in 0..cols {
        for row in 0..rows - 1 {
            let cell = row * cols + col;
            visit(1, col, tile(ranks[cell]), tile(ranks[cell + cols]));
        }
    }
}

/// h2 of 5.2.2.
fn diagonal(grid: &Grid) -> f64 {
    let weighted: f64 = DIAGONAL
        .iter()
        .enumerate()
        .map(|(cell, weight)| weight * tile(grid.rank(cell)) * tile(grid.rank(cell)))
        .sum();
    // The penalty counts every pair of neighboring tiles from both ends. Empty cells have none.
    let mut differences = 0.0;
    pairs(grid, |_, _, a, b| {
        if a > 0.0 && b > 0.0 {
            differences += (a - b).abs();
        }
    });
    weighted - 2.0 * differences
}

/// C.3: the sum of the tiles on the edges; those in corners count twice.
pub fn sum_edges(grid: &Grid) -> f64 {
    let (rows, cols, ranks) = (grid.rows(), grid.cols(), grid.ranks());
    let sides: f64 =
        (0..rows).map(|row| tile(ranks[row * cols]) + tile(ranks[row * cols + cols - 1])).sum();
    let last = (rows - 1) * cols;
    sides + (0..cols).map(|col| tile(ranks[col]) + tile(ranks[last + col])).sum::<f64>()
}

/// For each axis the sums of all steps down and of all steps up.
fn axis_steps(grid: &Grid) -> [(f64, f64); 2] {
    let mut steps = [(0.0, 0.0); 2];
    pairs(grid, |axis, _, a, b| {
        let (down, up) = &mut steps[axis];
        *down += (a - b).max(0.0);
        *up += (b - a).max(0.0);
    });
    steps
}

/// C.3: the smaller of the steps up and the steps down, for each axis or, `by_line`, for each line.
pub fn monotonic_penalty(grid: &Grid, by_line: bool) -> f64 {
    if !by_line {
        return axis_steps(grid).iter().map(|&(down, up)| f64::min(down, up)).sum();
    }
    let mut steps = [[(0.0, 0.0); MAX_SIDE]; 2];
    pairs(grid, |axis, line, a, b| {
        let (down, up) = &mut steps[axis][line];
        *down += (a - b).max(0.0);
        *up += (b - a).max(0.0);
    });
    steps.iter().flatten().map(|&(down, up)| f64::min(down, up)).sum()
}

/// C.3: the number of free cells, squared.
pub fn free(grid: &Grid) -> f64 {
    let count = grid.empty_count() as f64;
    count * count
}

#[cfg(test)]
#[path = "heuristic_tests.rs"]
mod tests;
