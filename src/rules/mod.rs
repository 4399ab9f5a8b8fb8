//! The rules of Gabriele Cirulli's 2048: boards, slides, spawns and running games.
//!
//! A move slides every tile to a wall. Each tile merges at most once per move, starting at that
//! wall. A move that changes nothing is refused. After a move one tile spawns on a random empty
//! cell: a 2 with probability 0.9, else a 4. A game starts with two spawned tiles.
//!
//! All slides come from [`line::slide`]: [`Grid`] applies it to boards of any size, and the row
//! tables of the packed 4x4 [`Board`] are computed with it.

mod board;
mod board_text;
mod cell;
mod direction;
mod downgrade;
mod game;
mod grid;
pub mod line;
mod record;
mod replies;
mod spawn;
#[cfg(test)]
mod tests;

pub use board::{Board, PackError, Tables, tables};
pub(crate) use board::{RowTable, new_row_table, unpack_row};
pub use cell::{Cell, Rank};
pub use direction::{Direction, best_move};
pub use downgrade::{downgraded, pack};
pub use game::{Game, PlayError, Status, Step, TileMove};
pub use grid::{Grid, GridError, MAX_RANK, MAX_SCORE, MAX_SIDE, MIN_SIDE};
pub use record::RecordError;
pub use replies::{MAX_REPLIES, Replies, Reply};
pub use spawn::{FOUR_PROBABILITY, Spawn, spawn_for, spawn_from_word};

/// A text without the byte order mark that some programs put before it.
#[must_use]
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The rank of the winning tile, 2048.
pub const WINNING_RANK: u8 = 11;

/// The tile with this rank as a number; 0 for an empty cell.
#[inline]
#[must_use]
pub fn tile(rank: u8) -> f64 {
    // Writing the exponent of the double is faster than converting a `u64`.
    if rank == 0 { 0.0 } else { f64::from_bits((1023 + u64::from(rank)) << 52) }
}

/// A board after a slide and before the spawn, with the points of the slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Afterstate<B> {
    /// The board after the slide.
    pub board: B,
    /// Points earned: the sum of the merged tiles.
    pub reward: u64,
}
