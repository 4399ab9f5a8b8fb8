//! `afterstate merge`: the games of all shards of a match together, checked, and its tables.

use afterstate_papers::experiment::table::Format;
use afterstate_runs::merge::{self, MergeOptions, Run};
use afterstate_runs::output::{CommandError, Report};

use crate::r#match::report;

/// Runs the subcommand.
///
/// # Errors
/// A message for the user.
pub fn run_command(options: &MergeOptions) -> Result<Report, CommandError> {
    merge::run_command(options, tables)
}

/// The tables of the match.
fn tables(run: &Run, format: Format) -> Result<String, CommandError> {
    match run.paper() {
        Some(paper) => Err(format!(
            "these are games of the tables of {paper}: `cargo lab merge` prints their tables"
        )
        .into()),
        None => Ok(report::write(&run.games, format)),
    }
}
