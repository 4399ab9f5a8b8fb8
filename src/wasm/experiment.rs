//! `Experiment`: seeded games of one strategy, a game a call, so that the page shares the seeds
//! among its workers; and what becomes of the games: statistics, tables, raw form, histogram.

use super::convert::to_js;
use super::objects::from_js;
use crate::experiment::{self, Plan, SpawnLaw, Statistics, Watch, histogram, raw, table};
use crate::rules::Grid;
use crate::search::clock::Stopwatch;
use crate::strategy::{Chosen, Player};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** One finished game. */
export interface GameRecord {
  /** At most 2^53 - 1. */
  seed: number;
  score: number;
  largestRank: number;
  moves: number;
  seconds: number;
}

/** The games of one strategy on one board. */
export interface GameSet {
  /** The text form, as Experiment.strategy gives it. */
  strategy: string;
  rows: number;
  cols: number;
  games: GameRecord[];
}
"#;

/// Most bars that a histogram may be asked for.
const MAX_BINS: usize = 200;

/// An experiment of one strategy. It belongs in a worker: a game of a deep search takes minutes.
#[wasm_bindgen]
pub struct Experiment {
    plan: Plan,
    player: Box<dyn Player>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct GameRecord {
    seed: f64,
    score: f64,
    largest_rank: u8,
    moves: f64,
    seconds: f64,
}

#[derive(Deserialize)]
struct GameSet {
    strategy: String,
    rows: usize,
    cols: usize,
    games: Vec<GameRecord>,
}

#[derive(Serialize)]
struct Histogram {
    counts: Vec<usize>,
    step: f64,
}

/// The browser's clock, and nobody who stops: a worker is ended by its page.
struct Alone(Stopwatch);

impl Watch for Alone {
    fn seconds(&self) -> f64 {
        self.0.ms() / 1000.0
    }
}

#[wasm_bindgen]
impl Experiment {
    /// `strategy` is `id` or `id:parameter=value,...`. With `end_at`, games end when a tile of that
    /// rank is made (11 for 2048).
    #[wasm_bindgen(constructor)]
    pub fn new(
        strategy: &str,
        rows: usize,
        cols: usize,
        end_at: Option<u8>,
    ) -> Result<Self, JsError> {
        let chosen: Chosen = strategy.parse()?;
        let (games, first_seed, spawns) = (1, 0, SpawnLaw::Rules);
        let plan = Plan { chosen, rows, cols, games, first_seed, end_at, spawns };
        plan.check()?;
        let player = plan.chosen.build((rows, cols), 0)?;
        Ok(Self { plan, player })
    }

    /// The strategy in its text form, with the settings that are not at their default.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn strategy(&self) -> String {
        self.plan.chosen.to_string()
    }

    /// Plays the game of a seed to its end. The same seed gives the same game here, on the command
    /// line and with any number of workers, unless the strategy counts milliseconds.
    #[wasm_bindgen(unchecked_return_type = "GameRecord")]
    pub fn play(&mut self, seed: f64) -> Result<JsValue, JsError> {
        let seed = whole_seed(seed)?;
        let record = self.plan.play(self.player.as_mut(), seed, &Alone(Stopwatch::start()));
        to_js(&record.map(GameRecord::from))
    }

    /// Plays on from a position of the experiment's board with the spawns of a seed, as `play` does
    /// from an empty one. Score and moves count from there.
    #[wasm_bindgen(js_name = playOn, unchecked_return_type = "GameRecord")]
    pub fn play_on(&mut self, ranks: &[u8], seed: f64) -> Result<JsValue, JsError> {
        let seed = whole_seed(seed)?;
        let from = Grid::from_ranks(self.plan.rows, self.plan.cols, ranks)?;
        let watch = Alone(Stopwatch::start());
        let record = self.plan.play_on(self.player.as_mut(), from, seed, &watch);
        to_js(&record.map(GameRecord::from))
    }
}

fn whole_seed(seed: f64) -> Result<u64, JsError> {
    if !(0.0..=js_sys::Number::MAX_SAFE_INTEGER).contains(&seed) || seed.fract() != 0.0 {
        return Err(JsError::new("a seed is a whole number from 0 to 2^53 - 1"));
    }
    Ok(seed as u64)
}

/// A table of the sets, one row each: `text`, `markdown`, `csv` or `json`; or every game as `raw`.
#[wasm_bindgen]
pub fn tabulate(
    #[wasm_bindgen(unchecked_param_type = "GameSet[]")] sets: JsValue,
    format: &str,
) -> Result<String, JsError> {
    let sets: Vec<GameSet> = serde_wasm_bindgen::from_value(sets)
        .map_err(|error| JsError::new(&format!("sets are an array of GameSet: {error}")))?;
    let sets = sets.into_iter().map(|set| {
        let games: Vec<experiment::GameRecord> = set.games.iter().map(Into::into).collect();
        // Read and written again, since it goes into quotes.
        let strategy = set.strategy.parse::<Chosen>()?.to_string();
        Ok((strategy, set.rows, set.cols, games))
    });
    let sets = sets.collect::<Result<Vec<_>, JsError>>()?;
    if format == "raw" {
        let lines =
            sets.iter().map(|(name, rows, cols, games)| raw::lines(name, *rows, *cols, games));
        return Ok(format!("{}\n{}", raw::HEADER, lines.collect::<String>()));
    }
    let Some((_, format)) = table::Format::ALL.into_iter().find(|(name, _)| *name == format) else {
        return Err(JsError::new("a table is text, markdown, csv, json or raw"));
    };
    let rows = sets.into_iter().filter_map(|(strategy, rows, cols, games)| {
        let statistics = Statistics::of(&games)?;
        Some(table::Row { strategy, board: (rows, cols), statistics })
    });
    Ok(table::write(&rows.collect::<Vec<_>>(), format))
}

/// How many games ended in each of `bins` equal steps of the score from 0, and the width of a step.
#[wasm_bindgen(unchecked_return_type = "{ counts: number[]; step: number }")]
pub fn histogram(
    #[wasm_bindgen(unchecked_param_type = "GameSet")] set: JsValue,
    bins: usize,
) -> Result<JsValue, JsError> {
    if !(1..=MAX_BINS).contains(&bins) {
        return Err(JsError::new(&format!("bins are from 1 to {MAX_BINS}")));
    }
    let set: GameSet = from_js(set, "games", &["strategy", "rows", "cols", "games"])?;
    let games: Vec<experiment::GameRecord> = set.games.iter().map(Into::into).collect();
    let (counts, step) = histogram::counts(&games, bins);
    to_js(&Histogram { counts, step })
}

impl From<experiment::GameRecord> for GameRecord {
    fn from(record: experiment::GameRecord) -> Self {
        // Seeds are checked to be below 2^53, and scores and moves cannot reach it.
        Self {
            seed: record.seed as f64,
            score: record.score as f64,
            largest_rank: record.largest_rank,
            moves: record.moves as f64,
            seconds: record.seconds,
        }
    }
}

impl From<&GameRecord> for experiment::GameRecord {
    fn from(record: &GameRecord) -> Self {
        Self {
            seed: record.seed as u64,
            score: record.score as u64,
            largest_rank: record.largest_rank.min(63),
            moves: record.moves as u64,
            seconds: record.seconds,
        }
    }
}
