//! The search against the plainest expectimax there is, on saved boards at 3, 5 and 7 ply, without any cut.
//!
//! The twin has no table and no order and looks at every spawn, so it takes thirty times as long for every ply. How
//! deep a board is compared stands beside it: 200, where few cells are empty on every way down, at 3, 5 and 7 ply, 50
//! more at 3 and 5, and 120 open ones at 3.

use afterstate::eval::Evaluator;
use afterstate::eval::rows::{RowHeuristic, RowWeights};
use afterstate::rules::{Board, Direction, Game};
use afterstate::search::{DepthReductions, Limits, Searcher};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/midgame-boards.txt");

/// The value of an afterstate, by definition. `left` is how many more afterstates may be looked at.
fn twin(e: &RowHeuristic, after: Board, depth: u8, left: &mut u64) -> Option<f64> {
    *left = left.checked_sub(1)?;
    if depth == 0 {
        return Some(e.value(after).into());
    }
    let mut sum = 0.0;
    for cell in after.empty_cells() {
        for (rank, probability) in [(1, 0.9), (2, 0.1)] {
            let mut best = None;
            for direction in Direction::ALL {
                if let Some(next) = after.with(cell, rank).slide(direction) {
                    let value = twin(e, next.board, depth - 1, left)?;
                    best = Some(best.map_or(value, |best: f64| best.max(value)));
                }
            }
            sum += probability * best.unwrap_or_else(|| e.terminal_value().into());
        }
    }
    Some(sum / f64::from(after.empty_count()))
}

/// How far a value is from the twin's, relative to that.
fn difference(value: f64, twin: f64) -> f64 {
    (value - twin).abs() / twin.abs().max(1.0)
}

fn heuristic() -> RowHeuristic {
    RowHeuristic::new(&RowWeights::AFTERSTATE)
}

/// The saved boards, each with the deepest ply at which it is compared.
fn saved() -> Vec<(Board, u8)> {
    let text = std::fs::read_to_string(FILE).unwrap();
    let read = |line: &str| {
        let (bits, ply) = line.split_once(' ').unwrap();
        (Board::from_bits(u64::from_str_radix(bits, 16).unwrap()), ply.parse().unwrap())
    };
    text.lines().skip(1).map(read).collect()
}

/// How many boards are compared at 3-ply alone, at 5-ply too, and at 7-ply too.
const BOARDS: [u32; 3] = [120, 50, 200];

#[test]
fn saved_boards_have_the_values_of_the_twin() {
    let heuristic = heuristic();
    let boards = saved();
    let mut searcher = Searcher::new(&heuristic, 1 << 22);
    let (mut compared, mut worst) = ([0; 8], 0.0_f64);
    for (board, deepest) in boards {
        for ply in [3, 5, 7].into_iter().filter(|&ply| ply <= deepest) {
            let limits = Limits { reductions: DepthReductions::NONE, ..Limits::ply(ply) };
            let report = searcher.search_board(board, &Direction::ALL, &limits).unwrap();
            let twins = Direction::ALL.map(|direction| {
                let after = board.slide(direction)?;
                twin(&heuristic, after.board, ply - 1, &mut u64::MAX.clone())
            });
            for (value, twin) in report.values.into_iter().zip(twins) {
                assert_eq!(value.is_some(), twin.is_some(), "{board:?}");
                if let (Some(value), Some(twin)) = (value, twin) {
                    let error = difference(value.into(), twin);
                    assert!(error < 1e-4, "{board:?} {ply}-ply: {value}, twin {twin}");
                    worst = worst.max(error);
                }
            }
            // The move chosen is one of the twin's best: where two are equal, either may be.
            let best = twins.into_iter().flatten().fold(f64::NEG_INFINITY, f64::max);
            let chosen = report.best.and_then(|direction| twins[direction.index()]).unwrap();
            assert!(difference(chosen, best) < 1e-4, "{board:?} {ply}-ply: {:?}", report.best);
            compared[usize::from(ply)] += 1;
        }
    }
    println!("boards at 3, 5, 7 ply: {compared:?}; largest relative difference {worst:.1e}");
    let [open, middling, crowded] = BOARDS;
    assert_eq!(compared[3..8], [open + middling + crowded, 0, middling + crowded, 0, crowded]);
}

/// What a board may cost the twin to be compared at a ply, in afterstates.
const COST: u64 = 2_000_000;

#[test]
#[ignore = "writes the boards that the test above reads"]
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
            // Boards far enough apart to have little in common; crowded ones, which are rare, more often.
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
                    .all(|after| twin(&heuristic, after.board, ply - 1, &mut left).is_some())
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
    let source = "Source: games of this project at 2-ply, `cargo test --release --test twin -- --ignored save_boards`; \
                  cells from the last to the first in hexadecimal ranks, then the deepest ply compared";
    std::fs::write(FILE, format!("{source}\n{}\n", lines.join("\n"))).unwrap();
}
