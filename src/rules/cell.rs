//! The cells and ranks of a packed board. A [`Grid`](super::Grid) has other numbers of both, so it
//! counts its cells and ranks in integers.

use std::fmt;

/// A cell of a packed 4x4 board.
///
/// ```
/// use afterstate::rules::{Board, Cell, Rank};
///
/// let corner = Cell::ALL[15];
/// assert_eq!((corner.row(), corner.col()), (3, 3));
/// let board = Board::EMPTY.with(corner, Rank::FOUR);
/// assert_eq!(board.bits(), 0x2000_0000_0000_0000);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u8); // below 16

impl Cell {
    /// All cells, row by row.
    pub const ALL: [Self; 16] = {
        let mut cells = [Self(0); 16];
        let mut index = 0;
        while index < 16 {
            cells[index] = Self(index as u8);
            index += 1;
        }
        cells
    };

    /// The cell with this index, row by row.
    ///
    /// # Panics
    /// If it is above 15.
    #[inline(always)]
    #[must_use]
    pub const fn new(index: usize) -> Self {
        assert!(index < 16, "the cells of a packed board are 0 to 15");
        Self(index as u8)
    }

    /// The index from 0 to 15.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row from 0 to 3.
    #[must_use]
    pub const fn row(self) -> usize {
        self.index() / 4
    }

    /// The column from 0 to 3.
    #[must_use]
    pub const fn col(self) -> usize {
        self.index() % 4
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cell({})", self.0)
    }
}

/// What a cell of a packed board holds: 0 if it is empty, otherwise the logarithm of its tile to the
/// base 2, up to 15 for 32768.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Rank(u8); // below 16

impl Rank {
    /// An empty cell.
    pub const EMPTY: Self = Self(0);
    /// A 2.
    pub const TWO: Self = Self(1);
    /// A 4.
    pub const FOUR: Self = Self(2);
    /// A 32768, the largest tile of a packed board.
    pub const MAX: Self = Self(15);

    /// The rank with this number.
    ///
    /// # Panics
    /// If it is above 15.
    #[inline(always)]
    #[must_use]
    pub const fn new(rank: u8) -> Self {
        assert!(rank < 16, "the ranks of a packed board are 0 to 15");
        Self(rank)
    }

    /// The rank as a number from 0 to 15.
    #[inline(always)]
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rank({})", self.0)
    }
}
