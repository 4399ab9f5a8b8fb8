//! What can be wrong with a request to the catalog; every message states what is accepted.

use super::{Boards, ParameterKind, Strategy};

/// A request that the catalog cannot meet.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CatalogError {
    /// No strategy has that id.
    #[error("Unknown strategy {given:?}. {}", known_strategies(given, known))]
    UnknownStrategy {
        /// The requested id.
        given: String,
        /// All ids.
        known: Vec<&'static str>,
    },
    /// The strategy has no parameter of that name.
    #[error("Unknown parameter {given:?} for {}. {}", strategy.id, known_parameters(strategy))]
    UnknownParameter {
        /// The strategy.
        strategy: &'static Strategy,
        /// The requested parameter.
        given: String,
    },
    /// The value has another type than the parameter, or is out of bounds.
    #[error("{strategy}: invalid {parameter} {given:?}; accepted: {accepts}")]
    BadValue {
        /// The strategy's id.
        strategy: &'static str,
        /// The parameter's id.
        parameter: &'static str,
        /// The text given.
        given: String,
        /// What is accepted.
        accepts: ParameterKind,
    },
    /// The text form has a parameter twice.
    #[error("{strategy}: {parameter} is given twice. Give each parameter once.")]
    RepeatedParameter {
        /// The strategy's id.
        strategy: &'static str,
        /// The parameter's id.
        parameter: &'static str,
    },
    /// A part of the text form that is not `parameter=value`.
    #[error(
        "{given:?} is not a parameter with a value. Write NAME:PARAMETER=VALUE,PARAMETER=VALUE."
    )]
    NotASetting {
        /// The text given.
        given: String,
    },
    /// The strategy does not play boards of that size.
    #[error("{strategy} cannot play {rows}x{cols}. It plays {plays}.")]
    Board {
        /// The strategy's id.
        strategy: &'static str,
        /// Requested rows.
        rows: usize,
        /// Requested columns.
        cols: usize,
        /// The boards it plays.
        plays: Boards,
    },
    /// The settings were made for another strategy.
    #[error("{strategy} cannot be built from the settings of {settings}")]
    WrongSettings {
        /// The id of the strategy to build.
        strategy: &'static str,
        /// The id of the strategy that the settings belong to.
        settings: &'static str,
    },
}

/// The end of the message on an unknown strategy: the nearest id, or all of them.
fn known_strategies(given: &str, known: &[&'static str]) -> String {
    match nearest(given, known) {
        Some(id) => format!("Did you mean {id:?}?"),
        None => format!("The strategies are {}.", known.join(", ")),
    }
}

/// The end of the message on an unknown parameter: the parameters of the strategy.
fn known_parameters(strategy: &Strategy) -> String {
    let ids: Vec<_> = strategy.parameters.iter().map(|p| p.id).collect();
    if ids.is_empty() {
        return "It has no parameters.".to_owned();
    }
    format!("Its parameters: {}.", ids.join(", "))
}

/// The known id that was probably meant: the nearest by edits, if at most a third of its letters
/// have to change.
pub fn nearest(given: &str, known: &[&'static str]) -> Option<&'static str> {
    let distances = known.iter().map(|id| (edits(given, id), *id));
    let (distance, id) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance <= id.len() / 3).then_some(id)
}

/// The letters to insert, delete or replace to turn one text into the other (Levenshtein distance).
fn edits(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (done, letter) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], done + 1);
        for (at, other) in to.chars().enumerate() {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = row[at + 1];
            row[at + 1] = replaced.min(row[at] + 1).min(diagonal + 1);
        }
    }
    row[to.chars().count()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_id_suggests_the_nearest() {
        assert_eq!(edits("kitten", "sitting"), 3);
        assert_eq!(edits("", "abc"), 3);
        let known = ["random", "greedy", "greedy-for-empty", "xiao"];
        assert_eq!(nearest("gredy", &known), Some("greedy"));
        assert_eq!(nearest("greedy-for-emty", &known), Some("greedy-for-empty"));
        assert_eq!(nearest("Random", &known), Some("random"));
        assert_eq!(nearest("nobody", &known), None);
        assert_eq!(nearest("", &known), None);
    }
}
