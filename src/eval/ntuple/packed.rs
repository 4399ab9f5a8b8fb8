//! A network as its file contains it. See also `model`, which plays with it.

use super::blocks::Blocks;
use super::pattern::TuplePatterns;
use super::stage::Stages;

/// The content of a network's file: quantized weights, one table for each tuple and stage.
#[derive(Clone, Debug)]
pub struct PackedNetwork {
    pub(super) patterns: TuplePatterns,
    pub(super) stages: Stages,
    pub(super) step: f32,
    pub(super) weights: Blocks,
    pub(super) provenance: String,
}

impl PackedNetwork {
    /// A network with these weights (stage by stage, [`TuplePatterns::entries`] each) in steps of
    /// `step` points. `provenance` describes how it was trained.
    ///
    /// `None` if the sizes do not match or the step is not a positive number.
    pub fn new(
        patterns: TuplePatterns,
        stages: Stages,
        step: f32,
        weights: Blocks,
        provenance: String,
    ) -> Option<Self> {
        let valid = weights.len() == patterns.entries() * stages.len() && step.is_finite();
        (valid && step > 0.0).then_some(PackedNetwork {
            patterns,
            stages,
            step,
            weights,
            provenance,
        })
    }

    /// The tuples of cells.
    pub fn patterns(&self) -> &TuplePatterns {
        &self.patterns
    }

    /// The stages.
    pub fn stages(&self) -> &Stages {
        &self.stages
    }

    /// Points per unit of a weight.
    pub fn step(&self) -> f32 {
        self.step
    }

    /// The weights in steps, stage by stage.
    pub fn weights(&self) -> &Blocks {
        &self.weights
    }

    /// How it was trained.
    pub fn provenance(&self) -> &str {
        &self.provenance
    }
}
