//! How ordered a board is, in ranks: rises, falls and roughness of its lines, empty cells, the
//! largest rank and whether it is in a corner. Sources: Moskvil 2015 ("Heuristic function"), where
//! empty cells are rank 0 for monotonicity and skipped for smoothness; Frolov 2016, 1.5, which
//! skips them for both.

use std::sync::LazyLock;

use afterstate::rules::{Board, Grid};

/// Sums over the lines of one axis, in ranks. A line is read from the left or from the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Axis {
    /// Sum of the steps up, with empty cells as rank 0.
    pub rise: u32,
    /// Sum of the steps down, with empty cells as rank 0.
    pub fall: u32,
    /// Sum of the steps up between tiles; empty cells are skipped.
    pub tile_rise: u32,
    /// Sum of the steps down between tiles; empty cells are skipped.
    pub tile_fall: u32,
}

impl Axis {
    fn add_line(&mut self, line: impl Iterator<Item = u8>) {
        let (mut before, mut tile_before) = (None, None);
        for rank in line {
            let rank = u32::from(rank);
            if let Some(before) = before {
                self.rise += rank.saturating_sub(before);
                self.fall += before.saturating_sub(rank);
            }
            before = Some(rank);
            if rank > 0 {
                if let Some(before) = tile_before {
                    self.tile_rise += rank.saturating_sub(before);
                    self.tile_fall += before.saturating_sub(rank);
                }
                tile_before = Some(rank);
            }
        }
    }

    /// The four sums, each below 2^16, in one word, so that adding words adds lines.
    fn packed(self) -> u64 {
        u64::from(self.rise)
            | u64::from(self.fall) << 16
            | u64::from(self.tile_rise) << 32
            | u64::from(self.tile_fall) << 48
    }

    fn unpacked(word: u64) -> Self {
        let part = |shift: u32| ((word >> shift) & 0xFFFF) as u32;
        Self { rise: part(0), fall: part(16), tile_rise: part(32), tile_fall: part(48) }
    }
}

/// The features of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// The rows, read from the left.
    pub rows: Axis,
    /// The columns, read from the top.
    pub cols: Axis,
    /// Number of empty cells.
    pub empties: u32,
    /// The largest rank.
    pub max_rank: u8,
    /// Whether a corner holds the largest rank.
    pub max_in_corner: bool,
}

/// The packed [`Axis`] of every line of four ranks, the first rank in the lowest nibble.
static LINES: LazyLock<Vec<u64>> = LazyLock::new(|| {
    (0..=0xFFFFu32)
        .map(|line| {
            let mut axis = Axis::default();
            axis.add_line((0..4).map(|cell| ((line >> (4 * cell)) & 15) as u8));
            axis.packed()
        })
        .collect()
});

impl Order {
    /// The features of any grid.
    pub fn of_grid(grid: &Grid) -> Self {
        let (rows, cols) = (grid.rows(), grid.cols());
        let (mut by_rows, mut by_cols) = (Axis::default(), Axis::default());
        for row in 0..rows {
            by_rows.add_line((0..cols).map(|col| grid.rank(row * cols + col)));
        }
        for col in 0..cols {
            by_cols.add_line((0..rows).map(|row| grid.rank(row * cols + col)));
        }
        let max_rank = grid.max_rank();
        let corners = [0, cols - 1, (rows - 1) * cols, rows * cols - 1];
        Self {
            rows: by_rows,
            cols: by_cols,
            empties: grid.empty_count() as u32,
            max_rank,
            max_in_corner: corners.iter().any(|&cell| grid.rank(cell) == max_rank),
        }
    }

    /// The features of a packed board, by table; the reference is [`Order::of_grid`].
    #[inline]
    pub fn of_board(board: Board) -> Self {
        let lines = LINES.as_slice();
        let axis = |bits: u64| {
            Axis::unpacked((0..4).map(|line| lines[(bits >> (16 * line)) as usize & 0xFFFF]).sum())
        };
        let bits = board.bits();
        let max_rank = board.max_rank().get();
        let corners = [0, 3, 12, 15].map(|cell| (bits >> (4 * cell)) as u8 & 15);
        Self {
            rows: axis(bits),
            cols: axis(board.transpose().bits()),
            empties: board.empty_count(),
            max_rank,
            max_in_corner: corners.contains(&max_rank),
        }
    }

    /// Sum of the differences between neighboring tiles in rows and columns; empty cells are
    /// skipped. Moskvil's smoothness without its sign.
    pub fn roughness(&self) -> u32 {
        self.rows.tile_rise + self.rows.tile_fall + self.cols.tile_rise + self.cols.tile_fall
    }

    /// Moskvil's monotonicity toward each corner: upper left, upper right, lower right, lower left.
    /// 0 is perfect, all else is negative.
    pub fn corner_monotonicity(&self) -> [i32; 4] {
        let score = |a: u32, b: u32| -((a + b) as i32);
        [
            score(self.rows.rise, self.cols.rise),
            score(self.rows.fall, self.cols.rise),
            score(self.rows.fall, self.cols.fall),
            score(self.rows.rise, self.cols.fall),
        ]
    }

    /// The monotonicity toward the best of the four corners.
    pub fn monotonicity(&self) -> i32 {
        -((self.rows.rise.min(self.rows.fall) + self.cols.rise.min(self.cols.fall)) as i32)
    }

    /// The same without empty cells: for each axis, the smaller of the rises and the falls between
    /// tiles.
    pub fn tile_monotonicity(&self) -> i32 {
        -((self.rows.tile_rise.min(self.rows.tile_fall)
            + self.cols.tile_rise.min(self.cols.tile_fall)) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moskvils_example() {
        let grid: Grid = "32 16 8 2 / 16 8 4 . / 8 4 2 . / 4 2 . .".parse().unwrap();
        let order = Order::of_grid(&grid);
        // The text has upper right -10 and lower left -13, as if the first index of the board were
        // the column. The maximum is the same.
        assert_eq!(order.corner_monotonicity(), [0, -13, -23, -10]);
        assert_eq!(order.monotonicity(), 0);
        // Rows 5-4-3-1, 4-3-2, 3-2-1, 2-1: 4 + 2 + 2 + 1; columns 5-4-3-2, 4-3-2-1, 3-2-1, 1: 3 + 3
        // + 2 + 0.
        assert_eq!(order.roughness(), 17);
        assert_eq!(order.empties, 4);
        assert!(order.max_in_corner);
    }

    #[test]
    fn empty_cells_count_for_monotonicity_only() {
        let grid: Grid = "2 . 8 . / . . . . / . . . . / . . . .".parse().unwrap();
        let order = Order::of_grid(&grid);
        assert_eq!((order.rows.rise, order.rows.fall), (3, 4));
        assert_eq!((order.rows.tile_rise, order.rows.tile_fall), (2, 0));
        assert_eq!(order.roughness(), 2);
        assert!(!order.max_in_corner);
    }

    #[test]
    fn the_table_agrees_with_the_lines() {
        let texts = [
            "2 4 . 8 / . . 2 2 / 16 . . . / 2 2 4 4",
            "32 16 8 2 / 16 8 4 . / 8 4 2 . / 4 2 . .",
            "32768 2 32768 2 / 2 32768 2 32768 / 32768 2 32768 2 / 2 32768 2 32768",
        ];
        for text in texts {
            let grid: Grid = text.parse().unwrap();
            assert_eq!(
                Order::of_board(Board::try_from(grid).unwrap()),
                Order::of_grid(&grid),
                "{text}"
            );
        }
    }
}
