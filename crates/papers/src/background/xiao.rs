//! Xiao's program: expectimax over a table of row scores, with the project's own search.
//! Sources: Kumar 2018, chapter 4; Frolov 2016, 1.3.

use super::source;
use crate::strategy::{Boards, Parameter, ParameterKind, Player, Strategy, Thought, Unit};
use afterstate::eval::rows::{RowHeuristic, RowWeights};
use afterstate::rules::Grid;
use afterstate::search::{self, DepthReductions, Searcher};

/// Xiao's program ignores spawns with a probability below 1 in 10,000; the nearest in our search is
/// that a spawned 4 costs two plies.
const REDUCTIONS: DepthReductions = DepthReductions::NONE.with_spawn4_plies(2);

/// Xiao's program with the project's own search.
struct Xiao {
    searcher: Searcher<RowHeuristic>,
    max_plies: u8,
}

impl Player for Xiao {
    fn choose(&mut self, grid: &Grid) -> Thought {
        let different =
            grid.ranks().iter().filter(|&&rank| rank > 0).fold(0u64, |set, &rank| set | 1 << rank);
        let ply = (different.count_ones() as u8)
            .saturating_sub(2)
            .clamp(3, self.max_plies.max(3))
            .min(self.max_plies);
        match self.searcher.search(grid, &search::Limits::ply(ply).reduced(REDUCTIONS)) {
            Ok(report) => Thought {
                best: report.best,
                values: report.values.map(|value| value.map(f64::from)),
                note: None,
            },
            // The search cannot pack the board, even with lowered ranks.
            Err(_) => Thought::first_possible(grid, "the search cannot hold this board"),
        }
    }
}

/// The catalog entry.
pub const STRATEGY: Strategy = Strategy {
    id: "xiao",
    name: "Xiao's expectimax",
    source: source("Kumar 2018, chapter 4; Frolov 2016, 1.3"),
    sentence: "Searches with expectimax and scores empty cells, possible merges and monotonic lines with a table of all lines.",
    parameters: &[Parameter {
        id: "max-plies",
        label: "Maximum depth (plies)",
        sentence: "Maximum depth in plies. The depth is the number of different tiles minus 2, and at least 3.",
        kind: ParameterKind::Whole { default: 5, min: 1, max: 12 },
    }],
    boards: Boards::FOUR_BY_FOUR,
    unit: Unit::Heuristic,
    make: |settings, _| {
        let searcher = Searcher::new(RowHeuristic::new(&RowWeights::NNEONNEO), 4 << 20).parallel();
        Box::new(Xiao { searcher, max_plies: settings.whole("max-plies") as u8 })
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::tests::choose;

    #[test]
    fn xiao_searches_low_value_moves_to_full_depth() {
        let board = "512 256 64 4 / 32 16 8 2 / 4 2 2 . / 2 . . .";
        let mut searcher = Searcher::new(RowHeuristic::new(&RowWeights::NNEONNEO), 0);
        let limits = |low_value_plies| {
            search::Limits::ply(4).reduced(REDUCTIONS.with_low_value_plies(low_value_plies))
        };
        let mut values = |low_value_plies| {
            let report =
                searcher.search(&board.parse().unwrap(), &limits(low_value_plies)).unwrap();
            report.values.map(|value| value.map(f64::from))
        };
        let thought = choose("xiao:max-plies=4", board);
        assert_eq!(thought.values, values(1));
        assert_ne!(thought.values, values(3));
    }

    #[test]
    fn xiao_searches_two_plies_less_than_there_are_different_tiles_and_at_least_three() {
        for (board, ply) in [
            ("256 128 64 4 / 128 64 8 2 / 64 8 4 2 / 8 4 2 .", 4),
            ("8 4 8 4 / 4 2 4 2 / 8 4 8 4 / 4 2 4 .", 3),
        ] {
            let grid: Grid = board.parse().unwrap();
            let mut searcher = Searcher::new(RowHeuristic::new(&RowWeights::NNEONNEO), 0);
            let limits = search::Limits::ply(ply).reduced(REDUCTIONS);
            let report = searcher.search(&grid, &limits).unwrap();
            let values = report.values.map(|value| value.map(f64::from));
            assert_eq!(choose("xiao:max-plies=12", board).values, values, "{board}");
        }
    }
}
