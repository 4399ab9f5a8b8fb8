//! The statistics of several strategies as a table: text, Markdown, CSV or JSON.

use std::fmt::Write;

use super::Statistics;
use afterstate::rules::tile;

/// One row of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The player's text form.
    pub player: String,
    /// The board, as (rows, columns).
    pub board: (usize, usize),
    /// The statistics of its games.
    pub statistics: Statistics,
}

/// The format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Aligned columns.
    Text,
    /// A Markdown table.
    Markdown,
    /// Comma-separated values with a header.
    Csv,
    /// An array of objects.
    Json,
}

impl Format {
    /// The formats by name, for help and menus.
    pub const ALL: [(&'static str, Format); 4] = [
        ("text", Format::Text),
        ("markdown", Format::Markdown),
        ("csv", Format::Csv),
        ("json", Format::Json),
    ];
}

/// Formats the rows. The columns of tiles begin with the smallest that some game failed to reach.
pub fn write(rows: &[Row], format: Format) -> String {
    let ranks = shown_ranks(rows);
    match format {
        Format::Text => text(&formatted_cells(rows, &ranks)),
        Format::Markdown => markdown(&formatted_cells(rows, &ranks)),
        Format::Csv => csv(rows, &ranks),
        Format::Json => json(rows, &ranks),
    }
}

fn shown_ranks(rows: &[Row]) -> Vec<u8> {
    let min = rows.iter().map(|row| row.statistics.min_rank).min().unwrap_or(0);
    let max = rows.iter().map(|row| row.statistics.max_rank).max().unwrap_or(0);
    (min.saturating_add(1).min(max)..=max).filter(|&rank| rank > 0).collect()
}

/// The first line of a table.
pub fn header<const COLUMNS: usize>(names: [&str; COLUMNS]) -> Vec<String> {
    names.map(str::to_owned).to_vec()
}

/// The cells of the table, formatted for people, header first.
fn formatted_cells(rows: &[Row], ranks: &[u8]) -> Vec<Vec<String>> {
    let mut header = header([
        "player",
        "games",
        "mean score",
        "± 95%",
        "sd",
        "median",
        "min",
        "max",
        "mean tile",
        "min tile",
        "max tile",
    ]);
    header.extend(ranks.iter().map(|&rank| format!("≥ {}", tile(rank))));
    header.extend(["moves", "s/game", "ms/move"].map(str::to_owned));
    let has_nodes = rows.iter().any(|row| row.statistics.nodes_per_second.is_some());
    header.extend(has_nodes.then(|| "nodes/s".to_owned()));
    let mut table = vec![header];
    for Row { player, statistics: s, .. } in rows {
        let mut line = vec![
            player.clone(),
            s.games.to_string(),
            format!("{:.0}", s.mean_score),
            format!("{:.0}", s.interval),
            format!("{:.0}", s.deviation),
            format!("{:.0}", s.median_score),
            s.min_score.to_string(),
            s.max_score.to_string(),
            format!("{:.0}", s.mean_largest_tile),
            tile(s.min_rank).to_string(),
            tile(s.max_rank).to_string(),
        ];
        line.extend(ranks.iter().map(|&rank| format!("{:.1}%", 100.0 * s.share_reached(rank))));
        line.push(format!("{:.0}", s.mean_moves));
        line.push(format!("{:.3}", s.seconds_per_game));
        line.push(format!("{:.4}", 1000.0 * s.seconds_per_move));
        if has_nodes {
            let millions = |nodes: f64| format!("{:.3} M", nodes / 1e6);
            line.push(s.nodes_per_second.map_or("–".to_owned(), millions));
        }
        table.push(line);
    }
    table
}

/// A table with aligned columns, header first: the first column to the left, the others to the
/// right.
pub fn text(table: &[Vec<String>]) -> String {
    grid(table, "", "  ", "", None)
}

/// The same as a Markdown table.
pub fn markdown(table: &[Vec<String>]) -> String {
    grid(table, "| ", " | ", " |", Some("|"))
}

/// `rule` is the border of Markdown's line below the header.
fn grid(
    table: &[Vec<String>],
    start: &str,
    between: &str,
    end: &str,
    rule: Option<&str>,
) -> String {
    let columns = table.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        table.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0).max(3)).collect();
    let mut text = String::new();
    for (number, line) in table.iter().enumerate() {
        let cells: Vec<String> = line
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(column, (cell, &width))| match column {
                0 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            })
            .collect();
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{}", format!("{start}{}{end}", cells.join(between)).trim_end());
        if let (0, Some(rule)) = (number, rule) {
            let dashes: Vec<String> = widths
                .iter()
                .enumerate()
                .map(|(column, &width)| match column {
                    0 => "-".repeat(width + 2),
                    _ => format!("{}:", "-".repeat(width + 1)),
                })
                .collect();
            let _ = writeln!(text, "{rule}{}{rule}", dashes.join(rule));
        }
    }
    text
}

/// The numbers of a row by name, for programs; shares are from 0 to 1. `None` is an empty field of CSV
/// and a null of JSON.
fn numbers(row: &Row, ranks: &[u8]) -> Vec<(String, Option<f64>)> {
    let s = &row.statistics;
    let mut numbers: Vec<(String, Option<f64>)> = [
        ("rows", row.board.0 as f64),
        ("cols", row.board.1 as f64),
        ("games", s.games as f64),
        ("mean_score", s.mean_score),
        ("interval_95", s.interval),
        ("deviation", s.deviation),
        ("median_score", s.median_score),
        ("min_score", s.min_score as f64),
        ("max_score", s.max_score as f64),
        ("mean_largest_tile", s.mean_largest_tile),
        ("min_largest_tile", tile(s.min_rank)),
        ("max_largest_tile", tile(s.max_rank)),
        ("mean_moves", s.mean_moves),
        ("seconds_per_game", s.seconds_per_game),
        ("seconds_per_move", s.seconds_per_move),
    ]
    .map(|(name, value)| (name.to_owned(), Some(value)))
    .to_vec();
    numbers.push(("nodes_per_second".to_owned(), s.nodes_per_second));
    let share = |&rank: &u8| (format!("share_{}", tile(rank)), Some(s.share_reached(rank)));
    numbers.extend(ranks.iter().map(share));
    numbers
}

fn csv(rows: &[Row], ranks: &[u8]) -> String {
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        let numbers = numbers(row, ranks);
        if number == 0 {
            let names: Vec<_> = numbers.iter().map(|(name, _)| name.as_str()).collect();
            let _ = writeln!(text, "player,{}", names.join(","));
        }
        let value = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
        let values: Vec<_> = numbers.iter().map(|(_, number)| value(*number)).collect();
        let _ = writeln!(text, "{},{}", super::csv::quoted(&row.player), values.join(","));
    }
    text
}

fn json(rows: &[Row], ranks: &[u8]) -> String {
    let objects: Vec<String> = rows
        .iter()
        .map(|row| {
            // The name may be from a file, with any letters.
            let player = serde_json::Value::from(row.player.as_str());
            let mut fields = vec![format!("\"player\": {player}")];
            let value = |value: Option<f64>| value.map_or("null".to_owned(), |v| v.to_string());
            let numbers = numbers(row, ranks);
            let field = |(name, number): &(String, _)| format!("\"{name}\": {}", value(*number));
            fields.extend(numbers.iter().map(field));
            format!("  {{{}}}", fields.join(", "))
        })
        .collect();
    format!("[\n{}\n]\n", objects.join(",\n"))
}
