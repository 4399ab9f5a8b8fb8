//! What an outlook depends on: the value of a board, and how far its tiles have come.

use crate::rules::{Grid, tile};

/// The largest rank that is forecast: 65536. Boards that have this tile already are too rare to
/// calibrate.
pub const LAST_RANK: u8 = 16;

/// A share of the points from one tile to the next at which every game has ended. At the latest it
/// ends where each smaller tile is there once: at 0.73 of the way from 16384, 0.75 from 32768.
pub const LAST_END: f64 = 0.8;

/// What the outlook depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Features {
    /// The search's value of the best move, in points, at least 1.
    pub value: f64,
    /// The largest rank.
    pub largest: u8,
    /// The points that the tiles have earned, as if all spawns had been 2s.
    pub earned: f64,
    /// How far these are from the largest tile to [`LAST_END`] on the way to the next one, from 0
    /// to 0.99.
    pub progress: f64,
}

impl Features {
    /// The features of a board whose best move has this value; `None` if the board is not 4x4 or
    /// has a 65536 tile.
    #[must_use]
    pub fn new(grid: &Grid, value: f64) -> Option<Self> {
        let largest = grid.max_rank();
        if (grid.rows(), grid.cols()) != (4, 4) || largest >= LAST_RANK {
            return None;
        }
        let earned = grid.ranks().iter().map(|&rank| points_of(rank)).sum();
        let progress = share_of_way(earned, largest) / LAST_END;
        Some(Features {
            value: value.max(1.0),
            largest,
            earned,
            progress: progress.clamp(0.0, 0.99),
        })
    }
}

/// The points of making a tile from 2s.
#[must_use]
pub fn points_of(rank: u8) -> f64 {
    f64::from(rank.saturating_sub(1)) * tile(rank)
}

/// How far these points are on the way from a rank to the next.
#[must_use]
pub fn share_of_way(points: f64, rank: u8) -> f64 {
    (points - points_of(rank)) / (points_of(rank + 1) - points_of(rank))
}

/// The score of a game as a share of what its tiles earn if all spawns are 2s. One spawn in ten is a
/// 4, which saves a merge of 4 points: 2/11 of a point for each point of the sum of the tiles. The
/// tiles have earned (rank - 1) times their sum where the rank is made, and (rank - 2) times it when
/// the next is near.
#[must_use]
pub fn scored(rank: u8) -> f64 {
    1.0 / (1.0 + 2.0 / 11.0 / (f64::from(rank.max(3)) - 1.5))
}
