//! Values: what cells hold, decoded. Knows no syntax.

use alloc::borrow::{Cow, ToOwned};
use alloc::vec::Vec;

/// A decoded value, borrowed from its document where it can be.
///
/// The column's type says what a value means, as in Arrow:
///
/// | column type | value |
/// |---|---|
/// | `bool` | [`Bool`](Value::Bool) |
/// | `i8` to `i64` | [`Int`](Value::Int) |
/// | `u8` to `u64` | [`UInt`](Value::UInt) |
/// | `f16` `f32` `f64` | [`Float`](Value::Float) |
/// | `num` `dec` | [`Number`](Value::Number): its letters |
/// | `str` | [`Str`](Value::Str) |
/// | `bin` | [`Bin`](Value::Bin) |
/// | `date` | [`Int`](Value::Int): days since 1970-01-01 |
/// | `time` | [`Int`](Value::Int): units since midnight |
/// | `ts` | [`Int`](Value::Int): units since 1970-01-01T00:00:00, in UTC where there is a zone |
/// | `dur` | [`Int`](Value::Int): units |
/// | `interval` | [`Interval`](Value::Interval) |
/// | struct | [`Struct`](Value::Struct): a value for each field |
/// | list | [`List`](Value::List) |
/// | map | [`Map`](Value::Map) |
/// | `json` | [`Json`](Value::Json): its letters |
/// | `auto` | `Null`, `Bool`, [`Number`](Value::Number), `Float` (NaN and infinities only), `Str`, `List`, `Map` with `Str` keys, [`Mark`](Value::Mark) |
///
/// Two values are equal if their documents are: NaN equals NaN, and `-0` differs from `0`.
#[derive(Clone, Debug)]
pub enum Value<'a> {
    /// No value, not even null; only in columns with `?`.
    Missing,
    /// Null.
    Null,
    /// A boolean.
    Bool(bool),
    /// A signed integer, or a count of days or time units.
    Int(i64),
    /// An unsigned integer.
    UInt(u64),
    /// A binary floating-point number; `f16` and `f32` are exact in it.
    Float(f64),
    /// A number by its letters.
    Number(Cow<'a, str>),
    /// A text.
    Str(Cow<'a, str>),
    /// Bytes.
    Bin(Cow<'a, [u8]>),
    /// An interval.
    Interval(Interval),
    /// Minified JSON.
    Json(Cow<'a, str>),
    /// The fields of a struct, in order.
    Struct(Vec<Value<'a>>),
    /// The items of a list.
    List(Vec<Value<'a>>),
    /// The entries of a map, in order.
    Map(Vec<(Value<'a>, Value<'a>)>),
    /// The place of a later block (DOC-5).
    Mark,
}

/// Months, days and a time of any sign; a column's unit says which parts are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Interval {
    /// Months (`ym`, `mdn`).
    pub months: i32,
    /// Days (`dt`, `mdn`).
    pub days: i32,
    /// Nanoseconds (`mdn`), or milliseconds (`dt`).
    pub time: i64,
}

impl PartialEq for Value<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Missing, Self::Missing) | (Self::Null, Self::Null) | (Self::Mark, Self::Mark) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::UInt(a), Self::UInt(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()),
            (Self::Number(a), Self::Number(b)) | (Self::Str(a), Self::Str(b)) | (Self::Json(a), Self::Json(b)) => {
                a == b
            }
            (Self::Bin(a), Self::Bin(b)) => a == b,
            (Self::Interval(a), Self::Interval(b)) => a == b,
            (Self::Struct(a), Self::Struct(b)) | (Self::List(a), Self::List(b)) => a == b,
            (Self::Map(a), Self::Map(b)) => a == b,
            _ => false,
        }
    }
}

impl Value<'_> {
    /// The same value, independent of its document.
    #[must_use]
    pub fn into_owned(self) -> Value<'static> {
        let own = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        match self {
            Self::Missing => Value::Missing,
            Self::Null => Value::Null,
            Self::Mark => Value::Mark,
            Self::Bool(value) => Value::Bool(value),
            Self::Int(value) => Value::Int(value),
            Self::UInt(value) => Value::UInt(value),
            Self::Float(value) => Value::Float(value),
            Self::Interval(value) => Value::Interval(value),
            Self::Number(text) => Value::Number(own(text)),
            Self::Str(text) => Value::Str(own(text)),
            Self::Json(text) => Value::Json(own(text)),
            Self::Bin(bytes) => Value::Bin(Cow::Owned(bytes.into_owned())),
            Self::Struct(values) => Value::Struct(values.into_iter().map(Value::into_owned).collect()),
            Self::List(values) => Value::List(values.into_iter().map(Value::into_owned).collect()),
            Self::Map(entries) => {
                Value::Map(entries.into_iter().map(|(key, value)| (key.into_owned(), value.into_owned())).collect())
            }
        }
    }

    /// Whether this is null.
    #[must_use]
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Whether this is missing.
    #[must_use]
    pub const fn is_missing(&self) -> bool {
        matches!(self, Self::Missing)
    }

    /// What kind of value it is, in a word.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Missing => "a missing value",
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Int(_) => "a signed integer",
            Self::UInt(_) => "an unsigned integer",
            Self::Float(_) => "a float",
            Self::Number(_) => "a number by its letters",
            Self::Str(_) => "a text",
            Self::Bin(_) => "bytes",
            Self::Interval(_) => "an interval",
            Self::Json(_) => "a JSON text",
            Self::Struct(_) => "a struct",
            Self::List(_) => "a list",
            Self::Map(_) => "a map",
            Self::Mark => "a mark",
        }
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Str(Cow::Borrowed(text))
    }
}

impl<'a> From<&'a [u8]> for Value<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Bin(Cow::Borrowed(bytes))
    }
}

impl From<bool> for Value<'_> {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<i64> for Value<'_> {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl From<u64> for Value<'_> {
    fn from(value: u64) -> Self {
        Self::UInt(value)
    }
}

impl From<f64> for Value<'_> {
    fn from(value: f64) -> Self {
        Self::Float(value)
    }
}

impl<'a> Value<'a> {
    /// A number by its JSON letters, for `num`, `dec` and `auto` columns.
    #[must_use]
    pub const fn number(letters: &'a str) -> Self {
        Self::Number(Cow::Borrowed(letters))
    }
}

impl Value<'static> {
    /// A text that owns its letters.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self::Str(Cow::Owned(text.to_owned()))
    }
}
