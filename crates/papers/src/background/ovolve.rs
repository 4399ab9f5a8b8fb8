//! The heuristic of the first published program for 2048: monotonicity, smoothness, empty cells and
//! the largest tile.
//! Source: Kumar 2018, chapter 4, and Frolov 2016, 1.5 and 1.6; the weights are those that its
//! author published.

use crate::common::order::Order;
use afterstate::rules::MAX_SIDE;
use std::sync::LazyLock;

/// The weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ovolve {
    /// Weight of the smoothness (0 or negative, in ranks).
    pub smoothness: f64,
    /// Weight of the monotonicity (0 or negative, in ranks) without empty cells.
    pub monotonicity: f64,
    /// Weight of the natural logarithm of the number of empty cells.
    pub empty: f64,
    /// Weight of the largest rank.
    pub highest: f64,
}

impl Default for Ovolve {
    fn default() -> Self {
        Self { smoothness: 0.1, monotonicity: 1.0, empty: 2.7, highest: 1.0 }
    }
}

/// In place of the logarithm of 0: low enough to be avoided, and finite so that full boards can be
/// compared.
const NO_EMPTY_CELL: f64 = -10.0;

/// The logarithms of the numbers of empty cells, the same to the last bit natively and in the
/// browser.
static LOGARITHMS: LazyLock<[f64; MAX_SIDE * MAX_SIDE + 1]> = LazyLock::new(|| {
    std::array::from_fn(|empties| match empties {
        0 => NO_EMPTY_CELL,
        _ => libm::log(empties as f64),
    })
});

impl Ovolve {
    /// The value of a position with these features.
    pub fn value(&self, order: &Order) -> f64 {
        let empty = LOGARITHMS[order.empties as usize];
        self.monotonicity * f64::from(order.tile_monotonicity())
            - self.smoothness * f64::from(order.roughness())
            + self.empty * empty
            + self.highest * f64::from(order.max_rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use afterstate::rules::Grid;

    #[test]
    fn logarithms_are_the_same_on_every_machine() {
        // One C library differs in the last digit for 14.
        assert_eq!(LOGARITHMS[14].to_bits(), 0x4005_1CCA_16D7_BBA8);
        assert_eq!(LOGARITHMS[0], NO_EMPTY_CELL);
        assert!((LOGARITHMS[81] - 81f64.ln()).abs() < 1e-15);
    }

    #[test]
    fn adds_up_by_hand() {
        let grid: Grid = "2 . 8 . / 4 . . . / . . . . / . . . .".parse().unwrap();
        // The row rises by 2 and the column by 1: both are monotonic. Roughness 2 + 1, 13 empty
        // cells, largest rank 3.
        let value = Ovolve::default().value(&Order::of_grid(&grid));
        assert!((value - (-0.3 + 2.7 * 13f64.ln() + 3.0)).abs() < 1e-12);
        let full: Grid = "2 8 / 8 2".parse().unwrap();
        // Each axis rises by 2 and falls by 2; the roughness is 8.
        let value = Ovolve::default().value(&Order::of_grid(&full));
        assert!((value - (-4.0 - 0.8 - 27.0 + 3.0)).abs() < 1e-12);
    }
}
