//! Evaluators, which estimate the value of an afterstate: the built-in heuristic and n-tuple
//! networks. Also what a network's value means: the outlook of the AI's games, and the forecast of
//! people's.

pub mod cache;
pub mod ntuple;
pub mod outlook;
pub mod people;
pub mod rows;

use crate::rules::Board;

/// Estimates the value of afterstates, in a unit of its own.
///
/// ```
/// use afterstate::eval::Evaluator;
/// use afterstate::rules::{Board, Direction};
/// use afterstate::search::{Limits, Searcher};
///
/// /// Prefers boards with many empty cells.
/// struct EmptyCells;
///
/// impl Evaluator for EmptyCells {
///     const REWARD_WEIGHT: f32 = 0.0;
///
///     fn value(&self, afterstate: Board) -> f32 {
///         afterstate.empty_count() as f32
///     }
///
///     fn terminal_value(&self) -> f32 {
///         -10.0
///     }
/// }
///
/// let grid = "2 2 4 4 / 8 16 8 16 / . . . . / . . . .".parse()?;
/// let report = Searcher::new(EmptyCells, 0).search(&grid, &Limits::ply(1))?;
/// assert_eq!(report.values[Direction::Left.index()], Some(10.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Evaluator: Sync {
    /// The value of one point of reward in this evaluator's unit: 1 if values are expected future
    /// points, 0 if values rate the whole position.
    const REWARD_WEIGHT: f32;

    /// The value of a board after the slide and before the spawn; larger is better.
    fn value(&self, afterstate: Board) -> f32;

    /// The value of a board on which no move is possible.
    fn terminal_value(&self) -> f32;

    /// A search reduces the depth of a move whose value is below that of the board's best move by
    /// more than this, in this evaluator's unit. By default it reduces no move.
    fn pruning_margin(&self) -> f32 {
        f32::INFINITY
    }

    /// The smallest rank that the evaluator cannot handle, at least 2. A search downgrades boards
    /// with such tiles if it can. By default this is the first rank that does not fit a nibble.
    fn downgrade_from(&self) -> u8 {
        16
    }

    /// [`Self::value`] of many boards at once, with bit-identical results.
    fn values(&self, afterstates: &[Board], values: &mut [f32]) {
        for (&afterstate, value) in afterstates.iter().zip(values) {
            *value = self.value(afterstate);
        }
    }
}

/// Several searches can share the tables of a borrowed evaluator.
impl<E: Evaluator> Evaluator for &E {
    const REWARD_WEIGHT: f32 = E::REWARD_WEIGHT;

    #[inline]
    fn value(&self, afterstate: Board) -> f32 {
        E::value(self, afterstate)
    }

    fn terminal_value(&self) -> f32 {
        E::terminal_value(self)
    }

    fn pruning_margin(&self) -> f32 {
        E::pruning_margin(self)
    }

    fn downgrade_from(&self) -> u8 {
        E::downgrade_from(self)
    }

    fn values(&self, afterstates: &[Board], values: &mut [f32]) {
        E::values(self, afterstates, values);
    }
}
