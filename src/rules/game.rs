//! A running game: board, score, moves, undo and redo.
//!
//! The start, the seed and the moves determine a game, so its record ([`super::record`]) holds only
//! these. The record of a game that was played elsewhere also holds its spawns.

use super::{Direction, Grid, GridError, MAX_SCORE, Spawn, WINNING_RANK, spawn_for};
use std::fmt;

/// How one tile moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileMove {
    /// The cell before the move.
    pub from: usize,
    /// The cell after the move.
    pub to: usize,
    /// The rank before the move.
    pub rank: u8,
    /// Whether the tile merged with the other tile that has the same `to`.
    pub merged: bool,
}

/// A move with its effects, as needed to draw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub direction: Direction,
    /// The points of the move.
    pub reward: u64,
    /// The score after the move.
    pub score: u64,
    /// Every tile that was on the board, including tiles that stayed.
    pub moves: Vec<TileMove>,
    /// The tile that spawned.
    pub spawn: Spawn,
}

/// Whether a game can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A move is possible.
    Playing,
    /// The player has reached 2048 and must decide whether to play on, even if no move is possible.
    Won,
    /// No move is possible.
    Over,
}

/// Why a move was refused; the game is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayError {
    /// The move changes nothing on this board.
    NoChange(Direction),
    /// The game is won and [`Game::keep_going`] was not called.
    Won,
    /// This spawn is not possible after the move: the rank is not 1 or 2, or the cell is not empty.
    Spawn(Spawn),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoChange(direction) => {
                write!(f, "the move must change the board, and {direction} does not")
            }
            Self::Won => f.write_str("the game is won: call keep_going to play on"),
            Self::Spawn(Spawn { rank, .. }) if !is_spawn_rank(*rank) => {
                write!(f, "the rank of a new tile must be 1 (a 2) or 2 (a 4), got {rank}")
            }
            Self::Spawn(Spawn { cell, .. }) => {
                write!(f, "the cell of a new tile must be empty after the move, got cell {cell}")
            }
        }
    }
}

impl std::error::Error for PlayError {}

/// A running game.
///
/// ```
/// use afterstate::rules::{Direction, Game};
///
/// let mut game = Game::from_position("2 2 / . 4".parse()?, 0, 7);
/// let step = game.play(Direction::Left)?;
/// assert_eq!((step.reward, game.score(), game.moves()), (4, 4, 1));
/// assert_eq!(Game::from_text(&game.to_text())?, game);
/// assert!(game.undo() && game.score() == 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub(super) origin: Origin,
    pub(super) seed: u64,
    pub(super) moves: Vec<Direction>, // moves made, then moves that can be redone
    pub(super) spawns: Vec<Spawn>,    // the tile that appeared after each of these moves
    pub(super) own_spawns: bool,      // whether a spawn came from the caller and not from the seed
    pub(super) past: Vec<ScoredGrid>, // the board before each move made
    pub(super) now: ScoredGrid,
    pub(super) keep_going: bool,
}

/// Where a game starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// An empty board on which two tiles spawn.
    Empty { rows: usize, cols: usize },
    /// A position that was set up.
    Set(ScoredGrid),
}

/// A board and its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScoredGrid {
    pub grid: Grid,
    pub score: u64,
}

/// Spawns before the first move.
const OPENING_SPAWNS: u64 = 2;

impl Game {
    /// A new game: two tiles spawn on an empty board.
    ///
    /// # Errors
    /// [`GridError::Size`] if a side is not from 2 to 9.
    pub fn new(rows: usize, cols: usize, seed: u64) -> Result<Self, GridError> {
        let mut grid = Grid::new(rows, cols)?;
        for index in 0..OPENING_SPAWNS {
            add_spawn(&mut grid, seed, index);
        }
        Ok(Self::at(Origin::Empty { rows, cols }, ScoredGrid { grid, score: 0 }, seed))
    }

    /// A new 4x4 game that goes on after 2048 without being asked, for programs that play.
    #[must_use]
    pub fn endless(seed: u64) -> Self {
        let mut game = Self::new(4, 4, seed).expect("4x4 is a size");
        game.keep_going();
        game
    }

    /// A new game with a random seed.
    ///
    /// # Errors
    /// [`GridError::Size`] if a side is not from 2 to 9.
    ///
    /// # Panics
    /// If the system has no source of randomness.
    pub fn random(rows: usize, cols: usize) -> Result<Self, GridError> {
        Self::new(rows, cols, random_seed())
    }

    /// A game that starts from a position, with a score of at most [`MAX_SCORE`]: a larger one
    /// becomes that. A 2048 tile already on the board does not win.
    #[must_use]
    pub fn from_position(grid: Grid, score: u64, seed: u64) -> Self {
        let start = ScoredGrid { grid, score: score.min(MAX_SCORE) };
        Self::at(Origin::Set(start), start, seed)
    }

    fn at(origin: Origin, now: ScoredGrid, seed: u64) -> Self {
        let keep_going = now.grid.max_rank() >= WINNING_RANK;
        let (moves, spawns, past) = (Vec::new(), Vec::new(), Vec::new());
        Self { origin, seed, moves, spawns, own_spawns: false, past, now, keep_going }
    }

    /// The board.
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        &self.now.grid
    }

    /// The sum of all rewards.
    #[must_use]
    pub const fn score(&self) -> u64 {
        self.now.score
    }

    /// The number of moves made; undone moves do not count.
    #[must_use]
    pub const fn moves(&self) -> usize {
        self.past.len()
    }

    /// The seed of the spawns.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The moves made, in order.
    #[must_use]
    pub fn history(&self) -> &[Direction] {
        &self.moves[..self.past.len()]
    }

    /// Whether the game can go on.
    #[must_use]
    pub fn status(&self) -> Status {
        if !self.keep_going && self.now.grid.max_rank() >= WINNING_RANK {
            Status::Won
        } else if self.is_over() {
            Status::Over
        } else {
            Status::Playing
        }
    }

    /// Whether no move is possible. Unlike the status, this does not depend on 2048.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.now.grid.is_over()
    }

    /// Lets the game go on past 2048. If called before 2048 is reached, the game never stops there.
    pub fn keep_going(&mut self) {
        self.keep_going = true;
    }

    /// Makes a move: slide, then spawn. Undone moves can no longer be redone.
    ///
    /// # Errors
    /// [`PlayError`] if the move changes nothing or the game is won; the game is unchanged.
    pub fn play(&mut self, direction: Direction) -> Result<Step, PlayError> {
        self.make(direction, None)
    }

    /// Makes a move of a game that is played elsewhere, with the tile that appeared there.
    ///
    /// # Errors
    /// [`PlayError`] as for [`Self::play`], or if the spawn is not possible; the game is unchanged.
    pub fn play_with(&mut self, direction: Direction, spawn: Spawn) -> Result<Step, PlayError> {
        self.make(direction, Some(spawn))
    }

    /// Makes a move with this spawn, or with the seed's next one.
    pub(super) fn make(
        &mut self,
        direction: Direction,
        spawn: Option<Spawn>,
    ) -> Result<Step, PlayError> {
        let step = self.advance(direction, spawn)?;
        self.own_spawns |= spawn.is_some();
        let before = self.past.len() - 1;
        self.moves.truncate(before);
        self.spawns.truncate(before);
        self.moves.push(direction);
        self.spawns.push(step.spawn);
        Ok(step)
    }

    /// Undoes the last move; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        self.now = before;
        true
    }

    /// Redoes the move that was undone last, with the same spawn; `None` if there is none.
    pub fn redo(&mut self) -> Option<Step> {
        let index = self.past.len();
        let (direction, spawn) = (*self.moves.get(index)?, *self.spawns.get(index)?);
        // Cannot fail: the move was possible here before.
        self.advance(direction, Some(spawn)).ok()
    }

    /// Whether there is a move to undo.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is a move to redo.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.past.len() < self.moves.len()
    }

    /// Slides and adds this spawn, or the seed's next one, without changing the list of moves.
    fn advance(&mut self, direction: Direction, spawn: Option<Spawn>) -> Result<Step, PlayError> {
        if self.status() == Status::Won {
            return Err(PlayError::Won);
        }
        let mut moves = Vec::with_capacity(self.now.grid.cells());
        let after = self
            .now
            .grid
            .slide_with(direction, |tile| moves.push(tile))
            .ok_or(PlayError::NoChange(direction))?;
        let mut grid = after.board;
        let spawn = match spawn {
            None => add_spawn(&mut grid, self.seed, OPENING_SPAWNS + self.past.len() as u64),
            Some(spawn) if is_spawn_rank(spawn.rank) && is_empty(&grid, spawn.cell) => {
                grid.set(spawn.cell, spawn.rank);
                spawn
            }
            Some(spawn) => return Err(PlayError::Spawn(spawn)),
        };
        self.past.push(self.now);
        let score = (self.now.score + after.reward).min(MAX_SCORE);
        self.now = ScoredGrid { grid, score };
        Ok(Step { direction, reward: after.reward, score, moves, spawn })
    }
}

/// Adds the seed's spawn with this index to a board that has an empty cell.
fn add_spawn(grid: &mut Grid, seed: u64, index: u64) -> Spawn {
    grid.add_tile(spawn_for(seed, index, grid.empty_count()))
}

const fn is_spawn_rank(rank: u8) -> bool {
    matches!(rank, 1 | 2)
}

fn is_empty(grid: &Grid, cell: usize) -> bool {
    grid.ranks().get(cell) == Some(&0)
}

/// A seed from the system's source of randomness.
#[expect(clippy::expect_used, reason = "documented: without randomness there is no random seed")]
fn random_seed() -> u64 {
    getrandom::u64().expect("the system has no source of randomness")
}
