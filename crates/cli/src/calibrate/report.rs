//! The reliability of an outlook: predicted chances against observed shares, and expected against
//! final scores.

use std::collections::{HashMap, HashSet};

use super::fit::{Outcome, Weighted};
use super::play::Kind;
use afterstate::eval::outlook::OutlookModel;
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

/// The ten bins of one kind of positions.
pub fn bins(kind: Kind, samples: &[Weighted<'_>], halves: &[OutlookModel; 2]) -> [Bin; 10] {
    let mut bins: [Bin; 10] = Default::default();
    for found in samples.iter().filter(|found| found.sample.kind == kind) {
        // After some moves of the page's player it is no longer a position of its kind.
        if kind != Kind::Own && found.sample.after > 0 {
            continue;
        }
        let model = held_out(found, halves);
        let outcome = Outcome::of(found.sample, model);
        for tile in model.outlook(&found.features).tiles {
            let bin = &mut bins[((tile.chance * 10.0) as usize).min(9)];
            bin.forecasts += 1;
            bin.games.insert(found.sample.game);
            bin.predicted += tile.chance;
            bin.observed += outcome.made(tile.rank);
        }
    }
    bins
}

/// The model of the half of the games to which a sample does not belong.
fn held_out<'a>(found: &Weighted<'_>, halves: &'a [OutlookModel; 2]) -> &'a OutlookModel {
    &halves[(found.sample.game % 2) as usize]
}

/// The reliability of the chances as a table.
pub fn reliability(samples: &[Weighted<'_>], halves: &[OutlookModel; 2]) -> String {
    let mut lines =
        vec![table::header(["positions", "predicted", "observed", "off by", "forecasts", "games"])];
    for (name, kind) in Kind::ALL {
        for bin in bins(kind, samples, halves).iter().filter(|bin| bin.forecasts > 0) {
            let percent = |share: f64| format!("{:.1}%", 100.0 * share);
            lines.push(vec![
                name.to_owned(),
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

/// The expected and the final scores of the page's own games, by fifths of the positions in the
/// order of the score so far. Fifths of each game would know when it ends.
pub fn scores(samples: &[Weighted<'_>], halves: &[OutlookModel; 2]) -> String {
    let own = || samples.iter().filter(|found| found.sample.kind == Kind::Own);
    let totals: HashMap<u64, u64> = own()
        .filter_map(|found| found.sample.whole_game())
        .map(|game| (game.seed, game.score))
        .collect();
    let mut positions: Vec<(u64, u64, &Weighted<'_>)> = own()
        .filter_map(|found| {
            let total = *totals.get(&found.sample.game)?;
            Some((total.saturating_sub(found.sample.points), total, found))
        })
        .collect();
    positions.sort_by_key(|&(score, ..)| score);
    let mut lines = vec![table::header(["score so far", "expected", "final", "off by", "games"])];
    for fifth in positions.chunks(positions.len().div_ceil(5).max(1)) {
        let (Some(first), Some(last)) = (fifth.first(), fifth.last()) else { continue };
        let expected = |&(score, _, found): &(u64, u64, &Weighted<'_>)| {
            score as f64 + held_out(found, halves).outlook(&found.features).points
        };
        let mean = |sum: f64| sum / fifth.len() as f64;
        let expected = mean(fifth.iter().map(expected).sum());
        let reached = mean(fifth.iter().map(|&(_, total, _)| total as f64).sum());
        let games: HashSet<u64> = fifth.iter().map(|(.., found)| found.sample.game).collect();
        lines.push(vec![
            format!("{} to {}", first.0, last.0),
            format!("{expected:.0}"),
            format!("{reached:.0}"),
            format!("{:+.1}%", 100.0 * (expected / reached - 1.0)),
            games.len().to_string(),
        ]);
    }
    table::markdown(&lines)
}
