//! The tables of a match: one line per player and, with several, the comparison of the first with each
//! of the others on the same seeds.

use afterstate_papers::experiment::GameRecord;
use afterstate_papers::experiment::statistics::{Paired, Statistics};
use afterstate_papers::experiment::table::{self, Format};
use afterstate_runs::games::Key;

/// The tables of the games of each player. Formats for programs have only the first.
pub fn write(games: &[(Key, Vec<GameRecord>)], format: Format) -> String {
    let row = |((player, rows, cols), games): &(Key, Vec<GameRecord>)| {
        // A shard of few games may have none.
        let statistics = Statistics::of(games)?;
        Some(table::Row { player: player.clone(), board: (*rows, *cols), statistics })
    };
    let rows: Vec<table::Row> = games.iter().filter_map(row).collect();
    let text = table::write(&rows, format);
    let show = match format {
        Format::Text => table::text,
        Format::Markdown => table::markdown,
        Format::Csv | Format::Json => return text,
    };
    let Some((first, others)) = games.split_first() else { return text };
    let compared: Vec<Vec<String>> =
        others.iter().filter_map(|other| comparison(first, other)).collect();
    if compared.is_empty() {
        return text;
    }
    let header =
        table::header(["same seeds", "games", "mean difference", "± 95%", "higher score in"]);
    format!("{text}\n{}", show(&[vec![header], compared].concat()))
}

fn comparison(
    (one, games): &(Key, Vec<GameRecord>),
    (other, others): &(Key, Vec<GameRecord>),
) -> Option<Vec<String>> {
    let paired = Paired::of(games, others).filter(|_| (one.1, one.2) == (other.1, other.2))?;
    Some(vec![
        format!("{} minus {}", one.0, other.0),
        paired.games.to_string(),
        format!("{:+.0}", paired.difference),
        format!("{:.0}", paired.interval),
        format!("{:.1}%", 100.0 * paired.wins),
    ])
}
