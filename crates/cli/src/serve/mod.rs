//! `afterstate serve`: serves the built page over HTTP with the headers it needs.
//!
//! hyper implements HTTP, tower-http sends files, and [`site`] decides which files a path may
//! reach.

pub mod headers;
pub mod site;

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};
use hyper::rt::{Read, Write};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

use afterstate_runs::numbers::between;
use afterstate_runs::output::{CommandError, say};
use site::Site;

/// The options of `afterstate serve`.
#[derive(Args, Debug)]
pub struct ServeOptions {
    /// Port to listen on; 0 for any free port
    #[arg(long, default_value_t = 8048, value_parser = between(0, u16::MAX))]
    port: u16,
    /// Address to listen on; 0.0.0.0 lets other machines connect. The AI is slower there, because
    /// browsers give a page over plain HTTP no shared memory
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// Folder to serve; `./build.sh build` makes it
    #[arg(long, default_value = "dist")]
    dir: PathBuf,
    /// Headers that isolate the page from other sites. Browsers require them for shared memory,
    /// which the AI uses to search on several threads
    #[arg(long, value_enum, default_value_t = Isolation::On)]
    headers: Isolation,
}

/// Whether the page is isolated from other sites, which browsers require for shared memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Isolation {
    /// Send them.
    On,
    /// Send none, like many static hosts.
    Off,
}

/// A connection ends if its next request takes longer than this, or if its client reads nothing for
/// this long.
const CLIENT_TIMEOUT: Duration = Duration::from_secs(30);
/// Each connection may open one file, and many systems allow a process 1,024 open files.
const MAX_CONNECTIONS: usize = 500;
/// How long to wait when the system refuses a connection, for example because too many files are
/// open.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Prints the address, then serves until the process ends.
///
/// # Errors
/// If the folder holds no page or the server cannot listen: a message that explains what to do.
pub fn run_command(options: &ServeOptions) -> Result<(), CommandError> {
    if !options.dir.join("index.html").is_file() {
        return Err(format!(
            "there is no index.html in '{}': run `./build.sh build` first, or name another folder with --dir",
            options.dir.display()
        )
        .into());
    }
    let site = Site::new(options.dir.clone(), options.headers);
    let (listener, address) = listen(options).map_err(|error| cannot_listen(options, &error))?;
    say!("{}", url(address))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime
        .and_then(|runtime| runtime.block_on(serve(listener, site)))
        .map_err(|error| CommandError::Failed(format!("the server cannot start: {error}")))
}

fn listen(options: &ServeOptions) -> io::Result<(TcpListener, SocketAddr)> {
    let listener = TcpListener::bind((options.host.as_str(), options.port))?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    Ok((listener, address))
}

async fn serve(listener: TcpListener, site: Site) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let site = Arc::new(site);
    let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let permit = connections.clone().acquire_owned().await.map_err(io::Error::other)?;
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(CLIENT_TIMEOUT));
        let connection = serve_connection(TokioIo::new(Box::pin(stream)), site.clone());
        tokio::spawn(async move {
            connection.await;
            drop(permit);
        });
    }
}

/// Answers the requests of one client. A client that misbehaves or goes away ends only its own
/// connection.
pub async fn serve_connection<S: Read + Write + Unpin>(stream: S, site: Arc<Site>) {
    let answer = service_fn(move |request| {
        let site = site.clone();
        async move { Ok::<_, Infallible>(site.answer(request).await) }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(CLIENT_TIMEOUT).half_close(true);
    let _ = http.serve_connection(stream, answer).await;
}

/// The address to open in a browser on this machine.
fn url(address: SocketAddr) -> String {
    let ip = address.ip();
    if ip.is_unspecified() || ip == Ipv4Addr::LOCALHOST || ip == Ipv6Addr::LOCALHOST {
        format!("http://localhost:{}/", address.port())
    } else {
        format!("http://{address}/")
    }
}

fn cannot_listen(options: &ServeOptions, error: &io::Error) -> String {
    let ServeOptions { host, port, .. } = options;
    match error.kind() {
        io::ErrorKind::AddrInUse => format!("port {port} is in use: choose another with --port"),
        io::ErrorKind::PermissionDenied => {
            format!("only administrators may use port {port}: choose 1024 or higher with --port")
        }
        _ => format!(
            "cannot listen on '{host}', port {port}: {error}. --host takes an address of this machine: 127.0.0.1 (only \
             this machine can connect) or 0.0.0.0 (others can too)"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_address_opens_on_this_machine() {
        for (address, expected) in [
            ("127.0.0.1:8048", "http://localhost:8048/"),
            ("[::1]:8048", "http://localhost:8048/"),
            ("127.0.0.2:8048", "http://127.0.0.2:8048/"),
            ("0.0.0.0:80", "http://localhost:80/"),
            ("[::]:8048", "http://localhost:8048/"),
            ("192.0.2.7:8048", "http://192.0.2.7:8048/"),
            ("[2001:db8::7]:8048", "http://[2001:db8::7]:8048/"),
        ] {
            assert_eq!(url(address.parse().unwrap()), expected);
        }
    }
}
