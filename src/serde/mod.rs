//! serde in and out: any `Serialize` type to a document, any document to a `Deserialize` type.
//!
//! | from, to | all at once | row by row |
//! |---|---|---|
//! | a text | [`to_string`], [`from_str`] | |
//! | bytes | [`to_vec`], [`from_slice`] | |
//! | a writer, a reader | [`to_writer`], [`from_reader`] | [`Writer::serialize`](crate::Writer::serialize), [`Reader::deserialize`](crate::Reader::deserialize) |
//! | with options | [`SerializerBuilder`], [`DeserializerBuilder`] | a header of your own |
//!
//! # Which document a value becomes
//!
//! | value | document |
//! |---|---|
//! | a list or tuple of structs, or of maps with at most 256 different text keys | a `table` with a column for each field |
//! | the same, with [`SerializerBuilder::time`] | a `series` |
//! | any other list or tuple | a `table` whose one column has no name: the row is the item |
//! | a list without items | a `table` without columns, unless [`SerializerBuilder::schema`] says which |
//! | a struct or map | a `record` with a line for each field |
//! | a map of at least two structs or maps with text keys | a keyed `table` |
//! | anything else | a `record` of the one line `=value` |
//!
//! Columns stand in the order of the fields and have the names of the fields. A value is looked at twice, and with the options
//! that [`Profile`](crate::Profile) has for constants, templates, named prefixes and a series' unit a third time: first for the types of
//! all rows, so that no row freezes a type, then row by row; no more than one row is held. So a `Serialize` has to say the
//! same each time.
//!
//! In a record, a value stands without a type where it describes itself, and else as in a column: bytes, lists of
//! structs, maps with other keys than texts.
//!
//! # Types
//!
//! | Rust | column | comes back as, where the reader's type does not say |
//! |---|---|---|
//! | `bool` | `bool` | a boolean |
//! | `i8` to `i64`, `u8` to `u64` | the same | `i64`, `u64` |
//! | `i128`, `u128` | `num` | the smallest of `i64`, `u64`, `i128`, `u128` |
//! | `f32`, `f64` | the same | `f64` |
//! | `char`, `String`, a variant without a value | `str` | a text |
//! | bytes (`serde_bytes`) | `bin` | bytes |
//! | `Vec<u8>`, as any list | `[]:u8` | a list |
//! | `()`, a unit struct, a column of `None` alone | `null` | a unit |
//! | `Option<T>` | that of `T`, with null; a struct has brackets then (`?`) | the value, or a unit |
//! | a field that some rows leave out (`skip_serializing_if`, `flatten`, variants) | `?` | nothing |
//! | a newtype | that of what it holds | |
//! | a list or tuple | `[]` of the type of all its items | a list |
//! | a struct | `{...}` | a map |
//! | a map of one type, or with other keys than texts | `<K>` | a map |
//! | a map of several types with keys in one order | `{...}` | a map |
//! | an enum of which some variants hold something | `auto`: `{Variant=value}` | a map |
//! | an enum with a tag, or none | that of the structs and values that its variants are | |
//! | values of several integer types | the narrowest that holds them all, else `num` | an integer |
//! | integers and floats | `num` | an integer or float |
//! | values of several other types | `auto` | themselves; bytes are base64 |
//! | a number of `serde_json` with `arbitrary_precision` | `num` | see [`DeserializerBuilder::number_letters`] |
//! | a raw value of `serde_json` | what the JSON is, which takes the feature `json` | the value |
//! | types of date and time | `str`, as they print themselves | a text |
//!
//! The other way, a column may have any type that the reader's type can take: integers of any size that fit, floats from
//! any number, a `String` from the letters of `num` and `dec`. Dates and times (`date`, `time`, `ts`) are texts as in
//! JSON, RFC 3339; where an integer is asked for, their count of days or units. A `dur` is its count. Text keys become the
//! numbers, booleans or variants that are asked for. Structs take columns by name in any order, and pass over columns that
//! they do not know, unless they `deny_unknown_fields`; a missing value is no field, so that `default` applies and an `Option` is
//! `None`. Tuples take columns by their places. Blocks at marks stand where their marks do.
//!
//! A `&str` borrows from the document of [`from_str`] or [`from_slice`] where the cell
//! has no escapes and no part of it moved to the header; `Cow<str>` (`#[serde(borrow)]`) takes the others too. Names and row keys are not borrowed.
//!
//! # Example
//! ```
//! # use serde::{Deserialize, Serialize};
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! struct Order {
//!     id: u32,
//!     customer: Customer,
//!     items: Vec<Item>,
//!     note: Option<String>,
//! }
//!
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! struct Customer {
//!     name: String,
//!     vip: bool,
//! }
//!
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! struct Item {
//!     sku: String,
//!     qty: u16,
//! }
//!
//! let item = |sku: &str, qty| Item { sku: sku.into(), qty };
//! let orders = vec![
//!     Order {
//!         id: 1,
//!         customer: Customer { name: "Ada".into(), vip: true },
//!         items: vec![item("A-1", 2), item("B-7", 1)],
//!         note: None,
//!     },
//!     Order {
//!         id: 2,
//!         customer: Customer { name: "Bob".into(), vip: false },
//!         items: vec![],
//!         note: Some("call, please".into()),
//!     },
//! ];
//! let document = qrp1::to_string(&orders)?;
//! assert_eq!(
//!     document,
//!     "QRP1|table|rows=2|columns=id:u32,customer{name:str,vip:bool},items[]{sku:str,qty:u16},note:str\n\
//!      1,Ada,true,(A-1,2;B-7,1),\n\
//!      2,Bob,false,(),call\\, please\n\
//!      \\.\n",
//! );
//! assert_eq!(qrp1::from_str::<Vec<Order>>(&document)?, orders);
//! # Ok::<(), qrp1::Error>(())
//! ```
//!
//! # Example: errors say where
//! ```
//! let document = "QRP1|table|rows=1|columns=id:i64,tags[]:str\n7,(1;x)\n\\.\n";
//! let error = qrp1::from_str::<Vec<(u8, Vec<bool>)>>(document).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "invalid type: string \"1\", expected a boolean at line 2, column 2 `tags[0]`, byte 44",
//! );
//! ```

mod block;
mod capture;
mod cell;
mod cells;
mod clock;
mod de;
mod fields;
mod into_cell;
mod key;
mod kinds;
mod letters;
mod look;
mod node;
mod numbers;
mod only;
mod parts;
mod raw;
mod reader;
mod root;
mod row;
mod rows;
mod ser;
mod shape;
mod source;
mod survey;
mod value;
mod values;
mod variant;

pub use de::DeserializerBuilder;
pub use reader::DeserializeRows;
pub(crate) use rows::Held;
pub use ser::SerializerBuilder;

use std::io::{Read, Write};

use alloc::string::String;
use alloc::vec::Vec;

use serde_core::Serialize;
use serde_core::de::{Deserialize, DeserializeOwned};

use crate::Result;

/// The struct that a `serde_json::Number` is with the feature `arbitrary_precision`, and its field.
const NUMBER: &str = "$serde_json::private::Number";

/// The struct that a `serde_json::value::RawValue` is, and its field.
const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// The document of a value: rows are a table, a struct is a record.
///
/// [`SerializerBuilder`] has options, and [`serde`](crate::serde) says what becomes of which type.
///
/// # Errors
/// As [`to_writer`], but for `io`.
///
/// # Example
/// ```
/// # use serde::Serialize;
/// #[derive(Serialize)]
/// struct City {
///     name: &'static str,
///     people: Option<u32>,
/// }
///
/// let cities = [City { name: "Oslo", people: None }, City { name: "Bergen", people: Some(294_029) }];
/// assert_eq!(
///     qrp1::to_string(&cities)?,
///     "QRP1|table|rows=2|columns=name:str,people:u32\nOslo,\nBergen,294029\n\\.\n",
/// );
/// assert_eq!(qrp1::to_string(&cities[0])?, "QRP1|record|lines=2\nname=Oslo\npeople=null\n\\.\n");
/// # Ok::<(), qrp1::Error>(())
/// ```
pub fn to_string<T: ?Sized + Serialize>(value: &T) -> Result<String> {
    SerializerBuilder::new().to_string(value)
}

/// The document of a value, as bytes.
///
/// # Errors
/// As [`to_writer`], but for `io`.
pub fn to_vec<T: ?Sized + Serialize>(value: &T) -> Result<Vec<u8>> {
    SerializerBuilder::new().to_vec(value)
}

/// Writes the document of a value; `sink` needs no buffer of its own. All rows are looked at before the first byte.
///
/// # Errors
/// `type` for a map's key that is no scalar and for what the type's own `Serialize` says, with the path to it; `duplicate` for
/// a field or key that is there twice; `limit` for deep nesting and long lines; under a schema of the caller's, `type` and
/// `range` for what does not fit; `io`.
pub fn to_writer<W: Write, T: ?Sized + Serialize>(sink: W, value: &T) -> Result<()> {
    SerializerBuilder::new().to_writer(sink, value)
}

/// The value of a document, which it may borrow texts from.
///
/// [`DeserializerBuilder`] has options, and [`serde`](crate::serde) says what may come of which type.
///
/// # Errors
/// The document's first fault; `type` for what the type does not take, with the path and the place; `syntax` for a receipt
/// alone, for a series whose time field has no name, and for a flattened table (`flat=1`), which
/// `json::to_string` reads.
///
/// # Example
/// ```
/// # use serde::Deserialize;
/// #[derive(Debug, PartialEq, Deserialize)]
/// struct City<'a> {
///     people: Option<u32>,
///     name: &'a str,
/// }
///
/// let document = "QRP1|table|rows=2|columns=name:str,people:i64,area:f64\nOslo,,454.1\nBergen,294029,464.8\n\\.\n";
/// let cities: Vec<City<'_>> = qrp1::from_str(document)?;
/// assert_eq!(cities[1], City { name: "Bergen", people: Some(294_029) });
/// # Ok::<(), qrp1::Error>(())
/// ```
pub fn from_str<'de, T: Deserialize<'de>>(document: &'de str) -> Result<T> {
    DeserializerBuilder::new().from_str(document)
}

/// The value of a document in bytes, which it may borrow texts from.
///
/// # Errors
/// As [`from_str`], and `utf8`.
pub fn from_slice<'de, T: Deserialize<'de>>(document: &'de [u8]) -> Result<T> {
    DeserializerBuilder::new().from_slice(document)
}

/// The value of a document that a reader gives; `source` needs no buffer of its own. A table is read row by row.
///
/// # Errors
/// As [`from_slice`], and `io`.
pub fn from_reader<R: Read, T: DeserializeOwned>(source: R) -> Result<T> {
    DeserializerBuilder::new().from_reader(source)
}
