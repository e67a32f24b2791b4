//! The doors for JSON, as another crate uses them.
#![allow(clippy::missing_errors_doc, reason = "no error is expected")]

use qrp1::serde::{DeserializerBuilder, SerializerBuilder};
use qrp1::{Error, Profile, Result, json};
use serde_json::Value;
use serde_json::value::RawValue;

/// A way from JSON text through a document to JSON text.
pub struct Door {
    pub name: &'static str,
    pub through: fn(&str, Profile) -> Result<String>,
    pub letters: Letters,
}

/// Whose letters a number has that comes back.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Letters {
    /// Those of the text: `1E2`.
    Text,
    /// Those of a `serde_json::Value` with `arbitrary_precision`, which spells exponents anew: `1e+2`.
    Value,
}

/// All doors.
pub const DOORS: &[Door] = &[
    Door { name: "text", through: through_text, letters: Letters::Text },
    Door { name: "value", through: through_value, letters: Letters::Value },
    Door { name: "serde", through: through_serde, letters: Letters::Value },
    Door { name: "serde, from a raw value", through: through_raw, letters: Letters::Value },
];

fn through_text(text: &str, profile: Profile) -> Result<String> {
    json::to_string(&json::from_str(text, profile.into())?)
}

fn through_value(text: &str, profile: Profile) -> Result<String> {
    let value: Value = serde_json::from_str(text).map_err(Error::message)?;
    Ok(json::to_value(&json::from_value(&value, profile.into())?)?.to_string())
}

/// A `Value` by its own `Serialize`, and by its own `Deserialize`, with the letters of its numbers.
fn through_serde(text: &str, profile: Profile) -> Result<String> {
    let value: Value = serde_json::from_str(text).map_err(Error::message)?;
    text_of(&SerializerBuilder::new().options(profile).to_string(&value)?)
}

/// A raw value instead.
fn through_raw(text: &str, profile: Profile) -> Result<String> {
    let value: &RawValue = serde_json::from_str(text).map_err(Error::message)?;
    text_of(&SerializerBuilder::new().options(profile).to_string(value)?)
}

fn text_of(document: &str) -> Result<String> {
    let value: Value = DeserializerBuilder::new().number_letters(true).from_str(document)?;
    Ok(value.to_string())
}
