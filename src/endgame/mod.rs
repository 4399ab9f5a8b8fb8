//! Exact endgame tables: the probability of building one more large tile while the larger tiles do
//! not move.
//!
//! In a late game the largest tiles fill an edge line and a few cells beside it, or a corner block,
//! and the player builds the next tile of the chain in the other cells. Those cells have few enough
//! states to solve: a position's value is the probability of building the target tile under best
//! play. Moves that would move a large tile are not allowed, so the value is a lower bound of the
//! probability in the full game.
//!
//! Such tables were first used by macroxue/2048-ai and 2048EndgameTablebase. See also
//! `search::exact`, which solves whole boards of at most nine cells.

mod formation;
mod lines;
mod solve;
mod table;

#[cfg(test)]
mod tests;

pub use formation::{Endgame, Formation, FormationError, LARGEST_TARGET, MAX_FREE, Shape, find};
pub use solve::{Answer, Layers, each_layer, solve};
pub use table::Table;
