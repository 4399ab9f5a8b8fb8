//! Average depth-limited search (ADLS): instead of all spawns, the search draws one after each move,
//! and averages over several runs.
//! Source: D. Cook, "Solving 2048 with Expectimax", 2023, section 5.2, after P. Rodgers and
//! J. Levine, "An investigation into 2048 AI strategies", 2014: "ADLS approximates expectimax by
//! running multiple simulations; it does not try to calculate all possibilities. Instead, likely
//! outcomes will repeat more often."

use super::expectimax::{Leaf, SPAWN_PROBABILITIES};
use super::heuristic::Heuristic;
use super::leaf::CookLeaf;
use super::parameters::{heuristic_of, wrapper_of};
use super::wrapper::Wrapper;
use super::{MOST_SPAWNS, tree};
use crate::common::position::{Position, marked_cells};
use crate::common::random::Stream;
use crate::strategy::{Player, Settings, Thought, packed};
use afterstate::rules::{Direction, Grid};

/// The player.
pub struct Sampled {
    heuristic: Heuristic,
    wrapper: Wrapper,
    layers: u32,
    runs: u32,
    random: Stream,
    leaf: Option<((usize, usize), CookLeaf)>,
}

impl Sampled {
    /// The player of some settings.
    pub fn new(settings: &Settings, seed: u64) -> Self {
        Self {
            heuristic: heuristic_of(settings),
            wrapper: wrapper_of(settings),
            layers: settings.whole("depth") as u32,
            runs: settings.whole("runs") as u32,
            random: Stream::new(seed),
            leaf: None,
        }
    }

    fn search<P: Position>(&mut self, position: &P) -> [Option<f64>; 4]
    where
        CookLeaf: Leaf<P>,
    {
        let size = (position.rows(), position.cols());
        let (_, leaf) = match self.leaf.take() {
            Some(made) if made.0 == size => self.leaf.insert(made),
            _ => self.leaf.insert((size, CookLeaf::new(self.heuristic, self.wrapper, size))),
        };
        let leaf = &*leaf;
        Direction::ALL.map(|direction| {
            let (after, _) = position.slide(direction)?;
            let runs = (0..self.runs).map(|_| run(&after, self.layers - 1, leaf, &mut self.random));
            Some(runs.sum::<f64>() / f64::from(self.runs))
        })
    }
}

/// The value of a board after a move, with one drawn spawn after each move and the best of the moves
/// after each spawn.
fn run<P: Position>(after: &P, layers: u32, leaf: &impl Leaf<P>, random: &mut Stream) -> f64 {
    if layers == 0 {
        return leaf.value(after);
    }
    let empties = after.empties();
    let place = Stream::below(random.word() as u32, after.empty_count());
    let cell = marked_cells::<P>(empties).nth(place as usize).unwrap_or(0);
    let [(two, chance), (four, _)] = SPAWN_PROBABILITIES;
    let spawned = after.with(cell, if random.unit() < chance { two } else { four });
    if layers == 1 {
        let value = leaf.value(&spawned);
        let full = leaf.has_terminal_value() && spawned.empty_count() == 0;
        return if full && leaf.is_lost(&spawned) { leaf.terminal_value(value) } else { value };
    }
    let moves = Direction::ALL.into_iter().filter_map(|direction| spawned.slide(direction));
    let best = moves.map(|(after, _)| run(&after, layers - 2, leaf, random)).reduce(f64::max);
    best.unwrap_or_else(|| leaf.terminal_value(leaf.value(&spawned)))
}

impl Player for Sampled {
    fn choose(&mut self, grid: &Grid) -> Thought {
        let values = match packed(grid, MOST_SPAWNS) {
            Some(board) => self.search(&board),
            None => self.search(grid),
        };
        Thought::best_of(values, tree::ORDER)
    }

    fn new_game(&mut self, seed: u64) {
        self.random = Stream::new(seed);
    }
}

#[cfg(test)]
mod tests {
    use crate::strategy::{Chosen, Thought};
    use afterstate::rules::Grid;

    fn think(text: &str, grid: &str, seed: u64) -> Thought {
        let grid: Grid = grid.parse().unwrap();
        let chosen: Chosen = text.parse().unwrap();
        chosen.build((grid.rows(), grid.cols()), seed).unwrap().choose(&grid)
    }

    /// With one spawn in the tree nothing is chosen after it, so the average over many runs is
    /// expectimax.
    #[test]
    fn many_runs_of_two_layers_are_expectimax() {
        let board = "2 4 8 16 / 2 8 16 32 / 4 2 64 128 / 2 4 . 2";
        let exact = think("cook-monotonic:depth=2,reading=rules", board, 0);
        let sampled = think("cook-adls:depth=2,runs=20000,reading=rules", board, 1);
        for (exact, sampled) in exact.values.into_iter().zip(sampled.values) {
            assert_eq!(exact.is_some(), sampled.is_some());
            let (exact, sampled) = (exact.unwrap_or(0.0), sampled.unwrap_or(0.0));
            // A run's values are 2 to 20 apart here.
            assert!((exact - sampled).abs() < 0.5, "{exact} {sampled}");
        }
    }

    #[test]
    fn one_layer_draws_nothing_and_a_seed_repeats_the_draws() {
        let board = "2 2 4 / . 4 8 / . . 2";
        let greedy = think("cook-monotonic:depth=1", board, 0);
        assert_eq!(think("cook-adls:depth=1,runs=3", board, 5).values, greedy.values);
        let deep = "cook-adls:depth=5,runs=4";
        assert_eq!(think(deep, board, 7), think(deep, board, 7));
        assert_ne!(think(deep, board, 7).values, think(deep, board, 8).values);
    }
}
