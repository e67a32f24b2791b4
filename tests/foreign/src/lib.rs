//! The doors for JSON, as another crate uses them.
#![allow(clippy::missing_errors_doc, reason = "no error is expected")]

use qrp1::{Profile, Result, json};

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
];

fn through_text(text: &str, profile: Profile) -> Result<String> {
    json::to_string(&json::from_str(text, profile.into())?)
}

fn through_value(text: &str, profile: Profile) -> Result<String> {
    let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
    let document = json::from_value(&value, profile.into())?;
    Ok(json::to_value(&document)?.to_string())
}
