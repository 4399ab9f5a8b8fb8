//! The games of all shards of a run together, checked.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::files::{open_locked, read_text};
use crate::games::Key;
use crate::games::header::{GamesHeader, Part, Series};
use crate::numbers::named;
use crate::output::{CommandError, Report};
use crate::run_log::compare;
use afterstate_papers::experiment::table::Format;
use afterstate_papers::experiment::{GameRecord, raw};

/// The options of `merge`.
#[derive(Args, Debug)]
pub struct MergeOptions {
    /// The CSV files of all shards of one run
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Also write all games to this new file, as one run without shards would have
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Format of the table
    #[arg(long, default_value = "text", value_parser = named(&Format::ALL))]
    format: Format,
}

/// The maximum number of problems that are listed; the rest are counted.
const LISTED: usize = 20;

/// The maximum number of seeds that a problem lists.
const SEEDS_LISTED: usize = 5;

/// A file of games.
struct GamesFile {
    name: String,
    header: GamesHeader,
    games: Vec<(Key, GameRecord)>,
}

impl GamesFile {
    fn read(path: &Path) -> Result<GamesFile, String> {
        let name = path.display().to_string();
        let (header, lines) =
            GamesHeader::read(&read_text(path)?).map_err(|error| format!("{name} {error}"))?;
        let game = |raw::Line { player, board: (rows, cols), game }| ((player, rows, cols), game);
        Ok(GamesFile { name, header, games: lines.into_iter().map(game).collect() })
    }
}

/// All games of a run.
pub struct Run {
    /// The header that the file of one run has.
    pub header: GamesHeader,
    /// The players with their games in the order of the seeds, in the order of the run.
    pub games: Vec<(Key, Vec<GameRecord>)>,
}

/// Merges the files: the games, if they are to be written, and the tables that `tables` makes of them.
///
/// # Errors
/// A message with everything that is missing, repeated or does not belong.
pub fn run_command(
    options: &MergeOptions,
    tables: impl FnOnce(&Run, Format) -> Result<String, CommandError>,
) -> Result<Report, CommandError> {
    let files = options.files.iter().map(|path| GamesFile::read(path));
    let files = files.collect::<Result<Vec<_>, _>>()?;
    let run = merge(&files)?;
    options.output.as_deref().map(check_new).transpose()?;
    let tables = tables(&run, options.format)?;
    let output = options.output.iter().map(|path| (path, run.text()));
    Ok(Report::new(tables).with_files(output))
}

/// Checks that the file does not exist yet, or is empty, and can be written.
fn check_new(path: &Path) -> Result<(), String> {
    let file = open_locked(path)?;
    let length = file.metadata().map_err(|error| format!("{}: {error}", path.display()))?.len();
    if length > 0 {
        return Err(format!("{} exists already; name a new file", path.display()));
    }
    Ok(())
}

/// The games of one player by seed, each with its file.
type GamesBySeed<'a> = BTreeMap<u64, (&'a GamesFile, GameRecord)>;

/// Merges the files.
///
/// # Errors
/// If they are of different runs, or do not have each game of the run exactly once.
fn merge(files: &[GamesFile]) -> Result<Run, String> {
    let header = unsharded(&files[0].header);
    for file in &files[1..] {
        compare(&unsharded(&file.header).to_string(), &header.to_string())
            .map_err(|_| different_runs(&files[0], file))?;
    }
    let mut problems = Vec::new();
    let mut games: Vec<(Key, GamesBySeed<'_>)> = Vec::new();
    for part in files.iter().filter_map(|file| file.header.part.as_ref()) {
        for series in &part.series {
            games_of(&mut games, &series.key);
        }
    }
    for file in files {
        for (key, game) in &file.games {
            let (seed, here) = (game.seed, (file, *game));
            if let Some(there) = games_of(&mut games, key).insert(seed, here) {
                problems.push(repeated_game(key, there, here));
            }
        }
    }
    for (player, _) in header.players() {
        if !games.iter().any(|((name, ..), _)| name == player) {
            problems.push(format!("there are no games of \"{player}\""));
        }
    }
    check_shards(files, &mut problems);
    for (key, games) in &games {
        check_gaps(key, games.keys().copied(), &mut problems);
    }
    if !problems.is_empty() {
        let more = problems.len().saturating_sub(LISTED);
        problems.truncate(LISTED);
        if more > 0 {
            problems.push(format!("and {more} more"));
        }
        return Err(format!("these files are not one whole run:\n  {}", problems.join("\n  ")));
    }
    let records = |games: GamesBySeed<'_>| games.into_values().map(|(_, game)| game).collect();
    let games = games.into_iter().map(|(key, games)| (key, records(games)));
    Ok(Run { header, games: games.collect() })
}

fn games_of<'a, T: Default>(games: &'a mut Vec<(Key, T)>, key: &Key) -> &'a mut T {
    let place = games.iter().position(|(known, _)| known == key).unwrap_or(games.len());
    if place == games.len() {
        games.push((key.clone(), T::default()));
    }
    &mut games[place].1
}

/// The player of a key for people.
fn name_of((player, rows, cols): &Key) -> String {
    match (rows, cols) {
        (4, 4) => format!("\"{player}\""),
        _ => format!("\"{player}\" on {rows}x{cols}"),
    }
}

/// The header that a file of the whole run has.
fn unsharded(header: &GamesHeader) -> GamesHeader {
    GamesHeader { part: None, ..header.clone() }
}

fn different_runs(one: &GamesFile, other: &GamesFile) -> String {
    let lines = |file: &GamesFile| {
        let header = unsharded(&file.header).to_string();
        header.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let (ours, theirs) = (lines(one), lines(other));
    let differ = (0..ours.len().max(theirs.len())).find(|&at| ours.get(at) != theirs.get(at));
    let line = |lines: &[String]| {
        differ.and_then(|at| lines.get(at).cloned()).unwrap_or_else(|| "nothing".to_owned())
    };
    let (one, other) = (&one.name, &other.name);
    format!(
        "{one} and {other} are of different runs: where {one} has\n  {}\n{other} has\n  {}",
        line(&ours),
        line(&theirs)
    )
}

fn repeated_game(
    key: &Key,
    one: (&GamesFile, GameRecord),
    other: (&GamesFile, GameRecord),
) -> String {
    let same = |game: GameRecord| (game.score, game.moves, game.largest_rank);
    let differ = if same(one.1) == same(other.1) { "" } else { ", with different results" };
    let (seed, key, one, other) = (one.1.seed, name_of(key), &one.0.name, &other.0.name);
    if one == other {
        format!("{one} has seed {seed} of {key} twice{differ}")
    } else {
        format!("seed {seed} of {key} is in {one} and in {other}{differ}")
    }
}

/// Checks that each shard's file has the games of the shard and no others, and that no shard is
/// missing.
fn check_shards(files: &[GamesFile], problems: &mut Vec<String>) {
    let mut runs: Vec<(&[Series], u64, Vec<u64>)> = Vec::new();
    for file in files {
        let Some(part) = &file.header.part else { continue };
        let (index, count) = (part.shard.index(), part.shard.count());
        let known = runs.iter_mut().find(|run| (run.0, run.1) == (&part.series, count));
        match known {
            Some((.., present)) => present.push(index),
            None => runs.push((&part.series, count, vec![index])),
        }
        check_games(file, part, problems);
    }
    for (_, count, present) in runs {
        let missing = (1..=count).filter(|index| !present.contains(index)).take(LISTED + 1);
        problems.extend(missing.map(|index| format!("shard {index}/{count} is missing")));
    }
}

/// Checks that a shard's file has the games of the shard and no others.
fn check_games(file: &GamesFile, part: &Part, problems: &mut Vec<String>) {
    let mut found: HashMap<&Key, Vec<u64>> = HashMap::new();
    for (key, game) in &file.games {
        found.entry(key).or_default().push(game.seed);
    }
    for Series { key, seeds } in &part.series {
        let mut have = found.remove(key).unwrap_or_default();
        have.sort_unstable();
        have.dedup();
        let (name, shard, key) = (&file.name, part.shard, name_of(key));
        let foreign: Vec<u64> =
            have.iter().copied().filter(|&seed| !shard.has(seeds, seed)).collect();
        // The header may declare far more games than could be listed.
        let total = shard.games(seeds);
        let missing = total - (have.len() - foreign.len()) as u64;
        if missing > 0 {
            let seeds = shard.seeds(seeds.clone());
            let without = seeds.filter(|seed| have.binary_search(seed).is_err());
            let list = seed_list(&without.take(SEEDS_LISTED + 1).collect::<Vec<_>>());
            problems.push(format!(
                "{name} (shard {shard}) lacks {missing} of {total} games of {key}: {list}"
            ));
        }
        if !foreign.is_empty() {
            let list = seed_list(&foreign);
            problems.push(format!("{name} has games of {key} outside shard {shard}: {list}"));
        }
    }
    for (key, seeds) in found {
        let (name, key, list) = (&file.name, name_of(key), seed_list(&seeds));
        problems.push(format!("{name} has games of {key}, which its header does not name: {list}"));
    }
}

/// Checks that no seed is missing between the first and the last one.
fn check_gaps(key: &Key, seeds: impl Iterator<Item = u64>, problems: &mut Vec<String>) {
    let (key, mut last) = (name_of(key), None::<u64>);
    for seed in seeds {
        if let Some(last) = last.filter(|last| last + 1 < seed) {
            let (from, to) = (last + 1, seed - 1);
            problems.push(match from == to {
                true => format!("seed {from} of {key} is missing"),
                false => format!("seeds {from} to {to} of {key} are missing"),
            });
        }
        last = Some(seed);
    }
    if last.is_none() {
        problems.push(format!("there are no games of {key}"));
    }
}

/// `seed 4` or `seeds 4, 7, 9, …`.
fn seed_list(seeds: &[u64]) -> String {
    let some: Vec<String> = seeds.iter().take(SEEDS_LISTED).map(u64::to_string).collect();
    let (many, more) = (
        if seeds.len() > 1 { "seeds" } else { "seed" },
        if seeds.len() > some.len() { ", …" } else { "" },
    );
    format!("{many} {}{more}", some.join(", "))
}

impl Run {
    /// The name of the paper, if the games are those of a reproduction.
    pub fn paper(&self) -> Option<&str> {
        let name = self.header.comments.strip_prefix("# afterstate reproduce ")?;
        name.split(' ').next()
    }

    /// The file of one run.
    fn text(&self) -> String {
        let mut text = match self.paper() {
            // Files of whole reproductions have no comments.
            Some(_) => format!("{}\n", raw::COLUMNS),
            None => self.header.to_string(),
        };
        for ((player, rows, cols), games) in &self.games {
            text += &raw::lines(player, *rows, *cols, games);
        }
        text
    }
}
