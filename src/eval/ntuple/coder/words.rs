//! Symbols to 16-bit words and back, with the ANS coder (asymmetric numeral systems, Duda 2009) of
//! the crate `constriction`. ANS is a stack, so a writer collects the symbols of a part and codes
//! them in reverse.

use std::borrow::Borrow;
use std::convert::Infallible;
use std::num::NonZeroU16;

use constriction::backends::Cursor;
use constriction::stream::model::{DecoderModel, EncoderModel, EntropyModel};
use constriction::stream::stack::{AnsCoder, SmallAnsCoder};
use constriction::stream::{Decode, Encode};

use super::contexts::{ALIKE, CONTEXTS};
use super::histograms::{DecodingTable, Histograms, MAP_WIDTH, PRECISION};
use super::{Damaged, Symbols};

/// Bits of precision for binary digits: one more than the maximum number of digits.
const DIGIT_PRECISION: usize = 14;

/// A number of binary digits with equal probabilities.
#[derive(Clone, Copy)]
struct Digits(u32);

impl Digits {
    /// The total share below some digits, and their own share.
    fn slot(self, digits: u16) -> (u16, NonZeroU16) {
        let bits = DIGIT_PRECISION as u32 - self.0;
        (digits << bits, NonZeroU16::new(1 << bits).unwrap_or(NonZeroU16::MIN))
    }
}

impl EntropyModel<DIGIT_PRECISION> for Digits {
    type Symbol = u16;
    type Probability = u16;
}

impl EncoderModel<DIGIT_PRECISION> for Digits {
    fn left_cumulative_and_probability(
        &self,
        digits: impl Borrow<u16>,
    ) -> Option<(u16, NonZeroU16)> {
        Some(self.slot(*digits.borrow()))
    }
}

impl DecoderModel<DIGIT_PRECISION> for Digits {
    #[inline(always)]
    fn quantile_function(&self, quantile: u16) -> (u16, u16, NonZeroU16) {
        let digits = quantile >> (DIGIT_PRECISION as u32 - self.0);
        let (below, share) = self.slot(digits);
        (digits, below, share)
    }
}

/// A token in its histogram: the total share below it, and its own share.
#[derive(Clone, Copy)]
struct Slot(u16, NonZeroU16);

impl EntropyModel<PRECISION> for Slot {
    type Symbol = ();
    type Probability = u16;
}

impl EncoderModel<PRECISION> for Slot {
    fn left_cumulative_and_probability(&self, _: impl Borrow<()>) -> Option<(u16, NonZeroU16)> {
        Some((self.0, self.1))
    }
}

/// A symbol to write.
enum Symbol {
    Token { histogram: u8, token: u8 },
    Digits { width: u8, digits: u16 },
}

/// Writes a part.
pub struct Writer<'a> {
    histograms: &'a Histograms,
    map: &'a [Option<u8>],
    symbols: Vec<Symbol>,
}

impl<'a> Writer<'a> {
    /// Begins a part with its map: for each group of similar contexts whether any of them occurs,
    /// then the histogram of each context that does.
    pub fn new(histograms: &'a Histograms, map: &'a [Option<u8>]) -> Self {
        let mut writer = Writer { histograms, map, symbols: Vec::new() };
        for alike in map.chunks(ALIKE) {
            let any = alike.iter().any(Option::is_some);
            writer.digits(1, any.into());
            for histogram in alike.iter().take_while(|_| any) {
                writer.digits(1, histogram.is_some().into());
                if let Some(histogram) = histogram {
                    writer.digits(MAP_WIDTH, (*histogram).into());
                }
            }
        }
        writer
    }

    /// The part's words.
    pub fn finish(self) -> Vec<u16> {
        let mut coder = SmallAnsCoder::new();
        for symbol in self.symbols.into_iter().rev() {
            let written = match symbol {
                Symbol::Token { histogram, token } => {
                    let (below, share) = self.histograms.slot(histogram, token);
                    coder.encode_symbol((), Slot(below, share))
                }
                Symbol::Digits { width, digits } => {
                    coder.encode_symbol(digits, Digits(width.into()))
                }
            };
            debug_assert!(written.is_ok(), "every symbol that occurs has a share");
        }
        let words: Result<Vec<u16>, Infallible> = coder.into_compressed();
        let Ok(words) = words;
        words
    }
}

impl Symbols for Writer<'_> {
    fn token(&mut self, context: usize, token: u8) -> u8 {
        if let Some(histogram) = self.map[context] {
            self.symbols.push(Symbol::Token { histogram, token });
        }
        token
    }

    fn digits(&mut self, width: u32, digits: u16) -> u16 {
        self.symbols.push(Symbol::Digits { width: width as u8, digits });
        digits
    }
}

/// Reads a part.
pub struct Reader<'a> {
    coder: AnsCoder<u16, u32, Cursor<u16, Vec<u16>>>,
    tables: &'a [DecodingTable],
    /// The histogram of each context.
    map: Vec<u8>,
}

impl<'a> Reader<'a> {
    /// Begins a part by reading its map.
    pub fn new(bytes: &[u8], tables: &'a [DecodingTable]) -> Result<Self, Damaged> {
        let (words, []) = bytes.as_chunks::<2>() else { return Err(Damaged) };
        let words: Vec<u16> = words.iter().map(|&word| u16::from_le_bytes(word)).collect();
        let words = Cursor::new_at_write_end(words);
        let coder = AnsCoder::from_compressed(words).map_err(|_| Damaged)?;
        let mut reader = Reader { coder, tables, map: Vec::new() };
        let mut map = vec![0; CONTEXTS];
        for alike in map.chunks_mut(ALIKE) {
            if reader.digits(1, 0) == 0 {
                continue;
            }
            for histogram in alike {
                if reader.digits(1, 0) == 1 {
                    *histogram = reader.digits(MAP_WIDTH, 0) as u8;
                }
                if usize::from(*histogram) >= tables.len() {
                    return Err(Damaged);
                }
            }
        }
        reader.map = map;
        Ok(reader)
    }

    /// Ends a part and checks that nothing is left.
    pub fn finish(self) -> Result<(), Damaged> {
        if self.coder.is_empty() { Ok(()) } else { Err(Damaged) }
    }
}

impl Symbols for Reader<'_> {
    #[inline(always)]
    fn token(&mut self, context: usize, _: u8) -> u8 {
        let Ok(token) = self.coder.decode_symbol(&self.tables[usize::from(self.map[context])]);
        token
    }

    #[inline(always)]
    fn digits(&mut self, width: u32, _: u16) -> u16 {
        let Ok(digits) = self.coder.decode_symbol(Digits(width));
        digits
    }
}
