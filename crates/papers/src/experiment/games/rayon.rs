//! Games on a pool of threads, each with its own player.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::ExperimentError;
use afterstate::search::parallel;

/// The results of `play` for all indices below `count`, in order and without `None`.
///
/// Each of `threads` threads (0 for all of the machine), but at most `count`, makes a player and
/// takes the next index when it has finished one, because games differ in length. A player does all
/// its work on its thread, so that no other game counts for its time. Only a single game may use
/// the other threads.
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
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return Ok(());
            }
            let result = play(&mut player, index).map(|result| (index, result));
            results.lock().unwrap_or_else(|broken| broken.into_inner()).extend(result);
        }
    };
    let thread = || if count > 1 { parallel::alone(games) } else { games() };
    if cfg!(target_arch = "wasm32") && threads == 1 {
        thread()?; // a browser cannot start another pool
    } else if cfg!(target_arch = "wasm32") || threads == 0 {
        rayon::broadcast(|_| thread()).into_iter().collect::<Result<(), _>>()?;
    } else {
        // 0 would be all cores.
        let threads = usize::try_from(count).map_or(threads, |count| threads.min(count)).max(1);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| ExperimentError::Threads(error.to_string()))?;
        pool.broadcast(|_| thread()).into_iter().collect::<Result<(), _>>()?;
    }
    let mut results: Vec<(u64, R)> =
        results.into_inner().unwrap_or_else(|broken| broken.into_inner());
    results.sort_by_key(|&(index, _)| index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}
