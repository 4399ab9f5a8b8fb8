//! A network in training: its weights and coherence sums, and how it is evaluated and updated.
//!
//! Sources: the update is TC learning (Beal and Smith 1999) as Jaśkowski 2016 and TDL2048+ use it:
//! each weight moves by `alpha / lookups * error * |E| / A`, where E sums the errors it has seen
//! and A their absolute values; the rate is 1 while A is 0. Weight promotion follows Jaśkowski
//! 2016.

use serde::{Deserialize, Serialize};

use afterstate::eval::ntuple::{Indexer, MAX_LOOKUPS, Stages, TuplePatterns};
use afterstate::rules::{Board, downgraded};

use super::memory::{Floats, FloatsView};

mod reshape;

/// E and A are halved when A exceeds this. Adding an error of some tens of points to an `f32` near
/// 2^30 does not change it, so the rate would stay the same.
pub(super) const COHERENCE_LIMIT: f32 = 1.0e9;

/// The A that a weight of a packed network starts with: the sum of about thirty errors of a network
/// that scores 136,000 points. A promoted weight starts with at most this much.
const WARM_SIZES: f32 = 1.0e5;

/// The rate that a weight of a packed network starts with.
const WARM_RATE: f32 = 0.2;

/// Marks a weight that its stage has not used yet: negative zero. In a sum it is a zero, so
/// evaluations need no special case. Updates store numbers that come from [`used`], which are never it.
const UNUSED: f32 = -0.0;

/// The meaning of a weight that is marked as `UNUSED`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unused {
    /// The weight is 0.
    #[default]
    Zero,
    /// The weight is copied from the previous stage when it is first used.
    Promoted,
    /// Packing dropped the weight. It stays 0, so that the others learn to do without it.
    Dropped,
}

/// The weights of all stages and their coherence sums.
///
/// ```
/// use afterstate::eval::Evaluator;
/// use afterstate::eval::ntuple::Stages;
/// use afterstate::rules::Board;
/// use afterstate_train::evaluator::Trained;
/// use afterstate_train::learner::Learner;
///
/// let learner = Learner::new("0123 4567".parse()?, Stages::single());
/// let value = Trained::new(&learner).value(Board::from_bits(0x1234));
/// assert_eq!(value, 0.0, "it has learned nothing yet");
/// # Ok::<(), afterstate::eval::ntuple::PatternError>(())
/// ```
pub struct Learner {
    /// The tuples.
    pub patterns: TuplePatterns,
    /// The stages.
    pub stages: Stages,
    /// Weights in points, stage after stage, [`TuplePatterns::entries`] each.
    pub weights: Floats,
    /// For each weight E and A, neighbors in memory.
    pub coherence: Floats,
    /// The meaning of unused weights.
    pub unused: Unused,
    entries: usize,
}

impl Learner {
    /// A network whose weights are all 0.
    pub fn zeroed(patterns: TuplePatterns, stages: Stages) -> Self {
        let entries = patterns.entries();
        let weights = Floats::zeroed(entries * stages.len());
        let coherence = Floats::zeroed(weights.len() * 2);
        Learner { patterns, stages, weights, coherence, unused: Unused::Zero, entries }
    }

    /// An untrained network. The weights of the first stage are 0; those of a later stage are
    /// promoted from the previous stage when they are first used.
    pub fn new(patterns: TuplePatterns, stages: Stages) -> Self {
        let mut learner = Learner::zeroed(patterns, stages);
        for index in learner.entries..learner.weights.len() {
            learner.weights.set(index, UNUSED);
        }
        if learner.stages.len() > 1 {
            learner.unused = Unused::Promoted;
        }
        learner
    }

    /// Sets the coherence sums of a trained weight that has none, so that its first rate is
    /// [`WARM_RATE`]: at the rate 1 of unseen weights the first errors would undo its training.
    fn warm(&self, index: usize) {
        self.coherence.set(2 * index, WARM_RATE * WARM_SIZES);
        self.coherence.set(2 * index + 1, WARM_SIZES);
    }

    /// Entries of one stage.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// Whether packing dropped a weight that is to stay 0.
    #[inline(always)]
    fn is_dropped(&self, index: usize) -> bool {
        self.unused == Unused::Dropped && is_unused(self.weights.get(index))
    }

    /// The meaning of unused weights after [`Self::promote_all`].
    fn unused_after_promotion(&self) -> Unused {
        if self.unused == Unused::Dropped { Unused::Dropped } else { Unused::Zero }
    }

    /// Promotes all weights that their stages have not used yet.
    fn promote_all(&self) {
        if self.unused == Unused::Promoted {
            (self.entries..self.weights.len()).for_each(|index| {
                self.weight(index);
            });
        }
    }

    /// The index of the first weight of a board's stage.
    #[inline(always)]
    pub fn base(&self, board: Board) -> u32 {
        (self.stages.of(board.bits()) * self.entries) as u32
    }

    /// Prefetches weights, and their coherence sums if an update will read those.
    #[inline(always)]
    pub fn prefetch(&self, indices: &[u32], sums: bool) {
        let (weights, coherence) = (self.weights.view(), self.coherence.view());
        for &index in indices {
            weights.prefetch(index as usize);
            if sums {
                coherence.touch(2 * index as usize);
            }
        }
    }

    /// The value of an afterstate, its expected future score, from the indices of
    /// [`Indexer::fill`], whose number is a multiple of eight.
    #[inline(always)]
    pub fn value(&self, indices: &[u32]) -> f32 {
        if self.unused == Unused::Promoted {
            return sum(indices, |index| self.weight(index));
        }
        let weights = self.weights.view();
        sum(indices, |index| weights.get(index))
    }

    /// Moves the value of an afterstate toward `target` and returns its new value. That is not exact
    /// if the evaluation reads an entry more than once.
    #[inline(always)]
    pub fn learn(&self, indices: &[u32], target: f32, alpha: f32, coherent: bool) -> f32 {
        let error = target - self.value(indices);
        let step = alpha / indices.len() as f32 * error;
        if !coherent {
            return self.add(indices, |_| step);
        }
        let coherence = self.coherence.view();
        self.add(indices, |index| step * cohere(coherence, index, error))
    }

    /// Adds a change to each weight that packing has not dropped, and returns the sum of the new
    /// weights.
    #[inline(always)]
    fn add(&self, indices: &[u32], change: impl Fn(usize) -> f32) -> f32 {
        let weights = self.weights.view();
        let keeps_dropped = self.unused == Unused::Dropped;
        let mut value = 0.0;
        for index in indices.iter().map(|&index| index as usize) {
            let weight = weights.get(index);
            if keeps_dropped && is_unused(weight) {
                continue;
            }
            let weight = used(weight + change(index));
            weights.set(index, weight);
            value += weight;
        }
        value
    }

    /// A weight, promoted from the previous stage if its own has not used it yet.
    #[inline(always)]
    fn weight(&self, index: usize) -> f32 {
        let weight = self.weights.get(index);
        if is_unused(weight) { self.promote(index) } else { weight }
    }

    /// Copies a weight and its rate from the previous stage. Larger coherence sums are scaled down,
    /// so that the rate can still change soon.
    #[cold]
    fn promote(&self, index: usize) -> f32 {
        let below = index - self.entries;
        let weight = used(self.weight(below));
        self.weights.set(index, weight);
        let [sum, sizes] = [0, 1].map(|part| self.coherence.get(2 * below + part));
        let share = if sizes > WARM_SIZES { WARM_SIZES / sizes } else { 1.0 };
        self.coherence.set(2 * index, sum * share);
        self.coherence.set(2 * index + 1, sizes * share);
        weight
    }
}

/// A number as the weight of a stage that uses it: its zero is positive, so that it is not the mark
/// of unused weights.
#[inline(always)]
pub fn used(weight: f32) -> f32 {
    // The sum of a negative and a positive zero is positive.
    weight + 0.0
}

/// Whether a weight is marked as [`UNUSED`].
#[inline(always)]
fn is_unused(weight: f32) -> bool {
    weight.to_bits() == UNUSED.to_bits()
}

/// The sum of the weights at these indices, whose number is a multiple of four.
#[inline(always)]
fn sum(indices: &[u32], weight: impl Fn(usize) -> f32) -> f32 {
    // Four sums, since one would wait for each addition.
    let mut sums = [0.0; 4];
    for four in indices.chunks_exact(4) {
        for (sum, &index) in sums.iter_mut().zip(four) {
            *sum += weight(index as usize);
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}

/// The rate of one weight, before `error` is added to its sums.
#[inline(always)]
fn cohere(coherence: FloatsView, index: usize, error: f32) -> f32 {
    let sum = coherence.get(2 * index);
    let sizes = coherence.get(2 * index + 1);
    let rate = if sizes > 0.0 { sum.abs() / sizes } else { 1.0 };
    let (mut sum, mut sizes) = (sum + error, sizes + error.abs());
    if sizes > COHERENCE_LIMIT {
        sum *= 0.5;
        sizes *= 0.5;
    }
    coherence.set(2 * index, sum);
    coherence.set(2 * index + 1, sizes);
    rate
}

/// A network and the indexer for its tuples.
pub struct Reader<'a, const N: usize> {
    /// The network.
    pub learner: &'a Learner,
    /// The indexer.
    pub indexer: &'a Indexer<N>,
}

impl<const N: usize> Reader<'_, N> {
    /// Weights that one evaluation adds up.
    #[inline(always)]
    pub fn lookups(&self) -> usize {
        self.indexer.tuples() * 8
    }

    /// Writes the indices of the weights that an evaluation of a board adds up, [`Self::lookups`]
    /// of them.
    #[inline(always)]
    pub fn fill(&self, board: Board, indices: &mut [u32]) {
        self.indexer.fill(board, self.learner.base(board), indices);
    }

    /// The values of many afterstates, [`downgraded`] as in a search. Computes all indices and
    /// prefetches their weights before it reads the first weight.
    pub fn values(&self, afterstates: &[Board], values: &mut [f32]) {
        let lookups = self.lookups();
        let mut indices = [0; MAX_LOOKUPS];
        let at_a_time = MAX_LOOKUPS / lookups;
        for (boards, values) in afterstates.chunks(at_a_time).zip(values.chunks_mut(at_a_time)) {
            for (&board, indices) in boards.iter().zip(indices.chunks_exact_mut(lookups)) {
                self.fill(downgraded(board), indices);
                self.learner.prefetch(indices, false);
            }
            for (value, indices) in values.iter_mut().zip(indices.chunks_exact(lookups)) {
                *value = self.learner.value(indices);
            }
        }
    }
}
