//! Time from the operating system.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// What a thread's stopwatches count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// The time that passes.
    #[default]
    Wall,
    /// The time that the thread itself was running: what else the machine does takes nothing from it but the caches
    /// and the halves of a core that threads share. Of a search with several threads it counts one.
    Processor,
}

thread_local! {
    static CLOCK: Cell<Clock> = const { Cell::new(Clock::Wall) };
}

impl Clock {
    /// Makes stopwatches that are started on this thread from now on count so.
    ///
    /// # Errors
    /// If this system does not tell the time of a thread.
    pub fn choose(self) -> Result<(), &'static str> {
        if self == Clock::Processor && thread_time().is_none() {
            return Err("this system does not tell how long a thread was running");
        }
        CLOCK.set(self);
        Ok(())
    }
}

/// Measures time from its start. A stopwatch belongs to the thread that started it.
#[derive(Clone, Copy)]
pub struct Stopwatch(Start);

#[derive(Clone, Copy)]
enum Start {
    Wall(Instant),
    Processor(Duration),
}

impl Stopwatch {
    /// Starts.
    #[must_use]
    pub fn start() -> Self {
        // The time of a thread is a call into the kernel, so it is asked for by those alone who count it.
        let processor = if CLOCK.get() == Clock::Processor { thread_time() } else { None };
        Self(processor.map_or_else(|| Start::Wall(Instant::now()), Start::Processor))
    }

    /// Milliseconds since the start.
    #[must_use]
    pub fn ms(&self) -> f64 {
        let passed = match self.0 {
            Start::Wall(start) => start.elapsed(),
            Start::Processor(start) => thread_time().unwrap_or(start).saturating_sub(start),
        };
        passed.as_secs_f64() * 1e3
    }
}

/// How long this thread has been running.
#[cfg(unix)]
fn thread_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::ThreadCPUTime).try_into().ok()
}

#[cfg(not(unix))]
fn thread_time() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_thread_that_sleeps_takes_no_time_of_the_processor() {
        Clock::Processor.choose().unwrap();
        let (processor, passed) = (Stopwatch::start(), Instant::now());
        std::thread::sleep(Duration::from_millis(50));
        assert!(passed.elapsed() >= Duration::from_millis(50));
        assert!(processor.ms() < 25.0, "{} ms", processor.ms());
        Clock::Wall.choose().unwrap();
        let wall = Stopwatch::start();
        std::thread::sleep(Duration::from_millis(5));
        assert!(wall.ms() >= 5.0);
    }
}
