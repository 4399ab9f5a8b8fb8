//! `afterstate experiment`: many games of strategies, as a table, raw games and histograms.

use std::path::{Path, PathBuf};

use clap::Args;

use afterstate_papers::experiment::table::{self, Format};
use afterstate_papers::experiment::{GameRecord, Plan, SpawnLaw, Statistics, raw};
use afterstate_papers::players;
use afterstate_papers::strategy::Document;
use afterstate_runs::files::open_folder;
use afterstate_runs::games::Scheduling;
use afterstate_runs::games::header::GamesHeader;
use afterstate_runs::games::saved::{self, SavedGames};
use afterstate_runs::histogram;
use afterstate_runs::numbers::{named, threads, whole};
use afterstate_runs::output::{CommandError, Report};

/// The options of `afterstate experiment`.
#[derive(Args, Debug)]
#[command(
    after_help = "`afterstate experiment --list` prints every strategy with its parameters.\n\n  \
                  afterstate experiment greedy monte-carlo:playouts=50 --board 5x5 --games 200"
)]
pub struct ExperimentOptions {
    /// Strategies, as NAME or NAME:PARAMETER=VALUE,PARAMETER=VALUE
    #[arg(value_name = "STRATEGY", required_unless_present = "list")]
    strategies: Vec<String>,
    /// Print all strategies with their parameters (as JSON with --format json), and play nothing
    #[arg(long, conflicts_with_all = [
        "strategies", "games", "board", "seed", "threads", "end_at", "spawns", "csv", "histograms",
        "shard", "progress",
    ])]
    list: bool,
    /// Games for each strategy
    #[arg(long, default_value_t = 100, value_parser = whole(1))]
    games: u64,
    /// Board size as ROWSxCOLUMNS, from 2x2 to 9x9
    #[arg(long, default_value = "4x4", value_parser = board)]
    board: (usize, usize),
    /// Seed of the first game; each later game adds 1
    #[arg(long, default_value_t = 0, value_parser = whole(0))]
    seed: u64,
    /// Games in parallel, each on one thread, up to 256; 0 for all cores
    #[arg(long, default_value_t = 0, value_parser = threads())]
    threads: usize,
    /// End each game when it reaches this tile
    #[arg(long, value_name = "TILE", value_parser = tile)]
    end_at: Option<u8>,
    /// Share of 4s among new tiles: one in ten, as in the game (rules), one in two (even), or none
    /// (twos)
    #[arg(long, default_value = "rules", value_parser = named(&SPAWNS))]
    spawns: SpawnLaw,
    /// Format of the table
    #[arg(long, default_value = "text", value_parser = named(&Format::ALL))]
    format: Format,
    /// Save every game to this CSV file; its folder is made if needed. Games that the file already
    /// has are not played again
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a histogram of each strategy's scores to this folder, as an SVG file. The folder is
    /// made if needed
    #[arg(long, value_name = "FOLDER")]
    histograms: Option<PathBuf>,
    #[command(flatten)]
    scheduling: Scheduling,
}

/// The names of the spawn laws.
const SPAWNS: [(&str, SpawnLaw); 3] =
    [("rules", SpawnLaw::Rules), ("even", SpawnLaw::Even), ("twos", SpawnLaw::Twos)];

/// Reads a board size such as `4x4`.
pub fn board(text: &str) -> Result<(usize, usize), String> {
    let expected = || format!("{text:?} is not a board size. Write ROWSxCOLUMNS, such as 4x4.");
    let (rows, cols) = text.split_once(['x', 'X']).ok_or_else(expected)?;
    let side = |text: &str| text.trim().parse().map_err(|_| expected());
    let (rows, cols) = (side(rows)?, side(cols)?);
    afterstate::rules::Grid::new(rows, cols).map_err(|error| error.to_string())?;
    Ok((rows, cols))
}

/// Reads a tile such as `2048` as its rank.
fn tile(text: &str) -> Result<u8, String> {
    let tile: Option<u64> = text.parse().ok();
    tile.filter(|tile| tile.is_power_of_two() && (4..=1 << 40).contains(tile))
        .map(|tile| tile.ilog2() as u8)
        .ok_or_else(|| format!("{text:?} is not a tile. Tiles are powers of two from 4 up."))
}

/// Runs the subcommand and prints the table.
pub fn run_command(options: &ExperimentOptions) -> Result<Report, CommandError> {
    if options.list {
        return Ok(Report::new(match options.format {
            Format::Json => format!("{}\n", players::describe::json()),
            _ => catalog(),
        }));
    }
    // Everything is checked before the first game, so that a typo does not waste hours.
    let plans = options.strategies.iter().map(|text| plan(text, options));
    let plans = plans.collect::<Result<Vec<Plan>, CommandError>>()?;
    let header =
        saved::header(header(options.end_at), &plans, &options.scheduling, options.csv.is_some())?;
    let mut saved = SavedGames::open(options.csv.as_deref(), &header, &options.scheduling)?;
    if let Some(folder) = &options.histograms {
        open_folder(folder)?;
    }
    let (mut rows, mut drawings) = (Vec::new(), Vec::new());
    for plan in &plans {
        let name = plan.name();
        let (mut games, seeds) = (saved.play(plan, options.threads)?, plan.seeds()?);
        games.retain(|game| seeds.contains(&game.seed));
        // A shard of few games may have none.
        let Some(statistics) = Statistics::of(&games) else { continue };
        if let Some(folder) = &options.histograms {
            drawings.push(histogram(folder, &name, &games)?);
        }
        rows.push(table::Row { strategy: name, board: (plan.rows, plan.cols), statistics });
    }
    Ok(Report::new(table::write(&rows, options.format)).with_files(drawings))
}

/// The games of one strategy, checked.
fn plan(strategy: &str, options: &ExperimentOptions) -> Result<Plan, CommandError> {
    let (rows, cols) = options.board;
    let plan = Plan {
        chosen: strategy.parse()?,
        rows,
        cols,
        games: options.games,
        first_seed: options.seed,
        end_at: options.end_at,
        spawns: options.spawns,
    };
    plan.check()?;
    Ok(plan)
}

/// The header of a file of games, without a shard.
fn header(end_at: Option<u8>) -> GamesHeader {
    let mut header = GamesHeader::new("experiment", raw::COLUMNS);
    header.comments += &match end_at {
        Some(rank) => format!("# games end at {}\n", afterstate::rules::tile(rank)),
        None => "# games end when no move is possible\n".to_owned(),
    };
    header
}

/// The file in the folder with the histogram of a strategy's games.
fn histogram(
    folder: &Path,
    name: &str,
    games: &[GameRecord],
) -> Result<(PathBuf, String), CommandError> {
    // Five games per bar on average, and no more bars than one can read.
    let bins = (games.len() / 5).clamp(10, 40);
    let file: String = name.chars().map(file_letter).collect();
    let path = folder.join(file + ".svg");
    let scores = games.iter().map(|game| game.score as f64).collect();
    let svg =
        histogram::svg("Scores", &[(name, scores)], bins).map_err(|error| error.to_string())?;
    Ok((path, svg))
}

fn file_letter(letter: char) -> char {
    if letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.') { letter } else { '-' }
}

/// The catalog for people: strategies by source, each with its sentence and parameters.
pub fn catalog() -> String {
    let mut text = String::new();
    for document in Document::ALL {
        let mut strategies =
            players::all().filter(|strategy| strategy.source.document == document).peekable();
        if strategies.peek().is_none() {
            continue;
        }
        text += &format!("{}\n", document.name());
        for strategy in strategies {
            text += &format!(
                "  {}  ({}, source: {}; boards: {}; values: {})\n      {}\n",
                strategy.id,
                strategy.name,
                strategy.source.section,
                strategy.boards,
                strategy.unit.name(),
                strategy.sentence
            );
            for parameter in strategy.parameters {
                text += &format!(
                    "      {}={}  {} Accepted: {}.\n",
                    parameter.id,
                    parameter.kind.default_value(),
                    parameter.sentence,
                    parameter.kind
                );
            }
        }
        text.push('\n');
    }
    text
}
