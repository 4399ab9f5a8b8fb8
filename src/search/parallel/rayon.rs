//! Tasks on rayon's pool: native threads, or web workers in the browser.

use rayon::prelude::*;
use std::cell::Cell;

thread_local! {
    static ALONE: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work` with all its tasks on this thread, one after the other.
///
/// A thread that waits for its tasks otherwise takes up those of others, which would count for the
/// time of `work` and could want a lock that `work` holds.
pub fn alone<T>(work: impl FnOnce() -> T) -> T {
    /// Restores the previous state, also after a panic.
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            ALONE.set(self.0);
        }
    }
    let _restore = Restore(ALONE.replace(true));
    work()
}

/// Runs `work` on a thread of the pool, so that the pool is woken once and not for each of its tasks.
pub fn in_pool<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    rayon::scope(|_| work())
}

/// The results of `task(0)` to `task(count - 1)`, in that order.
pub fn map<T: Send>(count: usize, task: &(impl Fn(usize) -> T + Sync)) -> Vec<T> {
    if threads() == 1 {
        return (0..count).map(task).collect();
    }
    (0..count).into_par_iter().with_max_len(1).map(task).collect()
}

/// The number of threads that share tasks.
pub fn threads() -> usize {
    if ALONE.get() { 1 } else { rayon::current_num_threads() }
}
