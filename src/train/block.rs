//! Training games that start with large tiles in a corner block of two rows of three, and the moves
//! of an exact table in them.
//!
//! Exact play builds the last 512 before a 32768 more often beside such a block than beside an edge
//! line (docs/evidence/endgame.md), but a network that has learned the edge line does not find that
//! out by its own games (docs/log/training.md, `formations`). So these games begin at
//! random places of the whole way from a 16384 to the 32768, and for a share of the moves the table
//! shows how the block is held.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;
use serde::{Deserialize, Serialize};

use crate::endgame::{Formation, FormationError, Shape, Table};
use crate::rules::{Afterstate, Board};

/// A game that started in the block and ends when it makes the 32768.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct BlockGame {
    /// The number of large tiles that it started with, 1 to 6.
    pub tiles: u8,
    /// The share of the moves that the table makes where it has one.
    pub table: f64,
}

impl BlockGame {
    /// Draws a game with 1 to 6 tiles. Its share of the table's moves is a power of a uniform number
    /// with the mean `table_share`, so that some games follow the table closely and others hardly.
    pub(super) fn draw(table_share: f64, random: &mut Xoshiro256PlusPlus) -> Self {
        let tiles = 1 + below(CHAINS[0].len(), random) as u8;
        let uniform = f64::from(random.next_u32()) / f64::from(u32::MAX);
        Self { tiles, table: uniform.powf(1.0 / table_share - 1.0) }
    }

    /// Whether it is possible; for reading untrusted checkpoints.
    pub(super) fn is_sound(self) -> bool {
        (1..=CHAINS[0].len()).contains(&self.tiles.into()) && (0.0..=1.0).contains(&self.table)
    }
}

/// The cells of the large tiles, from the largest to the smallest: the three of sixteen chains in
/// the block from which play with the table made the 32768 most often.
const CHAINS: [[usize; 6]; 3] = [[0, 4, 5, 1, 2, 6], [2, 1, 0, 4, 5, 6], [5, 4, 0, 1, 2, 6]];

/// Cells in which the next smaller tiles continue a chain.
const BESIDE: [[usize; 3]; 3] = [[10, 9, 8], [7, 11, 10], [10, 11, 7]];

/// The largest tile of a start, and the one whose second copy makes the 32768.
const LARGEST_RANK: u32 = 14;

/// The rank that ends a game: 32768.
pub(super) const GOAL: u8 = 15;

/// Smaller tiles are in random cells.
const SMALLEST_IN_CHAIN: u32 = 5;

/// The minimum number of tiles in random cells.
const SCATTERED: usize = 2;

/// The rank that the table builds beside six larger tiles: 512.
const TARGET: u8 = 9;

/// A uniform number below `bound`.
fn below(bound: usize, random: &mut Xoshiro256PlusPlus) -> usize {
    ((u64::from(random.next_u32()) * bound as u64) >> 32) as usize
}

/// A board with the first `tiles` tiles of a chain, 1 to 6, and a random sum of smaller tiles,
/// without the 32 if all larger ones are there. No two tiles are equal, except for a 2 or 4 in a
/// random cell.
pub(super) fn start(tiles: u8, random: &mut Xoshiro256PlusPlus) -> Board {
    let mut below = |bound| below(bound, random);
    let smallest = LARGEST_RANK + 1 - u32::from(tiles);
    let large = (2 << LARGEST_RANK) - (1 << smallest);
    let sum = large + below(1 << smallest);
    let cells = CHAINS[below(CHAINS.len())].iter().chain(&BESIDE[below(BESIDE.len())]);
    let has = |rank: &u32| sum >> rank & 1 == 1;
    let in_order = (SMALLEST_IN_CHAIN..=LARGEST_RANK).rev().filter(has);
    let mut board =
        cells.zip(in_order).fold(Board::EMPTY, |board, (&cell, rank)| board.with(cell, rank as u8));
    let mut scattered: Vec<u32> = (1..SMALLEST_IN_CHAIN).filter(has).collect();
    while scattered.len() < SCATTERED {
        scattered.push(1 + below(2) as u32);
    }
    for rank in scattered {
        let empty: Vec<usize> = board.empty_cells().collect();
        board = board.with(empty[below(empty.len())], rank as u8);
    }
    board
}

/// All bits of these cells of a packed board.
fn bits_of(cells: impl Iterator<Item = usize>) -> u64 {
    cells.fold(0, |bits, cell| bits | 0xF << (4 * cell))
}

/// The exact moves while the six largest tiles fill the block.
pub struct BlockTable {
    table: Table,
    target: u8,
    /// The bits of the block's cells.
    cells: u64,
}

impl BlockTable {
    /// Solves the block with the target 512, which takes some minutes.
    ///
    /// # Panics
    /// Never: the formation is a valid one.
    #[must_use]
    pub fn solve() -> Self {
        Self::with_target(TARGET).expect("ten free cells and a target in range")
    }

    pub(super) fn with_target(target: u8) -> Result<Self, FormationError> {
        let table = Table::new(&Formation::of_shape(Shape::Block, target)?);
        let mask = Shape::Block.mask();
        let cells = (0..16).filter(|cell| mask >> cell & 1 == 1);
        Ok(Self { table, target, cells: bits_of(cells) })
    }

    /// The index of the move that most probably builds the target, if the board has its six tiles of
    /// at least the target in a block and a move leaves them there.
    pub(super) fn best(
        &self,
        board: Board,
        moves: &[Option<Afterstate<Board>>; 4],
    ) -> Option<usize> {
        let large = |board: Board| -> u64 {
            bits_of((0..16).filter(|&cell| board.rank(cell) >= self.target))
        };
        if large(board).count_ones() != self.cells.count_ones() {
            return None;
        }
        let turned = board.symmetries();
        let symmetry = turned.iter().position(|&board| large(board) == self.cells)?;
        let tiles = turned[symmetry].bits() & self.cells;
        let probability = |after: &Afterstate<Board>| {
            let after = after.board.symmetries()[symmetry];
            let stays = after.bits() & self.cells == tiles;
            stays.then(
                || if large(after) == self.cells { self.table.probability(after) } else { 1.0 },
            )
        };
        let moves = moves.iter().enumerate();
        let known = moves.filter_map(|(at, after)| Some((at, probability(after.as_ref()?)?)));
        known.max_by(|one, other| one.1.total_cmp(&other.1)).map(|(at, _)| at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::solve;
    use crate::rules::Direction;
    use rand_xoshiro::rand_core::SeedableRng;

    #[test]
    fn starts_have_their_large_tiles_in_a_chain_and_small_ones_anywhere() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for tiles in 1..=6 {
            let (mut sums, mut scattered) = ([0; 4], 0u16);
            for _ in 0..2000 {
                let board = start(tiles, &mut random);
                let chain = CHAINS.into_iter().find(|chain| board.rank(chain[0]) == 14);
                let chain = chain.expect("the largest tile begins a chain");
                for (cell, rank) in chain.into_iter().zip((1..=14).rev()).take(tiles.into()) {
                    assert_eq!(board.rank(cell), rank, "{board:?}");
                }
                let rest: u64 = (1..14 + 1 - tiles)
                    .map(|rank| u64::from(board.rank_set() >> rank & 1) << rank)
                    .sum();
                sums[((rest * 4) >> (15 - tiles)) as usize] += 1;
                let small = |&cell: &usize| (1..=2).contains(&board.rank(cell));
                scattered |= (0..16).filter(small).fold(0, |mask, cell| mask | 1 << cell);
                assert!((3..16).contains(&board.empty_count()), "{board:?}");
                for cell in 0..16 {
                    let alone =
                        (0..16).filter(|&other| board.rank(other) == board.rank(cell)).count() == 1;
                    assert!(board.rank(cell) <= 2 || alone, "{board:?}");
                }
            }
            assert!(sums.iter().all(|&count| count > 300), "{tiles}: {sums:?}");
            let free = (0..16).filter(|cell| !CHAINS[0][..tiles.into()].contains(cell));
            assert!(free.fold(0, |mask, cell| mask | 1 << cell) & !scattered == 0, "{scattered:b}");
        }
    }

    #[test]
    fn table_makes_the_best_move_of_the_solver_in_every_symmetry() {
        let table = BlockTable::with_target(3).unwrap();
        let formation = Formation::of_shape(Shape::Block, 3).unwrap();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        // 8192, 4096, … 256 in the block, and 2s and 4s.
        let boards: Vec<Board> = (0..3000)
            .map(|_| {
                (0..16).fold(Board::EMPTY, |board, cell| {
                    let place = CHAINS[0].iter().position(|&of_chain| of_chain == cell);
                    let free = (random.next_u32() % 3) as u8;
                    board.with(cell, place.map_or(free, |place| 13 - place as u8))
                })
            })
            .collect();
        let fixed: Vec<Board> =
            boards.iter().map(|board| Board::from_bits(board.bits() | table.cells)).collect();
        let answers = solve(&formation, &fixed).unwrap();
        let mut decisions = 0;
        for (board, answer) in boards.iter().zip(&answers) {
            let best = answer.iter().flatten().copied().fold(0.0, f32::max);
            let afters = Direction::ALL.map(|direction| board.slide(direction));
            let good: Vec<Board> = (0..4)
                .filter(|&at| answer[at].is_some_and(|value| value > best - 1e-4))
                .filter_map(|at| Some(afters[at].as_ref()?.board.canonical()))
                .collect();
            decisions += usize::from(good.len() < answer.iter().flatten().count());
            for turned in board.symmetries() {
                let moves = Direction::ALL.map(|direction| turned.slide(direction));
                let found = table.best(turned, &moves);
                assert_eq!(found.is_some(), !good.is_empty(), "{board:?}");
                if let Some(at) = found {
                    let after = moves[at].as_ref().expect("a possible move").board;
                    assert!(good.contains(&after.canonical()), "{board:?}");
                }
            }
        }
        assert!(decisions > 100, "{decisions}");
    }

    #[test]
    fn table_has_no_move_unless_six_large_tiles_fill_a_block() {
        let table = BlockTable::with_target(3).unwrap();
        let best = |bits| {
            let board = Board::from_bits(bits);
            table.best(board, &Direction::ALL.map(|direction| board.slide(direction)))
        };
        assert!(best(0x1000_0000_0345_0876).is_some());
        // Five tiles in the block; a seventh beside it; six in an edge line and two cells.
        for bits in [0x1000_0000_0045_0876, 0x1003_0000_0345_0876, 0x1000_0000_0034_8765] {
            assert_eq!(best(bits), None, "{bits:x}");
        }
    }
}
