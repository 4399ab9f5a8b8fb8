//! Experiments: seeded games of a strategy, and their statistics.
//!
//! The seeds of the games count up from the plan's first one. A game's seed also determines the
//! player's own random numbers, and a player starts each game without state from the last. So any
//! number of threads gives the same records except for their times, unless the player has a time
//! limit: then a game also depends on the machine and its load.

pub mod csv;
mod games;
pub mod histogram;
mod missing;
pub mod name;
pub mod raw;
pub mod sample;
mod setup;
mod shard;
pub mod statistics;
pub mod table;

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use crate::players::Chosen;
use crate::strategy::{CatalogError, Player};
use afterstate::rules::{Grid, GridError};

pub use games::{run, share_out};
pub use missing::Missing;
pub use setup::{GameSetup, SpawnLaw};
pub use shard::Shard;
pub use statistics::Statistics;

/// The games of an experiment.
///
/// ```
/// use afterstate_papers::experiment::{GameRecord, Observer, Plan, SpawnLaw, Statistics, run};
///
/// /// Measures no time and never stops.
/// struct NoClock;
///
/// impl Observer for NoClock {
///     fn seconds(&self) -> f64 {
///         0.0
///     }
/// }
///
/// let plan = Plan {
///     chosen: "greedy".parse()?,
///     rows: 4,
///     cols: 4,
///     games: 20,
///     first_seed: 1,
///     end_at: None,
///     spawns: SpawnLaw::Rules,
/// };
/// let games: Vec<GameRecord> = run(&plan, 2, &NoClock)?;
/// let statistics = Statistics::of(&games).expect("some games");
/// println!("{:.0} ± {:.0} points", statistics.mean_score, statistics.interval);
/// assert_eq!(games, run(&plan, 1, &NoClock)?, "threads change nothing");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The strategy with its settings.
    pub chosen: Chosen,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// The number of games.
    pub games: u64,
    /// The seed of the first game; the others follow.
    pub first_seed: u64,
    /// Games end at a tile of this rank (11 for 2048); if `None`, when no move is possible.
    pub end_at: Option<u8>,
    /// How often 4s spawn.
    pub spawns: SpawnLaw,
}

/// One game of an experiment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameRecord {
    /// The seed.
    pub seed: u64,
    /// The final score.
    pub score: u64,
    /// The rank of the largest tile.
    pub largest_rank: u8,
    /// The number of moves.
    pub moves: u64,
    /// Seconds the game took, in whole microseconds as files hold them; see
    /// [`round_to_microseconds`].
    pub seconds: f64,
    /// Nodes of all its searches, if the player counts them.
    pub nodes: Option<u64>,
}

/// Observes an experiment and can stop it. Called from any thread.
pub trait Observer: Sync {
    /// Called after each game.
    fn game_ended(&self, record: &GameRecord) {
        let _ = record;
    }

    /// Whether to stop; called before each move. Unfinished games are dropped.
    fn stopped(&self) -> bool {
        false
    }

    /// Seconds since a fixed moment, for the times of the records.
    fn seconds(&self) -> f64;
}

/// Why an experiment cannot run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ExperimentError {
    /// The board size is invalid.
    #[error(transparent)]
    Board(#[from] GridError),
    /// The strategy does not play the board, or its settings are invalid.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// There are no games, or their seeds exceed 2^64 - 1.
    #[error(
        "there must be at least 1 game, and seeds must be at most 2^64 - 1; got {games} games from seed {first}"
    )]
    Seeds {
        /// The seed of the first game.
        first: u64,
        /// The number of games.
        games: u64,
    },
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(String),
}

/// The seeds of this many games, from the first one up.
///
/// # Errors
/// [`ExperimentError::Seeds`] if `games` is 0 or the last seed exceeds 2^64 - 1.
pub fn seeds(first: u64, games: u64) -> Result<RangeInclusive<u64>, ExperimentError> {
    let last = games.checked_sub(1).and_then(|more| first.checked_add(more));
    Ok(first..=last.ok_or(ExperimentError::Seeds { first, games })?)
}

impl Plan {
    /// Checks the plan.
    ///
    /// # Errors
    /// [`ExperimentError`] if the size of the board or the seeds are invalid, or the strategy does
    /// not play the board.
    pub fn check(&self) -> Result<(), ExperimentError> {
        Grid::new(self.rows, self.cols)?;
        self.seeds()?;
        Ok(self.chosen.strategy.check_board(self.rows, self.cols)?)
    }

    /// The name of the games in tables and files; see [`name`].
    pub fn name(&self) -> String {
        name::write(&self.chosen, self.spawns)
    }

    /// The seeds of the games.
    ///
    /// # Errors
    /// [`ExperimentError::Seeds`], as for [`seeds`].
    pub fn seeds(&self) -> Result<RangeInclusive<u64>, ExperimentError> {
        seeds(self.first_seed, self.games)
    }

    /// Plays the game of one seed; `None` if the observer stopped it.
    pub fn play(
        &self,
        player: &mut dyn Player,
        seed: u64,
        observer: &dyn Observer,
    ) -> Option<GameRecord> {
        player.new_game(player_seed(seed));
        self.game_setup().play(player, seed, observer)
    }

    /// Plays from a position with the spawns of one seed; `None` if the observer stopped the game.
    /// Score and moves count from the position.
    pub fn play_on(
        &self,
        player: &mut dyn Player,
        from: Grid,
        seed: u64,
        observer: &dyn Observer,
    ) -> Option<GameRecord> {
        player.new_game(player_seed(seed));
        self.game_setup().play_on(player, from, seed, observer)
    }

    /// The setup of its games.
    pub fn game_setup(&self) -> GameSetup {
        let Plan { rows, cols, end_at, spawns, .. } = *self;
        GameSetup { rows, cols, end_at, spawns }
    }
}

/// Rounds seconds to whole microseconds. Files hold no more digits, so a table made from files is
/// the same to the last digit as one made at once.
pub fn round_to_microseconds(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

/// The seed of a player's own random numbers, which must not repeat those of the spawns. The
/// constant is the fraction of the square root of 3 in 64 bits.
pub fn player_seed(game_seed: u64) -> u64 {
    !game_seed.wrapping_mul(0xBB67_AE85_84CA_A73B)
}
