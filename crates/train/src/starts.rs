//! The starting positions of training games.
//!
//! A game starts from an empty board, from a board that just reached a milestone (the carousel of
//! Jaśkowski 2016) or from the run's archive. The archive may hold positions of stronger games: a
//! search reaches boards that games of its network alone never reach, and needs their values.

use std::collections::VecDeque;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;
use serde::{Deserialize, Serialize};

use super::recipe::Recipe;
use afterstate::rules::{Board, spawn_from_word};

/// The number of boards kept for each milestone: the latest that reached it (1000 in Jaśkowski
/// 2016).
const POOL: usize = 1000;

/// The minimum number of boards in a pool for games to start from it, so that a few early ones do
/// not dominate.
const POOL_READY: usize = 50;

/// The start of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GameStart {
    pub board: Board,
    /// Whether the board has only two spawned tiles.
    pub from_empty: bool,
}

impl GameStart {
    /// From a position that an earlier game may have had.
    pub(super) fn position(board: Board) -> Self {
        Self { board, from_empty: false }
    }
}

/// The starting positions and the random numbers of a thread.
#[derive(Clone, Serialize, Deserialize)]
pub struct Starts {
    pub(super) random: Xoshiro256PlusPlus,
    /// For each milestone, the latest afterstates that reached it.
    pub(super) pools: Vec<VecDeque<u64>>,
}

/// Adds a random spawn. The board must have an empty cell, as every afterstate has.
#[inline]
pub fn spawn(board: Board, random: &mut Xoshiro256PlusPlus) -> Board {
    let mut empty = board.empty_mask();
    let (index, rank) = spawn_from_word(random.next_u64(), empty.count_ones() as usize);
    for _ in 0..index {
        empty &= empty - 1;
    }
    Board::from_bits(board.bits() | (u64::from(rank) << empty.trailing_zeros()))
}

impl Starts {
    /// A board with two tiles.
    pub(super) fn opening(&mut self) -> Board {
        let one = spawn(Board::EMPTY, &mut self.random);
        spawn(one, &mut self.random)
    }

    /// Adds an afterstate that has just passed this many milestones, at least one, to its pool.
    pub(super) fn add_to_pool(&mut self, milestones: usize, after: Board) {
        if self.pools.len() < milestones {
            self.pools.resize_with(milestones, VecDeque::new);
        }
        let pool = &mut self.pools[milestones - 1];
        if pool.len() == POOL {
            pool.pop_front();
        }
        pool.push_back(after.bits());
    }

    /// Draws an event of probability `share`, and a uniform number for a further choice.
    pub(super) fn draw(&mut self, share: f64) -> (bool, u32) {
        let draw = self.random.next_u64();
        (f64::from(draw as u32) / 4_294_967_296.0 < share, (draw >> 32) as u32)
    }

    /// The start of the next game; `archive` has packed positions that it may be.
    pub(super) fn next(&mut self, recipe: &Recipe, archive: &[u64]) -> GameStart {
        if recipe.archived > 0.0 && !archive.is_empty() {
            let (from_archive, draw) = self.draw(recipe.archived);
            if from_archive {
                let index = (u128::from(draw) * archive.len() as u128) >> 32;
                return GameStart::position(Board::from_bits(archive[index as usize]));
            }
        }
        let ready = self.pools.iter().filter(|p| p.len() >= POOL_READY).count();
        if ready > 0 && recipe.carousel > 0.0 {
            let (from_pool, draw) = self.draw(recipe.carousel);
            if from_pool {
                let chosen = draw as usize % ready;
                let index = self.random.next_u64();
                let mut pools = self.pools.iter().filter(|p| p.len() >= POOL_READY);
                if let Some(pool) = pools.nth(chosen) {
                    let after = pool[(index % pool.len() as u64) as usize];
                    return GameStart::position(spawn(Board::from_bits(after), &mut self.random));
                }
            }
        }
        GameStart { board: self.opening(), from_empty: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use afterstate::rules::{Cell, Rank};
    use rand_xoshiro::rand_core::SeedableRng;

    fn starts(seed: u64) -> Starts {
        Starts { random: Xoshiro256PlusPlus::seed_from_u64(seed), pools: Vec::new() }
    }

    #[test]
    fn games_start_from_the_archive_as_often_as_set() {
        let archive = [0x1111, 0x2222, 0x3333];
        let mut starts = starts(2);
        let mut starts_by_board = |archived| {
            let recipe = Recipe { archived, ..Recipe::default() };
            let games: Vec<GameStart> = (0..3000).map(|_| starts.next(&recipe, &archive)).collect();
            archive.map(|bits| {
                let start = GameStart::position(Board::from_bits(bits));
                games.iter().filter(|game| **game == start).count()
            })
        };
        assert_eq!(starts_by_board(0.0), [0; 3]);
        assert!(starts_by_board(0.5).iter().all(|games| (400..600).contains(games)));
        assert_eq!(starts_by_board(1.0).iter().sum::<usize>(), 3000);
    }

    #[test]
    fn spawns_follow_the_rules() {
        let board = Board::from_bits(0x1111_1011_1101_0110);
        let empty: Vec<Cell> = board.empty_cells().collect();
        let mut starts = starts(3);
        const N: u32 = 100_000;
        let (mut fours, mut cells) = (0u32, vec![0u32; empty.len()]);
        for _ in 0..N {
            let spawned = spawn(board, &mut starts.random);
            let index = empty
                .iter()
                .position(|&cell| spawned.rank(cell) != Rank::EMPTY)
                .expect("a new tile");
            assert_eq!(spawned.with(empty[index], Rank::EMPTY), board);
            cells[index] += 1;
            fours += u32::from(spawned.rank(empty[index]) == Rank::FOUR);
        }
        // More than five standard deviations: 95 for the fours, less than 140 for a cell.
        assert!(fours.abs_diff(N / 10) < 480, "{fours}");
        let even = N / empty.len() as u32;
        assert!(cells.iter().all(|count| count.abs_diff(even) < 700), "{cells:?}");
    }

    #[test]
    fn carousel_starts_from_pools_that_are_large_enough() {
        let recipe = Recipe { carousel: 0.5, ..Recipe::default() };
        let mut starts = starts(4);
        let from_pools = |starts: &mut Starts| {
            (0..2000).filter(|_| !starts.next(&recipe, &[]).from_empty).count()
        };
        let after = |number: u64| Board::from_bits(0x5432_0000_0000_0000 | number << 8);
        (1..POOL_READY as u64).for_each(|number| starts.add_to_pool(2, after(number)));
        assert_eq!(from_pools(&mut starts), 0, "49 boards are too few");
        starts.add_to_pool(2, after(0));
        assert!((900..1100).contains(&from_pools(&mut starts)));
        let mut next = (0..100).map(|_| starts.next(&recipe, &[]));
        let start = next.find(|start| !start.from_empty).unwrap();
        assert_eq!(start.board.bits() >> 48, 0x5432);
        // New boards replace the oldest.
        (0..2 * POOL as u64).for_each(|number| starts.add_to_pool(2, after(number)));
        assert_eq!((starts.pools[0].len(), starts.pools[1].len()), (0, POOL));
        assert_eq!(starts.pools[1].front(), Some(&after(POOL as u64).bits()));
    }
    #[test]
    fn carousel_starts_from_every_pool_that_is_large_enough() {
        let recipe = Recipe { carousel: 1.0, ..Recipe::default() };
        let mut starts = starts(5);
        for milestones in 1..=3 {
            let corner = (milestones as u64) << 60;
            (0..POOL_READY as u64).for_each(|number| {
                starts.add_to_pool(milestones, Board::from_bits(corner | number << 8))
            });
        }
        let mut seen = [0; 4];
        for _ in 0..300 {
            seen[starts.next(&recipe, &[]).board.rank(Cell::ALL[15]).get() as usize] += 1;
        }
        assert!(seen[1..].iter().all(|&times| times > 60), "{seen:?}");
    }
}
