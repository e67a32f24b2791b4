//! Owns the promise that a flattened value returns byte for byte, whatever its keys and wherever its texts are cut.
#![cfg(feature = "json")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "tests"
)]
#![allow(clippy::std_instead_of_alloc, reason = "tests have std")]

#[path = "support/data.rs"]
mod data;

use std::borrow::Cow;
use std::collections::BTreeSet;

use proptest::prelude::*;
use qrp1::json::{self, FlattenOptions};
use qrp1::{Document, Encoder, ErrorClass, Limits, Profile, Reader, Value};

fn options(part_bytes: Option<usize>, numbered: bool) -> FlattenOptions {
    let mut options = FlattenOptions::default();
    (options.part_bytes, options.numbered) = (part_bytes, numbered);
    options
}

/// The JSON of a tree, by another way: a record whose one value it is.
fn minified(value: &Value<'_>) -> String {
    let mut limits = Limits::default();
    limits.nesting = 1_000;
    let mut encoder = Encoder::new().with_limits(limits);
    encoder.header(&qrp1::Header::record().with_lines(1)).unwrap();
    encoder.field(None, &qrp1::ColumnType::Auto, value).unwrap();
    encoder.finish(&qrp1::Closing::new()).unwrap();
    let document = String::from_utf8(encoder.take()).unwrap();
    json::to_string(&document).unwrap()
}

#[track_caller]
fn returns(value: &Value<'_>, expected: &str, options: FlattenOptions) {
    let document = json::flatten_to_string(value, options).unwrap();
    let back = json::to_string(&document).unwrap_or_else(|error| panic!("{error}:\n{document:.2000}"));
    assert!(back == expected, "{back:.2000}\ninstead of {expected:.2000}\nfrom {document:.2000}");
    let again = Document::decode(document.as_bytes()).unwrap().encode().unwrap();
    assert!(again == document.as_bytes(), "not canonical: {document:.2000}");
}

fn keys() -> impl Strategy<Value = String> {
    const HOSTILE: [&str; 19] = [
        "", "0", "1", "2", "00", "01", "-1", "/", "~", "~0", "~1", "~2", "a", "b", "a/b~c", "a~1", "object", "\"", "\n",
    ];
    prop_oneof![4 => proptest::sample::select(&HOSTILE[..]).prop_map(str::to_owned), 1 => ".{0,4}"]
}

fn scalars() -> impl Strategy<Value = Value<'static>> {
    const NUMBERS: [&str; 6] = ["0", "-0", "1.0", "1E400", "-12.50e-7", "123456789012345678901234567890"];
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        proptest::sample::select(&NUMBERS[..]).prop_map(Value::number),
        ".{0,20}".prop_map(|text| Value::text(&text)),
        proptest::sample::select(&["", "null", "{}", "[]", "12", "true", "\\N", "QRP1|", "\u{2028}😀 ", "$1"][..])
            .prop_map(Value::text),
    ]
}

fn object(entries: Vec<(String, Value<'static>)>) -> Value<'static> {
    let mut seen = BTreeSet::new();
    let entries = entries.into_iter().filter(|(key, _)| seen.insert(key.clone()));
    Value::Map(entries.map(|(key, value)| (Value::text(&key), value)).collect())
}

/// Trees, with objects whose keys are those of an array.
fn trees() -> impl Strategy<Value = Value<'static>> {
    scalars().prop_recursive(6, 60, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::List),
            proptest::collection::vec((keys(), inner.clone()), 0..6).prop_map(object),
            proptest::collection::vec(inner, 0..4).prop_map(|items| {
                let items = items.into_iter().enumerate();
                object(items.map(|(index, item)| (index.to_string(), item)).collect())
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_return_however_they_are_cut(value in trees(), part_bytes in 1usize..50, numbered: bool) {
        let expected = minified(&value);
        returns(&value, &expected, options(None, numbered));
        returns(&value, &expected, options(Some(part_bytes), numbered));
    }

    /// Without one of its rows, or with two in another order, a value is none or another one.
    #[test]
    fn rows_can_be_neither_dropped_nor_swapped(value in trees(), part_bytes in 1usize..9, at: prop::sample::Index) {
        let expected = minified(&value);
        let document = json::flatten_to_string(&value, options(Some(part_bytes), false)).unwrap();
        let lines: Vec<&str> = document.lines().collect();
        let (rows, at) = (lines.len() - 2, at.index(lines.len() - 2));
        let with = |rows: &[&str]| {
            let head = lines[0].replacen(&format!("rows={}", lines.len() - 2), &format!("rows={}", rows.len()), 1);
            json::to_string(&format!("{head}\n{}\\.\n", rows.iter().flat_map(|row| [row, "\n"]).collect::<String>()))
        };
        let body = &lines[1..=rows];
        let mut dropped = body.to_vec();
        dropped.remove(at);
        if let Ok(found) = with(&dropped) {
            prop_assert_ne!(&found, &expected);
        }
        let mut twice = body.to_vec();
        twice.insert(at, body[at]);
        prop_assert!(with(&twice).is_err(), "{}", body[at]);
        if at + 1 < rows {
            let mut swapped = body.to_vec();
            swapped.swap(at, at + 1);
            if let Ok(found) = with(&swapped) {
                prop_assert_ne!(&found, &expected);
            }
        }
    }
}

/// Rows of any order, most of them faulty.
fn rows() -> impl Strategy<Value = Vec<[Value<'static>; 5]>> {
    const PATHS: [&str; 14] =
        ["", "/0", "/1", "/2", "/a", "/0/0", "/0/1", "/0/a", "/1/0", "/a/0", "/a/1", "/a/a", "/a/0/0", "/"];
    const VALUES: [(&str, Value<'static>); 6] = [
        ("null", Value::Null),
        ("bool", Value::Str(Cow::Borrowed("true"))),
        ("number", Value::Str(Cow::Borrowed("1"))),
        ("string", Value::Str(Cow::Borrowed(""))),
        ("object", Value::Null),
        ("array", Value::Null),
    ];
    let row = (proptest::sample::select(&PATHS[..]), proptest::sample::select(&VALUES[..]));
    let row = row.prop_map(|(path, (word, value))| {
        [Value::from(path), Value::from(word), Value::UInt(1), Value::UInt(1), value]
    });
    proptest::collection::vec(row, 0..6)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 4_000, ..ProptestConfig::default() })]

    /// What has a value is what is written for that value.
    #[test]
    fn a_value_has_one_sequence_of_rows(mut rows in rows(), is_sorted: bool) {
        if is_sorted {
            // In any order most are faulty.
            rows.sort_by_key(|row| format!("{:?}", row[0]));
            rows.dedup_by_key(|row| format!("{:?}", row[0]));
        }
        let options = FlattenOptions::default();
        let mut encoder = Encoder::new();
        encoder.header(&options.header().with_rows(rows.len().try_into().unwrap())).unwrap();
        for row in &rows {
            encoder.row(row).unwrap();
        }
        encoder.finish(&qrp1::Closing::new()).unwrap();
        let document = String::from_utf8(encoder.take()).unwrap();
        if let Ok(value) = json::to_string(&document) {
            prop_assert_eq!(json::flatten_str(&value, options).unwrap(), document);
        }
    }
}

#[test]
fn every_file_that_parsers_must_accept_returns() {
    let files = data::files("jsontestsuite", "json");
    let mut count = 0;
    for path in files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !name.starts_with("y_") {
            continue;
        }
        count += 1;
        let text = std::fs::read_to_string(&path).unwrap();
        if name.starts_with("y_object_duplicated_key") {
            let error = json::flatten_str(&text, FlattenOptions::default()).unwrap_err();
            assert_eq!(error.class(), ErrorClass::Duplicate, "{name}");
        } else {
            file_returns(&name, &text);
        }
    }
    data::report("JSON to flatten that must be accepted", count);
}

#[test]
fn public_files_return() {
    /// What a debug build is given to do.
    const MOST_BYTES: u64 = 300_000;
    let mut count = 0;
    for path in ["toon-bench", "k8s-k9s"].iter().flat_map(|folder| data::files(folder, "json")) {
        if path.metadata().unwrap().len() <= MOST_BYTES || !cfg!(debug_assertions) {
            count += 1;
            file_returns(&path.display().to_string(), &std::fs::read_to_string(&path).unwrap());
        }
    }
    data::report("JSON to flatten", count);
}

#[track_caller]
fn file_returns(name: &str, text: &str) {
    // That the value of this document is the text's is the business of `tests/json.rs`.
    let expected = json::to_string(&json::from_str(text, Profile::Plain.into()).unwrap()).unwrap();
    for part_bytes in [None, Some(7)] {
        let document = json::flatten_str(text, options(part_bytes, false)).unwrap();
        assert!(json::to_string(&document).unwrap() == expected, "{name} in parts of {part_bytes:?}");
    }
}

#[test]
fn depth_is_bounded_and_settable() {
    let deep = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    let error = json::flatten_str(&deep(65), FlattenOptions::default()).unwrap_err();
    assert_eq!(error.class(), ErrorClass::Limit);
    let mut value = Value::number("1");
    for _ in 0..200 {
        value = Value::List(vec![value]);
    }
    let document = json::flatten_to_string(&value, FlattenOptions::default()).unwrap();
    assert_eq!(json::to_string(&document).unwrap_err().class(), ErrorClass::Limit);
    let mut limits = Limits::default();
    limits.nesting = 200;
    let mut reader = Reader::from_reader(document.as_bytes());
    let mut writer = json::WriterBuilder::new().limits(limits).from_writer(Vec::new());
    while let Some(event) = reader.next_event().unwrap() {
        writer.event(&event).unwrap();
    }
    assert_eq!(String::from_utf8(writer.finish().unwrap()).unwrap(), deep(200));
}

#[test]
fn a_row_that_is_too_long_says_what_to_do() {
    let value = Value::text(&"x".repeat(17 << 20));
    let error = json::flatten_to_string(&value, FlattenOptions::default()).unwrap_err();
    assert_eq!((error.class(), error.help()), (ErrorClass::Limit, Some("long values can be cut into parts")));
    assert!(json::flatten_to_string(&value, options(Some(1 << 20), false)).is_ok());
}
