//! Tasks on rayon's pool: native threads, or web workers in the browser.

use rayon::prelude::*;

/// The results of `task(0)` to `task(count - 1)`, in that order.
pub fn map<T: Send>(count: usize, task: &(impl Fn(usize) -> T + Sync)) -> Vec<T> {
    (0..count).into_par_iter().with_max_len(1).map(task).collect()
}

/// The number of threads of the current pool.
pub fn threads() -> usize {
    rayon::current_num_threads()
}
