//! Independent tasks: with the feature `parallel` on the threads of rayon's pool (web workers in
//! the browser), otherwise one after the other.

#[cfg(feature = "parallel")]
pub use self::pool::{alone, map, on_each_thread, threads};
#[cfg(not(feature = "parallel"))]
pub use self::serial::{alone, map, on_each_thread, threads};

#[cfg(feature = "parallel")]
mod pool {
    use std::cell::Cell;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    thread_local! {
        static ALONE: Cell<bool> = const { Cell::new(false) };
    }

    /// Runs `work` with all its tasks on this thread, one after the other.
    ///
    /// Otherwise a thread that waits for its tasks takes up those of others, whose time would count
    /// as that of `work` and who could want a lock that `work` holds.
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

    /// The results of `task(0)` to `task(count - 1)`, in that order. The calling thread and those of the
    /// pool each take the next task when they are free; meanwhile the calling thread does no other work.
    pub fn map<T: Send>(count: usize, task: &(impl Fn(usize) -> T + Sync)) -> Vec<T> {
        let next = AtomicUsize::new(0);
        let work = || {
            let indices = std::iter::repeat_with(|| next.fetch_add(1, Relaxed));
            indices.take_while(|&index| index < count).map(|index| (index, task(index))).collect()
        };
        let mut parts: Vec<Vec<(usize, T)>> = Vec::new();
        parts.resize_with(threads().min(count), Vec::new);
        if let [mine, others @ ..] = &mut parts[..] {
            rayon::in_place_scope(|scope| {
                for part in others {
                    scope.spawn(|_| *part = work());
                }
                *mine = work();
            });
        }
        let mut results: Vec<(usize, T)> = parts.into_iter().flatten().collect();
        results.sort_unstable_by_key(|&(index, _)| index);
        results.into_iter().map(|(_, result)| result).collect()
    }

    /// Runs `work` once on each of `threads` threads; 0 means those of the pool. A browser cannot
    /// start another pool, so every number but 1 means the pool there.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn on_each_thread<T: Send>(
        threads: usize,
        work: impl Fn() -> T + Sync,
    ) -> Result<Vec<T>, String> {
        let browser = cfg!(target_arch = "wasm32");
        if browser && threads == 1 {
            return Ok(vec![work()]);
        }
        if browser || threads == 0 {
            return Ok(rayon::broadcast(|_| work()));
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        Ok(pool.map_err(|error| error.to_string())?.broadcast(|_| work()))
    }

    /// The number of threads that share tasks.
    pub fn threads() -> usize {
        if ALONE.get() { 1 } else { rayon::current_num_threads() }
    }
}

/// The same functions for builds without threads.
#[cfg(not(feature = "parallel"))]
mod serial {
    /// Runs `work`, whose tasks are on this thread in any case.
    pub fn alone<T>(work: impl FnOnce() -> T) -> T {
        work()
    }

    /// The results of `task(0)` to `task(count - 1)`, in that order.
    pub fn map<T>(count: usize, task: &impl Fn(usize) -> T) -> Vec<T> {
        (0..count).map(task).collect()
    }

    /// Runs `work` once, on this thread.
    ///
    /// # Errors
    /// Never.
    pub fn on_each_thread<T>(_threads: usize, work: impl Fn() -> T) -> Result<Vec<T>, String> {
        Ok(vec![work()])
    }

    /// Always 1.
    pub fn threads() -> usize {
        1
    }
}
