//! Networks in training that start from others: from a packed file, with other stages or tuples.

use crate::tuple_maps::{contained_tuples, table_maps};
use afterstate::eval::ntuple::fallback::{fallback_index, tuples_with_fallbacks};
use afterstate::eval::ntuple::{PackedNetwork, Stages, TuplePatterns};

use super::{Learner, UNUSED, Unused};

impl Learner {
    /// A network with the weights of a packed one, which has no coherence sums: every weight that
    /// the file has starts warm. Fallbacks are added to the weights of their tuples.
    pub fn from_packed(packed: &PackedNetwork) -> Self {
        let all = packed.patterns();
        let fallbacks = tuples_with_fallbacks(all);
        let patterns = match fallbacks {
            Some(count) => all.with_tuples_at(0..count),
            None => all.clone(),
        };
        let learner = Learner::zeroed(patterns, packed.stages().clone());
        for stage in 0..learner.stages.len() {
            // The fallback tuples are the last of each stage.
            let (first, behind) = (stage * all.entries(), stage * all.entries() + learner.entries);
            for entry in 0..learner.entries {
                let own = packed.weights().get(first + entry);
                let fallback = match fallbacks {
                    Some(_) => packed.weights().get(behind + fallback_index(entry)),
                    None => 0,
                };
                let index = stage * learner.entries + entry;
                let steps = f32::from(own) + f32::from(fallback);
                learner.weights.set(index, steps * packed.step());
                if own != 0 {
                    learner.warm(index);
                }
            }
        }
        learner
    }

    /// Like [`Self::from_packed`], but the weights that packing dropped stay 0, so that the network
    /// is no larger when it is packed again. Fallbacks stay tuples of their own, and learn.
    pub fn from_kept_weights(packed: &PackedNetwork) -> Self {
        let mut learner = Learner::zeroed(packed.patterns().clone(), packed.stages().clone());
        for index in 0..learner.weights.len() {
            match packed.weights().get(index) {
                0 => learner.weights.set(index, UNUSED),
                steps => {
                    learner.weights.set(index, f32::from(steps) * packed.step());
                    learner.warm(index);
                }
            }
        }
        learner.unused = Unused::Dropped;
        learner
    }

    /// The same network with other stages. A new stage starts from the weights of the old stage
    /// that its first boards belonged to, which start warm. A stage with an old threshold is
    /// unchanged.
    pub fn with_stages(self, stages: Stages) -> Self {
        self.promote_all();
        let mut next = Learner::zeroed(self.patterns.clone(), stages);
        next.unused = self.unused_after_promotion();
        let old = self.stages.thresholds();
        for stage in 0..next.stages.len() {
            let (source, is_new) = match stage.checked_sub(1) {
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
                if is_new && !self.is_dropped(from + index) {
                    next.weights.set(to + index, weight);
                    if weight != 0.0 {
                        next.warm(to + index);
                    }
                } else {
                    self.copy(from + index, &next, to + index);
                }
            }
        }
        next
    }

    /// Copies a weight with its sums to another network.
    fn copy(&self, from: usize, next: &Learner, to: usize) {
        next.weights.set(to, self.weights.get(from));
        for part in 0..2 {
            next.coherence.set(2 * to + part, self.coherence.get(2 * from + part));
        }
    }

    /// The same network with more tuples: `patterns` contains its tuples in any of the board's
    /// eight orientations. New tuples start at 0, so no value changes.
    ///
    /// # Errors
    /// If a tuple is missing, or if `patterns` distinguishes another number of ranks.
    pub fn with_tuples(self, patterns: TuplePatterns) -> Result<Self, String> {
        let old = &self.patterns;
        if old.alphabet() != patterns.alphabet() {
            return Err(format!(
                "the network must distinguish {} ranks, as `{old}` does, got `{patterns}` with {}",
                old.alphabet(),
                patterns.alphabet()
            ));
        }
        let maps = table_maps(old, &patterns).ok_or_else(|| {
            format!("the network must contain all tuples of `{old}`, got `{patterns}`")
        })?;
        self.promote_all();
        let mut next = Learner::zeroed(patterns, self.stages.clone());
        next.unused = self.unused_after_promotion();
        for stage in 0..next.stages.len() {
            let (from, to) = (stage * self.entries, stage * next.entries);
            for (table, map) in self.patterns.tables().zip(&maps) {
                for (entry, index) in table.enumerate() {
                    self.copy(from + index, &next, to + map.entry(entry));
                }
            }
        }
        Ok(next)
    }

    /// The same network without its redundant tuples: the table of every tuple that is part of a
    /// larger one, in some orientation of the board, is added to the table of the larger one. No
    /// value changes, because an evaluation reads each tuple on all eight images of the board.
    ///
    /// A network that learned only the weights of a file keeps its tuples: otherwise every weight
    /// that packing dropped would get a value.
    pub fn without_redundant_tuples(self) -> Self {
        let contained = contained_tuples(&self.patterns);
        if contained.is_empty() || self.unused == Unused::Dropped {
            return self;
        }
        self.promote_all();
        let tuples = self.patterns.tuples();
        let kept =
            (0..tuples.len()).filter(|tuple| contained.iter().all(|small| small.tuple != *tuple));
        let patterns = self.patterns.with_tuples_at(kept.clone());
        let next = Learner::zeroed(patterns, self.stages.clone());
        let tables: Vec<_> = self.patterns.tables().collect();
        for stage in 0..self.stages.len() {
            let (from, to) = (stage * self.entries, stage * next.entries);
            for (tuple, table) in kept.clone().zip(next.patterns.tables()) {
                for (entry, index) in table.enumerate() {
                    self.copy(from + tables[tuple].start + entry, &next, to + index);
                    let added =
                        contained.iter().filter(|small| small.within == tuple).map(|small| {
                            self.weights.get(from + tables[small.tuple].start + small.entry(entry))
                        });
                    let weight = next.weights.get(to + index) + added.sum::<f32>();
                    next.weights.set(to + index, weight);
                }
            }
        }
        next
    }

    /// The same network with the weights and coherence sums of another one in its last stage. The
    /// other may have been trained where this one was not.
    ///
    /// # Errors
    /// If the tuples differ, if this network has one stage, or if the last stage of the other
    /// begins later.
    pub fn with_last_stage_of(self, other: &Learner) -> Result<Self, String> {
        if self.patterns != other.patterns {
            return Err(format!(
                "both networks must have the tuples `{}`, got `{}`",
                self.patterns, other.patterns
            ));
        }
        let [last, others] = [&self, other].map(|network| network.stages.thresholds().last());
        if last.is_none() || others > last {
            return Err(format!(
                "the network needs a last stage that begins no earlier than that of the other one; \
                 the stages begin at `{}` and `{}`",
                self.stages, other.stages
            ));
        }
        other.promote_all();
        self.promote_all();
        let [to, from] = [&self, other].map(|network| (network.stages.len() - 1) * self.entries);
        (0..self.entries).for_each(|entry| other.copy(from + entry, &self, to + entry));
        Ok(self)
    }
}
