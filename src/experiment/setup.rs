//! One seeded game: the board, the law of its spawns and where it ends; whoever plays it is a
//! function from board to move. Leaves out many games, threads and statistics.

use super::{GameRecord, Watch, player_seed};
use crate::rules::{Direction, Grid, spawn_for};

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
    pub(super) fn spawn(self, seed: u64, index: u64, empties: usize) -> (usize, u8) {
        let (which, rank) = spawn_for(seed, index, empties);
        match self {
            SpawnLaw::Rules => (which, rank),
            // One of two cells of another seed's law is an even draw.
            SpawnLaw::Even => (which, 1 + spawn_for(player_seed(!seed), index, 2).0 as u8),
        }
    }
}

/// What a game is played on, whoever plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSetup {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// The game ends when a tile of this rank is made; none plays on until no move is possible.
    pub end_at: Option<u8>,
    /// How often fours appear.
    pub spawns: SpawnLaw,
}

impl GameSetup {
    /// The game as its rules say: 4x4, to the last move.
    pub const RULES: GameSetup =
        GameSetup { rows: 4, cols: 4, end_at: None, spawns: SpawnLaw::Rules };

    /// Plays the game of one seed with the moves that `choose` gives; it ends where `choose` gives
    /// none. None when the watch stopped it, or when there is no such board.
    pub fn play<W: Watch + ?Sized>(
        &self,
        seed: u64,
        watch: &W,
        choose: impl FnMut(&Grid) -> Option<Direction>,
    ) -> Option<GameRecord> {
        let mut grid = Grid::new(self.rows, self.cols).ok()?;
        self.spawn(&mut grid, seed, 0);
        self.spawn(&mut grid, seed, 1);
        self.play_on(grid, seed, watch, choose)
    }

    /// The same from a position, which is not of this seed: the next spawns are those that a new
    /// game has after its first two. Score and moves count from the position on.
    pub fn play_on<W: Watch + ?Sized>(
        &self,
        mut grid: Grid,
        seed: u64,
        watch: &W,
        mut choose: impl FnMut(&Grid) -> Option<Direction>,
    ) -> Option<GameRecord> {
        let started = watch.seconds();
        let (mut score, mut moves) = (0, 0);
        loop {
            if watch.stopped() {
                return None;
            }
            if self.end_at.is_some_and(|rank| grid.max_rank() >= rank) {
                break;
            }
            let Some(moved) = choose(&grid).and_then(|best| grid.slide(best)) else { break };
            grid = moved.board;
            score += moved.reward;
            self.spawn(&mut grid, seed, moves + 2);
            moves += 1;
        }
        let seconds = watch.seconds() - started;
        Some(GameRecord { seed, score, largest_rank: grid.max_rank(), moves, seconds })
    }

    fn spawn(&self, grid: &mut Grid, seed: u64, index: u64) {
        let (which, rank) = self.spawns.spawn(seed, index, grid.empty_count());
        let cell = grid.empty_cells().nth(which);
        grid.set(cell.expect("a slide that changed something leaves an empty cell"), rank);
    }
}
