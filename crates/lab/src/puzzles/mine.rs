//! Looks for a puzzle among the positions of an imperfect game.

use std::fmt;
use std::str::FromStr;

use super::playouts::{Comparison, Playouts};
use super::puzzle::{Level, Puzzle};
use crate::games::play::{MAKERS, Players, draw};
use afterstate::eval::cache::EvalCache;
use afterstate::eval::ntuple::Model;
use afterstate::rules::{Board, Direction, Grid};
use afterstate::search::evaluation::Evaluation;
use afterstate::search::{Limits, Searcher};
use afterstate_runs::contender::TABLE_BYTES;

/// Positions of a game that are looked at.
const POSITIONS: u64 = 40;
/// Positions of a game from which games are played on.
const PLAYED_ON: usize = 3;
/// Nodes of the first look at a position, and of the looks of both networks that decide.
const FIRST_LOOK: u64 = 5_000;
const LONG_LOOK: u64 = 200_000;
/// The fewest possible moves.
const FEWEST_MOVES: usize = 3;
/// The smallest largest tile, as a rank, and the fewest expected points of the right move: before and
/// after there is little to decide.
const SMALLEST_RANK: u8 = 6;
const FEWEST_POINTS: f32 = 2000.0;
/// The largest rank that the page's file can hold.
const LARGEST_RANK: u8 = 15;
/// The least loss of every other move, in percent, in both evaluations and in the games played on:
/// each is an inaccuracy or worse, so only one move is right.
const LEAST_LOSS: f32 = 4.0;

/// The columns of a file of finds.
pub const COLUMNS: &str = "game,puzzle,pairs,loss";

/// What a game gave: its number, and the puzzle with the games played on from its best two moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Find {
    /// The game's seed.
    pub game: u64,
    /// The puzzle, if there is one.
    pub puzzle: Option<Puzzle>,
    /// The pairs of games that confirmed it, and the loss of the second move in them, in percent.
    pub pairs: usize,
    /// See `pairs`.
    pub loss: f64,
}

impl fmt::Display for Find {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Find { game, puzzle, pairs, loss } = self;
        match puzzle {
            Some(puzzle) => write!(f, "{game},{puzzle},{pairs},{loss:.1}"),
            None => write!(f, "{game},,,"),
        }
    }
}

impl FromStr for Find {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let read = || -> Option<Find> {
            let [game, puzzle, pairs, loss] =
                line.split(',').collect::<Vec<_>>().try_into().ok()?;
            let game = game.parse().ok()?;
            if puzzle.is_empty() {
                return Some(Find { game, puzzle: None, pairs: 0, loss: 0.0 });
            }
            let (puzzle, pairs) = (puzzle.parse().ok()?, pairs.parse().ok()?);
            Some(Find { game, puzzle: Some(puzzle), pairs, loss: loss.parse().ok()? })
        };
        read().ok_or_else(|| format!("not a find: {line:?}; expected {COLUMNS}"))
    }
}

/// The searches that look for puzzles.
pub struct Miner<'a> {
    model: &'a Model,
    player: Searcher<EvalCache<&'a Model>>,
    judge: Searcher<EvalCache<&'a Model>>,
    playouts: Playouts<'a>,
}

impl<'a> Miner<'a> {
    /// With the network that plays and evaluates, and the one that must agree.
    pub fn new(model: &'a Model, judge: &'a Model) -> Self {
        Miner {
            model,
            player: Searcher::new(EvalCache::new(model), TABLE_BYTES),
            judge: Searcher::new(EvalCache::new(judge), TABLE_BYTES),
            playouts: Playouts::new(model),
        }
    }

    /// Looks for a puzzle of one of these levels in an imperfect game.
    pub fn mine(&mut self, game: u64, levels: &[Level]) -> Find {
        // What a search finds must not depend on the games before.
        self.player.clear();
        self.judge.clear();
        let maker = MAKERS[(game % MAKERS.len() as u64) as usize];
        let moves = Players::new(self.model, 1, 1).imperfect_game_moves(maker, game);
        let mut played_on = 0;
        for index in 0..POSITIONS {
            let Some((grid, _)) = moves.get(draw(game, index, moves.len().max(1))) else { break };
            let grid = turned(grid, draw(game, POSITIONS + index, 8));
            let Some((puzzle, second)) = self.puzzle(&grid) else { continue };
            if !levels.contains(&puzzle.level()) {
                continue;
            }
            let Comparison { pairs, loss, confirmed } =
                self.playouts.compare(&grid, [right(&puzzle), second], LEAST_LOSS.into(), game);
            if confirmed {
                return Find { game, puzzle: Some(puzzle), pairs, loss };
            }
            played_on += 1;
            if played_on == PLAYED_ON {
                break;
            }
        }
        Find { game, puzzle: None, pairs: 0, loss: 0.0 }
    }

    /// The puzzle of a position and its second best move, if both networks find one move clearly
    /// right and it is not the obvious one.
    fn puzzle(&mut self, grid: &Grid) -> Option<(Puzzle, Direction)> {
        let possible = Direction::ALL.into_iter().filter(|&way| grid.possible(way)).count();
        if possible < FEWEST_MOVES || !(SMALLEST_RANK..=LARGEST_RANK).contains(&grid.max_rank()) {
            return None;
        }
        let first = evaluate(&mut self.player, grid, Limits::nodes(FIRST_LOOK))?;
        if lead(&first)?.1 < LEAST_LOSS {
            return None;
        }
        let found = evaluate(&mut self.player, grid, Limits::nodes(LONG_LOOK))?;
        let best = found.best?;
        let (second, loss) = lead(&found)?;
        let value = found.moves[best.index()]?.value;
        if loss < LEAST_LOSS || value < FEWEST_POINTS {
            return None;
        }
        let judged = evaluate(&mut self.judge, grid, Limits::nodes(LONG_LOOK))?;
        if judged.best != found.best || lead(&judged)?.1 < LEAST_LOSS {
            return None;
        }
        let plies = self.plies(grid, &found)?;
        if plies == 1 && greedy(grid) == best {
            return None;
        }
        let losses = found.moves.map(|of| Some(in_whole_percent(of?.loss?)));
        Some((Puzzle { grid: *grid, plies, losses }, second))
    }

    /// The depth from which on a search finds this best move.
    fn plies(&mut self, grid: &Grid, found: &Evaluation) -> Option<u8> {
        for ply in (1..found.ply).rev() {
            if evaluate(&mut self.player, grid, Limits::ply(ply))?.best != found.best {
                return Some(ply + 1);
            }
        }
        Some(1)
    }
}

/// A loss in whole percent; 100 only if the move gives away everything.
fn in_whole_percent(loss: f32) -> u8 {
    let most = if loss < 100.0 { 99.0 } else { 100.0 };
    loss.round().min(most) as u8
}

fn evaluate(
    searcher: &mut Searcher<EvalCache<&Model>>,
    grid: &Grid,
    limits: Limits,
) -> Option<Evaluation> {
    searcher.evaluate(grid, &limits, None).ok()
}

/// The second best move with its loss, in percent.
fn lead(found: &Evaluation) -> Option<(Direction, f32)> {
    let others = Direction::ALL.into_iter().filter(|&way| Some(way) != found.best);
    let losses = others.filter_map(|way| Some((way, found.moves[way.index()]?.loss?)));
    losses.min_by(|one, other| one.1.total_cmp(&other.1))
}

/// The move with the largest reward.
fn greedy(grid: &Grid) -> Direction {
    let reward = |way: &Direction| grid.slide(*way).map(|moved| moved.reward);
    Direction::ALL.into_iter().rev().max_by_key(reward).unwrap_or(Direction::Up)
}

/// The right move of a puzzle.
fn right(puzzle: &Puzzle) -> Direction {
    let is_right = |way: &Direction| puzzle.losses[way.index()] == Some(0);
    Direction::ALL.into_iter().find(is_right).unwrap_or(Direction::Up)
}

/// One of the eight rotations and reflections: many players keep their large tiles in one corner.
fn turned(grid: &Grid, symmetry: usize) -> Grid {
    Board::try_from(*grid).map_or(*grid, |board| Grid::from(board.symmetries()[symmetry]))
}

#[cfg(test)]
mod tests {
    use super::in_whole_percent;

    #[test]
    fn a_loss_is_100_only_if_everything_is_given_away() {
        assert_eq!([4.4, 4.6, 99.96, 100.0].map(in_whole_percent), [4, 5, 99, 100]);
    }
}
