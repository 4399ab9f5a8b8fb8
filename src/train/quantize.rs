//! Quantization: rounds the weights of a trained network to 16-bit multiples of a step, and drops
//! some. See also `eval::ntuple::file`.
//!
//! A weight that training rarely used may be rounded coarsely, or dropped. Each weight gets the
//! integer with the smallest total cost, as in video coders (rate-distortion optimized
//! quantization, Sullivan and Wiegand 1998). The cost of a rounding error is its square times the
//! weight's coherence sum A, the sum of the sizes of its errors: about how often the weight is
//! read, times how uncertain those boards are. The cost of an integer is its bits, times a price.
//! The bits follow from how often each integer was chosen in the previous pass.

use std::fmt;

use crate::eval::ntuple::Model;
use crate::eval::ntuple::blocks::{BLOCK, Blocks, MAX_STORED};

use super::learner::Learner;

/// The number of passes: the shares of the integers hardly change after the third.
const PASSES: usize = 3;

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

/// The error for a network with more weights than a file can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// The blocks of sixteen neighboring weights that are not all 0.
    pub blocks: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a file must have at most {MAX_STORED} blocks of {BLOCK} weights, got {} at this price; \
             a higher price drops more",
            self.blocks
        )
    }
}

impl std::error::Error for TooLarge {}

/// Rounds a network. Entries that training never touched become 0; so do those that no board of
/// their stage reads, because their tiles alone belong to a later one.
///
/// # Errors
/// [`TooLarge`] if too many weights are left for a file.
pub fn quantize(
    learner: &Learner,
    settings: QuantizeSettings,
    provenance: String,
) -> Result<Model, TooLarge> {
    let QuantizeSettings { step, prices } = settings;
    let entries = learner.entries();
    let mut all = vec![0; entries * learner.stages.len()];
    for (stage, weights) in all.chunks_exact_mut(entries).enumerate() {
        let price = prices.get(stage).or(prices.last()).copied().unwrap_or(0.0);
        let mut bits = vec![8.0; 2 * COUNTED as usize + 1];
        bits[slot(0)] = 1.0;
        for _ in 0..PASSES {
            let mut counts = vec![1_u64; bits.len()];
            for ((index, tiles), weight) in
                (stage * entries..).zip(patterns(learner)).zip(&mut *weights)
            {
                let cost = learner.coherence.get(2 * index + 1);
                if cost > 0.0 && learner.stages.of(tiles) <= stage {
                    let exact = learner.weights.get(index) / step;
                    let scale = f64::from(cost) * f64::from(step * step);
                    *weight = cheapest(&bits, exact, scale, price);
                    counts[slot((*weight).into())] += 1;
                }
            }
            let total: u64 = counts.iter().sum();
            for (bits, count) in bits.iter_mut().zip(counts) {
                *bits = (total as f64 / count as f64).log2();
            }
        }
    }
    let blocks = all.chunks(BLOCK).filter(|block| block.iter().any(|&weight| weight != 0)).count();
    if blocks > MAX_STORED {
        return Err(TooLarge { blocks });
    }
    let weights = Blocks::from_slice(&all).expect("memory for the weights");
    let (patterns, stages) = (learner.patterns.clone(), learner.stages.clone());
    Ok(Model::new(patterns, stages, step, weights, provenance)
        .expect("the sizes come from one network"))
}

/// The tiles of each entry of a stage, side by side as on a packed board.
fn patterns(learner: &Learner) -> impl Iterator<Item = u64> {
    learner.patterns.tuples().iter().flat_map(|cells| 0..1_u64 << (4 * cells.len()))
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
