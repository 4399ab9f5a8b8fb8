//! What one training thread does: play a game greedily, learn from it backward, start again from
//! its middle. Leaves out threads, time and files.
//!
//! Sources: backward updates and restarts from the middle follow ziap/2048-tdl and TDL2048+
//! (`restart`); the start from boards that just entered a stage is the carousel of Jaśkowski 2016.

use std::collections::VecDeque;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::eval::ntuple::Indexer;
use crate::rules::{Board, Direction};

use super::learner::Learner;
use super::recipe::Recipe;

/// Boards kept of those that just entered a stage, for each stage (1000 in Jaśkowski 2016).
const POOL: usize = 1000;

/// Fewest boards in a pool before games start from it, so that a few early ones do not dominate.
const POOL_READY: usize = 50;

/// One thread's player with all that must survive a checkpoint.
#[derive(Clone, Serialize, Deserialize)]
pub struct Actor {
    random: Xoshiro256PlusPlus,
    /// The afterstate that the next game starts from; none for a fresh board.
    restart: Option<u64>,
    /// For each stage after the first, the latest afterstates that entered it.
    pools: Vec<VecDeque<u64>>,
    #[serde(skip)]
    episode: Vec<(Board, f32)>,
    #[serde(skip)]
    scratch: Vec<u32>,
}

/// How many moves ahead of an update its weights are fetched: the order of an update's work is
/// known beforehand, so that none of it has to wait for memory.
const AHEAD: usize = 2;

/// What happened in some games.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Moves of every game, for speed.
    pub moves: u64,
    /// Games from whatever start.
    pub episodes: u64,
    /// Games from a fresh board; the rest counts these only.
    pub games: u64,
    /// Sum of their scores.
    pub score: f64,
    /// Sum of the squares of their scores.
    pub squares: f64,
    /// Their best score.
    pub best: f64,
    /// How many ended with each largest rank.
    pub ranks: [u64; 16],
}

impl Tally {
    /// Adds another tally's games.
    pub fn add(&mut self, other: &Tally) {
        self.moves += other.moves;
        self.episodes += other.episodes;
        self.games += other.games;
        self.score += other.score;
        self.squares += other.squares;
        self.best = self.best.max(other.best);
        for (mine, theirs) in self.ranks.iter_mut().zip(other.ranks) {
            *mine += theirs;
        }
    }

    /// The mean score and the half width of its 95 % interval; zeros without games.
    pub fn mean(&self) -> (f64, f64) {
        if self.games == 0 {
            return (0.0, 0.0);
        }
        let n = self.games as f64;
        let mean = self.score / n;
        let variance = (self.squares / n - mean * mean).max(0.0);
        (mean, 1.96 * (variance / n).sqrt())
    }

    /// The share of games whose largest rank is at least `rank`.
    pub fn share(&self, rank: usize) -> f64 {
        let reached: u64 = self.ranks[rank..].iter().sum();
        reached as f64 / self.games.max(1) as f64
    }

    fn finish(&mut self, score: f64, last: Board) {
        self.games += 1;
        self.score += score;
        self.squares += score * score;
        self.best = self.best.max(score);
        let top = (0..16).map(|cell| last.rank(cell)).max().unwrap_or(0);
        self.ranks[usize::from(top)] += 1;
    }
}

/// Puts a tile on a random empty cell: rank 1, or rank 2 one time in ten. The board must have an
/// empty cell, as every afterstate has.
#[inline]
pub fn spawn(board: Board, random: &mut Xoshiro256PlusPlus) -> Board {
    let draw = random.next_u64();
    let rank = 1 + u64::from((draw as u32) < (u32::MAX / 10));
    let bits = board.bits();
    let filled = bits | (bits >> 1) | (bits >> 2) | (bits >> 3);
    let mut empty = !filled & 0x1111_1111_1111_1111;
    let count = u64::from(empty.count_ones());
    for _ in 0..((draw >> 32) * count) >> 32 {
        empty &= empty - 1;
    }
    Board::from_bits(bits | (rank << empty.trailing_zeros()))
}

/// The best move by reward plus value: the afterstate and the reward; none when no move is
/// possible. `scratch` holds four times the lookups.
#[inline(always)]
pub fn greedy<const N: usize>(
    learner: &Learner,
    indexer: &Indexer<N>,
    scratch: &mut [u32],
    board: Board,
) -> Option<(Board, f32)> {
    let lookups = indexer.tuples() * 8;
    let mut moves = [None; 4];
    // All indices first, so that the memory fetches of the four moves overlap.
    for ((direction, indices), found) in
        Direction::ALL.into_iter().zip(scratch.chunks_exact_mut(lookups)).zip(&mut moves)
    {
        *found = board.slide(direction);
        if let Some(after) = found {
            indexer.fill(after.board, learner.base(after.board), indices);
            learner.prefetch(indices, false);
        }
    }
    let mut best = None;
    let mut best_sum = f32::NEG_INFINITY;
    for (found, indices) in moves.into_iter().zip(scratch.chunks_exact(lookups)) {
        if let Some(after) = found {
            let reward = after.reward as f32;
            let sum = reward + learner.value(indices);
            if sum > best_sum {
                best_sum = sum;
                best = Some((after.board, reward));
            }
        }
    }
    best
}

impl Actor {
    /// The player of thread `thread` in a run with `seed`, before its first game.
    pub fn new(seed: u64, thread: u64, stages: usize) -> Self {
        Actor {
            random: Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(thread << 48)),
            restart: None,
            pools: vec![VecDeque::new(); stages - 1],
            episode: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// Makes room for other stages; what was pooled for the old ones is dropped.
    pub fn change_stages(&mut self, stages: usize) {
        self.pools = vec![VecDeque::new(); stages - 1];
    }

    /// Whether its pools are those of so many stages.
    pub fn fits(&self, stages: usize) -> bool {
        self.pools.len() + 1 == stages
    }

    /// Plays one game and learns from it.
    pub fn episode<const N: usize>(
        &mut self,
        learner: &Learner,
        indexer: &Indexer<N>,
        recipe: &Recipe,
        tally: &mut Tally,
    ) {
        let (mut board, fresh) = self.start(recipe);
        self.episode.clear();
        self.scratch.resize((AHEAD + 1).max(4) * indexer.tuples() * 8, 0);
        let mut score = 0.0;
        let mut stage = learner.stages.of(board.bits());
        while let Some((after, reward)) = greedy(learner, indexer, &mut self.scratch, board) {
            self.episode.push((after, reward));
            score += f64::from(reward);
            let now = learner.stages.of(after.bits());
            if now > stage {
                let pool = &mut self.pools[now - 1];
                if pool.len() == POOL {
                    pool.pop_front();
                }
                pool.push_back(after.bits());
                stage = now;
            }
            board = spawn(after, &mut self.random);
        }
        tally.moves += self.episode.len() as u64;
        tally.episodes += 1;
        if fresh {
            tally.finish(score, board);
        }
        self.learn(learner, indexer, recipe);
        let middle = self.episode.len() / 2;
        self.restart = (recipe.restart > 0 && middle >= recipe.restart as usize)
            .then(|| self.episode[middle].0.bits());
    }

    /// The board that the next game starts from, and whether it is a fresh one.
    fn start(&mut self, recipe: &Recipe) -> (Board, bool) {
        let mut after = self.restart.take();
        if after.is_none() && recipe.carousel > 0.0 {
            let ready = self.pools.iter().filter(|p| p.len() >= POOL_READY).count();
            let draw = self.random.next_u64();
            let chance = f64::from(draw as u32) / f64::from(u32::MAX);
            if ready > 0 && chance < recipe.carousel {
                let chosen = ((draw >> 32) as usize) % ready;
                let place = self.random.next_u64();
                let pool = self.pools.iter().filter(|p| p.len() >= POOL_READY).nth(chosen);
                after = pool.map(|p| p[(place % p.len() as u64) as usize]);
            }
        }
        match after {
            Some(bits) => (spawn(Board::from_bits(bits), &mut self.random), false),
            None => {
                let one = spawn(Board::EMPTY, &mut self.random);
                (spawn(one, &mut self.random), true)
            }
        }
    }

    /// Learns from the finished game, last afterstate first: each afterstate's target is the next
    /// move's reward plus a mixture (lambda) of the next afterstate's fresh value and its target.
    fn learn<const N: usize>(&mut self, learner: &Learner, indexer: &Indexer<N>, recipe: &Recipe) {
        let lookups = indexer.tuples() * 8;
        let ring = |step: usize| {
            let start = step % (AHEAD + 1) * lookups;
            start..start + lookups
        };
        let moves = self.episode.len();
        let mut target = 0.0;
        // Step s works on move `moves - 1 - s`, and first fetches what step s + AHEAD will need.
        for step in 0..moves + AHEAD {
            if let Some(move_) = moves.checked_sub(step + 1) {
                let (after, _) = self.episode[move_];
                let indices = &mut self.scratch[ring(step)];
                indexer.fill(after, learner.base(after), indices);
                learner.prefetch(indices, true);
            }
            if let Some(step) = step.checked_sub(AHEAD) {
                let (_, reward) = self.episode[moves - 1 - step];
                let indices = &self.scratch[ring(step)];
                let value = learner.learn(indices, target, recipe.alpha, recipe.coherent);
                target = reward + recipe.lambda * target + (1.0 - recipe.lambda) * value;
            }
        }
    }
}
