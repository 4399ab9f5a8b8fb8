//! Tasks one after the other, for builds without threads.

/// Runs `work` on this thread, the only one.
pub fn in_pool<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// The results of `task(0)` to `task(count - 1)`, in that order.
pub fn map<T: Send>(count: usize, task: &(impl Fn(usize) -> T + Sync)) -> Vec<T> {
    (0..count).map(task).collect()
}

/// Runs `work`, whose tasks are on this thread in any case.
pub fn alone<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// Always 1.
pub fn threads() -> usize {
    1
}
