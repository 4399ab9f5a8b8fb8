//! Plays many games: on threads with the feature `parallel`, else one after the other.

#[cfg(feature = "parallel")]
mod rayon;
#[cfg(not(feature = "parallel"))]
mod serial;

#[cfg(feature = "parallel")]
pub use rayon::share_out;
#[cfg(not(feature = "parallel"))]
pub use serial::share_out;

use super::{ExperimentError, GameRecord, Observer, Plan, player_seed};

/// Plays a plan on `threads` threads (0 for all of the machine) and returns the games in the order
/// of their seeds, without those that the observer stopped.
///
/// Builds without threads ignore `threads`. In a browser it only matters whether it is 1, which
/// starts no other thread.
pub fn run(
    plan: &Plan,
    threads: usize,
    observer: &dyn Observer,
) -> Result<Vec<GameRecord>, ExperimentError> {
    let seeds = plan.seeds()?;
    run_seeds(plan, plan.games, |index| seeds.start() + index, threads, observer)
}

/// The same for `games` games, whose seeds `seed` returns for the indices from 0, instead of all
/// games of the plan.
pub fn run_seeds(
    plan: &Plan,
    games: u64,
    seed: impl Fn(u64) -> u64 + Sync,
    threads: usize,
    observer: &dyn Observer,
) -> Result<Vec<GameRecord>, ExperimentError> {
    plan.check()?;
    let player = || {
        let seed = player_seed(plan.first_seed);
        Ok(plan.chosen.build((plan.rows, plan.cols), seed)?)
    };
    share_out(games, threads, player, |player, index| {
        let record = plan.play(player.as_mut(), seed(index), observer)?;
        observer.game_ended(&record);
        Some(record)
    })
}
