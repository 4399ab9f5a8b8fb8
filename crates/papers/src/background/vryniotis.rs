//! Vryniotis' heuristic: the score, plus its logarithm for each empty cell, less the clustering
//! score.
//! Source: Frolov 2016, 1.4 and 1.6, citing Vryniotis 2014. Frolov also names monotonicity and
//! smoothness, which the author's formula does not have: they are weights, 0 by default.

use crate::common::order::Order;
use afterstate::rules::{Grid, MAX_SIDE, tile};

/// The composite value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vryniotis {
    /// Weight of the clustering score.
    pub clustering: f64,
    /// Weight of the monotonicity in ranks, which Frolov names; 0 by default.
    pub monotonicity: f64,
    /// Weight of the smoothness in ranks, which Frolov names; 0 by default.
    pub smoothness: f64,
    /// The rank that wins: 11 for 2048; 0 for a player that plays on.
    pub winning_rank: u8,
}

impl Default for Vryniotis {
    fn default() -> Self {
        Self { clustering: 1.0, monotonicity: 0.0, smoothness: 0.0, winning_rank: 0 }
    }
}

/// The value of a won position, above every score: 2^31 - 1.
pub const WON: f64 = 2_147_483_647.0;

/// Sum over the tiles of their average absolute difference to the up to eight tiles around them and
/// to themselves, as in the author's double loop; in tile values. `ranks` are by cell, row by row.
pub fn clustering(ranks: impl Fn(usize) -> u8, rows: usize, cols: usize) -> f64 {
    let mut tiles = [0.0; MAX_SIDE * MAX_SIDE];
    for (cell, value) in tiles[..rows * cols].iter_mut().enumerate() {
        *value = tile(ranks(cell));
    }
    let tile = |row: usize, col: usize| tiles[row * cols + col];
    let mut total = 0.0;
    for row in 0..rows {
        for col in 0..cols {
            let here = tile(row, col);
            if here == 0.0 {
                continue;
            }
            let (mut sum, mut count) = (0.0, 0.0);
            for near_row in row.saturating_sub(1)..=(row + 1).min(rows - 1) {
                for near_col in col.saturating_sub(1)..=(col + 1).min(cols - 1) {
                    let there = tile(near_row, near_col);
                    if there > 0.0 {
                        sum += (here - there).abs();
                        count += 1.0;
                    }
                }
            }
            total += sum / count;
        }
    }
    total
}

impl Vryniotis {
    /// The value of a position that was reached with `score`; `lost` when no move is possible. A
    /// won position has the largest value, a lost one the lowest that is not negative.
    pub fn value(
        &self,
        ranks: impl Fn(usize) -> u8,
        rows: usize,
        cols: usize,
        order: &Order,
        score: f64,
        lost: bool,
    ) -> f64 {
        if self.winning_rank > 0 && order.max_rank >= self.winning_rank {
            return WON;
        }
        if lost {
            return score.min(1.0);
        }
        let logarithm = if score > 0.0 && order.empties > 0 { libm::log(score) } else { 0.0 };
        let value = score + logarithm * f64::from(order.empties)
            - self.clustering * clustering(ranks, rows, cols)
            + self.monotonicity * f64::from(order.tile_monotonicity())
            - self.smoothness * f64::from(order.roughness());
        value.max(score.min(1.0))
    }

    /// The same for a grid.
    pub fn of_grid(&self, grid: &Grid, score: f64, lost: bool) -> f64 {
        self.value(
            |cell| grid.rank(cell),
            grid.rows(),
            grid.cols(),
            &Order::of_grid(grid),
            score,
            lost,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clustering_score_matches_a_hand_count() {
        let grid: Grid = "8 4 / 2 .".parse().unwrap();
        // 8: (0 + 4 + 6) / 3; 4: (4 + 0 + 2) / 3; 2: (6 + 2 + 0) / 3.
        let score = clustering(|cell| grid.rank(cell), 2, 2);
        assert!((score - 8.0).abs() < 1e-12);
        // In units of 2^31 the tiles are 4, 2, 1 and 2, and their differences to all four sum to 7,
        // 3, 5 and 3.
        let score = clustering(|cell| [33, 32, 31, 32][cell], 2, 2);
        assert_eq!(score, 2f64.powi(31) * 18.0 / 4.0);
        let lonely: Grid = "8 . . / . . . / . . 2".parse().unwrap();
        assert_eq!(clustering(|cell| lonely.rank(cell), 3, 3), 0.0);
    }

    #[test]
    fn the_value_matches_a_hand_count() {
        let grid: Grid = "8 4 / 2 .".parse().unwrap();
        let plain = Vryniotis::default();
        assert!((plain.of_grid(&grid, 100.0, false) - (100.0 + 100f64.ln() - 8.0)).abs() < 1e-12);
        assert_eq!(plain.of_grid(&grid, 100.0, true), 1.0);
        assert_eq!(plain.of_grid(&grid, 0.0, true), 0.0);
        // Never below the value of a lost position.
        assert_eq!(plain.of_grid(&grid, 4.0, false), 1.0);
        assert_eq!(Vryniotis { winning_rank: 3, ..plain }.of_grid(&grid, 4.0, false), WON);
    }
}
