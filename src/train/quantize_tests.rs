//! Tests of packing: rounded weights, weights that are dropped, and training that continues from a
//! packed network.

use super::evaluator::Trained;
use super::learner::Learner;
use super::quantize::{QuantizeSettings, quantize};
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
        let model = quantize(
            &state.learner,
            QuantizeSettings { step: 2.0, prices: &[price] },
            String::new(),
        )
        .unwrap();
        let weights = model.weights();
        (0..weights.len()).filter(|&index| weights.get(index) != 0).count()
    };
    let (all, some, few) = (stored(0.0), stored(1e4), stored(1e6));
    assert!(all > some && some > few && few > 0, "{all} {some} {few}");
    let model =
        quantize(&state.learner, QuantizeSettings { step: 2.0, prices: &[0.0] }, String::new())
            .unwrap();
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
        quantize(&learner, QuantizeSettings { step: 1.0, prices }, String::new())
            .unwrap()
            .weights()
            .clone()
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

#[test]
fn run_continues_from_a_packed_network() {
    let mut before = state("0123 4567 0145", &[512], 11);
    train(&mut before, Round::steps(30_000));
    let model =
        quantize(&before.learner, QuantizeSettings { step: 1.0, prices: &[0.0] }, String::new())
            .unwrap();
    let mut after = state("0123 4567 0145", &[512], 12);
    after.learner = Learner::from_model(&model, false);
    for index in 0..model.weights().len() {
        let [sum, sizes] = [0, 1].map(|part| after.learner.coherence.get(2 * index + part));
        let known = model.weights().get(index) != 0;
        assert_eq!((sizes > 0.0).then(|| sum / sizes), known.then_some(0.2), "{index}");
    }
    let trained = Trained::new(&after.learner);
    for bits in [0x0012_0034_0045_0001, 0x1000_2100_3210_4321, 0x0001_0203_0000_1239] {
        let board = Board::from_bits(bits);
        let (one, other) = (trained.value(board), model.value(board));
        assert!((one - other).abs() <= 1e-3 * other.abs().max(1.0), "{one} {other}");
    }
    let tally = train(&mut after, Round::steps(1_000));
    assert!(tally.moves > 0);
}
