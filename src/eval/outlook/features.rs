//! What an outlook depends on: the value of a board, and how far its tiles have come. A board shows
//! how many points its tiles have earned, whatever the score of its game.

use crate::rules::{Grid, tile};

/// The largest rank that is forecast: 65536. Boards that have this tile already are too rare to
/// calibrate.
pub const LAST_RANK: u8 = 16;

/// The [share of the way](share_of_way) from one largest tile to the next that counts as progress 1:
/// a game that does not make the next tile has ended by then. With each smaller tile on the board
/// once, it is at 0.73 of the way from 16384 and at 0.75 from 32768.
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
    /// How far they are on the way to the next largest tile: 0 where the largest tile was made, 1 at
    /// [`LAST_END`]; at most 0.99.
    pub progress: f64,
}

impl Features {
    /// The features of a board whose best move has this value in points; `None` if the board is not
    /// 4x4, is empty or has a 65536 tile.
    #[must_use]
    pub fn new(grid: &Grid, value: f64) -> Option<Self> {
        let largest = grid.max_rank();
        if (grid.rows(), grid.cols()) != (4, 4) || !(1..LAST_RANK).contains(&largest) {
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

/// The points of making a tile from 2s: every merge on the way is worth its new tile.
#[must_use]
pub fn points_of(rank: u8) -> f64 {
    f64::from(rank.saturating_sub(1)) * tile(rank)
}

/// How far these points are on the way from a rank, at 0, to the next, at 1.
#[must_use]
pub fn share_of_way(points: f64, rank: u8) -> f64 {
    (points - points_of(rank)) / (points_of(rank + 1) - points_of(rank))
}

/// The score of a game as a share of the points that its tiles would have earned from 2s alone, where
/// this rank is the largest.
///
/// A spawned 4 saves a merge of 4 points. One spawn in ten is a 4, so tiles of a sum S come from
/// S / 2.2 spawns and lack 4 S / 22 = 2/11 S points. They would have earned (rank - 1) S when the
/// largest tile is made of all others, and (rank - 2) S shortly before the next one: about
/// (rank - 1.5) S. So a share of x = 2/11 / (rank - 1.5) is missing, and 1 / (1 + x) remains, which
/// differs from 1 - x by less than 0.0004 from 2048 on.
#[must_use]
pub fn score_share(rank: u8) -> f64 {
    1.0 / (1.0 + 2.0 / 11.0 / (f64::from(rank.max(3)) - 1.5))
}
