//! `cargo lab judge`: each player's loss per move, by the values of a deeper search (the judge).
//! Comparing moves needs far fewer games than comparing scores, but only if the judge has the
//! players' evaluator and many more nodes. The positions are from games of the first player or from
//! imperfect games. Games played on from both moves show whether the judge is right.

mod games;
#[path = "../../../../src/wasm/grade.rs"]
mod grade;
mod losses;
mod played_on;
mod review;

use clap::Args;

use crate::games::play::{Maker, Players};
use afterstate::eval::ntuple::Model;
use afterstate::rules::{Direction, Grid};
use afterstate_papers::experiment::{GameSetup, player_seed, seeds, share_out};
use afterstate_runs::contender::{self, Contender};
use afterstate_runs::numbers::{above_zero, at_least, threads, whole};
use afterstate_runs::output::{CommandError, Report, note};
use afterstate_runs::progress::GameClock;
use games::Continuation;
use grade::Grade;
use losses::{Advisor, Effort, JudgedPosition, Losses, PageEvaluation};
use played_on::{WorseMove, played_on, two_best, worse_moves};

/// The options of `cargo lab judge`.
#[derive(Args, Debug)]
#[command(after_help = format!(
    "{}\n\n  cargo lab judge --by expectimax:nodes=600000,low-value-plies=1,budget=max \\\n    \
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
    /// repeated. 100000+1000000 looks again before it calls the move that was made worse than good
    #[arg(long, value_name = "NODES")]
    evaluate: Vec<Effort>,
    /// Take the positions from games of this weak player, such as random-20 (the judge's network
    /// with a random move in 20%) or greedy; may be repeated, and the games are shared out
    #[arg(long, value_name = "PLAYER")]
    imperfect: Vec<Maker>,
    /// Games that the positions come from
    #[arg(long, default_value_t = 24, value_parser = whole(1))]
    games: u64,
    /// Seed of the first game; each later game adds 1. The default, 2^32, is far from the seeds of
    /// other games
    #[arg(long, default_value_t = 1 << 32, value_parser = whole(0))]
    seed: u64,
    /// Moves to skip at the start of each game, where little is decided
    #[arg(long, value_name = "MOVES", default_value_t = 1000, value_parser = at_least(0_usize))]
    after: usize,
    /// Take one position in this many moves
    #[arg(long, value_name = "MOVES", default_value_t = 50, value_parser = at_least(1_usize))]
    every: usize,
    /// Limit on the loss of one move in the column "points, capped", because a few moves that lose
    /// the game outweigh all others
    #[arg(long, value_name = "POINTS", default_value_t = 3000.0, value_parser = above_zero::<f64>)]
    cap: f64,
    /// Play this many games on from the two best moves of one position of each game, and from up to
    /// 30 moves of each grade from inaccuracies on: the judge's network without search, to the end
    #[arg(long, value_name = "GAMES", default_value_t = 0, value_parser = whole(0))]
    play_on: u64,
    /// Let the first player make this many moves instead; the outlook of the board counts as the
    /// rest of the game
    #[arg(long, value_name = "MOVES", default_value_t = 0, value_parser = whole(0))]
    play_moves: u64,
    /// Review the imperfect games instead, with the first --evaluate, and search the moves that lose
    /// most with this many nodes
    #[arg(long, value_name = "NODES", requires = "imperfect", requires = "evaluate", value_parser = whole(1))]
    review: Option<u64>,
    /// Games in parallel, each on one thread, up to 256; 0 for all cores
    #[arg(long, default_value_t = 0, value_parser = threads())]
    threads: usize,
}

/// What was found on the positions of a game.
struct JudgedGame {
    /// The number of positions, some of which the judge may not rate.
    boards: usize,
    /// The judged positions with the choice of each player.
    positions: Vec<(JudgedPosition, Vec<Option<Direction>>)>,
    /// The losses of each player.
    losses: Vec<Losses>,
}

/// Runs the command.
///
/// # Errors
/// A message for the user.
pub fn run_command(options: &JudgeOptions) -> Result<Report, CommandError> {
    let judge = Contender::read(&options.by)?;
    let players: Vec<Contender> =
        options.players.iter().map(|text| Contender::read(text)).collect::<Result<_, _>>()?;
    check_rules(&judge, &players)?;
    let needs_network = !(options.evaluate.is_empty() && options.imperfect.is_empty());
    if needs_network && judge.model().is_none() {
        return Err("--evaluate and --imperfect need a network's file (.bin) for --by.".into());
    }
    let seeds = seeds(options.seed, options.games)?;
    // The games that are played on have seeds of their own.
    afterstate_papers::experiment::seeds(options.seed, options.play_on.max(1))?;
    if let (Some(model), Some(long), [effort, ..]) =
        (judge.model(), options.review, &options.evaluate[..])
    {
        return reviews(&judge, model, *effort, long, options);
    }
    let found: Vec<JudgedGame> = share_out(
        options.games,
        options.threads,
        || Ok(()),
        |(), index| Some(game(&judge, &players, seeds.start() + index, options)),
    )?;
    let sampled: usize = found.iter().map(|game| game.boards).sum();
    if sampled == 0 {
        let after = options.after;
        return Err(
            format!("no game was longer than {after} moves: give a smaller --after.").into()
        );
    }
    let by_game: Vec<&[Losses]> = found.iter().map(|game| &game.losses[..]).collect();
    let rates = |at: usize| by_game.iter().any(|losses| losses[at].positions > 0);
    if !(0..players.len() + options.evaluate.len()).all(rates) {
        let judge = judge.name();
        return Err(
            format!("{judge} does not rate every move: choose another player for --by.").into()
        );
    }
    let names = players.iter().map(|player| player.name().to_owned());
    let evaluations = options.evaluate.iter().map(Effort::to_string);
    let names: Vec<String> = names.chain(evaluations).collect();
    let mut text = losses::report(&names, &by_game);
    if let (Some(player), 1..) = (players.first(), options.play_on) {
        let continuation = || Continuation::new(&judge, player, options.play_moves);
        text += &format!("\n{}", two_best(&names, &found, continuation()?, options));
        let moves = found.iter().flat_map(worse_moves).collect();
        text += &format!("\n{}", played_on(moves, continuation()?, options));
    }
    Ok(Report::new(text))
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

/// The positions of one game with what the judge and the players say about them.
fn game(judge: &Contender, players: &[Contender], seed: u64, options: &JudgeOptions) -> JudgedGame {
    let moves = match (judge.model(), &options.imperfect[..]) {
        (Some(model), [_, ..]) => imperfect_game(model, seed, &options.imperfect),
        _ => players.first().map_or_else(Vec::new, |first| moves_of(first, seed)),
    };
    let (model, mut judge) = (judge.model(), judge.player());
    judge.new_game(player_seed(seed));
    let moves: Vec<(Grid, Direction)> =
        moves.into_iter().skip(options.after).step_by(options.every).collect();
    let boards = moves.len();
    let judged: Vec<JudgedPosition> = moves
        .into_iter()
        .map(|(grid, played)| JudgedPosition { grid, played, values: judge.choose(&grid).values })
        .filter(|position| position.values.iter().flatten().count() > 1)
        .collect();
    let players = players.iter().map(|player| {
        let mut player = player.player();
        player.new_game(player_seed(seed));
        Advisor::Player(player)
    });
    let pages = model.iter().flat_map(|model| {
        options
            .evaluate
            .iter()
            .map(|&effort| Advisor::Page(Box::new(PageEvaluation::new(model, effort))))
    });
    let mut choices = vec![Vec::new(); judged.len()];
    let losses = players.chain(pages).map(|mut advisor| {
        let mut sum = Losses::default();
        for (position, choices) in judged.iter().zip(&mut choices) {
            let (thought, losses) = advisor.ask(position, options.cap);
            choices.push(thought.best);
            sum.add(&losses);
        }
        sum
    });
    let losses = losses.collect();
    note!("game {seed}: {} positions\n", judged.len());
    JudgedGame { boards, positions: judged.into_iter().zip(choices).collect(), losses }
}

/// The moves of an imperfect game, whose player depends on the seed.
fn imperfect_game(model: &Model, seed: u64, makers: &[Maker]) -> Vec<(Grid, Direction)> {
    let maker = makers[(seed % makers.len() as u64) as usize];
    Players::new(model, 1, 1).imperfect_game_moves(maker, seed)
}

/// The reviews of imperfect games against a long search, and what their blunders lose in games.
fn reviews(
    judge: &Contender,
    model: &Model,
    effort: Effort,
    long: u64,
    options: &JudgeOptions,
) -> Result<Report, CommandError> {
    let games = share_out(
        options.games,
        options.threads,
        || Ok(()),
        |(), index| {
            let moves = imperfect_game(model, options.seed + index, &options.imperfect);
            let reviewed = review::review(model, effort, long, &moves);
            note!("game {}: {} moves, {reviewed:?}\n", options.seed + index, moves.len());
            Some(reviewed)
        },
    )?;
    let mut text = review::report(&games);
    if let (Some(first), 1..) = (options.players.first(), options.play_on) {
        let first = Contender::read(first)?;
        let moves = games.iter().flatten().map(|of| WorseMove {
            grid: of.grid,
            grade: Grade::of_loss(of.loss),
            best: of.best,
            worse: of.played,
            loss: of.loss,
        });
        let continuation = Continuation::new(judge, &first, options.play_moves)?;
        text += &format!("\n{}", played_on(moves.collect(), continuation, options));
    }
    Ok(Report::new(text))
}

/// Every board of a player's game with the move made on it.
fn moves_of(player: &Contender, seed: u64) -> Vec<(Grid, Direction)> {
    let mut moves = Vec::new();
    let (setup, clock) = (GameSetup::RULES, GameClock::start());
    if let Some(start) = setup.start(seed) {
        let mut player = player.player();
        player.new_game(player_seed(seed));
        let _ = setup.play_choosing(player.as_mut(), start, seed, &clock, |player, grid| {
            let best = player.choose(grid).best;
            moves.extend(best.map(|best| (*grid, best)));
            best
        });
    }
    moves
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
            play_on: 0,
            play_moves: 0,
            review: None,
            threads: 1,
        }
    }

    fn judged(players: &[&str], by: &str) -> Vec<Losses> {
        let players: Vec<Contender> =
            players.iter().map(|text| Contender::read(text).expect("a player")).collect();
        let options = options(&[], by, 20);
        game(&Contender::read(by).expect("a judge"), &players, options.seed, &options).losses
    }

    #[test]
    fn positions_without_a_value_of_the_move_add_nothing() {
        let player = Contender::read("expectimax:ply=2").expect("a player");
        let grid: Grid = "2 4 8 16 / . . . . / . . . . / . . . .".parse().expect("a board");
        // The only possible moves are Up, which changes nothing here, and Down.
        let down = player.player().choose(&grid);
        let position = |values| JudgedPosition { grid, played: Direction::Down, values };
        let mut advisor = Advisor::Player(player.player());
        let mut losses = |values| advisor.ask(&position(values), 100.0).1;
        let one = losses(down.values);
        assert!(one.positions == 1 && one.nodes.is_some_and(|nodes| nodes > 0));
        assert_eq!(losses([Some(1.0), None, None, Some(0.0)]), Losses::default());
    }

    #[test]
    fn the_judge_itself_loses_nothing_and_a_shallow_player_does() {
        let by = "expectimax:ply=2";
        let found = judged(&["expectimax:ply=1", by], by);
        let [greedy, judge] = found[..] else { panic!("two players") };
        assert!(judge.positions > 10 && greedy.positions == judge.positions, "{found:?}");
        assert_eq!((judge.same, judge.loss), (judge.positions, 0.0));
        assert_eq!((judge.confirmed, judge.missed), (judge.blunders, 0), "{judge:?}");
        assert!(greedy.confirmed <= greedy.blunders, "{greedy:?}");
        assert_eq!(greedy.confirmed + greedy.missed, judge.blunders, "the judge's blunders");
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
