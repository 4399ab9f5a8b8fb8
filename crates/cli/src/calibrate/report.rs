//! The reliability of an outlook: predicted chances against observed shares, and expected against
//! final scores.

use std::collections::{BTreeMap, HashSet};

use super::fit::{GameResult, Outcome, Weighted};
use super::play::Kind;
use afterstate::eval::outlook::{Features, Outlook, OutlookModel, points_of};
use afterstate::rules::{WINNING_RANK, tile};
use afterstate_papers::experiment::table;

/// The chances of one bin, over all tiles and positions.
#[derive(Clone, Debug, Default)]
pub struct Bin {
    /// Forecasts: pairs of a position and a tile.
    pub forecasts: u64,
    /// The games that they are from.
    pub games: HashSet<u64>,
    predicted: f64,
    observed: f64,
}

impl Bin {
    /// The mean of the predicted chances.
    pub fn predicted(&self) -> f64 {
        self.predicted / self.forecasts as f64
    }

    /// The share of the tiles that were made.
    pub fn observed(&self) -> f64 {
        self.observed / self.forecasts as f64
    }
}

impl Bin {
    fn add(bins: &mut [Bin; 10], game: u64, predicted: f64, observed: f64) {
        let bin = &mut bins[((predicted * 10.0) as usize).min(9)];
        bin.forecasts += 1;
        bin.games.insert(game);
        bin.predicted += predicted;
        bin.observed += observed;
    }
}

/// The ten bins of one kind of positions.
pub fn bins(kind: Kind, samples: &[Weighted<'_>], folds: &[OutlookModel]) -> [Bin; 10] {
    let mut bins = Default::default();
    for found in samples.iter().filter(|found| found.sample.kind == kind) {
        // After some moves of the page's player it is no longer a position of its kind.
        if kind != Kind::Own && found.sample.after > 0 {
            continue;
        }
        let model = held_out(found.sample.game, folds);
        let outcome = Outcome::of(found.sample, model);
        for tile in model.outlook(&found.features).tiles {
            Bin::add(&mut bins, found.sample.game, tile.chance, outcome.made(tile.rank));
        }
    }
    bins
}

/// The ten bins of whole games, with forecasts at the begin of each stage.
pub fn stage_bins(games: &[GameResult], folds: &[OutlookModel]) -> [Bin; 10] {
    let mut bins = Default::default();
    for game in games {
        for rank in begins(game) {
            for tile in at_begin(rank, held_out(game.seed, folds)).1.tiles {
                let made = if game.largest >= tile.rank { 1.0 } else { 0.0 };
                Bin::add(&mut bins, game.seed, tile.chance, made);
            }
        }
    }
    bins
}

/// The ranks with which the stages of a game began: the start, and the tiles from 2048 on.
fn begins(game: &GameResult) -> impl Iterator<Item = u8> {
    std::iter::once(1).chain(WINNING_RANK..=game.largest)
}

/// The points earned and the outlook on a board with the usual value at the begin of a stage.
fn at_begin(rank: u8, model: &OutlookModel) -> (f64, Outlook) {
    let value = model.stage(rank).map_or(0.0, |stage| stage.first_value);
    let features = Features { value, largest: rank, earned: points_of(rank), progress: 0.0 };
    (features.earned, model.outlook(&features))
}

/// The model that was fitted without the fold of a game.
fn held_out(game: u64, folds: &[OutlookModel]) -> &OutlookModel {
    &folds[game as usize % folds.len()]
}

/// The reliability of the chances as a table.
pub fn reliability(kinds: &[(&str, [Bin; 10])]) -> String {
    let mut lines =
        vec![table::header(["positions", "predicted", "observed", "off by", "forecasts", "games"])];
    for (name, bins) in kinds {
        for bin in bins.iter().filter(|bin| bin.forecasts > 0) {
            let percent = |share: f64| format!("{:.1}%", 100.0 * share);
            lines.push(vec![
                (*name).to_owned(),
                percent(bin.predicted()),
                percent(bin.observed()),
                format!("{:+.1}", 100.0 * (bin.predicted() - bin.observed())),
                bin.forecasts.to_string(),
                bin.games.len().to_string(),
            ]);
        }
    }
    table::markdown(&lines)
}

/// The expected and the final scores of whole games at the begin of each stage.
pub fn scores(games: &[GameResult], folds: &[OutlookModel]) -> String {
    let mut sums: BTreeMap<u8, [f64; 3]> = BTreeMap::new();
    for game in games {
        for rank in begins(game) {
            let (earned, outlook) = at_begin(rank, held_out(game.seed, folds));
            let sum = sums.entry(rank).or_default();
            for (sum, number) in
                sum.iter_mut().zip([1.0, earned + outlook.points, game.score as f64])
            {
                *sum += number;
            }
        }
    }
    let mut lines = vec![table::header(["largest tile", "expected", "final", "off by", "games"])];
    for (rank, [games, expected, reached]) in sums {
        lines.push(vec![
            if rank == 1 { "start".to_owned() } else { tile(rank).to_string() },
            format!("{:.0}", expected / games),
            format!("{:.0}", reached / games),
            format!("{:+.1}%", 100.0 * (expected / reached - 1.0)),
            games.to_string(),
        ]);
    }
    table::markdown(&lines)
}
