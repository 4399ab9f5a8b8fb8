//! Games that measure a network: fixed seeds, a search with the network at its leaves.
//!
//! The seed of a game is its index and the table is emptied before each game, so threads change
//! nothing.

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

use afterstate::eval::Evaluator;
use afterstate::eval::cache::EvalCache;
use afterstate::search::Limits;
use afterstate_papers::experiment::{ExperimentError, GameRecord, GameSetup, share_out};
use afterstate_papers::players::expectimax::ExpectimaxPlayer;
use afterstate_papers::strategy::Player;
use afterstate_runs::progress::GameClock;

/// Bytes of a thread's table: 2^18 entries of 16 bytes.
const TABLE: usize = 4 << 20;

/// Plays the games of these seeds on `threads` threads, with a search under `limits`, and returns
/// them in the order of the seeds. They are the same each time, unless a limit is a time.
/// The games that are not over when `stop` becomes true are left out.
///
/// # Errors
/// If the threads cannot be started.
pub fn games<E: Evaluator>(
    evaluator: &E,
    limits: &Limits,
    seeds: RangeInclusive<u64>,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Vec<GameRecord>, ExperimentError> {
    let player = || -> Result<Box<dyn Player + '_>, ExperimentError> {
        Ok(if limits.ply > 1 {
            Box::new(ExpectimaxPlayer::new(EvalCache::new(evaluator), TABLE, *limits))
        } else {
            // No position occurs twice, so a table would not help.
            Box::new(ExpectimaxPlayer::new(evaluator, 0, *limits))
        })
    };
    let clock = GameClock::start().until(stop);
    share_out(seeds.end() - seeds.start() + 1, threads, player, |player, index| {
        let seed = seeds.start() + index;
        player.new_game(seed);
        GameSetup::RULES.play(player.as_mut(), seed, &clock)
    })
}
