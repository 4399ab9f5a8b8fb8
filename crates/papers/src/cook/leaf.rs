//! A heuristic with its fail wrapper, on grids and on packed boards.

use super::expectimax::Leaf;
use super::heuristic::{Heuristic, OnGrid};
use super::heuristic_packed::OnBoard;
use super::wrapper::{Fail, Wrapper};
use afterstate::rules::{Board, Cell, Grid, Rank};

/// A heuristic with its fail wrapper, for grids and packed boards.
pub struct CookLeaf {
    plain: OnGrid,
    packed: Option<OnBoard>,
    wrapper: Wrapper,
}

impl CookLeaf {
    /// For boards of `rows` by `cols`.
    pub fn new(heuristic: Heuristic, wrapper: Wrapper, (rows, cols): (usize, usize)) -> Self {
        let packed = ((rows, cols) == (4, 4)).then(|| OnBoard::new(heuristic));
        Self { plain: OnGrid::new(heuristic, rows, cols), packed, wrapper }
    }
}

impl Leaf<Grid> for CookLeaf {
    fn value(&self, position: &Grid) -> f64 {
        self.plain.value(position)
    }

    fn after_spawns(&self, after: &Grid) -> impl Fn(usize, u8) -> f64 {
        self.plain.after_spawns(after)
    }

    fn terminal_value(&self, value: f64) -> f64 {
        self.wrapper.fail.of(value)
    }

    fn is_lost(&self, position: &Grid) -> bool {
        self.wrapper.lost.is_lost(position)
    }

    fn has_terminal_value(&self) -> bool {
        self.wrapper.fail != Fail::Keep
    }
}

impl Leaf<Board> for CookLeaf {
    #[inline]
    fn value(&self, position: &Board) -> f64 {
        match &self.packed {
            Some(packed) => packed.value(*position),
            None => self.plain.value(&Grid::from(*position)),
        }
    }

    fn after_spawns(&self, after: &Board) -> impl Fn(usize, u8) -> f64 {
        let packed = self.packed.as_ref().map(|packed| packed.after_spawns(*after));
        move |cell, rank| match &packed {
            Some(value) => value(cell, rank),
            None => self.plain.value(&Grid::from(after.with(Cell::new(cell), Rank::new(rank)))),
        }
    }

    fn terminal_value(&self, value: f64) -> f64 {
        self.wrapper.fail.of(value)
    }

    fn is_lost(&self, position: &Board) -> bool {
        self.wrapper.lost.is_lost(position)
    }

    fn has_terminal_value(&self) -> bool {
        self.wrapper.fail != Fail::Keep
    }
}
