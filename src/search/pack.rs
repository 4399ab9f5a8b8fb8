//! Tile-downgrading: maps tiles that are too large for a nibble or for the evaluator into range.
//!
//! If a rank below the largest tile is missing from the board, the rank of every tile above the
//! highest such gap is lowered by one. Different ranks stay different and in the same order, so the
//! same tiles merge in the next move. The rewards of downgraded tiles are too small, and two tiles
//! of the rank below the gap now merge into one that equals a lowered tile.
//!
//! Source: H. Guei et al. (TDL2048+).

use crate::rules::{Board, Grid, PackError};

/// Packs a 4x4 grid. Downgrades tiles as long as the largest rank is at least `from` and there is a
/// gap; `from` is `Evaluator::downgrade_from`, or 16 to downgrade only what does not fit a nibble.
///
/// # Errors
/// [`PackError`] if the grid is not 4x4, or has sixteen different tiles and one above 32768.
pub fn pack(grid: &Grid, from: u8) -> Result<Board, PackError> {
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

    fn packed(text: &str) -> Result<String, PackError> {
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
    fn evaluators_range_below_a_nibble_is_respected() {
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
        assert_eq!(packed(full), Err(PackError));
        assert!(packed(&full.replace("131072", "2")).is_err());
        assert_eq!(packed("2 4 / 8 16"), Err(PackError));
    }
}
