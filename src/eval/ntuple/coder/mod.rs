//! The entropy coder for the weights of a network.
//!
//! Each tuple of each stage is one part, coded on its own. A part codes its blocks of sixteen
//! entries in order:
//!
//! - whether the block is stored;
//! - for every four entries, which of them are not 0;
//! - each of these as a token for its sign and size. From a size of 8 on, a token stands for a
//!   range of sizes, and digits follow that choose one of them.
//!
//! The context of a token comes from neighboring values that are already decoded: the entries that
//! differ by one rank in one cell, and the same entry of the previous stage. Each part begins with
//! a map from the `CONTEXTS` contexts to the histograms of the file, which give the probabilities.
//!
//! Static histograms and few tokens make decoding fast; a page may take two seconds for it.
//! Adaptive binary probabilities took twice as long and saved no space.

mod contexts;
mod histograms;
mod tokens;
mod words;

use std::collections::TryReserveError;
use std::ops::Range;

use super::blocks::{BLOCK, Blocks, MAX_STORED};
use super::pattern::TuplePatterns;
use contexts::{COUNTS, ENTRY_CONTEXTS, FIRST_BLOCK_CONTEXT, Nearby, QUARTER};
use histograms::{Counts, Histograms};
use words::{Reader, Writer};

/// The error for bytes that [`encode`] cannot have written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

/// Why bytes cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// [`encode`] cannot have written them.
    Damaged,
    /// The weights need more memory than there is.
    Memory,
}

impl From<Damaged> for DecodeError {
    fn from(_: Damaged) -> Self {
        DecodeError::Damaged
    }
}

impl From<TryReserveError> for DecodeError {
    fn from(_: TryReserveError) -> Self {
        DecodeError::Memory
    }
}

/// A writer or a reader of symbols, so that one function codes in both directions. Every method
/// returns the symbol: a writer the one it was given, a reader the one it decoded.
trait Symbols {
    /// Codes a token in a context.
    fn token(&mut self, context: usize, token: u8) -> u8;
    /// Codes `width` binary digits (at most 13) with equal probabilities.
    fn digits(&mut self, width: u32, digits: u16) -> u16;
}

/// A bit for each of the sixteen numbers that is not 0.
fn mask(numbers: &[i16; BLOCK]) -> u32 {
    numbers.iter().rev().fold(0, |mask, &number| mask << 1 | u32::from(number != 0))
}

/// Blocks per call of [`Part::run`]: those that differ in their two lowest cells.
const RUN: usize = 1 << 8;

/// Blocks between two calls of the progress function: sixteen calls for a tuple of six cells.
const PROGRESS_EVERY: usize = 1 << 16;

/// The weights that [`Part::run`] codes: complete for an encoder, growing block by block for a
/// decoder.
trait Weights {
    /// At least the blocks that were already coded.
    fn coded(&self) -> &Blocks;
    /// The block to encode, if it is stored; `None` for a decoder.
    fn to_encode(&self, place: usize) -> Option<[i16; BLOCK]>;
    /// Stores a decoded block; an encoder ignores it.
    fn store_decoded(&mut self, place: usize, block: &[i16; BLOCK]) -> Result<(), DecodeError>;
}

/// Weights to encode.
struct Encoded<'a>(&'a Blocks);

impl Weights for Encoded<'_> {
    fn coded(&self) -> &Blocks {
        self.0
    }

    fn to_encode(&self, place: usize) -> Option<[i16; BLOCK]> {
        self.0.is_stored(place).then(|| *self.0.block(place))
    }

    fn store_decoded(&mut self, _: usize, _: &[i16; BLOCK]) -> Result<(), DecodeError> {
        Ok(())
    }
}

impl Weights for Blocks {
    #[inline(always)]
    fn coded(&self) -> &Blocks {
        self
    }

    #[inline(always)]
    fn to_encode(&self, _: usize) -> Option<[i16; BLOCK]> {
        None
    }

    #[inline(always)]
    fn store_decoded(&mut self, place: usize, block: &[i16; BLOCK]) -> Result<(), DecodeError> {
        if *block == [0; BLOCK] || self.stored() == MAX_STORED {
            return Err(DecodeError::Damaged);
        }
        Ok(self.store(place, block)?)
    }
}

/// The blocks of one tuple in one stage.
#[derive(Clone, Copy)]
struct Part {
    /// The place of the first block.
    first: usize,
    /// The cells that distinguish the blocks: all but the lowest.
    cells: usize,
    /// The distance from a block to the same block of the previous stage.
    before: Option<usize>,
}

/// The parts of a network in coding order.
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
    /// Writes all blocks.
    fn write(self, symbols: &mut impl Symbols, weights: &Blocks) {
        let done = self.run(symbols, &mut Encoded(weights), 0..1 << (4 * self.cells));
        debug_assert!(done.is_ok(), "writing cannot find damage");
    }

    /// Reads all blocks and appends them to `decoded`. Calls `progress` with the number of blocks
    /// done.
    fn read(
        self,
        symbols: &mut impl Symbols,
        decoded: &mut Blocks,
        mut progress: impl FnMut(usize),
    ) -> Result<(), DecodeError> {
        let count = 1 << (4 * self.cells);
        for start in (0..count).step_by(RUN) {
            if start % PROGRESS_EVERY == 0 {
                progress(self.first + start);
            }
            self.run(symbols, decoded, start..count.min(start + RUN))?;
        }
        Ok(())
    }

    /// Codes a range of blocks. The ranges are short because V8 switches to optimized code only at
    /// the next call of a function ("dynamic tiering").
    #[inline(never)]
    fn run(
        self,
        symbols: &mut impl Symbols,
        weights: &mut impl Weights,
        blocks: Range<usize>,
    ) -> Result<(), DecodeError> {
        for block in blocks {
            let place = self.first + block;
            // The stored blocks that differ by one rank in one cell.
            let mut neighbors = [None; COUNTS];
            let mut stored = 0;
            for (cell, neighbor) in (0..self.cells).zip(&mut neighbors) {
                if block >> (4 * cell) & 15 > 0 {
                    let place = place - (1 << (4 * cell));
                    if weights.coded().is_stored(place) {
                        *neighbor = Some(place);
                        stored += 1;
                    }
                }
            }
            let before = self.before.map(|distance| place - distance);
            let before = before.filter(|&place| weights.coded().is_stored(place));
            let encoded = weights.to_encode(place);
            let context =
                FIRST_BLOCK_CONTEXT + 2 * stored.min(COUNTS - 1) + usize::from(before.is_some());
            if symbols.token(context, u8::from(encoded.is_some())) == 0 {
                continue;
            }
            let encoded = encoded.unwrap_or([0; BLOCK]);
            let filled = mask(&encoded);
            // The neighbors in other blocks, for all sixteen entries at once.
            let (mut counts, mut sums, mut sizes) = ([0; BLOCK], [0; BLOCK], [0; BLOCK]);
            let mut nearby = 0;
            for place in neighbors.into_iter().flatten().chain(before) {
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
                    numbers[low] = near.code(symbols, low, encoded[low])?;
                }
            }
            weights.store_decoded(place, &numbers)?;
        }
        Ok(())
    }
}

/// Encodes weights: the histograms, then each part with its length in bytes (`u32`).
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

/// Decodes weights. Calls `progress` with the share done, 0 to 1.
///
/// # Errors
/// If no weights have this encoding, or there is not enough memory. Most altered bytes decode to
/// other weights, so the file also has a checksum.
pub fn decode(
    patterns: &TuplePatterns,
    stages: usize,
    bytes: &[u8],
    mut progress: impl FnMut(f32),
) -> Result<Blocks, DecodeError> {
    let entries = patterns.entries() * stages;
    let mut out = Blocks::zeroed(entries)?;
    let (histograms, mut rest) = Histograms::read(bytes)?;
    let tables = histograms.tables()?;
    for part in parts(patterns, stages) {
        let (length, behind) = rest.split_first_chunk().ok_or(Damaged)?;
        let (coded, behind) =
            behind.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or(Damaged)?;
        rest = behind;
        let mut reader = Reader::new(coded, &tables)?;
        let share = |place| progress(place as f32 / (entries / BLOCK) as f32);
        part.read(&mut reader, &mut out, share)?;
        reader.finish()?;
    }
    if !rest.is_empty() {
        return Err(DecodeError::Damaged);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::contexts::CONTEXTS;
    use super::*;

    #[test]
    fn file_without_histograms_is_damaged() {
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
        assert_eq!(decode(&patterns, 1, &bytes, |_| ()).err(), Some(DecodeError::Damaged));
    }
}
