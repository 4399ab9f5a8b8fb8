//! The CSV file of a match: one line per game, written when it ends.

use std::path::Path;

use super::header::GamesHeader;
use crate::contender::Contender;
use crate::run_log::RunLog;
use afterstate::rules::tile;
use afterstate::search::clock::Clock;
use afterstate_papers::experiment::{GameRecord, csv, raw};

/// One game of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played {
    /// The game.
    pub record: GameRecord,
    /// Nodes of all its searches, if the player counts them.
    pub nodes: Option<u64>,
}

/// The column names.
pub const COLUMNS: &str = "player,seed,score,largest_tile,moves,seconds,nodes";

/// Opens or creates the file of a match, and reads the games of each player in it.
///
/// # Errors
/// If the file is of another match, is damaged, is locked or cannot be written.
pub fn open(
    path: &Path,
    header: &GamesHeader,
    players: &[Contender],
) -> Result<(RunLog, Vec<Vec<Played>>), String> {
    let name = path.display().to_string();
    let (log, lines) = RunLog::open(path, &header.to_string())?;
    let mut games = vec![Vec::new(); players.len()];
    for line in lines.lines() {
        let (player, played) = read(line)
            .ok_or_else(|| format!("{name}: {line:?} is not a game; expected {COLUMNS}"))?;
        let index = players.iter().position(|contender| contender.name() == player);
        games[index.ok_or_else(|| format!("{name} has games of another player, {player}"))?]
            .push(played);
    }
    Ok((log, games))
}

/// A game as a line of the file.
pub fn line(player: &str, played: &Played) -> String {
    let GameRecord { seed, score, largest_rank, moves, seconds } = played.record;
    let nodes = played.nodes.map_or(String::new(), |nodes| nodes.to_string());
    let (player, tile) = (csv::quoted(player), tile(largest_rank));
    format!("{player},{seed},{score},{tile},{moves},{seconds:.6},{nodes}\n")
}

/// The prefix of a player's line in the header.
const PLAYER: &str = "# player ";

/// The header of the file of a match that is not sharded.
pub fn header(players: &[Contender], clock: Clock) -> GamesHeader {
    let mut header = GamesHeader::new("match", COLUMNS);
    if clock == Clock::Processor {
        header.comments += "# time: that of each game's thread on the processor\n";
    }
    for player in players {
        header.comments += &format!("{PLAYER}{}: {}\n", player.name(), player.identity());
    }
    header
}

/// The names of the players in a header, each with its identity.
pub fn players(header: &GamesHeader) -> impl Iterator<Item = (&str, &str)> {
    header.comments.lines().filter_map(|line| line.strip_prefix(PLAYER)?.split_once(": "))
}

/// Reads a line of the file.
pub fn read(line: &str) -> Option<(String, Played)> {
    let fields = csv::fields(line);
    let [player, seed, score, largest_tile, moves, seconds, nodes] = &fields[..] else {
        return None;
    };
    let record = raw::record([seed, score, largest_tile, moves, seconds])?;
    let nodes = if nodes.is_empty() { None } else { Some(nodes.parse().ok()?) };
    Some((player.clone(), Played { record, nodes }))
}
