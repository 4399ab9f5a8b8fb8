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
    play(plan, plan.games, |index| seeds.start() + index, threads, observer)
}

/// The same for these seeds instead of all seeds of the plan.
pub fn run_seeds(
    plan: &Plan,
    seeds: &[u64],
    threads: usize,
    observer: &dyn Observer,
) -> Result<Vec<GameRecord>, ExperimentError> {
    play(plan, seeds.len() as u64, |index| seeds[index as usize], threads, observer)
}

fn play(
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
