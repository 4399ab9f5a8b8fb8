//! A game that is solved in memory.

use super::store::InMemory;
use super::tables::BoardTables;
use super::{Counts, ExactError, ExactSolver, Layer, Problem};
use crate::rules::Grid;

/// A solved game in memory: every position with its value.
pub struct Solution {
    solver: ExactSolver,
    layers: Vec<Layer>,
    /// The number of positions.
    pub counts: Counts,
    /// The value before the first two spawns, or the value of the root for a game solved from one
    /// position.
    pub value: f64,
}

impl Solution {
    /// Solves a game from its start or from one position.
    ///
    /// # Errors
    /// [`ExactError::Board`] if the board is too large, [`ExactError::Position`] if the position
    /// has another size than the problem or its tiles add up to 65536 or more.
    pub fn of(problem: Problem, from: Option<&Grid>) -> Result<Self, ExactError> {
        let solver = ExactSolver::new(problem)?;
        let starts = match from {
            Some(grid) => {
                let board = (problem.rows, problem.cols);
                let word = solver
                    .tables
                    .pack(grid)
                    .ok_or_else(|| ExactError::Position { board, position: Box::new(*grid) })?;
                vec![(solver.tables.canonical(word), 1.0)]
            }
            None => solver.starts(),
        };
        let roots: Vec<u64> = starts.iter().map(|&(word, _)| word).collect();
        let mut store = InMemory::default();
        let (count, counts) = solver.enumerate(&roots, &mut store, &mut |_, _| ())?;
        let mut layers = vec![Layer::default(); count];
        solver.value(count, &mut store, &mut |index, [layer, ..]| {
            layers[index] = layer.clone();
            Ok(())
        })?;
        let mut solution = Self { solver, layers, counts, value: 0.0 };
        let value =
            |&(word, chance): &(u64, f64)| chance * solution.position_value(word).unwrap_or(1.0);
        solution.value = starts.iter().map(value).sum();
        Ok(solution)
    }

    fn position_value(&self, canonical: u64) -> Option<f64> {
        self.layers.get(BoardTables::layer(canonical))?.value(canonical)
    }

    /// Whether a position is reachable from the start or the root, so that it has a value.
    pub fn contains(&self, grid: &Grid) -> bool {
        let word = self.solver.tables.pack(grid).map(|word| self.solver.tables.canonical(word));
        word.is_some_and(|word| self.solver.reached(word) || self.position_value(word).is_some())
    }

    /// The value of each move of a known position, by direction: the expected score including the
    /// reward, or the probability of the tile.
    pub fn move_values(&self, grid: &Grid) -> [Option<f64>; 4] {
        let none = Layer::default();
        let index = self.solver.tables.pack(grid).map_or(0, BoardTables::layer);
        let layer = |index: usize| self.layers.get(index).unwrap_or(&none);
        self.solver.move_values(grid, layer(index + 1), layer(index + 2))
    }
}
