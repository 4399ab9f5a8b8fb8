//! The evaluation of a board: the best move, what each other move gives away, and the outlook.

use super::{Limits, SearchError, Searcher, limits_of_line};
use crate::eval::Evaluator;
use crate::eval::outlook::{Features, Outlook, OutlookModel};
use crate::rules::{Direction, Grid};

/// The evaluation of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The best move; `None` if no move is possible.
    pub best: Option<Direction>,
    /// Each move by direction; `None` if not possible. All are searched to the same depth.
    pub moves: [Option<MoveEvaluation>; 4],
    /// What the AI still makes of the board; `None` without a calibrated network, and where its
    /// forecasts are not right; see [`OutlookModel::covers`].
    pub outlook: Option<Outlook>,
    /// The expected moves from the best one on, if spawns are 2s of average luck.
    pub line: Vec<Direction>,
    /// The depth of all values, in plies.
    pub ply: u8,
    /// Afterstates that were evaluated or searched.
    pub nodes: u64,
    /// Milliseconds used.
    pub time_ms: f64,
}

/// The evaluation of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveEvaluation {
    /// The value in the evaluator's unit: of a network, the points that it expects to the end of
    /// the game if it plays on without search.
    pub value: f32,
    /// The share of the best move's value that the move gives away, in percent from 0 to 100;
    /// `None` if the evaluator's unit is not points.
    pub loss: Option<f32>,
}

impl<E: Evaluator> Searcher<E> {
    /// Evaluates a board within these limits, with every root move searched to the same depth. The
    /// outlook needs the model of this evaluator's network.
    ///
    /// # Errors
    /// [`SearchError`] if the board does not fit or a limit is out of range.
    pub fn evaluate(
        &mut self,
        grid: &Grid,
        limits: &Limits,
        model: Option<&OutlookModel>,
    ) -> Result<Evaluation, SearchError> {
        let limits = limits.compare();
        let board = self.pack(grid)?;
        let report = self.search_board(board, &Direction::ALL, &limits)?;
        let best_value = report.best.and_then(|best| report.values[best.index()]);
        let in_points = E::REWARD_WEIGHT == 1.0;
        let moves = report.values.map(|value| {
            let (value, best) = (value?, best_value?);
            Some(MoveEvaluation { value, loss: in_points.then(|| loss(value, best)) })
        });
        let value = best_value.unwrap_or_else(|| self.evaluator().terminal_value());
        let outlook = model.filter(|_| in_points).and_then(|model| {
            let features = Features::new(grid, value.into())?;
            model.covers(&features).then(|| model.outlook(&features))
        });
        Ok(Evaluation {
            best: report.best,
            moves,
            outlook,
            line: self.principal_line(&report, &limits_of_line(&limits, &report)),
            ply: report.ply,
            nodes: report.nodes,
            time_ms: report.time_ms,
        })
    }
}

/// The share of the best value that a move of this value gives away, in percent.
#[must_use]
pub fn loss(value: f32, best: f32) -> f32 {
    if best <= 0.0 { 0.0 } else { (100.0 * (best - value) / best).clamp(0.0, 100.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::outlook::{KNOTS, StageModel};
    use crate::eval::rows::{RowHeuristic, RowWeights};
    use crate::rules::Board;

    /// Values are points, as those of a network: 100 for each empty cell.
    struct EmptyCells;

    impl Evaluator for EmptyCells {
        const REWARD_WEIGHT: f32 = 1.0;

        fn value(&self, afterstate: Board) -> f32 {
            100.0 * afterstate.empty_count() as f32
        }

        fn terminal_value(&self) -> f32 {
            0.0
        }

        fn pruning_margin(&self) -> f32 {
            0.0
        }
    }

    fn board(text: &str) -> Grid {
        text.parse().expect("a board")
    }

    /// A network whose usual value is this one.
    fn model(value: f64) -> OutlookModel {
        let (ends, values) = ([0.5; KNOTS], [value; KNOTS]);
        let stage = StageModel { rank: 1, next: 0.9, weight: 1.0, ends, values };
        OutlookModel { network: 1, stages: vec![stage] }
    }

    const POSITION: &str = "2 2 4 8 / 16 2 4 8 / 16 32 . . / . 2 . .";

    #[test]
    fn all_moves_are_searched_to_the_same_depth() {
        let mut searcher = Searcher::new(EmptyCells, 0);
        let found = searcher.evaluate(&board(POSITION), &Limits::ply(3), None).expect("it fits");
        let pack = searcher.pack(&board(POSITION)).expect("it fits");
        let mut values = Vec::new();
        for direction in Direction::ALL {
            // Alone, no move has a low value.
            let alone =
                searcher.search_board(pack, &[direction], &Limits::ply(3)).expect("it fits");
            values.push(alone.values[direction.index()]);
        }
        assert_eq!(found.moves.map(|of| of.map(|of| of.value)).to_vec(), values);
        let usual = searcher.search(&board(POSITION), &Limits::ply(3)).expect("it fits");
        assert_ne!(
            usual.values.to_vec(),
            values,
            "without comparison, low-value moves are reduced"
        );
    }

    #[test]
    fn loss_is_the_share_of_the_best_moves_value() {
        let mut searcher = Searcher::new(EmptyCells, 0);
        let found = searcher.evaluate(&board(POSITION), &Limits::ply(2), None).expect("it fits");
        let values: Vec<f32> = found.moves.iter().flatten().map(|of| of.value).collect();
        let best = values.iter().copied().fold(0.0, f32::max);
        for of in found.moves.iter().flatten() {
            assert_eq!(of.loss, Some(100.0 * (best - of.value) / best));
        }
        let chosen = found.best.and_then(|best| found.moves[best.index()]).expect("a move");
        assert_eq!(chosen.loss, Some(0.0));
        assert_eq!(found.line.first(), found.best.as_ref());
        assert_eq!((loss(-5.0, -1.0), loss(-5.0, 10.0)), (0.0, 100.0));
    }

    #[test]
    fn heuristics_have_neither_losses_nor_an_outlook() {
        let mut searcher = Searcher::new(RowHeuristic::new(&RowWeights::NNEONNEO), 0);
        let found = searcher.evaluate(&board(POSITION), &Limits::ply(2), Some(&model(1000.0)));
        let found = found.expect("it fits");
        assert!(found.best.is_some() && found.outlook.is_none());
        assert!(found.moves.iter().flatten().all(|of| of.loss.is_none()));
    }

    #[test]
    fn outlook_follows_from_the_best_value() {
        let mut searcher = Searcher::new(EmptyCells, 0);
        let mut evaluate = |model: Option<&OutlookModel>| {
            searcher.evaluate(&board(POSITION), &Limits::ply(2), model).expect("it fits")
        };
        assert_eq!(evaluate(None).outlook, None);
        let usual = model(1000.0);
        let found = evaluate(Some(&usual));
        let best = found.moves.iter().flatten().map(|of| of.value).fold(0.0, f32::max);
        let features = Features::new(&board(POSITION), best.into()).expect("a 4x4 board");
        assert_eq!(found.outlook, Some(usual.outlook(&features)));
        assert_eq!(evaluate(Some(&model(100_000.0))).outlook, None, "far below the usual value");
    }

    #[test]
    fn a_lost_board_has_no_best_move() {
        let mut searcher = Searcher::new(EmptyCells, 0);
        let lost = board("2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2");
        let found = searcher.evaluate(&lost, &Limits::ply(2), None).expect("it fits");
        assert_eq!((found.best, found.moves, found.ply), (None, [None; 4], 0));
    }
}
