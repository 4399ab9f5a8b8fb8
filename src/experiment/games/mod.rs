//! Playing many games, one after the other or on threads.
//!
//! Two files with one signature: `rayon` where the feature `parallel` is on, else `serial`.

#[cfg(feature = "parallel")]
mod rayon;
#[cfg(not(feature = "parallel"))]
mod serial;

#[cfg(feature = "parallel")]
pub use rayon::share_out;
#[cfg(not(feature = "parallel"))]
pub use serial::share_out;

use super::{ExperimentError, GameRecord, Plan, Watch, player_seed};

/// Plays a plan on `threads` threads (0: as many as there are) and gives the games in the order of
/// their seeds; games dropped because the watch stopped are missing.
///
/// Built without threads, or on a page's pool, `threads` has no effect.
pub fn run(
    plan: &Plan,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Vec<GameRecord>, ExperimentError> {
    plan.check()?;
    let player = || {
        let seed = player_seed(plan.first_seed);
        Ok(plan.chosen.build((plan.rows, plan.cols), seed)?)
    };
    share_out(plan.games, threads, player, |player, index| {
        let seed = plan.first_seed.wrapping_add(index);
        let record = plan.play(player.as_mut(), seed, watch)?;
        watch.game_ended(&record);
        Some(record)
    })
}
