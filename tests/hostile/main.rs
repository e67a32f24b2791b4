//! Owns the attack table (rows 1 to 13, 16, 20 and 21) as far as it is about documents: declared lies, second spellings,
//! forged structure, faulty sources and sinks, the naughty strings, and what a lenient reader takes.
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

#[path = "../support/data.rs"]
mod data;
#[path = "../support/generate/mod.rs"]
mod generate;
#[path = "../support/invariants.rs"]
mod invariants;

mod cells;
mod headers;
mod lenient;
mod promises;
mod sources;
mod structure;

use qrp1::{Document, ErrorClass};

/// Refused with this class, in one piece and in bytes alike.
#[track_caller]
pub(crate) fn e(document: impl AsRef<[u8]>, class: ErrorClass) {
    let document = document.as_ref();
    let whole = Document::decode(document);
    match &whole {
        Ok(_) => panic!("decoded; expected {class}: {}", invariants::show(document)),
        Err(error) => {
            assert_eq!(error.class(), class, "{error}: {}", invariants::show(document));
            invariants::error_is_fit_to_be_shown(document, error);
        }
    }
    invariants::assert_same(document, &whole, &invariants::decode_bytewise(document));
}

/// Decodes, and encodes to the same bytes.
#[track_caller]
pub(crate) fn ok(document: impl AsRef<[u8]>) -> Document {
    let document = document.as_ref();
    invariants::bytes(document);
    Document::decode(document).unwrap_or_else(|error| panic!("{error}: {}", invariants::show(document)))
}

pub(crate) fn table(columns: &str, rows: &[&str]) -> String {
    let rows: String = rows.iter().map(|row| format!("{row}\n")).collect();
    format!("QRP1|table|rows={}|columns={columns}\n{rows}\\.\n", rows.lines().count())
}
