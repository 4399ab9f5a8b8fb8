//! Experiments: many seeded games of one strategy, and what they say.
//!
//! Holds: the plan of an experiment ([`Plan`]), playing it on any number of threads ([`run`]), its
//! games as records ([`GameRecord`]), their statistics, tables, raw form and histograms, and the
//! comparison with the few games of a document ([`chance`]). Leaves out: files, printing,
//! JavaScript.
//!
//! The seed of a game is its index, counted from the plan's first seed; spawns follow the rules'
//! spawn law and the player's own random numbers a seed derived from the game's. A player is told
//! to forget before each game. So a game depends on its seed alone, and any number of threads gives
//! the same records but for their seconds.

pub mod chance;
mod games;
pub mod histogram;
pub mod raw;
pub mod statistics;
pub mod table;

#[cfg(test)]
mod tests;

use std::fmt;

use crate::rules::{Grid, GridError, spawn_for};
use crate::strategy::{CatalogueError, Chosen, Player};

pub use games::run;
pub use statistics::Statistics;

/// How often a tile that appears is a 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum SpawnLaw {
    /// The rules' law: one in ten.
    #[default]
    Rules,
    /// Every other one, for documents whose programs may have drawn so. The cells are those of the
    /// rules' law.
    Even,
}

impl SpawnLaw {
    /// The spawn number `index` of a game on a board with `empties` empty cells; see
    /// `rules::spawn_for`.
    fn spawn(self, seed: u64, index: u64, empties: usize) -> (usize, u8) {
        let (which, rank) = spawn_for(seed, index, empties);
        match self {
            SpawnLaw::Rules => (which, rank),
            // One of two cells of another seed's law is an even draw.
            SpawnLaw::Even => (which, 1 + spawn_for(player_seed(!seed), index, 2).0 as u8),
        }
    }
}

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
    /// Threads could not be started.
    Threads(String),
}

impl fmt::Display for ExperimentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExperimentError::Board(error) => error.fmt(f),
            ExperimentError::Catalogue(error) => error.fmt(f),
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

impl Plan {
    /// Says what is wrong with the plan before anything is played.
    pub fn check(&self) -> Result<(), ExperimentError> {
        Grid::new(self.rows, self.cols)?;
        Ok(self.chosen.strategy.check_board(self.rows, self.cols)?)
    }

    /// Plays the game of one seed; none when the watch stopped it.
    pub fn play(
        &self,
        player: &mut dyn Player,
        seed: u64,
        watch: &dyn Watch,
    ) -> Option<GameRecord> {
        let started = watch.seconds();
        player.new_game(player_seed(seed));
        let mut grid = Grid::new(self.rows, self.cols).ok()?;
        let (mut spawns, mut score, mut moves) = (0, 0, 0);
        for _ in 0..2 {
            self.spawn(&mut grid, seed, &mut spawns);
        }
        loop {
            if watch.stopped() {
                return None;
            }
            if self.end_at.is_some_and(|rank| grid.max_rank() >= rank) {
                break;
            }
            let Some(moved) = player.choose(&grid).best.and_then(|best| grid.slide(best)) else {
                break;
            };
            grid = moved.board;
            score += moved.reward;
            moves += 1;
            self.spawn(&mut grid, seed, &mut spawns);
        }
        let seconds = watch.seconds() - started;
        Some(GameRecord { seed, score, largest_rank: grid.max_rank(), moves, seconds })
    }

    fn spawn(&self, grid: &mut Grid, seed: u64, spawns: &mut u64) {
        let (which, rank) = self.spawns.spawn(seed, *spawns, grid.empty_count());
        let cell = grid.empty_cells().nth(which);
        grid.set(cell.expect("a slide that changed something leaves an empty cell"), rank);
        *spawns += 1;
    }
}

/// The seed of a player's own random numbers in the game of a seed: another stream than the spawns.
/// The constant is the fraction of the square root of 3 in 64 bits.
pub fn player_seed(game_seed: u64) -> u64 {
    !game_seed.wrapping_mul(0xBB67_AE85_84CA_A73B)
}
