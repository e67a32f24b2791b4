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

mod conform;
mod explain;
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
mod value;
mod writer;

pub use explain::{Decision, Form};
pub use reader::{Reader, ReaderBuilder, is_nested};
pub use record::Record;
pub use writer::{Writer, WriterBuilder};

use alloc::string::String;
use alloc::vec::Vec;

use crate::{Cost, Estimate, Limits, Options, Result};

/// How records follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// One JSON array.
    Array,
    /// JSON Lines: an object on each line.
    Lines,
}

/// Turns JSON text into a document: the cheapest form that was found, never dearer than the JSON itself and the shortest header.
///
/// # Errors
/// `syntax` for what is no JSON, `duplicate` for a key that occurs twice in an object, `limit` for deep nesting.
///
/// # Example
/// ```
/// let json = r#"{"total":2,"items":[{"id":1,"tags":["a","b"]},{"id":2,"tags":[]},{"id":3,"tags":["c"]}]}"#;
/// let document = qrp1::json::from_str(json, qrp1::Options::default())?;
/// assert_eq!(qrp1::json::to_string(&document)?, json);
/// # Ok::<(), qrp1::Error>(())
/// ```
pub fn from_str(json: &str, options: Options) -> Result<String> {
    from_str_with(json, options, &Estimate)
}

/// [`from_str`] with another measure of what a text costs.
///
/// # Errors
/// As [`from_str`].
pub fn from_str_with(json: &str, options: Options, cost: &dyn Cost) -> Result<String> {
    let limits = Limits::default();
    let value = tree::parse(json, &limits)?;
    let planner = plan::Planner { cost, options, limits, decisions: None };
    layout::Layouter { planner }.document(&value)
}

/// The value of a document as minified JSON.
///
/// # Errors
/// The document's first fault; `range` for a NaN or an infinity, `syntax` for a receipt alone.
pub fn to_string(document: &str) -> Result<String> {
    let mut reader = crate::Reader::from_reader(document.as_bytes());
    let mut writer = Writer::from_writer(Vec::new());
    while let Some(event) = reader.next_event()? {
        writer.event(&event)?;
    }
    value::letters(writer.finish()?)
}
