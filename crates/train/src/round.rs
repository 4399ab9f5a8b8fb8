//! Rounds of training.

use afterstate::eval::ntuple::{Indexer, Lookup};
use afterstate::with_indexer;

use super::checkpoint::State;
use super::episode::{Actor, GAMES_PER_ACTOR, RoundSettings};
use super::learner::Reader;
use super::tally::Tally;

/// The steps between two calls of [`Round::stop`].
const STEPS_BETWEEN_CHECKS: u64 = 10_000;

/// The limits of a round, which ends at the first that it reaches. It may end in the middle of
/// games; where rounds end does not change what is learned.
#[derive(Clone, Copy)]
pub struct Round<'a> {
    /// Steps of each actor.
    pub steps: u64,
    /// Moves learned from, by all actors together. Each actor may exceed its share by fewer than
    /// [`GAMES_PER_ACTOR`] moves.
    pub moves: u64,
    /// Ends the round soon after it returns true; called by every actor.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Round<'_> {
    /// A round without limits.
    pub const ENDLESS: Self = Round { steps: u64::MAX, moves: u64::MAX, stop: &|| false };

    /// A round of this many steps of each actor.
    pub fn steps(steps: u64) -> Self {
        Round { steps, ..Round::ENDLESS }
    }

    /// A round of this many moves.
    pub fn moves(moves: u64) -> Self {
        Round { moves, ..Round::ENDLESS }
    }
}

/// The work of one actor in a round.
pub type Play<'a> = &'a (dyn Fn(&mut Actor) -> Tally + Sync);

/// Lets the actors play one after the other, on this thread.
pub fn in_turn(actors: &mut [Actor], play: Play) -> Tally {
    let mut total = Tally::default();
    actors.iter_mut().for_each(|actor| total.add(&play(actor)));
    total
}

/// Lets each actor play on a thread of its own.
pub fn on_threads(actors: &mut [Actor], play: Play) -> Tally {
    let mut total = Tally::default();
    std::thread::scope(|scope| {
        let threads: Vec<_> =
            actors.iter_mut().map(|actor| scope.spawn(move || play(actor))).collect();
        for thread in threads {
            total.add(&thread.join().expect("a training thread panicked"));
        }
    });
    total
}

/// Lets each actor play on a thread of rayon's pool.
#[cfg(all(target_arch = "wasm32", feature = "parallel"))]
pub fn in_pool(actors: &mut [Actor], play: Play) -> Tally {
    use rayon::prelude::*;
    let tallies: Vec<Tally> = actors.par_iter_mut().with_max_len(1).map(play).collect();
    let mut total = Tally::default();
    tallies.iter().for_each(|tally| total.add(tally));
    total
}

/// Trains every actor for one round, at most to the end of the schedule's phase, and returns the
/// statistics of its games. `all` lets the actors play: [`in_turn`], [`on_threads`] or a function of
/// the caller.
pub fn train(state: &mut State, mut round: Round, all: fn(&mut [Actor], Play) -> Tally) -> Tally {
    let scheduled = state.done.moves - state.done.schedule_start;
    if let Some((phase, left)) = state.recipe.schedule.at(scheduled) {
        state.recipe.coherent = phase.coherent;
        state.recipe.alpha = phase.alpha;
        round.moves = round.moves.min(left);
    }
    let lookup = Lookup::new(&state.learner.patterns);
    let tally = with_indexer!(&lookup, indexer => train_with(state, indexer, round, all));
    state.done.moves += tally.moves;
    state.done.episodes += tally.episodes;
    state.done.games += tally.games;
    tally
}

fn train_with<const N: usize>(
    state: &mut State,
    indexer: &Indexer<N>,
    round: Round,
    all: fn(&mut [Actor], Play) -> Tally,
) -> Tally {
    let reader = Reader { learner: &state.learner, indexer };
    let settings = RoundSettings {
        recipe: &state.recipe,
        archive: &state.archive,
        policy: state.policy.as_ref(),
    };
    let moves = round.moves.div_ceil(state.actors.len() as u64);
    let play = |actor: &mut Actor| {
        let (mut tally, mut played) = (Tally::default(), 0);
        actor.prepare(&reader, settings.recipe);
        while played < round.steps && tally.moves < moves && !(round.stop)() {
            // A step learns from at most one move of each game.
            let steps = STEPS_BETWEEN_CHECKS
                .min(round.steps - played)
                .min((moves - tally.moves).div_ceil(GAMES_PER_ACTOR as u64));
            for _ in 0..steps {
                actor.step(&reader, settings, &mut tally);
            }
            played += steps;
        }
        tally
    };
    all(&mut state.actors, &play)
}
