//! The games of all shards of a run together, checked.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::files::{open_locked, read_text};
use crate::games::header::{GamesHeader, Part, Series};
use crate::games::match_file::{self, Played};
use crate::games::saved::Key;
use crate::numbers::named;
use crate::output::{CommandError, Report};
use crate::run_log::{compare, whole_table};
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
    /// Format of the tables. match has only text and markdown
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
    games: Vec<(String, Played)>,
}

impl GamesFile {
    fn read(path: &Path) -> Result<GamesFile, String> {
        let name = path.display().to_string();
        let wrong = |error: String| format!("{name}: {error}");
        const COLUMNS: [&str; 2] = [match_file::COLUMNS, raw::COLUMNS];
        let text = whole_table(&read_text(path)?, &COLUMNS);
        let (header, lines) =
            GamesHeader::read(&text, &COLUMNS).map_err(|error| format!("{name} {error}"))?;
        let header_lines = text.lines().take_while(|&line| line != header.columns).count() + 1;
        let games = if header.columns == match_file::COLUMNS {
            let game = |line: &str| {
                let (player, played) = match_file::read(line).ok_or_else(|| {
                    wrong(format!("{line:?} is not a game; expected {}", match_file::COLUMNS))
                })?;
                Ok((format!("\"{player}\""), played))
            };
            lines.lines().map(game).collect::<Result<_, String>>()?
        } else {
            let game = |raw::Line { strategy, board: (rows, cols), game }| {
                (format!("\"{strategy}\",{rows},{cols}"), Played { record: game, nodes: None })
            };
            raw::read_after(header_lines, lines).map_err(wrong)?.into_iter().map(game).collect()
        };
        Ok(GamesFile { name, header, games })
    }
}

/// All games of a run.
pub struct Run {
    /// The header that the file of one run has.
    pub header: GamesHeader,
    /// The players with their games, in the order of the run.
    pub games: Vec<(String, BTreeMap<u64, Played>)>,
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
type GamesBySeed<'a> = BTreeMap<u64, (&'a GamesFile, Played)>;

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
    let mut games: Vec<(String, GamesBySeed<'_>)> = Vec::new();
    let declared = files.iter().filter_map(|file| file.header.part.as_ref());
    let players = match_file::players(&header).map(|(player, _)| format!("\"{player}\""));
    let names = declared.flat_map(|part| part.series.iter().map(|series| series.key.clone()));
    for key in names.chain(players).collect::<Vec<_>>() {
        games_of(&mut games, &key);
    }
    for file in files {
        for (key, played) in &file.games {
            let seed = played.record.seed;
            if let Some((other, first)) = games_of(&mut games, key).insert(seed, (file, *played)) {
                problems.push(repeated_game(key, (other, first), (file, *played)));
            }
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
    let games = games.into_iter().map(|(key, games)| {
        (key, games.into_iter().map(|(seed, (_, played))| (seed, played)).collect())
    });
    Ok(Run { header, games: games.collect() })
}

fn games_of<'a, T>(games: &'a mut Vec<(String, T)>, key: &str) -> &'a mut T
where
    T: Default,
{
    let place = games.iter().position(|(known, _)| known == key).unwrap_or(games.len());
    if place == games.len() {
        games.push((key.to_owned(), T::default()));
    }
    &mut games[place].1
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

fn repeated_game(key: &str, one: (&GamesFile, Played), other: (&GamesFile, Played)) -> String {
    let same = |played: Played| {
        let GameRecord { score, moves, largest_rank, .. } = played.record;
        (score, moves, largest_rank)
    };
    let differ = if same(one.1) == same(other.1) { "" } else { ", with different results" };
    let (seed, one, other) = (one.1.record.seed, &one.0.name, &other.0.name);
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
    let mut found: HashMap<&str, Vec<u64>> = HashMap::new();
    for (key, played) in &file.games {
        found.entry(key).or_default().push(played.record.seed);
    }
    for Series { key, seeds } in &part.series {
        let mut have = found.remove(key.as_str()).unwrap_or_default();
        have.sort_unstable();
        have.dedup();
        let (name, shard) = (&file.name, part.shard);
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
        let (name, list) = (&file.name, seed_list(&seeds));
        problems.push(format!("{name} has games of {key}, which its header does not name: {list}"));
    }
}

/// Checks that no seed is missing between the first and the last one.
fn check_gaps(key: &str, seeds: impl Iterator<Item = u64>, problems: &mut Vec<String>) {
    let mut last: Option<u64> = None;
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
            Some(_) => format!("{}\n", self.header.columns),
            None => self.header.to_string(),
        };
        if self.header.columns == match_file::COLUMNS {
            let all = self.games.iter().flat_map(|(key, games)| {
                games.values().map(move |played| (played, key.trim_matches('"')))
            });
            let mut all: Vec<_> = all.collect();
            all.sort_by_key(|(played, _)| played.record.seed);
            text.extend(all.into_iter().map(|(played, player)| match_file::line(player, played)));
            return text;
        }
        for ((strategy, rows, cols), games) in self.records() {
            text += &raw::lines(&strategy, rows, cols, &games);
        }
        text
    }

    /// The records of each strategy, in the order of the seeds.
    pub fn records(&self) -> impl Iterator<Item = (Key, Vec<GameRecord>)> {
        self.games.iter().filter_map(|(key, games)| {
            let (strategy, board) = key.strip_prefix('"')?.split_once("\",")?;
            let (rows, cols) = board.split_once(',')?;
            let key = (strategy.to_owned(), rows.parse().ok()?, cols.parse().ok()?);
            Some((key, games.values().map(|played| played.record).collect()))
        })
    }
}
