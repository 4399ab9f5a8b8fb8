//! The headers of each response, read from `headers.txt`, the file that other hosts get as `_headers`.

use super::Isolation;

const RULES: &str = include_str!("../headers.txt");

/// Those without which a page is not isolated.
const ISOLATING: [&str; 4] = [
    "Cross-Origin-Opener-Policy",
    "Cross-Origin-Embedder-Policy",
    "Cross-Origin-Resource-Policy",
    "Document-Isolation-Policy",
];

/// The headers for a path that starts with '/'.
///
/// Where no rule says how long a response may be kept, it may be, but is asked for again each time (which the ETag
/// makes cheap): so a page never mixes two builds.
pub fn for_path(path: &str, isolation: Isolation) -> Vec<(&'static str, &'static str)> {
    let mut headers = Vec::new();
    let mut applies = false;
    for line in RULES.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        match line.strip_prefix("  ").and_then(|rule| rule.split_once(": ")) {
            Some((name, value)) if applies => headers.push((name, value)),
            Some(_) => {}
            None => {
                applies =
                    line.strip_suffix('*').map_or(path == line, |prefix| path.starts_with(prefix))
            }
        }
    }
    if isolation == Isolation::Off {
        headers.retain(|(name, _)| !ISOLATING.contains(name));
    }
    if !headers.iter().any(|(name, _)| *name == "Cache-Control") {
        headers.push(("Cache-Control", "no-cache"));
    }
    headers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(path: &str, isolation: Isolation, name: &str) -> Option<&'static str> {
        for_path(path, isolation).iter().find(|header| header.0 == name).map(|header| header.1)
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
        // A document without an origin, in a sandbox, can start its workers from no address but this
        // kind; which texts become one is for Trusted Types to say (www/scripts.js).
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
    fn only_names_that_carry_a_hash_are_kept_without_asking() {
        assert_eq!(value("/index.html", Isolation::On, "Cache-Control"), Some("no-cache"));
        assert!(
            value("/models/x-1234.bin", Isolation::On, "Cache-Control")
                .unwrap()
                .contains("immutable")
        );
    }
}
