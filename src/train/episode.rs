//! What one training thread does: play games greedily, learn from each backward, start again from
//! its middle.
//!
//! A thread plays several games at once, one step of each in turn. The tables are far larger than
//! the caches, and while the entries that one game's step needs come from memory, the thread works
//! on the other games.
//!
//! Games are played and learned as a search plays them: a board that made a 32768 goes on taken down
//! a rank ([`downgraded`]), its rewards too, so that what follows is learned where the search will
//! look for it.
//!
//! A game starts from a fresh board, from a board that just reached a milestone, or from one of the run's
//! archive, whose positions may be those of stronger games: a search gets to boards that its network alone
//! never sees, and asks it for their values.
//!
//! Sources: backward updates and restarts from the middle follow ziap/2048-tdl and TDL2048+
//! (`restart`); the start from boards that just reached a milestone is the carousel of Jaśkowski 2016.

use std::collections::VecDeque;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::eval::ntuple::model::{LARGEST, downgraded};
use crate::rules::{Afterstate, Board, Direction};

use super::learner::Reader;
use super::recipe::Recipe;
use super::tally::Tally;

/// Boards kept of those that just reached a milestone, for each of them (1000 in Jaśkowski 2016).
const POOL: usize = 1000;

/// Fewest boards in a pool before games start from it, so that a few early ones do not dominate.
const POOL_READY: usize = 50;

/// Games that a thread plays at once.
pub const LANES: usize = 2;

/// What games are played by.
#[derive(Clone, Copy)]
pub struct Lesson<'a> {
    /// How they are learned from, and how often they start from where.
    pub recipe: &'a Recipe,
    /// Packed positions that they may start from.
    pub archive: &'a [u64],
}

/// One thread's games, with all that must survive a checkpoint.
#[derive(Clone, Serialize, Deserialize)]
pub struct Actor {
    starts: Starts,
    lanes: Vec<Lane>,
}

/// Where games start from and how tiles fall.
#[derive(Clone, Serialize, Deserialize)]
struct Starts {
    random: Xoshiro256PlusPlus,
    /// For each milestone, the latest afterstates that reached it.
    pools: Vec<VecDeque<u64>>,
}

/// One game: played to its end, then learned from, last move first.
#[derive(Clone, Serialize, Deserialize)]
struct Lane {
    /// The board to move on (packed), while the game is played.
    board: u64,
    /// Whether the game began with a fresh board.
    fresh: bool,
    score: f64,
    /// The largest rank that the game made, where the board does not show it any more.
    #[serde(default)]
    top: u8,
    /// Milestones behind the latest afterstate; none before the first.
    milestones: Option<usize>,
    /// Every move so far: packed afterstate and reward.
    moves: Vec<(u64, f32)>,
    /// Once the game is over, how many of its moves are still to be learned from.
    unlearned: Option<usize>,
    /// What the next afterstate to be learned from is worth, seen from later in the game.
    target: f32,
    #[serde(skip)]
    prepared: Prepared,
}

/// What the next step of a game reads: found one turn before, while its weights are fetched.
#[derive(Clone, Default)]
struct Prepared {
    moves: [Option<Afterstate<Board>>; 4],
    /// Indices of the weights: of the four moves, or of the afterstate to be learned from.
    indices: Vec<u32>,
}

/// Puts a tile on a random empty cell: rank 1, or rank 2 one time in ten. The board must have an
/// empty cell, as every afterstate has.
#[inline]
pub fn spawn(board: Board, random: &mut Xoshiro256PlusPlus) -> Board {
    let draw = random.next_u64();
    let rank = 1 + u64::from((draw as u32) < (u32::MAX / 10));
    let bits = board.bits();
    let mut empty = board.empty_mask();
    let count = u64::from(empty.count_ones());
    for _ in 0..((draw >> 32) * count) >> 32 {
        empty &= empty - 1;
    }
    Board::from_bits(bits | (rank << empty.trailing_zeros()))
}

/// Whether a packed board has room for a spawn.
fn is_afterstate(bits: u64) -> bool {
    Board::from_bits(bits).empty_count() > 0
}

impl Actor {
    /// The games of thread `thread` in a run with `seed`, before their first moves.
    pub fn new(seed: u64, thread: u64) -> Self {
        let mut starts = Starts {
            random: Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(thread << 48)),
            pools: Vec::new(),
        };
        let lanes = (0..LANES).map(|_| Lane::begin(starts.fresh(), true)).collect();
        Actor { starts, lanes }
    }

    /// Drops what was pooled, for other milestones.
    pub fn forget_pools(&mut self) {
        self.starts.pools.clear();
        for lane in &mut self.lanes {
            lane.milestones = None;
        }
    }

    /// Whether its games make sense.
    pub fn is_sound(&self) -> bool {
        let pools = &self.starts.pools;
        !self.lanes.is_empty()
            && self.lanes.iter().all(Lane::is_sound)
            && pools.iter().flatten().all(|&after| is_afterstate(after))
    }

    /// Finds what the next step of every game reads. To be called before the first [`Self::step`]
    /// with a network, since that may be another one than before.
    pub fn prepare<const N: usize>(&mut self, reader: &Reader<N>, recipe: &Recipe) {
        for lane in &mut self.lanes {
            lane.prepare(reader, recipe.coherent);
        }
    }

    /// One step of every game: a move, or the learning from one.
    #[inline(always)]
    pub fn step<const N: usize>(&mut self, reader: &Reader<N>, lesson: Lesson, tally: &mut Tally) {
        for lane in &mut self.lanes {
            match lane.unlearned {
                None => lane.play(reader, lesson, &mut self.starts, tally),
                Some(left) => lane.learn(left, reader, lesson, &mut self.starts, tally),
            }
            lane.prepare(reader, lesson.recipe.coherent);
        }
    }
}

impl Lane {
    fn begin(board: Board, fresh: bool) -> Self {
        Lane {
            board: board.bits(),
            fresh,
            score: 0.0,
            top: 0,
            milestones: None,
            moves: Vec::new(),
            unlearned: None,
            target: 0.0,
            prepared: Prepared::default(),
        }
    }

    /// Whether a game such as this can be.
    fn is_sound(&self) -> bool {
        self.unlearned.is_none_or(|left| (1..=self.moves.len()).contains(&left))
            && self.top <= LARGEST
            && self.moves.iter().all(|&(after, _)| is_afterstate(after))
    }

    /// Begins the next game in the same place, keeping its memory.
    fn renew(&mut self, (board, fresh): (Board, bool)) {
        self.board = board.bits();
        self.fresh = fresh;
        self.score = 0.0;
        self.top = 0;
        self.milestones = None;
        self.moves.clear();
        self.unlearned = None;
        self.target = 0.0;
    }

    #[inline(always)]
    fn prepare<const N: usize>(&mut self, reader: &Reader<N>, coherent: bool) {
        let lookups = reader.lookups();
        let Prepared { moves, indices } = &mut self.prepared;
        indices.resize(4 * lookups, 0);
        match self.unlearned {
            None => {
                let board = Board::from_bits(self.board);
                for ((direction, indices), found) in
                    Direction::ALL.into_iter().zip(indices.chunks_exact_mut(lookups)).zip(moves)
                {
                    *found = board.slide(direction);
                    if let Some(after) = found {
                        reader.fill(downgraded(after.board), indices);
                        reader.learner.prefetch(indices, false);
                    }
                }
            }
            Some(left) => {
                let after = Board::from_bits(self.moves[left - 1].0);
                let indices = &mut indices[..lookups];
                reader.fill(after, indices);
                reader.learner.prefetch(indices, coherent);
            }
        }
    }

    /// Makes the best move by reward plus value, or ends the game when there is none.
    #[inline(always)]
    fn play<const N: usize>(
        &mut self,
        reader: &Reader<N>,
        lesson: Lesson,
        starts: &mut Starts,
        tally: &mut Tally,
    ) {
        let Prepared { moves, indices } = &self.prepared;
        let mut best = None;
        let mut best_sum = f32::NEG_INFINITY;
        for (found, indices) in moves.iter().zip(indices.chunks_exact(indices.len() / 4)) {
            if let Some(after) = found {
                let sum = after.reward as f32 + reader.learner.value(indices);
                if sum > best_sum {
                    best_sum = sum;
                    best = Some(after);
                }
            }
        }
        let Some(after) = best else {
            self.end(lesson, starts, tally);
            return;
        };
        let board = downgraded(after.board);
        if board != after.board {
            self.top = after.board.max_rank();
        }
        self.moves.push((board.bits(), after.reward as f32));
        self.score += after.reward as f64;
        let milestones = lesson.recipe.milestones.of(board.bits());
        if self.milestones.is_some_and(|before| milestones > before) {
            starts.remember(milestones, board);
        }
        self.milestones = Some(milestones);
        self.board = spawn(board, &mut starts.random).bits();
    }

    fn end(&mut self, lesson: Lesson, starts: &mut Starts, tally: &mut Tally) {
        tally.episodes += 1;
        if self.fresh {
            tally.finish(self.score, Board::from_bits(self.board).max_rank().max(self.top));
        }
        if self.moves.is_empty() {
            self.renew(starts.next(lesson));
        } else {
            self.unlearned = Some(self.moves.len());
        }
    }

    /// Learns from one move. The target of an afterstate is the next move's reward plus a mixture
    /// (lambda) of the next afterstate's fresh value and its target; nothing follows the last.
    #[inline(always)]
    fn learn<const N: usize>(
        &mut self,
        left: usize,
        reader: &Reader<N>,
        lesson: Lesson,
        starts: &mut Starts,
        tally: &mut Tally,
    ) {
        tally.moves += 1;
        let (learner, recipe) = (reader.learner, lesson.recipe);
        let indices = &self.prepared.indices;
        let indices = &indices[..indices.len() / 4];
        let (after, reward) = self.moves[left - 1];
        let value = if learner.stages.of(after) < recipe.frozen as usize {
            learner.value(indices)
        } else {
            learner.learn(indices, self.target, recipe.alpha, recipe.coherent)
        };
        self.target = reward + recipe.lambda * self.target + (1.0 - recipe.lambda) * value;
        self.unlearned = Some(left - 1);
        if left == 1 {
            let middle = self.moves.len() / 2;
            let again = recipe.restart > 0 && middle >= recipe.restart as usize;
            let start = if again {
                let after = Board::from_bits(self.moves[middle].0);
                (spawn(after, &mut starts.random), false)
            } else {
                starts.next(lesson)
            };
            self.renew(start);
        }
    }
}

#[cfg(test)]
impl Actor {
    /// Gives its first game a rank that it may not have made.
    pub fn forge_rank(&mut self, rank: u8) {
        self.lanes[0].top = rank;
    }

    /// Gives its first game an afterstate that it may not have had.
    pub fn forge_move(&mut self, after: Board) {
        self.lanes[0].moves.push((after.bits(), 0.0));
    }
}

impl Starts {
    /// A board with two tiles.
    fn fresh(&mut self) -> Board {
        let one = spawn(Board::EMPTY, &mut self.random);
        spawn(one, &mut self.random)
    }

    /// Keeps an afterstate that has just so many milestones behind it, at least one.
    fn remember(&mut self, milestones: usize, after: Board) {
        if self.pools.len() < milestones {
            self.pools.resize_with(milestones, VecDeque::new);
        }
        let pool = &mut self.pools[milestones - 1];
        if pool.len() == POOL {
            pool.pop_front();
        }
        pool.push_back(after.bits());
    }

    /// Whether what happens to so large a share of games happens, and an even number for where.
    fn draw(&mut self, share: f64) -> (bool, u32) {
        let draw = self.random.next_u64();
        (f64::from(draw as u32) / f64::from(u32::MAX) < share, (draw >> 32) as u32)
    }

    /// The board that the next game starts from, and whether it is a fresh one.
    fn next(&mut self, Lesson { recipe, archive }: Lesson) -> (Board, bool) {
        if recipe.archived > 0.0 && !archive.is_empty() {
            let (begins, draw) = self.draw(recipe.archived);
            if begins {
                let place = (u128::from(draw) * archive.len() as u128) >> 32;
                return (Board::from_bits(archive[place as usize]), false);
            }
        }
        let ready = self.pools.iter().filter(|p| p.len() >= POOL_READY).count();
        if ready > 0 && recipe.carousel > 0.0 {
            let (begins, draw) = self.draw(recipe.carousel);
            if begins {
                let chosen = draw as usize % ready;
                let place = self.random.next_u64();
                let mut pools = self.pools.iter().filter(|p| p.len() >= POOL_READY);
                if let Some(pool) = pools.nth(chosen) {
                    let after = pool[(place % pool.len() as u64) as usize];
                    return (spawn(Board::from_bits(after), &mut self.random), false);
                }
            }
        }
        (self.fresh(), true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::ntuple::{Indexer, Stages, TuplePatterns};
    use crate::train::learner::Learner;

    #[test]
    fn games_start_from_the_archive_as_often_as_they_are_told() {
        let archive = [0x1111, 0x2222, 0x3333];
        let mut starts = Actor::new(2, 0).starts;
        let mut begun = |archived| {
            let recipe = Recipe { archived, ..Recipe::default() };
            let lesson = Lesson { recipe: &recipe, archive: &archive };
            let games: Vec<(Board, bool)> = (0..3000).map(|_| starts.next(lesson)).collect();
            archive.map(|bits| {
                games.iter().filter(|game| **game == (Board::from_bits(bits), false)).count()
            })
        };
        assert_eq!(begun(0.0), [0; 3]);
        assert!(begun(0.5).iter().all(|games| (400..600).contains(games)));
        assert_eq!(begun(1.0).iter().sum::<usize>(), 3000);
    }

    #[test]
    fn a_game_that_made_a_32768_goes_on_a_rank_below_and_is_counted_as_it_was() {
        let patterns: TuplePatterns = "5x4".parse().expect("a preset");
        let indexer = Indexer::<3>::new(&patterns).expect("three runs are enough");
        let learner = Learner::new(patterns, Stages::single(), 0.0);
        let (reader, recipe) = (Reader { learner: &learner, indexer: &indexer }, Recipe::default());
        let mut actor = Actor::new(1, 0);
        // Two 16384s and a 2048: the greatest reward is their merge, and 16384 is then missing.
        actor.lanes = vec![Lane::begin(Board::from_bits(0xEEB0), true)];
        actor.prepare(&reader, &recipe);
        let lesson = Lesson { recipe: &recipe, archive: &[] };
        actor.step(&reader, lesson, &mut Tally::default());
        let lane = &actor.lanes[0];
        let ranks = Board::from_bits(lane.board).rank_set();
        assert_eq!(lane.score, 32768.0);
        assert_eq!(lane.top, 15);
        assert!(ranks >> 14 == 1 && ranks >> 11 & 1 == 1, "{ranks:b}");
        assert_eq!(Board::from_bits(lane.moves[0].0).rank_set() & !0b111, ranks & !0b111);
    }

    /// An afterstate with these tiles beside its corners, in the rows and in the columns, so that the
    /// tuple `01` reads eight different entries, and no other board here reads one of them.
    fn ring(in_rows: u64, in_columns: u64) -> u64 {
        let corners = [(0, 7), (3, 8), (12, 9), (15, 10)];
        let rows = [1, 2, 13, 14].map(|cell| (cell, in_rows));
        let columns = [4, 7, 8, 11].map(|cell| (cell, in_columns));
        corners.into_iter().chain(rows).chain(columns).map(|(cell, rank)| rank << (4 * cell)).sum()
    }

    const RINGS: [(u64, u64); 3] = [(1, 2), (3, 4), (5, 6)];

    /// Learns from one game of three moves with these rewards, the last move first.
    fn learn_game(learner: &Learner, recipe: &Recipe, rewards: [f32; 3]) -> [f32; 3] {
        let boards = RINGS.map(|(in_rows, in_columns)| ring(in_rows, in_columns));
        let indexer = Indexer::<3>::new(&learner.patterns).expect("one run");
        let reader = Reader { learner, indexer: &indexer };
        let mut actor = Actor::new(1, 0);
        let mut lane = Lane::begin(Board::from_bits(0), true);
        lane.moves = boards.into_iter().zip(rewards).collect();
        lane.unlearned = Some(3);
        actor.lanes = vec![lane];
        actor.prepare(&reader, recipe);
        let mut tally = Tally::default();
        for _ in 0..3 {
            actor.step(&reader, Lesson { recipe, archive: &[] }, &mut tally);
        }
        assert_eq!((tally.moves, actor.lanes[0].unlearned), (3, None));
        values(learner, boards)
    }

    fn values(learner: &Learner, boards: [u64; 3]) -> [f32; 3] {
        let indexer = Indexer::<3>::new(&learner.patterns).expect("one run");
        let mut values = [0.0; 3];
        Reader { learner, indexer: &indexer }.values(&boards.map(Board::from_bits), &mut values);
        values
    }

    /// A network whose unseen boards are worth 80 points, 10 in each of eight lookups.
    fn optimistic() -> Learner {
        let learner = Learner::new("01".parse().expect("two cells"), Stages::single(), 80.0);
        assert_eq!(values(&learner, RINGS.map(|(x, y)| ring(x, y))), [80.0; 3]);
        learner
    }

    /// With V = 80 everywhere, alpha = 1/4 and the rewards r1 = 1000 (which no target contains), r2 = 10 and r3 = 100:
    /// the last afterstate moves from 80 toward 0, to 60. The target of the one before is
    /// r3 + lambda * 0 + (1 - lambda) * 60, and of the first r2 + lambda * (that target) + (1 - lambda) * (its new value).
    #[test]
    fn td_lambda_moves_three_values_as_computed_by_hand() {
        for (lambda, expected) in [
            // Targets 160 and 10 + 100.
            (0.0, [87.5, 100.0, 60.0]),
            // Targets 130 and 10 + 65 + 46.25.
            (0.5, [90.3125, 92.5, 60.0]),
            // Targets 100 and 10 + 100.
            (1.0, [87.5, 85.0, 60.0]),
        ] {
            let learner = optimistic();
            let recipe = Recipe { alpha: 0.25, coherent: false, lambda, ..Recipe::default() };
            assert_eq!(learn_game(&learner, &recipe, [1000.0, 10.0, 100.0]), expected, "{lambda}");
            let sums = learner.coherence.bits().iter();
            assert!(
                sums.map(|bits| bits.load(std::sync::atomic::Ordering::Relaxed)).all(|b| b == 0)
            );
        }
    }

    /// TC(0) at alpha = 1 takes each new error whole; errors of both signs then lower the rate |E| / A.
    #[test]
    fn tc_lowers_the_rate_of_weights_whose_errors_disagree() {
        let learner = optimistic();
        let recipe = Recipe { alpha: 1.0, coherent: true, lambda: 0.0, ..Recipe::default() };
        // Errors 110 - 80, 100 - 80 and 0 - 80, all at the rate 1.
        assert_eq!(learn_game(&learner, &recipe, [0.0, 10.0, 100.0]), [110.0, 100.0, 0.0]);
        // Errors 65 - 110 and 60 - 100, still at the rate 1: the sums so far have one sign.
        assert_eq!(learn_game(&learner, &recipe, [0.0, 5.0, 60.0]), [65.0, 60.0, 0.0]);
        // Now E = 30 - 45 and A = 30 + 45 for the first, 20 - 40 and 20 + 40 for the second: rates 1/5 and 1/3.
        let [first, second, last] = learn_game(&learner, &recipe, [0.0, 10.0, 100.0]);
        let expected_second = 60.0 + 40.0 / 3.0;
        assert!((second - expected_second).abs() < 1e-4, "{second}");
        assert!((first - (65.0 + (10.0 + expected_second - 65.0) / 5.0)).abs() < 1e-4, "{first}");
        assert_eq!(last, 0.0);
    }

    #[test]
    fn tc_halves_sums_that_pass_the_limit() {
        let learner = optimistic();
        for index in 0..learner.weights.len() {
            learner.coherence.set(2 * index, 0.75e9);
            learner.coherence.set(2 * index + 1, 1.5e9);
        }
        let indexer = Indexer::<3>::new(&learner.patterns).expect("one run");
        let mut indices = [0; 8];
        indexer.fill(Board::from_bits(ring(1, 2)), 0, &mut indices);
        // An error of 8 at the rate 1/2.
        assert_eq!(learner.learn(&indices, 88.0, 1.0, true), 84.0);
        for index in indices.map(|index| 2 * index as usize) {
            assert_eq!(learner.coherence.get(index), (0.75e9 + 8.0) / 2.0);
            assert_eq!(learner.coherence.get(index + 1), (1.5e9 + 8.0) / 2.0);
        }
    }

    #[test]
    fn a_stage_takes_a_weight_from_the_stage_before_when_it_first_uses_it() {
        // Sums of tiles from 256 (rank 8) on: all three rings have a 256, a 512 and a 1024, and belong to the last stage.
        let stages = Stages::new(&[256, 512]).expect("rising");
        let learner = Learner::new("01".parse().expect("two cells"), stages, 80.0);
        let [first, second, third] = RINGS.map(|(x, y)| ring(x, y));
        assert_eq!(learner.base(Board::from_bits(first)), 2 * 256);
        for index in 0..256 {
            learner.weights.set(index, 2.0);
            learner.coherence.set(2 * index, 1.0e5);
            learner.coherence.set(2 * index + 1, 4.0e5);
        }
        // Through the middle stage, which has not used them either.
        assert_eq!(values(&learner, [first, first, first]), [16.0; 3]);
        (0..256).for_each(|index| learner.weights.set(index, 3.0));
        // What was promoted stays; the rest follows the stage before until it is used.
        assert_eq!(values(&learner, [first, second, first]), [16.0, 24.0, 16.0]);
        let indexer = Indexer::<3>::new(&learner.patterns).expect("one run");
        let mut indices = [0; 8];
        indexer.fill(Board::from_bits(first), 2 * 256, &mut indices);
        for index in indices.map(|index| 2 * index as usize) {
            // The rate of 1/4 came along, in sums that are small enough to change.
            assert_eq!([0, 1].map(|part| learner.coherence.get(index + part)), [2.5e4, 1.0e5]);
        }
        // A weight that is learned to be 0 is not an unused one.
        indexer.fill(Board::from_bits(third), 2 * 256, &mut indices);
        indices.iter().for_each(|&index| learner.weights.set(index as usize, -1.0));
        assert_eq!(learner.learn(&indices, 0.0, 1.0, false), 0.0);
        assert_eq!(values(&learner, [third; 3]), [0.0; 3]);
    }
}
