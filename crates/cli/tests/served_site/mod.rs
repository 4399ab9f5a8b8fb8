//! A server of a small site in a process of its own, and a plain HTTP client.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::PROGRAM;

/// A server with a small site of its own; both are removed at the end of the test.
pub struct Server {
    pub process: Child,
    pub port: u16,
    pub folder: PathBuf,
}

impl Server {
    pub fn start(name: &str, arguments: &[&str]) -> Self {
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

    pub fn connect(&self) -> TcpStream {
        TcpStream::connect(("127.0.0.1", self.port)).unwrap()
    }

    /// Sends these bytes on a new connection and reads the reply to its end.
    pub fn send(&self, bytes: &[u8]) -> Reply {
        let mut stream = self.connect();
        // The server may reply and close the connection before it has read everything.
        let _ = stream.write_all(bytes);
        let mut reply = Vec::new();
        let _ = stream.read_to_end(&mut reply);
        Reply::parse(&reply)
    }

    pub fn ask(&self, method: &str, path: &str, headers: &str) -> Reply {
        self.send(
            format!(
                "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n"
            )
            .as_bytes(),
        )
    }

    pub fn get(&self, path: &str) -> Reply {
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

/// The reply to a request, read to its end.
#[derive(Debug)]
pub struct Reply {
    /// 0 if the server closed the connection without a reply.
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
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

    pub fn header(&self, name: &str) -> Option<&str> {
        let mut values =
            self.headers.iter().filter(|header| header.0 == name).map(|header| header.1.as_str());
        let value = values.next();
        assert_eq!(values.next(), None, "{name} occurs twice");
        value
    }
}

/// Sends a request on an open connection, which stays open, and returns the body of the reply.
pub fn get_on(stream: &mut TcpStream, path: &str) -> Vec<u8> {
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        head.extend(byte);
    }
    let length = Reply::parse(&head).header("content-length").unwrap().parse().unwrap();
    let mut body = vec![0; length];
    stream.read_exact(&mut body).unwrap();
    body
}
