//! Owns the limits of LIM-1 to LIM-4: what is exactly at one is fine, one more is an error of class `limit`, for a decoder
//! in one piece and in bytes, and for an encoder; and cost that is bounded by the input, not by what it declares.
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
#[path = "../support/time.rs"]
mod time;

mod cost;
mod decoded;
mod endless;
mod nesting;
mod sizes;

use qrp1::{Decoder, Document, Encoder, ErrorClass, Limits, Result};

/// The default limits with one of them changed.
pub(crate) fn limits(set: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = Limits::default();
    set(&mut limits);
    limits
}

pub(crate) fn decode(document: &[u8], limits: Limits) -> Result<Document> {
    let whole = Document::decode_with(Decoder::new().with_limits(limits), document);
    let size = if document.len() > 100_000 { 4_096 } else { 1 };
    let pieces = invariants::decode_chunks(Decoder::new().with_limits(limits), document.chunks(size));
    invariants::assert_same(document, &whole, &pieces);
    whole
}

#[track_caller]
pub(crate) fn fits(document: impl AsRef<[u8]>, limits: Limits) -> Document {
    let document = document.as_ref();
    decode(document, limits).unwrap_or_else(|error| panic!("{error}: {}", invariants::show(document)))
}

#[track_caller]
pub(crate) fn exceeds(document: impl AsRef<[u8]>, limits: Limits) {
    let document = document.as_ref();
    match decode(document, limits) {
        Ok(_) => panic!("within the limits: {}", invariants::show(document)),
        Err(error) => assert_eq!(error.class(), ErrorClass::Limit, "{error}: {}", invariants::show(document)),
    }
}

#[track_caller]
pub(crate) fn over<T: std::fmt::Debug>(result: Result<T>) {
    assert_eq!(result.unwrap_err().class(), ErrorClass::Limit);
}

/// Encodes a document again, within limits.
pub(crate) fn encode(document: &Document, limits: Limits) -> Result<Vec<u8>> {
    let mut encoder = Encoder::new().with_limits(limits);
    for block in &document.blocks {
        encoder.header(&block.header)?;
        match &block.body {
            qrp1::Body::Rows(rows) => rows.iter().try_for_each(|row| encoder.row(&row.values))?,
            qrp1::Body::Fields(fields) => {
                fields.iter().try_for_each(|(name, ty, value)| encoder.field(name.as_deref(), ty, value))?;
            }
            qrp1::Body::Text(text) => encoder.text(text)?,
            qrp1::Body::Empty => {}
        }
    }
    encoder.finish(&document.closing)?;
    Ok(encoder.take())
}

/// At a limit a document decodes and encodes; with a limit that is one less neither does.
#[track_caller]
pub(crate) fn exactly(document: &str, most: usize, set: impl Fn(&mut Limits, usize)) {
    let (at, below) = (limits(|limits| set(limits, most)), limits(|limits| set(limits, most - 1)));
    let decoded = fits(document, at);
    assert_eq!(encode(&decoded, at).unwrap(), document.as_bytes());
    exceeds(document, below);
    over(encode(&decoded, below));
}
