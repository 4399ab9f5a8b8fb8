//! The catalog as JSON, for menus and forms outside of Rust.
//!
//! An array of strategies in the order of menus:
//! `{"id", "name", "document", "section", "sentence", "boards": {"text", "sizes"}, "unit",
//! "parameters": [{"id", "label", "sentence", "accepts", "type", "default", "least",
//! "most", "among"}]}`, where `sizes` is null for every board or an array of `[rows, columns]`,
//! `type` is one of `whole`, `real`, `choice`,
//! `switch`, and the bounds or `among` are there if the type has them.

use super::all;
use crate::strategy::{Boards, Parameter, ParameterKind, Strategy};

/// The whole catalog.
pub fn json() -> String {
    array(all().map(strategy))
}

fn strategy(strategy: &'static Strategy) -> String {
    let Strategy { id, name, source, sentence, parameters, boards, unit, .. } = strategy;
    object(&[
        ("id", text(id)),
        ("name", text(name)),
        ("document", text(source.document.name())),
        ("section", text(source.section)),
        ("sentence", text(sentence)),
        ("boards", board_sizes(*boards)),
        ("unit", text(unit.name())),
        ("parameters", array(parameters.iter().map(parameter))),
    ])
}

fn board_sizes(boards: Boards) -> String {
    let sizes = match boards {
        Boards::Any => "null".to_owned(),
        Boards::Only(sizes) => array(sizes.iter().map(|(rows, cols)| format!("[{rows},{cols}]"))),
    };
    object(&[("text", text(&boards.to_string())), ("sizes", sizes)])
}

fn parameter(parameter: &Parameter) -> String {
    let Parameter { id, label, sentence, kind } = parameter;
    let mut fields = vec![
        ("id", text(id)),
        ("label", text(label)),
        ("sentence", text(sentence)),
        ("accepts", text(&kind.to_string())),
    ];
    match kind {
        ParameterKind::Whole { default, min, max } => fields.extend([
            ("type", text("whole")),
            ("default", default.to_string()),
            ("least", min.to_string()),
            ("most", max.to_string()),
        ]),
        ParameterKind::Real { default, min, max } => fields.extend([
            ("type", text("real")),
            ("default", default.to_string()),
            ("least", min.to_string()),
            ("most", max.to_string()),
        ]),
        ParameterKind::Choice { default, words } => fields.extend([
            ("type", text("choice")),
            ("default", text(default)),
            ("among", array(words.iter().map(|word| text(word)))),
        ]),
        ParameterKind::Switch { default } => {
            fields.extend([("type", text("switch")), ("default", default.to_string())]);
        }
    }
    object(&fields)
}

fn object(fields: &[(&str, String)]) -> String {
    let fields: Vec<String> =
        fields.iter().map(|(name, value)| format!("{}:{value}", text(name))).collect();
    format!("{{{}}}", fields.join(","))
}

fn array(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(","))
}

/// A JSON string: quotes, backslashes and control characters escaped.
pub(crate) fn text(plain: &str) -> String {
    let mut quoted = String::from('"');
    for letter in plain.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            control if control < ' ' => quoted += &format!("\\u{:04x}", u32::from(control)),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(text("a \"b\" \\ \n é"), r#""a \"b\" \\ \u000a é""#);
    }

    #[test]
    fn every_strategy_and_parameter_is_described() {
        let json = json();
        for strategy in all() {
            assert!(json.contains(&format!("{{\"id\":{}", text(strategy.id))), "{}", strategy.id);
        }
        let parameters: usize = all().map(|strategy| strategy.parameters.len()).sum();
        assert_eq!(json.matches("\"accepts\":").count(), parameters);
        // Outside strings, all brackets are closed.
        let (mut depth, mut inside, mut escaped) = (0i32, false, false);
        for letter in json.chars() {
            match letter {
                _ if escaped => escaped = false,
                '\\' if inside => escaped = true,
                '"' => inside = !inside,
                '{' | '[' if !inside => depth += 1,
                '}' | ']' if !inside => depth -= 1,
                _ => {}
            }
        }
        assert_eq!((depth, inside), (0, false));
    }
}
