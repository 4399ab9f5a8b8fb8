//! Players that err, as stand-ins for people, and their games.

use afterstate::eval::Evaluator;
use afterstate::eval::ntuple::Model;
use afterstate::rules::{Afterstate, Board, Cell, Direction, Grid, Rank, spawn_from_word};
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

    /// From the normal distribution around 0 with deviation 1.
    pub fn normal(&mut self) -> f64 {
        let (one, two) = (1.0 - self.unit(), self.unit());
        (-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * two).cos()
    }

    fn spawn(&mut self, board: Board) -> Board {
        let (index, rank) = spawn_from_word(self.0.next_u64(), board.empty_count() as usize);
        let cell = board.empty_cells().nth(index).expect("a move leaves an empty cell");
        board.with(cell, Rank::new(rank))
    }
}

/// A possible move.
pub type Move = (Direction, Afterstate<Board>);

/// How such a player chooses.
pub enum Kind<'a> {
    /// The best move by a network without search.
    Greedy(&'a Model),
    /// A random move, less likely the more it loses: by a factor of e for each time that the loss
    /// contains this many percent.
    Soft(&'a Model, f64),
    /// In a share of the moves, the first possible one of an order that lasts for the game.
    Habit(Box<Kind<'a>>, f64, [usize; 4]),
    /// The move with the largest weighted sum of what can be seen in it; less surely the closer the
    /// others are.
    Weigher([f64; SEEN]),
    /// A strategy of the catalog.
    Catalog(Box<dyn Player>),
    /// Any possible move in a share of the moves.
    Erring(Box<Kind<'a>>, f64),
    /// Up, right, down, left in rotation, or other directions in rotation.
    Masher(&'static [usize], usize),
    /// A rule.
    Rule(fn(Board, &[Move], &mut Random) -> usize),
    /// In a share of the moves the second best by a network, if it loses less than this many percent.
    Slips(&'a Model, f64, f64),
    /// Any possible move in a share of the moves that grows with each, up to 60%: the growth, and the
    /// moves made.
    Tiring(Box<Kind<'a>>, f64, u32),
}

/// A player with its name.
pub struct SimulatedPlayer<'a> {
    pub name: String,
    pub kind: Kind<'a>,
}

impl<'a> SimulatedPlayer<'a> {
    pub fn new(name: impl Into<String>, kind: Kind<'a>) -> Self {
        SimulatedPlayer { name: name.into(), kind }
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

/// Players who weigh what they see, each with their own weights and care, and some by habit.
pub fn weighers(count: usize) -> Vec<SimulatedPlayer<'static>> {
    let mut random = Random::new(77);
    let made =
        (0..count).map(|place| {
            let care = 0.7 * 30.0_f64.powf(random.unit());
            let weights = std::array::from_fn(|_| {
                if random.unit() < 0.4 { 0.0 } else { 2.0 * care * random.unit() }
            });
            let habit = if random.unit() < 0.6 { 0.0 } else { random.unit() };
            let kind = Kind::Habit(Box::new(Kind::Weigher(weights)), habit, [0, 1, 2, 3]);
            SimulatedPlayer::new(format!("weigher {place}"), kind)
        });
    made.collect()
}

fn values(network: &Model, moves: &[Move]) -> Vec<f64> {
    let value =
        |after: &Afterstate<Board>| after.reward as f32 + network.value(after.board).max(0.0);
    moves.iter().map(|(_, after)| f64::from(value(after))).collect()
}

pub fn largest(values: &[f64]) -> usize {
    (1..values.len()).fold(0, |best, place| if values[place] > values[best] { place } else { best })
}

/// A place, each less likely the smaller its number: by a factor of e for each difference of 1.
fn likely(numbers: impl Iterator<Item = f64>, random: &mut Random) -> usize {
    let numbers: Vec<f64> = numbers.collect();
    let most = numbers[largest(&numbers)];
    let weights: Vec<f64> = numbers.iter().map(|number| (number - most).exp()).collect();
    let mut left = random.unit() * weights.iter().sum::<f64>();
    let found = weights.iter().position(|weight| {
        left -= weight;
        left < 0.0
    });
    found.unwrap_or(numbers.len() - 1)
}

/// The number of things that [`Kind::Weigher`] sees.
pub const SEEN: usize = 6;

/// Points, empty cells, the largest tile in a corner, rows and columns in order, equal neighbors, and
/// small steps between neighbors: each from about 0 to 3.
fn seen((_, after): &Move) -> [f64; SEEN] {
    let board = after.board;
    let rank = |cell: usize| i32::from(board.rank(Cell::new(cell)).get());
    let lines =
        (0..4).flat_map(|n| [[0, 1, 2, 3].map(|at| 4 * n + at), [0, 4, 8, 12].map(|at| at + n)]);
    let (mut ordered, mut equal, mut steps) = (0, 0, 0);
    for line in lines {
        let ranks = line.map(rank);
        ordered += i32::from(ranks.is_sorted() || ranks.is_sorted_by(|one, next| one >= next));
        for pair in ranks.windows(2).filter(|pair| pair[0] > 0 && pair[1] > 0) {
            equal += i32::from(pair[0] == pair[1]);
            steps += (pair[0] - pair[1]).abs();
        }
    }
    let largest = i32::from(board.max_rank().get());
    let cornered = [0, 3, 12, 15].into_iter().any(|cell| rank(cell) == largest);
    [
        (1.0 + after.reward as f64).log2() / 3.0,
        f64::from(board.empty_count()) / 4.0,
        if cornered { 1.0 } else { 0.0 },
        f64::from(ordered) / 3.0,
        f64::from(equal) / 3.0,
        -f64::from(steps) / 12.0,
    ]
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
            Kind::Tiring(other, _, made) => {
                *made = 0;
                other.new_game(seed, random);
            }
            Kind::Greedy(_)
            | Kind::Soft(..)
            | Kind::Weigher(_)
            | Kind::Rule(_)
            | Kind::Slips(..) => (),
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
                likely(values.iter().map(|value| 100.0 * value / best / *percent), random)
            }
            Kind::Weigher(weights) => {
                let sum =
                    |found: &Move| seen(found).iter().zip(&*weights).map(|(x, y)| x * y).sum();
                likely(moves.iter().map(sum), random)
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
            Kind::Rule(rule) => rule(board, moves, random),
            Kind::Slips(network, share, percent) => {
                let values = values(network, moves);
                let best = largest(&values);
                let others = values.iter().enumerate().filter(|&(place, _)| place != best);
                let second = others.max_by(|one, other| one.1.total_cmp(other.1));
                let slips = random.unit() < *share;
                second
                    .filter(|second| slips && *second.1 > values[best] * (1.0 - *percent / 100.0))
                    .map_or(best, |second| second.0)
            }
            Kind::Tiring(other, growth, made) => {
                *made += 1;
                if random.unit() < (*growth * f64::from(*made)).min(0.6) {
                    return random.below(moves.len());
                }
                other.choose(board, moves, random)
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
        game.largest = board.max_rank().get();
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
