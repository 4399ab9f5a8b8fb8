//! Parsers of numeric options, which refuse numbers out of range.

use std::str::FromStr;

use clap::builder::RangedU64ValueParser;

/// The largest number of threads that options accept. It is above the cores of nearly every
/// machine, and catches typos before each thread allocates memory for its games.
pub const MOST_THREADS: u64 = 256;

/// Reads a number of threads, or 0 for all cores.
pub fn threads() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(0..=MOST_THREADS)
}

/// Reads a number above 0.
pub fn above_zero(text: &str) -> Result<f64, String> {
    read(text, |&number: &f64| number > 0.0 && number.is_finite(), "expected a number above 0")
}

/// Reads a number from 0 up.
pub fn not_negative(text: &str) -> Result<f64, String> {
    read(
        text,
        |&number: &f64| number >= 0.0 && number.is_finite(),
        "expected 0 or a number above 0",
    )
}

/// Reads a whole number above 0.
pub fn at_least_one(text: &str) -> Result<usize, String> {
    read(text, |&number: &usize| number > 0, "expected a whole number, at least 1")
}

fn read<T: FromStr>(text: &str, accepts: impl Fn(&T) -> bool, expected: &str) -> Result<T, String> {
    text.parse().ok().filter(accepts).ok_or_else(|| expected.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_numbers_are_refused() {
        assert_eq!(above_zero("0.5"), Ok(0.5));
        assert_eq!(not_negative("0"), Ok(0.0));
        assert_eq!(at_least_one("1"), Ok(1));
        for text in ["0", "-1", "nan", "inf", "", "x"] {
            assert!(above_zero(text).is_err() && at_least_one(text).is_err(), "{text}");
        }
        for text in ["-0.1", "nan", "inf", "1 2"] {
            assert!(not_negative(text).is_err(), "{text}");
        }
    }
}
