//! Fits the tables of models/people.bin to games of simulated players.

use afterstate::eval::ntuple::Model;
use afterstate::eval::people::{
    CATEGORIES, Features, KnownPlayer, LEVEL_PHASES, LevelTable, People, PeopleTable, PlayedMove,
    counts, log_score,
};
use afterstate::rules::Grid;

use super::players::{Kind, PlayedGame, SimulatedPlayer, catalog, erring, play, weighers};

/// The levels: errors of the given network, the games of each of the two sets, and the moves between
/// two boards.
pub const LEVELS: [(f64, u64, usize); 8] = [
    (1.0, 3000, 12),
    (0.6, 4000, 30),
    (0.36, 3500, 50),
    (0.2, 3000, 80),
    (0.08, 2000, 140),
    (0.03, 1500, 200),
    (0.01, 900, 220),
    (0.003, 500, 200),
];

/// The seed of the first game; the sets of all levels lie behind each other.
const FIRST_SEED: u64 = 100_000_000;
const SET: u64 = 1_000_000;

/// The sum of the tiles of the first curve of a level, and the number of curves.
const FIRST_PHASE: f64 = 3.0;
const PHASES: usize = 11;

/// The player of a level.
pub fn level_player(strong: &Model, place: usize) -> SimulatedPlayer<'_> {
    let errors = LEVELS[place].0;
    SimulatedPlayer::new(format!("errors {errors}"), erring(strong, errors))
}

/// A board of a game, and what followed.
pub struct Sample {
    pub game: usize,
    pub features: Features,
    pub score: f64,
    pub rest: f64,
    pub largest: u8,
}

/// Every so many moves a board of each game.
pub fn samples(people: &People, games: &[PlayedGame], every: usize) -> Vec<Sample> {
    let mut found = Vec::new();
    for (place, game) in games.iter().enumerate() {
        let boards = game.moves.iter().skip((place * 7) % every).step_by(every);
        for &(board, _, score) in boards {
            let Some(features) = people.features(&Grid::from(board)) else { continue };
            found.push(Sample {
                game: place,
                features,
                score: score as f64,
                rest: (game.score - score) as f64,
                largest: game.largest,
            });
        }
    }
    found
}

/// Games of a player from this seed on.
pub fn games(player: &mut SimulatedPlayer, first: u64, count: u64) -> Vec<PlayedGame> {
    (first..first + count).map(|seed| play(&mut player.kind, seed)).collect()
}

pub fn mean_score(games: &[PlayedGame]) -> f64 {
    games.iter().map(|game| game.score as f64).sum::<f64>() / games.len() as f64
}

/// Fits everything. `strong` is the network whose moves the levels make, beside their errors.
pub fn fit(judge: &Model, strong: &Model, note: &mut dyn FnMut(String)) -> PeopleTable {
    let mut table = PeopleTable { first_phase: FIRST_PHASE, ..PeopleTable::default() };
    let people = People::new(judge.clone(), PeopleTable::default());
    for (place, &(errors, count, every)) in LEVELS.iter().enumerate() {
        let mut player = level_player(strong, place);
        let first = FIRST_SEED + 4 * SET * place as u64;
        let sets = [0, SET].map(|set| games(&mut player, first + set, count));
        let points = (mean_score(&sets[0]) + mean_score(&sets[1])) / 2.0;
        let [fitted, held] = sets.map(|games| samples(&people, &games, every));
        note(format!("{}: {points:.0} points, {} boards", player.name, fitted.len()));
        let mut level = LevelTable { points, errors, ..LevelTable::default() };
        level.curves = curves(&fitted, errors);
        table.levels.push(level);
        let correction = correction(&table, place, &held);
        table.levels[place].correction = correction;
        for ahead in 1..=3 {
            table.levels[place].chances[ahead - 1] = chances(&table, place, &held, ahead);
        }
    }
    table.levels.sort_by(|one, other| one.points.total_cmp(&other.points));
    table.players = known_players(&people, judge, strong, note);
    table
}

/// A point of a curve to be fitted: x, y and its weight.
type Point = (f64, f64, f64);

/// Means of `bins` groups of points of the same weight in the order of x.
fn binned(mut points: Vec<Point>, bins: usize) -> Vec<Point> {
    points.sort_by(|one, other| one.0.total_cmp(&other.0));
    let total: f64 = points.iter().map(|point| point.2).sum();
    let mut groups = vec![(0.0, 0.0, 0.0); bins];
    let mut done = 0.0;
    for (x, y, weight) in points {
        let group = ((done + weight / 2.0) / total * bins as f64) as usize;
        let sum = &mut groups[group.min(bins - 1)];
        *sum = (sum.0 + weight * x, sum.1 + weight * y, sum.2 + weight);
        done += weight;
    }
    let means = groups.into_iter().filter(|group| group.2 > 0.0);
    means.map(|(x, y, weight)| (x / weight, y / weight, weight)).collect()
}

/// Makes y ascending by means of neighbors that are not (pool adjacent violators). The x stay.
fn ascending(points: &[Point]) -> Vec<(f64, f64)> {
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for &(_, y, weight) in points {
        blocks.push((y, weight, 1));
        while let [.., before, last] = &blocks[..]
            && before.0 >= last.0
        {
            let weight = before.1 + last.1;
            let y = (before.0 * before.1 + last.0 * last.1) / weight;
            let merged = (y, weight, before.2 + last.2);
            blocks.truncate(blocks.len() - 2);
            blocks.push(merged);
        }
    }
    let heights = blocks.iter().flat_map(|&(y, _, count)| std::iter::repeat_n(y, count));
    let mut curve: Vec<(f64, f64)> =
        points.iter().zip(heights).map(|(point, y)| (point.0, y)).collect();
    curve.dedup_by(|one, before| one.0 - before.0 < 1e-3);
    curve
}

/// From the value of a board to the points that follow, for each phase.
fn curves(samples: &[Sample], errors: f64) -> Vec<Vec<(f64, f64)>> {
    let mut found: Vec<Vec<(f64, f64)>> = Vec::new();
    for phase in 0..PHASES {
        let points: Vec<Point> = samples
            .iter()
            .filter_map(|sample| {
                let far = (sample.features.phase - FIRST_PHASE - phase as f64).abs();
                let value = sample.features.value(errors);
                (far < 1.0 && value > 0.0).then(|| (value.ln(), sample.rest, 1.0 - far))
            })
            .collect();
        let bins = (points.len() / 60).min(9);
        let curve = match (bins, found.last()) {
            (0, Some(before)) => before.clone(),
            (0, None) => vec![(0.0, 0.0)],
            _ => ascending(&binned(points, bins)),
        };
        found.push(
            curve
                .into_iter()
                .map(|(x, y)| (x, if bins == 0 { y } else { y.max(1.0).ln() }))
                .collect(),
        );
    }
    // Phases before the first with boards are like it.
    if let Some(first) = found.iter().position(|curve| curve.len() > 1) {
        for phase in 0..first {
            found[phase] = found[first].clone();
        }
    }
    found
}

/// The factor by which other games differ from the curves.
fn correction(table: &PeopleTable, place: usize, samples: &[Sample]) -> Vec<(f64, f64)> {
    let points = samples.iter().filter_map(|sample| {
        let raw = table.raw_rest(place, &sample.features);
        (raw > 0.0).then_some((raw, sample.rest, 1.0))
    });
    let bins = (samples.len() / 400).clamp(4, 14);
    let curve = ascending(&binned(points.collect(), bins));
    curve.into_iter().map(|(raw, rest)| (raw.ln(), (rest.max(1.0) / raw).ln())).collect()
}

/// From the points that a tile needs, as a share of those expected, to its chance.
fn chances(table: &PeopleTable, place: usize, samples: &[Sample], ahead: usize) -> Vec<(f64, f64)> {
    let points = samples.iter().filter_map(|sample| {
        let rank = sample.features.largest + ahead as u8;
        let rest = table.rest(place, &sample.features);
        let made = f64::from(u8::from(sample.largest >= rank));
        // Descending chances are ascending ones of the negative.
        (rest > 0.0).then(|| ((sample.features.missing(rank) / rest).ln(), -made, 1.0))
    });
    let bins = (samples.len() / 300).clamp(6, 24);
    let curve = ascending(&binned(points.collect(), bins));
    curve.into_iter().map(|(x, y)| (x, -y)).collect()
}

/// The players that a level is estimated by: errors of several shares, small losses more often than
/// large ones, both by habit, and players who weigh what they see.
fn family<'a>(judge: &'a Model, strong: &'a Model) -> Vec<SimulatedPlayer<'a>> {
    let mut all = Vec::new();
    for errors in [
        0.0, 0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.16, 0.2, 0.25, 0.3, 0.36, 0.45, 0.55, 0.65, 0.8,
        1.0,
    ] {
        all.push(SimulatedPlayer::new(format!("errors {errors}"), erring(strong, errors)));
    }
    for percent in [0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 25.0] {
        all.push(SimulatedPlayer::new(format!("soft {percent}"), Kind::Soft(strong, percent)));
        all.push(SimulatedPlayer::new(
            format!("judge, soft {percent}"),
            Kind::Soft(judge, percent),
        ));
    }
    for (share, percent) in [
        (0.2, 2.0),
        (0.4, 2.0),
        (0.6, 2.0),
        (0.8, 2.0),
        (0.9, 2.0),
        (1.0, 2.0),
        (0.4, 10.0),
        (0.6, 10.0),
        (0.8, 10.0),
    ] {
        let kind = Kind::Habit(Box::new(Kind::Soft(judge, percent)), share, [0, 1, 2, 3]);
        all.push(SimulatedPlayer::new(format!("habit {share}, soft {percent}"), kind));
    }
    for errors in [0.0, 0.15, 0.4, 0.6] {
        let heuristic = catalog("expectimax:ply=1");
        let kind = Kind::Erring(Box::new(heuristic), errors);
        all.push(SimulatedPlayer::new(format!("heuristic at 1-ply, errors {errors}"), kind));
    }
    all.extend(weighers(WEIGHERS));
    all
}

/// The number of players who weigh what they see.
const WEIGHERS: usize = 60;

/// Games of each known player, and moves after which there are no more.
const GAMES: u64 = 300;
const MOST_MOVES: usize = 300_000;

/// What people make of a game, before anything is known of them: the logarithm is normal, with this
/// mean and standard deviation. The players of the family are weighted accordingly.
const USUAL: (f64, f64) = (2800.0, 0.7);

/// Players whose logarithms differ by less share their weight.
const ALIKE: f64 = 0.3;

/// The moves of a game that say something of its player: of its first moves, and of two later parts.
fn observed(people: &People, game: &PlayedGame) -> [u32; CATEGORIES] {
    let mut sum = [0; CATEGORIES];
    for (from, count) in [(0, 60), (160, 40), (500, 40)] {
        let part = game.moves.iter().skip(from).take(count);
        let moves: Vec<PlayedMove> = part
            .filter_map(|&(board, direction, _)| {
                people.observe(&Grid::from(board), direction).expect("it fits")
            })
            .collect();
        for (sum, count) in sum.iter_mut().zip(counts(&moves)) {
            *sum += count;
        }
    }
    sum
}

/// Moves of a mean player that each known player gets beside his own, so that no share is 0.
const PRIOR_MOVES: f64 = 8.0;

/// The categories of a phase.
const GROUP: usize = CATEGORIES / LEVEL_PHASES;

fn known_players(
    people: &People,
    judge: &Model,
    strong: &Model,
    note: &mut dyn FnMut(String),
) -> Vec<KnownPlayer> {
    let mut players = Vec::new();
    for (place, mut player) in family(judge, strong).into_iter().enumerate() {
        let first = FIRST_SEED + 100 * SET + SET * place as u64;
        let (mut scores, mut moves, mut sum) = (Vec::new(), 0, [0; CATEGORIES]);
        for seed in first..first + GAMES {
            let game = play(&mut player.kind, seed);
            sum.iter_mut().zip(observed(people, &game)).for_each(|(sum, more)| *sum += more);
            scores.push(game.score);
            moves += game.moves.len();
            if moves > MOST_MOVES && scores.len() >= 20 {
                break;
            }
        }
        let (points, score, spread) = spread_of(&scores);
        note(format!("{}: {points:.0} points, spread {spread:.2}", player.name));
        players.push((KnownPlayer { points, weight: 1.0, score, spread, shares: Vec::new() }, sum));
    }
    let pooled: Vec<f64> = (0..CATEGORIES)
        .map(|category| {
            0.1 + players.iter().map(|player| f64::from(player.1[category])).sum::<f64>()
        })
        .collect();
    let logs: Vec<f64> = players.iter().map(|player| player.0.points.ln()).collect();
    let known = players.into_iter().map(|(mut player, counts)| {
        let shares = (0..CATEGORIES).map(|category| {
            let group = category / GROUP * GROUP..category / GROUP * GROUP + GROUP;
            let all: f64 = pooled[group.clone()].iter().sum();
            let own: f64 = counts[group].iter().map(|&count| f64::from(count)).sum();
            let prior = PRIOR_MOVES * pooled[category] / all;
            ((f64::from(counts[category]) + prior) / (own + PRIOR_MOVES)).max(1e-5)
        });
        player.shares = shares.collect();
        let log = player.points.ln();
        let bell = |off: f64| (-off * off / 2.0).exp();
        let alike: f64 = logs.iter().map(|other| bell((log - other) / ALIKE)).sum();
        player.weight = (bell((log - USUAL.0.ln()) / USUAL.1) / alike).max(1e-5);
        player
    });
    known.collect()
}

/// The mean of scores, and mean and standard deviation of their logarithms.
fn spread_of(scores: &[u64]) -> (f64, f64, f64) {
    let count = scores.len() as f64;
    let logs: Vec<f64> = scores.iter().map(|&score| log_score(score)).collect();
    let mean = logs.iter().sum::<f64>() / count;
    let squares: f64 = logs.iter().map(|log| (log - mean).powi(2)).sum();
    (scores.iter().sum::<u64>() as f64 / count, mean, (squares / count).sqrt().max(0.1))
}
