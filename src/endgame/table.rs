//! The probabilities of a formation in memory, for a program that asks about many positions.

use super::formation::Formation;
use super::solve::{Index, each_layer};
use crate::rules::Board;

/// The largest value of a stored probability, which is 1.
const ONE: f32 = u16::MAX as f32;

/// The probability of the target after every move of a formation, in two bytes each: 6.8 GB for
/// ten free cells and the target 512.
pub struct Table {
    index: Index,
    /// By half the sum of the free tiles.
    layers: Vec<StoredLayer>,
}

/// The values of one sum, in the order of a layer.
#[derive(Default)]
struct StoredLayer {
    /// The first place of each sum of the upper half.
    starts: Vec<usize>,
    values: Vec<u16>,
}

impl Table {
    /// Solves a formation.
    #[must_use]
    pub fn new(formation: &Formation) -> Self {
        let index = Index::new(formation);
        let mut layers = Vec::new();
        layers.resize_with(index.largest_sum() as usize + 1, StoredLayer::default);
        each_layer(formation, 0, |solved| {
            layers[solved.half_sum() as usize].values =
                solved.afterstates().iter().map(|value| (value * ONE).round() as u16).collect();
        });
        for (sum, layer) in (0..).zip(&mut layers) {
            layer.starts = index.starts(sum);
        }
        Self { index, layers }
    }

    /// The probability of the target after a move to this afterstate, exact to 1/131,070. The free
    /// tiles must be below the target. The tiles in the fixed cells are not read.
    #[must_use]
    #[inline]
    pub fn probability(&self, after: Board) -> f32 {
        let (sum, upper_sum, place) = self.index.place_in_sum(after);
        let layer = &self.layers[sum];
        f32::from(layer.values[layer.starts[upper_sum] + place]) / ONE
    }
}
