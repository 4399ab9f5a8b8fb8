//! All output of the command line goes through here, and all its errors become messages here.
//! A closed output (`afterstate ... | head -1`) ends the command quietly and with success.

use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use crate::checkpoint::FileError;
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
            let list = "Run `afterstate experiment --list` for all names.";
            format!("Unknown strategy {given:?}.{nearest} {list}")
        }
        error => error.to_string(),
    }
}

/// Ends a program: an error goes to standard error.
pub fn end(done: Result<(), CommandError>) -> ExitCode {
    match done {
        Ok(()) | Err(CommandError::OutputClosed) => ExitCode::SUCCESS,
        Err(CommandError::Failed(message)) => {
            note!("error: {message}\n");
            ExitCode::FAILURE
        }
    }
}

/// Writes text to standard output; see [`put`](crate::put).
pub fn write(text: Arguments<'_>) -> Result<(), CommandError> {
    write_to(&mut io::stdout().lock(), text)
}

fn write_to(output: &mut impl Write, text: Arguments<'_>) -> Result<(), CommandError> {
    output.write_fmt(text).and_then(|()| output.flush()).map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => CommandError::OutputClosed,
        _ => CommandError::Failed(format!("cannot write the output: {error}")),
    })
}

/// Writes text to standard error; see [`note`](crate::note).
pub fn write_note(text: Arguments<'_>) {
    let mut errors = io::stderr().lock();
    let _ = errors.write_fmt(text).and_then(|()| errors.flush());
}

/// Writes text to standard output. Pass the result on: the output may be closed.
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
        let list = "Run `afterstate experiment --list` for all names.";
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
