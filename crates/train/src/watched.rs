//! A game that a network plays to be seen, one move at a time, while it goes on learning.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use afterstate::eval::Evaluator;
use afterstate::rules::{Board, Direction, Rank};

use super::starts::spawn;

/// A greedy game from an empty board. It draws random numbers of its own, so nothing that is
/// learned depends on it.
pub struct WatchedGame {
    board: Board,
    score: u64,
    over: bool,
    random: Xoshiro256PlusPlus,
}

impl WatchedGame {
    /// The first game.
    pub fn new(seed: u64) -> Self {
        let random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = WatchedGame { board: Board::EMPTY, score: 0, over: false, random };
        game.restart();
        game
    }

    /// Begins the next game.
    pub fn restart(&mut self) {
        let one = spawn(Board::EMPTY, &mut self.random);
        self.board = spawn(one, &mut self.random);
        self.score = 0;
        self.over = false;
    }

    /// Makes the move with the most points now plus the highest value after it. As in training, a
    /// value counts as at least 0.
    pub fn play(&mut self, network: &impl Evaluator) {
        let sum = |direction| {
            let after = self.board.slide(direction)?;
            Some((after.reward as f32 + network.value(after.board).max(0.0), after))
        };
        let moves = Direction::ALL.into_iter().filter_map(sum);
        match moves.max_by(|one, other| one.0.total_cmp(&other.0)) {
            Some((_, after)) if !self.over => {
                self.score += after.reward;
                self.board = spawn(after.board, &mut self.random);
                // A board holds no larger tile.
                self.over = self.board.is_over() || self.board.max_rank() == Rank::MAX;
            }
            _ => self.over = true,
        }
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The points so far.
    pub fn score(&self) -> u64 {
        self.score
    }

    /// Whether no move is possible.
    pub fn is_over(&self) -> bool {
        self.over
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluator::Trained;
    use crate::learner::Learner;
    use afterstate::eval::ntuple::Stages;

    #[test]
    fn games_are_played_to_their_end_and_follow_each_other() {
        let learner = Learner::new("01 23".parse().unwrap(), Stages::single());
        let network = Trained::new(&learner);
        let mut game = WatchedGame::new(1);
        for _ in 0..3 {
            assert!(!game.is_over() && game.score() == 0);
            assert_eq!(game.board().empty_count(), 14);
            let mut before = game.score();
            while !game.is_over() {
                game.play(&network);
                assert!(game.score() >= before);
                before = game.score();
            }
            let end = game.board();
            assert!(end.is_over() && game.score() > 100);
            game.play(&network);
            assert_eq!(game.board(), end, "nothing moves after the end");
            game.restart();
        }
    }
}
