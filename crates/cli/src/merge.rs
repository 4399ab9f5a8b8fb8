//! `afterstate merge`: the games of all shards of a run together, checked, and the tables of the
//! run.

use afterstate_papers::experiment::table::{self, Format};
use afterstate_papers::experiment::{GameRecord, Statistics};
use afterstate_runs::games::match_file;
use afterstate_runs::games::saved::Key;
use afterstate_runs::merge::{self, MergeOptions, Run};
use afterstate_runs::output::{CommandError, Report};

use crate::r#match::report;

/// Runs the subcommand.
pub fn run_command(options: &MergeOptions) -> Result<Report, CommandError> {
    merge::run_command(options, tables)
}

/// The tables of the command that played the games.
fn tables(run: &Run, format: Format) -> Result<String, CommandError> {
    if run.header.columns == match_file::COLUMNS {
        let markdown = match format {
            Format::Text => false,
            Format::Markdown => true,
            Format::Csv | Format::Json => {
                return Err(
                    "the tables of a match have no such format: use --format text or markdown"
                        .into(),
                );
            }
        };
        let names: Vec<&str> = run.games.iter().map(|(key, _)| key.trim_matches('"')).collect();
        let games = run.games.iter().map(|(_, games)| games.values().copied().collect());
        return Ok(report::write(&names, &games.collect::<Vec<_>>(), markdown));
    }
    if let Some(paper) = run.paper() {
        return Err(format!(
            "these are games of the tables of {paper}: `cargo lab merge` prints their tables"
        )
        .into());
    }
    let row = |((strategy, rows, cols), games): (Key, Vec<GameRecord>)| {
        let statistics = Statistics::of(&games)?;
        Some(table::Row { strategy, board: (rows, cols), statistics })
    };
    let rows: Vec<table::Row> = run.records().filter_map(row).collect();
    Ok(table::write(&rows, format))
}
