//! Cook's search trees as text, for the page to show.

use crate::cook::tree::Node;
use crate::players::{self, Chosen};
use afterstate::rules::Grid;
use afterstate::wasm::convert::{number, to_js, to_text};
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A tree in the format of Cook's C.5: one line per node, indented by a space for each level. */
export interface TreeText {
  rows: number;
  cols: number;
  text: string;
  /** The move (a direction) that leads to each node, by line; null where no move does. */
  moves: (number | null)[];
}
"#;

#[derive(Serialize)]
struct TreeText {
    rows: usize,
    cols: usize,
    text: String,
    moves: Vec<Option<u8>>,
}

/// The whole search tree of one of Cook's strategies in a position (rows of tiles separated by `/`,
/// with `.` for an empty cell). Throws if it has more than `most` nodes, or if the strategy prunes
/// moves with `drop` or `catch-up`.
#[wasm_bindgen(js_name = growTree, unchecked_return_type = "TreeText")]
pub fn grow_tree(
    #[wasm_bindgen(unchecked_param_type = "string")] strategy: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] position: &JsValue,
    most: f64,
) -> Result<JsValue, JsError> {
    let most = nodes(most)?;
    let chosen: Chosen = to_text("a strategy", strategy)?.parse()?;
    let grid: Grid = to_text("a position", position)?.parse()?;
    let node = players::tree(&chosen, &grid, most)?;
    shown(&node)
}

/// Reads a tree and checks it line by line. The spaces may be missing; the size of the board is
/// deduced. Throws if it has more than `most` nodes.
#[wasm_bindgen(js_name = readTree, unchecked_return_type = "TreeText")]
pub fn read_tree(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    most: f64,
) -> Result<JsValue, JsError> {
    shown(&Node::read(&to_text("a tree", text)?, nodes(most)?)?)
}

/// The argument `most` as a number of nodes.
fn nodes(most: f64) -> Result<usize, JsError> {
    Ok(number("most", most, f64::from(u32::MAX))? as usize)
}

fn shown(node: &Node) -> Result<JsValue, JsError> {
    let mut moves = vec![None];
    add_moves(node, &mut moves);
    let (rows, cols) = (node.grid.rows(), node.grid.cols());
    to_js(&TreeText { rows, cols, text: node.to_text(), moves })
}

/// Adds the moves that lead to the nodes below this one, in the order of their lines.
fn add_moves(node: &Node, moves: &mut Vec<Option<u8>>) {
    for child in &node.children {
        moves.push(node.move_to(child).map(|direction| direction.index() as u8));
        add_moves(child, moves);
    }
}
