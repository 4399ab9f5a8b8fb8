//! The games of a document's strategies kept in a file, so that tables of many hours can be played in parts.
//!
//! A strategy's games are told by its text form, which does not say where games end: a file holds the games of one
//! document.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard};

use super::super::experiment::name;
use super::super::progress::Progress;
use crate::experiment::{GameRecord, Plan, Watch, raw, run};
use crate::files::{hold, replace};

/// What tells the games of a strategy from those of another: its name, see [`name`], and the board.
type Who = (String, usize, usize);

/// The games that a file of raw games holds, and those that are played on top.
pub struct Kept<'a> {
    /// Where they are kept, held so that no other process writes there.
    file: Option<(&'a Path, File)>,
    games: HashMap<Who, Vec<GameRecord>>,
    /// In the order of the file.
    order: Vec<Who>,
}

impl<'a> Kept<'a> {
    /// Opens the file, if there is to be one, and reads what it holds.
    ///
    /// # Errors
    /// If another process writes it, or it cannot be read, written or understood.
    pub fn open(file: Option<&'a Path>) -> Result<Self, String> {
        let mut kept = Self { file: None, games: HashMap::new(), order: Vec::new() };
        let Some(path) = file else { return Ok(kept) };
        let told = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let mut file = hold(path)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|error| told(&error))?;
        // A line that a kill cut short is no game.
        text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
        for raw::Line { strategy, board: (rows, cols), game } in
            raw::read(&text).map_err(|error| told(&error))?
        {
            kept.of((strategy, rows, cols)).push(game);
        }
        kept.file = Some((path, file));
        Ok(kept)
    }

    fn of(&mut self, who: Who) -> &mut Vec<GameRecord> {
        self.games.entry(who).or_insert_with_key(|who| {
            self.order.push(who.clone());
            Vec::new()
        })
    }

    /// The games of a plan: those of its seeds that are not kept are played, and each is in the file when it has ended.
    /// Kept games of later seeds belong to them.
    pub fn play(&mut self, plan: &Plan, threads: usize) -> Result<Vec<GameRecord>, String> {
        let who = (name(plan), plan.rows, plan.cols);
        let games = self.of(who.clone());
        games.sort_by_key(|game| game.seed);
        games.dedup_by_key(|game| game.seed);
        let known: Vec<u64> = games.iter().map(|game| game.seed).collect();
        let wanted = plan.seeds().map_err(|error| error.to_string())?;
        let missing: Vec<u64> = wanted.filter(|seed| known.binary_search(seed).is_err()).collect();
        if !missing.is_empty() {
            self.save()?; // the file is there, begins as it must and ends with a whole line
            let file = self.file.as_ref().map(|(_, file)| file);
            let played = Notes::begin(file, &who, missing.len()).play(plan, &missing, threads)?;
            let games = self.of(who.clone());
            games.extend(played);
            games.sort_by_key(|game| game.seed);
            self.save()?; // in the order of the seeds
        }
        let games = self.of(who).iter();
        Ok(games.filter(|game| game.seed >= plan.first_seed).copied().collect())
    }

    fn save(&mut self) -> Result<(), String> {
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        let mut text = format!("{}\n", raw::HEADER);
        for who @ (strategy, rows, cols) in &self.order {
            text += &raw::lines(strategy, *rows, *cols, &self.games[who]);
        }
        *file = replace(path, |file| file.write_all(text.as_bytes()))
            .map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(())
    }
}

/// Watches the games of one strategy and notes each in the file.
struct Notes<'a> {
    who: &'a Who,
    file: Option<&'a File>,
    progress: Progress,
    trouble: Mutex<Option<std::io::Error>>,
}

impl<'a> Notes<'a> {
    fn begin(file: Option<&'a File>, who: &'a Who, games: usize) -> Self {
        let progress = Progress::new(&who.0, games as u64);
        Self { who, file, progress, trouble: Mutex::new(None) }
    }

    /// Plays the games of these seeds, which rise.
    fn play(self, plan: &Plan, seeds: &[u64], threads: usize) -> Result<Vec<GameRecord>, String> {
        let parts = seeds.chunk_by(|a, b| a + 1 == *b).map(|seeds| {
            let (games, first_seed) = (seeds.len() as u64, seeds[0]);
            run(&Plan { games, first_seed, ..plan.clone() }, threads, &self)
        });
        let played: Result<Vec<_>, _> = parts.collect();
        self.progress.finish();
        if let Some(error) = self.trouble().take() {
            return Err(format!("games could not be kept: {error}"));
        }
        Ok(played.map_err(|error| error.to_string())?.concat())
    }

    fn trouble(&self) -> MutexGuard<'_, Option<std::io::Error>> {
        self.trouble.lock().unwrap_or_else(|broken| broken.into_inner())
    }
}

impl Watch for Notes<'_> {
    fn game_ended(&self, game: &GameRecord) {
        self.progress.game_ended(game);
        let (Some(mut file), (strategy, rows, cols)) = (self.file, self.who) else {
            return;
        };
        // One write, so that lines of two threads do not mix and a kill cuts at most one.
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
    fn kept_games_are_not_played_again() {
        let file = std::env::temp_dir().join(format!("afterstate-kept-{}.csv", std::process::id()));
        let first = Kept::open(Some(&file)).unwrap().play(&plan(3, 4), 1).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(text.lines().count(), 5);
        // A score that no game has shows that the game was read.
        let seed = format!("2,2,4,{},", first[1].score);
        std::fs::write(&file, text.replace(&seed, "2,2,4,7777,")).unwrap();
        let more = Kept::open(Some(&file)).unwrap().play(&plan(2, 3), 1).unwrap();
        assert_eq!(more.iter().map(|game| game.seed).collect::<Vec<_>>(), [2, 3, 4, 5, 6]);
        assert_eq!((more[1].score, more[2].score), (first[0].score, 7777));
        assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 6);
        // Killed in the middle of a line: the game of seed 7 is played again.
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text.clone() + "\"always-up\",2,2,7,1").unwrap();
        let again = Kept::open(Some(&file)).unwrap().play(&plan(7, 1), 1).unwrap();
        assert_eq!(again.iter().map(|game| game.seed).collect::<Vec<_>>(), [7]);
        assert!(std::fs::read_to_string(&file).unwrap().starts_with(&text));
        let _held = Kept::open(Some(&file)).unwrap();
        assert!(Kept::open(Some(&file)).err().unwrap().contains("another process"));
        std::fs::remove_file(&file).unwrap();
        std::fs::write(&file, "nonsense\n").unwrap();
        assert!(Kept::open(Some(&file)).err().unwrap().contains("line 1"));
        std::fs::remove_file(&file).unwrap();
    }
}
