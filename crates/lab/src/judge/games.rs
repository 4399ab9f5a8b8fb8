//! Games that are played on from two moves, with the same spawns after both: what a move really
//! loses.

use crate::games::play::EVALUATION_NODES;
use afterstate::eval::Evaluator;
use afterstate::eval::cache::EvalCache;
use afterstate::eval::ntuple::Model;
use afterstate::eval::outlook::{Features, OutlookModel};
use afterstate::rules::{Board, Direction, Grid, Rank, spawn_for};
use afterstate::search::{Limits, Searcher};
use afterstate_papers::experiment::player_seed;
use afterstate_papers::experiment::statistics::Mean;
use afterstate_papers::strategy::Player;
use afterstate_runs::contender::{Contender, TABLE_BYTES};

/// How games are played on.
pub enum Continuation<'a> {
    /// The network plays without search to the end of the game: what its values predict.
    Greedy(&'a Model),
    /// A player makes some moves, and the outlook of the board that it reaches counts as the rest:
    /// what the page's AI makes of it.
    Moves(Box<dyn Player + 'a>, u64, Box<Searcher<EvalCache<&'a Model>>>, OutlookModel),
}

impl<'a> Continuation<'a> {
    /// The first player for `moves` moves, or the judge's network to the end for 0.
    pub fn new(judge: &'a Contender, first: &'a Contender, moves: u64) -> Result<Self, String> {
        let model = judge.model().ok_or("--play-on needs a network's file (.bin) for --by.")?;
        if moves == 0 {
            return Ok(Continuation::Greedy(model));
        }
        let outlook = OutlookModel::of_network(judge.checksum())
            .ok_or("--play-moves needs a network with an outlook for --by.")?;
        let searcher = Box::new(Searcher::new(EvalCache::new(model), TABLE_BYTES));
        Ok(Continuation::Moves(first.player(), moves, searcher, outlook))
    }

    /// The points of a game from a board that begins with this move.
    fn points(&mut self, grid: &Grid, first: Direction, seed: u64) -> f64 {
        match self {
            Continuation::Greedy(model) => greedy(model, grid, first, seed),
            Continuation::Moves(player, moves, searcher, outlook) => {
                player.new_game(player_seed(seed));
                let (mut grid, mut points, mut chosen) = (*grid, 0, Some(first));
                for index in 0..*moves {
                    let Some(moved) = chosen.and_then(|way| grid.slide(way)) else { break };
                    grid = moved.board;
                    points += moved.reward;
                    grid.add_tile(spawn_for(seed, index, grid.empty_count()));
                    chosen = player.choose(&grid).best;
                }
                let limits = Limits::nodes(EVALUATION_NODES).compare();
                let mut rest = || {
                    let report = searcher.search(&grid, &limits).ok()?;
                    let value = report.values[report.best?.index()]?;
                    Some(outlook.outlook(&Features::new(&grid, value.into())?).points)
                };
                points as f64 + rest().unwrap_or(0.0)
            }
        }
    }

    /// The points of `games` games from each of two moves.
    pub fn pairs(&mut self, grid: &Grid, moves: [Direction; 2], games: u64, seed: u64) -> Pairs {
        let mut pair = |seed| moves.map(|first| self.points(grid, first, seed));
        Pairs((0..games).map(|index| pair(seed + index)).collect())
    }
}

/// A game of the network without search. It ends before two 32768 merge.
fn greedy(model: &Model, grid: &Grid, first: Direction, seed: u64) -> f64 {
    let Ok(mut board) = Board::try_from(*grid) else { return 0.0 };
    let (mut points, mut chosen) = (0, board.slide(first));
    for index in 0.. {
        let Some(moved) = chosen else { break };
        points += moved.reward;
        let empty = moved.board.empty_count() as usize;
        let (place, rank) = spawn_for(seed, index, empty);
        let Some(cell) = moved.board.empty_cells().nth(place) else { break };
        board = moved.board.with(cell, Rank::new(rank));
        let value = |way: Direction| {
            let moved = board.slide(way).filter(|moved| moved.reward < 65_536)?;
            Some((moved.reward as f32 + model.value(moved.board), moved))
        };
        let best = Direction::ALL.into_iter().filter_map(value).max_by(|a, b| a.0.total_cmp(&b.0));
        chosen = best.map(|(_, moved)| moved);
    }
    points as f64
}

/// The points of games from two moves: each pair has the same spawns.
pub struct Pairs(Vec<[f64; 2]>);

impl Pairs {
    /// What the second move loses, in percent of the first move's mean.
    pub fn loss(&self) -> Mean {
        let first = self.0.iter().map(|pair| pair[0]).sum::<f64>() / self.0.len() as f64;
        let shares: Vec<f64> =
            self.0.iter().map(|pair| 100.0 * (pair[0] - pair[1]) / first.max(1.0)).collect();
        Mean::of(&shares).unwrap_or(Mean { mean: 0.0, deviation: 0.0, interval: 0.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_is_a_share_of_the_first_moves_mean() {
        let loss = Pairs(vec![[100.0, 80.0], [300.0, 280.0]]).loss();
        assert_eq!((loss.mean, loss.interval), (10.0, 0.0));
    }
}
