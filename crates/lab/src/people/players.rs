//! Made players, and their games.

use afterstate::eval::Evaluator;
use afterstate::eval::ntuple::Model;
use afterstate::rules::{Afterstate, Board, Direction, Grid, spawn_from_word};
use afterstate_papers::strategy::{Chosen, Player};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

/// Random numbers of a game.
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// From 0 to 1.
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.0.next_u64()) * count as u128) >> 64) as usize
    }

    fn spawn(&mut self, board: Board) -> Board {
        let (index, rank) = spawn_from_word(self.0.next_u64(), board.empty_count() as usize);
        let cell = board.empty_cells().nth(index).expect("a move leaves an empty cell");
        board.with(cell, rank)
    }
}

/// A possible move.
pub type Move = (Direction, Afterstate<Board>);

/// How a made player chooses.
pub enum Kind<'a> {
    /// The best move by a network without search.
    Greedy(&'a Model),
    /// Each move is less likely the more it loses: by a factor of e for each loss of so many percent.
    Soft(&'a Model, f64),
    /// The first possible move of an order that he keeps for a whole game, in a share of the moves.
    Habit(Box<Kind<'a>>, f64, [usize; 4]),
    /// A strategy of the catalog.
    Catalog(Box<dyn Player>),
    /// Any possible move in a share of the moves.
    Erring(Box<Kind<'a>>, f64),
    /// Up, right, down, left in rotation, or other directions in rotation.
    Masher(&'static [usize], usize),
}

/// A made player with the words for it.
pub struct MadePlayer<'a> {
    pub name: String,
    pub kind: Kind<'a>,
}

impl<'a> MadePlayer<'a> {
    pub fn new(name: impl Into<String>, kind: Kind<'a>) -> Self {
        MadePlayer { name: name.into(), kind }
    }
}

/// The best move by a network, with a share of errors.
pub fn erring(network: &Model, errors: f64) -> Kind<'_> {
    Kind::Erring(Box::new(Kind::Greedy(network)), errors)
}

/// A strategy of the catalog on the 4x4 board.
pub fn catalog(text: &str) -> Kind<'static> {
    let chosen: Chosen = text.parse().expect("a strategy of the catalog");
    Kind::Catalog(chosen.build((4, 4), 1).expect("it plays 4x4"))
}

fn values(network: &Model, moves: &[Move]) -> Vec<f64> {
    let value =
        |after: &Afterstate<Board>| after.reward as f32 + network.value(after.board).max(0.0);
    moves.iter().map(|(_, after)| f64::from(value(after))).collect()
}

fn largest(values: &[f64]) -> usize {
    (1..values.len()).fold(0, |best, place| if values[place] > values[best] { place } else { best })
}

impl Kind<'_> {
    fn new_game(&mut self, seed: u64, random: &mut Random) {
        match self {
            Kind::Catalog(player) => player.new_game(seed),
            Kind::Erring(other, _) => other.new_game(seed, random),
            Kind::Habit(other, _, order) => {
                for place in (1..4).rev() {
                    order.swap(place, random.below(place + 1));
                }
                other.new_game(seed, random);
            }
            Kind::Masher(_, next) => *next = 0,
            Kind::Greedy(_) | Kind::Soft(..) => (),
        }
    }

    fn choose(&mut self, board: Board, moves: &[Move], random: &mut Random) -> usize {
        let place_of =
            |index: usize| moves.iter().position(|(direction, _)| direction.index() == index);
        match self {
            Kind::Greedy(network) => largest(&values(network, moves)),
            Kind::Soft(network, percent) => {
                let values = values(network, moves);
                let best = values[largest(&values)].max(1.0);
                let weights: Vec<f64> = values
                    .iter()
                    .map(|value| (-100.0 * (best - value) / best / *percent).exp())
                    .collect();
                let mut left = random.unit() * weights.iter().sum::<f64>();
                let found = weights.iter().position(|weight| {
                    left -= weight;
                    left < 0.0
                });
                found.unwrap_or(moves.len() - 1)
            }
            Kind::Habit(other, share, order) => {
                if random.unit() >= *share {
                    return other.choose(board, moves, random);
                }
                order.iter().find_map(|&index| place_of(index)).expect("a move is possible")
            }
            Kind::Catalog(player) => {
                let best = player.choose(&Grid::from(board)).best.expect("a move is possible");
                place_of(best.index()).expect("a possible move")
            }
            Kind::Erring(other, errors) => {
                if *errors > 0.0 && random.unit() < *errors {
                    return random.below(moves.len());
                }
                other.choose(board, moves, random)
            }
            Kind::Masher(keys, next) => {
                for _ in 0..keys.len() {
                    let key = keys[*next % keys.len()];
                    *next += 1;
                    if let Some(place) = place_of(key) {
                        return place;
                    }
                }
                0
            }
        }
    }
}

/// A finished game.
pub struct PlayedGame {
    /// Each board with the move that was made and the points before it.
    pub moves: Vec<(Board, Direction, u64)>,
    /// The largest rank.
    pub largest: u8,
    pub score: u64,
}

/// Plays a game. It ends with a 32768, the largest tile of a packed board.
pub fn play(kind: &mut Kind, seed: u64) -> PlayedGame {
    let mut random = Random::new(seed);
    kind.new_game(seed, &mut random);
    let one = random.spawn(Board::EMPTY);
    let mut board = random.spawn(one);
    let mut game = PlayedGame { moves: Vec::new(), largest: 0, score: 0 };
    loop {
        let slid = |direction: Direction| Some((direction, board.slide(direction)?));
        let moves: Vec<Move> = Direction::ALL.into_iter().filter_map(slid).collect();
        game.largest = board.max_rank();
        if moves.is_empty() || game.largest == 15 {
            return game;
        }
        let chosen = if moves.len() == 1 { 0 } else { kind.choose(board, &moves, &mut random) };
        let (direction, after) = moves[chosen];
        game.moves.push((board, direction, game.score));
        game.score += after.reward;
        board = random.spawn(after.board);
    }
}
