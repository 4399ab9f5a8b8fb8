//! Games that measure a network: fixed seeds, a search with the network at its leaves. Leaves out
//! how the results are shown.
//!
//! The seed of a game is its index and the spawns follow the rules' spawn law, as in
//! [`crate::experiment`]; the table is emptied before each game, so threads change nothing.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use crate::eval::Evaluator;
use crate::eval::ntuple::Lookup;
use crate::experiment::GameRecord;
use crate::rules::{Board, Direction, Grid, spawn_for};
use crate::search::{Limits, Solver, pack};

use super::learner::Learner;

/// Bytes of a thread's table: 2^18 entries of 16 bytes.
const TABLE: usize = 4 << 20;

/// A network in training as an evaluator.
pub struct Trained<'a> {
    learner: &'a Learner,
    lookup: Lookup,
}

impl<'a> Trained<'a> {
    /// The network as it is now; it may go on learning meanwhile.
    pub fn new(learner: &'a Learner) -> Self {
        Trained { learner, lookup: Lookup::new(&learner.shapes) }
    }
}

impl Evaluator for Trained<'_> {
    const REWARD_WEIGHT: f32 = 1.0;

    fn value(&self, afterstate: Board) -> f32 {
        let base = self.learner.base(afterstate);
        let mut sum = 0.0;
        self.lookup
            .each(afterstate, |index| sum += self.learner.weights.get((base + index) as usize));
        sum
    }

    fn lost(&self) -> f32 {
        0.0
    }
}

/// Plays `games` games from `first_seed` on with a search under `limits`, on so many threads; in
/// the order of their seeds. Limits of time give other games each time.
pub fn games<E: Evaluator>(
    evaluator: &E,
    limits: &Limits,
    first_seed: u64,
    games: u64,
    threads: usize,
) -> Vec<GameRecord> {
    let next = AtomicU64::new(first_seed);
    let records = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                // A table costs more than it saves where nothing is looked at twice.
                let mut solver = Solver::new(evaluator, if limits.ply > 1 { TABLE } else { 0 });
                loop {
                    let seed = next.fetch_add(1, Relaxed);
                    if seed >= first_seed + games {
                        break;
                    }
                    let record = game(&mut solver, limits, seed);
                    records.lock().expect("no player panics").push(record);
                }
            });
        }
    });
    let mut records = records.into_inner().expect("no player panicked");
    records.sort_by_key(|record| record.seed);
    records
}

fn game<E: Evaluator>(solver: &mut Solver<&E>, limits: &Limits, seed: u64) -> GameRecord {
    let started = Instant::now();
    solver.clear();
    let mut grid = Grid::new(4, 4).expect("4x4 is a board");
    let (mut score, mut moves) = (0, 0);
    spawn(&mut grid, seed, 0);
    spawn(&mut grid, seed, 1);
    while let Some(after) = choose(solver, limits, &grid).and_then(|best| grid.slide(best)) {
        grid = after.board;
        score += after.reward;
        spawn(&mut grid, seed, moves + 2);
        moves += 1;
    }
    GameRecord {
        seed,
        score,
        largest_rank: grid.max_rank(),
        moves,
        seconds: started.elapsed().as_secs_f64(),
    }
}

/// The best move; none when no move is possible (or the board has outgrown the packed form).
fn choose<E: Evaluator>(
    solver: &mut Solver<&E>,
    limits: &Limits,
    grid: &Grid,
) -> Option<Direction> {
    if limits.ply > 1 {
        return solver.search(grid, limits).ok()?.best;
    }
    // What a search of one ply finds, without its bookkeeping.
    let board = pack(grid).ok()?;
    let evaluator = solver.evaluator();
    let worth = |direction| {
        let after = board.slide(direction)?;
        Some((direction, after.reward as f32 * E::REWARD_WEIGHT + evaluator.value(after.board)))
    };
    let moves = Direction::ALL.into_iter().filter_map(worth);
    moves
        .reduce(|best, found| if found.1 > best.1 { found } else { best })
        .map(|(direction, _)| direction)
}

fn spawn(grid: &mut Grid, seed: u64, index: u64) {
    let (which, rank) = spawn_for(seed, index, grid.empty_count());
    let cell = grid.empty_cells().nth(which);
    grid.set(cell.expect("a slide that changed something leaves an empty cell"), rank);
}
