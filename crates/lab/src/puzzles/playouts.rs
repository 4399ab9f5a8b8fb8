//! Whether one move is better than another, by games played on from both.

use afterstate::eval::cache::EvalCache;
use afterstate::eval::ntuple::Model;
use afterstate::rules::{Direction, Grid, spawn_for};
use afterstate::search::{Limits, Searcher};
use afterstate_papers::experiment::statistics::Mean;

/// Pairs of games between two looks at their results.
const BATCH: usize = 50;
/// The most pairs.
const MOST: usize = 400;
/// The standard errors by which the mean difference must exceed 0 at a look. With eight looks, two
/// equal moves pass in less than one case of a thousand.
const CONFIRMED: f64 = 3.5;
/// The standard errors by which it must be below the least loss to be given up.
const GIVEN_UP: f64 = 2.0;
/// Moves that are played on. The value of the board after them stands for the rest.
const MOVES: u64 = 100;
/// Nodes of each of these moves.
const NODES: u64 = 100;
/// The table of these short searches, in bytes.
const TABLE_BYTES: usize = 1 << 20;

/// What games from two moves have shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// Pairs of games.
    pub pairs: usize,
    /// The share of the first move's points that the second one loses, in percent.
    pub loss: f64,
    /// Whether the first move is better.
    pub confirmed: bool,
}

/// Plays on from positions.
pub struct Playouts<'a> {
    searcher: Searcher<EvalCache<&'a Model>>,
}

impl<'a> Playouts<'a> {
    /// With the moves of this network.
    pub fn new(model: &'a Model) -> Self {
        Playouts { searcher: Searcher::new(EvalCache::new(model), TABLE_BYTES) }
    }

    /// Plays pairs of games with the same seeds from two moves, until a sequential test has decided.
    /// The second move must lose at least this share of the points, in percent.
    pub fn compare(
        &mut self,
        grid: &Grid,
        [one, other]: [Direction; 2],
        least_loss: f64,
        seed: u64,
    ) -> Comparison {
        self.searcher.clear();
        let mut sum = Sum::default();
        loop {
            for _ in 0..BATCH {
                let game = seed.wrapping_add((sum.pairs as u64) << 40);
                sum.add(self.points(grid, one, game), self.points(grid, other, game));
            }
            if let Some(confirmed) = sum.decides(least_loss) {
                return Comparison { pairs: sum.pairs, loss: sum.loss(), confirmed };
            }
        }
    }

    /// The points of a game from a move on, with the value of its last board.
    fn points(&mut self, grid: &Grid, first: Direction, seed: u64) -> f64 {
        let (mut grid, mut points, mut chosen) = (*grid, 0.0, Some(first));
        for index in 0.. {
            let Some(moved) = chosen.and_then(|way| grid.slide(way)) else { break };
            grid = moved.board;
            points += moved.reward as f64;
            grid.add_tile(spawn_for(seed, index, grid.empty_count()));
            let Ok(report) = self.searcher.search(&grid, &Limits::nodes(NODES)) else { break };
            if index == MOVES {
                let value = report.best.and_then(|best| report.values[best.index()]);
                return points + f64::from(value.unwrap_or(0.0));
            }
            chosen = report.best;
        }
        points
    }
}

/// The sums of a sequential test.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    pairs: usize,
    /// The points of the first move.
    first: f64,
    /// The differences in points, and their squares.
    difference: f64,
    squares: f64,
}

impl Sum {
    fn add(&mut self, first: f64, second: f64) {
        self.pairs += 1;
        self.first += first;
        self.difference += first - second;
        self.squares += (first - second).powi(2);
    }

    /// The mean difference as a share of the first move's points, in percent.
    fn loss(&self) -> f64 {
        100.0 * self.difference / self.first
    }

    /// Whether the second move loses this share; `None` until that is decided.
    fn decides(&self, least_loss: f64) -> Option<bool> {
        let count = self.pairs as f64;
        let Mean { deviation, .. } =
            Mean::of_sums(self.pairs as u64, self.difference, self.squares)?;
        let error = 100.0 * (deviation / count.sqrt()) / (self.first / count);
        let loss = self.loss();
        if loss >= least_loss && loss > CONFIRMED * error {
            return Some(true);
        }
        let hopeless = loss + GIVEN_UP * error < least_loss;
        (hopeless || self.pairs >= MOST).then_some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decided(mean: f64) -> (usize, bool) {
        let mut sum = Sum::default();
        for pair in 1.. {
            sum.add(100.0, 100.0 - mean + if pair % 2 == 0 { 10.0 } else { -10.0 });
            if pair % BATCH == 0
                && let Some(confirmed) = sum.decides(4.0)
            {
                return (sum.pairs, confirmed);
            }
        }
        unreachable!("it is decided after {MOST} pairs")
    }

    #[test]
    fn a_clear_difference_is_confirmed_soon_and_a_small_one_is_given_up() {
        // The standard error of 50 pairs is 1.43%.
        assert_eq!(decided(8.0), (BATCH, true));
        assert_eq!(decided(4.5), (2 * BATCH, true));
        assert_eq!(decided(0.0), (BATCH, false));
        assert_eq!(decided(-8.0), (BATCH, false));
        assert_eq!(decided(3.0), (MOST, false));
    }
}
