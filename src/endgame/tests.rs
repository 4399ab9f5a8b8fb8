//! Compares tables with a plain recursion on exact grids and with `search::exact`.

use super::formation::{FIXED, Moved};
use super::*;
use crate::rules::{Board, Direction, FOUR_PROBABILITY, Grid};
use crate::search::exact::{Goal, Problem, Solution};
use std::collections::HashMap;

/// Pseudo-random numbers below a bound, from a linear congruential generator with Knuth's multiplier.
fn numbers() -> impl FnMut(u64) -> u64 {
    let mut state = 0x0123_4567_89ab_cdef_u64;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
        (state >> 33) % below
    }
}

/// The rank of the fixed tile in cell 0; each later cell has the next rank, so that no two are equal.
const FIRST_FIXED_RANK: u8 = 20;

/// The ranks of spawned tiles with their probabilities.
const SPAWNS: [(u8, f64); 2] = [(1, 1.0 - FOUR_PROBABILITY), (2, FOUR_PROBABILITY)];

/// The reference implementation: recursion over exact grids. The tiles in the fixed cells are all
/// different, so they never merge, and too large to be built during the endgame.
struct Plain {
    rows: usize,
    columns: usize,
    fixed: u16,
    target: u8,
    memo: HashMap<Grid, f64>,
}

impl Plain {
    fn new(rows: usize, columns: usize, fixed: u16, target: u8) -> Self {
        Self { rows, columns, fixed, target, memo: HashMap::new() }
    }

    fn formation(&self) -> Formation {
        Formation::new(self.rows, self.columns, self.fixed, self.target).unwrap()
    }

    fn grid(&self, board: Board) -> Grid {
        let mut grid = Grid::new(self.rows, self.columns).unwrap();
        for cell in 0..grid.cells() {
            let place = cell / self.columns * 4 + cell % self.columns;
            let rank = board.rank(place);
            grid.set(cell, if rank == FIXED { FIRST_FIXED_RANK + cell as u8 } else { rank });
        }
        grid
    }

    /// The grid after a move: `None` if it is not allowed.
    fn slide(&self, grid: &Grid, direction: Direction) -> Option<Grid> {
        let after = grid.slide(direction)?.board;
        let stays =
            |cell: usize| grid.rank(cell) < FIRST_FIXED_RANK || after.rank(cell) == grid.rank(cell);
        (0..grid.cells()).all(stays).then_some(after)
    }

    fn reached(&self, grid: &Grid) -> bool {
        grid.ranks().iter().any(|rank| (self.target..FIRST_FIXED_RANK).contains(rank))
    }

    fn after_value(&mut self, after: &Grid) -> f64 {
        if self.reached(after) {
            return 1.0;
        }
        let empties = after.empty_count();
        let mut value = 0.0;
        for which in 0..empties {
            for (rank, probability) in SPAWNS {
                let mut grid = *after;
                grid.add_tile((which, rank));
                value += probability * self.value(&grid) / empties as f64;
            }
        }
        value
    }

    fn value(&mut self, grid: &Grid) -> f64 {
        if let Some(&value) = self.memo.get(grid) {
            return value;
        }
        let afters = Direction::ALL.map(|direction| self.slide(grid, direction));
        let value =
            afters.iter().flatten().fold(0.0, |best, after| self.after_value(after).max(best));
        self.memo.insert(*grid, value);
        value
    }
}

/// A random position of a formation with half of its cells empty.
fn random_position(
    formation: &Formation,
    plain: &Plain,
    next: &mut impl FnMut(u64) -> u64,
) -> Board {
    (0..16).fold(Board::EMPTY, |board, cell| {
        let inside = cell / 4 < plain.rows && cell % 4 < plain.columns;
        if formation.free().contains(&cell) {
            let rank = if next(2) == 0 { 0 } else { next(u64::from(plain.target)) as u8 };
            board.with(cell, rank)
        } else {
            board.with(cell, if inside { FIXED } else { 0 })
        }
    })
}

/// The probability of the target after the best move; 0 without a move.
fn best(answer: &Answer) -> f32 {
    answer.iter().flatten().copied().fold(0.0, f32::max)
}

#[test]
fn slides_equal_those_of_exact_grids() {
    let mut next = numbers();
    let mut kinds = [0; 3];
    for _ in 0..3000 {
        let (rows, columns) = (2 + next(3) as usize, 2 + next(3) as usize);
        let plain = Plain::new(rows, columns, next(1 << 16) as u16, 3 + next(3) as u8);
        let Ok(formation) = Formation::new(rows, columns, plain.fixed, plain.target) else {
            continue;
        };
        for _ in 0..20 {
            let board = random_position(&formation, &plain, &mut next);
            assert!(formation.has(board), "{board:?}");
            for direction in Direction::ALL {
                let expected = plain.slide(&plain.grid(board), direction);
                match formation.slide(board, direction) {
                    Moved::No => {
                        assert_eq!(expected, None, "{board:?} {direction}");
                        kinds[0] += 1;
                    }
                    Moved::Reached => {
                        assert!(plain.reached(&expected.unwrap()), "{board:?} {direction}");
                        kinds[1] += 1;
                    }
                    Moved::To(after) => {
                        assert_eq!(Some(plain.grid(after)), expected, "{board:?} {direction}");
                        assert!(formation.has(after), "{after:?}");
                        kinds[2] += 1;
                    }
                }
            }
        }
    }
    assert!(kinds.into_iter().all(|count| count > 1000), "{kinds:?}");
}

#[test]
fn every_value_equals_the_plain_recursion_on_small_boards() {
    // Without fixed cells, with a fixed row, a fixed corner, and fixed cells that can be pushed.
    for (rows, columns, fixed, target) in
        [(2, 3, 0, 4), (3, 3, 0b0111, 4), (3, 3, 1, 3), (2, 4, 0b0000_0110, 4), (4, 3, 0x0137, 3)]
    {
        let mut plain = Plain::new(rows, columns, fixed, target);
        let formation = plain.formation();
        let (mut positions, mut sums) = (0, Vec::new());
        each_layer(&formation, 0, |layers| {
            sums.push(layers.sum());
            layers.positions(|board, value| {
                assert!(formation.has(board), "{board:?}");
                let expected = plain.value(&plain.grid(board));
                assert!((f64::from(value) - expected).abs() < 1e-5, "{board:?} {value} {expected}");
                positions += 1;
            });
        });
        let all = u64::from(target).pow(formation.free().len() as u32);
        assert_eq!(positions, all, "every position once");
        assert!(sums.windows(2).all(|pair| pair[0] == pair[1] + 2) && sums.last() == Some(&0));
    }
}

#[test]
fn small_boards_have_the_probabilities_of_the_exact_solver() {
    for (rows, columns, target) in [(2, 2, 4), (2, 3, 6), (3, 2, 7)] {
        let formation = Formation::new(rows, columns, 0, target).unwrap();
        let cells: Vec<usize> = formation.free().to_vec();
        // All starts: two tiles in two cells.
        let (mut positions, mut probabilities) = (Vec::new(), Vec::new());
        let pairs = (cells.len() * (cells.len() - 1)) as f64;
        for &one in &cells {
            for &other in cells.iter().filter(|&&other| other != one) {
                for (first, p) in SPAWNS {
                    for (second, q) in SPAWNS {
                        positions.push(Board::EMPTY.with(one, first).with(other, second));
                        probabilities.push(p * q / pairs);
                    }
                }
            }
        }
        let answers = solve(&formation, &positions).unwrap();
        let found: f64 =
            answers.iter().zip(&probabilities).map(|(answer, p)| p * f64::from(best(answer))).sum();
        let expected =
            Solution::of(Problem::new(rows, columns, Goal::Tile(target)), None).unwrap().value;
        assert!((found - expected).abs() < 1e-5, "{rows}x{columns} {target}: {found} {expected}");
        assert!(found > 1e-4 && found < 0.999, "{found} tests little");
    }
}

#[test]
fn sampled_positions_at_full_size_equal_the_plain_recursion() {
    let mut next = numbers();
    for (beside, target) in [(2, 3), (3, 3), (4, 4)] {
        let mut plain = Plain::new(4, 4, (1 << (4 + beside)) - 1, target);
        let formation = Formation::of_shape(Shape::Edge(beside), target).unwrap();
        let positions: Vec<Board> =
            (0..24).map(|_| random_position(&formation, &plain, &mut next)).collect();
        let answers = solve(&formation, &positions).unwrap();
        let mut between = 0;
        for (&board, answer) in positions.iter().zip(answers) {
            let grid = plain.grid(board);
            for direction in Direction::ALL {
                let expected = plain.slide(&grid, direction).map(|after| plain.after_value(&after));
                let found = answer[direction.index()].map(f64::from);
                let close = match (found, expected) {
                    (Some(found), Some(expected)) => (found - expected).abs() < 1e-5,
                    (found, expected) => found == expected,
                };
                assert!(close, "{board:?} {direction}: {found:?}, not {expected:?}");
                between += u32::from(found.is_some_and(|found| found > 0.01 && found < 0.99));
            }
        }
        assert!(between > 3, "{between}");
    }
}

#[test]
fn a_table_in_memory_has_the_answers_for_sampled_positions() {
    let mut next = numbers();
    for (fixed, target) in [(Shape::Edge(3).mask(), 4), (Shape::Block.mask(), 3)] {
        let plain = Plain::new(4, 4, fixed, target);
        let formation = plain.formation();
        let table = Table::new(&formation);
        let boards: Vec<_> =
            (0..300).map(|_| random_position(&formation, &plain, &mut next)).collect();
        let answers = solve(&formation, &boards).unwrap();
        let mut compared = 0;
        for (&board, answer) in boards.iter().zip(&answers) {
            for (direction, expected) in Direction::ALL.into_iter().zip(answer) {
                if let Moved::To(after) = formation.slide(board, direction) {
                    let expected = expected.expect("the move is possible");
                    assert!((table.probability(after) - expected).abs() < 1e-5, "{board:?}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 100, "{compared}");
    }
}

#[test]
fn probabilities_have_their_bounds_and_symmetries_and_fall_with_the_target() {
    let mut next = numbers();
    let plain = Plain::new(4, 4, 0xFF, 5);
    let formation = Formation::of_shape(Shape::Edge(4), 5).unwrap();
    let positions: Vec<Board> =
        (0..2000).map(|_| random_position(&formation, &plain, &mut next)).collect();
    let values = |target: u8, boards: &[Board]| -> Vec<f32> {
        let answers = solve(&Formation::of_shape(Shape::Edge(4), target).unwrap(), boards).unwrap();
        answers.iter().map(best).collect()
    };
    let mirrored: Vec<Board> = positions.iter().map(|board| board.mirror()).collect();
    let (low, same, high) = (values(5, &positions), values(5, &mirrored), values(7, &positions));
    let mut less = 0;
    for (at, board) in positions.iter().enumerate() {
        assert!((0.0..=1.0).contains(&low[at]), "{board:?} {}", low[at]);
        assert!((low[at] - same[at]).abs() < 1e-6, "{board:?} {} {}", low[at], same[at]);
        // Building a 128 takes a 32 first.
        assert!(high[at] <= low[at] + 1e-6, "{board:?} {} {}", high[at], low[at]);
        less += u32::from(high[at] + 0.1 < low[at]);
    }
    assert!(less > 50, "{less}");
}

#[test]
fn endgames_are_found_in_every_symmetry() {
    let board: Board = Board::try_from(
        "8192 16384 2048 4096 / 1024 512 4 . / 2 8 16 2 / . 256 . .".parse::<Grid>().unwrap(),
    )
    .unwrap();
    for turned in board.symmetries() {
        let found = find(&Grid::from(turned), Shape::Edge(2)).unwrap();
        assert_eq!((found.shape, found.target, found.fixed_sum), (Shape::Edge(2), 9, 32256));
        let cells = "32768 32768 32768 32768 / 32768 32768 4 . / 2 8 16 2 / . 256 . .";
        assert_eq!(Grid::from(found.board), cells.parse().unwrap());
        assert!(Formation::of_shape(Shape::Edge(2), 9).unwrap().has(found.board));
        assert_eq!(find(&Grid::from(turned), Shape::Edge(1)).unwrap().target, 10);
        assert_eq!(find(&Grid::from(turned), Shape::Edge(3)), None, "256 is not beside 512");
    }
}

#[test]
fn a_block_is_found_in_every_symmetry() {
    let board = Board::try_from(
        "1024 2048 4096 4 / 512 16384 8192 . / 2 8 16 2 / . 256 . .".parse::<Grid>().unwrap(),
    )
    .unwrap();
    for turned in board.symmetries() {
        let found = find(&Grid::from(turned), Shape::Block).unwrap();
        assert_eq!((found.shape, found.target, found.fixed_sum), (Shape::Block, 9, 32256));
        let formation = Formation::of_shape(Shape::Block, 9).unwrap();
        assert!(formation.has(found.board) && formation.free().len() == 10);
        assert_eq!(find(&Grid::from(turned), Shape::Edge(2)), None);
    }
}

#[test]
fn boards_without_an_endgame_have_none() {
    for (text, beside) in [
        // Two equal fixed tiles side by side would merge.
        ("8192 16384 2048 2048 / 4 4 2 . / 2 8 16 2 / . . . .", 0),
        // The smallest fixed tile is not larger than all others.
        ("8192 16384 2048 4096 / 512 512 4 . / 2 8 16 2 / . . . .", 1),
        // The large tiles are in the middle.
        (". . . . / 8192 16384 2048 4096 / 4 4 2 . / 2 8 16 2", 0),
        // The target would be a 32768.
        ("131072 65536 32768 32768 / 4 4 2 . / 2 8 16 2 / . . . .", 0),
        // Fifteen fixed tiles leave one free cell.
        ("512 1024 512 1024 / 1024 512 1024 512 / 512 1024 512 1024 / 1024 512 1024 2", 11),
        ("1024 512 256 / 4 4 2 / 2 8 16 / . . .", 0),
    ] {
        assert_eq!(find(&text.parse().unwrap(), Shape::Edge(beside)), None, "{text}");
    }
    let two_free = "512 1024 512 1024 / 1024 512 1024 512 / 512 1024 512 1024 / 1024 512 2 2";
    assert!(find(&two_free.parse().unwrap(), Shape::Edge(10)).is_some());
    // A tile above 32768 is fixed like any other.
    let large = "131072 16384 2048 4096 / 4 4 2 . / 2 8 16 2 / . . . .".parse().unwrap();
    assert_eq!(find(&large, Shape::Edge(0)).unwrap().fixed_sum, 131_072 + 16384 + 2048 + 4096);
}

#[test]
fn formations_and_positions_out_of_range_are_refused() {
    let error =
        |rows, columns, fixed, target| Formation::new(rows, columns, fixed, target).unwrap_err();
    assert_eq!(error(5, 4, 0, 5), FormationError::Size);
    assert_eq!(error(4, 0, 0, 5), FormationError::Size);
    assert_eq!(error(4, 4, 0, 5), FormationError::Free(16));
    assert_eq!(error(4, 4, 0xFFFE, 5), FormationError::Free(1));
    assert_eq!(error(4, 4, 0xFF, 2), FormationError::Target(2));
    assert_eq!(error(4, 4, 0xFF, 15), FormationError::Target(15));
    assert!(error(4, 4, 0, 5).to_string().contains("accepted: 2 to 12"));
    assert!(error(4, 4, 0xFF, 2).to_string().contains("accepted: 8 to 16384"));
    let formation = Formation::of_shape(Shape::Edge(4), 5).unwrap();
    // No fixed tiles, too few of them, a tile that is the target, and a fixed tile too many.
    for bits in [0, 0xFFFF, 0x5_FFFF_FFFF, 0xF_FFFF_FFFF] {
        let found = solve(&formation, &[Board::from_bits(bits)]);
        assert_eq!(found, Err(FormationError::Position), "{bits:x}");
    }
    assert_eq!(solve(&formation, &[]), Ok(Vec::new()));
}
