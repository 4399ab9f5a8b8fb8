//! What players lose by the judge's values, summed over positions.

use afterstate::eval::cache::EvalCache;
use afterstate::eval::ntuple::Model;
use afterstate::rules::{Direction, Grid};
use afterstate::search::Limits;
use afterstate::search::clock::Stopwatch;
use afterstate::search::evaluation::loss;
use afterstate_papers::experiment::statistics::{Ratio, Share};
use afterstate_papers::experiment::table;
use afterstate_papers::players::expectimax::ExpectimaxPlayer;
use afterstate_papers::strategy::{Player, Thought};
use std::fmt;
use std::str::FromStr;

use super::grade::Grade;
use afterstate_runs::contender::TABLE_BYTES;

/// A position with the judge's value of each move, by direction.
pub struct JudgedPosition {
    /// The board.
    pub grid: Grid,
    /// The move that was made on it.
    pub played: Direction,
    /// The judge's values.
    pub values: [Option<f64>; 4],
}

impl JudgedPosition {
    /// The loss of a move in percent, by the judge.
    pub fn loss(&self, direction: Direction) -> Option<f32> {
        loss_in(&self.values, direction)
    }

    /// The possible moves with their losses, best first.
    pub fn ranked(&self) -> Vec<(Direction, f32)> {
        let mut moves: Vec<(Direction, f32)> =
            Direction::ALL.into_iter().filter_map(|way| Some((way, self.loss(way)?))).collect();
        moves.sort_by(|one, next| one.1.total_cmp(&next.1));
        moves
    }
}

/// The share of the best value that a move gives away, in percent.
pub fn loss_in(values: &[Option<f64>; 4], direction: Direction) -> Option<f32> {
    let best = values.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
    Some(loss(values[direction.index()]? as f32, best as f32))
}

/// Whether this is the grade of the move.
pub fn is_grade(values: &[Option<f64>; 4], direction: Direction, is: fn(Grade) -> bool) -> bool {
    loss_in(values, direction).is_some_and(|loss| is(Grade::of_loss(loss)))
}

/// How many nodes the page asks: `again` looks again before it calls a move worse than good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Nodes of the first look.
    pub first: u64,
    /// Nodes of the second one.
    pub again: Option<u64>,
}

impl FromStr for Effort {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| match text.parse() {
            Ok(nodes @ 1_u64..) => Ok(nodes),
            _ => Err(format!("{text:?}: expected nodes such as 1000000 or 100000+1000000")),
        };
        Ok(match text.split_once('+') {
            Some((first, again)) => Effort { first: number(first)?, again: Some(number(again)?) },
            None => Effort { first: number(text)?, again: None },
        })
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effort { first, again: None } => write!(f, "evaluation, {first} nodes"),
            Effort { first, again: Some(again) } => {
                write!(f, "evaluation, {first} nodes, then {again}")
            }
        }
    }
}

/// The page's evaluation with a network.
pub struct PageEvaluation<'a> {
    first: ExpectimaxPlayer<EvalCache<&'a Model>>,
    again: Option<ExpectimaxPlayer<EvalCache<&'a Model>>>,
}

impl<'a> PageEvaluation<'a> {
    /// An evaluation of this effort.
    pub fn new(model: &'a Model, effort: Effort) -> Self {
        let player = |nodes: u64| {
            ExpectimaxPlayer::new(
                EvalCache::new(model),
                TABLE_BYTES,
                Limits::nodes(nodes).compare(),
            )
        };
        PageEvaluation { first: player(effort.first), again: effort.again.map(player) }
    }

    /// Evaluates a board on which this move was made.
    pub fn evaluate(&mut self, grid: &Grid, played: Direction) -> Thought {
        let found = self.first.choose(grid);
        match &mut self.again {
            Some(again) if is_grade(&found.values, played, |grade| grade > Grade::Good) => {
                again.choose(grid)
            }
            _ => found,
        }
    }

    /// The nodes of all evaluations.
    pub fn nodes(&self) -> Option<u64> {
        Some(self.first.nodes()? + self.again.as_ref().map_or(Some(0), |again| again.nodes())?)
    }
}

/// A player or an evaluation of the page.
pub enum Advisor<'a> {
    Player(Box<dyn Player + 'a>),
    Page(Box<PageEvaluation<'a>>),
}

impl Advisor<'_> {
    fn nodes(&self) -> Option<u64> {
        match self {
            Advisor::Player(player) => player.nodes(),
            Advisor::Page(page) => page.nodes(),
        }
    }

    /// What it answers on a position, with the losses.
    pub fn ask(&mut self, position: &JudgedPosition, cap: f64) -> (Thought, Losses) {
        let (nodes, watch) = (self.nodes(), Stopwatch::start());
        let thought = match self {
            Advisor::Player(player) => player.choose(&position.grid),
            Advisor::Page(page) => page.evaluate(&position.grid, position.played),
        };
        let seconds = watch.ms() / 1e3;
        let nodes = self.nodes().zip(nodes).map(|(after, before)| after - before);
        // A position that does not count adds no nodes and no time either.
        let losses = Losses::of(position, &thought, cap);
        let losses = losses.map(|losses| Losses { nodes, seconds, ..losses }).unwrap_or_default();
        (thought, losses)
    }
}

/// A player's losses, summed over positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    pub positions: u64,
    /// Those on which the player chose the judge's best move.
    pub same: u64,
    /// Those on which it chose a move that the judge calls the best or as good, and those on which
    /// it chose one that is at least good.
    pub as_good: u64,
    /// See `as_good`.
    pub good: u64,
    /// The moves that the player's values call blunders, those of them that the judge calls so, and those
    /// that only the judge calls so.
    pub blunders: u64,
    /// See `blunders`.
    pub confirmed: u64,
    /// See `blunders`.
    pub missed: u64,
    /// The sum of the losses as shares of the best move's value.
    pub share: f64,
    /// The sum of the losses in points, and with a limit on each.
    pub loss: f64,
    /// See `loss`.
    pub capped: f64,
    /// Nodes, if the player counts them.
    pub nodes: Option<u64>,
    seconds: f64,
}

impl Losses {
    /// The losses on one position; `None` without a value of the move.
    fn of(position: &JudgedPosition, thought: &Thought, cap: f64) -> Option<Losses> {
        let value = position.values[thought.best?.index()]?;
        let best = position.values.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
        let is_blunder = |values, way| is_grade(values, way, |grade| grade == Grade::Blunder);
        let (mut blunders, mut confirmed, mut missed) = (0, 0, 0);
        for way in Direction::ALL {
            let by_judge = is_blunder(&position.values, way);
            if is_blunder(&thought.values, way) {
                blunders += 1;
                confirmed += u64::from(by_judge);
            } else {
                missed += u64::from(by_judge);
            }
        }
        let grade = loss_in(&position.values, thought.best?).map(Grade::of_loss)?;
        let share = if best > 0.0 { ((best - value) / best).min(1.0) } else { 0.0 };
        Some(Losses {
            positions: 1,
            same: u64::from(value == best),
            as_good: u64::from(grade == Grade::Best),
            good: u64::from(grade <= Grade::Good),
            blunders,
            confirmed,
            missed,
            share,
            loss: best - value,
            capped: (best - value).min(cap),
            nodes: None,
            seconds: 0.0,
        })
    }

    /// Adds those on other positions.
    pub fn add(&mut self, other: &Losses) {
        self.nodes = if self.positions == 0 {
            other.nodes
        } else if other.positions == 0 {
            self.nodes
        } else {
            self.nodes.zip(other.nodes).map(|(one, next)| one + next)
        };
        self.positions += other.positions;
        self.same += other.same;
        self.as_good += other.as_good;
        self.good += other.good;
        self.blunders += other.blunders;
        self.confirmed += other.confirmed;
        self.missed += other.missed;
        self.share += other.share;
        self.loss += other.loss;
        self.capped += other.capped;
        self.seconds += other.seconds;
    }
}

/// The losses of each player as a table, from those in each game. Positions of one game are alike, so
/// the intervals are those of the games.
pub fn report(names: &[String], by_game: &[&[Losses]]) -> String {
    let header = [
        "player",
        "positions",
        "best move",
        "or as good",
        "good",
        "loss",
        "points, capped",
        "points",
        "blunders",
        "confirmed",
        "missed",
        "nodes",
        "ms",
    ];
    let mut lines = vec![table::header(header)];
    for (at, name) in names.iter().enumerate() {
        let games = || by_game.iter().filter_map(|losses| losses.get(at));
        let sum = sum(games());
        let count = sum.positions as f64;
        let of_games = |total: fn(&Losses) -> f64| {
            games().map(move |losses| (total(losses), losses.positions as f64))
        };
        let share = |total: fn(&Losses) -> f64| match Share::of(of_games(total)) {
            Some(Share { share, min, max }) => {
                format!("{:.2}% ({:.1} to {:.1})", 100.0 * share, 100.0 * min, 100.0 * max)
            }
            None => "–".to_owned(),
        };
        let loss = match Ratio::of(of_games(|losses| losses.share)) {
            Some(Ratio { ratio, interval: Some(half), .. }) => {
                format!("{:.2} ± {:.2}%", 100.0 * ratio, 100.0 * half)
            }
            Some(Ratio { ratio, .. }) => format!("{:.2}%", 100.0 * ratio),
            None => "–".to_owned(),
        };
        lines.push(vec![
            name.clone(),
            sum.positions.to_string(),
            share(|losses| losses.same as f64),
            share(|losses| losses.as_good as f64),
            share(|losses| losses.good as f64),
            loss,
            format!("{:.1}", sum.capped / count),
            format!("{:.1}", sum.loss / count),
            sum.blunders.to_string(),
            sum.confirmed.to_string(),
            sum.missed.to_string(),
            sum.nodes.map_or("–".to_owned(), |nodes| format!("{:.0}", nodes as f64 / count)),
            format!("{:.3}", 1e3 * sum.seconds / count),
        ]);
    }
    table::markdown(&lines)
}

/// The losses of several games together.
pub fn sum<'a>(games: impl Iterator<Item = &'a Losses>) -> Losses {
    let mut sum = Losses::default();
    games.for_each(|losses| sum.add(losses));
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten of ten are not 100.00 ± 0.00%.
    #[test]
    fn a_share_of_all_positions_is_uncertain_by_the_number_of_games() {
        let game = |positions: u64| Losses { positions, same: positions, ..Losses::default() };
        let table = |games: &[Losses]| {
            let games: Vec<&[Losses]> = games.iter().map(std::slice::from_ref).collect();
            let table = report(&["player".to_owned()], &games);
            table
                .lines()
                .last()
                .expect("a line")
                .split('|')
                .nth(3)
                .expect("a cell")
                .trim()
                .to_owned()
        };
        assert_eq!(table(&[game(1); 10]), "100.00% (72.2 to 100.0)");
        assert_eq!(table(&[game(5); 2]), "100.00% (34.2 to 100.0)");
    }

    #[test]
    fn efforts_are_read_and_others_refused() {
        let read = |text: &str| text.parse::<Effort>();
        assert_eq!(read("200"), Ok(Effort { first: 200, again: None }));
        assert_eq!(read("100+2000"), Ok(Effort { first: 100, again: Some(2000) }));
        for text in ["0", "100+", "+1", "fast"] {
            assert!(read(text).is_err_and(|error| error.contains("100000+1000000")), "{text}");
        }
    }

    #[test]
    fn losses_add_up_and_nodes_are_unknown_if_one_player_does_not_count_them() {
        let one = Losses { positions: 1, same: 1, nodes: Some(5), ..Losses::default() };
        let mut sum = Losses::default();
        sum.add(&one);
        sum.add(&Losses::default());
        sum.add(&one);
        assert_eq!((sum.positions, sum.same, sum.nodes), (2, 2, Some(10)));
        sum.add(&Losses { positions: 1, ..Losses::default() });
        assert_eq!(sum.nodes, None);
    }
}
