//! The command line: one file per subcommand, with its options and what it prints.

mod bench;
mod calibrate;
mod contender;
mod exact;
mod experiment;
pub mod files;
pub mod games;
mod histogram;
mod judge;
pub mod r#match;
mod merge;
mod model;
mod numbers;
mod outlook;
mod output;
mod progress;
mod puzzles;
mod reproduce;
pub mod serve;
mod think;
pub mod train;
mod tree;
mod tune;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use output::{CommandError, note};

/// Play, measure and train 2048 players, and reproduce the tables of four papers
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
    /// Fit the outlook of a network to games of the 1 ms player
    Calibrate(calibrate::CalibrateOptions),
    /// Solve a small board exactly
    Exact(exact::ExactOptions),
    /// Play many games of strategies, on any board, and print their statistics
    Experiment(experiment::ExperimentOptions),
    /// Measure how much value players lose per move, by the judgment of a deeper search
    Judge(judge::JudgeOptions),
    /// Play many games of one or two players, save them, and compare the players
    Match(r#match::MatchOptions),
    /// Combine the shard files of a run, check them, and print its tables
    Merge(merge::MergeOptions),
    /// Pack, describe or measure trained networks
    Model(model::ModelOptions),
    /// Play games from a position and compare expected with final scores
    Outlook(outlook::OutlookOptions),
    /// Mine positions in which one move is clearly right, for the page's puzzles
    Puzzles(puzzles::PuzzlesOptions),
    /// Play the games of a paper's tables and compare the paper's figures with ours
    Reproduce(reproduce::ReproduceOptions),
    /// Serve the built page on localhost
    Serve(serve::ServeOptions),
    /// Show how players rate the moves in a position
    Think(think::ThinkOptions),
    /// Train an n-tuple network, or continue a run from its checkpoint
    Train(Box<train::options::TrainOptions>),
    /// Print the search tree of one of Cook's strategies
    Tree(tree::TreeOptions),
    /// Tune the weights of the built-in heuristic by playing games
    Tune(tune::TuneOptions),
}

/// Lets every option have a negative number for its value, so that the error of `--games -1` is the
/// numbers that are accepted and not an unknown option `-1`.
fn accept_negative_numbers(command: clap::Command) -> clap::Command {
    let options = command.mut_args(|option| {
        let has_value = !option.is_positional() && option.get_action().takes_values();
        option.allow_negative_numbers(has_value)
    });
    options.mut_subcommands(accept_negative_numbers)
}

/// Runs the command line; errors go to standard error.
pub fn run() -> ExitCode {
    let parsed = accept_negative_numbers(Cli::command()).get_matches();
    let parsed = Cli::from_arg_matches(&parsed).unwrap_or_else(|error| error.exit());
    let done = match parsed.command {
        Command::Bench(options) => bench::run_command(&options),
        Command::Calibrate(options) => calibrate::run_command(&options),
        Command::Exact(options) => exact::run_command(&options),
        Command::Experiment(options) => experiment::run_command(&options),
        Command::Judge(options) => judge::run_command(&options),
        Command::Match(options) => r#match::run_command(&options),
        Command::Merge(options) => merge::run_command(&options),
        Command::Model(options) => model::run_command(&options),
        Command::Outlook(options) => outlook::run_command(&options),
        Command::Puzzles(options) => puzzles::run_command(&options),
        Command::Reproduce(options) => reproduce::run_command(&options),
        Command::Serve(options) => serve::run_command(&options),
        Command::Think(options) => think::run_command(&options),
        Command::Train(options) => {
            train::start::train(&options).map_err(|error| CommandError::Failed(error.to_string()))
        }
        Command::Tree(options) => tree::run_command(&options),
        Command::Tune(options) => tune::run_command(&options),
    };
    match done {
        Ok(()) | Err(CommandError::OutputClosed) => ExitCode::SUCCESS,
        Err(CommandError::Failed(message)) => {
            note!("error: {message}\n");
            ExitCode::FAILURE
        }
    }
}
