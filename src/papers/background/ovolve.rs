//! The evaluation of the first published program for 2048: monotonicity, smoothness, empty cells and the greatest
//! tile.
//!
//! Source: Kumar 2018, chapter 4, and Frolov 2016, 1.5 and 1.6, which describe ovolve's minimax; the four weights
//! are those its author published (smoothness 0.1, monotonicity 1.0, logarithm of the empty cells 2.7, greatest
//! rank 1.0). Both documents leave empty cells out of both comparisons, and so does this.

use crate::papers::common::order::Order;
use crate::rules::MAX_SIDE;
use std::sync::LazyLock;

/// The weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ovolve {
    /// Of the smoothness (0 or negative, in ranks).
    pub smoothness: f64,
    /// Of the monotonicity (0 or negative, in ranks), empty cells left out.
    pub monotonicity: f64,
    /// Of the natural logarithm of the number of empty cells.
    pub empty: f64,
    /// Of the greatest rank.
    pub highest: f64,
}

impl Default for Ovolve {
    fn default() -> Self {
        Self { smoothness: 0.1, monotonicity: 1.0, empty: 2.7, highest: 1.0 }
    }
}

/// Stands for the logarithm of no empty cell, which is minus infinity: low enough to be avoided when anything
/// else is to be had, finite so that full boards can still be compared.
const NO_EMPTY_CELL: f64 = -10.0;

/// The logarithms of the numbers of empty cells, the same to the last bit natively and in the browser.
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
    use crate::rules::Grid;

    #[test]
    fn logarithms_are_those_of_every_machine() {
        // Of 14 one C library has a last digit less.
        assert_eq!(LOGARITHMS[14].to_bits(), 0x4005_1CCA_16D7_BBA8);
        assert_eq!(LOGARITHMS[0], NO_EMPTY_CELL);
        assert!((LOGARITHMS[81] - 81f64.ln()).abs() < 1e-15);
    }

    #[test]
    fn adds_up_by_hand() {
        let grid: Grid = "2 . 8 . / 4 . . . / . . . . / . . . .".parse().unwrap();
        // Row: rise 2, fall 0; column: rise 1, fall 0: monotone. Roughness 2 + 1. 13 empty, greatest rank 3.
        let value = Ovolve::default().value(&Order::of_grid(&grid));
        assert!((value - (-0.3 + 2.7 * 13f64.ln() + 3.0)).abs() < 1e-12);
        let full: Grid = "2 8 / 8 2".parse().unwrap();
        // Each axis rises 2 and falls 2; roughness 8.
        let value = Ovolve::default().value(&Order::of_grid(&full));
        assert!((value - (-4.0 - 0.8 - 27.0 + 3.0)).abs() < 1e-12);
    }
}
