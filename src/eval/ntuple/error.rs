//! Why a network cannot be read.

use std::collections::TryReserveError;
use std::fmt;

/// The version of the files that this program writes and reads.
pub(super) const VERSION: u32 = 2;

/// Why a file is not a network that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelError {
    /// The file is not a network file.
    Foreign,
    /// The file has another version of the format.
    Version(u32),
    /// The file is truncated or altered.
    Damaged,
    /// The file is intact, but its network is invalid.
    Refused(String),
    /// The network needs more memory than there is.
    Memory,
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelError::Foreign => f.write_str("not a network file of afterstate"),
            ModelError::Version(version) => {
                write!(f, "a network file of version {version}; this program reads {VERSION}")
            }
            ModelError::Damaged => f.write_str("the network file is cut short or altered"),
            ModelError::Refused(why) => write!(f, "the network file cannot be played: {why}"),
            ModelError::Memory => f.write_str("the network needs more memory than there is"),
        }
    }
}

impl std::error::Error for ModelError {}

impl From<TryReserveError> for ModelError {
    fn from(_: TryReserveError) -> Self {
        ModelError::Memory
    }
}
