//! The greedy players: the move of the largest reward, and the move that leaves the most empty
//! cells.
//! Source: Kumar 2018, 6.1.3 and 6.1.6, by the rules of chapter 2; the listing differs, see
//! docs/evidence/papers/kumar.md.

use afterstate::rules::{Direction, Grid};

/// The reward of each possible move, by direction.
pub fn rewards(grid: &Grid) -> [Option<f64>; 4] {
    Direction::ALL.map(|direction| grid.slide(direction).map(|after| after.reward as f64))
}

/// The number of empty cells in the afterstate of each possible move, by direction.
pub fn empties_after(grid: &Grid) -> [Option<f64>; 4] {
    Direction::ALL
        .map(|direction| grid.slide(direction).map(|after| after.board.empty_count() as f64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::TIE_ORDER;
    use afterstate::rules::best_move;

    fn best(values: [Option<f64>; 4]) -> Option<Direction> {
        best_move(&values, TIE_ORDER)
    }

    #[test]
    fn greedy_takes_the_greatest_reward() {
        // Left merges 8 + 8 (16); up merges 2 + 2 in column 2 (4).
        let grid: Grid = "8 8 2 . / . . 2 . / . . . . / . . . .".parse().unwrap();
        assert_eq!(rewards(&grid), [Some(4.0), Some(16.0), Some(4.0), Some(16.0)]);
        assert_eq!(best(rewards(&grid)), Some(Direction::Left));
    }

    #[test]
    fn greedy_for_empty_prefers_many_small_merges() {
        // Up merges 64 + 64 (one merge); left merges 2 + 2 and 4 + 4 (two merges).
        let grid: Grid = "64 2 2 . / 64 4 4 . / . . . . / . . . .".parse().unwrap();
        assert_eq!(best(rewards(&grid)), Some(Direction::Up));
        assert_eq!(empties_after(&grid), [Some(11.0), Some(12.0), Some(11.0), Some(12.0)]);
        assert_eq!(best(empties_after(&grid)), Some(Direction::Left));
    }

    #[test]
    fn ties_go_to_the_first_move_of_the_listing() {
        let grid: Grid = ". . . . / . 2 . . / . . . . / . . . .".parse().unwrap();
        assert_eq!(best(rewards(&grid)), Some(Direction::Up));
        let top: Grid = ". 2 . . / . . . . / . . . . / . . . .".parse().unwrap();
        assert_eq!(best(rewards(&top)), Some(Direction::Left));
        assert_eq!(best([None; 4]), None);
    }
}
