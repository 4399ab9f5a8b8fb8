//! `afterstate endgame`: how often a player builds the target of the endgames in its games, next to
//! the exact optimum of the formation; without a player, only the optimum of each formation.

use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use super::contender::{self, Contender};
use super::numbers::{at_least_one, threads};
use super::output::{CommandError, put};
use super::progress::GameClock;
use crate::endgame::{Answer, Formation, FormationError, Shape, each_layer, solve};
use crate::experiment::endgame::{Start, continuation_seed, play_out, starts};
use crate::experiment::statistics::Mean;
use crate::experiment::{seeds, share_out, table};
use crate::files::{check_outputs, open_locked, replace};
use crate::rules::tile;
use crate::strategy::Player;

/// The options of `afterstate endgame`.
#[derive(Args, Debug)]
#[command(after_help = format!(
    "{}\n\n  afterstate endgame models/full.bin:nodes=3000 --games 20 --formation 3:256 --formation 4:128",
    contender::HELP
))]
pub struct EndgameOptions {
    /// The player: a strategy or the file of a network, see below. Without a player, the command
    /// prints the probability of the target in each formation, from the best position whose free
    /// tiles have a sum of 32
    #[arg(value_name = "PLAYER")]
    player: Option<String>,
    /// An endgame to look for, such as 3:256: a full edge line and 3 more tiles never move, and the
    /// player builds a 256 in the 9 free cells. 2x3:256 is a block of two rows of three tiles in a
    /// corner. May be repeated
    #[arg(long = "formation", value_name = "FIXED:TARGET", required = true)]
    kinds: Vec<EndgameKind>,
    /// Games to play in which to look for endgames
    #[arg(long, default_value_t = 20, requires = "player", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Seed of the first game; each later game adds 1
    #[arg(long, default_value_t = 0, requires = "player")]
    seed: u64,
    /// Games that the player plays from the start of each endgame
    #[arg(long, default_value_t = 12, requires = "player", value_parser = at_least_one)]
    plays: usize,
    /// Write the endgames to this CSV file, which is replaced
    #[arg(long, value_name = "FILE", requires = "player")]
    csv: Option<PathBuf>,
    /// Games in parallel, each on one thread, up to 256; 0 for all cores
    #[arg(long, default_value_t = 0, requires = "player", value_parser = threads())]
    threads: usize,
}

/// Which endgames to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EndgameKind {
    shape: Shape,
    target: u8,
}

impl EndgameKind {
    fn formation(self) -> Result<Formation, FormationError> {
        Formation::of_shape(self.shape, self.target)
    }

    /// Its first columns in a table: the fixed cells, the free ones and the target.
    fn columns(self) -> [String; 3] {
        let fixed = match self.shape {
            Shape::Edge(beside) => format!("edge and {beside}"),
            Shape::Block => "2x3".to_owned(),
        };
        [fixed, (16 - self.shape.cells()).to_string(), tile(self.target).to_string()]
    }
}

impl FromStr for EndgameKind {
    type Err = String;

    fn from_str(text: &str) -> Result<EndgameKind, String> {
        let parts = text.split_once(':').and_then(|(shape, target)| {
            let target: u64 =
                target.parse().ok().filter(|target: &u64| target.is_power_of_two())?;
            Some(EndgameKind { shape: shape.parse().ok()?, target: target.ilog2() as u8 })
        });
        let kind = parts.ok_or_else(|| {
            format!("{text:?} is not an endgame. Write the number of fixed tiles beside the edge line, or 2x3, and the tile to build, such as 3:256 or 2x3:256.")
        })?;
        kind.formation().map_err(|error| error.to_string())?;
        Ok(kind)
    }
}

/// An endgame of a game, how often the player built its target from there, and the optimum.
struct Measured {
    seed: u64,
    start: Start,
    built: usize,
    optimum: f64,
}

/// Runs the command and prints the table.
///
/// # Errors
/// A message for the user.
pub fn run_command(options: &EndgameOptions) -> Result<(), CommandError> {
    let Some(player) = &options.player else {
        put!("{}", optima(&options.kinds)?)?;
        return Ok(());
    };
    let contender = Contender::read(player)?;
    if contender.has_own_rules() {
        return Err(format!(
            "{} plays by rules of its own, and the optimum is for the rules of the game. Choose \
             another player.",
            contender.name()
        )
        .into());
    }
    check_outputs(options.csv.as_deref().as_slice(), contender.file().as_slice())?;
    // Opened before the first game, so that a typo does not waste hours.
    let _locked = options.csv.as_deref().map(open_locked).transpose()?;
    let seeds = seeds(options.seed, options.games)?;
    let games = share_out(
        options.games,
        options.threads,
        || Ok(()),
        |(), index| game(contender.player().as_mut(), seeds.start() + index, options),
    )?;
    let mut endgames: Vec<Measured> = games.into_iter().flatten().collect();
    for kind in &options.kinds {
        let formation = kind.formation().map_err(|error| error.to_string())?;
        let mut these: Vec<&mut Measured> =
            endgames.iter_mut().filter(|one| kind_of(&one.start) == *kind).collect();
        let boards: Vec<_> = these.iter().map(|one| one.start.endgame.board).collect();
        let answers = solve(&formation, &boards).map_err(|error| error.to_string())?;
        for (one, answer) in these.iter_mut().zip(&answers) {
            one.optimum = best(answer);
        }
    }
    put!("{}", report(&options.kinds, &endgames, options.plays))?;
    if let Some(path) = &options.csv {
        let text = csv(&endgames, options.plays);
        replace(path, |file| file.write_all(text.as_bytes()))
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// The sum of the free tiles from which [`optima`] are measured. From a few 2s and 4s they depend
/// on the first spawns.
const START_SUM: u32 = 32;

/// A line for each formation: the probability of the target from its best position with
/// [`START_SUM`], if its cells can have that sum.
fn optima(kinds: &[EndgameKind]) -> Result<String, String> {
    let mut lines = vec![table::header(["fixed", "free cells", "target", "optimum"])];
    for kind in kinds {
        let formation = kind.formation().map_err(|error| error.to_string())?;
        let mut optimum = None;
        each_layer(&formation, START_SUM, |layers| {
            if layers.sum() == START_SUM {
                layers.positions(|_, value| {
                    optimum = Some(optimum.map_or(value, |best: f32| best.max(value)));
                });
            }
        });
        let [fixed, free, target] = kind.columns();
        let optimum = optimum.map_or("–".to_owned(), |share| format!("{:.1}%", 100.0 * share));
        lines.push(vec![fixed, free, target, optimum]);
    }
    Ok(table::markdown(&lines))
}

fn kind_of(start: &Start) -> EndgameKind {
    EndgameKind { shape: start.endgame.shape, target: start.endgame.target }
}

/// The probability of the best move; 0 if there is none.
fn best(answer: &Answer) -> f64 {
    f64::from(answer.iter().flatten().copied().fold(0.0, f32::max))
}

/// One game of the player, and what it builds from the start of each endgame.
fn game(player: &mut dyn Player, seed: u64, options: &EndgameOptions) -> Option<Vec<Measured>> {
    let clock = GameClock::new();
    let mut shapes: Vec<Shape> = options.kinds.iter().map(|kind| kind.shape).collect();
    shapes.sort_unstable();
    shapes.dedup();
    let (_, found) = starts(player, seed, &shapes, &clock)?;
    let wanted = found.into_iter().filter(|start| options.kinds.contains(&kind_of(start)));
    wanted
        .map(|start| {
            let mut built = 0;
            for play in 0..options.plays as u64 {
                let seed = continuation_seed(seed, start.moves, play);
                built += usize::from(play_out(player, &start, seed, &clock)?);
            }
            Some(Measured { seed, start, built, optimum: 0.0 })
        })
        .collect()
}

/// A line for each formation: how often the player and the optimum build the target, and their
/// difference with its 95% interval over the positions.
fn report(kinds: &[EndgameKind], endgames: &[Measured], plays: usize) -> String {
    let header = [
        "fixed",
        "free cells",
        "target",
        "positions",
        "player",
        "optimum",
        "optimum - player, percentage points",
    ];
    let mut lines = vec![table::header(header)];
    for kind in kinds {
        let these = || endgames.iter().filter(|one| kind_of(&one.start) == *kind);
        let share = |one: &Measured| one.built as f64 / plays as f64;
        let player: Vec<f64> = these().map(share).collect();
        let optimum: Vec<f64> = these().map(|one| one.optimum).collect();
        let difference: Vec<f64> = these().map(|one| one.optimum - share(one)).collect();
        let percent = |numbers: &[f64]| {
            Mean::of(numbers)
                .map_or("–".to_owned(), |found| format!("{:.1}%", 100.0 * found.mean))
        };
        let [fixed, free, target] = kind.columns();
        lines.push(vec![
            fixed,
            free,
            target,
            player.len().to_string(),
            percent(&player),
            percent(&optimum),
            Mean::of(&difference).map_or("–".to_owned(), |found| {
                format!("{:+.1} ± {:.1}", 100.0 * found.mean, 100.0 * found.interval)
            }),
        ]);
    }
    table::markdown(&lines)
}

fn csv(endgames: &[Measured], plays: usize) -> String {
    let mut text =
        "seed,moves,fixed,target,position,built_in_game,plays,built,optimum\n".to_owned();
    for Measured { seed, start, built, optimum } in endgames {
        let Start { moves, grid, endgame, built: in_game } = start;
        text += &format!(
            "{seed},{moves},{},{},{grid},{},{plays},{built},{optimum:.6}\n",
            endgame.shape,
            tile(endgame.target),
            u8::from(*in_game)
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(kinds: &[&str]) -> EndgameOptions {
        EndgameOptions {
            player: None,
            kinds: kinds.iter().map(|text| text.parse().expect("a kind")).collect(),
            games: 1,
            seed: 0,
            plays: 3,
            csv: None,
            threads: 1,
        }
    }

    #[test]
    fn endgames_of_a_game_are_counted_by_formation() {
        let player = Contender::read("expectimax:ply=3").expect("a player");
        let options = options(&["4:8", "4:16"]);
        let mut found = Vec::new();
        for seed in 0..4 {
            found.extend(game(player.player().as_mut(), seed, &options).expect("not stopped"));
        }
        let again: Vec<usize> = (0..4)
            .flat_map(|seed| game(player.player().as_mut(), seed, &options).expect("not stopped"))
            .map(|one| one.built)
            .collect();
        assert!(found.len() > 20, "{}", found.len());
        assert_eq!(found.iter().map(|one| one.built).collect::<Vec<_>>(), again);
        assert!(found.iter().all(|one| options.kinds.contains(&kind_of(&one.start))));
        assert!(found.iter().any(|one| one.built > 0) && found.iter().all(|one| one.built <= 3));
        assert!(found.iter().any(|one| one.start.built));
        let text = report(&options.kinds, &found, 3);
        assert_eq!(text.lines().count(), 4, "{text}");
        assert_eq!(csv(&found, 3).lines().count(), 1 + found.len());
    }

    #[test]
    fn optima_are_those_of_the_best_position() {
        let kinds = ["7:64", "6:64", "2x3:8", "9:8"].map(|text| text.parse().expect("a kind"));
        let text = optima(&kinds).expect("all can be solved");
        for (kind, line) in kinds.iter().zip(text.lines().skip(2)) {
            let formation = kind.formation().expect("a formation");
            let mut boards = Vec::new();
            each_layer(&formation, START_SUM, |layers| {
                boards.clear();
                layers.positions(|board, _| boards.push(board));
            });
            let answers = solve(&formation, &boards).expect("positions of the formation");
            let highest = answers.iter().map(best).fold(0.0, f64::max);
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            assert_eq!(cells[1..4], kind.columns(), "{text}");
            // The three free cells of 9:8 can have a sum of 12 at most.
            let none = boards.is_empty();
            let optimum = if none { "–".to_owned() } else { format!("{:.1}%", 100.0 * highest) };
            assert_eq!((cells[4], none), (&*optimum, kind.shape == Shape::Edge(9)), "{text}");
        }
        assert!(text.contains("edge and 7") && text.contains(" 2x3 "), "{text}");
        assert!(!text.lines().nth(2).expect("a line").contains("100.0%"), "{text}");
    }

    #[test]
    fn options_for_games_need_a_player() {
        #[derive(clap::Parser)]
        struct Alone {
            #[command(flatten)]
            options: EndgameOptions,
        }
        use clap::Parser as _;
        let read = |rest: &[&str]| {
            let fixed = ["endgame", "--formation", "3:256"];
            Alone::try_parse_from(fixed.iter().chain(rest)).map(|alone| alone.options.player)
        };
        assert_eq!(read(&[]).expect("a formation is enough"), None);
        for option in ["--games", "--seed", "--plays", "--csv", "--threads"] {
            let error = read(&[option, "1"]).expect_err(option).to_string();
            assert!(error.contains("<PLAYER>"), "{error}");
            assert!(read(&[option, "1", "greedy"]).is_ok(), "{option}");
        }
    }

    #[test]
    fn unwritable_file_is_reported_before_the_games() {
        let folder = std::env::temp_dir();
        let options = EndgameOptions {
            player: Some("greedy".to_owned()),
            games: 1_000_000_000,
            csv: Some(folder.clone()),
            ..options(&["3:256"])
        };
        let Err(CommandError::Failed(error)) = run_command(&options) else { panic!("no error") };
        assert!(error.contains(&*folder.to_string_lossy()), "{error}");
    }

    #[test]
    fn player_with_rules_of_its_own_is_refused() {
        let player = Some("always-up:reading=listing".to_owned());
        let options = EndgameOptions { player, ..options(&["3:256"]) };
        let Err(CommandError::Failed(error)) = run_command(&options) else { panic!("no error") };
        assert!(error.contains("always-up:reading=listing"), "{error}");
        assert!(error.contains("rules of its own"), "{error}");
    }

    #[test]
    fn bad_formations_are_explained() {
        for bad in ["", "3", "3:", "3:100", "x:256", "3x2:256", "3:256:1", "-1:256"] {
            let error = bad.parse::<EndgameKind>().expect_err(bad);
            assert!(error.contains("such as 3:256"), "{error}");
        }
        assert!("9:256".parse::<EndgameKind>().is_ok() && "12:256".parse::<EndgameKind>().is_err());
        assert!(
            "3:4".parse::<EndgameKind>().expect_err("too small").contains("accepted: 8 to 16384")
        );
    }
}
