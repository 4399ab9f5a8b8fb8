//! One step of look-ahead: what the player makes after each move, as the mean over all spawns of
//! what follows, the player's errors included.

use crate::eval::Evaluator;
use crate::rules::{Afterstate, Board, Direction, FOUR_PROBABILITY, MAX_REPLIES, Rank, tables};

/// What follows a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Follows {
    /// The points of the move.
    pub reward: f32,
    /// The mean over the spawns of what the best next move is worth, in points.
    pub best: f32,
    /// The mean over the spawns of what any next move is worth, each move as likely.
    pub any: f32,
}

impl Follows {
    /// The value of the move if this share of the next moves are errors.
    #[must_use]
    pub fn value(&self, errors: f32) -> f32 {
        self.reward + self.best + errors * (self.any - self.best)
    }
}

/// What follows each move of a board by direction; `None` if a move is not possible. The values are
/// those of the evaluator, at least 0, and 0 where no move follows.
#[must_use]
pub fn look_ahead(evaluator: &impl Evaluator, board: Board) -> [Option<Follows>; 4] {
    Direction::ALL.map(|direction| board.slide(direction).map(|after| follows(evaluator, after)))
}

fn follows(evaluator: &impl Evaluator, after: Afterstate<Board>) -> Follows {
    let mut found = Follows { reward: after.reward as f32, ..Follows::default() };
    let cells = after.board.empty_count() as f32;
    for (rank, share) in [(Rank::TWO, 1.0 - FOUR_PROBABILITY), (Rank::FOUR, FOUR_PROBABILITY)] {
        let replies = tables().replies(after.board, rank);
        let mut values = [0.0; MAX_REPLIES];
        let values = &mut values[..replies.boards().len()];
        evaluator.values(replies.boards(), values);
        let (mut best, mut sum, mut count) = ([0.0_f32; 16], [0.0; 16], [0.0; 16]);
        for reply in replies.moves() {
            let value = reply.reward as f32 + values[usize::from(reply.after)].max(0.0);
            let cell = reply.cell.index();
            best[cell] = best[cell].max(value);
            sum[cell] += value;
            count[cell] += 1.0;
        }
        let weight = share as f32 / cells;
        for cell in (0..16).filter(|&cell| count[cell] > 0.0) {
            found.best += weight * best[cell];
            found.any += weight * sum[cell] / count[cell];
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Cell;

    /// A value that depends on the whole board.
    struct Odd;

    impl Evaluator for Odd {
        const REWARD_WEIGHT: f32 = 1.0;

        fn value(&self, after: Board) -> f32 {
            (after.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 54) as f32 - 100.0
        }

        fn terminal_value(&self) -> f32 {
            0.0
        }
    }

    /// The same by adding up one spawn and one move after the other.
    fn slowly(after: Board) -> (f32, f32) {
        let cells: Vec<Cell> = after.empty_cells().collect();
        let (mut best, mut any) = (0.0, 0.0);
        for &cell in &cells {
            for (rank, share) in [(Rank::TWO, 0.9), (Rank::FOUR, 0.1)] {
                let board = after.with(cell, rank);
                let moves = Direction::ALL.into_iter().filter_map(|d| board.slide(d));
                let values: Vec<f32> =
                    moves.map(|m| m.reward as f32 + Odd.value(m.board).max(0.0)).collect();
                if values.is_empty() {
                    continue;
                }
                let weight = share / cells.len() as f32;
                best += weight * values.iter().copied().fold(0.0, f32::max);
                any += weight * values.iter().sum::<f32>() / values.len() as f32;
            }
        }
        (best, any)
    }

    #[test]
    fn look_ahead_equals_the_sum_over_all_spawns_and_moves() {
        let mut bits = 0x0123_4567_89ab_cdef_u64;
        let (mut compared, mut stuck) = (0, 0);
        for round in 0..500_usize {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            let mut board = Board::from_bits(bits & 0x7777_7777_7777_7777);
            for cell in 0..round % 16 {
                board = board.with(Cell::new(cell * 7 % 16), Rank::EMPTY);
            }
            let found = look_ahead(&Odd, board);
            for (direction, found) in Direction::ALL.into_iter().zip(found) {
                let after = board.slide(direction);
                assert_eq!(after.is_some(), found.is_some());
                let (Some(after), Some(found)) = (after, found) else {
                    stuck += 1;
                    continue;
                };
                let (best, any) = slowly(after.board);
                assert!((found.best - best).abs() < 0.1 && (found.any - any).abs() < 0.1);
                assert_eq!(found.reward, after.reward as f32);
                compared += 1;
            }
        }
        assert!(compared > 1000 && stuck > 10, "{compared} {stuck}");
    }
}
