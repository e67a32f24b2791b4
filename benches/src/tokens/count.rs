//! Counts a file in each form, after checking that QRP1 brings it back.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use qrp1::tokens::Tokenizer;
use qrp1::{Cost, Profile, json};
use serde::de::IgnoredAny;

use super::flat::Flat;
use super::results::{LeftOut, Measured, Returns, Toon, Why};
use super::sources::sha256;
use super::toon::Answer;
use super::{published, same};

/// The bytes of an array that `qrp1 encode` takes whole; of a longer one it makes rows without comparing all forms.
const WHOLE: usize = 1 << 20;

/// A file that is counted, all but its TOON.
#[derive(Debug)]
pub struct Counted {
    pub path: PathBuf,
    pub hash: String,
    /// Its minified JSON.
    pub minified: String,
    pub measured: Measured,
}

/// Counts a file, or says why not.
///
/// # Errors
/// A file that cannot be read, or that QRP1 does not bring back.
pub fn count(root: &Path, path: &Path) -> Result<Result<Counted, LeftOut>> {
    let file = path.strip_prefix(root)?.to_str().context("a path that is not UTF-8")?.replace('\\', "/");
    let bytes = fs::read(path).with_context(|| file.clone())?;
    let left_out = |why, note: String| Ok(Err(LeftOut { file: file.clone(), why, note }));
    let text = match std::str::from_utf8(&bytes) {
        Ok(text) => text,
        Err(error) => return left_out(Why::NoJson, error.to_string()),
    };
    if let Err(error) = serde_json::from_str::<IgnoredAny>(text) {
        return left_out(Why::NoJson, error.to_string());
    }
    ensure!(!text.starts_with('[') || text.len() <= WHOLE, "{file}: `qrp1 encode` makes rows of it");
    let tokens = |text: &str| Tokenizer::o200k().tokens(text);
    let mut documents = Vec::new();
    for profile in [Profile::Plain, Profile::Lean, Profile::Tight] {
        match json::from_str(text, profile.into()) {
            Ok(document) => documents.push(document),
            Err(error) => return left_out(Why::Refused, error.to_string()),
        }
    }
    let value = json::parse(text)?;
    let minified = json::to_string(&documents[0])?;
    ensure!(value == json::parse(&minified)?, "{file}: QRP1 brings back something else");
    for document in &documents {
        ensure!(json::to_string(document)? == minified, "{file}: the profiles disagree on its JSON");
    }
    let flat = Flat::of(&value);
    let csv = flat.as_ref().map(Flat::csv).transpose()?;
    let published = published::of(&file);
    let benchmark_csv = match &flat {
        Some(flat) if published.is_some_and(|published| published.csv.is_some()) => Some(flat.csv_of_the_benchmark()?),
        _ => None,
    };
    let measured = Measured {
        json: tokens(&minified),
        csv: csv.as_deref().map(tokens),
        csv_loses: flat.as_ref().map(Flat::loses).unwrap_or_default(),
        toon: Toon { tokens: None, returns: Returns::Nothing, note: None },
        plain: tokens(&documents[0]),
        lean: tokens(&documents[1]),
        tight: tokens(&documents[2]),
        published,
        benchmark_csv: benchmark_csv.as_deref().map(tokens),
        file,
    };
    Ok(Ok(Counted { path: path.to_owned(), hash: sha256(&bytes), minified, measured }))
}

/// Counts the TOON of a file, and compares what it brings back.
///
/// # Errors
/// A decoder that answers with what is no JSON.
pub fn toon(answer: &Answer, minified: &str) -> Result<Toon> {
    let tokens = answer.text.as_deref().map(|text| Tokenizer::o200k().tokens(text));
    let Some(back) = &answer.back else {
        return Ok(Toon { tokens, returns: Returns::Nothing, note: answer.error.clone() });
    };
    let (returns, note) = if back == minified {
        (Returns::Bytes, None)
    } else {
        match same::difference(minified, back)? {
            None => (Returns::Value, None),
            Some(place) => (Returns::Other, Some(format!("differs at \"{place}\""))),
        }
    };
    Ok(Toon { tokens, returns, note })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_toon_brings_back_is_compared() {
        let returns = |back: Option<&str>, error: Option<&str>| {
            let answer = Answer { text: Some("x".into()), back: back.map(Into::into), error: error.map(Into::into) };
            let toon = toon(&answer, r#"{"a":1.0,"b":[]}"#).unwrap();
            assert_eq!(toon.tokens, Some(1));
            (toon.returns, toon.note)
        };
        assert_eq!(returns(Some(r#"{"a":1.0,"b":[]}"#), None), (Returns::Bytes, None));
        assert_eq!(returns(Some(r#"{"b":[],"a":1}"#), None), (Returns::Value, None));
        assert_eq!(returns(Some(r#"{"a":1,"b":{}}"#), None), (Returns::Other, Some("differs at \"/b\"".into())));
        assert_eq!(returns(None, Some("no")), (Returns::Nothing, Some("no".into())));
    }
}
