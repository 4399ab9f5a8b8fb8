//! The four moves, in the same order in Rust and JavaScript, and the choice of the best move.

use std::fmt;

/// A move, named after the wall that the tiles slide to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    /// Toward row 0.
    Up = 0,
    /// Toward the last column.
    Right = 1,
    /// Toward the last row.
    Down = 2,
    /// Toward column 0.
    Left = 3,
}

impl Direction {
    /// All four directions, by index.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// 0 for Up, 1 Right, 2 Down, 3 Left.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction with this index; `None` above 3.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 4 { Some(Self::ALL[index]) } else { None }
    }
}

/// The move with the largest value, where `values` is indexed by direction and holds `None` for a
/// move that is not possible. Ties go to the move that comes first in `order`.
///
/// ```
/// use afterstate::rules::{Direction, best_move};
///
/// let values = [Some(3.0), None, Some(3.0), Some(1.0)];
/// assert_eq!(best_move(&values, Direction::ALL), Some(Direction::Up));
/// ```
#[must_use]
pub fn best_move<T: PartialOrd + Copy>(
    values: &[Option<T>; 4],
    order: [Direction; 4],
) -> Option<Direction> {
    let mut best: Option<(Direction, T)> = None;
    for direction in order {
        if let Some(value) = values[direction.index()]
            && best.is_none_or(|(_, best)| value > best)
        {
            best = Some((direction, value));
        }
    }
    best.map(|(direction, _)| direction)
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::{Direction, best_move};

    #[test]
    fn indices_round_trip() {
        for d in Direction::ALL {
            assert_eq!(Direction::from_index(d.index()), Some(d));
        }
        assert_eq!(Direction::from_index(4), None);
    }

    #[test]
    fn best_move_takes_the_largest_value_and_breaks_ties_by_order() {
        use Direction::{Down, Left, Right, Up};
        let best = |values| best_move(&values, Direction::ALL);
        assert_eq!(best([Some(-3.0), None, Some(-1.0), Some(-2.0)]), Some(Down));
        assert_eq!(best([None, Some(1.0), Some(1.0), None]), Some(Right));
        assert_eq!(
            best_move(&[None, Some(1.0), None, Some(1.0)], [Up, Left, Down, Right]),
            Some(Left)
        );
        assert_eq!(best([None::<f64>; 4]), None);
    }
}
