//! Forecasts of people's games, and what their moves lose.
//!
//! The outlook forecasts games of the AI, which rescues nearly every board. Here the game goes on as
//! a person plays it, errors included:
//!
//! - The **judge** is a network that has learned the value of a strong player's moves with 5% random
//!   ones among them. It is the same for everybody: a weak judge would find nothing wrong, and losses
//!   by a judge of one's own could not be compared.
//! - The **forecast** is the final score of a player of some level. A level is a number: the points
//!   that such a player usually makes from a new game.
//! - The **level** of a player is estimated from their moves, and from the scores of their last
//!   games.
//!
//! `cargo lab people` fits the tables of forecast and level to games of programs that err;
//! docs/evidence/people.md compares them with other games.

mod file;
mod forecast;
mod level;
pub mod look;
mod table;

#[cfg(test)]
mod tests;

use crate::eval::ntuple::{Model, ModelError};
use crate::rules::{Board, Direction, Grid, PackError, pack};

pub use file::write;
pub use forecast::{Features, Forecast, LARGEST_RANK};
pub use level::{
    CATEGORIES, KnownPlayer, LEAST_MOVES, LEVEL_PHASES, LevelEstimate, PlayedMove, SHARES,
    category, counts, log_score,
};
pub use table::{LevelTable, PeopleTable};

/// The share of errors of the player whose value the judge has learned.
pub const JUDGE_ERRORS: f32 = 0.05;

/// A choice matters if the worst possible move loses at least this, in percent.
pub const MATTERS: f32 = 2.0;

/// A good move gives away at most this share of what is at stake: of the loss of the worst move.
pub const GOOD_SHARE: f32 = 0.25;

/// The judge's network reads larger ranks as the same, so boards are downgraded from here.
const DOWNGRADE_FROM: u8 = 14;

/// The judge, and the tables of the forecast and of the level.
#[derive(Clone, Debug)]
pub struct People {
    network: Model,
    table: PeopleTable,
    checksum: u32,
}

/// The judge's opinion of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgment {
    /// Each move by direction; `None` if it is not possible.
    pub moves: [Option<JudgedMove>; 4],
    /// What is at stake: the loss of the worst possible move, in percent.
    pub stake: f32,
}

/// The judge's opinion of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedMove {
    /// The points that the judge makes with this move from here to the end of the game.
    pub value: f32,
    /// The share of the best move's value that this move gives away, in percent from 0 to 100.
    pub loss: f32,
}

impl Judgment {
    /// Whether the choice matters. Only such boards count for the accuracy of a player.
    #[must_use]
    pub fn matters(&self) -> bool {
        self.stake >= MATTERS
    }

    /// Whether a move with this loss is good: it keeps most of what is at stake, or nothing is.
    #[must_use]
    pub fn is_good(&self, loss: f32) -> bool {
        !self.matters() || loss <= GOOD_SHARE * self.stake
    }
}

impl People {
    /// From the network of the judge and the tables.
    #[must_use]
    pub fn new(network: Model, table: PeopleTable) -> Self {
        People { network, table, checksum: 0 }
    }

    /// Reads the bytes of models/people.bin.
    ///
    /// # Errors
    /// [`ModelError`] if they are not a file of this version, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, ModelError> {
        file::read(bytes)
    }

    /// The tables.
    #[must_use]
    pub fn table(&self) -> &PeopleTable {
        &self.table
    }

    /// The network of the judge.
    #[must_use]
    pub fn network(&self) -> &Model {
        &self.network
    }

    /// The checksum of its file, which identifies it; 0 if it was not read from one.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        self.checksum
    }

    /// What the judge makes with each move of a 4x4 board, one step of look-ahead from it.
    ///
    /// # Errors
    /// [`PackError`] if the board is not 4x4, or has tiles that are too large.
    pub fn judge(&self, grid: &Grid) -> Result<Judgment, PackError> {
        Ok(self.judge_board(pack(grid, DOWNGRADE_FROM)?))
    }

    fn judge_board(&self, board: Board) -> Judgment {
        let follows = look::look_ahead(&self.network, board);
        let values = follows.map(|found| Some(found?.value(JUDGE_ERRORS)));
        let best = values.into_iter().flatten().fold(0.0_f32, f32::max);
        let loss = |value: f32| if best > 0.0 { 100.0 * (best - value) / best } else { 0.0 };
        let moves = values.map(|value| value.map(|value| JudgedMove { value, loss: loss(value) }));
        let stake = moves.iter().flatten().fold(0.0, |most: f32, judged| most.max(judged.loss));
        Judgment { moves, stake }
    }

    /// What counts of a move for the level of its player; `None` where there was no choice.
    ///
    /// # Errors
    /// [`PackError`] if the board is not 4x4, or has tiles that are too large.
    pub fn observe(
        &self,
        grid: &Grid,
        direction: Direction,
    ) -> Result<Option<PlayedMove>, PackError> {
        let judgment = self.judge(grid)?;
        let has_choice = judgment.moves.iter().flatten().count() > 1;
        let tiles = grid.ranks().iter().map(|&rank| if rank == 0 { 0 } else { 1 << rank }).sum();
        Ok(judgment.moves[direction.index()].filter(|_| has_choice).map(|judged| PlayedMove {
            loss: judged.loss,
            stake: judgment.stake,
            tiles,
        }))
    }

    /// The level of the player of these moves, and of finished games with these scores; `None` for
    /// fewer than [`LEAST_MOVES`] and no finished game.
    #[must_use]
    pub fn level(&self, moves: &[PlayedMove], scores: &[u64]) -> Option<LevelEstimate> {
        level::estimate(&self.table.players, moves, scores)
    }

    /// What a player of this level makes of a board: the points at the end of the game, and the
    /// chances of the next tiles. `level`: the points that they usually make of a new game. `None`
    /// if the board is not 4x4, is empty, or has a tile above [`LARGEST_RANK`].
    #[must_use]
    pub fn forecast(&self, grid: &Grid, score: u64, level: f64) -> Option<Forecast> {
        let features = self.features(grid)?;
        Some(self.table.forecast(&features, score as f64, level))
    }

    /// What a forecast depends on.
    #[must_use]
    pub fn features(&self, grid: &Grid) -> Option<Features> {
        if (grid.rows(), grid.cols()) != (4, 4) || !(1..=LARGEST_RANK).contains(&grid.max_rank()) {
            return None;
        }
        let board = pack(grid, DOWNGRADE_FROM).ok()?;
        let follows = look::look_ahead(&self.network, board);
        Some(Features::new(grid, follows))
    }
}
