//! What ends a search, and how a budget that is a mean over a game is spread over its moves. Leaves out counting and
//! time, which are the search's.

/// The deepest search that can be asked for. Time and nodes end a search long before.
pub const MAX_PLY: u8 = 30;

/// What is looked at less deep than the rest, by how many plies of the search each costs where others cost one. The
/// default chooses the best moves of all that were tried at equal nodes: docs/results/search-log.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthReductions {
    /// A spawned 4, which comes once in ten spawns. With fewer plies to go it is taken for a 2, unless it fills the
    /// board, where one reply to it is always looked at.
    pub spawn4_plies: u8,
    /// A move that lags: one that is worth less than the best of its board by more than the evaluator's
    /// [`pruning_margin`](crate::eval::Evaluator::pruning_margin) as soon as it is made. With fewer plies to go it is not looked at. Of
    /// the moves that a search starts from those lag that did so when the ply before was finished.
    pub low_value_plies: u8,
}

impl DepthReductions {
    /// A search without any cut.
    pub const NONE: Self = Self { spawn4_plies: 1, low_value_plies: 1 };

    /// What is searched with if nothing else is said.
    pub const USUAL: Self = Self { spawn4_plies: 2, low_value_plies: 3 };

    /// Ten bits that tell reductions apart.
    pub(super) fn bits(self) -> u64 {
        u64::from(self.spawn4_plies) | u64::from(self.low_value_plies) << 5
    }
}

/// What ends a search: the first limit that is reached. The first ply is always finished.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The deepest ply, from 1 to [`MAX_PLY`].
    pub ply: u8,
    /// Nodes: afterstates valued or looked beyond.
    pub nodes: u64,
    /// Milliseconds.
    pub time_ms: f64,
    /// What is looked at less deep; each at least 1 and at most [`MAX_PLY`].
    pub reductions: DepthReductions,
    /// Whether nodes and milliseconds are what a move may take on average over the game that a searcher's searches
    /// belong to, until it is [cleared](super::Searcher::clear): what easy moves leave over is spent on later ones, of
    /// which none takes more than [`MOST`] times the mean. If not, they are what this search may take at most.
    pub managed: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            ply: MAX_PLY,
            nodes: u64::MAX,
            time_ms: f64::INFINITY,
            reductions: DepthReductions::USUAL,
            managed: false,
        }
    }
}

impl Limits {
    /// A search to a fixed ply.
    #[must_use]
    pub fn ply(ply: u8) -> Self {
        Self { ply, ..Self::default() }
    }

    /// A search for at most some milliseconds.
    #[must_use]
    pub fn time_ms(time_ms: f64) -> Self {
        Self { time_ms, ..Self::default() }
    }

    /// The same limits as means over a game.
    #[must_use]
    pub fn managed(self) -> Self {
        Self { managed: true, ..self }
    }

    pub(super) fn possible(&self) -> bool {
        let plies = [self.ply, self.reductions.spawn4_plies, self.reductions.low_value_plies];
        plies.into_iter().all(|plies| (1..=MAX_PLY).contains(&plies)) && self.time_ms >= 0.0
    }
}

/// The most that a managed search may take, in means.
pub const MOST: f64 = 6.0;

/// A move that is no different from others aims at the mean and this part of all that was saved: with less, savings are
/// still there when the game ends, with more, a few hard moves use them up.
const SHARE: f64 = 1.0 / 40.0;

/// The least a move aims at, in means, also when a search before it was held up and took far too long. Chosen, not
/// measured.
const LEAST: f64 = 0.25;

/// A search that was begun may go beyond its aim by this factor: to stop a ply short of its end wastes all of it.
const PATIENCE: f64 = 2.0;

/// How much the next ply takes at least and at most, in units of the last: the estimate, which is how much the last
/// took in units of the one before, is far off where the table knew one of them. Chosen, not measured.
const GROWTH: (f64, f64) = (1.5, 12.0);

/// What was left over by the searches of a game, for nodes and for milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Savings {
    nodes: Account,
    time_ms: Account,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Account {
    mean: f64,
    saved: f64,
}

/// How much of one thing a search may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Allowance {
    /// No ply is begun that would probably lead beyond this.
    pub aim: f64,
    /// The search ends here.
    pub most: f64,
}

impl Account {
    /// What a move may take if the moves of its game take `mean` on average.
    fn allow(&mut self, mean: f64) -> Allowance {
        if self.mean != mean {
            *self = Self { mean, saved: 0.0 };
        }
        if mean.is_infinite() {
            return Allowance { aim: mean, most: mean };
        }
        // One move leaves half of the savings alone, so that they cover what it takes beyond its end.
        let there = mean + self.saved.min(self.saved / 2.0);
        let there = there.clamp(LEAST * mean, MOST * mean);
        let aim = (mean + self.saved * SHARE).clamp(LEAST * mean, there);
        Allowance { aim, most: there.min(PATIENCE * aim) }
    }

    fn pay(&mut self, taken: f64) {
        if self.mean.is_finite() {
            self.saved += self.mean - taken;
        }
    }
}

impl Savings {
    /// What a search under `limits` may take: nodes and milliseconds.
    pub fn allow(&mut self, limits: &Limits) -> (Allowance, Allowance) {
        let nodes = if limits.nodes == u64::MAX { f64::INFINITY } else { limits.nodes as f64 };
        if limits.managed {
            return (self.nodes.allow(nodes), self.time_ms.allow(limits.time_ms));
        }
        // What is not used is lost, so a ply is begun that might just end.
        let bound = |most: f64| Allowance { aim: PATIENCE * most, most };
        (bound(nodes), bound(limits.time_ms))
    }

    /// Takes down what a search took.
    pub fn pay(&mut self, limits: &Limits, nodes: u64, time_ms: f64) {
        if limits.managed {
            self.nodes.pay(nodes as f64);
            self.time_ms.pay(time_ms);
        }
    }
}

/// What the plies of a search took of one thing, and what the next will.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    taken: f64,
    last: f64,
    growth: f64,
}

impl Pace {
    /// Takes down how much was taken since the search began, a ply having ended.
    pub fn ply_ended(&mut self, taken: f64) {
        let this = taken - self.taken;
        self.growth = if self.last > 0.0 { this / self.last } else { 0.0 };
        (self.taken, self.last) = (taken, this);
    }

    /// Whether one more ply will probably stay within the aim.
    #[must_use]
    pub fn fits(&self, allowance: &Allowance) -> bool {
        let (least, most) = GROWTH;
        self.taken + self.last * self.growth.clamp(least, most) <= allowance.aim
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_is_spent_and_no_more() {
        let mut account = Account::default();
        let mut taken = 0.0;
        // Easy moves take a third of what they may, hard ones all: the mean holds over the game.
        for round in 1..10_000 {
            let allowed = account.allow(10.0);
            assert!(allowed.aim <= allowed.most && allowed.most <= 10.0 * MOST, "{allowed:?}");
            let spent = if round % 3 == 0 { allowed.most } else { allowed.aim / 3.0 };
            account.pay(spent);
            taken += spent;
            assert!(taken <= 10.0 * f64::from(round) + 1e-6);
        }
        assert!(taken > 0.98 * 10.0 * 10_000.0, "{taken}");
    }

    #[test]
    fn a_search_that_was_held_up_is_paid_for_little_by_little() {
        let mut account = Account::default();
        account.allow(1.0);
        account.pay(100.0);
        let mut moves = 0;
        while account.saved < 0.0 {
            let allowed = account.allow(1.0);
            assert!(allowed.aim >= LEAST);
            account.pay(allowed.aim);
            moves += 1;
        }
        assert!((100..200).contains(&moves), "{moves}");
        // Another mean is another game.
        assert_eq!(account.allow(2.0).aim, 2.0);
    }

    #[test]
    fn a_ply_is_begun_if_it_will_probably_end() {
        let within = |aim| Allowance { aim, most: aim };
        let mut pace = Pace::default();
        pace.ply_ended(10.0);
        pace.ply_ended(60.0); // five times as much
        assert!(pace.fits(&within(310.0)) && !pace.fits(&within(309.0)));
        pace.ply_ended(61.0); // the table knew it all
        assert!(pace.fits(&within(63.0)) && !pace.fits(&within(62.0)));
        assert!(pace.fits(&within(f64::INFINITY)));
    }
}
