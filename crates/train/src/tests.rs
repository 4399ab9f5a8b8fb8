//! Tests of training with networks that learn in seconds.

use std::sync::atomic::Ordering::Relaxed;

use super::checkpoint::{self, CheckpointError, RunProgress, State};
use super::episode::Actor;
use super::evaluator::Trained;
use super::learner::Learner;
use super::quantize::{QuantizeSettings, quantize};
use super::recipe::Recipe;
use super::round::{self, Round, in_turn, on_threads};
use super::tally::Tally;
use afterstate::eval::Evaluator;
use afterstate::eval::ntuple::{Model, Stages, TuplePatterns};
use afterstate::rules::{Board, Game};
use afterstate::search::{Limits, Searcher};

/// Trains on this thread.
pub(super) fn train(state: &mut State, round: Round) -> Tally {
    round::train(state, round, in_turn)
}

pub(super) fn state(network: &str, thresholds: &[u32], seed: u64) -> State {
    let patterns: TuplePatterns = network.parse().unwrap();
    let stages = Stages::new(thresholds).unwrap();
    State {
        actors: vec![Actor::new(seed, 0)],
        archive: Vec::new(),
        policy: None,
        learner: Learner::new(patterns, stages.clone()),
        recipe: Recipe { carousel: 0.3, milestones: stages, ..Recipe::default() },
        done: RunProgress::default(),
    }
}

/// The bytes of a checkpoint.
fn saved(state: &State) -> Vec<u8> {
    let mut bytes = Vec::new();
    checkpoint::write(state, &mut bytes).unwrap();
    bytes
}

fn loaded(bytes: &[u8]) -> Result<State, CheckpointError> {
    checkpoint::read(bytes, bytes.len() as u64)
}

fn bits(state: &State) -> Vec<u32> {
    let learner = &state.learner;
    [&learner.weights, &learner.coherence]
        .into_iter()
        .flat_map(|table| table.bits().iter().map(|number| number.load(Relaxed)))
        .collect()
}

#[test]
fn training_a_small_network_multiplies_the_score() {
    let mut state = state("5x4", &[], 1);
    let score = |state: &State| {
        let trained = Trained::new(&state.learner);
        let mut searcher = Searcher::new(&trained, 0);
        let score = |seed| {
            let mut game = Game::new(4, 4, seed).unwrap();
            while let Some(best) = searcher.search(game.grid(), &Limits::ply(1)).unwrap().best {
                game.keep_going();
                game.play(best).unwrap();
            }
            game.score()
        };
        (1..=50).map(score).sum::<u64>() / 50
    };
    let before = score(&state);
    let tally = train(&mut state, Round::steps(250_000));
    let after = score(&state);
    assert!(tally.moves > 100_000 && state.done.moves == tally.moves);
    assert!(before < 4_000 && after > 9_000, "{before} before, {after} after");
}

#[test]
fn resumed_run_equals_the_uninterrupted_run() {
    // A low threshold, so that stages, pools and the carousel take part.
    let mut whole = state("0123 4567", &[256], 7);
    train(&mut whole, Round::steps(60_000));

    let mut parts = state("0123 4567", &[256], 7);
    train(&mut parts, Round::steps(23_456));
    parts.archive = vec![0x1111, 0x2222];
    let mut parts = loaded(&saved(&parts)).unwrap();
    assert_eq!(parts.archive, [0x1111, 0x2222]);
    train(&mut parts, Round::steps(60_000 - 23_456));

    assert!(bits(&whole) == bits(&parts), "weights or coherence sums differ");
    assert_eq!(whole.done.games, parts.done.games);
    assert_eq!(whole.done.moves, parts.done.moves);
}

/// The CRC-32 of the weights and their sums.
fn checksum(state: &State) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    bits(state).iter().for_each(|number| sum.update(&number.to_le_bytes()));
    sum.finalize()
}

#[test]
fn seed_gives_the_same_network_however_the_steps_are_divided() {
    let new = || {
        let learner = Learner::new("5x4".parse().unwrap(), Stages::single());
        State::new(learner, Recipe::default(), 7)
    };
    let mut whole = new();
    train(&mut whole, Round::moves(100_000));
    let mut slices = new();
    while slices.done.moves < 99_000 {
        train(&mut slices, Round::steps(333));
    }
    while slices.done.moves < 100_000 {
        train(&mut slices, Round::steps(1));
    }
    assert_eq!(slices.done, whole.done);
    // The page learns the same: tests/browser/learn.test.js.
    assert_eq!([checksum(&slices), checksum(&whole)], [0x893e_7e83; 2]);
}

#[test]
fn errors_of_checkpoints_name_the_damage() {
    let good = saved(&state("01 23", &[], 1));
    let message = |bytes: &[u8]| match loaded(bytes) {
        Err(error @ CheckpointError::Bad(..)) => error.to_string(),
        Err(error) => panic!("{error}"),
        Ok(_) => "accepted".to_owned(),
    };
    assert_eq!(message(&good), "accepted");
    let altered = |place: usize| {
        let mut bytes = good.clone();
        bytes[place] ^= 1;
        bytes
    };
    assert!(message(&altered(0)).contains("some other kind of file"));
    assert!(message(&altered(8)).contains("format version 0"));
    assert!(message(&altered(good.len() / 2)).contains("checksum"));
    assert!(message(&altered(good.len() - 1)).contains("checksum"));
    assert!(message(&good[..5]).contains("ends too early"));
    assert!(message(&good[..good.len() - 1]).contains("bytes instead of"));
    assert!(message(&[good.clone(), vec![0]].concat()).contains("bytes instead of"));
    let mut long = good.clone();
    long[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(message(&long).contains("header is longer"));
    for forge in [
        |state: &mut State| state.actors.clear(),
        |state: &mut State| state.actors[0].forge_rank(200),
        |state: &mut State| state.actors[0].forge_move(Board::from_bits(0x1212_2121_1212_2121)),
    ] {
        let mut forged = state("01 23", &[], 1);
        forge(&mut forged);
        let error = loaded(&saved(&forged)).map(drop).unwrap_err().to_string();
        assert!(error.contains("are not possible"), "{error}");
    }
    let mut forged = state("01 23", &[], 1);
    forged.done.schedule_start = 1;
    assert!(message(&saved(&forged)).contains("schedule began after its last move"));
}

#[test]
fn values_do_not_change_under_symmetries() {
    let mut state = state("0145 012 569a", &[128], 3);
    train(&mut state, Round::steps(20_000));
    let model =
        quantize(&state.learner, QuantizeSettings { step: 1.0, prices: &[0.0] }, String::new())
            .unwrap();
    let (trained, model) = (Trained::new(&state.learner), Model::new(model).unwrap());
    for bits in [0x1234_0011_2233_4567, 0x0000_1020_0301_0000, 0x1111_2222_3333_4444] {
        let board = Board::from_bits(bits);
        for image in board.symmetries() {
            let (one, other) = (trained.value(board), trained.value(image));
            assert!((one - other).abs() <= 1e-3 * one.abs().max(1.0), "{one} {other}");
            assert_eq!(model.value(board), model.value(image));
        }
    }
}

#[test]
fn new_stage_starts_from_the_one_below() {
    let mut before = state("0123 4567 0145", &[], 5);
    train(&mut before, Round::steps(20_000));
    let low = Board::from_bits(0x0001_0203_0000_1230);
    let high = Board::from_bits(0x0001_0203_0000_1239);
    let values = |learner: &Learner| {
        let trained = Trained::new(learner);
        [trained.value(low), trained.value(high)]
    };
    let [low_before, high_before] = values(&before.learner);
    let learner = before.learner.with_stages(Stages::new(&[512]).unwrap());
    assert_eq!(values(&learner), [low_before, high_before]);
    // A stage that was there keeps its weights when another is added.
    before.learner = learner;
    train(&mut before, Round::steps(20_000));
    let trained = values(&before.learner);
    assert_ne!(trained, [low_before, high_before]);
    let learner = before.learner.with_stages(Stages::new(&[512, 1024]).unwrap());
    assert_eq!(values(&learner), trained);
}

#[test]
fn more_tuples_and_other_positions_change_no_value() {
    let mut state = state("0123 4567 0145", &[512], 16);
    train(&mut state, Round::steps(30_000));
    let boards = [0x0012_0034_0045_0001, 0x1000_2100_3210_4321, 0x0001_0203_0000_1239];
    let values = |learner: &Learner| {
        let trained = Trained::new(learner);
        boards.map(|bits| trained.value(Board::from_bits(bits)))
    };
    let before = values(&state.learner);
    // The third tuple as it was, the second turned, the first mirrored at the diagonal.
    state.learner = state.learner.with_tuples("0145 569 048c 89ab".parse().unwrap()).unwrap();
    for (before, after) in before.into_iter().zip(values(&state.learner)) {
        assert!((before - after).abs() <= 1e-3 * before.abs().max(1.0), "{before} {after}");
    }
    train(&mut state, Round::steps(30_000));
    assert_ne!(values(&state.learner), before, "nothing was learned");
}

#[test]
fn errors_of_with_tuples_name_the_tuples_or_the_ranks() {
    let error = |network: &str| {
        let learner = state("0123 4567", &[], 1).learner;
        learner.with_tuples(network.parse().unwrap()).err().unwrap()
    };
    assert_eq!(
        error("4567 89ab"),
        "the network must contain all tuples of `0123 4567`, got `4567 89ab`"
    );
    let ranks = error("0123 4567 89ab/12");
    assert!(ranks.starts_with("the network must distinguish 16 ranks"), "{ranks}");
}

#[test]
fn last_stage_of_another_network_replaces_only_the_last_stage() {
    let trained = |stages: &[u32], seed| {
        let mut state = state("0123 4567", stages, seed);
        train(&mut state, Round::steps(30_000));
        state.learner
    };
    // A 256 and a 512: stages 0 and 1 of the first network, 2 from a sum of 768 on.
    let [first, middle, last] =
        [0x0012_0034_0045_0001, 0x0012_8034_0045_0001, 0x0012_8934_0045_0001];
    let (early, late) = (trained(&[256, 768], 3), trained(&[512], 4));
    let value = |learner: &Learner, bits| Trained::new(learner).value(Board::from_bits(bits));
    let expected = [value(&early, first), value(&early, middle), value(&late, last)];
    assert_ne!(value(&early, last), expected[2]);
    let mixed = early.with_last_stage_of(&late).unwrap();
    assert_eq!([first, middle, last].map(|bits| value(&mixed, bits)), expected);

    let error = |early: &[u32], late: &[u32]| {
        let [early, late] = [early, late].map(|stages| state("0123 4567", stages, 1).learner);
        early.with_last_stage_of(&late).err().unwrap()
    };
    assert!(error(&[], &[]).ends_with("begin at `0` and `0`"));
    assert!(error(&[256], &[512]).ends_with("begin at `256` and `512`"));
    let other = state("0123 89ab", &[256], 1).learner;
    let wrong = state("0123 4567", &[256], 1).learner.with_last_stage_of(&other).err().unwrap();
    assert_eq!(wrong, "both networks must have the tuples `0123 4567`, got `0123 89ab`");
}

#[test]
fn dropped_weights_stay_zero_when_only_the_kept_ones_learn() {
    let mut state = state("0123 4567 0145", &[], 13);
    train(&mut state, Round::steps(30_000));
    let dropping = QuantizeSettings { step: 4.0, prices: &[1e7] };
    let packed = quantize(&state.learner, dropping, String::new()).unwrap();
    state.learner = Learner::from_kept_weights(&packed);
    train(&mut state, Round::steps(15_000));
    // A checkpoint keeps the mark.
    let mut state = loaded(&saved(&state)).unwrap();
    train(&mut state, Round::steps(15_000));
    let again =
        quantize(&state.learner, QuantizeSettings { step: 4.0, prices: &[0.0] }, String::new())
            .unwrap();
    let (before, after) = (packed.weights(), again.weights());
    let grown = (0..before.len()).filter(|&i| before.get(i) == 0 && after.get(i) != 0).count();
    let moved = (0..before.len()).filter(|&i| before.get(i) != after.get(i)).count();
    assert!(grown == 0 && moved > 100, "{grown} dropped weights are back, {moved} have learned");
    // Nor do they come back in a stage that is added.
    let dropped: Vec<usize> = (0..before.len()).filter(|&i| before.get(i) == 0).collect();
    state.learner = state.learner.with_stages(Stages::new(&[256]).unwrap());
    train(&mut state, Round::steps(30_000));
    let entries = state.learner.entries();
    assert!(dropped.iter().all(|&index| state.learner.weights.get(entries + index) == 0.0));
}

#[test]
fn frozen_stage_is_played_and_does_not_learn() {
    let mut state = state("4x5", &[128], 5);
    train(&mut state, Round::steps(20_000));
    let entries = state.learner.entries();
    let before = bits(&state);
    state.recipe.frozen = 1;
    train(&mut state, Round::steps(20_000));
    let after = bits(&state);
    let weights = before.len() / 3;
    assert_eq!(before[..entries], after[..entries], "the first stage has learned");
    // An unused weight also changes when it is promoted; its mark is negative zero.
    let used = |weight: &usize| before[*weight] != (-0.0_f32).to_bits();
    let learned = (entries..weights).filter(used).filter(|&weight| before[weight] != after[weight]);
    assert!(learned.count() > 100, "the second has not");
}

#[test]
fn new_stage_starts_with_warm_weights() {
    let mut before = state("0123 4567", &[], 14);
    train(&mut before, Round::steps(20_000));
    let entries = before.learner.entries();
    let learner = before.learner.with_stages(Stages::new(&[512]).unwrap());
    let rate = |index: usize| {
        let [sum, sizes] = [0, 1].map(|part| learner.coherence.get(2 * (entries + index) + part));
        (sizes > 0.0).then(|| sum / sizes)
    };
    let mut known = 0;
    for index in 0..entries {
        let weight = learner.weights.get(entries + index);
        assert_eq!(weight, learner.weights.get(index));
        assert_eq!(rate(index), (weight != 0.0).then_some(0.2));
        known += usize::from(weight != 0.0);
    }
    assert!(known > 100, "{known}");
}

#[test]
fn redundant_tuples_fold_into_the_larger_ones_without_changing_a_value() {
    // 45 lies within both larger ones after a turn, 012 and the mirrored 326 within the first only.
    let mut state = state("01245 0145 012 326 45 89ab", &[256], 21);
    train(&mut state, Round::steps(30_000));
    let boards: Vec<Board> = (0..200_u64)
        .map(|n| Board::from_bits(n.wrapping_mul(0x9E37_79B9_7F4A_7C15) & 0x7777_7770_7777_7777))
        .collect();
    let values = |learner: &Learner| -> Vec<f32> {
        let trained = Trained::new(learner);
        boards.iter().map(|&board| trained.value(board)).collect()
    };
    let before = values(&state.learner);
    let folded = state.learner.without_redundant_tuples();
    assert_eq!(folded.patterns.to_string(), "01245 89ab");
    for (before, after) in before.iter().zip(values(&folded)) {
        // The same sum in another order.
        assert!((before - after).abs() <= 1e-4 * before.abs().max(1.0), "{before} {after}");
    }
    assert!(before.iter().any(|value| value.abs() > 100.0), "nothing was learned");
}

#[test]
fn two_threads_learn_one_network() {
    let mut state = state("5x4", &[256], 4);
    state.actors.push(Actor::new(4, 1));
    let tally = round::train(&mut state, Round::steps(180_000), on_threads);
    let moves = tally.moves;
    assert!((300_000..420_000).contains(&moves), "{moves} of 4 games in 180,000 steps");
    assert!(bits(&state).into_iter().all(|bits| f32::from_bits(bits).is_finite()));
    let more = train(&mut state, Round::moves(50_000));
    assert!((50_000..50_004).contains(&more.moves), "{}", more.moves);
    // Threads race, so scores vary from run to run; a network of zeros stays below 4,000.
    assert!(more.mean() > 5000.0, "{}", more.mean());
}

#[test]
fn schedule_changes_the_method_on_time_even_after_a_restart() {
    let mut run = state("0123 4567", &[], 6);
    run.recipe.schedule = "td:0.1@5000,tc:1@5000".parse().unwrap();
    let learned = |state: &State| {
        let sums = state.learner.coherence.bits().iter();
        sums.filter(|number| number.load(Relaxed) != 0).count()
    };
    train(&mut run, Round::moves(3000));

    let mut run = loaded(&saved(&run)).unwrap();
    // The round ends with the phase, so plain TD has left no coherence sums.
    train(&mut run, Round::moves(u64::MAX));
    assert!((5000..5002).contains(&run.done.moves), "{}", run.done.moves);
    assert_eq!((run.recipe.alpha, run.recipe.coherent, learned(&run)), (0.1, false, 0));
    train(&mut run, Round::moves(u64::MAX));
    assert!((10_000..10_002).contains(&run.done.moves), "{}", run.done.moves);
    assert!(run.recipe.alpha == 1.0 && run.recipe.coherent && learned(&run) > 100);
    assert_eq!(run.recipe.schedule.at(run.done.moves), None);
    // Another schedule counts from its start.
    run.recipe.schedule = "td:0.2@1000".parse().unwrap();
    run.done.schedule_start = run.done.moves;
    train(&mut run, Round::moves(20_000));
    assert!((11_000..11_004).contains(&run.done.moves), "{}", run.done.moves);
    assert_eq!((run.recipe.alpha, run.recipe.coherent), (0.2, false));
}
