//! `merge`: the games of all shards of a reproduction together, checked, and the paper's tables.

use std::collections::HashMap;

use afterstate_papers::experiment::GameRecord;
use afterstate_runs::games::Key;
use afterstate_runs::merge::{self, MergeOptions, Run};
use afterstate_runs::output::{CommandError, Report};
use clap::ValueEnum;

use super::{Comparison, ONLY, Paper};

/// Runs the subcommand.
pub fn run_command(options: &MergeOptions) -> Result<Report, CommandError> {
    merge::run_command(options, |run, _| tables(run))
}

fn tables(run: &Run) -> Result<String, CommandError> {
    let name = run.paper().ok_or("these are not games of `reproduce`: use `afterstate merge`")?;
    let paper = Paper::from_str(name, false)?;
    let only = run.header.comments.lines().find_map(|line| line.strip_prefix(ONLY));
    let games: HashMap<Key, Vec<GameRecord>> = run.games.iter().cloned().collect();
    paper.print(&Comparison::of(paper.claims_with(only), &games, paper.figures())?)
}
