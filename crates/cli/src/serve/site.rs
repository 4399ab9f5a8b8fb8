//! Answers one request: a file of the site with its headers, or why there is none.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use http_body_util::Either;
use hyper::header::{ALLOW, CONTENT_TYPE, HeaderValue, LOCATION};
use hyper::{Method, Request, Response, StatusCode};
use percent_encoding::percent_decode_str;
use tower_http::services::ServeFile;
use tower_http::services::fs::ServeFileSystemResponseBody;

use super::{Isolation, headers};

/// Longer than any address of the site, and short enough that no file system refuses it with an error
/// of its own.
const MAX_PATH_LENGTH: usize = 2048;
/// The size of each read of a file. It is larger than the default because each read waits for another
/// thread.
const CHUNK_SIZE: usize = 256 * 1024;
const PLAIN_TEXT: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");

/// A file, or a line of text.
pub type Body = Either<ServeFileSystemResponseBody, String>;

/// A folder that holds a static site.
#[derive(Debug)]
pub struct Site {
    root: PathBuf,
    isolation: Isolation,
}

impl Site {
    /// The site in the folder `root`. Every request reads the folder again, so a new build shows at
    /// once.
    pub fn new(root: PathBuf, isolation: Isolation) -> Self {
        Self { root, isolation }
    }

    /// Answers a request; the request's body is ignored.
    pub async fn answer<B: Send + 'static>(&self, request: Request<B>) -> Response<Body> {
        // Errors get the headers of the start page, so that none is cached like a network.
        let (path, mut response) = match plain_path(request.uri().path()) {
            _ if !matches!(*request.method(), Method::GET | Method::HEAD) => {
                ("/".to_owned(), refusal(StatusCode::METHOD_NOT_ALLOWED))
            }
            _ if request.uri().path().len() > MAX_PATH_LENGTH => {
                ("/".to_owned(), refusal(StatusCode::URI_TOO_LONG))
            }
            None => ("/".to_owned(), refusal(StatusCode::BAD_REQUEST)),
            Some(path) => match self.send(&path, request).await {
                Ok(response) => (path, response),
                Err(status) => ("/".to_owned(), refusal(status)),
            },
        };
        response.headers_mut().extend(headers::for_path(&path, self.isolation));
        response
    }

    async fn send<B: Send + 'static>(
        &self,
        path: &str,
        request: Request<B>,
    ) -> Result<Response<Body>, StatusCode> {
        let file = self.find(path).ok_or(StatusCode::NOT_FOUND)?;
        if file.is_dir() {
            // Relative links of the page start from its last '/', so the address must end with one.
            let location = HeaderValue::try_from(format!("{}/", request.uri().path()))
                .map_err(|_| StatusCode::BAD_REQUEST)?;
            let mut response = refusal(StatusCode::MOVED_PERMANENTLY);
            response.headers_mut().insert(LOCATION, location);
            return Ok(response);
        }
        let sent = ServeFile::new(&file).with_buf_chunk_size(CHUNK_SIZE).try_call(request).await;
        let mut response = sent.map_err(|error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::PermissionDenied => StatusCode::NOT_FOUND,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        })?;
        if let Some(content_type) = response.headers_mut().get_mut(CONTENT_TYPE) {
            complete_type(content_type, &file);
        }
        Ok(response.map(Either::Left))
    }

    /// Finds the file of a plain path: `index.html` for a path that ends with '/'. `None` if a link
    /// leads out of the site. Returns a folder only where the path lacks its last '/'.
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

/// A response that is not a file, with one line that explains it.
fn refusal(status: StatusCode) -> Response<Body> {
    let text = match status {
        StatusCode::MOVED_PERMANENTLY => "This folder's address ends with '/'.\n",
        StatusCode::BAD_REQUEST => "This is not a path of this site.\n",
        StatusCode::NOT_FOUND => "There is no such file.\n",
        StatusCode::METHOD_NOT_ALLOWED => "This site accepts only GET and HEAD.\n",
        StatusCode::URI_TOO_LONG => "The address is too long.\n",
        _ => "The file could not be read.\n",
    };
    let mut response = Response::new(Either::Right(text.to_owned()));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, PLAIN_TEXT);
    if status == StatusCode::METHOD_NOT_ALLOWED {
        response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
    }
    response
}

/// Completes the type guessed from the file's name: text is UTF-8, and `.ts` is TypeScript, not
/// video.
fn complete_type(content_type: &mut HeaderValue, file: &Path) {
    if file.extension().is_some_and(|extension| extension == "ts") {
        *content_type = PLAIN_TEXT;
    } else if let Ok(guess) = content_type.to_str()
        && guess.starts_with("text/")
        && let Ok(complete) = HeaderValue::try_from(format!("{guess}; charset=utf-8"))
    {
        *content_type = complete;
    }
}

/// Decodes a path once. `None` unless it starts with '/', is valid UTF-8, and consists of plain
/// names: none empty except the last, none hidden (which excludes "." and ".."), no control
/// characters, no backslash, no colon.
fn plain_path(raw: &str) -> Option<String> {
    let whole_escape = |rest: &str| {
        rest.as_bytes().get(..2).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    if !raw.split('%').skip(1).all(whole_escape) {
        return None;
    }
    let path = percent_decode_str(raw).decode_utf8().ok()?;
    if path.contains(|c: char| c.is_control() || c == '\\' || c == ':') {
        return None;
    }
    let names = path.strip_prefix('/')?;
    let names = names.strip_suffix('/').unwrap_or(names);
    let plain = |name: &str| !name.is_empty() && !name.starts_with('.');
    (path == "/" || names.split('/').all(plain)).then(|| path.into_owned())
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
    fn other_paths_are_refused() {
        for path in [
            "",
            "index.html",
            "http://localhost/index.html",
            "*",
            "//",
            "//etc/passwd",
            "/a//b",
            "/a//",
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
    fn paths_are_decoded_only_once() {
        assert_eq!(plain_path("/%252e%252e/x").as_deref(), Some("/%2e%2e/x"));
    }

    #[test]
    fn text_types_name_their_encoding() {
        for (file, guess, complete) in [
            ("index.html", "text/html", "text/html; charset=utf-8"),
            ("engine.d.ts", "video/vnd.dlna.mpeg-tts", "text/plain; charset=utf-8"),
            ("engine.wasm", "application/wasm", "application/wasm"),
        ] {
            let mut content_type = HeaderValue::from_static(guess);
            complete_type(&mut content_type, Path::new(file));
            assert_eq!(content_type, complete, "{file}");
        }
    }
}
