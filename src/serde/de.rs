//! Documents to values: the options of reading.

use std::io::Read;

use alloc::boxed::Box;

use serde_core::de::{Deserialize, DeserializeOwned};

use super::block;
use super::source::{Blocks, Source, Text};
use crate::{Decoder, Limits, ReaderBuilder, Result};

/// Options of [`from_str`](crate::from_str) and its kind.
///
/// # Example
/// ```
/// # use serde::Deserialize;
/// #[derive(Debug, PartialEq, Deserialize)]
/// struct Candle {
///     time: String,
///     open: f64,
/// }
///
/// let document = "QRP1|series|rows=1|t0=2024-01-01T00:00:00Z|columns=dt_h:i64,open:f64\n5,1.5\n\\.\n";
/// let candles: Vec<Candle> = qrp1::serde::DeserializerBuilder::new().time("time").from_str(document)?;
/// assert_eq!(candles, [Candle { time: "2024-01-01T05:00:00Z".into(), open: 1.5 }]);
/// # Ok::<(), qrp1::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct DeserializerBuilder {
    limits: Limits,
    lenient: bool,
    time: Option<Box<str>>,
    number_letters: bool,
}

impl DeserializerBuilder {
    /// Strict, with the default limits.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the limits. Default: [`Limits::default`].
    pub fn limits(&mut self, limits: Limits) -> &mut Self {
        self.limits = limits;
        self
    }

    /// Accepts what transport does to text, as [`ReaderBuilder::lenient`] does. Disabled by default.
    pub fn lenient(&mut self, yes: bool) -> &mut Self {
        self.lenient = yes;
        self
    }

    /// Names the time field of a series. Default: the name in its header (`axis`); a series without one is an error.
    pub fn time(&mut self, field: &str) -> &mut Self {
        self.time = Some(field.into());
        self
    }

    /// Gives a number that is no integer of 64 bits by its letters where a type takes anything, in the way that
    /// `serde_json` has with its feature `arbitrary_precision`: for its `Number` and `Value`, and nothing else.
    ///
    /// Disabled by default: where a type does not say what it wants, such a number is an integer of 128 bits, or the
    /// nearest float.
    pub fn number_letters(&mut self, yes: bool) -> &mut Self {
        self.number_letters = yes;
        self
    }

    fn value<'de, S: Source<'de>, T: Deserialize<'de>>(&self, source: S) -> Result<T> {
        let mut blocks = Blocks::new(source);
        blocks.number_letters = self.number_letters;
        blocks.time.clone_from(&self.time);
        block::value(blocks)
    }

    /// The value of a document.
    ///
    /// # Errors
    /// As [`from_str`](crate::from_str).
    pub fn from_str<'de, T: Deserialize<'de>>(&self, document: &'de str) -> Result<T> {
        self.from_slice(document.as_bytes())
    }

    /// The value of a document in bytes.
    ///
    /// # Errors
    /// As [`from_slice`](crate::from_slice).
    pub fn from_slice<'de, T: Deserialize<'de>>(&self, document: &'de [u8]) -> Result<T> {
        let decoder = Decoder::new().with_limits(self.limits).with_lenient(self.lenient);
        self.value(Text::new(decoder, document))
    }

    /// The value of a document that a reader gives, which is read as it is needed and never held as a whole.
    ///
    /// # Errors
    /// As [`from_reader`](crate::from_reader).
    pub fn from_reader<R: Read, T: DeserializeOwned>(&self, source: R) -> Result<T> {
        self.value(ReaderBuilder::new().limits(self.limits).lenient(self.lenient).from_reader(source))
    }
}
