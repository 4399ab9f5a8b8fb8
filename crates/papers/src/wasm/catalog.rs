//! The catalog of strategies for menus, and `Player`, which plays one of them move by move.

use crate::players::{Chosen, describe};
use crate::strategy;
use afterstate::rules::Grid;
use afterstate::wasm::convert::{sides, to_grid, to_js, to_seed, to_text};
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A player's choice in a position, with its reasons. */
export interface Thought {
  /** The chosen direction; null if no move is possible. */
  best: number | null;
  /** Values by direction, in the strategy's own unit; larger is better. null: not possible or not evaluated. */
  values: (number | null)[];
  /** The reason, if a rule of the strategy chose another move than that of the largest value. */
  note: string | null;
}
"#;

#[derive(Serialize)]
struct Thought {
    best: Option<u8>,
    values: [Option<f64>; 4],
    note: Option<&'static str>,
}

/// The strategies with their sources, boards and parameters, as a JSON array in the order of menus.
#[wasm_bindgen]
#[must_use]
pub fn catalog() -> String {
    describe::json()
}

/// A player of one strategy, for boards of one size.
#[wasm_bindgen]
pub struct Player {
    chosen: Chosen,
    rows: usize,
    cols: usize,
    player: Box<dyn strategy::Player>,
}

#[wasm_bindgen]
impl Player {
    /// `strategy` is `id` or `id:parameter=value,parameter=value`; `seed` starts the player's own
    /// random numbers, if it uses any.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "string")] strategy: &JsValue,
        rows: f64,
        cols: f64,
        #[wasm_bindgen(unchecked_param_type = "bigint")] seed: JsValue,
    ) -> Result<Self, JsError> {
        let (rows, cols) = sides(rows, cols)?;
        let chosen: Chosen = to_text("a strategy", strategy)?.parse()?;
        Grid::new(rows, cols)?;
        let player = chosen.build((rows, cols), to_seed(seed)?)?;
        Ok(Self { chosen, rows, cols, player })
    }

    /// The strategy as text, with the settings that differ from their defaults.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn strategy(&self) -> String {
        self.chosen.to_string()
    }

    /// Does what takes long before the first move, such as solving the board. `stored` is what an
    /// earlier call returned; `progress` is called with the share that is done. Returns bytes to be
    /// stored, if they are new.
    pub fn prepare(
        &mut self,
        stored: Option<Vec<u8>>,
        #[wasm_bindgen(unchecked_param_type = "(share: number) => void")]
        progress: &js_sys::Function,
    ) -> Option<Vec<u8>> {
        let mut percent = -1.0;
        self.player.prepare((self.rows, self.cols), stored.as_deref(), &mut |share| {
            if (100.0 * share).floor() > percent {
                percent = (100.0 * share).floor();
                // An error of the listener does not concern the player.
                let _ = progress.call1(&JsValue::NULL, &share.into());
            }
        })
    }

    /// Chooses a move on a board of the player's size.
    #[wasm_bindgen(unchecked_return_type = "Thought")]
    pub fn choose(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "ArrayLike<number>")] ranks: &JsValue,
    ) -> Result<JsValue, JsError> {
        let grid = to_grid(ranks, self.rows, self.cols)?;
        let strategy::Thought { best, values, note } = self.player.choose(&grid);
        to_js(&Thought { best: best.map(|best| best.index() as u8), values, note })
    }

    /// Clears the state from earlier positions and restarts the random numbers.
    #[wasm_bindgen(js_name = newGame)]
    pub fn new_game(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "bigint")] seed: JsValue,
    ) -> Result<(), JsError> {
        self.player.new_game(to_seed(seed)?);
        Ok(())
    }
}
