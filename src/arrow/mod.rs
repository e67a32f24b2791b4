//! Arrow record batches as tables and series, and back (feature `arrow`).
//!
//! [`Writer`] and [`Reader`] stream batches through `std::io`, as `RecordBatchWriter` and `RecordBatchReader`;
//! [`Decoder`] takes bytes as they come, for sources that are asynchronous; [`to_string`] looks at all rows first and
//! spends fewer tokens.
//!
//! ```
//! use std::sync::Arc;
//! use arrow_array::{Decimal128Array, RecordBatch, RecordBatchReader, TimestampSecondArray};
//! use qrp1::arrow::{ReaderBuilder, WriterBuilder};
//!
//! let time = TimestampSecondArray::from(vec![1_704_067_200, 1_704_070_800]).with_timezone("UTC");
//! let open = Decimal128Array::from(vec![Some(15_010), None]).with_precision_and_scale(9, 2)?;
//! let batch = RecordBatch::try_from_iter([("time", Arc::new(time) as _), ("open", Arc::new(open) as _)])?;
//!
//! let document = WriterBuilder::new().with_time("time").to_string(&[batch.clone()])?;
//! assert_eq!(
//!     document,
//!     "QRP1|series|rows=2|t0=2024-01-01T00:00:00Z|axis=time:rfc3339|columns=dt_h:i64,open:dec(9,2)\n\
//!      0,150.10\n1,\n\\.\n"
//! );
//!
//! let mut reader = ReaderBuilder::new().with_schema(batch.schema()).build(document.as_bytes())?;
//! assert_eq!(reader.schema(), batch.schema());
//! assert_eq!(reader.next().unwrap()?, batch);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What becomes of a type
//!
//! A reader that is [given the schema](ReaderBuilder::with_schema) gives exactly that, with nullability and metadata,
//! and the same values. Without one it gives the third column:
//!
//! | Arrow type | column type | comes back as |
//! |---|---|---|
//! | `Boolean` | `bool` | equal |
//! | `Int8` to `Int64`, `UInt8` to `UInt64` | `i8` to `i64`, `u8` to `u64` | equal |
//! | `Float16`, `Float32`, `Float64` | `f16`, `f32`, `f64` | equal; all NaN are one |
//! | `Decimal128(p, s)`, `Decimal256(p, s)` with `p` above 38 | `dec(p,s)` | equal |
//! | `Decimal32`, `Decimal64`, `Decimal256` with `p` up to 38 | `dec(p,s)` | `Decimal128(p, s)` |
//! | `Utf8` | `str` | equal |
//! | `LargeUtf8`, `Utf8View` | `str` | `Utf8` |
//! | `Binary` | `bin` | equal |
//! | `LargeBinary`, `BinaryView`, `FixedSizeBinary` | `bin` | `Binary` |
//! | `Date32` | `date` | equal |
//! | `Date64` | `ts(ms)` | `Timestamp(ms)`: nothing keeps a `Date64` from holding a part of a day |
//! | `Time32`, `Time64` | `time(unit)` | equal; from 0:00 to before 24:00, as Arrow has it |
//! | `Timestamp` | `ts(unit,zone)` | equal; the empty zone is none |
//! | `Duration` | `dur(unit)` | equal |
//! | `Interval` | `interval(ym)`, `(dt)`, `(mdn)` | equal |
//! | `Null` | `null` | equal |
//! | `List` | `name[]` | `List` with items named `item` |
//! | `LargeList`, `ListView`, `LargeListView`, `FixedSizeList` | `name[]` | `List` |
//! | `Struct`, not nullable | `name{...}` | equal: the only field that is known to have no null |
//! | `Struct`, nullable | `name?{...}` | equal |
//! | `Map` | `name<K>` | `Map` with `entries` of `key` and `value`, not sorted |
//! | `Map` with keys that are structs, lists, maps or null | `name[]{key...,value...}` | `List` of `Struct` |
//! | `Dictionary`, `RunEndEncoded` | that of the values | the values, each where it stands |
//!
//! All other fields come back nullable, and without metadata. Null structs, structs of nulls, null lists, empty lists
//! and lists of nulls stay apart, as do batches without columns that have rows; how rows were cut into batches does
//! not. A null in the values of a dictionary comes back as a null key.
//!
//! Refused, by name and before the first byte, are unions, two fields of one name at one level, and decimals with a
//! scale below -76; before the first byte of its batch, a map that has a key twice. A time of day or a decimal that its
//! own type has no room for is an error in its row.
//!
//! The columns that other doors make come back so: `num` as `Utf8` with the number's letters, `auto` as `Utf8` with
//! minified JSON and the extension type `arrow.json`, a series' instants as a first column `Timestamp` or `Date32`, and
//! the keys of a keyed table as a first column `@`.

use arrow_schema::ArrowError;

mod decode;
mod decoder;
mod encode;
mod key;
mod reader;
mod rows;
mod schema;
mod time;
mod writer;

pub use decoder::{Decoder, DecoderBuilder};
pub use reader::{Reader, ReaderBuilder};
pub use schema::{schema_from_arrow, schema_to_arrow};
pub use writer::{Writer, WriterBuilder, to_string};

/// An error as Arrow's traits want it.
fn foreign(error: crate::Error) -> ArrowError {
    ArrowError::ExternalError(Box::new(error))
}

/// An error of Arrow's as ours, which it may hold.
fn native(error: ArrowError) -> crate::Error {
    match error {
        ArrowError::IoError(_, error) => error.into(),
        ArrowError::ExternalError(error) => match error.downcast::<crate::Error>() {
            Ok(error) => *error,
            Err(error) => crate::Error::syntax("batches that can be read", &error.to_string()),
        },
        other => crate::Error::syntax("batches that can be read", &other.to_string()),
    }
}
