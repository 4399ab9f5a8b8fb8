//! A network that learns: its weights, its temporal-coherence sums, its value and its update.
//! Leaves out which boards it learns from (`episode`).
//!
//! Sources: the update is TC learning (Beal and Smith 1999) as Jaśkowski 2016 and TDL2048+ use it:
//! each weight moves by `alpha / lookups * error * |E| / A`, where E sums the errors it has seen
//! and A their sizes; the rate is 1 while A is 0.

use crate::eval::ntuple::model::downgraded;
use crate::eval::ntuple::{Indexer, MAX_LOOKUPS, Model, Stages, TuplePatterns};
use crate::rules::Board;

use super::memory::Floats;
use super::turn::turns;

/// When a sum of error sizes passes this, both of its sums are halved: an `f32` near 2^30 no
/// longer takes up errors of some tens of points, and the rate would freeze for good.
const COHERENCE_LIMIT: f32 = 1.0e9;

/// Sum of error sizes that a weight from a packed network starts with: some thirty errors of the
/// size that a network of 136,000 points still makes.
const WARM_SIZES: f32 = 1.0e5;

/// The rate that such a weight starts with.
const WARM_RATE: f32 = 0.2;

/// The weights of every stage with what learning needs beside them.
pub struct Learner {
    /// The tuples.
    pub patterns: TuplePatterns,
    /// Which stage a board belongs to.
    pub stages: Stages,
    /// Weights in points, stage after stage, [`TuplePatterns::entries`] each.
    pub weights: Floats,
    /// For each weight E and A, neighbours in memory.
    pub coherence: Floats,
    entries: usize,
}

impl Learner {
    /// A network whose weights all start at `optimism` points divided by the lookups of one
    /// evaluation, so that every unseen board is worth `optimism`.
    pub fn new(patterns: TuplePatterns, stages: Stages, optimism: f32) -> Self {
        let entries = patterns.entries();
        let weights = Floats::zeroed(entries * stages.len());
        if optimism != 0.0 {
            let each = optimism / patterns.lookups() as f32;
            for index in 0..weights.len() {
                weights.set(index, each);
            }
        }
        let coherence = Floats::zeroed(weights.len() * 2);
        Learner { patterns, stages, weights, coherence, entries }
    }

    /// A network that goes on from a packed one, which holds no coherence sums: every weight that
    /// is not 0 starts warm.
    ///
    /// With `kept_only` the weights that were dropped stay 0: sums of errors without end make their
    /// rate 0. The others then learn to do without them, and packed again they take no more room.
    pub fn from_model(model: &Model, kept_only: bool) -> Self {
        let learner = Learner::new(model.patterns().clone(), model.stages().clone(), 0.0);
        let packed = model.weights();
        for index in 0..packed.len() {
            let steps = packed.get(index);
            if steps != 0 {
                learner.weights.set(index, f32::from(steps) * model.step());
                learner.warm(index);
            } else if kept_only {
                learner.coherence.set(2 * index + 1, f32::INFINITY);
            }
        }
        learner
    }

    /// Whether a weight is one that packing dropped and that stays 0.
    fn is_dropped(&self, index: usize) -> bool {
        self.coherence.get(2 * index + 1) == f32::INFINITY
    }

    /// Gives a weight that is known from elsewhere, but without its sums, those it starts with: as if it had
    /// seen errors of [`WARM_SIZES`] in all, so that it first moves at [`WARM_RATE`]. At the rate 1 of unseen
    /// weights the first errors would undo what is known.
    fn warm(&self, index: usize) {
        self.coherence.set(2 * index, WARM_RATE * WARM_SIZES);
        self.coherence.set(2 * index + 1, WARM_SIZES);
    }

    /// Entries of one stage.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// The same network with other stages. A new stage starts from the weights of the old stage
    /// that its first boards belonged to, plus `optimism` points spread over the lookups. Its coherence sums
    /// are fresh, so that optimism is soon used up; without any, weights that are known start warm. Weights that
    /// stay 0 do so in a new stage, too. A stage whose threshold was there before is kept as it is.
    pub fn with_stages(self, stages: Stages, optimism: f32) -> Self {
        let next = Learner::new(self.patterns.clone(), stages, 0.0);
        let each = optimism / next.patterns.lookups() as f32;
        let old = self.stages.thresholds();
        for stage in 0..next.stages.len() {
            let (source, fresh) = match stage.checked_sub(1) {
                None => (0, false),
                Some(before) => {
                    let threshold = next.stages.thresholds()[before];
                    let source = old.iter().take_while(|&&t| t <= threshold).count();
                    (source, !old.contains(&threshold))
                }
            };
            let (from, to) = (source * self.entries, stage * self.entries);
            for index in 0..self.entries {
                let weight = self.weights.get(from + index);
                if fresh && !self.is_dropped(from + index) {
                    next.weights.set(to + index, weight + each);
                    if weight != 0.0 && each == 0.0 {
                        next.warm(to + index);
                    }
                } else {
                    self.copy(from + index, &next, to + index);
                }
            }
        }
        next
    }

    /// Copies a weight with its sums to a place in another network.
    fn copy(&self, from: usize, next: &Learner, to: usize) {
        next.weights.set(to, self.weights.get(from));
        for part in 0..2 {
            next.coherence.set(2 * to + part, self.coherence.get(2 * from + part));
        }
    }

    /// The same network with other tuples, which hold the known ones in any of the board's eight positions. Further ones
    /// begin at 0 and as fresh as those of a new network: no value changes, and what the known tuples cannot tell is
    /// theirs to learn.
    ///
    /// # Errors
    /// When a known tuple is missing, or when they do not tell as many ranks apart.
    pub fn with_tuples(self, patterns: TuplePatterns) -> Result<Self, String> {
        let known = &self.patterns;
        let turns = turns(known, &patterns).ok_or_else(|| {
            format!("the network `{patterns}` does not hold all of the known one, `{known}`")
        })?;
        let next = Learner::new(patterns, self.stages.clone(), 0.0);
        for stage in 0..next.stages.len() {
            let (from, to) = (stage * self.entries, stage * next.entries);
            for (table, turn) in self.patterns.tables().zip(&turns) {
                for (entry, index) in table.enumerate() {
                    self.copy(from + index, &next, to + turn.place(entry));
                }
            }
        }
        Ok(next)
    }

    /// Where the weights of a board's stage start.
    #[inline(always)]
    pub fn base(&self, board: Board) -> u32 {
        (self.stages.of(board.bits()) * self.entries) as u32
    }

    /// Brings weights into the cache, and what an update needs beside them if `update`.
    #[inline(always)]
    pub fn prefetch(&self, indices: &[u32], update: bool) {
        for &index in indices {
            self.weights.prefetch(index as usize);
            if update {
                self.coherence.prefetch(2 * index as usize);
            }
        }
    }

    /// The value of an afterstate, the score that is expected still to come, from the indices
    /// that [`Indexer::fill`] gives for it (a multiple of eight).
    #[inline(always)]
    pub fn value(&self, indices: &[u32]) -> f32 {
        // Four sums, since one would wait for each addition.
        let mut sums = [0.0; 4];
        for four in indices.chunks_exact(4) {
            for (sum, &index) in sums.iter_mut().zip(four) {
                *sum += self.weights.get(index as usize);
            }
        }
        (sums[0] + sums[1]) + (sums[2] + sums[3])
    }

    /// Moves the value of an afterstate towards `target` and gives its value after that (exact
    /// but for entries that one evaluation reads more than once).
    #[inline(always)]
    pub fn learn(&self, indices: &[u32], target: f32, alpha: f32, coherent: bool) -> f32 {
        let error = target - self.value(indices);
        let step = alpha / indices.len() as f32 * error;
        let mut value = 0.0;
        for &index in indices {
            let rate = if coherent { self.cohere(index as usize, error) } else { 1.0 };
            let weight = self.weights.get(index as usize) + step * rate;
            self.weights.set(index as usize, weight);
            value += weight;
        }
        value
    }

    /// The rate of one weight, before `error` is added to its sums.
    #[inline(always)]
    fn cohere(&self, index: usize, error: f32) -> f32 {
        let sum = self.coherence.get(2 * index);
        let sizes = self.coherence.get(2 * index + 1);
        let rate = if sizes > 0.0 { sum.abs() / sizes } else { 1.0 };
        let (mut sum, mut sizes) = (sum + error, sizes + error.abs());
        if sizes > COHERENCE_LIMIT {
            sum *= 0.5;
            sizes *= 0.5;
        }
        self.coherence.set(2 * index, sum);
        self.coherence.set(2 * index + 1, sizes);
        rate
    }
}

/// A network that learns, as a thread reads it: with the indexer that fits its tuples.
pub struct Reader<'a, const N: usize> {
    /// The network.
    pub learner: &'a Learner,
    /// Its tuples' indexer.
    pub indexer: &'a Indexer<N>,
}

impl<const N: usize> Reader<'_, N> {
    /// Weights that one evaluation adds up.
    #[inline(always)]
    pub fn lookups(&self) -> usize {
        self.indexer.tuples() * 8
    }

    /// Writes the indices of the weights that an evaluation of a board adds up, [`Self::lookups`] of them.
    #[inline(always)]
    pub fn fill(&self, board: Board, indices: &mut [u32]) {
        self.indexer.fill(board, self.learner.base(board), indices);
    }

    /// The values of many afterstates as a search sees them ([`downgraded`]): all indices first, and their weights on the
    /// way from memory, before the first weight is read.
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
