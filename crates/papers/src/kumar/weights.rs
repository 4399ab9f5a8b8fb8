//! Weights of moves, and the draw by weight. Source: Kumar 2018, chapters 5 and 6.

use afterstate::rules::{Direction, Grid};

/// A weight for each direction, by [`Direction::index`]; a direction of weight 0 is never chosen.
pub type Weights = [f64; 4];

/// Which directions change the board.
pub fn possible(grid: &Grid) -> [bool; 4] {
    Direction::ALL.map(|direction| grid.possible(direction))
}

/// The only possible move, if there is exactly one (chapter 5: "we must make that move"). It does
/// not advance the state of a blind player.
pub fn forced(possible: [bool; 4]) -> Option<Direction> {
    let mut moves = Direction::ALL.into_iter().filter(|direction| possible[direction.index()]);
    let only = moves.next()?;
    moves.next().is_none().then_some(only)
}

/// Weight 1 for every possible move.
pub fn uniform(possible: [bool; 4]) -> Weights {
    possible.map(|yes| f64::from(u8::from(yes)))
}

/// Weight 1 for one direction.
pub fn certain(direction: Direction) -> Weights {
    let mut weights = [0.0; 4];
    weights[direction.index()] = 1.0;
    weights
}

/// The weights of the possible moves; uniform if all of them are 0.
pub fn restricted(weights: Weights, possible: [bool; 4]) -> Weights {
    let mut kept = [0.0; 4];
    for (kept, (weight, yes)) in kept.iter_mut().zip(weights.into_iter().zip(possible)) {
        if yes {
            *kept = weight;
        }
    }
    if kept.iter().sum::<f64>() > 0.0 { kept } else { uniform(possible) }
}

/// The direction whose part of [0, 1) holds `unit`, where the weights divide the interval in the
/// order of [`Direction::ALL`]; `None` when every weight is 0.
pub fn draw(weights: Weights, unit: f64) -> Option<Direction> {
    let total: f64 = weights.iter().sum();
    let mut left = unit * total;
    let mut last = None;
    for direction in Direction::ALL {
        let weight = weights[direction.index()];
        if weight > 0.0 {
            last = Some(direction);
            if left < weight {
                return last;
            }
            left -= weight;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_by_weight() {
        let weights = [1.0, 0.0, 3.0, 0.0];
        assert_eq!(draw(weights, 0.0), Some(Direction::Up));
        assert_eq!(draw(weights, 0.24), Some(Direction::Up));
        assert_eq!(draw(weights, 0.25), Some(Direction::Down));
        assert_eq!(draw(weights, 0.26), Some(Direction::Down));
        assert_eq!(draw(weights, 0.999), Some(Direction::Down));
        assert_eq!(draw([0.0; 4], 0.5), None);
    }

    #[test]
    fn a_single_move_is_forced() {
        assert_eq!(forced([false, true, false, false]), Some(Direction::Right));
        assert_eq!(forced([true, true, false, false]), None);
        assert_eq!(forced([false; 4]), None);
    }

    #[test]
    fn impossible_moves_lose_their_weight() {
        let possible = [true, false, true, false];
        assert_eq!(restricted([0.0, 4.0, 1.0, 0.0], possible), [0.0, 0.0, 1.0, 0.0]);
        assert_eq!(restricted([0.0, 4.0, 0.0, 2.0], possible), [1.0, 0.0, 1.0, 0.0]);
    }
}
