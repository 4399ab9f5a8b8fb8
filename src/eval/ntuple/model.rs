//! A trained network as it is played: 16-bit integers that count steps of a fixed size. Leaves out
//! the file it comes from (`file`) and how the integers were chosen (`native::train::quantise`).
//!
//! Sums of integers are the same on every machine, natively and in the browser. Fewer bits do not
//! serve: 256 levels, close together near 0 and wider apart further out, cost a tenth of the score
//! (docs/results/training.md), for the few large weights are read the most.

use crate::eval::Evaluator;
use crate::rules::Board;

use super::blocks::Blocks;
use super::shape::{Lookup, Shapes};
use super::stage::Stages;

/// A trained network to play with. Values are points that are expected still to come.
#[derive(Clone, Debug)]
pub struct Model {
    shapes: Shapes,
    stages: Stages,
    lookup: Lookup,
    entries: usize,
    step: f32,
    weights: Blocks,
    provenance: String,
}

impl Model {
    /// A network of the given weights (stage after stage, [`Shapes::entries`] each), which count
    /// steps of `step` points. `provenance` says how it was trained.
    ///
    /// Gives `None` when the sizes do not belong together or the step is not a positive number.
    pub fn new(
        shapes: Shapes,
        stages: Stages,
        step: f32,
        weights: Blocks,
        provenance: String,
    ) -> Option<Self> {
        let entries = shapes.entries();
        if weights.len() != entries * stages.len() || !step.is_finite() || step <= 0.0 {
            return None;
        }
        let lookup = Lookup::new(&shapes);
        Some(Model { shapes, stages, lookup, entries, step, weights, provenance })
    }

    /// The tuples.
    pub fn shapes(&self) -> &Shapes {
        &self.shapes
    }

    /// Which stage a board belongs to.
    pub fn stages(&self) -> &Stages {
        &self.stages
    }

    /// Points that a weight of 1 stands for.
    pub fn step(&self) -> f32 {
        self.step
    }

    /// The weights in steps, stage after stage.
    pub fn weights(&self) -> &Blocks {
        &self.weights
    }

    /// How it was trained.
    pub fn provenance(&self) -> &str {
        &self.provenance
    }
}

impl Evaluator for Model {
    const REWARD_WEIGHT: f32 = 1.0;

    fn value(&self, afterstate: Board) -> f32 {
        let base = self.stages.of(afterstate.bits()) * self.entries;
        let mut sum = 0;
        self.lookup.each(afterstate, |index| {
            sum += i32::from(self.weights.get(base + index as usize));
        });
        sum as f32 * self.step
    }

    fn lost(&self) -> f32 {
        0.0
    }
}
