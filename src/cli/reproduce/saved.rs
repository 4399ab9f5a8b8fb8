//! Saved games of a paper's strategies, so that tables of many hours can be played in parts. A line does not say where
//! games end, so each paper needs its own file.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard};

use super::super::experiment::name;
use super::super::output::Ended;
use super::super::progress::Progress;
use crate::experiment::{GameRecord, Plan, Watch, raw, run};
use crate::files::{hold, replace};

/// The key of a strategy's games: its [`name`] and the board size.
type Key = (String, usize, usize);

/// The games of a file, and those that are added to it.
pub struct SavedGames<'a> {
    /// The file, locked against other processes.
    file: Option<(&'a Path, File)>,
    games: HashMap<Key, Vec<GameRecord>>,
    /// In the order of the file.
    order: Vec<Key>,
}

impl<'a> SavedGames<'a> {
    /// Opens the file, if one is given, and reads its games.
    ///
    /// # Errors
    /// If another process has locked the file, or it cannot be read or written.
    pub fn open(file: Option<&'a Path>) -> Result<Self, String> {
        let mut saved = Self { file: None, games: HashMap::new(), order: Vec::new() };
        let Some(path) = file else { return Ok(saved) };
        let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let mut file = hold(path)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|error| wrong(&error))?;
        // An incomplete last line is not a game.
        text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
        for raw::Line { strategy, board: (rows, cols), game } in
            raw::read(&text).map_err(|error| wrong(&error))?
        {
            saved.of((strategy, rows, cols)).push(game);
        }
        saved.file = Some((path, file));
        Ok(saved)
    }

    fn of(&mut self, key: Key) -> &mut Vec<GameRecord> {
        self.games.entry(key).or_insert_with_key(|key| {
            self.order.push(key.clone());
            Vec::new()
        })
    }

    /// The games of a plan: the saved ones, also those of later seeds, and the missing ones, which are played and saved
    /// one by one.
    pub fn play(&mut self, plan: &Plan, threads: usize) -> Result<Vec<GameRecord>, Ended> {
        let key = (name(plan), plan.rows, plan.cols);
        let games = self.of(key.clone());
        games.sort_by_key(|game| game.seed);
        games.dedup_by_key(|game| game.seed);
        let known: Vec<u64> = games.iter().map(|game| game.seed).collect();
        let wanted = plan.seeds()?;
        let missing: Vec<u64> = wanted.filter(|seed| known.binary_search(seed).is_err()).collect();
        if !missing.is_empty() {
            self.save()?; // The file then has a header and ends with a whole line.
            let file = self.file.as_ref().map(|(_, file)| file);
            let played =
                GameSaver::begin(file, &key, missing.len()).play(plan, &missing, threads)?;
            let games = self.of(key.clone());
            games.extend(played);
            games.sort_by_key(|game| game.seed);
            self.save()?; // In the order of the seeds.
        }
        let games = self.of(key).iter();
        Ok(games.filter(|game| game.seed >= plan.first_seed).copied().collect())
    }

    fn save(&mut self) -> Result<(), String> {
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        let mut text = format!("{}\n", raw::HEADER);
        for key @ (strategy, rows, cols) in &self.order {
            text += &raw::lines(strategy, *rows, *cols, &self.games[key]);
        }
        *file = replace(path, |file| file.write_all(text.as_bytes()))
            .map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(())
    }
}

/// Saves the games of one strategy as they end.
struct GameSaver<'a> {
    key: &'a Key,
    file: Option<&'a File>,
    progress: Progress,
    trouble: Mutex<Option<std::io::Error>>,
}

impl<'a> GameSaver<'a> {
    fn begin(file: Option<&'a File>, key: &'a Key, games: usize) -> Self {
        let progress = Progress::new(&key.0, games as u64);
        Self { key, file, progress, trouble: Mutex::new(None) }
    }

    /// Plays the games of these seeds, which are in increasing order.
    fn play(self, plan: &Plan, seeds: &[u64], threads: usize) -> Result<Vec<GameRecord>, Ended> {
        let parts = seeds.chunk_by(|a, b| a + 1 == *b).map(|seeds| {
            let (games, first_seed) = (seeds.len() as u64, seeds[0]);
            run(&Plan { games, first_seed, ..plan.clone() }, threads, &self)
        });
        let played: Result<Vec<_>, _> = parts.collect();
        self.progress.finish();
        if let Some(error) = self.trouble().take() {
            return Err(format!("cannot save games: {error}").into());
        }
        Ok(played?.concat())
    }

    fn trouble(&self) -> MutexGuard<'_, Option<std::io::Error>> {
        self.trouble.lock().unwrap_or_else(|broken| broken.into_inner())
    }
}

impl Watch for GameSaver<'_> {
    fn game_ended(&self, game: &GameRecord) {
        self.progress.game_ended(game);
        let (Some(mut file), (strategy, rows, cols)) = (self.file, self.key) else {
            return;
        };
        // A single write, so that lines of two threads do not mix.
        let line = raw::lines(strategy, *rows, *cols, std::slice::from_ref(game));
        if let Err(error) = file.write_all(line.as_bytes()) {
            *self.trouble() = Some(error);
        }
    }

    fn stopped(&self) -> bool {
        self.trouble().is_some()
    }

    fn seconds(&self) -> f64 {
        self.progress.seconds()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::SpawnLaw;

    fn plan(first_seed: u64, games: u64) -> Plan {
        let chosen = "always-up".parse().unwrap();
        Plan { chosen, rows: 2, cols: 2, games, first_seed, end_at: None, spawns: SpawnLaw::Rules }
    }

    #[test]
    fn saved_games_are_not_played_again() {
        let file =
            std::env::temp_dir().join(format!("afterstate-saved-{}.csv", std::process::id()));
        let first = SavedGames::open(Some(&file)).unwrap().play(&plan(3, 4), 1).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(text.lines().count(), 5);
        // An impossible score shows that the game was read and not played.
        let seed = format!("2,2,4,{},", first[1].score);
        std::fs::write(&file, text.replace(&seed, "2,2,4,7777,")).unwrap();
        let more = SavedGames::open(Some(&file)).unwrap().play(&plan(2, 3), 1).unwrap();
        assert_eq!(more.iter().map(|game| game.seed).collect::<Vec<_>>(), [2, 3, 4, 5, 6]);
        assert_eq!((more[1].score, more[2].score), (first[0].score, 7777));
        assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 6);
        // The game of an incomplete line, seed 7, is played again.
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text.clone() + "\"always-up\",2,2,7,1").unwrap();
        let again = SavedGames::open(Some(&file)).unwrap().play(&plan(7, 1), 1).unwrap();
        assert_eq!(again.iter().map(|game| game.seed).collect::<Vec<_>>(), [7]);
        assert!(std::fs::read_to_string(&file).unwrap().starts_with(&text));
        let _held = SavedGames::open(Some(&file)).unwrap();
        assert!(SavedGames::open(Some(&file)).err().unwrap().contains("another process"));
        std::fs::remove_file(&file).unwrap();
        std::fs::write(&file, "nonsense\n").unwrap();
        assert!(SavedGames::open(Some(&file)).err().unwrap().contains("line 1"));
        std::fs::remove_file(&file).unwrap();
    }
}
