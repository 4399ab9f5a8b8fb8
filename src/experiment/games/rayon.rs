//! The games of a plan on a pool of threads, each with its own player.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{ExperimentError, GameRecord, Plan, Watch, play, player};

/// See [`super::run`].
pub fn run(
    plan: &Plan,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Vec<GameRecord>, ExperimentError> {
    let next = AtomicU64::new(0);
    let games = Mutex::new(Vec::new());
    // Each thread takes the next game when it has finished one, for games differ in length.
    let thread = || -> Result<(), ExperimentError> {
        let mut player = player(plan)?;
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= plan.games {
                return Ok(());
            }
            let game = play(plan, player.as_mut(), index, watch);
            games.lock().unwrap_or_else(|broken| broken.into_inner()).extend(game);
        }
    };
    if threads == 1 {
        thread()?;
    } else if cfg!(target_arch = "wasm32") || threads == 0 {
        rayon::broadcast(|_| thread()).into_iter().collect::<Result<(), _>>()?;
    } else {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| ExperimentError::Threads(error.to_string()))?;
        pool.broadcast(|_| thread()).into_iter().collect::<Result<(), _>>()?;
    }
    let mut games = games.into_inner().unwrap_or_else(|broken| broken.into_inner());
    games.sort_by_key(|game: &GameRecord| game.seed.wrapping_sub(plan.first_seed));
    Ok(games)
}
