//! Quantization: rounds the weights of a trained network to 16-bit multiples of a step, and drops
//! some. See also `eval::ntuple::file`.
//!
//! A weight that training rarely used may be rounded coarsely, or dropped. Each weight gets the
//! integer with the smallest total cost, as in video coders (rate-distortion optimized
//! quantization, Sullivan and Wiegand 1998). The cost of a rounding error is its square times the
//! weight's coherence sum A, the sum of the sizes of its errors: about how often the weight is
//! read, times how uncertain those boards are. The cost of an integer is its bits, times a price.
//! The bits follow from how often each integer was chosen in the previous pass. A weight that is
//! dropped has the value of its fallback (`eval::ntuple::fallback`).

use std::sync::atomic::Ordering::Relaxed;

use afterstate::eval::ntuple::PackedNetwork;
use afterstate::eval::ntuple::blocks::{BLOCK, Blocks, MAX_STORED};
use afterstate::eval::ntuple::fallback::{fallback_index, tuples_with_fallbacks, with_fallbacks};
use afterstate::eval::ntuple::file::MAX_FILE_ENTRIES;

use super::learner::Learner;

/// The number of passes: the shares of the integers hardly change after the third.
const PASSES: usize = 3;

/// The number of passes for the robust means.
const MEAN_PASSES: usize = 5;

/// About the bits of a weight that is stored: a full network of 16 MB has 14 million.
const STORED_BITS: f64 = 7.0;

/// The largest size with a count of its own; larger integers are counted as this size.
const COUNTED: i32 = 1024;

/// The parameters of the quantization.
#[derive(Clone, Copy, Debug)]
pub struct QuantizeSettings<'a> {
    /// Points between two integers.
    pub step: f32,
    /// The price of a bit in each stage, in points^3 (A times a squared error); later stages have
    /// the last price. A higher price makes the file smaller and the rounding coarser.
    pub prices: &'a [f64],
}

/// Why a network cannot be packed.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum QuantizeError {
    /// Its stages have this many entries in all.
    #[error(
        "a file must have at most {MAX_FILE_ENTRIES} entries in all stages, which is four stages of \
         8x6 with fallbacks; got {0}"
    )]
    Entries(usize),
    /// This many blocks of neighboring weights are not all 0.
    #[error(
        "a file must have at most {MAX_STORED} blocks of {BLOCK} weights, got {0} at this price; a \
         higher price drops more"
    )]
    Blocks(usize),
    /// The largest weight would fit with this step, in points.
    #[error("the largest weight is too large for this step; it needs at least {0}")]
    Step(f32),
}

/// Rounds a network. Entries become 0 if training never touched them or if no board of their stage
/// reads them, because their tiles alone belong to a later stage.
///
/// If all tuples have six cells, the network gets fallback tables, and the difference of each weight
/// from its fallback is rounded.
///
/// # Errors
/// [`QuantizeError`] if a file cannot have these weights.
pub fn quantize(
    learner: &Learner,
    settings: QuantizeSettings,
    provenance: String,
) -> Result<PackedNetwork, QuantizeError> {
    let coherent = learner.coherence.bits().iter().any(|bits| bits.load(Relaxed) != 0);
    let extended = with_fallbacks(&learner.patterns);
    let patterns = extended.as_ref().unwrap_or(&learner.patterns);
    let size = patterns.entries() * learner.stages.len();
    if size > MAX_FILE_ENTRIES {
        return Err(QuantizeError::Entries(size));
    }
    // A weight and its fallback differ by at most twice the largest weight. If the network has
    // learned its fallbacks as tuples, they are added to the weights, which at most doubles them.
    let has_fallbacks = tuples_with_fallbacks(patterns).is_some();
    let limit = f32::from(if has_fallbacks { i16::MAX / 2 } else { i16::MAX });
    let largest = (0..learner.stages.len())
        .flat_map(|stage| used_weights(learner, stage, settings.step, coherent))
        .fold(0.0, |largest: f32, weight| largest.max(weight.steps.abs()));
    if largest > limit {
        return Err(QuantizeError::Step(settings.step * largest / limit));
    }
    let mut all = Vec::with_capacity(size);
    let mut fallbacks = Vec::new();
    for stage in 0..learner.stages.len() {
        let price = settings.prices.get(stage).or(settings.prices.last()).copied().unwrap_or(0.0);
        let weights = || used_weights(learner, stage, settings.step, coherent);
        let entries = learner.entries();
        if extended.is_none() {
            all.extend(rounded(weights, price, vec![0; entries]));
            continue;
        }
        // If no board of this stage has used a fallback, it has the value of the stage before.
        fallbacks.resize(fallback_index(entries), 0);
        let means = robust_means(weights, price, fallbacks.len());
        fallbacks = rounded(|| means.iter().copied(), price, fallbacks);
        let differences = || {
            weights().map(|weight| {
                let fallback = f32::from(fallbacks[fallback_index(weight.entry)]);
                Weight { steps: weight.steps - fallback, ..weight }
            })
        };
        all.extend(rounded(differences, price, vec![0; entries]));
        all.extend(&fallbacks);
    }
    let blocks = all.chunks(BLOCK).filter(|block| block.iter().any(|&weight| weight != 0)).count();
    if blocks > MAX_STORED {
        return Err(QuantizeError::Blocks(blocks));
    }
    let weights = Blocks::from_slice(&all).expect("memory for the weights");
    let (patterns, stages) = (patterns.clone(), learner.stages.clone());
    Ok(PackedNetwork::new(patterns, stages, settings.step, weights, provenance)
        .expect("the sizes come from one network"))
}

/// A weight to round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weight {
    /// Its entry in the table.
    pub(super) entry: usize,
    /// Its size in steps.
    pub(super) steps: f32,
    /// The cost of an error of one step; an error of two costs four times as much.
    pub(super) cost: f64,
}

/// The weights of one stage that training has used and boards of that stage read. A network that
/// was not trained with temporal coherence has no sums, so all its weights count alike.
fn used_weights(
    learner: &Learner,
    stage: usize,
    step: f32,
    coherent: bool,
) -> impl Iterator<Item = Weight> {
    let first = stage * learner.entries();
    patterns(learner).enumerate().filter_map(move |(entry, tiles)| {
        // Most entries are unused: their weight need not be loaded.
        let weight = || learner.weights.get(first + entry);
        let sizes = match coherent {
            true => learner.coherence.get(2 * (first + entry) + 1),
            false => f32::from(weight() != 0.0),
        };
        let used = sizes > 0.0 && learner.stages.of(tiles) <= stage;
        used.then(|| Weight {
            entry,
            steps: weight() / step,
            cost: f64::from(sizes) * f64::from(step * step),
        })
    })
}

/// The tiles of each entry of a stage, side by side as on a packed board.
fn patterns(learner: &Learner) -> impl Iterator<Item = u64> {
    learner.patterns.tuples().iter().flat_map(|cells| 0..1_u64 << (4 * cells.len()))
}

/// The fallbacks with the smallest total cost for these weights. A weight that is dropped costs its
/// distance from the fallback, but never more than storing it would. So a fallback is a mean in
/// which distant weights count little (iteratively reweighted least squares).
pub(super) fn robust_means<I: Iterator<Item = Weight>>(
    weights: impl Fn() -> I,
    price: f64,
    entries: usize,
) -> Vec<Weight> {
    let storing = (price * STORED_BITS).max(f64::MIN_POSITIVE);
    let mut means: Vec<Option<f64>> = vec![None; entries];
    let mut costs = vec![0.0; entries];
    for _ in 0..MEAN_PASSES {
        let mut sums = vec![(0.0, 0.0); entries];
        for Weight { entry, steps, cost } in weights() {
            let entry = fallback_index(entry);
            let steps = f64::from(steps);
            let share = match means[entry] {
                // No weight counts more than one that is just worth storing.
                None => cost.min(storing),
                Some(mean) => cost / (1.0 + cost * (steps - mean).powi(2) / storing).powi(2),
            };
            sums[entry].0 += share * steps;
            sums[entry].1 += share;
        }
        for (entry, (sum, share)) in sums.into_iter().enumerate().filter(|(_, sum)| sum.1 > 0.0) {
            (means[entry], costs[entry]) = (Some(sum / share), share);
        }
    }
    let mean = |(entry, mean): (usize, &Option<f64>)| {
        mean.map(|mean| Weight { entry, steps: mean as f32, cost: costs[entry] })
    };
    means.iter().enumerate().filter_map(mean).collect()
}

/// Rounds weights to the entries of a table; the other entries stay as they are.
fn rounded<I: Iterator<Item = Weight>>(
    weights: impl Fn() -> I,
    price: f64,
    mut table: Vec<i16>,
) -> Vec<i16> {
    let mut bits = vec![8.0; 2 * COUNTED as usize + 1];
    bits[slot(0)] = 1.0;
    for _ in 0..PASSES {
        let mut counts = vec![1_u64; bits.len()];
        for Weight { entry, steps, cost } in weights() {
            table[entry] = cheapest(&bits, steps, cost, price);
            counts[slot(table[entry].into())] += 1;
        }
        let total: u64 = counts.iter().sum();
        for (bits, count) in bits.iter_mut().zip(counts) {
            *bits = (total as f64 / count as f64).log2();
        }
    }
    table
}

fn slot(integer: i32) -> usize {
    (integer.clamp(-COUNTED, COUNTED) + COUNTED) as usize
}

/// The integer with the smallest cost: the nearest one, up to three closer to 0, or 0.
fn cheapest(bits: &[f64], exact: f32, scale: f64, price: f64) -> i16 {
    let nearest = exact.round().clamp(-32767.0, 32767.0) as i32;
    let mut best = (f64::INFINITY, 0);
    for back in 0..=4 {
        let size = if back == 4 { 0 } else { (nearest.abs() - back).max(0) };
        let integer = nearest.signum() * size;
        let error = f64::from(exact) - f64::from(integer);
        let sum = scale * error * error + price * bits[slot(integer)];
        if sum < best.0 {
            best = (sum, integer);
        }
    }
    best.1 as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integer_closer_to_zero_is_chosen_if_its_bits_save_more_than_its_error_costs() {
        // 3 takes one bit, every other integer ten.
        let mut bits = vec![10.0; 2 * COUNTED as usize + 1];
        bits[slot(3)] = 1.0;
        let chosen = |exact, price| cheapest(&bits, exact, 1.0, price);
        assert_eq!(chosen(5.2, 0.0), 5);
        // An error of 2.2 instead of 0.2 costs 4.8 more, and nine bits are saved.
        assert_eq!((chosen(5.2, 0.5), chosen(5.2, 0.6)), (5, 3));
        // The same distance, but away from zero; and four below the nearest.
        assert_eq!((chosen(1.2, 10.0), chosen(7.2, 10.0)), (1, 7));
        bits[slot(0)] = 0.0;
        let chosen = |exact, price| cheapest(&bits, exact, 1.0, price);
        assert_eq!((chosen(7.0, 4.8), chosen(7.0, 5.0), chosen(-7.0, 5.0)), (7, 0, 0));
    }
}
