//! Owns what errors say: the message of every kind and hint, as a table of small documents, and what all messages keep.
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

#[path = "../support/invariants.rs"]
mod invariants;

mod decoding;
mod encoding;
mod headers;
mod kinds;
mod others;
mod rows;
