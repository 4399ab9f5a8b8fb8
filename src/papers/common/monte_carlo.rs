//! Flat Monte Carlo: each move is judged by random games that begin with it.
//!
//! Source: Kumar 2018, chapter 7: Monte Carlo (n) plays n random games to their end, Monte Carlo limit (n, d)
//! stops each after d random moves; the move of the greatest average score is made. From chapter 8 come the
//! minimum or the maximum in place of the average; from 7.1.2 the time limit, "assuming each move is evaluated k
//! times before any move is evaluated k + 1 times". AI13 of the appendix narrows the moves first; the caller does
//! that through [`Settings::allowed`]. Ties go to the first of up, left, down, right, as in the listing.
//!
//! The score of a random game is counted by the rules of chapter 2. The listing (`to_score`) takes every 4 on the
//! board as merged, so that a spawned 4 adds 4 points; that noise is not reproduced.
//!
//! Leaves out trees and selection: despite its title the chapter describes plain sampling.

use super::position::{Marks, Position};
use super::random::{Stream, mix};
use crate::rules::{Direction, FOUR_PROBABILITY};

/// What is done with the scores of the random games of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Judge {
    /// The mean, as in chapter 7.
    #[default]
    Average,
    /// The worst game (chapter 8: "the conservative approach").
    Minimum,
    /// The best game (chapter 8: "optimistic").
    Maximum,
}

/// How a position is sampled.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Random games for each move, n; at least 1.
    pub playouts: u32,
    /// Random moves in each game after the move itself, d; `None` plays to the end.
    pub depth: Option<u32>,
    /// How the games of one move are summed up.
    pub judge: Judge,
    /// Moves that may be considered, by direction.
    pub allowed: [bool; 4],
    /// Seed of this decision: the same seed and position give the same answer on any number of threads.
    pub seed: u64,
}

/// What was learned about each move, by direction, and how many random moves that took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The judged score still to come, the reward of the move included; `None` for a move not considered.
    pub values: [Option<f64>; 4],
    /// Random games finished for each move.
    pub rounds: u32,
    /// Random moves made in all of them.
    pub moves: u64,
}

/// The four directions in each of their 24 orders, two bits each: the first possible move of a random order is
/// uniform among the possible moves.
const ORDERS: [u8; 24] = orders();

const fn orders() -> [u8; 24] {
    let mut list = [0; 24];
    let mut at = 0;
    let mut code = 0u32;
    while code < 256 {
        let (a, b, c, d) = (code & 3, (code >> 2) & 3, (code >> 4) & 3, (code >> 6) & 3);
        if a != b && a != c && a != d && b != c && b != d && c != d {
            list[at] = code as u8;
            at += 1;
        }
        code += 1;
    }
    list
}

/// Below this a 32-bit word means a four.
const FOUR_BELOW: u32 = (FOUR_PROBABILITY * 4_294_967_296.0) as u32;

#[inline]
fn spawned<P: Position>(position: P, random: u64) -> P {
    let mut marks = position.empties();
    for _ in 0..Stream::below((random >> 32) as u32, marks.count()) {
        marks = marks.without_lowest();
    }
    let rank = if (random as u32) < FOUR_BELOW { 2 } else { 1 };
    position.with((marks.lowest() / P::STRIDE) as usize, rank)
}

/// Plays at random from an afterstate: a spawn, then at most `depth` moves. Returns the rewards and the number of
/// moves made.
fn playout<P: Position>(afterstate: P, depth: u32, stream: &mut Stream) -> (u64, u64) {
    let mut position = spawned(afterstate, stream.word());
    let (mut score, mut moves) = (0, 0);
    'game: for _ in 0..depth {
        let random = stream.word();
        let mut order = ORDERS[Stream::below((random >> 32) as u32, 24) as usize];
        for _ in 0..4 {
            if let Some((after, reward)) = position.slide(Direction::ALL[usize::from(order & 3)]) {
                score += reward;
                moves += 1;
                position = spawned(after, stream.word());
                continue 'game;
            }
            order >>= 2;
        }
        break;
    }
    (score, moves)
}

/// The random games of one move: sum, least and greatest score, and moves made.
#[derive(Clone, Copy)]
struct Tally {
    sum: u64,
    least: u64,
    greatest: u64,
    moves: u64,
}

impl Tally {
    const NONE: Self = Self { sum: 0, least: u64::MAX, greatest: 0, moves: 0 };

    fn and(self, other: Self) -> Self {
        Self {
            sum: self.sum + other.sum,
            least: self.least.min(other.least),
            greatest: self.greatest.max(other.greatest),
            moves: self.moves + other.moves,
        }
    }
}

fn tally<P: Position>(afterstate: P, games: std::ops::Range<u32>, depth: u32, seed: u64) -> Tally {
    games.fold(Tally::NONE, |tally, game| {
        let mut stream = Stream::new(seed ^ (u64::from(game) << 20));
        let (score, moves) = playout(afterstate, depth, &mut stream);
        tally.and(Tally { sum: score, least: score, greatest: score, moves })
    })
}

/// Random games that one task plays: small enough to share out evenly, large enough (some 100 us) to be worth
/// handing to another thread.
const CHUNK: u32 = 16;

/// Random games for each move that are shared out at once: a round trip to another thread costs more than a few games.
const BATCH: u32 = 16 * CHUNK;

/// Samples a position. `over` is asked after the first game of each move and after every second, fourth and so on up to
/// [`BATCH`] games more, and stops the sampling when it says so.
pub fn sample<P: Position>(
    position: &P,
    settings: &Settings,
    mut over: Option<&mut dyn FnMut() -> bool>,
) -> Sample {
    let depth = settings.depth.unwrap_or(u32::MAX);
    let afters: Vec<(Direction, P, u64)> = Direction::ALL
        .into_iter()
        .filter(|direction| settings.allowed[direction.index()])
        .filter_map(|direction| {
            position.slide(direction).map(|(after, reward)| (direction, after, reward))
        })
        .collect();
    let mut tallies = [Tally::NONE; 4];
    let mut rounds = 0;
    let mut batch = if over.is_some() { 1 } else { BATCH };
    while rounds < settings.playouts && !afters.is_empty() {
        let until = settings.playouts.min(rounds + batch);
        let tasks: Vec<(usize, std::ops::Range<u32>)> = (0..afters.len())
            .flat_map(|which| {
                (rounds..until)
                    .step_by(CHUNK as usize)
                    .map(move |from| (which, from..until.min(from + CHUNK)))
            })
            .collect();
        let play = |task: usize| {
            let (which, games) = &tasks[task];
            let (direction, after, _) = &afters[*which];
            let seed = mix(settings.seed.wrapping_add(direction.index() as u64));
            tally(*after, games.clone(), depth, seed)
        };
        let played = if tasks.len() > 4 {
            crate::search::parallel::map(tasks.len(), &play)
        } else {
            (0..tasks.len()).map(play).collect()
        };
        for ((which, _), more) in tasks.iter().zip(played) {
            let index = afters[*which].0.index();
            tallies[index] = tallies[index].and(more);
        }
        rounds = until;
        batch = BATCH.min(2 * batch);
        if over.as_mut().is_some_and(|over| over()) {
            break;
        }
    }
    let mut values = [None; 4];
    for (direction, _, reward) in &afters {
        let tally = tallies[direction.index()];
        let score = match settings.judge {
            Judge::Average => tally.sum as f64 / f64::from(rounds.max(1)),
            Judge::Minimum => tally.least as f64,
            Judge::Maximum => tally.greatest as f64,
        };
        values[direction.index()] = Some(*reward as f64 + score);
    }
    Sample { values, rounds, moves: tallies.iter().map(|tally| tally.moves).sum() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Board, Grid};

    fn settings(playouts: u32) -> Settings {
        Settings { playouts, depth: None, judge: Judge::Average, allowed: [true; 4], seed: 7 }
    }

    #[test]
    fn orders_are_the_24_permutations() {
        let mut orders = ORDERS;
        orders.sort_unstable();
        assert!(orders.windows(2).all(|pair| pair[0] != pair[1]));
        for place in 0..4 {
            for direction in 0..4 {
                let count = ORDERS.iter().filter(|&&o| (o >> (2 * place)) & 3 == direction).count();
                assert_eq!(count, 6);
            }
        }
    }

    #[test]
    fn grid_and_board_play_the_same_random_games() {
        let grid: Grid = "2 4 . 8 / . . 2 2 / 16 . . . / 2 2 4 4".parse().unwrap();
        let board = Board::try_from(grid).unwrap();
        let (a, b) = (
            sample(&grid, &settings(40), None),
            sample(&board, &settings(40), Some(&mut || false)),
        );
        assert_eq!(a, b);
        assert_eq!(a.rounds, 40);
    }

    #[test]
    fn depth_zero_is_the_reward() {
        let grid: Grid = "8 8 2 . / . . 2 . / . . . . / . . . .".parse().unwrap();
        let sample = sample(&grid, &Settings { depth: Some(0), ..settings(3) }, None);
        assert_eq!(sample.values, [Some(4.0), Some(16.0), Some(4.0), Some(16.0)]);
        assert_eq!(sample.moves, 0);
    }

    #[test]
    fn a_lost_afterstate_scores_its_reward() {
        // Only left and right move (4+4); whatever spawns, the last row then holds 8 x 16 32 or x 8 16 32: with
        // the rows above immovable a 2 or a 4 next to nothing equal ends the game at once.
        let grid: Grid = "16 64 16 64 / 64 16 64 16 / 16 64 16 64 / 4 4 128 32".parse().unwrap();
        let sample = sample(&grid, &settings(20), None);
        assert_eq!(sample.values, [None, Some(8.0), None, Some(8.0)]);
    }

    #[test]
    fn judges_are_ordered() {
        let grid = "2 . . . / . . . . / . . 2 . / . . . .".parse::<Grid>().unwrap();
        let board = Board::try_from(grid).unwrap();
        let value = |judge| {
            let sampled = sample(&board, &Settings { judge, ..settings(50) }, None);
            sampled.values[0].unwrap()
        };
        let (least, mean, most) =
            (value(Judge::Minimum), value(Judge::Average), value(Judge::Maximum));
        assert!(least < mean && mean < most, "{least} {mean} {most}");
        // Table 5.1: random play scores about 1140 (the listing counts spawned fours; about 1090 without).
        assert!((600.0..1800.0).contains(&mean), "{mean}");
    }

    #[test]
    fn stops_between_rounds_when_told() {
        let board =
            Board::try_from("2 . . . / . . . . / . . 2 . / . . . .".parse::<Grid>().unwrap())
                .unwrap();
        for (ends_at, rounds) in [(1, 1), (2, 3), (9, 511), (11, 511 + 2 * BATCH)] {
            let mut asked = 0;
            let mut over = || {
                asked += 1;
                asked == ends_at
            };
            assert_eq!(sample(&board, &settings(10_000), Some(&mut over)).rounds, rounds);
        }
    }
}
