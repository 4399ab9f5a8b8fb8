//! What the command line says: every word on standard output and on the error stream goes through here.
//!
//! `afterstate ... | head -1` closes the output while there is more to say. That is no failure: the command ends quietly
//! and reports success. Words on the error stream are for the eye: whether they can be read changes nothing.

use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};

/// Why a command ended before its end.
#[derive(Debug, PartialEq)]
pub enum Ended {
    /// Nobody reads its output any more.
    Unread,
    /// What went wrong, for people.
    Failed(String),
}

impl From<String> for Ended {
    fn from(message: String) -> Self {
        Self::Failed(message)
    }
}

impl From<&str> for Ended {
    fn from(message: &str) -> Self {
        Self::Failed(message.to_owned())
    }
}

/// Writes a text to standard output; see [`put`].
pub fn write(text: Arguments<'_>) -> Result<(), Ended> {
    write_to(&mut io::stdout().lock(), text)
}

fn write_to(output: &mut impl Write, text: Arguments<'_>) -> Result<(), Ended> {
    output.write_fmt(text).and_then(|()| output.flush()).map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Ended::Unread,
        _ => Ended::Failed(format!("the output cannot be written: {error}")),
    })
}

/// Writes to the error stream; see [`note`].
pub fn write_note(text: Arguments<'_>) {
    let mut errors = io::stderr().lock();
    let _ = errors.write_fmt(text).and_then(|()| errors.flush());
}

/// Writes a text on standard output as it is. The result is to be passed on: the output may be closed.
macro_rules! put {
    ($($text:tt)*) => { $crate::cli::output::write(format_args!($($text)*)) };
}

/// Writes a line on standard output, like [`put`].
macro_rules! say {
    ($($text:tt)*) => { $crate::cli::output::put!("{}\n", format_args!($($text)*)) };
}

/// Writes on the error stream, where a line ends only if the text says so.
macro_rules! note {
    ($($text:tt)*) => { $crate::cli::output::write_note(format_args!($($text)*)) };
}

pub(crate) use {note, put, say};

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_closed_output_is_no_failure_and_a_full_disk_is() {
        let said = |kind| write_to(&mut Broken(kind), format_args!("some words"));
        assert_eq!(said(ErrorKind::BrokenPipe), Err(Ended::Unread));
        let failed = said(ErrorKind::StorageFull).unwrap_err();
        assert!(matches!(failed, Ended::Failed(message) if message.contains("cannot be written")));
        let mut kept = Vec::new();
        assert_eq!(write_to(&mut kept, format_args!("some words\n")), Ok(()));
        assert_eq!(kept, b"some words\n");
    }
}
