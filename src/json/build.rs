//! From JSON to documents: the options, and the doors for text, readers and `serde_json` values.

use core::cell::RefCell;
use std::io::Read;

use alloc::string::String;
use alloc::vec::Vec;

use super::explain::Decision;
use super::layout::Layouter;
use super::plan::Planner;
use super::{foreign, tree};
use crate::{Cost, Error, ErrorKind, Estimate, Limits, Options, Result, Value};

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
#[derive(Clone, Copy)]
pub struct DocumentBuilder<'c> {
    options: Options,
    limits: Limits,
    key_order: KeyOrder,
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
        Self { options, limits, key_order, cost: &Estimate }
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

    /// Sets the measure by which forms are compared.
    #[must_use]
    pub fn cost(self, cost: &dyn Cost) -> DocumentBuilder<'_> {
        let Self { options, limits, key_order, .. } = self;
        DocumentBuilder { options, limits, key_order, cost }
    }

    /// The document of a JSON text.
    ///
    /// # Errors
    /// `syntax` for what is no JSON and for a lone surrogate, `duplicate` for a key that occurs twice in an object, with
    /// both places, `limit` for deep nesting.
    pub fn from_str(&self, json: &str) -> Result<String> {
        self.document(&tree::parse(json, &self.limits)?, None)
    }

    /// The document of the JSON text that a reader gives, which is read to its end first.
    ///
    /// # Errors
    /// As [`from_str`](Self::from_str), `utf8`, and `io`.
    pub fn from_reader<R: Read>(&self, mut reader: R) -> Result<String> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes)?;
        match core::str::from_utf8(&bytes) {
            Ok(json) => self.from_str(json),
            Err(error) => {
                let good = bytes.get(..error.valid_up_to()).unwrap_or_default();
                Err(Error::new(ErrorKind::Utf8).at(tree::position(good, good.len())))
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

    fn document(&self, value: &Value<'_>, decisions: Option<&RefCell<Vec<Decision>>>) -> Result<String> {
        let Self { options, limits, key_order, cost } = *self;
        Layouter { planner: Planner { cost, options, limits, key_order, decisions } }.document(value)
    }
}

impl core::fmt::Debug for DocumentBuilder<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("DocumentBuilder")
            .field("options", &self.options)
            .field("limits", &self.limits)
            .field("key_order", &self.key_order)
            .finish_non_exhaustive()
    }
}
