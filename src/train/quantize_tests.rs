//! Tests of packing: rounded weights, and weights that are dropped.

use super::evaluator::Trained;
use super::quantize::{Fineness, quantize};
use super::round::{Round, train};
use super::tests::state;
use crate::eval::Evaluator;
use crate::eval::ntuple::Stages;
use crate::eval::ntuple::blocks::Blocks;
use crate::rules::Board;

#[test]
fn rounding_stays_near_and_prices_make_it_sparse() {
    let mut state = state("5x4", &[], 9);
    train(&mut state, Round::steps(50_000));
    let stored = |price| {
        let model =
            quantize(&state.learner, Fineness { step: 2.0, prices: &[price] }, String::new())
                .unwrap();
        let weights = model.weights();
        (0..weights.len()).filter(|&index| weights.get(index) != 0).count()
    };
    let (all, some, few) = (stored(0.0), stored(1e4), stored(1e6));
    assert!(all > some && some > few && few > 0, "{all} {some} {few}");
    let model =
        quantize(&state.learner, Fineness { step: 2.0, prices: &[0.0] }, String::new()).unwrap();
    let trained = Trained::new(&state.learner);
    for bits in [0x0012_0034_0045_0001, 0x1000_2100_3210_4321] {
        let board = Board::from_bits(bits);
        // Forty lookups, each off by half a step at most.
        assert!((trained.value(board) - model.value(board)).abs() <= 40.0);
    }
}

#[test]
fn quantize_drops_weights_that_only_later_stages_read_and_uses_each_stages_price() {
    let mut before = state("0123 4567", &[], 15);
    train(&mut before, Round::steps(50_000));
    let learner = before.learner.with_stages(Stages::new(&[256]).unwrap(), 0.0);
    let packed = |prices: &[f64]| {
        quantize(&learner, Fineness { step: 1.0, prices }, String::new()).unwrap().weights().clone()
    };
    let (same, dearer) = (packed(&[0.0]), packed(&[0.0, 1e9]));
    let stage = learner.entries();
    // The index of an entry of the first tuple is its four tiles.
    let has_256 = |index: &usize| (0..4).any(|cell| index >> (4 * cell) & 15 >= 8);
    let known = |index: &usize| learner.weights.get(*index).abs() >= 1.0;
    let low = (0..1 << 16).find(|index| known(index) && !has_256(index)).unwrap();
    let high = (0..1 << 16).find(|index| known(index) && has_256(index)).unwrap();
    assert!(same.get(low) != 0 && same.get(high) == 0 && same.get(stage + high) != 0);
    let filled = |weights: &Blocks, from: usize| {
        (from..from + stage).filter(|&index| weights.get(index) != 0).count()
    };
    assert_eq!(filled(&same, 0), filled(&dearer, 0));
    assert!(filled(&same, stage) > 2 * filled(&dearer, stage));
}
