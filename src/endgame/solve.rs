//! Backward induction over the sum of the tiles: a move keeps it and a spawn adds 2 or 4, so the
//! values of the positions with one sum, a layer, follow from the next two layers. Only three
//! layers are in memory.
//!
//! The free cells are split into a lower and an upper half. The index of a position in its layer is
//! that of the first position with the same upper half, plus the ordinal of its lower half among all
//! lower halves with the same sum. So a layer has no gaps, and its positions are visited in the order
//! of their indices.
//!
//! Tiles are even, so the code counts with half sums; [`Layers::sum`] and [`each_layer`] have whole
//! ones.

use super::formation::{FIXED, Formation, FormationError, HALF, Moved};
use crate::rules::{Board, Direction, FOUR_PROBABILITY};

const FOUR: f32 = FOUR_PROBABILITY as f32;

/// The states of one half of the free cells.
struct Half {
    /// Runs of neighboring cells, as shift and mask: how a board's bits become a state's.
    runs: Vec<(u32, u64)>,
    /// The bits of a state: a nibble per cell.
    bits: u32,
    /// The states of each sum: the bits of the state, and the same cells as bits of a board.
    by_sum: Vec<Vec<(u32, u64)>>,
    /// The index of each state among those of its sum.
    ordinal: Vec<u32>,
    /// The sum of each state.
    sum: Vec<u32>,
}

impl Half {
    fn new(cells: &[usize], target: u8) -> Self {
        debug_assert!(cells.len() <= HALF);
        let mut runs: Vec<(u32, u64)> = Vec::new();
        for (index, &cell) in cells.iter().enumerate() {
            let (shift, mask) = (4 * (cell - index) as u32, 0xF << (4 * index));
            match runs.last_mut() {
                Some(run) if run.0 == shift => run.1 |= mask,
                _ => runs.push((shift, mask)),
            }
        }
        // The largest tile of a cell is half the target.
        let max_sum = (cells.len() as u32) << (target - 2);
        let mut half = Self {
            runs,
            bits: 4 * cells.len() as u32,
            by_sum: vec![Vec::new(); max_sum as usize + 1],
            ordinal: vec![0; 1 << (4 * cells.len())],
            sum: vec![0; 1 << (4 * cells.len())],
        };
        for state in 0..1u32 << (4 * cells.len()) {
            let ranks = || (0..cells.len()).map(|index| state >> (4 * index) & 0xF);
            if ranks().any(|rank| rank >= u32::from(target)) {
                continue;
            }
            let sum: u32 = ranks().map(|rank| 1 << rank >> 1).sum();
            let bits = ranks()
                .zip(cells)
                .fold(0, |bits, (rank, &cell)| bits | u64::from(rank) << (4 * cell));
            let same = &mut half.by_sum[sum as usize];
            half.ordinal[state as usize] = same.len() as u32;
            half.sum[state as usize] = sum;
            same.push((state, bits));
        }
        half
    }

    /// The state of this half on a board.
    #[inline(always)]
    fn state(&self, board: Board) -> usize {
        self.runs.iter().fold(0, |state, &(shift, mask)| state | board.bits() >> shift & mask)
            as usize
    }

    /// The states of a sum; none beyond the largest.
    fn of_sum(&self, sum: u32) -> &[(u32, u64)] {
        self.by_sum.get(sum as usize).map_or(&[], |states| states)
    }
}

/// A number for each position of one sum.
#[derive(Default)]
struct Layer {
    /// The index of the first position with each state of the upper half.
    start: Vec<u32>,
    values: Vec<f32>,
}

/// Gives each position an index in its layer.
pub(super) struct Index {
    lower: Half,
    upper: Half,
    fixed: u64,
}

impl Index {
    pub(super) fn new(formation: &Formation) -> Self {
        let free = formation.free();
        let (lower, upper) = free.split_at(free.len() / 2);
        let fixed = (0..16).filter(|&cell| formation.is_fixed(cell));
        Self {
            lower: Half::new(lower, formation.target()),
            upper: Half::new(upper, formation.target()),
            fixed: fixed.fold(0, |bits, cell| bits | u64::from(FIXED) << (4 * cell)),
        }
    }

    /// The largest sum.
    pub(super) fn largest_sum(&self) -> u32 {
        (self.lower.by_sum.len() + self.upper.by_sum.len() - 2) as u32
    }

    fn sum(&self, board: Board) -> u32 {
        self.lower.sum[self.lower.state(board)] + self.upper.sum[self.upper.state(board)]
    }

    /// An empty layer with room for the positions of a sum.
    fn layer(&self, sum: u32) -> Layer {
        let mut start = vec![0; self.upper.ordinal.len()];
        let mut count = 0;
        for (upper_sum, states) in self.upper.by_sum.iter().enumerate() {
            let Some(rest) = sum.checked_sub(upper_sum as u32) else { break };
            let each = self.lower.of_sum(rest).len();
            for &(state, _) in states {
                start[state as usize] = count as u32;
                count += each;
            }
        }
        Layer { start, values: vec![0.0; count] }
    }

    /// The index of a position in its layer.
    #[inline(always)]
    fn place(&self, layer: &Layer, board: Board) -> usize {
        let start = layer.start[self.upper.state(board)];
        (start + self.lower.ordinal[self.lower.state(board)]) as usize
    }

    /// The index of the first position of a sum for each sum of the upper half.
    pub(super) fn starts(&self, sum: u32) -> Vec<usize> {
        let mut count = 0;
        let halves = self.upper.by_sum.iter().zip((0..=sum).rev());
        halves
            .map(|(uppers, rest)| {
                let start = count;
                count += uppers.len() * self.lower.of_sum(rest).len();
                start
            })
            .collect()
    }

    /// The sum of a position, the sum of its upper half, and its index after those of
    /// [`Self::starts`].
    #[inline(always)]
    pub(super) fn place_in_sum(&self, board: Board) -> (usize, usize, usize) {
        let (lower, upper) = (self.lower.state(board), self.upper.state(board));
        let (lower_sum, upper_sum) = (self.lower.sum[lower], self.upper.sum[upper]);
        let each = self.lower.of_sum(lower_sum).len();
        let place = self.upper.ordinal[upper] as usize * each + self.lower.ordinal[lower] as usize;
        ((lower_sum + upper_sum) as usize, upper_sum as usize, place)
    }

    /// Visits the positions of a sum in the order of their indices, with their states.
    #[inline(always)]
    fn each(&self, sum: u32, mut visit: impl FnMut(usize, Board, u32, u32)) {
        let mut place = 0;
        for (upper_sum, uppers) in self.upper.by_sum.iter().enumerate() {
            let Some(rest) = sum.checked_sub(upper_sum as u32) else { break };
            for &(upper, upper_bits) in uppers {
                for &(lower, lower_bits) in self.lower.of_sum(rest) {
                    let board = Board::from_bits(self.fixed | upper_bits | lower_bits);
                    visit(place, board, lower, upper);
                    place += 1;
                }
            }
        }
    }
}

/// The values of one layer and of the two above it.
pub struct Layers<'a> {
    formation: &'a Formation,
    index: Index,
    /// The sum of the free tiles.
    sum: u32,
    /// The values of this layer's afterstates.
    after: Layer,
    /// The values of the positions of this sum, and of those with a 2 and with a 4 more.
    values: [Layer; 3],
}

impl<'a> Layers<'a> {
    /// The state before the first layer, above which all are empty.
    fn new(formation: &'a Formation) -> Self {
        let index = Index::new(formation);
        let sum = index.largest_sum() + 1;
        let values = [index.layer(sum), index.layer(sum + 1), Layer::default()];
        Self { formation, index, sum, after: Layer::default(), values }
    }

    /// The sum of the free tiles in this layer, not halved.
    #[must_use]
    pub fn sum(&self) -> u32 {
        2 * self.sum
    }

    /// Half the sum of the free tiles.
    pub(super) fn half_sum(&self) -> u32 {
        self.sum
    }

    /// The values of the layer's afterstates, in the order of their indices.
    pub(super) fn afterstates(&self) -> &[f32] {
        &self.after.values
    }

    /// Visits all positions of the layer with their values.
    pub fn positions(&self, mut visit: impl FnMut(Board, f32)) {
        self.index.each(self.sum, |place, board, _, _| visit(board, self.values[0].values[place]));
    }

    /// The probability of the target after each move, by direction; `None` for a move that is not
    /// possible or would move a fixed tile. The board must be a position of this layer.
    #[inline(always)]
    fn moves(&self, board: Board) -> [Option<f32>; 4] {
        Direction::ALL.map(|direction| match self.formation.slide(board, direction) {
            Moved::No => None,
            Moved::Reached => Some(1.0),
            Moved::To(after) => Some(self.after.values[self.index.place(&self.after, after)]),
        })
    }

    /// Goes one layer down.
    fn descend(&mut self) {
        self.sum -= 1;
        let [same, above, _] = std::mem::take(&mut self.values);
        let mut after = self.index.layer(self.sum);
        self.index.each(self.sum, |place, _, lower, upper| {
            after.values[place] = self.chance_value(&same, &above, lower, upper);
        });
        self.after = after;
        let mut values = self.index.layer(self.sum);
        self.index.each(self.sum, |place, board, _, _| {
            values.values[place] = self.moves(board).into_iter().flatten().fold(0.0, f32::max);
        });
        self.values = [values, same, above];
    }

    /// The mean over all spawns, by the values of the two layers above; 0 without an empty cell.
    #[inline(always)]
    fn chance_value(&self, two: &Layer, four: &Layer, lower: u32, upper: u32) -> f32 {
        let Index { lower: lowers, upper: uppers, .. } = &self.index;
        let (mut twos, mut fours, mut count) = (0.0, 0.0, 0);
        for shift in (0..lowers.bits).step_by(4).filter(|shift| lower >> shift & 0xF == 0) {
            let value = |layer: &Layer, rank: u32| {
                let ordinal = lowers.ordinal[(lower | rank << shift) as usize];
                layer.values[(layer.start[upper as usize] + ordinal) as usize]
            };
            twos += value(two, 1);
            fours += value(four, 2);
            count += 1;
        }
        for shift in (0..uppers.bits).step_by(4).filter(|shift| upper >> shift & 0xF == 0) {
            let value = |layer: &Layer, rank: u32| {
                let start = layer.start[(upper | rank << shift) as usize];
                layer.values[(start + lowers.ordinal[lower as usize]) as usize]
            };
            twos += value(two, 1);
            fours += value(four, 2);
            count += 1;
        }
        if count == 0 { 0.0 } else { ((1.0 - FOUR) * twos + FOUR * fours) / count as f32 }
    }
}

/// Solves a formation layer by layer, from the largest sum of the free tiles down to `least`, a whole
/// sum.
pub fn each_layer(formation: &Formation, least: u32, mut visit: impl FnMut(&Layers<'_>)) {
    let mut layers = Layers::new(formation);
    while layers.sum > least / 2 {
        layers.descend();
        visit(&layers);
    }
}

/// The probability of the target after each move of a position, by direction; `None` for a move
/// that is not possible or would move a fixed tile.
pub type Answer = [Option<f32>; 4];

/// Solves a formation and answers for these positions of it.
///
/// # Errors
/// [`FormationError::Position`] if one is not a position of the formation.
pub fn solve(formation: &Formation, positions: &[Board]) -> Result<Vec<Answer>, FormationError> {
    if !positions.iter().all(|&board| formation.has(board)) {
        return Err(FormationError::Position);
    }
    let index = Index::new(formation);
    let sums: Vec<u32> = positions.iter().map(|&board| index.sum(board)).collect();
    let mut answers = vec![[None; 4]; positions.len()];
    let Some(&least) = sums.iter().min() else { return Ok(answers) };
    each_layer(formation, 2 * least, |layers| {
        for (at, &board) in positions.iter().enumerate().filter(|&(at, _)| sums[at] == layers.sum) {
            answers[at] = layers.moves(board);
        }
    });
    Ok(answers)
}
