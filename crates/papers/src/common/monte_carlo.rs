//! Flat Monte Carlo: random games that begin with a move judge that move; there is no tree and no
//! selection.
//! Source: Kumar 2018, chapter 7 (playouts to the end, or of at most d moves) and 8 (minimum,
//! maximum, recursion, threshold); docs/evidence/papers/kumar.md.

use super::position::{Marks, Position};
use super::random::{Stream, mix};
use afterstate::rules::{Direction, spawn_from_word};

/// How the scores of a move's random games become its value.
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

/// How a position is sampled. Scores follow the rules of chapter 2: a spawned 4 earns nothing.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// Random games for each move, n; at least 1.
    pub playouts: u32,
    /// Random moves in each game after the move itself, d; `None` plays to the end.
    pub depth: Option<u32>,
    /// How scores become a value.
    pub judge: Judge,
    /// How the moves of the random games are chosen: 0 at random, otherwise by a search like this
    /// one that is one move and one level smaller (chapter 8: "apply the Monte Carlo Tree Search
    /// recursively").
    pub levels: u32,
    /// Ends the sampling when the best value is at least this much above the second (chapter 8: "a
    /// clear winner").
    pub threshold: Option<f64>,
    /// The moves to consider, by direction.
    pub allowed: [bool; 4],
    /// Seed of this decision: the same seed and position give the same answer on any number of
    /// threads.
    pub seed: u64,
}

/// The values of the moves, and how many random moves that took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The expected score of each move by direction, its reward included; `None` for a move that
    /// was not considered.
    pub values: [Option<f64>; 4],
    /// Random games finished for each move.
    pub rounds: u32,
    /// Random moves made in all of them.
    pub moves: u64,
}

/// The 24 orders of the directions, two bits a direction. The first possible move of a random order
/// is uniform among the possible moves.
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

#[inline]
fn spawned<P: Position>(position: P, random: u64) -> P {
    let mut marks = position.empties();
    let (index, rank) = spawn_from_word(random, marks.count() as usize);
    for _ in 0..index {
        marks = marks.without_lowest();
    }
    position.with((marks.lowest() / P::STRIDE) as usize, rank)
}

/// Plays at random from an afterstate: a spawn, then at most `depth` moves. Returns the rewards and
/// the number of moves.
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

/// Like [`playout`], but a Monte Carlo search chooses each move: one with `levels - 1` and a depth
/// of one move less, and with `playouts` games per move. With no levels left, moves are random.
fn searched_playout<P: Position>(
    afterstate: P,
    (depth, levels): (u32, u32),
    playouts: u32,
    stream: &mut Stream,
) -> (u64, u64) {
    if levels == 0 {
        return playout(afterstate, depth, stream);
    }
    let mut position = spawned(afterstate, stream.word());
    let (mut score, mut moves) = (0, 0);
    for _ in 0..depth {
        let mut best: Option<(u64, P, u64)> = None;
        for direction in Direction::ALL {
            let Some((after, reward)) = position.slide(direction) else { continue };
            let mut sum = u64::from(playouts) * reward;
            for _ in 0..playouts {
                let smaller = (depth - 1, levels - 1);
                let (more, made) = searched_playout(after, smaller, playouts, stream);
                sum += more;
                moves += made;
            }
            if best.is_none_or(|(best_sum, ..)| sum > best_sum) {
                best = Some((sum, after, reward));
            }
        }
        let Some((_, after, reward)) = best else { break };
        score += reward;
        moves += 1;
        position = spawned(after, stream.word());
    }
    (score, moves)
}

/// The scores of one move's random games, and the moves in them.
#[derive(Clone, Copy)]
struct PlayoutScores {
    sum: u64,
    min: u64,
    max: u64,
    moves: u64,
}

impl PlayoutScores {
    const NONE: Self = Self { sum: 0, min: u64::MAX, max: 0, moves: 0 };

    fn and(self, other: Self) -> Self {
        Self {
            sum: self.sum + other.sum,
            min: self.min.min(other.min),
            max: self.max.max(other.max),
            moves: self.moves + other.moves,
        }
    }

    /// The value of this many games.
    fn value(self, judge: Judge, games: u32) -> f64 {
        match judge {
            Judge::Average => self.sum as f64 / f64::from(games.max(1)),
            Judge::Minimum => self.min as f64,
            Judge::Maximum => self.max as f64,
        }
    }
}

fn play_games<P: Position>(
    afterstate: P,
    games: std::ops::Range<u32>,
    sampling: &Sampling,
    seed: u64,
) -> PlayoutScores {
    let smaller = (sampling.depth.unwrap_or(u32::MAX), sampling.levels);
    games.fold(PlayoutScores::NONE, |scores, game| {
        let mut stream = Stream::new(seed ^ (u64::from(game) << 20));
        let (score, moves) = searched_playout(afterstate, smaller, sampling.playouts, &mut stream);
        scores.and(PlayoutScores { sum: score, min: score, max: score, moves })
    })
}

/// Random games in one task: few enough to spread evenly over the threads, enough (some 100 µs) to
/// be worth handing to another thread.
const CHUNK: u32 = 16;

/// Random games of each move between two synchronizations of the threads, which cost more than a
/// few games.
const BATCH: u32 = 16 * CHUNK;

/// Samples a position. The sampling ends when `over` returns true; it is called after the first
/// game of each move, then after 2, 4, 8 and so on, up to `BATCH`, games more.
pub fn sample<P: Position>(
    position: &P,
    sampling: &Sampling,
    mut over: Option<&mut dyn FnMut() -> bool>,
) -> Sample {
    let afters: Vec<(Direction, P, u64)> = Direction::ALL
        .into_iter()
        .filter(|direction| sampling.allowed[direction.index()])
        .filter_map(|direction| {
            position.slide(direction).map(|(after, reward)| (direction, after, reward))
        })
        .collect();
    let mut scores = [PlayoutScores::NONE; 4];
    let mut rounds = 0;
    let mut batch = if over.is_some() || sampling.threshold.is_some() { 1 } else { BATCH };
    while rounds < sampling.playouts && !afters.is_empty() {
        let until = sampling.playouts.min(rounds + batch);
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
            let seed = mix(sampling.seed.wrapping_add(direction.index() as u64));
            play_games(*after, games.clone(), sampling, seed)
        };
        let played = if tasks.len() > 4 {
            afterstate::search::parallel::map(tasks.len(), &play)
        } else {
            (0..tasks.len()).map(play).collect()
        };
        for ((which, _), more) in tasks.iter().zip(played) {
            let index = afters[*which].0.index();
            scores[index] = scores[index].and(more);
        }
        rounds = until;
        batch = BATCH.min(2 * batch);
        let values = || {
            afters.iter().map(|(direction, _, reward)| {
                *reward as f64 + scores[direction.index()].value(sampling.judge, rounds)
            })
        };
        if over.as_mut().is_some_and(|over| over())
            || sampling.threshold.is_some_and(|min| lead(values()) >= min)
        {
            break;
        }
    }
    let mut values = [None; 4];
    for (direction, _, reward) in &afters {
        let value = scores[direction.index()].value(sampling.judge, rounds);
        values[direction.index()] = Some(*reward as f64 + value);
    }
    Sample { values, rounds, moves: scores.iter().map(|scores| scores.moves).sum() }
}

/// How much the best of these values is above the second.
fn lead(values: impl Iterator<Item = f64>) -> f64 {
    let (mut best, mut second) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for value in values {
        second = second.max(value.min(best));
        best = best.max(value);
    }
    best - second
}

#[cfg(test)]
mod tests {
    use super::*;
    use afterstate::rules::{Board, Grid};

    fn sampling(playouts: u32) -> Sampling {
        Sampling {
            playouts,
            depth: None,
            judge: Judge::Average,
            levels: 0,
            threshold: None,
            allowed: [true; 4],
            seed: 7,
        }
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
            sample(&grid, &sampling(40), None),
            sample(&board, &sampling(40), Some(&mut || false)),
        );
        assert_eq!(a, b);
        assert_eq!(a.rounds, 40);
    }

    #[test]
    fn depth_zero_is_the_reward() {
        let grid: Grid = "8 8 2 . / . . 2 . / . . . . / . . . .".parse().unwrap();
        let sample = sample(&grid, &Sampling { depth: Some(0), ..sampling(3) }, None);
        assert_eq!(sample.values, [Some(4.0), Some(16.0), Some(4.0), Some(16.0)]);
        assert_eq!(sample.moves, 0);
    }

    #[test]
    fn a_lost_afterstate_scores_its_reward() {
        // Only left and right are possible (4 + 4). Afterwards every spawn ends the game, because
        // no neighbor is equal.
        let grid: Grid = "16 64 16 64 / 64 16 64 16 / 16 64 16 64 / 4 4 128 32".parse().unwrap();
        let sample = sample(&grid, &sampling(20), None);
        assert_eq!(sample.values, [None, Some(8.0), None, Some(8.0)]);
    }

    #[test]
    fn judges_are_ordered() {
        let grid = "2 . . . / . . . . / . . 2 . / . . . .".parse::<Grid>().unwrap();
        let board = Board::try_from(grid).unwrap();
        let value = |judge| {
            let sampled = sample(&board, &Sampling { judge, ..sampling(50) }, None);
            sampled.values[0].unwrap()
        };
        let (min, mean, max) =
            (value(Judge::Minimum), value(Judge::Average), value(Judge::Maximum));
        assert!(min < mean && mean < max, "{min} {mean} {max}");
        // Table 5.1: random play scores about 1140; about 1090 without the spawned 4s that the
        // listing counts.
        assert!((600.0..1800.0).contains(&mean), "{mean}");
    }

    #[test]
    fn sampling_ends_after_the_round_in_which_over_returns_true() {
        let board =
            Board::try_from("2 . . . / . . . . / . . 2 . / . . . .".parse::<Grid>().unwrap())
                .unwrap();
        for (ends_at, rounds) in [(1, 1), (2, 3), (9, 511), (11, 511 + 2 * BATCH)] {
            let mut asked = 0;
            let mut over = || {
                asked += 1;
                asked == ends_at
            };
            assert_eq!(sample(&board, &sampling(10_000), Some(&mut over)).rounds, rounds);
        }
    }

    #[test]
    fn a_clear_winner_ends_the_sampling() {
        // Left and right earn 2048 at once, up nothing.
        let text = "1024 1024 . . / . . . . / . . . . / 2 . . .";
        let board = Board::try_from(text.parse::<Grid>().unwrap()).unwrap();
        let sampled = |allowed, threshold| {
            let sampling =
                Sampling { depth: Some(0), threshold: Some(threshold), allowed, ..sampling(1000) };
            sample(&board, &sampling, None).rounds
        };
        assert_eq!(sampled([true, true, false, false], 1000.0), 1);
        assert_eq!(sampled([true, true, false, false], 2048.0), 1, "the lead is the threshold");
        assert_eq!(sampled([true, true, false, false], 1e9), 1000);
        assert_eq!(sampled([false, true, false, true], 1000.0), 1000, "two that are alike");
        assert_eq!(lead([3.0, 9.0, 4.0].into_iter()), 5.0);
        assert_eq!(lead([9.0, 9.0].into_iter()), 0.0);
        assert_eq!(lead([9.0].into_iter()), f64::INFINITY);
    }

    #[test]
    fn searched_games_choose_the_best_of_the_smaller_search() {
        // After down (no merge) the two 512s can merge, which random moves do half of the time.
        let text = "2 4 8 16 / 512 512 . . / . . . . / . . . .";
        let board = Board::try_from(text.parse::<Grid>().unwrap()).unwrap();
        let value = |levels| {
            let allowed = [false, false, true, false];
            let sampling = Sampling { depth: Some(1), levels, allowed, ..sampling(50) };
            sample(&board, &sampling, None).values[Direction::Down.index()].unwrap()
        };
        assert!(value(0) < 1000.0, "{}", value(0));
        assert!(value(1) >= 1024.0, "{}", value(1));
    }
}
