//! The games of a document's strategies kept in a file, so that tables of many hours can be played in parts.
//!
//! A strategy's games are told by its text form, which does not say where games end: a file holds the games of one
//! document.

use std::collections::HashMap;
use std::path::Path;

use super::super::experiment::{name, play, save};
use crate::experiment::{GameRecord, Plan, raw};

/// What tells the games of a strategy from those of another: its name, see [`name`], and the board.
type Who = (String, usize, usize);

/// The games that a file of raw games holds, and those that are played on top.
pub struct Kept<'a> {
    file: Option<&'a Path>,
    games: HashMap<Who, Vec<GameRecord>>,
    /// In the order of the file.
    order: Vec<Who>,
}

impl<'a> Kept<'a> {
    /// Reads the file, if there is one.
    pub fn open(file: Option<&'a Path>) -> Result<Self, String> {
        let mut kept = Self { file, games: HashMap::new(), order: Vec::new() };
        let Some(path) = file.filter(|path| path.exists()) else { return Ok(kept) };
        let told = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = std::fs::read_to_string(path).map_err(|error| told(&error))?;
        for raw::Line { strategy, board: (rows, cols), game } in
            raw::read(&text).map_err(|error| told(&error))?
        {
            kept.of((strategy, rows, cols)).push(game);
        }
        Ok(kept)
    }

    fn of(&mut self, who: Who) -> &mut Vec<GameRecord> {
        self.games.entry(who).or_insert_with_key(|who| {
            self.order.push(who.clone());
            Vec::new()
        })
    }

    /// The games of a plan: those of its seeds that are not kept are played and kept at once, so that a run which is
    /// broken off has lost one strategy's games at most. Kept games of later seeds belong to them.
    pub fn play(&mut self, plan: &Plan, threads: usize) -> Result<Vec<GameRecord>, String> {
        let games = self.of((name(plan), plan.rows, plan.cols));
        games.sort_by_key(|game| game.seed);
        games.dedup_by_key(|game| game.seed);
        let known: Vec<u64> = games.iter().map(|game| game.seed).collect();
        let wanted = plan.first_seed..plan.first_seed + plan.games;
        let missing: Vec<u64> = wanted.filter(|seed| known.binary_search(seed).is_err()).collect();
        for run in missing.chunk_by(|a, b| a + 1 == *b) {
            let part = Plan { games: run.len() as u64, first_seed: run[0], ..plan.clone() };
            games.extend(play(&part, threads)?);
        }
        games.sort_by_key(|game| game.seed);
        let found = games.iter().filter(|game| game.seed >= plan.first_seed).copied().collect();
        if !missing.is_empty() {
            self.save()?;
        }
        Ok(found)
    }

    fn save(&self) -> Result<(), String> {
        let Some(file) = self.file else { return Ok(()) };
        let mut text = format!("{}\n", raw::HEADER);
        for who @ (strategy, rows, cols) in &self.order {
            text += &raw::lines(strategy, *rows, *cols, &self.games[who]);
        }
        save(file, &text)
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
        std::fs::write(&file, "nonsense").unwrap();
        assert!(Kept::open(Some(&file)).err().unwrap().contains("line 1"));
        std::fs::remove_file(&file).unwrap();
    }
}
