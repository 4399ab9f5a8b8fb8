//! `afterstate tree`: the search tree of one of Cook's strategies, in the format of his C.5.

use clap::Args;

use super::output::{Ended, put};
use crate::players::{self, Chosen};
use crate::rules::Grid;

/// The options of `afterstate tree`.
#[derive(Args, Debug)]
pub struct Options {
    /// The position: rows of tiles separated by `/`, with `.` or 0 for an empty cell
    #[arg(value_name = "POSITION")]
    position: String,
    /// One of Cook's strategies, as `id` or `id:parameter=value,parameter=value`
    #[arg(value_name = "STRATEGY", default_value = "cook-monotonic:depth=3")]
    strategy: String,
    /// Refuse trees with more nodes than this
    #[arg(long, default_value_t = 1_000_000)]
    most: usize,
}

/// Runs the subcommand and prints the tree.
pub fn run_command(options: &Options) -> Result<(), Ended> {
    let grid: Grid = options.position.parse()?;
    let chosen: Chosen = options.strategy.parse()?;
    put!("{}", players::tree(&chosen, &grid, options.most)?.to_text())?;
    Ok(())
}
