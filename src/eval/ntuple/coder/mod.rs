//! Coding the weights of a network: what a weight is told by, and what is known before it. Leaves out the shares of
//! what follows (`histograms`), the coded words (`words`) and the frame around them (`file`).
//!
//! A network is coded tuple by tuple and stage by stage, in parts that each are words of their own. In each the blocks of
//! sixteen entries come in order: whether a block holds anything; then, four entries at a time, which of them are not 0, and
//! of those the numbers: a sign and a size in one token, and from a size of 8 on a range of sizes and the digits that tell
//! the place in it. Which tokens are likely is told by what lies nearby and is known already, to the reader as to the
//! writer: the entries that differ by one rank in one cell, and the same entry of the stage before. That gives one of
//! [`CONTEXTS`] contexts, and a map in front of each part gives for each context one of the file's histograms.
//!
//! Histograms that stay as they are, and few tokens, are what makes reading fast: a page has two seconds for it. Chances
//! that adapt, in decisions of two outcomes, took twice as long and as much room.

mod histograms;
mod words;

use std::ops::Range;

use super::blocks::{BLOCK, Blocks};
use super::pattern::TuplePatterns;
use histograms::{Counts, Histograms};
use words::{Reader, Writer};

/// Coded bytes that no writer of this format made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

/// Writing or reading: the same walk serves both. A writer is told what comes and gives it back, a reader finds it.
trait Symbols {
    /// Codes a token in a context.
    fn token(&mut self, context: usize, token: u8) -> u8;
    /// Codes binary digits, `width` of them (at most 13), all as likely.
    fn digits(&mut self, width: u32, digits: u16) -> u16;
}

/// Sizes from this on share tokens.
const SHARED: u32 = 8;
/// Its binary logarithm.
const SHARED_LOG: u32 = SHARED.ilog2();
/// Tokens: 0, and for both signs the sizes below [`SHARED`] and four quarters of each doubling up to 2^16.
const TOKENS: usize = 1 + 2 * (SHARED as usize - 1 + 4 * (16 - SHARED_LOG as usize));

/// The token of a number, how many digits follow it, and which.
#[inline(always)]
fn tokenised(number: i32) -> (u8, u32, u16) {
    let size = number.unsigned_abs();
    if size == 0 {
        return (0, 0, 0);
    }
    let negative = u32::from(number < 0);
    if size < SHARED {
        return ((2 * size - 1 + negative) as u8, 0, 0);
    }
    let width = size.ilog2() - 2;
    let quarter = size >> width & 3;
    let kind = SHARED + 4 * (width + 2 - SHARED_LOG) + quarter;
    ((2 * kind - 1 + negative) as u8, width, (size & ((1 << width) - 1)) as u16)
}

/// How many digits follow a token, and its least size.
const KINDS: [(u32, i32); TOKENS] = {
    let mut kinds = [(0, 0); TOKENS];
    let mut token = 0;
    while token < TOKENS {
        let kind = token.div_ceil(2) as u32;
        kinds[token] = if kind < SHARED {
            (0, kind as i32)
        } else {
            let width = (kind - SHARED) / 4 + SHARED_LOG - 2;
            (width, ((4 + ((kind - SHARED) & 3)) << width) as i32)
        };
        token += 1;
    }
    kinds
};

/// How many digits follow a token.
#[inline(always)]
fn width(token: u8) -> u32 {
    KINDS[usize::from(token)].0
}

/// The number that a token and its digits tell: the other way of [`tokenised`].
#[inline(always)]
fn number_of(token: u8, digits: u16) -> i32 {
    let size = KINDS[usize::from(token)].1 + i32::from(digits);
    let negative = i32::from(token & 1) - 1;
    (size ^ negative) - negative
}

/// Known entries nearby, at most seven of them not 0.
const COUNTS: usize = 8;
/// Steps of the sum of the sizes nearby, see [`Nearby::level`].
const LEVELS: usize = 42;
/// How far the signs nearby agree, see [`Nearby::agreement`].
const AGREEMENTS: usize = 4;
/// Groups of the lowest cell's rank: 0, and those whose tiles are about as frequent.
const LOW_GROUPS: usize = 5;
const LOW_GROUP: [u8; BLOCK] = [0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4];
/// Contexts with the same number and sizes of known entries.
const ALIKE: usize = AGREEMENTS * LOW_GROUPS;
/// Contexts of an entry that is not 0.
const ENTRY_CONTEXTS: usize = COUNTS * LEVELS * ALIKE;
/// Entries that one token tells which of them are not 0.
const QUARTER: usize = 4;
/// Contexts of a quarter, behind those of entries: by how many of the entries nearby are not 0 (none, some, most) for each
/// of the four, by the place of the quarter, and by whether the entry before it is 0.
const QUARTER_CONTEXTS: usize = 3_usize.pow(QUARTER as u32) * (BLOCK / QUARTER) * 2;
/// The first context of a block; those are by stored neighbours (at most seven) and whether the stage before stores it.
const FIRST_BLOCK_CONTEXT: usize = ENTRY_CONTEXTS + QUARTER_CONTEXTS;
/// All contexts.
const CONTEXTS: usize = FIRST_BLOCK_CONTEXT + 2 * COUNTS;

/// What is known around an entry: how many neighbours are not 0, their sum, the sum of their sizes.
#[derive(Clone, Copy)]
struct Nearby {
    count: i32,
    sum: i32,
    sizes: i32,
}

impl Nearby {
    /// The sum of the sizes: in quarters below two, then two steps to each doubling.
    #[inline(always)]
    fn level(self) -> usize {
        let quarters = 4 * self.sizes as u32;
        let doublings = (quarters | 4).ilog2();
        let half = quarters >> (doublings - 1) & 1;
        let level = if quarters < 8 { quarters } else { 2 * doublings + 2 + half };
        level.min(LEVELS as u32 - 1) as usize
    }

    /// 0 where the signs cancel out, 3 where all are the same.
    #[inline(always)]
    fn agreement(self) -> usize {
        let sum = self.sum.abs();
        let agree = usize::from(3 * sum >= self.sizes) + usize::from(sum >= self.sizes);
        usize::from(sum != 0) * (1 + agree)
    }

    /// The context of the entry whose lowest cell has the rank `low`.
    #[inline(always)]
    fn context(self, low: usize) -> usize {
        let context = self.count as usize * LEVELS + self.level();
        (context * AGREEMENTS + self.agreement()) * LOW_GROUPS + usize::from(LOW_GROUP[low & 15])
    }

    /// Codes the entry, which is not 0: its sign is told as the same as that of the sum, or the other.
    #[inline(always)]
    fn code(self, symbols: &mut impl Symbols, low: usize, number: i16) -> Result<i16, Damaged> {
        let turn = if self.sum < 0 { -1 } else { 1 };
        let (token, width_known, digits) = tokenised(turn * i32::from(number));
        let token = symbols.token(self.context(low), token);
        debug_assert!(number == 0 || width_known == width(token));
        let digits = match width(token) {
            0 => 0,
            width => symbols.digits(width, digits),
        };
        i16::try_from(turn * number_of(token, digits)).map_err(|_| Damaged)
    }
}

/// Which of the sixteen numbers are not 0, a bit each.
fn mask(numbers: &[i16; BLOCK]) -> u32 {
    numbers.iter().rev().fold(0, |mask, &number| mask << 1 | u32::from(number != 0))
}

/// Blocks that one call of [`Part::run`] codes: those that differ in their two lowest cells.
const RUN: usize = 1 << 8;

/// Blocks between two reports of progress: sixteen reports for a tuple of six cells.
const TOLD_EVERY: usize = 1 << 16;

/// The weights that a walk codes: all known, to be written, or found one block after the other.
trait Weights {
    /// Holds at least the blocks that were coded before.
    fn coded(&self) -> &Blocks;
    /// The block to be written, if it holds anything; none while reading.
    fn known(&self, place: usize) -> Option<[i16; BLOCK]>;
    /// Takes a block down that was read.
    fn found(&mut self, place: usize, block: &[i16; BLOCK]) -> Result<(), Damaged>;
}

/// Weights to be written.
struct Known<'a>(&'a Blocks);

impl Weights for Known<'_> {
    fn coded(&self) -> &Blocks {
        self.0
    }

    fn known(&self, place: usize) -> Option<[i16; BLOCK]> {
        self.0.is_stored(place).then(|| *self.0.block(place))
    }

    fn found(&mut self, _: usize, _: &[i16; BLOCK]) -> Result<(), Damaged> {
        Ok(())
    }
}

impl Weights for Blocks {
    #[inline(always)]
    fn coded(&self) -> &Blocks {
        self
    }

    #[inline(always)]
    fn known(&self, _: usize) -> Option<[i16; BLOCK]> {
        None
    }

    #[inline(always)]
    fn found(&mut self, place: usize, block: &[i16; BLOCK]) -> Result<(), Damaged> {
        if *block == [0; BLOCK] {
            return Err(Damaged);
        }
        self.store(place, block);
        Ok(())
    }
}

/// One tuple's blocks in one stage.
#[derive(Clone, Copy)]
struct Part {
    /// The place of its first block.
    first: usize,
    /// The cells that tell its blocks apart: all but the lowest.
    cells: usize,
    /// How many places before a block that of the stage before lies.
    before: Option<usize>,
}

/// The parts of a network in the order they are coded.
fn parts(patterns: &TuplePatterns, stages: usize) -> Vec<Part> {
    let stage_blocks = patterns.entries() / BLOCK;
    let mut first = 0;
    let mut parts = Vec::new();
    for stage in 0..stages {
        for tuple in patterns.tuples() {
            let cells = tuple.len() - 1;
            parts.push(Part { first, cells, before: (stage > 0).then_some(stage_blocks) });
            first += 1 << (4 * cells);
        }
    }
    parts
}

impl Part {
    /// Writes every block.
    fn write(self, symbols: &mut impl Symbols, known: &Blocks) {
        let done = self.run(symbols, &mut Known(known), 0..1 << (4 * self.cells));
        debug_assert!(done.is_ok(), "a walk that writes finds what it is told");
    }

    /// Reads every block behind those that `found` holds.
    fn read(
        self,
        symbols: &mut impl Symbols,
        found: &mut Blocks,
        mut told: impl FnMut(usize),
    ) -> Result<(), Damaged> {
        let count = 1 << (4 * self.cells);
        for start in (0..count).step_by(RUN) {
            if start % TOLD_EVERY == 0 {
                told(self.first + start);
            }
            self.run(symbols, found, start..count.min(start + RUN))?;
        }
        Ok(())
    }

    /// Codes some blocks. Few, since a browser runs a function in the code that it has compiled in haste until
    /// the next call, however much better code is ready by then (V8, "dynamic tiering").
    #[inline(never)]
    fn run(
        self,
        symbols: &mut impl Symbols,
        weights: &mut impl Weights,
        blocks: Range<usize>,
    ) -> Result<(), Damaged> {
        for block in blocks {
            let place = self.first + block;
            // Blocks that differ by one rank in one cell, and whether they are stored.
            let mut neighbours = [None; COUNTS];
            let mut stored = 0;
            for (cell, neighbour) in (0..self.cells).zip(&mut neighbours) {
                if block >> (4 * cell) & 15 > 0 {
                    let place = place - (1 << (4 * cell));
                    if weights.coded().is_stored(place) {
                        *neighbour = Some(place);
                        stored += 1;
                    }
                }
            }
            let before = self.before.map(|distance| place - distance);
            let before = before.filter(|&place| weights.coded().is_stored(place));
            let known = weights.known(place);
            let context =
                FIRST_BLOCK_CONTEXT + 2 * stored.min(COUNTS - 1) + usize::from(before.is_some());
            if symbols.token(context, u8::from(known.is_some())) == 0 {
                continue;
            }
            let known = known.unwrap_or([0; BLOCK]);
            let filled = mask(&known);
            // What is nearby in other blocks, for all sixteen entries at once.
            let (mut counts, mut sums, mut sizes) = ([0; BLOCK], [0; BLOCK], [0; BLOCK]);
            let mut nearby = 0;
            for place in neighbours.into_iter().flatten().chain(before) {
                nearby += 1;
                let block = weights.coded().block(place);
                for low in 0..BLOCK {
                    let number = block[low];
                    counts[low] += i32::from(number != 0);
                    sums[low] += i32::from(number);
                    sizes[low] += i32::from(number).abs();
                }
            }
            let mut numbers = [0; BLOCK];
            for first in (0..BLOCK).step_by(QUARTER) {
                let around = counts[first..first + QUARTER].iter().fold(0, |around, &count| {
                    3 * around + usize::from(count > 0) + usize::from(2 * count > nearby)
                });
                let left = first > 0 && numbers[first - 1] != 0;
                let context =
                    (around * (BLOCK / QUARTER) + first / QUARTER) * 2 + usize::from(left);
                let here = (filled >> first & 15) as u8;
                let mut here = symbols.token(ENTRY_CONTEXTS + context, here) & 15;
                while here != 0 {
                    let low = (first + here.trailing_zeros() as usize) & 15;
                    here &= here - 1;
                    let left = if low > 0 { i32::from(numbers[low - 1]) } else { 0 };
                    let near = Nearby {
                        count: (counts[low] + i32::from(left != 0)).min(COUNTS as i32 - 1),
                        sum: sums[low] + left,
                        sizes: sizes[low] + left.abs(),
                    };
                    numbers[low] = near.code(symbols, low, known[low])?;
                }
            }
            weights.found(place, &numbers)?;
        }
        Ok(())
    }
}

/// A network's weights as bytes: the histograms, then for each part how many bytes it takes (`u32`), and those.
pub fn encode(patterns: &TuplePatterns, stages: usize, blocks: &Blocks) -> Vec<u8> {
    let parts = parts(patterns, stages);
    let counts: Vec<Counts> = parts
        .iter()
        .map(|part| {
            let mut counts = Counts::new();
            part.write(&mut counts, blocks);
            counts
        })
        .collect();
    let (histograms, maps) = Histograms::of(&counts);
    let mut bytes = Vec::new();
    histograms.write(&mut bytes);
    for (part, map) in parts.iter().zip(&maps) {
        let mut writer = Writer::new(&histograms, map);
        part.write(&mut writer, blocks);
        let words = writer.finish();
        bytes.extend((2 * words.len() as u32).to_le_bytes());
        bytes.extend(words.into_iter().flat_map(u16::to_le_bytes));
    }
    bytes
}

/// The weights that bytes were coded from. `progress` is told the share done, 0 to 1.
///
/// # Errors
/// [`Damaged`] when no weights give such bytes; bytes altered by chance mostly give other weights,
/// which is what the checksum around them is for.
pub fn decode(
    patterns: &TuplePatterns,
    stages: usize,
    bytes: &[u8],
    mut progress: impl FnMut(f32),
) -> Result<Blocks, Damaged> {
    let entries = patterns.entries() * stages;
    let mut out = Blocks::zeroed(entries);
    let (histograms, mut rest) = Histograms::read(bytes)?;
    let tables = histograms.tables()?;
    for part in parts(patterns, stages) {
        let (length, behind) = rest.split_first_chunk().ok_or(Damaged)?;
        let (coded, behind) =
            behind.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or(Damaged)?;
        rest = behind;
        let mut reader = Reader::new(coded, &tables)?;
        let told = |place| progress(place as f32 / (entries / BLOCK) as f32);
        part.read(&mut reader, &mut out, told)?;
        reader.finish()?;
    }
    if !rest.is_empty() {
        return Err(Damaged);
    }
    out.shrink();
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_its_token_and_digits() {
        for number in -32_768..=32_768 {
            let (token, digits_told, digits) = tokenised(number);
            assert!(usize::from(token) < TOKENS);
            assert_eq!(width(token), digits_told, "{number}");
            assert!(u32::from(digits) < 1 << digits_told);
            assert_eq!(number_of(token, digits), number);
        }
    }

    #[test]
    fn a_file_without_histograms_is_damaged() {
        let patterns: TuplePatterns = "5x4".parse().unwrap();
        let (none, _) = Histograms::of(&[]);
        let map = vec![None; CONTEXTS];
        let words = Writer::new(&none, &map).finish();
        let mut bytes = Vec::new();
        none.write(&mut bytes);
        for _ in patterns.tuples() {
            bytes.extend((2 * words.len() as u32).to_le_bytes());
            bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        }
        assert_eq!(decode(&patterns, 1, &bytes, |_| ()).err(), Some(Damaged));
    }

    #[test]
    fn contexts_are_within_bounds() {
        for count in 0..COUNTS as i32 {
            for sizes in (0..=7 * 32_768).step_by(97) {
                for sum in [-sizes, -sizes / 2, -1, 0, 1, sizes / 4, sizes] {
                    let near = Nearby { count, sum, sizes };
                    assert!((0..BLOCK).all(|low| near.context(low) < ENTRY_CONTEXTS));
                }
            }
        }
    }
}
