//! The header of a file of games: comments that name the program, the players and the shard, then
//! the column names. It must be the same when the games continue, so that different players' games
//! do not mix.

use std::fmt;
use std::ops::RangeInclusive;

use crate::run_log::whole_lines;
use afterstate::search::signature;
use afterstate_papers::experiment::{self, Shard};

/// The header of a file of games.
#[derive(Clone, Debug, PartialEq)]
pub struct GamesHeader {
    /// The comments, each with its line end.
    pub comments: String,
    /// The shard and all games of all shards, if the file is a shard's.
    pub part: Option<Part>,
    /// The column names.
    pub columns: &'static str,
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
    /// How each line of its games begins: the player in quotes and, for some commands, the board's
    /// size.
    pub key: String,
    /// The seeds.
    pub seeds: RangeInclusive<u64>,
}

const SHARD: &str = "# shard ";
const GAMES: &str = "# games of ";

impl GamesHeader {
    /// A header whose first line names the program, the command and the search's signature.
    pub fn new(command: &str, columns: &'static str) -> GamesHeader {
        let version = env!("CARGO_PKG_VERSION");
        let comments = format!("# afterstate {command} {version}, search {}\n", signature::KNOWN);
        GamesHeader { comments, part: None, columns }
    }

    /// Reads the header of a text and returns it with the [whole lines](whole_lines) of the games.
    /// `all` are the known columns.
    pub fn read<'a>(text: &'a str, all: &[&'static str]) -> Result<(GamesHeader, &'a str), String> {
        let (mut comments, mut shard, mut series) = (String::new(), None, Vec::new());
        let mut rest = text;
        while let Some((line, after)) = rest.split_once('\n') {
            rest = after;
            if let Some(&columns) = all.iter().find(|&&columns| columns == line) {
                let part = shard.map(|shard| Part { shard, series: std::mem::take(&mut series) });
                return Ok((GamesHeader { comments, part, columns }, whole_lines(rest)));
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
}

impl fmt::Display for GamesHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.comments)?;
        if let Some(part) = &self.part {
            writeln!(f, "{SHARD}{}", part.shard)?;
            part.series.iter().try_for_each(|series| writeln!(f, "{GAMES}{series}"))?;
        }
        writeln!(f, "{}", self.columns)
    }
}

impl Series {
    fn read(text: &str) -> Option<Series> {
        let (key, seeds) = text.rsplit_once(": ")?;
        let (games, first) = seeds.split_once(" from seed ")?;
        let (games, first): (u64, u64) = (games.parse().ok()?, first.parse().ok()?);
        Some(Series { key: key.to_owned(), seeds: experiment::seeds(first, games).ok()? })
    }
}

impl fmt::Display for Series {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = (self.seeds.start(), self.seeds.end());
        write!(f, "{}: {} from seed {first}", self.key, last - first + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_is_read_as_it_was_written() {
        let mut header = GamesHeader::new("match", "a,b");
        header.comments += "# player x: anything: 3 from seed 4\n";
        for part in [None, Some("2/3")] {
            header.part = part.map(|shard| Part {
                shard: shard.parse().unwrap(),
                series: vec![
                    Series { key: "\"x: 1 from seed 2\"".to_owned(), seeds: 5..=8 },
                    Series { key: "\"y\",4,4".to_owned(), seeds: 0..=0 },
                ],
            });
            let text = format!("{header}1,2\n");
            assert_eq!(GamesHeader::read(&text, &["c", "a,b"]), Ok((header.clone(), "1,2\n")));
        }
        for bad in
            ["", "a,b", "# x\n", "1,2\na,b\n", "# shard 9/3\na,b\n", "# games of x: 3\na,b\n"]
        {
            assert!(GamesHeader::read(bad, &["a,b"]).is_err(), "{bad:?}");
        }
    }
}
