//! A trained network for playing: its weights are 16-bit integers that count steps of a fixed size.
//!
//! Sums of integers are the same on every machine, natively and in the browser. Fewer bits play
//! worse: 256 levels, dense near 0 and sparse further out, cost a tenth of the score
//! (docs/results/training-files.md), because the few large weights are read most often.

use crate::eval::Evaluator;
use crate::rules::Board;

use super::blocks::Blocks;
use super::pattern::{Indexer, Lookup, MAX_LOOKUPS, TuplePatterns};
use super::stage::{ONES, Stages, at_least};

/// A trained network. Values are expected future points.
#[derive(Clone, Debug)]
pub struct Model {
    patterns: TuplePatterns,
    stages: Stages,
    lookup: Lookup,
    entries: usize,
    step: f32,
    weights: Blocks,
    provenance: String,
}

impl Model {
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
        let entries = patterns.entries();
        if weights.len() != entries * stages.len() || !step.is_finite() || step <= 0.0 {
            return None;
        }
        let lookup = Lookup::new(&patterns);
        Some(Model { patterns, stages, lookup, entries, step, weights, provenance })
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

    /// The values of many boards, in batches of [`MAX_LOOKUPS`]. Each batch computes all indices,
    /// then all positions of blocks, then loads all weights, so that no load waits for another.
    fn values_by<const N: usize>(
        &self,
        indexer: &Indexer<N>,
        boards: &[Board],
        values: &mut [f32],
    ) {
        let lookups = self.patterns.lookups();
        let mut positions = [0; MAX_LOOKUPS];
        let batch = MAX_LOOKUPS / lookups;
        for (boards, values) in boards.chunks(batch).zip(values.chunks_mut(batch)) {
            let positions = &mut positions[..boards.len() * lookups];
            for (&board, indices) in boards.iter().zip(positions.chunks_exact_mut(lookups)) {
                let board = downgraded(board);
                let base = self.stages.of(board.bits()) * self.entries;
                indexer.fill(board, base as u32, indices);
            }
            self.weights.locate(positions);
            for (value, positions) in values.iter_mut().zip(positions.chunks_exact(lookups)) {
                let weights = positions.iter().map(|&position| self.weights.at(position));
                *value = weights.map(i32::from).sum::<i32>() as f32 * self.step;
            }
        }
    }
}

impl Evaluator for Model {
    const REWARD_WEIGHT: f32 = 1.0;

    fn value(&self, afterstate: Board) -> f32 {
        let board = downgraded(afterstate);
        let base = self.stages.of(board.bits()) * self.entries;
        let mut sum = 0;
        self.lookup.each(board, |index| {
            sum += i32::from(self.weights.get(base + index as usize));
        });
        sum as f32 * self.step
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
        match &self.lookup {
            Lookup::Two(indexer) => self.values_by(indexer, afterstates, values),
            Lookup::Three(indexer) => self.values_by(indexer, afterstates, values),
            Lookup::Any(indexer) => self.values_by(indexer, afterstates, values),
        }
    }
}

/// The pruning margin in points. 6,000 to 12,000 play about as well (docs/results/search-log.md).
pub const PRUNING_MARGIN: f32 = 8000.0;

/// The smallest rank that is downgraded before evaluation: 32768. A game has this tile once, if at
/// all, so the network has learned much more about the same boards one rank lower.
pub const DOWNGRADE_FROM: u8 = 15;

/// Downgrades a board with a 32768 if its ranks have a gap. This is for merges inside a search,
/// whose root was already downgraded; see [`Evaluator::downgrade_from`].
#[inline(always)]
pub fn downgraded(board: Board) -> Board {
    let bits = board.bits();
    let pairs = bits & bits >> 1;
    if pairs & pairs >> 2 & ONES == 0 {
        return board;
    }
    let missing = !board.rank_set() & 0x7FFE;
    if missing == 0 {
        return board;
    }
    let gap = missing.ilog2();
    Board::from_bits(bits - (at_least(bits, gap + 1) >> 3))
}
