//! Owns the cells that are written and read by the methods of their kinds, without a `Value` in between: they are the cells
//! that values make, and misuse leaves no trace.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::string_slice,
    reason = "tests"
)]
#![allow(
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    clippy::redundant_closure_for_method_calls,
    clippy::too_many_lines,
    reason = "tests have std, and are read more than run"
)]

#[path = "../support/generate/mod.rs"]
mod generate;

mod misuse;
mod reading;
mod same;

use qrp1::{Body, Document, Schema, Value};

/// The schema of a table with these columns, and the values of its one row.
#[track_caller]
fn table(columns: &str, row: &str) -> (Schema, Vec<Value<'static>>) {
    let document = format!("QRP1|table|rows=1|columns={columns}\n{row}\n\\.\n");
    let mut document = Document::decode(document.as_bytes()).unwrap_or_else(|error| panic!("{error}: {document}"));
    let block = document.blocks.remove(0);
    let Body::Rows(mut rows) = block.body else { panic!("a table has rows") };
    (block.header.schema().unwrap().clone(), rows.remove(0).values)
}
