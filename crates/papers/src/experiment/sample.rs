//! Numbers of many games, and games drawn from others. Here because this crate is compiled with
//! optimization in tests, too, and who simulates a verdict asks for them millions of times.

use rand::{Rng, rngs::Xoshiro256PlusPlus};

use super::GameRecord;

/// A number of a game.
pub type Value = fn(&GameRecord) -> f64;

/// The number of each game.
pub fn values(games: &[GameRecord], value: Value) -> Vec<f64> {
    games.iter().map(value).collect()
}

/// The number of games for which this holds.
pub fn count(games: &[GameRecord], holds: fn(&GameRecord) -> bool) -> usize {
    games.iter().filter(|game| holds(game)).count()
}

/// Draws so many games with replacement.
///
/// # Panics
/// If there are no games.
pub fn draw(
    random: &mut Xoshiro256PlusPlus,
    games: &[GameRecord],
    count: usize,
) -> Vec<GameRecord> {
    // In 64 bits, also where an index has 32.
    let index = |word: u64| ((word >> 32) * games.len() as u64) >> 32;
    (0..count).map(|_| games[index(random.next_u64()) as usize]).collect()
}
