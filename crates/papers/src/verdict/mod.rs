//! The verdict on the rows of a paper's table, each beside our games of the same player.
//!
//! A row *differs* if chance alone puts its figures so far from ours in less than 5% of cases,
//! divided by the number of rows of the table: so a table of the right players differs in 5% of
//! cases at most. It *agrees* if it does not differ, and if a player that is off by the `effect`
//! would have made it differ in 80% of cases: so such a wrong player agrees in 20% at most. Without
//! this power the games are too few, and the verdict says whose.
//!
//! One figure of a row carries the agreement: a mean, or the share of games that is nearest to one half
//! in the paper. It has four fifths of the row's error. The other figures share the rest; they can
//! contradict but not agree.

mod figure;
mod probability;
#[cfg(test)]
mod tests;

use std::fmt;

pub use figure::{Extreme, Figure, Moments};

/// The share of tables of the right players that may differ.
pub const ERROR: f64 = 0.05;
/// The probability with which a wrong player must show, by [`Figure::power`], before a row can agree.
/// It is 80% with a margin: for scores that are skewed, the computed power is up to 1% too high.
pub const POWER: f64 = 0.82;
/// The difference that matters if the paper discusses none: in standard deviations of a game, and
/// for shares of games in Cohen's h (50% against 69%, or 0% against 4%).
pub const EFFECT: f64 = 0.4;
/// The part of a row's error that the carrying figure has if there are others.
const CARRIED: f64 = 0.8;
/// If so many games of ours would not show the effect, the paper's own are too few.
pub const MOST_GAMES: usize = 5000;

/// What our games say of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// A difference that matters would have shown with a probability of 80%, and did not.
    Agrees,
    /// The figures are further apart than chance puts them.
    Differs,
    /// So many more games of ours are needed.
    TooFewOfOurs(usize),
    /// The paper's own games are too few for any number of ours.
    TooFewOfThePaper,
    /// We have no games.
    NotPlayed,
    /// The row prints only figures that can contradict, and they do not.
    NoNumber,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The number of the paper's games.
    pub theirs: usize,
    /// The number of ours.
    pub ours: usize,
    /// The printed figures. Without games of ours, what they say of ours does not matter.
    pub figures: Vec<Figure>,
}

/// The verdict on a row, and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The verdict.
    pub verdict: Verdict,
    /// The probability that chance alone puts any of the figures so far apart; 1 without games.
    pub p: f64,
    /// The probability that a difference that matters would have shown.
    pub power: f64,
    /// Which figures contradict by themselves.
    pub contradicts: Vec<bool>,
}

impl Row {
    /// The verdict on this row of a table with so many rows, where a difference of this size matters.
    pub fn judge(&self, rows: usize, effect: f64) -> Judged {
        let ps = self.ps();
        let p = ps.iter().copied().fold(1.0, f64::min);
        let power = if self.ours > 0 { self.power(self.ours, rows, effect) } else { 0.0 };
        let verdict = if self.differs(rows) {
            Verdict::Differs
        } else if self.ours == 0 {
            Verdict::NotPlayed
        } else if self.carrier().is_none() {
            Verdict::NoNumber
        } else if power >= POWER {
            Verdict::Agrees
        } else {
            match self.needed(rows, effect) {
                // The power of shares rises in steps.
                Some(needed) => Verdict::TooFewOfOurs(needed.saturating_sub(self.ours).max(1)),
                None => Verdict::TooFewOfThePaper,
            }
        };
        let contradicts = ps.iter().map(|p| *p < ERROR / rows as f64).collect();
        Judged { verdict, p, power, contradicts }
    }

    /// Whether this row of a table with so many rows differs.
    pub fn differs(&self, rows: usize) -> bool {
        self.ps().into_iter().any(|p| p < ERROR / rows as f64)
    }

    /// Whether it agrees.
    pub fn agrees(&self, rows: usize, effect: f64) -> bool {
        self.ours > 0 && !self.differs(rows) && self.power(self.ours, rows, effect) >= POWER
    }

    /// The probability that a difference of this size would show in so many games of ours.
    fn power(&self, games: usize, rows: usize, effect: f64) -> f64 {
        let Some(carrier) = self.carrier() else { return 0.0 };
        let alpha = ERROR / rows as f64 * self.parts(Some(carrier))[carrier];
        self.figures[carrier].power(self.theirs, games, alpha, effect)
    }

    /// The p of each figure, divided by its part of the row's error; 1 without games.
    fn ps(&self) -> Vec<f64> {
        let figures = self.figures.iter().zip(self.parts(self.carrier()));
        let p = |(figure, part): (&Figure, f64)| match self.ours {
            0 => 1.0,
            ours => figure.p(self.theirs, ours) / part,
        };
        figures.map(p).collect()
    }

    /// The number of our games with which this row of a table with so many rows could agree; `None`
    /// if no number would do.
    pub fn needed(&self, rows: usize, effect: f64) -> Option<usize> {
        games_needed(|games| self.power(games, rows, effect))
    }

    /// The place of the figure that carries the agreement; `None` if none can.
    pub fn carrier(&self) -> Option<usize> {
        let able = self.figures.iter().enumerate().filter(|(_, figure)| figure.can_agree());
        let distance = |figure: &Figure| figure.distance_from_half(self.theirs);
        able.min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b))).map(|(place, _)| place)
    }

    /// The part of the row's error that each figure has.
    fn parts(&self, carrier: Option<usize>) -> Vec<f64> {
        let others = self.figures.len() - usize::from(carrier.is_some());
        let part = |place| match carrier {
            Some(_) if others == 0 => 1.0,
            Some(carrier) if carrier == place => CARRIED,
            Some(_) => (1.0 - CARRIED) / others as f64,
            None => 1.0 / others as f64,
        };
        (0..self.figures.len()).map(part).collect()
    }
}

/// The least number of games with this power; `None` if [`MOST_GAMES`] do not have it.
fn games_needed(power: impl Fn(usize) -> f64) -> Option<usize> {
    if power(MOST_GAMES) < POWER {
        return None;
    }
    let (mut short, mut enough) = (1, 16);
    while enough < MOST_GAMES && power(enough) < POWER {
        (short, enough) = (enough, (2 * enough).min(MOST_GAMES));
    }
    while enough - short > 1 {
        let middle = usize::midpoint(short, enough);
        *if power(middle) < POWER { &mut short } else { &mut enough } = middle;
    }
    Some(enough)
}

/// The verdicts on the rows of a table, which together are the verdict on the table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table(pub Vec<Verdict>);

impl Table {
    /// Whether a row differs.
    pub fn differs(&self) -> bool {
        self.0.contains(&Verdict::Differs)
    }

    /// Whether every row agrees.
    pub fn agrees(&self) -> bool {
        !self.0.is_empty() && self.0.iter().all(|verdict| *verdict == Verdict::Agrees)
    }

    /// The numbers of rows with each verdict, and which rows they are where `names` says so: "1
    /// differs (Random), 5 agree".
    pub fn words(&self, names: impl Fn(Kind) -> Option<String>) -> String {
        let parts = Kind::ALL.into_iter().filter_map(|kind| {
            let rows = self.0.iter().filter(|verdict| verdict.kind() == kind).count();
            let missing: usize = self.0.iter().map(|verdict| verdict.missing()).sum();
            let more = match kind {
                Kind::TooFewOfOurs => format!(": {missing} more needed"),
                _ => String::new(),
            };
            let of = if rows == self.0.len() { String::new() } else { format!("{rows} ") };
            let named = if of.is_empty() { None } else { names(kind) };
            let named = named.map_or(String::new(), |names| format!(" ({names})"));
            (rows > 0).then(|| format!("{of}{}{more}{named}", kind.words(rows == 1)))
        });
        parts.collect::<Vec<_>>().join(", ")
    }
}

/// A verdict without its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// [`Verdict::Differs`]
    Differs,
    /// [`Verdict::Agrees`]
    Agrees,
    /// [`Verdict::TooFewOfOurs`]
    TooFewOfOurs,
    /// [`Verdict::TooFewOfThePaper`]
    TooFewOfThePaper,
    /// [`Verdict::NotPlayed`]
    NotPlayed,
    /// [`Verdict::NoNumber`]
    NoNumber,
}

impl Kind {
    const ALL: [Kind; 6] = [
        Kind::Differs,
        Kind::Agrees,
        Kind::TooFewOfOurs,
        Kind::TooFewOfThePaper,
        Kind::NotPlayed,
        Kind::NoNumber,
    ];

    /// The verdict in words, of one row or of several.
    pub fn words(self, one: bool) -> &'static str {
        match self {
            Kind::Differs if one => "differs",
            Kind::Differs => "differ",
            Kind::Agrees if one => "agrees",
            Kind::Agrees => "agree",
            Kind::TooFewOfOurs => "too few games of ours",
            Kind::TooFewOfThePaper => "too few games of the paper",
            Kind::NotPlayed => "not played",
            Kind::NoNumber => "no number to compare",
        }
    }
}

impl Verdict {
    /// The verdict without its numbers.
    pub fn kind(self) -> Kind {
        match self {
            Verdict::Agrees => Kind::Agrees,
            Verdict::Differs => Kind::Differs,
            Verdict::TooFewOfOurs(_) => Kind::TooFewOfOurs,
            Verdict::TooFewOfThePaper => Kind::TooFewOfThePaper,
            Verdict::NotPlayed => Kind::NotPlayed,
            Verdict::NoNumber => Kind::NoNumber,
        }
    }

    /// The games of ours that are missing, if only they are.
    pub fn missing(self) -> usize {
        if let Verdict::TooFewOfOurs(games) = self { games } else { 0 }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind().words(true))?;
        match self.missing() {
            0 => Ok(()),
            missing => write!(f, ": {missing} more needed"),
        }
    }
}
