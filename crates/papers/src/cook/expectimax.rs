//! Cook's expectimax: a tree of a fixed number of layers with any heuristic at its leaves, on any
//! board.
//! Source: D. Cook, "Solving 2048 with Expectimax", 2023, sections 2.2 and 8, listing C.4;
//! docs/evidence/papers/cook.md. Layers are moves and spawns alike; 2n - 1 layers are n-ply. Values are
//! heuristic values; rewards are not added. An average adds cell by cell, a 2 before a 4, and then
//! divides, as [`mod@super::tree`] does: this gives the digits of C.5, and equal moves equal values.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::common::memo::Memo;
use crate::common::position::{Marks, Position, marked_cells};
use afterstate::rules::{Direction, FOUR_PROBABILITY};

/// The value of a leaf.
pub trait Leaf<P: Position>: Sync {
    /// The heuristic value of a position, before a move or before a spawn.
    fn value(&self, position: &P) -> f64;
    /// The same for the positions after one spawn on `after`, by its cell and rank. Most values in
    /// trees of even depth are of this kind, and a heuristic may compute them from what a single
    /// tile changes.
    fn after_spawns(&self, after: &P) -> impl Fn(usize, u8) -> f64 {
        move |cell, rank| self.value(&after.with(cell, rank))
    }
    /// The value of a lost position with this heuristic value.
    fn terminal_value(&self, value: f64) -> f64;
    /// Whether a full board counts as lost; it does at least when no move is possible.
    fn is_lost(&self, position: &P) -> bool {
        position.is_over()
    }
    /// Whether [`Leaf::terminal_value`] changes anything, so that leaves have to be tested for it.
    fn has_terminal_value(&self) -> bool;
}

/// The ranks that spawn, with their probabilities.
pub const SPAWN_PROBABILITIES: [(u8, f64); 2] =
    [(1, 1.0 - FOUR_PROBABILITY), (2, FOUR_PROBABILITY)];

/// The probabilities in Cook's program, `0.9f` and `0.1f`. Their sum is 2.2e-8 below 1, so among
/// moves that lead only to lost positions the longer game has the greater value: -1000 becomes
/// -999.99998 with each spawn (C.5).
pub const SINGLE_PRECISION_PROBABILITIES: [(u8, f64); 2] = [(1, 0.9f32 as f64), (2, 0.1f32 as f64)];

/// The size of the tree and its pruning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// Layers below the root, at least 1.
    pub layers: u32,
    /// The ranks that spawn, with their probabilities: a 2 before a 4.
    pub spawn_probabilities: [(u8, f64); 2],
    /// The number of spawned 4s on its path that makes a position a leaf (8.2.1, C.4); 0 for no
    /// such pruning.
    pub fours: u32,
    /// From the second move on, a move whose heuristic value is below the root's by more than this
    /// share of it becomes a leaf, except the best move of a position (8.2.2); `None` for no such
    /// pruning.
    pub drop: Option<f64>,
    /// The search abandons a move if its remaining spawns would need an average of more than
    /// v + `catch_up` |v| to reach the best sibling, where v is the average of its spawns so far
    /// (8.2.2); `None` for no such pruning.
    pub catch_up: Option<f64>,
}

impl Growth {
    /// A tree of this many layers without pruning.
    pub fn full(layers: u32) -> Self {
        Self {
            layers,
            spawn_probabilities: SPAWN_PROBABILITIES,
            fours: 0,
            drop: None,
            catch_up: None,
        }
    }

    /// The most spawns in the tree.
    pub fn spawns(&self) -> u64 {
        u64::from(self.layers / 2)
    }
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grown {
    /// The value of each possible move, by direction.
    pub values: [Option<f64>; 4],
    /// Nodes visited, leaves included.
    pub nodes: u64,
    /// Those of them whose value was in the memory.
    pub remembered: u64,
}

/// The spawned 4s left when they are not counted.
const UNCOUNTED: u32 = u32::MAX;

struct Walk<'a, P, L> {
    leaf: &'a L,
    growth: Growth,
    /// Afterstates with a heuristic value below this are leaves (8.2.2, `drop`).
    floor: f64,
    memo: Option<&'a Memo>,
    /// Distinguishes the entries of this search from those of earlier ones.
    generation: u64,
    nodes: u64,
    remembered: u64,
    position: std::marker::PhantomData<P>,
}

impl<'a, P: Position, L: Leaf<P>> Walk<'a, P, L> {
    fn new(
        leaf: &'a L,
        growth: Growth,
        floor: f64,
        memo: Option<&'a Memo>,
        generation: u64,
    ) -> Self {
        let position = std::marker::PhantomData;
        Self { leaf, growth, floor, memo, generation, nodes: 0, remembered: 0, position }
    }

    /// The value of a leaf after a spawn; if the board is full, the game may be lost.
    fn leaf_after_spawn(&self, position: &P, value: f64) -> f64 {
        let full = self.leaf.has_terminal_value() && position.empty_count() == 0;
        if full && self.leaf.is_lost(position) { self.leaf.terminal_value(value) } else { value }
    }

    /// A max node.
    fn maximize(&mut self, position: &P, layers: u32, fours: u32) -> f64 {
        self.nodes += 1;
        if layers == 0 || fours == 0 {
            return self.leaf_after_spawn(position, self.leaf.value(position));
        }
        let prunes = self.growth.drop.is_some() || self.growth.catch_up.is_some();
        let best = if prunes && layers > 1 {
            self.maximize_pruned(position, layers, fours)
        } else {
            let mut best = f64::NEG_INFINITY;
            for direction in Direction::ALL {
                if let Some((after, _)) = position.slide(direction) {
                    best = best.max(self.average(&after, layers - 1, fours, f64::NEG_INFINITY));
                }
            }
            best
        };
        if best == f64::NEG_INFINITY {
            self.leaf.terminal_value(self.leaf.value(position))
        } else {
            best
        }
    }

    fn maximize_pruned(&mut self, position: &P, layers: u32, fours: u32) -> f64 {
        let mut moves: Vec<(f64, P)> = Direction::ALL
            .into_iter()
            .filter_map(|direction| position.slide(direction))
            .map(|(after, _)| (self.leaf.value(&after), after))
            .collect();
        moves.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut best = f64::NEG_INFINITY;
        for (place, (heuristic, after)) in moves.iter().enumerate() {
            let value = if place > 0 && *heuristic < self.floor {
                self.nodes += 1;
                *heuristic
            } else {
                self.average(after, layers - 1, fours, best)
            };
            best = best.max(value);
        }
        best
    }

    /// A chance node: the average over the spawns. `sibling` is the best value among the other
    /// moves.
    fn average(&mut self, after: &P, layers: u32, fours: u32, sibling: f64) -> f64 {
        self.nodes += 1;
        if layers == 0 {
            return self.leaf.value(after);
        }
        if layers == 1 {
            return self.average_of_leaves(after);
        }
        // One layer above the leaves, which was handled above, a value is computed faster than
        // looked up.
        let key = self.memo.map(|memo| {
            let [a, b] = after.key();
            (
                memo,
                [a, b ^ (self.generation << 16 | u64::from(fours & 0xFF) << 8 | u64::from(layers))],
            )
        });
        let give_up = self.growth.catch_up.filter(|_| sibling > f64::NEG_INFINITY);
        // If the move may be given up, its value also depends on the sibling.
        if give_up.is_none()
            && let Some((memo, key)) = key
            && let Some(value) = memo.get(key)
        {
            self.remembered += 1;
            return value;
        }
        let marks = after.empties();
        let count = f64::from(marks.count());
        let after_four = if fours == UNCOUNTED { UNCOUNTED } else { fours - 1 };
        let (mut sum, mut weight) = (0.0, 0.0);
        for cell in marked_cells::<P>(marks) {
            for ((rank, chance), fours) in
                self.growth.spawn_probabilities.into_iter().zip([fours, after_four])
            {
                let value = self.maximize(&after.with(cell, rank), layers - 1, fours);
                sum += chance * value;
                if let Some(catch_up) = give_up {
                    weight += chance;
                    let (so_far, left) = (sum / weight, count - weight);
                    let needed = (sibling * count - sum) / left;
                    // After the last spawn only the error of the probabilities is left.
                    if left > 0.01 && needed > so_far + catch_up * so_far.abs() {
                        // Below the sibling, because the needed average is above the one so far.
                        return so_far;
                    }
                }
            }
        }
        let average = sum / count;
        if let Some((memo, key)) = key {
            memo.put(key, average);
        }
        average
    }

    /// A chance node one layer above the leaves, where nothing is pruned.
    fn average_of_leaves(&mut self, after: &P) -> f64 {
        let marks = after.empties();
        let count = marks.count();
        self.nodes += 2 * u64::from(count);
        let value = self.leaf.after_spawns(after);
        let mut sum = 0.0;
        for cell in marked_cells::<P>(marks) {
            for (rank, chance) in self.growth.spawn_probabilities {
                let mut value = value(cell, rank);
                if count == 1 {
                    value = self.leaf_after_spawn(&after.with(cell, rank), value);
                }
                sum += chance * value;
            }
        }
        sum / f64::from(count)
    }
}

/// Searches a position. `memo` is optional; with one, `generation` must be below 2^48 and new for
/// each search. `parallel` distributes the spawns after the root's moves over the threads, with the
/// same result to the last bit.
pub fn search<P: Position, L: Leaf<P>>(
    position: &P,
    leaf: &L,
    growth: Growth,
    memo: Option<&Memo>,
    generation: u64,
    parallel: bool,
) -> Grown {
    let layers = growth.layers.max(1);
    let fours = if growth.fours == 0 { UNCOUNTED } else { growth.fours };
    let floor = growth.drop.map_or(f64::NEG_INFINITY, |drop| {
        let root = leaf.value(position);
        root - drop * root.abs()
    });
    let (nodes, remembered) = (AtomicU64::new(1), AtomicU64::new(0));
    let count = |walk: &Walk<P, L>| {
        nodes.fetch_add(walk.nodes, Relaxed);
        remembered.fetch_add(walk.remembered, Relaxed);
    };
    let roots: Vec<(Direction, P)> = Direction::ALL
        .into_iter()
        .filter_map(|direction| position.slide(direction).map(|(after, _)| (direction, after)))
        .collect();
    let mut values = [None; 4];
    if layers < 3 || !parallel {
        for (direction, after) in roots {
            let mut walk = Walk::new(leaf, growth, floor, memo, generation);
            values[direction.index()] =
                Some(walk.average(&after, layers - 1, fours, f64::NEG_INFINITY));
            count(&walk);
        }
    } else {
        let after_four = if fours == UNCOUNTED { UNCOUNTED } else { fours - 1 };
        let mut tasks = Vec::new();
        for (direction, after) in &roots {
            for cell in marked_cells::<P>(after.empties()) {
                for ((rank, chance), fours) in
                    growth.spawn_probabilities.into_iter().zip([fours, after_four])
                {
                    tasks.push((*direction, after.with(cell, rank), fours, chance));
                }
            }
        }
        let results = afterstate::search::parallel::map(tasks.len(), &|task: usize| {
            let (_, spawned, fours, _) = &tasks[task];
            let mut walk = Walk::new(leaf, growth, floor, memo, generation);
            let value = walk.maximize(spawned, layers - 2, *fours);
            count(&walk);
            value
        });
        // The order of `average`, so that the sums round alike.
        let mut sums = [0.0; 4];
        for ((direction, _, _, chance), value) in tasks.iter().zip(results) {
            sums[direction.index()] += chance * value;
        }
        for (direction, after) in &roots {
            let count = f64::from(after.empties().count());
            values[direction.index()] = Some(sums[direction.index()] / count);
        }
    }
    Grown { values, nodes: nodes.into_inner(), remembered: remembered.into_inner() }
}

#[cfg(test)]
#[path = "expectimax_tests.rs"]
mod tests;
