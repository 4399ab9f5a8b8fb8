//! The board that games use: any size from 2x2 to 9x9, exact at every rank. See also the faster but
//! limited [`super::Board`].
//!
//! As text, a board has its tiles row by row, a dot for an empty cell and a slash between rows:
//! `2 . 4 / . . 8 / . . .`. It is also read in the forms of spreadsheets, tables and programs
//! ([`Grid::from_str`]).

use super::{Afterstate, Board, Cell, Direction, Spawn, TileMove, board_text, line};
use std::fmt;
use std::str::FromStr;

/// The shortest side of a board.
pub const MIN_SIDE: usize = 2;
/// The longest side of a board, as in Cook's 2x9.
pub const MAX_SIDE: usize = 9;
/// The largest rank. Two tiles of this rank merge into one of it, so that every board of a game can
/// be read again. Only a board that was set up can have them.
pub const MAX_RANK: u8 = 40;

/// The largest score: the largest whole number that JavaScript counts to exactly. A game's score
/// stops there, which takes a start with nearly as much.
pub const MAX_SCORE: u64 = (1 << 53) - 1;

const MAX_CELLS: usize = MAX_SIDE * MAX_SIDE;

/// A board of ranks with its number of rows and columns.
///
/// ```
/// use afterstate::rules::{Direction, Grid};
///
/// let grid: Grid = "2 . 2 / 4 . 8".parse()?;
/// let after = grid.slide(Direction::Left).expect("the slide changes the board");
/// assert_eq!((after.board.to_string().as_str(), after.reward), ("4 . . / 4 8 .", 4));
/// # Ok::<(), afterstate::rules::GridError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grid {
    rows: u8,
    cols: u8,
    ranks: [u8; MAX_CELLS], // row by row; cells beyond rows x cols stay 0
}

/// Why a grid is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GridError {
    /// A side is too short or too long.
    Size {
        /// Requested rows.
        rows: usize,
        /// Requested columns.
        cols: usize,
    },
    /// The number of ranks is not rows x columns.
    Count {
        /// The number of ranks.
        ranks: usize,
        /// The number of cells.
        cells: usize,
    },
    /// A rank is above [`MAX_RANK`].
    Rank {
        /// The cell with this rank.
        cell: usize,
        /// The rank.
        rank: u8,
    },
    /// A word of the text is not a tile.
    Tile(String),
    /// The rows have different lengths.
    Ragged,
    /// The text does not show which cells are empty.
    Ambiguous,
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { rows, cols } => write!(
                f,
                "a board of {rows}x{cols} is not possible: board sides must be {MIN_SIDE} to {MAX_SIDE}"
            ),
            Self::Count { ranks, cells } => {
                write!(f, "{ranks} ranks given, but the board has {cells} cells")
            }
            Self::Rank { cell, rank } => write!(
                f,
                "cell {cell} holds rank {rank}, but the largest tile is {} (rank {MAX_RANK})",
                1u64 << MAX_RANK
            ),
            Self::Tile(word) => write!(
                f,
                "{word:?} is not a tile. Tiles are 2, 4, 8...; use . or 0 for an empty cell, and / or a new line between rows"
            ),
            Self::Ragged => f.write_str("all rows must have the same number of tiles"),
            Self::Ambiguous => f.write_str(
                "it is not clear which cells are empty: write a dot for each empty cell",
            ),
        }
    }
}

impl std::error::Error for GridError {}

impl Grid {
    /// An empty board.
    ///
    /// # Errors
    /// [`GridError::Size`] if a side is not from [`MIN_SIDE`] to [`MAX_SIDE`].
    pub fn new(rows: usize, cols: usize) -> Result<Self, GridError> {
        let sides = MIN_SIDE..=MAX_SIDE;
        if !sides.contains(&rows) || !sides.contains(&cols) {
            return Err(GridError::Size { rows, cols });
        }
        Ok(Self { rows: rows as u8, cols: cols as u8, ranks: [0; MAX_CELLS] })
    }

    /// A board with these ranks, row by row.
    ///
    /// # Errors
    /// [`GridError`] if the size is not possible, the number of ranks is not rows x cols, or a
    /// rank exceeds [`MAX_RANK`].
    pub fn from_ranks(rows: usize, cols: usize, ranks: &[u8]) -> Result<Self, GridError> {
        let mut grid = Self::new(rows, cols)?;
        if ranks.len() != grid.cells() {
            return Err(GridError::Count { ranks: ranks.len(), cells: grid.cells() });
        }
        if let Some((cell, &rank)) = ranks.iter().enumerate().find(|&(_, &rank)| rank > MAX_RANK) {
            return Err(GridError::Rank { cell, rank });
        }
        grid.ranks[..ranks.len()].copy_from_slice(ranks);
        Ok(grid)
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows as usize
    }

    /// The number of columns.
    #[must_use]
    pub const fn cols(&self) -> usize {
        self.cols as usize
    }

    /// Rows times columns.
    #[must_use]
    pub const fn cells(&self) -> usize {
        self.rows() * self.cols()
    }

    /// The largest rank that a game from an empty board of this size can reach, at most
    /// [`MAX_RANK`]. It is the number of cells plus one, since a full board of 4, 4, 8, 16, ... can
    /// merge into one tile.
    #[must_use]
    pub fn largest_rank(&self) -> u8 {
        (self.cells() as u8 + 1).min(MAX_RANK)
    }

    /// The ranks, row by row.
    #[must_use]
    pub fn ranks(&self) -> &[u8] {
        &self.ranks[..self.cells()]
    }

    /// The rank in a cell, 0 if empty.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[must_use]
    pub fn rank(&self, cell: usize) -> u8 {
        self.ranks()[cell]
    }

    /// Sets a cell to a rank from 0 to [`MAX_RANK`], which the caller must ensure.
    ///
    /// # Panics
    /// If the cell is not on the board.
    pub fn set(&mut self, cell: usize, rank: u8) {
        let cells = self.cells();
        self.ranks[..cells][cell] = rank;
    }

    /// Adds a tile of `rank` to the empty cell with this index among the empty cells, in order.
    ///
    /// # Panics
    /// If there are not that many empty cells.
    pub fn add_tile(&mut self, (index, rank): (usize, u8)) -> Spawn {
        let cell = self.empty_cells().nth(index).expect("the board has this empty cell");
        self.set(cell, rank);
        Spawn { cell, rank }
    }

    /// The empty cells, in order.
    pub fn empty_cells(&self) -> impl Iterator<Item = usize> + '_ {
        self.ranks().iter().enumerate().filter(|&(_, &rank)| rank == 0).map(|(cell, _)| cell)
    }

    /// The number of empty cells.
    #[must_use]
    pub fn empty_count(&self) -> usize {
        self.empty_cells().count()
    }

    /// The largest rank on the board, 0 if it is empty.
    #[must_use]
    pub fn max_rank(&self) -> u8 {
        self.ranks().iter().copied().max().unwrap_or(0)
    }

    /// The board after a slide; `None` if the slide changes nothing.
    #[must_use]
    pub fn slide(&self, direction: Direction) -> Option<Afterstate<Self>> {
        self.slide_with(direction, |_| ())
    }

    /// The same as [`Self::slide`]; also calls `moved` for every tile, even if nothing changes.
    pub fn slide_with(
        &self,
        direction: Direction,
        mut moved: impl FnMut(TileMove),
    ) -> Option<Afterstate<Self>> {
        let (rows, cols) = (self.rows(), self.cols());
        // For the lines along this direction: their number, the first line's cell at the wall, the
        // step from line to line, the length of a line, and the step from cell to cell, which may
        // be negative.
        let (lines, wall, line_step, length, cell_step) = match direction {
            Direction::Up => (cols, 0, 1, rows, cols),
            Direction::Down => (cols, (rows - 1) * cols, 1, rows, cols.wrapping_neg()),
            Direction::Left => (rows, 0, cols, cols, 1),
            Direction::Right => (rows, cols - 1, cols, cols, 1usize.wrapping_neg()),
        };
        let mut board = *self;
        let mut reward = 0;
        let mut changed = false;
        for line in 0..lines {
            let wall = wall + line * line_step;
            let cell = |index: usize| wall.wrapping_add(index.wrapping_mul(cell_step));
            let mut ranks = [0; MAX_SIDE];
            for (index, rank) in ranks[..length].iter_mut().enumerate() {
                *rank = self.ranks[cell(index)];
            }
            let before = ranks;
            reward += line::slide(&mut ranks[..length], |from, to, merged| {
                moved(TileMove { from: cell(from), to: cell(to), rank: before[from], merged });
            });
            if ranks != before {
                changed = true;
                for (index, rank) in ranks[..length].iter().enumerate() {
                    board.ranks[cell(index)] = *rank;
                }
            }
        }
        changed.then_some(Afterstate { board, reward })
    }

    /// Whether a move changes the board.
    #[must_use]
    pub fn possible(&self, direction: Direction) -> bool {
        self.slide(direction).is_some()
    }

    /// Whether no move is possible.
    #[must_use]
    pub fn is_over(&self) -> bool {
        Direction::ALL.into_iter().all(|direction| !self.possible(direction))
    }
}

impl From<Board> for Grid {
    fn from(board: Board) -> Self {
        let mut grid = Self { rows: 4, cols: 4, ranks: [0; MAX_CELLS] };
        for cell in Cell::ALL {
            grid.ranks[cell.index()] = board.rank(cell).get();
        }
        grid
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, ranks) in self.ranks().chunks(self.cols()).enumerate() {
            for (col, &rank) in ranks.iter().enumerate() {
                f.write_str(match (row, col) {
                    (0, 0) => "",
                    (_, 0) => " / ",
                    _ => " ",
                })?;
                match rank {
                    0 => f.write_str(".")?,
                    _ => write!(f, "{}", 1u64 << rank)?,
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({self})")
    }
}

impl FromStr for Grid {
    type Err = GridError;

    /// Reads rows of tiles, `2 . 4 / . . 8`, or a line for each row; also cells of a spreadsheet,
    /// tables, lists of a program, and 16 digits of ranks for 4x4. A text that could be two
    /// different boards is refused.
    fn from_str(text: &str) -> Result<Self, GridError> {
        board_text::read(text)
    }
}
