//! Owns the promise that batches tell the first fault of a document, the one that the core tells, in whatever order and
//! by how much at a time the cells are read.
#![cfg(feature = "arrow")]
#![allow(clippy::unwrap_used, clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "tests")]

use arrow_schema::ArrowError;
use proptest::prelude::*;
use qrp1::arrow::{DecoderBuilder, ReaderBuilder};
use qrp1::{Error, Event, Reader};

const COLUMNS: &str =
    "id:i64,on:bool,name:str,off:bool,price:f64,tags[]:str,on_each[]:bool,place?{x:i8,y:dec(4,1)},at:ts(s)";
const ROW: &str = "1,true,Ada,false,1.5,(a;b),(true),(1,2.0),2024-01-01T00:00:00";

/// 150 rows: more than are read at once.
fn document() -> Vec<u8> {
    let rows = format!("{ROW}\n").repeat(150);
    format!("QRP1|table|rows=150|columns={COLUMNS}\n{rows}\\.\n").into_bytes()
}

/// The first fault, by the core: row by row, column by column.
fn by_core(document: &[u8]) -> Option<Error> {
    let mut reader = Reader::from_reader(document);
    loop {
        match reader.next_event() {
            Ok(Some(Event::Row(row))) => {
                if let Err(error) = row.values() {
                    return Some(error);
                }
            }
            Ok(Some(_)) => {}
            Ok(None) => return None,
            Err(error) => return Some(error),
        }
    }
}

fn by_reader(document: &[u8], batch: usize) -> Option<String> {
    let mut reader = match ReaderBuilder::new().with_batch_size(batch).build(document) {
        Ok(reader) => reader,
        Err(error) => return Some(error.to_string()),
    };
    reader.find_map(Result::err).map(message)
}

fn by_chunks(document: &[u8], size: usize) -> Option<String> {
    let mut decoder = DecoderBuilder::new().build();
    for mut chunk in document.chunks(size) {
        while !chunk.is_empty() {
            match decoder.decode(chunk) {
                Ok(taken) => chunk = &chunk[taken..],
                Err(error) => return Some(message(error)),
            }
            if let Err(error) = decoder.flush() {
                return Some(message(error));
            }
        }
    }
    decoder.finish().err().map(message)
}

fn message(error: ArrowError) -> String {
    match error {
        ArrowError::ExternalError(error) => error.to_string(),
        error => error.to_string(),
    }
}

/// Letters that make most cells faulty, in one way or another.
const LETTERS: &[u8] = b"1x,;()\\\n.\xff\x01-0t";

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn the_first_fault_is_told(
        places in prop::collection::vec((0..150_usize, 0..ROW.len(), 0..LETTERS.len()), 1..4),
        batch in 1..200_usize,
        size in 1..9_000_usize,
    ) {
        let mut document = document();
        let start = document.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        for (row, column, letter) in places {
            document[start + row * (ROW.len() + 1) + column] = LETTERS[letter];
        }
        let expected = by_core(&document).map(|error| error.to_string());
        prop_assert_eq!(by_reader(&document, batch), expected.clone());
        prop_assert_eq!(by_chunks(&document, size), expected);
    }
}

/// The first boolean of a block says how all are spelled, whatever column it stands in.
#[test]
fn booleans_are_spelled_as_the_first() {
    let document = b"QRP1|table|rows=2|columns=a:bool,b:bool\n,1\ntrue,1\n\\.\n";
    let expected = by_core(document).unwrap();
    assert_eq!((expected.position().unwrap().line(), expected.column_name()), (3, Some("a")));
    assert_eq!(by_reader(document, 10), Some(expected.to_string()));
}

/// A batch may have a part of a row: nothing follows an error.
#[test]
fn nothing_follows_a_fault() {
    let mut document = document();
    let place = document.windows(6).rposition(|bytes| bytes == b"\n1,tru").unwrap() + 1;
    document[place] = b'x';
    let mut decoder = DecoderBuilder::new().build();
    let first = message(decoder.decode(&document).unwrap_err());
    assert!(first.contains("at line 151, column 1 `id`"), "{first}");
    let after = "expected no call after an error, found `another`";
    assert_eq!(message(decoder.decode(b"1").unwrap_err()), after);
    assert_eq!(message(decoder.flush().unwrap_err()), after);
    assert_eq!(message(decoder.finish().unwrap_err()), after);
}
