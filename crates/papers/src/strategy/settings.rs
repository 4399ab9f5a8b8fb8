//! Typed parameters: how a strategy declares them ([`Parameter`], [`ParameterKind`]), and the values that a
//! person chose ([`Settings`]), which are always complete and within bounds.

use std::fmt;

use serde::Serialize;

use super::{CatalogError, Strategy};

/// One parameter of a strategy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// The name in text and links: lower-case letters, digits and hyphens.
    pub id: &'static str,
    /// The name in forms.
    pub label: &'static str,
    /// What it does, with its unit, in one or two sentences.
    pub sentence: &'static str,
    /// Its type, default and bounds.
    pub kind: ParameterKind,
}

impl Parameter {
    /// A number from 0 to a million, such as the weight of a term.
    pub const fn non_negative(
        id: &'static str,
        label: &'static str,
        sentence: &'static str,
        default: f64,
    ) -> Self {
        Parameter { id, label, sentence, kind: ParameterKind::Real { default, min: 0.0, max: 1e6 } }
    }
}

/// The type of a parameter, with its default and the accepted values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ParameterKind {
    /// A whole number from `min` to `max`.
    Whole {
        /// The value unless another is given.
        default: i64,
        /// The smallest accepted value.
        #[serde(rename = "least")]
        min: i64,
        /// The largest accepted value.
        #[serde(rename = "most")]
        max: i64,
    },
    /// A finite number from `min` to `max`.
    Real {
        /// The value unless another is given.
        default: f64,
        /// The smallest accepted value.
        #[serde(rename = "least")]
        min: f64,
        /// The largest accepted value.
        #[serde(rename = "most")]
        max: f64,
    },
    /// One of several words.
    Choice {
        /// The value unless another is given; one of `words`.
        default: &'static str,
        /// The accepted words.
        #[serde(rename = "among")]
        words: &'static [&'static str],
    },
    /// Yes or no, read from `true`, `false`, `yes`, `no`, `on`, `off`, `1` and `0`.
    Switch {
        /// The value unless another is given.
        default: bool,
    },
}

impl ParameterKind {
    /// The default as a value.
    pub fn default_value(self) -> Value {
        match self {
            ParameterKind::Whole { default, .. } => Value::Whole(default),
            ParameterKind::Real { default, .. } => Value::Real(default),
            ParameterKind::Choice { default, .. } => Value::Choice(default),
            ParameterKind::Switch { default } => Value::Switch(default),
        }
    }

    /// Reads a value; `None` when the text has the wrong type or is out of bounds.
    fn read(self, text: &str) -> Option<Value> {
        match self {
            ParameterKind::Whole { min, max, .. } => {
                let number = text.parse().ok()?;
                (min..=max).contains(&number).then_some(Value::Whole(number))
            }
            ParameterKind::Real { min, max, .. } => {
                let number: f64 = text.parse().ok()?;
                (min..=max).contains(&number).then_some(Value::Real(number))
            }
            ParameterKind::Choice { words, .. } => {
                words.iter().find(|word| **word == text).map(|word| Value::Choice(word))
            }
            ParameterKind::Switch { .. } => match text {
                "true" | "yes" | "on" | "1" => Some(Value::Switch(true)),
                "false" | "no" | "off" | "0" => Some(Value::Switch(false)),
                _ => None,
            },
        }
    }
}

/// What is accepted, for help and errors.
impl fmt::Display for ParameterKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParameterKind::Whole { min, max, .. } => {
                write!(f, "a whole number from {min} to {max}")
            }
            ParameterKind::Real { min, max, .. } => write!(f, "a number from {min} to {max}"),
            ParameterKind::Choice { words, .. } => write!(f, "one of {}", words.join(", ")),
            ParameterKind::Switch { .. } => f.write_str("true or false"),
        }
    }
}

/// The words of a choice parameter and the value of each, in the order of menus. The
/// parameter is declared with `words` and read with [`Settings::choice`]; write it with `words!`.
pub struct Words<T: 'static> {
    /// The words.
    pub words: &'static [&'static str],
    /// Their values.
    pub values: &'static [T],
}

/// A table of [`Words`]: `words! { "first" => value, "second" => value }`.
macro_rules! words {
    ($($word:literal => $value:expr),+ $(,)?) => {
        $crate::strategy::Words { words: &[$($word),+], values: &[$($value),+] }
    };
}

pub(crate) use words;

/// The value of one parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Of a [`ParameterKind::Whole`].
    Whole(i64),
    /// Of a [`ParameterKind::Real`].
    Real(f64),
    /// Of a [`ParameterKind::Choice`].
    Choice(&'static str),
    /// Of a [`ParameterKind::Switch`].
    Switch(bool),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Whole(number) => write!(f, "{number}"),
            Value::Real(number) => write!(f, "{number}"),
            Value::Choice(word) => f.write_str(word),
            Value::Switch(state) => write!(f, "{state}"),
        }
    }
}

/// A value within bounds for every parameter of one strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    strategy: &'static Strategy,
    values: Vec<Value>,
}

impl Settings {
    /// Every parameter at its default.
    pub(super) fn defaults(strategy: &'static Strategy) -> Settings {
        let values = strategy.parameters.iter().map(|p| p.kind.default_value()).collect();
        Settings { strategy, values }
    }

    /// Sets one parameter from text and returns it.
    ///
    /// # Errors
    /// One that lists the parameters, or what the parameter accepts.
    pub fn set(&mut self, id: &str, text: &str) -> Result<&'static Parameter, CatalogError> {
        let place = self.strategy.parameters.iter().position(|p| p.id == id).ok_or_else(|| {
            CatalogError::UnknownParameter { strategy: self.strategy, given: id.to_owned() }
        })?;
        let parameter = &self.strategy.parameters[place];
        self.values[place] = parameter.kind.read(text).ok_or_else(|| CatalogError::BadValue {
            strategy: self.strategy.id,
            parameter: parameter.id,
            given: text.to_owned(),
            accepts: parameter.kind,
        })?;
        Ok(parameter)
    }

    /// Every parameter with its value, in the order of their declaration.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Parameter, Value)> {
        self.strategy.parameters.iter().zip(self.values.iter().copied())
    }

    /// The parameters whose value is not the default.
    pub fn changed(&self) -> impl Iterator<Item = (&'static Parameter, Value)> {
        self.iter().filter(|(parameter, value)| *value != parameter.kind.default_value())
    }

    /// The value of a parameter that is a whole number.
    ///
    /// # Panics
    /// When the strategy declares no such parameter of that type, which is a bug in its entry.
    pub fn whole(&self, id: &str) -> i64 {
        match self.value(id) {
            Value::Whole(number) => number,
            other => panic!("parameter {id} holds {other:?}, not a whole number"),
        }
    }

    /// The value of a parameter that is a number.
    ///
    /// # Panics
    /// As [`Settings::whole`].
    pub fn real(&self, id: &str) -> f64 {
        match self.value(id) {
            Value::Real(number) => number,
            other => panic!("parameter {id} holds {other:?}, not a number"),
        }
    }

    /// The value of a choice, by the table that the parameter was declared with.
    ///
    /// # Panics
    /// As [`Settings::whole`], or when the parameter was declared with another table.
    pub fn choice<T: Copy>(&self, id: &str, words: &Words<T>) -> T {
        let Value::Choice(word) = self.value(id) else {
            panic!("parameter {id} holds {:?}, not a choice", self.value(id));
        };
        let place = words.words.iter().position(|known| *known == word);
        words.values[place.unwrap_or_else(|| panic!("parameter {id} was declared with {word:?}"))]
    }

    /// The value of a switch.
    ///
    /// # Panics
    /// As [`Settings::whole`].
    pub fn switch(&self, id: &str) -> bool {
        match self.value(id) {
            Value::Switch(state) => state,
            other => panic!("parameter {id} holds {other:?}, not a switch"),
        }
    }

    /// An error if the settings belong to another strategy.
    pub(super) fn check_owner(&self, strategy: &'static Strategy) -> Result<(), CatalogError> {
        if self.strategy == strategy {
            return Ok(());
        }
        Err(CatalogError::WrongSettings { strategy: strategy.id, settings: self.strategy.id })
    }

    fn value(&self, id: &str) -> Value {
        let found = self.iter().find(|(parameter, _)| parameter.id == id);
        found.unwrap_or_else(|| panic!("{} declares no parameter {id}", self.strategy.id)).1
    }
}
