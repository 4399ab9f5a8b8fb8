//! The reliability of an outlook: predicted chances against observed shares, and expected against
//! final scores.

use std::collections::{BTreeMap, HashMap};

use super::fit::{Outcome, Weighted};
use crate::games::results::GameResult;
use crate::games::sample::{Kind, Sample};
use afterstate::eval::outlook::{Features, Outlook, OutlookModel, points_of, score_share};
use afterstate::rules::{WINNING_RANK, tile};
use afterstate_papers::experiment::statistics::{Ratio, normal95};
use afterstate_papers::experiment::table;

/// What tells the games of a bin apart: games of different kinds have the same numbers. Whole games
/// have no kind, and their place in the list.
type GameKey = (Option<Kind>, u64);

/// The chances of one bin, over all tiles and positions.
#[derive(Clone, Debug, Default)]
pub struct Bin {
    /// Forecasts: pairs of a position and a tile.
    pub forecasts: u64,
    /// The games that they are from, with the sums of each.
    games: HashMap<GameKey, GameSums>,
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

    /// How far the observed share may be from the predicted one by chance (95%) if the forecasts are
    /// right. The forecasts of one game have the same outcome, so they count as one.
    fn chance(&self) -> f64 {
        let variance = |of: &GameSums| {
            if of.is_whole {
                of.predicted * (of.forecasts - of.predicted)
            } else {
                (of.observed - of.predicted).powi(2)
            }
        };
        normal95(self.games.values().map(variance).sum()) / self.forecasts as f64
    }

    /// Adds a held-out forecast to the bin of the same forecast by all games. A model fitted without
    /// a game that made the tile gives a lower chance, so bins of held-out forecasts would sort games
    /// near their edges by the outcome.
    fn add(
        bins: &mut [Bin; 10],
        (game, is_whole): (GameKey, bool),
        by_all: f64,
        predicted: f64,
        observed: f64,
    ) {
        let bin = &mut bins[((by_all * 10.0) as usize).min(9)];
        bin.forecasts += 1;
        let of = bin.games.entry(game).or_insert(GameSums { is_whole, ..GameSums::default() });
        of.forecasts += 1.0;
        of.predicted += predicted;
        of.observed += observed;
        bin.predicted += predicted;
        bin.observed += observed;
    }
}

/// The forecasts of one game in a bin: how many, and the sums of their chances and outcomes.
#[derive(Clone, Copy, Debug, Default)]
struct GameSums {
    /// Whether it was played to its end. Otherwise only the part that was played varies.
    is_whole: bool,
    forecasts: f64,
    predicted: f64,
    observed: f64,
}

/// Which positions the rows of a table are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Positions of a kind with a forecast, in games that the 1 ms player played to their end: those
    /// that it took over, and all of its own games.
    Of(Kind),
    /// Those in games that were stopped.
    Stopped(Kind),
    /// Positions with a forecast that it [reached itself](Sample::is_own_play) from one that it took
    /// over, in games that it played to their end.
    Later,
    /// Positions of all kinds without a forecast.
    NotShown,
}

impl Rows {
    /// Those with forecasts, by name.
    pub const SHOWN: [(&'static str, Rows); 8] = [
        ("own", Rows::Of(Kind::Own)),
        ("imperfect", Rows::Of(Kind::Imperfect)),
        ("editor", Rows::Of(Kind::Editor)),
        ("later", Rows::Later),
        ("trouble", Rows::Of(Kind::Trouble)),
        ("imperfect, stopped", Rows::Stopped(Kind::Imperfect)),
        ("editor, stopped", Rows::Stopped(Kind::Editor)),
        ("trouble, stopped", Rows::Stopped(Kind::Trouble)),
    ];

    fn has(self, found: &Weighted<'_>, folds: &[OutlookModel]) -> bool {
        let Sample { kind, after, rest, .. } = *found.sample;
        let is_own = kind == Kind::Own;
        let is_begin = is_own || after == 0;
        let counts = match self {
            Rows::Of(of) => kind == of && is_begin && rest.is_none(),
            Rows::Stopped(of) => kind == of && is_begin && rest.is_some(),
            Rows::Later => !is_own && found.sample.is_own_play() && rest.is_none(),
            Rows::NotShown => is_begin,
        };
        counts && is_shown(found, folds) == (self != Rows::NotShown)
    }
}

/// The ten bins of some positions: `all` chooses the bin of a forecast, and the fold of its game
/// makes it.
pub fn bins(
    rows: Rows,
    samples: &[Weighted<'_>],
    all: &OutlookModel,
    folds: &[OutlookModel],
) -> [Bin; 10] {
    let mut bins = Default::default();
    for found in samples.iter().filter(|found| rows.has(found, folds)) {
        let model = held_out(found.sample.game, folds);
        let outcome = Outcome::of(found.sample, model);
        let [by_all, held_out] = [all, model].map(|model| model.outlook(&found.features).tiles);
        for (by_all, tile) in by_all.into_iter().zip(held_out) {
            let game = (Some(found.sample.kind), found.sample.game);
            let is_whole = found.sample.rest.is_none();
            let made = outcome.made(tile.rank);
            Bin::add(&mut bins, (game, is_whole), by_all.chance, tile.chance, made);
        }
    }
    bins
}

/// Whether the forecast of a position is shown.
fn is_shown(found: &Weighted<'_>, folds: &[OutlookModel]) -> bool {
    held_out(found.sample.game, folds).covers(&found.features)
}

/// The ten bins of whole games, with forecasts at the begin of each stage.
pub fn stage_bins(games: &[GameResult], all: &OutlookModel, folds: &[OutlookModel]) -> [Bin; 10] {
    let mut bins = Default::default();
    for (index, game) in (0..).zip(games) {
        for rank in begins(game) {
            let of = |model: &OutlookModel| at_begin(rank, model).1.tiles;
            for (by_all, tile) in of(all).into_iter().zip(of(held_out(game.seed, folds))) {
                let made = if game.largest >= tile.rank { 1.0 } else { 0.0 };
                Bin::add(&mut bins, ((None, index), true), by_all.chance, tile.chance, made);
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
    let value = model.stage(rank).map_or(0.0, |stage| stage.values[0]);
    let features = Features { value, largest: rank, earned: points_of(rank), progress: 0.0 };
    (score_share(rank) * features.earned, model.outlook(&features))
}

/// The model that was fitted without the fold of a game.
fn held_out(game: u64, folds: &[OutlookModel]) -> &OutlookModel {
    &folds[game as usize % folds.len()]
}

/// The reliability of the chances as a table.
pub fn reliability(kinds: &[(&str, [Bin; 10])]) -> String {
    let header =
        ["positions", "predicted", "observed", "off by", "by chance", "forecasts", "games"];
    let mut lines = vec![table::header(header)];
    for (name, bins) in kinds {
        for bin in bins.iter().filter(|bin| bin.forecasts > 0) {
            let percent = |share: f64| format!("{:.1}%", 100.0 * share);
            lines.push(vec![
                (*name).to_owned(),
                percent(bin.predicted()),
                percent(bin.observed()),
                format!("{:+.1}", 100.0 * (bin.predicted() - bin.observed())),
                format!("±{:.1}", 100.0 * bin.chance()),
                bin.forecasts.to_string(),
                bin.games.len().to_string(),
            ]);
        }
    }
    table::markdown(&lines)
}

/// The points of a game's positions, summed: those of the tiles, with what the model expects to come,
/// and with what came.
#[derive(Clone, Copy, Debug, Default)]
struct PointSums {
    earned: f64,
    expected: f64,
    reached: f64,
}

/// Some positions, a fifth of them at a time by the points that their tiles have earned: the
/// expected and the final scores. A game that was not played to its end has the expected points of
/// the board where it stopped. "Off by" is a ratio of sums, and "±" the half of its 95% interval over
/// games.
pub fn scores_by_fifths(samples: &[Weighted<'_>], folds: &[OutlookModel]) -> String {
    let header =
        ["positions", "points so far", "expected", "final", "off by", "±", "number", "games"];
    let mut lines = vec![table::header(header)];
    for (name, rows) in Rows::SHOWN {
        let mut found: Vec<&Weighted<'_>> =
            samples.iter().filter(|found| rows.has(found, folds)).collect();
        found.sort_by(|one, next| one.features.earned.total_cmp(&next.features.earned));
        for fifth in found.chunks(found.len().div_ceil(5).max(1)) {
            let mut games: HashMap<(Kind, u64), PointSums> = HashMap::new();
            for found in fifth {
                let model = held_out(found.sample.game, folds);
                let earned = found.features.earned;
                let expected = model.outlook(&found.features).points;
                let came = found.sample.points as f64 + Outcome::of(found.sample, model).points();
                let sums = games.entry((found.sample.kind, found.sample.game)).or_default();
                sums.earned += earned;
                sums.expected += earned + expected;
                sums.reached += earned + came;
            }
            let total = |part: fn(&PointSums) -> f64| games.values().map(part).sum::<f64>();
            let (earned, expected) = (total(|sums| sums.earned), total(|sums| sums.expected));
            let reached = total(|sums| sums.reached);
            let count = fifth.len() as f64;
            let off_by = Ratio::of(games.values().map(|sums| (sums.expected, sums.reached)));
            let interval = off_by.and_then(|ratio| ratio.interval);
            lines.push(vec![
                name.to_owned(),
                format!("{:.0}", earned / count),
                format!("{:.0}", expected / count),
                format!("{:.0}", reached / count),
                format!("{:+.1}%", 100.0 * (expected / reached - 1.0)),
                interval.map_or("–".to_owned(), |half| format!("±{:.1}%", 100.0 * half)),
                fifth.len().to_string(),
                games.len().to_string(),
            ]);
        }
    }
    table::markdown(&lines)
}

/// Moves after which a whole game is also looked at as if it had been stopped.
const SHORT_MOVES: u64 = 200;

/// The forecasts of a game's positions, summed: their number, the chances that they would have if the
/// game had been stopped, and what came of them in the whole game.
#[derive(Clone, Copy, Debug, Default)]
struct ForecastSums {
    forecasts: f64,
    stopped: f64,
    whole: f64,
}

/// Whole games against the same games stopped after some moves: the chances of the tiles that are
/// neither nearly certain nor nearly impossible.
pub fn short_against_whole(samples: &[Weighted<'_>], folds: &[OutlookModel]) -> String {
    let header = ["positions", "stopped", "whole", "difference", "forecasts", "games"];
    let mut lines = vec![table::header(header)];
    let mut all: HashMap<(Kind, u64), ForecastSums> = HashMap::new();
    let whole = |found: &&Weighted<'_>| found.sample.rest.is_none();
    for found in samples.iter().filter(whole) {
        let Sample { kind, game, after, points, .. } = *found.sample;
        if (kind != Kind::Own && after > 0) || !is_shown(found, folds) {
            continue;
        }
        let model = held_out(game, folds);
        // The later positions of this game: those with fewer points to come.
        let later = samples.iter().filter(whole).filter(|next| {
            (next.sample.kind, next.sample.game) == (kind, game)
                && next.sample.after >= after + SHORT_MOVES
                && next.sample.points < points
                && next.sample.largest == found.sample.largest
        });
        let Some(later) = later.min_by_key(|next| next.sample.after) else { continue };
        let (outcome, stopped) =
            (Outcome::of(found.sample, model), model.outlook(&later.features).tiles);
        for tile in model.outlook(&found.features).tiles {
            if !(0.05..0.95).contains(&tile.chance) {
                continue;
            }
            let chance = stopped.iter().find(|of| of.rank == tile.rank).map_or(1.0, |of| of.chance);
            let sums = all.entry((kind, game)).or_default();
            sums.forecasts += 1.0;
            sums.stopped += chance;
            sums.whole += outcome.made(tile.rank);
        }
    }
    for (name, kind) in Kind::ALL {
        let games: Vec<ForecastSums> =
            all.iter().filter(|(of, _)| of.0 == kind).map(|(_, sums)| *sums).collect();
        if games.is_empty() {
            continue;
        }
        let total = |part: fn(&ForecastSums) -> f64| games.iter().map(part).sum::<f64>();
        let (stopped, whole) = (total(|sums| sums.stopped), total(|sums| sums.whole));
        let count = total(|sums| sums.forecasts);
        let pairs = games.iter().map(|sums| (sums.stopped - sums.whole, sums.forecasts));
        let difference = Ratio::of(pairs);
        let interval = difference.and_then(|ratio| ratio.interval);
        lines.push(vec![
            name.to_owned(),
            format!("{:.1}%", 100.0 * stopped / count),
            format!("{:.1}%", 100.0 * whole / count),
            format!(
                "{:+.1} ± {}",
                100.0 * (stopped - whole) / count,
                interval.map_or("–".to_owned(), |half| format!("{:.1}", 100.0 * half))
            ),
            format!("{count:.0}"),
            games.len().to_string(),
        ]);
    }
    table::markdown(&lines)
}

/// The scores of the games that reached a stage, summed: at its begin, with what the model expects to
/// come, and at the end.
#[derive(Clone, Copy, Debug, Default)]
struct StageSums {
    games: u64,
    expected: f64,
    reached: f64,
}

/// The expected and the final scores of whole games at the begin of each stage.
pub fn scores(games: &[GameResult], folds: &[OutlookModel]) -> String {
    let mut stages: BTreeMap<u8, StageSums> = BTreeMap::new();
    for game in games {
        for rank in begins(game) {
            let (earned, outlook) = at_begin(rank, held_out(game.seed, folds));
            let sums = stages.entry(rank).or_default();
            sums.games += 1;
            sums.expected += earned + outlook.points;
            sums.reached += game.score as f64;
        }
    }
    let mut lines = vec![table::header(["largest tile", "expected", "final", "off by", "games"])];
    for (rank, StageSums { games, expected, reached }) in stages {
        lines.push(vec![
            if rank == 1 { "start".to_owned() } else { tile(rank).to_string() },
            format!("{:.0}", expected / games as f64),
            format!("{:.0}", reached / games as f64),
            format!("{:+.1}%", 100.0 * (expected / reached - 1.0)),
            games.to_string(),
        ]);
    }
    table::markdown(&lines)
}

#[cfg(test)]
mod tests {
    use super::super::fit;
    use super::*;

    fn games_of(bins: &[Bin; 10]) -> Option<usize> {
        bins.iter().map(|bin| bin.games.len()).max()
    }

    #[test]
    fn games_with_the_same_seed_count_as_several() {
        let game = GameResult { seed: 1, score: 60_000, largest: 12 };
        let folds = [fit::fit(7, &[], &[game])];
        let of = |games: &[GameResult]| stage_bins(games, &folds[0], &folds);
        let (one, two) = (of(&[game]), of(&[game; 2]));
        assert_eq!([games_of(&one), games_of(&two)], [Some(1), Some(2)]);
        for (one, two) in one.iter().zip(&two).filter(|(one, _)| one.forecasts > 0) {
            assert!((one.chance() / two.chance() - 2f64.sqrt()).abs() < 1e-9);
        }
    }

    #[test]
    fn boards_of_different_kinds_with_the_same_number_are_different_games() {
        // No forecast is shown for boards worth so little.
        let sample = |kind: &str| -> Sample {
            let line = format!("{kind},1,editor,0,0000000102340567,1,0,7,0000000102340567,1");
            line.parse().expect("a sample")
        };
        let samples = [sample("imperfect"), sample("editor"), sample("editor")];
        let model = fit::fit(7, &[], &[]);
        let bins = bins(
            Rows::NotShown,
            &fit::weighted(samples.iter()),
            &model,
            std::slice::from_ref(&model),
        );
        assert_eq!(games_of(&bins), Some(2));
    }

    #[test]
    fn only_whole_games_have_later_positions() {
        let model = fit::fit(7, &[], &[]);
        let count = |line: &str, rows: Rows| {
            let sample: Sample = line.parse().expect("a sample");
            let bins =
                bins(rows, &fit::weighted([sample].iter()), &model, std::slice::from_ref(&model));
            bins.iter().map(|bin| bin.forecasts).sum::<u64>() > 0
        };
        let board = "0000000102340567,100000,9,7";
        let [later, begin] = [1001, 0].map(|after| format!("editor,1,editor,{after},{board},,"));
        let stopped = format!("editor,1,editor,1001,{board},0000000102340567,1");
        let own = format!("own,1,own,1001,{board},,");
        let editor = Rows::Of(Kind::Editor);
        assert_eq!([&later, &begin].map(|line| count(line, Rows::Later)), [true, false]);
        assert_eq!([&later, &begin].map(|line| count(line, editor)), [false, true]);
        assert_eq!([&stopped, &own].map(|line| count(line, Rows::Later)), [false, false]);
        let stopped = stopped.replace(",1001,", ",0,");
        let of_stopped = [editor, Rows::Stopped(Kind::Editor)].map(|rows| count(&stopped, rows));
        assert_eq!(of_stopped, [false, true]);
        assert!(count(&own, Rows::Of(Kind::Own)));
    }
}
