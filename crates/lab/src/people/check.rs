//! Compares forecasts, levels and accuracies with games of simulated players: the tables of
//! docs/evidence/people.md.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Instant;

use afterstate::eval::ntuple::Model;
use afterstate::eval::people::{
    CATEGORIES, KnownPlayer, LEVEL_PHASES, LevelEstimate, People, PlayedMove, SHARES,
};
use afterstate::rules::{Board, Direction, Grid};
use afterstate::search::{Limits, Searcher};
use afterstate_papers::experiment::statistics::normal95;

use super::fit::{LEVELS, Sample, games, level_player, mean_score, samples};
use super::players::{Kind, PlayedGame, Random, SimulatedPlayer, catalog, erring};
use super::strangers::known_strangers;

/// The seeds of the games here, none of which was fitted.
const FIRST_SEED: u64 = 900_000_000;
const SET: u64 = 1_000_000;

/// Boards of a bin, at least.
const BIN: usize = 1000;

/// A move that loses at most this, in percent by the AI, never counts as bad.
const AI_AS_GOOD: f32 = 0.1;

/// A mean difference and the half width of its 95% interval, by game.
fn by_game(pairs: impl Iterator<Item = (usize, f64, f64)>) -> (f64, f64, f64) {
    let mut games: BTreeMap<usize, (f64, f64, f64)> = BTreeMap::new();
    for (game, expected, made) in pairs {
        let sum = games.entry(game).or_default();
        *sum = (sum.0 + expected, sum.1 + made, sum.2 + 1.0);
    }
    let total = |of: fn(&(f64, f64, f64)) -> f64| games.values().map(of).sum::<f64>();
    let (expected, made, count) = (total(|sum| sum.0), total(|sum| sum.1), total(|sum| sum.2));
    let difference = (made - expected) / count;
    let squares: f64 = games.values().map(|sum| (sum.1 - sum.0 - difference * sum.2).powi(2)).sum();
    (expected / count, made / count, normal95(squares) / count)
}

/// Groups of at least [`BIN`] boards in the order of a forecast.
fn bins(samples: &[Sample], forecast: impl Fn(&Sample) -> f64) -> Vec<Vec<(&Sample, f64)>> {
    let mut all: Vec<(&Sample, f64)> =
        samples.iter().map(|sample| (sample, forecast(sample))).collect();
    all.sort_by(|one, other| one.1.total_cmp(&other.1));
    let count = (all.len() / BIN).clamp(1, 8);
    let size = all.len().div_ceil(count);
    all.chunks(size).map(<[_]>::to_vec).collect()
}

/// Forecasts of each level against games of it.
pub fn forecasts(people: &People, strong: &Model, games_each: u64) -> String {
    let mut text = String::new();
    let (mut worst_points, mut worst_chance) = (0.0_f64, 0.0_f64);
    for (place, level) in people.table().levels.iter().enumerate() {
        let made_as = LEVELS.iter().position(|known| known.0 == level.errors).expect("a level");
        let mut player = level_player(strong, made_as);
        let first = FIRST_SEED + SET * place as u64;
        let played = games(&mut player, first, games_each);
        let every = (played.iter().map(|game| game.moves.len()).sum::<usize>() / 9000).max(4);
        let boards = samples(people, &played, every);
        let table = people.table();
        let rest = |sample: &Sample| {
            table.forecast(&sample.features, sample.score, level.points).points - sample.score
        };
        writeln!(
            text,
            "\nLevel {:.0} ({}): {} games, mean {:.0}, {} boards\n",
            level.points,
            player.name,
            played.len(),
            mean_score(&played),
            boards.len()
        )
        .unwrap();
        text.push_str("| points forecast | made | off by |\n| ---: | ---: | ---: |\n");
        for bin in bins(&boards, rest) {
            let (expected, made, interval) =
                by_game(bin.iter().map(|(sample, rest)| (sample.game, *rest, sample.rest)));
            let off = 100.0 * (expected - made) / made;
            worst_points = worst_points.max(off.abs());
            writeln!(text, "| {expected:.0} | {made:.0} ± {interval:.0} | {off:+.1}% |").unwrap();
        }
        for ahead in 1..=3_usize {
            let chance = |sample: &Sample| {
                table.forecast(&sample.features, sample.score, level.points).tiles[ahead - 1].chance
            };
            let mut off = Vec::new();
            for bin in bins(&boards, chance) {
                let (expected, made, interval) = by_game(bin.iter().map(|(sample, chance)| {
                    let rank = sample.features.largest + ahead as u8;
                    (sample.game, *chance, f64::from(u8::from(sample.largest >= rank)))
                }));
                let difference = 100.0 * (expected - made);
                worst_chance = worst_chance.max(difference.abs());
                off.push(format!(
                    "{:.0}: {difference:+.1} ± {:.1}",
                    100.0 * expected,
                    100.0 * interval
                ));
            }
            writeln!(text, "\nTile {ahead} above, chance in % and points off: {}", off.join("; "))
                .unwrap();
        }
    }
    format!(
        "Worst bin: {worst_points:.1}% of the points, {worst_chance:.1} percentage points of a tile.\n{text}"
    )
}

/// How many scores of finished games a level knows, beside the first moves of the game before.
const KNOWN_SCORES: [usize; 5] = [0, 1, 3, 5, 10];
const MOST_SCORES: usize = 10;

/// The move at which a game is forecast.
const FORECAST_AT: usize = 10;

/// What was forecast of a game, and what was made of it.
struct Foretold {
    points: f64,
    /// For players at both ends of the range of levels.
    range: [f64; 2],
    made: f64,
}

impl Foretold {
    fn new(people: &People, level: &LevelEstimate, next: &PlayedGame) -> Option<Self> {
        let &(board, _, score) = next.moves.get(FORECAST_AT)?;
        let forecast = |level: f64| Some(people.forecast(&Grid::from(board), score, level)?.points);
        let range = [forecast(level.low)?, forecast(level.high)?];
        Some(Foretold { points: forecast(level.points)?, range, made: next.score as f64 })
    }
}

/// Forecasts against games, in percent.
struct ForecastError {
    /// How far off the forecasts are on average.
    mean: f64,
    /// Half the width of its 95% interval.
    interval: f64,
    /// How often the mean of the games is in the range of the forecast.
    covered: f64,
}

fn off(foretold: &[Foretold]) -> ForecastError {
    let sum = |of: fn(&Foretold) -> f64| foretold.iter().map(of).sum::<f64>();
    let (points, made) = (sum(|one| one.points), sum(|one| one.made));
    let ratio = points / made;
    let squares: f64 =
        foretold.iter().map(|one| (one.points - ratio * one.made).powi(2)).sum::<f64>();
    let mean = made / foretold.len() as f64;
    let covered =
        foretold.iter().filter(|one| (one.range[0]..=one.range[1]).contains(&mean)).count();
    ForecastError {
        mean: 100.0 * (ratio - 1.0),
        interval: 100.0 * normal95(squares) / made,
        covered: 100.0 * covered as f64 / foretold.len() as f64,
    }
}

/// Players that no level was made from, their level estimated from the first moves of the game before
/// and the scores of the games before. `first`: the place of the first player among the sets of seeds.
pub fn levels(
    people: &People,
    players: Vec<SimulatedPlayer>,
    first: u64,
    games_each: u64,
    moves: usize,
) -> String {
    let mut text = String::from("| player | points |");
    for known in KNOWN_SCORES {
        let by = if known == 0 { format!("{moves} moves") } else { format!("and {known} scores") };
        write!(text, " {by} | in range |").unwrap();
    }
    writeln!(text, "\n{}", "| --- ".repeat(2 + 2 * KNOWN_SCORES.len()) + "|").unwrap();
    let mut within = [0; KNOWN_SCORES.len()];
    let mut covered = [0.0; KNOWN_SCORES.len()];
    let count = players.len();
    for (place, mut player) in players.into_iter().enumerate() {
        let first = FIRST_SEED + (first + place as u64) * SET;
        let played = games(&mut player, first, games_each + MOST_SCORES as u64);
        let observe = |&(board, direction, _): &(Board, Direction, u64)| {
            people.observe(&Grid::from(board), direction).expect("it fits")
        };
        let scores: Vec<u64> = played.iter().map(|game| game.score).collect();
        let mut foretold: [Vec<Foretold>; KNOWN_SCORES.len()] = Default::default();
        for next in MOST_SCORES..played.len() {
            let first_moves = played[next - 1].moves.iter().take(moves);
            let seen: Vec<PlayedMove> = first_moves.filter_map(observe).collect();
            for (found, known) in foretold.iter_mut().zip(KNOWN_SCORES) {
                let level = people.level(&seen, &scores[next - known..next]);
                let level = level.expect("enough moves");
                found.extend(Foretold::new(people, &level, &played[next]));
            }
        }
        let made: f64 = foretold[0].iter().map(|one| one.made).sum();
        write!(text, "| {} | {:.0} |", player.name, made / foretold[0].len() as f64).unwrap();
        for (place, foretold) in foretold.iter().enumerate() {
            let ForecastError { mean, interval, covered: share } = off(foretold);
            within[place] += usize::from(mean.abs() <= 20.0);
            covered[place] += share / count as f64;
            write!(text, " {mean:+.0}% ± {interval:.0} | {share:.0}% |").unwrap();
        }
        text.push('\n');
    }
    let covered = covered.map(|share| format!("{share:.0}%")).join(", ");
    writeln!(text, "\nWithin 20%, of {count}: {within:?}. In the range: {covered}").unwrap();
    text
}

/// Estimates of each known player that is left out, by the others.
const ESTIMATES: usize = 100;

/// Moves with a choice among the first sixty, in the first phases of a game.
const PHASE_MOVES: [usize; 3] = [17, 18, 22];

/// Each known player of usual strength is left out, and his level is estimated by the
/// others from moves and scores that are drawn from what is known of him.
pub fn left_out(people: &People) -> String {
    let mut random = Random::new(FIRST_SEED);
    let columns = KNOWN_SCORES.len();
    let (mut count, mut within, mut covered) = (0, vec![0; columns], vec![0; columns]);
    for (place, player) in people.table().players.iter().enumerate() {
        if !(1100.0..12_000.0).contains(&player.points) {
            continue;
        }
        let mut table = people.table().clone();
        table.players.remove(place);
        let others = People::new(people.network().clone(), table);
        let mut sums = vec![0.0; columns];
        for _ in 0..ESTIMATES {
            let moves: Vec<PlayedMove> = (0..PHASE_MOVES.len())
                .flat_map(|phase| std::iter::repeat_n(phase, PHASE_MOVES[phase]))
                .map(|phase| drawn_move(player, phase, &mut random))
                .collect();
            let scores: Vec<u64> = (0..MOST_SCORES)
                .map(|_| (player.score + player.spread * random.normal()).exp() as u64)
                .collect();
            for (column, known) in KNOWN_SCORES.into_iter().enumerate() {
                let level = others.level(&moves, &scores[..known]).expect("enough moves");
                sums[column] += level.points / ESTIMATES as f64;
                let is_in = (level.low..=level.high).contains(&player.points);
                covered[column] += usize::from(is_in);
            }
        }
        count += 1;
        for (within, sum) in within.iter_mut().zip(sums) {
            *within += usize::from((sum / player.points - 1.0).abs() <= 0.2);
        }
    }
    let percent = |of: usize, all: usize| format!("{:.0}%", 100.0 * of as f64 / all as f64);
    let mut text = format!("| {count} known players, each left out | within 20% | in range |\n");
    text.push_str("| --- | ---: | ---: |\n");
    for (column, known) in KNOWN_SCORES.into_iter().enumerate() {
        let covered = percent(covered[column], count * ESTIMATES);
        writeln!(text, "| {known} scores | {} | {covered} |", percent(within[column], count))
            .unwrap();
    }
    text
}

/// A move of a known player in a phase of the game, by the shares of his categories.
fn drawn_move(player: &KnownPlayer, phase: usize, random: &mut Random) -> PlayedMove {
    let (tiles, stakes) = ([20, 60, 100][phase], [0.1, 1.0, 20.0]);
    let group = CATEGORIES / LEVEL_PHASES;
    let shares = &player.shares[phase * group..(phase + 1) * group];
    let mut left = random.unit() * shares.iter().sum::<f64>();
    let drawn = shares.iter().position(|share| {
        left -= share;
        left < 0.0
    });
    let drawn = drawn.unwrap_or(group - 1);
    let stake = stakes[drawn / SHARES];
    PlayedMove { loss: stake * [0.0, 0.1, 0.5, 0.8, 1.0][drawn % SHARES], stake, tiles }
}

/// How often moves are good where the choice matters.
#[derive(Clone, Copy, Default)]
struct Accuracy {
    moves: f64,
    loss: f64,
    matters: f64,
    good: f64,
}

impl Accuracy {
    /// Where judge and AI disagree, the move counts neither as good nor as bad.
    fn add(&mut self, people: &People, grid: &Grid, played: Direction, is_good_for_ai: bool) {
        let judgment = people.judge(grid).expect("it fits");
        let loss = judgment.moves[played.index()].expect("a possible move").loss;
        self.moves += 1.0;
        self.loss += f64::from(loss);
        let is_good = judgment.is_good(loss);
        if judgment.matters() && (is_good || !is_good_for_ai) {
            self.matters += 1.0;
            self.good += f64::from(u8::from(is_good));
        }
    }

    fn good_share(&self) -> f64 {
        100.0 * self.good / self.matters.max(1.0)
    }
}

fn accuracy(people: &People, played: &[PlayedGame], most: usize) -> Accuracy {
    let mut sum = Accuracy::default();
    for game in played {
        let every = game.moves.len().div_ceil(most).max(1);
        for &(board, direction, _) in game.moves.iter().step_by(every) {
            sum.add(people, &Grid::from(board), direction, false);
        }
    }
    sum
}

/// Spearman's rank correlation of lists without ties.
pub fn spearman(pairs: &[(f64, f64)]) -> f64 {
    let rank = |value: f64, of: fn(&(f64, f64)) -> f64| {
        pairs.iter().filter(|pair| of(pair) < value).count() as f64
    };
    let squares: f64 = pairs
        .iter()
        .map(|pair| (rank(pair.0, |pair| pair.0) - rank(pair.1, |pair| pair.1)).powi(2))
        .sum();
    let n = pairs.len() as f64;
    1.0 - 6.0 * squares / (n * (n * n - 1.0))
}

/// The accuracy of ten kinds of players.
pub fn accuracies(people: &People, judge: &Model, strong: &Model, games_each: u64) -> String {
    let mut players = vec![
        SimulatedPlayer::new("lite", erring(strong, 0.0)),
        SimulatedPlayer::new("judge's network", erring(judge, 0.0)),
        SimulatedPlayer::new("lite, errors 0.08", erring(strong, 0.08)),
        SimulatedPlayer::new("lite, soft 3", Kind::Soft(strong, 3.0)),
        SimulatedPlayer::new("lite, errors 0.36", erring(strong, 0.36)),
    ];
    players.extend(known_strangers().into_iter().filter(|player| {
        ["masher", "two keys", "greedy", "3-ply, errors 0.3"].contains(&player.name.as_str())
    }));
    players.push(SimulatedPlayer::new("random", catalog("random")));
    let mut text = String::from(
        "| player | points | mean loss | choices that matter | good of these |\n\
         | --- | ---: | ---: | ---: | ---: |\n",
    );
    let mut pairs = Vec::new();
    for (place, player) in players.iter_mut().enumerate() {
        let count = if place < 2 { games_each.min(20) } else { games_each };
        let played = games(player, FIRST_SEED + (40 + place as u64) * SET, count);
        let found = accuracy(people, &played, if place < 2 { 400 } else { 80 });
        let points = mean_score(&played);
        pairs.push((points, found.good_share()));
        writeln!(
            text,
            "| {} | {points:.0} | {:.2}% | {:.0}% | {:.1}% |",
            player.name,
            found.loss / found.moves,
            100.0 * found.matters / found.moves,
            found.good_share()
        )
        .unwrap();
    }
    writeln!(text, "\nSpearman: {:.2}", spearman(&pairs)).unwrap();
    text
}

/// The accuracy of the AI's own games and of others, also by the AI's rule: a move that the judge calls
/// bad does not count if it is as good for the AI.
pub fn accuracies_by_the_ai(people: &People, strong: &Model) -> String {
    let mut searcher = Searcher::new(strong, 1 << 24);
    let limits = Limits::ply(3);
    let mut text = String::from(
        "| games | good where it matters | with the AI's rule |\n| --- | ---: | ---: |\n",
    );
    let mut players = [
        (SimulatedPlayer::new("AI at 3-ply", Kind::Greedy(strong)), 4),
        (SimulatedPlayer::new("masher", Kind::Masher(&[0, 1, 2, 3], 0)), 40),
        (SimulatedPlayer::new("random", catalog("random")), 60),
        (SimulatedPlayer::new("lite, errors 0.15", erring(strong, 0.15)), 20),
    ];
    for (place, (player, count)) in players.iter_mut().enumerate() {
        let (mut plain, mut with_rule) = (Accuracy::default(), Accuracy::default());
        for game in games(player, FIRST_SEED + (60 + place as u64) * SET, *count) {
            let every = game.moves.len().div_ceil(150).max(1);
            for &(board, direction, _) in game.moves.iter().step_by(every) {
                let grid = Grid::from(board);
                let Ok(evaluation) = searcher.evaluate(&grid, &limits, None) else { continue };
                // The AI's boards are from games of its network; the moves are those of its search.
                let direction =
                    if place == 0 { evaluation.best.expect("a move") } else { direction };
                let loss = evaluation.moves[direction.index()].and_then(|found| found.loss);
                plain.add(people, &grid, direction, false);
                let good = loss.is_some_and(|loss| loss <= AI_AS_GOOD);
                with_rule.add(people, &grid, direction, good);
            }
        }
        let (plain, with_rule) = (plain.good_share(), with_rule.good_share());
        writeln!(text, "| {} | {plain:.1}% | {with_rule:.1}% |", player.name).unwrap();
    }
    text
}

/// Bytes of the file and in memory, and the time of a board.
pub fn cost(people: &People, bytes: usize, judge: &Model) -> String {
    let mut player = SimulatedPlayer::new("", erring(judge, 0.05));
    let played = games(&mut player, FIRST_SEED + 70 * SET, 10);
    let boards = samples(people, &played, 10);
    let grids: Vec<Grid> = played
        .iter()
        .flat_map(|game| game.moves.iter().step_by(10).map(|played| Grid::from(played.0)))
        .collect();
    let started = Instant::now();
    let judged = grids.iter().filter_map(|grid| people.judge(grid).ok()).count();
    let judge_us = started.elapsed().as_secs_f64() * 1e6 / judged as f64;
    let started = Instant::now();
    let points: f64 =
        grids.iter().filter_map(|grid| Some(people.forecast(grid, 0, 9000.0)?.points)).sum();
    let forecast_us = started.elapsed().as_secs_f64() * 1e6 / boards.len() as f64;
    assert!(points > 0.0);
    format!(
        "{bytes} bytes in the file, {} bytes of weights in memory; {judge_us:.0} µs to judge a board, \
         {forecast_us:.0} µs for a forecast\n",
        people.network().bytes()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use afterstate_papers::experiment::statistics::Z95;

    #[test]
    fn drawn_moves_fall_into_the_categories_of_their_player() {
        let mut player = KnownPlayer {
            points: 1.0,
            weight: 1.0,
            score: 7.0,
            spread: 1.0,
            shares: vec![0.0; CATEGORIES],
        };
        let mut random = Random::new(2);
        for category in 0..3 * CATEGORIES / LEVEL_PHASES {
            player.shares.fill(0.0);
            player.shares[category] = 0.7;
            let phase = category / (CATEGORIES / LEVEL_PHASES);
            let drawn = drawn_move(&player, phase, &mut random);
            assert_eq!(afterstate::eval::people::category(&drawn), category);
        }
    }

    #[test]
    fn forecasts_are_compared_with_all_that_was_made() {
        let one = |points: f64, range: [f64; 2], made: f64| Foretold { points, range, made };
        // 2,400 forecast, 2,000 made, on average 1,000: in the first range only.
        let ForecastError { mean, interval, covered } =
            off(&[one(1200.0, [900.0, 1500.0], 1500.0), one(1200.0, [1100.0, 1300.0], 500.0)]);
        assert!((mean - 20.0).abs() < 1e-9 && covered == 50.0, "{mean} {covered}");
        // The errors are 1,200 - 1.2 * 1,500 = -600 and 600.
        assert!((interval - 100.0 * Z95 * 720_000_f64.sqrt() / 2000.0).abs() < 1e-9, "{interval}");
    }

    #[test]
    fn rank_correlation_matches_a_computation_by_hand() {
        assert_eq!(spearman(&[(1.0, 10.0), (2.0, 30.0), (3.0, 90.0)]), 1.0);
        assert_eq!(spearman(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)]), -1.0);
        // Differences of ranks 0, 1 and 1: 1 - 6 * 2 / 24.
        assert_eq!(spearman(&[(1.0, 1.0), (2.0, 3.0), (3.0, 2.0)]), 0.5);
    }

    #[test]
    fn intervals_count_games_and_not_boards() {
        let of = |pairs: &[(usize, f64, f64)]| by_game(pairs.iter().copied());
        let (expected, made, interval) = of(&[(0, 10.0, 12.0), (1, 10.0, 8.0)]);
        assert_eq!((expected, made), (10.0, 10.0));
        let (_, _, more_boards) =
            of(&[(0, 10.0, 12.0), (0, 10.0, 12.0), (1, 10.0, 8.0), (1, 10.0, 8.0)]);
        assert_eq!(interval, more_boards);
    }
}
