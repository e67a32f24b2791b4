//! Owns the making of documents from bytes: proptest and the fuzzer bring the bytes, each byte is a choice.
//! When the bytes are used up, every choice is the plainest one, so that shorter input means a simpler document.
//! Include with `#[path = "support/generate/mod.rs"] mod generate;`.
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
    clippy::format_push_string,
    clippy::naive_bytecount,
    clippy::format_collect,
    clippy::print_stdout,
    clippy::too_many_lines,
    clippy::similar_names,
    reason = "tests have std, and are read more than run"
)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "what is cast is small, or any bits do"
)]
#![allow(dead_code, unreachable_pub, unused_imports, reason = "suites use a part of it")]

mod disturb;
mod documents;
mod headers;
mod schemas;
mod texts;
mod values;

use qrp1::Document;

pub use disturb::{disturbed, edited};
pub use texts::{HOSTILE, json_string, token};

/// A document from bytes.
pub fn document(bytes: &[u8]) -> Document {
    Source::new(bytes).document()
}

/// Choices from bytes.
#[derive(Debug)]
pub struct Source<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The document's named prefixes.
    names: Vec<String>,
    /// Whether `auto` trees may hold marks.
    marks: bool,
}

impl<'a> Source<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, names: Vec::new(), marks: false }
    }

    pub fn byte(&mut self) -> u8 {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        byte
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0);
        if n <= 256 { usize::from(self.byte()) % n } else { self.bits(4) as usize % n }
    }

    /// True in so many of a hundred cases; false at the end of the bytes.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(256) * 100 >= (100 - percent) * 256
    }

    pub fn pick<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.below(all.len())]
    }

    fn bits(&mut self, bytes: usize) -> u64 {
        (0..bytes).fold(0, |bits, _| bits << 8 | u64::from(self.byte()))
    }
}
