//! `afterstate tree`: the search tree of one of Cook's strategies, in the format of appendix C.5 of his
//! thesis.

use clap::Args;

use super::output::{CommandError, put};
use afterstate::rules::Grid;
use afterstate_papers::players::{self, Chosen};

/// The options of `afterstate tree`.
#[derive(Args, Debug)]
pub struct TreeOptions {
    /// The position, such as "2 4 / 4 ."; . or 0 is an empty cell
    #[arg(value_name = "POSITION")]
    position: String,
    /// One of Cook's strategies, as NAME or NAME:PARAMETER=VALUE,PARAMETER=VALUE. The tree shows
    /// every move, so drop and catch-up are refused
    #[arg(value_name = "STRATEGY", default_value = "cook-monotonic:depth=3")]
    strategy: String,
    /// Refuse a tree with more nodes than this
    #[arg(long, alias = "most", value_name = "NODES", default_value_t = 1_000_000)]
    max_nodes: usize,
}

/// Runs the subcommand and prints the tree.
pub fn run_command(options: &TreeOptions) -> Result<(), CommandError> {
    let grid: Grid = options.position.parse()?;
    let chosen: Chosen = options.strategy.parse()?;
    put!("{}", players::tree(&chosen, &grid, options.max_nodes)?.to_text())?;
    Ok(())
}
