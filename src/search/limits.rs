//! The parameters of a search: its limits and its depth reductions. See also `time_manager`, which
//! spreads a budget over the moves of a game.

use super::SearchError;

/// The maximum depth of a search. Time and nodes end a search long before.
pub const MAX_PLY: u8 = 30;

/// Depth reductions: how many plies an unlikely spawn and a low-value move count as; all others
/// count as one. The default played best of those that we tried at equal nodes.
///
/// ```
/// use afterstate::search::{DepthReductions, Limits};
///
/// // Fours count double, and every move is searched.
/// let limits = Limits::ply(5).reduced(DepthReductions::NONE.with_spawn4_plies(2));
/// # assert_eq!(limits.reductions.low_value_plies, 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DepthReductions {
    /// The plies for a spawned 4, which has a probability of 10%. If fewer plies are left, the
    /// search uses the value of a 2 in its place; but if the 4 fills the board, it searches one
    /// ply.
    pub spawn4_plies: u8,
    /// The plies for a low-value move: one whose immediate value is below that of the board's best
    /// move by more than [`pruning_margin`](crate::eval::Evaluator::pruning_margin). If fewer plies
    /// are left, the search skips the move. At the root, the values of the previous ply decide.
    pub low_value_plies: u8,
}

impl DepthReductions {
    /// No reductions: every line is searched to the full depth.
    pub const NONE: Self = Self { spawn4_plies: 1, low_value_plies: 1 };

    /// The default reductions.
    pub const USUAL: Self = Self { spawn4_plies: 2, low_value_plies: 3 };

    /// The same with other plies for a spawned 4.
    #[must_use]
    pub const fn with_spawn4_plies(self, spawn4_plies: u8) -> Self {
        Self { spawn4_plies, ..self }
    }

    /// The same with other plies for a low-value move.
    #[must_use]
    pub const fn with_low_value_plies(self, low_value_plies: u8) -> Self {
        Self { low_value_plies, ..self }
    }

    /// Ten bits that differ for different reductions.
    pub(super) fn bits(self) -> u64 {
        u64::from(self.spawn4_plies) | u64::from(self.low_value_plies) << 5
    }
}

/// When a search ends: at the first limit it reaches, but never before the first ply is complete.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Limits {
    /// The depth, from 1 to [`MAX_PLY`].
    pub ply: u8,
    /// Nodes: afterstates that are evaluated or searched.
    pub nodes: u64,
    /// Milliseconds.
    pub time_ms: f64,
    /// The depth reductions; each field is from 1 to [`MAX_PLY`].
    pub reductions: DepthReductions,
    /// Whether nodes and milliseconds are averages per move over a game instead of maxima for this
    /// move. Hard moves may then use what easy ones saved, up to [`MANAGED_MAX`] times the average.
    /// A game lasts until the searcher is [cleared](super::Searcher::clear).
    pub managed: bool,
    /// Whether every root move is searched to the full depth, so that their values can be compared.
    /// Otherwise low-value moves at the root are reduced like all others.
    pub compare: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            ply: MAX_PLY,
            nodes: u64::MAX,
            time_ms: f64::INFINITY,
            reductions: DepthReductions::USUAL,
            managed: false,
            compare: false,
        }
    }
}

impl Limits {
    /// A search to a fixed ply, with the [usual reductions](DepthReductions::USUAL): unlikely spawns and
    /// low-value moves are searched less deep. See also [`Self::full_width`].
    #[must_use]
    pub fn ply(ply: u8) -> Self {
        Self { ply, ..Self::default() }
    }

    /// A search of every line to a fixed ply, as in publications.
    #[must_use]
    pub fn full_width(ply: u8) -> Self {
        Self::ply(ply).reduced(DepthReductions::NONE)
    }

    /// A search for a number of milliseconds.
    #[must_use]
    pub fn time_ms(time_ms: f64) -> Self {
        Self { time_ms, ..Self::default() }
    }

    /// A search for a number of nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes, ..Self::default() }
    }

    /// The same limits with every root move searched to the full depth.
    #[must_use]
    pub fn compare(self) -> Self {
        Self { compare: true, ..self }
    }

    /// The same limits with these depth reductions.
    #[must_use]
    pub fn reduced(self, reductions: DepthReductions) -> Self {
        Self { reductions, ..self }
    }

    /// The same limits as averages over a game.
    #[must_use]
    pub fn managed(self) -> Self {
        Self { managed: true, ..self }
    }

    /// An error that names the first field out of range.
    pub(super) fn check(&self) -> Result<(), SearchError> {
        let DepthReductions { spawn4_plies, low_value_plies } = self.reductions;
        let plies = [
            ("ply", self.ply),
            ("spawn4_plies", spawn4_plies),
            ("low_value_plies", low_value_plies),
        ];
        for (field, plies) in plies {
            if !(1..=MAX_PLY).contains(&plies) {
                return Err(SearchError::Plies { field, plies });
            }
        }
        if self.time_ms >= 0.0 { Ok(()) } else { Err(SearchError::Time(self.time_ms)) }
    }
}

/// The maximum nodes or milliseconds of a managed search, as a multiple of the average.
pub const MANAGED_MAX: f64 = 6.0;
