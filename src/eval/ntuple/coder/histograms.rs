//! Histograms of tokens: counted in each context of each part, gathered into a few for the whole file, written in front of
//! the parts and read back. Leaves out what a context is.
//!
//! Many contexts see about the same tokens, and a histogram takes room. So those that do are gathered: the first kinds are
//! contexts far from all kinds before, then each context joins the kind that codes it best, and kinds are counted anew, as
//! k-means does (the encoders of JPEG XL and Brotli gather theirs so).

use std::num::NonZeroU16;

use constriction::stream::model::{DecoderModel, EntropyModel};

use super::{CONTEXTS, Damaged, Symbols, TOKENS};

/// Bits of a share: a histogram's shares sum to 2^12, and its table for reading has as many places.
pub const PRECISION: usize = 12;
const WHOLE: u32 = 1 << PRECISION;

/// Binary digits that name a histogram.
pub const MAP_WIDTH: u32 = 7;
/// Most histograms of a file. Their tables take 16 kB each, and those of 32 stay in a core's second cache: 64 save a
/// sixtieth of the file and take a third longer to read by (docs/results/training-files.md).
const MOST: usize = 32;
const _: () = assert!(MOST <= 1 << MAP_WIDTH);

/// Times that contexts choose a kind; later rounds change next to nothing.
const ROUNDS: usize = 6;

/// Bits that a token costs where a kind has none of it: joining brings it in.
const UNKNOWN_BITS: f64 = 16.0;

/// A histogram as it is read by: for each place on its scale the token (8 bits), the token's share (12) and what is below
/// it (12). One look tells all three; the crate's own tables take two, one behind the other.
pub struct Table(Box<[u32; WHOLE as usize]>);

impl EntropyModel<PRECISION> for &Table {
    type Symbol = u8;
    type Probability = u16;
}

impl DecoderModel<PRECISION> for &Table {
    #[inline(always)]
    fn quantile_function(&self, quantile: u16) -> (u8, u16, NonZeroU16) {
        let slot = self.0[usize::from(quantile) & (WHOLE as usize - 1)];
        let share = NonZeroU16::new((slot >> 8 & (WHOLE - 1)) as u16).unwrap_or(NonZeroU16::MIN);
        (slot as u8, (slot >> 20) as u16, share)
    }
}

/// Tokens counted in every context of a part.
pub struct Counts(Vec<[u32; TOKENS]>);

impl Counts {
    pub fn new() -> Self {
        Counts(vec![[0; TOKENS]; CONTEXTS])
    }
}

impl Symbols for Counts {
    fn token(&mut self, context: usize, token: u8) -> u8 {
        self.0[context][usize::from(token)] += 1;
        token
    }

    fn digits(&mut self, _: u32, digits: u16) -> u16 {
        digits
    }
}

/// The binary logarithm of a number of at least 1, to nine digits, the same to the last bit on every machine: that of the
/// standard library is not, and contexts could join other kinds in a browser.
fn log2(number: f64) -> f64 {
    let exponent = (number.to_bits() >> 52) as i32 - 1023;
    // From 1 to 2, and the series of the inverse hyperbolic tangent with at most a third.
    let rest = f64::from_bits(number.to_bits() & !(0x7FF << 52) | 1023 << 52);
    let y = (rest - 1.0) / (rest + 1.0);
    let square = y * y;
    let series = (0..9).rev().fold(0.0, |sum, term| sum * square + 1.0 / f64::from(2 * term + 1));
    f64::from(exponent) + 2.0 * std::f64::consts::LOG2_E * y * series
}

/// One context's tokens that occur, with their counts.
struct Seen {
    part: usize,
    context: usize,
    counts: Vec<(u8, f64)>,
    total: f64,
}

/// What a kind of contexts makes each token cost, in bits.
#[derive(Clone)]
struct Kind([f64; TOKENS]);

impl Kind {
    fn of<'a>(members: impl Iterator<Item = &'a Seen>) -> Self {
        let (mut counts, mut total) = ([0.0; TOKENS], 0.0);
        for seen in members {
            seen.counts.iter().for_each(|&(token, count)| counts[usize::from(token)] += count);
            total += seen.total;
        }
        Kind(counts.map(|count| {
            if count > 0.0 { f64::min(log2(total / count), UNKNOWN_BITS) } else { UNKNOWN_BITS }
        }))
    }

    fn bits(&self, seen: &Seen) -> f64 {
        seen.counts.iter().map(|&(token, count)| count * self.0[usize::from(token)]).sum()
    }
}

/// The kind that codes some tokens in the fewest bits, and these.
fn best(kinds: &[Kind], seen: &Seen) -> (usize, f64) {
    let bits = kinds.iter().map(|kind| kind.bits(seen)).enumerate();
    bits.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, f64::INFINITY))
}

/// For each part, the histogram of each context that occurs.
pub type Maps = Vec<Vec<Option<u8>>>;

/// The histograms of a file.
pub struct Histograms(Vec<Histogram>);

/// Tokens in ascending order with their shares, which sum to [`WHOLE`].
struct Histogram(Vec<(u8, NonZeroU16)>);

impl Histogram {
    /// Shares for counts: each token that occurs has one.
    fn of(counts: &[u64; TOKENS]) -> Self {
        let total: u64 = counts.iter().sum();
        let share = |count: u64| ((count * u64::from(WHOLE) + total / 2) / total.max(1)).max(1);
        let mut shares: Vec<(u8, u64)> = (0_u8..)
            .zip(counts)
            .filter(|(_, count)| **count > 0)
            .map(|(token, &count)| (token, share(count)))
            .collect();
        // A table needs two tokens, the second of which may never be read.
        while shares.len() < 2 {
            let unused = (0..).find(|token| shares.iter().all(|(used, _)| used != token));
            shares.push((unused.unwrap_or(0), 1));
            shares.sort_unstable();
        }
        // What rounding gave or took, the most frequent ones pay, who feel it least.
        let mut excess =
            shares.iter().map(|(_, share)| *share as i64).sum::<i64>() - i64::from(WHOLE);
        while excess != 0 {
            let Some((_, most)) = shares.iter_mut().max_by_key(|(_, share)| *share) else { break };
            let paid = excess.min(*most as i64 / 2);
            *most = (*most as i64 - paid) as u64;
            excess -= paid;
        }
        let shares = shares.into_iter();
        Histogram(
            shares
                .filter_map(|(token, share)| Some((token, NonZeroU16::new(share as u16)?)))
                .collect(),
        )
    }

    /// The table to read by; none where tokens or shares are none.
    fn table(&self) -> Option<Table> {
        let mut places = Vec::with_capacity(WHOLE as usize);
        for &(token, share) in &self.0 {
            let below = places.len() as u32;
            let share = u32::from(share.get());
            if usize::from(token) >= TOKENS || share >= WHOLE || below + share > WHOLE {
                return None;
            }
            places.resize((below + share) as usize, u32::from(token) | share << 8 | below << 20);
        }
        places.into_boxed_slice().try_into().ok().map(Table)
    }
}

impl Histograms {
    /// Gathers the contexts of all parts.
    pub fn of(parts: &[Counts]) -> (Self, Maps) {
        let mut seen = Vec::new();
        for (part, counts) in parts.iter().enumerate() {
            for (context, counts) in counts.0.iter().enumerate() {
                let counts: Vec<(u8, f64)> = (0..)
                    .zip(counts)
                    .filter(|(_, count)| **count > 0)
                    .map(|(token, &count)| (token, count.into()))
                    .collect();
                if !counts.is_empty() {
                    let total = counts.iter().map(|(_, count)| count).sum();
                    seen.push(Seen { part, context, counts, total });
                }
            }
        }
        let kinds = kinds(&seen);
        let mut maps = vec![vec![None; CONTEXTS]; parts.len()];
        let mut counts = vec![[0; TOKENS]; kinds.len()];
        for seen in &seen {
            let (kind, _) = best(&kinds, seen);
            maps[seen.part][seen.context] = Some(kind as u8);
            for &(token, count) in &seen.counts {
                counts[kind][usize::from(token)] += count as u64;
            }
        }
        (Histograms(counts.iter().map(Histogram::of).collect()), maps)
    }

    /// What is below a token on the scale of a histogram, and its own share.
    pub fn slot(&self, histogram: u8, token: u8) -> (u16, NonZeroU16) {
        let Histogram(shares) = &self.0[usize::from(histogram)];
        let below = shares.iter().take_while(|(other, _)| *other < token);
        let own = shares.iter().find(|(other, _)| *other == token);
        (
            below.map(|(_, share)| share.get()).sum(),
            own.map_or(NonZeroU16::MIN, |(_, share)| *share),
        )
    }

    /// How many there are (`u8`), and of each how many tokens (`u8`) and these (`u8`) with their shares (`u16`).
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.0.len() as u8);
        for Histogram(shares) in &self.0 {
            bytes.push(shares.len() as u8);
            for (token, share) in shares {
                bytes.push(*token);
                bytes.extend(share.get().to_le_bytes());
            }
        }
    }

    /// Reads what [`Self::write`] wrote; gives what lies behind it, too.
    pub fn read(bytes: &[u8]) -> Result<(Self, &[u8]), Damaged> {
        let (&count, mut rest) = bytes.split_first().ok_or(Damaged)?;
        let mut histograms = Vec::new();
        for _ in 0..count {
            let (&tokens, behind) = rest.split_first().ok_or(Damaged)?;
            let (shares, behind) =
                behind.split_at_checked(3 * usize::from(tokens)).ok_or(Damaged)?;
            rest = behind;
            let shares: Option<Vec<_>> = shares
                .chunks_exact(3)
                .map(|three| {
                    Some((three[0], NonZeroU16::new(u16::from_le_bytes([three[1], three[2]]))?))
                })
                .collect();
            histograms.push(Histogram(shares.ok_or(Damaged)?));
        }
        Ok((Histograms(histograms), rest))
    }

    /// The tables to read by.
    ///
    /// # Errors
    /// [`Damaged`] where tokens or shares are none, or there is no histogram: whether a block holds anything is told by one.
    pub fn tables(&self) -> Result<Vec<Table>, Damaged> {
        if self.0.is_empty() {
            return Err(Damaged);
        }
        self.0.iter().map(Histogram::table).collect::<Option<_>>().ok_or(Damaged)
    }
}

/// At most [`MOST`] kinds for what was seen.
fn kinds(seen: &[Seen]) -> Vec<Kind> {
    let Some(largest) = seen.iter().max_by(|a, b| a.total.total_cmp(&b.total)) else {
        return Vec::new();
    };
    let own: Vec<f64> = seen.iter().map(|seen| Kind::of([seen].into_iter()).bits(seen)).collect();
    let mut kinds = vec![Kind::of([largest].into_iter())];
    let mut least: Vec<f64> = seen.iter().map(|seen| kinds[0].bits(seen)).collect();
    while kinds.len() < MOST {
        let lost = |place: &usize| least[*place] - own[*place];
        let Some(farthest) = (0..seen.len()).max_by(|a, b| lost(a).total_cmp(&lost(b))) else {
            break;
        };
        if lost(&farthest) <= 0.0 {
            break;
        }
        let kind = Kind::of([&seen[farthest]].into_iter());
        for (least, seen) in least.iter_mut().zip(seen) {
            *least = least.min(kind.bits(seen));
        }
        kinds.push(kind);
    }
    for _ in 0..ROUNDS {
        let chosen: Vec<usize> = seen.iter().map(|seen| best(&kinds, seen).0).collect();
        for (place, kind) in kinds.iter_mut().enumerate() {
            let mut members = seen
                .iter()
                .zip(&chosen)
                .filter(|(_, chosen)| **chosen == place)
                .map(|(seen, _)| seen)
                .peekable();
            if members.peek().is_some() {
                *kind = Kind::of(members);
            }
        }
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_near_those_of_the_standard_library() {
        for number in [1.0, 1.5, 1.999_999, 2.0, 3.0, 1e3, 12_345.678, 4e9] {
            assert!((log2(number) - number.log2()).abs() < 1e-9, "{number}");
        }
    }
}
