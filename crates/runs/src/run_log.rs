//! A file to which a long run appends whole lines, and from which it continues.
//!
//! It begins with a header that names the run. A program that is killed may leave half a line: it is
//! never read, and nothing is written after it. What a full disk refuses is taken back as a whole.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use afterstate_papers::experiment::csv::restore;

use crate::files::{Locked, open_locked, plain_text, read_text, replace};

/// The file of a run, locked against other processes.
pub struct RunLog {
    path: PathBuf,
    file: Locked,
    was_cut: bool,
    /// The first error of [`RunLog::append`].
    failed: Mutex<Option<String>>,
}

impl RunLog {
    /// Opens or creates the file of a run and returns its lines after the header. The last line of the
    /// header has the columns, if it is a table. Writes the header where it is missing, and removes an
    /// incomplete last line. A table that a spreadsheet has saved is written again as it was.
    ///
    /// # Errors
    /// If the file has another header, is locked, or cannot be read or written. It is then unchanged.
    pub fn open(path: &Path, header: &str) -> Result<(RunLog, String), String> {
        Self::open_former(path, header, &[], |_, lines| lines.to_owned())
    }

    /// The same for a file that may have one of the headers of earlier versions: then `convert` gets that
    /// header and the lines, and the file is written again with what it returns.
    ///
    /// # Errors
    /// As [`RunLog::open`].
    pub fn open_former(
        path: &Path,
        header: &str,
        former: &[String],
        convert: impl Fn(&str, &str) -> String,
    ) -> Result<(RunLog, String), String> {
        let wrong = |error: io::Error| format!("{}: {error}", path.display());
        let mut file = open_locked(path)?;
        let mut bytes = Vec::new();
        // There is nothing to continue in a terminal or a pipe.
        if file.metadata().map_err(wrong)?.is_file() {
            file.read_to_end(&mut bytes).map_err(wrong)?;
        }
        let log = |file, was_cut| RunLog {
            path: path.to_owned(),
            file,
            was_cut,
            failed: Mutex::default(),
        };
        if header.as_bytes().starts_with(&bytes) {
            // The file is new, or the program was killed while it wrote the header.
            file.write_all(&header.as_bytes()[bytes.len()..]).map_err(wrong)?;
            return Ok((log(file, false), String::new()));
        }
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let has_rest = whole < bytes.len();
        // Without a line end, all of it is shown in the error.
        bytes.truncate(if whole == 0 { bytes.len() } else { whole });
        let text = plain_text(bytes).map_err(|why| format!("{} {why}", path.display()))?;
        let mut restored = current(&text, header, former, convert);
        compare(&restored, header).map_err(|error| format!("{} {error}", path.display()))?;
        let mut log = log(file, has_rest);
        if restored != text {
            log.rewrite(&restored)?;
        } else if has_rest {
            log.file.set_len(whole as u64).map_err(wrong)?;
        }
        Ok((log, restored.split_off(header.len())))
    }

    /// Reads the lines of a run without changing its file, as [`RunLog::open_former`].
    ///
    /// # Errors
    /// If the file has another header or cannot be read.
    pub fn read(
        path: &Path,
        header: &str,
        former: &[String],
        convert: impl Fn(&str, &str) -> String,
    ) -> Result<String, String> {
        let text = read_text(path)?;
        if header.starts_with(&text) {
            return Ok(String::new());
        }
        let whole = if text.contains('\n') { whole_lines(&text) } else { &text };
        let mut restored = current(whole, header, former, convert);
        compare(&restored, header).map_err(|error| format!("{} {error}", path.display()))?;
        Ok(restored.split_off(header.len().min(restored.len())))
    }

    /// Whether the file ended with half a line, so that more of what was written at once may be missing.
    pub fn was_cut(&self) -> bool {
        self.was_cut
    }

    /// Appends whole lines, all or none, from any thread, unless earlier ones could not be written.
    ///
    /// # Errors
    /// The first error, from then on.
    pub fn append(&self, lines: &str) -> Result<(), String> {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if failed.is_none()
            && let Err(error) = append_all(&self.file, lines.as_bytes())
        {
            *failed = Some(format!("{}: {error}", self.path.display()));
        }
        failed.clone().map_or(Ok(()), Err)
    }

    /// Whether all lines could be written.
    ///
    /// # Errors
    /// The first error of [`RunLog::append`].
    pub fn result(&self) -> Result<(), String> {
        self.append("")
    }

    /// Replaces the whole file, header included. It stays locked.
    ///
    /// # Errors
    /// If the file cannot be written. The old one is then unchanged.
    pub fn rewrite(&mut self, text: &str) -> Result<(), String> {
        self.file = replace(&self.path, |file| file.write_all(text.as_bytes()))
            .map_err(|error| format!("{}: {error}", self.path.display()))?;
        Ok(())
    }
}

/// Appends all of the bytes; takes back what was written of them if there is no space for the rest.
fn append_all(mut file: &File, bytes: &[u8]) -> io::Result<()> {
    let before = file.metadata()?.len();
    file.write_all(bytes).inspect_err(|_| {
        // If this fails too, half a line is removed when the run continues.
        let _ = file.set_len(before);
    })
}

/// The text without an incomplete last line: the program was stopped while it wrote it.
pub fn whole_lines(text: &str) -> &str {
    &text[..text.rfind('\n').map_or(0, |end| end + 1)]
}

/// The text of a file with the columns of the header as our programs write it.
fn restored(text: &str, header: &str) -> String {
    let is_columns = |line: &&str| {
        line.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | ','))
    };
    restore(text, header.lines().last().filter(is_columns).as_slice())
}

/// The same, also of a file with one of the former headers, whose lines are converted.
fn current(
    text: &str,
    header: &str,
    former: &[String],
    convert: impl Fn(&str, &str) -> String,
) -> String {
    let lines = former.iter().find_map(|former| {
        let mut restored = restored(text, former);
        compare(&restored, former).ok()?;
        Some((former, restored.split_off(former.len().min(restored.len()))))
    });
    match lines {
        Some((former, lines)) => format!("{header}{}", convert(former, &lines)),
        None => restored(text, header),
    }
}

/// The whole lines of a table with one of these columns, as our programs write it.
pub fn whole_table(text: &str, columns: &[&str]) -> String {
    restore(whole_lines(text), columns)
}

/// Checks that the text begins with the header.
///
/// # Errors
/// The rest of a sentence that begins with the file's name.
pub fn compare(text: &str, header: &str) -> Result<(), String> {
    let mut theirs = text.lines();
    for ours in header.lines() {
        let found = theirs.next().unwrap_or("nothing");
        if found != ours {
            return Err(format!(
                "is of another run: it has\n  {found}\nand this run has\n  {ours}\n\
                 Name another file, or give the same players, limits and shard."
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const HEADER: &str = "# a run\nplayer,score\n";

    fn path(folder: &tempfile::TempDir) -> PathBuf {
        folder.path().join("games.csv")
    }

    #[test]
    fn half_a_line_is_not_read_and_nothing_follows_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = path(&folder);
        // The last character was cut in two.
        let torn = [format!("{HEADER}\"p\",5\n\"p").as_bytes(), &[0xc3]].concat();
        fs::write(&path, torn).expect("written");
        let (log, lines) = RunLog::open(&path, HEADER).expect("a run");
        assert_eq!(lines, "\"p\",5\n");
        log.append("\"p\",6\n").expect("written");
        let text = fs::read_to_string(&path).expect("text");
        assert_eq!(text, format!("{HEADER}\"p\",5\n\"p\",6\n"));
    }

    #[test]
    fn a_header_that_was_cut_short_is_completed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = path(&folder);
        for cut in 0..=HEADER.len() {
            fs::write(&path, &HEADER[..cut]).expect("written");
            assert_eq!(RunLog::open(&path, HEADER).map(|opened| opened.1), Ok(String::new()));
            assert_eq!(fs::read_to_string(&path).expect("text"), HEADER);
        }
    }

    #[test]
    fn a_file_of_another_run_is_refused_and_unchanged() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = path(&folder);
        for foreign in ["a note without a line end", "# another run\nplayer,score\n\"p\",5\n\"p"] {
            fs::write(&path, foreign).expect("written");
            let refused = RunLog::open(&path, HEADER).err().expect("refused");
            assert!(refused.contains("of another run"), "{refused}");
            assert_eq!(fs::read_to_string(&path).expect("text"), foreign);
        }
    }

    #[test]
    fn a_table_that_a_spreadsheet_saved_is_continued() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = path(&folder);
        fs::write(&path, "# a run;\r\nplayer;score\r\na,b;5\r\n;\r\n").expect("written");
        let (log, lines) = RunLog::open(&path, HEADER).expect("a run");
        assert_eq!(lines, "\"a,b\",5\n");
        log.append("\"c\",6\n").expect("written");
        let text = fs::read_to_string(&path).expect("text");
        assert_eq!(text, format!("{HEADER}\"a,b\",5\n\"c\",6\n"));
    }

    #[test]
    fn a_file_with_a_former_header_is_converted() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = path(&folder);
        let (former, convert) =
            (["# a run\nname\n".to_owned()], |_: &str, lines: &str| lines.replace('x', "p,5"));
        fs::write(&path, "# a run\nname\nx\nha").expect("written");
        assert_eq!(RunLog::read(&path, HEADER, &former, convert), Ok("p,5\n".to_owned()));
        assert!(RunLog::open(&path, HEADER).is_err(), "it was only read");
        let (log, lines) = RunLog::open_former(&path, HEADER, &former, convert).expect("a run");
        assert_eq!(lines, "p,5\n");
        log.append("q,6\n").expect("written");
        assert_eq!(fs::read_to_string(&path).expect("text"), format!("{HEADER}p,5\nq,6\n"));
        drop(log);
        fs::write(&path, "# another run\nname\nx\n").expect("written");
        let refused = RunLog::open_former(&path, HEADER, &former, convert).err();
        assert!(refused.is_some_and(|error| error.contains("of another run")));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn nothing_is_appended_after_an_error() {
        let (log, _) = RunLog::open(Path::new("/dev/full"), "").expect("opened");
        let error = log.append("one\n").expect_err("a full disk");
        assert!(error.contains("/dev/full"), "{error}");
        assert_eq!(log.append("two\n"), Err(error.clone()));
        assert_eq!(log.result(), Err(error));
    }

    #[test]
    fn a_file_that_was_replaced_stays_locked() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = path(&folder);
        let (mut log, _) = RunLog::open(&path, HEADER).expect("a run");
        log.rewrite("# a run\nplayer,score\n\"p\",1\n").expect("written");
        let refused = RunLog::open(&path, HEADER).err().expect("locked");
        assert!(refused.contains("another process"), "{refused}");
        log.append("\"p\",2\n").expect("written");
        drop(log);
        let (_, lines) = RunLog::open(&path, HEADER).expect("a run");
        assert_eq!(lines, "\"p\",1\n\"p\",2\n");
    }
}
