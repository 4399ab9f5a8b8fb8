//! The project's own player: the search of the page, for experiments, menus and matches.
//!
//! One thread plays a game, so that games of an experiment share the cores; the search of the page
//! uses all of them. Boards beyond what the packed search holds are played at random, which only
//! boards of sixteen different tiles up to 65536 are.

use super::{Boards, Document, Kind, Parameter, Player, Settings, Source, Strategy, Thought};
use crate::eval::rows::{RowHeuristic, RowWeights};
use crate::rules::{Direction, Grid};
use crate::search::{DEFAULT_FOURS, Limits, MAX_PLY, Solver};

struct Own {
    solver: Solver<RowHeuristic>,
    limits: Limits,
}

impl Own {
    fn new(settings: &Settings) -> Self {
        let some = |number: f64| if number > 0.0 { number } else { f64::INFINITY };
        let id = settings.choice("weights");
        let named = RowWeights::NAMED.iter().find(|named| named.id == id);
        let weights = named.unwrap_or(&RowWeights::NAMED[0]).weights;
        Self {
            solver: Solver::new(
                RowHeuristic::new(&weights),
                (settings.whole("table-mb") as usize) << 20,
            ),
            limits: Limits {
                ply: settings.whole("ply") as u8,
                nodes: some(settings.whole("nodes") as f64) as u64,
                time_ms: some(settings.real("ms")),
                fours: settings.whole("fours") as u8,
            },
        }
    }
}

impl Player for Own {
    fn choose(&mut self, grid: &Grid) -> Thought {
        match self.solver.search(grid, &self.limits) {
            Ok(report) => Thought {
                best: report.best,
                values: report.values.map(|value| value.map(f64::from)),
                note: None,
            },
            Err(_) => Thought {
                best: Direction::ALL.into_iter().find(|&direction| grid.possible(direction)),
                values: [None; 4],
                note: Some("sixteen different tiles are more than the search can hold"),
            },
        }
    }

    fn new_game(&mut self, _seed: u64) {
        self.solver.clear();
    }
}

/// The players.
pub const STRATEGIES: &[Strategy] = &[Strategy {
    id: "expectimax",
    name: "Expectimax",
    source: Source { document: Document::Afterstate, section: "the built-in engine" },
    sentence: "Looks ahead over moves and spawns and values lines by a tuned heuristic.",
    parameters: &[
        Parameter {
            id: "ply",
            sentence: "The deepest search, in moves.",
            kind: Kind::Whole { default: 4, least: 1, most: MAX_PLY as i64 },
        },
        Parameter {
            id: "ms",
            sentence: "Milliseconds a move at most; 0 for no limit.",
            kind: Kind::Real { default: 0.0, least: 0.0, most: 600_000.0 },
        },
        Parameter {
            id: "nodes",
            sentence: "Nodes a move at most; 0 for no limit.",
            kind: Kind::Whole { default: 0, least: 0, most: 1_000_000_000_000 },
        },
        Parameter {
            id: "fours",
            sentence: "How many spawned 4s are looked at on a way down.",
            kind: Kind::Whole { default: DEFAULT_FOURS as i64, least: 0, most: 255 },
        },
        Parameter {
            id: "weights",
            sentence: "The weights of the heuristic.",
            kind: Kind::Choice { default: RowWeights::IDS[0], among: RowWeights::IDS },
        },
        Parameter {
            id: "table-mb",
            sentence: "Size of the transposition table in MiB; 0 for none.",
            kind: Kind::Whole { default: 16, least: 0, most: 1024 },
        },
    ],
    boards: Boards::FOUR_BY_FOUR,
    make: |settings, _| Box::new(Own::new(settings)),
}];
