//! Fields written and read back, in every dialect.
use super::*;
use crate::args::{Dialect, Quote};
use qrp1::{Closing, Column, ColumnType, Header, Reader, Schema, Value, Writer};

fn dialect() -> Dialect {
    Dialect { delimiter: None, quote: None, escape: None, no_header: true, flexible: false }
}

/// The CSV of one row of texts.
fn row(texts: &[Value<'_>], dialect: &Dialect, safe: bool) -> Vec<u8> {
    let columns = (0..texts.len()).map(|index| Column::new(index.to_string(), ColumnType::Str).with_missing());
    let mut writer = Writer::from_writer(Vec::new());
    writer.header(&Header::table(Schema::new(columns)).with_rows(1)).unwrap();
    writer.row(texts).unwrap();
    let document = writer.finish(&Closing::new()).unwrap();
    let mut reader = Reader::from_reader(&document[..]);
    let mut rows = Rows::new(Vec::new(), dialect.delimiter.unwrap_or(b','), dialect, None, safe);
    while let Some(event) = reader.next_event().unwrap() {
        rows.event(&event).unwrap();
    }
    rows.finish().unwrap()
}

fn t(texts: &[Value<'_>], csv: &str) {
    assert_eq!(String::from_utf8(row(texts, &dialect(), false)).unwrap(), csv);
}

#[test]
fn quotes_where_they_are_needed() {
    t(&[Value::from("a b"), Value::from("é#;'")], "a b,é#;'\n");
    t(&[Value::from("a,b"), Value::from("a\"b")], "\"a,b\",\"a\"\"b\"\n");
    t(&[Value::from("a\nb"), Value::from("a\rb")], "\"a\nb\",\"a\rb\"\n");
    t(&[Value::from(""), Value::Null, Value::Missing], "\"\",,\n");
    t(&[Value::Null], "\"\"\n");
    t(&[Value::from("\u{feff}a")], "\"\u{feff}a\"\n");
}

#[test]
fn formulas_are_disarmed() {
    let texts = [Value::from("=1"), Value::from("@a,b"), Value::from("a=1"), Value::from("")];
    assert_eq!(row(&texts, &dialect(), true), b"'=1,\"'@a,b\",a=1,\"\"\n");
}

#[test]
fn every_dialect_reads_what_it_writes() {
    let texts = ["", "a", " a ", "\"", "\\", ";", ",", "\n", "\r\n", "a\"b;c\\d,e", "#x", "\u{feff}"];
    for (delimiter, quote, escape) in
        [(b',', b'"', None), (b';', b'\'', None), (b'\t', b'"', Some(b'\\')), (b'|', b'`', Some(b'^'))]
    {
        let dialect = Dialect { quote: Some(Quote(Some(quote))), escape, ..dialect() };
        for text in texts {
            let csv = row(
                &[Value::from("x"), Value::from(text)],
                &Dialect { delimiter: Some(delimiter), ..dialect.clone() },
                false,
            );
            let mut records = Records::open(&csv[..], delimiter, &dialect, None, &[]).unwrap();
            assert!(records.read().unwrap());
            let expected = if text.is_empty() { Value::Null } else { Value::from(text) };
            assert_eq!(
                records.values(),
                [Value::from("x"), expected],
                "{text:?} as {:?}",
                String::from_utf8_lossy(&csv)
            );
            assert!(!records.read().unwrap());
        }
    }
}
