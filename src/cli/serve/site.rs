//! What to answer for a path: a file under one folder, or why not.
//!
//! Knows nothing of connections. A path is decoded once and then refused unless each part of it is a plain name; that
//! the file found lies under the folder is checked again after all links are followed.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::{Isolation, headers};

/// Longer than any path of the site, and than anything an honest link to it says after a '?'.
const LONGEST_URL: usize = 2048;

/// The responses there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are those of the standard, RFC 9110 section 15")]
pub enum Status {
    Ok = 200,
    MovedPermanently = 301,
    NotModified = 304,
    BadRequest = 400,
    NotFound = 404,
    MethodNotAllowed = 405,
    UriTooLong = 414,
}

/// What a response carries.
#[derive(Debug)]
pub enum Body {
    /// The content of this file.
    File(PathBuf),
    /// This text.
    Text(&'static str),
}

/// A response, ready to be sent.
#[derive(Debug)]
pub struct Answer {
    /// Its status.
    pub status: Status,
    /// Its headers, without the length.
    pub headers: Vec<(&'static str, String)>,
    /// Its content; nothing in answer to a HEAD request, which the server sees to.
    pub body: Body,
}

/// A folder with a static site in it.
#[derive(Debug)]
pub struct Site {
    root: PathBuf,
    isolation: Isolation,
}

impl Site {
    /// The site in the folder `root`. It is looked at anew for each request, so it may be built again meanwhile.
    pub fn new(root: PathBuf, isolation: Isolation) -> Self {
        Self { root, isolation }
    }

    /// Answers a GET for `url` (path and query, as in the request line). `known` is the value of If-None-Match.
    pub fn answer(&self, url: &str, known: Option<&str>) -> Answer {
        if url.len() > LONGEST_URL {
            return self.refuse(Status::UriTooLong);
        }
        let raw = url.split(['?', '#']).next().unwrap_or_default();
        let Some(path) = plain_path(raw) else { return self.refuse(Status::BadRequest) };
        let Some(file) = self.find(&path) else { return self.refuse(Status::NotFound) };
        if file.is_dir() {
            // A page's relative links start from its last '/', so the address must have one.
            return self.answer_with(
                Status::MovedPermanently,
                &path,
                vec![("Location", format!("{raw}/"))],
            );
        }
        let Some(tag) = entity_tag(&file) else { return self.refuse(Status::NotFound) };
        let unchanged = known.is_some_and(|known| matches_tag(known, &tag));
        let kept = vec![("ETag", tag)];
        if unchanged {
            return self.answer_with(Status::NotModified, &path, kept);
        }
        let mut answer = self.answer_with(Status::Ok, &path, kept);
        answer.headers.push(("Content-Type", content_type(&file).to_owned()));
        answer.body = Body::File(file);
        answer
    }

    /// Answers that there is nothing, and why.
    pub fn refuse(&self, status: Status) -> Answer {
        let mut extra = vec![("Content-Type", "text/plain; charset=utf-8".to_owned())];
        if status == Status::MethodNotAllowed {
            extra.push(("Allow", "GET, HEAD".to_owned()));
        }
        let mut answer = self.answer_with(status, "/", extra);
        answer.body = Body::Text(match status {
            Status::MethodNotAllowed => "Only GET and HEAD are answered here.\n",
            Status::BadRequest => "This is not a path of this site.\n",
            Status::UriTooLong => "The address is too long.\n",
            _ => "There is no such file.\n",
        });
        answer
    }

    fn answer_with(
        &self,
        status: Status,
        path: &str,
        extra: Vec<(&'static str, String)>,
    ) -> Answer {
        let mut headers: Vec<_> = headers::for_path(path, self.isolation)
            .into_iter()
            .map(|(name, value)| (name, value.to_owned()))
            .collect();
        headers.extend(extra);
        Answer { status, headers, body: Body::Text("") }
    }

    /// The file of a plain path: `index.html` for one that ends in '/'; a folder only where the '/' is missing.
    fn find(&self, path: &str) -> Option<PathBuf> {
        let root = self.root.canonicalize().ok()?;
        let mut file = root.join(path.trim_start_matches('/'));
        if path.ends_with('/') {
            file.push("index.html");
        }
        let file = file.canonicalize().ok()?;
        file.starts_with(&root).then_some(file)
    }
}

/// Decodes a path. `None` unless it starts with '/', is UTF-8 after decoding, and consists of plain names: none empty
/// but the last, none hidden (so no "." and ".."), no control characters, no backslash, no colon.
fn plain_path(raw: &str) -> Option<String> {
    let path = decode(raw)?;
    let names = path.strip_prefix('/')?;
    if path.contains(|c: char| c.is_control() || c == '\\' || c == ':') {
        return None;
    }
    let mut parts: Vec<&str> = names.split('/').collect();
    if parts.last() == Some(&"") {
        parts.pop();
    }
    parts.iter().all(|part| !part.is_empty() && !part.starts_with('.')).then_some(path)
}

/// Resolves `%hh`, once. `None` if one is malformed, or the result is not UTF-8.
fn decode(text: &str) -> Option<String> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        decoded.push(match byte {
            b'%' => {
                let mut digit = || char::from(rest.next()?).to_digit(16);
                u8::try_from(digit()? * 16 + digit()?).ok()?
            }
            _ => byte,
        });
    }
    String::from_utf8(decoded).ok()
}

/// A tag that changes with the file: its length and the time of its last change.
fn entity_tag(file: &Path) -> Option<String> {
    let about = fs::metadata(file).ok()?;
    let changed = about.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(format!("\"{:x}-{:x}\"", about.len(), changed.as_nanos()))
}

/// Whether an If-None-Match header names the tag (weak comparison, RFC 9110 section 13.1.2).
fn matches_tag(known: &str, tag: &str) -> bool {
    known.trim() == "*"
        || known.split(',').any(|one| {
            let one = one.trim();
            one.strip_prefix("W/").unwrap_or(one) == tag
        })
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "ts" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_paths_are_decoded() {
        assert_eq!(plain_path("/").as_deref(), Some("/"));
        assert_eq!(plain_path("/lab/").as_deref(), Some("/lab/"));
        assert_eq!(plain_path("/a%20b/%C3%A9.js").as_deref(), Some("/a b/é.js"));
    }

    #[test]
    fn anything_else_is_refused() {
        for path in [
            "",
            "index.html",
            "http://localhost/index.html",
            "*",
            "//etc/passwd",
            "/a//b",
            "/..",
            "/../Cargo.toml",
            "/a/../../Cargo.toml",
            "/%2e%2e/Cargo.toml",
            "/%2E%2e%2fCargo.toml",
            "/..%2f..%2fetc/passwd",
            "/.",
            "/.git/config",
            "/%2egit/config",
            "/a\\..\\b",
            "/a%5c..%5cb",
            "/c:/x",
            "/index.html%00.js",
            "/a%0d%0aSet-Cookie:x",
            "/%",
            "/%4",
            "/%zz",
            "/%+1",
            "/%ff",
        ] {
            assert_eq!(plain_path(path), None, "{path}");
        }
    }

    #[test]
    fn decoding_happens_once() {
        assert_eq!(plain_path("/%252e%252e/x").as_deref(), Some("/%2e%2e/x"));
    }

    #[test]
    fn tags_are_compared_weakly() {
        assert!(matches_tag("\"a\"", "\"a\""));
        assert!(matches_tag("\"b\", W/\"a\"", "\"a\""));
        assert!(matches_tag("*", "\"a\""));
        assert!(!matches_tag("\"b\"", "\"a\""));
        assert!(!matches_tag("", "\"a\""));
    }
}
