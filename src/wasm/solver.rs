//! `Solver`: a search with its evaluator and its transposition table.

use super::Network;
use super::convert::{from_js, number, sides, to_direction, to_grid, to_js};
use super::objects::{JsEvaluation, JsReport, Named, NetworkOptions, SearchLimits, SolverOptions};
use crate::eval::Evaluator;
use crate::eval::cache::EvalCache;
use crate::eval::ntuple::Model;
use crate::eval::outlook::OutlookModel;
use crate::eval::rows::{RowHeuristic, RowWeights};
use crate::rules::{Direction, Grid};
use crate::search::table::{MAX_BYTES, TranspositionTable};
use crate::search::{self, Limits};
use wasm_bindgen::prelude::*;

/// The search engine. Use it in a worker, because `search` blocks until it is done.
#[wasm_bindgen]
pub struct Solver {
    searcher: AnySearcher,
    /// The outlook of its network, if that is calibrated.
    outlook: Option<OutlookModel>,
}

/// The size of the transposition table, unless the options name another.
const DEFAULT_TABLE_BYTES: usize = 16 << 20;

/// One type for each kind of evaluator, so that leaves need no dynamic call.
enum AnySearcher {
    Rows(search::Searcher<RowHeuristic>),
    Network(search::Searcher<EvalCache<Model>>),
}

/// Evaluates an expression with the search of either kind.
macro_rules! of_each {
    ($any:expr, $searcher:ident => $value:expr) => {
        match $any {
            AnySearcher::Rows($searcher) => $value,
            AnySearcher::Network($searcher) => $value,
        }
    };
}

fn new_solver<E: Evaluator>(
    evaluator: E,
    table_bytes: Option<f64>,
) -> Result<search::Searcher<E>, JsError> {
    let table_bytes = match table_bytes {
        None => DEFAULT_TABLE_BYTES,
        Some(bytes) => number("tableBytes", bytes, MAX_BYTES as f64)? as usize,
    };
    let out_of_memory =
        |_| JsError::new(&format!("there is not enough memory for {table_bytes} tableBytes"));
    let table = (table_bytes > 0)
        .then(|| TranspositionTable::new(table_bytes))
        .transpose()
        .map_err(out_of_memory)?;
    Ok(search::Searcher::with_table(evaluator, table).parallel())
}

#[wasm_bindgen]
impl Solver {
    /// A solver with the built-in heuristic and an empty table.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "SolverOptions")] options: JsValue,
    ) -> Result<Self, JsError> {
        let options: SolverOptions = if options.is_undefined() {
            SolverOptions::default()
        } else {
            from_js(options, "options", &["tableBytes", "evaluator"])?
        };
        let weights = match &options.evaluator {
            None => &RowWeights::NAMED[0],
            Some(id) => RowWeights::named(id).ok_or_else(|| {
                let ids = RowWeights::IDS.join(", ");
                JsError::new(&format!("unknown evaluator {id:?}; the evaluators are {ids}"))
            })?,
        };
        let heuristic = RowHeuristic::new(&weights.weights);
        let searcher = AnySearcher::Rows(new_solver(heuristic, options.table_bytes)?);
        Ok(Self { searcher, outlook: None })
    }

    /// A solver with a network and an empty table. The solver takes the network over, even if this
    /// throws. Values are the points expected to the end of the game.
    #[wasm_bindgen(js_name = withNetwork)]
    pub fn with_network(
        network: Network,
        #[wasm_bindgen(unchecked_optional_param_type = "{ tableBytes?: number }")] options: JsValue,
    ) -> Result<Self, JsError> {
        let options: NetworkOptions = if options.is_undefined() {
            NetworkOptions::default()
        } else {
            from_js(options, "options", &["tableBytes"])?
        };
        let outlook = OutlookModel::of_network(network.checksum);
        let evaluator = EvalCache::new(network.model);
        let searcher = AnySearcher::Network(new_solver(evaluator, options.table_bytes)?);
        Ok(Self { searcher, outlook })
    }

    /// The evaluators for the constructor, the default first.
    #[wasm_bindgen(unchecked_return_type = "{ id: string; name: string; source: string }[]")]
    pub fn evaluators() -> Result<JsValue, JsError> {
        let named: Vec<Named> = RowWeights::NAMED
            .iter()
            .map(|named| Named { id: named.id, name: named.name, source: named.source })
            .collect();
        to_js(&named)
    }

    /// Searches until a limit is reached. `root` lists the first moves to consider; default: all.
    #[wasm_bindgen(unchecked_return_type = "Report")]
    pub fn search(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "ArrayLike<number>")] ranks: &JsValue,
        rows: f64,
        cols: f64,
        #[wasm_bindgen(unchecked_param_type = "SearchLimits")] limits: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number[]")] root: JsValue,
    ) -> Result<JsValue, JsError> {
        let (rows, cols) = sides(rows, cols)?;
        let grid = to_grid(ranks, rows, cols)?;
        let options: SearchLimits =
            from_js(limits, "limits", &["ply", "nodes", "timeMs", "managed", "line"])?;
        let root = if root.is_undefined() {
            Direction::ALL.to_vec()
        } else {
            let root: Vec<f64> = serde_wasm_bindgen::from_value(root)?;
            root.into_iter().map(to_direction).collect::<Result<_, _>>()?
        };
        let limits = options.limits()?;
        let line = options.line.unwrap_or(true);
        let (report, line) = of_each!(&mut self.searcher, searcher => search_grid(searcher, &grid, &root, &limits, line))?;
        let index = |direction: Direction| direction.index() as u8;
        to_js(&JsReport {
            values: report.values,
            best: report.best.map(index),
            ply: report.ply,
            nodes: report.nodes as f64,
            table_hits: report.table_hits as f64,
            time_ms: report.time_ms,
            threads: self.threads(),
            line: line.into_iter().map(index).collect(),
            stopped: report.stopped,
            history: report.history,
        })
    }

    /// Evaluates a board: the best move, the loss of each other move and the outlook. With a number of nodes as the only
    /// limit, the values depend on the machine only as far as the depth does.
    #[wasm_bindgen(unchecked_return_type = "Evaluation")]
    pub fn evaluate(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "ArrayLike<number>")] ranks: &JsValue,
        rows: f64,
        cols: f64,
        #[wasm_bindgen(unchecked_param_type = "EvaluationLimits")] limits: JsValue,
    ) -> Result<JsValue, JsError> {
        let (rows, cols) = sides(rows, cols)?;
        let grid = to_grid(ranks, rows, cols)?;
        let limits: SearchLimits = from_js(limits, "limits", &["ply", "nodes", "timeMs"])?;
        let (limits, model) = (limits.limits()?, self.outlook.as_ref());
        let evaluation =
            of_each!(&mut self.searcher, searcher => searcher.evaluate(&grid, &limits, model))?;
        to_js(&JsEvaluation::new(evaluation, self.threads()))
    }

    /// The byte offset of the stop flag, an Int32 in `wasmMemory()`. With shared memory, writing 1
    /// there ends the running or the next search within 5 ms. The search clears the flag when it
    /// finishes. A caller that may have set it after the end must clear it before the next search.
    /// After `free` the memory may belong to something else.
    #[wasm_bindgen(getter, js_name = stopFlag)]
    #[must_use]
    pub fn stop_flag(&self) -> usize {
        std::sync::Arc::as_ptr(&of_each!(&self.searcher, searcher => searcher.stop_flag())) as usize
    }

    /// The number of threads that a search uses.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn threads(&self) -> usize {
        of_each!(&self.searcher, searcher => searcher.threads())
    }

    /// Prepares for a new game: clears the table and the saved time of managed searches.
    pub fn clear(&mut self) {
        of_each!(&mut self.searcher, searcher => searcher.clear());
    }
}

/// Searches; also returns the principal variation if `line` is set.
fn search_grid<E: Evaluator>(
    searcher: &mut search::Searcher<E>,
    grid: &Grid,
    root: &[Direction],
    limits: &Limits,
    line: bool,
) -> Result<(search::SearchReport, Vec<Direction>), search::SearchError> {
    let board = searcher.pack(grid)?;
    let report = searcher.search_board(board, root, limits)?;
    let limits = search::limits_of_line(limits, &report);
    let line = if line { searcher.principal_line(&report, &limits) } else { Vec::new() };
    Ok((report, line))
}

/// See [`super::reserve`].
#[wasm_bindgen]
pub fn reserve(bytes: usize) -> Result<(), JsError> {
    super::reserve(bytes)
}
