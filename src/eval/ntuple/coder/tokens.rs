//! Tokens: the sign and size of a number as one symbol. Large sizes share a token, and digits
//! choose one of them. The `kind` of a token is the token without the sign.

/// The first size that shares a token with others.
const SHARED: u32 = 8;
/// The binary logarithm of [`SHARED`].
const SHARED_LOG: u32 = SHARED.ilog2();
/// The number of tokens: 0, and for both signs the sizes below [`SHARED`] and four ranges for each
/// doubling up to 2^16.
pub(super) const TOKENS: usize = 1 + 2 * (SHARED as usize - 1 + 4 * (16 - SHARED_LOG as usize));

/// The token of a number, the number of digits that follow it, and the digits.
#[inline(always)]
pub(super) fn tokenized(number: i32) -> (u8, u32, u16) {
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

/// The number of digits after each token, and its smallest size.
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

/// The number of digits after a token.
#[inline(always)]
pub(super) fn width(token: u8) -> u32 {
    KINDS[usize::from(token)].0
}

/// The number for a token and its digits: the inverse of [`tokenized`].
#[inline(always)]
pub(super) fn number_of(token: u8, digits: u16) -> i32 {
    let size = KINDS[usize::from(token)].1 + i32::from(digits);
    let negative = i32::from(token & 1) - 1;
    (size ^ negative) - negative
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_round_trips_through_its_token() {
        for number in -32_768..=32_768 {
            let (token, digit_count, digits) = tokenized(number);
            assert!(usize::from(token) < TOKENS);
            assert_eq!(width(token), digit_count, "{number}");
            assert!(u32::from(digits) < 1 << digit_count);
            assert_eq!(number_of(token, digits), number);
        }
    }
}
