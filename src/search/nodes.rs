//! Chance nodes by their boards and depths, and the values of some.

use crate::rules::Board;
use std::cmp::Reverse;

/// A chance node: the plies below an afterstate, the deepest first, and the afterstate.
pub type Node = (Reverse<u8>, Board);

/// The values of some chance nodes, the last node first.
#[derive(Default)]
pub struct Values(Vec<(Node, f32)>);

impl Values {
    /// Adds the value of a node that comes before all others.
    pub fn push(&mut self, node: Node, value: f32) {
        debug_assert!(self.0.last().is_none_or(|&(last, _)| node < last), "they are in order");
        self.0.push((node, value));
    }

    /// The value of a node, if it is one of them.
    pub fn get(&self, board: Board, depth: u8) -> Option<f32> {
        let node = (Reverse(depth), board);
        let found = self.0.binary_search_by(|(other, _)| node.cmp(other));
        found.ok().map(|place| self.0[place].1)
    }
}
