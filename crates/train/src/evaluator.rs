//! A network in training as an evaluator for a search.

use afterstate::eval::Evaluator;
use afterstate::eval::ntuple::Lookup;
use afterstate::eval::ntuple::model::{DOWNGRADE_FROM, PRUNING_MARGIN};
use afterstate::rules::Board;
use afterstate::with_indexer;

use super::learner::{Learner, Reader};

/// A [`Learner`] with the indexer for its tuples.
pub struct Trained<'a> {
    learner: &'a Learner,
    lookup: Lookup,
}

impl<'a> Trained<'a> {
    /// An evaluator of the network, which may go on learning.
    pub fn new(learner: &'a Learner) -> Self {
        Trained { learner, lookup: Lookup::new(&learner.patterns) }
    }
}

impl Evaluator for Trained<'_> {
    const REWARD_WEIGHT: f32 = 1.0;

    fn value(&self, afterstate: Board) -> f32 {
        let mut value = [0.0];
        self.values(&[afterstate], &mut value);
        value[0]
    }

    fn terminal_value(&self) -> f32 {
        0.0
    }

    fn pruning_margin(&self) -> f32 {
        PRUNING_MARGIN
    }

    fn downgrade_from(&self) -> u8 {
        DOWNGRADE_FROM
    }

    fn values(&self, afterstates: &[Board], values: &mut [f32]) {
        let learner = self.learner;
        with_indexer!(&self.lookup, indexer => {
            Reader { learner, indexer }.values(afterstates, values);
        });
    }
}
