//! All output of the command line goes through here, and all its errors become messages here. A
//! command returns a [`Report`], whose files are written before its text is printed.
//! A closed output (`afterstate ... | head -1`) ends the command quietly and with success.

use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::checkpoint::FileError;
use crate::files::replace;
use afterstate::rules::GridError;
use afterstate::search::exact::ExactError;
use afterstate_papers::cook::ShowTreeError;
use afterstate_papers::experiment::ExperimentError;
use afterstate_papers::strategy::{CatalogError, nearest};
use afterstate_train::quantize::QuantizeError;

/// Why a command ended early.
#[derive(Debug, PartialEq)]
pub enum CommandError {
    /// Its output was closed, which counts as success.
    OutputClosed,
    /// It failed; the message is for people.
    Failed(String),
}

impl From<String> for CommandError {
    fn from(message: String) -> Self {
        Self::Failed(message)
    }
}

impl From<&str> for CommandError {
    fn from(message: &str) -> Self {
        Self::Failed(message.to_owned())
    }
}

/// What a command writes and prints at its end. Hours of games may be in the files, and the output may
/// be closed at any moment, so the files come first.
#[derive(Debug, Default, PartialEq)]
pub struct Report {
    files: Vec<(PathBuf, Vec<u8>)>,
    text: String,
}

impl Report {
    /// A report with this text.
    pub fn new(text: impl Into<String>) -> Report {
        Report { files: Vec::new(), text: text.into() }
    }

    /// Also writes this file. One that exists is replaced.
    #[must_use]
    pub fn with_file(mut self, path: &Path, content: impl Into<Vec<u8>>) -> Report {
        self.files.push((path.to_owned(), content.into()));
        self
    }

    /// Also writes these files.
    #[must_use]
    pub fn with_files(
        self,
        files: impl IntoIterator<Item = (impl AsRef<Path>, impl Into<Vec<u8>>)>,
    ) -> Report {
        let add = |report: Report, (path, content): (_, _)| {
            report.with_file(AsRef::as_ref(&path), content)
        };
        files.into_iter().fold(self, add)
    }

    /// This report, then another one.
    #[must_use]
    pub fn and(mut self, next: Report) -> Report {
        self.files.extend(next.files);
        self.text += &next.text;
        self
    }

    /// Writes the files, then prints the text. A file that cannot be written costs neither the others
    /// nor the text.
    fn finish(self, output: &mut impl Write) -> Result<(), CommandError> {
        let failed = |(path, content): &(PathBuf, Vec<u8>)| {
            let written = replace(path, |file| file.write_all(content));
            written.err().map(|error| format!("cannot write {}: {error}", path.display()))
        };
        let failed: Vec<String> = self.files.iter().filter_map(failed).collect();
        let printed = write_to(output, format_args!("{}", self.text));
        if failed.is_empty() { printed } else { Err(failed.join("\n").into()) }
    }
}

/// The errors of other modules, whose text is the message.
macro_rules! messages {
    ($($error:ty),+ $(,)?) => {$(
        impl From<$error> for CommandError {
            fn from(error: $error) -> Self {
                Self::Failed(error.to_string())
            }
        }
    )+};
}

messages!(
    FileError,
    ExactError,
    ExperimentError,
    GridError,
    ShowTreeError,
    QuantizeError,
    serde_json::Error
);

impl From<CatalogError> for CommandError {
    fn from(error: CatalogError) -> Self {
        Self::Failed(message_of(&error))
    }
}

/// The message of an error of the catalog, with the command that lists the names.
pub fn message_of(error: &CatalogError) -> String {
    match error {
        CatalogError::UnknownStrategy { given, known } => {
            let nearest = nearest(given, known).map(|id| format!(" Did you mean {id:?}?"));
            let nearest = nearest.unwrap_or_default();
            let list = "Run `afterstate match --list` for all names.";
            format!("Unknown strategy {given:?}.{nearest} {list}")
        }
        error => error.to_string(),
    }
}

/// Ends a program: writes and prints its report. An error goes to standard error.
pub fn end(done: Result<Report, CommandError>) -> ExitCode {
    match done.and_then(|report| report.finish(&mut io::stdout().lock())) {
        Ok(()) | Err(CommandError::OutputClosed) => ExitCode::SUCCESS,
        Err(CommandError::Failed(message)) => {
            note!("error: {message}\n");
            ExitCode::FAILURE
        }
    }
}

/// Writes text to standard output; see [`put`].
///
/// # Errors
/// If it cannot be written, or nobody reads it any more.
pub fn write(text: Arguments<'_>) -> Result<(), CommandError> {
    write_to(&mut io::stdout().lock(), text)
}

fn write_to(output: &mut impl Write, text: Arguments<'_>) -> Result<(), CommandError> {
    output.write_fmt(text).and_then(|()| output.flush()).map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => CommandError::OutputClosed,
        _ => CommandError::Failed(format!("cannot write the output: {error}")),
    })
}

/// Writes text to standard error; see [`note`].
pub fn write_note(text: Arguments<'_>) {
    let mut errors = io::stderr().lock();
    let _ = errors.write_fmt(text).and_then(|()| errors.flush());
}

/// Writes text to standard output, in commands that print as they go and write no files. Pass the result
/// on: the output may be closed.
#[macro_export]
macro_rules! put {
    ($($text:tt)*) => { $crate::output::write(format_args!($($text)*)) };
}

/// Writes a line to standard output, like [`put`](crate::put).
#[macro_export]
macro_rules! say {
    ($($text:tt)*) => { $crate::put!("{}\n", format_args!($($text)*)) };
}

/// Writes text to standard error, without a line end. Errors in doing so are ignored.
#[macro_export]
macro_rules! note {
    ($($text:tt)*) => { $crate::output::write_note(format_args!($($text)*)) };
}

pub use crate::{note, put, say};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_strategy_names_the_nearest_and_the_command_that_lists_all() {
        let message =
            |id: &str| match afterstate_papers::players::find(id).map_err(CommandError::from) {
                Err(CommandError::Failed(message)) => message,
                other => panic!("{other:?}"),
            };
        let list = "Run `afterstate match --list` for all names.";
        let expected = format!("Unknown strategy \"gredy\". Did you mean \"greedy\"? {list}");
        assert_eq!(message("gredy"), expected);
        assert_eq!(message("nobody"), format!("Unknown strategy \"nobody\". {list}"));
    }

    struct Broken(ErrorKind);

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn files_are_written_although_the_output_is_closed() {
        let folder = tempfile::tempdir().expect("a folder");
        let [games, drawing, missing] =
            ["games.csv", "a.svg", "none/b.svg"].map(|name| folder.path().join(name));
        let report =
            || Report::new("tables\n").with_file(&games, "hours").with_files([(&drawing, "<svg>")]);
        let closed = report().finish(&mut Broken(ErrorKind::BrokenPipe));
        assert_eq!(closed, Err(CommandError::OutputClosed));
        let read = |path| std::fs::read_to_string(path).expect("written");
        assert_eq!((read(&games).as_str(), read(&drawing).as_str()), ("hours", "<svg>"));
        // One that fails costs neither the others nor the text, and is an error.
        std::fs::remove_file(&games).expect("removed");
        let mut printed = Vec::new();
        let failed = Report::new("").with_file(&missing, "").with_files([(&games, "hours")]);
        let failed = Report { text: "tables\n".to_owned(), ..failed }.finish(&mut printed);
        assert!(matches!(failed, Err(CommandError::Failed(message)) if message.contains("b.svg")));
        assert_eq!((printed.as_slice(), read(&games).as_str()), (&b"tables\n"[..], "hours"));
    }

    #[test]
    fn a_full_disk_is_an_error_and_a_closed_output_is_not() {
        let write = |kind| write_to(&mut Broken(kind), format_args!("some words"));
        assert_eq!(write(ErrorKind::BrokenPipe), Err(CommandError::OutputClosed));
        let failed = write(ErrorKind::StorageFull).unwrap_err();
        assert!(
            matches!(failed, CommandError::Failed(message) if message.contains("cannot write"))
        );
        let mut kept = Vec::new();
        assert_eq!(write_to(&mut kept, format_args!("some words\n")), Ok(()));
        assert_eq!(kept, b"some words\n");
    }
}
