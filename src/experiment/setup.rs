//! One seeded game: its board, its spawn law and its end. The player is a function from board to
//! move.

use super::{GameRecord, Observer, player_seed, round_to_microseconds};
use crate::rules::{Afterstate, Direction, Grid, spawn_for};
use crate::strategy::Player;

/// How often a spawned tile is a 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum SpawnLaw {
    /// With probability 0.1, as in the rules.
    #[default]
    Rules,
    /// With probability 0.5, as perhaps in the programs of some papers. The cells are the same as
    /// with `Rules`.
    Even,
}

impl SpawnLaw {
    /// The spawn with this index on a board with `empties` empty cells; see `rules::spawn_for`.
    pub(super) fn spawn(self, seed: u64, index: u64, empties: usize) -> (usize, u8) {
        let (cell, rank) = spawn_for(seed, index, empties);
        match self {
            SpawnLaw::Rules => (cell, rank),
            // The choice of one of two cells with another seed is an even draw.
            SpawnLaw::Even => (cell, 1 + spawn_for(player_seed(!seed), index, 2).0 as u8),
        }
    }
}

/// The setup of a game, independent of the player and the seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSetup {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// The game ends at a tile of this rank; if `None`, when no move is possible.
    pub end_at: Option<u8>,
    /// How often 4s spawn.
    pub spawns: SpawnLaw,
}

impl GameSetup {
    /// The standard game: 4x4, to the last move.
    pub const RULES: GameSetup =
        GameSetup { rows: 4, cols: 4, end_at: None, spawns: SpawnLaw::Rules };

    /// Plays the game of one seed with the moves from `choose`; it also ends if `choose` returns
    /// `None`. Returns `None` if the observer stopped the game or the board size is invalid.
    pub fn play<O: Observer + ?Sized>(
        &self,
        seed: u64,
        observer: &O,
        choose: impl FnMut(&Grid) -> Option<Direction>,
    ) -> Option<GameRecord> {
        let mut grid = Grid::new(self.rows, self.cols).ok()?;
        self.spawn(&mut grid, seed, 0);
        self.spawn(&mut grid, seed, 1);
        self.play_on(grid, seed, observer, choose)
    }

    /// The same from a position. The next spawns are those of the seed's game after its first two;
    /// score and moves count from the position.
    pub fn play_on<O: Observer + ?Sized>(
        &self,
        grid: Grid,
        seed: u64,
        observer: &O,
        mut choose: impl FnMut(&Grid) -> Option<Direction>,
    ) -> Option<GameRecord> {
        self.play_moves(grid, seed, observer, |grid| choose(grid).and_then(|best| grid.slide(best)))
    }

    /// Plays the game of one seed by a player.
    pub fn play_by<O: Observer + ?Sized>(
        &self,
        player: &mut dyn Player,
        seed: u64,
        observer: &O,
    ) -> Option<GameRecord> {
        let mut grid = Grid::new(self.rows, self.cols).ok()?;
        self.spawn(&mut grid, seed, 0);
        self.spawn(&mut grid, seed, 1);
        self.play_on_by(player, grid, seed, observer)
    }

    /// The same from a position.
    pub fn play_on_by<O: Observer + ?Sized>(
        &self,
        player: &mut dyn Player,
        grid: Grid,
        seed: u64,
        observer: &O,
    ) -> Option<GameRecord> {
        self.play_moves(grid, seed, observer, |grid| {
            player.choose(grid).best.and_then(|best| player.slide(grid, best))
        })
    }

    fn play_moves<O: Observer + ?Sized>(
        &self,
        mut grid: Grid,
        seed: u64,
        observer: &O,
        mut next: impl FnMut(&Grid) -> Option<Afterstate<Grid>>,
    ) -> Option<GameRecord> {
        let started = observer.seconds();
        let (mut score, mut moves) = (0, 0);
        loop {
            if observer.stopped() {
                return None;
            }
            if self.end_at.is_some_and(|rank| grid.max_rank() >= rank) {
                break;
            }
            let Some(moved) = next(&grid) else { break };
            grid = moved.board;
            score += moved.reward;
            self.spawn(&mut grid, seed, moves + 2);
            moves += 1;
        }
        let seconds = round_to_microseconds(observer.seconds() - started);
        Some(GameRecord { seed, score, largest_rank: grid.max_rank(), moves, seconds })
    }

    fn spawn(&self, grid: &mut Grid, seed: u64, index: u64) {
        grid.add_tile(self.spawns.spawn(seed, index, grid.empty_count()));
    }
}
