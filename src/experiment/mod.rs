//! Experiments: many seeded games of one strategy, and what they say.
//!
//! Holds: one seeded game ([`GameSetup`]), the plan of an experiment ([`Plan`]), playing it on any
//! number of threads ([`run`], [`share_out`]), its games as records ([`GameRecord`]), their
//! statistics, tables, raw form and histograms, and the comparison with the few games of a document
//! ([`chance`]). Leaves out: files, printing, JavaScript.
//!
//! The seed of a game is its index, counted from the plan's first seed; spawns follow the rules'
//! spawn law and the player's own random numbers a seed derived from the game's. A player is told
//! to forget before each game. So a game depends on its seed alone, and any number of threads gives
//! the same records but for their seconds.

pub mod chance;
mod games;
pub mod histogram;
pub mod raw;
mod setup;
pub mod statistics;
pub mod table;

#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::Range;

use crate::players::Chosen;
use crate::rules::{Grid, GridError};
use crate::strategy::{CatalogueError, Player};

pub use games::{run, share_out};
pub use setup::{GameSetup, SpawnLaw};
pub use statistics::Statistics;

/// What to play.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The strategy with its settings.
    pub chosen: Chosen,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// How many games.
    pub games: u64,
    /// The seed of the first game; the others follow.
    pub first_seed: u64,
    /// Games end when a tile of this rank is made (11 for 2048); none plays on until no move is
    /// possible.
    pub end_at: Option<u8>,
    /// How often fours appear.
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
    /// Moves made.
    pub moves: u64,
    /// Seconds the game took.
    pub seconds: f64,
}

/// Who watches an experiment: is told of each game and may stop it. Called from any thread.
pub trait Watch: Sync {
    /// A game has ended.
    fn game_ended(&self, record: &GameRecord) {
        let _ = record;
    }

    /// Whether to stop: asked before each move. Games under way are dropped, ended ones kept.
    fn stopped(&self) -> bool {
        false
    }

    /// Seconds since any fixed moment; the records' times come from here.
    fn seconds(&self) -> f64;
}

/// Why an experiment cannot be run.
#[derive(Clone, Debug, PartialEq)]
pub enum ExperimentError {
    /// The board is not one the rules know.
    Board(GridError),
    /// The strategy does not play the board, or its settings are wrong.
    Catalogue(CatalogueError),
    /// Seeds count up beyond the last there is.
    Seeds,
    /// Threads could not be started.
    Threads(String),
}

impl fmt::Display for ExperimentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExperimentError::Board(error) => error.fmt(f),
            ExperimentError::Catalogue(error) => error.fmt(f),
            ExperimentError::Seeds => f.write_str("seeds end at 2^64 - 1"),
            ExperimentError::Threads(why) => write!(f, "threads could not be started: {why}"),
        }
    }
}

impl std::error::Error for ExperimentError {}

impl From<GridError> for ExperimentError {
    fn from(error: GridError) -> Self {
        ExperimentError::Board(error)
    }
}

impl From<CatalogueError> for ExperimentError {
    fn from(error: CatalogueError) -> Self {
        ExperimentError::Catalogue(error)
    }
}

/// The seeds of so many games, counted up from the first.
///
/// # Errors
/// If they would end beyond 2^64 - 1.
pub fn seeds(first: u64, games: u64) -> Result<Range<u64>, ExperimentError> {
    let end = first.checked_add(games).ok_or(ExperimentError::Seeds)?;
    Ok(first..end)
}

impl Plan {
    /// Says what is wrong with the plan before anything is played.
    pub fn check(&self) -> Result<(), ExperimentError> {
        Grid::new(self.rows, self.cols)?;
        self.seeds()?;
        Ok(self.chosen.strategy.check_board(self.rows, self.cols)?)
    }

    /// The seeds of its games.
    ///
    /// # Errors
    /// See [`seeds`].
    pub fn seeds(&self) -> Result<Range<u64>, ExperimentError> {
        seeds(self.first_seed, self.games)
    }

    /// Plays the game of one seed; none when the watch stopped it.
    pub fn play(
        &self,
        player: &mut dyn Player,
        seed: u64,
        watch: &dyn Watch,
    ) -> Option<GameRecord> {
        player.new_game(player_seed(seed));
        self.game_setup().play(seed, watch, |grid| player.choose(grid).best)
    }

    /// Plays on from a position of the plan's board with the spawns of one seed; none when the
    /// watch stopped it. Score and moves count from there.
    pub fn play_on(
        &self,
        player: &mut dyn Player,
        from: Grid,
        seed: u64,
        watch: &dyn Watch,
    ) -> Option<GameRecord> {
        player.new_game(player_seed(seed));
        self.game_setup().play_on(from, seed, watch, |grid| player.choose(grid).best)
    }

    fn game_setup(&self) -> GameSetup {
        let Plan { rows, cols, end_at, spawns, .. } = *self;
        GameSetup { rows, cols, end_at, spawns }
    }
}

/// The seed of a player's own random numbers in the game of a seed: another stream than the spawns.
/// The constant is the fraction of the square root of 3 in 64 bits.
pub fn player_seed(game_seed: u64) -> u64 {
    !game_seed.wrapping_mul(0xBB67_AE85_84CA_A73B)
}
