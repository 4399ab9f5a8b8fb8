//! All afterstates that can follow a spawn, for the last ply of a search. A new tile changes only
//! one line, so the slides of the other three lines are computed once for all spawns.

use super::{Afterstate, Board, Tables};

/// The maximum number of replies: fifteen empty cells and four moves.
pub const MAX_REPLIES: usize = 60;

/// A move that can follow a spawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The cell in which the tile spawned.
    pub cell: usize,
    /// The board after the move, with its reward.
    pub after: Afterstate<Board>,
    /// Whether the previous reply had the same afterstate, because the new tile slides to the same
    /// cell from either of two neighboring cells.
    pub repeated: bool,
}

impl Tables {
    /// Visits, in no particular order, each possible move after a tile of `rank` spawned in each of
    /// the empty cells.
    #[inline(always)]
    pub fn replies(&self, board: Board, rank: u8, mut visit: impl FnMut(Reply)) {
        for upright in [true, false] {
            let lying = if upright { board.transpose() } else { board };
            let (bits, empty) = (lying.bits(), lying.empty_mask());
            for slid_row in [&self.left, &self.right] {
                let rows = [0, 16, 32, 48].map(|shift| usize::from((bits >> shift) as u16));
                let slid =
                    (0..4).fold(0, |slid, at| slid | u64::from(slid_row[rows[at]]) << (16 * at));
                let rewards = rows.map(|row| self.reward[row]);
                for row in 0..4 {
                    let line = 0xFFFF << (16 * row);
                    let others_slide = (slid ^ bits) & !line != 0;
                    let others_reward: u64 = (0..4)
                        .filter(|&other| other != row)
                        .map(|other| u64::from(rewards[other]))
                        .sum();
                    let mut previous = None;
                    let mut cells = empty & line;
                    while cells != 0 {
                        let shift = cells.trailing_zeros();
                        cells &= cells - 1;
                        let spawned = ((bits | u64::from(rank) << shift) >> (16 * row)) as u16;
                        let slid_into = slid_row[usize::from(spawned)];
                        if slid_into == spawned && !others_slide {
                            continue;
                        }
                        let lying =
                            Board::from_bits(slid & !line | u64::from(slid_into) << (16 * row));
                        let cell = shift as usize / 4;
                        visit(Reply {
                            cell: if upright { cell % 4 * 4 + cell / 4 } else { cell },
                            after: Afterstate {
                                board: if upright { lying.transpose() } else { lying },
                                reward: others_reward
                                    + u64::from(self.reward[usize::from(spawned)]),
                            },
                            repeated: previous == Some(slid_into),
                        });
                        previous = Some(slid_into);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Direction, tables};

    #[test]
    fn replies_equal_the_slides_of_every_spawned_board() {
        let mut bits = 0x0123_4567_89ab_cdef_u64;
        let mut repeated = 0;
        for round in 0..3000_u32 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            // Boards with more and more empty cells, and small ranks so that tiles merge.
            let mut board = Board::from_bits(bits & 0x3333_3333_3333_3333);
            for cell in 0..round as usize % 16 {
                board = board.with(cell * 7 % 16, 0);
            }
            for rank in [1, 2] {
                let mut expected: Vec<_> = board
                    .empty_cells()
                    .flat_map(|cell| Direction::ALL.map(|direction| (cell, direction)))
                    .filter_map(|(cell, direction)| {
                        Some((cell, board.with(cell, rank).slide(direction)?))
                    })
                    .collect();
                let (mut found, mut last) = (Vec::new(), None);
                tables().replies(board, rank, |reply| {
                    assert!(!reply.repeated || last == Some(reply.after), "{board:?}");
                    repeated += u32::from(reply.repeated);
                    last = Some(reply.after);
                    found.push((reply.cell, reply.after));
                });
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "{board:?}");
                assert!(found.len() <= MAX_REPLIES);
            }
        }
        assert!(repeated > 10_000, "{repeated}");
    }
}
