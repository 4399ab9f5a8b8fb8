//! The names of strategies in tables and files of games: the strategy's text form, and a mark if the
//! games have even spawns.

use super::SpawnLaw;
use crate::players::Chosen;
use crate::strategy::CatalogError;

/// The mark of games with [`SpawnLaw::Even`].
const EVEN: &str = " (even spawns)";

/// The name of a strategy's games.
pub fn write(chosen: &Chosen, spawns: SpawnLaw) -> String {
    match spawns {
        SpawnLaw::Rules => chosen.to_string(),
        SpawnLaw::Even => format!("{chosen}{EVEN}"),
    }
}

/// Reads a name.
///
/// # Errors
/// If it is not a strategy with its settings, apart from the mark.
pub fn read(name: &str) -> Result<(Chosen, SpawnLaw), CatalogError> {
    let (text, spawns) = match name.trim().strip_suffix(EVEN) {
        Some(text) => (text, SpawnLaw::Even),
        None => (name, SpawnLaw::Rules),
    };
    Ok((text.parse()?, spawns))
}

/// The same name without settings that are at their default.
///
/// # Errors
/// As [`read`].
pub fn normalized(name: &str) -> Result<String, CatalogError> {
    let (chosen, spawns) = read(name)?;
    Ok(write(&chosen, spawns))
}
