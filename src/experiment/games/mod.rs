//! Playing the games of a plan, one after the other or on threads.
//!
//! Two files with one signature: `rayon` where the feature `parallel` is on, else `serial`.

#[cfg(feature = "parallel")]
mod rayon;
#[cfg(not(feature = "parallel"))]
mod serial;

#[cfg(feature = "parallel")]
use rayon as way;
#[cfg(not(feature = "parallel"))]
use serial as way;

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
    way::run(plan, threads, watch)
}

/// A player for the plan's games; it starts each game anew.
fn player(plan: &Plan) -> Result<Box<dyn crate::strategy::Player>, ExperimentError> {
    Ok(plan.chosen.build((plan.rows, plan.cols), player_seed(plan.first_seed))?)
}

/// Plays one game and tells the watch.
fn play(
    plan: &Plan,
    player: &mut dyn crate::strategy::Player,
    index: u64,
    watch: &dyn Watch,
) -> Option<GameRecord> {
    let record = plan.play(player, plan.first_seed.wrapping_add(index), watch)?;
    watch.game_ended(&record);
    Some(record)
}
