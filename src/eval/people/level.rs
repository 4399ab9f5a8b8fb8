//! The level of a player, estimated from his moves.
//!
//! Each move falls into a category: how far the game is, how many moves were possible, and how much
//! the move loses. The table holds how often each category occurs in the games of many made players.
//! By Bayes' theorem, with all of them equally likely at first, the moves say how likely each is; the
//! level is the geometric mean of their points.

use libm::{exp, log};

use super::table::KnownPlayer;

/// Nothing is said about a player before this many moves.
pub const LEAST_MOVES: usize = 30;

/// The number of [categories](category).
pub const CATEGORIES: usize = PHASES * 2 * LOSSES;

/// The phases of a game by the sum of the tiles.
const PHASES: usize = 3;

/// The losses in percent that divide the categories.
const DIVIDERS: [f32; LOSSES - 1] = [0.02, 0.3, 1.0, 3.0, 10.0];
/// The number of ranges of losses.
pub const LOSSES: usize = 6;

/// What counts of a move of a player. Moves without a choice do not count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedMove {
    /// The loss by the judge, in percent.
    pub loss: f32,
    /// The number of possible moves, 2 to 4.
    pub legal: u8,
    /// The sum of the tiles before the move.
    pub tiles: u32,
}

/// An estimate of a player's level, in points that he usually makes of a new game.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(target_arch = "wasm32", derive(serde::Serialize))]
pub struct LevelEstimate {
    /// The geometric mean.
    pub points: f64,
    /// One in ten such players is below this.
    pub low: f64,
    /// One in ten such players is above this.
    pub high: f64,
}

/// The category of a move.
#[must_use]
pub fn category(played: &PlayedMove) -> usize {
    let phase = match played.tiles {
        0..150 => 0,
        150..700 => 1,
        _ => PHASES - 1,
    };
    let loss = DIVIDERS.iter().filter(|&&divider| played.loss >= divider).count();
    (phase * 2 + usize::from(played.legal > 2)) * LOSSES + loss
}

/// How often each category occurs.
#[must_use]
pub fn counts(moves: &[PlayedMove]) -> [u32; CATEGORIES] {
    let mut counts = [0; CATEGORIES];
    moves.iter().for_each(|played| counts[category(played)] += 1);
    counts
}

pub(super) fn estimate(players: &[KnownPlayer], moves: &[PlayedMove]) -> Option<LevelEstimate> {
    if moves.len() < LEAST_MOVES || players.is_empty() {
        return None;
    }
    let counts = counts(moves);
    let likelihood = |player: &KnownPlayer| -> f64 {
        let logs = player.shares.iter().map(|&share| log(share));
        logs.zip(counts).map(|(log, count)| f64::from(count) * log).sum()
    };
    let logs: Vec<f64> = players.iter().map(likelihood).collect();
    let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut shares: Vec<(f64, f64)> =
        players.iter().zip(logs).map(|(player, log)| (player.points, exp(log - largest))).collect();
    shares.sort_by(|one, other| one.0.total_cmp(&other.0));
    let total: f64 = shares.iter().map(|share| share.1).sum();
    let quantile = |part: f64| {
        let mut left = part * total;
        let found = shares.iter().find(|share| {
            left -= share.1;
            left <= 0.0
        });
        found.or(shares.last()).map_or(0.0, |share| share.0)
    };
    let points =
        exp(shares.iter().map(|(points, share)| log(*points) * share).sum::<f64>() / total);
    Some(LevelEstimate { points, low: quantile(0.1).min(points), high: quantile(0.9).max(points) })
}
