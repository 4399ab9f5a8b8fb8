//! The JavaScript interface of a learner, for a worker of the page: it learns in slices, and shows
//! what it does. With the feature `parallel` its actors play on a pool of threads, which must be
//! started first. See also `afterstate::wasm`.

use serde::Serialize;
use wasm_bindgen::prelude::*;

use afterstate::eval::ntuple::{PackedNetwork, Stages, file};
use afterstate::rules::Cell;
use afterstate::wasm::convert::to_js;

use crate::checkpoint::{self, State};
use crate::contrast::{Arrangement, contrasts};
use crate::episode::Actor;
use crate::evaluator::Trained;
use crate::learner::Learner as Network;
use crate::quantize::{QuantizeError, QuantizeSettings, quantize};
use crate::recipe::Recipe;
#[cfg(feature = "parallel")]
use crate::round::in_pool as all_play;
#[cfg(not(feature = "parallel"))]
use crate::round::in_turn as all_play;
use crate::round::{Round, train};
use crate::tally::Tally;
use crate::watched::WatchedGame;
#[cfg(feature = "parallel")]
pub use wasm_bindgen_rayon::init_thread_pool;

/// The largest tile of [`Learner::patterns`] is the one that this share of the latest games made.
const COMMON: f64 = 0.5;

/// The smallest rank for it: a tuple of six cells with different tiles needs six ranks.
const SMALLEST_COMMON: u8 = 6;

/// Bytes of a checkpoint beside its numbers, about.
const SPACE_FOR_GAMES: usize = 4 << 20;

/// The step of a network's file, in points. A board adds up some tens of weights, so rounding
/// changes its value by about ten points.
const STEP: f32 = 8.0;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** An arrangement of tiles: the rank in each cell, and how many points more it is worth than the mean. */
export interface Arrangement {
  ranks: number[];
  points: number;
}

/** The best and the worst arrangement of the same tiles in the cells of a tuple. */
export interface Pattern {
  cells: number[];
  best: Arrangement;
  worst: Arrangement;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// The TypeScript type of [`Learner::patterns`].
    #[wasm_bindgen(typescript_type = "Pattern[]")]
    pub type Patterns;
}

#[derive(Serialize)]
struct JsArrangement {
    ranks: Vec<u8>,
    points: f32,
}

#[derive(Serialize)]
struct JsPattern {
    cells: Vec<u8>,
    best: JsArrangement,
    worst: JsArrangement,
}

impl From<Arrangement> for JsArrangement {
    fn from(Arrangement { ranks, points }: Arrangement) -> Self {
        Self { ranks, points }
    }
}

/// Runs when the module is loaded: a panic then logs its message before it traps.
#[wasm_bindgen(start)]
pub fn start() {
    afterstate::wasm::log_panics();
}

/// See [`afterstate::wasm::reserve`].
///
/// # Errors
/// If the memory cannot grow so far.
#[wasm_bindgen]
pub fn reserve(bytes: usize) -> Result<(), JsError> {
    afterstate::wasm::reserve(bytes)
}

/// A network that learns, and a game that it plays to be seen.
#[wasm_bindgen]
pub struct Learner {
    state: State,
    /// The games since [`Learner::take_statistics`].
    tally: Tally,
    /// The rank of a large tile that games often make.
    common: u8,
    watched: WatchedGame,
}

#[wasm_bindgen]
impl Learner {
    /// A network that knows nothing. `network`: its tuples, as in `afterstate train --network`;
    /// `coherent`: temporal coherence instead of plain TD; `rate`: above 0 and at most 2; `actors`
    /// learn at once, at least one.
    ///
    /// # Errors
    /// If a setting is not valid.
    #[wasm_bindgen(constructor)]
    pub fn new(
        network: &str,
        coherent: bool,
        rate: f32,
        seed: u64,
        actors: u32,
    ) -> Result<Learner, JsError> {
        let patterns = network.parse()?;
        let mut learner =
            Self::begin(Network::new(patterns, Stages::single()), coherent, rate, seed)?;
        let others = (1..actors.into()).map(|number| Actor::new(seed, number));
        learner.state.actors.extend(others);
        Ok(learner)
    }

    /// Goes on with the weights of a network's file.
    ///
    /// # Errors
    /// If the file is not a network, or a setting is not valid.
    pub fn open(bytes: &[u8], coherent: bool, rate: f32, seed: u64) -> Result<Learner, JsError> {
        let packed: PackedNetwork = file::decode(bytes, |_| ())?;
        Self::begin(Network::from_packed(&packed), coherent, rate, seed)
    }

    fn begin(network: Network, coherent: bool, rate: f32, seed: u64) -> Result<Self, JsError> {
        if !(rate > 0.0 && rate <= 2.0) {
            return Err(JsError::new("the learning rate must be above 0 and at most 2"));
        }
        let recipe = Recipe { coherent, alpha: rate, ..Recipe::default() };
        Ok(Self::of(State::new(network, recipe, seed)))
    }

    fn of(state: State) -> Self {
        let watched = WatchedGame::new(state.done.moves);
        Self { state, tally: Tally::default(), common: SMALLEST_COMMON, watched }
    }

    /// Goes on exactly where [`Self::save`] was called.
    ///
    /// # Errors
    /// If the bytes are not a checkpoint.
    pub fn restore(bytes: &[u8]) -> Result<Learner, JsError> {
        let state = checkpoint::read(bytes, bytes.len() as u64)?;
        Ok(Self::of(state))
    }

    /// Learns for some steps of each actor: in each, two games make a move or learn from one. How
    /// the steps are divided among calls changes nothing, with one actor.
    pub fn run(&mut self, steps: u32) {
        self.tally.add(&train(&mut self.state, Round::steps(steps.into()), all_play));
    }

    /// The statistics of the games since the last call: moves learned from, games from empty boards,
    /// the sum of their scores and of the squares, the best score, and how many ended with each
    /// largest rank.
    #[wasm_bindgen(js_name = takeStatistics)]
    pub fn take_statistics(&mut self) -> Vec<f64> {
        let tally = std::mem::take(&mut self.tally);
        if tally.games > 0 {
            let is_common = |rank: &u8| tally.share((*rank).into()) >= COMMON;
            self.common = (SMALLEST_COMMON..16).rev().find(is_common).unwrap_or(SMALLEST_COMMON);
        }
        let mut numbers =
            vec![tally.moves as f64, tally.games as f64, tally.score, tally.squares, tally.best];
        numbers.extend(tally.ranks.iter().map(|&games| games as f64));
        numbers
    }

    /// The best and the worst places that it knows for the same tiles.
    ///
    /// # Errors
    /// Never.
    pub fn patterns(&self) -> Result<Patterns, JsError> {
        let patterns = contrasts(&self.state.learner, self.common).into_iter();
        let patterns: Vec<JsPattern> = patterns
            .map(|found| JsPattern {
                cells: found.cells,
                best: found.best.into(),
                worst: found.worst.into(),
            })
            .collect();
        Ok(to_js(&patterns)?.unchecked_into())
    }

    /// Makes a move in the game that is watched, or begins the next one after its end.
    #[wasm_bindgen(js_name = watchMove)]
    pub fn watch_move(&mut self) {
        if self.watched.is_over() {
            self.watched.restart();
        } else {
            self.watched.play(&Trained::new(&self.state.learner));
        }
    }

    /// The ranks of the game that is watched.
    #[wasm_bindgen(js_name = watchedRanks)]
    pub fn watched_ranks(&self) -> Vec<u8> {
        Cell::ALL.map(|cell| self.watched.board().rank(cell).get()).to_vec()
    }

    /// Its points.
    #[wasm_bindgen(getter, js_name = watchedScore)]
    pub fn watched_score(&self) -> f64 {
        self.watched.score() as f64
    }

    /// Whether it is over.
    #[wasm_bindgen(getter, js_name = watchedOver)]
    pub fn watched_over(&self) -> bool {
        self.watched.is_over()
    }

    /// The network's file, as `afterstate model` and `Network.read` read it. `about` says how it
    /// was trained.
    ///
    /// # Errors
    /// If the network is too large for a file.
    #[wasm_bindgen(js_name = exportNetwork)]
    pub fn export_network(&self, about: &str) -> Result<Vec<u8>, JsError> {
        let pack = |step| {
            let settings = QuantizeSettings { step, prices: &[0.0] };
            quantize(&self.state.learner, settings, about.to_owned())
        };
        let packed = match pack(STEP) {
            // A little more than the least step, which was rounded.
            Err(QuantizeError::Step(least)) => pack(least * 1.001),
            packed => packed,
        };
        Ok(file::write(&packed?))
    }

    /// The bytes that [`Self::save`] returns, about.
    #[wasm_bindgen(getter, js_name = savedBytes)]
    pub fn saved_bytes(&self) -> f64 {
        let Network { weights, coherence, .. } = &self.state.learner;
        (size_of::<f32>() * (weights.len() + coherence.len())) as f64
    }

    /// Everything that [`Self::restore`] needs: a checkpoint of `afterstate train`.
    ///
    /// # Errors
    /// Never: it is written to memory.
    pub fn save(&self) -> Result<Vec<u8>, JsError> {
        // With its games, of some thousand moves each.
        let mut bytes = Vec::with_capacity(self.saved_bytes() as usize + SPACE_FOR_GAMES);
        checkpoint::write(&self.state, &mut bytes)?;
        Ok(bytes)
    }
}
