//! The endgames that occur in a player's games, and how often the player builds their targets.

use rand::{Rng, SeedableRng, rngs::Xoshiro256PlusPlus};

use super::{GameRecord, GameSetup, Observer, player_seed};
use crate::endgame::{Endgame, Shape, find};
use crate::rules::Grid;
use crate::strategy::Player;

/// The first position of an endgame in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// The moves before it.
    pub moves: u64,
    /// The position.
    pub grid: Grid,
    /// The fixed tiles and the target.
    pub endgame: Endgame,
    /// Whether the player built the target in this game.
    pub built: bool,
}

/// Plays the game of one seed and finds the start of each endgame of these shapes. Returns
/// `None` if the observer stopped the game.
pub fn starts(
    player: &mut dyn Player,
    seed: u64,
    shapes: &[Shape],
    observer: &dyn Observer,
) -> Option<(GameRecord, Vec<Start>)> {
    player.new_game(player_seed(seed));
    let mut starts: Vec<Start> = Vec::new();
    let mut moves = 0;
    let from = GameSetup::RULES.start(seed)?;
    let record = GameSetup::RULES.play_choosing(player, from, seed, observer, |player, grid| {
        for start in starts.iter_mut().filter(|start| !start.built) {
            start.built = built(grid, &start.endgame);
        }
        for endgame in shapes.iter().filter_map(|&shape| find(grid, shape)) {
            // A game may leave an endgame and enter it again.
            if !starts.iter().any(|start| is_same(&start.endgame, &endgame)) {
                starts.push(Start { moves, grid: *grid, endgame, built: false });
            }
        }
        moves += 1;
        player.choose(grid).best
    })?;
    Some((record, starts))
}

/// The seed of a continuation: of the endgame that starts after `moves` moves of the game with
/// `game_seed`, the one with this index. Different continuations have different seeds except by
/// chance, so their spawns are independent.
pub fn continuation_seed(game_seed: u64, moves: u64, index: u64) -> u64 {
    [game_seed, moves, index].into_iter().fold(0, |seed, part| {
        Xoshiro256PlusPlus::seed_from_u64(seed ^ player_seed(part)).next_u64()
    })
}

/// Plays on from the start of an endgame until its target is built or the game is over, and returns
/// whether it was built; `None` if the observer stopped the game. `seed` determines the spawns.
pub fn play_out(
    player: &mut dyn Player,
    start: &Start,
    seed: u64,
    observer: &dyn Observer,
) -> Option<bool> {
    player.new_game(player_seed(seed));
    let mut is_built = false;
    GameSetup::RULES.play_choosing(player, start.grid, seed, observer, |player, grid| {
        is_built = built(grid, &start.endgame);
        if is_built { None } else { player.choose(grid).best }
    })?;
    Some(is_built)
}

/// Whether two positions belong to the same endgame of a game.
fn is_same(one: &Endgame, other: &Endgame) -> bool {
    let key = |endgame: &Endgame| (endgame.shape, endgame.target, endgame.fixed_sum);
    key(one) == key(other)
}

/// Whether one more tile of at least the target's rank is on the board than at the start.
fn built(grid: &Grid, endgame: &Endgame) -> bool {
    let large = grid.ranks().iter().filter(|&&rank| rank >= endgame.target);
    large.map(|&rank| 1u64 << rank).sum::<u64>() > endgame.fixed_sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn endgame_ends_with_its_target_and_another_begins_with_larger_fixed_tiles() {
        let grid = |row: &str| -> Grid {
            format!("{row} / 4 4 2 . / 2 8 16 2 / 1024 . . .").parse().unwrap()
        };
        let start = grid("8192 16384 2048 4096");
        let endgame = find(&start, Shape::Edge(0)).unwrap();
        assert_eq!(endgame.target, 11);
        assert!(!built(&start, &endgame));
        assert!(built(
            &"8192 16384 2048 4096 / 2048 . . . / . . . . / . . . .".parse().unwrap(),
            &endgame
        ));
        let mirrored = find(&grid("4096 2048 16384 8192"), Shape::Edge(0)).unwrap();
        assert!(is_same(&endgame, &mirrored));
        let larger = find(&grid("32768 16384 2048 4096"), Shape::Edge(0)).unwrap();
        assert!(larger.target == endgame.target && !is_same(&endgame, &larger));
    }

    #[test]
    fn continuations_have_different_seeds() {
        // Also for games with neighboring seeds and thousands of moves, and for the last seed.
        let mut seeds = HashSet::new();
        for game in [0, 1, 2, u64::MAX] {
            for moves in (0..4000).step_by(500) {
                (0..1100).step_by(100).for_each(|index| {
                    assert!(seeds.insert(continuation_seed(game, moves, index)));
                });
            }
        }
    }
}
