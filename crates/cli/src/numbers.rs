//! Parsers of options, which refuse other values and list those that they accept.

use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// The largest number of threads that options accept. More are a typo, and each thread would
/// allocate memory for its games.
pub const MOST_THREADS: u64 = 256;

/// Reads one of these values by its name.
pub fn named<T: Copy + Send + Sync>(
    values: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let value = |name: String| values.iter().find(|(known, _)| *known == name).map(|found| found.1);
    PossibleValuesParser::new(values.iter().map(|(name, _)| name))
        .try_map(move |name| value(name).ok_or("unknown"))
}

/// Reads a number of threads, or 0 for all cores.
pub fn threads() -> impl TypedValueParser<Value = usize> {
    |text: &str| -> Result<usize, String> {
        let threads = text.parse().ok().filter(|&threads: &u64| threads <= MOST_THREADS);
        threads
            .map(|threads| threads as usize)
            .ok_or_else(|| format!("{text} is not in 0..={MOST_THREADS}"))
    }
}

/// Reads a whole number from `least` up.
pub fn whole(least: u64) -> impl TypedValueParser<Value = u64> {
    move |text: &str| -> Result<u64, String> {
        let number = text.parse().ok().filter(|&number| number >= least);
        number.ok_or_else(|| format!("expected a whole number, at least {least}"))
    }
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
