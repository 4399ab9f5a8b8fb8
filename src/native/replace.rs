//! Files that take a finished one's place only when they are whole: a kill or a full disk at any moment leaves either the
//! old file or the new one.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Writes a file beside `path`, brings it to the disk, and puts it in the place of what is there. It comes back open,
/// behind what was written.
///
/// # Errors
/// When the system refuses; what was at `path` is then still there.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<File> {
    let beside = beside(path);
    let mut file = File::create(&beside)?;
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
    use std::io::Write;

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
