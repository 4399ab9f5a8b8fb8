//! Tile-downgrading: maps tiles that are too large for a nibble or for the evaluator into range.
//!
//! Source: H. Guei et al. (TDL2048+). If a rank below the largest tiles is missing from the board,
//! every tile above the gap moves down one rank. The same tiles can merge as before, because no
//! tile gets a rank that was already there. Rewards of downgraded tiles count for less than they
//! are.

use crate::rules::{Board, Grid, TooWide};

/// Packs a 4x4 grid. Downgrades tiles as long as the largest rank is at least `from` and there is a
/// gap; `from` is `Evaluator::downgrade_from`, or 16 for everything that fits a nibble.
///
/// # Errors
/// [`TooWide`] if the grid is not 4x4 or has too few gaps: for example sixteen different tiles up
/// to 65536 or more.
pub fn pack(grid: &Grid, from: u8) -> Result<Board, TooWide> {
    let mut grid = *grid;
    while grid.max_rank() >= from && grid.cells() == 16 {
        let max = grid.max_rank();
        let Some(gap) = (1..max).rev().find(|rank| !grid.ranks().contains(rank)) else { break };
        for cell in 0..grid.cells() {
            if grid.rank(cell) > gap {
                grid.set(cell, grid.rank(cell) - 1);
            }
        }
    }
    Board::try_from(grid)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(text: &str) -> Result<String, TooWide> {
        pack(&text.parse().unwrap(), 16).map(|board| Grid::from(board).to_string())
    }

    #[test]
    fn tiles_above_a_gap_are_downgraded() {
        let small = "32768 16384 8192 2 / . . . . / . . . . / . . . .";
        assert_eq!(packed(small).unwrap(), small);
        assert_eq!(
            packed("65536 32768 16384 2 / . . . . / . . . . / . . . .").unwrap(),
            "32768 16384 8192 2 / . . . . / . . . . / . . . ."
        );
        assert_eq!(
            packed("131072 65536 65536 2 / 8 . . . / . . . . / . . . .").unwrap(),
            "32768 16384 16384 2 / 8 . . . / . . . . / . . . ."
        );
    }

    #[test]
    fn smaller_limits_than_a_nibble_are_respected() {
        let packed = |text: &str| Grid::from(pack(&text.parse().unwrap(), 15).unwrap()).to_string();
        assert_eq!(
            packed("32768 16384 4096 2 / . . . . / . . . . / . . . ."),
            "16384 8192 4096 2 / . . . . / . . . . / . . . ."
        );
        assert_eq!(
            packed("65536 65536 4096 2 / . . . . / . . . . / . . . ."),
            "16384 16384 4096 2 / . . . . / . . . . / . . . ."
        );
        let full = "32768 16384 8192 4096 / 256 512 1024 2048 / 128 64 32 16 / 2 4 8 2";
        assert_eq!(packed(full), full, "no gap, and it fits a nibble");
    }

    #[test]
    fn sixteen_ranks_without_a_gap_do_not_fit() {
        let full = "131072 65536 32768 16384 / 1024 2048 4096 8192 / 512 256 128 64 / 4 8 16 32";
        assert_eq!(packed(full), Err(TooWide));
        assert!(packed(&full.replace("131072", "2")).is_err());
        assert_eq!(packed("2 4 / 8 16"), Err(TooWide));
    }
}
