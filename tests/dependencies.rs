//! The dependency rules of the crate's modules (docs/architecture.md), checked by reading the imports.
//! `eslint.config.js` has those of the page.
//!
//! Only code that ships is checked: no comments, no files named `tests.rs`, nothing after `#[cfg(test)]`.
#![cfg(not(target_arch = "wasm32"))]

use std::fs;
use std::path::{Path, PathBuf};

/// Each module of the crate with what it may use: modules, or single items of modules.
const MODULES: [(&str, &[&str]); 13] = [
    ("checked_entry", &[]),
    ("files", &[]),
    ("rules", &[]),
    ("endgame", &["rules"]),
    ("eval", &["checked_entry", "rules"]),
    // The search is generic over the evaluator.
    ("search", &["checked_entry", "rules", "eval::Evaluator"]),
    ("strategy", &["rules"]),
    ("papers", &["checked_entry", "rules", "eval", "search", "strategy"]),
    ("players", &["rules", "eval", "search", "strategy", "papers"]),
    ("experiment", &["rules", "endgame", "eval", "search", "strategy", "papers", "players"]),
    ("train", &["rules", "files", "eval"]),
    ("wasm", &["rules", "eval", "search", "strategy", "papers", "players", "experiment"]),
    (
        "cli",
        &[
            "rules",
            "endgame",
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

/// Names that only some files may use: the names, and the prefixes of the paths where they are allowed.
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

#[test]
fn modules_use_only_allowed_modules() {
    let mut broken = Vec::new();
    for file in files("src", "rs") {
        let path = file.strip_prefix(root()).unwrap().to_str().unwrap();
        if path == "src/lib.rs" || path == "src/main.rs" || path.ends_with("tests.rs") {
            continue;
        }
        let module = path["src/".len()..].split(['/', '.']).next().unwrap();
        let Some((_, allowed)) = MODULES.iter().find(|(name, _)| *name == module) else {
            broken.push(format!("{path}: the module '{module}' is not in this test's table"));
            continue;
        };
        for used in crate_paths(&shipped(&fs::read_to_string(&file).unwrap())) {
            let other = used.split("::").next().unwrap();
            let may = other == module || allowed.iter().any(|item| used == *item || other == *item);
            if !may && MODULES.iter().any(|(name, _)| *name == other) {
                broken.push(format!("{path}: {module} must not use {used}"));
            }
        }
    }
    assert!(broken.is_empty(), "broken dependency rules:\n{}", broken.join("\n"));
}

#[test]
fn names_are_used_only_where_allowed() {
    let mut broken = Vec::new();
    for file in files("src", "rs") {
        let path = file.strip_prefix(root()).unwrap().to_str().unwrap();
        if path.ends_with("tests.rs") {
            continue;
        }
        let text = shipped(&fs::read_to_string(&file).unwrap());
        for (words, places) in &NAMES {
            if places.iter().any(|place| path.starts_with(place)) {
                continue;
            }
            for word in words.iter().filter(|word| has_word(&text, word)) {
                broken.push(format!("{path}: '{word}' is allowed only in {}", places.join(", ")));
            }
        }
    }
    assert!(broken.is_empty(), "broken dependency rules:\n{}", broken.join("\n"));
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

/// Rust source without comments and without the tests at its end.
fn shipped(source: &str) -> String {
    let code = without_comments(source);
    code.split("#[cfg(test)]").next().unwrap_or_default().to_owned()
}

/// Source without `//` and `/* */` comments. A `//` in a string also ends the line, unless it follows a
/// colon (a URL); no import is lost that way.
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

/// All paths of the crate in a source, as `module` or `module::item`; groups in braces are expanded.
fn crate_paths(code: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        collect_paths(&code[at + "crate::".len()..], "", &mut paths);
    }
    paths
}

fn collect_paths(code: &str, module: &str, paths: &mut Vec<String>) {
    if let Some(group) = code.strip_prefix('{') {
        for part in group_parts(group) {
            collect_paths(part.trim_start(), module, paths);
        }
        return;
    }
    let name: String = code.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    if !module.is_empty() {
        paths.push(if name == "self" { module.to_owned() } else { format!("{module}::{name}") });
    } else if let Some(rest) = code[name.len()..].strip_prefix("::") {
        collect_paths(rest, &name, paths);
    } else {
        paths.push(name);
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
         fn f() { crate::policy::g() }\n#[cfg(test)]\nmod tests { use crate::strategy; }",
    );
    let expected = ["rules::Board", "rules::Grid", "eval", "eval::rows", "search", "policy::g"];
    assert_eq!(crate_paths(&code), expected);
}

#[test]
fn has_word_matches_whole_words() {
    assert!(has_word("use std::fs;", "std::fs"));
    assert!(!has_word("eprintln!(1)", "println!"));
    assert!(!has_word("clapping", "clap"));
}
