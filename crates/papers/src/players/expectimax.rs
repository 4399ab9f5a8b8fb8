//! The project's own player: the search of the page, for experiments, menus and matches.
//!
//! Each game runs on one thread, so that the games of an experiment share the cores. On boards that
//! the search cannot pack (sixteen different tiles) it makes the first possible move.

use crate::strategy::{
    Boards, Document, Parameter, ParameterKind, Player, Settings, Source, Strategy, Thought, Unit,
    Words, words,
};
use afterstate::eval::Evaluator;
use afterstate::eval::rows::{NamedWeights, RowHeuristic, RowWeights};
use afterstate::rules::Grid;
use afterstate::search::table::MAX_BYTES;
use afterstate::search::{DepthReductions, Limits, MAX_PLY, Searcher};

/// An expectimax player on one thread, with any evaluator.
pub struct ExpectimaxPlayer<E> {
    searcher: Searcher<E>,
    limits: Limits,
    nodes: u64,
}

impl<E: Evaluator> ExpectimaxPlayer<E> {
    /// A player with a transposition table of this many bytes, or none for 0.
    pub fn new(evaluator: E, table_bytes: usize, limits: Limits) -> Self {
        Self { searcher: Searcher::new(evaluator, table_bytes), limits, nodes: 0 }
    }

    /// A player with the settings of strategy [`ID`] other than its weights.
    pub fn with_settings(evaluator: E, settings: &Settings) -> Self {
        let limit = |number: f64| if number > 0.0 { number } else { f64::INFINITY };
        let (time_ms, nodes) = (settings.real("ms"), settings.whole("nodes"));
        let ply = match settings.whole("ply") {
            0 if time_ms > 0.0 || nodes > 0 => MAX_PLY,
            0 => DEFAULT_PLY,
            ply => ply as u8,
        };
        let reductions = DepthReductions::NONE
            .with_spawn4_plies(settings.whole("spawn4-plies") as u8)
            .with_low_value_plies(settings.whole("low-value-plies") as u8);
        let mut limits = Limits::ply(ply).reduced(reductions);
        limits.nodes = limit(nodes as f64) as u64;
        limits.time_ms = limit(time_ms);
        limits.managed = settings.choice("budget", &BUDGET);
        Self::new(evaluator, (settings.whole("table-mb") as usize) << 20, limits)
    }
}

impl<E: Evaluator + Send> Player for ExpectimaxPlayer<E> {
    fn choose(&mut self, grid: &Grid) -> Thought {
        match self.searcher.search(grid, &self.limits) {
            Ok(report) => {
                self.nodes += report.nodes;
                Thought {
                    best: report.best,
                    values: report.values.map(|value| value.map(f64::from)),
                    note: None,
                }
            }
            Err(_) => {
                Thought::first_possible(grid, "the search cannot pack sixteen different tiles")
            }
        }
    }

    fn new_game(&mut self, _seed: u64) {
        self.searcher.clear();
        self.nodes = 0;
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.nodes)
    }
}

fn built_in(settings: &Settings) -> ExpectimaxPlayer<RowHeuristic> {
    let named = settings.choice("weights", &WEIGHTS);
    ExpectimaxPlayer::with_settings(RowHeuristic::new(&named.weights), settings)
}

/// The id of the search with the built-in heuristic. Players with a network have its settings too.
pub const ID: &str = "expectimax";

/// The depth if nothing else limits the search.
const DEFAULT_PLY: u8 = 4;

/// Whether `ms` and `nodes` are means over a game.
const BUDGET: Words<bool> = words! { "mean" => true, "max" => false };

/// The sets of weights, by their ids.
const WEIGHTS: Words<NamedWeights> = Words { words: RowWeights::IDS, values: RowWeights::NAMED };

/// The players.
pub const STRATEGIES: &[Strategy] = &[Strategy {
    id: ID,
    name: "Expectimax",
    source: Source { document: Document::Afterstate, section: "the engine of the page" },
    sentence: "The page's own AI: searches ahead with expectimax and scores the rows and columns of the final boards.",
    parameters: &[
        Parameter {
            id: "ply",
            label: "Depth (plies)",
            sentence: "Maximum depth in plies (moves). 0: as deep as ms or nodes allow, or 4 without them.",
            kind: ParameterKind::Whole { default: 0, min: 0, max: MAX_PLY as i64 },
        },
        Parameter {
            id: "ms",
            label: "Time per move (ms)",
            sentence: "Milliseconds per move; 0 for no limit.",
            kind: ParameterKind::Real { default: 0.0, min: 0.0, max: 600_000.0 },
        },
        Parameter {
            id: "nodes",
            label: "Nodes per move",
            sentence: "Nodes per move; 0 for no limit.",
            kind: ParameterKind::Whole { default: 0, min: 0, max: 1_000_000_000_000 },
        },
        Parameter {
            id: "budget",
            label: "Kind of limit",
            sentence: "How ms and nodes apply. mean: as averages over a game, so that hard moves get more; max: to each move.",
            kind: ParameterKind::Choice { default: "mean", words: BUDGET.words },
        },
        Parameter {
            id: "spawn4-plies",
            label: "Plies for a spawned 4",
            sentence: "Plies that a spawned 4 uses up, because it is unlikely; 1 for no reduction.",
            kind: ParameterKind::Whole {
                default: DepthReductions::USUAL.spawn4_plies as i64,
                min: 1,
                max: MAX_PLY as i64,
            },
        },
        Parameter {
            id: "low-value-plies",
            label: "Plies for a weak move",
            sentence: "Plies that a clearly inferior move uses up; 1 for no reduction.",
            kind: ParameterKind::Whole {
                default: DepthReductions::USUAL.low_value_plies as i64,
                min: 1,
                max: MAX_PLY as i64,
            },
        },
        Parameter {
            id: "weights",
            label: "Weights",
            sentence: "The weights of the heuristic.",
            kind: ParameterKind::Choice { default: RowWeights::IDS[0], words: WEIGHTS.words },
        },
        Parameter {
            id: "table-mb",
            label: "Transposition table (MiB)",
            sentence: "Size of the transposition table in MiB; 0 for none.",
            kind: ParameterKind::Whole { default: 16, min: 0, max: (MAX_BYTES >> 20) as i64 },
        },
    ],
    boards: Boards::FOUR_BY_FOUR,
    unit: Unit::Heuristic,
    make: |settings, _| Box::new(built_in(settings)),
}];

#[cfg(test)]
mod tests {
    use crate::players::tests::choose;

    #[test]
    fn forced_move_is_valued_at_the_full_depth() {
        let only_right = "2 4 2 . / 4 8 4 . / 2 4 2 . / 4 8 4 .";
        let [mean, max] = ["expectimax:ply=3", "expectimax:ply=3,budget=max"]
            .map(|player| choose(player, only_right).values);
        assert_eq!(mean, max);
        assert_ne!(mean, choose("expectimax:ply=1", only_right).values);
    }
}
