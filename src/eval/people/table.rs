//! The tables of the forecast and of the level, and their text form.

use std::fmt;
use std::str::FromStr;

use super::level::{CATEGORIES, KnownPlayer};

/// The number of tiles above the largest that a forecast has chances of.
pub const AHEAD: usize = 3;

/// A curve by its knots, in ascending order of the first number.
pub type Curve = Vec<(f64, f64)>;

/// The tables of the forecast and of the level.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PeopleTable {
    /// The binary logarithm of the sum of the tiles at which the first curve of a level counts.
    pub first_phase: f64,
    /// The levels, weakest first.
    pub levels: Vec<LevelTable>,
    /// The players that a level is estimated by.
    pub players: Vec<KnownPlayer>,
}

/// What players of a level make of a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LevelTable {
    /// The points that they usually make of a new game.
    pub points: f64,
    /// Their share of errors.
    pub errors: f64,
    /// For each doubling of the sum of the tiles: from the logarithm of a board's value to that of
    /// the points that follow.
    pub curves: Vec<Curve>,
    /// From the logarithm of these points to that of a factor, by other games.
    pub correction: Curve,
    /// For each of the next tiles: from the logarithm of the points that it needs, as a share of those
    /// expected, to its chance.
    pub chances: [Curve; AHEAD],
}

/// Writes the form that [`PeopleTable::from_str`] reads: a line for each level, curve and player.
impl fmt::Display for PeopleTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let curve = |f: &mut fmt::Formatter<'_>, name: &str, curve: &Curve| {
            write!(f, "{name}")?;
            curve.iter().try_for_each(|(x, y)| write!(f, " {x:.4} {y:.4}"))?;
            writeln!(f)
        };
        writeln!(f, "phase {}", self.first_phase)?;
        for level in &self.levels {
            writeln!(f, "level {:.0} {}", level.points, level.errors)?;
            level.curves.iter().try_for_each(|knots| curve(f, "curve", knots))?;
            curve(f, "correction", &level.correction)?;
            level.chances.iter().try_for_each(|knots| curve(f, "chance", knots))?;
        }
        for KnownPlayer { points, weight, score, spread, shares } in &self.players {
            write!(f, "player {points:.0} {weight:.5} {score:.3} {spread:.3}")?;
            shares.iter().try_for_each(|share| write!(f, " {share:.5}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}

/// The error names the line that is invalid, or what is missing.
impl FromStr for PeopleTable {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut table = PeopleTable::default();
        let mut chances = 0;
        for line in text.lines() {
            let invalid = || format!("the table has an invalid line {line:?}");
            let (name, numbers) = line.split_once(' ').unwrap_or((line, ""));
            let numbers: Vec<f64> = numbers
                .split_terminator(' ')
                .map(|number| number.parse().ok().filter(|number: &f64| number.is_finite()))
                .collect::<Option<_>>()
                .ok_or_else(invalid)?;
            match (name, &numbers[..]) {
                ("phase", &[phase]) => table.first_phase = phase,
                ("level", &[points, errors])
                    if points >= 1.0
                        && (0.0..=1.0).contains(&errors)
                        && table.levels.last().is_none_or(|level| level.points < points) =>
                {
                    table.levels.push(LevelTable { points, errors, ..LevelTable::default() });
                    chances = 0;
                }
                ("player", &[points, weight, score, spread, ref shares @ ..])
                    if points >= 1.0
                        && weight > 0.0
                        && spread > 0.0
                        && shares.len() == CATEGORIES
                        && shares.iter().all(|&share| share > 0.0 && share <= 1.0) =>
                {
                    table.players.push(KnownPlayer {
                        points,
                        weight,
                        score,
                        spread,
                        shares: shares.to_vec(),
                    });
                }
                ("curve" | "correction" | "chance", numbers) => {
                    let level = table.levels.last_mut().ok_or_else(invalid)?;
                    let knots = curve(numbers).ok_or_else(invalid)?;
                    match name {
                        "curve" if !knots.is_empty() => level.curves.push(knots),
                        "correction" => level.correction = knots,
                        "chance" if chances < AHEAD => {
                            level.chances[chances] = knots;
                            chances += 1;
                        }
                        _ => return Err(invalid()),
                    }
                }
                _ => return Err(invalid()),
            }
        }
        let complete = !table.levels.is_empty() && !table.players.is_empty();
        complete.then_some(table).ok_or_else(|| "the table lacks levels or players".to_owned())
    }
}

/// The knots of a curve, if they are in order.
fn curve(numbers: &[f64]) -> Option<Curve> {
    let (pairs, rest) = numbers.as_chunks::<2>();
    let knots: Curve = pairs.iter().map(|&[x, y]| (x, y)).collect();
    (rest.is_empty() && knots.is_sorted_by(|one, next| one.0 < next.0)).then_some(knots)
}
