//! `afterstate serve`: the built page on this machine, with the headers it needs.
//!
//! [`site`] decides what to answer and knows nothing of connections; [`connection`] talks to one browser. Made for one
//! person's browser and for tests: it listens on the loopback address only, and leaves out ranges, compression and TLS.

mod connection;
pub mod headers;
pub mod site;

use std::io;
use std::net::TcpListener;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::output::{Ended, say};
use site::Site;

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

/// How long no connection is taken after one could not be.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves until the process is ended. Prints the address once it listens.
///
/// # Errors
/// When the folder holds no page, or the port cannot be listened on: a message that says what to do.
pub fn run_command(options: &Options) -> Result<(), Ended> {
    if !options.dir.join("index.html").is_file() {
        return Err(format!(
            "there is no index.html in '{}': run `./build.sh build` first, or name another folder with --dir",
            options.dir.display()
        )
        .into());
    }
    let listener = TcpListener::bind(("127.0.0.1", options.port))
        .map_err(|error| cannot_listen(options.port, &error))?;
    let port = listener.local_addr().map_or(options.port, |address| address.port());
    say!("http://localhost:{port}/")?;

    let site = Site::new(options.dir.clone(), options.headers);
    thread::scope(|scope| {
        for stream in listener.incoming() {
            // A connection that fails before it is one is no concern of the others; where the system has no more of
            // them to give, some will be closed soon.
            let Ok(stream) = stream else {
                thread::sleep(PAUSE);
                continue;
            };
            let site = &site;
            let attending = thread::Builder::new().spawn_scoped(scope, move || {
                let _ = connection::attend(&stream, site);
            });
            // Without a thread the connection is closed, and the browser tries again.
            drop(attending);
        }
    });
    Ok(())
}

fn cannot_listen(port: u16, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            format!("port {port} is in use: choose another with --port")
        }
        io::ErrorKind::PermissionDenied => {
            format!(
                "port {port} needs more rights than this user has: choose one from 1024 on with --port"
            )
        }
        _ => format!("cannot listen on port {port}: {error}"),
    }
}
