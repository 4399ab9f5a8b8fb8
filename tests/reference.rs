//! The search without depth reductions against a plain expectimax, on saved boards at 3, 5 and 7
//! ply.
//!
//! The reference has no table and no move ordering, so each ply takes thirty times as long as the
//! last. The file has the deepest ply for each board: 200 crowded boards at 3, 5 and 7 ply, 50 more
//! at 3 and 5, and 120 open ones at 3.

use afterstate::eval::Evaluator;
use afterstate::eval::rows::{RowHeuristic, RowWeights};
use afterstate::rules::{Board, Direction, Game, Rank};
use afterstate::search::{Limits, Searcher};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/midgame-boards.txt");

/// The value of an afterstate by definition; `None` after `left` afterstates.
fn reference(e: &RowHeuristic, after: Board, depth: u8, left: &mut u64) -> Option<f64> {
    *left = left.checked_sub(1)?;
    if depth == 0 {
        return Some(e.value(after).into());
    }
    let mut sum = 0.0;
    for cell in after.empty_cells() {
        for (rank, probability) in [(Rank::TWO, 0.9), (Rank::FOUR, 0.1)] {
            let mut best = None;
            for direction in Direction::ALL {
                if let Some(next) = after.with(cell, rank).slide(direction) {
                    let value = reference(e, next.board, depth - 1, left)?;
                    best = Some(best.map_or(value, |best: f64| best.max(value)));
                }
            }
            sum += probability * best.unwrap_or_else(|| e.terminal_value().into());
        }
    }
    Some(sum / f64::from(after.empty_count()))
}

/// The relative difference of a value.
fn difference(value: f64, expected: f64) -> f64 {
    (value - expected).abs() / expected.abs().max(1.0)
}

fn heuristic() -> RowHeuristic {
    RowHeuristic::new(&RowWeights::AFTERSTATE)
}

/// The saved boards with the deepest ply for each.
fn saved() -> Vec<(Board, u8)> {
    let text = std::fs::read_to_string(FILE).unwrap();
    let read = |line: &str| {
        let (bits, ply) = line.split_once(' ').unwrap();
        (Board::from_bits(u64::from_str_radix(bits, 16).unwrap()), ply.parse().unwrap())
    };
    text.lines().skip(1).map(read).collect()
}

/// The number of boards whose deepest ply is 3, 5 and 7.
const BOARDS: [u32; 3] = [120, 50, 200];

#[test]
fn every_twelfth_saved_board_has_the_reference_values() {
    compare(12);
}

#[test]
#[ignore = "some seconds"]
fn saved_boards_have_the_reference_values() {
    let [open, middling, crowded] = BOARDS;
    let compared = compare(1);
    assert_eq!(compared, [open + middling + crowded, middling + crowded, crowded]);
}

/// Compares every `step`-th board, and returns the number of boards at 3, 5 and 7 ply.
fn compare(step: usize) -> [u32; 3] {
    let heuristic = heuristic();
    let mut searcher = Searcher::new(&heuristic, 1 << 22);
    let (mut compared, mut worst) = ([0; 3], 0.0_f64);
    for (board, deepest) in saved().into_iter().step_by(step) {
        for ply in [3, 5, 7].into_iter().filter(|&ply| ply <= deepest) {
            let limits = Limits::full_width(ply);
            let report = searcher.search_board(board, &Direction::ALL, &limits).unwrap();
            let expected = Direction::ALL.map(|direction| {
                let after = board.slide(direction)?;
                reference(&heuristic, after.board, ply - 1, &mut u64::MAX.clone())
            });
            for (value, expected) in report.values.into_iter().zip(expected) {
                assert_eq!(value.is_some(), expected.is_some(), "{board:?}");
                if let (Some(value), Some(expected)) = (value, expected) {
                    let error = difference(value.into(), expected);
                    assert!(error < 1e-4, "{board:?} {ply}-ply: {value}, expected {expected}");
                    worst = worst.max(error);
                }
            }
            // If two moves are equally good, either may be chosen.
            let best = expected.into_iter().flatten().fold(f64::NEG_INFINITY, f64::max);
            let chosen = report.best.and_then(|direction| expected[direction.index()]).unwrap();
            assert!(difference(chosen, best) < 1e-4, "{board:?} {ply}-ply: {:?}", report.best);
            compared[usize::from(ply / 2 - 1)] += 1;
        }
    }
    println!("boards at 3, 5, 7 ply: {compared:?}; largest relative difference {worst:.1e}");
    assert!(compared[2] > 0, "{compared:?}");
    compared
}

/// The maximum afterstates that the reference may need for a move of a board.
const COST: u64 = 2_000_000;

#[test]
#[ignore = "writes the boards that the tests above read"]
fn save_boards() {
    let heuristic = heuristic();
    let mut searcher = Searcher::new(&heuristic, 1 << 20);
    let (mut lines, mut found) = (Vec::new(), [0; 3]);
    'games: for seed in 1.. {
        let mut game = Game::new(4, 4, seed).unwrap();
        game.keep_going();
        while let Some(best) = searcher.search(game.grid(), &Limits::ply(2)).unwrap().best {
            game.play(best).unwrap();
            let board = Board::try_from(*game.grid()).unwrap();
            let (moves, empty) = (game.moves(), board.empty_count());
            // Boards far apart, so that they have little in common; crowded ones, which are rare,
            // more often.
            if moves < 600 || moves % (if empty < 2 { 10 } else { 60 }) != 0 || game.is_over() {
                continue;
            }
            let affordable = |ply: u8| {
                if empty > 9 - u32::from(ply) {
                    return false;
                }
                let mut left = COST;
                Direction::ALL
                    .into_iter()
                    .filter_map(|direction| board.slide(direction))
                    .all(|after| reference(&heuristic, after.board, ply - 1, &mut left).is_some())
            };
            let kind = if affordable(7) { 2 } else { usize::from(affordable(5)) };
            if found[kind] < BOARDS[kind] {
                found[kind] += 1;
                lines.push(format!("{:016x} {}", board.bits(), 3 + 2 * kind));
            } else if found == BOARDS {
                break 'games;
            }
        }
    }
    let source = "Source: games of this project at 2-ply, `cargo test --release --test reference -- --ignored save_boards`; \
                  cells from the last to the first in hexadecimal ranks, then the deepest ply compared";
    std::fs::write(FILE, format!("{source}\n{}\n", lines.join("\n"))).unwrap();
}
