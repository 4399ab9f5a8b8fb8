//! A heuristic with its fail wrapper, on grids and on packed boards.

use super::expectimax::Leaf;
use super::heuristic::{Formula, Heuristic};
use super::scorer::{Scored, Scorers};
use super::wrapper::{Fail, Wrapper};

/// A heuristic with its fail wrapper, for grids and packed boards.
pub struct CookLeaf {
    scorers: Scorers,
    wrapper: Wrapper,
}

impl CookLeaf {
    /// For boards of `rows` by `cols`.
    pub fn new(heuristic: Heuristic, wrapper: Wrapper, (rows, cols): (usize, usize)) -> Self {
        Self { scorers: Scorers::new(Formula::new(heuristic, rows, cols)), wrapper }
    }
}

impl<P: Scored> Leaf<P> for CookLeaf {
    #[inline]
    fn value(&self, position: &P) -> f64 {
        P::scorer(&self.scorers).value(position)
    }

    #[inline]
    fn after_spawns(&self, after: &P) -> impl Fn(usize, u8) -> f64 {
        P::scorer(&self.scorers).after_spawns(after)
    }

    fn terminal_value(&self, value: f64) -> f64 {
        self.wrapper.fail.of(value)
    }

    fn is_lost(&self, position: &P) -> bool {
        self.wrapper.lost.is_lost(position)
    }

    fn has_terminal_value(&self) -> bool {
        self.wrapper.fail != Fail::Keep
    }
}
