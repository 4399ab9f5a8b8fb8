//! Formations: the cells of the large tiles and the tile to build, and how to find them on a board.

use std::fmt;
use std::str::FromStr;

use crate::rules::{Board, Direction, Grid, tile};

use super::lines::LineTable;

/// The nibble of a fixed cell on a formation's boards.
pub(super) const FIXED: u8 = 15;

/// The largest rank of a target: 16384. The rank after it marks a fixed cell.
pub const LARGEST_TARGET: u8 = 14;

/// The smallest rank of a target: 8, because a spawn must not be the target.
const SMALLEST_TARGET: u8 = 3;

/// The maximum number of free cells.
pub const MAX_FREE: usize = 12;

/// The maximum number of free cells in one half of an index; see `solve`.
pub(super) const HALF: usize = MAX_FREE / 2;

/// A problem to solve: a board of at most 4x4 with fixed cells, and the target for the others.
#[derive(Clone, Debug)]
pub struct Formation {
    fixed: u16,
    free: Vec<usize>,
    target: u8,
    rows: LineTable,
    columns: LineTable,
}

/// Why a formation cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormationError {
    /// A side of the board is not from 1 to 4.
    Size,
    /// The number of free cells is not from 2 to [`MAX_FREE`].
    Free(usize),
    /// The target's rank is out of range.
    Target(u8),
    /// A position does not belong to the formation.
    Position,
}

impl fmt::Display for FormationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size => f.write_str("each side of a board must be from 1 to 4 cells"),
            Self::Free(count) => {
                write!(f, "an endgame with {count} free cells cannot be solved; accepted: 2 to {MAX_FREE}")
            }
            Self::Target(rank) => write!(
                f,
                "{} cannot be the tile to build; accepted: {} to {}",
                tile(*rank),
                tile(SMALLEST_TARGET),
                tile(LARGEST_TARGET)
            ),
            Self::Position => f.write_str(
                "a position must have the fixed tiles in the fixed cells, and only tiles below the target in the others",
            ),
        }
    }
}

impl std::error::Error for FormationError {}

/// The result of a move on a formation's board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moved {
    /// The move is not allowed: nothing moves, or a fixed tile would move.
    No,
    /// The move builds the target.
    Reached,
    /// The afterstate.
    To(Board),
}

impl Formation {
    /// The formation on a board of `rows` by `columns`. Bit 4 * row + column of `fixed` is set for
    /// a cell with a fixed tile; `target` is a rank.
    ///
    /// # Errors
    /// [`FormationError`] if a number is out of range.
    pub fn new(
        rows: usize,
        columns: usize,
        fixed: u16,
        target: u8,
    ) -> Result<Self, FormationError> {
        if !(1..=4).contains(&rows) || !(1..=4).contains(&columns) {
            return Err(FormationError::Size);
        }
        if !(SMALLEST_TARGET..=LARGEST_TARGET).contains(&target) {
            return Err(FormationError::Target(target));
        }
        let inside = |cell: &usize| cell / 4 < rows && cell % 4 < columns;
        let free: Vec<usize> =
            (0..16).filter(inside).filter(|cell| fixed >> cell & 1 == 0).collect();
        if !(2..=MAX_FREE).contains(&free.len()) {
            return Err(FormationError::Free(free.len()));
        }
        let fixed = (0..16).filter(inside).fold(0, |mask, cell| mask | fixed & 1 << cell);
        let (rows, columns) = (LineTable::new(columns, target), LineTable::new(rows, target));
        Ok(Self { fixed, free, target, rows, columns })
    }

    /// The formation of this shape on the 4x4 board.
    ///
    /// # Errors
    /// [`FormationError`] if a number is out of range.
    pub fn of_shape(shape: Shape, target: u8) -> Result<Self, FormationError> {
        Self::new(4, 4, shape.mask(), target)
    }

    /// The free cells in ascending order.
    #[must_use]
    pub fn free(&self) -> &[usize] {
        &self.free
    }

    /// The rank to build.
    #[must_use]
    pub fn target(&self) -> u8 {
        self.target
    }

    /// Whether a cell is fixed.
    pub(super) fn is_fixed(&self, cell: usize) -> bool {
        self.fixed >> cell & 1 != 0
    }

    /// Whether a board is a position of this formation: rank 15 in the fixed cells, and smaller
    /// ranks than the target in the others.
    #[must_use]
    pub fn has(&self, board: Board) -> bool {
        (0..16).all(|cell| match board.rank(cell) {
            FIXED => self.is_fixed(cell),
            0 => !self.is_fixed(cell),
            rank => rank < self.target && self.free.contains(&cell),
        })
    }

    /// The result of a move.
    #[inline(always)]
    pub(super) fn slide(&self, board: Board, direction: Direction) -> Moved {
        let horizontal = matches!(direction, Direction::Left | Direction::Right);
        let toward_first = matches!(direction, Direction::Left | Direction::Up);
        let (table, lines) =
            if horizontal { (&self.rows, board) } else { (&self.columns, board.transpose()) };
        let slide = table.slide(lines.bits(), toward_first);
        if slide.moves_fixed || slide.bits == lines.bits() {
            Moved::No
        } else if slide.reaches {
            Moved::Reached
        } else {
            let after = Board::from_bits(slide.bits);
            Moved::To(if horizontal { after } else { after.transpose() })
        }
    }
}

/// Which cells of the 4x4 board are fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// The first row and this many cells that follow it, row by row.
    Edge(usize),
    /// Two rows of three cells in a corner.
    Block,
}

impl Shape {
    /// Bit 4 * row + column is set for a fixed cell.
    #[must_use]
    pub fn mask(self) -> u16 {
        match self {
            Self::Edge(beside) => ((1u32 << (4 + beside.min(12))) - 1) as u16,
            Self::Block => 0b0111_0111,
        }
    }

    /// The number of fixed cells.
    #[must_use]
    pub fn cells(self) -> usize {
        self.mask().count_ones() as usize
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Edge(beside) => write!(f, "{beside}"),
            Self::Block => f.write_str("2x3"),
        }
    }
}

impl FromStr for Shape {
    type Err = std::num::ParseIntError;

    /// Reads `2x3`, or the number of fixed cells beside the edge line.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "2x3" { Ok(Self::Block) } else { text.parse().map(Self::Edge) }
    }
}

/// A board as a position of a formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Endgame {
    /// The fixed cells.
    pub shape: Shape,
    /// The rank to build: that of the smallest fixed tile.
    pub target: u8,
    /// The board, turned so that the fixed cells are those of [`Shape::mask`].
    pub board: Board,
    /// The sum of the fixed tiles.
    pub fixed_sum: u64,
}

/// The endgame of a 4x4 board, if it has one of this shape: the largest tiles fill the cells of the
/// shape, on the board or on one of its symmetries. No other tile is as large as one of them, and no
/// two of them can merge. The target is a second tile as large as the smallest.
#[must_use]
pub fn find(grid: &Grid, shape: Shape) -> Option<Endgame> {
    let cells = shape.cells();
    // A formation has at least two free cells.
    if (grid.rows(), grid.cols()) != (4, 4) || cells > 14 {
        return None;
    }
    let ranks: [u8; 16] = grid.ranks().try_into().ok()?;
    let mut sorted = ranks;
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let target = sorted[cells - 1];
    if sorted[cells] >= target || !(SMALLEST_TARGET..=LARGEST_TARGET).contains(&target) {
        return None;
    }
    let large = |cell: usize| ranks[cell] >= target;
    let merges = |one: usize, other: usize| large(one) && ranks[one] == ranks[other];
    if (0..16).any(|cell| {
        (cell % 4 < 3 && merges(cell, cell + 1)) || (cell < 12 && merges(cell, cell + 4))
    }) {
        return None;
    }
    let board = (0..16).fold(Board::EMPTY, |board, cell| {
        board.with(cell, if large(cell) { FIXED } else { ranks[cell] })
    });
    let mask = shape.mask();
    let fits =
        |board: &Board| (0..16).all(|cell| (board.rank(cell) == FIXED) == (mask >> cell & 1 != 0));
    let board = board.symmetries().into_iter().find(fits)?;
    let fixed_sum = ranks.iter().filter(|&&rank| rank >= target).map(|&rank| 1u64 << rank).sum();
    Some(Endgame { shape, target, board, fixed_sum })
}
