//! The positions of a calibration with what became of them, and their lines in a file.

use std::fmt;
use std::str::FromStr;

use super::results::GameResult;
use afterstate::eval::outlook::{Features, score_share};
use afterstate::rules::{Grid, MAX_SCORE, WINNING_RANK};

/// Moves after which a position is [the player's own](Sample::is_own_play). Long before, boards are
/// worth as much as those of its own games (`docs/evidence/calibration.md`).
pub const LATER_AFTER: u64 = 1000;

/// Where a position comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The 1 ms player's own games.
    Own,
    /// Games of weak players, such as a strong one that often makes a random move.
    Imperfect,
    /// Random boards, as from the editor.
    Editor,
    /// Random boards and boards near the end of imperfect games, of a low value.
    Trouble,
}

impl Kind {
    /// The kinds by name.
    pub const ALL: [(&'static str, Kind); 4] = [
        ("own", Kind::Own),
        ("imperfect", Kind::Imperfect),
        ("editor", Kind::Editor),
        ("trouble", Kind::Trouble),
    ];

    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// A board with the value of its best move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Searched {
    /// The board.
    pub grid: Grid,
    /// The best move's value in an evaluation, in points.
    pub value: f64,
}

/// A position and what the 1 ms player made of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Where it comes from.
    pub kind: Kind,
    /// The number of the game. All its positions have one outcome, except in imperfect games: the
    /// 1 ms player takes over at two positions of each.
    pub game: u64,
    /// The player that made the position.
    pub maker: String,
    /// The moves since the 1 ms player took over.
    pub after: u64,
    pub position: Searched,
    /// The points that the 1 ms player made from here.
    pub points: u64,
    /// The largest rank when it stopped.
    pub largest: u8,
    /// Where it stopped if that was not the end of the game.
    pub rest: Option<Searched>,
}

impl Sample {
    /// Whether the 1 ms player reached the position itself: in its own game, or more than
    /// [`LATER_AFTER`] moves after it took over.
    pub fn is_own_play(&self) -> bool {
        self.kind == Kind::Own || self.after > LATER_AFTER
    }

    /// The result of the whole game, if this is the start of one.
    pub fn whole_game(&self) -> Option<GameResult> {
        let is_start = self.kind == Kind::Own && self.after == 0;
        let Sample { game: seed, points: score, largest, .. } = *self;
        is_start.then_some(GameResult { seed, score, largest })
    }

    /// The result of a game that the 1 ms player took over before 2048 and played to its end, with the
    /// points that the tiles of the board stand for. From 2048 on it is a game like its own.
    pub fn taken_over(&self) -> Option<GameResult> {
        let is_usual = matches!(self.kind, Kind::Imperfect | Kind::Editor);
        let Sample {
            game: seed,
            after,
            position: Searched { grid, value },
            points,
            largest,
            rest,
            ..
        } = *self;
        let is_start = is_usual && after == 0 && rest.is_none() && grid.max_rank() < WINNING_RANK;
        if !is_start {
            return None;
        }
        let Features { earned, .. } = Features::new(&grid, value)?;
        let score = points + (score_share(grid.max_rank()) * earned) as u64;
        Some(GameResult { seed, score, largest })
    }
}

/// The largest value of a board in a file, in points: far more than any game makes.
const LARGEST_VALUE: f64 = 1e9;

/// The columns of a file of samples.
pub const COLUMNS: &str = "kind,game,maker,after,board,value,points,largest,rest,rest_value";

/// The ranks of a 4x4 board as sixteen digits of base 36.
pub fn digits(grid: &Grid) -> String {
    grid.ranks().iter().filter_map(|&rank| char::from_digit(rank.into(), 36)).collect()
}

/// The board that [`digits`] wrote.
pub fn from_digits(text: &str) -> Option<Grid> {
    let ranks: Option<Vec<u8>> =
        text.chars().map(|digit| Some(digit.to_digit(36)? as u8)).collect();
    Grid::from_ranks(4, 4, &ranks?).ok()
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sample { kind, game, maker, after, position, points, largest, rest } = self;
        let (kind, board, value) = (kind.name(), digits(&position.grid), position.value);
        write!(f, "{kind},{game},{maker},{after},{board},{value:.0},{points},{largest},")?;
        match rest {
            Some(rest) => write!(f, "{},{:.0}", digits(&rest.grid), rest.value),
            None => f.write_str(","),
        }
    }
}

impl FromStr for Sample {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let read = || -> Option<Sample> {
            let fields: Vec<&str> = line.split(',').collect();
            let [kind, game, maker, after, board, value, points, largest, rest, rest_value] =
                fields[..]
            else {
                return None;
            };
            let searched = |board: &str, value: &str| {
                let grid = from_digits(board).filter(|grid| grid.max_rank() <= grid.largest_rank());
                let value = value.parse().ok().filter(|value: &f64| value.abs() <= LARGEST_VALUE);
                Some(Searched { grid: grid?, value: value? })
            };
            let position = searched(board, value)?;
            let ranks = position.grid.max_rank()..=position.grid.largest_rank();
            Some(Sample {
                kind: Kind::ALL.iter().find(|(name, _)| *name == kind)?.1,
                game: game.parse().ok()?,
                maker: maker.to_owned(),
                after: after.parse().ok()?,
                position,
                points: points.parse().ok().filter(|&points| points <= MAX_SCORE)?,
                largest: largest.parse().ok().filter(|largest| ranks.contains(largest))?,
                rest: if rest.is_empty() { None } else { Some(searched(rest, rest_value)?) },
            })
        };
        read().ok_or_else(|| {
            format!(
                "not a sample: {line:?}; expected {COLUMNS}, with tiles, values and points that a \
                 game can have"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_were_written_and_impossible_numbers_refused() {
        let line = "editor,3,editor,0,0000000102340567,1000,500,8,0000000102340568,1200";
        let read = |line: &str| line.parse::<Sample>();
        assert_eq!(read(line).map(|sample| sample.to_string()), Ok(line.to_owned()));
        for (from, to) in [
            (",1000,", ",nan,"),
            (",1000,", ",inf,"),
            (",1000,", ",-1e300,"),
            (",1200", ",nan"),
            (",500,", ",18446744073709551615,"),
            (",500,", ",-1,"),
            (",8,", ",6,"), // less than the board has
            (",8,", ",18,"),
            ("0567,", "056z,"),
            ("0567,", "056,"),
            ("0568,", "056i,"),
            ("editor,3", "book,3"),
            (",1200", ""),
        ] {
            let line = line.replacen(from, to, 1);
            assert!(read(&line).is_err_and(|error| error.contains(&line)), "{line}");
        }
    }
}
