//! The game and nothing else: boards, the slide, the spawn law, a running game.
//!
//! The rules are those of Gabriele Cirulli's 2048: a move slides every tile to a wall, each tile
//! merges at most once a move and merging starts at that wall; a move that changes nothing is
//! refused; after a move one tile spawns on an empty cell chosen uniformly, a 2 in nine cases of
//! ten and a 4 else; a game starts with two spawned tiles.
//!
//! One law, [`line::slide`], stands behind both boards: [`Grid`] applies it to any size, and the
//! row tables of the packed 4x4 [`Board`] are filled by it.

mod board;
mod direction;
mod game;
mod grid;
pub mod line;
mod record;
mod replies;
mod spawn;

pub use board::{Board, Tables, TooWide, tables};
pub(crate) use board::{RowTable, new_row_table, unpack_row};
pub use direction::Direction;
pub use game::{Game, PlayError, Status, Step, TileMove};
pub use grid::{Grid, GridError, MAX_RANK, MAX_SCORE, MAX_SIDE, MIN_SIDE};
pub use record::TextError;
pub use replies::{MAX_REPLIES, Reply};
pub use spawn::{FOUR_PROBABILITY, Spawn, spawn_for};

/// The rank of 2048, the tile that wins the game.
pub const WINNING_RANK: u8 = 11;

/// The value of the tile of a rank; an empty cell is 0.
#[inline]
#[must_use]
pub fn tile(rank: u8) -> f64 {
    // Of a power of two a double is the exponent alone: quicker than to convert a `u64`.
    if rank == 0 { 0.0 } else { f64::from_bits((1023 + u64::from(rank)) << 52) }
}

/// A board after the slide and before the spawn, with the points the slide earned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Afterstate<B> {
    /// The board after the slide.
    pub board: B,
    /// Points earned: the sum of the merged tiles.
    pub reward: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_powers_of_two() {
        assert_eq!(tile(0), 0.0);
        for rank in 1..64 {
            assert_eq!(tile(rank), (1u64 << rank) as f64);
        }
    }
}
