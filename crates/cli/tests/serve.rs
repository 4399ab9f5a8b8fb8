//! Runs `afterstate serve` and talks to it over TCP, as a browser or a hostile client would.
//!
//! See also `crates/cli/src/serve/site.rs`, which tests the check of paths in detail.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::PROGRAM;
use crate::served_site::{Server, get_on};

const ISOLATING: [(&str, &str); 4] = [
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("cross-origin-resource-policy", "cross-origin"),
    ("document-isolation-policy", "isolate-and-require-corp"),
];

#[test]
fn every_reply_isolates_the_page() {
    let server = Server::start("isolated", &[]);
    for (path, status) in
        [("/", 200), ("/engine.wasm", 200), ("/nothing", 404), ("/../x", 400), ("/lab", 301)]
    {
        let reply = server.get(path);
        assert_eq!(reply.status, status, "{path}");
        for (name, value) in ISOLATING {
            assert_eq!(reply.header(name), Some(value), "{path}");
        }
        assert!(
            reply.header("content-security-policy").unwrap().contains("default-src 'self'"),
            "{path}"
        );
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(reply.header("x-frame-options"), None, "{path}");
    }
}

#[test]
fn isolation_can_be_switched_off() {
    let server = Server::start("plain", &["--headers", "off"]);
    for path in ["/", "/nothing"] {
        let reply = server.get(path);
        for (name, _) in ISOLATING {
            assert_eq!(reply.header(name), None, "{path}");
        }
        assert!(reply.header("content-security-policy").is_some(), "{path}");
    }
}

#[test]
fn files_are_complete_and_have_a_type() {
    let server = Server::start("types", &[]);
    let page = server.get("/");
    assert_eq!((page.status, page.body.as_slice()), (200, b"<!doctype html>".as_slice()));
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    assert_eq!(server.get("/engine.wasm").header("content-type"), Some("application/wasm"));
    assert_eq!(server.get("/?seed=7").body, page.body);
    let network = server.get("/models/net-0123.bin");
    assert_eq!(network.body, vec![7; 100_000]);
    assert_eq!(network.header("content-length"), Some("100000"));
    assert!(network.header("cache-control").unwrap().contains("immutable"));
}

#[test]
fn folder_without_a_slash_is_redirected() {
    let server = Server::start("folder", &[]);
    let reply = server.get("/lab");
    assert_eq!((reply.status, reply.header("location")), (301, Some("/lab/")));
    assert_eq!(server.get("/lab/").body, b"lab");
    // The redirect keeps the escapes of the request: %25 must not become a bare %.
    let reply = server.get("/100%25");
    assert_eq!((reply.status, reply.header("location")), (301, Some("/100%25/")));
    assert_eq!(server.get("/models/").status, 404, "folders are not listed");
}

#[test]
fn head_is_get_without_the_body() {
    let server = Server::start("head", &[]);
    let (get, head) =
        (server.get("/models/net-0123.bin"), server.ask("HEAD", "/models/net-0123.bin", ""));
    assert_eq!((head.status, head.body.len()), (200, 0));
    for name in ["content-length", "content-type", "etag", "cache-control"] {
        assert_eq!(head.header(name), get.header(name), "{name}");
    }
}

#[test]
fn unchanged_file_is_not_sent_again() {
    let server = Server::start("etag", &[]);
    let first = server.get("/");
    let tag = first.header("etag").unwrap();
    for known in [tag.to_owned(), format!("W/{tag}"), format!("\"other\", {tag}"), "*".to_owned()] {
        let again = server.ask("GET", "/", &format!("If-None-Match: {known}\r\n"));
        assert_eq!((again.status, again.body.len()), (304, 0), "{known}");
        assert_eq!(again.header("etag"), Some(tag));
        assert_eq!(again.header("cross-origin-embedder-policy"), Some("require-corp"));
    }
    assert_eq!(server.ask("GET", "/", "If-None-Match: \"other\"\r\n").status, 200);
    fs::write(server.folder.join("site/index.html"), "<!doctype html><title>new").unwrap();
    let changed = server.ask("GET", "/", &format!("If-None-Match: {tag}\r\n"));
    assert_eq!(
        (changed.status, changed.body.as_slice()),
        (200, b"<!doctype html><title>new".as_slice())
    );
}

#[test]
fn range_of_a_file_can_be_requested() {
    let server = Server::start("range", &[]);
    let part = server.ask("GET", "/index.html", "Range: bytes=2-8\r\n");
    assert_eq!((part.status, part.body.as_slice()), (206, b"doctype".as_slice()));
    assert_eq!(part.header("content-range"), Some("bytes 2-8/15"));
    assert_eq!(part.header("cross-origin-embedder-policy"), Some("require-corp"));
    assert_eq!(server.ask("GET", "/index.html", "Range: bytes=99-\r\n").status, 416);
}

#[test]
fn one_connection_serves_many_requests() {
    let server = Server::start("reuse", &[]);
    let mut stream = server.connect();
    for _ in 0..20 {
        assert_eq!(get_on(&mut stream, "/lab/"), b"lab");
    }
}

#[test]
fn other_methods_are_refused() {
    let server = Server::start("methods", &[]);
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW"] {
        let reply = server.ask(method, "/", "Content-Length: 0\r\n");
        assert_eq!((reply.status, reply.header("allow")), (405, Some("GET, HEAD")), "{method}");
    }
}

#[test]
fn nothing_outside_the_folder_can_be_read() {
    let server = Server::start("hostile", &[]);
    let absolute = server.folder.join("secret.txt").display().to_string();
    let long = format!("/{}", "a/".repeat(50_000));
    for path in [
        "/../secret.txt",
        "/lab/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/%2E%2E%2Fsecret.txt",
        "/..%2fsecret.txt",
        "/%252e%252e/secret.txt",
        "/lab/%2e%2e/%2e%2e/secret.txt",
        "/lab/..%00/../../secret.txt",
        "/%c0%ae%c0%ae/secret.txt",
        "/..\\secret.txt",
        "/..%5csecret.txt",
        "/....//secret.txt",
        "//secret.txt",
        "/link.txt",
        "/index.html%00.txt",
        "/%00",
        "/\0",
        "/%ff%fe",
        "/%",
        "secret.txt",
        "*",
        "file:///etc/passwd",
        &absolute,
        &format!("/{absolute}"),
        &format!("//{absolute}"),
        &long,
    ] {
        let reply = server.get(path);
        assert!([400, 404, 414].contains(&reply.status), "{path:.80} got {}", reply.status);
        assert!(!reply.body.windows(6).any(|six| six == b"secret"), "{path:.80}");
    }
    assert_eq!(server.get(&long).status, 414);
}

#[test]
fn malformed_requests_do_not_stop_the_server() {
    let server = Server::start("noise", &[]);
    for noise in [
        b"\0\0\0\0\r\n\r\n".as_slice(),
        b"GET /\0 HTTP/1.1\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\nConnection: close\r\n\r\n",
        b"GET / HTTP/1.1\r\nno colon here\r\n\r\n",
        b"GET / HTTP/1.1\r\nConnection: close\r\nIf-None-Match: \xff\xfe\r\n\r\n",
        b"GET /\xc3\xa9 HTTP/1.1\r\nConnection: close\r\n\r\n",
        b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n",
    ] {
        let mut stream = server.connect();
        stream.write_all(noise).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let _ = stream.read_to_end(&mut Vec::new());
    }
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn long_headers_do_not_stop_the_server() {
    let server = Server::start("long", &[]);
    let one_long = format!("X-Long: {}\r\n", "x".repeat(4 << 20));
    let many = "X-Many: x\r\n".repeat(100_000);
    for headers in [one_long, many] {
        let reply = server.ask("GET", "/", &headers);
        assert!([0, 431].contains(&reply.status), "got {}", reply.status);
    }
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn slow_clients_do_not_delay_others() {
    let server = Server::start("slow", &[]);
    // Larger than the system buffers for a client that does not read.
    fs::write(server.folder.join("site/large.bin"), vec![7; 64 << 20]).unwrap();
    let mut slow = Vec::new();
    for part in [
        "",
        "G",
        "GET / HTTP/1.1\r\nHost: local",
        "GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 1000000\r\n\r\nbody",
    ] {
        for _ in 0..10 {
            let mut stream = server.connect();
            stream.write_all(part.as_bytes()).unwrap();
            slow.push(stream);
        }
    }
    let start = Instant::now();
    for _ in 0..10 {
        assert_eq!(server.get("/lab/").body, b"lab");
    }
    // The server gives up a slow client after 30 s.
    assert!(start.elapsed() < Duration::from_secs(25), "took {:?}", start.elapsed());
    drop(slow);
}

#[test]
fn two_hundred_connections_are_served_at_once() {
    let server = Server::start("many", &[]);
    let mut streams: Vec<_> = (0..200).map(|_| server.connect()).collect();
    for _ in 0..2 {
        for stream in &mut streams {
            assert_eq!(get_on(stream, "/lab/"), b"lab");
        }
    }
    assert_eq!(server.get("/").status, 200);
}

#[test]
#[cfg(target_os = "linux")]
fn other_addresses_are_served_only_on_request() {
    // On Linux every 127.x.x.x is an address of this machine, but only 127.0.0.1 is listened on by
    // default.
    let local = Server::start("local", &[]);
    assert!(TcpStream::connect(("127.0.0.2", local.port)).is_err());
    let open = Server::start("open", &["--host", "0.0.0.0"]);
    let mut stream = TcpStream::connect(("127.0.0.2", open.port)).unwrap();
    assert_eq!(get_on(&mut stream, "/lab/"), b"lab");
}

#[test]
fn error_for_an_unexpected_host_names_the_accepted_hosts() {
    let server = Server::start("host", &[]);
    for host in ["192.0.2.1", "no such host"] {
        let output = Command::new(PROGRAM)
            .args(["serve", "--port", "0", "--host", host, "--dir"])
            .arg(server.folder.join("site"))
            .output()
            .unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success());
        for part in [host, "--host", "127.0.0.1", "0.0.0.0"] {
            assert!(message.contains(part), "{message}");
        }
    }
}

#[test]
fn error_for_a_busy_port_names_it() {
    let server = Server::start("busy", &[]);
    let second = Command::new(PROGRAM)
        .args(["serve", "--port", &server.port.to_string(), "--dir"])
        .arg(server.folder.join("site"))
        .output()
        .unwrap();
    let message = String::from_utf8(second.stderr).unwrap();
    assert!(!second.status.success());
    assert!(message.contains("--port") && message.contains(&server.port.to_string()), "{message}");
}

#[test]
fn error_for_a_missing_site_names_the_folder() {
    let output = Command::new(PROGRAM)
        .args(["serve", "--port", "0", "--dir", "no-such-folder"])
        .output()
        .unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(
        message.contains("no-such-folder") && message.contains("./build.sh build"),
        "{message}"
    );
}
