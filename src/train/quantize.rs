//! From a trained network to 16-bit integers: which multiple of a step each weight is rounded to,
//! and which weights are dropped. See also `eval::ntuple::file`.
//!
//! A weight that training rarely used may be rounded coarsely, or dropped. What an entry's error
//! costs is taken to be its coherence sum A (the sizes of all errors it has seen, so about how
//! often it is read, times how uncertain the boards that read it are) times the square of the
//! rounding error; what an integer costs is its bits. Each weight gets the integer with the least
//! sum of the two, as video coders choose theirs (rate-distortion optimized quantization, Sullivan
//! and Wiegand 1998), and the bits follow from how often each integer was chosen the time before.

use std::fmt;

use crate::eval::ntuple::Model;
use crate::eval::ntuple::blocks::{BLOCK, Blocks, MAX_STORED};

use super::learner::Learner;

/// Times the choice is made: the shares of the integers hardly move after the third.
const PASSES: usize = 3;

/// Integers up to this size have bits of their own; larger ones share the rarest one's.
const COUNTED: i32 = 1024;

/// How finely to round.
#[derive(Clone, Copy, Debug)]
pub struct Fineness<'a> {
    /// Points between two integers.
    pub step: f32,
    /// The price of a bit in each stage, in points^3 (A times a squared error), at least one; the
    /// last is that of all further stages, too. Larger is smaller and coarser.
    pub prices: &'a [f64],
}

/// A network that keeps too many weights for a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// The blocks of sixteen neighboring weights that are not all 0.
    pub blocks: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "at this price the network keeps {} blocks of {BLOCK} weights, and a file holds at most {MAX_STORED}; \
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
/// [`TooLarge`] if a file cannot hold what is left.
pub fn quantize(
    learner: &Learner,
    fineness: Fineness,
    provenance: String,
) -> Result<Model, TooLarge> {
    let Fineness { step, prices } = fineness;
    let entries = learner.entries();
    let mut all = vec![0; entries * learner.stages.len()];
    for (stage, weights) in all.chunks_exact_mut(entries).enumerate() {
        let price = prices.get(stage).or(prices.last()).copied().unwrap_or(0.0);
        let mut bits = vec![8.0; 2 * COUNTED as usize + 1];
        bits[slot(0)] = 1.0;
        for _ in 0..PASSES {
            let mut counts = vec![1_u64; bits.len()];
            for ((index, tiles), chosen) in
                (stage * entries..).zip(patterns(learner)).zip(&mut *weights)
            {
                let cost = learner.coherence.get(2 * index + 1);
                if cost > 0.0 && learner.stages.of(tiles) <= stage {
                    let exact = learner.weights.get(index) / step;
                    let scale = f64::from(cost) * f64::from(step * step);
                    *chosen = choose(&bits, exact, scale, price);
                    counts[slot((*chosen).into())] += 1;
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
    let weights = Blocks::from_slice(&all);
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

/// The integer with the least cost among the nearest one, up to three closer to 0, and 0.
fn choose(bits: &[f64], exact: f32, scale: f64, price: f64) -> i16 {
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
