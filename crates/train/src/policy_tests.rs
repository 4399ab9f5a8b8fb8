//! Tests of learning the value of a given policy, against values that are computed exactly.

use std::collections::HashMap;

use super::checkpoint::State;
use super::evaluator::Trained;
use super::learner::Learner;
use super::recipe::Recipe;
use super::round::Round;
use super::tests::train;
use afterstate::eval::Evaluator;
use afterstate::eval::ntuple::blocks::Blocks;
use afterstate::eval::ntuple::{Model, PackedNetwork, Stages, TuplePatterns};
use afterstate::rules::{Board, Cell, Direction, Grid, Rank};

/// A board on which hardly more than three cells still play: large, different tiles fill the others. Few boards follow, so that their values can be computed one by one.
const START: &str = "32 128 64 256 / 1024 16384 2048 512 / 8192 64 2 . / 4096 128 . 2";

/// A network that prefers moves for no reason.
fn arbitrary_policy() -> Model {
    let patterns: TuplePatterns = "9abe 56".parse().unwrap();
    let weight = |entry: usize| (entry.wrapping_mul(0x9E37_79B1) >> 7) as i16 % 50;
    let weights: Vec<i16> = (0..patterns.entries()).map(weight).collect();
    let weights = Blocks::from_slice(&weights).unwrap();
    let packed = PackedNetwork::new(patterns, Stages::single(), 1.0, weights, String::new());
    Model::new(packed.unwrap()).unwrap()
}

/// The expected points of a player who makes this policy's moves, except for a share of errors, by
/// adding up everything that can happen.
struct Exact<'a> {
    policy: &'a Model,
    errors: f64,
    known: HashMap<Board, f64>,
}

impl Exact<'_> {
    /// The value of an afterstate.
    fn value(&mut self, after: Board) -> f64 {
        if let Some(&value) = self.known.get(&after) {
            return value;
        }
        let cells: Vec<Cell> = after.empty_cells().collect();
        let mut sum = 0.0;
        for &cell in &cells {
            sum += 0.9 * self.value_to_move(after.with(cell, Rank::TWO))
                + 0.1 * self.value_to_move(after.with(cell, Rank::FOUR));
        }
        let value = sum / cells.len() as f64;
        self.known.insert(after, value);
        value
    }

    /// The value of a board before the move.
    fn value_to_move(&mut self, board: Board) -> f64 {
        let moves: Vec<_> = Direction::ALL.into_iter().filter_map(|d| board.slide(d)).collect();
        let sums = moves.iter().map(|m| m.reward as f32 + self.policy.value(m.board).max(0.0));
        let Some((best, _)) =
            sums.enumerate().reduce(|one, other| if other.1 > one.1 { other } else { one })
        else {
            return 0.0;
        };
        let values: Vec<f64> =
            moves.iter().map(|m| m.reward as f64 + self.value(m.board)).collect();
        let any = values.iter().sum::<f64>() / values.len() as f64;
        (1.0 - self.errors) * values[best] + self.errors * any
    }
}

#[test]
fn learned_values_of_a_policy_equal_the_exact_ones() {
    let board = Board::try_from(START.parse::<Grid>().unwrap()).unwrap();
    let policy = arbitrary_policy();
    let afters: Vec<_> = Direction::ALL.into_iter().filter_map(|d| board.slide(d)).collect();
    let mut by_errors = Vec::new();
    for errors in [0.1, 0.6] {
        let mut exact = Exact { policy: &policy, errors, known: HashMap::new() };
        let expected: Vec<f64> = afters.iter().map(|after| exact.value(after.board)).collect();
        assert!((1000..2000).contains(&exact.known.len()), "{} boards", exact.known.len());
        let recipe = Recipe { archived: 1.0, restart: 0, errors, ..Recipe::default() };
        let patterns = "9abef abdef 9adef 69abe 79abf".parse().unwrap();
        let mut state = State::new(Learner::new(patterns, Stages::single()), recipe, 5);
        state.archive = vec![board.bits()];
        state.policy = Some(policy.clone());
        train(&mut state, Round::moves(200_000));
        let learned = Trained::new(&state.learner);
        for (after, &expected) in afters.iter().zip(&expected) {
            let value = f64::from(learned.value(after.board));
            assert!((value - expected).abs() < 0.06 * expected, "{value} instead of {expected}");
        }
        by_errors.push(expected);
    }
    // More than the tolerance apart, so the share of errors matters.
    assert!(by_errors[1][1] > 1.5 * by_errors[0][1], "{by_errors:?}");
}

#[test]
fn exploring_teaches_boards_that_the_policy_never_leaves_at_its_own_value() {
    let board = Board::try_from(START.parse::<Grid>().unwrap()).unwrap();
    let policy = arbitrary_policy();
    let afters: Vec<_> = Direction::ALL.into_iter().filter_map(|d| board.slide(d)).collect();
    let mut exact = Exact { policy: &policy, errors: 0.0, known: HashMap::new() };
    let expected: Vec<f64> = afters.iter().map(|after| exact.value(after.board)).collect();
    let learned = |explore: f64| -> Vec<f64> {
        let recipe = Recipe { archived: 1.0, restart: 0, explore, ..Recipe::default() };
        let patterns = "9abef abdef 9adef 69abe 79abf".parse().unwrap();
        let mut state = State::new(Learner::new(patterns, Stages::single()), recipe, 5);
        state.archive = vec![board.bits()];
        state.policy = Some(policy.clone());
        train(&mut state, Round::moves(300_000));
        let trained = Trained::new(&state.learner);
        afters.iter().map(|after| f64::from(trained.value(after.board))).collect()
    };
    let known = |values: Vec<f64>| {
        let close = |(value, expected): (&f64, &f64)| (value - expected).abs() < 0.1 * expected;
        values.iter().zip(&expected).filter(|&pair| close(pair)).count()
    };
    assert_eq!(known(learned(0.0)), 1, "only the policy's own move is known");
    let values = learned(0.5);
    assert_eq!(known(values.clone()), afters.len(), "{values:?} instead of {expected:?}");
}
