//! The level of a player, estimated from their moves and the scores of their last games.
//!
//! Each move falls into a category: how far the game is, how much is at stake, and how much of it the
//! move gives away. The table holds how often each category occurs in the games of many
//! simulated players, and how their scores vary. By Bayes' theorem, moves and scores say how likely each
//! of them is; the level is the geometric mean of their points. Scores say more than moves: a game's
//! first sixty moves tell weak players hardly apart.

use libm::{exp, log};

/// Without a finished game, there is no estimate of a player's level before this many moves.
pub const LEAST_MOVES: usize = 30;

/// The number of [categories](category).
pub const CATEGORIES: usize = LEVEL_PHASES * STAKES * SHARES;

/// A simulated player that moves are compared with.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownPlayer {
    /// The points that this player makes of a new game, on average.
    pub points: f64,
    /// How likely such a player is before anything is known.
    pub weight: f64,
    /// The mean logarithm of their scores.
    pub score: f64,
    /// The standard deviation of the logarithm of their scores.
    pub spread: f64,
    /// The share of their moves in each [category](super::category), all above 0.
    pub shares: Vec<f64>,
}

/// The sums of the tiles that divide the phases of a game.
const PHASE_DIVIDERS: [u32; LEVEL_PHASES - 1] = [40, 80, 150, 700];
/// The number of phases.
pub const LEVEL_PHASES: usize = 5;

/// The stakes in percent that divide the categories.
const STAKE_DIVIDERS: [f32; STAKES - 1] = [0.5, 2.0];
const STAKES: usize = 3;

/// The shares of the stake that divide the categories.
const SHARE_DIVIDERS: [f32; SHARES - 1] = [1e-4, 0.25, 0.6, 0.999];
/// The number of ranges of shares, from best to worst.
pub const SHARES: usize = 5;

/// Moves of one player depend on each other, and no person plays like a simulated player: each
/// counts only as this part of one.
const MOVE_COUNTS: f64 = 0.5;

/// All moves together count as at most so many: with more, players whom no known player is like are
/// estimated worse, and scores correct it late.
const MOST_COUNTED: f64 = 10.0;

/// What counts of a move of a player. Moves without a choice do not count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedMove {
    /// The loss by the judge, in percent.
    pub loss: f32,
    /// The loss of the worst possible move, in percent.
    pub stake: f32,
    /// The sum of the tiles before the move.
    pub tiles: u32,
}

/// An estimate of a player's level, in points that they usually make of a new game.
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
    let phase = PHASE_DIVIDERS.iter().filter(|&&divider| played.tiles >= divider).count();
    let stake = STAKE_DIVIDERS.iter().filter(|&&divider| played.stake >= divider).count();
    let lost = if played.stake > 0.0 { played.loss / played.stake } else { 0.0 };
    let share = SHARE_DIVIDERS.iter().filter(|&&divider| lost >= divider).count();
    (phase * STAKES + stake) * SHARES + share
}

/// How often each category occurs.
#[must_use]
pub fn counts(moves: &[PlayedMove]) -> [u32; CATEGORIES] {
    let mut counts = [0; CATEGORIES];
    moves.iter().for_each(|played| counts[category(played)] += 1);
    counts
}

/// The logarithm of a score; scores below 50 count as 50.
#[must_use]
pub fn log_score(score: u64) -> f64 {
    log(score.max(50) as f64)
}

pub(super) fn estimate(
    players: &[KnownPlayer],
    moves: &[PlayedMove],
    scores: &[u64],
) -> Option<LevelEstimate> {
    if (moves.len() < LEAST_MOVES && scores.is_empty()) || players.is_empty() {
        return None;
    }
    let counts = counts(moves);
    let counted = MOVE_COUNTS.min(MOST_COUNTED / moves.len().max(1) as f64);
    let likelihood = |player: &KnownPlayer| -> f64 {
        let logs = player.shares.iter().map(|&share| log(share));
        let by_moves: f64 = logs.zip(counts).map(|(log, count)| f64::from(count) * log).sum();
        let by_score = |&score: &u64| {
            let off = (log_score(score) - player.score) / player.spread;
            -off * off / 2.0 - log(player.spread)
        };
        log(player.weight) + counted * by_moves + scores.iter().map(by_score).sum::<f64>()
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
