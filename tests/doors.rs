//! The doors between the rooms: who may use whom. Reads the source and fails where a door is broken.
//!
//! The tables here are that of the architecture (docs/architecture.md, "Doors"); eslint.config.js holds those of the page. Only code that ships is read: comments
//! and, in Rust, what follows `#[cfg(test)]` and files named `tests.rs` are left out.
#![cfg(not(target_arch = "wasm32"))]

use std::fs;
use std::path::{Path, PathBuf};

/// A room of the crate, and what it may use of the others: a room, or one item of a room.
const RUST_ROOMS: [(&str, &[&str]); 11] = [
    ("rules", &[]),
    ("files", &[]),
    ("eval", &["rules"]),
    // A search works with any evaluator and names none.
    ("search", &["rules", "eval::Evaluator"]),
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

/// What is named only in certain places: the words, and the beginnings of the paths where they may stand.
const RUST_WORDS: [(&[&str], &[&str]); 5] = [
    // The edge, and the clock of the browser.
    (&["wasm_bindgen", "js_sys", "web_sys"], &["src/wasm/", "src/search/clock/wasm.rs"]),
    // Time comes in through the clock; a generator of trained networks may report how long it took.
    (&["std::time", "Instant::now"], &["src/search/clock/", "src/cli/", "src/train/"]),
    (
        &["std::fs", "std::env", "std::process", "std::net"],
        &["src/cli/", "src/train/", "src/files.rs", "src/main.rs"],
    ),
    // They panic when nobody reads; the command line says everything through `native::output`.
    (&["println!", "eprintln!", "print!", "eprint!"], &[]),
    (&["clap"], &["src/cli/"]),
];

#[test]
fn rust_rooms_use_only_what_they_may() {
    let mut broken = Vec::new();
    for file in files("src", "rs") {
        let path = file.strip_prefix(root()).unwrap().to_str().unwrap();
        if path == "src/lib.rs" || path == "src/main.rs" || path.ends_with("tests.rs") {
            continue;
        }
        let room = path["src/".len()..].split(['/', '.']).next().unwrap();
        let Some((_, allowed)) = RUST_ROOMS.iter().find(|(name, _)| *name == room) else {
            broken.push(format!("{path}: the room '{room}' is in no table of this test"));
            continue;
        };
        for used in crate_paths(&shipped(&fs::read_to_string(&file).unwrap())) {
            let other = used.split("::").next().unwrap();
            let may = other == room || allowed.iter().any(|door| used == *door || other == *door);
            if !may && RUST_ROOMS.iter().any(|(name, _)| *name == other) {
                broken.push(format!("{path}: {room} must not use {used}"));
            }
        }
    }
    assert!(broken.is_empty(), "broken doors:\n{}", broken.join("\n"));
}

#[test]
fn rust_words_stand_where_they_may() {
    assert_words("src", "rs", &RUST_WORDS, shipped);
}

fn assert_words(
    folder: &str,
    ending: &str,
    table: &[(&[&str], &[&str])],
    clean: fn(&str) -> String,
) {
    let mut broken = Vec::new();
    for file in files(folder, ending) {
        let path = file.strip_prefix(root()).unwrap().to_str().unwrap();
        if path.ends_with("tests.rs") {
            continue;
        }
        let text = clean(&fs::read_to_string(&file).unwrap());
        for (words, places) in table {
            if places.iter().any(|place| path.starts_with(place)) {
                continue;
            }
            for word in words.iter().filter(|word| has_word(&text, word)) {
                broken.push(format!("{path}: '{word}' may stand only in {}", places.join(", ")));
            }
        }
    }
    assert!(broken.is_empty(), "broken doors:\n{}", broken.join("\n"));
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files under a folder of the repository whose names end so; none if there is no such folder.
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

/// Rust without comments and without the tests at its end.
fn shipped(source: &str) -> String {
    let code = without_comments(source);
    code.split("#[cfg(test)]").next().unwrap_or_default().to_owned()
}

/// Source without `//` and `/* */` comments. A `//` inside a string ends the line too, except after ':' (an address):
/// what is lost that way is never an import.
fn without_comments(source: &str) -> String {
    let mut code = String::new();
    let mut rest = source;
    while let Some(start) = rest.find("/*") {
        // Not a comment but a pattern such as "**/*.js", or one inside a line comment.
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

/// Whether a word stands in a text by itself, not as a part of a longer name.
fn has_word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back().is_some_and(part);
        let after = text[at + word.len()..].chars().next().is_some_and(part);
        !before && (!after || !word.ends_with(part))
    })
}

/// Every path of the crate that a source names, as `room` or `room::item`; groups in braces are taken apart.
fn crate_paths(code: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        collect_paths(&code[at + "crate::".len()..], "", &mut paths);
    }
    paths
}

fn collect_paths(code: &str, room: &str, paths: &mut Vec<String>) {
    if let Some(group) = code.strip_prefix('{') {
        for part in group_parts(group) {
            collect_paths(part.trim_start(), room, paths);
        }
        return;
    }
    let name: String = code.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    if !room.is_empty() {
        paths.push(if name == "self" { room.to_owned() } else { format!("{room}::{name}") });
    } else if let Some(rest) = code[name.len()..].strip_prefix("::") {
        collect_paths(rest, &name, paths);
    } else {
        paths.push(name);
    }
}

/// The parts of a group, from behind its opening brace to the closing one, split at commas of the same depth.
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
fn paths_are_read_from_source() {
    let code = shipped(
        "use crate::rules::{Board, Grid};\n// use crate::cli::x;\n/* crate::wasm */ use crate::{eval::{self, rows::X}, search};\n\
         fn f() { crate::policy::g() }\n#[cfg(test)]\nmod tests { use crate::strategy; }",
    );
    let expected = ["rules::Board", "rules::Grid", "eval", "eval::rows", "search", "policy::g"];
    assert_eq!(crate_paths(&code), expected);
}

#[test]
fn words_are_whole() {
    assert!(has_word("use std::fs;", "std::fs"));
    assert!(!has_word("eprintln!(1)", "println!"));
    assert!(!has_word("clapping", "clap"));
}
