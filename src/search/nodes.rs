//! Chance nodes by their boards and depths, and the values of some.

use crate::rules::Board;
use std::cmp::Reverse;

/// A chance node: the plies below an afterstate, the deepest first, and the afterstate.
pub type Node = (Reverse<u8>, Board);

/// The values of some chance nodes, in order.
#[derive(Default)]
pub struct Values(Vec<(Node, f32)>);

impl Values {
    /// The values of these nodes, which are in ascending order.
    pub fn new(sorted: Vec<(Node, f32)>) -> Values {
        Values(sorted)
    }

    /// The value of a node, if it is one of them.
    pub fn get(&self, board: Board, depth: u8) -> Option<f32> {
        let found = self.0.binary_search_by_key(&(Reverse(depth), board), |&(node, _)| node);
        found.ok().map(|place| self.0[place].1)
    }
}
