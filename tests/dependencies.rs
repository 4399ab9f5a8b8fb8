//! The dependency rules of the crate's modules (docs/develop/architecture.md), checked by reading the paths
//! in the sources. `eslint.config.js` has those of the page.
//!
//! Only code that ships is checked: no comments, no files `tests.rs` and `*_tests.rs`, no items
//! with `#[cfg(test)]`.
#![cfg(not(target_arch = "wasm32"))]

use std::fs;
use std::path::{Path, PathBuf};

/// Each module of the crate with what it may use: modules, or single items of modules.
const MODULES: [(&str, &[&str]); 12] = [
    ("checked_entry", &[]),
    ("files", &[]),
    ("rules", &[]),
    ("eval", &["checked_entry", "rules"]),
    // The search is generic over the evaluator.
    ("search", &["checked_entry", "rules", "eval::Evaluator", "eval::outlook"]),
    ("strategy", &["rules"]),
    ("papers", &["rules", "eval", "search", "strategy"]),
    ("players", &["rules", "eval", "search", "strategy", "papers"]),
    ("experiment", &["rules", "eval", "search", "strategy", "papers", "players"]),
    ("train", &["rules", "files", "eval"]),
    ("wasm", &["rules", "eval", "search", "strategy", "papers", "players", "experiment"]),
    (
        "cli",
        &[
            "rules",
            "files",
            "eval",
            "search",
            "strategy",
            "papers",
            "players",
            "experiment",
            "train",
        ],
    ),
];

/// Names that only some files may use: the names, and the prefixes of the paths where they are
/// allowed.
const NAMES: [(&[&str], &[&str]); 5] = [
    // JavaScript, and the browser's clock.
    (&["wasm_bindgen", "js_sys", "web_sys"], &["src/wasm/", "src/search/clock/wasm.rs"]),
    // Other code takes the time from the search's clock.
    (&["std::time", "Instant::now"], &["src/search/clock/", "src/cli/", "src/train/"]),
    (
        &["std::fs", "std::env", "std::process", "std::net"],
        &["src/cli/", "src/train/", "src/files.rs", "src/main.rs"],
    ),
    // These macros panic if the output is closed; the command line prints by `cli::output`.
    (&["println!", "eprintln!", "print!", "eprint!"], &[]),
    (&["clap"], &["src/cli/"]),
];

/// The one paper that uses another: Lee's player has the weight matrices of Cook's expectimax.
const BETWEEN_PAPERS: (&str, &str) = ("background", "cook");

#[test]
fn modules_use_only_allowed_modules() {
    let mut broken = Vec::new();
    for (path, source) in shipped_sources() {
        if path != "src/lib.rs" && path != "src/main.rs" {
            broken.extend(broken_rules(&path, &source));
        }
    }
    assert!(broken.is_empty(), "broken dependency rules:\n{}", broken.join("\n"));
}

/// The paths in a source that the rules do not allow.
fn broken_rules(path: &str, source: &str) -> Vec<String> {
    let position = module_of(path);
    let module = position[0];
    let Some((_, allowed)) = MODULES.iter().find(|(name, _)| *name == module) else {
        return vec![format!("{path}: the module '{module}' is not in this test's table")];
    };
    let mut broken = Vec::new();
    for used in crate_paths(source, &position) {
        let parts: Vec<&str> = used.split("::").collect();
        let within = |item: &str| used == item || used.starts_with(&format!("{item}::"));
        let may = if parts[0] == module {
            module != "papers" || paper_may_use(&position, &parts)
        } else {
            !MODULES.iter().any(|(name, _)| *name == parts[0])
                || allowed.iter().any(|item| within(item))
        };
        if !may {
            broken.push(format!("{path}: {} must not use {used}", position.join("::")));
        }
    }
    broken
}

/// Whether a module of `papers` may use this path of `papers`: only its own paper and what all
/// share.
fn paper_may_use(position: &[&str], used: &[&str]) -> bool {
    match (position.get(1), used.get(1)) {
        (Some(paper), Some(other)) => {
            paper == other || *other == "common" || (*paper, *other) == BETWEEN_PAPERS
        }
        _ => true,
    }
}

#[test]
fn names_are_used_only_where_allowed() {
    let mut broken = Vec::new();
    for (path, source) in shipped_sources() {
        for (words, allowed) in &NAMES {
            if allowed.iter().any(|prefix| path.starts_with(prefix)) {
                continue;
            }
            for word in words.iter().filter(|word| has_word(&source, word)) {
                broken.push(format!("{path}: '{word}' is allowed only in {}", allowed.join(", ")));
            }
        }
    }
    assert!(broken.is_empty(), "broken dependency rules:\n{}", broken.join("\n"));
}

/// The path of each file of the crate that ships, and its source without comments and tests.
fn shipped_sources() -> Vec<(String, String)> {
    let mut sources = Vec::new();
    for file in files("src", "rs") {
        let path = file.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
        let stem = file.file_stem().unwrap().to_str().unwrap();
        if stem != "tests" && !stem.ends_with("_tests") {
            sources.push((path, shipped(&fs::read_to_string(&file).unwrap())));
        }
    }
    sources
}

/// The modules that lead to the module in this file: `papers`, `cook`, `leaf` for
/// `src/papers/cook/leaf.rs`.
fn module_of(path: &str) -> Vec<&str> {
    let path = path["src/".len()..].strip_suffix(".rs").unwrap();
    path.strip_suffix("/mod").unwrap_or(path).split('/').collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files with this extension under a folder of the repository.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Rust source without comments and without the items that are compiled only for tests.
fn shipped(source: &str) -> String {
    let code = without_comments(source);
    let mut kept = String::new();
    let mut rest = code.as_str();
    while let Some(start) = rest.find("#[cfg(test)]") {
        kept.push_str(&rest[..start]);
        let indent = kept[kept.rfind('\n').map_or(0, |end| end + 1)..].to_owned();
        rest = &rest[start..];
        let end = match rest.find([';', '{']) {
            Some(end) if rest[end..].starts_with(';') => end + 1,
            // rustfmt puts the last brace of an item below the item's first letter.
            _ => {
                let last = format!("\n{indent}}}");
                rest.find(&last).map_or(rest.len(), |end| end + last.len())
            }
        };
        rest = &rest[end..];
    }
    kept + rest
}

/// Source without `//` and `/* */` comments. A `//` in a string also ends the line, unless it
/// follows a colon (a URL); no import is lost that way.
fn without_comments(source: &str) -> String {
    let mut code = String::new();
    let mut rest = source;
    while let Some(start) = rest.find("/*") {
        // A pattern such as "**/*.js" or text in a line comment is not the start of a comment.
        let line = rest[..start].rfind('\n').map_or(0, |end| end + 1);
        let Some(length) = rest[start..].find("*/").filter(|_| !rest[line..start].contains("//"))
        else {
            code.push_str(&rest[..start + 2]);
            rest = &rest[start + 2..];
            continue;
        };
        code.push_str(&rest[..start]);
        rest = &rest[start + length + 2..];
    }
    code.push_str(rest);
    let line_code = |line: &str| {
        let comment = line.match_indices("//").find(|(at, _)| !line[..*at].ends_with(':'));
        line[..comment.map_or(line.len(), |(at, _)| at)].to_owned()
    };
    code.lines().map(line_code).collect::<Vec<_>>().join("\n")
}

/// Whether a text contains a word that is not part of a longer name.
fn has_word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back().is_some_and(part);
        let after = text[at + word.len()..].chars().next().is_some_and(part);
        !before && (!after || !word.ends_with(part))
    })
}

/// All paths of the crate in a source, from the crate's root; groups in braces are expanded, and
/// `super` is resolved for the module at `position`.
fn crate_paths(code: &str, position: &[&str]) -> Vec<String> {
    let mut paths = Vec::new();
    for (at, word) in code.match_indices("crate::") {
        collect_paths(&code[at + word.len()..], "", &mut paths);
    }
    for (at, _) in code.match_indices("super::") {
        if code[..at].ends_with("super::") {
            continue;
        }
        let rest = code[at..].trim_start_matches("super::");
        let levels = (code.len() - at - rest.len()) / "super::".len();
        let parent = &position[..position.len().saturating_sub(levels)];
        collect_paths(rest, &parent.join("::"), &mut paths);
    }
    paths
}

fn collect_paths(code: &str, parent: &str, paths: &mut Vec<String>) {
    if let Some(group) = code.strip_prefix('{') {
        for part in group_parts(group) {
            collect_paths(part.trim_start(), parent, paths);
        }
        return;
    }
    let name: String = code.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let path = match (parent, name.as_str()) {
        (parent, "" | "self") => parent.to_owned(),
        ("", name) => name.to_owned(),
        (parent, name) => format!("{parent}::{name}"),
    };
    match code[name.len()..].strip_prefix("::") {
        Some(rest) => collect_paths(rest, &path, paths),
        None => paths.push(path),
    }
}

/// The parts of a group up to its closing brace, split at the commas of its own depth.
fn group_parts(group: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                parts.push(&group[start..at]);
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
}

#[test]
fn crate_paths_finds_all_imports() {
    let code = shipped(
        "use crate::rules::{Board, Grid};\n// use crate::cli::x;\n/* crate::wasm */ use crate::{eval::{self, rows::X}, search};\n\
         fn f() { crate::policy::g() }\nuse super::{leaf::Leaf, *};\nuse super::super::frolov::F;",
    );
    let expected = [
        "rules::Board",
        "rules::Grid",
        "eval",
        "eval::rows::X",
        "search",
        "policy::g",
        "papers::cook::leaf::Leaf",
        "papers::cook",
        "papers::frolov::F",
    ];
    assert_eq!(crate_paths(&code, &module_of("src/papers/cook/tree.rs")), expected);
}

#[test]
fn only_test_items_are_dropped() {
    let code = shipped(
        "a();\n#[cfg(test)]\n#[path = \"tests.rs\"]\nmod tests;\nb();\nimpl X {\n    #[cfg(test)]\n    fn c() {\n        \
         d();\n    }\n    e();\n}\n#[cfg(test)]\nmod tests {\n    fn f() {\n    }\n}\ng();\n",
    );
    let kept: String = code.chars().filter(|c| c.is_lowercase()).collect();
    assert_eq!(kept, "abimpleg", "{code}");
}

#[test]
fn papers_use_their_own_and_common_modules_only() {
    let broken = |path: &str, source: &str| broken_rules(path, source).len();
    for source in ["use crate::papers::cook::leaf;", "use super::super::cook;"] {
        assert_eq!(broken("src/papers/frolov/tables.rs", source), 1, "{source}");
        assert_eq!(broken("src/papers/background/ovolve.rs", source), 0, "{source}");
        assert_eq!(broken("src/papers/cook/tree.rs", source), 0, "{source}");
    }
    assert_eq!(broken("src/papers/common/memo.rs", "use super::super::cook;"), 1);
    assert_eq!(broken("src/papers/cook/mod.rs", "use super::common; use super::background;"), 1);
    assert_eq!(broken("src/players/mod.rs", "use crate::{papers::cook, experiment};"), 1);
    assert_eq!(broken("src/search/pack.rs", "use crate::eval::{Evaluator, rows};"), 1);
}

#[test]
fn has_word_matches_whole_words() {
    assert!(has_word("use std::fs;", "std::fs"));
    assert!(!has_word("eprintln!(1)", "println!"));
    assert!(!has_word("clapping", "clap"));
}
