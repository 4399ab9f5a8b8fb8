//! Files that must not be lost: they are replaced atomically, so that a crash or a full disk leaves
//! the old file or the new one, and only one process at a time writes them.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

use afterstate::rules::without_mark;

/// Reads a text file, as [`plain_text`].
///
/// # Errors
/// A message with the file's name.
pub fn read_text(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    plain_text(bytes).map_err(|why| format!("{} {why}", path.display()))
}

/// The text of a file that another program may have saved: without a byte order mark, and with a
/// line feed alone at the end of each line.
///
/// # Errors
/// Why the bytes are not text, as the rest of a sentence that begins with the file's name.
pub fn plain_text(bytes: Vec<u8>) -> Result<String, &'static str> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err("is text in UTF-16; save it as UTF-8");
    }
    let text = String::from_utf8(bytes).map_err(|_| "is not text in UTF-8")?;
    Ok(without_mark(&text).replace("\r\n", "\n"))
}

/// Checks that the `outputs` of a command are different files, and none of its `inputs`.
///
/// # Errors
/// A message that names the file.
pub fn check_outputs(outputs: &[&Path], inputs: &[&Path]) -> Result<(), String> {
    for (index, output) in outputs.iter().enumerate() {
        let is_output = |other: &&Path| is_same_file(other, output);
        if inputs.iter().any(is_output) {
            return Err(format!(
                "{} is a file that the command reads, so it must not be written; name another file",
                output.display()
            ));
        }
        if outputs[..index].iter().any(is_output) {
            return Err(format!(
                "{} would be written twice; name different files",
                output.display()
            ));
        }
    }
    Ok(())
}

/// Whether both paths name the same file, which need not exist.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    resolved(one) == resolved(other)
}

/// The absolute path without links, as far as the file or its folders exist. A link to a file that
/// does not exist yet is followed, too.
fn resolved(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let missing = match fs::canonicalize(&path) {
        Ok(path) => return path,
        Err(error) => error.kind() == io::ErrorKind::NotFound, // not for links in a circle
    };
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return path };
    let folder = resolved(folder);
    match fs::read_link(&path) {
        Ok(target) if missing => resolved(&folder.join(target)),
        _ => folder.join(name),
    }
}

/// A file that no other process writes until this is dropped, on a file system that has locks.
///
/// Closing the file would not be enough: a program that this process is about to start holds a copy of
/// each open file for a moment, and the lock with it.
#[derive(Debug)]
pub struct Locked(File);

impl Drop for Locked {
    fn drop(&mut self) {
        let _ = self.0.unlock(); // fails only on a file system without locks
    }
}

impl Deref for Locked {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl DerefMut for Locked {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.0
    }
}

/// Opens a file for reading and appending, and locks it. Creates the file and its folders if they do
/// not exist.
///
/// # Errors
/// A message with the file's name, if another process has locked the file or it cannot be opened.
pub fn open_locked(path: &Path) -> Result<Locked, String> {
    open_and_lock(path, || ())
}

/// As [`open_locked`]; calls `opened` between opening and locking.
fn open_and_lock(path: &Path, opened: impl Fn()) -> Result<Locked, String> {
    let message = |error: io::Error| format!("{}: {error}", path.display());
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(message)?;
    loop {
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path).map_err(message)?;
        opened();
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(format!("{} is being written by another process", path.display()));
        }
        // Some file systems have no locks; then nothing keeps other processes away. Where they have,
        // another process may have replaced the file before we had the lock of the old one.
        if names(path, &file).map_err(message)? {
            return Ok(Locked(file));
        }
    }
}

/// Whether the path names this open file.
#[cfg(unix)]
fn names(path: &Path, file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let of = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match fs::metadata(path) {
        Ok(found) => Ok(of(found) == of(file.metadata()?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether the path names this open file, which other systems do not let others replace.
#[cfg(not(unix))]
fn names(_path: &Path, _file: &File) -> io::Result<bool> {
    Ok(true)
}

/// Makes a folder if needed, and checks that files can be made in it.
///
/// # Errors
/// A message with the folder's name.
pub fn open_folder(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder)
        .and_then(|()| tempfile::tempfile_in(folder))
        .map(drop)
        .map_err(|error| format!("cannot write files in {}: {error}", folder.display()))
}

/// Replaces the file at `path`: writes a new file beside it, syncs that to disk and renames it. If
/// `path` is a link, replaces the file that it names, on whose disk there may be more space.
/// Returns the new file open at its end and locked.
///
/// # Errors
/// If the file cannot be written; the old file is then unchanged.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<Locked> {
    let path = &resolved(path);
    let beside = beside(path);
    let mut file = Locked(File::create(&beside)?);
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
    fn text_of_other_programs_is_read_or_the_reason_is_given() {
        let read = |bytes: &[u8]| plain_text(bytes.to_vec());
        assert_eq!(read("\u{feff}a\r\nb\r\n".as_bytes()), Ok("a\nb\n".to_owned()));
        assert_eq!(read("\u{feff}".as_bytes()), Ok(String::new()));
        for utf16 in [b"\xff\xfea\0", b"\xfe\xff\0a"] {
            assert!(read(utf16).unwrap_err().contains("UTF-16"));
        }
        assert!(read(b"a\xff").unwrap_err().contains("UTF-8"));
    }

    #[test]
    fn replacing_a_locked_file_keeps_it_locked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("locked");
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
    }

    #[test]
    fn a_lock_ends_although_a_copy_of_the_file_is_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("locked");
        let locked = open_locked(&path).unwrap();
        let _copy = locked.try_clone().unwrap();
        drop(locked);
        drop(open_locked(&path).unwrap());
        let replaced = replace(&path, |_| Ok(())).unwrap();
        let _copy = replaced.try_clone().unwrap();
        drop(replaced);
        open_locked(&path).unwrap();
    }

    /// Another process may replace the file and end, between our opening it and locking it.
    #[cfg(unix)]
    #[test]
    fn the_lock_is_of_the_file_that_the_path_names() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("locked");
        let replaced = std::cell::Cell::new(false);
        let mut ours = open_and_lock(&path, || {
            if !replaced.replace(true) {
                drop(replace(&path, |file| file.write_all(b"theirs")).unwrap());
            }
        })
        .unwrap();
        let mut text = String::new();
        ours.read_to_string(&mut text).unwrap();
        assert_eq!(text, "theirs");
        assert!(open_locked(&path).unwrap_err().contains("another process"), "it is locked");
    }

    #[test]
    fn outputs_are_compared_by_the_files_that_they_name() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        fs::write(file("network"), b"weights").unwrap();
        let inputs = [file("network")];
        let check = |outputs: &[&str]| {
            let outputs: Vec<PathBuf> = outputs.iter().map(|name| file(name)).collect();
            let paths: Vec<&Path> = outputs.iter().map(PathBuf::as_path).collect();
            check_outputs(&paths, &inputs.each_ref().map(PathBuf::as_path))
        };
        assert_eq!(check(&["games", "boards", "none/games"]), Ok(()));
        assert!(check(&["games", "./network"]).unwrap_err().contains("another file"));
        let again = ["games", "boards", "./games"];
        assert!(check(&again).unwrap_err().contains("different files"));
        assert!(check(&["none/games", "none/./games"]).unwrap_err().contains("different files"));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(file("network"), file("link")).unwrap();
            assert!(check(&["link"]).unwrap_err().contains("another file"));
        }
    }

    #[cfg(unix)]
    #[test]
    fn replacing_through_a_link_writes_the_file_that_it_names() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let [here, scratch] = ["here", "scratch"].map(|name| folder.path().join(name));
        fs::create_dir(&here).unwrap();
        fs::create_dir(&scratch).unwrap();
        symlink("../scratch/run.ckpt", here.join("run.ckpt")).unwrap();
        symlink("run.ckpt", here.join("link-to-link")).unwrap();
        symlink("circle", here.join("circle")).unwrap();
        // At first the file does not exist.
        for (link, text) in [("run.ckpt", "new"), ("run.ckpt", "newer"), ("link-to-link", "newest")]
        {
            replace(&here.join(link), |file| file.write_all(text.as_bytes())).unwrap();
            let target = scratch.join("run.ckpt");
            assert!(!target.is_symlink());
            assert_eq!(fs::read_to_string(target).unwrap(), text);
            assert!(here.join(link).is_symlink());
        }
        assert!(is_same_file(&here.join("run.ckpt"), &scratch.join("run.ckpt")));
        replace(&here.join("circle"), |file| file.write_all(b"new")).unwrap();
        assert_eq!(fs::read(here.join("circle")).unwrap(), b"new");
    }

    #[test]
    fn failed_replace_leaves_only_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
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
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
