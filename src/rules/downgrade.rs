//! Tile-downgrading: lowers the ranks of tiles that are too large for a nibble or an evaluator.
//!
//! If a rank below the largest tile is missing from the board, the rank of every tile above the
//! highest such gap is lowered by one. Different ranks stay different and in the same order, so the
//! same tiles merge in the next move. The rewards of downgraded tiles are too small, and two tiles
//! of the rank below the gap now merge into one that equals a lowered tile.
//!
//! Source: H. Guei et al. (TDL2048+).

use super::{Board, Grid, PackError};

/// Packs a 4x4 grid. Downgrades tiles as long as the largest rank is at least `from` and there is a
/// gap. `from` is the smallest rank that an evaluator cannot handle, or 16 to downgrade only tiles
/// that do not fit a nibble.
///
/// # Errors
/// [`PackError`] if the grid is not 4x4, or has sixteen different tiles and one above 32768.
pub fn pack(grid: &Grid, from: u8) -> Result<Board, PackError> {
    let mut grid = *grid;
    while grid.max_rank() >= from && grid.cells() == 16 {
        let ranks = grid.ranks().iter().fold(0, |set, rank| set | 1 << rank);
        let Some(gap) = highest_gap(ranks, grid.max_rank()) else { break };
        for cell in 0..grid.cells() {
            if u32::from(grid.rank(cell)) > gap {
                grid.set(cell, grid.rank(cell) - 1);
            }
        }
    }
    Board::try_from(grid)
}

/// Downgrades a board with a 32768 once if its ranks have a gap. A merge inside a search can make
/// this tile again, although [`pack`] downgraded the root.
#[inline(always)]
#[must_use]
pub fn downgraded(board: Board) -> Board {
    if board.at_least(15) == 0 {
        return board;
    }
    let Some(gap) = highest_gap(board.rank_set().into(), 15) else { return board };
    Board::from_bits(board.bits() - (board.at_least(gap + 1) >> 3))
}

/// The highest missing rank below `max`; `ranks` has a bit for each rank on the board.
#[inline(always)]
fn highest_gap(ranks: u64, max: u8) -> Option<u32> {
    let missing = !ranks & ((1 << max) - 2);
    (missing != 0).then(|| missing.ilog2())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Cell, Rank};

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

    /// By definition: above the highest gap in the ranks up to 14, every tile goes down one rank.
    #[test]
    fn boards_with_a_32768_are_downgraded_at_their_highest_gap() {
        let mut bits = 0x0123_4567_89ab_cdef_u64;
        let mut changed = 0;
        for round in 0..2000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            // All ranks, or only large ones, so that the gaps differ.
            let board =
                Board::from_bits(if round % 2 == 0 { bits } else { bits | 0x8888_8888_0000_0000 });
            let ranks: Vec<u8> = Cell::ALL.map(|cell| board.rank(cell).get()).to_vec();
            let gap =
                (1..15).rev().find(|rank| !ranks.contains(rank)).filter(|_| ranks.contains(&15));
            let expected = match gap {
                None => board,
                Some(gap) => Cell::ALL
                    .into_iter()
                    .filter(|cell| ranks[cell.index()] > gap)
                    .fold(board, |board, cell| {
                        board.with(cell, Rank::new(ranks[cell.index()] - 1))
                    }),
            };
            assert_eq!(downgraded(board), expected, "{board:?}");
            changed += usize::from(expected != board);
        }
        assert!(changed > 500, "{changed}");
    }
}
