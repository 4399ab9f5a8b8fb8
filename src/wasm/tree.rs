//! Cook's search trees as text, for the page to show.

use super::convert::{number, to_js};
use crate::papers::cook::tree::Node;
use crate::players::{self, Chosen};
use crate::rules::Grid;
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
pub fn grow_tree(strategy: &str, position: &str, most: f64) -> Result<JsValue, JsError> {
    let most = nodes(most)?;
    let chosen: Chosen = strategy.parse()?;
    let grid: Grid = position.parse()?;
    let node = players::tree(&chosen, &grid, most)?;
    shown(&node)
}

/// A tree that was written elsewhere, read and checked line by line: its spaces may be lost, the size of its board is found;
/// refused beyond `most` nodes.
#[wasm_bindgen(js_name = readTree, unchecked_return_type = "TreeText")]
pub fn read_tree(text: &str, most: f64) -> Result<JsValue, JsError> {
    shown(&Node::read(text, nodes(most)?)?)
}

/// A number of nodes that a call was given.
fn nodes(most: f64) -> Result<usize, JsError> {
    Ok(number("most", most, f64::from(u32::MAX))? as usize)
}

fn shown(node: &Node) -> Result<JsValue, JsError> {
    to_js(&TreeText { rows: node.grid.rows(), cols: node.grid.cols(), text: node.to_text() })
}
