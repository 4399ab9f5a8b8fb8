//! The games of a calibration: the 1 ms player plays on from positions of four [kinds](Kind). Each
//! position is recorded with its value and the outcome of its game.

use std::fmt;
use std::str::FromStr;

use super::sample::{Kind, LATER_AFTER, Sample, Searched};
use afterstate::eval::cache::EvalCache;
use afterstate::eval::ntuple::Model;
use afterstate::rules::{Direction, Grid, spawn_for};
use afterstate::search::{Limits, Searcher};
use afterstate_papers::experiment::GameSetup;
use afterstate_papers::players::Chosen;
use afterstate_papers::strategy::Player;

/// The players of imperfect games. The first three are the network itself, with this percentage of
/// random moves.
pub const MAKERS: [Maker; 7] = [
    Maker::Random(10),
    Maker::Random(20),
    Maker::Random(40),
    Maker::Strategy("greedy"),
    Maker::Strategy("greedy-max-in-corner"),
    Maker::Strategy("greedy-for-empty"),
    Maker::Strategy("expectimax:ply=1"),
];

/// A player of imperfect games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maker {
    /// A strong player that makes this percentage of its moves at random.
    Random(u32),
    /// A strategy of the catalog.
    Strategy(&'static str),
}

impl FromStr for Maker {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        MAKERS.into_iter().find(|maker| maker.to_string() == text).ok_or_else(|| {
            let known: Vec<String> = MAKERS.iter().map(Maker::to_string).collect();
            format!("unknown player of imperfect games {text:?}; choose from {}", known.join(", "))
        })
    }
}

impl fmt::Display for Maker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Maker::Random(percent) => write!(f, "random-{percent}"),
            Maker::Strategy(name) => f.write_str(name),
        }
    }
}

/// Nodes of the evaluation whose value a forecast follows from.
pub const EVALUATION_NODES: u64 = 20_000;

/// Nodes of the strong player of imperfect games for each move.
const MAKER_NODES: u64 = 500;

/// The 1 ms player and the evaluation, with one network.
pub struct Players<'a> {
    player: Searcher<EvalCache<&'a Model>>,
    limits: Limits,
    evaluator: Searcher<EvalCache<&'a Model>>,
    evaluation: Limits,
}

/// Of the games that the 1 ms player takes over, one in this many is played to its end.
const TO_THE_END: usize = 200;

/// Moves from a position that was taken over at which further samples are taken.
const SAMPLES_AFTER: [u64; 6] = [0, 10, 50, 200, 500, 1000];

/// Moves between two samples of the player's own play.
const EVERY: u64 = 1000;

/// Whether a sample is taken so many moves after the position of a game that was taken over. Each
/// game has other later ones, so that they lie anywhere in a stage.
fn sampled_after(game: u64) -> impl Fn(u64) -> bool {
    let first = draw(game, 5, EVERY as usize) as u64;
    move |moves| SAMPLES_AFTER.contains(&moves) || (moves > LATER_AFTER && moves % EVERY == first)
}

/// Whether a sample is taken so many moves after the start of an own game. The first one after the
/// start lies anywhere in the quarter of [`EVERY`] whose turn it is.
fn sampled_in_own(game: u64) -> impl Fn(u64) -> bool {
    let quarter = EVERY / 4;
    let first = quarter * (game % 4) + draw(game, 0, quarter as usize) as u64;
    move |moves| moves == 0 || moves % EVERY == first
}

/// Boards that are looked at for one of a low value.
const MOST_ATTEMPTS: u64 = 1000;

/// Draws a number below `count` that depends on the seed and the index alone.
pub fn draw(seed: u64, index: u64, count: usize) -> usize {
    spawn_for(!seed, index, count).0
}

impl<'a> Players<'a> {
    /// Players with one network; both limits are in nodes a move.
    pub fn new(model: &'a Model, player_nodes: u64, evaluation_nodes: u64) -> Self {
        let searcher = || Searcher::new(EvalCache::new(model), 16 << 20);
        Players {
            player: searcher(),
            limits: Limits::nodes(player_nodes).managed(),
            evaluator: searcher(),
            evaluation: Limits::nodes(evaluation_nodes).compare(),
        }
    }

    /// Forgets the games before: a search within a number of nodes finds more with a full table.
    fn begin(&mut self) {
        self.player.clear();
        self.evaluator.clear();
    }

    fn searched(&mut self, grid: &Grid) -> Option<Searched> {
        let report = self.evaluator.search(grid, &self.evaluation).ok()?;
        // Without a move the game is over, and a network expects nothing more.
        let value = report.best.and_then(|best| report.values[best.index()]).unwrap_or(0.0);
        // Rounded as in the file, so that a later run fits the same.
        Some(Searched { grid: *grid, value: f64::from(value).round() })
    }

    /// The samples of a whole game of the 1 ms player.
    pub fn own_game(&mut self, game: u64) -> Vec<Sample> {
        self.begin();
        let Some(start) = GameSetup::RULES.start(game) else { return Vec::new() };
        let maker = "own".to_owned();
        self.play_on((Kind::Own, game, maker), start, sampled_in_own(game), u64::MAX)
    }

    /// The samples of an imperfect game: the 1 ms player takes over at two positions of it and
    /// plays on for `moves` moves, one time in two hundred to the end.
    pub fn imperfect_game(&mut self, game: u64, moves: u64) -> Vec<Sample> {
        let maker = MAKERS[(game % MAKERS.len() as u64) as usize];
        let boards = self.imperfect_game_moves(maker, game);
        let mut samples = Vec::new();
        for taken in 0..2 {
            let Some((grid, _)) = boards.get(draw(game, taken, boards.len().max(1))) else {
                continue;
            };
            let limit = if draw(game, 2 + taken, TO_THE_END) == 0 { u64::MAX } else { moves };
            let of = (Kind::Imperfect, game, maker.to_string());
            samples.extend(self.play_on(of, *grid, sampled_after(game), limit));
        }
        samples
    }

    /// The samples of a random board, played on in the same way.
    pub fn editor_game(&mut self, game: u64, moves: u64) -> Vec<Sample> {
        self.begin();
        let grid = random_board(game);
        let limit = if draw(game, 2, TO_THE_END) == 0 { u64::MAX } else { moves };
        let of = (Kind::Editor, game, "editor".to_owned());
        self.play_on(of, grid, sampled_after(game), limit)
    }

    /// The samples of a board whose value is below a third of that of a game's start: every other
    /// one a random board, the others among the last twenty of an imperfect game. Few boards of the
    /// other kinds are so bad, and forecasts are hardest on them.
    pub fn trouble_game(&mut self, game: u64, moves: u64) -> Vec<Sample> {
        self.begin();
        let start = GameSetup::RULES.start(game).and_then(|start| self.searched(&start));
        let Some(Searched { value: usual, .. }) = start else { return Vec::new() };
        for attempt in 0..MOST_ATTEMPTS {
            let seed = (1 << 32) + game * MOST_ATTEMPTS + attempt;
            let (maker, board) = if game.is_multiple_of(2) {
                ("editor".to_owned(), Some(random_board(seed)))
            } else {
                let maker = MAKERS[(seed % MAKERS.len() as u64) as usize];
                let last = self.imperfect_game_moves(maker, seed).into_iter().rev();
                (maker.to_string(), last.map(|(grid, _)| grid).nth(draw(seed, 0, 20)))
            };
            let Some(found) = board.and_then(|board| self.searched(&board)) else { continue };
            if found.value < usual / 3.0 {
                let of = (Kind::Trouble, game, maker);
                return self.play_on(of, found.grid, sampled_after(game), moves);
            }
        }
        Vec::new()
    }

    /// Every board of an imperfect game on which the player had a choice, with its move.
    pub fn imperfect_game_moves(&mut self, maker: Maker, game: u64) -> Vec<(Grid, Direction)> {
        self.begin();
        let Some(mut grid) = GameSetup::RULES.start(game) else { return Vec::new() };
        let mut strategy: Option<Box<dyn Player>> = match maker {
            Maker::Random(_) => None,
            Maker::Strategy(name) => {
                let chosen: Option<Chosen> = name.parse().ok();
                chosen.and_then(|chosen| chosen.build((4, 4), game).ok())
            }
        };
        let mut moves = Vec::new();
        for index in 0.. {
            let possible: Vec<Direction> =
                Direction::ALL.into_iter().filter(|&way| grid.possible(way)).collect();
            if possible.is_empty() {
                break;
            }
            let chosen = match (&mut strategy, maker) {
                (Some(strategy), _) => strategy.choose(&grid).best,
                (None, Maker::Random(percent))
                    if draw(game, 4 * index + 10, 100) < percent as usize =>
                {
                    Some(possible[draw(game, 4 * index + 11, possible.len())])
                }
                _ => {
                    let report = self.evaluator.search(&grid, &Limits::nodes(MAKER_NODES));
                    report.ok().and_then(|report| report.best)
                }
            };
            let Some((way, moved)) = chosen.and_then(|way| Some((way, grid.slide(way)?))) else {
                break;
            };
            if possible.len() > 1 {
                moves.push((grid, way));
            }
            grid = moved.board;
            grid.add_tile(spawn_for(game, index + 2, grid.empty_count()));
        }
        moves
    }

    /// Plays on from a board for at most `limit` moves and returns the samples.
    fn play_on(
        &mut self,
        (kind, game, maker): (Kind, u64, String),
        mut grid: Grid,
        sampled: impl Fn(u64) -> bool,
        limit: u64,
    ) -> Vec<Sample> {
        self.player.clear();
        let mut noted: Vec<(u64, u64, Searched)> = Vec::new();
        let (mut score, mut moves) = (0, 0);
        let ended = loop {
            if grid.is_over() {
                break true;
            }
            if moves >= limit {
                break false;
            }
            if sampled(moves) {
                noted.extend(self.searched(&grid).map(|position| (moves, score, position)));
            }
            let best = self.player.search(&grid, &self.limits).ok().and_then(|report| report.best);
            let Some(moved) = best.and_then(|way| grid.slide(way)) else { break true };
            grid = moved.board;
            score += moved.reward;
            // The spawns differ from those of the game that the position comes from.
            grid.add_tile(spawn_for(game ^ (1 << 40), moves, grid.empty_count()));
            moves += 1;
        };
        let rest = if ended { None } else { self.searched(&grid) };
        let sample = |(after, before, position): (u64, u64, Searched)| Sample {
            kind,
            game,
            maker: maker.clone(),
            after,
            position,
            points: score - before,
            largest: grid.max_rank(),
            rest,
        };
        noted.into_iter().map(sample).collect()
    }
}

/// A random board with 1 to 14 tiles up to a random largest tile of 16 to 8192, on which a move is
/// possible.
pub fn random_board(game: u64) -> Grid {
    for attempt in 0.. {
        let mut index = 100 * attempt + 10;
        let mut drawn = |count: usize| {
            index += 1;
            draw(game, index, count)
        };
        let Ok(mut grid) = Grid::new(4, 4) else { break };
        let (tiles, largest) = (1 + drawn(14), 4 + drawn(10));
        for _ in 0..tiles {
            let cell = drawn(grid.empty_count());
            grid.add_tile((cell, 1 + drawn(largest) as u8));
        }
        if !grid.is_over() {
            return grid;
        }
    }
    unreachable!("some random board has an empty cell")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run that continues has empty tables where one without a break has full ones.
    #[test]
    fn a_game_does_not_depend_on_the_games_before() {
        let lite = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/lite.bin");
        let model = Model::read(&std::fs::read(lite).expect("a network")).expect("lite");
        let played = |players: &mut Players| {
            let moves = players.imperfect_game_moves(Maker::Random(10), 1);
            let boards = (0..8).flat_map(|game| players.editor_game(game, 20)).collect::<Vec<_>>();
            (moves, boards)
        };
        let mut players = Players::new(&model, 100, 500);
        let first = played(&mut players);
        assert!(!first.0.is_empty() && first.1.len() > 8);
        assert!(played(&mut players) == first, "games of full tables are others");
    }
}
