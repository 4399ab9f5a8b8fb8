//! `Experiment`: seeded games of one strategy, one game per call, so that the page can distribute
//! the seeds over its workers; and tables, raw games and histograms of the results.

use crate::experiment::{self, Observer, Plan, Statistics, histogram, name, raw, table};
use crate::strategy::Player;
use afterstate::rules::{Grid, MAX_RANK};
use afterstate::search::clock::Stopwatch;
use afterstate::wasm::convert::{from_js, number, number_from, sides, to_grid, to_js, to_text};
use js_sys::Number;
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
  /** As Experiment.strategy. */
  strategy: string;
  rows: number;
  cols: number;
  games: GameRecord[];
}
"#;

/// The maximum number of bars of a histogram.
const MAX_BINS: u64 = 200;

/// The largest rank of a tile that a table can show.
const MAX_TILE: f64 = 63.0;

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
    largest_rank: f64,
    moves: f64,
    seconds: f64,
}

#[derive(Serialize, Deserialize)]
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

/// The browser's clock; it never stops a game, because the page ends its workers.
struct WorkerClock(Stopwatch);

impl Observer for WorkerClock {
    fn seconds(&self) -> f64 {
        self.0.ms() / 1000.0
    }
}

#[wasm_bindgen]
impl Experiment {
    /// `strategy` is `id` or `id:parameter=value,...`, followed by " (even spawns)" or " (2s only)"
    /// for games with other spawns. With `end_at`, a game ends at the first tile of that rank (11
    /// for 2048).
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "string")] strategy: &JsValue,
        rows: f64,
        cols: f64,
        end_at: Option<f64>,
    ) -> Result<Self, JsError> {
        let (chosen, spawns) = name::read(&to_text("a strategy", strategy)?)?;
        let (rows, cols) = sides(rows, cols)?;
        let end_at = end_at
            .map(|rank| number("the rank that ends a game", rank, MAX_RANK.into()))
            .transpose()?
            .map(|rank| rank as u8);
        let (games, first_seed) = (1, 0);
        let plan = Plan { chosen, rows, cols, games, first_seed, end_at, spawns };
        plan.check()?;
        let player = plan.chosen.build((rows, cols), 0)?;
        Ok(Self { plan, player })
    }

    /// The strategy as text, with the settings that differ from their defaults and the mark of its
    /// spawns.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn strategy(&self) -> String {
        name::write(&self.plan.chosen, self.plan.spawns)
    }

    /// Plays the game of a seed to its end. A seed gives the same game here, on the command line
    /// and with any number of workers, unless the strategy has a time limit.
    #[wasm_bindgen(unchecked_return_type = "GameRecord")]
    pub fn play(&mut self, seed: f64) -> Result<JsValue, JsError> {
        let seed = to_seed(seed)?;
        let record = self.plan.play(self.player.as_mut(), seed, &WorkerClock(Stopwatch::start()));
        to_js(&record.map(GameRecord::from))
    }

    /// Like `play`, but the game starts at a position of the experiment's board size. Score and
    /// moves count from there.
    #[wasm_bindgen(js_name = playOn, unchecked_return_type = "GameRecord")]
    pub fn play_on(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "ArrayLike<number>")] ranks: &JsValue,
        seed: f64,
    ) -> Result<JsValue, JsError> {
        let seed = to_seed(seed)?;
        let from = to_grid(ranks, self.plan.rows, self.plan.cols)?;
        let clock = WorkerClock(Stopwatch::start());
        let record = self.plan.play_on(self.player.as_mut(), from, seed, &clock);
        to_js(&record.map(GameRecord::from))
    }
}

fn to_seed(seed: f64) -> Result<u64, JsError> {
    number("a seed", seed, Number::MAX_SAFE_INTEGER)
}

fn to_records(games: &[GameRecord]) -> Result<Vec<experiment::GameRecord>, JsError> {
    games.iter().map(GameRecord::read).collect()
}

/// A table of the sets, one row each: `text`, `markdown`, `csv` or `json`; or every game as `raw`.
#[wasm_bindgen]
pub fn tabulate(
    #[wasm_bindgen(unchecked_param_type = "GameSet[]")] sets: JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] format: &JsValue,
) -> Result<String, JsError> {
    let format = to_text("the format", format)?;
    let sets: Vec<GameSet> = serde_wasm_bindgen::from_value(sets)
        .map_err(|error| JsError::new(&format!("sets must be an array of GameSet: {error}")))?;
    let sets = sets.into_iter().map(|set| {
        let games = to_records(&set.games)?;
        // Parsed and written again, because the text goes into quotes.
        let strategy = name::normalized(&set.strategy)?;
        Ok((strategy, set.rows, set.cols, games))
    });
    let sets = sets.collect::<Result<Vec<_>, JsError>>()?;
    if format == "raw" {
        let lines =
            sets.iter().map(|(name, rows, cols, games)| raw::lines(name, *rows, *cols, games));
        return Ok(format!("{}\n{}", raw::COLUMNS, lines.collect::<String>()));
    }
    let Some((_, format)) = table::Format::ALL.into_iter().find(|(name, _)| *name == format) else {
        return Err(JsError::new("a table must be text, markdown, csv, json or raw"));
    };
    let rows = sets.into_iter().filter_map(|(player, rows, cols, games)| {
        let statistics = Statistics::of(&games)?;
        Some(table::Row { player, board: (rows, cols), statistics })
    });
    Ok(table::write(&rows.collect::<Vec<_>>(), format))
}

/// The sets of a file of games: what `tabulate` writes as `raw`, `afterstate match --csv` and
/// `afterstate merge --output`. Strategies get their current names. Games with even spawns keep the
/// mark of their name.
#[wasm_bindgen(js_name = readGames, unchecked_return_type = "GameSet[]")]
pub fn read_games(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
) -> Result<JsValue, JsError> {
    let sets =
        raw::read_sets(&to_text("a file of games", text)?).map_err(|error| JsError::new(&error))?;
    let sets = sets.into_iter().map(|raw::Set { player, board: (rows, cols), games }| {
        let strategy = name::normalized(&player)?;
        Grid::new(rows, cols)?;
        let games: Vec<GameRecord> = games.into_iter().map(GameRecord::from).collect();
        games.iter().try_for_each(|game| game.read().map(drop))?;
        Ok(GameSet { strategy, rows, cols, games })
    });
    to_js(&sets.collect::<Result<Vec<_>, JsError>>()?)
}

/// The number of games in each of `bins` equal steps of the score from 0, and the width of a step.
#[wasm_bindgen(unchecked_return_type = "{ counts: number[]; step: number }")]
pub fn histogram(
    #[wasm_bindgen(unchecked_param_type = "GameSet")] set: JsValue,
    bins: f64,
) -> Result<JsValue, JsError> {
    let bins = number_from("the number of bins", bins, 1, MAX_BINS)? as usize;
    let set: GameSet = from_js(set, "games", &["strategy", "rows", "cols", "games"])?;
    let games = to_records(&set.games)?;
    let scores: Vec<f64> = games.iter().map(|game| game.score as f64).collect();
    let step = histogram::step(&scores, bins);
    to_js(&Histogram { counts: histogram::counts(&scores, bins, step), step })
}

impl From<experiment::GameRecord> for GameRecord {
    fn from(record: experiment::GameRecord) -> Self {
        // Exact: seeds are checked to be below 2^53, and scores and moves cannot reach it.
        Self {
            seed: record.seed as f64,
            score: record.score as f64,
            largest_rank: record.largest_rank.into(),
            moves: record.moves as f64,
            seconds: record.seconds,
        }
    }
}

impl GameRecord {
    /// The record, if its numbers are valid.
    fn read(&self) -> Result<experiment::GameRecord, JsError> {
        if !(0.0..=raw::MAX_SECONDS).contains(&self.seconds) {
            let most = raw::MAX_SECONDS;
            return Err(JsError::new(&format!("seconds must be from 0 to {most:e}")));
        }
        Ok(experiment::GameRecord {
            seed: to_seed(self.seed)?,
            score: number("score", self.score, Number::MAX_SAFE_INTEGER)?,
            largest_rank: number("largestRank", self.largest_rank, MAX_TILE)? as u8,
            moves: number("moves", self.moves, Number::MAX_SAFE_INTEGER)?,
            seconds: self.seconds,
            nodes: None,
        })
    }
}
