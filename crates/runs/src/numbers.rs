//! Parsers of options, which refuse other values and list those that they accept.

use std::fmt::Display;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// The largest number of threads that options accept. More are a typo, and each thread would
/// allocate memory for its games.
pub const MOST_THREADS: usize = 256;

/// Lets every option have a negative number for its value, so that the error of `--games -1` is the
/// numbers that are accepted and not an unknown option `-1`.
pub fn accept_negative_numbers(command: clap::Command) -> clap::Command {
    let options = command.mut_args(|option| {
        let has_value = !option.is_positional() && option.get_action().takes_values();
        option.allow_negative_numbers(has_value)
    });
    options.mut_subcommands(accept_negative_numbers)
}

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
    between(0, MOST_THREADS)
}

/// A type of whole numbers.
pub trait Whole: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static {
    /// The largest number.
    const MAX: Self;
}

macro_rules! whole_numbers {
    ($($number:ty)*) => {
        $(impl Whole for $number {
            const MAX: Self = <$number>::MAX;
        })*
    };
}
whole_numbers!(u8 u16 u32 u64 usize);

/// A type of numbers with a fraction.
pub trait Real: FromStr + Into<f64> + Copy {}
impl Real for f32 {}
impl Real for f64 {}

/// Reads a whole number from `least` up.
pub fn whole(least: u64) -> impl TypedValueParser<Value = u64> {
    at_least(least)
}

/// Reads a whole number of this type from `least` up.
pub fn at_least<T: Whole>(least: T) -> impl TypedValueParser<Value = T> {
    move |text: &str| {
        let is_whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let expected = match text.parse::<T>() {
            Err(_) if is_whole => format!("expected a whole number, at most {}", T::MAX),
            _ => format!("expected a whole number, at least {least}"),
        };
        read(text, |&number: &T| number >= least, &expected)
    }
}

/// Reads a whole number from `least` to `most`.
pub fn between<T: Whole>(least: T, most: T) -> impl TypedValueParser<Value = T> {
    move |text: &str| {
        let expected = format!("expected a whole number from {least} to {most}");
        read(text, |number: &T| (least..=most).contains(number), &expected)
    }
}

/// Reads a finite number above 0.
///
/// # Errors
/// The words for what is accepted, if the text is something else.
pub fn above_zero<T: Real>(text: &str) -> Result<T, String> {
    let accepts = |number: f64| number > 0.0 && number.is_finite();
    read(text, |&number: &T| accepts(number.into()), "expected a number above 0")
}

/// Reads a finite number from 0 up.
///
/// # Errors
/// As for [`above_zero`].
pub fn not_negative<T: Real>(text: &str) -> Result<T, String> {
    let accepts = |number: f64| number >= 0.0 && number.is_finite();
    read(text, |&number: &T| accepts(number.into()), "expected 0 or a number above 0")
}

/// Reads a number from 0 to 1.
///
/// # Errors
/// As for [`above_zero`].
pub fn share<T: Real>(text: &str) -> Result<T, String> {
    let accepts = |number: f64| (0.0..=1.0).contains(&number);
    read(text, |&number: &T| accepts(number.into()), "expected a number from 0 to 1")
}

fn read<T: FromStr>(text: &str, accepts: impl Fn(&T) -> bool, expected: &str) -> Result<T, String> {
    text.parse().ok().filter(accepts).ok_or_else(|| expected.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a parser makes of a text: the number, or what it says that it expects.
    fn parsed<T: Whole>(parser: impl TypedValueParser<Value = T>, text: &str) -> Result<T, String> {
        let parsed = parser.parse_ref(&clap::Command::new("test"), None, text.as_ref());
        parsed.map_err(|error| {
            let text = error.to_string();
            text.lines()
                .find_map(|line| line.split_once("for '...': "))
                .expect("a reason")
                .1
                .to_owned()
        })
    }

    #[test]
    fn whole_numbers_are_read_and_others_refused_with_what_is_accepted() {
        assert_eq!(parsed(whole(1), "18446744073709551615"), Ok(u64::MAX));
        assert_eq!(parsed(between(1_u8, 9), "9"), Ok(9));
        for text in ["0", "-1", "1.5", "x", "", "256"] {
            let expected = "expected a whole number from 1 to 9";
            assert_eq!(parsed(between(1_u8, 9), text), Err(expected.to_owned()), "{text}");
        }
        let expected = "expected a whole number, at least 2";
        assert_eq!(parsed(at_least(2_usize), "1"), Err(expected.to_owned()));
        let expected = "expected a whole number, at most 4294967295";
        assert_eq!(parsed(at_least(0_u32), "4294967296"), Err(expected.to_owned()));
    }

    #[test]
    fn invalid_numbers_are_refused() {
        assert_eq!(above_zero("0.5"), Ok(0.5));
        assert_eq!(not_negative("0"), Ok(0.0));
        assert_eq!((share("0"), share("1")), (Ok(0.0_f32), Ok(1.0_f64)));
        for text in ["0", "-1", "nan", "inf", "", "x"] {
            assert!(above_zero::<f64>(text).is_err(), "{text}");
        }
        for text in ["-0.1", "nan", "inf", "1 2"] {
            assert!(not_negative::<f64>(text).is_err(), "{text}");
        }
        for text in ["-0.1", "1.1", "nan", "x"] {
            assert!(share::<f64>(text).is_err(), "{text}");
        }
        assert!(above_zero::<f32>("1e-60").is_err(), "it is 0 in this type");
    }
}
