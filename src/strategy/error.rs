//! What can be wrong with a request to the catalogue; every message lists what is possible.

use std::fmt;

use super::{Boards, Kind, Strategy};

/// A request the catalogue cannot meet.
#[derive(Clone, Debug, PartialEq)]
pub enum CatalogueError {
    /// No strategy has that id.
    UnknownStrategy {
        /// The id asked for.
        given: String,
        /// The ids there are.
        known: Vec<&'static str>,
    },
    /// The strategy has no parameter of that name.
    UnknownParameter {
        /// The strategy.
        strategy: &'static Strategy,
        /// The parameter asked for.
        given: String,
    },
    /// The value is not of the parameter's type, or out of its bounds.
    BadValue {
        /// The strategy's id.
        strategy: &'static str,
        /// The parameter's id.
        parameter: &'static str,
        /// The text given.
        given: String,
        /// What is accepted.
        accepts: Kind,
    },
    /// A part of the text form that is not `parameter=value`.
    NotASetting {
        /// The text given.
        given: String,
    },
    /// The strategy does not play boards of that size.
    Board {
        /// The strategy's id.
        strategy: &'static str,
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
        /// The boards it plays.
        plays: Boards,
    },
    /// The settings were made for another strategy.
    WrongSettings {
        /// The id of the strategy to build.
        strategy: &'static str,
        /// The id of the strategy the settings belong to.
        settings: &'static str,
    },
}

impl fmt::Display for CatalogueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CatalogueError::UnknownStrategy { given, known } => {
                write!(f, "there is no strategy {given:?}; there are {}", known.join(", "))
            }
            CatalogueError::UnknownParameter { strategy, given } => {
                let ids: Vec<_> = strategy.parameters.iter().map(|p| p.id).collect();
                write!(f, "{} has no parameter {given:?}; it has ", strategy.id)?;
                f.write_str(&if ids.is_empty() { "none".to_owned() } else { ids.join(", ") })
            }
            CatalogueError::BadValue { strategy, parameter, given, accepts } => {
                write!(f, "{strategy}: {parameter} cannot be {given:?}; it takes {accepts}")
            }
            CatalogueError::NotASetting { given } => {
                write!(f, "{given:?} is not a setting; settings are written id:parameter=value,...")
            }
            CatalogueError::Board { strategy, rows, cols, plays } => {
                write!(f, "{strategy} does not play {rows}x{cols}; it plays {plays}")
            }
            CatalogueError::WrongSettings { strategy, settings } => {
                write!(f, "{strategy} cannot be built from the settings of {settings}")
            }
        }
    }
}

impl std::error::Error for CatalogueError {}
