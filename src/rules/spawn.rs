//! The spawn law: which tile appears after a move, and where. Games, random playouts and training
//! all draw their spawns with [`spawn_from_word`].
//!
//! A game's spawn is a pure function of the seed and the number of spawns before it, so undo has no
//! generator to rewind. Replays depend on `Xoshiro256PlusPlus`, a fixed algorithm, and not on the
//! distributions of `rand`, which may change.

use rand::{Rng, SeedableRng, rngs::Xoshiro256PlusPlus};

/// The probability that a spawned tile is a 4.
pub const FOUR_PROBABILITY: f64 = 0.1;

/// A tile that appears after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spawn {
    /// The cell it appears in.
    pub cell: usize,
    /// 1 for a 2, 2 for a 4.
    pub rank: u8,
}

/// The spawn with this index in the game with this seed, on a board with `empties` empty cells;
/// see [`spawn_from_word`].
///
/// # Panics
/// In debug builds, if there is no empty cell.
#[must_use]
pub fn spawn_for(seed: u64, index: u64, empties: usize) -> (usize, u8) {
    debug_assert!(empties > 0, "a spawn needs an empty cell");
    // An odd multiplier spreads the indices. It is not the golden ratio, which seed_from_u64 adds.
    let mixed = seed ^ index.wrapping_mul(0xD1B5_4A32_D192_ED03);
    spawn_from_word(Xoshiro256PlusPlus::seed_from_u64(mixed).next_u64(), empties)
}

/// Turns 64 random bits into a spawn: an index among the `empties` empty cells in order, and the
/// rank. The upper half of the bits chooses the cell and the lower half the rank, each with a
/// rounding error below 2^-25.
#[inline]
#[must_use]
pub fn spawn_from_word(word: u64, empties: usize) -> (usize, u8) {
    const FOURS: u32 = (FOUR_PROBABILITY * (1u64 << 32) as f64) as u32;
    let index = ((word >> 32) * empties as u64) >> 32;
    (index as usize, 1 + u8::from((word as u32) < FOURS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_equally_likely_and_one_tile_in_ten_is_a_4() {
        let (mut fours, mut cells) = (0u32, [0u32; 7]);
        const N: u32 = 200_000;
        for seed in 0..20 {
            for index in 0..u64::from(N / 20) {
                let (cell, rank) = spawn_for(seed, index, cells.len());
                cells[cell] += 1;
                fours += u32::from(rank == 2);
            }
        }
        // Five standard deviations: sqrt(N p (1-p)) is 134 for the fours and 156 for a cell.
        assert!(fours.abs_diff(N / 10) < 670, "{fours} fours");
        assert!(cells.iter().all(|n| n.abs_diff(N / 7) < 780), "{cells:?}");
    }

    #[test]
    fn spawns_of_a_seed_never_change() {
        // Old replays must stay the same games.
        let spawns: Vec<_> = (0..6).map(|index| spawn_for(2048, index, 14)).collect();
        assert_eq!(spawns, [(0, 1), (10, 1), (0, 1), (8, 1), (0, 1), (6, 1)]);
    }
}
