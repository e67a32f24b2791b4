//! The encoder's own promises: one switch for the sum, and nothing half done; and what a reader says again.

use qrp1::{Closing, Column, ColumnType, Document, Encoder, ErrorClass, Header, Limits, Reader, Row, Schema, Value};

#[test]
fn the_sum_covers_all_bytes_however_they_were_taken() {
    for take_each in [true, false] {
        let mut encoder = Encoder::new();
        let mut bytes = Vec::new();
        encoder.header(&Header::text()).unwrap();
        for line in ["a", "b", ""] {
            encoder.line(line).unwrap();
            if take_each {
                bytes.extend(encoder.take());
            }
        }
        encoder.finish(&Closing::new().with_lines(3).with_crc()).unwrap();
        bytes.extend(encoder.take());
        assert!(Document::decode(&bytes).unwrap().closing.has_crc());
    }
}

#[test]
fn a_row_that_fails_may_be_tried_again_and_a_header_may_not() {
    let schema = || Schema::new([Column::new("a", ColumnType::Str)]);
    let limits = |document| {
        let mut limits = Limits::default();
        limits.document = document;
        limits
    };
    let mut encoder = Encoder::new().with_limits(limits(80));
    encoder.header(&Header::table(schema().with_keys())).unwrap();
    let long = "x".repeat(80);
    assert!(encoder.keyed_row("k", &[Value::from(&*long)]).is_err());
    assert!(encoder.keyed_row("k", &[Value::Int(1)]).is_err());
    encoder.keyed_row("k", &[Value::from("x")]).unwrap();
    assert_eq!(encoder.count(), 1);
    encoder.finish(&Closing::new().with_rows(1)).unwrap();
    Document::decode(encoder.output()).unwrap();

    let mut encoder = Encoder::new().with_limits(limits(10));
    assert!(encoder.header(&Header::table(schema())).is_err());
    assert!(encoder.row(&[Value::from("x")]).is_err());
    assert!(encoder.output().is_empty());
}

#[test]
fn a_reader_says_truncated_again_and_again() {
    let mut reader = Reader::from_reader(&b"QRP1|table|rows=2|columns=id:i64\n1\n"[..]);
    let mut row = Row::new();
    assert!(reader.read_row(&mut row).unwrap());
    assert!(reader.read_row(&mut row).is_err());
    assert!(reader.read_row(&mut row).is_err());
}

#[test]
fn the_version_is_judged_first() {
    for line in ["QRP2|table|x=a \n", "QRP2|table|x=\u{1b}\n", "QRP2|table"] {
        assert_eq!(Document::decode(line.as_bytes()).unwrap_err().class(), ErrorClass::Version, "{line}");
    }
    assert_eq!(Document::decode(b"QRP2|x=\xff\n").unwrap_err().class(), ErrorClass::Version);
}
