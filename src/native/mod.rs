//! What only the command line has.

pub mod train;
