//! `afterstate serve` as a browser, and as somebody hostile, meets it: the program itself, over TCP.
//!
//! What each path is answered with is tested in detail in `src/cli/serve/site.rs`.
#![cfg(feature = "cli")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_afterstate");
const ISOLATING: [(&str, &str); 4] = [
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("cross-origin-resource-policy", "cross-origin"),
    ("document-isolation-policy", "isolate-and-require-corp"),
];

/// A server over a small site of its own, ended with the test.
struct Server {
    process: Child,
    port: u16,
    folder: PathBuf,
}

impl Server {
    fn start(name: &str, arguments: &[&str]) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("site/lab")).unwrap();
        fs::create_dir_all(folder.join("site/100%")).unwrap();
        fs::create_dir_all(folder.join("site/models")).unwrap();
        fs::write(folder.join("secret.txt"), "secret").unwrap();
        fs::write(folder.join("site/index.html"), "<!doctype html>").unwrap();
        fs::write(folder.join("site/lab/index.html"), "lab").unwrap();
        fs::write(folder.join("site/engine.wasm"), b"\0asm").unwrap();
        fs::write(folder.join("site/models/net-0123.bin"), vec![7; 100_000]).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.join("secret.txt"), folder.join("site/link.txt"))
            .unwrap();
        let mut process = Command::new(PROGRAM)
            .args(["serve", "--port", "0", "--dir"])
            .arg(folder.join("site"))
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let port =
            address.trim().strip_prefix("http://localhost:").unwrap().strip_suffix('/').unwrap();
        Self { port: port.parse().unwrap(), process, folder }
    }

    /// Sends these bytes on a connection of their own, and reads the answer to its end.
    fn send(&self, bytes: &[u8]) -> Reply {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.write_all(bytes).unwrap();
        let mut reply = Vec::new();
        // A server that has had enough may cut the connection: what came before counts.
        let _ = stream.read_to_end(&mut reply);
        Reply::parse(&reply)
    }

    fn ask(&self, method: &str, path: &str, headers: &str) -> Reply {
        self.send(
            format!(
                "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n"
            )
            .as_bytes(),
        )
    }

    fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, "")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[derive(Debug)]
struct Reply {
    /// 0 if the server closed the connection without a word.
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Reply {
    fn parse(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = head.lines();
        let status = lines
            .next()
            .and_then(|line| line.split(' ').nth(1))
            .map_or(0, |status| status.parse().unwrap());
        let headers = lines
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
            .collect();
        Self { status, headers, body: bytes.get(end + 4..).unwrap_or_default().to_vec() }
    }

    fn header(&self, name: &str) -> Option<&str> {
        let mut values =
            self.headers.iter().filter(|header| header.0 == name).map(|header| header.1.as_str());
        let value = values.next();
        assert_eq!(values.next(), None, "{name} is sent twice");
        value
    }
}

#[test]
fn every_answer_isolates_the_page() {
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
fn isolation_can_be_left_out() {
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
fn files_come_whole_with_their_type() {
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
fn a_folder_without_its_slash_is_sent_on() {
    let server = Server::start("folder", &[]);
    let reply = server.get("/lab");
    assert_eq!((reply.status, reply.header("location")), (301, Some("/lab/")));
    assert_eq!(server.get("/lab/").body, b"lab");
    // An address is sent back as it came: what was written as %25 is no % before other digits.
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
fn what_has_not_changed_is_not_sent_again() {
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
fn other_methods_are_refused() {
    let server = Server::start("methods", &[]);
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW"] {
        let reply = server.ask(method, "/", "Content-Length: 0\r\n");
        assert_eq!((reply.status, reply.header("allow")), (405, Some("GET, HEAD")), "{method}");
    }
}

#[test]
fn nothing_outside_the_folder_is_reached() {
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
        "/..\\secret.txt",
        "/..%5csecret.txt",
        "/....//secret.txt",
        "//secret.txt",
        "/link.txt",
        "/index.html%00.txt",
        "/%00",
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
        assert!(
            [400, 404, 414].contains(&reply.status),
            "{path:.80} was answered {}",
            reply.status
        );
        assert!(!reply.body.windows(6).any(|six| six == b"secret"), "{path:.80}");
    }
    assert_eq!(server.get(&long).status, 414);
}

#[test]
fn noise_does_not_end_the_server() {
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
        let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
        stream.write_all(noise).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let _ = stream.read_to_end(&mut Vec::new());
    }
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn a_busy_port_is_named() {
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
fn a_missing_site_is_named() {
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
