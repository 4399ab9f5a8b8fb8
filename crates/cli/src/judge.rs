//! `afterstate judge`: each player's loss per move, by the values of a deeper search (the judge).
//! Comparing moves needs far fewer games than comparing scores, but only if the judge has the
//! players' evaluator and many more nodes. The positions are from games of the first player or from
//! imperfect games.

use clap::Args;

use super::calibrate::play::{Maker, Players};
use super::contender::{self, Contender, TABLE_BYTES};
use super::numbers::{above_zero, at_least_one, threads};
use super::output::{CommandError, put};
use super::progress::GameClock;
use afterstate::eval::cache::EvalCache;
use afterstate::rules::Grid;
use afterstate::search::Limits;
use afterstate::search::clock::Stopwatch;
use afterstate_papers::experiment::{GameSetup, player_seed, seeds, share_out, table};
use afterstate_papers::players::expectimax::ExpectimaxPlayer;
use afterstate_papers::strategy::Player;

/// The options of `afterstate judge`.
#[derive(Args, Debug)]
#[command(after_help = format!(
    "{}\n\n  afterstate judge --by expectimax:nodes=600000,low-value-plies=1,budget=max \\\n    \
     expectimax:nodes=20000 expectimax:nodes=20000,low-value-plies=1",
    contender::HELP
))]
pub struct JudgeOptions {
    /// Players, see below. The first one plays the games that the positions come from, without
    /// --imperfect
    #[arg(value_name = "PLAYER", required = true, num_args = 1..)]
    players: Vec<String>,
    /// The judge: a player that rates every move, best with the same evaluator and many more nodes
    #[arg(long, value_name = "PLAYER")]
    by: String,
    /// Also measure the page's evaluation of this many nodes with the judge's network; may be
    /// repeated
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    evaluate: Vec<u64>,
    /// Take the positions from games of this weak player, such as random-20 (the judge's network
    /// with a random move in 20%) or greedy; may be repeated, and the games are shared out
    #[arg(long, value_name = "PLAYER")]
    imperfect: Vec<Maker>,
    /// Games that the positions come from
    #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Seed of the first game; each later game adds 1. The default, 2^32, is far from the seeds of
    /// other games
    #[arg(long, default_value_t = 1 << 32)]
    seed: u64,
    /// Moves to skip at the start of each game, where little is decided
    #[arg(long, value_name = "MOVES", default_value_t = 1000)]
    after: usize,
    /// Take one position in this many moves
    #[arg(long, value_name = "MOVES", default_value_t = 50, value_parser = at_least_one)]
    every: usize,
    /// Limit on the loss of one move in the column "loss, capped", because a few moves that lose
    /// the game outweigh all others
    #[arg(long, value_name = "POINTS", default_value_t = 3000.0, value_parser = above_zero)]
    cap: f64,
    /// Games in parallel, each on one thread, up to 256; 0 for all cores
    #[arg(long, default_value_t = 0, value_parser = threads())]
    threads: usize,
}

/// A position with the judge's value of each move, by direction.
struct JudgedPosition {
    grid: Grid,
    values: [Option<f64>; 4],
}

/// A player's losses, summed over positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Losses {
    positions: u64,
    same: u64,
    /// The sum of the losses as shares of the best move's value.
    share: f64,
    loss: f64,
    capped: f64,
    nodes: Option<u64>,
    seconds: f64,
}

impl Losses {
    fn add(&mut self, other: &Losses) {
        self.positions += other.positions;
        self.same += other.same;
        self.share += other.share;
        self.loss += other.loss;
        self.capped += other.capped;
        self.nodes = self.nodes.map_or(other.nodes, |nodes| Some(nodes + other.nodes?));
        self.seconds += other.seconds;
    }
}

/// Runs the command and prints the table.
///
/// # Errors
/// A message for the user.
pub fn run_command(options: &JudgeOptions) -> Result<(), CommandError> {
    let judge = Contender::read(&options.by)?;
    let players: Vec<Contender> =
        options.players.iter().map(|text| Contender::read(text)).collect::<Result<_, _>>()?;
    check_rules(&judge, &players)?;
    let needs_network = !(options.evaluate.is_empty() && options.imperfect.is_empty());
    if needs_network && judge.model().is_none() {
        return Err("--evaluate and --imperfect need a network's file (.bin) for --by.".into());
    }
    let seeds = seeds(options.seed, options.games)?;
    let found = share_out(
        options.games,
        options.threads,
        || Ok(()),
        |(), index| Some(game(&judge, &players, seeds.start() + index, options)),
    );
    let mut sums = vec![Losses::default(); players.len() + options.evaluate.len()];
    let mut sampled = 0;
    for (boards, losses) in found? {
        sampled += boards;
        sums.iter_mut().zip(&losses).for_each(|(sum, losses)| sum.add(losses));
    }
    if sampled == 0 {
        let after = options.after;
        return Err(
            format!("no game was longer than {after} moves: give a smaller --after.").into()
        );
    }
    if sums.iter().any(|sum| sum.positions == 0) {
        let judge = judge.name();
        return Err(
            format!("{judge} does not rate every move: choose another player for --by.").into()
        );
    }
    let names = players.iter().map(|player| player.name().to_owned());
    let evaluations = options.evaluate.iter().map(|nodes| format!("evaluation, {nodes} nodes"));
    let names: Vec<String> = names.chain(evaluations).collect();
    put!("{}", report(&names, &sums))?;
    Ok(())
}

/// Checks that the judge and the players play by the same rules.
fn check_rules(judge: &Contender, players: &[Contender]) -> Result<(), String> {
    let is_other = |player: &&Contender| player.has_own_rules() != judge.has_own_rules();
    let Some(other) = players.iter().find(is_other) else { return Ok(()) };
    let (own, usual) = if judge.has_own_rules() { (judge, other) } else { (other, judge) };
    Err(format!(
        "{} plays by rules of its own and {} does not, so the values of one say nothing about the \
         moves of the other. Choose --by and players with the same rules.",
        own.name(),
        usual.name()
    ))
}

/// One game of the first player: the number of its positions that were judged, and each player's
/// losses there.
fn game(
    judge: &Contender,
    players: &[Contender],
    seed: u64,
    options: &JudgeOptions,
) -> (usize, Vec<Losses>) {
    let boards = match (judge.model(), &options.imperfect[..]) {
        (Some(model), makers @ [_, ..]) => {
            let maker = makers[(seed % makers.len() as u64) as usize];
            Players::new(model, 1, 1).imperfect_boards(maker, seed)
        }
        _ => players.first().map_or_else(Vec::new, |first| boards_of(first, seed)),
    };
    let (model, mut judge) = (judge.model(), judge.player());
    judge.new_game(player_seed(seed));
    let boards: Vec<Grid> = boards.into_iter().skip(options.after).step_by(options.every).collect();
    let sampled = boards.len();
    let judged: Vec<JudgedPosition> = boards
        .into_iter()
        .map(|grid| JudgedPosition { grid, values: judge.choose(&grid).values })
        .filter(|position| position.values.iter().flatten().count() > 1)
        .collect();
    let lost = |player: &mut dyn Player| losses(player, seed, &judged, options.cap);
    let mut all: Vec<Losses> =
        players.iter().map(|player| lost(player.player().as_mut())).collect();
    all.extend(model.iter().flat_map(|model| {
        options.evaluate.iter().map(|&nodes| {
            let limits = Limits::nodes(nodes).compare();
            lost(&mut ExpectimaxPlayer::new(EvalCache::new(*model), TABLE_BYTES, limits))
        })
    }));
    (sampled, all)
}

/// Every board of a player's game.
fn boards_of(player: &Contender, seed: u64) -> Vec<Grid> {
    let mut boards = Vec::new();
    let (setup, clock) = (GameSetup::RULES, GameClock::new());
    if let Some(start) = setup.start(seed) {
        let mut player = player.player();
        player.new_game(player_seed(seed));
        let _ = setup.play_choosing(player.as_mut(), start, seed, &clock, |player, grid| {
            boards.push(*grid);
            player.choose(grid).best
        });
    }
    boards
}

fn losses(player: &mut dyn Player, seed: u64, positions: &[JudgedPosition], cap: f64) -> Losses {
    player.new_game(player_seed(seed));
    let mut sum = Losses::default();
    for position in positions {
        let (nodes, watch) = (player.nodes(), Stopwatch::start());
        let chosen = player.choose(&position.grid).best;
        let seconds = watch.ms() / 1e3;
        // A position that does not count adds no nodes and no time either.
        let Some(value) = chosen.and_then(|best| position.values[best.index()]) else { continue };
        let best = position.values.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
        let used = player.nodes().zip(nodes).map(|(after, before)| after - before);
        sum.add(&Losses {
            positions: 1,
            same: u64::from(value == best),
            share: if best > 0.0 { ((best - value) / best).min(1.0) } else { 0.0 },
            loss: best - value,
            capped: (best - value).min(cap),
            nodes: used,
            seconds,
        });
    }
    sum
}

fn report(names: &[String], sums: &[Losses]) -> String {
    let header =
        ["player", "positions", "best move", "loss in %", "loss, capped", "loss", "nodes", "ms"];
    let mut lines = vec![table::header(header)];
    for (name, sum) in names.iter().zip(sums) {
        let count = sum.positions as f64;
        lines.push(vec![
            name.clone(),
            sum.positions.to_string(),
            format!("{:.1}%", 100.0 * sum.same as f64 / count),
            format!("{:.2}", 100.0 * sum.share / count),
            format!("{:.1}", sum.capped / count),
            format!("{:.1}", sum.loss / count),
            sum.nodes.map_or("–".to_owned(), |nodes| format!("{:.0}", nodes as f64 / count)),
            format!("{:.3}", 1e3 * sum.seconds / count),
        ]);
    }
    table::markdown(&lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One game, of which every tenth position after these moves is judged.
    fn options(players: &[&str], by: &str, after: usize) -> JudgeOptions {
        JudgeOptions {
            players: players.iter().map(|&player| player.to_owned()).collect(),
            by: by.to_owned(),
            evaluate: Vec::new(),
            imperfect: Vec::new(),
            games: 1,
            seed: 1,
            after,
            every: 10,
            cap: 100.0,
            threads: 1,
        }
    }

    fn judged(players: &[&str], by: &str) -> Vec<Losses> {
        let players: Vec<Contender> =
            players.iter().map(|text| Contender::read(text).expect("a player")).collect();
        let options = options(&[], by, 20);
        game(&Contender::read(by).expect("a judge"), &players, options.seed, &options).1
    }

    #[test]
    fn positions_without_a_value_of_the_move_add_nothing() {
        let player = Contender::read("expectimax:ply=2").expect("a player");
        let grid: Grid = "2 4 8 16 / . . . . / . . . . / . . . .".parse().expect("a board");
        // The only possible moves are Up, which changes nothing here, and Down.
        let down = player.player().choose(&grid);
        let counted = JudgedPosition { grid, values: down.values };
        let skipped = JudgedPosition { grid, values: [Some(1.0), None, None, Some(0.0)] };
        let one = losses(player.player().as_mut(), 1, &[counted], 100.0);
        assert!(one.positions == 1 && one.nodes.is_some_and(|nodes| nodes > 0));
        let none = losses(player.player().as_mut(), 1, &[skipped], 100.0);
        assert_eq!(none, Losses::default());
    }

    #[test]
    fn the_judge_itself_loses_nothing_and_a_shallow_player_does() {
        let by = "expectimax:ply=2";
        let found = judged(&["expectimax:ply=1", by], by);
        let [greedy, judge] = found[..] else { panic!("two players") };
        assert!(judge.positions > 10 && greedy.positions == judge.positions, "{found:?}");
        assert_eq!((judge.same, judge.loss), (judge.positions, 0.0));
        assert!(greedy.same < greedy.positions && greedy.loss > 0.0, "{greedy:?}");
        assert!(greedy.capped <= greedy.loss && greedy.capped <= 100.0 * greedy.positions as f64);
        assert!(greedy.nodes.is_some_and(|nodes| nodes < judge.nodes.unwrap_or(0)));
    }

    #[test]
    fn an_error_names_the_option_to_change() {
        let run = |player: &str, by: &str, after| match run_command(&options(&[player], by, after))
        {
            Err(CommandError::Failed(message)) => message,
            other => panic!("{other:?}"),
        };
        let listed = "always-up:reading=listing";
        assert!(run("greedy", "expectimax:ply=1", 100_000).contains("smaller --after"));
        let error = run("greedy:reading=listing", listed, 20);
        assert!(error.contains("does not rate every move") && error.contains("--by"), "{error}");
        for (player, by) in [("greedy", listed), (listed, "expectimax:ply=1")] {
            let error = run(player, by, 20);
            assert!(error.contains("rules of its own") && error.contains("--by"), "{error}");
        }
    }
}
