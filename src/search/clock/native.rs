//! The stopwatch on the operating system's clocks.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// What the stopwatches of a thread measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// Wall-clock time.
    #[default]
    Wall,
    /// The CPU time of the thread, so that other programs disturb a measurement only through shared
    /// caches and cores. A search with several threads is measured in wall-clock time.
    Processor,
}

thread_local! {
    static CLOCK: Cell<Clock> = const { Cell::new(Clock::Wall) };
}

impl Clock {
    /// Selects the clock of all stopwatches that this thread starts from now on.
    ///
    /// # Errors
    /// If this system does not measure the CPU time of a thread.
    pub fn choose(self) -> Result<(), &'static str> {
        if self == Clock::Processor && thread_time().is_none() {
            return Err("this system does not measure the CPU time of a thread");
        }
        CLOCK.set(self);
        Ok(())
    }
}

/// Measures the time since its start. One that may measure CPU time must be read on the thread that
/// started it.
#[derive(Clone, Copy)]
pub struct Stopwatch(Start);

#[derive(Clone, Copy)]
enum Start {
    Wall(Instant),
    Processor(Duration),
}

impl Stopwatch {
    /// A stopwatch of wall-clock time that starts now. Any thread may read it.
    #[must_use]
    pub fn start_wall() -> Self {
        Self(Start::Wall(Instant::now()))
    }

    /// A stopwatch of this thread's [`Clock`] that starts now.
    #[must_use]
    pub fn start() -> Self {
        // Reading the CPU time is a system call, so only stopwatches that need it make it.
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

/// The CPU time of this thread.
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
    fn sleeping_uses_no_cpu_time() {
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
