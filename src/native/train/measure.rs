//! Games that measure a network: fixed seeds, a search with the network at its leaves. Leaves out
//! how the results are shown, and the game itself, which is [`Course`]'s.
//!
//! The seed of a game is its index and the table is emptied before each game, so threads change
//! nothing.

use std::ops::Range;

use crate::eval::Evaluator;
use crate::eval::ntuple::Lookup;
use crate::eval::ntuple::model::{LARGEST, MARGIN};
use crate::eval::remembering::Remembering;
use crate::experiment::{Course, ExperimentError, GameRecord, share_out};
use crate::native::progress::Unseen;
use crate::rules::{Board, Grid};
use crate::search::{Cuts, Limits};
use crate::strategy::Player;
use crate::strategy::own::Ahead;

use super::learner::{Learner, Reader};

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
        let mut value = [0.0];
        self.values(&[afterstate], &mut value);
        value[0]
    }

    fn lost(&self) -> f32 {
        0.0
    }

    fn margin(&self) -> f32 {
        MARGIN
    }

    fn downgrade_from(&self) -> u8 {
        LARGEST
    }

    fn values(&self, afterstates: &[Board], values: &mut [f32]) {
        let learner = self.learner;
        match &self.lookup {
            Lookup::Two(indexer) => Reader { learner, indexer }.values(afterstates, values),
            Lookup::Three(indexer) => Reader { learner, indexer }.values(afterstates, values),
            Lookup::Any(indexer) => Reader { learner, indexer }.values(afterstates, values),
        }
    }
}

/// What is shown the boards of games, on whichever thread: a game's seed, the moves it has made, its board.
pub type Seen<'a> = &'a (dyn Fn(u64, u64, &Grid) + Sync);

/// A search to a fixed ply without any cut, as published networks are measured.
pub fn whole(ply: u8) -> Limits {
    Limits { cuts: Cuts::NONE, ..Limits::ply(ply) }
}

/// Plays the games of these seeds with a search under `limits`, on so many threads; in
/// their order. Limits of time give other games each time. `seen` is shown every board that is moved on.
///
/// # Errors
/// If the threads cannot be started.
pub fn games<E: Evaluator>(
    evaluator: &E,
    limits: &Limits,
    seeds: Range<u64>,
    threads: usize,
    seen: Seen,
) -> Result<Vec<GameRecord>, ExperimentError> {
    let player = || -> Result<Box<dyn Player + '_>, ExperimentError> {
        Ok(if limits.ply > 1 {
            Box::new(Ahead::new(Remembering::new(evaluator), TABLE, *limits))
        } else {
            // Nothing is looked at twice.
            Box::new(Ahead::new(evaluator, 0, *limits))
        })
    };
    let clock = Unseen::new();
    share_out(seeds.end - seeds.start, threads, player, |player, index| {
        let seed = seeds.start + index;
        player.new_game(seed);
        let mut moves = 0;
        Course::RULES.play(seed, &clock, |grid| {
            seen(seed, moves, grid);
            moves += 1;
            player.choose(grid).best
        })
    })
}
