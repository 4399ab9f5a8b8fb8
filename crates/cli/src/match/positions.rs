//! `afterstate match --boards`: positions of the games, for `afterstate train --archive`.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use afterstate::rules::Grid;

/// One of every `every` positions of each game, as lines of text, by seed and player.
pub struct Positions {
    every: u64,
    games: Mutex<BTreeMap<(u64, usize), String>>,
}

impl Positions {
    /// Takes one position in this many moves.
    pub fn every(every: u64) -> Self {
        Positions { every, games: Mutex::default() }
    }

    /// Takes the position before a move if it is its turn. `moves` were made before it.
    pub fn add(&self, player: usize, seed: u64, moves: u64, grid: &Grid) {
        if (moves + 1).is_multiple_of(self.every) {
            let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
            games.entry((seed, player)).or_default().push_str(&format!("{grid}\n"));
        }
    }

    /// The lines, whatever the number of threads was.
    pub fn text(self) -> String {
        let games = self.games.into_inner().unwrap_or_else(PoisonError::into_inner);
        games.into_values().collect()
    }
}
