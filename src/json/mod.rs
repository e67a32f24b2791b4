//! JSON in and out: flat records from a JSON array or JSON Lines, and the value of any document of one block to JSON.
//!
//! Numbers keep their letters and texts their characters; nothing is read twice or held longer than a record.
//!
//! ```
//! use qrp1::{Inference, Lead, Options, json};
//!
//! let mut reader = json::Reader::from_reader(&br#"[{"id":1,"price":1.50},{"id":2}]"#[..]);
//! let mut record = json::Record::new();
//! let mut inference = Inference::of_values(Options::default());
//! while reader.read(&mut record)? {
//!     inference.observe(&record.values());
//! }
//! assert_eq!(inference.finish(reader.names(), Lead::None).to_string(), "id:i64,price?:dec(3,2)");
//! # Ok::<(), qrp1::Error>(())
//! ```

mod build;
mod conform;
mod explain;
mod flatten;
mod foreign;
mod gather;
mod layout;
mod names;
mod plan;
mod prefixes;
mod print;
mod reader;
mod record;
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
pub use reader::{Reader, ReaderBuilder, is_nested};
pub use record::Record;
pub use writer::{Writer, WriterBuilder};

use std::io::{Read, Write};

use alloc::string::String;
use alloc::vec::Vec;

use crate::{Limits, Options, Result};

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
