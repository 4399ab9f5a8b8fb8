//! What a strategy is: its entry in the catalogue ([`Strategy`]), its parameters and settings, and
//! the player it builds ([`Player`]). See also `players`, the catalogue itself.

mod error;
mod settings;

use std::fmt;

use crate::rules::{Board, Direction, Grid, MAX_SIDE, MIN_SIDE};

pub use error::CatalogueError;
pub(crate) use settings::words;
pub use settings::{Kind, Parameter, Settings, Value, Words};

/// One of the documents the catalogue implements, or what they build on, or the project's own work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Document {
    /// N. A. Kumar, "Algorithms and Artificial Intelligence for 2048", senior thesis, 2018.
    Kumar2018,
    /// S. Frolov, "Solution strategies for a game 2048", bachelor's thesis, Tallinn 2016.
    Frolov2016,
    /// J. Moskvil, "2048 Report", 2015.
    Moskvil2015,
    /// D. Cook, "Solving 2048 with Expectimax", 2023.
    Cook2023,
    /// Programs that the four documents describe and build on.
    Background,
    /// The project's own players.
    Afterstate,
}

impl Document {
    /// The documents in the order of the menus.
    pub const ALL: [Document; 6] = [
        Document::Kumar2018,
        Document::Frolov2016,
        Document::Moskvil2015,
        Document::Cook2023,
        Document::Background,
        Document::Afterstate,
    ];

    /// The short name that groups strategies in menus and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Document::Kumar2018 => "Kumar 2018",
            Document::Frolov2016 => "Frolov 2016",
            Document::Moskvil2015 => "Moskvil 2015",
            Document::Cook2023 => "Cook 2023",
            Document::Background => "What they build on",
            Document::Afterstate => "afterstate",
        }
    }
}

/// Where a strategy is described: a document and a place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// The document.
    pub document: Document,
    /// The section, figure or listing, in the document's own numbering.
    pub section: &'static str,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.document.name(), self.section)
    }
}

/// The boards a strategy plays, as rows by columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boards {
    /// Every size the rules know.
    Any,
    /// These sizes only, as (rows, columns).
    Only(&'static [(usize, usize)]),
}

impl Boards {
    /// The one size of the original game.
    pub const FOUR_BY_FOUR: Boards = Boards::Only(&[(4, 4)]);

    /// Whether a board of `rows` by `cols` is among them.
    pub fn include(self, rows: usize, cols: usize) -> bool {
        let known = |side: usize| (MIN_SIDE..=MAX_SIDE).contains(&side);
        known(rows)
            && known(cols)
            && match self {
                Boards::Any => true,
                Boards::Only(sizes) => sizes.contains(&(rows, cols)),
            }
    }
}

/// Every size the rules know, in words.
const ALL_SIZES: &str = "2x2 to 9x9";
const _: () = assert!(MIN_SIDE == 2 && MAX_SIDE == 9);

impl fmt::Display for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Boards::Any => f.write_str(ALL_SIZES),
            Boards::Only(sizes) => {
                for (place, (rows, cols)) in sizes.iter().enumerate() {
                    write!(f, "{}{rows}x{cols}", if place == 0 { "" } else { ", " })?;
                }
                Ok(())
            }
        }
    }
}

/// The unit of the values that a strategy gives to moves. Values of different strategies in [`Unit::Heuristic`] have
/// nothing to do with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Points of the score: of the move, or on average to come.
    Points,
    /// A probability: that the move is drawn, or that a goal is reached.
    Probability,
    /// Cells left empty.
    EmptyCells,
    /// Whatever the strategy's heuristic adds up.
    Heuristic,
}

impl Unit {
    /// The word for people, in the plural.
    pub const fn name(self) -> &'static str {
        match self {
            Unit::Points => "points",
            Unit::Probability => "probability",
            Unit::EmptyCells => "empty cells",
            Unit::Heuristic => "heuristic units",
        }
    }
}

/// What a player thought of a position.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Thought {
    /// The chosen move; none exactly when no move is possible.
    pub best: Option<Direction>,
    /// The value given to each move, by `Direction::index`, in the strategy's unit; none where the
    /// move is not possible or was not judged. Larger is better.
    pub values: [Option<f64>; 4],
    /// Why the choice is not the move of the largest value, where the strategy has such a rule.
    pub note: Option<&'static str>,
}

impl Thought {
    /// What a player thinks that makes the move of the largest value; see [`best_move`].
    pub fn best_of(values: [Option<f64>; 4], tie_order: [Direction; 4]) -> Thought {
        Thought { best: best_move(values, tie_order), values, note: None }
    }
}

/// The order that decides between moves of equal value where a player's source does not say: up,
/// left, down, right, the order of the listing in Kumar 2018.
pub const TIE_ORDER: [Direction; 4] =
    [Direction::Up, Direction::Left, Direction::Down, Direction::Right];

/// The move of the largest value; of equal ones, the one that comes first in `tie_order`.
pub fn best_move(values: [Option<f64>; 4], tie_order: [Direction; 4]) -> Option<Direction> {
    let mut best: Option<(f64, Direction)> = None;
    for direction in tie_order {
        if let Some(value) = values[direction.index()]
            && best.is_none_or(|(largest, _)| value > largest)
        {
            best = Some((value, direction));
        }
    }
    best.map(|(_, direction)| direction)
}

/// A built strategy, ready to be asked for moves.
///
/// It may keep state from move to move and draw random numbers, so games are played one after the
/// other by one player, or at the same time by several.
pub trait Player: Send {
    /// Judges a position of the board size the player was built for and chooses a possible move.
    fn choose(&mut self, grid: &Grid) -> Thought;

    /// Forgets everything about earlier positions and starts random numbers anew from `seed`, so
    /// that a game depends on its own seeds alone. Players without state leave this as it is.
    fn new_game(&mut self, seed: u64) {
        let _ = seed;
    }

    /// Afterstates valued or looked beyond since the last new game, or random moves made, where the player counts them.
    fn nodes(&self) -> Option<u64> {
        None
    }
}

/// The packed form of a board, if it has one and within so many spawns no tile of 65536 can arise, which that form
/// cannot hold: the tiles add up to less.
pub fn packed(grid: &Grid, spawns: u64) -> Option<Board> {
    let sum: u64 = grid.ranks().iter().filter(|&&rank| rank > 0).map(|&rank| 1u64 << rank).sum();
    if sum + 4 * spawns < 1 << 16 { Board::try_from(*grid).ok() } else { None }
}

/// One entry of the catalogue.
#[derive(Clone, Copy)]
pub struct Strategy {
    /// The name on the command line and in links: lower case, digits, hyphens and dots.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// Where it is described.
    pub source: Source,
    /// One sentence that says how it plays.
    pub sentence: &'static str,
    /// Its parameters, in the order of forms and help.
    pub parameters: &'static [Parameter],
    /// The boards it plays.
    pub boards: Boards,
    /// The unit of the values that its player gives.
    pub unit: Unit,
    /// Makes the player from checked settings and the seed of its random numbers (not of the
    /// game's spawns). Callers use [`Strategy::build`], which checks the board first.
    pub make: fn(&Settings, u64) -> Box<dyn Player>,
}

impl fmt::Debug for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Strategy({})", self.id)
    }
}

impl Strategy {
    /// The same strategy with values in that unit.
    pub const fn valued_in(self, unit: Unit) -> Strategy {
        Strategy { unit, ..self }
    }

    /// The settings with every parameter at its default.
    pub fn defaults(&'static self) -> Settings {
        Settings::defaults(self)
    }

    /// Says whether boards of `rows` by `cols` are played, with an error that lists those that are.
    pub fn check_board(&'static self, rows: usize, cols: usize) -> Result<(), CatalogueError> {
        if self.boards.include(rows, cols) {
            return Ok(());
        }
        Err(CatalogueError::Board { strategy: self.id, rows, cols, plays: self.boards })
    }

    /// Builds a player for boards of `rows` by `cols`.
    ///
    /// `seed` starts the player's own random numbers; a strategy without chance ignores it.
    pub fn build(
        &'static self,
        settings: &Settings,
        (rows, cols): (usize, usize),
        seed: u64,
    ) -> Result<Box<dyn Player>, CatalogueError> {
        self.check_board(rows, cols)?;
        settings.check_owner(self)?;
        Ok((self.make)(settings, seed))
    }
}

impl PartialEq for Strategy {
    fn eq(&self, other: &Strategy) -> bool {
        self.id == other.id
    }
}

/// A strategy with its settings: what a person picks in a menu or writes on the command line.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// The strategy.
    pub strategy: &'static Strategy,
    /// Its settings.
    pub settings: Settings,
}

impl Chosen {
    /// Builds a player; see [`Strategy::build`].
    pub fn build(
        &self,
        board: (usize, usize),
        seed: u64,
    ) -> Result<Box<dyn Player>, CatalogueError> {
        self.strategy.build(&self.settings, board, seed)
    }
}
