//! `Solver`: a search with its evaluator and its table. Leaves out the search, which is
//! [`crate::search`]'s, and reading a network (`network`).

use super::Network;
use super::convert::{sides, to_direction, to_js};
use super::objects::{Named, NetworkOptions, Report, SearchLimits, SolverOptions, from_js};
use crate::eval::Evaluator;
use crate::eval::cache::EvalCache;
use crate::eval::ntuple::Model;
use crate::eval::rows::{RowHeuristic, RowWeights};
use crate::rules::{Direction, Grid};
use crate::search::table::{MOST_BYTES, TranspositionTable};
use crate::search::{self, Limits};
use wasm_bindgen::prelude::*;

/// A player that looks ahead. It belongs in a worker: `search` blocks until it is done.
#[wasm_bindgen]
pub struct Solver(Player);

/// One search for each kind of evaluator, so that none pays for the others at a leaf.
enum Player {
    Rows(search::Searcher<RowHeuristic>),
    Network(search::Searcher<EvalCache<Model>>),
}

/// The same expression for whichever search there is.
macro_rules! of_each {
    ($player:expr, $searcher:ident => $value:expr) => {
        match $player {
            Player::Rows($searcher) => $value,
            Player::Network($searcher) => $value,
        }
    };
}

fn new_solver<E: Evaluator>(
    evaluator: E,
    table_bytes: usize,
) -> Result<search::Searcher<E>, JsError> {
    if table_bytes > MOST_BYTES {
        return Err(JsError::new(&format!("tableBytes is from 0 to {MOST_BYTES}")));
    }
    let no_room = |_| {
        let most = "tableBytes must be less: the memory has no room for a table of";
        JsError::new(&format!("{most} {table_bytes}"))
    };
    let table = (table_bytes > 0)
        .then(|| TranspositionTable::new(table_bytes))
        .transpose()
        .map_err(no_room)?;
    Ok(search::Searcher::with_table(evaluator, table).parallel())
}

#[wasm_bindgen]
impl Solver {
    /// A solver with a built-in evaluator and an empty table.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "SolverOptions | undefined")] options: JsValue,
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
                JsError::new(&format!("no evaluator {id:?}: there are {ids}"))
            })?,
        };
        let heuristic = RowHeuristic::new(&weights.weights);
        Ok(Self(Player::Rows(new_solver(heuristic, options.table_bytes)?)))
    }

    /// A solver with a network and an empty table. The network belongs to the solver from then on,
    /// and goes with it; it is gone too if this throws. Values are points that are expected still
    /// to come.
    #[wasm_bindgen(js_name = withNetwork)]
    pub fn with_network(
        network: Network,
        #[wasm_bindgen(unchecked_param_type = "{ tableBytes?: number } | undefined")]
        options: JsValue,
    ) -> Result<Self, JsError> {
        let options: NetworkOptions = if options.is_undefined() {
            NetworkOptions::default()
        } else {
            from_js(options, "options", &["tableBytes"])?
        };
        Ok(Self(Player::Network(new_solver(EvalCache::new(network.0), options.table_bytes)?)))
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
        rows: f64,
        cols: f64,
        #[wasm_bindgen(unchecked_param_type = "SearchLimits")] limits: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number[] | undefined")] root: JsValue,
    ) -> Result<JsValue, JsError> {
        let (rows, cols) = sides(rows, cols)?;
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
        let line = asked.line.unwrap_or(true);
        let (report, line) =
            of_each!(&mut self.0, searcher => found(searcher, &grid, &root, &limits, line))?;
        let index = |direction: Direction| direction.index() as u8;
        to_js(&Report {
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

    /// Where in `wasmMemory()` the stop flag stands: the byte offset of an Int32. With shared
    /// memory, writing 1 there ends a search within 5 ms, be it running or the next to start. A
    /// search that ends sets it to 0; who may have set it too late does so before the next. The
    /// flag goes with the solver: what is written there after `free` is written to something else.
    #[wasm_bindgen(getter, js_name = stopFlag)]
    #[must_use]
    pub fn stop_flag(&self) -> usize {
        std::sync::Arc::as_ptr(&of_each!(&self.0, searcher => searcher.stop_flag())) as usize
    }

    /// How many threads a search uses.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn threads(&self) -> usize {
        of_each!(&self.0, searcher => searcher.threads())
    }

    /// Empties the table and forgets what managed searches have left over: another game begins.
    pub fn clear(&mut self) {
        of_each!(&mut self.0, searcher => searcher.clear());
    }
}

/// A report, and its line where that is asked for.
fn found<E: Evaluator>(
    searcher: &mut search::Searcher<E>,
    grid: &Grid,
    root: &[Direction],
    limits: &Limits,
    line: bool,
) -> Result<(search::SearchReport, Vec<Direction>), search::SearchError> {
    let board = searcher.pack(grid)?;
    let report = searcher.search_board(board, root, limits)?;
    let line =
        if line { searcher.principal_line(board, &report, limits.reductions) } else { Vec::new() };
    Ok((report, line))
}
