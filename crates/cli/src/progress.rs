//! The progress line of an experiment on a terminal, and the clock of its games.

use std::io::IsTerminal;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use clap::ValueEnum;

use super::output::note;
use afterstate_papers::experiment::{GameRecord, Observer, Shard};

/// A clock for games without a progress line.
pub struct GameClock(Instant);

impl GameClock {
    /// Starts the clock.
    pub fn new() -> GameClock {
        GameClock(Instant::now())
    }
}

impl Observer for GameClock {
    fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}

/// The width of the bar in characters.
const BAR: u64 = 24;

/// The formats of the progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProgressFormat {
    /// A bar in one line, if standard error is a terminal
    Bar,
    /// JSON objects, one per line: the first, the last, and at most one a second between
    Json,
}

/// How to show the progress.
#[derive(Clone, Copy, Debug)]
pub struct ProgressStyle {
    /// The format.
    pub format: ProgressFormat,
    /// The shard that is played, for JSON.
    pub shard: Option<Shard>,
}

/// Shows the progress of one experiment on standard error.
pub struct Progress {
    name: String,
    games: u64,
    /// Games that an earlier run has saved.
    saved: u64,
    started: Instant,
    state: Mutex<ProgressState>,
    style: ProgressStyle,
    shown: bool,
}

/// What changes while the games are played.
struct ProgressState {
    /// Games that ended in this run.
    played: u64,
    written: Option<Instant>,
}

impl Progress {
    /// Starts or continues `games` games, of which some are still to be played.
    pub fn resumed(name: &str, games: u64, missing: u64, style: ProgressStyle) -> Progress {
        let progress = Progress {
            name: name.to_owned(),
            games,
            saved: games.saturating_sub(missing),
            started: Instant::now(),
            state: Mutex::new(ProgressState { played: 0, written: None }),
            style,
            shown: style.format == ProgressFormat::Json || std::io::stderr().is_terminal(),
        };
        if progress.shown {
            progress.write(0);
        }
        progress
    }

    /// Clears the bar, or writes the last line.
    pub fn finish(&self) {
        match self.style.format {
            ProgressFormat::Json => self.write(self.state().played),
            ProgressFormat::Bar if self.shown => note!("\r\x1b[K"),
            ProgressFormat::Bar => (),
        }
    }

    fn state(&self) -> MutexGuard<'_, ProgressState> {
        self.state.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    fn write(&self, played: u64) {
        match self.style.format {
            ProgressFormat::Bar => self.write_bar(played),
            ProgressFormat::Json => {
                let line = serde_json::json!({
                    "name": self.name,
                    "shard": self.style.shard.map(|shard| shard.to_string()),
                    "done": self.saved + played,
                    "games": self.games,
                    "seconds": self.seconds(),
                });
                note!("{line}\n");
            }
        }
    }

    fn write_bar(&self, played: u64) {
        let passed = self.seconds();
        let (games, done) = (self.games, self.saved + played);
        let filled = (done * BAR).checked_div(games).unwrap_or(BAR).min(BAR);
        let bar: String = (0..BAR).map(|at| if at < filled { '=' } else { ' ' }).collect();
        note!("\r\x1b[K{} [{bar}] {done} of {games} games, ", self.name);
        note!("{} passed", duration(passed));
        if played > 0 {
            let left = passed / played as f64 * games.saturating_sub(done) as f64;
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

impl Observer for Progress {
    fn game_ended(&self, _: &GameRecord) {
        let mut state = self.state();
        state.played += 1;
        let pause = match self.style.format {
            ProgressFormat::Bar => Duration::from_millis(200),
            ProgressFormat::Json => Duration::from_secs(1),
        };
        let soon = state.written.is_some_and(|at| at.elapsed() < pause);
        if !self.shown || soon {
            return;
        }
        state.written = Some(Instant::now());
        self.write(state.played);
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
