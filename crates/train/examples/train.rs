//! Trains a small n-tuple network from nothing and shows how its games improve:
//! `cargo run --release -p afterstate-train --example train -- [MOVES]`.
//!
//! `afterstate train` does the same with checkpoints, schedules and several threads.

use std::error::Error;

use afterstate::eval::ntuple::{Stages, TuplePatterns};
use afterstate_train::checkpoint::State;
use afterstate_train::learner::Learner;
use afterstate_train::recipe::{self, Recipe};
use afterstate_train::round::{Round, in_turn, train};

/// Between two lines of output.
const ROUNDS: u64 = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let moves = std::env::args().nth(1).map_or(Ok(1_000_000), |text| recipe::moves(&text))?;
    let patterns: TuplePatterns = "4x5".parse()?;
    let learner = Learner::new(patterns, Stages::single());
    let mut state = State::new(learner, Recipe::default(), 42);
    for _ in 0..ROUNDS {
        let tally = train(&mut state, Round::moves((moves / ROUNDS).max(1)), in_turn);
        let (moves, games, mean) = (state.done.moves, tally.games, tally.mean());
        println!("{moves:>12} moves: {mean:.0} points a game in {games} games");
    }
    Ok(())
}
