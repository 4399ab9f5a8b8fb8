//! Training of one network by several processes, on one machine or many.

pub mod distributed;
#[cfg_attr(not(feature = "mpi"), path = "no_mpi.rs")]
pub mod mpi;
