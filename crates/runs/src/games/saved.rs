//! Games of strategies in a file, each saved as it ends, so that tables of many hours can be played
//! in parts.

use std::collections::HashMap;
use std::path::Path;

use super::Scheduling;
use super::header::{GamesHeader, Series};
use crate::output::CommandError;
use crate::progress::{Progress, ProgressStyle};
use crate::run_log::RunLog;
use afterstate_papers::experiment::{GameRecord, Missing, Observer, Plan, raw, run_seeds};

/// The key of a strategy's games: its name with a mark for even spawns, and the board size.
pub type Key = (String, usize, usize);

/// The key of a plan's games.
pub fn key(plan: &Plan) -> Key {
    (plan.name(), plan.rows, plan.cols)
}

/// The header of a file with the games of these plans.
///
/// # Errors
/// If only a shard is played and there is no file for it.
pub fn header(
    command: GamesHeader,
    plans: &[Plan],
    scheduling: &Scheduling,
    has_file: bool,
) -> Result<GamesHeader, CommandError> {
    let mut series: Vec<Series> = Vec::new();
    for plan in plans {
        let (name, rows, cols) = key(plan);
        let key = format!("\"{name}\",{rows},{cols}");
        let seeds = plan.seeds()?;
        // Papers have some strategies twice, with different numbers of games.
        match series.iter_mut().find(|known| known.key == key) {
            Some(known) => {
                let last = known.seeds.end().max(seeds.end());
                known.seeds = *known.seeds.start()..=*last;
            }
            None => series.push(Series { key, seeds }),
        }
    }
    Ok(scheduling.complete(command, series, "--csv", has_file)?)
}

/// The games of a file, and those that are added to it.
pub struct SavedGames<'a> {
    file: Option<RunLog>,
    header: String,
    games: HashMap<Key, Vec<GameRecord>>,
    /// In the order of the file.
    order: Vec<Key>,
    scheduling: &'a Scheduling,
}

impl<'a> SavedGames<'a> {
    fn new(header: &GamesHeader, scheduling: &'a Scheduling) -> Self {
        let (games, order) = (HashMap::new(), Vec::new());
        Self { file: None, header: header.to_string(), games, order, scheduling }
    }

    /// Reads the games of a file, which is not changed.
    ///
    /// # Errors
    /// If the file has games of something else or cannot be read.
    pub fn read(
        path: &Path,
        header: &GamesHeader,
        scheduling: &'a Scheduling,
    ) -> Result<Self, String> {
        let mut saved = Self::new(header, scheduling);
        saved.add(path, &RunLog::read(path, &header.to_string())?)?;
        Ok(saved)
    }

    /// Opens the file, if one is given, and reads its games.
    ///
    /// # Errors
    /// If the file has games of something else, another process has locked it, or it cannot be read
    /// or written.
    pub fn open(
        file: Option<&Path>,
        header: &GamesHeader,
        scheduling: &'a Scheduling,
    ) -> Result<Self, String> {
        let mut saved = Self::new(header, scheduling);
        let Some(path) = file else { return Ok(saved) };
        let (file, lines) = RunLog::open(path, &header.to_string())?;
        saved.add(path, &lines)?;
        saved.file = Some(file);
        Ok(saved)
    }

    /// Adds the games of these lines of a file.
    fn add(&mut self, path: &Path, lines: &str) -> Result<(), String> {
        let header = self.header.lines().count();
        let lines = raw::read_after(header, lines)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        for raw::Line { strategy, board: (rows, cols), game } in lines {
            self.of((strategy, rows, cols)).push(game);
        }
        Ok(())
    }

    fn of(&mut self, key: Key) -> &mut Vec<GameRecord> {
        self.games.entry(key).or_insert_with_key(|key| {
            self.order.push(key.clone());
            Vec::new()
        })
    }

    /// The saved games of a plan, also those of later seeds.
    pub fn stored(&mut self, plan: &Plan) -> Vec<GameRecord> {
        let mut games = self.of(key(plan)).clone();
        games.sort_by_key(|game| game.seed);
        games.dedup_by_key(|game| game.seed);
        games.retain(|game| game.seed >= plan.first_seed);
        games
    }

    /// The games of a plan's shard: the saved ones, also those of later seeds, and the missing
    /// ones, which are played and saved one by one.
    pub fn play(&mut self, plan: &Plan, threads: usize) -> Result<Vec<GameRecord>, CommandError> {
        let (seeds, shard) = (plan.seeds()?, self.scheduling.shard());
        let key = key(plan);
        let games = self.of(key.clone());
        games.sort_by_key(|game| game.seed);
        games.dedup_by_key(|game| game.seed);
        let known = games.iter().filter_map(|game| shard.place(&seeds, game.seed));
        let wanted = shard.games(&seeds);
        let missing = Missing::new(wanted, known);
        if missing.count() > 0 {
            let file = self.file.as_ref();
            let style = self.scheduling.style();
            let saver = GameSaver::begin(file, &key, wanted, missing.count(), style);
            let seed = |index| shard.seed(&seeds, missing.index(index));
            let played = saver.play(plan, missing.count(), seed, threads)?;
            let games = self.of(key.clone());
            games.extend(played);
            games.sort_by_key(|game| game.seed);
            self.save()?; // In the order of the seeds.
        }
        let games = self.of(key).iter();
        Ok(games.filter(|game| game.seed >= plan.first_seed).copied().collect())
    }

    fn save(&mut self) -> Result<(), String> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let mut text = self.header.clone();
        for key @ (strategy, rows, cols) in &self.order {
            text += &raw::lines(strategy, *rows, *cols, &self.games[key]);
        }
        file.rewrite(&text)
    }
}

/// Saves the games of one strategy as they end.
struct GameSaver<'a> {
    key: &'a Key,
    file: Option<&'a RunLog>,
    progress: Progress,
}

impl<'a> GameSaver<'a> {
    fn begin(
        file: Option<&'a RunLog>,
        key: &'a Key,
        wanted: u64,
        missing: u64,
        style: ProgressStyle,
    ) -> Self {
        let progress = Progress::resumed(&key.0, wanted, missing, style);
        Self { key, file, progress }
    }

    fn play(
        self,
        plan: &Plan,
        games: u64,
        seed: impl Fn(u64) -> u64 + Sync,
        threads: usize,
    ) -> Result<Vec<GameRecord>, CommandError> {
        let played = run_seeds(plan, games, seed, threads, &self);
        self.progress.finish();
        self.file.map_or(Ok(()), RunLog::result)?;
        Ok(played?)
    }
}

impl Observer for GameSaver<'_> {
    fn game_ended(&self, game: &GameRecord) {
        self.progress.game_ended(game);
        if let (Some(file), (strategy, rows, cols)) = (self.file, self.key) {
            // An error ends the experiment.
            let _ = file.append(&raw::lines(strategy, *rows, *cols, std::slice::from_ref(game)));
        }
    }

    fn stopped(&self) -> bool {
        self.file.is_some_and(|file| file.result().is_err())
    }

    fn seconds(&self) -> f64 {
        self.progress.seconds()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::ProgressFormat;
    use afterstate_papers::experiment::SpawnLaw;

    const HEADER: GamesHeader =
        GamesHeader { comments: String::new(), part: None, columns: raw::COLUMNS };
    const ALL: Scheduling = Scheduling { shard: None, progress: ProgressFormat::Bar };

    fn plan(first_seed: u64, games: u64) -> Plan {
        let chosen = "always-up".parse().unwrap();
        Plan { chosen, rows: 2, cols: 2, games, first_seed, end_at: None, spawns: SpawnLaw::Rules }
    }

    fn open(path: &Path) -> Result<SavedGames<'_>, String> {
        SavedGames::open(Some(path), &HEADER, &ALL)
    }

    #[test]
    fn saved_games_are_not_played_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.csv");
        let first = open(&file).unwrap().play(&plan(3, 4), 1).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(text.lines().count(), 5);
        // An impossible score shows that the game was read and not played.
        let seed = format!("2,2,4,{},", first[1].score);
        std::fs::write(&file, text.replace(&seed, "2,2,4,7777,")).unwrap();
        let more = open(&file).unwrap().play(&plan(2, 3), 1).unwrap();
        assert_eq!(more.iter().map(|game| game.seed).collect::<Vec<_>>(), [2, 3, 4, 5, 6]);
        assert_eq!((more[1].score, more[2].score), (first[0].score, 7777));
        assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 6);
        // The game of an incomplete line, seed 7, is played again.
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text.clone() + "\"always-up\",2,2,7,1").unwrap();
        let again = open(&file).unwrap().play(&plan(7, 1), 1).unwrap();
        assert_eq!(again.iter().map(|game| game.seed).collect::<Vec<_>>(), [7]);
        assert!(std::fs::read_to_string(&file).unwrap().starts_with(&text));
        let _locked = open(&file).unwrap();
        assert!(open(&file).err().unwrap().contains("another process"));
        std::fs::remove_file(&file).unwrap();
        std::fs::write(&file, "nonsense\n").unwrap();
        assert!(open(&file).err().unwrap().contains("nonsense"));
        std::fs::write(&file, format!("{}\nnonsense\n", raw::COLUMNS)).unwrap();
        assert!(open(&file).err().unwrap().contains("line 2 is not a game"));
        std::fs::remove_file(&file).unwrap();
    }
}
