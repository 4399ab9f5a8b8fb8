//! Cook's trees as text: grown, written and read. Source: D. Cook, "Solving 2048 with Expectimax",
//! 2023, section 8.2, C.5.
//!
//! One line per node: a space for each level, `#` and tile for each cell, `#heuristic#derived`, and M
//! (max node), C (chance node) or L (leaf). A text without spaces, such as our copy of C.5, is read
//! by the rules of the game: the parent of a line is the nearest line before it whose position can
//! become its position.
//!
//! ```text
//! #2#4#0#8#14.0#15.5M
//!  #2#4#8#0#14.0#15.5C
//! ```

use std::fmt::Write;

use super::expectimax::{Growth, Leaf};
use crate::common::position::{Position, marked_cells};
use afterstate::rules::{Direction, Grid, GridError, MAX_SIDE, MIN_SIDE, without_mark};

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// The player moves: the largest value of the children.
    Max,
    /// A tile spawns: the average of the children.
    Chance,
    /// The heuristic value.
    Leaf,
}

/// A node with everything below it.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The position.
    pub grid: Grid,
    /// Its heuristic value.
    pub heuristic: f64,
    /// The value derived from the children; that of the heuristic for a leaf.
    pub derived: f64,
    /// Its kind.
    pub kind: NodeKind,
    /// The moves in the order up, down, left, right, as in C.5, or the spawns by cell, 2 before 4.
    pub children: Vec<Node>,
}

/// Why a tree cannot be grown or read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TreeError {
    /// The tree has more nodes than allowed.
    #[error("the tree has more than {max_nodes} nodes; reduce depth, or max-depth with dynamic")]
    TooLarge {
        /// How many were allowed.
        max_nodes: usize,
    },
    /// A line is not a node; lines count from 1.
    #[error(
        "line {line}: {what}; a line has a space for each level, #tile for each cell, #heuristic#derived, and M, C or L"
    )]
    Line {
        /// The line.
        line: usize,
        /// What is wrong with it.
        what: &'static str,
    },
    /// A line has a position that is not valid.
    #[error("line {line}: {error}")]
    Position {
        /// The line.
        line: usize,
        /// What is wrong with it.
        error: GridError,
    },
    /// The text has no node.
    #[error("the text has no nodes")]
    Empty,
    /// The text has more lines than allowed.
    #[error("the text has more than {max_nodes} nodes")]
    TooLong {
        /// How many were allowed.
        max_nodes: usize,
    },
}

impl TreeError {
    /// The line that was reached; a reading that got further fits better.
    fn reached(&self) -> usize {
        match self {
            Self::Line { line, .. } | Self::Position { line, .. } => *line,
            _ => 0,
        }
    }
}

/// The order of C.5 and of Cook's `DirectionVect`, which also breaks ties.
pub const ORDER: [Direction; 4] =
    [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

struct TreeBuilder<'a, L> {
    leaf: &'a L,
    spawn_probabilities: [(u8, f64); 2],
    left: usize,
    max_nodes: usize,
}

impl<L: Leaf<Grid>> TreeBuilder<'_, L> {
    fn node(
        &mut self,
        grid: Grid,
        kind: NodeKind,
        layers: u32,
        fours: u32,
    ) -> Result<Node, TreeError> {
        self.left =
            self.left.checked_sub(1).ok_or(TreeError::TooLarge { max_nodes: self.max_nodes })?;
        let plain = self.leaf.value(&grid);
        let over = kind == NodeKind::Max && grid.is_over();
        // A position that only counts as lost still has moves below it.
        let full = kind == NodeKind::Max && grid.empty_count() == 0;
        let lost = over || full && self.leaf.is_lost(&grid);
        let heuristic = if lost { self.leaf.terminal_value(plain) } else { plain };
        let mut node = Node {
            grid,
            heuristic,
            derived: heuristic,
            kind: NodeKind::Leaf,
            children: Vec::new(),
        };
        if layers == 0 || over || fours == 0 {
            return Ok(node);
        }
        node.kind = kind;
        if kind == NodeKind::Max {
            for direction in ORDER {
                if let Some(after) = grid.slide(direction) {
                    node.children.push(self.node(
                        after.board,
                        NodeKind::Chance,
                        layers - 1,
                        fours,
                    )?);
                }
            }
            let values = node.children.iter().map(|child| child.derived);
            node.derived = values.fold(f64::NEG_INFINITY, f64::max);
        } else {
            let mut sum = 0.0;
            for cell in marked_cells::<Grid>(Position::empties(&grid)) {
                for ((rank, chance), fours) in
                    self.spawn_probabilities.into_iter().zip([fours, fours - 1])
                {
                    let child =
                        self.node(grid.with(cell, rank), NodeKind::Max, layers - 1, fours)?;
                    sum += chance * child.derived;
                    node.children.push(child);
                }
            }
            node.derived = sum / grid.empty_count() as f64;
        }
        Ok(node)
    }
}

/// Grows the whole tree of a position, of at most `max_nodes` nodes. It shows every move, so the
/// pruning by `drop` and `catch_up` in `growth` does not apply.
///
/// # Errors
/// [`TreeError::TooLarge`].
pub fn grow<L: Leaf<Grid>>(
    grid: &Grid,
    leaf: &L,
    growth: Growth,
    max_nodes: usize,
) -> Result<Node, TreeError> {
    let fours = if growth.fours == 0 { u32::MAX } else { growth.fours };
    TreeBuilder {
        leaf,
        spawn_probabilities: growth.spawn_probabilities,
        left: max_nodes,
        max_nodes,
    }
    .node(*grid, NodeKind::Max, growth.layers, fours)
}

impl Node {
    /// The number of nodes, this one included.
    pub fn count(&self) -> usize {
        1 + self.children.iter().map(Self::count).sum::<usize>()
    }

    /// The move that leads from this node to a child; `None` if a tile spawned there.
    pub fn move_to(&self, child: &Node) -> Option<Direction> {
        let leads = |direction: &Direction| {
            self.grid.slide(*direction).is_some_and(|after| after.board == child.grid)
        };
        ORDER.into_iter().filter(|_| self.kind == NodeKind::Max).find(leads)
    }

    /// The text form.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text, 0);
        text
    }

    fn write(&self, text: &mut String, depth: usize) {
        text.extend(std::iter::repeat_n(' ', depth));
        for &rank in self.grid.ranks() {
            let tile = if rank == 0 { 0 } else { 1u64 << rank };
            let _ = write!(text, "#{tile}");
        }
        let letter = match self.kind {
            NodeKind::Max => 'M',
            NodeKind::Chance => 'C',
            NodeKind::Leaf => 'L',
        };
        let _ = writeln!(text, "#{:?}#{:?}{letter}", self.heuristic, self.derived);
        for child in &self.children {
            child.write(text, depth + 1);
        }
    }

    /// Reads a text form of at most `max_nodes` nodes and finds the size of its board: of the sizes that
    /// fit the tiles of the first line, the squarest on which every line follows from its parent.
    ///
    /// # Errors
    /// [`TreeError`] with the line, for the size with which the reading got furthest.
    pub fn read(text: &str, max_nodes: usize) -> Result<Self, TreeError> {
        let text = without_mark(text);
        let filled = |line: &&str| !line.trim().is_empty();
        let first = text.lines().enumerate().find(|(_, line)| filled(line));
        let (index, first) = first.ok_or(TreeError::Empty)?;
        if text.lines().filter(filled).nth(max_nodes).is_some() {
            return Err(TreeError::TooLong { max_nodes });
        }
        let cells = first.matches('#').count().saturating_sub(2);
        let mut sizes: Vec<(usize, usize)> = (MIN_SIDE..=MAX_SIDE)
            .filter(|rows| cells.is_multiple_of(*rows))
            .map(|rows| (rows, cells / rows))
            .filter(|(_, cols)| (MIN_SIDE..=MAX_SIDE).contains(cols))
            .collect();
        sizes.sort_by_key(|&(rows, cols)| rows.abs_diff(cols));
        let line = index + 1;
        let mut furthest =
            TreeError::Line { line, what: "its tiles fill no board with sides from 2 to 9" };
        for (rows, cols) in sizes {
            match Self::from_text(text, rows, cols) {
                Ok(node) => return Ok(node),
                Err(error) if error.reached() >= furthest.reached() => furthest = error,
                Err(_) => {}
            }
        }
        Err(furthest)
    }

    /// Reads the text form for boards of `rows` by `cols`.
    ///
    /// # Errors
    /// [`TreeError`] with the line.
    pub fn from_text(text: &str, rows: usize, cols: usize) -> Result<Self, TreeError> {
        let filled = || text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
        // The whole text may be indented.
        let margin = filled().next().map_or(0, |(_, line)| indent(line));
        let flat = filled().all(|(_, line)| indent(line) == margin);
        // The nodes from the root to the last line read.
        let mut path: Vec<Node> = Vec::new();
        for (index, text) in filled() {
            let line = index + 1;
            let wrong = |what| TreeError::Line { line, what };
            let node = read_line(text.trim(), line, rows, cols)?;
            let depth = if flat && !path.is_empty() {
                let parent = path.iter().rposition(|parent| can_become(parent, &node));
                parent.ok_or(wrong("no line before it leads to this position"))? + 1
            } else {
                let depth = indent(text).checked_sub(margin);
                depth.ok_or(wrong("it is indented less than the first line"))?
            };
            if depth == 0 && !path.is_empty() {
                return Err(wrong("it is a second root"));
            }
            if depth > path.len() {
                return Err(wrong("it is indented more than one level below the line before"));
            }
            if depth > DEEPEST {
                return Err(wrong("it is deeper than 64 levels"));
            }
            while path.len() > depth {
                close(&mut path);
            }
            if path.last().is_some_and(|parent| parent.kind == NodeKind::Leaf) {
                return Err(wrong("its parent is a leaf"));
            }
            if path.last().is_some_and(|parent| !can_become(parent, &node)) {
                return Err(wrong("no move or new tile leads here from its parent"));
            }
            path.push(node);
        }
        while path.len() > 1 {
            close(&mut path);
        }
        path.pop().ok_or(TreeError::Empty)
    }
}

/// The most levels of a tree that is read, because functions recurse into it; the dynamic depth
/// ends at 17.
const DEEPEST: usize = 64;

/// Moves the last node of the path to the children of the one before it.
fn close(path: &mut Vec<Node>) {
    if let Some(child) = path.pop()
        && let Some(parent) = path.last_mut()
    {
        parent.children.push(child);
    }
}

fn can_become(parent: &Node, child: &Node) -> bool {
    match parent.kind {
        NodeKind::Leaf => false,
        NodeKind::Max => parent.move_to(child).is_some(),
        NodeKind::Chance => {
            let changed: Vec<(u8, u8)> = parent
                .grid
                .ranks()
                .iter()
                .zip(child.grid.ranks())
                .filter(|(before, after)| before != after)
                .map(|(&before, &after)| (before, after))
                .collect();
            matches!(changed[..], [(0, 1 | 2)])
        }
    }
}

fn read_line(text: &str, line: usize, rows: usize, cols: usize) -> Result<Node, TreeError> {
    let wrong = |what| TreeError::Line { line, what };
    let (body, kind) = match text.char_indices().last() {
        Some((at, 'M')) => (&text[..at], NodeKind::Max),
        Some((at, 'C')) => (&text[..at], NodeKind::Chance),
        Some((at, 'L')) => (&text[..at], NodeKind::Leaf),
        _ => return Err(wrong("it does not end in M, C or L")),
    };
    let fields: Vec<&str> =
        body.strip_prefix('#').ok_or(wrong("it does not begin with #"))?.split('#').collect();
    if fields.len() != rows * cols + 2 {
        return Err(wrong("the number of tiles is not that of the board"));
    }
    let mut ranks = Vec::with_capacity(rows * cols);
    for field in &fields[..rows * cols] {
        let tile: u64 = field.parse().map_err(|_| wrong("a tile is not a whole number"))?;
        ranks.push(match tile {
            0 => 0,
            _ if tile.is_power_of_two() && tile > 1 => tile.ilog2() as u8,
            _ => return Err(wrong("a tile is not 0 or a power of 2 from 2 up")),
        });
    }
    let grid = Grid::from_ranks(rows, cols, &ranks)
        .map_err(|error| TreeError::Position { line, error })?;
    let number = |field: &str| {
        let number: Option<f64> = field.parse().ok();
        number.filter(|number| !number.is_nan()).ok_or(wrong("a value is not a number"))
    };
    Ok(Node {
        grid,
        heuristic: number(fields[rows * cols])?,
        derived: number(fields[rows * cols + 1])?,
        kind,
        children: Vec::new(),
    })
}

#[cfg(test)]
#[path = "tree_tests.rs"]
mod tests;
