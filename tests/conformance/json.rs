//! Owns reading `.json` files as deep as they are (`serde_json` stops at 128), and saying where two differ.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::string_slice,
    unreachable_pub,
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

use serde_json::Value as Json;

/// The value of a JSON text; `serde_json` reads its strings.
pub fn parse(text: &str) -> Json {
    let (json, rest) = value(text.trim_start());
    assert!(rest.trim_start().is_empty(), "more than one JSON value");
    json
}

fn value(text: &str) -> (Json, &str) {
    match text.as_bytes().first() {
        Some(b'{') => {
            let (members, rest) = items(&text[1..], '}', |text| {
                let (key, rest) = scalar(text);
                let (json, rest) = value(rest.trim_start().strip_prefix(':').expect("`:`").trim_start());
                ((key.as_str().expect("a key").to_owned(), json), rest)
            });
            let count = members.len();
            let object: serde_json::Map<_, _> = members.into_iter().collect();
            assert_eq!(object.len(), count, "a key twice");
            (Json::Object(object), rest)
        }
        Some(b'[') => {
            let (items, rest) = items(&text[1..], ']', value);
            (Json::Array(items), rest)
        }
        _ => scalar(text),
    }
}

fn items<'t, T>(text: &'t str, close: char, item: impl Fn(&'t str) -> (T, &'t str)) -> (Vec<T>, &'t str) {
    let (mut found, mut text) = (Vec::new(), text.trim_start());
    loop {
        if let Some(rest) = text.strip_prefix(close) {
            return (found, rest);
        }
        let (one, rest) = item(text);
        found.push(one);
        text = rest.trim_start();
        text = text.strip_prefix(',').map_or(text, str::trim_start);
    }
}

fn scalar(text: &str) -> (Json, &str) {
    let mut all = serde_json::Deserializer::from_str(text).into_iter();
    let json = all.next().expect("JSON").expect("JSON");
    (json, &text[all.byte_offset()..])
}

/// Where two values differ first, and how.
pub fn difference(expected: &Json, found: &Json) -> Option<String> {
    match (expected, found) {
        _ if expected == found => None,
        (Json::Array(a), Json::Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).enumerate().find_map(|(i, (a, b))| Some(format!("/{i}{}", difference(a, b)?)))
        }
        (Json::Object(a), Json::Object(b)) if a.keys().eq(b.keys()) => {
            a.iter().find_map(|(key, a)| Some(format!("/{key}{}", difference(a, b.get(key)?)?)))
        }
        (Json::Object(a), Json::Object(b)) => {
            let keys = |of: &serde_json::Map<String, Json>| of.keys().cloned().collect::<Vec<_>>().join(",");
            Some(format!(": expected the keys {}, found {}", keys(a), keys(b)))
        }
        _ => Some(format!(": expected {expected}, found {found}")),
    }
}
