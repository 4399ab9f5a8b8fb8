//! Results of whole games of the 1 ms player, from a file of `afterstate match`.

use std::collections::HashSet;
use std::path::Path;

use afterstate_papers::experiment::{GameRecord, raw};
use afterstate_runs::files::read_text;
use afterstate_runs::games::header::GamesHeader;

/// The result of a whole game of the 1 ms player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameResult {
    pub seed: u64,
    /// The final score.
    pub score: u64,
    /// The largest rank.
    pub largest: u8,
}

/// Reads the games of the network with this checksum, without an incomplete last line.
///
/// # Errors
/// A message with the file's name, if it is not the file of a match or has no game of the network.
pub fn read(path: &Path, network: u32) -> Result<Vec<GameResult>, String> {
    of_text(&read_text(path)?, network).map_err(|error| format!("{} {error}", path.display()))
}

fn of_text(text: &str, network: u32) -> Result<Vec<GameResult>, String> {
    let (header, games) = GamesHeader::read(text)?;
    if !header.is_usual() {
        return Err("has games of another board or by other rules".to_owned());
    }
    let checksum = format!(", crc32 {network:08x}, ");
    let is_of_network = |player: &str| {
        let mut identities = header.players();
        identities.any(|(name, identity)| name == player && identity.contains(&checksum))
    };
    let (mut results, mut seen) = (Vec::new(), HashSet::new());
    for raw::Line { player, game, .. } in games {
        let GameRecord { seed, score, largest_rank: largest, .. } = game;
        // A game that the file has twice counts once, as in `match`.
        if is_of_network(&player) && seen.insert((player, seed)) {
            results.push(GameResult { seed, score, largest });
        }
    }
    if results.is_empty() {
        return Err(format!(
            "has no game of the network with the checksum {network:08x}; play some with \
             `afterstate match FILE.bin:ms=1 --csv FILE`"
        ));
    }
    Ok(results)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "# afterstate match 0.1.0, search 1-2\n\
        # player a.bin:ms=1: a.bin, crc32 0000000a, with ply=0, ms=1\n\
        # player b.bin:ms=1: b.bin, crc32 0000000b, with ply=0, ms=1\n\
        player,seed,score,largest_tile,moves,seconds,nodes\n";

    #[test]
    fn games_of_one_network_are_read() {
        let game = "\"a.bin:ms=1\",1,20000,1024,900,1.5,9\n";
        let other = "\"b.bin:ms=1\",1,60000,4096,2000,1.5,9\n";
        let text = format!("{HEADER}{game}{other}{game}\"a.bin:ms=1\",2,600");
        let result = |score, largest| Ok(vec![GameResult { seed: 1, score, largest }]);
        assert_eq!(of_text(&text, 10), result(20_000, 10));
        assert_eq!(of_text(&text, 11), result(60_000, 12));
    }

    #[test]
    fn what_is_not_a_game_of_the_network_is_refused() {
        let game = "\"a.bin:ms=1\",1,20000,1024,900,1.5,9\n";
        let error = |text: &str, network| of_text(text, network).unwrap_err();
        for text in ["", "# A guide\n\nSome text\n", game] {
            assert!(error(text, 10).contains("not a file of games"), "{text}");
        }
        let wrong_line = format!("{HEADER}{game}{}", game.replace("1024", "1000"));
        assert!(error(&wrong_line, 10).contains(",1000,"));
        assert!(error(&format!("{HEADER}{game}"), 12).contains("0000000c"));
        assert!(error(HEADER, 10).contains("no game"));
        let other_rules = HEADER.replacen("# player", "# setup games end at 2048\n# player", 1);
        assert!(error(&format!("{other_rules}{game}"), 10).contains("other rules"));
    }
}
