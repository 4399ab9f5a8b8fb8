//! One seeded game: its board, its spawn law and its end.

use super::{GameRecord, Observer, player_seed, round_to_microseconds};
use crate::strategy::Player;
use afterstate::rules::{Direction, Grid, spawn_for};

/// How often a spawned tile is a 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum SpawnLaw {
    /// With probability 0.1, as in the rules.
    #[default]
    Rules,
    /// With probability 0.5, as perhaps in the programs of some papers. The cells are the same as
    /// with `Rules`.
    Even,
    /// Never, as in Cook's 2x2 game (2.4). The cells are the same as with `Rules`.
    Twos,
}

impl SpawnLaw {
    /// The spawn with this index on a board with `empties` empty cells; see `rules::spawn_for`.
    pub(super) fn spawn(self, seed: u64, index: u64, empties: usize) -> (usize, u8) {
        let (cell, rank) = spawn_for(seed, index, empties);
        match self {
            SpawnLaw::Rules => (cell, rank),
            // The choice of one of two cells with another seed is an even draw.
            SpawnLaw::Even => (cell, 1 + spawn_for(player_seed(!seed), index, 2).0 as u8),
            SpawnLaw::Twos => (cell, 1),
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

    /// The first position of a seed's game; `None` if the board size is invalid.
    pub fn start(&self, seed: u64) -> Option<Grid> {
        let mut grid = Grid::new(self.rows, self.cols).ok()?;
        self.spawn(&mut grid, seed, 0);
        self.spawn(&mut grid, seed, 1);
        Some(grid)
    }

    /// Plays the game of one seed. Returns `None` if the observer stopped it or the board size is
    /// invalid.
    pub fn play<O: Observer + ?Sized>(
        &self,
        player: &mut dyn Player,
        seed: u64,
        observer: &O,
    ) -> Option<GameRecord> {
        self.play_on(player, self.start(seed)?, seed, observer)
    }

    /// The same from a position. The next spawns are those of the seed's game after its first two;
    /// score and moves count from the position.
    pub fn play_on<O: Observer + ?Sized>(
        &self,
        player: &mut dyn Player,
        grid: Grid,
        seed: u64,
        observer: &O,
    ) -> Option<GameRecord> {
        self.play_choosing(player, grid, seed, observer, |player, grid| player.choose(grid).best)
    }

    /// The same with the moves from `choose`, which sees every position; the game also ends if it
    /// returns `None`. The player slides, because it may have rules of its own.
    pub fn play_choosing<O: Observer + ?Sized>(
        &self,
        player: &mut dyn Player,
        mut grid: Grid,
        seed: u64,
        observer: &O,
        mut choose: impl FnMut(&mut dyn Player, &Grid) -> Option<Direction>,
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
            let moved = choose(player, &grid).and_then(|best| player.slide(&grid, best));
            let Some(moved) = moved else { break };
            grid = moved.board;
            score += moved.reward;
            self.spawn(&mut grid, seed, moves + 2);
            moves += 1;
        }
        let seconds = round_to_microseconds(observer.seconds() - started);
        let (largest_rank, nodes) = (grid.max_rank(), player.nodes());
        Some(GameRecord { seed, score, largest_rank, moves, seconds, nodes })
    }

    fn spawn(&self, grid: &mut Grid, seed: u64, index: u64) {
        grid.add_tile(self.spawns.spawn(seed, index, grid.empty_count()));
    }
}
