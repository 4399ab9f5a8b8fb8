//! Tasks on rayon's pool: the threads of the machine natively, a pool of workers in the browser.

use rayon::prelude::*;

/// The results of `task(0)` to `task(count - 1)`, in that order, whichever thread ran them.
pub fn map<T: Send>(count: usize, task: &(impl Fn(usize) -> T + Sync)) -> Vec<T> {
    (0..count).into_par_iter().with_max_len(1).map(task).collect()
}

/// Threads of the pool this is called from.
pub fn threads() -> usize {
    rayon::current_num_threads()
}
