//! The 2048 players of four papers and of the programs that these build on, one folder per paper,
//! and experiments with them.
//!
//! ```
//! use afterstate::rules::Grid;
//! use afterstate_papers::strategy::Chosen;
//!
//! let chosen: Chosen = "expectimax:ply=2".parse()?;
//! let mut player = chosen.build((4, 4), 42)?;
//! let grid: Grid = "512 256 4 2 / 2 . . . / . . . . / . . . .".parse()?;
//! let thought = player.choose(&grid);
//! println!("{:?} of {:?} {}", thought.best, thought.values, chosen.strategy.unit.name());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`strategy`]: the types of the catalog: a strategy has a name, a source, parameters and a
//!   player.
//! - [`players`]: the catalog of all strategies by name.
//! - [`experiment`]: many seeded games of a player, and their statistics.
//! - [`verdict`]: whether the figures that a paper prints can be those of our games.

pub mod background;
pub mod common;
pub mod cook;
pub mod experiment;
pub mod frolov;
pub mod kumar;
pub mod moskvil;
pub mod players;
pub mod strategy;
pub mod verdict;
#[cfg(all(target_arch = "wasm32", feature = "bindings"))]
#[allow(
    clippy::missing_errors_doc,
    reason = "what an invalid argument throws is said once, for all"
)]
pub mod wasm;
