//! `cargo lab calibrate`: fits the outlook of a network to games of the *1 ms player*:
//! the network with a search of 1 ms a move.
//!
//! The coefficients are fitted to all games. For the tables of reliability, each tenth of the games,
//! by the last digit of their numbers, is forecast by a model that was fitted to the others (a fold);
//! the model of all games only chooses the bin. A file keeps the positions, so that an interrupted
//! run continues.

mod fit;
mod plot;
mod report;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::games::play::{EVALUATION_NODES, Players};
use crate::games::results::{self, GameResult};
use crate::games::sample::{COLUMNS, Kind, Sample};
use afterstate::eval::ntuple::file;
use afterstate::eval::outlook::OutlookModel;
use afterstate_runs::files::check_outputs;
use afterstate_runs::numbers::whole;
use afterstate_runs::output::{CommandError, Report, note};
use afterstate_runs::run_log::RunLog;
use fit::Weighted;
use report::{Bin, Rows};

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
    let data = Data::read_and_play(options)?;
    if data.samples.is_empty() && options.outlook.is_some() {
        let none = "it has no positions to fit; play some with --own, --imperfect or --editor";
        return Err(wrong(&options.positions, &none).into());
    }
    let models = Models::fit(&data, options)?;
    let all = fit::weighted(data.samples.iter());
    let kinds = reliability(&data, &all, &models);
    let tables = [
        report::reliability(&kinds),
        report::scores(&data.whole_games, &models.folds),
        report::scores_by_fifths(&all, models.tested()),
        report::short_against_whole(&all, models.tested()),
    ];
    let plot = options.plot.iter().zip(plot::reliability(&kinds));
    let coefficients = options.outlook.iter().map(|path| (path, models.fitted.to_string()));
    Ok(Report::new(tables.join("\n")).with_files(plot).with_files(coefficients))
}

fn wrong(path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}

/// The games of one network.
struct Data {
    /// The network's checksum.
    network: u32,
    /// Whole games of the 1 ms player: those of the results, then its own among the samples.
    whole_games: Vec<GameResult>,
    /// The games that it took over and played to their end.
    taken_over: Vec<GameResult>,
    /// The positions with what became of them.
    samples: Vec<Sample>,
}

impl Data {
    /// Reads the files and plays the games that the positions lack.
    fn read_and_play(options: &CalibrateOptions) -> Result<Self, CommandError> {
        let CalibrateOptions { network: path, positions, results, outlook, plot, .. } = options;
        let written = [Some(positions), outlook.as_ref(), plot.as_ref()];
        let written: Vec<&Path> = written.into_iter().flatten().map(PathBuf::as_path).collect();
        check_outputs(&written, &[path, results])?;
        let bytes = fs::read(path).map_err(|error| wrong(path, &error))?;
        let model = file::read(&bytes, |_| ()).map_err(|error| wrong(path, &error))?;
        let network = file::checksum(&bytes);
        let mut whole_games = results::read(results, network)?;
        let mut players = Players::new(&model, options.nodes, EVALUATION_NODES);
        let samples = collect(&mut players, options)?;
        whole_games.extend(samples.iter().filter_map(Sample::whole_game));
        let taken_over = samples.iter().filter_map(Sample::taken_over).collect();
        Ok(Self { network, whole_games, taken_over, samples })
    }

    /// The model of the games whose numbers count.
    fn fit(&self, counts: impl Fn(u64) -> bool + Copy) -> OutlookModel {
        let samples = fit::weighted(self.samples.iter().filter(|sample| counts(sample.game)));
        let games = self.whole_games.iter().chain(&self.taken_over);
        let games: Vec<GameResult> = games.filter(|game| counts(game.seed)).copied().collect();
        fit::fit(self.network, &samples, &games)
    }
}

/// The models of the games.
struct Models {
    /// Of all games.
    fitted: OutlookModel,
    /// Each of the games outside a fold.
    folds: Vec<OutlookModel>,
    /// With `--check`, that of this version instead of the folds. It was fitted to the whole games,
    /// so these are left to the folds.
    known: Option<OutlookModel>,
}

impl Models {
    fn fit(data: &Data, options: &CalibrateOptions) -> Result<Self, CommandError> {
        let folds = (0..FOLDS).map(|fold| data.fit(|game| game % FOLDS != fold)).collect();
        let known = OutlookModel::of_network(data.network).filter(|_| options.check);
        if options.check && known.is_none() {
            return Err(wrong(&options.network, &"this version has no coefficients for it").into());
        }
        Ok(Self { fitted: data.fit(|_| true), folds, known })
    }

    /// Those that forecast the positions.
    fn tested(&self) -> &[OutlookModel] {
        self.known.as_ref().map_or(&self.folds, std::slice::from_ref)
    }
}

/// The bins of each kind of positions.
fn reliability(
    data: &Data,
    all: &[Weighted<'_>],
    models: &Models,
) -> Vec<(&'static str, [Bin; 10])> {
    let chooses_bin = models.known.as_ref().unwrap_or(&models.fitted);
    let whole = report::stage_bins(&data.whole_games, &models.fitted, &models.folds);
    let rows = Rows::SHOWN.into_iter().chain([("not shown", Rows::NotShown)]);
    let shown =
        rows.map(|(name, rows)| (name, report::bins(rows, all, chooses_bin, models.tested())));
    std::iter::once(("whole games", whole)).chain(shown).collect()
}

/// The samples of the file, with those that it lacks.
fn collect(players: &mut Players<'_>, options: &CalibrateOptions) -> Result<Vec<Sample>, String> {
    let path = &options.positions;
    let header = format!("# player: {} nodes a move\n{COLUMNS}\n", options.nodes);
    let (mut log, lines) = RunLog::open(path, &header)?;
    let mut samples: Vec<Sample> = lines
        .lines()
        .map(str::parse)
        .collect::<Result<_, String>>()
        .map_err(|error| wrong(path, &error))?;
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
