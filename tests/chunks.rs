//! Owns the promise that a document means the same however it arrives: in one piece, in bytes, cut at any place,
//! or from a source that gives little at a time.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::string_slice,
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

#[path = "support/invariants.rs"]
mod invariants;
#[path = "support/tree.rs"]
mod tree;

use std::fs;
use std::io::{self, Read};

use qrp1::{Decoder, Document, Event, Reader, Result, Row};

/// All vectors that are small enough to be cut at each byte, valid and not.
fn vectors() -> Vec<Vec<u8>> {
    let mut files = tree::files(&tree::path("spec/vectors"));
    files.retain(|file| file.extension().is_some_and(|extension| extension == "qrp1"));
    let documents: Vec<_> =
        files.iter().map(|file| fs::read(file).unwrap()).filter(|bytes| bytes.len() < 400).collect();
    assert!(documents.len() > 100, "the vectors are gone");
    documents
}

#[test]
fn every_vector_cut_in_two_at_each_byte() {
    for document in vectors() {
        let whole = Document::decode(&document);
        for cut in 0..=document.len() {
            let (one, other) = document.split_at(cut);
            invariants::assert_same(&document, &whole, &invariants::decode_chunks(Decoder::new(), [one, other]));
            let by_lines = invariants::decode_chunks_by_lines(Decoder::new(), [one, other]);
            invariants::assert_same(&document, &whole, &by_lines);
        }
    }
}

#[test]
fn every_vector_in_pieces_of_each_size() {
    for document in vectors() {
        let whole = Document::decode(&document);
        for size in [1, 2, 3, 5, 7, 16, 61] {
            let pieces = invariants::decode_chunks(Decoder::new(), document.chunks(size));
            invariants::assert_same(&document, &whole, &pieces);
        }
    }
}

#[test]
fn what_follows_a_first_line_of_any_kind() {
    // Faults of the first line, of the line behind the end, and both with bytes that are no UTF-8.
    let starts: [&[u8]; 9] = [
        b"",
        b"QRP1|receipt\n\\.\n",
        b"QRP1|text|lines=1\nx\n\\.\n",
        b"QRP",
        b"QRP1|receipt\n",
        b"\xef\xbb\xbf",
        b"{",
        b"QRP2|",
        b"QRP1|receipt\n\\.",
    ];
    let ends: [&[u8]; 9] = [
        b"",
        b"\n",
        b"\xff",
        b"\xff\n",
        b"x\xff and much more than any version number would be long\n",
        b"QRP1|\xffreceipt\n\\.\n",
        b"QRP1|receipt\n\\.\n",
        b"\\.\n",
        b"2345678901234567890123456789012345678901234567890|\xff\n",
    ];
    for start in starts {
        for end in ends {
            let document = [start, end].concat();
            invariants::chunks(&document, &[start.len()]);
            invariants::decode_never_panics(&document);
        }
    }
}

#[test]
fn a_character_cut_in_two() {
    let document = "QRP1|table|rows=3|columns=é:str,名:auto\né,😀\n\u{a0}\u{2027},\\u2028\n\\ud,\n\\.\n";
    for cut in 0..document.len() {
        invariants::chunks(document.as_bytes(), &[cut, cut + 1]);
    }
}

#[test]
fn empty_chunks_change_nothing() {
    let document = b"QRP1|table|rows=1|columns=a:i64\n7\n\\.\n";
    let mut chunks: Vec<&[u8]> = Vec::new();
    for byte in document.chunks(1) {
        chunks.extend([&b""[..], byte, b""]);
    }
    assert_eq!(invariants::decode_chunks(Decoder::new(), chunks).unwrap(), Document::decode(document).unwrap());
    let mut decoder = Decoder::new();
    assert!(matches!(decoder.decode(b""), Ok((0, None))));
}

#[test]
fn a_decoder_takes_no_more_than_a_line_at_a_time() {
    let document = b"QRP1|text|lines=1\nx\n\\.\n";
    let mut decoder = Decoder::new();
    let (taken, event) = decoder.decode(document).unwrap();
    assert!(taken == 18 && matches!(event, Some(Event::Header(_))));
    let (taken, event) = decoder.decode(&document[18..]).unwrap();
    assert!(taken == 2 && matches!(event, Some(Event::Line(_))));
    let (taken, event) = decoder.decode(&document[20..]).unwrap();
    assert!(taken == 3 && matches!(event, Some(Event::End(_))));
    assert!(decoder.is_complete());
    assert!(decoder.finish().unwrap().is_none());
}

#[test]
fn nothing_comes_after_an_error() {
    let mut decoder = Decoder::new();
    assert!(decoder.decode(b"QRP1|nonsense\n").is_err());
    assert!(decoder.decode(b"QRP1|receipt\n").is_err());
    assert!(decoder.decode(b"\\.\n").is_err());
    assert!(decoder.finish().is_err());
    assert!(!decoder.is_complete());
    // Nor after a document that was cut.
    let mut decoder = Decoder::new();
    assert!(decoder.decode(b"QRP1|receipt\n").is_ok());
    assert!(decoder.finish().is_err());
    assert!(decoder.decode(b"\\.\n").is_err());
}

/// Gives a few bytes at a time, with interruptions between.
struct Slow<'a> {
    bytes: &'a [u8],
    most: usize,
    interrupted: bool,
}

impl Read for Slow<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let length = self.bytes.len().min(self.most).min(into.len());
        let (now, later) = self.bytes.split_at(length);
        into[..length].copy_from_slice(now);
        self.bytes = later;
        Ok(length)
    }
}

/// All that a reader says, as text.
fn told<R: Read>(mut reader: Reader<R>) -> (Vec<String>, Option<String>) {
    let mut told = Vec::new();
    loop {
        let event = match reader.next_event() {
            Ok(Some(Event::Row(row))) => {
                row.values().map(|values| format!("{:?} {:?} {values:?}", row.number(), row.key()))
            }
            Ok(Some(event)) => Ok(format!("{event:?}")),
            Ok(None) => return (told, None),
            Err(error) => Err(error),
        };
        match event {
            Ok(event) => told.push(event),
            Err(error) => return (told, Some(error.to_string())),
        }
    }
}

#[test]
fn a_reader_of_short_reads_and_interruptions() {
    for document in vectors().iter().step_by(3) {
        let whole = told(Reader::from_reader(&document[..]));
        for most in [1, 2, 7] {
            let slow = Slow { bytes: document, most, interrupted: false };
            assert_eq!(whole, told(Reader::from_reader(slow)), "{}", invariants::show(document));
        }
        assert_eq!(whole.1.is_none(), Document::decode(document).is_ok(), "{}", invariants::show(document));
    }
}

#[test]
fn rows_are_the_same_however_they_are_read() {
    let document = b"QRP1|record|lines=2\na=\\@\nb=\\@\nQRP1|table|at=/a|rows=2|columns=#:u64,x:i64\n1,7\n2,8\n\
        QRP1|table|at=/b|rows=1|columns=@:str,y:str\nk,z\n\\.\n";
    let t = |row: &Row| (row.number(), row.key().map(ToOwned::to_owned), format!("{:?}", row.values().unwrap()));
    let mut one = Vec::new();
    let mut reader = Reader::from_reader(&document[..]);
    let mut row = Row::new();
    while reader.read_row(&mut row).unwrap() {
        one.push(t(&row));
    }
    let mut reader = Reader::from_reader(&document[..]);
    let other: Vec<_> = reader.rows().map(|row| row.map(|row| t(&row))).collect::<Result<_>>().unwrap();
    assert_eq!(one, other);
    assert_eq!(one.len(), 3);
    assert_eq!(one[1], (Some(2), None, "[Int(8)]".into()));
    assert_eq!(one[2], (None, Some("k".into()), "[Str(\"z\")]".into()));
    // Headers alone.
    let mut reader = Reader::from_reader(&document[..]);
    let mut shapes = Vec::new();
    while let Some(header) = reader.next_header().unwrap() {
        shapes.push(header.shape().as_str());
    }
    assert_eq!(shapes, ["record", "table", "table"]);
}
