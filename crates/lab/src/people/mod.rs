//! `cargo lab people`: fits the forecast for people to games of simulated players, and compares it with
//! other games (docs/evidence/people.md). How models/people.bin was made, on one core, in twenty
//! minutes for the judge and four for the tables, with fixed seeds:
//!
//! ```text
//! T="bcdef acdef 789ab 689ab abdef 9abef 679ab 69abe/14"
//! cargo lab people boards models/lite.bin > archive.txt
//! afterstate match models/lite.bin:ply=1 --games 60 --seed 900001 --boards strong.txt --every 25
//! cat strong.txt >> archive.txt
//! afterstate train --checkpoint judge.ckpt --network "$T" --policy models/lite.bin --errors 0.05 \
//!   --restart 0 --archive archive.txt --archive-share 0.6 --explore 0.3 \
//!   --schedule tc:1@80e6,tc:0.25@40e6
//! afterstate model pack judge.ckpt judge.bin --step 8 --price 1e4
//! cargo lab people fit judge.bin models/lite.bin people.bin
//! cargo lab people check people.bin models/lite.bin
//! ```
//!
//! A judge that learned the value of its own best moves, with errors, called random moves better than
//! greedy ones: it undervalued boards that others leave. The moves of another network, and boards of
//! players who weigh what they see, mended this.

mod check;
mod fit;
mod players;
mod strangers;

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use afterstate::eval::ntuple::{Model, file};
use afterstate::eval::people::{People, write};
use afterstate::rules::Grid;
use afterstate_runs::numbers::whole;
use afterstate_runs::output::{CommandError, Report, note};

/// The options of `cargo lab people`.
#[derive(Args, Debug)]
pub struct PeopleOptions {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Write boards of weak players, one a line, for `afterstate train --archive`
    Boards {
        /// The network whose moves the players make, beside their errors
        network: PathBuf,
    },
    /// Fit levels and forecasts to games, and write the file for the page
    Fit {
        /// The network of the judge
        judge: PathBuf,
        /// The network of the strongest level
        strong: PathBuf,
        /// The file to write. A file that exists is replaced
        out: PathBuf,
    },
    /// Compare forecasts, levels and accuracies with games
    Check {
        /// A file of `fit`
        file: PathBuf,
        /// The network of the strongest level
        strong: PathBuf,
        /// Games of each player
        #[arg(long, default_value_t = 300, value_parser = whole(2))]
        games: u64,
    },
}

/// Runs the command.
///
/// # Errors
/// A message for the user.
pub fn run_command(options: &PeopleOptions) -> Result<Report, CommandError> {
    match &options.command {
        Command::Boards { network } => Ok(Report::new(boards(&network_of(network)?))),
        Command::Fit { judge, strong, out } => {
            let (bytes, strong) = (bytes_of(judge)?, network_of(strong)?);
            let network = read_network(judge, &bytes)?;
            let table = fit::fit(&network, &strong, &mut |line| note!("{line}\n"));
            Ok(Report::default().with_file(out, write(&table, &bytes)))
        }
        Command::Check { file, strong, games } => {
            let (bytes, strong) = (bytes_of(file)?, network_of(strong)?);
            let people =
                People::read(&bytes).map_err(|error| format!("{}: {error}", file.display()))?;
            let judge = people.network().clone();
            let tables = [
                check::cost(&people, bytes.len(), &judge),
                check::levels(&people, strangers::known_strangers(), 20, *games, 60),
                check::levels(&people, strangers::held_out(&strong), 80, *games, 60),
                check::left_out(&people),
                check::accuracies(&people, &judge, &strong, *games),
                check::accuracies_by_the_ai(&people, &strong),
                check::forecasts(&people, &strong, *games),
            ];
            Ok(Report::new(tables.join("\n")))
        }
    }
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn read_network(path: &Path, bytes: &[u8]) -> Result<Model, String> {
    file::read(bytes, |_| ()).map_err(|error| format!("{}: {error}", path.display()))
}

fn network_of(path: &Path) -> Result<Model, String> {
    read_network(path, &bytes_of(path)?)
}

/// Boards of games with many errors, which the judge would otherwise never see: the share of errors,
/// the games, and the moves between two boards.
const WEAK: [(f64, u64, usize); 6] =
    [(0.1, 60, 20), (0.2, 150, 15), (0.3, 300, 10), (0.5, 500, 8), (0.75, 600, 6), (1.0, 800, 5)];

/// Players who weigh what they see, with the games of each and the moves between two boards.
const WEIGHERS: (usize, u64, usize) = (60, 40, 8);

fn boards(network: &Model) -> String {
    let mut text = String::new();
    let mut add = |kind: &mut players::Kind, first: u64, count: u64, every: usize| {
        for seed in first..first + count {
            let game = players::play(kind, seed);
            let some = game.moves.iter().skip(seed as usize % every).step_by(every);
            some.for_each(|played| text.push_str(&format!("{}\n", Grid::from(played.0))));
        }
    };
    for (place, &(errors, count, every)) in WEAK.iter().enumerate() {
        let first = 700_000_000 + 100_000 * place as u64;
        add(&mut players::erring(network, errors), first, count, every);
    }
    let (count, games, every) = WEIGHERS;
    for (place, mut player) in players::weighers(count).into_iter().enumerate() {
        add(&mut player.kind, 710_000_000 + 100_000 * place as u64, games, every);
    }
    text
}
