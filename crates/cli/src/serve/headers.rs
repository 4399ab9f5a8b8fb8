//! The headers of each response, read from `headers.txt`, which other hosts get as `_headers`.
//!
//! In that file a path, which may end in `*`, is followed by its headers, indented. A later header
//! replaces an earlier one of the same name.

use hyper::HeaderMap;
use hyper::header::{CACHE_CONTROL, HeaderName, HeaderValue};

use super::Isolation;

const RULES: &str = include_str!("headers.txt");

/// The headers that isolate a page.
const ISOLATING: [&str; 4] = [
    "cross-origin-opener-policy",
    "cross-origin-embedder-policy",
    "cross-origin-resource-policy",
    "document-isolation-policy",
];

/// The headers for a path that starts with '/'.
///
/// If no rule sets Cache-Control, browsers must ask again before they reuse a response (cheap
/// thanks to the ETag), so a page never mixes files of two builds.
pub fn for_path(path: &str, isolation: Isolation) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    let mut applies = false;
    for line in RULES.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        if let Some((name, value)) = line.strip_prefix("  ").and_then(|rule| rule.split_once(": "))
        {
            if applies {
                let name = HeaderName::from_bytes(name.as_bytes()).expect("a name in headers.txt");
                headers.insert(name, HeaderValue::from_static(value));
            }
        } else {
            applies =
                line.strip_suffix('*').map_or(path == line, |prefix| path.starts_with(prefix));
        }
    }
    if isolation == Isolation::Off {
        for name in ISOLATING {
            headers.remove(name);
        }
    }
    headers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(path: &str, isolation: Isolation, name: &str) -> Option<String> {
        Some(for_path(path, isolation).get(name)?.to_str().unwrap().to_owned())
    }

    #[test]
    fn every_path_is_isolated_unless_switched_off() {
        for name in ISOLATING {
            assert!(value("/", Isolation::On, name).is_some(), "{name}");
            assert!(value("/no/such/file", Isolation::On, name).is_some(), "{name}");
            assert_eq!(value("/", Isolation::Off, name), None);
        }
        assert!(value("/", Isolation::Off, "Content-Security-Policy").is_some());
    }

    #[test]
    fn the_policy_allows_wasm_and_frames_but_nothing_inline() {
        let policy = value("/", Isolation::On, "Content-Security-Policy").unwrap();
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval';"));
        // A sandboxed document has no origin and can start workers only from blob: addresses.
        // Trusted Types decide which texts may become one.
        let workers = "worker-src 'self' blob:;";
        assert!(policy.contains(workers));
        let policy = policy.replace(workers, "");
        for forbidden in
            ["'unsafe-inline'", "'unsafe-eval'", "blob:", "http:", "https:", "frame-ancestors"]
        {
            assert!(!policy.contains(forbidden), "{forbidden}");
        }
    }

    #[test]
    fn only_files_with_a_hash_in_their_name_are_cached() {
        for path in ["/index.html", "/", "/sw.js", "/embed.js", "/embed.html", "/pkg/afterstate.js"]
        {
            assert_eq!(
                value(path, Isolation::On, "Cache-Control").as_deref(),
                Some("no-cache"),
                "{path}"
            );
        }
        for path in ["/models/x-1234.bin", "/assets/page-main-1234.js"] {
            let control = value(path, Isolation::On, "Cache-Control").unwrap();
            assert!(control.contains("immutable"), "{path}");
        }
    }
}
