//! The four moves, in the one order used on both sides of the JavaScript border.

use std::fmt;

/// A move: the wall that the tiles slide to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    /// Towards row 0.
    Up = 0,
    /// Towards the last column.
    Right = 1,
    /// Towards the last row.
    Down = 2,
    /// Towards column 0.
    Left = 3,
}

impl Direction {
    /// All four, in order of their index.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// 0 for Up, 1 Right, 2 Down, 3 Left.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction of an index; `None` beyond 3.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 4 { Some(Self::ALL[index]) } else { None }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::Direction;

    #[test]
    fn indices_round_trip() {
        for d in Direction::ALL {
            assert_eq!(Direction::from_index(d.index()), Some(d));
        }
        assert_eq!(Direction::from_index(4), None);
    }
}
