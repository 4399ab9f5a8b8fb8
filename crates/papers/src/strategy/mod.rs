//! The interface of the catalog: an entry ([`Strategy`]), its parameters and settings, and the
//! player that it builds ([`Player`]). See also `players`, the catalog itself.

mod error;
mod settings;

use std::fmt;

use afterstate::rules::{self, Board, Direction, Grid, MAX_SIDE, MIN_SIDE, best_move};

pub use error::{CatalogError, nearest};
pub(crate) use settings::words;
pub use settings::{Parameter, ParameterKind, Settings, Value, Words};

/// Where strategies come from: a paper, the programs that the papers build on, or this project.
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
    /// Programs that the four papers describe and build on.
    Background,
    /// The project's own players.
    Afterstate,
}

impl Document {
    /// All of them, in the order of menus.
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
            Document::Background => "Earlier programs",
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
    /// Every size that the rules allow.
    Any,
    /// These sizes only, as (rows, columns).
    Only(&'static [(usize, usize)]),
}

impl Boards {
    /// The one size of the original game.
    pub const FOUR_BY_FOUR: Boards = Boards::Only(&[(4, 4)]);

    /// Whether boards of `rows` by `cols` are included.
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

/// Every size that the rules allow, in words.
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

/// The unit of the values that a strategy gives to moves. Values in [`Unit::Heuristic`] of
/// different strategies cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Points: of the move alone, or expected from it to the end of the game.
    Points,
    /// The probability that the player draws the move, or that it reaches a goal.
    Probability,
    /// Empty cells after the move.
    EmptyCells,
    /// The strategy's own heuristic.
    Heuristic,
}

impl Unit {
    /// Its name for people, in the plural.
    pub const fn name(self) -> &'static str {
        match self {
            Unit::Points => "points",
            Unit::Probability => "probability",
            Unit::EmptyCells => "empty cells",
            Unit::Heuristic => "heuristic units",
        }
    }
}

/// A player's choice in a position, with its reasons.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Thought {
    /// The chosen move; `None` exactly when no move is possible.
    pub best: Option<Direction>,
    /// The value of each move by `Direction::index`, in the strategy's unit; larger is better.
    /// `None` where the move is not possible or was not evaluated.
    pub values: [Option<f64>; 4],
    /// The reason, if a rule of the strategy chose another move than that of the largest value.
    pub note: Option<&'static str>,
}

impl Thought {
    /// The thought of a player that makes the move with the largest value; see [`best_move`].
    pub fn best_of(values: [Option<f64>; 4], tie_order: [Direction; 4]) -> Thought {
        Thought { best: best_move(&values, tie_order), values, note: None }
    }

    /// The first possible move, for a position that the player cannot evaluate, and the reason.
    pub fn first_possible(grid: &Grid, reason: &'static str) -> Thought {
        let best = Direction::ALL.into_iter().find(|&direction| grid.possible(direction));
        Thought { best, values: [None; 4], note: Some(reason) }
    }
}

/// The order that decides between moves of equal value where a player's source gives none: up,
/// left, down, right, the order of the listing in Kumar 2018.
pub const TIE_ORDER: [Direction; 4] =
    [Direction::Up, Direction::Left, Direction::Down, Direction::Right];

/// A built strategy that chooses moves.
///
/// It may keep state between moves and draw random numbers. So one player plays one game at a time;
/// games in parallel take a player each.
pub trait Player: Send {
    /// Chooses a possible move. The board has the size that the player was built for.
    fn choose(&mut self, grid: &Grid) -> Thought;

    /// Does work ahead of the first move that takes long and is the same for all positions of a
    /// board, such as solving it. `stored` is what an earlier call returned. `progress` gets the
    /// share that is done. Returns bytes to be stored, if they are new.
    fn prepare(
        &mut self,
        board: (usize, usize),
        stored: Option<&[u8]>,
        progress: &mut dyn FnMut(f64),
    ) -> Option<Vec<u8>> {
        let _ = (board, stored, progress);
        None
    }

    /// Whether the player's program has rules of its own, by which [`Player::slide`] differs from
    /// the game's (`reading=listing` of Kumar's).
    fn has_own_rules(&self) -> bool {
        false
    }

    /// The board after a move of the player's game, with its reward; `None` if nothing slides. Only
    /// players with rules of their own change it.
    fn slide(&self, grid: &Grid, direction: Direction) -> Option<rules::Afterstate<Grid>> {
        grid.slide(direction)
    }

    /// Forgets earlier positions and restarts the random numbers from `seed`, so that a game
    /// depends on its own seeds alone. Players without state need not implement it.
    fn new_game(&mut self, seed: u64) {
        let _ = seed;
    }

    /// Nodes searched, or random moves made, since the last new game; `None` if the player does not
    /// count them.
    fn nodes(&self) -> Option<u64> {
        None
    }
}

/// The packed form of a board, unless a tile of 65536 could arise within this many spawns, which
/// that form cannot hold.
pub fn packed(grid: &Grid, spawns: u64) -> Option<Board> {
    // The tiles must add up to 65536 before one of them can be 65536.
    let sum: u64 = grid.ranks().iter().filter(|&&rank| rank > 0).map(|&rank| 1u64 << rank).sum();
    if sum + 4 * spawns < 1 << 16 { Board::try_from(*grid).ok() } else { None }
}

/// One entry of the catalog.
///
/// A whole one, whose player looks one move ahead:
///
/// ```
/// use afterstate::rules::{Direction, Grid};
/// use afterstate_papers::strategy::{
///     Boards, Document, Player, Source, Strategy, TIE_ORDER, Thought, Unit,
/// };
///
/// struct Roomy;
///
/// impl Player for Roomy {
///     fn choose(&mut self, grid: &Grid) -> Thought {
///         let values = Direction::ALL.map(|direction| {
///             let after = grid.slide(direction)?;
///             Some(after.reward as f64 + 10.0 * after.board.empty_count() as f64)
///         });
///         Thought::best_of(values, TIE_ORDER)
///     }
/// }
///
/// pub const STRATEGIES: &[Strategy] = &[Strategy {
///     id: "roomy",
///     name: "Roomy",
///     source: Source { document: Document::Afterstate, section: "an example" },
///     sentence: "Makes the move with the most points and empty cells.",
///     parameters: &[],
///     boards: Boards::Any,
///     unit: Unit::Heuristic,
///     make: |_settings, _seed| Box::new(Roomy),
/// }];
///
/// // The entry ends here. A game tests it:
/// let mut player = STRATEGIES[0].build(&STRATEGIES[0].defaults(), (4, 4), 1)?;
/// let mut game = afterstate::rules::Game::new(4, 4, 42)?;
/// while let Some(best) = player.choose(game.grid()).best {
///     game.play(best)?;
/// }
/// assert!(game.score() > 500, "{} points", game.score());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Strategy {
    /// The name on the command line and in links: lower-case letters, digits, hyphens and dots.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// Where it is described.
    pub source: Source,
    /// One sentence on how it plays.
    pub sentence: &'static str,
    /// Its parameters, in the order of forms and help.
    pub parameters: &'static [Parameter],
    /// The boards it plays.
    pub boards: Boards,
    /// The unit of its values.
    pub unit: Unit,
    /// Makes the player from checked settings and the seed of the player's own random numbers.
    /// Callers use [`Strategy::build`], which checks the board first.
    pub make: fn(&Settings, u64) -> Box<dyn Player>,
}

impl fmt::Debug for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Strategy({})", self.id)
    }
}

impl Strategy {
    /// The same entry with values in another unit.
    pub const fn valued_in(self, unit: Unit) -> Strategy {
        Strategy { unit, ..self }
    }

    /// The settings with every parameter at its default.
    pub fn defaults(&'static self) -> Settings {
        Settings::defaults(self)
    }

    /// Checks that the strategy plays boards of `rows` by `cols`.
    ///
    /// # Errors
    /// [`CatalogError::Board`], which lists the accepted boards, if it does not.
    pub fn check_board(&'static self, rows: usize, cols: usize) -> Result<(), CatalogError> {
        if self.boards.include(rows, cols) {
            return Ok(());
        }
        Err(CatalogError::Board { strategy: self.id, rows, cols, plays: self.boards })
    }

    /// Builds a player for boards of `rows` by `cols`.
    ///
    /// `seed` starts the player's own random numbers; deterministic strategies ignore it.
    ///
    /// # Errors
    /// If it does not play these boards, or the settings are of another strategy.
    pub fn build(
        &'static self,
        settings: &Settings,
        (rows, cols): (usize, usize),
        seed: u64,
    ) -> Result<Box<dyn Player>, CatalogError> {
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

/// A strategy with its settings, as chosen in a menu or on the command line.
///
/// ```
/// use afterstate_papers::strategy::Chosen;
///
/// let chosen: Chosen = "expectimax:ply=2".parse()?;
/// assert_eq!((chosen.strategy.id, chosen.settings.whole("ply")), ("expectimax", 2));
/// assert_eq!(chosen.to_string(), "expectimax:ply=2");
/// let error = "gredy".parse::<Chosen>().unwrap_err();
/// assert!(error.to_string().contains("Did you mean \"greedy\"?"));
/// # Ok::<(), afterstate_papers::strategy::CatalogError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// The strategy.
    pub strategy: &'static Strategy,
    /// Its settings.
    pub settings: Settings,
}

impl Chosen {
    /// Builds a player; see [`Strategy::build`].
    ///
    /// # Errors
    /// As for [`Strategy::build`].
    pub fn build(&self, board: (usize, usize), seed: u64) -> Result<Box<dyn Player>, CatalogError> {
        self.strategy.build(&self.settings, board, seed)
    }
}
