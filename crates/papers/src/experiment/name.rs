//! The names of strategies in tables and files of games: the strategy's text form, and a mark if
//! tiles do not spawn by the rules.

use std::fmt::Display;

use super::SpawnLaw;
use crate::players::Chosen;
use crate::strategy::CatalogError;

/// The marks of games that do not spawn by the rules.
const MARKS: [(SpawnLaw, &str); 2] =
    [(SpawnLaw::Even, " (even spawns)"), (SpawnLaw::Twos, " (2s only)")];

/// The names of the page's networks begin with this. The catalog does not have them: the Lab lets
/// the engine play them.
const NETWORK: &str = "network-";

/// Writes the name of a player's games.
pub fn write(player: impl Display, spawns: SpawnLaw) -> String {
    let mark = MARKS.iter().find(|(law, _)| *law == spawns).map_or("", |(_, mark)| mark);
    format!("{player}{mark}")
}

/// Reads a name.
///
/// # Errors
/// If it is not a strategy with its settings, apart from the mark.
pub fn read(name: &str) -> Result<(Chosen, SpawnLaw), CatalogError> {
    let name = name.trim();
    let marked = MARKS.iter().find_map(|&(law, mark)| Some((name.strip_suffix(mark)?, law)));
    let (text, spawns) = marked.unwrap_or((name, SpawnLaw::Rules));
    Ok((text.parse()?, spawns))
}

/// The same name without settings that are at their default. The name of a network stays as it is.
///
/// # Errors
/// As [`read`].
pub fn normalized(name: &str) -> Result<String, CatalogError> {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-:=".contains(letter);
    if name.strip_prefix(NETWORK).is_some_and(|rest| rest.chars().all(plain)) {
        return Ok(name.to_owned());
    }
    let (chosen, spawns) = read(name)?;
    Ok(write(chosen, spawns))
}
