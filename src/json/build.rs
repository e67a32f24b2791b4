//! From JSON to documents: the options, and the doors for text, readers and `serde_json` values.

use core::cell::RefCell;
use std::io::Read;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::explain::Decision;
use super::layout::Layouter;
use super::plan::Planner;
use super::print::Frame;
use super::rows::RowSurvey;
use super::{foreign, tree};
use crate::{Closing, Cost, Error, ErrorKind, Estimate, Limits, Options, Result, Value};

const BYTE_ORDER_MARK: char = '\u{feff}';

/// What happens to a list of objects that name the same keys in different orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum KeyOrder {
    /// Every object keeps its order: the list is no table, and costs more tokens.
    #[default]
    Kept,
    /// The list may be a table: its objects come back with their keys in the order of the columns.
    Columns,
}

/// Options of the way from JSON to a document.
///
/// # Example
/// ```
/// use qrp1::{Profile, json};
///
/// let json = r#"[{"at":"2024-01-01","n":1},{"at":"2024-02-01","n":2}]"#;
/// let document = json::DocumentBuilder::new().options(Profile::Tight).from_str(json)?;
/// assert_eq!(document, "QRP1|table|rows=2|columns=at:date(basic),n:i64\n20240101,1\n20240201,2\n\\.\n");
/// # Ok::<(), qrp1::Error>(())
/// ```
#[derive(Clone)]
pub struct DocumentBuilder<'c> {
    options: Options,
    limits: Limits,
    key_order: KeyOrder,
    time: Option<Box<str>>,
    finds_series: bool,
    frame: Frame,
    cost: &'c dyn Cost,
}

impl Default for DocumentBuilder<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl DocumentBuilder<'_> {
    /// The profile `lean`, the default limits, [`Estimate`] as the measure.
    #[must_use]
    pub fn new() -> Self {
        let (options, limits, key_order) = (Options::default(), Limits::default(), KeyOrder::default());
        Self { options, limits, key_order, time: None, finds_series: true, frame: Frame::default(), cost: &Estimate }
    }

    /// Sets what may be done to spend fewer tokens: a [`Profile`](crate::Profile), or its options one by one.
    #[must_use]
    pub fn options(mut self, options: impl Into<Options>) -> Self {
        self.options = options.into();
        self
    }

    /// Sets the limits of the JSON's depth, and of the document's lines, columns and blocks.
    #[must_use]
    pub const fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets what happens where objects disagree on the order of their keys.
    #[must_use]
    pub const fn key_order(mut self, order: KeyOrder) -> Self {
        self.key_order = order;
        self
    }

    /// Asks for a series: the value is a list of objects, each of which begins with this field, an instant.
    #[must_use]
    pub fn time(mut self, field: &str) -> Self {
        self.time = Some(field.into());
        self
    }

    /// Sets whether a list of objects may be a series by itself, where they begin with instants in order. Default: it may;
    /// otherwise only the one that [`time`](Self::time) asks for is.
    ///
    /// # Example
    /// ```
    /// let json = r#"[{"at":"2024-01-01","n":1},{"at":"2024-01-02","n":2}]"#;
    /// let document = qrp1::json::DocumentBuilder::new().finds_series(false).from_str(json)?;
    /// assert!(document.starts_with("QRP1|table|"));
    /// # Ok::<(), qrp1::Error>(())
    /// ```
    #[must_use]
    pub const fn finds_series(mut self, finds: bool) -> Self {
        self.finds_series = finds;
        self
    }

    /// Adds application metadata to the first header. A key or value that a header can't hold is an error of the document.
    #[must_use]
    pub fn metadata(mut self, key: &str, value: &str) -> Self {
        self.frame.metadata.push((key.into(), value.into()));
        self
    }

    /// Sets the closing line, which may have a sum of the bytes. Default: one without fields.
    #[must_use]
    pub fn closing(mut self, closing: Closing) -> Self {
        self.frame.closing = closing;
        self
    }

    /// Sets the measure by which forms are compared.
    #[must_use]
    pub fn cost(self, cost: &dyn Cost) -> DocumentBuilder<'_> {
        let Self { options, limits, key_order, time, finds_series, frame, .. } = self;
        DocumentBuilder { options, limits, key_order, time, finds_series, frame, cost }
    }

    /// The document of a JSON text.
    ///
    /// # Errors
    /// `syntax` for what is no JSON and for a lone surrogate, `duplicate` for a key that occurs twice in an object, with
    /// both places, `limit` for deep nesting.
    pub fn from_str(&self, json: &str) -> Result<String> {
        self.document(&tree::parse(json, &self.limits)?, None)
    }

    /// The document of the JSON text that a reader gives, which is read to its end first. A byte order mark is passed over.
    ///
    /// # Errors
    /// As [`from_str`](Self::from_str), `utf8`, and `io`.
    pub fn from_reader<R: Read>(&self, mut reader: R) -> Result<String> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes)?;
        match core::str::from_utf8(&bytes) {
            Ok(json) => self.from_str(json.strip_prefix(BYTE_ORDER_MARK).unwrap_or(json)),
            Err(error) => {
                let origin = tree::Origin { byte: 0, line: 1, depth: 0 };
                Err(Error::new(ErrorKind::Utf8).at(origin.position(&bytes, error.valid_up_to())))
            }
        }
    }

    /// The document of a value that `serde_json` holds: its numbers by their own text, its keys in its order.
    ///
    /// # Errors
    /// `limit` for deep nesting.
    pub fn from_value(&self, value: &serde_json::Value) -> Result<String> {
        self.document(&foreign::tree(value, &self.limits)?, None)
    }

    /// The document of a JSON text, and every choice between forms that led to it.
    ///
    /// # Errors
    /// As [`from_str`](Self::from_str).
    pub fn explain(&self, json: &str) -> Result<(String, Vec<Decision>)> {
        let decisions = RefCell::new(Vec::new());
        let document = self.document(&tree::parse(json, &self.limits)?, Some(&decisions))?;
        Ok((document, decisions.into_inner()))
    }

    /// A survey of the items of an array that is too long to be held.
    #[must_use]
    pub fn rows(&self) -> RowSurvey<'_> {
        RowSurvey::new(self.planner(None), self.time.as_deref(), &self.frame.metadata)
    }

    fn document(&self, value: &Value<'_>, decisions: Option<&RefCell<Vec<Decision>>>) -> Result<String> {
        let frame = self.frame.clone();
        Layouter { planner: self.planner(decisions), frame }.document(value, self.time.as_deref())
    }

    fn planner<'p>(&'p self, decisions: Option<&'p RefCell<Vec<Decision>>>) -> Planner<'p> {
        let Self { options, limits, key_order, finds_series, cost, .. } = *self;
        Planner { cost, options, limits, key_order, finds_series, names: &[], decisions }
    }
}

impl core::fmt::Debug for DocumentBuilder<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("DocumentBuilder")
            .field("options", &self.options)
            .field("limits", &self.limits)
            .field("key_order", &self.key_order)
            .field("time", &self.time)
            .finish_non_exhaustive()
    }
}
