//! The progress line of an experiment on a terminal, and the clock of its games.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::output::note;
use crate::experiment::{GameRecord, Watch};

/// A clock for games without a progress line.
pub struct GameClock(Instant);

impl GameClock {
    /// Starts the clock.
    pub fn new() -> GameClock {
        GameClock(Instant::now())
    }
}

impl Watch for GameClock {
    fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}

/// The width of the bar in characters.
const BAR: u64 = 24;

/// Shows the progress of one experiment on standard error, if that is a terminal.
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
    /// Starts an experiment of so many games.
    pub fn new(name: &str, games: u64) -> Progress {
        let progress = Progress {
            name: name.to_owned(),
            games,
            started: Instant::now(),
            seen: Mutex::new(Seen { games: 0, written: None }),
            shown: std::io::stderr().is_terminal(),
        };
        if progress.shown {
            progress.write(0);
        }
        progress
    }

    /// Clears the line.
    pub fn finish(&self) {
        if self.shown {
            note!("\r\x1b[K");
        }
    }

    fn write(&self, games: u64) {
        let passed = self.seconds();
        let done = (games * BAR).checked_div(self.games).unwrap_or(BAR).min(BAR);
        let bar: String = (0..BAR).map(|at| if at < done { '=' } else { ' ' }).collect();
        note!("\r\x1b[K{} [{bar}] {games} of {} games, ", self.name, self.games);
        note!("{} passed", duration(passed));
        if games > 0 {
            let left = passed / games as f64 * self.games.saturating_sub(games) as f64;
            note!(", about {} left", duration(left));
        }
    }
}

/// A duration for people: `48 s`, `12:05 min`, `3:07:40 h`.
fn duration(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    match (hours, minutes) {
        (0, 0) => format!("{seconds} s"),
        (0, _) => format!("{minutes}:{seconds:02} min"),
        _ => format!("{hours}:{minutes:02}:{seconds:02} h"),
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
        self.write(seen.games);
    }

    fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_readable() {
        let cases = [(47.6, "48 s"), (725.0, "12:05 min"), (11_260.0, "3:07:40 h")];
        cases.iter().for_each(|&(seconds, text)| assert_eq!(duration(seconds), text));
    }
}
