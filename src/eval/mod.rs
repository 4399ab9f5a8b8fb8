//! The value of a position: one evaluator a file.
//!
//! An evaluator looks at an afterstate and says what it is worth, in a unit of its own. It knows
//! the rules and nothing of search: training uses one without any search at all.

pub mod cache;
pub mod ntuple;
pub mod rows;

use crate::rules::{Board, MAX_REPLIES, tables};

/// What an afterstate is worth.
pub trait Evaluator: Sync {
    /// How much a point of reward counts in this evaluator's unit: 1 where values are expected
    /// points to come, 0 where a value already speaks of the whole position.
    const REWARD_WEIGHT: f32;

    /// The value of a board after the slide and before the spawn; larger is better.
    fn value(&self, afterstate: Board) -> f32;

    /// The value of a board on which no move is possible.
    fn terminal_value(&self) -> f32;

    /// How far a move must be worth less than another of the same board, as soon as both are made, for a search to look
    /// at it less deep; in this evaluator's unit. No move does if nothing else is said.
    fn pruning_margin(&self) -> f32 {
        f32::INFINITY
    }

    /// The least rank that a search should not show to this evaluator, if it can take the tiles of the board it
    /// starts from down a rank without loss (tile-downgrading); at least 2. What a nibble cannot hold, if nothing
    /// else is said.
    fn downgrade_from(&self) -> u8 {
        16
    }

    /// [`Self::value`] of many boards at once, to the last bit the same.
    fn values(&self, afterstates: &[Board], values: &mut [f32]) {
        for (&afterstate, value) in afterstates.iter().zip(values) {
            *value = self.value(afterstate);
        }
    }

    /// The last ply of a search: for each empty cell, what the best move is worth, reward included, once a tile of
    /// `rank` has spawned there. Returns how many moves there were.
    ///
    /// Afterstates that several spawns lead to are valued once, all by one call of [`Self::values`].
    fn replies(&self, afterstate: Board, rank: u8, best: &mut [f32; 16]) -> u32 {
        let mut boards = [Board::EMPTY; MAX_REPLIES];
        let mut moves = [(0, 0, 0.0); MAX_REPLIES];
        let (mut unique, mut count) = (0, 0);
        tables().replies(afterstate, rank, |reply| {
            if !reply.again {
                boards[unique] = reply.after.board;
                unique += 1;
            }
            moves[count] =
                (reply.cell, unique - 1, Self::REWARD_WEIGHT * reply.after.reward as f32);
            count += 1;
        });
        let mut values = [0.0; MAX_REPLIES];
        self.values(&boards[..unique], &mut values[..unique]);
        let mut possible = [false; 16];
        for &(cell, at, reward) in &moves[..count] {
            let worth = if Self::REWARD_WEIGHT == 0.0 { values[at] } else { values[at] + reward };
            if !possible[cell] || worth > best[cell] {
                best[cell] = worth;
            }
            possible[cell] = true;
        }
        for cell in afterstate.empty_cells().filter(|&cell| !possible[cell]) {
            best[cell] = self.terminal_value();
        }
        count as u32
    }
}

/// A borrowed evaluator is one, so that several searches can share its tables.
impl<E: Evaluator> Evaluator for &E {
    const REWARD_WEIGHT: f32 = E::REWARD_WEIGHT;

    #[inline]
    fn value(&self, afterstate: Board) -> f32 {
        E::value(self, afterstate)
    }

    fn terminal_value(&self) -> f32 {
        E::terminal_value(self)
    }

    fn pruning_margin(&self) -> f32 {
        E::pruning_margin(self)
    }

    fn downgrade_from(&self) -> u8 {
        E::downgrade_from(self)
    }

    fn values(&self, afterstates: &[Board], values: &mut [f32]) {
        E::values(self, afterstates, values);
    }

    fn replies(&self, afterstate: Board, rank: u8, best: &mut [f32; 16]) -> u32 {
        E::replies(self, afterstate, rank, best)
    }
}
