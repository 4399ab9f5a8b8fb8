//! The greedy players: the move with the greatest reward, and the move that leaves the most empty cells.
//!
//! Source: Kumar 2018, 6.1.3 and 6.1.6. Rewards are those of the rules of chapter 2 ("Every time a x tile is
//! created, the score increases by x. Randomly generated tiles do not provide any score points"). The listing of
//! the appendix (AI7, AI10) differs: it compares scores after a random spawn, in which a spawned 4 counts as merged; it
//! returns inside its loop, after the first possible move; and AI10 counts the empty cells of the board before the
//! move. What the printed figures come from is discussed in `docs/papers/kumar.md`.
//!
//! Ties, of which the text does not speak, go to the first of up, left, down, right, as in the listing.

use crate::rules::{Direction, Grid};

/// The reward of each possible move, by direction.
pub fn rewards(grid: &Grid) -> [Option<f64>; 4] {
    Direction::ALL.map(|direction| grid.slide(direction).map(|after| after.reward as f64))
}

/// The number of empty cells after each possible move and before the spawn, by direction.
pub fn empties_after(grid: &Grid) -> [Option<f64>; 4] {
    Direction::ALL
        .map(|direction| grid.slide(direction).map(|after| after.board.empty_count() as f64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::{TIE_ORDER, best_move};

    fn greatest(values: [Option<f64>; 4]) -> Option<Direction> {
        best_move(values, TIE_ORDER)
    }

    #[test]
    fn greedy_takes_the_greatest_reward() {
        // Left merges 8+8 (16); up merges nothing in column 0 but 2+2 in column 2 (4).
        let grid: Grid = "8 8 2 . / . . 2 . / . . . . / . . . .".parse().unwrap();
        assert_eq!(rewards(&grid), [Some(4.0), Some(16.0), Some(4.0), Some(16.0)]);
        assert_eq!(greatest(rewards(&grid)), Some(Direction::Left));
    }

    #[test]
    fn greedy_for_empty_prefers_many_small_merges() {
        // Up merges 64+64 (one merge); left merges 2+2 and 4+4 (two merges).
        let grid: Grid = "64 2 2 . / 64 4 4 . / . . . . / . . . .".parse().unwrap();
        assert_eq!(greatest(rewards(&grid)), Some(Direction::Up));
        assert_eq!(empties_after(&grid), [Some(11.0), Some(12.0), Some(11.0), Some(12.0)]);
        assert_eq!(greatest(empties_after(&grid)), Some(Direction::Left));
    }

    #[test]
    fn ties_follow_the_listing() {
        let grid: Grid = ". . . . / . 2 . . / . . . . / . . . .".parse().unwrap();
        assert_eq!(greatest(rewards(&grid)), Some(Direction::Up));
        let top: Grid = ". 2 . . / . . . . / . . . . / . . . .".parse().unwrap();
        assert_eq!(greatest(rewards(&top)), Some(Direction::Left));
        assert_eq!(greatest([None; 4]), None);
    }
}
