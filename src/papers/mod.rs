//! The players of the four papers and of the programs that these build on, one folder per paper.

pub mod background;
pub mod common;
pub mod cook;
pub mod frolov;
pub mod kumar;
pub mod moskvil;
