//! Replaces `mpi.rs` in a build without the feature `mpi`.

use super::distributed::Processes;

/// A type without values, because this build has no MPI.
pub enum Mpi {}

impl Mpi {
    /// Always fails: this build has no MPI.
    ///
    /// # Errors
    /// In every case.
    pub fn join() -> Result<Self, String> {
        Err("this program was built without MPI; build it with `cargo build --release --features mpi`".into())
    }

    /// Cannot be called, because no value exists.
    pub fn abort(&self) -> ! {
        match *self {}
    }
}

impl Processes for Mpi {
    fn number(&self) -> usize {
        match *self {}
    }

    fn size(&self) -> usize {
        match *self {}
    }

    fn gather(&self, _mine: &[f64]) -> Vec<f64> {
        match *self {}
    }

    fn or(&self, _words: &mut [u64]) {
        match *self {}
    }

    fn add(&self, _numbers: &mut [f32]) {
        match *self {}
    }
}
