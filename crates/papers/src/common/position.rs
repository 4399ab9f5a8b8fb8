//! What a search needs of a position, so that one search plays the packed 4x4 board and any grid.

use afterstate::rules::{Board, Cell, Direction, Grid, Rank};

/// A word with one bit for each marked cell.
pub trait Marks: Copy {
    /// The number of marked cells.
    fn count(self) -> u32;
    /// The place of the lowest bit; the word must have one.
    fn lowest(self) -> u32;
    /// The word without its lowest bit; the word must have one.
    fn without_lowest(self) -> Self;
}

macro_rules! marks {
    ($($word:ty),*) => {$(
        impl Marks for $word {
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & (self - 1)
            }
        }
    )*};
}

marks!(u64, u128);

/// A board that can be slid, filled and hashed. Cells are numbered row * cols + col.
pub trait Position: Copy + Send + Sync + PartialEq {
    /// A word that can mark every cell.
    type Marks: Marks;
    /// Distance between the bits of two consecutive cells in [`Position::empties`].
    const STRIDE: u32;

    /// The afterstate and the reward of a move; `None` when it changes nothing.
    fn slide(&self, direction: Direction) -> Option<(Self, u64)>;
    /// The empty cells: bit cell * STRIDE of each.
    fn empties(&self) -> Self::Marks;
    /// The position with a tile of `rank` in `cell`.
    fn with(&self, cell: usize, rank: u8) -> Self;
    /// The rank in `cell`, 0 when empty.
    fn rank(&self, cell: usize) -> u8;
    /// Number of rows.
    fn rows(&self) -> usize;
    /// Number of columns.
    fn cols(&self) -> usize;
    /// A key of the position: exact for boards of 16 cells with ranks below 16, a 128-bit hash for
    /// larger ones.
    fn key(&self) -> [u64; 2];

    /// Number of cells.
    fn cells(&self) -> usize {
        self.rows() * self.cols()
    }

    /// Whether no move is possible.
    fn is_over(&self) -> bool {
        Direction::ALL.iter().all(|&direction| self.slide(direction).is_none())
    }

    /// Number of empty cells.
    fn empty_count(&self) -> u32 {
        self.empties().count()
    }

    /// The largest rank on the board.
    fn max_rank(&self) -> u8 {
        (0..self.cells()).map(|cell| self.rank(cell)).max().unwrap_or(0)
    }
}

/// The cells marked in an [`Position::empties`] word, in increasing order.
pub fn marked_cells<P: Position>(mut marks: P::Marks) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if marks.count() == 0 {
            return None;
        }
        let cell = marks.lowest() / P::STRIDE;
        marks = marks.without_lowest();
        Some(cell as usize)
    })
}

impl Position for Board {
    type Marks = u64;
    const STRIDE: u32 = 4;

    #[inline]
    fn slide(&self, direction: Direction) -> Option<(Self, u64)> {
        Board::slide(*self, direction).map(|after| (after.board, after.reward))
    }

    #[inline]
    fn empties(&self) -> u64 {
        self.empty_mask()
    }

    #[inline]
    fn with(&self, cell: usize, rank: u8) -> Self {
        Board::with(*self, Cell::new(cell), Rank::new(rank))
    }

    #[inline]
    fn rank(&self, cell: usize) -> u8 {
        Board::rank(*self, Cell::new(cell)).get()
    }

    fn rows(&self) -> usize {
        4
    }

    fn cols(&self) -> usize {
        4
    }

    #[inline]
    fn key(&self) -> [u64; 2] {
        [self.bits(), 0]
    }
}

impl Position for Grid {
    type Marks = u128;
    const STRIDE: u32 = 1;

    fn slide(&self, direction: Direction) -> Option<(Self, u64)> {
        Grid::slide(self, direction).map(|after| (after.board, after.reward))
    }

    fn empties(&self) -> u128 {
        self.ranks()
            .iter()
            .enumerate()
            .fold(0, |marks, (cell, &rank)| marks | (u128::from(rank == 0) << cell))
    }

    fn with(&self, cell: usize, rank: u8) -> Self {
        let mut grid = *self;
        grid.set(cell, rank);
        grid
    }

    fn rank(&self, cell: usize) -> u8 {
        Grid::rank(self, cell)
    }

    fn rows(&self) -> usize {
        Grid::rows(self)
    }

    fn cols(&self) -> usize {
        Grid::cols(self)
    }

    fn key(&self) -> [u64; 2] {
        let ranks = self.ranks();
        if ranks.len() <= 16 && ranks.iter().all(|&rank| rank < 16) {
            let bits = ranks.iter().rev().fold(0, |bits, &rank| (bits << 4) | u64::from(rank));
            return [bits, 0];
        }
        // Two independent multiplicative hashes: by the odd constant of the golden ratio, and by
        // the multiplier of MurmurHash64A (A. Appleby) from an arbitrary seed. Two positions
        // collide in both with a probability near 2^-128.
        ranks.iter().fold([0x9E37_79B9_7F4A_7C15, 0x2438_6C2E_8085_9B1D], |[a, b], &rank| {
            let rank = u64::from(rank) + 1;
            [
                (a ^ rank).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29),
                (b ^ rank).wrapping_mul(0xC6A4_A793_5BD1_E995).rotate_left(31),
            ]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_agree() {
        let grid: Grid = "2 4 . 8 / . . 2 2 / 16 . . . / 2 2 4 4".parse().unwrap();
        let board = Board::try_from(grid).unwrap();
        assert_eq!(grid.key(), board.key());
        let cells: Vec<usize> = marked_cells::<Grid>(grid.empties()).collect();
        assert_eq!(cells, [2, 4, 5, 9, 10, 11]);
        assert_eq!(cells, marked_cells::<Board>(board.empties()).collect::<Vec<_>>());
        assert_eq!(Position::max_rank(&grid), Position::max_rank(&board));
        for direction in Direction::ALL {
            let (a, b) = (Position::slide(&grid, direction), Position::slide(&board, direction));
            assert_eq!(a.map(|x| x.1), b.map(|x| x.1));
            assert_eq!(a.map(|x| x.0.key()), b.map(|x| x.0.key()));
        }
    }

    #[test]
    fn the_largest_grid_marks_every_cell() {
        let mut ranks = [1; 81];
        let empty = [0, 15, 16, 63, 64, 79, 80];
        for cell in empty {
            ranks[cell] = 0;
        }
        let grid = Grid::from_ranks(9, 9, &ranks).unwrap();
        assert_eq!(marked_cells::<Grid>(grid.empties()).collect::<Vec<_>>(), empty);
        assert_eq!(Position::empty_count(&grid), 7);
    }

    #[test]
    fn large_grids_have_distinct_keys() {
        let empty = Grid::new(5, 5).unwrap();
        let mut keys: Vec<_> =
            (0..25).flat_map(|c| (1..17).map(move |r| empty.with(c, r).key())).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 25 * 16);
    }
}
