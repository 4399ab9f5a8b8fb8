//! `afterstate serve`: the built page on this machine, with the headers it needs.
//!
//! [`site`] decides what to answer and knows nothing of connections; this file is the server around it. Made for one
//! person's browser and for tests: it listens on the loopback address only, and leaves out ranges, compression and TLS.

pub mod headers;
pub mod site;

use std::error::Error;
use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::thread;

use clap::{Args, ValueEnum};
use tiny_http::{Header, Method, Request, Response, Server, StatusCode};

use site::{Answer, Body, Site, Status};

/// A browser opens up to six connections to one host.
const THREADS: usize = 6;

/// The options of `afterstate serve`.
#[derive(Args, Debug)]
pub struct Options {
    /// The port to listen on; 0 takes any free one
    #[arg(long, default_value_t = 8048)]
    port: u16,
    /// The folder to serve, as `./build.sh build` makes it
    #[arg(long, default_value = "dist")]
    dir: PathBuf,
    /// Whether to send the headers that isolate the page. Without them the page gets no shared memory
    #[arg(long, value_enum, default_value_t = Isolation::On)]
    headers: Isolation,
}

/// Whether the page is isolated from other sites, which is what shared memory asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Isolation {
    /// The isolation headers are sent.
    On,
    /// They are left out, as on a plain static host.
    Off,
}

/// Serves until the process is ended. Prints the address once it listens.
///
/// # Errors
/// When the folder holds no page, or the port cannot be listened on: a message that says what to do.
pub fn run_command(options: &Options) -> Result<(), String> {
    if !options.dir.join("index.html").is_file() {
        return Err(format!(
            "there is no index.html in '{}': run `./build.sh build` first, or name another folder with --dir",
            options.dir.display()
        ));
    }
    let server = Server::http(("127.0.0.1", options.port))
        .map_err(|error| cannot_listen(options.port, &*error))?;
    let port = server.server_addr().to_ip().map_or(options.port, |address| address.port());
    println!("http://localhost:{port}/");

    let site = Site::new(options.dir.clone(), options.headers);
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                for request in server.incoming_requests() {
                    // A reader that has gone away is no concern of the others.
                    let _ = respond(request, &site);
                }
            });
        }
    });
    Ok(())
}

fn cannot_listen(port: u16, error: &(dyn Error + 'static)) -> String {
    match error.downcast_ref::<io::Error>().map(io::Error::kind) {
        Some(io::ErrorKind::AddrInUse) => {
            format!("port {port} is in use: choose another with --port")
        }
        Some(io::ErrorKind::PermissionDenied) => {
            format!(
                "port {port} needs more rights than this user has: choose one from 1024 on with --port"
            )
        }
        _ => format!("cannot listen on port {port}: {error}"),
    }
}

fn respond(request: Request, site: &Site) -> io::Result<()> {
    let known = request
        .headers()
        .iter()
        .find(|header| header.field.equiv("If-None-Match"))
        .map(|header| header.value.as_str());
    let answer = match request.method() {
        Method::Get | Method::Head => site.answer(request.url(), known),
        _ => site.refuse(Status::MethodNotAllowed),
    };
    let Answer { status, headers, body } = answer;
    let headers = headers
        .into_iter()
        .filter_map(|(name, value)| Header::from_bytes(name, value).ok())
        .collect();
    let (reader, length): (Box<dyn Read>, u64) = match body {
        Body::File(path) => {
            let file = File::open(path)?;
            let length = file.metadata()?.len();
            (Box::new(file), length)
        }
        Body::Text(text) => (Box::new(text.as_bytes()), text.len() as u64),
    };
    // tiny_http sends long bodies in chunks, without their length, unless told otherwise.
    let response = Response::new(
        StatusCode(status as u16),
        headers,
        reader,
        usize::try_from(length).ok(),
        None,
    )
    .with_chunked_threshold(usize::MAX);
    request.respond(response)
}
