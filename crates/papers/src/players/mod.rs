//! The catalog: every strategy by name.
//!
//! To add strategies, write a `pub const STRATEGIES: &[Strategy]` and add it to `FILES`. Help,
//! menus and experiments read that list. In text, a strategy with its settings is `id` or
//! `id:parameter=value,parameter=value`; [`Chosen`] reads and writes that form.

pub mod describe;
mod exact;
pub mod expectimax;

#[cfg(test)]
pub mod tests;

use std::fmt;
use std::str::FromStr;

use crate::strategy::{CatalogError, Strategy};
use crate::{background, cook, frolov, kumar, moskvil};

pub use crate::cook::tree;
pub use crate::strategy::Chosen;

/// The strategies of each file, in the order of menus.
const FILES: &[&[Strategy]] = &[
    kumar::STRATEGIES,
    frolov::STRATEGIES,
    moskvil::STRATEGIES,
    cook::STRATEGIES,
    background::STRATEGIES,
    expectimax::STRATEGIES,
    exact::STRATEGIES,
];

/// Every strategy, in the order of menus.
pub fn all() -> impl Iterator<Item = &'static Strategy> {
    FILES.iter().flat_map(|file| file.iter())
}

/// The strategy of that id.
///
/// # Errors
/// [`CatalogError::UnknownStrategy`], which suggests the nearest id or lists them all.
pub fn find(id: &str) -> Result<&'static Strategy, CatalogError> {
    all().find(|strategy| strategy.id == id).ok_or_else(|| CatalogError::UnknownStrategy {
        given: id.to_owned(),
        known: all().map(|strategy| strategy.id).collect(),
    })
}

impl Chosen {
    /// The strategy of that id with its defaults.
    ///
    /// # Errors
    /// As for [`find`].
    pub fn with_defaults(id: &str) -> Result<Chosen, CatalogError> {
        let strategy = find(id)?;
        Ok(Chosen { strategy, settings: strategy.defaults() })
    }
}

/// Reads `id` or `id:parameter=value,parameter=value`.
impl FromStr for Chosen {
    type Err = CatalogError;

    fn from_str(text: &str) -> Result<Chosen, CatalogError> {
        let (id, rest) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let mut chosen = Chosen::with_defaults(id.trim())?;
        let mut given = Vec::new();
        for pair in rest.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let (parameter, value) = pair
                .split_once('=')
                .ok_or_else(|| CatalogError::NotASetting { given: pair.to_owned() })?;
            let parameter = chosen.settings.set(parameter.trim(), value.trim())?;
            if given.contains(&parameter.id) {
                let strategy = chosen.strategy.id;
                return Err(CatalogError::RepeatedParameter { strategy, parameter: parameter.id });
            }
            given.push(parameter.id);
        }
        Ok(chosen)
    }
}

/// Writes the form that [`Chosen::from_str`] reads, with the settings that are not at their
/// default.
impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.strategy.id)?;
        for (place, (parameter, value)) in self.settings.changed().enumerate() {
            write!(f, "{}{}={value}", if place == 0 { ':' } else { ',' }, parameter.id)?;
        }
        Ok(())
    }
}
