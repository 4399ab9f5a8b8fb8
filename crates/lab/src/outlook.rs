//! `cargo lab outlook`: the scores that players expect from a position, and those that they reach.
//! Whenever the sum of the tiles has grown by a step, it notes the value of the best move and the
//! points that the game still earns. A network's values are points, so both agree on average unless
//! it has learned a phase of the game wrong.

use clap::Args;

use afterstate::rules::{Grid, tile};
use afterstate_papers::experiment::statistics::Mean;
use afterstate_papers::experiment::{GameRecord, GameSetup, player_seed, seeds, share_out, table};
use afterstate_runs::contender::{self, Contender};
use afterstate_runs::numbers::{threads, whole};
use afterstate_runs::output::{CommandError, Report};
use afterstate_runs::progress::GameClock;

/// The options of `cargo lab outlook`.
#[derive(Args, Debug)]
#[command(after_help = format!(
    "{}\n\n  cargo lab outlook --from \"16384 8192 4 2 / . . . . / . . . . / . . . .\" \\\n    \
     models/full.bin:ply=1 models/lite.bin:ply=1",
    contender::HELP
))]
pub struct OutlookOptions {
    /// Players: strategies or the files of networks, see below
    #[arg(value_name = "PLAYER", required = true, num_args = 1..)]
    players: Vec<String>,
    /// The position, such as "16384 8192 4 2 / . . . . / . . . . / . . . ."; . or 0 is an empty
    /// cell
    #[arg(long, value_name = "POSITION")]
    from: String,
    /// Add a line to the table each time that the sum of the tiles has grown by this much; at least
    /// 4
    #[arg(long, value_name = "SUM", default_value_t = 4096, value_parser = whole(4))]
    step: u64,
    /// Games for each player
    #[arg(long, default_value_t = 200, value_parser = whole(1))]
    games: u64,
    /// Seed of the first game; each later game adds 1
    #[arg(long, default_value_t = 1, value_parser = whole(0))]
    seed: u64,
    /// Games in parallel, each on one thread, up to 256; 0 for all cores
    #[arg(long, default_value_t = 0, value_parser = threads())]
    threads: usize,
}

/// A point in a game where the sum of the tiles passed a step.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Milestone {
    /// The sum that was passed.
    sum: u64,
    /// The value of the best move, if the player gives one.
    expected: Option<f64>,
    /// The points from the start of the game to here.
    score: u64,
}

/// A game from the position.
struct Observed {
    record: GameRecord,
    milestones: Vec<Milestone>,
}

/// Runs the command and prints the table.
///
/// # Errors
/// A message for the user.
pub fn run_command(options: &OutlookOptions) -> Result<Report, CommandError> {
    let from: Grid = options.from.parse().map_err(|error| format!("--from: {error}"))?;
    if (from.rows(), from.cols()) != (4, 4) {
        return Err("--from: the board must be 4x4.".into());
    }
    let players: Vec<Contender> =
        options.players.iter().map(|text| Contender::read(text)).collect::<Result<_, _>>()?;
    let seeds = seeds(options.seed, options.games)?;
    let header = ["player", "sum of tiles", "games", "expected", "scored", "largest tile"];
    let mut lines = vec![table::header(header)];
    for player in &players {
        let games = share_out(
            options.games,
            options.threads,
            || Ok(()),
            |(), index| game(player, &from, options.step, seeds.start() + index),
        );
        lines.extend(report(player.name(), &games?));
    }
    Ok(Report::new(table::markdown(&lines)))
}

fn game(player: &Contender, from: &Grid, step: u64, seed: u64) -> Option<Observed> {
    let mut player = player.player();
    player.new_game(player_seed(seed));
    let (mut milestones, mut score, mut next) = (Vec::new(), 0, tile_sum(from));
    let (setup, clock) = (GameSetup::RULES, GameClock::start());
    let record = setup.play_choosing(player.as_mut(), *from, seed, &clock, |player, grid| {
        let thought = player.choose(grid);
        let best = thought.best?;
        if tile_sum(grid) >= next {
            milestones.push(Milestone { sum: next, expected: thought.values[best.index()], score });
            next = next.saturating_add(step);
        }
        score += player.slide(grid, best)?.reward;
        Some(best)
    })?;
    Some(Observed { record, milestones })
}

fn tile_sum(grid: &Grid) -> u64 {
    grid.ranks().iter().map(|&rank| tile(rank) as u64).sum()
}

/// A line for each sum that games passed: the number of those games, the averages expected and
/// reached from there, and the largest tiles at their ends.
fn report(name: &str, games: &[Observed]) -> Vec<Vec<String>> {
    let longest = games.iter().max_by_key(|game| game.milestones.len());
    let sums =
        longest.into_iter().flat_map(|game| game.milestones.iter().map(|milestone| milestone.sum));
    sums.enumerate()
        .map(|(at, sum)| {
            let here: Vec<(&Observed, Milestone)> =
                games.iter().filter_map(|game| Some((game, *game.milestones.get(at)?))).collect();
            let expected: Option<Vec<f64>> =
                here.iter().map(|(_, milestone)| milestone.expected).collect();
            let made: Vec<f64> = here
                .iter()
                .map(|(game, milestone)| (game.record.score - milestone.score) as f64)
                .collect();
            vec![
                name.to_owned(),
                sum.to_string(),
                here.len().to_string(),
                shown(&expected.unwrap_or_default()),
                shown(&made),
                largest_tiles(here.iter().map(|(game, _)| game.record.largest_rank)),
            ]
        })
        .collect()
}

/// A mean with half of its 95% interval, in whole points.
fn shown(numbers: &[f64]) -> String {
    Mean::of(numbers)
        .map_or("–".to_owned(), |found| format!("{:.0} ± {:.0}", found.mean, found.interval))
}

/// The shares of games by their largest tile, such as `16384 in 64.0%, 32768 in 36.0%`.
fn largest_tiles(ranks: impl Iterator<Item = u8>) -> String {
    let mut by_rank = std::collections::BTreeMap::<u8, usize>::new();
    ranks.for_each(|rank| *by_rank.entry(rank).or_default() += 1);
    let games: usize = by_rank.values().sum();
    let share = |count: usize| 100.0 * count as f64 / games as f64;
    let shares =
        by_rank.iter().map(|(&rank, &count)| format!("{} in {:.1}%", tile(rank), share(count)));
    shares.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use afterstate_papers::experiment::{Plan, SpawnLaw};

    #[test]
    fn player_with_rules_of_its_own_plays_its_own_game() {
        let from: Grid = "64 32 16 8 / 2 . . . / . . . . / . . . .".parse().expect("a board");
        let name = "always-up:reading=listing";
        let plan = Plan {
            chosen: name.parse().expect("a strategy"),
            rows: 4,
            cols: 4,
            games: 1,
            first_seed: 3,
            end_at: None,
            spawns: SpawnLaw::Rules,
        };
        let mut player = plan.chosen.build((4, 4), 0).expect("it plays 4x4");
        let clock = GameClock::start();
        let expected = plan.play_on(player.as_mut(), from, 3, &clock).expect("nothing stops it");
        let player = Contender::read(name).expect("a player");
        let observed = game(&player, &from, 64, 3).expect("nothing stops it");
        assert_eq!(GameRecord { seconds: expected.seconds, ..observed.record }, expected);
        let last = observed.milestones.last().expect("the start at least");
        assert!(observed.milestones.len() > 2 && last.score <= expected.score, "{last:?}");
    }

    #[test]
    fn a_step_larger_than_any_sum_leaves_one_line() {
        let from: Grid = "64 32 16 8 / 2 . . . / . . . . / . . . .".parse().expect("a board");
        let player = Contender::read("expectimax:ply=1").expect("a player");
        let observed = game(&player, &from, u64::MAX, 3).expect("nothing stops it");
        assert_eq!(observed.milestones.len(), 1);
    }

    #[test]
    fn the_points_still_earned_are_the_rest_of_the_game() {
        let from: Grid = "64 32 16 8 / 2 . . . / . . . . / . . . .".parse().expect("a board");
        let player = Contender::read("expectimax:ply=2").expect("a player");
        let observed = game(&player, &from, 128, 3).expect("nothing stops it");
        let sums: Vec<u64> = observed.milestones.iter().map(|milestone| milestone.sum).collect();
        let steps: Vec<u64> = (0..sums.len() as u64).map(|index| 122 + 128 * index).collect();
        assert_eq!(sums, steps);
        assert!(sums.len() > 3 && observed.milestones[0].score == 0);
        assert!(observed.milestones.windows(2).all(|pair| pair[0].score <= pair[1].score));
        assert!(
            observed.milestones.iter().all(|milestone| milestone.score <= observed.record.score)
        );
        let lines = report(player.name(), &[observed]);
        assert_eq!(lines.len(), sums.len());
        assert!(lines[0][4].ends_with(" ± 0") && lines[0][5].ends_with(" in 100.0%"), "{lines:?}");
    }
}
