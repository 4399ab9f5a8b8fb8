//! The work of one actor: it plays games greedily, or by a given policy, perhaps with errors; learns
//! from each game, last move first, and restarts it from its middle.
//!
//! An actor plays several games in turns, one step of each. The tables are far larger than the
//! caches, so it works on other games while the entries for a step of one game are loaded
//! from memory.
//!
//! Boards with a 32768 are [`downgraded`] as in a search, and the game continues with the lower
//! ranks and rewards. So the network learns the values that a search reads.
//!
//! Sources: backward updates and restarts from the middle follow ziap/2048-tdl and TDL2048+
//! (`restart`).

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

use afterstate::eval::Evaluator;
use afterstate::eval::ntuple::Model;
use afterstate::rules::{Afterstate, Board, Direction, downgraded};

use super::learner::Reader;
use super::recipe::Recipe;
use super::starts::{GameStart, Starts, spawn};
use super::tally::Tally;

/// The games of an actor, which it plays in turns.
pub const GAMES_PER_ACTOR: usize = 2;

/// The settings and data of a round of games.
#[derive(Clone, Copy)]
pub struct RoundSettings<'a> {
    /// How to learn from games, and where they start.
    pub recipe: &'a Recipe,
    /// Packed positions that games may start from.
    pub archive: &'a [u64],
    /// The network whose moves are played; by default the one that learns.
    pub policy: Option<&'a Model>,
}

/// A player that trains the network, with its games and random numbers. The actors of a run share
/// the network, and each may have a thread of its own.
#[derive(Clone, Serialize, Deserialize)]
pub struct Actor {
    starts: Starts,
    #[serde(rename = "lanes")]
    episodes: Vec<Episode>,
}

/// A game: the actor plays it to its end, then learns from it, last move first.
#[derive(Clone, Serialize, Deserialize)]
struct Episode {
    /// The board to move on (packed), while the game is played.
    board: u64,
    /// Whether the game began with an empty board.
    #[serde(rename = "fresh")]
    from_empty: bool,
    score: f64,
    /// The largest rank that the game made, if the board was downgraded after it.
    #[serde(default)]
    top: u8,
    /// The number of milestones that the latest afterstate has passed; `None` before the first
    /// move.
    milestones: Option<usize>,
    /// Every move so far: packed afterstate and reward.
    moves: Vec<(u64, f32)>,
    /// The moves that explored, by their place: the value of the board before each, by the policy.
    #[serde(default)]
    explored: Vec<(usize, f32)>,
    /// How this game explores.
    #[serde(default)]
    exploration: Exploration,
    /// After the end of the game: the number of moves that are not learned from yet.
    unlearned: Option<usize>,
    /// The target for the value of the next afterstate, from the later moves of the game.
    target: f32,
    #[serde(skip)]
    prepared: Prepared,
}

/// How a game explores, drawn at its first move.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
enum Exploration {
    /// Not at all.
    #[default]
    None,
    /// Any possible move, each as likely.
    Any,
    /// The first possible direction from this one on, clockwise or counterclockwise.
    Habit(u8, bool),
}

impl Exploration {
    fn drawn(word: u32) -> Self {
        match word % 4 {
            0 => Exploration::Any,
            1 => Exploration::Habit((word >> 2) as u8 % 4, word >> 4 & 1 == 1),
            _ => Exploration::None,
        }
    }

    fn choose(
        self,
        moves: &[Option<Afterstate<Board>>; 4],
        draw: u32,
    ) -> Option<&Afterstate<Board>> {
        match self {
            Exploration::None => None,
            Exploration::Any => any(moves, draw),
            Exploration::Habit(first, clockwise) => {
                let turn = if clockwise { 1 } else { 3 };
                (0..4).find_map(|at| moves[(usize::from(first) + turn * at) % 4].as_ref())
            }
        }
    }
}

/// The input of the next step of a game, computed one turn before so that its weights can be
/// prefetched.
#[derive(Clone, Default)]
struct Prepared {
    moves: [Option<Afterstate<Board>>; 4],
    /// Indices of the weights: of the four moves, or of the afterstate to be learned from.
    indices: Vec<u32>,
}

/// Whether a packed board has room for a spawn.
fn is_afterstate(bits: u64) -> bool {
    Board::from_bits(bits).empty_count() > 0
}

impl Actor {
    /// The actor with this number in a run with `seed`, before its first moves.
    pub fn new(seed: u64, number: u64) -> Self {
        let mut starts = Starts {
            random: Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(number << 48)),
            pools: Vec::new(),
        };
        let episodes =
            (0..GAMES_PER_ACTOR).map(|_| Episode::begin(starts.opening(), true)).collect();
        Actor { starts, episodes }
    }

    /// Empties the pools, for when the milestones have changed.
    pub fn clear_pools(&mut self) {
        self.starts.pools.clear();
        for episode in &mut self.episodes {
            episode.milestones = None;
        }
    }

    /// Whether its games are possible; for reading untrusted checkpoints.
    pub fn is_sound(&self) -> bool {
        let pools = &self.starts.pools;
        !self.episodes.is_empty()
            && self.episodes.iter().all(Episode::is_sound)
            && pools.iter().flatten().all(|&after| is_afterstate(after))
    }

    /// Prepares the next step of every game. Call it before the first [`Self::step`] with a
    /// network, because it may not be the same network as before.
    pub fn prepare<const N: usize>(&mut self, reader: &Reader<N>, recipe: &Recipe) {
        for episode in &mut self.episodes {
            episode.prepare(reader, recipe.coherent);
        }
    }

    /// Makes one step of every game: a move, or learning from one.
    #[inline(always)]
    pub fn step<const N: usize>(
        &mut self,
        reader: &Reader<N>,
        settings: RoundSettings,
        tally: &mut Tally,
    ) {
        for episode in &mut self.episodes {
            match episode.unlearned {
                None => episode.play(reader, settings, &mut self.starts, tally),
                Some(left) => episode.learn(left, reader, settings, &mut self.starts, tally),
            }
            episode.prepare(reader, settings.recipe.coherent);
        }
    }
}

impl Episode {
    fn begin(board: Board, from_empty: bool) -> Self {
        Episode {
            board: board.bits(),
            from_empty,
            score: 0.0,
            top: 0,
            milestones: None,
            moves: Vec::new(),
            explored: Vec::new(),
            exploration: Exploration::None,
            unlearned: None,
            target: 0.0,
            prepared: Prepared::default(),
        }
    }

    /// Whether this game is possible.
    fn is_sound(&self) -> bool {
        self.unlearned.is_none_or(|left| (1..=self.moves.len()).contains(&left))
            && self.top < 16
            && self.moves.iter().all(|&(after, _)| is_afterstate(after))
    }

    /// Starts the next game and reuses the allocations.
    fn renew(&mut self, GameStart { board, from_empty }: GameStart) {
        self.board = board.bits();
        self.from_empty = from_empty;
        self.score = 0.0;
        self.top = 0;
        self.milestones = None;
        self.moves.clear();
        self.explored.clear();
        self.unlearned = None;
        self.target = 0.0;
    }

    /// Computes the input of the next step.
    ///
    /// Not inlined, so that its values stay in registers: in WebAssembly an actor then makes 1.2 times
    /// the moves.
    #[inline(never)]
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

    /// Makes a move, or ends the game if there is none: the best move of the network or of the given
    /// policy, or an error.
    #[inline(always)]
    fn play<const N: usize>(
        &mut self,
        reader: &Reader<N>,
        settings: RoundSettings,
        starts: &mut Starts,
        tally: &mut Tally,
    ) {
        let Prepared { moves, indices } = &self.prepared;
        let lookups = indices.len() / 4;
        let value =
            |place: usize| reader.learner.value(&indices[place * lookups..(place + 1) * lookups]);
        let Recipe { errors, explore, .. } = *settings.recipe;
        let best = || match settings.policy {
            Some(policy) => best(moves, |_, after| policy.value(after.board)),
            None => best(moves, |place, _| value(place)),
        };
        if explore > 0.0 && self.moves.is_empty() {
            self.exploration = Exploration::drawn(starts.draw(0.0).1);
        }
        let explored = match self.exploration {
            Exploration::None => None,
            exploration => {
                let (explores, draw) = starts.draw(explore);
                explores.then(|| exploration.choose(moves, draw)).flatten()
            }
        };
        let chosen = if explored.is_some() {
            self.explored.push((self.moves.len(), expected(moves, best(), errors, value)));
            explored
        } else {
            let (errs, draw) = if errors > 0.0 { starts.draw(errors) } else { (false, 0) };
            if errs { any(moves, draw) } else { best() }
        };
        let Some(after) = chosen else {
            self.end(settings, starts, tally);
            return;
        };
        let board = downgraded(after.board);
        if board != after.board {
            self.top = after.board.max_rank().get();
        }
        self.moves.push((board.bits(), after.reward as f32));
        self.score += after.reward as f64;
        let milestones = settings.recipe.milestones.of(board.bits());
        if self.milestones.is_some_and(|before| milestones > before) {
            starts.add_to_pool(milestones, board);
        }
        self.milestones = Some(milestones);
        self.board = spawn(board, &mut starts.random).bits();
    }

    /// The largest rank that the game made.
    fn largest(&self) -> u8 {
        Board::from_bits(self.board).max_rank().get().max(self.top)
    }

    fn end(&mut self, settings: RoundSettings, starts: &mut Starts, tally: &mut Tally) {
        tally.episodes += 1;
        if self.from_empty {
            tally.finish(self.score, self.largest());
        }
        if self.moves.is_empty() {
            self.renew(starts.next(settings.recipe, settings.archive));
        } else {
            self.unlearned = Some(self.moves.len());
        }
    }

    /// Learns from one move. The target of an afterstate is the next move's reward, plus lambda
    /// times the next afterstate's target, plus (1 - lambda) times its new value, which is at least
    /// 0. The target of the last afterstate is 0.
    #[inline(always)]
    fn learn<const N: usize>(
        &mut self,
        left: usize,
        reader: &Reader<N>,
        settings: RoundSettings,
        starts: &mut Starts,
        tally: &mut Tally,
    ) {
        tally.moves += 1;
        let (learner, recipe) = (reader.learner, settings.recipe);
        let indices = &self.prepared.indices;
        let indices = &indices[..indices.len() / 4];
        let (after, reward) = self.moves[left - 1];
        let value = if learner.stages.of(after) < recipe.frozen as usize {
            learner.value(indices)
        } else {
            learner.learn(indices, self.target, recipe.alpha, recipe.coherent)
        };
        let value = value.max(0.0);
        self.target = reward + recipe.lambda * self.target + (1.0 - recipe.lambda) * value;
        if let Some(&(place, expected)) = self.explored.last()
            && place == left - 1
        {
            // What the exploring move led to says nothing of the policy before it.
            self.explored.pop();
            self.target = expected;
        }
        self.unlearned = Some(left - 1);
        if left == 1 {
            let middle = self.moves.len() / 2;
            let restart = recipe.restart > 0 && middle >= recipe.restart as usize;
            let start = if restart {
                let after = Board::from_bits(self.moves[middle].0);
                GameStart::position(spawn(after, &mut starts.random))
            } else {
                starts.next(settings.recipe, settings.archive)
            };
            self.renew(start);
        }
    }
}

/// The move with the largest reward plus value. A value below 0 counts as 0, because no game loses
/// points. Otherwise a network would avoid boards whose values are too low and never learn that they
/// are better.
#[inline(always)]
fn best(
    moves: &[Option<Afterstate<Board>>; 4],
    value: impl Fn(usize, &Afterstate<Board>) -> f32,
) -> Option<&Afterstate<Board>> {
    let mut best = None;
    let mut best_sum = f32::NEG_INFINITY;
    for (place, found) in moves.iter().enumerate() {
        if let Some(after) = found {
            let sum = after.reward as f32 + value(place, after).max(0.0);
            if sum > best_sum {
                best_sum = sum;
                best = Some(after);
            }
        }
    }
    best
}

/// What a player makes who chooses the best move, with a share of errors.
fn expected(
    moves: &[Option<Afterstate<Board>>; 4],
    best: Option<&Afterstate<Board>>,
    errors: f64,
    value: impl Fn(usize) -> f32,
) -> f32 {
    let (mut of_best, mut sum, mut count) = (0.0, 0.0, 0.0_f32);
    for (place, found) in moves.iter().enumerate() {
        let Some(after) = found else { continue };
        let worth = after.reward as f32 + value(place).max(0.0);
        if best.is_some_and(|best| std::ptr::eq(best, after)) {
            of_best = worth;
        }
        sum += worth;
        count += 1.0;
    }
    of_best + errors as f32 * (sum / count.max(1.0) - of_best)
}

/// One of the possible moves, each as likely, by a uniform 32-bit number.
fn any(moves: &[Option<Afterstate<Board>>; 4], draw: u32) -> Option<&Afterstate<Board>> {
    let possible = moves.iter().flatten().count() as u64;
    moves.iter().flatten().nth(((u64::from(draw) * possible) >> 32) as usize)
}

#[cfg(test)]
impl Actor {
    /// Gives its first game a rank that it may not have made.
    pub fn forge_rank(&mut self, rank: u8) {
        self.episodes[0].top = rank;
    }

    /// Gives its first game an afterstate that it may not have had.
    pub fn forge_move(&mut self, after: Board) {
        self.episodes[0].moves.push((after.bits(), 0.0));
    }
}

#[cfg(test)]
#[path = "episode_tests.rs"]
mod tests;
