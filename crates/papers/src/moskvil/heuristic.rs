//! The weighted sum of Moskvil's five heuristics, in ranks. Source: Moskvil 2015, "Heuristic
//! function". Our reading: the bonus of 10 000 for 2048 is added again for each rank beyond it.

use crate::common::order::Order;

/// The weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moskvil {
    /// Weight of the best corner's monotonicity (0 or negative, in ranks).
    pub monotonicity: f64,
    /// Weight of the smoothness (0 or negative, in ranks).
    pub smoothness: f64,
    /// Weight of the number of empty cells.
    pub empty: f64,
    /// Weight of the highest rank.
    pub highest: f64,
    /// Weight of the highest rank if it is in a corner.
    pub corner: f64,
    /// Subtracted from a lost position.
    pub game_over: f64,
    /// Added for each rank from 2048 (rank 11) on.
    pub bonus: f64,
}

impl Moskvil {
    /// The best of 18 sets that we tried at depth 3, with 80 and then 150 games (seeds from 5000
    /// and 6000): 27,600 ± 2,200 points; the others scored 16,600 to 26,000. The bonus is the
    /// report's.
    pub const DEFAULT: Self = Self {
        monotonicity: 1.0,
        smoothness: 1.0,
        empty: 2.0,
        highest: 1.0,
        corner: 1.0,
        game_over: 100_000.0,
        bonus: 10_000.0,
    };
}

impl Default for Moskvil {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Moskvil {
    /// The value of a position with these features; `lost` when no move is possible.
    pub fn value(&self, order: &Order, lost: bool) -> f64 {
        let highest = f64::from(order.max_rank);
        let mut value = self.monotonicity * f64::from(order.monotonicity())
            - self.smoothness * f64::from(order.roughness())
            + self.empty * f64::from(order.empties)
            + self.highest * highest
            + self.bonus * f64::from(order.max_rank.saturating_sub(10));
        if order.max_in_corner {
            value += self.corner * highest;
        }
        if lost {
            value -= self.game_over;
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use afterstate::rules::Grid;

    #[test]
    fn adds_up_by_hand() {
        let grid: Grid = "32 16 8 2 / 16 8 4 . / 8 4 2 . / 4 2 . .".parse().unwrap();
        let weights = Moskvil {
            monotonicity: 1.0,
            smoothness: 0.1,
            empty: 3.0,
            highest: 2.0,
            corner: 0.5,
            game_over: 1000.0,
            bonus: 10_000.0,
        };
        let order = Order::of_grid(&grid);
        // 0 - 1.7 + 12 + 10 + 2.5
        assert!((weights.value(&order, false) - 22.8).abs() < 1e-12);
        assert!((weights.value(&order, true) + 977.2).abs() < 1e-12);
    }

    #[test]
    fn the_bonus_begins_at_2048() {
        let value = |text: &str| {
            let grid: Grid = text.parse().unwrap();
            Moskvil { highest: 0.0, corner: 0.0, ..Moskvil::default() }
                .value(&Order::of_grid(&grid), false)
        };
        let at = |tile: &str| value(&format!("{tile} . . . / . . . . / . . . . / . . . ."));
        assert_eq!(at("2048") - at("1024"), 10_000.0);
        assert_eq!(at("4096") - at("2048"), 10_000.0);
        assert_eq!(at("1024") - at("512"), 0.0);
    }
}
