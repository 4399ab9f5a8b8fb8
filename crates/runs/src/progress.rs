//! The progress of an experiment on standard error, and the clock of its games.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget};

use crate::output::note;
use afterstate_papers::experiment::{GameRecord, Observer, Shard};

/// A clock for games without progress.
pub struct GameClock<'a> {
    started: Instant,
    stop: Option<&'a AtomicBool>,
}

impl<'a> GameClock<'a> {
    /// Starts the clock.
    pub fn start() -> Self {
        GameClock { started: Instant::now(), stop: None }
    }

    /// Ends the games when the flag becomes true.
    pub fn until(self, stop: &'a AtomicBool) -> Self {
        GameClock { stop: Some(stop), ..self }
    }
}

impl Observer for GameClock<'_> {
    fn stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Relaxed))
    }

    fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}

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
    started: Instant,
    /// Counts the games. It is hidden with JSON, or if standard error is no terminal.
    bar: ProgressBar,
    style: ProgressStyle,
    /// When the last line of JSON was written.
    written: Mutex<Option<Instant>>,
}

impl Progress {
    /// Starts or continues `games` games, of which some are still to be played.
    pub fn resumed(name: &str, games: u64, missing: u64, style: ProgressStyle) -> Progress {
        let target = match style.format {
            ProgressFormat::Bar => ProgressDrawTarget::stderr(),
            ProgressFormat::Json => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(Some(games), target)
            .with_style(bar_style(
                "{prefix} [{bar:24}] {pos} of {len} games, {elapsed} passed, about {eta} left",
            ))
            .with_prefix(name.to_owned())
            .with_position(games.saturating_sub(missing));
        // Saved games took no time now, so they must not count for the time that is left.
        bar.reset_eta();
        bar.tick();
        let progress = Progress { started: Instant::now(), bar, style, written: Mutex::new(None) };
        progress.write_json();
        progress
    }

    /// Clears the bar, or writes the last line.
    pub fn finish(&self) {
        self.write_json();
        self.bar.finish_and_clear();
    }

    /// Writes a line if the format is JSON.
    fn write_json(&self) {
        if self.style.format == ProgressFormat::Json {
            let line = serde_json::json!({
                "name": self.bar.prefix(),
                "shard": self.style.shard.map(|shard| shard.to_string()),
                "done": self.bar.position(),
                "games": self.bar.length(),
                "seconds": self.seconds(),
            });
            note!("{line}\n");
        }
    }
}

/// The style of a progress line with this template.
pub fn bar_style(template: &str) -> indicatif::ProgressStyle {
    indicatif::ProgressStyle::with_template(template).expect("a template of this program")
}

impl Observer for Progress {
    fn game_ended(&self, _: &GameRecord) {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        self.bar.inc(1);
        if written.is_none_or(|at| at.elapsed() >= Duration::from_secs(1)) {
            *written = Some(Instant::now());
            self.write_json();
        }
    }

    fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}
