//! QRP1: a compact, versioned, typed text format in which tools hand their results to a language model.
//!
//! A document is a header line, typed rows, and an end that shows what was cut:
//!
//! ```text
//! QRP1|series|rows=2|t0=2024-01-01T00:00:00Z|axis=time:rfc3339|columns=dt_h:i64,open:dec(9,2),close:dec(9,2)
//! 0,150.10,150.75
//! 1,150.75,149.90
//! \.
//! ```
//!
//! The specification and its test vectors are in `spec/`. [`Writer`] and [`Reader`] stream documents through
//! `std::io`, [`Encoder`] and [`Decoder`] do the same without I/O, and [`Document`] holds one in memory.
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

// Models: values without syntax or I/O.
mod error;
mod header;
mod limits;
mod lines;
mod schema;
mod value;

// Everything that spec/ says.
mod wire;

// Drivers: without I/O, then over `std::io`.
mod decoder;
mod document;
mod encoder;
#[cfg(feature = "std")]
mod reader;
mod row;
#[cfg(feature = "std")]
mod writer;

// What a writer finds that sees all rows first, and what values are outside a document.
mod axis;
mod cost;
mod infer;
mod letters;
mod options;
mod prefixes;
mod survey;

// What a model has to be told to read a document.
mod primer;

// Doors to other formats, on the public items alone.
#[cfg(feature = "arrow")]
pub mod arrow;
#[cfg(feature = "json")]
pub mod json;
#[cfg(feature = "serde")]
pub mod serde;
#[cfg(feature = "tokens")]
pub mod tokens;

pub use axis::{Axis, AxisSurvey};
pub use cost::{Cost, Estimate};
pub use decoder::{Decoder, Event, Field};
pub use document::{Body, Document, DocumentBlock, DocumentRow};
pub use encoder::Encoder;
pub use error::{Error, ErrorClass, ErrorKind, Position, Result};
pub use header::{Closing, Header, Shape};
pub use infer::Inference;
pub use limits::Limits;
pub use lines::{Line, Lines};
pub use options::{Options, Profile};
pub use prefixes::PrefixSurvey;
pub use primer::{Primer, primer};
#[cfg(feature = "std")]
pub use reader::{Reader, ReaderBuilder, Rows};
pub use row::{RawCell, Row};
pub use schema::{Column, ColumnRule, ColumnType, DateForm, IntervalUnit, Lead, OffsetUnit, Schema, TimeUnit, Zone};
#[cfg(feature = "serde")]
pub use serde::{DeserializeRows, from_reader, from_slice, from_str, to_string, to_vec, to_writer};
pub use survey::Survey;
pub use value::{Interval, Value};
pub use wire::cell::{
    CellDecoder, CellEncoder, ListDecoder, ListEncoder, MapDecoder, MapEncoder, RowDecoder, RowEncoder,
};
pub use wire::scalar::temporal::Instant;
pub use wire::series::AxisForm;
pub use wire::text::is_always_escaped;
#[cfg(feature = "std")]
pub use writer::{Writer, WriterBuilder};

/// The README's examples, run as tests; one is of the feature.
#[cfg(all(doctest, feature = "serde"))]
#[doc = include_str!("../README.md")]
struct Readme;
