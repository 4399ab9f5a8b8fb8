//! Histograms: how frequent each token is.
//!
//! A histogram takes space in the file, and many contexts have similar ones. So the encoder
//! clusters the contexts by k-means, as the encoders of JPEG XL and Brotli do. The first clusters
//! are contexts far from all others; then each context joins the cluster that codes it best, and
//! the clusters are counted again.

use std::num::NonZeroU16;

use constriction::stream::model::{DecoderModel, EntropyModel};

use super::contexts::CONTEXTS;
use super::tokens::TOKENS;
use super::{Damaged, Symbols};

/// The bits of a token's share: the shares of a histogram add up to 2^12, which is also the size of
/// its decoding table.
pub const PRECISION: usize = 12;
const WHOLE: u32 = 1 << PRECISION;

/// The bits of a histogram's number in a map.
pub const MAP_WIDTH: u32 = 7;
/// The maximum number of histograms. The decoding tables take 16 kB each, and 32 of them stay in a
/// core's L2 cache: 64 make the file 1.7% smaller and decoding a third slower.
const MAX_HISTOGRAMS: usize = 32;
const _: () = assert!(MAX_HISTOGRAMS <= 1 << MAP_WIDTH);

/// Rounds of k-means; later rounds change next to nothing.
const ROUNDS: usize = 6;

/// The cost in bits of a token that does not occur in a cluster yet.
const ABSENT_BITS: f64 = 16.0;

/// A histogram for decoding: each position has the token (8 bits), its share (12) and the total
/// share below it (12). One load is enough; the tables of `constriction` need two, one after the
/// other.
pub struct DecodingTable(Box<[u32; WHOLE as usize]>);

impl EntropyModel<PRECISION> for &DecodingTable {
    type Symbol = u8;
    type Probability = u16;
}

impl DecoderModel<PRECISION> for &DecodingTable {
    #[inline(always)]
    fn quantile_function(&self, quantile: u16) -> (u8, u16, NonZeroU16) {
        let slot = self.0[usize::from(quantile) & (WHOLE as usize - 1)];
        let share = NonZeroU16::new((slot >> 8 & (WHOLE - 1)) as u16).unwrap_or(NonZeroU16::MIN);
        (slot as u8, (slot >> 20) as u16, share)
    }
}

/// The counts of the tokens in each context of a part.
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

/// The binary logarithm of a number from 1 on, to nine digits. Unlike that of the standard library
/// it is bit-identical on every machine, so that contexts join the same clusters.
fn log2(number: f64) -> f64 {
    let exponent = (number.to_bits() >> 52) as i32 - 1023;
    // The mantissa from 1 to 2, by the series of the inverse hyperbolic tangent of at most 1/3.
    let rest = f64::from_bits(number.to_bits() & !(0x7FF << 52) | 1023 << 52);
    let y = (rest - 1.0) / (rest + 1.0);
    let square = y * y;
    let series = (0..9).rev().fold(0.0, |sum, term| sum * square + 1.0 / f64::from(2 * term + 1));
    f64::from(exponent) + 2.0 * std::f64::consts::LOG2_E * y * series
}

/// The tokens of one context in one part, with their counts.
struct ContextCounts {
    part: usize,
    context: usize,
    counts: Vec<(u8, f64)>,
    total: f64,
}

/// A cluster of contexts: the cost of each token in bits.
#[derive(Clone)]
struct Cluster([f64; TOKENS]);

impl Cluster {
    fn of<'a>(members: impl Iterator<Item = &'a ContextCounts>) -> Self {
        let (mut counts, mut total) = ([0.0; TOKENS], 0.0);
        for member in members {
            member.counts.iter().for_each(|&(token, count)| counts[usize::from(token)] += count);
            total += member.total;
        }
        Cluster(counts.map(|count| {
            if count > 0.0 { f64::min(log2(total / count), ABSENT_BITS) } else { ABSENT_BITS }
        }))
    }

    fn bits(&self, context: &ContextCounts) -> f64 {
        context.counts.iter().map(|&(token, count)| count * self.0[usize::from(token)]).sum()
    }
}

/// The cluster that codes a context in the fewest bits.
fn nearest(clusters: &[Cluster], context: &ContextCounts) -> usize {
    let bits = clusters.iter().map(|cluster| cluster.bits(context)).enumerate();
    bits.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(index, _)| index)
}

/// For each part, the histogram of each context that occurs.
pub type Maps = Vec<Vec<Option<u8>>>;

/// The histograms of a file.
pub struct Histograms(Vec<Histogram>);

/// The tokens in ascending order with their shares, which add up to [`WHOLE`].
struct Histogram(Vec<(u8, NonZeroU16)>);

impl Histogram {
    /// The shares for some counts; every token that occurs has one.
    fn of(counts: &[u64; TOKENS]) -> Self {
        let total: u64 = counts.iter().sum();
        let share = |count: u64| ((count * u64::from(WHOLE) + total / 2) / total.max(1)).max(1);
        let mut shares: Vec<(u8, u64)> = (0_u8..)
            .zip(counts)
            .filter(|(_, count)| **count > 0)
            .map(|(token, &count)| (token, share(count)))
            .collect();
        // The coder needs at least two tokens, even if the second never occurs.
        while shares.len() < 2 {
            let unused = (0..).find(|token| shares.iter().all(|(used, _)| used != token));
            shares.push((unused.unwrap_or(0), 1));
            shares.sort_unstable();
        }
        // The most frequent tokens absorb the rounding errors, since it costs them least.
        let mut excess =
            shares.iter().map(|(_, share)| *share as i64).sum::<i64>() - i64::from(WHOLE);
        while excess != 0 {
            let Some((_, share)) = shares.iter_mut().max_by_key(|(_, share)| *share) else { break };
            let cut = excess.min(*share as i64 / 2);
            *share = (*share as i64 - cut) as u64;
            excess -= cut;
        }
        let shares = shares.into_iter();
        Histogram(
            shares
                .filter_map(|(token, share)| Some((token, NonZeroU16::new(share as u16)?)))
                .collect(),
        )
    }

    /// The decoding table; `None` if a token or a share is invalid.
    fn table(&self) -> Option<DecodingTable> {
        let mut places = Vec::with_capacity(WHOLE as usize);
        for &(token, share) in &self.0 {
            let below = places.len() as u32;
            let share = u32::from(share.get());
            if usize::from(token) >= TOKENS || share >= WHOLE || below + share > WHOLE {
                return None;
            }
            places.resize((below + share) as usize, u32::from(token) | share << 8 | below << 20);
        }
        places.into_boxed_slice().try_into().ok().map(DecodingTable)
    }
}

impl Histograms {
    /// The histograms for the counts of all parts, and their maps.
    pub fn of(parts: &[Counts]) -> (Self, Maps) {
        let mut contexts = Vec::new();
        for (part, counts) in parts.iter().enumerate() {
            for (context, counts) in counts.0.iter().enumerate() {
                let counts: Vec<(u8, f64)> = (0..)
                    .zip(counts)
                    .filter(|(_, count)| **count > 0)
                    .map(|(token, &count)| (token, count.into()))
                    .collect();
                if !counts.is_empty() {
                    let total = counts.iter().map(|(_, count)| count).sum();
                    contexts.push(ContextCounts { part, context, counts, total });
                }
            }
        }
        let clusters = clusters(&contexts);
        let mut maps = vec![vec![None; CONTEXTS]; parts.len()];
        let mut counts = vec![[0; TOKENS]; clusters.len()];
        for context in &contexts {
            let cluster = nearest(&clusters, context);
            maps[context.part][context.context] = Some(cluster as u8);
            for &(token, count) in &context.counts {
                counts[cluster][usize::from(token)] += count as u64;
            }
        }
        (Histograms(counts.iter().map(Histogram::of).collect()), maps)
    }

    /// The total share below a token in a histogram, and the token's own share.
    pub fn slot(&self, histogram: u8, token: u8) -> (u16, NonZeroU16) {
        let Histogram(shares) = &self.0[usize::from(histogram)];
        let below = shares.iter().take_while(|share| share.0 < token);
        let own = shares.iter().find(|share| share.0 == token);
        (
            below.map(|(_, share)| share.get()).sum(),
            own.map_or(NonZeroU16::MIN, |(_, share)| *share),
        )
    }

    /// Appends the number of histograms (`u8`), and for each the number of tokens (`u8`) and then
    /// the tokens (`u8`) with their shares (`u16`).
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

    /// Reads histograms from [`Self::write`]; also returns the remaining bytes.
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

    /// The decoding tables.
    ///
    /// # Errors
    /// [`Damaged`] if a token or a share is invalid, or there is no histogram: every network needs
    /// one.
    pub fn tables(&self) -> Result<Vec<DecodingTable>, Damaged> {
        if self.0.is_empty() {
            return Err(Damaged);
        }
        self.0.iter().map(Histogram::table).collect::<Option<_>>().ok_or(Damaged)
    }
}

/// At most [`MAX_HISTOGRAMS`] clusters of the contexts.
fn clusters(contexts: &[ContextCounts]) -> Vec<Cluster> {
    let Some(largest) = contexts.iter().max_by(|a, b| a.total.total_cmp(&b.total)) else {
        return Vec::new();
    };
    let cluster_of_one = |context| Cluster::of([context].into_iter());
    let own: Vec<f64> =
        contexts.iter().map(|context| cluster_of_one(context).bits(context)).collect();
    let mut clusters = vec![cluster_of_one(largest)];
    let mut least: Vec<f64> = contexts.iter().map(|context| clusters[0].bits(context)).collect();
    while clusters.len() < MAX_HISTOGRAMS {
        let excess = |place: &usize| least[*place] - own[*place];
        let farthest = (0..contexts.len()).max_by(|a, b| excess(a).total_cmp(&excess(b)));
        let Some(farthest) = farthest.filter(|place| excess(place) > 0.0) else { break };
        let cluster = cluster_of_one(&contexts[farthest]);
        for (least, context) in least.iter_mut().zip(contexts) {
            *least = least.min(cluster.bits(context));
        }
        clusters.push(cluster);
    }
    for _ in 0..ROUNDS {
        let chosen: Vec<usize> =
            contexts.iter().map(|context| nearest(&clusters, context)).collect();
        for (place, cluster) in clusters.iter_mut().enumerate() {
            let mut members = contexts
                .iter()
                .zip(&chosen)
                .filter(|(_, chosen)| **chosen == place)
                .map(|(context, _)| context)
                .peekable();
            if members.peek().is_some() {
                *cluster = Cluster::of(members);
            }
        }
    }
    clusters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log2_matches_the_standard_library() {
        for number in [1.0, 1.5, 1.999_999, 2.0, 3.0, 1e3, 12_345.678, 4e9] {
            assert!((log2(number) - number.log2()).abs() < 1e-9, "{number}");
        }
    }
}
