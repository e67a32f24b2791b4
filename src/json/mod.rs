//! JSON in and out: any value to the cheapest document that was found, and the value of any document to minified JSON.
//!
//! Numbers keep their letters, texts their characters, objects the order of their keys.
//!
//! | from | to a document | and back |
//! |---|---|---|
//! | a text | [`from_str`] | [`to_string`] |
//! | a reader, a writer | [`from_reader`] | [`to_writer`], [`Writer`] |
//! | a `serde_json` value | [`from_value`] | [`to_value`] |
//! | an array that is longer than memory, JSON Lines | [`Reader`], [`DocumentBuilder::rows`] | [`Writer`] |
//!
//! # How a document is chosen
//!
//! One look at every value finds the *shape* of each place: which kinds of values stand there, which types have exactly
//! their letters, which keys in which order. Then each place, the innermost first, gets the cheapest of the forms that
//! its shape allows:
//!
//! | values | forms |
//! |---|---|
//! | scalars | the narrowest type that returns all letters, else `auto` |
//! | lists | `[]` of the type of all their items, `auto` |
//! | objects that agree on an order of keys | a struct, a map, `auto` |
//! | other objects | a map, `auto` |
//! | a list of objects that is the value or a member of an object | a `series`, a `table`, or one of the above |
//! | an object whose members are all objects | a keyed table, a record, or one of the above |
//! | an object, and a list of up to 64 items that have no type in common | a tree with marks for the blocks in it |
//! | a text of several lines | a `text` block, or a line |
//!
//! A price is the tokens of the form written out, by the [`Cost`](crate::Cost) that was chosen, for at most 64 values that
//! are evenly spread, and stand for the others by their size; the types themselves come from all values. `auto` has to save
//! more than an eighth against a type, and a block may cost a fiftieth more than a line, because they read better. A list may
//! be a series by itself where the first member of every object is an instant, in order and less than 10,000 units apart. In
//! the end the document is compared with one `json` value, so that it never costs more than the JSON itself and a header.
//! [`DocumentBuilder::explain`] tells every choice. Where prefixes may have names, a value that is not large is laid out once
//! more by what its texts cost with these names, and the shorter document is taken.
//!
//! Equal values, options and measures give equal documents. What a document means is in the specification (section 13); how
//! it was chosen is not.

mod branch;
mod build;
mod conform;
mod explain;
mod fault;
mod flatten;
mod foreign;
mod gather;
mod layout;
mod plan;
mod prefixes;
mod price;
mod print;
mod reader;
mod rows;
mod sample;
mod scan;
mod series;
mod shape;
mod text;
mod tree;
mod unflatten;
mod value;
mod writer;

pub use build::{DocumentBuilder, KeyOrder};
pub use explain::{Decision, Form};
pub use flatten::{FlatRow, FlatType, Flatten, FlattenOptions, flatten, flatten_str, flatten_to_string};
pub use reader::{Reader, ReaderBuilder};
pub use rows::{RowLayout, RowSurvey};
pub use writer::{Writer, WriterBuilder};

use std::io::{Read, Write};

use alloc::string::String;
use alloc::vec::Vec;

use crate::{Limits, Options, Result, Value};

/// How records follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// One JSON array.
    Array,
    /// JSON Lines: an object on each line.
    Lines,
}

/// Turns JSON text into a document: the cheapest form that was found, never dearer than the JSON itself and the shortest
/// header. [`DocumentBuilder`] has more options.
///
/// # Errors
/// `syntax` for what is no JSON and for a lone surrogate, `duplicate` for a key that occurs twice in an object, with both
/// places, `limit` for deep nesting.
///
/// # Example
/// ```
/// let json = r#"{"total":2,"items":[{"id":1,"tags":["a","b"]},{"id":2,"tags":[]},{"id":3,"tags":["c"]}]}"#;
/// let document = qrp1::json::from_str(json, qrp1::Options::default())?;
/// assert_eq!(qrp1::json::to_string(&document)?, json);
/// # Ok::<(), qrp1::Error>(())
/// ```
pub fn from_str(json: &str, options: Options) -> Result<String> {
    DocumentBuilder::new().options(options).from_str(json)
}

/// Turns the JSON text that a reader gives into a document, as [`from_str`] does.
///
/// # Errors
/// As [`from_str`], `utf8`, and `io`.
pub fn from_reader<R: Read>(reader: R, options: Options) -> Result<String> {
    DocumentBuilder::new().options(options).from_reader(reader)
}

/// Turns a value that `serde_json` holds into a document: its numbers by their own text, its keys in its order.
///
/// # Errors
/// `limit` for deep nesting.
///
/// # Example
/// ```
/// let value = serde_json::json!([{"id": 1, "name": "Ada"}, {"id": 2, "name": null}]);
/// let document = qrp1::json::from_value(&value, qrp1::Options::default())?;
/// assert_eq!(document, "QRP1|table|rows=2|columns=id:i64,name:str\n1,Ada\n2,\n\\.\n");
/// assert_eq!(qrp1::json::to_value(&document)?, value);
/// # Ok::<(), qrp1::Error>(())
/// ```
pub fn from_value(value: &serde_json::Value, options: Options) -> Result<String> {
    DocumentBuilder::new().options(options).from_value(value)
}

/// Reads a JSON text into a tree of values: numbers by their letters, objects with their keys in order.
///
/// # Errors
/// As [`from_str`].
pub fn parse(json: &str) -> Result<Value<'_>> {
    tree::parse(json, &Limits::default())
}

/// The value of a document as minified JSON.
///
/// # Errors
/// The document's first fault; `range` for a NaN or an infinity, `syntax` for a receipt alone.
pub fn to_string(document: &str) -> Result<String> {
    let mut json = Vec::new();
    to_writer(&mut json, document)?;
    value::letters(json)
}

/// Writes the value of a document as minified JSON. [`Writer`] does the same for a document that is read piece by piece.
///
/// # Errors
/// As [`to_string`], and `io`.
pub fn to_writer<W: Write>(sink: W, document: &str) -> Result<()> {
    let mut reader = crate::Reader::from_reader(document.as_bytes());
    let mut writer = Writer::from_writer(sink);
    while let Some(event) = reader.next_event()? {
        writer.event(&event)?;
    }
    writer.finish().map(drop)
}

/// The value of a document as `serde_json` holds it.
///
/// # Errors
/// As [`to_string`]; `range` for an integer of more than 64 bits and a number beyond the floats, unless the caller's
/// `serde_json` has the feature `arbitrary_precision`.
pub fn to_value(document: &str) -> Result<serde_json::Value> {
    foreign::value(&tree::parse(&to_string(document)?, &Limits::default())?)
}
