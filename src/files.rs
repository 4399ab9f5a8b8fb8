//! Files that hold hours of work. They take a finished one's place only when they are whole: a kill or a full disk at
//! any moment leaves either the old file or the new one. And one process at a time writes them.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Opens a file to read it and to write behind its end, and keeps other processes from doing the same until it is
/// closed. Where there is none, an empty file and the folders above it are made.
///
/// # Errors
/// If another process holds the file, or the system refuses: a message with its name.
pub fn hold(path: &Path) -> Result<File, String> {
    let wrong = |error: io::Error| format!("{}: {error}", path.display());
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(wrong)?;
    let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(wrong)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(format!("{} is being written by another process", path.display()))
        }
        // Where a file system knows no locks, nobody else is kept away.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// Writes a file beside `path`, brings it to the disk, and puts it in the place of what is there. It comes back open,
/// behind what was written, and is held from the start: see [`hold`].
///
/// # Errors
/// When the system refuses; what was at `path` is then still there.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<File> {
    let beside = beside(path);
    let mut file = File::create(&beside)?;
    let _ = file.try_lock(); // nobody else has seen it; a file system may know no locks
    let put = write(&mut file).and_then(|()| file.sync_all());
    match put.and_then(|()| fs::rename(&beside, path)) {
        Ok(()) => Ok(file),
        Err(error) => {
            let _ = fs::remove_file(&beside); // it may take a disk's last room
            Err(error)
        }
    }
}

/// Where the new file is until it is whole. A kill may leave it there; the next try writes it anew.
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
    fn a_held_file_stays_held_when_it_is_replaced() {
        let path = std::env::temp_dir().join(format!("afterstate-hold-{}", std::process::id()));
        let held = hold(&path).unwrap();
        let refused = |path| hold(path).unwrap_err().contains("another process");
        assert!(refused(&path));
        let new = replace(&path, |file| file.write_all(b"new")).unwrap();
        drop(held);
        assert!(refused(&path));
        drop(new);
        let mut text = String::new();
        hold(&path).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "new");
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn what_fails_leaves_the_old_file_and_nothing_else() {
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
