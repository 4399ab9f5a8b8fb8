//! Reviews of whole imperfect games, as the page makes them, against a much longer search.

use super::grade::Grade;
use super::losses::{Effort, PageEvaluation, loss_in};
use afterstate::eval::cache::EvalCache;
use afterstate::eval::ntuple::Model;
use afterstate::rules::{Direction, Grid};
use afterstate::search::Limits;
use afterstate_papers::experiment::table;
use afterstate_papers::players::expectimax::ExpectimaxPlayer;
use afterstate_papers::strategy::Player;

/// The mistakes of a game that the page shows.
const SHOWN: usize = 10;

/// The moves of a game that are searched for long: those that the review says lose most. The ten
/// that lose most by the long search are looked for among them.
const SEARCHED: usize = 20;

/// The table of the long search, in bytes.
const LONG_TABLE_BYTES: usize = 128 << 20;

/// A move that was searched for long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReviewedMove {
    /// The board.
    pub grid: Grid,
    /// The move that was made.
    pub played: Direction,
    /// The best move by the long search.
    pub best: Direction,
    /// The loss of the move made in percent by the review.
    pub loss: f32,
    /// The same by the long search.
    pub long_loss: f32,
}

/// Reviews a game and searches its costliest moves for long.
pub fn review(
    model: &Model,
    effort: Effort,
    long: u64,
    moves: &[(Grid, Direction)],
) -> Vec<ReviewedMove> {
    let mut page = PageEvaluation::new(model, effort);
    let mut found: Vec<(f32, Grid, Direction)> = moves
        .iter()
        .filter_map(|&(grid, played)| {
            Some((loss_in(&page.evaluate(&grid, played).values, played)?, grid, played))
        })
        .filter(|&(loss, ..)| Grade::of_loss(loss) > Grade::Good)
        .collect();
    found.sort_by(|one, next| next.0.total_cmp(&one.0));
    let limits = Limits::nodes(long).compare();
    let mut searcher = ExpectimaxPlayer::new(EvalCache::new(model), LONG_TABLE_BYTES, limits);
    let search = |&(loss, grid, played): &(f32, Grid, Direction)| {
        let thought = searcher.choose(&grid);
        let long_loss = loss_in(&thought.values, played)?;
        Some(ReviewedMove { grid, played, best: thought.best?, loss, long_loss })
    };
    found.iter().take(SEARCHED).filter_map(search).collect()
}

/// How often the long search agrees with the reviews.
pub fn report(games: &[Vec<ReviewedMove>]) -> String {
    let mut lines = vec![table::header(["of the review", "moves", "the long search agrees"])];
    let mut line = |name: &str, all: usize, agreed: usize| {
        let share = 100.0 * agreed as f64 / all.max(1) as f64;
        lines.push(vec![name.to_owned(), all.to_string(), format!("{agreed} ({share:.0}%)")]);
    };
    let moves = || games.iter().flatten();
    for grade in [Grade::Blunder, Grade::Mistake, Grade::Inaccuracy] {
        let of = |of: &&ReviewedMove| Grade::of_loss(of.loss) == grade;
        let agreed = |of: &&ReviewedMove| Grade::of_loss(of.long_loss) >= grade;
        line(
            &format!("{} or worse", grade.name()),
            moves().filter(of).count(),
            moves().filter(of).filter(agreed).count(),
        );
    }
    let (mut all, mut agreed) = (0, 0);
    for moves in games.iter().filter(|moves| moves.len() > SHOWN) {
        let mut long: Vec<f32> = moves.iter().map(|of| of.long_loss).collect();
        long.sort_by(|one, next| next.total_cmp(one));
        all += SHOWN;
        let is_shown = |of: &&ReviewedMove| of.long_loss >= long[SHOWN - 1];
        agreed += moves.iter().take(SHOWN).filter(is_shown).count();
    }
    line(&format!("{SHOWN} biggest mistakes"), all, agreed);
    table::markdown(&lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reviewed(loss: f32, long_loss: f32) -> ReviewedMove {
        let grid = "2 4 / 8 16".parse().expect("a board");
        ReviewedMove { grid, played: Direction::Up, best: Direction::Down, loss, long_loss }
    }

    #[test]
    fn agreement_counts_grades_and_the_ten_biggest() {
        // Eleven blunders, of which the long search calls one an inaccuracy; it would show the last.
        let mut moves: Vec<ReviewedMove> =
            (0..11).map(|at| reviewed(90.0 - at as f32, 50.0)).collect();
        moves[0].long_loss = 5.0;
        let table = report(&[moves, vec![reviewed(5.0, 0.0)]]);
        let lines: Vec<Vec<&str>> =
            table.lines().map(|line| line.split('|').map(str::trim).collect()).collect();
        let of = |name: &str| {
            let line = lines.iter().find(|cells| cells[1].starts_with(name)).expect("a line");
            (line[2].to_owned(), line[3].to_owned())
        };
        assert_eq!(of("blunder"), ("11".to_owned(), "10 (91%)".to_owned()));
        assert_eq!(of("inaccuracy"), ("1".to_owned(), "0 (0%)".to_owned()));
        assert_eq!(of("10 biggest"), ("10".to_owned(), "9 (90%)".to_owned()));
    }
}
