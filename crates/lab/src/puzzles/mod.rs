//! `cargo lab puzzles`: mines the page's puzzles, positions in which one move is clearly right, from
//! games of imperfect players. A file keeps what each game gave, so that an interrupted run continues.

mod mine;
mod playouts;
mod puzzle;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::Args;

use afterstate_runs::files::check_outputs;
use afterstate_runs::network;
use afterstate_runs::numbers::{at_least, whole};
use afterstate_runs::output::{CommandError, Report, note};
use afterstate_runs::run_log::RunLog;
use mine::{COLUMNS, Find, Miner};
use puzzle::{Level, Puzzle};

/// The options of `cargo lab puzzles`.
#[derive(Args, Debug)]
#[command(after_help = "\
To make the page's puzzles again:

  cargo lab puzzles models/lite.bin --check models/full.bin --finds puzzles.csv \\
    --games 3000 --out www/puzzles/puzzles.json")]
pub struct PuzzlesOptions {
    /// The network's file: it evaluates the positions and plays on from them
    #[arg(value_name = "NETWORK")]
    network: PathBuf,
    /// Another network's file, which must agree on the right move and that each other one loses
    /// 4% or more
    #[arg(long, value_name = "NETWORK")]
    check: PathBuf,
    /// The file of what each game gave. Games that it lacks are played and added
    #[arg(long, value_name = "FILE")]
    finds: PathBuf,
    /// Imperfect games to take positions from, at most one puzzle of each
    #[arg(long, value_name = "GAMES", default_value_t = 3000, value_parser = whole(0))]
    games: u64,
    /// Seed of the first game; each later game adds 1. The default, 3 * 2^32, is far from the seeds
    /// of other games
    #[arg(long, default_value_t = 3 << 32, value_parser = whole(0))]
    seed: u64,
    /// Puzzles to find, of each level at most half. No game is played once they are found
    #[arg(long, value_name = "PUZZLES", default_value_t = 180, value_parser = at_least(0_usize))]
    count: usize,
    /// Write the puzzles to this file as JSON, easiest first
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Runs the command: plays the missing games, and writes the puzzles.
///
/// # Errors
/// A message for the user.
pub fn run_command(options: &PuzzlesOptions) -> Result<Report, CommandError> {
    let PuzzlesOptions { network, check, finds: path, out, count, .. } = options;
    check_outputs(&[path, out], &[network, check])?;
    let (player, judge) = (network::load(network)?, network::load(check)?);
    let finds = collect(&mut Miner::new(&player, &judge), options)?;
    let puzzles = choose(&finds, *count);
    let lines: Vec<String> = puzzles.iter().map(Puzzle::to_string).collect();
    let text = serde_json::to_string_pretty(&lines)? + "\n";
    let mut found: String = Level::ALL
        .into_iter()
        .map(|level| {
            let found = puzzles.iter().filter(|puzzle| puzzle.level() == level).count();
            format!("{:<8}{found}\n", level.name())
        })
        .collect();
    let (count, games, bytes) = (puzzles.len(), finds.len(), text.len());
    found += &format!("{count} puzzles of {games} games, {bytes} bytes\n");
    Ok(Report::new(found).with_file(out, text))
}

/// The finds of the file, with those of games that it lacks.
fn collect(miner: &mut Miner<'_>, options: &PuzzlesOptions) -> Result<Vec<Find>, String> {
    let path: &Path = &options.finds;
    let (log, lines) = RunLog::open(path, &header(options)?)?;
    let mut finds: Vec<Find> = lines
        .lines()
        .map(str::parse)
        .collect::<Result<_, _>>()
        .map_err(|error: String| format!("{}: {error}", path.display()))?;
    let known: HashSet<u64> = finds.iter().map(|find| find.game).collect();
    let games = (0..options.games).map(|index| options.seed.wrapping_add(index));
    for game in games.filter(|game| !known.contains(game)) {
        let open = open_levels(&finds, options.count);
        if open.is_empty() {
            break;
        }
        let find = miner.mine(game, &open);
        log.append(&format!("{find}\n"))?;
        note!("{find}\n");
        finds.push(find);
    }
    Ok(finds)
}

/// The header of the finds: what a game gives depends on both networks.
fn header(options: &PuzzlesOptions) -> Result<String, String> {
    let [network, check] = [&options.network, &options.check].map(|path| network::checksum(path));
    Ok(format!("# networks: crc32 {:08x}, checked by {:08x}\n{COLUMNS}\n", network?, check?))
}

/// The levels to look for: none once there are enough puzzles, and none that has half of them.
fn open_levels(finds: &[Find], count: usize) -> Vec<Level> {
    let puzzles = choose(finds, count);
    let of = |level| puzzles.iter().filter(|puzzle| puzzle.level() == level).count();
    let is_open = |&level: &Level| puzzles.len() < count && of(level) < most_of_level(count);
    Level::ALL.into_iter().filter(is_open).collect()
}

/// The most puzzles of one level among this many.
fn most_of_level(count: usize) -> usize {
    count.div_ceil(2)
}

/// The first puzzles with different boards, at most half of them of one level, easiest first.
fn choose(finds: &[Find], count: usize) -> Vec<Puzzle> {
    let mut boards = HashSet::new();
    let found = finds.iter().filter_map(|find| find.puzzle);
    let different = found.filter(|puzzle| boards.insert(puzzle.canonical()));
    let mut chosen: Vec<Puzzle> = Vec::new();
    for puzzle in different {
        let of_level = chosen.iter().filter(|other| other.level() == puzzle.level()).count();
        if chosen.len() < count && of_level < most_of_level(count) {
            chosen.push(puzzle);
        }
    }
    chosen.sort_by_key(Puzzle::difficulty);
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use afterstate::eval::cache::EvalCache;
    use afterstate::search::{Limits, Searcher};

    fn find(game: u64, puzzle: &str) -> Find {
        format!("{game},{puzzle},50,9.5").parse().expect("a find")
    }

    #[test]
    fn levels_close_when_enough_is_found_and_no_board_is_chosen_twice() {
        let finds = [
            find(1, "0000000102340567 4 0 9 9 -"),
            find(2, "0000100043207650 4 0 9 9 -"), // a reflection of the first
            find(3, "0000000102340568 1 0 9 9 -"),
            "4,,,".parse().expect("a find"),
        ];
        assert_eq!(open_levels(&finds, 6), Level::ALL);
        assert_eq!(open_levels(&finds[..2], 2), [Level::Easy, Level::Medium]);
        assert_eq!(open_levels(&finds, 2), []);
        let chosen = choose(&finds, 6);
        assert_eq!(chosen.iter().map(|puzzle| puzzle.plies).collect::<Vec<_>>(), [1, 4]);
        assert_eq!(finds[0].to_string(), "1,0000000102340567 4 0 9 9 -,50,9.5");
        assert_eq!(finds[3].to_string(), "4,,,");
        assert!("1,x,50,9.5".parse::<Find>().is_err() && "1".parse::<Find>().is_err());
    }

    /// An earlier run with a larger count may have left more finds of a level.
    #[test]
    fn at_most_half_of_the_puzzles_are_of_one_level() {
        let easy = |game, rank: u8| find(game, &format!("00000001023405{rank:x}8 1 0 9 9 -"));
        let finds = [easy(1, 4), easy(2, 5), easy(3, 6), find(4, "0000000102340567 4 0 9 9 -")];
        let levels: Vec<Level> = choose(&finds, 4).iter().map(Puzzle::level).collect();
        assert_eq!(levels, [Level::Easy, Level::Easy, Level::Hard]);
        assert_eq!(open_levels(&finds, 4), [Level::Medium, Level::Hard]);
    }

    /// The page's puzzles.
    fn shipped() -> (usize, Vec<Puzzle>) {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/puzzles/puzzles.json");
        let text = std::fs::read_to_string(path).expect("the page's puzzles");
        let lines: Vec<String> = serde_json::from_str(&text).expect("a list");
        (text.len(), lines.iter().map(|line| line.parse().expect("a puzzle")).collect())
    }

    #[test]
    fn the_page_has_enough_different_puzzles_in_a_small_file() {
        let (bytes, puzzles) = shipped();
        assert!(puzzles.len() >= 150 && bytes <= 30_000, "{} in {bytes}", puzzles.len());
        let boards: HashSet<_> = puzzles.iter().map(Puzzle::canonical).collect();
        assert_eq!(boards.len(), puzzles.len());
        assert!(puzzles.iter().all(|puzzle| puzzle.lead() >= 4));
    }

    #[test]
    fn the_evaluation_of_the_page_finds_the_right_moves() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/lite.bin");
        let model = network::load(Path::new(path)).expect("the network lite");
        let mut searcher = Searcher::new(EvalCache::new(&model), 1 << 24);
        // As the coach of the page asks (www/ai/effort.js).
        let limits = Limits::nodes(200_000);
        for puzzle in shipped().1.iter().step_by(10) {
            let found = searcher.evaluate(&puzzle.grid, &limits, None).expect("a 4x4 board");
            let best = found.best.map(|best| puzzle.losses[best.index()]);
            assert_eq!(best, Some(Some(0)), "{puzzle}");
        }
    }
}
