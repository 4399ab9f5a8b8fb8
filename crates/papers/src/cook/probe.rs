//! Cook's depth probe, his option `-d`: how far the tree of a position grows before it is stopped,
//! with the nodes in each layer and the depths that his rules choose.
//! Source: D. Cook, "Solving 2048 with Expectimax", 2023, section 8.3.

use std::fmt::Write;

use super::depth::{DepthRule, layer_nodes};
use super::parameters::MOST_LAYERS;
use super::{MOST_SPAWNS, Position};
use crate::strategy::packed;
use afterstate::rules::Grid;

/// What a probe finds.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// The empty cells of the position.
    pub free_cells: u32,
    /// The depth by each of [`DepthRule::ALL`].
    pub rules: [u32; 4],
    /// The nodes of each layer that was finished, from the first on, with repeated ones.
    pub layers: Vec<u64>,
}

/// Probes a position layer by layer, until `go_on` returns `false`, the tree ends, or it has as many
/// layers as a player can search.
pub fn probe(grid: &Grid, mut go_on: impl FnMut() -> bool) -> Probe {
    match packed(grid, MOST_SPAWNS) {
        Some(board) => probe_position(&board, &mut go_on),
        None => probe_position(grid, &mut go_on),
    }
}

fn probe_position<P: Position>(position: &P, go_on: &mut impl FnMut() -> bool) -> Probe {
    let layers = (1..=MOST_LAYERS).map_while(|layer| {
        layer_nodes(position, layer, &mut |_| go_on()).filter(|&nodes| nodes > 0)
    });
    Probe {
        free_cells: position.empty_count(),
        layers: layers.collect(),
        rules: DepthRule::ALL.map(|rule| rule.depth(position)),
    }
}

impl Probe {
    /// The column names of [`Probe::to_csv`].
    pub fn columns() -> String {
        let mut columns = "free_cells,depth".to_owned();
        // Writing to a String cannot fail.
        for rule in DepthRule::ALL {
            let _ = write!(columns, ",{}", rule.name());
        }
        for layer in 1..=MOST_LAYERS {
            let _ = write!(columns, ",layer_{layer}");
        }
        columns
    }

    /// One line of CSV: free cells, depth reached, the depth by each rule, and the nodes of each
    /// layer, empty where it was not finished.
    pub fn to_csv(&self) -> String {
        let mut line = format!("{},{}", self.free_cells, self.layers.len());
        for depth in self.rules {
            let _ = write!(line, ",{depth}");
        }
        for layer in 0..MOST_LAYERS as usize {
            let nodes = self.layers.get(layer).map(u64::to_string);
            let _ = write!(line, ",{}", nodes.unwrap_or_default());
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cook::tree;
    use crate::cook::tree::Node;

    /// The nodes of each layer of a whole tree.
    fn layers_of(node: &Node, depth: usize, layers: &mut Vec<u64>) {
        if depth > 0 {
            layers.resize(layers.len().max(depth), 0);
            layers[depth - 1] += 1;
        }
        node.children.iter().for_each(|child| layers_of(child, depth + 1, layers));
    }

    #[test]
    fn layers_are_those_of_the_tree() {
        for board in ["2 4 8 16 / 2 8 16 32 / 4 2 64 128 / 2 4 . 2", "2 4 / 8 .", "2 2 4 / . 4 8"] {
            let grid: Grid = board.parse().unwrap();
            let shown = tree(&"cook-sum:depth=6".parse().unwrap(), &grid, 1_000_000).unwrap();
            let mut expected = Vec::new();
            layers_of(&shown, 0, &mut expected);
            assert_eq!(probe(&grid, steps(100_000)).layers[..expected.len()], expected, "{board}");
        }
    }

    /// Returns true for all but the last of `left` calls.
    fn steps(mut left: u32) -> impl FnMut() -> bool {
        move || {
            left = left.saturating_sub(1);
            left > 0
        }
    }

    #[test]
    fn a_stopped_probe_has_the_layers_before() {
        let grid: Grid = "2 4 8 16 / 2 8 16 32 / 4 2 64 128 / 2 4 . 2".parse().unwrap();
        let [longer, stopped] = [100_000, 10].map(|left| probe(&grid, steps(left)));
        assert!((2..longer.layers.len()).contains(&stopped.layers.len()), "{stopped:?}");
        assert_eq!(stopped.layers, longer.layers[..stopped.layers.len()]);
        assert_eq!((stopped.free_cells, stopped.rules[3]), (1, 8));
        assert_eq!(stopped.to_csv().matches(',').count(), Probe::columns().matches(',').count());
    }

    #[test]
    fn a_lost_position_has_no_layers() {
        let lost = probe(&"2 4 / 4 2".parse().unwrap(), || true);
        assert_eq!((lost.free_cells, lost.layers.len()), (0, 0));
    }
}
