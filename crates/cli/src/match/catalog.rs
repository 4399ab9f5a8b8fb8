//! `afterstate match --list`: all strategies.

use afterstate_papers::players;
use afterstate_papers::strategy::Document;

/// The catalog for people: strategies by source, each with its sentence and parameters.
pub fn text() -> String {
    let mut text = String::new();
    for document in Document::ALL {
        let mut strategies =
            players::all().filter(|strategy| strategy.source.document == document).peekable();
        if strategies.peek().is_none() {
            continue;
        }
        text += &format!("{}\n", document.name());
        for strategy in strategies {
            text += &format!(
                "  {}  ({}, source: {}; boards: {}; values: {})\n      {}\n",
                strategy.id,
                strategy.name,
                strategy.source.section,
                strategy.boards,
                strategy.unit.name(),
                strategy.sentence
            );
            for parameter in strategy.parameters {
                text += &format!(
                    "      {}={}  {} Accepted: {}.\n",
                    parameter.id,
                    parameter.kind.default_value(),
                    parameter.sentence,
                    parameter.kind
                );
            }
        }
        text.push('\n');
    }
    text
}
