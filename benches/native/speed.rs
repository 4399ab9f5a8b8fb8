//! Native benchmarks of slides, evaluators, fixed-ply searches and threads. Run by
//! `./build.sh bench`; see also `benches/wasm` and `benches/page`.
//!
//! The boards are those of the signature. Every benchmark checks its result. Criterion's intervals
//! do not include the noise of a shared machine, so compare two builds in alternation.

use std::hint::black_box;
use std::time::Duration;

use afterstate::eval::Evaluator;
use afterstate::eval::ntuple::{Model, file};
use afterstate::eval::rows::{RowHeuristic, RowWeights};
use afterstate::rules::{Board, Direction, Grid};
use afterstate::search::Searcher;
use afterstate::search::signature::{BOARDS, at_ply};
use criterion::{BatchSize, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};

/// The smaller network that is shipped.
const LITE: &[u8] = include_bytes!("../../models/lite.bin");

/// The depth of the searches.
const PLY: u8 = 5;

/// The size of a search's table in bytes; small, because every search begins with a new one.
const TABLE_BYTES: usize = 1 << 20;

fn boards() -> Vec<Board> {
    BOARDS.map(Board::from_bits).to_vec()
}

/// The total reward of slides of packed boards.
fn rewards(boards: &[Board], directions: &[Direction]) -> u64 {
    let slides = |board: &Board| {
        let board = *board;
        directions.iter().filter_map(move |&direction| board.slide(direction))
    };
    boards.iter().flat_map(slides).map(|after| after.reward).sum()
}

/// The same with the exact grid.
fn grid_rewards(boards: &[Board], directions: &[Direction]) -> u64 {
    let slides = |board: &Board| {
        let grid = Grid::from(*board);
        directions.iter().filter_map(move |&direction| grid.slide(direction))
    };
    boards.iter().flat_map(slides).map(|after| after.reward).sum()
}

fn slides(criterion: &mut Criterion) {
    let boards = boards();
    let mut group = criterion.benchmark_group("slide");
    for (name, directions) in
        [("left", &[Direction::Left][..]), ("up", &[Direction::Up]), ("all moves", &Direction::ALL)]
    {
        let expected = grid_rewards(&boards, directions);
        group.throughput(Throughput::Elements(boards.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                assert_eq!(rewards(black_box(&boards), directions), expected);
            });
        });
    }
    group.finish();
}

/// The sum of the values of boards, as f64 so that the order hardly matters.
fn values<E: Evaluator>(evaluator: &E, boards: &[Board]) -> f64 {
    boards.iter().map(|&board| f64::from(evaluator.value(board))).sum()
}

fn evaluate<E: Evaluator>(criterion: &mut Criterion, name: &str, evaluator: &E) {
    // Symmetric boards have the same value, except for rounding.
    let boards = boards();
    let canonical: Vec<Board> = boards.iter().map(|board| board.canonical()).collect();
    let expected = values(evaluator, &canonical);
    let mut group = criterion.benchmark_group("evaluate");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            let found = values(evaluator, black_box(&boards));
            assert!((found - expected).abs() <= 1e-6 * expected.abs(), "{found}, not {expected}");
        });
    });
    group.finish();
}

fn search<E: Evaluator>(criterion: &mut Criterion, name: &str, evaluator: &E) {
    let expected = at_ply(&mut Searcher::new(evaluator, 0), PLY);
    let mut group = criterion.benchmark_group(format!("search {PLY}-ply"));
    group.sampling_mode(SamplingMode::Flat);
    group.throughput(Throughput::Elements(expected.nodes));
    group.bench_function(format!("{name}, no table"), |bencher| {
        let mut searcher = Searcher::new(evaluator, 0);
        bencher.iter(|| assert_eq!(at_ply(&mut searcher, PLY), expected));
    });
    group.bench_function(format!("{name}, with table"), |bencher| {
        bencher.iter_batched(
            || Searcher::new(evaluator, TABLE_BYTES),
            |mut searcher| assert_eq!(at_ply(&mut searcher, PLY).values, expected.values),
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

/// The same searches with one thread and with all.
fn threads<E: Evaluator>(criterion: &mut Criterion, name: &str, evaluator: &E, ply: u8) {
    let expected = at_ply(&mut Searcher::new(evaluator, 0), ply);
    let mut group = criterion.benchmark_group(format!("threads {ply}-ply"));
    group.sampling_mode(SamplingMode::Flat);
    group.throughput(Throughput::Elements(expected.nodes));
    for (threads, parallel) in [("one", false), ("all", true)] {
        group.bench_function(format!("{name}, {threads}"), |bencher| {
            let searcher = Searcher::new(evaluator, 0);
            let mut searcher = if parallel { searcher.parallel() } else { searcher };
            bencher.iter(|| assert_eq!(at_ply(&mut searcher, ply).values, expected.values));
        });
    }
    group.finish();
}

fn lite() -> Model {
    file::read(LITE, |_| ()).expect("the network in models/ is one")
}

fn rows_and_network(criterion: &mut Criterion) {
    let (rows, lite) = (RowHeuristic::new(&RowWeights::NAMED[0].weights), lite());
    evaluate(criterion, "rows", &rows);
    evaluate(criterion, "lite network", &lite);
    search(criterion, "rows", &rows);
    search(criterion, "lite network", &lite);
    threads(criterion, "rows", &rows, 6);
    threads(criterion, "lite network", &lite, 5);
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(15)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1500));
    targets = slides, rows_and_network
}
criterion_main!(benches);
