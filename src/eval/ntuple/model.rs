//! A trained network for playing: its weights are 16-bit integers that count steps of a fixed size.
//!
//! Sums of integers are the same on every machine, natively and in the browser. Fewer bits play
//! worse: 256 levels, dense near 0 and sparse further out, cost a tenth of the score, because the
//! few large weights are read most often.

use crate::eval::Evaluator;
use crate::rules::{Board, downgraded};
use crate::with_indexer;

use super::error::ModelError;
use super::fallback::FoldedWeights;
use super::packed::PackedNetwork;
use super::pattern::{Indexer, Lookup, MAX_LOOKUPS, TuplePatterns};
use super::stage::Stages;

/// A trained network. Values are expected future points.
///
/// ```
/// use afterstate::eval::Evaluator;
/// use afterstate::eval::ntuple::blocks::Blocks;
/// use afterstate::eval::ntuple::{Model, PackedNetwork, Stages, TuplePatterns, file};
/// use afterstate::rules::Board;
///
/// // A tuple of the first row, whose weights are 3 steps of half a point.
/// let patterns: TuplePatterns = "0123".parse()?;
/// let weights = Blocks::from_slice(&vec![3; patterns.entries()])?;
/// let network = PackedNetwork::new(patterns, Stages::single(), 0.5, weights, "an example".into());
/// let bytes = file::write(&network.expect("the sizes match"));
///
/// let model = Model::read(&bytes)?;
/// assert_eq!(model.value(Board::from_bits(0x1234)), 8.0 * 3.0 * 0.5, "eight symmetries");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Model {
    /// As in the file, with fallbacks.
    patterns: TuplePatterns,
    stages: Stages,
    lookup: Lookup,
    lookups: usize,
    entries: usize,
    step: f32,
    weights: FoldedWeights,
    provenance: String,
}

impl Model {
    /// The network, ready to play.
    ///
    /// # Errors
    /// [`ModelError::Memory`], or [`ModelError::Refused`] if its weights cannot be added up.
    pub fn new(packed: PackedNetwork) -> Result<Self, ModelError> {
        let PackedNetwork { patterns, stages, step, weights, provenance } = packed;
        let (weights, read) = FoldedWeights::new(&patterns, weights)?;
        Ok(Model {
            patterns,
            stages,
            lookup: Lookup::new(&read),
            lookups: read.lookups(),
            entries: read.entries(),
            step,
            weights,
            provenance,
        })
    }

    /// The tuples of cells in the file, including fallbacks.
    pub fn patterns(&self) -> &TuplePatterns {
        &self.patterns
    }

    /// The size of the weights in memory in bytes.
    pub fn bytes(&self) -> usize {
        self.weights.bytes()
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
        let lookups = self.lookups;
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
        with_indexer!(&self.lookup, indexer => self.values_by(indexer, afterstates, values));
    }
}

/// The pruning margin in points. 6,000 plays about as well (docs/log/search.md).
pub const PRUNING_MARGIN: f32 = 8000.0;

/// The smallest rank that is downgraded before evaluation: 32768. A game has this tile once, if at
/// all, so the network has learned much more about the same boards one rank lower.
pub const DOWNGRADE_FROM: u8 = 15;
