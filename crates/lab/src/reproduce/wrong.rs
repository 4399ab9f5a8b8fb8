//! Tries the rule of the verdicts on the papers' tables: how often does it say *differs* although the
//! paper's games are of the right players, and *agrees* although a row has games of a wrong player?
//!
//! The games of both sides are drawn from ours. Wrong players are Random, and the next weaker and the
//! next stronger player of the same paper and board whose difference matters in the table; nearer ones
//! are not told apart, and no rule could with so few games.

use afterstate_papers::experiment::sample::draw;
use afterstate_papers::experiment::{GameRecord, table};
use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

use super::claim::{Claim, moments};
use super::comparison::{Comparison, JudgedRow, JudgedTable};
use super::tables::{Content, PaperTable};

/// The fewest games of ours that show roughly what a player can do.
const FEWEST: usize = 20;
/// Simulations of a table of the right players.
const RIGHT: usize = 1000;
/// Simulations of a row with a wrong player.
const WRONG: usize = 100;

/// What the rule says of the right players of a table, and of wrong ones.
pub struct Trial {
    /// The table.
    pub table: &'static PaperTable,
    /// The reading.
    pub reading: &'static str,
    /// In how many simulations of the right players a row of the table differs.
    pub differs: f64,
    /// In how many a row agrees, at most.
    pub agrees: f64,
    /// The greatest share of simulations in which a wrong player agrees, and its row and name; `None`
    /// if no player of the paper is wrong enough.
    pub wrong: Option<(f64, String)>,
}

/// Tries the rule on the rows with games of every table by every reading. `random` are games of
/// the random player on 4x4.
pub fn try_rule(
    comparison: &Comparison,
    claims: &[Claim],
    tables: &'static [PaperTable],
    random: &[GameRecord],
) -> Vec<Trial> {
    let games = tables.iter().filter(|table| matches!(table.content, Content::Games));
    let mut judged: Vec<_> = games.flat_map(|table| comparison.judge(table, claims)).collect();
    let mut trials = Vec::new();
    for table in &mut judged {
        let rows = table.rows.len();
        // A row without a printed number, as in Cook's Figure 10, has no figures to draw.
        table.rows.retain(|row| row.row.ours >= FEWEST && row.claim.same_as.is_none());
        if !table.rows.is_empty() {
            trials.push(try_table(comparison, table, rows, random));
        }
    }
    trials
}

fn try_table(
    comparison: &Comparison,
    table: &JudgedTable,
    rows: usize,
    random: &[GameRecord],
) -> Trial {
    let mut draws = Xoshiro256PlusPlus::seed_from_u64(62);
    let effect = table.table.effect.size;
    let mut printed = |row: &JudgedRow, theirs: &[GameRecord]| {
        let theirs = draw(&mut draws, theirs, row.claim.games);
        let ours = draw(&mut draws, row.games, row.row.ours);
        comparison.printed_of(table.table, row.claim, &theirs, &ours)
    };
    let mut differing = 0;
    for _ in 0..RIGHT {
        // All rows, so that the draws of a table do not depend on which row differs.
        let differ = table.rows.iter().map(|row| printed(row, row.games).differs(rows));
        differing += usize::from(differ.fold(false, |any, differs| any | differs));
    }
    let mut agreeing = |row: &JudgedRow, games: &[GameRecord]| {
        let agree = (0..WRONG).filter(|_| printed(row, games).agrees(rows, effect)).count();
        agree as f64 / WRONG as f64
    };
    let agrees = table.rows.iter().map(|row| agreeing(row, row.games)).fold(0.0, f64::max);
    let mut wrong: Option<(f64, String)> = None;
    for row in &table.rows {
        for (name, games) in wrong_players(comparison, table, row, random) {
            let agrees = agreeing(row, games);
            if wrong.as_ref().is_none_or(|(most, _)| agrees > *most) {
                wrong = Some((agrees, format!("{name} as {}", row.claim.label)));
            }
        }
    }
    Trial {
        table: table.table,
        reading: table.reading,
        differs: differing as f64 / RIGHT as f64,
        agrees,
        wrong,
    }
}

/// The players that are wrong in a row: the next weaker, the next stronger, and the random one.
fn wrong_players<'a>(
    comparison: &'a Comparison,
    table: &JudgedTable,
    row: &JudgedRow,
    random: &'a [GameRecord],
) -> Vec<(String, &'a [GameRecord])> {
    let claim = row.claim;
    let strength =
        |games: &[GameRecord]| moments(games, |game| (game.score as f64 + 1.0).ln()).mean;
    let alike = |other: &Claim| {
        (other.board, other.end_at, other.spawns) == (claim.board, claim.end_at, claim.spawns)
    };
    let others = comparison.played().filter(|(other, games)| alike(other) && games.len() >= FEWEST);
    let mut others: Vec<(String, &[GameRecord])> =
        others.map(|(other, games)| (other.label.clone(), games)).collect();
    let is_random = claim.board == (4, 4) && !random.is_empty();
    if is_random {
        others.push(("Random".to_owned(), random));
    }
    let matters = |games: &[GameRecord]| {
        comparison.difference(table.table, claim, row.games, games) >= table.table.effect.size
    };
    others.retain(|(_, games)| matters(games));
    others.sort_by(|(_, a), (_, b)| strength(a).total_cmp(&strength(b)));
    let place = others.partition_point(|(_, games)| strength(games) < strength(row.games));
    let weaker = place.checked_sub(1).and_then(|before| others.get(before)).cloned();
    let last = others.iter().find(|(name, _)| name == "Random").cloned();
    let mut wrong: Vec<_> =
        [weaker, others.get(place).cloned(), last].into_iter().flatten().collect();
    wrong.dedup_by(|a, b| a.0 == b.0);
    wrong
}

/// The trials in Markdown.
pub fn markdown(trials: &[Trial]) -> String {
    let percent = |share: f64| format!("{:.0}%", 100.0 * share);
    let header = [
        "table",
        "reading",
        "right: a row differs",
        "right: a row agrees, in up to",
        "wrong: agrees, in up to",
    ];
    let mut lines = vec![table::header(header)];
    for trial in trials {
        let wrong = trial.wrong.as_ref();
        let wrong = wrong.map_or("–".to_owned(), |(share, name)| match *share > 0.0 {
            true => format!("{} ({name})", percent(*share)),
            false => percent(0.0),
        });
        lines.push(vec![
            trial.table.name.to_owned(),
            trial.reading.to_owned(),
            percent(trial.differs),
            percent(trial.agrees),
            wrong,
        ]);
    }
    table::markdown(&lines)
}
