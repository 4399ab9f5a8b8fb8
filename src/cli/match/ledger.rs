//! The file of a match: one line of CSV a game, written when it ends.
//!
//! Comments at the top name the program and the players with all their settings. They must be the
//! same when a match goes on: games of another search, another network or other limits do not mix.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use super::Played;
use crate::cli::contender::Contender;
use crate::experiment::GameRecord;
use crate::files::hold;
use crate::rules::tile;
use crate::search::clock::Clock;
use crate::search::signature;

/// The line of column names.
pub const COLUMNS: &str = "player,seed,score,largest_tile,moves,seconds,nodes";

/// An open file of a match; no other process has it.
pub struct Ledger {
    file: File,
    path: String,
}

impl Ledger {
    /// Opens or begins the file; the games of each player that are there already come with it.
    ///
    /// # Errors
    /// If the file is of another match, is damaged, is being written or cannot be.
    pub fn open(
        path: &Path,
        players: &[Contender],
        clock: Clock,
    ) -> Result<(Ledger, Vec<Vec<Played>>), String> {
        let name = path.display().to_string();
        let wrong = |error: std::io::Error| format!("{name}: {error}");
        let mut file = hold(path)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(wrong)?;
        let head = head(players, clock);
        if head.starts_with(&text) {
            // New, or a kill came in the middle of the head.
            file.write_all(&head.as_bytes()[text.len()..]).map_err(wrong)?;
            text.clone_from(&head);
        }
        let lines = rest(&text, &head).map_err(|error| format!("{name} {error}"))?;
        // A line that a kill cut short is no game.
        let whole = lines.rfind('\n').map_or(0, |end| end + 1);
        file.set_len((head.len() + whole) as u64).map_err(wrong)?;
        let mut games = vec![Vec::new(); players.len()];
        for line in lines[..whole].lines() {
            let (player, played) = read(line)
                .ok_or_else(|| format!("{name}: {line:?} is no game; expected {COLUMNS}"))?;
            let seat = players.iter().position(|contender| contender.name() == player);
            games[seat.ok_or_else(|| format!("{name} has games of {player}"))?].push(played);
        }
        Ok((Ledger { file, path: name }, games))
    }

    /// Writes a game that has ended.
    pub fn keep(&self, player: &str, played: &Played) -> Result<(), String> {
        let GameRecord { seed, score, largest_rank, moves, seconds } = played.record;
        let nodes = played.nodes.map_or(String::new(), |nodes| nodes.to_string());
        let tile = tile(largest_rank);
        let line = format!("\"{player}\",{seed},{score},{tile},{moves},{seconds:.6},{nodes}\n");
        // One write, so that lines of two threads do not mix and a kill cuts at most one.
        (&self.file).write_all(line.as_bytes()).map_err(|error| format!("{}: {error}", self.path))
    }
}

/// What the file of a match begins with.
fn head(players: &[Contender], clock: Clock) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut head = format!("# afterstate match {version}, search {}\n", signature::KNOWN);
    if clock == Clock::Processor {
        head += "# time: that of each game's thread on the processor\n";
    }
    for player in players {
        head += &format!("# player {}: {}\n", player.name(), player.identity());
    }
    head + COLUMNS + "\n"
}

/// The games' lines, if the text begins as it must.
fn rest<'a>(text: &'a str, head: &str) -> Result<&'a str, String> {
    if let Some(rest) = text.strip_prefix(head) {
        return Ok(rest);
    }
    let mut theirs = text.lines();
    for ours in head.lines() {
        let found = theirs.next().unwrap_or("nothing");
        if found != ours {
            return Err(format!(
                "is of another match: it says\n  {found}\nwhere this one has\n  {ours}\n\
                 name another file, or give the players and limits of that one"
            ));
        }
    }
    Err("ends within its head".to_owned())
}

fn read(line: &str) -> Option<(&str, Played)> {
    let (player, rest) = line.strip_prefix('"')?.split_once("\",")?;
    let fields: Vec<&str> = rest.split(',').collect();
    let [seed, score, largest_tile, moves, seconds, nodes] = fields[..] else { return None };
    let largest_tile: u64 = largest_tile.parse().ok()?;
    let record = GameRecord {
        seed: seed.parse().ok()?,
        score: score.parse().ok()?,
        largest_rank: largest_tile.checked_ilog2().unwrap_or(0) as u8,
        moves: moves.parse().ok()?,
        seconds: seconds.parse().ok()?,
    };
    let nodes = if nodes.is_empty() { None } else { Some(nodes.parse().ok()?) };
    Some((player, Played { record, nodes }))
}
