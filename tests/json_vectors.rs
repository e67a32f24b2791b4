//! Owns the run of the vectors in `spec/vectors/json`: what a document means in JSON, and which have no value.
#![cfg(feature = "json")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "tests"
)]

#[path = "support/tree.rs"]
mod tree;

use std::fs;
use std::io::Read;
use std::path::PathBuf;

use qrp1::json::{self, FlattenOptions};
use qrp1::{Body, Document, Reader, Result, Value};

/// Gives one byte at a time.
struct Bytewise<'a>(&'a [u8]);

impl Read for Bytewise<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = buffer.len().min(1);
        self.0.read(&mut buffer[..length])
    }
}

fn vectors(extension: &str) -> Vec<PathBuf> {
    let mut files = tree::files(&tree::path("spec/vectors/json"));
    files.retain(|file| file.extension().is_some_and(|found| found == extension));
    files
}

/// The value of a document, read from `source`; errors have the line they are about.
fn value(source: impl Read) -> Result<String> {
    let mut reader = Reader::from_reader(source);
    let mut writer = json::Writer::from_writer(Vec::new());
    loop {
        let place = reader.position();
        let Some(event) = reader.next_event()? else { break };
        writer.event(&event).map_err(|error| error.at(place))?;
    }
    Ok(String::from_utf8(writer.finish()?).unwrap())
}

fn none(problems: &[String]) {
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn each_file_is_a_document_with_a_result() {
    let mut problems = Vec::new();
    for file in vectors("qrp1") {
        let bytes = fs::read(&file).unwrap();
        match Document::decode(&bytes).and_then(|document| document.encode()) {
            Ok(again) if again == bytes => {}
            other => problems.push(format!("{}: {other:?}", tree::name(&file))),
        }
        if file.with_extension("json").is_file() == file.with_extension("err").is_file() {
            problems.push(format!("{}: one of .json and .err", tree::name(&file)));
        }
    }
    for file in vectors("json").into_iter().chain(vectors("err")) {
        if !file.with_extension("qrp1").is_file() {
            problems.push(format!("{}: no document", tree::name(&file)));
        }
    }
    none(&problems);
}

#[test]
fn values() {
    let (mut problems, files) = (Vec::new(), vectors("json"));
    for file in &files {
        let (bytes, expected) = (fs::read(file.with_extension("qrp1")).unwrap(), tree::text(file));
        let whole = json::to_string(core::str::from_utf8(&bytes).unwrap());
        for (how, found) in [("whole", whole), ("byte by byte", value(Bytewise(&bytes)))] {
            match found {
                Ok(found) if found == expected => {}
                other => problems.push(format!("{}, {how}: {other:?}\nexpected {expected}", tree::name(file))),
            }
        }
    }
    none(&problems);
    assert!(files.len() >= 60, "the vectors are gone");
}

#[test]
fn documents_without_a_value() {
    let (mut problems, files) = (Vec::new(), vectors("err"));
    for file in &files {
        let (bytes, expected) = (fs::read(file.with_extension("qrp1")).unwrap(), tree::text(file));
        let whole = json::to_string(core::str::from_utf8(&bytes).unwrap()).map_err(|error| error.class().to_string());
        if whole.as_ref().err().map(String::as_str) != expected.split(' ').next() {
            problems.push(format!("{}: {whole:?}", tree::name(file)));
        }
        for (how, found) in [("in chunks", value(&bytes[..])), ("byte by byte", value(Bytewise(&bytes)))] {
            let line = |error: qrp1::Error| {
                format!("{} {}\n", error.class(), error.position().map_or(0, |position| position.line()))
            };
            let found = found.map_err(line);
            if found.as_ref().err() != Some(&expected) {
                problems.push(format!("{}, {how}: {found:?}\nexpected {expected}", tree::name(file)));
            }
        }
    }
    none(&problems);
    assert!(files.len() >= 10, "the vectors are gone");
}

/// The rows of a document of one flattened table and nothing else.
fn flat(bytes: &[u8]) -> Option<(bool, Vec<Vec<Value<'static>>>)> {
    let document = Document::decode(bytes).unwrap();
    let [block] = &document.blocks[..] else { return None };
    let is_plain = block.header.fields().map(|(key, _)| key).eq(["rows", "flat"]) && block.header.names().count() == 0;
    let Body::Rows(rows) = &block.body else { return None };
    is_plain.then(|| (rows.iter().any(|row| row.number.is_some()), rows.iter().map(|row| row.values.clone()).collect()))
}

#[test]
fn flattened_values_are_written_the_same() {
    let mut count = 0;
    for file in vectors("json") {
        let bytes = fs::read(file.with_extension("qrp1")).unwrap();
        let Some((numbered, rows)) = flat(&bytes) else { continue };
        let mut options = FlattenOptions::default();
        options.numbered = numbered;
        let is_cut = rows.iter().any(|row| row[3] != Value::UInt(1));
        let sizes = if is_cut { (1..=16).map(Some).collect() } else { vec![None, Some(10_000)] };
        let written = sizes.into_iter().map(|part_bytes| {
            options.part_bytes = part_bytes;
            json::flatten_str(&tree::text(&file), options).unwrap().into_bytes()
        });
        let is_same: Vec<bool> = written.map(|written| written == bytes).collect();
        let is_right = if is_cut { is_same.contains(&true) } else { !is_same.contains(&false) };
        assert!(is_right, "{}: {:?}", tree::name(&file), json::flatten_str(&tree::text(&file), options));
        count += 1;
    }
    assert!(count >= 20, "only {count} vectors");
}
