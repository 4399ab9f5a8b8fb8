//! The CSV file of a match: one line a game, written when it ends. Comments at the top name the program and the players
//! with all settings; they must be the same when a match continues, so that different players' games do not mix.

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

/// The column names.
pub const COLUMNS: &str = "player,seed,score,largest_tile,moves,seconds,nodes";

/// The open file of a match, locked against other processes.
pub struct Ledger {
    file: File,
    path: String,
}

impl Ledger {
    /// Opens or creates the file, and reads the games of each player in it.
    ///
    /// # Errors
    /// If the file is of another match, is damaged, is locked or cannot be written.
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
            // The file is new, or the program was killed while it wrote the head.
            file.write_all(&head.as_bytes()[text.len()..]).map_err(wrong)?;
            text.clone_from(&head);
        }
        let lines = rest(&text, &head).map_err(|error| format!("{name} {error}"))?;
        // An incomplete last line is not a game.
        let whole = lines.rfind('\n').map_or(0, |end| end + 1);
        file.set_len((head.len() + whole) as u64).map_err(wrong)?;
        let mut games = vec![Vec::new(); players.len()];
        for line in lines[..whole].lines() {
            let (player, played) = read(line)
                .ok_or_else(|| format!("{name}: {line:?} is not a game; expected {COLUMNS}"))?;
            let seat = players.iter().position(|contender| contender.name() == player);
            games[seat.ok_or_else(|| format!("{name} has games of another player, {player}"))?]
                .push(played);
        }
        Ok((Ledger { file, path: name }, games))
    }

    /// Appends a finished game.
    pub fn keep(&self, player: &str, played: &Played) -> Result<(), String> {
        let GameRecord { seed, score, largest_rank, moves, seconds } = played.record;
        let nodes = played.nodes.map_or(String::new(), |nodes| nodes.to_string());
        let tile = tile(largest_rank);
        let line = format!("\"{player}\",{seed},{score},{tile},{moves},{seconds:.6},{nodes}\n");
        // A single write, so that lines of two threads do not mix.
        (&self.file).write_all(line.as_bytes()).map_err(|error| format!("{}: {error}", self.path))
    }
}

/// The first lines of the file.
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

/// The lines of the games, if the text begins with the expected head.
fn rest<'a>(text: &'a str, head: &str) -> Result<&'a str, String> {
    if let Some(rest) = text.strip_prefix(head) {
        return Ok(rest);
    }
    let mut theirs = text.lines();
    for ours in head.lines() {
        let found = theirs.next().unwrap_or("nothing");
        if found != ours {
            return Err(format!(
                "is of another match: it has\n  {found}\nwhere this one has\n  {ours}\n\
                 Name another file, or give the same players and limits."
            ));
        }
    }
    Err("has an incomplete head; delete it".to_owned())
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
