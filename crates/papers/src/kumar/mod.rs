//! Kumar's players: four blind ones, seven that look at most one move ahead, and flat Monte Carlo.
//! Source: N. A. Kumar, "Algorithms and Artificial Intelligence for 2048", Pomona College 2018,
//! chapters 5 to 8. What its listing does: docs/evidence/papers/kumar.md.

pub mod blind;
pub mod corner;
pub mod greedy;
pub mod listing;
mod sampler;
pub mod weights;

use crate::common::random::Stream;
use crate::strategy::{
    Boards, Document, Parameter, ParameterKind, Player, Settings, Source, Strategy, TIE_ORDER,
    Thought, Unit, Words, words,
};
use afterstate::rules::{Direction, Grid, best_move};
use listing::{FirstPossible, Listing};
use sampler::{JUDGES, MonteCarlo};
use weights::Weights;

/// A player that draws a move by the weights that `turn` gives.
struct Drawn<F> {
    turn: F,
    fresh: F,
    stream: Stream,
}

impl<F: FnMut(&Grid) -> Weights + Clone + Send> Player for Drawn<F> {
    fn choose(&mut self, grid: &Grid) -> Thought {
        let possible = weights::possible(grid);
        let weights = match weights::forced(possible) {
            Some(only) => weights::certain(only),
            None if possible == [false; 4] => return Thought::default(),
            None => (self.turn)(grid),
        };
        let total: f64 = weights.iter().sum();
        let mut thought =
            Thought { best: weights::draw(weights, self.stream.unit()), ..Thought::default() };
        for (value, (weight, possible)) in
            thought.values.iter_mut().zip(weights.into_iter().zip(possible))
        {
            *value = possible.then_some(weight / total);
        }
        thought
    }

    fn new_game(&mut self, seed: u64) {
        self.stream = Stream::new(seed);
        self.turn = self.fresh.clone();
    }
}

fn drawn<F>(settings: &Settings, seed: u64, turn: F) -> Box<dyn Player>
where
    F: FnMut(&Grid) -> Weights + Clone + Send + 'static,
{
    let player = Drawn { fresh: turn.clone(), turn, stream: Stream::new(seed) };
    same(settings, Box::new(player))
}

fn weights_of(direction: Option<Direction>) -> Weights {
    direction.map_or([0.0; 4], weights::certain)
}

/// A player that makes the move of the largest value.
struct BestValue(fn(&Grid) -> [Option<f64>; 4]);

impl Player for BestValue {
    fn choose(&mut self, grid: &Grid) -> Thought {
        Thought::best_of((self.0)(grid), TIE_ORDER)
    }
}

/// 6.1.5: values are rewards, but moves that keep a corner come first.
struct Greedier;

impl Player for Greedier {
    fn choose(&mut self, grid: &Grid) -> Thought {
        let values = greedy::rewards(grid);
        let best = corner::greedier(grid);
        let kept = best != best_move(&values, TIE_ORDER);
        Thought { best, values, note: kept.then_some("a greatest tile keeps its corner") }
    }
}

const READINGS: Words<bool> = words! { "text" => false, "listing" => true };
const READING: Parameter = Parameter {
    id: "reading",
    label: "Version",
    sentence: "text: as the thesis describes it. listing: as the program of appendix A plays. There a tile can merge twice in a move, the greedy players choose as the code does, and in experiments and matches a move down also rotates the board by 180 degrees.",
    kind: ParameterKind::Choice { default: "text", words: READINGS.words },
};

/// The player of the text, or in the listing's game the one that is listed.
fn by_reading(
    settings: &Settings,
    text: Box<dyn Player>,
    listed: Box<dyn Player>,
) -> Box<dyn Player> {
    if settings.choice("reading", &READINGS) { Listing::boxed(listed) } else { text }
}

/// A player that chooses alike by both readings.
fn same(settings: &Settings, player: Box<dyn Player>) -> Box<dyn Player> {
    if settings.choice("reading", &READINGS) { Listing::boxed(player) } else { player }
}

const JUDGE: Parameter = Parameter {
    id: "judge",
    label: "Rate moves by",
    sentence: "The rating of a move: the average, minimum or maximum score of its random games. Chapter 8 proposes the last two.",
    kind: ParameterKind::Choice { default: "average", words: JUDGES.words },
};
const LEVELS: Parameter = Parameter {
    id: "levels",
    label: "Nested searches",
    sentence: "How many searches are nested: the moves of the random games are chosen by a search one move shallower, as chapter 8 proposes; 0 for random moves.",
    kind: ParameterKind::Whole { default: 0, min: 0, max: 3 },
};
const THRESHOLD: Parameter = Parameter::non_negative(
    "threshold",
    "Clear lead (points)",
    "Ends the random games when the best move leads the second best by this many points, as chapter 8 proposes; 0 for never.",
    0.0,
);
const TIME: Parameter = Parameter {
    id: "ms",
    label: "Time per move (ms)",
    sentence: "Milliseconds per move, after which no more random games start; 0 for no limit.",
    kind: ParameterKind::Real { default: 0.0, min: 0.0, max: 60_000.0 },
};
const DEPTH: Parameter = Parameter {
    id: "depth",
    label: "Random moves",
    sentence: "Random moves after the move itself (d).",
    kind: ParameterKind::Whole { default: 5, min: 0, max: 1_000 },
};

const fn playouts(default: i64) -> Parameter {
    Parameter {
        id: "playouts",
        label: "Random games",
        sentence: "Random games for each move (n). The thesis calls them threads.",
        kind: ParameterKind::Whole { default, min: 1, max: 1_000_000 },
    }
}

/// An entry whose values are probabilities; see [`Strategy::valued_in`] for others.
const fn entry(
    id: &'static str,
    name: &'static str,
    section: &'static str,
    sentence: &'static str,
    parameters: &'static [Parameter],
    make: fn(&Settings, u64) -> Box<dyn Player>,
) -> Strategy {
    let source = Source { document: Document::Kumar2018, section };
    let (boards, unit) = (Boards::Any, Unit::Probability);
    Strategy { id, name, source, sentence, parameters, boards, unit, make }
}

/// The programs, in the order of the text.
pub const STRATEGIES: &[Strategy] = &[
    entry(
        "random",
        "Random",
        "5.1.1",
        "Makes a random move. Every possible move has the same probability.",
        &[READING],
        |settings, seed| drawn(settings, seed, |grid: &Grid| blind::random(weights::possible(grid))),
    ),
    entry(
        "sequential",
        "Sequential",
        "5.1.2",
        "Moves right, down, left and up in turn, and skips impossible moves.",
        &[READING],
        |settings, seed| {
            let mut player = blind::Sequential::default();
            drawn(settings, seed, move |grid: &Grid| weights_of(player.choose(weights::possible(grid))))
        },
    ),
    entry(
        "randomly-alternate",
        "Randomly alternate",
        "5.1.3",
        "Alternates a random vertical move with a random horizontal move.",
        &[READING],
        |settings, seed| {
            let mut player = blind::RandomlyAlternate::default();
            drawn(settings, seed, move |grid: &Grid| player.weights(weights::possible(grid)))
        },
    ),
    entry(
        "always-up",
        "Always up",
        "5.1.4",
        "Moves up if possible, otherwise left, otherwise right, and down only if it must.",
        &[READING],
        |settings, seed| {
            let choose = |grid: &Grid| weights_of(blind::always_up(weights::possible(grid)));
            let text = Drawn { turn: choose, fresh: choose, stream: Stream::new(seed) };
            by_reading(settings, Box::new(text), Box::new(FirstPossible))
        },
    ),
    entry(
        "max-in-corner-unique",
        "Max-in-corner (unique)",
        "6.1.1",
        "Chooses at random, but prefers moves that bring the largest tile to a corner or keep it there, if there is only one such tile.",
        &[READING],
        |settings, seed| drawn(settings, seed, corner::unique),
    ),
    entry(
        "max-in-corner-all",
        "Max-in-corner (all)",
        "6.1.2",
        "Chooses at random, but prefers moves that keep the largest tiles in corners, then moves that bring them there.",
        &[READING],
        |settings, seed| drawn(settings, seed, corner::all),
    ),
    entry(
        "greedy",
        "Greedy",
        "6.1.3",
        "Makes the move that earns the most points at once.",
        &[READING],
        |settings, _| {
            by_reading(settings, Box::new(BestValue(greedy::rewards)), Box::new(FirstPossible))
        },
    ).valued_in(Unit::Points),
    entry(
        "greedy-max-in-corner",
        "Greedy max-in-corner",
        "6.1.4",
        "Makes the best-scoring move that keeps a largest tile in its corner. If there is none, chooses at random by weight.",
        &[READING],
        |settings, seed| drawn(settings, seed, corner::greedy),
    ),
    entry(
        "greedier-max-in-corner",
        "Greedier max-in-corner",
        "6.1.5",
        "Makes the best-scoring move that keeps a largest tile in its corner. If there is none, makes the best-scoring move of all.",
        &[READING],
        |settings, seed| {
            by_reading(settings, Box::new(Greedier), Box::new(listing::Greedier::new(seed)))
        },
    ).valued_in(Unit::Points),
    entry(
        "greedy-for-empty",
        "Greedy-for-empty",
        "6.1.6",
        "Makes the move that leaves the most empty cells.",
        &[READING],
        |settings, _| {
            by_reading(settings, Box::new(BestValue(greedy::empties_after)), Box::new(FirstPossible))
        },
    ).valued_in(Unit::EmptyCells),
    entry(
        "monte-carlo",
        "Monte Carlo (n)",
        "7.1 and 8",
        "Plays n random games to the end after each move, and makes the move whose games score best.",
        &[playouts(20), JUDGE, THRESHOLD, TIME, READING],
        |settings, seed| same(settings, Box::new(MonteCarlo::new(settings, seed, None, false))),
    ).valued_in(Unit::Points),
    entry(
        "monte-carlo-limit",
        "Monte Carlo limit (n, d)",
        "7.2 and 8",
        "Plays n random games of d moves after each move, and makes the move whose games score best.",
        &[playouts(10), DEPTH, JUDGE, LEVELS, THRESHOLD, TIME, READING],
        |settings, seed| {
            let depth = settings.whole("depth") as u32;
            same(settings, Box::new(MonteCarlo::new(settings, seed, Some(depth), false)))
        },
    ).valued_in(Unit::Points),
    entry(
        "monte-carlo-corner",
        "Monte Carlo limit, corners first",
        "appendix A, AI13",
        "Plays Monte Carlo limit among the moves that keep a largest tile in its corner. If there are none, among all moves.",
        &[
            playouts(5),
            Parameter { kind: ParameterKind::Whole { default: 3, min: 0, max: 1_000 }, ..DEPTH },
            JUDGE,
            LEVELS,
            THRESHOLD,
            TIME,
            READING,
        ],
        |settings, seed| {
            let depth = settings.whole("depth") as u32;
            same(settings, Box::new(MonteCarlo::new(settings, seed, Some(depth), true)))
        },
    ).valued_in(Unit::Points),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::Chosen;
    use crate::players::tests::choose;

    #[test]
    fn values_are_the_probabilities_of_the_draw() {
        let thought = choose("max-in-corner-unique", ". . . . / . 64 . . / . . . . / . . . .");
        assert_eq!(thought.values, [Some(0.4), Some(0.1), Some(0.1), Some(0.4)]);
        let thought = choose("always-up", ". 2 . . / . . . . / . . . . / . . . .");
        assert_eq!(thought.best, Some(Direction::Left));
        assert_eq!(thought.values, [None, Some(0.0), Some(0.0), Some(1.0)]);
    }

    #[test]
    fn a_new_game_restarts_the_sequence() {
        let grid: Grid = ". . . . / . 2 . . / . . . . / . . . .".parse().unwrap();
        let mut player = "sequential".parse::<Chosen>().unwrap().build((4, 4), 0).unwrap();
        assert_eq!(player.choose(&grid).best, Some(Direction::Right));
        assert_eq!(player.choose(&grid).best, Some(Direction::Down));
        player.new_game(0);
        assert_eq!(player.choose(&grid).best, Some(Direction::Right));
    }

    #[test]
    fn monte_carlo_of_depth_0_is_greedy() {
        let thought =
            choose("monte-carlo-limit:depth=0", "512 8 4 2 / 512 16 8 4 / 2 32 16 8 / 4 64 2 2");
        assert_eq!(thought.values, [Some(1024.0), Some(4.0), Some(1024.0), Some(4.0)]);
        assert_eq!(thought.best, Some(Direction::Up));
    }

    #[test]
    fn the_corner_variant_keeps_the_corner() {
        // Up is impossible. Left keeps the 64 in its corner; right and down move it away.
        let thought = choose("monte-carlo-corner", "64 2 4 . / 4 . 8 . / . . . . / . . . .");
        assert_eq!(thought.best, Some(Direction::Left));
        assert!(thought.note.is_some());
    }

    #[test]
    fn the_time_limit_or_a_clear_lead_ends_the_default_games_early() {
        let grid: Grid = ". . . . / . 2 . . / . . 2 . / . . . .".parse().unwrap();
        let moves = |strategy: &str| {
            let mut player = strategy.parse::<Chosen>().unwrap().build((4, 4), 1).unwrap();
            player.choose(&grid);
            player.nodes().unwrap()
        };
        assert!(moves("monte-carlo:ms=0.000001") * 10 < moves("monte-carlo"));
        assert!(moves("monte-carlo:threshold=1") * 10 < moves("monte-carlo"));
    }

    #[test]
    fn large_tiles_and_boards_are_played() {
        let thought =
            choose("monte-carlo:playouts=2", "65536 65536 . . / . . . . / . . . . / . . . 2");
        assert_eq!(thought.values.iter().flatten().count(), 4);
        assert!(
            choose("monte-carlo:playouts=2", "2 . . . . / . . . . . / . 2 . . .").best.is_some()
        );
    }
}
