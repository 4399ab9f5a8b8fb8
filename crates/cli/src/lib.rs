//! The command line: one file per subcommand, with its options and what it prints.

mod bench;
mod exact;
pub mod r#match;
mod merge;
mod model;
pub mod serve;
mod think;
pub mod train;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use afterstate_runs::merge::MergeOptions;
use afterstate_runs::numbers::accept_negative_numbers;
use afterstate_runs::output::{self, CommandError, Report};

/// Play, measure and train 2048 players
#[derive(Parser, Debug)]
#[command(name = "afterstate", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Check that the search gives its reference results, and measure its speed
    Bench(bench::BenchOptions),
    /// Solve a small board exactly
    Exact(exact::ExactOptions),
    /// Play many games of any players, on any board, save them, and compare the players
    Match(Box<r#match::MatchOptions>),
    /// Combine the shard files of a run, check them, and print its tables
    Merge(MergeOptions),
    /// Pack or describe trained networks
    Model(model::ModelOptions),
    /// Serve the built page on localhost
    Serve(serve::ServeOptions),
    /// Show how players rate the moves in a position
    Think(think::ThinkOptions),
    /// Train an n-tuple network, or continue a run from its checkpoint
    Train(Box<train::options::TrainOptions>),
}

/// The report of a command that has printed everything as it went.
fn printed((): ()) -> Report {
    Report::default()
}

/// Runs the command line; errors go to standard error.
pub fn run() -> ExitCode {
    let parsed = accept_negative_numbers(Cli::command()).get_matches();
    let parsed = Cli::from_arg_matches(&parsed).unwrap_or_else(|error| error.exit());
    output::end(match parsed.command {
        Command::Bench(options) => bench::run_command(&options).map(printed),
        Command::Exact(options) => exact::run_command(&options),
        Command::Match(options) => r#match::run_command(&options),
        Command::Merge(options) => merge::run_command(&options),
        Command::Model(options) => model::run_command(&options),
        Command::Serve(options) => serve::run_command(&options).map(printed),
        Command::Think(options) => think::run_command(&options),
        Command::Train(options) => {
            let trained = train::start::train(&options).map(printed);
            trained.map_err(|error| CommandError::Failed(error.to_string()))
        }
    })
}
