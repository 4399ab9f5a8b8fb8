//! Cook's search trees as text, for the page to show.

use crate::cook::tree::Node;
use crate::players::{self, Chosen};
use afterstate::rules::Grid;
use afterstate::wasm::convert::{number, to_js};
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A tree in the format of Cook's C.5: one line per node, indented by a space for each level. */
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

/// The whole search tree of one of Cook's strategies in a position (rows of tiles separated by `/`,
/// with `.` for an empty cell). Throws if it has more than `most` nodes, or if the strategy prunes
/// moves with `drop` or `catch-up`.
#[wasm_bindgen(js_name = growTree, unchecked_return_type = "TreeText")]
pub fn grow_tree(strategy: &str, position: &str, most: f64) -> Result<JsValue, JsError> {
    let most = nodes(most)?;
    let chosen: Chosen = strategy.parse()?;
    let grid: Grid = position.parse()?;
    let node = players::tree(&chosen, &grid, most)?;
    shown(&node)
}

/// Reads a tree and checks it line by line. The spaces may be missing; the size of the board is
/// deduced. Throws if it has more than `most` nodes.
#[wasm_bindgen(js_name = readTree, unchecked_return_type = "TreeText")]
pub fn read_tree(text: &str, most: f64) -> Result<JsValue, JsError> {
    shown(&Node::read(text, nodes(most)?)?)
}

/// The argument `most` as a number of nodes.
fn nodes(most: f64) -> Result<usize, JsError> {
    Ok(number("most", most, f64::from(u32::MAX))? as usize)
}

fn shown(node: &Node) -> Result<JsValue, JsError> {
    to_js(&TreeText { rows: node.grid.rows(), cols: node.grid.cols(), text: node.to_text() })
}
