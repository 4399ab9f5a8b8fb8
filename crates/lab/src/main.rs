//! The laboratory: fits the outlooks, tunes the weights, judges players, makes the puzzles and
//! reproduces the tables of the papers. One module a subcommand, and `games`, which several use.

mod calibrate;
mod games;
mod judge;
mod outlook;
mod people;
mod puzzles;
mod reproduce;
mod tree;
#[cfg(feature = "tune")]
mod tune;

use std::process::ExitCode;

use afterstate_runs::merge::MergeOptions;
use afterstate_runs::numbers::accept_negative_numbers;
use afterstate_runs::output;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

/// Fit outlooks, tune weights, judge players, and reproduce the tables of four papers
#[derive(Parser, Debug)]
#[command(name = "afterstate-lab", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Fit the outlook of a network to games of the 1 ms player
    Calibrate(calibrate::CalibrateOptions),
    /// Measure how much value players lose per move, by the judgment of a deeper search
    Judge(judge::JudgeOptions),
    /// Combine the shard files of `reproduce`, check them, and print its tables
    Merge(MergeOptions),
    /// Play games from a position and compare expected with final scores
    Outlook(outlook::OutlookOptions),
    /// Fit the forecast for people to games of simulated players, or compare it with games
    People(people::PeopleOptions),
    /// Mine positions in which one move is clearly right, for the page's puzzles
    Puzzles(puzzles::PuzzlesOptions),
    /// Play the games of a paper's tables and compare the paper's figures with ours
    Reproduce(reproduce::ReproduceOptions),
    /// Print the search tree of one of Cook's strategies
    Tree(tree::TreeOptions),
    /// Tune the weights of the built-in heuristic by playing games
    #[cfg(feature = "tune")]
    Tune(tune::TuneOptions),
}

fn main() -> ExitCode {
    let parsed = accept_negative_numbers(Cli::command()).get_matches();
    let parsed = Cli::from_arg_matches(&parsed).unwrap_or_else(|error| error.exit());
    output::end(match parsed.command {
        Command::Calibrate(options) => calibrate::run_command(&options),
        Command::Judge(options) => judge::run_command(&options),
        Command::Merge(options) => reproduce::merge::run_command(&options),
        Command::Outlook(options) => outlook::run_command(&options),
        Command::People(options) => people::run_command(&options),
        Command::Puzzles(options) => puzzles::run_command(&options),
        Command::Reproduce(options) => reproduce::run_command(&options),
        Command::Tree(options) => tree::run_command(&options),
        #[cfg(feature = "tune")]
        Command::Tune(options) => tune::run_command(&options).map(|()| output::Report::default()),
    })
}
