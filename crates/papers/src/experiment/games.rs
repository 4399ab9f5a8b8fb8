//! Plays many games, on several threads with the feature `parallel`.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::{ExperimentError, GameRecord, Observer, Plan, player_seed};
use afterstate::search::parallel;

/// Plays a plan on `threads` threads (0 for all of the machine) and returns the games in the order
/// of their seeds, without those that the observer stopped.
///
/// Builds without threads ignore `threads`. In a browser it only matters whether it is 1, which
/// starts no other thread.
///
/// # Errors
/// As for [`Plan::check`], or if the threads cannot start.
pub fn run(
    plan: &Plan,
    threads: usize,
    observer: &dyn Observer,
) -> Result<Vec<GameRecord>, ExperimentError> {
    plan.check()?;
    let seeds = plan.seeds()?;
    let player = || {
        let seed = player_seed(plan.first_seed);
        Ok(plan.chosen.build((plan.rows, plan.cols), seed)?)
    };
    share_out(plan.games, threads, player, |player, index| {
        let record = plan.play(player.as_mut(), seeds.start() + index, observer)?;
        observer.game_ended(&record);
        Some(record)
    })
}

/// The results of `play` for all indices below `count`, in order. `None` from `play` ends its thread: an
/// observer has stopped the games.
///
/// Each of `threads` threads (0 for all of the machine), but at most `count`, makes a player and
/// takes the next index when it has finished one, because games differ in length. A player does all
/// its work on its thread, so that no other game counts for its time. Only a single game may use
/// the other threads.
///
/// # Errors
/// The first of `player`, or if the threads cannot start.
pub fn share_out<P, R: Send>(
    count: u64,
    threads: usize,
    player: impl Fn() -> Result<P, ExperimentError> + Sync,
    play: impl Fn(&mut P, u64) -> Option<R> + Sync,
) -> Result<Vec<R>, ExperimentError> {
    let next = AtomicU64::new(0);
    let results = Mutex::new(Vec::new());
    let games = || -> Result<(), ExperimentError> {
        let mut player = player()?;
        loop {
            let index = next.fetch_add(1, Relaxed);
            if index >= count {
                return Ok(());
            }
            // Without this a stopped run would still begin every game, however many there are.
            let Some(result) = play(&mut player, index) else { return Ok(()) };
            results.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
        }
    };
    let thread = || if count > 1 { parallel::alone(games) } else { games() };
    // No more threads than games, and none of them 0, which would be all.
    let most = usize::try_from(count).map_or(threads, |count| count.max(1));
    parallel::on_each_thread(threads.min(most), thread)
        .map_err(ExperimentError::Threads)?
        .into_iter()
        .collect::<Result<(), _>>()?;
    let mut results: Vec<(u64, R)> = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|&(index, _)| index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}
