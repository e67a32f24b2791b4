//! JSON text to another text and back. The one item is the JSON text.

use std::iter;

use anyhow::{Context, Result};
use serde_json::Value;
use simd_json::prelude::Writable;

use super::Codec;
use crate::data::Row;

/// All of them. Those that only print a parsed JSON text again are what a converter that holds values pays at least.
#[must_use]
pub fn codecs<R: Row>() -> Vec<Codec<String>> {
    let door = Codec::own(
        "qrp1: JSON door",
        |json| Ok(qrp1::json::from_str(one(json)?, qrp1::Options::default())?.into_bytes()),
        |text| Ok(vec![qrp1::json::to_string(text)?]),
    );
    // Values sort their keys, so that their texts differ from the source.
    let values = [
        Codec::own(
            "qrp1: serde door, through serde_json::Value",
            |json| Ok(qrp1::to_vec(&serde_json::from_str::<Value>(one(json)?)?)?),
            |text| Ok(vec![serde_json::to_string(&qrp1::from_str::<Value>(text)?)?]),
        ),
        Codec::peer(
            "serde_toon, through serde_json::Value",
            |json| Ok(serde_toon::to_string(&serde_json::from_str::<Value>(one(json)?)?)?.into_bytes()),
            |text| Ok(vec![serde_json::to_string(&serde_toon::from_str::<Value>(text)?)?]),
        ),
        Codec::peer(
            "serde_json::Value, printed again",
            |json| Ok(serde_value(one(json)?)?.into()),
            |text| Ok(vec![serde_value(text)?]),
        ),
        Codec::peer(
            "sonic_rs::Value, printed again",
            |json| Ok(sonic_value(one(json)?)?.into()),
            |text| Ok(vec![sonic_value(text)?]),
        ),
        Codec::peer(
            "simd_json::BorrowedValue, printed again",
            |json| Ok(simd_value(one(json)?)?.into()),
            |text| Ok(vec![simd_value(text)?]),
        ),
    ];
    iter::once(door).chain(values.map(|codec| Codec { same: same_rows::<R>, ..codec })).collect()
}

/// Whether two JSON texts have the same rows.
fn same_rows<R: Row>(left: &[String], right: &[String]) -> bool {
    let rows = |json| -> Result<Vec<R>> { Ok(serde_json::from_str(one(json)?)?) };
    matches!((rows(left), rows(right)), (Ok(left), Ok(right)) if left == right)
}

fn one(json: &[String]) -> Result<&str> {
    json.first().map(String::as_str).context("one text")
}

fn serde_value(json: &str) -> Result<String> {
    Ok(serde_json::to_string(&serde_json::from_str::<Value>(json)?)?)
}

fn sonic_value(json: &str) -> Result<String> {
    Ok(sonic_rs::to_string(&sonic_rs::from_str::<sonic_rs::Value>(json)?)?)
}

fn simd_value(json: &str) -> Result<String> {
    Ok(simd_json::to_borrowed_value(&mut json.as_bytes().to_vec())?.encode())
}
