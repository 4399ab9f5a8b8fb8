//! The search against a reference implementation, with and without a table, with one thread and
//! several.

use std::sync::atomic::{AtomicI32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use crate::reference_search::reference_root;
use afterstate::eval::{
    Evaluator,
    rows::{RowHeuristic, RowWeights},
};
use afterstate::rules::*;
use afterstate::search::*;

/// A simple evaluator that counts rewards: the number of empty cells.
struct Empties;

impl Evaluator for Empties {
    const REWARD_WEIGHT: f32 = 1.0;

    fn value(&self, afterstate: Board) -> f32 {
        10.0 * afterstate.empty_count() as f32
    }

    fn terminal_value(&self) -> f32 {
        -1000.0
    }

    fn pruning_margin(&self) -> f32 {
        14.0 // a merge of 2s more (an empty cell and 4 points): many moves are at the threshold
    }
}

fn heuristic() -> RowHeuristic {
    RowHeuristic::new(&RowWeights::NNEONNEO)
}

/// Realistic boards: every `step`-th board of a game played at 2-ply.
fn boards(seed: u64, step: usize, count: usize) -> Vec<Board> {
    let mut game = Game::new(4, 4, seed).unwrap();
    game.keep_going();
    let mut searcher = Searcher::new(heuristic(), 1 << 16);
    let mut boards = Vec::new();
    while boards.len() < count {
        let report = searcher.search(game.grid(), &Limits::ply(2)).unwrap();
        let Some(best) = report.best else { break };
        game.play(best).unwrap();
        if game.moves().is_multiple_of(step) {
            boards.push(Board::try_from(*game.grid()).unwrap());
        }
    }
    boards
}

/// Nearly full boards, which have few spawns, so that the reference is fast.
fn crowded(count: usize) -> &'static [Board] {
    static CROWDED: OnceLock<Vec<Board>> = OnceLock::new();
    let all = || boards(7, 1, 3000).into_iter().filter(|b| b.empty_count() <= 2).collect();
    &CROWDED.get_or_init(all)[..count]
}

fn check_against_reference<E: Evaluator>(
    evaluator: E,
    boards: &[Board],
    ply: u8,
    reductions: DepthReductions,
) {
    let mut searcher = Searcher::new(evaluator, 1 << 20);
    for &board in boards {
        let limits = Limits::ply(ply).reduced(reductions);
        let report = searcher.search_board(board, &Direction::ALL, &limits).unwrap();
        let e = searcher.evaluator();
        let references = reference_root(e, &Grid::from(board), ply, reductions);
        for (direction, expected) in Direction::ALL.into_iter().zip(references) {
            match (report.values[direction.index()], expected) {
                (None, None) => {}
                (Some(value), Some(expected)) => {
                    let error = (f64::from(value) - expected).abs() / expected.abs().max(1.0);
                    assert!(error < 1e-4, "{board:?} {direction}: {value}, expected {expected}");
                }
                (value, expected) => {
                    panic!("{board:?} {direction}: {value:?}, expected {expected:?}")
                }
            }
        }
    }
}

#[test]
fn values_match_the_reference() {
    let reductions = |spawn4, low_value| {
        DepthReductions::NONE.with_spawn4_plies(spawn4).with_low_value_plies(low_value)
    };
    check_against_reference(heuristic(), &boards(1, 50, 40), 1, DepthReductions::NONE);
    check_against_reference(heuristic(), &boards(2, 100, 20), 2, DepthReductions::NONE);
    check_against_reference(heuristic(), crowded(30), 3, DepthReductions::NONE);
    check_against_reference(heuristic(), crowded(8), 4, reductions(2, 1));
    check_against_reference(heuristic(), crowded(8), 4, DepthReductions::USUAL);
    check_against_reference(heuristic(), crowded(8), 5, DepthReductions::USUAL);
    check_against_reference(heuristic(), &boards(2, 100, 20), 3, reductions(1, 2));
    // Neither low-value moves nor spawned 4s, except for one that fills the board.
    check_against_reference(heuristic(), crowded(20), 4, reductions(MAX_PLY, MAX_PLY));
    for (spawn4, low_value) in [(1, 1), (2, 1), (1, 2), (2, 3), (MAX_PLY, MAX_PLY)] {
        check_against_reference(Empties, crowded(20), 3, reductions(spawn4, low_value));
    }
}

#[test]
fn table_changes_no_value() {
    let mut with = Searcher::new(heuristic(), 1 << 20);
    let mut tiny = Searcher::new(heuristic(), 1);
    let mut without = Searcher::new(heuristic(), 0);
    for board in boards(3, 150, 12) {
        let limits = Limits::ply(4);
        let search = |searcher: &mut Searcher<_>| {
            searcher.search_board(board, &Direction::ALL, &limits).unwrap()
        };
        let (a, b, c) = (search(&mut with), search(&mut tiny), search(&mut without));
        assert_eq!(a.values, c.values, "{board:?}");
        assert_eq!(b.values, c.values, "{board:?}");
        assert_eq!(a.history, c.history, "{board:?}");
        assert!(a.nodes < c.nodes && a.table_hits > 0 && c.table_hits == 0);
    }
}

#[test]
fn threads_change_no_value() {
    let mut one = Searcher::new(heuristic(), 1 << 20);
    let mut many = Searcher::new(heuristic(), 1 << 20).parallel();
    let (mut plain_one, mut plain_many) =
        (Searcher::new(heuristic(), 0), Searcher::new(heuristic(), 0).parallel());
    for board in boards(4, 150, 8) {
        let limits = Limits::ply(4);
        let search = |searcher: &mut Searcher<_>| {
            searcher.search_board(board, &Direction::ALL, &limits).unwrap()
        };
        assert_eq!(search(&mut one).history, search(&mut many).history, "{board:?}");
        let alone = search(&mut plain_one);
        let [first, second] = [(), ()].map(|()| search(&mut plain_many));
        assert_eq!(first.history, alone.history, "{board:?}");
        // Without a table: threads search once what one thread reaches twice, and the same each time.
        assert_eq!(first.nodes, second.nodes, "{board:?}");
        assert!(first.nodes <= alone.nodes, "{board:?}: {} and {}", first.nodes, alone.nodes);
    }
}

#[test]
fn limits_end_a_search_and_invalid_limits_are_refused() {
    let mut searcher = Searcher::new(heuristic(), 1 << 20);
    let board = boards(5, 200, 1)[0];
    let mut search = |limits: Limits| searcher.search_board(board, &Direction::ALL, &limits);
    let zero_time = search(Limits::time_ms(0.0)).unwrap();
    assert_eq!((zero_time.ply, zero_time.stopped), (1, true));
    let zero_nodes = search(Limits::nodes(0)).unwrap();
    assert_eq!((zero_nodes.ply, zero_nodes.stopped), (1, true));
    let nodes = search(Limits::nodes(200_000)).unwrap();
    assert!(nodes.stopped && nodes.ply > 1 && nodes.nodes < 220_000, "{nodes:?}");
    let fixed = search(Limits::ply(3)).unwrap();
    assert!(!fixed.stopped && fixed.ply == 3 && fixed.history.len() == 3);
    let reduced = |reductions| Limits::ply(2).reduced(reductions);
    let usual = DepthReductions::USUAL;
    for (limits, message) in [
        (Limits::ply(0), "ply must be from 1 to 30, got 0"),
        (Limits::ply(MAX_PLY + 1), "ply must be from 1 to 30, got 31"),
        (Limits::time_ms(-1.0), "the time limit must be 0 ms or more, got -1"),
        (Limits::time_ms(f64::NAN), "the time limit must be 0 ms or more, got NaN"),
        (reduced(usual.with_spawn4_plies(0)), "spawn4_plies must be from 1 to 30, got 0"),
        (
            reduced(usual.with_low_value_plies(MAX_PLY + 1)),
            "low_value_plies must be from 1 to 30, got 31",
        ),
    ] {
        assert_eq!(search(limits).unwrap_err().to_string(), message);
    }
}

#[test]
fn limits_hold_with_parallel_tasks() {
    let mut searcher = Searcher::new(heuristic(), 0).parallel();
    // Each thread may be in a task of some thousand nodes when the search reaches the limit.
    let slack = 20_000 * searcher.threads() as u64;
    for board in boards(3, 40, 4) {
        let limits = Limits::nodes(300_000);
        let report = searcher.search_board(board, &Direction::ALL, &limits).unwrap();
        assert!(report.nodes < 300_000 + slack, "{} nodes", report.nodes);
    }
}

#[test]
fn managed_nodes_are_an_average() {
    let limits = Limits::nodes(800).managed();
    let mut searcher = Searcher::new(heuristic(), 1 << 20);
    let play = |searcher: &mut Searcher<RowHeuristic>| {
        searcher.clear();
        let mut game = Game::new(4, 4, 11).unwrap();
        game.keep_going();
        let (mut total, mut largest) = (0, 0);
        while let Some(best) = searcher.search(game.grid(), &limits).ok().and_then(|report| {
            (total, largest) = (total + report.nodes, largest.max(report.nodes));
            report.best
        }) {
            game.play(best).unwrap();
        }
        let mean = total as f64 / game.moves() as f64;
        assert!(total <= 800 * (game.moves() as u64 + 1), "{total} in {} moves", game.moves());
        assert!(mean > 600.0, "{mean}: the saved budget is not used");
        // A search checks its count every 512 nodes.
        assert!(largest > 1600 && (largest as f64) < MANAGED_MAX * 800.0 + 700.0, "{largest}");
        (game.score(), total)
    };
    let first = play(&mut searcher);
    assert_eq!(first, play(&mut searcher), "node limits make games reproducible");
}

#[test]
fn managed_search_stops_at_one_ply_with_one_legal_move() {
    let mut searcher = Searcher::new(heuristic(), 1 << 16);
    let limits = Limits::nodes(100_000);
    let mut search = |board: &str, limits: &Limits| {
        let grid: Grid = board.parse().unwrap();
        let moves = Direction::ALL.into_iter().filter(|&direction| grid.possible(direction));
        (moves.count(), searcher.search(&grid, limits).unwrap())
    };
    let only_right = "2 4 2 . / 4 8 4 . / 2 4 2 . / 4 8 4 .";
    let (moves, report) = search(only_right, &limits.managed());
    assert_eq!((moves, report.best, report.ply), (1, Some(Direction::Right), 1));
    assert!(report.stopped);
    // The values of a search that is not managed may be shown, so it goes deeper.
    assert!(search(only_right, &limits).1.ply > 1);
    // Without a budget there is nothing to save.
    assert_eq!(search(only_right, &Limits::ply(3).managed()).1.ply, 3);
    let (moves, report) = search("2 4 2 4 / 4 2 4 2 / 2 4 2 4 / . 2 4 2", &limits.managed());
    assert_eq!((moves, report.ply > 1), (2, true));
}

#[test]
fn stop_flag_ends_a_search() {
    let mut searcher = Searcher::new(heuristic(), 1 << 20).parallel();
    let board = boards(6, 200, 1)[0];
    std::thread::scope(|scope| {
        let flag = searcher.stop_flag();
        scope.spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(50));
            flag.store(1, Relaxed);
        });
        let report = searcher.search_board(board, &Direction::ALL, &Limits::default()).unwrap();
        assert!(report.stopped && report.ply >= 1);
    });
}

/// An evaluator that counts its evaluations and sets the stop flag at number `at`.
struct Stopping {
    at: u64,
    valued: AtomicU64,
    flag: OnceLock<Arc<AtomicI32>>,
}

impl Evaluator for Stopping {
    const REWARD_WEIGHT: f32 = Empties::REWARD_WEIGHT;

    fn value(&self, afterstate: Board) -> f32 {
        if self.valued.fetch_add(1, Relaxed) == self.at
            && let Some(flag) = self.flag.get()
        {
            flag.store(1, Relaxed);
        }
        Empties.value(afterstate)
    }

    fn terminal_value(&self) -> f32 {
        Empties.terminal_value()
    }
}

/// A search must stop within 5 ms, in which a thread evaluates about ten thousand boards with a
/// network in a browser. The test counts boards, because times depend on the load of the machine.
#[test]
fn few_boards_are_evaluated_after_the_stop_flag_is_set() {
    for board in boards(8, 150, 20) {
        for (at, parallel) in [(20_000, false), (20_000, true), (300_000, true)] {
            let evaluator = Stopping { at, valued: AtomicU64::new(0), flag: OnceLock::new() };
            let mut searcher = Searcher::new(evaluator, 1 << 16);
            if parallel {
                searcher = searcher.parallel();
            }
            searcher.evaluator().flag.set(searcher.stop_flag()).unwrap();
            let report = searcher.search_board(board, &Direction::ALL, &Limits::default()).unwrap();
            assert!(report.stopped, "{report:?}");
            let after = searcher.evaluator().valued.load(Relaxed) - at;
            let threads = searcher.threads() as u64;
            assert!(after <= 2_000 * threads, "{after} boards after the stop, {threads} threads");
        }
    }
}

#[test]
fn empty_full_and_terminal_boards_are_searched() {
    let mut searcher = Searcher::new(heuristic(), 1 << 16);
    let mut search = |text: &str| searcher.search(&text.parse().unwrap(), &Limits::ply(3));
    let empty = search(". . . . / . . . . / . . . . / . . . .").unwrap();
    assert_eq!((empty.best, empty.ply, empty.nodes, empty.stopped), (None, 0, 0, false));
    let dead = search("2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2").unwrap();
    assert_eq!((dead.best, dead.values), (None, [None; 4]));
    let full = search("2 2 4 8 / 16 4 2 16 / 2 8 16 2 / 4 2 4 8").unwrap();
    assert_eq!(full.values.map(|value| value.is_some()), [false, true, false, true]);
    let other_size = search("2 2 . / . . .").unwrap_err().to_string();
    assert!(other_size.contains("4x4"), "{other_size}");
}

/// A heuristic that cannot handle 32768, like a network.
struct Downgraded(RowHeuristic);

impl Evaluator for Downgraded {
    const REWARD_WEIGHT: f32 = 0.0;

    fn value(&self, afterstate: Board) -> f32 {
        self.0.value(afterstate)
    }

    fn terminal_value(&self) -> f32 {
        self.0.terminal_value()
    }

    fn downgrade_from(&self) -> u8 {
        15
    }
}

#[test]
fn large_tiles_are_downgraded_for_the_evaluator() {
    let searcher = Searcher::new(Downgraded(heuristic()), 0);
    let shown = |text: &str| Grid::from(searcher.pack(&text.parse().unwrap()).unwrap()).max_rank();
    assert_eq!(shown("32768 16384 8192 2 / . . . . / . . . . / . . . ."), 14);
    assert_eq!(shown("32768 32768 8192 2 / . . . . / . . . . / . . . ."), 14);
    assert_eq!(shown("65536 65536 32768 2 / . . . . / . . . . / . . . ."), 14);
}

#[test]
fn search_merges_the_largest_tiles() {
    merge_the_chain(heuristic());
    merge_the_chain(Downgraded(heuristic()));
}

fn merge_the_chain<E: Evaluator>(evaluator: E) {
    let mut searcher = Searcher::new(evaluator, 1 << 20);
    // Chains that are ready to merge: each merge is the only good move.
    for (text, goal) in [
        ("32768 16384 8192 8192 / . . . . / . . . . / . . . .", 16),
        ("65536 32768 16384 16384 / . . . . / . . . . / . . . .", 17),
        ("32768 32768 . . / . . . . / . . . . / . . . .", 16),
        ("65536 65536 . . / . . . . / . . . . / . . . .", 17),
    ] {
        let mut game = Game::from_position(text.parse().unwrap(), 0, 3);
        searcher.clear();
        while game.grid().max_rank() < goal {
            let report = searcher.search(game.grid(), &Limits::ply(3)).unwrap();
            game.play(report.best.unwrap()).unwrap();
            assert!(game.moves() < 200, "{} after {} moves", game.grid(), game.moves());
        }
    }
}
