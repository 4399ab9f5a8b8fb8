//! The four blind players, which move without looking at the board beyond which moves are possible.
//! Source: Kumar 2018, chapter 5.

use super::weights::{Weights, certain, forced, uniform};
use afterstate::rules::Direction;

/// 5.1.1 Random: the same weight for every possible move.
pub fn random(possible: [bool; 4]) -> Weights {
    uniform(possible)
}

/// 5.1.4 Always up: up, else left, else right; down only when nothing else is left.
pub fn always_up(possible: [bool; 4]) -> Option<Direction> {
    [Direction::Up, Direction::Left, Direction::Right, Direction::Down]
        .into_iter()
        .find(|direction| possible[direction.index()])
}

/// 5.1.2 Sequential: right, down, left, up, and again; impossible moves are skipped.
#[derive(Clone, Debug, Default)]
pub struct Sequential {
    next: usize,
}

impl Sequential {
    const ORDER: [Direction; 4] =
        [Direction::Right, Direction::Down, Direction::Left, Direction::Up];

    /// The next move of the sequence that is possible; `None` when no move is.
    pub fn choose(&mut self, possible: [bool; 4]) -> Option<Direction> {
        if let Some(only) = forced(possible) {
            return Some(only);
        }
        for _ in 0..4 {
            let direction = Self::ORDER[self.next];
            self.next = (self.next + 1) % 4;
            if possible[direction.index()] {
                return Some(direction);
            }
        }
        None
    }
}

/// 5.1.3 Randomly alternate: up or down on odd moves, left or right on even ones, with equal
/// probability; the opposite if the drawn move is impossible. The text does not say what happens
/// when neither is possible: here the other axis is played, and the alternation continues from
/// there.
#[derive(Clone, Debug, Default)]
pub struct RandomlyAlternate {
    horizontal: bool,
}

impl RandomlyAlternate {
    /// The weights of this turn; the alternation advances.
    pub fn weights(&mut self, possible: [bool; 4]) -> Weights {
        if let Some(only) = forced(possible) {
            return certain(only);
        }
        for _ in 0..2 {
            let axis = if self.horizontal {
                [Direction::Left, Direction::Right]
            } else {
                [Direction::Up, Direction::Down]
            };
            self.horizontal = !self.horizontal;
            let mut weights = [0.0; 4];
            for direction in axis {
                if possible[direction.index()] {
                    weights[direction.index()] = 1.0;
                }
            }
            if weights != [0.0; 4] {
                return weights;
            }
        }
        [0.0; 4]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kumar::weights::possible;
    use afterstate::rules::Grid;

    fn grid(text: &str) -> Grid {
        text.parse().unwrap()
    }

    #[test]
    fn sequential_repeats_and_skips_impossible_moves() {
        let mut player = Sequential::default();
        let open = possible(&grid(". . . . / . 2 . . / . . . . / . . . ."));
        let moves: Vec<_> = (0..5).map(|_| player.choose(open).unwrap()).collect();
        use Direction::{Down, Left, Right, Up};
        assert_eq!(moves, [Right, Down, Left, Up, Right]);
        // The 2 is at the bottom right: down and right are impossible, so left is next.
        let corner = possible(&grid(". . . . / . . . . / . . . . / . . . 2"));
        assert_eq!(player.choose(corner), Some(Left));
        assert_eq!(player.choose(corner), Some(Up));
        assert_eq!(player.choose(corner), Some(Left));
    }

    #[test]
    fn forced_moves_do_not_advance_the_sequence() {
        let mut player = Sequential::default();
        let only_up = [true, false, false, false];
        assert_eq!(player.choose(only_up), Some(Direction::Up));
        assert_eq!(player.choose([true; 4]), Some(Direction::Right));
        assert_eq!(player.choose([false; 4]), None);
    }

    #[test]
    fn alternates_axes() {
        let mut player = RandomlyAlternate::default();
        assert_eq!(player.weights([true; 4]), [1.0, 0.0, 1.0, 0.0]);
        assert_eq!(player.weights([true; 4]), [0.0, 1.0, 0.0, 1.0]);
        // Up is impossible, so down is certain.
        assert_eq!(player.weights([false, true, true, true]), [0.0, 0.0, 1.0, 0.0]);
        // Left and right are impossible, so the vertical axis is played.
        assert_eq!(player.weights([true, false, true, false]), [1.0, 0.0, 1.0, 0.0]);
        assert_eq!(player.weights([true; 4]), [0.0, 1.0, 0.0, 1.0]);
    }

    #[test]
    fn always_up_prefers_up_left_right_down() {
        assert_eq!(always_up([true; 4]), Some(Direction::Up));
        assert_eq!(always_up([false, true, true, true]), Some(Direction::Left));
        assert_eq!(always_up([false, true, true, false]), Some(Direction::Right));
        assert_eq!(always_up([false, false, true, false]), Some(Direction::Down));
        assert_eq!(always_up([false; 4]), None);
    }
}
