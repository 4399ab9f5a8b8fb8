//! Sharing independent tasks among threads: one signature, two homes, chosen by the feature `parallel`.

#[cfg(feature = "parallel")]
mod rayon;
#[cfg(not(feature = "parallel"))]
mod serial;

#[cfg(feature = "parallel")]
pub use self::rayon::{map, threads};
#[cfg(not(feature = "parallel"))]
pub use self::serial::{map, threads};
