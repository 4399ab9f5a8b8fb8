//! Checkpoints in files.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use afterstate_train::checkpoint::{self, State, read, write};

use crate::files::{Locked, replace};

/// Why a file of a run could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system refused.
    #[error("{path}: {1}", path = .0.display())]
    Io(PathBuf, io::Error),
    /// The file is not a complete checkpoint.
    #[error("checkpoint {path}: {1}", path = .0.display())]
    Bad(PathBuf, String),
}

/// Writes `state` to `path`; an existing file is replaced only when everything is on the disk.
/// Returns the new file locked.
///
/// # Errors
/// If the file cannot be written; an existing file is then unchanged.
pub fn save(state: &State, path: &Path) -> Result<Locked, FileError> {
    replace(path, |file| write(state, file)).map_err(|error| FileError::Io(path.to_owned(), error))
}

/// Reads a checkpoint.
///
/// # Errors
/// If the file cannot be read or is not a complete checkpoint.
pub fn load(path: &Path) -> Result<State, FileError> {
    let file = File::open(path).map_err(|error| FileError::Io(path.to_owned(), error))?;
    read_from(file, path)
}

/// Reads a checkpoint from an open file; the path is for errors.
///
/// # Errors
/// As [`load`].
pub fn read_from(file: File, path: &Path) -> Result<State, FileError> {
    let io = |error| FileError::Io(path.to_owned(), error);
    let length = file.metadata().map_err(io)?.len();
    read(BufReader::with_capacity(1 << 20, file), length).map_err(|error| match error {
        checkpoint::CheckpointError::Io(error) => io(error),
        error => FileError::Bad(path.to_owned(), error.to_string()),
    })
}
