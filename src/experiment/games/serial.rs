//! The games of a plan one after the other.

use super::{ExperimentError, GameRecord, Plan, Watch, play, player};

/// See [`super::run`].
pub fn run(
    plan: &Plan,
    _threads: usize,
    watch: &dyn Watch,
) -> Result<Vec<GameRecord>, ExperimentError> {
    let mut player = player(plan)?;
    Ok((0..plan.games).filter_map(|index| play(plan, player.as_mut(), index, watch)).collect())
}
