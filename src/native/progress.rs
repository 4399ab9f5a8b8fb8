//! The line on a terminal that says how far an experiment is, and the clock of its games.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::experiment::{GameRecord, Watch};

/// Watches one experiment and writes to the terminal's error stream; silent where that is a file.
pub struct Progress {
    name: String,
    games: u64,
    started: Instant,
    seen: Mutex<Seen>,
    shown: bool,
}

struct Seen {
    games: u64,
    written: Option<Instant>,
}

impl Progress {
    /// Starts the clock of an experiment of so many games.
    pub fn new(name: &str, games: u64) -> Progress {
        Progress {
            name: name.to_owned(),
            games,
            started: Instant::now(),
            seen: Mutex::new(Seen { games: 0, written: None }),
            shown: std::io::stderr().is_terminal(),
        }
    }

    /// Clears the line.
    pub fn finish(&self) {
        if self.shown {
            eprint!("\r\x1b[K");
        }
    }
}

impl Watch for Progress {
    fn game_ended(&self, _: &GameRecord) {
        let mut seen = self.seen.lock().unwrap_or_else(|broken| broken.into_inner());
        seen.games += 1;
        let soon = seen.written.is_some_and(|at| at.elapsed() < Duration::from_millis(200));
        if !self.shown || soon {
            return;
        }
        seen.written = Some(Instant::now());
        let passed = self.started.elapsed().as_secs_f64();
        let left = passed / seen.games as f64 * self.games.saturating_sub(seen.games) as f64;
        eprint!("\r\x1b[K{}: {} of {} games, ", self.name, seen.games, self.games);
        eprint!("{passed:.0} s, about {left:.0} s left");
        // The line is for the eye; a broken error stream is no reason to stop.
        let _ = std::io::stderr().flush();
    }

    fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}
