//! Tests of searches one after another, and of the principal variation.

use super::*;
use crate::eval::cache::tests::Counting;
use crate::eval::rows::{RowHeuristic, RowWeights};
use nodes::Values;
use std::cmp::Reverse;

fn searcher(table_bytes: usize) -> Searcher<RowHeuristic> {
    Searcher::new(RowHeuristic::new(&RowWeights::NNEONNEO), table_bytes)
}

/// Boards with few empty cells.
const BOARDS: [u64; 3] = [0x1234_2341_0412_0121, 0x0123_1234_2345_3056, 0x2143_3412_0031_1025];

#[test]
fn search_clears_the_stop_flag_when_it_ends() {
    let mut searcher = searcher(1 << 16);
    let flag = searcher.stop_flag();
    let mut search = || {
        let board = Board::from_bits(BOARDS[0]);
        searcher.search_board(board, &Direction::ALL, &Limits::ply(4)).unwrap()
    };
    flag.store(1, Relaxed);
    let stopped = search();
    assert_eq!((stopped.ply, stopped.stopped), (1, true));
    assert_eq!(flag.load(Relaxed), 0);
    assert_eq!(search().ply, 4);
}

#[test]
fn cleared_searcher_repeats_a_search_and_a_warm_one_saves_nodes() {
    let mut searcher = searcher(1 << 20);
    let mut search = |clear: bool| {
        if clear {
            searcher.clear();
        }
        let board = Board::from_bits(BOARDS[1]);
        searcher.search_board(board, &Direction::ALL, &Limits::ply(4)).unwrap()
    };
    let (cold, warm, cleared) = (search(false), search(false), search(true));
    assert_eq!((cold.values, cold.nodes), (cleared.values, cleared.nodes));
    assert!(warm.nodes < cold.nodes / 4, "{} {}", warm.nodes, cold.nodes);
}

/// Entries of earlier searches make way for those of the current one, even if they are deeper. So a
/// table full of them serves a search nearly as well as an empty one.
#[test]
fn entries_of_the_current_search_replace_older_ones() {
    let search = |searcher: &mut Searcher<RowHeuristic>, bits, ply| {
        let board = Board::from_bits(bits);
        searcher.search_board(board, &Direction::ALL, &Limits::ply(ply)).unwrap()
    };
    let (mut empty, mut full) = (searcher(1 << 12), searcher(1 << 12));
    search(&mut full, BOARDS[0], 6);
    let with_empty = search(&mut empty, BOARDS[2], 4);
    let with_full = search(&mut full, BOARDS[2], 4);
    // 3028 and 3099 nodes; 3326 if old entries stay.
    let (nodes, expected) = (with_full.nodes, with_empty.nodes);
    assert!(with_empty.table_hits > 0 && nodes < expected + expected / 20, "{nodes} {expected}");
}

/// The principal variation by definition: a spawned 2 with median luck, then the best move of a
/// full-depth search.
fn reference_line(report: &SearchReport) -> Vec<Direction> {
    let searcher = &mut searcher(0);
    let value = |searcher: &mut Searcher<RowHeuristic>, board: Board, ply: u8| {
        let limits = Limits { reductions: DepthReductions::NONE, ..Limits::ply(ply) };
        let report = searcher.search_board(board, &Direction::ALL, &limits).unwrap();
        let best = report.best.map(|best| report.values[best.index()].unwrap());
        (best.unwrap_or_else(|| searcher.evaluator().terminal_value()), report.best)
    };
    let mut line = vec![report.best.unwrap()];
    let mut after = report.board.slide(line[0]).unwrap().board;
    while line.len() < usize::from(report.ply) {
        let ply = 2.min(report.ply - line.len() as u8);
        let mut spawned: Vec<_> = after
            .empty_cells()
            .map(|cell| {
                (value(searcher, after.with(cell, Rank::TWO), ply), after.with(cell, Rank::TWO))
            })
            .collect();
        spawned.sort_by(|a, b| a.0.0.total_cmp(&b.0.0));
        let ((_, best), board) = spawned[spawned.len() / 2];
        let Some(best) = best else { break };
        line.push(best);
        after = board.slide(best).unwrap().board;
    }
    line
}

#[test]
fn principal_variation_matches_the_reference() {
    // Open boards too, on which the median of an even number of spawns matters.
    let open = [
        0x0001_0023_1245_2367,
        0x0000_1002_2135_3467,
        0x0010_0203_1425_3176,
        0x0000_0021_3542_1763,
        0x1000_2010_3421_5642,
    ];
    for bits in BOARDS.into_iter().chain(open) {
        let board = Board::from_bits(bits);
        let limits = Limits { reductions: DepthReductions::NONE, ..Limits::ply(4) };
        let mut searcher = searcher(0);
        let report = searcher.search_board(board, &Direction::ALL, &limits).unwrap();
        let line = searcher.principal_line(&report, &limits);
        assert_eq!(line.len(), 4);
        assert_eq!(line, reference_line(&report), "{board:?}");
    }
}

/// Limits and the stop flag end the line too, however deep the report is.
#[test]
fn principal_variation_ends_at_limits_and_at_the_stop_flag() {
    let board = Board::from_bits(BOARDS[0]);
    let mut searcher = searcher(0);
    let report = searcher.search_board(board, &Direction::ALL, &Limits::ply(2)).unwrap();
    let deep = SearchReport { ply: 30, ..report };
    let flag = searcher.stop_flag();
    assert!(searcher.principal_line(&deep, &Limits::default()).len() > 3);
    for (limits, stop) in [(Limits::nodes(1), 0), (Limits::time_ms(0.0), 0), (Limits::default(), 1)]
    {
        flag.store(stop, Relaxed);
        let line = searcher.principal_line(&deep, &limits);
        assert_eq!(line.first(), deep.best.as_ref());
        assert!(line.len() <= 2, "{limits:?}, {stop}: {line:?}");
        assert_eq!(flag.load(Relaxed), 0, "the flag is for one search");
    }
    // Whoever stopped the search does not wait for its line.
    flag.store(1, Relaxed);
    let report = searcher.search_board(board, &Direction::ALL, &Limits::default()).unwrap();
    let deep = SearchReport { ply: 30, ..report };
    assert_eq!(searcher.principal_line(&deep, &Limits::default()).len(), 1);
}

/// The value of a node that threads share is the one of one thread. With a table, by which one thread
/// searches no node twice, no more boards are evaluated: the nodes above the tasks are expanded once.
#[test]
fn threads_evaluate_no_more_than_one_does() {
    let (searcher, stop) = (Searcher::new(Counting::default(), 0), AtomicI32::new(0));
    let evaluations = || searcher.evaluator.evaluations.swap(0, Relaxed);
    for bits in BOARDS {
        let board = Board::from_bits(bits);
        let tables = [(), ()].map(|()| TranspositionTable::new(1 << 22).unwrap());
        let [by_one, by_all] =
            tables.each_ref().map(|table| Shared::new(&searcher.evaluator, Some(table), 0, &stop));
        let expected = Walker::new(&by_one).chance_value(board, 4);
        let by_one = evaluations();
        // On this thread, since two at a time may search the same node.
        let nodes = vec![(Reverse(4), board)];
        let search = || team::with_team(|team| frontier::search(&by_all, team, nodes));
        let known = parallel::alone(search).expect("no limits");
        assert_eq!(known.get(board, 4), expected);
        let by_all = evaluations();
        assert!(by_all <= by_one, "{board:?}: {by_all} instead of {by_one} evaluations");
    }
}

/// A network that is searched through [`Searcher::with_network`] is asked for fewer values, and the results
/// are the same.
#[test]
fn a_network_has_a_cache_without_being_asked() {
    let mut plain = Searcher::new(Counting::default(), 0);
    let mut cached = Searcher::with_network(Counting::default(), 0);
    let board = Board::from_bits(BOARDS[0]);
    let expected = plain.search_board(board, &Direction::ALL, &Limits::ply(4)).unwrap();
    let found = cached.search_board(board, &Direction::ALL, &Limits::ply(4)).unwrap();
    assert_eq!((found.values, found.nodes), (expected.values, expected.nodes));
    let evaluations = |counting: &Counting| counting.evaluations.load(Relaxed);
    let (with, without) = (evaluations(cached.evaluator().inner()), evaluations(plain.evaluator()));
    assert!(with < without * 2 / 3, "{with} evaluations instead of {without}");
}

/// A table that does not fit in memory is never left out silently.
#[test]
#[should_panic(expected = "no memory for a table of ")]
fn a_search_without_memory_for_its_table_does_not_begin() {
    let _ = searcher(usize::MAX);
}

/// A caller that has no memory for a table may search without one, with the same values.
#[test]
fn a_search_may_go_on_without_a_table() {
    let table = TranspositionTable::new(usize::MAX);
    assert!(table.is_err());
    let heuristic = RowHeuristic::new(&RowWeights::NNEONNEO);
    let mut without = Searcher::with_table(heuristic, table.ok());
    let mut with = searcher(1 << 20);
    let board = Board::from_bits(BOARDS[0]);
    let search = |searcher: &mut Searcher<RowHeuristic>| {
        searcher.search_board(board, &Direction::ALL, &Limits::ply(4)).unwrap()
    };
    let (expected, found) = (search(&mut with), search(&mut without));
    assert_eq!((found.values, found.table_hits), (expected.values, 0));
    assert!(expected.table_hits > 0 && found.nodes > expected.nodes);
}

/// Other threads cannot read the CPU time of the thread that began the search.
#[cfg(unix)]
#[test]
fn time_of_a_parallel_search_is_wall_clock_time() {
    let measure = || {
        clock::Clock::Processor.choose().unwrap();
        let (searcher, stop) = (searcher(0), AtomicI32::new(0));
        let shared = Shared::new(&searcher.evaluator, None, 0, &stop).parallel(true);
        std::thread::sleep(std::time::Duration::from_millis(30));
        shared.stopwatch.ms()
    };
    // A thread of its own, because the choice of the clock stays with it.
    let ms = std::thread::spawn(measure).join().unwrap();
    assert!(ms >= 30.0, "{ms}");
}

/// Moves that had a low value after the previous ply are searched two plies less deep.
#[test]
fn low_value_moves_at_the_root_are_searched_to_a_reduced_depth() {
    let grid: Grid = "512 256 64 4 / 32 16 8 2 / 4 2 2 . / 2 . . .".parse().unwrap();
    let board = Board::try_from(grid).unwrap();
    let mut searcher = searcher(0);
    let report = searcher.search_board(board, &Direction::ALL, &Limits::ply(4)).unwrap();
    let stop = AtomicI32::new(0);
    let shared = Shared::new(&searcher.evaluator, None, 0, &stop);
    let low_value = shared.low_value(&report.history[2]);
    assert!(low_value.contains(&true), "{:?}", report.history);
    for (direction, after) in root_moves(board, &Direction::ALL) {
        let depth = if low_value[direction.index()] { 1 } else { 3 };
        let expected = Walker::new(&shared).move_value(after, depth, &Values::default());
        assert_eq!(report.values[direction.index()], expected, "{direction}");
    }
}
