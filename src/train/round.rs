//! Rounds of training on several threads.

use std::time::{Duration, Instant};

use crate::eval::ntuple::{Indexer, Lookup};

use super::checkpoint::State;
use super::episode::{Actor, Lesson};
use super::learner::Reader;
use super::tally::Tally;

/// When a round ends. It may be in the middle of games; rounds leave no trace in what is learned.
#[derive(Clone, Copy, Debug)]
pub enum Round {
    /// When this time is over.
    Time(Duration),
    /// After so many steps of each thread, for results that repeat.
    Steps(u64),
}

/// Trains every thread's player for one round; gives what happened in its games.
pub fn train(state: &mut State, round: Round) -> Tally {
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
    let lesson = Lesson { recipe: &state.recipe, archive: &state.archive };
    let start = Instant::now();
    let play = |actor: &mut Actor| {
        let mut tally = Tally::default();
        actor.prepare(&reader);
        loop {
            let over = match round {
                Round::Time(limit) => start.elapsed() >= limit,
                Round::Steps(limit) => tally.steps >= limit,
            };
            if over {
                return tally;
            }
            let block = match round {
                Round::Time(_) => 10_000,
                Round::Steps(limit) => limit - tally.steps,
            };
            for _ in 0..block {
                actor.step(&reader, lesson, &mut tally);
            }
            tally.steps += block;
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
