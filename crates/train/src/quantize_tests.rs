//! Tests of packing: rounded weights, weights that are dropped, and training that continues from a
//! packed network.

use super::evaluator::Trained;
use super::learner::Learner;
use super::quantize::{QuantizeError, QuantizeSettings, Weight, quantize, robust_means};
use super::round::Round;
use super::tests::{state, train};
use afterstate::eval::Evaluator;
use afterstate::eval::ntuple::blocks::Blocks;
use afterstate::eval::ntuple::{Model, PackedNetwork, Stages};
use afterstate::rules::Board;

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
    let (trained, model) = (Trained::new(&state.learner), Model::new(model).unwrap());
    for bits in [0x0012_0034_0045_0001, 0x1000_2100_3210_4321] {
        let board = Board::from_bits(bits);
        // Forty lookups, each off by half a step at most.
        assert!((trained.value(board) - model.value(board)).abs() <= 40.0);
    }
}

#[test]
fn weight_too_large_for_a_step_is_refused_with_the_smallest_step() {
    for (tuples, step) in [("0145", 40_000.0 / 32767.0), ("014589", 40_000.0 / 16383.0)] {
        let learner = Learner::new(tuples.parse().unwrap(), Stages::single());
        learner.weights.set(17, -40_000.0);
        learner.coherence.set(2 * 17 + 1, 1.0e4);
        let packed =
            |step| quantize(&learner, QuantizeSettings { step, prices: &[0.0] }, String::new());
        assert_eq!(packed(1.0).err(), Some(QuantizeError::Step(step)));
        let read = Learner::from_packed(&packed(step).unwrap()).weights.get(17);
        assert!((read + 40_000.0).abs() <= step, "{read}");
    }
}

/// A network that learned only the weights of a file has its fallbacks as tuples.
#[test]
fn weights_and_fallbacks_that_add_up_to_more_than_16_bits_are_refused() {
    let learner = Learner::new("014589 4589".parse().unwrap(), Stages::single());
    for index in [17, (1 << 24)] {
        learner.weights.set(index, 30_000.0);
        learner.coherence.set(2 * index + 1, 1.0e4);
    }
    let packed =
        |step| quantize(&learner, QuantizeSettings { step, prices: &[0.0] }, String::new());
    let step = 30_000.0 / 16_383.0;
    assert_eq!(packed(1.0).err(), Some(QuantizeError::Step(step)));
    let packed = packed(step).unwrap();
    let mut sums: Vec<i16> =
        (0..packed.weights().len()).map(|at| packed.weights().get(at)).collect();
    assert_eq!((sums[17], sums[1 << 24]), (16_383, 16_383));
    assert_eq!(Learner::from_packed(&packed).weights.get(17), 2.0 * 16_383.0 * step);
    // Of such a file no evaluation is right.
    sums[17] = 16_385;
    let weights = Blocks::from_slice(&sums).unwrap();
    let (patterns, stages) = (packed.patterns().clone(), packed.stages().clone());
    let damaged = PackedNetwork::new(patterns, stages, step, weights, String::new()).unwrap();
    assert!(Model::new(damaged.clone()).unwrap_err().to_string().contains("16 bits"));
    assert_eq!(Learner::from_packed(&damaged).weights.get(17), 32_768.0 * step);
}

#[test]
fn quantize_drops_weights_that_only_later_stages_read_and_uses_each_stages_price() {
    let mut before = state("0123 4567", &[], 15);
    train(&mut before, Round::steps(50_000));
    let learner = before.learner.with_stages(Stages::new(&[256]).unwrap());
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
    after.learner = Learner::from_packed(&model);
    for index in 0..model.weights().len() {
        let [sum, sizes] = [0, 1].map(|part| after.learner.coherence.get(2 * index + part));
        let known = model.weights().get(index) != 0;
        assert_eq!((sizes > 0.0).then(|| sum / sizes), known.then_some(0.2), "{index}");
    }
    let (trained, model) = (Trained::new(&after.learner), Model::new(model).unwrap());
    for bits in [0x0012_0034_0045_0001, 0x1000_2100_3210_4321, 0x0001_0203_0000_1239] {
        let board = Board::from_bits(bits);
        let (one, other) = (trained.value(board), model.value(board));
        assert!((one - other).abs() <= 1e-3 * other.abs().max(1.0), "{one} {other}");
    }
    let tally = train(&mut after, Round::steps(1_000));
    assert!(tally.moves > 0);
}

#[test]
fn dropped_weights_of_six_cells_have_the_value_of_their_fallback() {
    let mut state = state("012456", &[256], 17);
    train(&mut state, Round::steps(100_000));
    let network = |price| {
        let settings = QuantizeSettings { step: 1.0, prices: &[price] };
        quantize(&state.learner, settings, String::new()).unwrap()
    };
    let nonzero = |network: &PackedNetwork| {
        let weights = network.weights();
        (0..weights.len()).filter(|&index| weights.get(index) != 0).count()
    };
    let (all, few) = (network(0.0), network(1e7));
    assert_eq!(all.patterns().to_string(), "012456 2456");
    assert!(nonzero(&few) * 10 < nonzero(&all), "{} of {}", nonzero(&few), nonzero(&all));

    // The squared error of all used weights, weighted by use, and without any weight at all.
    let learner = &state.learner;
    let used = |index: &usize| {
        let tiles = (index % learner.entries()) as u64 & 0xFF_FFFF;
        learner.coherence.get(2 * index + 1) > 0.0
            && learner.stages.of(tiles) <= index / learner.entries()
    };
    let used: Vec<usize> = (0..learner.weights.len()).filter(used).collect();
    let [all, few] = [all, few].map(|network| Learner::from_packed(&network));
    let error = |index: usize, packed: &Learner| {
        f64::from(packed.weights.get(index) - learner.weights.get(index))
    };
    assert!(used.iter().all(|&index| error(index, &all).abs() <= 0.5));
    let cost = |packed: &Learner| -> f64 {
        let sizes = |index: usize| f64::from(learner.coherence.get(2 * index + 1));
        used.iter().map(|&index| sizes(index) * error(index, packed).powi(2)).sum()
    };
    let nothing = Learner::zeroed(learner.patterns.clone(), learner.stages.clone());
    assert!(cost(&few) < 0.2 * cost(&nothing), "{} of {}", cost(&few), cost(&nothing));
}

#[test]
fn fallbacks_are_added_to_their_tuples_or_learn_as_tuples() {
    let mut before = state("012456 45689a", &[], 18);
    train(&mut before, Round::steps(30_000));
    let settings = QuantizeSettings { step: 1.0, prices: &[1e6] };
    let packed = quantize(&before.learner, settings, String::new()).unwrap();
    let model = Model::new(packed.clone()).unwrap();
    let mut after = state("012456", &[], 19);
    for (learner, tuples) in [
        (Learner::from_packed(&packed), "012456 45689a"),
        (Learner::from_kept_weights(&packed), "012456 45689a 2456 689a"),
    ] {
        assert_eq!(learner.patterns.to_string(), tuples);
        let trained = Trained::new(&learner);
        for bits in [0x0012_0034_0045_0001, 0x1000_2100_3210_4321, 0x0001_0203_0000_1239] {
            let board = Board::from_bits(bits);
            let (one, other) = (trained.value(board), model.value(board));
            assert!((one - other).abs() <= 1e-3 * other.abs().max(1.0), "{one} {other}");
        }
        after.learner = learner;
    }
    // Packed again, the network has no more weights than before.
    train(&mut after, Round::steps(10_000));
    let again = QuantizeSettings { step: 1.0, prices: &[0.0] };
    let again = quantize(&after.learner.without_redundant_tuples(), again, String::new()).unwrap();
    assert_eq!(again.patterns(), packed.patterns());
    let (before, after) = (packed.weights(), again.weights());
    assert!((0..before.len()).all(|index| before.get(index) != 0 || after.get(index) == 0));
    assert!((0..before.len()).any(|index| before.get(index) != after.get(index)));
}

#[test]
fn fallback_is_a_mean_in_which_distant_weights_count_little() {
    let weight = |entry, steps, cost| Weight { entry, steps, cost };
    let mean = |weights: &[Weight], price| {
        let means = robust_means(|| weights.iter().copied(), price, 2);
        assert_eq!(means.iter().map(|mean| mean.entry).collect::<Vec<_>>(), [1]);
        means[0].steps
    };
    let near = [weight(256, 10.0, 1.0), weight(300, 13.0, 2.0)];
    assert!((mean(&near, 1e9) - 12.0).abs() < 1e-3);
    // At a low price the third one is stored, so the fallback need not be near it.
    let distant = [near[0], near[1], weight(511, 1000.0, 3.0)];
    assert!((mean(&distant, 1e9) - 506.0).abs() < 1.0);
    assert!((mean(&distant, 100.0) - 12.0).abs() < 0.5, "{}", mean(&distant, 100.0));
}

#[test]
fn network_without_coherence_sums_keeps_its_weights() {
    let mut state = state("0123 4567", &[], 20);
    state.recipe.coherent = false;
    state.recipe.alpha = 0.1;
    train(&mut state, Round::steps(20_000));
    let settings = QuantizeSettings { step: 1.0, prices: &[] };
    let model = Model::new(quantize(&state.learner, settings, String::new()).unwrap()).unwrap();
    let trained = Trained::new(&state.learner);
    let board = Board::from_bits(0x0012_0034_0045_0001);
    assert!(trained.value(board) > 100.0);
    // 16 weights, each rounded by at most half a point.
    assert!((trained.value(board) - model.value(board)).abs() <= 8.0);
}
