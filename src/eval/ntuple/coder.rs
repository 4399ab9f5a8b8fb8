//! Coding the weights of a network: decisions of two outcomes, each with a chance that adapts to
//! what was seen in the same context. Leaves out the frame around the coded words (`file`).
//!
//! The arithmetic coding is the crate `constriction`'s (range coder over 32-bit words), which
//! writes; reading is done here, since a page has two seconds for it: of two outcomes a product
//! tells which, where the crate divides. The contexts are ours. Order: block by block of sixteen entries; whether a block holds anything,
//! given its neighbours' blocks; then for each entry whether it is 0, its sign and its size, given
//! the entries that differ by one rank in one cell and the same entry of the stage before. All of
//! those are known before it, to the reader as to the writer.

use std::convert::Infallible;
use std::ops::Range;

use constriction::stream::Encode;
use constriction::stream::model::{EncoderModel, EntropyModel};
use constriction::stream::queue::DefaultRangeEncoder;

use super::blocks::{BLOCK, Blocks};
use super::shape::Shapes;

/// Bits of a chance.
const PRECISION: usize = 16;

/// The chance of a 1, the mean of a fast and a slow running mean (rates 2^-4 and 2^-7, the usual
/// pair of video coders). Neither mean comes nearer to 0 or 1 than its rate lets it, so a chance is
/// from 71 to 65,464 parts of 65,536.
#[derive(Clone, Copy)]
struct Bit {
    fast: u16,
    slow: u16,
}

impl Bit {
    const EVEN: Bit = Bit { fast: 1 << 15, slow: 1 << 15 };

    #[inline(always)]
    fn one(self) -> u32 {
        (u32::from(self.fast) + u32::from(self.slow)) >> 1
    }

    #[inline(always)]
    fn adapt(&mut self, one: bool) {
        if one {
            self.fast += (u16::MAX - self.fast) >> 4;
            self.slow += (u16::MAX - self.slow) >> 7;
        } else {
            self.fast -= self.fast >> 4;
            self.slow -= self.slow >> 7;
        }
    }
}

/// What `constriction` asks about a [`Bit`]: 1 lies below 0 on the scale of chances.
#[derive(Clone, Copy)]
struct Chance(u32);

impl EntropyModel<PRECISION> for Chance {
    type Symbol = bool;
    type Probability = u32;
}

impl EncoderModel<PRECISION> for Chance {
    #[inline(always)]
    fn left_cumulative_and_probability(
        &self,
        symbol: impl std::borrow::Borrow<bool>,
    ) -> Option<(u32, std::num::NonZeroU32)> {
        let one = *symbol.borrow();
        let (left, chance) = if one { (0, self.0) } else { (self.0, (1 << PRECISION) - self.0) };
        Some((left, std::num::NonZeroU32::new(chance)?))
    }
}

/// Writing or reading: the same walk serves both.
trait Bits {
    /// Codes one decision: a writer is told `bit` and gives it back, a reader finds it.
    fn code(&mut self, context: &mut Bit, bit: bool) -> Result<bool, Damaged>;
}

/// Coded words that no writer of this format made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

struct Writer(DefaultRangeEncoder);

impl Bits for Writer {
    #[inline(always)]
    fn code(&mut self, context: &mut Bit, bit: bool) -> Result<bool, Damaged> {
        self.0.encode_symbol(bit, Chance(context.one())).map_err(|_| Damaged)?;
        context.adapt(bit);
        Ok(bit)
    }
}

/// The decoder to `constriction`'s `DefaultRangeEncoder`, for two outcomes.
struct Reader<'a> {
    words: std::slice::Iter<'a, [u8; 4]>,
    /// How far the coded number lies above the lower end of what it can still mean.
    offset: u64,
    /// How many numbers there still are, at least 2^32.
    range: u64,
}

impl<'a> Reader<'a> {
    fn new(words: &'a [[u8; 4]]) -> Self {
        let mut reader = Reader { words: words.iter(), offset: 0, range: u64::MAX };
        reader.offset = reader.word() << 32;
        reader.offset |= reader.word();
        reader
    }

    /// The next word; behind the last one there are zeros.
    #[inline(always)]
    fn word(&mut self) -> u64 {
        self.words.next().map_or(0, |word| u32::from_le_bytes(*word).into())
    }
}

impl Bits for Reader<'_> {
    #[inline(always)]
    fn code(&mut self, context: &mut Bit, _: bool) -> Result<bool, Damaged> {
        let scale = self.range >> PRECISION;
        // What is cut off at the end of the range, no writer uses.
        if self.offset >= scale << PRECISION {
            return Err(Damaged);
        }
        let split = scale * u64::from(context.one());
        let one = self.offset < split;
        self.range = if one { split } else { (scale << PRECISION) - split };
        self.offset -= if one { 0 } else { split };
        if self.range < 1 << 32 {
            self.range <<= 32;
            self.offset = self.offset << 32 | self.word();
        }
        context.adapt(one);
        Ok(one)
    }
}

/// Most binary digits after the leading one of a size: sizes up to 2^15.
const DIGITS: usize = 15;

/// Classes of the sizes nearby: none, 1, 2 to 3, 4 to 7, and so on up to 2^11 and more.
const SIZES: usize = 13;

/// The adaptive chances of every context.
struct Contexts {
    /// By stored neighbour blocks (at most 7) and whether the stage before stores the block.
    block: [[Bit; 8]; 2],
    /// By neighbours that are not 0, the class of their mean size, and the lowest cell's rank.
    zero: Vec<Bit>,
    /// By the sign of the neighbours' sum and the class of its mean.
    sign: [[Bit; SIZES]; 3],
    /// How many binary digits a size has: by the class nearby, one decision a digit.
    length: [[Bit; DIGITS + 1]; SIZES * 3],
    /// The digits, by how many there are and which it is; the first two also by each other.
    digit: [[Bit; DIGITS + 2]; DIGITS + 1],
}

/// What is known around an entry: how many neighbours are not 0, their sum, the sum of their sizes.
#[derive(Clone, Copy)]
struct Nearby {
    count: i32,
    sum: i32,
    sizes: i32,
}

/// The class of a size: 0 for 0, else one more than its binary logarithm.
#[inline(always)]
fn class(size: i32) -> usize {
    ((i32::BITS - size.leading_zeros()) as usize).min(SIZES - 1)
}

/// `sum / count`, or the sum itself where there is nothing to divide by. A product with the inverse
/// is exact below 2^29, and the neighbours of an entry sum to less than 2^19.
#[inline(always)]
fn share(sum: i32, count: usize) -> i32 {
    const INVERSE: [u64; 8] = {
        let mut inverse = [1 << 32; 8];
        let mut count = 2;
        while count < 8 {
            inverse[count] = (1_u64 << 32).div_ceil(count as u64);
            count += 1;
        }
        inverse
    };
    ((sum as u64 * INVERSE[count & 7]) >> 32) as i32
}

impl Contexts {
    fn new() -> Self {
        Contexts {
            block: [[Bit::EVEN; 8]; 2],
            zero: vec![Bit::EVEN; 8 * SIZES * BLOCK],
            sign: [[Bit::EVEN; SIZES]; 3],
            length: [[Bit::EVEN; DIGITS + 1]; SIZES * 3],
            digit: [[Bit::EVEN; DIGITS + 2]; DIGITS + 1],
        }
    }

    /// Codes one entry, given what is nearby and its lowest cell's rank.
    #[inline(always)]
    fn entry(
        &mut self,
        bits: &mut impl Bits,
        near: Nearby,
        low: usize,
        number: i16,
    ) -> Result<i16, Damaged> {
        let count = near.count as usize;
        let around = class(share(near.sizes, count));
        let zero = &mut self.zero[(count * SIZES + around) * BLOCK + low];
        if !bits.code(zero, number != 0)? {
            return Ok(0);
        }
        let mean = share(near.sum.abs(), count);
        let side = if mean == 0 { 1 } else { (near.sum.signum() + 1) as usize };
        let negative = bits.code(&mut self.sign[side][class(mean)], number < 0)?;
        let size = self.size(bits, around * 3 + count.min(2), number.unsigned_abs().into())?;
        let signed = if negative { -size } else { size };
        i16::try_from(signed).map_err(|_| Damaged)
    }

    /// Codes a size of at least 1: how many digits follow the leading one, then those.
    #[inline(always)]
    fn size(&mut self, bits: &mut impl Bits, around: usize, size: u32) -> Result<i32, Damaged> {
        let digits = size.checked_ilog2().unwrap_or(0) as usize;
        let mut length = 0;
        while length < DIGITS && bits.code(&mut self.length[around][length], digits > length)? {
            length += 1;
        }
        let mut found = 1_u32;
        for digit in (0..length).rev() {
            let place = length - 1 - digit;
            let context = match place {
                0 => 0,
                1 => 1 + (found & 1) as usize,
                _ => place + 1,
            };
            let bit = bits.code(&mut self.digit[length][context], size >> digit & 1 == 1)?;
            found = found << 1 | u32::from(bit);
        }
        Ok(found as i32)
    }
}

/// Blocks that one call of [`Walk::run`] codes: those that differ in their two lowest cells.
const RUN: usize = 1 << 8;

/// Blocks between two reports of progress: sixteen reports for a tuple of six cells.
const TOLD_EVERY: usize = 1 << 16;

/// Codes every entry of every stage: what `known` holds is written, or filled in by reading.
fn walk(
    bits: &mut impl Bits,
    shapes: &Shapes,
    stages: usize,
    known: Option<&Blocks>,
    mut progress: impl FnMut(f32),
) -> Result<Blocks, Damaged> {
    let entries = shapes.entries();
    let mut out = Blocks::zeroed(entries * stages);
    let stage_blocks = entries / BLOCK;
    let mut first = 0;
    for stage in 0..stages {
        for cells in shapes.tuples() {
            let cells = cells.len() - 1;
            let before = (stage > 0).then_some(stage_blocks);
            let mut tuple = Walk { known, first, cells, before, contexts: Contexts::new() };
            let count = 1 << (4 * cells);
            for start in (0..count).step_by(RUN) {
                if start % TOLD_EVERY == 0 {
                    progress((first + start) as f32 / (stages * stage_blocks) as f32);
                }
                tuple.run(bits, &mut out, start..count.min(start + RUN))?;
            }
            first += count;
        }
    }
    out.shrink();
    Ok(out)
}

/// The walk over one tuple's blocks in one stage.
struct Walk<'a> {
    known: Option<&'a Blocks>,
    /// The place of its first block.
    first: usize,
    /// The cells that tell its blocks apart: all but the lowest.
    cells: usize,
    /// How many places before a block that of the stage before lies.
    before: Option<usize>,
    contexts: Contexts,
}

impl Walk<'_> {
    /// Codes some blocks. Few, since a browser runs a function in the code that it has compiled in haste until
    /// the next call, however much better code is ready by then (V8, "dynamic tiering").
    #[inline(never)]
    fn run(
        &mut self,
        bits: &mut impl Bits,
        out: &mut Blocks,
        blocks: Range<usize>,
    ) -> Result<(), Damaged> {
        for block in blocks {
            let place = self.first + block;
            // Blocks that differ by one rank in one cell, and whether they are stored.
            let mut neighbours = [None; 8];
            let mut stored = 0;
            for (cell, neighbour) in (0..self.cells).zip(&mut neighbours) {
                if block >> (4 * cell) & 15 > 0 {
                    let place = place - (1 << (4 * cell));
                    if out.is_stored(place) {
                        *neighbour = Some(place);
                        stored += 1;
                    }
                }
            }
            let before = self.before.map(|distance| place - distance);
            let before = before.filter(|&place| out.is_stored(place));
            let any = self.known.is_some_and(|known| known.is_stored(place));
            let context = &mut self.contexts.block[usize::from(before.is_some())][stored.min(7)];
            if !bits.code(context, any)? {
                continue;
            }
            // What is nearby in other blocks, for all sixteen entries at once.
            let (mut counts, mut sums, mut sizes) = ([0; BLOCK], [0; BLOCK], [0; BLOCK]);
            for place in neighbours.into_iter().flatten().chain(before) {
                let block = out.block(place);
                for low in 0..BLOCK {
                    let number = block[low];
                    counts[low] += i32::from(number != 0);
                    sums[low] += i32::from(number);
                    sizes[low] += i32::from(number).abs();
                }
            }
            let mut numbers = [0; BLOCK];
            for low in 0..BLOCK {
                let left = if low > 0 { i32::from(numbers[low - 1]) } else { 0 };
                let near = Nearby {
                    count: (counts[low] + i32::from(left != 0)).min(7),
                    sum: sums[low] + left,
                    sizes: sizes[low] + left.abs(),
                };
                let number = self.known.map_or(0, |known| known.block(place)[low]);
                numbers[low] = self.contexts.entry(bits, near, low, number)?;
            }
            if self.known.is_none() && numbers == [0; BLOCK] {
                return Err(Damaged);
            }
            out.store(place, &numbers);
        }
        Ok(())
    }
}

/// The coded words of a network's weights.
pub fn encode(shapes: &Shapes, stages: usize, blocks: &Blocks) -> Vec<u32> {
    let mut writer = Writer(DefaultRangeEncoder::new());
    let written = walk(&mut writer, shapes, stages, Some(blocks), |_| ());
    debug_assert!(written.is_ok(), "writing to memory does not fail");
    let words: Result<Vec<u32>, Infallible> = writer.0.into_compressed();
    let Ok(words) = words;
    words
}

/// The weights that words (little-endian) were coded from. `progress` is told the share done, 0 to 1.
///
/// # Errors
/// [`Damaged`] when no weights give such words; words altered by chance mostly give other weights,
/// which is what the checksum around them is for.
pub fn decode(
    shapes: &Shapes,
    stages: usize,
    words: &[[u8; 4]],
    progress: impl FnMut(f32),
) -> Result<Blocks, Damaged> {
    walk(&mut Reader::new(words), shapes, stages, None, progress)
}
