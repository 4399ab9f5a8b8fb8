//! The tuple patterns of a network, and the table indices of a board.
//!
//! Source of the presets: TDL2048+ (moporgic/TDL2048, `-n 4x6patt` and similar), with all tuples
//! rotated by 180 degrees. Because of the symmetries this is the same network, but most tuples now
//! begin with an inner cell. Inner cells change most often, and entries that differ only in the
//! first cell share a cache line, so training makes 13% more moves.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::rules::Board;

/// The named networks with their tuples: hexadecimal cells, row by row from the top left.
pub const PRESETS: [(&str, &str); 5] = [
    ("4x6", "abcdef 6789ab 9abdef 5679ab"),
    ("8x6", "9abdef 6789ab abcdef 69abcd 56adef 789abc 89abce 567bef"),
    // Jaśkowski 2016, "42-33": rows of 4 and 2, and blocks of 3 and 3.
    ("5x6", "abcdef 6789ab 234567 9abdef 5679ab"),
    ("4x5", "bcdef 789ab abdef 679ab"),
    ("5x4", "cdef 89ab abef 9ade 569a"),
];

/// The maximum cells per tuple: a table of 16^7 entries takes 1 GiB of `f32`.
const MAX_CELLS: usize = 7;

/// The maximum tuples per network, a bound for hostile files.
const MAX_TUPLES: usize = 64;

/// The maximum entries of all tables of one stage: twice those of 8x6 with fallbacks. Indices, and
/// sizes on some machines, have 32 bits.
const MAX_STAGE_ENTRIES: usize = 2 * ((8 << 24) + (8 << 16));

/// The maximum weights per evaluation: eight symmetries of every tuple.
pub const MAX_LOOKUPS: usize = 8 * MAX_TUPLES;

/// The ranks of a packed board's cell: the largest alphabet.
const RANKS: u8 = 16;

/// The tuples of a network on the 4x4 board. Each tuple is a list of distinct cells (0 to 15),
/// normalized to ascending order, since the order only renames the entries of a table.
///
/// The alphabet is the number of ranks that a tuple distinguishes; it reads larger ones as the
/// last. A table always has 16^cells entries. Entries that are never read take no space in blocks
/// and files.
///
/// ```
/// use afterstate::eval::ntuple::TuplePatterns;
///
/// let patterns: TuplePatterns = "0123 4567".parse()?;
/// assert_eq!((patterns.tuples().len(), patterns.entries()), (2, 2 * 16_usize.pow(4)));
/// # Ok::<(), afterstate::eval::ntuple::PatternError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TuplePatterns {
    tuples: Vec<Vec<u8>>,
    alphabet: u8,
}

/// Why a text is not a list of tuples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError(String);

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = PRESETS.iter().map(|(name, _)| *name).collect();
        write!(
            f,
            "{}; a network is one of {} or lists of hexadecimal cells such as `012345 456789`, with \
             an optional number of ranks from 2 to {RANKS}, as in `4x6/12`",
            self.0,
            names.join(", ")
        )
    }
}

impl std::error::Error for PatternError {}

impl TuplePatterns {
    /// The cells of each tuple in ascending order.
    pub fn tuples(&self) -> &[Vec<u8>] {
        &self.tuples
    }

    /// The number of ranks that a tuple distinguishes, 2 to `RANKS`.
    pub fn alphabet(&self) -> u8 {
        self.alphabet
    }

    /// The network with only the tuples at these indices.
    pub fn with_tuples_at(&self, indices: impl Iterator<Item = usize>) -> Self {
        let tuples = indices.map(|index| self.tuples[index].clone()).collect();
        TuplePatterns { tuples, alphabet: self.alphabet }
    }

    /// The network with further tuples, one for each: its cells at these positions.
    pub fn with_parts(&self, positions: Range<usize>) -> Self {
        let parts = self.tuples.iter().map(|cells| cells[positions.clone()].to_vec());
        TuplePatterns {
            tuples: self.tuples.iter().cloned().chain(parts).collect(),
            alphabet: self.alphabet,
        }
    }

    /// The weights per evaluation: tuples times the eight symmetries.
    pub fn lookups(&self) -> usize {
        self.tuples.len() * 8
    }

    /// The range of each tuple's table among the entries of a stage.
    pub fn tables(&self) -> impl Iterator<Item = Range<usize>> {
        self.tuples.iter().scan(0, |end, cells| {
            let start = *end;
            *end += 1 << (4 * cells.len());
            Some(start..*end)
        })
    }

    /// The entries of all tables of one stage.
    pub fn entries(&self) -> usize {
        self.tables().map(|table| table.len()).sum()
    }
}

impl FromStr for TuplePatterns {
    type Err = PatternError;

    /// Reads names of presets and lists of cells, separated by spaces or commas. An alphabet other
    /// than `RANKS` follows after a `/`.
    fn from_str(text: &str) -> Result<Self, PatternError> {
        let (text, alphabet) = match text.split_once('/') {
            None => (text, RANKS),
            Some((text, ranks)) => match ranks.trim().parse() {
                Ok(ranks) if (2..=RANKS).contains(&ranks) => (text, ranks),
                _ => return Err(PatternError(format!("`{ranks}` is not a number of ranks"))),
            },
        };
        let preset = |word| PRESETS.iter().find(|(name, _)| *name == word).map(|(_, lists)| *lists);
        let words = text.split([' ', ',']).flat_map(|word| preset(word).unwrap_or(word).split(' '));
        let mut tuples = Vec::new();
        for word in words.filter(|word| !word.is_empty()) {
            let mut cells = Vec::new();
            for letter in word.chars() {
                let cell = letter
                    .to_digit(16)
                    .ok_or_else(|| PatternError(format!("`{letter}` in `{word}` is not a cell")))?;
                cells.push(cell as u8);
            }
            cells.sort_unstable();
            if cells.windows(2).any(|pair| pair[0] == pair[1]) {
                return Err(PatternError(format!("`{word}` names a cell twice")));
            }
            if cells.len() > MAX_CELLS {
                return Err(PatternError(format!("`{word}` has more than {MAX_CELLS} cells")));
            }
            tuples.push(cells);
        }
        if tuples.is_empty() {
            return Err(PatternError("there must be at least one tuple".into()));
        }
        if tuples.len() > MAX_TUPLES {
            return Err(PatternError(format!("there must be at most {MAX_TUPLES} tuples")));
        }
        let entries: u64 = tuples.iter().map(|cells| 1u64 << (4 * cells.len())).sum();
        if entries > MAX_STAGE_ENTRIES as u64 {
            return Err(PatternError(format!(
                "{entries} weights; at most {MAX_STAGE_ENTRIES} are possible"
            )));
        }
        Ok(TuplePatterns { tuples, alphabet })
    }
}

impl fmt::Display for TuplePatterns {
    /// The lists of cells and the alphabet, as [`FromStr`] reads them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, tuple) in self.tuples.iter().enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            for cell in tuple {
                write!(f, "{cell:x}")?;
            }
        }
        if self.alphabet < RANKS {
            write!(f, "/{}", self.alphabet)?;
        }
        Ok(())
    }
}

/// One tuple as runs of neighboring cells. Each run is a mask and a shift, so an index costs two
/// operations per run and needs neither a table nor `pext`, which WebAssembly does not have.
#[derive(Clone, Copy, Debug)]
struct Runs<const N: usize> {
    mask: [u64; N],
    shift: [u32; N],
    /// The start of this tuple's table among the entries of one stage.
    base: u32,
}

/// Computes table indices for tuples of at most `N` runs each. `N` is a constant so that the loop
/// over the runs is unrolled: 2 is enough for 4x6, 3 for 8x6, `MAX_CELLS` for everything.
#[derive(Clone, Debug)]
pub struct Indexer<const N: usize> {
    tuples: Vec<Runs<N>>,
    alphabet: u8,
}

impl<const N: usize> Indexer<N> {
    /// The indexer for `patterns`; `None` if a tuple has more than `N` runs.
    pub fn new(patterns: &TuplePatterns) -> Option<Self> {
        let mut tuples = Vec::new();
        for (cells, table) in patterns.tuples().iter().zip(patterns.tables()) {
            let base = table.start as u32;
            let mut runs = Runs { mask: [0; N], shift: [0; N], base };
            let mut used: usize = 0;
            for (position, &cell) in cells.iter().enumerate() {
                let shift = 4 * (u32::from(cell) - position as u32);
                if used == 0 || runs.shift[used - 1] != shift {
                    if used == N {
                        return None;
                    }
                    runs.shift[used] = shift;
                    used += 1;
                }
                // Masks apply after the shift, at the position of the cell in the index.
                runs.mask[used - 1] |= 0xf << (4 * position);
            }
            tuples.push(runs);
        }
        Some(Indexer { tuples, alphabet: patterns.alphabet() })
    }

    /// The number of tuples.
    pub fn tuples(&self) -> usize {
        self.tuples.len()
    }

    /// The board with ranks above the alphabet reduced to its last.
    #[inline(always)]
    fn clamped(&self, board: Board) -> Board {
        if self.alphabet == RANKS {
            return board;
        }
        let beyond = board.at_least(self.alphabet.into()) >> 3;
        Board::from_bits(board.bits() & !(beyond * 0xf) | (beyond * u64::from(self.alphabet - 1)))
    }

    /// Writes the indices of the weights of a board: for each tuple and each of the eight
    /// symmetries, `base` (the start of the board's stage) plus the index in the stage. `out` must
    /// hold eight per tuple.
    #[inline(always)]
    pub fn fill(&self, board: Board, base: u32, out: &mut [u32]) {
        for (indices, out) in self.indices(board, base).zip(out.chunks_exact_mut(8)) {
            out.copy_from_slice(&indices);
        }
    }

    /// The indices of [`Self::fill`], eight for each tuple.
    #[inline(always)]
    fn indices(&self, board: Board, base: u32) -> impl Iterator<Item = [u32; 8]> {
        let images = self.clamped(board).symmetries().map(Board::bits);
        self.tuples.iter().map(move |runs| {
            let mut indices = [u64::from(base + runs.base); 8];
            for (shift, mask) in runs.shift.into_iter().zip(runs.mask) {
                for (index, image) in indices.iter_mut().zip(images) {
                    *index += (image >> shift) & mask;
                }
            }
            indices.map(|index| index as u32)
        })
    }
}

/// The maximum runs of a tuple.
const MAX_RUNS: usize = MAX_CELLS;

/// Evaluates an expression with the indexer of a [`Lookup`], compiled for each kind.
#[macro_export]
macro_rules! with_indexer {
    ($lookup:expr, $indexer:ident => $value:expr) => {
        match $lookup {
            $crate::eval::ntuple::Lookup::Two($indexer) => $value,
            $crate::eval::ntuple::Lookup::Three($indexer) => $value,
            $crate::eval::ntuple::Lookup::Any($indexer) => $value,
        }
    };
}

/// The fastest indexer for a network: the one with the fewest runs.
#[derive(Clone, Debug)]
pub enum Lookup {
    /// At most two runs per tuple, as in 4x6.
    Two(Indexer<2>),
    /// At most three runs, as in 8x6.
    Three(Indexer<3>),
    /// Any tuple.
    Any(Indexer<MAX_RUNS>),
}

impl Lookup {
    /// The indexer for `patterns`.
    pub fn new(patterns: &TuplePatterns) -> Self {
        if let Some(indexer) = Indexer::new(patterns) {
            Lookup::Two(indexer)
        } else if let Some(indexer) = Indexer::new(patterns) {
            Lookup::Three(indexer)
        } else {
            Lookup::Any(Indexer::new(patterns).expect("no tuple has more than MAX_RUNS runs"))
        }
    }

    /// Calls `visit` with the index in the stage of each weight of a board.
    #[inline(always)]
    pub fn each(&self, board: Board, visit: impl FnMut(u32)) {
        with_indexer!(self, indexer => indexer.indices(board, 0).flatten().for_each(visit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slow_index(cells: &[u8], alphabet: u8, bits: u64) -> usize {
        let rank = |&cell: &u8| ((bits >> (4 * cell)) & 15).min(u64::from(alphabet) - 1) as usize;
        cells.iter().enumerate().map(|(position, cell)| rank(cell) << (4 * position)).sum()
    }

    #[test]
    fn indices_match_a_computation_cell_by_cell() {
        let smaller = ["4x6/15", "5x4/8", "8x6/7", "4x5/2"];
        for name in PRESETS.iter().map(|(name, _)| *name).chain(smaller) {
            let patterns: TuplePatterns = name.parse().expect("a preset");
            let indexer = Indexer::<3>::new(&patterns).expect("presets have three runs at most");
            let wide = Indexer::<MAX_RUNS>::new(&patterns).expect("enough runs for all");
            let mut bits = 0x0123_4567_89ab_cdef_u64;
            for _ in 0..1000 {
                bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
                let mut expected = Vec::new();
                let mut base = 100;
                for cells in patterns.tuples() {
                    for image in Board::from_bits(bits).symmetries() {
                        expected.push(
                            base + slow_index(cells, patterns.alphabet(), image.bits()) as u32,
                        );
                    }
                    base += 1 << (4 * cells.len());
                }
                let mut indices = vec![0; patterns.lookups()];
                indexer.fill(Board::from_bits(bits), 100, &mut indices);
                assert_eq!(indices, expected, "{name}");
                wide.fill(Board::from_bits(bits), 100, &mut indices);
                assert_eq!(indices, expected, "{name}");
            }
        }
    }

    #[test]
    fn presets_are_the_published_ones_rotated() {
        let published = [
            "012345 456789 012456 45689a",
            "012456 456789 012345 234569 01259a 345678 134567 01489a",
            "012345 456789 89abcd 012456 45689a",
            "01234 45678 01245 45689",
            "0123 4567 0145 1256 569a",
        ];
        for ((name, _), published) in PRESETS.into_iter().zip(published) {
            let (ours, theirs): (TuplePatterns, TuplePatterns) =
                (name.parse().unwrap(), published.parse().unwrap());
            for (ours, theirs) in ours.tuples().iter().zip(theirs.tuples()) {
                assert!(
                    ours.iter().rev().map(|cell| 15 - cell).eq(theirs.iter().copied()),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn networks_round_trip_as_text_and_errors_list_the_accepted_ones() {
        let patterns: TuplePatterns = "4x6".parse().expect("a preset");
        assert_eq!(patterns.to_string(), PRESETS[0].1);
        assert_eq!(patterns.entries(), 4 << 24);
        assert_eq!(patterns.lookups(), 32);
        let fewer: TuplePatterns = "4x6/12".parse().expect("ranks 0 to 11");
        assert_eq!((fewer.alphabet(), fewer.entries()), (12, 4 << 24));
        assert_eq!(fewer.to_string().parse(), Ok(fewer));
        assert_eq!("4x6/16".parse(), Ok(patterns));
        let longer: TuplePatterns = "4x6, 0123 56".parse().expect("a preset and two tuples");
        assert_eq!(longer.to_string(), format!("{} 0123 56", PRESETS[0].1));
        for bad in ["", "01x", "0110", "01234567", "4x6/1", "4x6/17", "4x6/", "/12"] {
            let error = bad.parse::<TuplePatterns>().expect_err(bad).to_string();
            assert!(error.contains("a network is one of"), "{error}");
        }
        assert!("01 ".repeat(MAX_TUPLES).parse::<TuplePatterns>().is_ok());
        assert!("01 ".repeat(MAX_TUPLES + 1).parse::<TuplePatterns>().is_err());
    }
}
