//! The values of a heuristic's formula: on grids cell by cell and line by line, on packed boards from
//! tables that are made from the same formula. On 4x4 a move takes 2.2 to 3.2 times as long without
//! the tables, and Cook's games on 4x4, 5.7 hours in `data/papers`, would take some 15.

use std::ops::Add;
use std::sync::OnceLock;

use super::heuristic::{Formula, LineRule, LineSums};
use super::tables::{BoardLines, Tables};
use crate::common::position::Position;
use afterstate::rules::{Board, Grid, tile};

/// The lines of one position.
pub trait Lines {
    /// Sums over lines in a form that is fast to add.
    type Sums: Copy + Into<LineSums>;

    /// The sums over the rows and over the columns.
    fn sums(&self) -> [Self::Sums; 2];
    /// The sums over the rows (axis 0) or columns (axis 1), given those without the new tile: `rank`
    /// at `place` of a line.
    fn with_tile(
        &self,
        sums: Self::Sums,
        axis: usize,
        line: usize,
        place: usize,
        rank: u8,
    ) -> Self::Sums;
}

/// A kind of position that a heuristic can evaluate.
pub trait Scored: Position + 'static {
    /// What is made from a formula once for all positions.
    type Prepared;
    /// The lines of a position.
    type Lines<'a>: Lines;

    /// The scorer of this kind of position.
    fn scorer(scorers: &Scorers) -> &Scorer<Self>;
    /// The largest of the weighted sums.
    fn largest_sum(&self, scorer: &Scorer<Self>) -> f64;
    /// The lines.
    fn lines(self, scorer: &Scorer<Self>, rule: LineRule) -> Self::Lines<'_>;
}

/// A formula with what makes it fast on one kind of position.
pub struct Scorer<P: Scored> {
    pub(super) formula: Formula,
    pub(super) prepared: P::Prepared,
}

impl Scorer<Grid> {
    /// The values on grids, whose size must be that of the formula.
    pub fn of_grids(formula: Formula) -> Self {
        Self { formula, prepared: () }
    }
}

impl Scorer<Board> {
    /// The values on packed boards, for a formula of 4x4.
    pub fn of_boards(formula: Formula) -> Self {
        Self { prepared: Tables::new(&formula), formula }
    }
}

impl<P: Scored> Scorer<P> {
    /// The value of a position.
    #[inline]
    pub fn value(&self, position: &P) -> f64 {
        let cells = if self.formula.matrices.is_empty() { 0.0 } else { position.largest_sum(self) };
        self.formula.lines.map_or(cells, |rule| {
            cells + of_lines(rule, position.lines(self, rule).sums(), position.empty_count())
        })
    }

    /// The value of the position after one new tile on `after`, by its cell and rank: that of
    /// [`Scorer::value`], computed from what the tile changes.
    #[inline]
    pub fn after_spawns<'a>(&'a self, after: &P) -> impl Fn(usize, u8) -> f64 + use<'a, P> {
        let after = *after;
        let spawned = match (&self.formula.matrices[..], &self.formula.lines) {
            ([], &Some(rule)) => {
                let lines = after.lines(self, rule);
                Spawned::Lines { rule, sums: lines.sums(), lines, empty: after.empty_count() }
            }
            ([matrix], None) if matrix.trap.is_none() => {
                Spawned::Cells { sum: self.value(&after), weights: &matrix.weights }
            }
            _ => Spawned::Whole,
        };
        let cols = after.cols();
        move |cell, rank| match &spawned {
            Spawned::Cells { sum, weights } => sum + weights[cell] * (self.formula.weighed)(rank),
            Spawned::Lines { rule, lines, sums: [rows, columns], empty } => {
                let (row, col) = (cell / cols, cell % cols);
                let sums = [
                    lines.with_tile(*rows, 0, row, col, rank),
                    lines.with_tile(*columns, 1, col, row, rank),
                ];
                of_lines(*rule, sums, empty.saturating_sub(1))
            }
            Spawned::Whole => self.value(&after.with(cell, rank)),
        }
    }
}

/// What the lines add, with this number of empty cells.
#[inline]
fn of_lines<S: Into<LineSums>>(rule: LineRule, [rows, cols]: [S; 2], empty: u32) -> f64 {
    rows.into().value() + cols.into().value() + rule.empty(empty)
}

/// The part of [`Scorer::after_spawns`] that does not depend on the new tile.
enum Spawned<'a, L: Lines> {
    Cells { sum: f64, weights: &'a [f64] },
    Lines { rule: LineRule, lines: L, sums: [L::Sums; 2], empty: u32 },
    Whole,
}

/// The scorers of a formula for both kinds of position.
pub struct Scorers {
    grids: Scorer<Grid>,
    /// Made when a packed board comes: other sizes than 4x4 need no tables.
    boards: OnceLock<Scorer<Board>>,
}

impl Scorers {
    /// For boards of the formula's size.
    pub fn new(formula: Formula) -> Self {
        Self { grids: Scorer::of_grids(formula), boards: OnceLock::new() }
    }
}

impl Scored for Grid {
    type Prepared = ();
    type Lines<'a> = GridLines;

    fn scorer(scorers: &Scorers) -> &Scorer<Self> {
        &scorers.grids
    }

    fn largest_sum(&self, scorer: &Scorer<Self>) -> f64 {
        let Formula { matrices, weighed, .. } = &scorer.formula;
        let sums = matrices.iter().map(|matrix| {
            let terms = matrix.weights.iter().zip(self.ranks());
            let sum: f64 = terms.map(|(weight, &rank)| weight * weighed(rank)).sum();
            sum - matrix.trapped(|cell| self.rank(cell))
        });
        sums.fold(f64::NEG_INFINITY, f64::max)
    }

    #[inline]
    fn lines(self, _: &Scorer<Self>, rule: LineRule) -> GridLines {
        GridLines { rows: self.rows(), cols: self.cols(), grid: self, rule }
    }
}

/// The lines of a grid.
pub struct GridLines {
    grid: Grid,
    rows: usize,
    cols: usize,
    rule: LineRule,
}

impl GridLines {
    /// The ranks of a line with the distance between them, and its length.
    #[inline]
    fn line(&self, axis: usize, line: usize) -> (&[u8], usize, usize) {
        let (rows, cols) = (self.rows, self.cols);
        let (first, step, length) =
            if axis == 0 { (line * cols, 1, cols) } else { (line, cols, rows) };
        (&self.grid.ranks()[first..], step, length)
    }

    /// The sums of a line with a tile at an empty cell of it.
    #[inline]
    fn whole(&self, axis: usize, line: usize, new: Option<(usize, f64)>) -> LineSums {
        let (ranks, step, length) = self.line(axis, line);
        let at = |place| match new {
            Some((of, tile)) if of == place => tile,
            _ => tile(ranks[place * step]),
        };
        let mut last = at(0);
        let mut sums = self.rule.end(last);
        for place in 1..length {
            let next = at(place);
            sums = sums + self.rule.pair(last, next);
            last = next;
        }
        self.rule.of_line(sums + self.rule.end(last))
    }
}

impl Lines for GridLines {
    type Sums = LineSums;

    #[inline]
    fn sums(&self) -> [LineSums; 2] {
        let axes = [(0, self.rows), (1, self.cols)];
        axes.map(|(axis, count)| {
            let lines = (0..count).map(|line| self.whole(axis, line, None));
            lines.fold(LineSums::default(), Add::add)
        })
    }

    #[inline(always)]
    fn with_tile(
        &self,
        sums: LineSums,
        axis: usize,
        line: usize,
        place: usize,
        rank: u8,
    ) -> LineSums {
        let new = tile(rank);
        if self.rule == LineRule::MonotonicByLine {
            let [old, new] = [0.0, new].map(|own| self.whole(axis, line, Some((place, own))));
            return sums - old + new;
        }
        let (ranks, step, length) = self.line(axis, line);
        let (first, last) = (place == 0, place == length - 1);
        let before = (!first).then(|| tile(ranks[(place - 1) * step]));
        let after = (!last).then(|| tile(ranks[(place + 1) * step]));
        // A missing neighbor is no step, just as an equal one.
        let around = |own: f64| {
            self.rule.pair(before.unwrap_or(own), own) + self.rule.pair(own, after.unwrap_or(own))
        };
        let ends = f64::from(u8::from(first)) + f64::from(u8::from(last));
        sums - around(0.0) + around(new) + self.rule.end(ends * new)
    }
}

impl Scored for Board {
    type Prepared = Tables;
    type Lines<'a> = BoardLines<'a>;

    #[inline]
    fn scorer(scorers: &Scorers) -> &Scorer<Self> {
        scorers.boards.get_or_init(|| Scorer::of_boards(scorers.grids.formula.clone()))
    }

    #[inline]
    fn largest_sum(&self, scorer: &Scorer<Self>) -> f64 {
        scorer.prepared.largest_sum(*self, &scorer.formula.matrices)
    }

    #[inline]
    fn lines(self, scorer: &Scorer<Self>, _: LineRule) -> BoardLines<'_> {
        scorer.prepared.lines(self)
    }
}
