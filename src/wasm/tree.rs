//! Cook's search trees as text, for the page to show.

use super::convert::to_js;
use crate::rules::Grid;
use crate::strategy::{self, Chosen};
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A tree in the format of Cook's C.5: a line a node, one space more on each level. */
export interface TreeText {
  rows: number;
  cols: number;
  text: string;
}
"#;

#[derive(Serialize)]
struct TreeText {
    rows: usize,
    cols: usize,
    text: String,
}

/// The whole tree that one of Cook's strategies looks at in a position, which is rows of tiles split by `/`, with `.`
/// for an empty cell; refused beyond `most` nodes.
#[wasm_bindgen(js_name = growTree, unchecked_return_type = "TreeText")]
pub fn grow_tree(strategy: &str, position: &str, most: usize) -> Result<JsValue, JsError> {
    let chosen: Chosen = strategy.parse()?;
    let grid: Grid = position.parse()?;
    let node = strategy::tree(&chosen, &grid, most).map_err(|message| JsError::new(&message))?;
    to_js(&TreeText { rows: grid.rows(), cols: grid.cols(), text: node.to_text() })
}
