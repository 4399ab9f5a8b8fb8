//! What only the command line has: one file a subcommand.

mod bench;
mod contender;
mod exact;
mod experiment;
mod judge;
mod r#match;
mod model;
mod numbers;
mod outlook;
mod output;
mod progress;
mod reproduce;
pub mod serve;
mod think;
pub mod train;
mod tree;
mod tune;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use output::{Ended, note};

/// 2048: play experiments with its programs and set them beside their documents.
#[derive(Parser, Debug)]
#[command(name = "afterstate", version)]
struct Line {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Check the search's signature and measure its speed
    Bench(bench::Options),
    /// Solve a small board exactly
    Exact(exact::Options),
    /// Play many seeded games of strategies and write their statistics
    Experiment(experiment::Options),
    /// Value positions by a deep search and tell what players lose there by their moves
    Judge(judge::Options),
    /// Play many games of one or two players, kept game by game, and compare them
    Match(r#match::Options),
    /// Pack, describe or measure trained networks
    Model(model::Options),
    /// Play on from a position and set what players expect beside what they make
    Outlook(outlook::Options),
    /// Play a document's tables again and set its figures beside ours
    Reproduce(reproduce::Options),
    /// Serve the built page on localhost
    Serve(serve::Options),
    /// Show what strategies think of one position
    Think(think::Options),
    /// Write the tree that one of Cook's strategies looks at
    Tree(tree::Options),
    /// Find weights for the built-in evaluator by playing games
    Tune(tune::Options),
    /// Train an n-tuple network, or go on with a run from its checkpoint
    Train(Box<train::options::TrainOptions>),
}

/// Runs the command line; what went wrong goes to standard error.
pub fn run() -> ExitCode {
    let done = match Line::parse().command {
        Command::Bench(options) => bench::run_command(&options),
        Command::Exact(options) => exact::run_command(&options),
        Command::Experiment(options) => experiment::run_command(&options),
        Command::Judge(options) => judge::run_command(&options),
        Command::Match(options) => r#match::run_command(&options),
        Command::Model(options) => model::run_command(&options),
        Command::Outlook(options) => outlook::run_command(&options),
        Command::Reproduce(options) => reproduce::run_command(&options),
        Command::Serve(options) => serve::run_command(&options),
        Command::Think(options) => think::run_command(&options),
        Command::Tree(options) => tree::run_command(&options),
        Command::Tune(options) => tune::run_command(&options),
        Command::Train(options) => {
            train::options::train(&options).map_err(|error| Ended::Failed(error.to_string()))
        }
    };
    match done {
        Ok(()) | Err(Ended::Unread) => ExitCode::SUCCESS,
        Err(Ended::Failed(message)) => {
            note!("error: {message}\n");
            ExitCode::FAILURE
        }
    }
}
