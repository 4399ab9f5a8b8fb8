//! Grades: words for the losses of moves. They are the page's and not the engine's, so only the binding has
//! them; the laboratory, which measures what they mean, includes this file.

/// How good a move is, by its loss: the share of the best move's value that it gives away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// The best move, or as good.
    Best,
    /// Gives away little.
    Good,
    /// Gives away a little more by the network's estimate; games played on show no loss.
    Inaccuracy,
    /// Gives away enough for games played on to show it on some boards.
    Mistake,
    /// Gives away a quarter of the game or more, and games played on show it on nearly all boards.
    Blunder,
}

impl Grade {
    /// The grades with the smallest loss of each, in percent. In games played on without search, the
    /// best move did better than 12 of 30 inaccuracies, 17 of 30 mistakes and 28 of 30 blunders
    /// (docs/evidence/calibration.md).
    pub const THRESHOLDS: [(Grade, f32); 5] = [
        (Grade::Best, 0.0),
        (Grade::Good, 0.1),
        (Grade::Inaccuracy, 4.0),
        (Grade::Mistake, 12.0),
        (Grade::Blunder, 25.0),
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Best => "best",
            Grade::Good => "good",
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }

    /// The grade of a loss in percent.
    #[must_use]
    pub fn of_loss(loss: f32) -> Self {
        let reached = |&&(_, from): &&(Grade, f32)| loss >= from;
        Self::THRESHOLDS.iter().rev().find(reached).map_or(Grade::Best, |&(grade, _)| grade)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_begin_at_their_thresholds() {
        for (grade, from) in Grade::THRESHOLDS {
            assert_eq!(Grade::of_loss(from), grade);
        }
        assert!(Grade::THRESHOLDS.is_sorted_by(|one, next| one.1 < next.1 && one.0 < next.0));
        assert_eq!(Grade::of_loss(100.0), Grade::Blunder);
    }
}
