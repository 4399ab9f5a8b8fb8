//! `Solver`: a search with its evaluator and its table. Leaves out the search, which is
//! [`crate::search`]'s.

use super::convert::{from_js, to_direction, to_js};
use super::objects::{Named, Report, SearchLimits, SolverOptions};
use crate::eval::rows::{RowHeuristic, RowWeights};
use crate::rules::{Direction, Grid};
use crate::search;
use wasm_bindgen::prelude::*;

/// A player that looks ahead. It belongs in a worker: `search` blocks until it is done.
#[wasm_bindgen]
pub struct Solver(search::Solver<RowHeuristic>);

/// The largest table that may be asked for.
const MAX_TABLE_BYTES: usize = 512 << 20;

#[wasm_bindgen]
impl Solver {
    /// A solver with an empty table.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "SolverOptions | undefined")] options: JsValue,
    ) -> Result<Self, JsError> {
        let options: SolverOptions = if options.is_undefined() {
            SolverOptions::default()
        } else {
            from_js(options, "options", &["tableBytes", "evaluator"])?
        };
        if options.table_bytes > MAX_TABLE_BYTES {
            return Err(JsError::new(&format!("tableBytes is from 0 to {MAX_TABLE_BYTES}")));
        }
        let weights = match &options.evaluator {
            None => &RowWeights::NAMED[0],
            Some(id) => {
                RowWeights::NAMED.iter().find(|named| named.id == *id).ok_or_else(|| {
                    let ids: Vec<&str> = RowWeights::NAMED.iter().map(|named| named.id).collect();
                    JsError::new(&format!("no evaluator {id:?}: there are {}", ids.join(", ")))
                })?
            }
        };
        let heuristic = RowHeuristic::new(&weights.weights);
        Ok(Self(search::Solver::new(heuristic, options.table_bytes).parallel()))
    }

    /// The evaluators that the constructor knows, the default first.
    #[wasm_bindgen(unchecked_return_type = "{ id: string; name: string; source: string }[]")]
    pub fn evaluators() -> Result<JsValue, JsError> {
        let named: Vec<Named> = RowWeights::NAMED
            .iter()
            .map(|named| Named { id: named.id, name: named.name, source: named.source })
            .collect();
        to_js(&named)
    }

    /// Searches until a limit is reached. `root` names the first moves to look at, all if left out.
    #[wasm_bindgen(unchecked_return_type = "Report")]
    pub fn search(
        &mut self,
        ranks: &[u8],
        rows: usize,
        cols: usize,
        #[wasm_bindgen(unchecked_param_type = "SearchLimits")] limits: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number[] | undefined")] root: JsValue,
    ) -> Result<JsValue, JsError> {
        let grid = Grid::from_ranks(rows, cols, ranks)?;
        let asked: SearchLimits =
            from_js(limits, "limits", &["ply", "nodes", "timeMs", "managed", "line"])?;
        let root = if root.is_undefined() {
            Direction::ALL.to_vec()
        } else {
            let root: Vec<f64> = serde_wasm_bindgen::from_value(root)?;
            root.into_iter().map(to_direction).collect::<Result<_, _>>()?
        };
        let limits = asked.limits().ok_or(search::SearchError::Limits)?;
        let board = self.0.pack(&grid)?;
        let report = self.0.search_board(board, &root, &limits)?;
        let line = if asked.line.unwrap_or(true) {
            self.0.principal_line(board, &report)
        } else {
            Vec::new()
        };
        let index = |direction: Direction| direction.index() as u8;
        to_js(&Report {
            values: report.values,
            best: report.best.map(index),
            ply: report.ply,
            nodes: report.nodes as f64,
            table_hits: report.table_hits as f64,
            time_ms: report.time_ms,
            threads: self.0.threads(),
            line: line.into_iter().map(index).collect(),
            stopped: report.stopped,
            history: report.history,
        })
    }

    /// Ends a search that runs in another thread; see `stopFlag`.
    pub fn stop(&self) {
        self.0.stop_flag().store(1, std::sync::atomic::Ordering::Relaxed);
    }

    /// Where in `wasmMemory()` the stop flag stands: the byte offset of an Int32. With shared
    /// memory, writing 1 there ends a search within 5 ms, be it running or the next to start. A
    /// search that ends sets it to 0; who may have set it too late does so before the next.
    #[wasm_bindgen(getter, js_name = stopFlag)]
    #[must_use]
    pub fn stop_flag(&self) -> usize {
        std::sync::Arc::as_ptr(&self.0.stop_flag()) as usize
    }

    /// How many threads a search uses.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn threads(&self) -> usize {
        self.0.threads()
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}
