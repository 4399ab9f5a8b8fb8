//! Tests of single steps of training, with values computed by hand.

use super::*;
use crate::learner::Learner;
use afterstate::eval::ntuple::{Indexer, Stages, TuplePatterns};

#[test]
fn game_with_a_32768_continues_downgraded_and_counts_with_its_true_rank() {
    let patterns: TuplePatterns = "5x4".parse().expect("a preset");
    let indexer = Indexer::<3>::new(&patterns).expect("three runs are enough");
    let learner = Learner::new(patterns, Stages::single());
    let (reader, recipe) = (Reader { learner: &learner, indexer: &indexer }, Recipe::default());
    let mut actor = Actor::new(1, 0);
    // Two 16384s and a 2048: the largest reward is their merge, and 16384 is then missing.
    actor.episodes = vec![Episode::begin(Board::from_bits(0xEEB0), true)];
    actor.prepare(&reader, &recipe);
    let settings = RoundSettings { recipe: &recipe, archive: &[], policy: None };
    actor.step(&reader, settings, &mut Tally::default());
    let episode = &actor.episodes[0];
    let ranks = Board::from_bits(episode.board).rank_set();
    assert_eq!(episode.score, 32768.0);
    assert_eq!(episode.top, 15);
    assert!(ranks >> 14 == 1 && ranks >> 11 & 1 == 1, "{ranks:b}");
    assert_eq!(Board::from_bits(episode.moves[0].0).rank_set() & !0b111, ranks & !0b111);
}

/// An afterstate with these tiles beside its corners, in the rows and in the columns, so that the
/// tuple `01` reads eight different entries, and no other board here reads one of them.
fn ring(in_rows: u64, in_columns: u64) -> u64 {
    let corners = [(0, 7), (3, 8), (12, 9), (15, 10)];
    let rows = [1, 2, 13, 14].map(|cell| (cell, in_rows));
    let columns = [4, 7, 8, 11].map(|cell| (cell, in_columns));
    corners.into_iter().chain(rows).chain(columns).map(|(cell, rank)| rank << (4 * cell)).sum()
}

const RINGS: [(u64, u64); 3] = [(1, 2), (3, 4), (5, 6)];

/// Learns from one game of three moves with these rewards, the last move first.
fn learn_game(learner: &Learner, recipe: &Recipe, rewards: [f32; 3]) -> [f32; 3] {
    let boards = RINGS.map(|(in_rows, in_columns)| ring(in_rows, in_columns));
    let indexer = Indexer::<3>::new(&learner.patterns).expect("one run");
    let reader = Reader { learner, indexer: &indexer };
    let mut actor = Actor::new(1, 0);
    let mut episode = Episode::begin(Board::from_bits(0), true);
    episode.moves = boards.into_iter().zip(rewards).collect();
    episode.unlearned = Some(3);
    actor.episodes = vec![episode];
    actor.prepare(&reader, recipe);
    let mut tally = Tally::default();
    for _ in 0..3 {
        actor.step(&reader, RoundSettings { recipe, archive: &[], policy: None }, &mut tally);
    }
    assert_eq!((tally.moves, actor.episodes[0].unlearned), (3, None));
    values(learner, boards)
}

fn values(learner: &Learner, boards: [u64; 3]) -> [f32; 3] {
    let indexer = Indexer::<3>::new(&learner.patterns).expect("one run");
    let mut values = [0.0; 3];
    Reader { learner, indexer: &indexer }.values(&boards.map(Board::from_bits), &mut values);
    values
}

/// A network of one tuple whose weights are all this number of points, so that every board has
/// eight times this value.
fn uniform(weight: f32) -> Learner {
    let learner = Learner::new("01".parse().expect("two cells"), Stages::single());
    (0..learner.weights.len()).for_each(|index| learner.weights.set(index, weight));
    learner
}

/// With V = 80 everywhere, alpha = 1/4 and the rewards r1 = 1000 (which no target contains), r2 =
/// 10 and r3 = 100: the last afterstate moves from 80 toward 0, to 60. The target of the one before
/// is r3 + lambda * 0 + (1 - lambda) * 60, and of the first r2 + lambda * (that target) + (1 -
/// lambda) * (its new value).
#[test]
fn td_lambda_moves_three_values_as_computed_by_hand() {
    for (lambda, expected) in [
        // Targets 160 and 10 + 100.
        (0.0, [87.5, 100.0, 60.0]),
        // Targets 130 and 10 + 65 + 46.25.
        (0.5, [90.3125, 92.5, 60.0]),
        // Targets 100 and 10 + 100.
        (1.0, [87.5, 85.0, 60.0]),
    ] {
        let learner = uniform(10.0);
        let recipe = Recipe { alpha: 0.25, coherent: false, lambda, ..Recipe::default() };
        assert_eq!(learn_game(&learner, &recipe, [1000.0, 10.0, 100.0]), expected, "{lambda}");
        let sums = learner.coherence.bits().iter();
        assert!(sums.map(|bits| bits.load(std::sync::atomic::Ordering::Relaxed)).all(|b| b == 0));
    }
}

/// As above with V = -80: the target of the second is 100 + 0, not 100 - 60, and of the first 10 + 0,
/// not 10 - 35.
#[test]
fn later_values_below_zero_count_as_zero_in_targets() {
    let recipe = Recipe { alpha: 0.25, coherent: false, lambda: 0.0, ..Recipe::default() };
    assert_eq!(learn_game(&uniform(-10.0), &recipe, [0.0, 10.0, 100.0]), [-57.5, -35.0, -60.0]);
}

/// Left and right earn 4 points, down none. Down has the best value, but below 0.
#[test]
fn values_below_zero_count_as_zero_in_the_choice_of_a_move() {
    let learner = uniform(-10.0);
    let indexer = Indexer::<3>::new(&learner.patterns).expect("one run");
    let board = Board::from_bits(0x1100);
    let after = |direction| board.slide(direction).expect("a possible move").board.bits();
    let afterstates = [Direction::Down, Direction::Left, Direction::Right].map(after);
    // The entries that only the afterstate of down reads: a corner with two 2s, and one with a 2.
    let read = afterstates.map(|bits| {
        let mut indices = [0; 8];
        indexer.fill(Board::from_bits(bits), 0, &mut indices);
        indices
    });
    for index in read[0].iter().filter(|index| !read[1..].concat().contains(index)) {
        learner.weights.set(*index as usize, -1.0);
    }
    let [down, left, right] = values(&learner, afterstates);
    assert!(down < 0.0 && down > left.max(right) + 4.0, "{down} {left} {right}");
    let (reader, recipe) = (Reader { learner: &learner, indexer: &indexer }, Recipe::default());
    let mut actor = Actor::new(1, 0);
    actor.episodes = vec![Episode::begin(board, true)];
    actor.prepare(&reader, &recipe);
    actor.step(
        &reader,
        RoundSettings { recipe: &recipe, archive: &[], policy: None },
        &mut Tally::default(),
    );
    assert_eq!(actor.episodes[0].moves[0].1, 4.0);
}

/// TC(0) at alpha = 1 takes each new error whole; errors of both signs then lower the rate |E| / A.
#[test]
fn tc_lowers_the_rate_of_weights_whose_errors_disagree() {
    let learner = uniform(10.0);
    let recipe = Recipe { alpha: 1.0, coherent: true, lambda: 0.0, ..Recipe::default() };
    // Errors 110 - 80, 100 - 80 and 0 - 80, all at the rate 1.
    assert_eq!(learn_game(&learner, &recipe, [0.0, 10.0, 100.0]), [110.0, 100.0, 0.0]);
    // Errors 65 - 110 and 60 - 100, still at the rate 1: the sums so far have one sign.
    assert_eq!(learn_game(&learner, &recipe, [0.0, 5.0, 60.0]), [65.0, 60.0, 0.0]);
    // Now E = 30 - 45 and A = 30 + 45 for the first, 20 - 40 and 20 + 40 for the second: rates 1/5
    // and 1/3.
    let [first, second, last] = learn_game(&learner, &recipe, [0.0, 10.0, 100.0]);
    let expected_second = 60.0 + 40.0 / 3.0;
    assert!((second - expected_second).abs() < 1e-4, "{second}");
    assert!((first - (65.0 + (10.0 + expected_second - 65.0) / 5.0)).abs() < 1e-4, "{first}");
    assert_eq!(last, 0.0);
}

#[test]
fn tc_halves_sums_that_pass_the_limit() {
    let learner = uniform(10.0);
    for index in 0..learner.weights.len() {
        learner.coherence.set(2 * index, 0.75e9);
        learner.coherence.set(2 * index + 1, 1.5e9);
    }
    let indexer = Indexer::<3>::new(&learner.patterns).expect("one run");
    let mut indices = [0; 8];
    indexer.fill(Board::from_bits(ring(1, 2)), 0, &mut indices);
    // An error of 8 at the rate 1/2.
    assert_eq!(learner.learn(&indices, 88.0, 1.0, true), 84.0);
    for index in indices.map(|index| 2 * index as usize) {
        assert_eq!(learner.coherence.get(index), (0.75e9 + 8.0) / 2.0);
        assert_eq!(learner.coherence.get(index + 1), (1.5e9 + 8.0) / 2.0);
    }
}

#[test]
fn weight_is_promoted_when_its_stage_first_uses_it() {
    // Sums of tiles from 256 (rank 8) on: all three rings have a 256, a 512 and a 1024, and belong
    // to the last stage.
    let stages = Stages::new(&[256, 512]).expect("rising");
    let learner = Learner::new("01".parse().expect("two cells"), stages);
    let [first, second, third] = RINGS.map(|(x, y)| ring(x, y));
    assert_eq!(learner.base(Board::from_bits(first)), 2 * 256);
    for index in 0..256 {
        learner.weights.set(index, 2.0);
        learner.coherence.set(2 * index, 1.0e5);
        learner.coherence.set(2 * index + 1, 4.0e5);
    }
    // Through the middle stage, which has not used them either.
    assert_eq!(values(&learner, [first, first, first]), [16.0; 3]);
    (0..256).for_each(|index| learner.weights.set(index, 3.0));
    // What was promoted stays; the rest follows the stage before until it is used.
    assert_eq!(values(&learner, [first, second, first]), [16.0, 24.0, 16.0]);
    let indexer = Indexer::<3>::new(&learner.patterns).expect("one run");
    let mut indices = [0; 8];
    indexer.fill(Board::from_bits(first), 2 * 256, &mut indices);
    for index in indices.map(|index| 2 * index as usize) {
        // The rate of 1/4 came along, in sums that are small enough to change.
        assert_eq!([0, 1].map(|part| learner.coherence.get(index + part)), [2.5e4, 1.0e5]);
    }
    // A weight that is learned to be 0 is not an unused one.
    indexer.fill(Board::from_bits(third), 2 * 256, &mut indices);
    indices.iter().for_each(|&index| learner.weights.set(index as usize, -1.0));
    assert_eq!(learner.learn(&indices, 0.0, 1.0, false), 0.0);
    assert_eq!(values(&learner, [third; 3]), [0.0; 3]);
}

/// Plays one step of a game from this board with weights of 0.
fn step(episode: Episode, recipe: &Recipe) -> (Actor, Tally) {
    let learner = Learner::new("01".parse().expect("two cells"), Stages::single());
    let indexer = Indexer::<3>::new(&learner.patterns).expect("one run");
    let reader = Reader { learner: &learner, indexer: &indexer };
    let (mut actor, mut tally) = (Actor::new(1, 0), Tally::default());
    actor.episodes = vec![episode];
    actor.prepare(&reader, recipe);
    actor.step(&reader, RoundSettings { recipe, archive: &[], policy: None }, &mut tally);
    (actor, tally)
}

#[test]
fn move_counts_its_reward() {
    // Up merges 2s, Right and Left merge 32s.
    let board = Board::from_bits(0x0001_0551);
    let (actor, _) = step(Episode::begin(board, true), &Recipe::default());
    assert_eq!(actor.episodes[0].score, 64.0);
}

#[test]
fn board_is_pooled_when_it_passes_a_milestone() {
    let recipe = Recipe { milestones: Stages::new(&[64]).expect("one sum"), ..Recipe::default() };
    let pooled = |milestones| {
        let mut episode = Episode::begin(Board::from_bits(0x0055), true);
        episode.milestones = milestones;
        let (actor, _) = step(episode, &recipe);
        actor.starts.pools.iter().map(|pool| pool.len()).collect::<Vec<_>>()
    };
    assert_eq!(pooled(Some(0)), [1]);
    assert!(pooled(Some(1)).is_empty() && pooled(None).is_empty());
}

#[test]
fn only_games_from_an_empty_board_count_in_the_score() {
    let over = Board::from_bits(0x1212_2121_1212_2121);
    for from_empty in [true, false] {
        let (_, tally) = step(Episode::begin(over, from_empty), &Recipe::default());
        assert_eq!((tally.episodes, tally.games), (1, u64::from(from_empty)));
    }
}

#[test]
fn downgraded_game_is_counted_with_its_largest_rank() {
    let mut episode = Episode::begin(Board::from_bits(0x1212_2121_1212_2121), true);
    episode.top = 15;
    let (_, tally) = step(episode, &Recipe::default());
    assert_eq!((tally.ranks[15], tally.ranks[2]), (1, 0));
}

#[test]
fn learned_game_restarts_from_its_middle_with_target_0() {
    let boards = RINGS.map(|(in_rows, in_columns)| ring(in_rows, in_columns));
    let learner = uniform(10.0);
    let indexer = Indexer::<3>::new(&learner.patterns).expect("one run");
    let reader = Reader { learner: &learner, indexer: &indexer };
    for (restart, from_empty) in [(1, false), (2, true), (0, true)] {
        let recipe = Recipe { restart, ..Recipe::default() };
        let mut actor = Actor::new(1, 0);
        let mut episode = Episode::begin(Board::from_bits(0), true);
        episode.moves = boards.map(|board| (board, 100.0)).to_vec();
        episode.unlearned = Some(3);
        actor.episodes = vec![episode];
        actor.prepare(&reader, &recipe);
        for _ in 0..3 {
            let settings = RoundSettings { recipe: &recipe, archive: &[], policy: None };
            actor.step(&reader, settings, &mut Tally::default());
        }
        let episode = &actor.episodes[0];
        assert_eq!(
            (episode.from_empty, episode.target, episode.moves.len()),
            (from_empty, 0.0, 0),
            "{restart}"
        );
        if !from_empty {
            let new = episode.board ^ boards[1];
            assert!(
                episode.board & boards[1] == boards[1] && new.count_ones() == 1,
                "{:x}",
                episode.board
            );
        }
    }
}

#[test]
fn boards_are_evaluated_one_rank_lower_after_a_32768() {
    let learner = Learner::new("01".parse().expect("two cells"), Stages::single());
    let indexer = Indexer::<3>::new(&learner.patterns).expect("one run");
    let reader = Reader { learner: &learner, indexer: &indexer };
    let mut episode = Episode::begin(Board::from_bits(0x00EE), true);
    episode.prepare(&reader, true);
    let mut expected = [0; 8];
    // Right, by its index.
    reader.fill(Board::from_bits(0xE000), &mut expected);
    assert_eq!(episode.prepared.indices[8..16], expected);
}
