//! `afterstate match`: many seeded games of one or two players. Every finished game is written to a
//! CSV file at once, and the same command plays only the games that are missing there, so an
//! interrupted match continues.

pub mod report;

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;

use afterstate::search::clock::{Clock, Stopwatch};
use afterstate_papers::experiment::table::Format;
use afterstate_papers::experiment::{
    ExperimentError, GameSetup, Missing, Observer, Shard, player_seed, round_to_microseconds,
    seeds, share_out,
};
use afterstate_papers::strategy::Player;
use afterstate_runs::contender::{self, Contender};
use afterstate_runs::games::Scheduling;
use afterstate_runs::games::header::Series;
use afterstate_runs::games::match_file::{self, Played};
use afterstate_runs::numbers::{named, threads, whole};
use afterstate_runs::output::{CommandError, Report};
use afterstate_runs::progress::Progress;
use afterstate_runs::run_log::RunLog;

/// The options of `afterstate match`.
#[derive(Args, Debug)]
#[command(after_help = format!(
    "{}\n\n  afterstate match expectimax:ms=2 models/lite.bin:ms=2 --games 100 --csv games.csv",
    contender::HELP
))]
pub struct MatchOptions {
    /// One or two players: strategies or the files of networks, see below
    #[arg(value_name = "PLAYER", required = true, num_args = 1..=2)]
    players: Vec<String>,
    /// Games for each player
    #[arg(long, default_value_t = 100, value_parser = whole(1))]
    games: u64,
    /// Seed of the first game; each later game adds 1
    #[arg(long, default_value_t = 0, value_parser = whole(0))]
    seed: u64,
    /// Games in parallel, each on one thread, up to 256; 0 for all cores
    #[arg(long, default_value_t = 0, value_parser = threads())]
    threads: usize,
    /// Save every game to this CSV file; its folder is made if needed. Games that the file already
    /// has are not played again
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// The clock for time limits (ms): wall time, or the processor time of the game's own thread,
    /// which other programs on the machine do not affect
    #[arg(long, default_value = "wall", value_parser = named(&CLOCKS))]
    clock: Clock,
    /// Format of the tables
    #[arg(long, default_value = "text", value_parser = named(&FORMATS))]
    format: Format,
    #[command(flatten)]
    scheduling: Scheduling,
}

/// The names of the clocks.
const CLOCKS: [(&str, Clock); 2] = [("wall", Clock::Wall), ("processor", Clock::Processor)];

/// The names of the formats.
const FORMATS: [(&str, Format); 2] = [("text", Format::Text), ("markdown", Format::Markdown)];

/// Runs the command and prints the tables.
///
/// # Errors
/// A message for the user.
pub fn run_command(options: &MatchOptions) -> Result<Report, CommandError> {
    let players: Vec<Contender> =
        options.players.iter().map(|text| Contender::read(text)).collect::<Result<_, _>>()?;
    if let [one, other] = &players[..]
        && one.name() == other.name()
    {
        return Err(format!(
            "both players are {}; a match needs two different players",
            one.name()
        )
        .into());
    }
    let seeds = seeds(options.seed, options.games)?;
    let games = play(&players, seeds, options)?;
    let names: Vec<&str> = players.iter().map(Contender::name).collect();
    let markdown = options.format == Format::Markdown;
    Ok(Report::new(report::write(&names, &games, markdown)))
}

/// The games of a match by index: those of all players with one seed, then those with the next, so
/// that an interrupted match has pairs.
struct Games {
    shard: Shard,
    seeds: RangeInclusive<u64>,
    players: usize,
}

impl Games {
    /// The number of games, at most 2^64 - 1.
    fn count(&self) -> u64 {
        self.shard.games(&self.seeds).saturating_mul(self.players as u64)
    }

    /// The index of a game; `None` if it is not one of these games.
    fn index(&self, player: usize, seed: u64) -> Option<u64> {
        let place = self.shard.place(&self.seeds, seed)?;
        place.checked_mul(self.players as u64)?.checked_add(player as u64)
    }

    /// The index of the player, and the seed, of a game by its index.
    fn game(&self, index: u64) -> (usize, u64) {
        let players = self.players as u64;
        ((index % players) as usize, self.shard.seed(&self.seeds, index / players))
    }
}

/// The games of all seeds by player, in the order of the seeds: those of the file and, played
/// now, the missing ones.
fn play(
    players: &[Contender],
    seeds: RangeInclusive<u64>,
    options: &MatchOptions,
) -> Result<Vec<Vec<Played>>, CommandError> {
    options.clock.choose()?;
    let (file, mut games) = open_file(players, &seeds, options)?;
    for games in &mut games {
        games.retain(|game| seeds.contains(&game.record.seed));
        // A file that was put together from others may have a game twice.
        games.sort_by_key(|game| game.record.seed);
        games.dedup_by_key(|game| game.record.seed);
    }
    let all = &Games { shard: options.scheduling.shard(), seeds, players: players.len() };
    let known = (0..).zip(&games).flat_map(|(player, games)| {
        games.iter().filter_map(move |game| all.index(player, game.record.seed))
    });
    let missing = Missing::new(all.count(), known);
    let style = options.scheduling.style();
    let progress = Progress::resumed("match", all.count(), missing.count(), style);
    let game_of = |place| all.game(missing.index(place));
    let count = missing.count();
    let played = play_missing(players, count, game_of, file.as_ref(), &progress, options);
    progress.finish();
    if let Some(file) = &file {
        file.result()?;
    }
    for (player, played) in played? {
        games[player].push(played);
    }
    for games in &mut games {
        games.sort_by_key(|game| game.record.seed);
    }
    Ok(games)
}

/// Opens the file of the options, if there is one, and reads its games by player.
fn open_file(
    players: &[Contender],
    seeds: &RangeInclusive<u64>,
    options: &MatchOptions,
) -> Result<(Option<RunLog>, Vec<Vec<Played>>), String> {
    let series = players.iter().map(|player| {
        let key = format!("\"{}\"", player.name());
        Series { key, seeds: seeds.clone() }
    });
    let header = match_file::header(players, options.clock);
    let header =
        options.scheduling.complete(header, series.collect(), "--csv", options.csv.is_some())?;
    match &options.csv {
        Some(path) => {
            let (file, games) = match_file::open(path, &header, players)?;
            Ok((Some(file), games))
        }
        None => Ok((None, vec![Vec::new(); players.len()])),
    }
}

/// Plays the missing games, of which `game_of` returns the player's index and the seed, on all
/// threads, and writes each to the file when it ends. Returns them with the index of their player.
/// Stops when the file cannot be written.
fn play_missing(
    contenders: &[Contender],
    count: u64,
    game_of: impl Fn(u64) -> (usize, u64) + Sync,
    file: Option<&RunLog>,
    progress: &Progress,
    options: &MatchOptions,
) -> Result<Vec<(usize, Played)>, ExperimentError> {
    let players_of_a_thread = || {
        options.clock.choose().expect("it worked on the main thread");
        // Players are built when they are first needed, because a network's tables take a while.
        Ok(contenders.iter().map(|_| None).collect::<Vec<_>>())
    };
    share_out(count, options.threads, players_of_a_thread, |players, index| {
        if file.is_some_and(|file| file.result().is_err()) {
            return None;
        }
        let (at, seed) = game_of(index);
        let player = players[at].get_or_insert_with(|| contenders[at].player());
        let played = game(player.as_mut(), seed, progress)?;
        if let Some(file) = file {
            file.append(&match_file::line(contenders[at].name(), &played)).ok()?;
        }
        Some((at, played))
    })
}

fn game(player: &mut dyn Player, seed: u64, progress: &Progress) -> Option<Played> {
    player.new_game(player_seed(seed));
    let watch = Stopwatch::start();
    let mut record = GameSetup::RULES.play(player, seed, progress)?;
    record.seconds = round_to_microseconds(watch.ms() / 1e3);
    progress.game_ended(&record);
    Some(Played { record, nodes: player.nodes() })
}
