//! The header of a file of games: comments that name the program, the players and the shard, then
//! the column names. It must be the same when the games continue, so that different players' games
//! do not mix.

use std::fmt;
use std::ops::RangeInclusive;

use super::Key;
use crate::run_log::whole_table;
use afterstate::rules::tile;
use afterstate::search::signature;
use afterstate_papers::experiment::{self, GameSetup, Shard, SpawnLaw, csv, raw};

/// The header of a file of games.
#[derive(Clone, Debug, PartialEq)]
pub struct GamesHeader {
    /// The comments, each with its line end.
    pub comments: String,
    /// The shard and all games of all shards, if the file is a shard's.
    pub part: Option<Part>,
}

/// A shard, and the whole run that it is a part of.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The shard.
    pub shard: Shard,
    /// The games of all shards together.
    pub series: Vec<Series>,
}

/// The games of one player in all shards together.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The player and the board.
    pub key: Key,
    /// The seeds.
    pub seeds: RangeInclusive<u64>,
}

const SHARD: &str = "# shard ";
const GAMES: &str = "# games of ";
const SETUP: &str = "# setup ";
const PLAYER: &str = "# player ";

impl GamesHeader {
    /// A header whose first line names the program, the command and the search's signature.
    pub fn new(command: &str) -> GamesHeader {
        let version = env!("CARGO_PKG_VERSION");
        let comments = format!("# afterstate {command} {version}, search {}\n", signature::KNOWN);
        GamesHeader { comments, part: None }
    }

    /// Names what differs from a game of 4x4 by the rules.
    pub fn add_setup(&mut self, setup: &GameSetup) {
        let GameSetup { rows, cols, end_at, spawns } = *setup;
        let board = ((rows, cols) != (4, 4)).then(|| format!("{rows}x{cols}"));
        let end = end_at.map(|rank| format!("games end at {}", tile(rank)));
        let spawns = match spawns {
            SpawnLaw::Rules => None,
            SpawnLaw::Even => Some("even spawns".to_owned()),
            SpawnLaw::Twos => Some("2s only".to_owned()),
        };
        let differs: Vec<String> = [board, end, spawns].into_iter().flatten().collect();
        if !differs.is_empty() {
            self.comments += &format!("{SETUP}{}\n", differs.join(", "));
        }
    }

    /// Whether its games are of 4x4 by the rules, to the last move.
    pub fn is_usual(&self) -> bool {
        !self.comments.lines().any(|line| line.starts_with(SETUP))
    }

    /// Names a player, and what distinguishes it from others.
    pub fn add_player(&mut self, name: &str, identity: &str) {
        self.comments += &format!("{PLAYER}{name}: {identity}\n");
    }

    /// The names of the players, each with its identity.
    pub fn players(&self) -> impl Iterator<Item = (&str, &str)> {
        self.comments.lines().filter_map(|line| line.strip_prefix(PLAYER)?.split_once(": "))
    }

    /// The headers of the same run in files of earlier versions.
    pub fn former(&self) -> Vec<String> {
        let with_columns = |columns| format!("{}{columns}\n", self.without_columns());
        raw::FORMER.into_iter().map(with_columns).collect()
    }

    /// Reads a file of games, also of an earlier version, without an incomplete last line.
    ///
    /// # Errors
    /// The rest of a sentence that begins with the file's name, or the first line that is not a game.
    pub fn read(text: &str) -> Result<(GamesHeader, Vec<raw::Line>), String> {
        let text = &whole_table(text, &raw::READ);
        let (mut comments, mut shard, mut series) = (String::new(), None, Vec::new());
        for line in text.lines() {
            if raw::READ.contains(&line) {
                let part = shard.map(|shard| Part { shard, series });
                return Ok((GamesHeader { comments, part }, raw::read(text)?));
            }
            if let Some(text) = line.strip_prefix(SHARD) {
                shard = Some(text.parse()?);
            } else if let Some(text) = line.strip_prefix(GAMES) {
                series.push(
                    Series::read(text).ok_or_else(|| format!("has an invalid line {line:?}"))?,
                );
            } else if line.starts_with('#') {
                comments += line;
                comments.push('\n');
            } else {
                break;
            }
        }
        Err("is not a file of games: the column names are missing".to_owned())
    }

    fn without_columns(&self) -> String {
        let part = self.part.iter().map(|Part { shard, series }| {
            let series = series.iter().map(|series| format!("{GAMES}{series}\n"));
            format!("{SHARD}{shard}\n{}", series.collect::<String>())
        });
        self.comments.clone() + &part.collect::<String>()
    }
}

impl fmt::Display for GamesHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}{}", self.without_columns(), raw::COLUMNS)
    }
}

impl Series {
    fn read(text: &str) -> Option<Series> {
        let (key, seeds) = text.rsplit_once(": ")?;
        let (games, first) = seeds.split_once(" from seed ")?;
        let (games, first): (u64, u64) = (games.parse().ok()?, first.parse().ok()?);
        let key = match &csv::fields(key)[..] {
            [player, rows, cols] => (player.clone(), rows.parse().ok()?, cols.parse().ok()?),
            // As `match` wrote it when it played 4x4 only.
            [player] => (player.clone(), 4, 4),
            _ => return None,
        };
        Some(Series { key, seeds: experiment::seeds(first, games).ok()? })
    }
}

impl fmt::Display for Series {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = (self.seeds.start(), self.seeds.end());
        let (player, rows, cols) = &self.key;
        let (player, games) = (csv::quoted(player), last - first + 1);
        write!(f, "{player},{rows},{cols}: {games} from seed {first}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_is_read_as_it_was_written() {
        let mut header = GamesHeader::new("match");
        header.add_player("x", "anything: 3 from seed 4");
        assert_eq!(header.players().collect::<Vec<_>>(), [("x", "anything: 3 from seed 4")]);
        let line = "\"x\",4,4,1,2000,256,90,0.500000,\n";
        for part in [None, Some("2/3")] {
            header.part = part.map(|shard| Part {
                shard: shard.parse().unwrap(),
                series: vec![
                    Series { key: ("x: 1 from seed 2".to_owned(), 4, 5), seeds: 5..=8 },
                    Series { key: ("y".to_owned(), 4, 4), seeds: 0..=0 },
                ],
            });
            // The last line is half a game.
            let text = format!("{header}{line}\"y\",4,4,2,2000");
            let (read, games) = GamesHeader::read(&text).expect("a file of games");
            assert_eq!((&read, games.len()), (&header, 1));
            for former in header.former() {
                assert_eq!(GamesHeader::read(&former), Ok((header.clone(), Vec::new())));
            }
        }
        let columns = raw::COLUMNS;
        for bad in ["", columns, "# x\n", "1,2\nCOLUMNS\n", "# shard 9/3\nCOLUMNS\n"] {
            assert!(GamesHeader::read(&bad.replace("COLUMNS", columns)).is_err(), "{bad:?}");
        }
        for bad in ["x: 3", "x,4: 3 from seed 0", "x,4,y: 3 from seed 0"] {
            let text = format!("# games of {bad}\n{columns}\n");
            assert!(GamesHeader::read(&text).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn shard_of_a_former_match_names_players_without_their_board() {
        let text =
            format!("# shard 1/2\n# games of \"a:x=1,y=2\": 4 from seed 0\n{}\n", raw::FORMER[1]);
        let part = GamesHeader::read(&text).expect("a file of games").0.part.expect("a shard");
        assert_eq!(part.series, [Series { key: ("a:x=1,y=2".to_owned(), 4, 4), seeds: 0..=3 }]);
    }
}
