//! Lines without an end, and numbers that are only declared. LIM-4

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use qrp1::{ErrorClass, Limits, Reader};

use crate::{cost, decode, fits};

/// Gives the same byte for ever, and counts.
struct Endless {
    start: &'static [u8],
    byte: u8,
    left: usize,
    given: Rc<Cell<usize>>,
}

impl Read for Endless {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if !self.start.is_empty() {
            let length = self.start.read(into)?;
            return Ok(length);
        }
        let length = into.len().min(self.left);
        into[..length].fill(self.byte);
        self.left -= length;
        self.given.set(self.given.get() + length);
        Ok(length)
    }
}

#[test]
fn a_line_without_an_end_is_refused_at_the_limit() {
    cost::alone("endless::a_line_without_an_end_is_refused_at_the_limit", || {
        let header: &[u8] = b"QRP1|table|rows=1|columns=a:str\n";
        for (start, byte, most) in [(header, b'x', 16 << 20), (b"QRP1|", b'x', 1 << 20), (b"", b'x', 16 << 20)] {
            let given = Rc::new(Cell::new(0));
            let endless = Endless { start, byte, left: 20 << 20, given: Rc::clone(&given) };
            let mut reader = Reader::from_reader(endless);
            let error = loop {
                match reader.next_event() {
                    Ok(Some(_)) => {}
                    Ok(None) => panic!("an end"),
                    Err(error) => break error,
                }
            };
            // What does not begin as a document may be refused as that already.
            let is_document = !start.is_empty();
            assert!(error.class() == ErrorClass::Limit || !is_document, "{error}");
            assert!(given.get() <= most + (64 << 10), "{} bytes were read", given.get());
        }
        // A line, its copy while it grows, and the buffer.
        assert!(cost::peak_memory() < 100 << 20, "{} bytes of memory", cost::peak_memory());
    });
}

#[test]
fn no_allocation_from_declared_numbers_and_linear_time() {
    cost::alone("endless::no_allocation_from_declared_numbers_and_linear_time", || {
        const MOST: &str = "18446744073709551615";
        let before = cost::peak_memory();
        let t = |document: String, class: ErrorClass| {
            let error = decode(document.as_bytes(), Limits::default()).unwrap_err();
            assert_eq!(error.class(), class, "{error}: {document}");
        };
        for most in [MOST, "9999999999"] {
            t(format!("QRP1|table|rows={most}|columns=a:i64\n1\n\\.\n"), ErrorClass::Count);
            t(format!("QRP1|series|rows={most}|t0=2024-01-01T00:00:00Z|columns=dt_s:i64\n1\n\\.\n"), ErrorClass::Count);
            t(format!("QRP1|record|lines={most}\na=1\n\\.\n"), ErrorClass::Count);
            t(format!("QRP1|text|lines={most}\na\n\\.\n"), ErrorClass::Count);
            t(format!("QRP1|receipt|lines={most}\na\n\\.\n"), ErrorClass::Count);
            t(format!("QRP1|text\na\n\\.lines={most}\n"), ErrorClass::Count);
            fits(format!("QRP1|receipt|rows={most}|from={most}|of={most}\n\\.\n"), Limits::default());
            fits(format!("QRP1|table|rows=0|from={most}|of={most}|columns=a:i64\n\\.\n"), Limits::default());
            fits(format!("QRP1|text|lines=1|part={most}|parts={most}\na\n\\.\n"), Limits::default());
        }
        t(format!("QRP1|table|rows=1|from={MOST}|columns=#:u64,a:i64\n{MOST},1\n\\.\n"), ErrorClass::Count);
        t(format!("QRP1|table|rows=1{MOST}|columns=a:i64\n1\n\\.\n"), ErrorClass::Range);
        let taken = cost::peak_memory().saturating_sub(before);
        assert!(taken < 16 << 20, "{taken} bytes of memory");
    });
    for family in cost::FAMILIES {
        family.is_linear();
    }
}
