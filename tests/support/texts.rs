//! The JSON texts that nobody here wrote, and what minified JSON is, without a parser of this crate.
//! Include with `#[path = "support/texts.rs"] mod texts;`; the files are found through `texts::data`.
#![allow(dead_code, unreachable_pub, reason = "each suite that includes this file uses a part of it")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::string_slice,
    reason = "tests; what is cut begins with a quote"
)]

#[path = "data.rs"]
pub mod data;

use core::fmt::Write;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::value::RawValue;

/// Files that are no one JSON value: JSON Lines.
const LINES: [&str; 2] =
    ["exchanges__gateio__testdata__wsFutures.json", "exchanges__kucoin__testdata__wsHandleData.json"];
pub fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// The text of a JSON file below a folder of the data.
pub struct Text {
    /// The path in the data.
    pub name: String,
    pub json: String,
    pub minified: String,
}

/// All files below some folders (`""` is all data) that are one JSON value in UTF-8.
///
/// A file that should be one and is not is a failure. A debug build leaves out, and says, what has more bytes than it is
/// to be given to do.
pub fn values(folders: &[&str], most_in_debug: usize) -> Vec<Text> {
    let Some(root) = data::root() else { return Vec::new() };
    let named = |path: PathBuf| (path.strip_prefix(&root).unwrap().display().to_string(), path);
    let files = folders.iter().flat_map(|folder| data::files(folder, "json")).map(named);
    let mut texts = Vec::new();
    for (name, path) in files {
        let file = self::name(&path);
        let Ok(text) = String::from_utf8(fs::read(&path).unwrap()) else {
            assert!(name.starts_with("jsontestsuite/"), "{name} is not UTF-8");
            continue;
        };
        // More than one value is no `RawValue`, half a surrogate pair is no text.
        let is_json = serde_json::from_str::<&RawValue>(&text).is_ok();
        let is_hostile = name.starts_with("jsontestsuite/") && !file.starts_with("y_");
        let may_fail = is_hostile || file.starts_with("fail") || LINES.contains(&&*file);
        assert!(is_json || may_fail, "{name} is no JSON");
        if cfg!(debug_assertions) && text.len() > most_in_debug {
            data::say(&format!("data: left to a release build, {} bytes: {name}", text.len()));
        } else if let Some(minified) = Some(&text).filter(|_| is_json).and_then(|text| minify(text)) {
            texts.push(Text { name, json: text, minified });
        } else {
            assert!(may_fail, "{name} has a string that is no text");
        }
    }
    texts
}

/// The values that the fixtures of `toon-spec` are about, letter for letter.
pub fn fixtures() -> Vec<Text> {
    type Fields<'a> = HashMap<String, &'a RawValue>;
    let mut texts = Vec::new();
    for path in data::files("toon-spec/tests/fixtures", "json") {
        let text = fs::read_to_string(&path).unwrap();
        let fixture: Fields = serde_json::from_str(&text).unwrap();
        let cases: Vec<Fields> = serde_json::from_str(fixture["tests"].get()).unwrap();
        for (index, test) in cases.iter().enumerate() {
            for field in ["input", "expected"] {
                // Where a test is of an error, it may expect no value.
                if let Some(value) = test.get(field) {
                    let json = value.get().to_owned();
                    let minified = minify(&json).unwrap();
                    texts.push(Text { name: format!("{} {index} {field}", name(&path)), json, minified });
                }
            }
        }
    }
    texts
}

/// Minified JSON with the letters of all numbers: white space outside strings is dropped, and strings get the escapes of
/// `serde_json`. None for what has a string that is no text.
pub fn minify(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if c == '"' {
            let mut escaped = false;
            let end = rest[1..].find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            let (string, after) = rest.split_at(end.unwrap() + 2);
            let value: String = serde_json::from_str(string).ok()?;
            out += &serde_json::to_string(&value).unwrap();
            rest = after;
        } else {
            if !matches!(c, ' ' | '\t' | '\n' | '\r') {
                out.push(c);
            }
            rest = &rest[c.len_utf8()..];
        }
    }
    Some(out)
}

/// Minified JSON as this format's never-worse rule counts it: always-escaped characters are `\uXXXX`.
pub fn escaped(minified: &str) -> String {
    let mut out = String::new();
    for c in minified.chars() {
        if qrp1::is_always_escaped(c) {
            write!(out, "\\u{:04x}", u32::from(c)).unwrap();
        } else {
            out.push(c);
        }
    }
    out
}
