//! A game that is solved in memory.

use super::store::{InMemory, decode, encode};
use super::tables::BoardTables;
use super::{Counts, ExactError, ExactSolver, Goal, Layer, Problem};
use crate::rules::Grid;

/// The share of the time that the forward pass takes.
const FORWARD_SHARE: f64 = 0.45;

/// The version of [`Solution::to_bytes`]. It changes with the form and with the values.
const VERSION: u8 = 1;

/// The number of positions of a game, if it is known; for the progress only.
fn positions_of(rows: usize, cols: usize) -> u64 {
    match (rows.min(cols), rows.max(cols)) {
        (2, 2) => 110,
        (2, 3) => 21_752,
        (2, 4) => 4_980_767,
        _ => 48_713_519,
    }
}

/// The first bytes of a solution: the form, its version and the problem.
fn header(problem: &Problem) -> Vec<u8> {
    let &Problem { rows, cols, goal, spawn4_probability } = problem;
    let goal = match goal {
        Goal::Score => 0,
        Goal::Tile(rank) => rank,
    };
    let mut bytes = b"afterstate exact".to_vec();
    bytes.extend([VERSION, rows as u8, cols as u8, goal]);
    bytes.extend(spawn4_probability.to_le_bytes());
    bytes
}

/// Takes the next eight bytes.
fn take(rest: &mut &[u8]) -> Option<[u8; 8]> {
    let (bytes, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(*bytes)
}

/// A solved game in memory: every position with its value.
///
/// ```
/// use afterstate::search::exact::{Goal, Problem, Solution};
///
/// let solution = Solution::of(Problem::new(2, 2, Goal::Score), None)?;
/// println!("{} positions, {:.3} points on average", solution.counts.positions, solution.value);
/// let moves = solution.move_values(&"2 2 / . 4".parse().expect("a board"));
/// assert!(moves.into_iter().flatten().all(|value| value > 0.0));
/// # Ok::<(), afterstate::search::exact::ExactError>(())
/// ```
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
        Self::with_progress(problem, from, &mut |_| ())
    }

    /// As [`Solution::of`], and calls `progress` with the share that is done after each layer.
    ///
    /// # Errors
    /// As [`Solution::of`].
    pub fn with_progress(
        problem: Problem,
        from: Option<&Grid>,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Self, ExactError> {
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
        let expected = positions_of(problem.rows, problem.cols);
        let mut share = |begin: f64, end: f64, positions: u64, of: u64| {
            progress(begin + (end - begin) * (positions as f64 / of.max(1) as f64).min(1.0));
        };
        let (count, counts) = solver.enumerate(&roots, &mut store, &mut |_, counts| {
            share(0.0, FORWARD_SHARE, counts.positions, expected);
        })?;
        let mut layers = vec![Layer::default(); count];
        let mut valued = 0;
        solver.value(count, &mut store, &mut |index, [layer, ..]| {
            valued += layer.positions.len() as u64;
            share(FORWARD_SHARE, 1.0, valued, counts.positions);
            layers[index] = layer.clone();
            Ok(())
        })?;
        let mut solution = Self { solver, layers, counts, value: 0.0 };
        let value =
            |&(word, chance): &(u64, f64)| chance * solution.position_value(word).unwrap_or(1.0);
        solution.value = starts.iter().map(value).sum();
        Ok(solution)
    }

    /// The solution as bytes that [`Solution::from_bytes`] reads: about ten a position.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = header(&self.solver.problem);
        let Counts { positions, labeled, afterstates, terminal, max_rank } = self.counts;
        for number in [positions, labeled, afterstates, terminal, u64::from(max_rank)] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.value.to_le_bytes());
        for layer in &self.layers {
            let mut positions = Vec::new();
            encode(&layer.positions, &mut positions);
            bytes.extend((positions.len() as u64).to_le_bytes());
            bytes.append(&mut positions);
            bytes.extend(layer.values.iter().flat_map(|value| value.to_le_bytes()));
        }
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads the solution of a problem; `None` if the bytes are damaged, or of another problem or
    /// version.
    #[must_use]
    pub fn from_bytes(problem: Problem, bytes: &[u8]) -> Option<Self> {
        let (content, sum) = bytes.split_last_chunk()?;
        if crc32fast::hash(content) != u32::from_le_bytes(*sum) {
            return None;
        }
        let mut rest = content.strip_prefix(header(&problem).as_slice())?;
        let [positions, labeled, afterstates, terminal, max_rank] = {
            let mut numbers = [0; 5];
            for number in &mut numbers {
                *number = u64::from_le_bytes(take(&mut rest)?);
            }
            numbers
        };
        let max_rank = u8::try_from(max_rank).ok()?;
        let counts = Counts { positions, labeled, afterstates, terminal, max_rank };
        let value = f64::from_le_bytes(take(&mut rest)?);
        let mut layers = Vec::new();
        while !rest.is_empty() {
            let length = usize::try_from(u64::from_le_bytes(take(&mut rest)?)).ok()?;
            let (encoded, after) = rest.split_at_checked(length)?;
            let positions = decode(encoded)?;
            let (values, after) = after.split_at_checked(8 * positions.len())?;
            let (values, _) = values.as_chunks();
            let values = values.iter().map(|value| f64::from_le_bytes(*value)).collect();
            layers.push(Layer { positions, values });
            rest = after;
        }
        Some(Self { solver: ExactSolver::new(problem).ok()?, layers, counts, value })
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
