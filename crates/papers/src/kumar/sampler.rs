//! The Monte Carlo players of chapter 7, with the judges of chapter 8, by the text or by the
//! listing.
//! Source: N. A. Kumar, 2018, chapters 7 and 8, appendix A (AI11 to AI13).

use super::listing::Listed;
use super::{READINGS, corner, weights};
use crate::common::monte_carlo::{self, Judge, Sample, Sampling};
use crate::common::random::Stream;
use crate::strategy::{Player, Settings, TIE_ORDER, Thought, Words, packed, words};
use afterstate::rules::Grid;

/// How the scores of a move's random games become its value.
pub(super) const JUDGES: Words<Judge> = words! {
    "average" => Judge::Average, "minimum" => Judge::Minimum, "maximum" => Judge::Maximum,
};

/// More spawns than a random game on a 4x4 board has; a thousand are rare.
const LONG_GAME: u64 = 1 << 13;

/// The Monte Carlo players of chapter 7.
pub(super) struct MonteCarlo {
    playouts: u32,
    depth: Option<u32>,
    judge: Judge,
    levels: u32,
    threshold: f64,
    corner: bool,
    /// Whether random games slide as in the listing.
    listed: bool,
    time_ms: f64,
    stream: Stream,
    /// Random moves made since the last new game.
    moves: u64,
}

impl MonteCarlo {
    pub(super) fn new(settings: &Settings, seed: u64, depth: Option<u32>, corner: bool) -> Self {
        Self {
            playouts: settings.whole("playouts") as u32,
            depth,
            judge: settings.choice("judge", &JUDGES),
            // Games to the end have no smaller depth to search.
            levels: if depth.is_some() { settings.whole("levels") as u32 } else { 0 },
            threshold: settings.real("threshold"),
            corner,
            listed: settings.choice("reading", &READINGS),
            time_ms: settings.real("ms"),
            stream: Stream::new(seed),
            moves: 0,
        }
    }

    fn sample(&mut self, grid: &Grid, allowed: [bool; 4]) -> Sample {
        let sampling = Sampling {
            playouts: self.playouts,
            depth: self.depth,
            judge: self.judge,
            levels: self.levels,
            threshold: (self.threshold > 0.0).then_some(self.threshold),
            allowed,
            seed: self.stream.word(),
        };
        let limit = self.time_ms;
        let watch = afterstate::search::clock::Stopwatch::start();
        let mut ended = || watch.ms() >= limit;
        let over: Option<&mut dyn FnMut() -> bool> =
            if limit > 0.0 { Some(&mut ended) } else { None };
        let levels = u64::from(self.levels) + 1;
        let spawns = self.depth.map_or(LONG_GAME, |depth| levels * (u64::from(depth) + 1));
        let sample = match (packed(grid, spawns), self.listed) {
            (Some(board), false) => monte_carlo::sample(&board, &sampling, over),
            (Some(board), true) => monte_carlo::sample(&Listed(board), &sampling, over),
            (None, false) => monte_carlo::sample(grid, &sampling, over),
            (None, true) => monte_carlo::sample(&Listed(*grid), &sampling, over),
        };
        self.moves += sample.moves;
        sample
    }
}

impl Player for MonteCarlo {
    fn choose(&mut self, grid: &Grid) -> Thought {
        let possible = weights::possible(grid);
        if let Some(only) = weights::forced(possible) {
            return Thought {
                best: Some(only),
                note: Some("the only possible move"),
                ..Thought::default()
            };
        }
        let allowed = if self.corner { corner::preferred_or_all(grid) } else { possible };
        if let (true, Some(only)) = (self.corner, weights::forced(allowed)) {
            let note = Some("the one move that keeps a greatest tile in its corner");
            return Thought { best: Some(only), note, ..Thought::default() };
        }
        Thought::best_of(self.sample(grid, allowed).values, TIE_ORDER)
    }

    fn new_game(&mut self, seed: u64) {
        self.stream = Stream::new(seed);
        self.moves = 0;
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.moves)
    }
}
