//! The catalog as JSON, for menus and forms outside of Rust.

use serde::Serialize;

use super::all;
use crate::strategy::{Boards, Parameter, ParameterKind, Strategy};

/// A strategy.
#[derive(Serialize)]
struct Description<'a> {
    id: &'a str,
    name: &'a str,
    document: &'a str,
    section: &'a str,
    sentence: &'a str,
    boards: BoardSizes<'a>,
    unit: &'a str,
    parameters: Vec<Field<'a>>,
}

/// The boards that it plays. `sizes` is null for every size.
#[derive(Serialize)]
struct BoardSizes<'a> {
    text: String,
    sizes: Option<&'a [(usize, usize)]>,
}

/// One of its parameters, with the bounds or words of its type.
#[derive(Serialize)]
struct Field<'a> {
    id: &'a str,
    label: &'a str,
    sentence: &'a str,
    accepts: String,
    #[serde(flatten)]
    kind: ParameterKind,
}

/// The whole catalog: an array of strategies in the order of menus.
///
/// # Panics
/// Never: every string and number can be written.
pub fn json() -> String {
    let catalog: Vec<Description> = all().map(describe).collect();
    serde_json::to_string(&catalog).expect("strings and finite numbers")
}

fn describe(strategy: &Strategy) -> Description<'_> {
    let Strategy { id, name, source, sentence, parameters, boards, unit, .. } = strategy;
    let sizes = match boards {
        Boards::Any => None,
        Boards::Only(sizes) => Some(*sizes),
    };
    let field = |&Parameter { id, label, sentence, kind }: &_| Field {
        id,
        label,
        sentence,
        accepts: kind.to_string(),
        kind,
    };
    Description {
        id,
        name,
        document: source.document.name(),
        section: source.section,
        sentence,
        boards: BoardSizes { text: boards.to_string(), sizes },
        unit: unit.name(),
        parameters: parameters.iter().map(field).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, from_str};

    #[test]
    fn every_strategy_and_parameter_is_described() {
        let catalog: Vec<Value> = from_str(&json()).expect("an array");
        assert_eq!(catalog.len(), all().count());
        for (found, strategy) in catalog.iter().zip(all()) {
            assert_eq!(found["id"], strategy.id);
            let parameters = found["parameters"].as_array().expect("an array");
            assert_eq!(parameters.len(), strategy.parameters.len());
            for (found, parameter) in parameters.iter().zip(strategy.parameters) {
                assert_eq!(found["accepts"], parameter.kind.to_string());
                let (kind, bound) = match parameter.kind {
                    ParameterKind::Whole { max, .. } => ("whole", ("most", Value::from(max))),
                    ParameterKind::Real { max, .. } => ("real", ("most", Value::from(max))),
                    ParameterKind::Choice { words, .. } => {
                        ("choice", ("among", Value::from(words)))
                    }
                    ParameterKind::Switch { default } => {
                        ("switch", ("default", Value::from(default)))
                    }
                };
                assert_eq!((&found["type"], &found[bound.0]), (&Value::from(kind), &bound.1));
            }
        }
    }
}
