//! One connection of a browser: requests in, responses out, HTTP/1.1 as far as a static site needs it (RFC 9112).
//!
//! Every connection has a thread of its own. A pool of few threads makes a page wait: a browser opens several
//! connections at once, keeps them open, and may open one without using it (measured with tiny_http 0.12, whose pool
//! can queue a connection behind an idle one: the first visit took 30 s).
//! Leaves out what is answered (site.rs), bodies of requests, ranges, compression, TLS.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use super::site::{Answer, Body, Site, Status};

/// The request line and headers together; a browser sends some hundred bytes.
const LONGEST_HEAD: u64 = 256 * 1024;
/// After this much silence a connection is closed; a browser opens another when it needs one.
const PATIENCE: Duration = Duration::from_secs(30);

/// What is read of a request.
struct Request {
    method: String,
    url: String,
    /// The value of If-None-Match.
    known: Option<String>,
    /// Whether the connection is good for another request after this one.
    goes_on: bool,
}

/// Answers the requests of one connection until either side ends it.
///
/// # Errors
/// When the other side has gone away or is silent for too long: of no concern to anybody else.
pub fn attend(stream: &TcpStream, site: &Site) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream);
    loop {
        let request = match read_request(&mut reader)? {
            Head::None => return Ok(()),
            Head::Bad => {
                respond(stream, site.refuse(Status::BadRequest), true, false)?;
                return Ok(());
            }
            Head::Request(request) => request,
        };
        let with_body = request.method != "HEAD";
        let answer = match request.method.as_str() {
            "GET" | "HEAD" => site.answer(&request.url, request.known.as_deref()),
            _ => site.refuse(Status::MethodNotAllowed),
        };
        respond(stream, answer, with_body, request.goes_on)?;
        if !request.goes_on {
            return Ok(());
        }
    }
}

/// What came in place of a request.
enum Head {
    /// The other side has said all it wanted to.
    None,
    /// No request that is understood; nothing after it would be either.
    Bad,
    Request(Request),
}

fn read_request(reader: &mut impl BufRead) -> io::Result<Head> {
    let mut reader = reader.take(LONGEST_HEAD);
    let mut line = Vec::new();
    let mut next = |line: &mut Vec<u8>| -> io::Result<bool> {
        line.clear();
        reader.read_until(b'\n', line)?;
        let whole = line.pop() == Some(b'\n');
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Ok(whole)
    };
    if !next(&mut line)? {
        return Ok(if line.is_empty() { Head::None } else { Head::Bad });
    }
    let first = String::from_utf8_lossy(&line).into_owned();
    let mut words = first.split(' ');
    let (Some(method), Some(url), Some(version), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Ok(Head::Bad);
    };
    if !matches!(version, "HTTP/1.1" | "HTTP/1.0") {
        return Ok(Head::Bad);
    }
    let mut request = Request {
        method: method.to_owned(),
        url: url.to_owned(),
        known: None,
        goes_on: version == "HTTP/1.1" && matches!(method, "GET" | "HEAD"),
    };
    loop {
        if !next(&mut line)? {
            return Ok(Head::Bad);
        }
        if line.is_empty() {
            return Ok(Head::Request(request));
        }
        let header = String::from_utf8_lossy(&line);
        let Some((name, value)) = header.split_once(':') else { return Ok(Head::Bad) };
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "if-none-match" => request.known = Some(value.to_owned()),
            "connection" if value.eq_ignore_ascii_case("close") => request.goes_on = false,
            // A body is not read: what follows it would be taken for a request.
            "content-length" | "transfer-encoding" => request.goes_on = false,
            _ => {}
        }
    }
}

fn respond(mut to: &TcpStream, answer: Answer, with_body: bool, goes_on: bool) -> io::Result<()> {
    let Answer { status, headers, body } = answer;
    let (mut content, length): (Box<dyn Read>, u64) = match body {
        Body::File(path) => {
            let file = File::open(path)?;
            let length = file.metadata()?.len();
            (Box::new(file.take(length)), length)
        }
        Body::Text(text) => (Box::new(text.as_bytes()), text.len() as u64),
    };
    let mut head = format!("HTTP/1.1 {} {status:?}\r\n", status as u16);
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if status != Status::NotModified {
        head.push_str(&format!("Content-Length: {length}\r\n"));
    }
    if !goes_on {
        head.push_str("Connection: close\r\n");
    }
    head.push_str("\r\n");
    to.write_all(head.as_bytes())?;
    if with_body && status != Status::NotModified {
        let sent = io::copy(&mut content, &mut to)?;
        if sent < length {
            // The file has become shorter meanwhile: an end without all that was promised says so.
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    to.flush()
}
