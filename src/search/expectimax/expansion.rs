//! The nodes above the tasks that threads share: what is below them, and their values from those of the tasks.

use super::{Move, MovesBySpawn, Walker};
use crate::eval::Evaluator;
use crate::rules::{Board, Rank};
use crate::search::nodes::{Node, Values};
use std::cmp::Reverse;

impl MovesBySpawn {
    /// The moves after all spawns.
    fn all(&self) -> impl Iterator<Item = &Move> {
        let moves = self.moves.iter().zip(self.counts);
        moves.flat_map(|(moves, count)| &moves[..usize::from(count)])
    }
}

/// What is known of a chance node whose value waits for those of the nodes below it.
pub enum Expansion {
    /// Its value, which the table had.
    Known(f32),
    /// The moves after a spawned 2 and after a spawned 4, if that is not treated as a 2.
    Moves(Box<(MovesBySpawn, Option<MovesBySpawn>)>),
}

impl Expansion {
    /// The chance nodes below the node, some several times.
    pub fn nodes(&self) -> impl Iterator<Item = Node> {
        let moves = match self {
            Self::Known(_) => None,
            Self::Moves(moves) => Some(std::iter::once(&moves.0).chain(&moves.1)),
        };
        let moves = moves.into_iter().flatten().flat_map(MovesBySpawn::all);
        moves.filter_map(|m| Some((Reverse(m.depth.filter(|&depth| depth > 0)?), m.after)))
    }
}

impl<E: Evaluator> Walker<'_, E> {
    /// The moves below a chance node with at least two plies to go, or its value if the table has it.
    pub fn expand(&mut self, board: Board, depth: u8) -> Expansion {
        self.nodes += 1;
        if let Some(value) = self.probe(board, depth) {
            return Expansion::Known(value);
        }
        let twos = self.moves_by_spawn(board, Rank::TWO, depth);
        let fours = self
            .depth_after_4(board, depth)
            .map(|depth| self.moves_by_spawn(board, Rank::FOUR, depth));
        Expansion::Moves(Box::new((twos, fours)))
    }

    /// The value of a chance node from its expansion and the values of the nodes below it; `None` if one
    /// of them is missing.
    pub fn value_of(
        &mut self,
        board: Board,
        depth: u8,
        expansion: &Expansion,
        known: &Values,
    ) -> Option<f32> {
        let (twos, fours) = match expansion {
            Expansion::Known(value) => return Some(*value),
            Expansion::Moves(moves) => &**moves,
        };
        let mut sum =
            |moves| self.sum_of_best(board, moves, |_, after, left| known.get(after, left));
        let twos = sum(twos)?;
        let fours = fours.as_ref().map_or(Some(twos), sum)?;
        Some(self.mean(board, depth, twos, fours))
    }
}
