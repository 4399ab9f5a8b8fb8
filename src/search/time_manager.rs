//! Time management: how much of a game's average budget each search may use, for nodes and
//! milliseconds alike, and whether another ply will probably fit.

use super::limits::{Limits, MANAGED_MAX};

/// The share of the saved budget that a move aims to use on top of the average. A smaller share
/// leaves budget unused at the end of the game; a larger one spends it on a few hard moves.
const SAVED_SHARE: f64 = 1.0 / 40.0;

/// The minimum target as a share of the average, for moves after a search that overran by far.
/// Chosen, not measured.
const MIN_TARGET: f64 = 0.25;

/// How far a search may overrun its target: stopping inside a ply wastes the work on that ply.
const OVERRUN: f64 = 2.0;

/// The bounds on the estimated growth from one ply to the next. The estimate is the growth of the
/// last ply, which is far off if the table already held one of the two. Chosen, not measured.
const GROWTH: (f64, f64) = (1.5, 12.0);

/// The budgets of the searches of one game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TimeManager {
    nodes: Budget,
    time_ms: Budget,
}

/// An average per move, and what the moves so far have left of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Budget {
    mean: f64,
    saved: f64,
}

/// The nodes or milliseconds that a search may use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Allowance {
    /// The search starts no ply that would probably end beyond this.
    pub target: f64,
    /// The search stops here.
    pub max: f64,
}

impl Budget {
    /// The allowance of a move if moves use `mean` on average.
    fn allow(&mut self, mean: f64) -> Allowance {
        if self.mean != mean {
            *self = Self { mean, saved: 0.0 };
        }
        if mean.is_infinite() {
            return Allowance { target: mean, max: mean };
        }
        // A move may use half of the saved budget. The rest covers searches that overrun their limit.
        let available = mean + self.saved.min(self.saved / 2.0);
        let available = available.clamp(MIN_TARGET * mean, MANAGED_MAX * mean);
        let target = (mean + self.saved * SAVED_SHARE).clamp(MIN_TARGET * mean, available);
        Allowance { target, max: available.min(OVERRUN * target) }
    }

    fn record(&mut self, used: f64) {
        if self.mean.is_finite() {
            self.saved += self.mean - used;
        }
    }
}

impl TimeManager {
    /// The allowances of a search under `limits`: nodes and milliseconds.
    pub fn allow(&mut self, limits: &Limits) -> (Allowance, Allowance) {
        let nodes = if limits.nodes == u64::MAX { f64::INFINITY } else { limits.nodes as f64 };
        if limits.managed {
            return (self.nodes.allow(nodes), self.time_ms.allow(limits.time_ms));
        }
        // Unused budget is lost here, so the search starts any ply that might just finish.
        let bound = |max: f64| Allowance { target: OVERRUN * max, max };
        (bound(nodes), bound(limits.time_ms))
    }

    /// Records what a search used.
    pub fn record(&mut self, limits: &Limits, nodes: u64, time_ms: f64) {
        if limits.managed {
            self.nodes.record(nodes as f64);
            self.time_ms.record(time_ms);
        }
    }
}

/// Estimates what the next ply of a search will use, from the plies before it.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlyForecast {
    used: f64,
    last: f64,
    growth: f64,
}

impl PlyForecast {
    /// Records the total used since the search began, at the end of a ply.
    pub fn ply_ended(&mut self, used: f64) {
        let this = used - self.used;
        self.growth = if self.last > 0.0 { this / self.last } else { 0.0 };
        (self.used, self.last) = (used, this);
    }

    /// Whether one more ply will probably stay within the target.
    #[must_use]
    pub fn fits(&self, allowance: &Allowance) -> bool {
        let (min, max) = GROWTH;
        self.used + self.last * self.growth.clamp(min, max) <= allowance.target
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saved_budget_is_used_and_not_exceeded() {
        let mut budget = Budget::default();
        let mut total = 0.0;
        // Easy moves use a third of their target, hard ones everything: the average holds over the
        // game.
        for round in 1..10_000 {
            let allowed = budget.allow(10.0);
            assert!(
                allowed.target <= allowed.max && allowed.max <= 10.0 * MANAGED_MAX,
                "{allowed:?}"
            );
            let used = if round % 3 == 0 { allowed.max } else { allowed.target / 3.0 };
            budget.record(used);
            total += used;
            assert!(total <= 10.0 * f64::from(round) + 1e-6);
        }
        assert!(total > 0.98 * 10.0 * 10_000.0, "{total}");
    }

    #[test]
    fn moves_after_an_overrun_aim_below_the_mean_until_it_is_made_up() {
        let mut budget = Budget::default();
        budget.allow(1.0);
        budget.record(100.0);
        let mut moves = 0;
        while budget.saved < 0.0 {
            let allowed = budget.allow(1.0);
            assert!(allowed.target >= MIN_TARGET);
            budget.record(allowed.target);
            moves += 1;
        }
        assert!((100..200).contains(&moves), "{moves}");
        // A different average starts a new game.
        assert_eq!(budget.allow(2.0).target, 2.0);
    }

    #[test]
    fn ply_starts_only_if_it_will_probably_finish() {
        let within = |target| Allowance { target, max: target };
        let mut forecast = PlyForecast::default();
        forecast.ply_ended(10.0);
        forecast.ply_ended(60.0); // five times as much
        assert!(forecast.fits(&within(310.0)) && !forecast.fits(&within(309.0)));
        forecast.ply_ended(61.0); // the table already held everything
        assert!(forecast.fits(&within(63.0)) && !forecast.fits(&within(62.0)));
        assert!(forecast.fits(&within(f64::INFINITY)));
        let mut forecast = PlyForecast::default();
        forecast.ply_ended(1.0);
        forecast.ply_ended(101.0); // a hundred times as much counts as twelve times
        assert!(forecast.fits(&within(1301.0)) && !forecast.fits(&within(1300.0)));
    }

    #[test]
    fn allowances_match_a_computation_by_hand() {
        let allowed = |saved: f64, mean: f64| {
            let Allowance { target, max } = Budget { mean: 10.0, saved }.allow(mean);
            [target, max].map(|amount| (amount * 1000.0).round() / 1000.0)
        };
        // Aim: the mean and a fortieth of the saved budget. At most: the mean and half of it, and
        // twice the target.
        assert_eq!(allowed(8.0, 10.0), [10.2, 14.0]);
        assert_eq!(allowed(40.0, 10.0), [11.0, 22.0]);
        assert_eq!(allowed(4000.0, 10.0), [60.0, 60.0]);
        assert_eq!(allowed(-5.0, 10.0), [5.0, 5.0]);
        assert_eq!(allowed(-400.0, 10.0), [2.5, 2.5]);
        // Another mean starts without a saved budget.
        assert_eq!(allowed(40.0, 2.0), [2.0, 2.0]);
        let limits = Limits { nodes: 100, ..Limits::time_ms(7.0) };
        let bounds = TimeManager::default().allow(&limits);
        assert_eq!(
            bounds,
            (Allowance { target: 200.0, max: 100.0 }, Allowance { target: 14.0, max: 7.0 })
        );
    }
}
