//! Independent tasks on several threads with the feature `parallel`, else one after the other.

#[cfg(feature = "parallel")]
mod rayon;
#[cfg(not(feature = "parallel"))]
mod serial;

#[cfg(feature = "parallel")]
pub use self::rayon::{alone, in_pool, map, threads};
#[cfg(not(feature = "parallel"))]
pub use self::serial::{alone, in_pool, map, threads};
