//! Random Arrow schemas of every type and depth, batches with nulls, slices and gaps, and what is equal among them.
//! Include with `#[path = "support/batches/mod.rs"] mod batches;`.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::as_conversions, reason = "tests")]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "tests"
)]
#![allow(dead_code, unreachable_pub, clippy::cast_sign_loss, reason = "tests")]
#![allow(clippy::std_instead_of_alloc, reason = "tests have all of `std`")]

mod arrays;
mod equal;
mod nested;
mod types;

use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_schema::{Schema, SchemaRef};

pub use equal::{assert_equal, logical, normal};

/// Choices made from bytes, so that shorter bytes make simpler batches.
pub struct Choices<'a> {
    bytes: &'a [u8],
}

const TEXTS: [&str; 16] = [
    "a",
    "",
    "b,c",
    "(x;y)",
    "\"\"",
    "\\N",
    "é漢",
    " x ",
    "k=v",
    "QRP1|table|",
    "\\.",
    "line\nbreak\t\u{1b}",
    "null",
    "{a=[1]}",
    "$1",
    "\u{2028}\u{200f}",
];

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// A number below `n`; 0 when the bytes have run out.
    pub fn below(&mut self, n: usize) -> usize {
        let Some((byte, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        usize::from(*byte) % n
    }

    pub(super) fn flag(&mut self) -> bool {
        self.below(2) == 1
    }

    /// Any number, mostly a small one or an extreme.
    pub(super) fn number(&mut self) -> i128 {
        match self.below(6) {
            0 => 0,
            1 => self.below(100) as i128,
            2 => -(self.below(100) as i128),
            3 => i128::MAX,
            4 => i128::MIN,
            _ => (0..16).fold(0, |number, _| number << 8 | self.below(256) as i128),
        }
    }

    pub(super) fn text(&mut self) -> &'static str {
        TEXTS[self.below(TEXTS.len())]
    }

    /// A schema, and batches of it.
    pub fn batches(&mut self) -> (SchemaRef, Vec<RecordBatch>) {
        let fields = self.fields(3);
        let schema = Arc::new(Schema::new(fields).with_metadata([("of".to_owned(), "schema".to_owned())]));
        let batches = (0..self.below(3)).map(|_| {
            let rows = self.below(6);
            let columns = schema.fields().iter().map(|field| self.array(field, rows)).collect();
            let options = RecordBatchOptions::new().with_row_count(Some(rows));
            RecordBatch::try_new_with_options(Arc::clone(&schema), columns, &options).unwrap()
        });
        let batches = batches.collect();
        (schema, batches)
    }
}
