//! Files that must not be lost: they are replaced atomically, so that a crash or a full disk leaves
//! the old file or the new one, and only one process at a time writes them.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Opens a file for reading and appending, and locks it for this process until it is closed.
/// Creates the file and its folders if they do not exist.
///
/// # Errors
/// A message with the file's name, if another process has locked the file or it cannot be opened.
pub fn open_locked(path: &Path) -> Result<File, String> {
    let message = |error: io::Error| format!("{}: {error}", path.display());
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(message)?;
    let mut options = OpenOptions::new();
    let file = options.read(true).append(true).create(true).open(path).map_err(message)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(format!("{} is being written by another process", path.display()))
        }
        // Some file systems have no locks; then nothing keeps other processes away.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// Replaces the file at `path`: writes a new file beside it, syncs that to disk and renames it.
/// Returns the new file open at its end and locked, as by [`open_locked`].
///
/// # Errors
/// If the file cannot be written; the old file is then unchanged.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<File> {
    let beside = beside(path);
    let mut file = File::create(&beside)?;
    let _ = file.try_lock(); // fails only on a file system without locks
    let put = write(&mut file).and_then(|()| file.sync_all());
    match put.and_then(|()| fs::rename(&beside, path)) {
        Ok(()) => Ok(file),
        Err(error) => {
            let _ = fs::remove_file(&beside); // it may have filled the disk
            Err(error)
        }
    }
}

/// The path of the new file until it is complete. A crash may leave it there; the next write
/// replaces it.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".new");
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    #[test]
    fn replacing_a_locked_file_keeps_it_locked() {
        let path = std::env::temp_dir().join(format!("afterstate-lock-{}", std::process::id()));
        let locked = open_locked(&path).unwrap();
        let is_locked = |path| open_locked(path).unwrap_err().contains("another process");
        assert!(is_locked(&path));
        let new = replace(&path, |file| file.write_all(b"new")).unwrap();
        drop(locked);
        assert!(is_locked(&path));
        drop(new);
        let mut text = String::new();
        open_locked(&path).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "new");
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn failed_replace_leaves_only_the_old_file() {
        let folder =
            std::env::temp_dir().join(format!("afterstate-replace-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let path = folder.join("games.csv");
        replace(&path, |file| file.write_all(b"old")).unwrap();
        let failed = replace(&path, |file| {
            file.write_all(b"half of the n")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(failed.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        let mut open = replace(&path, |file| file.write_all(b"new")).unwrap();
        open.write_all(b" and more").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new and more");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}
