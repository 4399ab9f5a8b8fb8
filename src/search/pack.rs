//! How a board is looked at whose tiles no nibble holds or no evaluator knows: tile-downgrading.
//!
//! After H. Guei et al. (TDL2048+): where the largest tiles stand above a rank that is missing
//! from the board, every tile above the gap is taken one rank down. What can merge still can,
//! what cannot still cannot, since no tile falls onto a rank that was there. The move found is
//! played on the real board. Rewards of tiles that were taken down count for less than they are.

use crate::rules::{Board, Grid, TooWide};

/// Packs a 4x4 grid. Ranks from `from` on (`Evaluator::downgrade_from`; 16 for whatever fits a
/// nibble) close the gaps below them until none is left or there is no gap.
///
/// # Errors
/// [`TooWide`] if the grid is not 4x4, or has too few gaps for its ranks: a board of sixteen
/// different ranks up to 65536 or more.
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
    fn tiles_above_a_gap_come_down() {
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
    fn an_evaluator_may_ask_for_less_than_a_nibble_holds() {
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
