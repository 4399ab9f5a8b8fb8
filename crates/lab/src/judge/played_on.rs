//! Tables of what a worse move loses in games that are played on after it and after the best move.

use super::games::{Continuation, Pairs};
use super::grade::Grade;
use super::losses::JudgedPosition;
use super::{JudgeOptions, JudgedGame};
use afterstate::rules::{Direction, Grid};
use afterstate_papers::experiment::statistics::Mean;
use afterstate_papers::experiment::table;

/// The grades with moves that games are played on from, and the most moves of each.
const GRADES: [Grade; 3] = [Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];
const MOST_MOVES: usize = 30;

/// A position with its best move and a worse one.
pub struct WorseMove {
    pub grid: Grid,
    pub grade: Grade,
    pub best: Direction,
    pub worse: Direction,
    pub loss: f32,
}

/// The first possible move of each grade in a game, by the judge.
pub fn worse_moves(game: &JudgedGame) -> Vec<WorseMove> {
    let worse_move = |position: &JudgedPosition, grade| {
        let ranked = position.ranked();
        let &(best, _) = ranked.first()?;
        let &(worse, loss) = ranked.iter().find(|&&(_, loss)| Grade::of_loss(loss) == grade)?;
        Some(WorseMove { grid: position.grid, grade, best, worse, loss })
    };
    let first = |grade| game.positions.iter().find_map(|(position, _)| worse_move(position, grade));
    GRADES.into_iter().filter_map(first).collect()
}

/// Plays on from the best move and the worse one: a table of what the games lose.
pub fn played_on(
    moves: Vec<WorseMove>,
    mut continuation: Continuation<'_>,
    options: &JudgeOptions,
) -> String {
    let header = ["grade", "moves", "loss by the judge", "loss in games", "worse", "clearly worse"];
    let mut lines = vec![table::header(header)];
    for grade in GRADES {
        let graded: Vec<&WorseMove> =
            moves.iter().filter(|of| of.grade == grade).take(MOST_MOVES).collect();
        let mut loss = |of: &&WorseMove| {
            let both = [of.best, of.worse];
            continuation.pairs(&of.grid, both, options.play_on, options.seed).loss()
        };
        let found: Vec<Mean> = graded.iter().map(&mut loss).collect();
        let means: Vec<f64> = found.iter().map(|loss| loss.mean).collect();
        let Some(Mean { mean, interval, .. }) = Mean::of(&means) else { continue };
        let by_judge: f32 = graded.iter().map(|of| of.loss).sum();
        lines.push(vec![
            grade.name().to_owned(),
            graded.len().to_string(),
            format!("{:.1}%", by_judge / graded.len() as f32),
            format!("{mean:.1} ± {interval:.1}%"),
            found.iter().filter(|loss| loss.mean > 0.0).count().to_string(),
            found.iter().filter(|loss| loss.mean > loss.interval).count().to_string(),
        ]);
    }
    table::markdown(&lines)
}

/// Plays on from the judge's two best moves on the middle position of each game: a table of what
/// the games of each player's choice gain over those of the other move.
pub fn two_best(
    names: &[String],
    found: &[JudgedGame],
    mut continuation: Continuation<'_>,
    options: &JudgeOptions,
) -> String {
    let mut gains = vec![Vec::new(); names.len()];
    for game in found {
        let Some((position, choices)) = game.positions.get(game.positions.len() / 2) else {
            continue;
        };
        let [(best, _), (second, _), ..] = position.ranked()[..] else { continue };
        let pairs: Pairs =
            continuation.pairs(&position.grid, [best, second], options.play_on, options.seed);
        let Mean { mean, interval, .. } = pairs.loss();
        for (gains, &choice) in gains.iter_mut().zip(choices) {
            match choice {
                Some(way) if way == best => gains.push((mean, interval)),
                Some(way) if way == second => gains.push((-mean, interval)),
                _ => {}
            }
        }
    }
    let header = ["player", "positions", "gains in games", "clearly better", "clearly worse"];
    let mut lines = vec![table::header(header)];
    for (name, gains) in names.iter().zip(&gains) {
        let means: Vec<f64> = gains.iter().map(|gain| gain.0).collect();
        let Some(Mean { mean, interval, .. }) = Mean::of(&means) else { continue };
        lines.push(vec![
            name.clone(),
            gains.len().to_string(),
            format!("{mean:+.2} ± {interval:.2}%"),
            gains.iter().filter(|(mean, interval)| mean > interval).count().to_string(),
            gains.iter().filter(|(mean, interval)| -mean > *interval).count().to_string(),
        ]);
    }
    table::markdown(&lines)
}
