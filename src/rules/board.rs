//! The packed 4x4 board that searches use, and the row tables that slide it.
//!
//! The sixteen ranks are the nibbles of a `u64`, with cell 0 (row 0, column 0) in the lowest. A
//! nibble ends at rank 15 (32768), so two 32768 merge into one 32768, with the true reward of
//! 65536. The search shifts ranks down before it packs a larger board; games use the exact
//! [`Grid`].

use super::{Afterstate, Cell, Direction, Grid, Rank, line};
use std::fmt;
use std::sync::LazyLock;

/// A 4x4 board of ranks 0 to 15, four bits per cell.
///
/// ```
/// use afterstate::rules::{Board, Direction};
///
/// let board = Board::from_bits(0x11); // two 2s in the first row
/// let after = board.slide(Direction::Right).expect("they merge");
/// assert_eq!((after.board, after.reward), (Board::from_bits(0x2000), 4));
/// assert_eq!(after.board.empty_count(), 15);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Board(u64);

/// Bit 0 of every cell.
const LOW_BITS: u64 = 0x1111_1111_1111_1111;
/// Bit 3 of every cell.
const HIGH_BITS: u64 = 0x8888_8888_8888_8888;

impl Board {
    /// The empty board.
    pub const EMPTY: Self = Self(0);

    /// The board with these nibbles, cell 0 lowest.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The nibbles, cell 0 lowest.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The board with these rows.
    #[inline(always)]
    pub(super) fn from_rows(rows: [u16; 4]) -> Self {
        Self(rows.iter().rev().fold(0, |board, &row| board << 16 | u64::from(row)))
    }

    /// The rank in a cell.
    #[inline(always)]
    #[must_use]
    pub const fn rank(self, cell: Cell) -> Rank {
        Rank::new((self.0 >> (4 * cell.index()) & 0xF) as u8)
    }

    /// The board with one cell set to a rank.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, cell: Cell, rank: Rank) -> Self {
        let shift = 4 * cell.index();
        Self(self.0 & !(0xF << shift) | (rank.get() as u64) << shift)
    }

    /// A mask with the lowest bit of every empty cell's nibble set.
    #[must_use]
    pub const fn empty_mask(self) -> u64 {
        let mut full = self.0 | self.0 >> 2;
        full |= full >> 1;
        !full & LOW_BITS
    }

    /// The number of empty cells.
    #[must_use]
    pub const fn empty_count(self) -> u32 {
        self.empty_mask().count_ones()
    }

    /// The empty cells, in order.
    pub fn empty_cells(self) -> impl Iterator<Item = Cell> {
        let mut mask = self.empty_mask();
        std::iter::from_fn(move || {
            (mask != 0).then(|| {
                let cell = Cell::new(mask.trailing_zeros() as usize / 4);
                mask &= mask - 1;
                cell
            })
        })
    }

    /// The largest rank on the board.
    #[must_use]
    pub fn max_rank(self) -> Rank {
        Cell::ALL.map(|cell| self.rank(cell)).into_iter().max().unwrap_or_default()
    }

    /// The sum of the tiles.
    #[must_use]
    pub fn tile_sum(self) -> u32 {
        let tiles = Cell::ALL.into_iter().map(|cell| 1 << self.rank(cell).get());
        tiles.filter(|&tile| tile > 1).sum()
    }

    /// A bit for each rank on the board: bit r is set if some cell holds rank r.
    #[must_use]
    pub fn rank_set(self) -> u16 {
        Cell::ALL.into_iter().fold(0, |set, cell| set | 1 << self.rank(cell).get()) & !1
    }

    /// A mask with the highest bit of the nibble of every cell whose rank is at least `rank`, which
    /// is from 1 to 15.
    #[inline(always)]
    #[must_use]
    pub const fn at_least(self, rank: u32) -> u64 {
        let low = self.0 & !HIGH_BITS;
        if rank >= 8 {
            (low + LOW_BITS * (16 - rank as u64)) & self.0 & HIGH_BITS
        } else {
            ((low + LOW_BITS * (8 - rank as u64)) | self.0) & HIGH_BITS
        }
    }

    /// The board with rows and columns swapped.
    #[must_use]
    pub const fn transpose(self) -> Self {
        let x = self.0;
        let t = (x ^ x >> 12) & 0x0000_F0F0_0000_F0F0;
        let x = x ^ t ^ t << 12;
        let t = (x ^ x >> 24) & 0x0000_0000_FF00_FF00;
        Self(x ^ t ^ t << 24)
    }

    /// The board with left and right swapped.
    #[must_use]
    pub const fn mirror(self) -> Self {
        let x = self.0;
        let x = (x & 0x00FF_00FF_00FF_00FF) << 8 | x >> 8 & 0x00FF_00FF_00FF_00FF;
        Self((x & 0x0F0F_0F0F_0F0F_0F0F) << 4 | x >> 4 & 0x0F0F_0F0F_0F0F_0F0F)
    }

    /// The board with top and bottom swapped.
    #[must_use]
    pub const fn flip(self) -> Self {
        let x = self.0;
        Self(x << 48 | (x & 0xFFFF_0000) << 16 | x >> 16 & 0xFFFF_0000 | x >> 48)
    }

    /// The board's eight rotations and reflections, starting with the board itself.
    #[must_use]
    pub const fn symmetries(self) -> [Self; 8] {
        let t = self.transpose();
        [
            self,
            self.mirror(),
            self.flip(),
            self.flip().mirror(),
            t,
            t.mirror(),
            t.flip(),
            t.flip().mirror(),
        ]
    }

    /// The symmetry with the smallest bits.
    #[must_use]
    pub fn canonical(self) -> Self {
        self.symmetries().into_iter().min().unwrap_or(self)
    }

    /// The board after a slide; `None` if the slide changes nothing.
    #[must_use]
    pub fn slide(self, direction: Direction) -> Option<Afterstate<Self>> {
        tables().slide(self, direction)
    }

    /// Whether no move is possible.
    #[must_use]
    pub fn is_over(self) -> bool {
        // With a tile and an empty cell some tile can slide.
        let stuck = self.empty_mask() == 0 || self == Self::EMPTY;
        stuck && Direction::ALL.into_iter().all(|d| self.slide(d).is_none())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({})", Grid::from(*self))
    }
}

/// The error for a grid that does not fit into a [`Board`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PackError;

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a packed board must be 4x4 with tiles up to 32768")
    }
}

impl std::error::Error for PackError {}

impl TryFrom<Grid> for Board {
    type Error = PackError;

    fn try_from(grid: Grid) -> Result<Self, PackError> {
        if (grid.rows(), grid.cols()) != (4, 4) || grid.max_rank() > 15 {
            return Err(PackError);
        }
        let cells = Cell::ALL.into_iter().zip(grid.ranks());
        Ok(cells.fold(Self::EMPTY, |board, (cell, &rank)| board.with(cell, Rank::new(rank))))
    }
}

/// The slides of each of the 65,536 rows: 512 KiB, built on first use.
pub struct Tables {
    pub(super) rows: Box<RowTable<RowSlides>>,
}

/// The slides of one row, side by side in memory because most uses want all of them.
#[derive(Clone, Copy, Default)]
pub(super) struct RowSlides {
    /// The row after a slide to the left.
    pub left: u16,
    /// The row after a slide to the right.
    pub right: u16,
    /// The points of either slide.
    pub reward: u32,
}

/// One entry per row; every `u16` is a valid index.
pub(crate) type RowTable<T> = [T; 1 << 16];

/// A table of zeros, allocated on the heap directly.
pub(crate) fn new_row_table<T: Copy + Default>() -> Box<RowTable<T>> {
    let Ok(table) = vec![T::default(); 1 << 16].try_into() else { unreachable!("same length") };
    table
}

/// The row tables, shared by the whole program.
#[inline]
pub fn tables() -> &'static Tables {
    static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);
    &TABLES
}

impl Tables {
    fn new() -> Self {
        let mut rows: Box<RowTable<RowSlides>> = new_row_table();
        for row in 0..=u16::MAX {
            let mut ranks = unpack_row(row);
            let reward = line::slide(&mut ranks, |_, _, _| ());
            // Rank 16 does not fit a nibble, so two 32768 merge into one 32768.
            let slid = pack_row(ranks.map(|rank| rank.min(15)));
            rows[usize::from(row)].left = slid;
            rows[usize::from(row)].reward = u32::try_from(reward).unwrap_or(u32::MAX);
            rows[usize::from(mirror_row(row))].right = mirror_row(slid);
        }
        Self { rows }
    }

    /// The slides of the four rows of a board.
    #[inline(always)]
    pub(super) fn of_rows(&self, board: Board) -> [RowSlides; 4] {
        [0, 16, 32, 48].map(|shift| self.rows[usize::from((board.0 >> shift) as u16)])
    }

    /// The board after a slide; `None` if the slide changes nothing.
    #[inline]
    #[must_use]
    pub fn slide(&self, board: Board, direction: Direction) -> Option<Afterstate<Board>> {
        let rows = match direction {
            Direction::Left | Direction::Right => self.of_rows(board),
            Direction::Up | Direction::Down => self.of_rows(board.transpose()),
        };
        let slid = match direction {
            Direction::Left => Board::from_rows(rows.map(|row| row.left)),
            Direction::Right => Board::from_rows(rows.map(|row| row.right)),
            Direction::Up => Board::from_rows(rows.map(|row| row.left)).transpose(),
            Direction::Down => Board::from_rows(rows.map(|row| row.right)).transpose(),
        };
        let reward = rows.iter().map(|row| u64::from(row.reward)).sum();
        (slid != board).then_some(Afterstate { board: slid, reward })
    }
}

/// The four ranks of a packed row.
pub(crate) const fn unpack_row(row: u16) -> [u8; 4] {
    [row as u8 & 15, (row >> 4) as u8 & 15, (row >> 8) as u8 & 15, (row >> 12) as u8]
}

fn pack_row(ranks: [u8; 4]) -> u16 {
    ranks.iter().rev().fold(0, |row, &rank| row << 4 | u16::from(rank))
}

const fn mirror_row(row: u16) -> u16 {
    row >> 12 | row >> 4 & 0x00F0 | row << 4 & 0x0F00 | row << 12
}
