//! All afterstates that can follow a spawn. A new tile changes only one line, so the slides of the
//! other three lines are computed once for all spawns.

use super::{Board, Cell, Rank, Tables};

/// The maximum number of replies: fifteen empty cells and four moves.
pub const MAX_REPLIES: usize = 60;

/// A move that can follow a spawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The cell in which the tile spawned.
    pub cell: Cell,
    /// The index of the board after the move in [`Replies::boards`].
    pub after: u8,
    /// The points of the move.
    pub reward: u32,
}

/// The moves that can follow a spawn, in no particular order.
pub struct Replies {
    boards: [Board; MAX_REPLIES],
    replies: [Reply; MAX_REPLIES],
    distinct: usize,
    count: usize,
}

impl Replies {
    /// No moves.
    pub const NONE: Replies = Replies {
        boards: [Board::EMPTY; MAX_REPLIES],
        replies: [Reply { cell: Cell::ALL[0], after: 0, reward: 0 }; MAX_REPLIES],
        distinct: 0,
        count: 0,
    };

    /// The boards after the moves. Two spawns that slide to the same cell share one, but a board
    /// that is reached in another way may occur twice.
    #[inline(always)]
    #[must_use]
    pub fn boards(&self) -> &[Board] {
        &self.boards[..self.distinct]
    }

    /// The moves.
    #[inline(always)]
    #[must_use]
    pub fn moves(&self) -> &[Reply] {
        &self.replies[..self.count]
    }
}

impl Tables {
    /// Each possible move after a tile of `rank` spawned in each of the empty cells.
    #[must_use]
    pub fn replies(&self, board: Board, rank: Rank) -> Replies {
        let mut found = Replies::NONE;
        self.replies_into(board, rank, &mut found);
        found
    }

    /// The same in a buffer, whose content is replaced.
    #[inline(always)]
    pub fn replies_into(&self, board: Board, rank: Rank, found: &mut Replies) {
        (found.distinct, found.count) = (0, 0);
        for upright in [true, false] {
            let lying = if upright { board.transpose() } else { board };
            let (bits, empty) = (lying.bits(), lying.empty_mask());
            let rows = self.of_rows(lying);
            let reward: u32 = rows.iter().map(|row| row.reward).sum();
            for to_right in [false, true] {
                let slid = rows.map(|row| if to_right { row.right } else { row.left });
                let slid = Board::from_rows(slid);
                let placed = if upright { slid.transpose() } else { slid };
                for (row, alone) in rows.iter().enumerate() {
                    let line = 0xFFFF << (16 * row);
                    let column = 0x000F_000F_000F_000F << (4 * row);
                    let others_slide = (slid.bits() ^ bits) & !line != 0;
                    let others = placed.bits() & !(if upright { column } else { line });
                    let others_reward = reward - alone.reward;
                    let mut previous = None;
                    let mut cells = empty & line;
                    while cells != 0 {
                        let shift = cells.trailing_zeros();
                        cells &= cells - 1;
                        let spawned =
                            ((bits | u64::from(rank.get()) << shift) >> (16 * row)) as u16;
                        let slides = self.rows[usize::from(spawned)];
                        let slid = if to_right { slides.right } else { slides.left };
                        if slid == spawned && !others_slide {
                            continue;
                        }
                        if previous != Some(slid) {
                            let line = if upright {
                                spread(slid) << (4 * row)
                            } else {
                                u64::from(slid) << (16 * row)
                            };
                            found.boards[found.distinct] = Board::from_bits(others | line);
                            found.distinct += 1;
                            previous = Some(slid);
                        }
                        let cell = shift as usize / 4;
                        found.replies[found.count] = Reply {
                            cell: Cell::new(if upright { cell % 4 * 4 + cell / 4 } else { cell }),
                            after: found.distinct as u8 - 1,
                            reward: others_reward + slides.reward,
                        };
                        found.count += 1;
                    }
                }
            }
        }
    }
}

/// The cells of a row as the first column of a board.
#[inline(always)]
const fn spread(row: u16) -> u64 {
    let row = row as u64;
    let pairs = (row | row << 24) & 0x0000_00FF_0000_00FF;
    (pairs | pairs << 12) & 0x000F_000F_000F_000F
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Afterstate, Direction, tables};

    #[test]
    fn replies_equal_the_slides_of_every_spawned_board() {
        let mut bits = 0x0123_4567_89ab_cdef_u64;
        let mut repeated = 0;
        for round in 0..3000_u32 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            // Boards with more and more empty cells, and small ranks so that tiles merge.
            let mut board = Board::from_bits(bits & 0x3333_3333_3333_3333);
            for cell in 0..round as usize % 16 {
                board = board.with(Cell::new(cell * 7 % 16), Rank::EMPTY);
            }
            for rank in [Rank::TWO, Rank::FOUR] {
                let mut expected: Vec<_> = board
                    .empty_cells()
                    .flat_map(|cell| Direction::ALL.map(|direction| (cell, direction)))
                    .filter_map(|(cell, direction)| {
                        Some((cell, board.with(cell, rank).slide(direction)?))
                    })
                    .collect();
                let replies = tables().replies(board, rank);
                let after = |reply: &Reply| Afterstate {
                    board: replies.boards()[usize::from(reply.after)],
                    reward: reply.reward.into(),
                };
                let mut found: Vec<_> =
                    replies.moves().iter().map(|reply| (reply.cell, after(reply))).collect();
                repeated += found.len() - replies.boards().len();
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "{board:?}");
                assert!(found.len() <= MAX_REPLIES);
            }
        }
        assert!(repeated > 10_000, "{repeated}");
    }
}
