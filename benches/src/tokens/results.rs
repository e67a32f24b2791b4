//! The counts as they are kept, in `benches/results/tokens.json`: a line for each file, sorted, nothing of the machine.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::published::Published;

/// All that was counted.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Results {
    /// The vocabulary.
    pub encoding: String,
    /// What counted and what wrote, by its version.
    pub versions: BTreeMap<String, String>,
    pub files: Vec<Measured>,
    pub left_out: Vec<LeftOut>,
}

/// The tokens of a file in each form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured {
    /// The path in the shared data.
    pub file: String,
    pub json: u64,
    /// Where the file is flat.
    pub csv: Option<u64>,
    /// What its CSV does not bring back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub csv_loses: Vec<String>,
    pub toon: Toon,
    pub plain: u64,
    pub lean: u64,
    pub tight: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<Published>,
    /// CSV in the spelling of the published table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub benchmark_csv: Option<u64>,
}

/// The TOON of a file, and what its own decoder makes of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Toon {
    /// None where its encoder refuses the file.
    pub tokens: Option<u64>,
    pub returns: Returns,
    /// Where what returns differs first, or what was thrown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What returns from a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Returns {
    /// The minified JSON, byte for byte.
    Bytes,
    /// The value; keys in another order, or numbers spelled otherwise.
    Value,
    /// Another value.
    Other,
    /// An error.
    Nothing,
}

/// A file that is not counted, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    pub file: String,
    pub why: Why,
    pub note: String,
}

/// Why a file is not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// It is not one JSON value in UTF-8.
    NoJson,
    /// It is, and QRP1 refuses it.
    Refused,
}

impl Toon {
    /// Whether its decoder brings back the value.
    #[must_use]
    pub fn is_lossless(&self) -> bool {
        matches!(self.returns, Returns::Bytes | Returns::Value)
    }
}

impl Measured {
    /// The folder of the shared data that has the file.
    #[must_use]
    pub fn set(&self) -> &str {
        self.file.split('/').next().unwrap_or_default()
    }
}

impl Results {
    /// Reads what is kept.
    ///
    /// # Errors
    /// No such file, or one that is something else.
    pub fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        serde_json::from_str(&text).with_context(|| path.display().to_string())
    }

    /// JSON with a line for each file.
    ///
    /// # Errors
    /// None is expected.
    pub fn to_json(&self) -> Result<String> {
        let mut out = String::from("{\n");
        writeln!(out, "\"encoding\":{},", serde_json::to_string(&self.encoding)?)?;
        writeln!(out, "\"versions\":{},", serde_json::to_string(&self.versions)?)?;
        writeln!(out, "\"files\":[\n{}\n],", lines(&self.files)?)?;
        writeln!(out, "\"left_out\":[\n{}\n]\n}}", lines(&self.left_out)?)?;
        Ok(out)
    }
}

fn lines(items: &[impl Serialize]) -> Result<String> {
    let lines = items.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
    Ok(lines.join(",\n"))
}
