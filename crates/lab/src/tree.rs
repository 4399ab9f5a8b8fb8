//! `cargo lab tree`: the search tree of one of Cook's strategies, in the format of appendix C.5 of
//! his thesis, and his depth probe.

use std::time::Instant;

use clap::Args;

use afterstate::rules::Grid;
use afterstate_papers::cook::probe::{Probe, probe};
use afterstate_papers::players::{self, Chosen};
use afterstate_runs::output::{CommandError, Report, say};

/// The options of `cargo lab tree`.
#[derive(Args, Debug)]
pub struct TreeOptions {
    /// The position, such as "2 4 / 4 ."; . or 0 is an empty cell. With -d, - reads positions from
    /// the standard input, one a line
    #[arg(value_name = "POSITION")]
    position: String,
    /// One of Cook's strategies, as NAME or NAME:PARAMETER=VALUE,PARAMETER=VALUE. The tree shows
    /// every move, so drop and catch-up are refused
    #[arg(value_name = "STRATEGY", default_value = "cook-monotonic:depth=3")]
    strategy: String,
    /// Refuse a tree with more nodes than this
    #[arg(long, value_name = "NODES", default_value_t = 1_000_000,
        value_parser = afterstate_runs::numbers::at_least(1_usize))]
    max_nodes: usize,
    /// Print no tree but how deep it grows in some seconds, as CSV: the free cells, the depth
    /// reached, the depths that Cook's rules choose, and the nodes in each layer
    #[arg(short = 'd', long, conflicts_with_all = ["strategy", "max_nodes"])]
    depth_probe: bool,
    /// The seconds for each position of the depth probe
    #[arg(long, value_name = "SECONDS", default_value_t = 3.0, requires = "depth_probe",
        value_parser = afterstate_runs::numbers::above_zero::<f64>)]
    seconds: f64,
}

/// Runs the subcommand and prints the tree, or the probe.
pub fn run_command(options: &TreeOptions) -> Result<Report, CommandError> {
    if options.depth_probe {
        probe_depth(options)?;
        return Ok(Report::default());
    }
    let grid: Grid = options.position.parse()?;
    let chosen: Chosen = options.strategy.parse()?;
    Ok(Report::new(players::tree(&chosen, &grid, options.max_nodes)?.to_text()))
}

fn probe_depth(options: &TreeOptions) -> Result<(), CommandError> {
    /// Positions between two looks at the clock.
    const STEPS: u32 = 4096;
    let text = match options.position.as_str() {
        "-" => std::io::read_to_string(std::io::stdin())
            .map_err(|error| format!("cannot read the positions: {error}"))?,
        position => position.to_owned(),
    };
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let grids = lines.map(str::parse).collect::<Result<Vec<Grid>, _>>()?;
    say!("{}", Probe::columns())?;
    for grid in grids {
        let (started, mut steps) = (Instant::now(), 0);
        let found = probe(&grid, || {
            steps = (steps + 1) % STEPS;
            steps != 0 || started.elapsed().as_secs_f64() < options.seconds
        });
        say!("{}", found.to_csv())?;
    }
    Ok(())
}
