//! Games one after the other.

use super::ExperimentError;

/// The results of `play` for all indices below `count`, in order and without `None`, with one
/// player.
pub fn share_out<P, R>(
    count: u64,
    _threads: usize,
    player: impl Fn() -> Result<P, ExperimentError>,
    play: impl Fn(&mut P, u64) -> Option<R>,
) -> Result<Vec<R>, ExperimentError> {
    let mut player = player()?;
    Ok((0..count).filter_map(|index| play(&mut player, index)).collect())
}
