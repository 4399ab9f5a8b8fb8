//! `cargo lab calibrate`: fits the outlook of a network to games of the *1 ms player*:
//! the network with a search of 1 ms a move.
//!
//! The coefficients are fitted to all games. For the tables of reliability, each tenth of the games,
//! by the last digit of their numbers, is forecast by a model that was fitted to the others (a fold);
//! the model of all games only chooses the bin. A file keeps the positions, so that an interrupted
//! run continues.

mod fit;
pub mod play;
mod plot;
mod report;
mod results;
pub mod sample;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use afterstate::eval::ntuple::file;
use afterstate::eval::outlook::OutlookModel;
use afterstate_runs::files::check_outputs;
use afterstate_runs::numbers::whole;
use afterstate_runs::output::{CommandError, Report, note};
use afterstate_runs::run_log::RunLog;
use play::{EVALUATION_NODES, Players};
use report::Rows;
use results::GameResult;
use sample::{COLUMNS, Kind, Sample};

/// The options of `cargo lab calibrate`.
#[derive(Args, Debug)]
#[command(after_help = "\
To play nothing and only fit the positions of a file:

  gunzip -c data/calibration/lite.csv.gz > target/lite.csv
  cargo lab calibrate models/lite.bin --results data/match/1ms-lite.csv \\
    --positions target/lite.csv --outlook new.outlook")]
pub struct CalibrateOptions {
    /// The network's file
    #[arg(value_name = "NETWORK")]
    network: PathBuf,
    /// The file of the positions with what became of them. Games that it lacks are played and added
    #[arg(long, value_name = "FILE")]
    positions: PathBuf,
    /// Whole games of the 1 ms player
    #[arg(long, value_name = "GAMES", default_value_t = 0, value_parser = whole(0))]
    own: u64,
    /// Imperfect games, two positions of each
    #[arg(long, value_name = "GAMES", default_value_t = 0, value_parser = whole(0))]
    imperfect: u64,
    /// Random boards, as from the editor
    #[arg(long, value_name = "BOARDS", default_value_t = 0, value_parser = whole(0))]
    editor: u64,
    /// Boards of a low value: random ones and from imperfect games
    #[arg(long, value_name = "BOARDS", default_value_t = 0, value_parser = whole(0))]
    trouble: u64,
    /// Results of the 1 ms player: a file of `afterstate match` with games of this network at 1 ms
    /// a move. Games of other players in it are left out
    #[arg(long, value_name = "FILE")]
    results: PathBuf,
    /// Nodes that the 1 ms player uses for each move, on average over a game: as many as those of
    /// the results. A file keeps games of one number
    #[arg(long, default_value_t = 9500, value_parser = whole(1))]
    nodes: u64,
    /// Moves after which a position is left to its forecast; one in 200 is played to the end
    #[arg(long, default_value_t = 300, value_parser = whole(1))]
    moves: u64,
    /// Forecast the positions by the coefficients of this version, to test them on positions that
    /// they were not fitted to
    #[arg(long, conflicts_with = "outlook")]
    check: bool,
    /// Write the coefficients to this file
    #[arg(long, value_name = "FILE")]
    outlook: Option<PathBuf>,
    /// Draw the reliability table to this file as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// The parts of the games that are forecast by a model fitted to the other parts.
const FOLDS: u64 = 10;

/// Runs the command: plays the missing games, fits, and shows how reliable the forecasts are.
///
/// # Errors
/// A message for the user.
pub fn run_command(options: &CalibrateOptions) -> Result<Report, CommandError> {
    let wrong = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let written = [Some(&options.positions), options.outlook.as_ref(), options.plot.as_ref()];
    let written: Vec<&Path> = written.into_iter().flatten().map(PathBuf::as_path).collect();
    check_outputs(&written, &[&options.network, &options.results])?;
    let bytes = fs::read(&options.network).map_err(|error| wrong(&options.network, &error))?;
    let model = file::read(&bytes, |_| ()).map_err(|error| wrong(&options.network, &error))?;
    let network = file::checksum(&bytes);
    let mut games = results::read(&options.results, network)?;
    let mut players = Players::new(&model, options.nodes, EVALUATION_NODES);
    let samples = collect(&mut players, options)?;
    if samples.is_empty() && options.outlook.is_some() {
        let none = "it has no positions to fit; play some with --own, --imperfect or --editor";
        return Err(wrong(&options.positions, &none).into());
    }
    games.extend(samples.iter().filter_map(Sample::whole_game));
    let taken_over: Vec<GameResult> = samples.iter().filter_map(Sample::taken_over).collect();
    let to_fit = || games.iter().chain(&taken_over).copied();
    let all = fit::weighted(samples.iter());
    let fold = |fold: u64| {
        let samples = fit::weighted(samples.iter().filter(move |of| of.game % FOLDS != fold));
        let fitted = to_fit().filter(|game| game.seed % FOLDS != fold);
        fit::fit(network, &samples, &fitted.collect::<Vec<_>>())
    };
    let folds: Vec<OutlookModel> = (0..FOLDS).map(fold).collect();
    let outlook = fit::fit(network, &all, &to_fit().collect::<Vec<_>>());
    // The coefficients of this version were fitted to the whole games, so these are left to folds.
    let known = if options.check {
        let known = OutlookModel::of_network(network);
        let none = || wrong(&options.network, &"this version has no coefficients for it");
        Some(known.ok_or_else(none)?)
    } else {
        None
    };
    let tested = known.as_ref().map_or(&folds[..], std::slice::from_ref);
    let chooses_bin = known.as_ref().unwrap_or(&outlook);
    let mut kinds = vec![("whole games", report::stage_bins(&games, &outlook, &folds))];
    let bins = |rows| report::bins(rows, &all, chooses_bin, tested);
    kinds.extend(Rows::SHOWN.map(|(name, rows)| (name, bins(rows))));
    kinds.push(("not shown", bins(Rows::NotShown)));
    let tables = [
        report::reliability(&kinds),
        report::scores(&games, &folds),
        report::scores_by_fifths(&all, tested),
        report::short_against_whole(&all, tested),
    ];
    let plot = options.plot.iter().zip(plot::reliability(&kinds));
    let coefficients = options.outlook.iter().map(|path| (path, outlook.to_string()));
    Ok(Report::new(tables.join("\n")).with_files(plot).with_files(coefficients))
}

/// The samples of the file, with those that it lacks.
fn collect(players: &mut Players<'_>, options: &CalibrateOptions) -> Result<Vec<Sample>, String> {
    let path = &options.positions;
    let wrong = |error: String| format!("{}: {error}", path.display());
    let header = format!("# player: {} nodes a move\n{COLUMNS}\n", options.nodes);
    let (mut log, lines) = RunLog::open(path, &header)?;
    let mut samples: Vec<Sample> =
        lines.lines().map(str::parse).collect::<Result<_, _>>().map_err(wrong)?;
    if log.was_cut() {
        // The lines of a game are written at once, so others of it may be missing too.
        let game = |of: &Sample| (of.kind, of.game);
        let last = samples.last().map(game);
        samples
            .truncate(samples.iter().rposition(|of| Some(game(of)) != last).map_or(0, |at| at + 1));
        let kept: String = samples.iter().map(|sample| format!("{sample}\n")).collect();
        log.rewrite(&format!("{header}{kept}"))?;
    }
    let known: HashSet<(Kind, u64)> = samples.iter().map(|of| (of.kind, of.game)).collect();
    for (kind, games) in [
        (Kind::Own, options.own),
        (Kind::Imperfect, options.imperfect),
        (Kind::Editor, options.editor),
        (Kind::Trouble, options.trouble),
    ] {
        for game in (0..games).filter(|&game| !known.contains(&(kind, game))) {
            let new = match kind {
                Kind::Own => players.own_game(game),
                Kind::Imperfect => players.imperfect_game(game, options.moves),
                Kind::Editor => players.editor_game(game, options.moves),
                Kind::Trouble => players.trouble_game(game, options.moves),
            };
            note!("{} {game}: {} positions\n", kind.name(), new.len());
            log.append(&new.iter().map(|sample| format!("{sample}\n")).collect::<String>())?;
            samples.extend(new);
        }
    }
    Ok(samples)
}
