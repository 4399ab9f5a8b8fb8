//! The team of threads of a search. The calling thread takes tasks like its helpers, which are threads of
//! the pool. Between two plies the helpers spin, because to wake them takes as long as a 3-ply search.

#[cfg(feature = "parallel")]
pub use self::pool::{Team, with_team};
#[cfg(not(feature = "parallel"))]
pub use self::serial::{Team, with_team};

#[cfg(feature = "parallel")]
mod pool {
    use crate::search::clock::Stopwatch;
    use crate::search::parallel;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed, Ordering::SeqCst};
    use std::sync::{Arc, Mutex, OnceLock, PoisonError};
    use std::thread::{self, Thread};

    /// How long a thread spins before it sleeps. Spinning costs power.
    const SPIN_MS: f64 = 0.05;

    /// Checks between two looks at the clock.
    const CHECKS: usize = 64;

    /// The maximum number of looks at the clock, which stands still for up to 100 ms in some browsers.
    const CLOCK_CHECKS: usize = 512;

    /// The calling thread of a search and its helpers.
    pub struct Team<'a, 'scope> {
        scope: &'a rayon::Scope<'scope>,
        threads: usize,
        state: Arc<State<'scope>>,
    }

    /// What the team shares.
    struct State<'scope> {
        /// The number of the last round of tasks, and what a thread does to take part in it.
        round: Mutex<(usize, Option<Round<'scope>>)>,
        /// The same number, for helpers that spin.
        last_round: Padded<AtomicUsize>,
        /// The helpers that work or spin.
        helpers: Padded<AtomicUsize>,
        over: AtomicBool,
    }

    type Round<'scope> = Arc<dyn Fn() + Send + Sync + 'scope>;

    /// On cache lines of its own, away from what other threads write.
    #[repr(align(128))]
    #[derive(Default)]
    struct Padded<T>(T);

    /// The tasks of a round.
    struct Tasks<I, T, F> {
        task: F,
        /// The thread that waits for all of them.
        caller: Thread,
        next: Padded<AtomicUsize>,
        done: Padded<AtomicUsize>,
        inputs: Vec<(I, OnceLock<T>)>,
    }

    /// Calls `work` with a team of as many threads as the pool has.
    pub fn with_team<'scope, T>(work: impl FnOnce(&Team<'_, 'scope>) -> T) -> T {
        let threads = parallel::threads();
        let state = Arc::new(State {
            round: Mutex::default(),
            last_round: Padded::default(),
            helpers: Padded::default(),
            over: AtomicBool::new(false),
        });
        rayon::in_place_scope(|scope| work(&Team { scope, threads, state }))
    }

    impl Drop for Team<'_, '_> {
        fn drop(&mut self) {
            self.state.over.store(true, SeqCst);
            // The scope sleeps until they have gone.
            spin_until(|| self.state.helpers.0.load(SeqCst) == 0);
        }
    }

    impl<'scope> Team<'_, 'scope> {
        /// The number of threads.
        pub const fn threads(&self) -> usize {
            self.threads
        }

        /// Starts to wake the helpers, for a [`Self::map`] that follows soon.
        pub fn wake(&self) {
            let here = self.state.helpers.0.load(SeqCst);
            for _ in here + 1..self.threads {
                self.state.helpers.0.fetch_add(1, SeqCst);
                let state = Arc::clone(&self.state);
                self.scope.spawn(move |_| state.help());
            }
        }

        /// The inputs with the results of the task for each. A thread takes the next input when it is free.
        pub fn map<I, T, F>(&self, inputs: Vec<I>, task: F) -> Vec<(I, T)>
        where
            I: Copy + Send + Sync + 'scope,
            T: Copy + Send + Sync + 'scope,
            F: Fn(I) -> T + Send + Sync + 'scope,
        {
            let several = inputs.len() > 1;
            let tasks = Arc::new(Tasks::new(inputs, task));
            if several && self.threads > 1 {
                let theirs = Arc::clone(&tasks);
                self.state.begin_round(Arc::new(move || theirs.work()));
                self.wake();
            }
            tasks.work();
            if !spin_until(|| tasks.all_done()) {
                while !tasks.all_done() {
                    thread::park();
                }
            }
            tasks.results()
        }
    }

    impl<'scope> State<'scope> {
        fn begin_round(&self, work: Round<'scope>) {
            let mut round = self.round.lock().unwrap_or_else(PoisonError::into_inner);
            *round = (round.0 + 1, Some(work));
            self.last_round.0.store(round.0, SeqCst);
        }

        /// Takes part in the last round and all that follow.
        fn help(&self) {
            let mut seen = 0;
            loop {
                let begun = || self.last_round.0.load(SeqCst) != seen;
                spin_until(|| begun() || self.over.load(SeqCst));
                if !begun() {
                    self.helpers.0.fetch_sub(1, SeqCst);
                    // If a round began meanwhile, the caller may have counted on this helper.
                    if !begun() {
                        return;
                    }
                    self.helpers.0.fetch_add(1, SeqCst);
                }
                let round = self.round.lock().unwrap_or_else(PoisonError::into_inner).clone();
                seen = round.0;
                round.1.inspect(|work| work());
            }
        }
    }

    impl<I: Copy, T: Copy, F: Fn(I) -> T> Tasks<I, T, F> {
        fn new(inputs: Vec<I>, task: F) -> Self {
            let (next, done) = Default::default();
            let inputs = inputs.into_iter().map(|input| (input, OnceLock::new())).collect();
            Self { task, caller: thread::current(), next, done, inputs }
        }

        /// Does tasks until all are taken.
        fn work(&self) {
            /// Counts a task as done, also after a panic.
            struct Done<'a, I, T, F>(&'a Tasks<I, T, F>);
            impl<I, T, F> Drop for Done<'_, I, T, F> {
                fn drop(&mut self) {
                    if self.0.done.0.fetch_add(1, SeqCst) + 1 == self.0.inputs.len() {
                        self.0.caller.unpark();
                    }
                }
            }
            loop {
                let index = self.next.0.fetch_add(1, Relaxed);
                let Some((input, result)) = self.inputs.get(index) else { break };
                let _done = Done(self);
                result.get_or_init(|| (self.task)(*input));
            }
        }

        fn all_done(&self) -> bool {
            self.done.0.load(SeqCst) == self.inputs.len()
        }

        fn results(&self) -> Vec<(I, T)> {
            let result = |result: &OnceLock<T>| *result.get().expect("no task panicked");
            self.inputs.iter().map(|(input, found)| (*input, result(found))).collect()
        }
    }

    /// Waits for `condition`, for [`SPIN_MS`] at most; whether it came true.
    fn spin_until(condition: impl Fn() -> bool) -> bool {
        let stopwatch = Stopwatch::start_wall();
        for _ in 0..CLOCK_CHECKS {
            for _ in 0..CHECKS {
                if condition() {
                    return true;
                }
                std::hint::spin_loop();
            }
            if stopwatch.ms() > SPIN_MS {
                break;
            }
        }
        false
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use std::time::Duration;

        #[test]
        fn results_are_in_the_order_of_the_inputs_in_every_round() {
            with_team(|team| {
                for count in [0, 1, 2, 100, 3] {
                    let expected: Vec<(u32, u32)> = (0..count).map(|at| (at, at * at)).collect();
                    assert_eq!(team.map((0..count).collect(), |at| at * at), expected);
                    // Helpers that went to sleep come back.
                    thread::sleep(Duration::from_millis(1));
                }
            });
        }

        #[test]
        fn helpers_take_part_in_every_round() {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
            let with_pauses = |team: &Team| {
                for pause in [0, 1, 0] {
                    thread::sleep(Duration::from_millis(pause));
                    // Each task waits for the other one, so both threads have to work.
                    let met = Arc::new(std::sync::Barrier::new(2));
                    team.map(vec![(); 2], move |()| met.wait().is_leader());
                }
            };
            pool.install(|| with_team(with_pauses));
        }

        #[test]
        fn alone_there_are_no_helpers() {
            let caller = thread::current().id();
            let ids = || with_team(|team| team.map(vec![(); 20], |()| thread::current().id()));
            assert_eq!(parallel::alone(ids), [((), caller); 20]);
        }

        #[test]
        fn a_panic_of_a_helper_reaches_the_caller() {
            let caller = thread::current().id();
            let in_a_helper = |team: &Team| {
                let met = Arc::new(std::sync::Barrier::new(2));
                team.map(vec![(); 2], move |()| {
                    met.wait();
                    assert_eq!(thread::current().id(), caller);
                });
            };
            let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
            let search = || pool.in_place_scope(|_| with_team(in_a_helper));
            assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(search)).is_err());
        }
    }
}

/// The same for builds without threads.
#[cfg(not(feature = "parallel"))]
mod serial {
    use std::marker::PhantomData;

    /// The calling thread.
    pub struct Team<'a, 'scope>(PhantomData<(&'a (), &'scope ())>);

    /// Calls `work` with the calling thread alone.
    pub fn with_team<'scope, T>(work: impl FnOnce(&Team<'_, 'scope>) -> T) -> T {
        work(&Team(PhantomData))
    }

    impl Team<'_, '_> {
        /// The number of threads.
        pub const fn threads(&self) -> usize {
            1
        }

        /// There is nobody to wake.
        pub fn wake(&self) {}

        /// The inputs with the results of the task for each.
        pub fn map<I: Copy, T>(&self, inputs: Vec<I>, task: impl Fn(I) -> T) -> Vec<(I, T)> {
            inputs.into_iter().map(|input| (input, task(input))).collect()
        }
    }
}
