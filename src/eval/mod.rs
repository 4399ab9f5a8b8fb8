//! The value of a position: one evaluator a file.
//!
//! An evaluator looks at an afterstate and says what it is worth, in a unit of its own. It knows
//! the rules and nothing of search: training uses one without any search at all.

pub mod cook;
pub mod cook_packed;
pub mod frolov;
pub mod moskvil;
pub mod ntuple;
pub mod order;
pub mod ovolve;
pub mod rows;
pub mod vryniotis;

use crate::rules::Board;

/// What an afterstate is worth.
pub trait Evaluator: Sync {
    /// How much a point of reward counts in this evaluator's unit: 1 where values are expected
    /// points to come, 0 where a value already speaks of the whole position.
    const REWARD_WEIGHT: f32;

    /// The value of a board after the slide and before the spawn; larger is better.
    fn value(&self, afterstate: Board) -> f32;

    /// The value of a board on which no move is possible.
    fn lost(&self) -> f32;
}

/// A borrowed evaluator is one, so that several searches can share its tables.
impl<E: Evaluator> Evaluator for &E {
    const REWARD_WEIGHT: f32 = E::REWARD_WEIGHT;

    #[inline]
    fn value(&self, afterstate: Board) -> f32 {
        E::value(self, afterstate)
    }

    fn lost(&self) -> f32 {
        E::lost(self)
    }
}
