//! The spawn law: where the next tile appears and which.
//!
//! A spawn is a pure function of the game's seed and of how many spawns came before, so a game is
//! its size, its seed and its moves, and undo needs no generator to wind back. The generator is
//! `Xoshiro256PlusPlus`, a fixed algorithm, read here as plain 64-bit words: replays do not change
//! with the version of `rand`.

use rand::{Rng, SeedableRng, rngs::Xoshiro256PlusPlus};

/// How often a spawned tile is a 4.
pub const FOUR_PROBABILITY: f64 = 0.1;

/// A tile that appears after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spawn {
    /// The cell it appears in.
    pub cell: usize,
    /// 1 for a 2, 2 for a 4.
    pub rank: u8,
}

/// The spawn number `index` of the game with this seed, on a board with `empties` empty cells.
///
/// Returns which of the empty cells (counted in order, from 0) and the rank. The cell comes from
/// the word's upper half and the rank from its lower; the rounding of either is below 2^-25.
///
/// # Panics
/// In debug builds, if there is no empty cell.
#[must_use]
pub fn spawn_for(seed: u64, index: u64, empties: usize) -> (usize, u8) {
    debug_assert!(empties > 0, "a spawn needs an empty cell");
    // An odd multiplier spreads the indices; not the golden ratio, by which seed_from_u64 steps.
    let mixed = seed ^ index.wrapping_mul(0xD1B5_4A32_D192_ED03);
    let word = Xoshiro256PlusPlus::seed_from_u64(mixed).next_u64();
    let which = ((word >> 32) * empties as u64) >> 32;
    const FOURS: u64 = (FOUR_PROBABILITY * (1u64 << 32) as f64) as u64;
    (which as usize, if word & 0xFFFF_FFFF < FOURS { 2 } else { 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twos_and_fours_and_cells_come_as_often_as_the_law_says() {
        let (mut fours, mut cells) = (0u32, [0u32; 7]);
        const N: u32 = 200_000;
        for seed in 0..20 {
            for index in 0..u64::from(N / 20) {
                let (which, rank) = spawn_for(seed, index, cells.len());
                cells[which] += 1;
                fours += u32::from(rank == 2);
            }
        }
        // Five standard deviations: sqrt(N p (1-p)) is 134 for the fours and 156 for a cell.
        assert!(fours.abs_diff(N / 10) < 670, "{fours} fours");
        assert!(cells.iter().all(|n| n.abs_diff(N / 7) < 780), "{cells:?}");
    }

    #[test]
    fn the_law_is_fixed() {
        // Replays written today must be the same games for ever.
        let spawns: Vec<_> = (0..6).map(|index| spawn_for(2048, index, 14)).collect();
        assert_eq!(spawns, [(0, 1), (10, 1), (0, 1), (8, 1), (0, 1), (6, 1)]);
    }
}
