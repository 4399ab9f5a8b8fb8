//! Cook's fail wrapper: which positions count as lost, and what they are worth.
//! Source: D. Cook, "Solving 2048 with Expectimax", 2023, 6.1.3 and C.5; docs/evidence/papers/cook.md.

use crate::common::position::Position;

/// 6.1.3: the fail wrapper, which changes the value of a lost position.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Fail {
    /// The value stays.
    #[default]
    Keep,
    /// "Fail ratio": the value is multiplied; 0.8 is best according to the text of Table 1.
    Ratio(f64),
    /// "Fail setter": the value is replaced; -1000 with the monotonic heuristic.
    Setter(f64),
}

impl Fail {
    /// The value of a lost position whose heuristic value is `value`.
    #[inline]
    pub fn of(self, value: f64) -> f64 {
        match self {
            Self::Keep => value,
            Self::Ratio(ratio) => value * ratio,
            Self::Setter(setter) => setter,
        }
    }
}

/// Which full boards the fail wrapper takes for lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LostTest {
    /// Those on which no move is possible.
    Rules,
    /// Those without two equal neighbors, except that the first pair of each line is overlooked:
    /// the loops of Cook's program begin at 1 and compare with the next cell. This gives all 13
    /// such nodes of C.5.
    Program,
}

impl LostTest {
    /// Whether a full board counts as lost.
    pub fn is_lost<P: Position>(self, position: &P) -> bool {
        let (rows, cols) = (position.rows(), position.cols());
        match self {
            Self::Rules => position.is_over(),
            Self::Program => (0..rows * cols).all(|cell| {
                let (row, col, rank) = (cell / cols, cell % cols, position.rank(cell));
                let below = row >= 1 && row + 1 < rows && position.rank(cell + cols) == rank;
                let beside = col >= 1 && col + 1 < cols && position.rank(cell + 1) == rank;
                !below && !beside
            }),
        }
    }
}

/// The fail wrapper of a player: which positions it takes for lost, and what they are worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wrapper {
    /// The value of a lost position.
    pub fail: Fail,
    /// Which full boards count as lost.
    pub lost: LostTest,
}
