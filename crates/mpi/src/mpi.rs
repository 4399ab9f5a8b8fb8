//! Processes of MPI (the Message Passing Interface), on one machine or many.

use mpi::collective::SystemOperation;
use mpi::environment::Universe;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Equivalence};

use super::distributed::Processes;

/// The processes that `mpirun` has started with this one.
pub struct Mpi {
    world: SimpleCommunicator,
    /// Ends MPI when dropped.
    _universe: Universe,
}

impl Mpi {
    /// Joins the processes of this run. A process that `mpirun` has not started is alone.
    ///
    /// # Errors
    /// If this process has joined before.
    pub fn join() -> Result<Self, String> {
        // Only the thread that joins sends.
        let (universe, _) = mpi::initialize_with_threading(mpi::Threading::Funneled)
            .ok_or("MPI is in use already")?;
        Ok(Mpi { world: universe.world(), _universe: universe })
    }

    /// Ends all processes of the run, which would wait for this one forever.
    pub fn abort(&self) -> ! {
        self.world.abort(1)
    }

    fn all<T: Equivalence + Clone>(&self, numbers: &mut [T], operation: SystemOperation) {
        let mine = numbers.to_vec();
        self.world.all_reduce_into(&mine[..], numbers, operation);
    }
}

impl Processes for Mpi {
    fn number(&self) -> usize {
        self.world.rank() as usize
    }

    fn size(&self) -> usize {
        self.world.size() as usize
    }

    fn gather(&self, mine: &[f64]) -> Vec<f64> {
        let mut all = vec![0.0; mine.len() * self.size()];
        self.world.all_gather_into(mine, &mut all[..]);
        all
    }

    fn or(&self, words: &mut [u64]) {
        self.all(words, SystemOperation::bitwise_or());
    }

    fn add(&self, numbers: &mut [f32]) {
        self.all(numbers, SystemOperation::sum());
    }
}
