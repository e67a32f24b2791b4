//! Owns the invariants under random input: values that encode and come back, bytes that decode and go back.
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

#[path = "support/generate/mod.rs"]
mod generate;
#[path = "support/invariants.rs"]
mod invariants;

use std::fmt;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, FileFailurePersistence};
use qrp1::Document;

/// So many cases, or as many as `PROPTEST_CASES` says; a failure prints its document, so none is kept in a file.
fn cases(count: u32) -> Config {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(count);
    Config {
        cases,
        failure_persistence: None::<Box<FileFailurePersistence>>.map(|it| it as _),
        max_shrink_iters: 2_000,
        ..Config::default()
    }
}

fn choices() -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 0..600)
}

fn documents() -> impl Strategy<Value = Made> {
    choices().prop_map(|choices| Made { document: generate::document(&choices), choices })
}

/// A document, shown by what it was made from: the messages of the invariants show the document itself.
struct Made {
    document: Document,
    choices: Vec<u8>,
}

impl fmt::Debug for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "generate::document({:?})", self.choices)
    }
}

proptest! {
    #![proptest_config(cases(1_500))]

    #[test]
    fn a_document_comes_back(made in documents()) {
        invariants::document(&made.document);
    }

    #[test]
    fn bytes_of_a_document_in_any_chunks(made in documents(), splits in vec(0usize..3_000, 0..12)) {
        let bytes = invariants::roundtrip(&made.document);
        invariants::chunks(&bytes, &splits);
    }

    #[test]
    fn two_documents_never_have_one_value(made in documents(), edits in vec(any::<u8>(), 0..40)) {
        let bytes = invariants::roundtrip(&made.document);
        let edited = generate::edited(&bytes, &edits);
        invariants::bytes(&edited);
    }
}

proptest! {
    #![proptest_config(cases(4_000))]

    #[test]
    fn only_documents_encode(choices in choices()) {
        invariants::only_documents_encode(&generate::disturbed(&choices));
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn every_prefix_of_a_document_is_an_error(made in documents()) {
        invariants::every_prefix_is_an_error(&invariants::roundtrip(&made.document));
    }

    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..200)) {
        invariants::bytes(&bytes);
        invariants::bytes(&[b"QRP1|table|columns=a:str,b?:auto\n", bytes.as_slice(), b"\n\\.rows=1\n"].concat());
        invariants::bytes(&[b"QRP1|record\na=", bytes.as_slice(), b"\n\\.lines=1\n"].concat());
        invariants::bytes(&[b"QRP1|text|escaped=1\n", bytes.as_slice(), b"\n\\.lines=1\n"].concat());
        invariants::bytes(&[b"QRP1|", bytes.as_slice(), b"\n\\.\n"].concat());
        invariants::bytes(&[b"QRP1|table|rows=0|columns=", bytes.as_slice(), b"\n\\.\n"].concat());
    }
}
