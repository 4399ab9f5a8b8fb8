//! `afterstate match`: many seeded games of any players on any board, as tables, raw games, histograms
//! and positions. Every finished game is written to a CSV file at once, and the same command plays only
//! the games that are missing there, so an interrupted match continues.

mod catalog;
mod positions;
pub mod report;

use std::path::{Path, PathBuf};

use clap::Args;

use afterstate::search::clock::Clock;
use afterstate_papers::experiment::table::Format;
use afterstate_papers::experiment::{GameRecord, GameSetup, SpawnLaw, seeds};
use afterstate_papers::players;
use afterstate_runs::contender::{self, Contender};
use afterstate_runs::files::{check_outputs, open_folder, open_locked};
use afterstate_runs::games::header::{GamesHeader, Series};
use afterstate_runs::games::saved::{Entrant, Playing, SavedGames};
use afterstate_runs::games::{Key, Scheduling};
use afterstate_runs::histogram;
use afterstate_runs::numbers::{named, threads, whole};
use afterstate_runs::output::{CommandError, Report};
use positions::Positions;

/// The options of `afterstate match`.
#[derive(Args, Debug)]
#[command(after_help = format!(
    "{}\n\n  afterstate match expectimax:ms=2 models/lite.bin:ms=2 --games 100 --csv games.csv\n  \
     afterstate match greedy monte-carlo:playouts=50 --board 5x5 --games 200",
    contender::HELP
))]
pub struct MatchOptions {
    /// The players: strategies or the files of networks, see below
    #[arg(value_name = "PLAYER", required_unless_present = "list")]
    players: Vec<String>,
    /// Print all strategies with their parameters (as JSON with --format json), and play nothing
    #[arg(long, conflicts_with_all = [
        "players", "games", "board", "seed", "threads", "end_at", "spawns", "clock", "csv",
        "histograms", "boards", "shard", "progress",
    ])]
    list: bool,
    /// Games for each player
    #[arg(long, default_value_t = 100, value_parser = whole(1))]
    games: u64,
    /// Board size as ROWSxCOLUMNS, from 2x2 to 9x9. Networks play 4x4
    #[arg(long, default_value = "4x4", value_parser = board)]
    board: (usize, usize),
    /// Seed of the first game; each later game adds 1
    #[arg(long, default_value_t = 0, value_parser = whole(0))]
    seed: u64,
    /// Games in parallel, each on one thread, up to 256; 0 for all cores
    #[arg(long, default_value_t = 0, value_parser = threads())]
    threads: usize,
    /// End each game when it reaches this tile
    #[arg(long, value_name = "TILE", value_parser = tile)]
    end_at: Option<u8>,
    /// Share of 4s among new tiles: one in ten, as in the game (rules), one in two (even), or none
    /// (twos)
    #[arg(long, default_value = "rules", value_parser = named(&SPAWNS))]
    spawns: SpawnLaw,
    /// The clock for time limits (ms): wall time, or the processor time of the game's own thread,
    /// which other programs on the machine do not affect
    #[arg(long, default_value = "wall", value_parser = named(&CLOCKS))]
    clock: Clock,
    /// Format of the tables
    #[arg(long, default_value = "text", value_parser = named(&Format::ALL))]
    format: Format,
    /// Save every game to this CSV file; its folder is made if needed. Games that the file already
    /// has are not played again
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a histogram of each player's scores to this folder, as an SVG file. The folder is made
    /// if needed
    #[arg(long, value_name = "FOLDER")]
    histograms: Option<PathBuf>,
    /// Write positions of the games to this file, one per line, for `afterstate train --archive`.
    /// Saved games have none
    #[arg(long, value_name = "FILE", conflicts_with_all = ["csv", "shard"])]
    boards: Option<PathBuf>,
    /// Write one position in this many moves
    #[arg(long, value_name = "MOVES", default_value_t = 20, requires = "boards", value_parser = whole(1))]
    every: u64,
    #[command(flatten)]
    scheduling: Scheduling,
}

/// The names of the clocks.
const CLOCKS: [(&str, Clock); 2] = [("wall", Clock::Wall), ("processor", Clock::Processor)];

/// The names of the spawn laws.
const SPAWNS: [(&str, SpawnLaw); 3] =
    [("rules", SpawnLaw::Rules), ("even", SpawnLaw::Even), ("twos", SpawnLaw::Twos)];

/// Reads a board size such as `4x4`.
///
/// # Errors
/// A message that says what is accepted.
pub fn board(text: &str) -> Result<(usize, usize), String> {
    let expected = || format!("{text:?} is not a board size. Write ROWSxCOLUMNS, such as 4x4.");
    let (rows, cols) = text.split_once(['x', 'X']).ok_or_else(expected)?;
    let side = |text: &str| text.trim().parse().map_err(|_| expected());
    let (rows, cols) = (side(rows)?, side(cols)?);
    afterstate::rules::Grid::new(rows, cols).map_err(|error| error.to_string())?;
    Ok((rows, cols))
}

/// Reads a tile such as `2048` as its rank.
fn tile(text: &str) -> Result<u8, String> {
    let tile: Option<u64> = text.parse().ok();
    tile.filter(|tile| tile.is_power_of_two() && (4..=1 << 40).contains(tile))
        .map(|tile| tile.ilog2() as u8)
        .ok_or_else(|| {
            format!("{text:?} is not a tile. Tiles are powers of two from 4 to 1099511627776.")
        })
}

/// Runs the command and prints the tables.
///
/// # Errors
/// A message for the user.
pub fn run_command(options: &MatchOptions) -> Result<Report, CommandError> {
    if options.list {
        return Ok(Report::new(match options.format {
            Format::Json => format!("{}\n", players::describe::json()),
            _ => catalog::text(),
        }));
    }
    // Everything is checked before the first game, so that a typo does not waste hours.
    let (rows, cols) = options.board;
    let setup = GameSetup { rows, cols, end_at: options.end_at, spawns: options.spawns };
    let entrant = |text: &String| Ok(Entrant::new(Contender::read_for(text, (rows, cols))?, setup));
    let entrants = options.players.iter().map(entrant);
    let entrants = entrants.collect::<Result<Vec<_>, CommandError>>()?;
    let keys: Vec<Key> = entrants.iter().map(Entrant::key).collect();
    if let Some(place) = (1..keys.len()).find(|&place| keys[..place].contains(&keys[place])) {
        let player = &keys[place].0;
        return Err(format!("{player} is given twice; a match needs different players").into());
    }
    let seeds = seeds(options.seed, options.games)?;
    let inputs: Vec<&Path> = entrants.iter().filter_map(|one| one.contender().file()).collect();
    let outputs = [&options.csv, &options.boards].into_iter().flatten();
    check_outputs(&outputs.map(PathBuf::as_path).collect::<Vec<_>>(), &inputs)?;
    let _locked = options.boards.as_deref().map(open_locked).transpose()?;
    let series = keys.iter().map(|key| Series { key: key.clone(), seeds: seeds.clone() });
    let header = header(&entrants, &setup, options.clock);
    let scheduling = &options.scheduling;
    let header = scheduling.complete(header, series.collect(), options.csv.is_some())?;
    let mut saved = SavedGames::open(options.csv.as_deref(), &header, scheduling)?;
    if let Some(stranger) = saved.keys().find(|key| !keys.contains(key)) {
        return Err(format!("the file has games of another player, {}", stranger.0).into());
    }
    options.histograms.as_deref().map_or(Ok(()), open_folder)?;

    let positions = Positions::every(options.every);
    let observer = |player, seed, moves, grid: &_| {
        if options.boards.is_some() {
            positions.add(player, seed, moves, grid);
        }
    };
    let playing = Playing {
        name: "match",
        threads: options.threads,
        clock: options.clock,
        observer: &observer,
    };
    saved.play(&entrants, seeds.clone(), &playing)?;
    let games = keys.into_iter().map(|key| {
        let mut games = saved.of(&key, *seeds.start());
        games.retain(|game| seeds.contains(&game.seed));
        (key, games)
    });
    let games: Vec<(Key, Vec<GameRecord>)> = games.collect();
    let mut files = Vec::new();
    for (key, games) in games.iter().filter(|(_, games)| !games.is_empty()) {
        let folder = options.histograms.iter();
        let drawings = folder.map(|folder| histogram(folder, &key.0, games));
        files.extend(drawings.collect::<Result<Vec<_>, _>>()?);
    }
    files.extend(options.boards.clone().map(|path| (path, positions.text())));
    Ok(Report::new(report::write(&games, options.format)).with_files(files))
}

/// The header of a file of games, without a shard.
fn header(entrants: &[Entrant], setup: &GameSetup, clock: Clock) -> GamesHeader {
    let mut header = GamesHeader::new("match");
    if clock == Clock::Processor {
        header.comments += "# time: that of each game's thread on the processor\n";
    }
    header.add_setup(setup);
    for entrant in entrants {
        header.add_player(&entrant.key().0, entrant.contender().identity());
    }
    header
}

/// The file in the folder with the histogram of a strategy's games.
fn histogram(
    folder: &Path,
    name: &str,
    games: &[GameRecord],
) -> Result<(PathBuf, String), CommandError> {
    // Five games per bar on average, and no more bars than one can read.
    let bins = (games.len() / 5).clamp(10, 40);
    let file: String = name.chars().map(file_letter).collect();
    let path = folder.join(file + ".svg");
    let scores = games.iter().map(|game| game.score as f64).collect();
    let svg =
        histogram::svg("Scores", &[(name, scores)], bins).map_err(|error| error.to_string())?;
    Ok((path, svg))
}

fn file_letter(letter: char) -> char {
    if letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.') { letter } else { '-' }
}
