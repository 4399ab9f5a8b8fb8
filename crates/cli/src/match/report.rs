//! The tables of a match: one line per player and, with two players, their comparison on the same
//! seeds.

use afterstate_papers::experiment::statistics::{Paired, Statistics};
use afterstate_papers::experiment::{GameRecord, table};
use afterstate_runs::games::match_file::Played;

/// The ranks of the tiles with a column of shares: 2048 to 65536.
const RANKS: std::ops::RangeInclusive<u8> = 11..=16;

/// The tables of the games of each player, as text or Markdown.
pub fn write(names: &[&str], games: &[Vec<Played>], markdown: bool) -> String {
    let show = if markdown { table::markdown } else { table::text };
    let records: Vec<Vec<GameRecord>> =
        games.iter().map(|games| games.iter().map(|game| game.record).collect()).collect();
    let mut lines = vec![header()];
    for ((name, games), records) in names.iter().zip(games).zip(&records) {
        lines.extend(Statistics::of(records).map(|found| line(name, games, &found)));
    }
    let mut text = show(&lines);
    if let ([one, other], [first, second]) = (&records[..], names)
        && let Some(paired) = Paired::of(one, other)
    {
        text.push('\n');
        text += &show(&[
            table::header(["same seeds", "games", "mean difference", "± 95%", "higher score in"]),
            vec![
                format!("{first} minus {second}"),
                paired.games.to_string(),
                format!("{:+.0}", paired.difference),
                format!("{:.0}", paired.interval),
                format!("{:.1}%", 100.0 * paired.wins),
            ],
        ]);
    }
    text
}

fn header() -> Vec<String> {
    let before = ["player", "games", "mean score", "± 95%", "median", "min", "max"];
    let tiles = RANKS.map(|rank| format!("≥ {}", 1_u64 << rank));
    let after = ["moves", "ms/move", "moves/s", "nodes/s"];
    before.map(str::to_owned).into_iter().chain(tiles).chain(after.map(str::to_owned)).collect()
}

/// A player's line. Moves are per game, and rates are those of one thread.
fn line(name: &str, games: &[Played], found: &Statistics) -> Vec<String> {
    let mut line = vec![
        name.to_owned(),
        found.games.to_string(),
        format!("{:.0}", found.mean_score),
        format!("{:.0}", found.interval),
        format!("{:.0}", found.median_score),
        found.min_score.to_string(),
        found.max_score.to_string(),
    ];
    line.extend(RANKS.map(|rank| format!("{:.1}%", 100.0 * found.share_reached(rank))));
    let seconds: f64 = games.iter().map(|game| game.record.seconds).sum();
    let nodes: Option<u64> = games.iter().map(|game| game.nodes).sum();
    line.extend([
        format!("{:.0}", found.mean_moves),
        format!("{:.3}", 1000.0 * found.seconds_per_move),
        format!("{:.0}", 1.0 / found.seconds_per_move),
        nodes.map_or("–".to_owned(), |nodes| format!("{:.3} M", nodes as f64 / seconds / 1e6)),
    ]);
    line
}
