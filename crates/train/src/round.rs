//! Rounds of training on several threads.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use afterstate::eval::ntuple::{Indexer, Lookup};

use super::checkpoint::State;
use super::episode::{Actor, GAMES_PER_THREAD, RoundSettings};
use super::learner::Reader;
use super::tally::Tally;

/// The steps between two checks of the limits.
const STEPS_BETWEEN_CHECKS: u64 = 10_000;

/// The limits of a round, which ends at the first that it reaches. It may end in the middle of
/// games; where rounds end does not change what is learned.
#[derive(Clone, Copy, Debug)]
pub struct Round<'a> {
    /// Time since the round began.
    pub time: Duration,
    /// Steps of each thread.
    pub steps: u64,
    /// Moves learned from, by all threads together. Each thread may exceed its share by fewer than
    /// [`GAMES_PER_THREAD`] moves.
    pub moves: u64,
    /// Ends the round soon after it becomes true.
    pub stop: Option<&'a AtomicBool>,
}

impl Round<'_> {
    /// A round without limits.
    pub const ENDLESS: Self =
        Round { time: Duration::MAX, steps: u64::MAX, moves: u64::MAX, stop: None };

    /// A round of this many steps of each thread.
    pub fn steps(steps: u64) -> Self {
        Round { steps, ..Round::ENDLESS }
    }

    /// A round of this many moves.
    pub fn moves(moves: u64) -> Self {
        Round { moves, ..Round::ENDLESS }
    }
}

/// Trains every thread's player for one round, at most to the end of the schedule's phase, and
/// returns the statistics of its games.
pub fn train(state: &mut State, mut round: Round) -> Tally {
    let scheduled = state.done.moves - state.done.schedule_start;
    if let Some((phase, left)) = state.recipe.schedule.at(scheduled) {
        state.recipe.coherent = phase.coherent;
        state.recipe.alpha = phase.alpha;
        round.moves = round.moves.min(left);
    }
    let tally = match Lookup::new(&state.learner.patterns) {
        Lookup::Two(indexer) => train_with(state, &indexer, round),
        Lookup::Three(indexer) => train_with(state, &indexer, round),
        Lookup::Any(indexer) => train_with(state, &indexer, round),
    };
    state.done.moves += tally.moves;
    state.done.episodes += tally.episodes;
    state.done.games += tally.games;
    tally
}

fn train_with<const N: usize>(state: &mut State, indexer: &Indexer<N>, round: Round) -> Tally {
    let reader = Reader { learner: &state.learner, indexer };
    let settings = RoundSettings { recipe: &state.recipe, archive: &state.archive };
    let moves = round.moves.div_ceil(state.actors.len() as u64);
    let start = Instant::now();
    let play = |actor: &mut Actor| {
        let (mut tally, mut played) = (Tally::default(), 0);
        actor.prepare(&reader, settings.recipe);
        loop {
            let stopped = round.stop.is_some_and(|stop| stop.load(Relaxed));
            let over = played >= round.steps || tally.moves >= moves;
            if stopped || over || start.elapsed() >= round.time {
                return tally;
            }
            // A step learns from at most one move of each game.
            let steps = STEPS_BETWEEN_CHECKS
                .min(round.steps - played)
                .min((moves - tally.moves).div_ceil(GAMES_PER_THREAD as u64));
            for _ in 0..steps {
                actor.step(&reader, settings, &mut tally);
            }
            played += steps;
        }
    };
    let mut total = Tally::default();
    std::thread::scope(|scope| {
        let threads: Vec<_> =
            state.actors.iter_mut().map(|actor| scope.spawn(|| play(actor))).collect();
        for thread in threads {
            total.add(&thread.join().expect("a training thread panicked"));
        }
    });
    state.done.seconds += start.elapsed().as_secs_f64();
    total
}
