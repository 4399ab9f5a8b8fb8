//! Checkpoints in files.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use afterstate_train::checkpoint::{CheckpointError, State, read, write};

use crate::files::replace;

/// Writes `state` to `path`; an existing file is replaced only when everything is on the disk.
/// Returns the new file locked, see [`open_locked`](crate::files::open_locked).
///
/// # Errors
/// If the file cannot be written; an existing file is then unchanged.
pub fn save(state: &State, path: &Path) -> Result<File, CheckpointError> {
    replace(path, |file| write(state, file))
        .map_err(|error| CheckpointError::Io(path.to_owned(), error))
}

/// Reads a checkpoint.
///
/// # Errors
/// [`CheckpointError`], as [`read`].
pub fn load(path: &Path) -> Result<State, CheckpointError> {
    let io = |error| CheckpointError::Io(path.to_owned(), error);
    let file = File::open(path).map_err(io)?;
    let length = file.metadata().map_err(io)?.len();
    read(BufReader::with_capacity(1 << 20, file), length, path)
}
