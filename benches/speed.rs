//! How fast the parts of a search are: slides, evaluators, searches at fixed ply, and what threads
//! bring. Every benchmark asserts its answer, so that none is fast by being wrong.
//!
//! Run by `./build.sh bench`. Leaves out WebAssembly (`benches/wasm`) and the page (`benches/page`).
//! The boards are those of the signature. Noise of a shared machine is not in criterion's intervals:
//! compare two builds in turns.
#![cfg(not(target_arch = "wasm32"))]

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
const LITE: &[u8] = include_bytes!("../models/lite.bin");

/// How deep the boards are searched.
const PLY: u8 = 5;

/// Table of a search, in bytes: its clearing is not measured, so it is small.
const TABLE_BYTES: usize = 1 << 20;

fn boards() -> Vec<Board> {
    BOARDS.map(Board::from_bits).to_vec()
}

/// The rewards of all slides in some directions, by the packed board.
fn rewards(boards: &[Board], directions: &[Direction]) -> u64 {
    let slides = |board: &Board| {
        let board = *board;
        directions.iter().filter_map(move |&direction| board.slide(direction))
    };
    boards.iter().flat_map(slides).map(|after| after.reward).sum()
}

/// The same by the plain rules.
fn plain_rewards(boards: &[Board], directions: &[Direction]) -> u64 {
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
        let expected = plain_rewards(&boards, directions);
        group.throughput(Throughput::Elements(boards.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                assert_eq!(rewards(black_box(&boards), directions), expected);
            });
        });
    }
    group.finish();
}

/// The sum of the values of boards; in f64, so that their order does not count.
fn values<E: Evaluator>(evaluator: &E, boards: &[Board]) -> f64 {
    boards.iter().map(|&board| f64::from(evaluator.value(board))).sum()
}

fn evaluate<E: Evaluator>(criterion: &mut Criterion, name: &str, evaluator: &E) {
    // Boards that stand the other way are worth the same, but for the order of a sum's parts.
    let boards = boards();
    let turned: Vec<Board> = boards.iter().map(|board| board.canonical()).collect();
    let expected = values(evaluator, &turned);
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

/// The same searches by one thread and by all: how much faster is the ratio of the two times.
fn threads<E: Evaluator>(criterion: &mut Criterion, name: &str, evaluator: &E, ply: u8) {
    let expected = at_ply(&mut Searcher::new(evaluator, 0), ply);
    let mut group = criterion.benchmark_group(format!("threads {ply}-ply"));
    group.sampling_mode(SamplingMode::Flat);
    group.throughput(Throughput::Elements(expected.nodes));
    for (threads, parallel) in [("one", false), ("all", true)] {
        group.bench_function(format!("{name}, {threads}"), |bencher| {
            let searcher = Searcher::new(evaluator, 0);
            let mut searcher = if parallel { searcher.parallel() } else { searcher };
            bencher.iter(|| assert_eq!(at_ply(&mut searcher, ply), expected));
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
