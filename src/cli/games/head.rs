//! The head of a file of games: comments that name the program, the players and the shard, then the
//! column names. It must be the same when the games continue, so that different players' games do
//! not mix.

use std::fmt;
use std::fs::File;
use std::io::{Read, Write};
use std::ops::RangeInclusive;
use std::path::Path;

use crate::experiment::{self, Shard};
use crate::files::hold;
use crate::search::signature;
use crate::strategy::with_current_names;

/// The head of a file of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
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

impl Head {
    /// A head whose first line names the program, the command and the search's signature.
    pub fn new(command: &str, columns: &'static str) -> Head {
        let version = env!("CARGO_PKG_VERSION");
        let comments = format!("# afterstate {command} {version}, search {}\n", signature::KNOWN);
        Head { comments, part: None, columns }
    }

    /// Reads the head of a text and returns it with the lines of the games. `all` are the known
    /// columns.
    pub fn read<'a>(text: &'a str, all: &[&'static str]) -> Result<(Head, &'a str), String> {
        let (mut comments, mut shard, mut series) = (String::new(), None, Vec::new());
        let mut rest = text;
        while let Some((line, after)) = rest.split_once('\n') {
            rest = after;
            let line = line.trim_end_matches('\r');
            if let Some(&columns) = all.iter().find(|&&columns| columns == line) {
                let part = shard.map(|shard| Part { shard, series: std::mem::take(&mut series) });
                return Ok((Head { comments, part, columns }, rest));
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

impl fmt::Display for Head {
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

/// Opens or creates a file of games and locks it against other processes. Writes the head where it
/// is missing, and removes an incomplete last line, which is not a game. Returns the lines of the
/// games.
///
/// # Errors
/// If the file has another head, is locked, or cannot be read or written. It is then unchanged.
pub fn open(path: &Path, head: &Head) -> Result<(File, String), String> {
    let name = path.display();
    let wrong = |error: std::io::Error| format!("{name}: {error}");
    let mut file = hold(path)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(wrong)?;
    let written = String::from_utf8(bytes).map_err(|_| format!("{name} is not text"))?;
    let mut text = with_current_names(&written);
    let head = head.to_string();
    if head.starts_with(&text) {
        // The file is new, or the program was killed while it wrote the head.
        file.write_all(&head.as_bytes()[text.len()..]).map_err(wrong)?;
        return Ok((file, String::new()));
    }
    compare(&text, &head).map_err(|error| format!("{name} {error}"))?;
    let whole = |text: &str| text.rfind('\n').map_or(0, |end| end + 1);
    if whole(&written) < written.len() {
        file.set_len(whole(&written) as u64).map_err(wrong)?;
        text.truncate(whole(&text));
    }
    Ok((file, text.split_off(head.len())))
}

/// Checks that the text begins with the head.
pub fn compare(text: &str, head: &str) -> Result<(), String> {
    if text.starts_with(head) {
        return Ok(());
    }
    let mut theirs = text.lines();
    for ours in head.lines() {
        let found = theirs.next().unwrap_or("nothing");
        if found != ours {
            return Err(format!(
                "is of another run: it has\n  {found}\nand this run has\n  {ours}\n\
                 Name another file, or give the same players, limits and shard."
            ));
        }
    }
    Err("has an incomplete head; delete it".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_former_names_of_parameters_is_continued() {
        let path = std::env::temp_dir().join(format!("afterstate-head-{}", std::process::id()));
        let mut head = Head::new("match", "player,score");
        let former = "# player p:four-plies=1: p with ms=0, spend=mean, four-plies=1\n";
        head.comments += former;
        let text = format!("{head}\"p:four-plies=1\",5\n\"p:four-plies=1\",");
        std::fs::write(&path, &text).unwrap();
        head.comments = with_current_names(&head.comments);
        assert!(!head.comments.contains("four-plies=1: p with ms=0, spend"));
        let (_, games) = open(&path, &head).unwrap();
        assert_eq!(games, "\"p:spawn4-plies=1\",5\n");
        // Only the incomplete line is removed.
        let kept = std::fs::read_to_string(&path).unwrap();
        assert_eq!(Some(kept.as_str()), text.strip_suffix("\"p:four-plies=1\","));
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_head_is_read_as_it_was_written() {
        let mut head = Head::new("match", "a,b");
        head.comments += "# player x: anything: 3 from seed 4\n";
        for part in [None, Some("2/3")] {
            head.part = part.map(|shard| Part {
                shard: shard.parse().unwrap(),
                series: vec![
                    Series { key: "\"x: 1 from seed 2\"".to_owned(), seeds: 5..=8 },
                    Series { key: "\"y\",4,4".to_owned(), seeds: 0..=0 },
                ],
            });
            let text = format!("{head}1,2\n");
            assert_eq!(Head::read(&text, &["c", "a,b"]), Ok((head.clone(), "1,2\n")));
        }
        for bad in
            ["", "a,b", "# x\n", "1,2\na,b\n", "# shard 9/3\na,b\n", "# games of x: 3\na,b\n"]
        {
            assert!(Head::read(bad, &["a,b"]).is_err(), "{bad:?}");
        }
    }
}
