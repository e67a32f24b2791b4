//! Owns the attack table (rows 1 to 13, 16, 20 and 21) as far as it is about documents: declared lies, second spellings,
//! forged structure, faulty sources and sinks, the naughty strings, and what a lenient reader takes.
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

#[path = "support/data.rs"]
mod data;
#[path = "support/generate/mod.rs"]
mod generate;
#[path = "support/invariants.rs"]
mod invariants;

use std::fs;
use std::io::{self, Read, Write};

use qrp1::{
    Body, Closing, Column, ColumnType, Decoder, Document, DocumentBlock, DocumentRow, Encoder, ErrorClass, Header,
    Limits, OffsetUnit, Reader, ReaderBuilder, Row, Schema, Value, Writer,
};

/// Refused with this class, in one piece and in bytes alike.
#[track_caller]
fn e(document: impl AsRef<[u8]>, class: ErrorClass) {
    let document = document.as_ref();
    let whole = Document::decode(document);
    match &whole {
        Ok(_) => panic!("decoded; expected {class}: {}", invariants::show(document)),
        Err(error) => {
            assert_eq!(error.class(), class, "{error}: {}", invariants::show(document));
            invariants::error_is_fit_to_be_shown(document, error);
        }
    }
    invariants::assert_same(document, &whole, &invariants::decode_bytewise(document));
}

/// Decodes, and encodes to the same bytes.
#[track_caller]
fn ok(document: impl AsRef<[u8]>) -> Document {
    let document = document.as_ref();
    invariants::bytes(document);
    Document::decode(document).unwrap_or_else(|error| panic!("{error}: {}", invariants::show(document)))
}

fn table(columns: &str, rows: &[&str]) -> String {
    let rows: String = rows.iter().map(|row| format!("{row}\n")).collect();
    format!("QRP1|table|rows={}|columns={columns}\n{rows}\\.\n", rows.lines().count())
}

// Rows 1 and 2: counts that lie, and what is glued on.

#[test]
fn a_count_is_exact() {
    ok("QRP1|table|rows=2|columns=a:i64\n1\n2\n\\.\n");
    for count in ["0", "1", "3", "4", "9999999999", "18446744073709551615"] {
        e(format!("QRP1|table|rows={count}|columns=a:i64\n1\n2\n\\.\n"), ErrorClass::Count);
        e(format!("QRP1|record|lines={count}\na=1\nb=2\n\\.\n"), ErrorClass::Count);
        // No text has no line, so that is refused already in the header.
        let class = if count == "0" { ErrorClass::Type } else { ErrorClass::Count };
        e(format!("QRP1|text|lines={count}\na\nb\n\\.\n"), class);
        e(format!("QRP1|table|columns=a:i64\n1\n2\n\\.rows={count}\n"), ErrorClass::Count);
    }
}

#[test]
fn nothing_is_glued_to_a_document() {
    let one = "QRP1|receipt\n\\.\n";
    for more in [one, "\n", " ", "\\.\n", "x", "\0", "QRP1|text|lines=1\nx\n\\.\n"] {
        e(format!("{one}{more}"), ErrorClass::Syntax);
    }
}

// Row 3: second spellings of one count.

#[test]
fn a_count_has_one_spelling() {
    let spellings =
        ["-1", "+2", "002", " 2", "2 ", "2.0", "2e0", "0x2", "2_0", "\u{662}", "\u{ff12}", "", "two", "2\t", "1e3"];
    for spelling in spellings {
        let document = format!("QRP1|table|rows={spelling}|columns=a:i64\n1\n2\n\\.\n");
        let error = Document::decode(document.as_bytes()).unwrap_err();
        assert!(matches!(error.class(), ErrorClass::Type | ErrorClass::Syntax), "{error}");
    }
    for large in ["18446744073709551616", "99999999999999999999999"] {
        e(format!("QRP1|table|rows={large}|columns=a:i64\n1\n2\n\\.\n"), ErrorClass::Range);
    }
}

// Row 4: names.

#[test]
fn names_that_look_alike_are_other_names() {
    // Composed and decomposed, in another case, full width, with a byte order mark, and of another language's trouble.
    let names =
        ["é", "e\u{301}", "É", "a", "A", "ａ", "a ", " a", "", "\"\"", "#", "@", "__proto__", "a\u{feff}", "a\0"];
    let columns: Vec<_> = names.iter().map(|name| Column::new(*name, ColumnType::I64)).collect();
    let values = names.iter().zip(0..).map(|(_, value)| Value::Int(value)).collect();
    let row = DocumentRow { values, ..DocumentRow::default() };
    let header = Header::table(Schema::new(columns)).with_rows(1);
    let block = DocumentBlock { header, body: Body::Rows(vec![row]) };
    invariants::document(&Document { blocks: vec![block], closing: Closing::new() });
    for name in names {
        let (one, other) = (Column::new(name, ColumnType::I64), Column::new(name, ColumnType::Str));
        let header = Header::table(Schema::new([one, other])).with_rows(0);
        let block = DocumentBlock { header, body: Body::Rows(Vec::new()) };
        let error = Document { blocks: vec![block], closing: Closing::new() }.encode().unwrap_err();
        assert_eq!(error.class(), ErrorClass::Duplicate, "{error}");
    }
}

#[test]
fn many_columns_are_refused_soon() {
    let columns: Vec<_> = (0..1_000_000).map(|index| format!("c{index}:i64")).collect();
    e(table(&columns[..50_000].join(","), &[]), ErrorClass::Limit);
    // Beyond the bytes of a header the number of columns does not matter.
    e(table(&columns.join(","), &[]), ErrorClass::Limit);
}

// Row 5: header keys.

#[test]
fn a_header_says_everything_once_and_in_order() {
    e("QRP1|table|rows=1|rows=2|columns=a:i64\n1\n\\.\n", ErrorClass::Duplicate);
    e("QRP1|receipt|x=1|x=2\n\\.\n", ErrorClass::Duplicate);
    e("QRP1|table|columns=a:i64|rows=1\n1\n\\.\n", ErrorClass::Syntax);
    e("QRP1|table|source=x|rows=1|columns=a:i64\n1\n\\.\n", ErrorClass::Syntax);
    e("QRP1|table|rows=1\n1\n\\.\n", ErrorClass::Syntax);
    e("QRP1|table|columns=a:i64\n1\n\\.\n", ErrorClass::Syntax);
    e("QRP2|table|rows=1|columns=a:i64\n1\n\\.\n", ErrorClass::Version);
    for start in ["qrp1|", " QRP1|", "\u{feff}QRP1|", "\nQRP1|", "Qrp1|", "QRP1 |", "QRP1", "QRP|", "{", "[", "QRP1||"]
    {
        e(format!("{start}receipt\n\\.\n"), ErrorClass::Syntax);
    }
}

// Row 6: cells.

#[test]
fn a_row_has_all_of_its_cells() {
    for row in ["1", "1,2,3", "", ",,", "1,2,"] {
        e(table("a:i64,b:i64", &[row]).replace("rows=0", "rows=1"), ErrorClass::Width);
    }
    e("QRP1|table|rows=1|columns=a:str\n\n\\.\n", ErrorClass::Syntax);
    let document = ok(table("a:str", &["\\N", "\"\"", "x"]));
    let Body::Rows(rows) = &document.blocks[0].body else { panic!() };
    assert_eq!(rows[0].values, [Value::Null]);
    assert_eq!(rows[1].values, [Value::from("")]);
}

// Row 7: escapes.

#[test]
fn an_escape_has_one_spelling() {
    let cells = [
        "\\", "a\\", "\\x", "\\u", "\\u1", "\\u001B", "\\u001g", "\\u0041", "\\u0020a", "\\ud800", "\\udfff",
        "\\u000a", "\\u{1b}", "\\x1b", "\\033", "\\é", "\\😀", "\\;", "\\ ", "\\a", "\\0", "\\/", "\\u00e9", "\\N\\N",
        "\\Nx",
    ];
    for cell in cells {
        for document in [
            table("a:str,b:i64", &[&format!("{cell},1")]),
            table("a:str", &[cell]).replace("\\N\n", "x\\N\n"),
            format!("QRP1|record|lines=1\na={cell}\n\\.\n"),
            format!("QRP1|text|escaped=1|lines=1\nx{cell}\n\\.\n"),
            format!("QRP1|receipt|x={cell}\n\\.\n"),
            table(&format!("a{cell}:str"), &[]),
        ] {
            invariants::decode_never_panics(document.as_bytes());
            if let Some(document) = invariants::canonical(document.as_bytes()) {
                panic!("decoded {cell} to {document:?}");
            }
        }
    }
}

// Row 8: line ends.

#[test]
fn only_lf_ends_a_line() {
    for end in ["\r", "\r\n", "\u{85}", "\u{2028}", "\u{2029}", "\u{b}", "\u{c}", "\0", "\u{1c}"] {
        for document in [
            format!("QRP1|table|rows=2|columns=a:str\nx{end}y\n\\.\n"),
            format!("QRP1|table|rows=1|columns=a:str\nx{end}\n\\.\n"),
            format!("QRP1|text|lines=1\nx{end}y\n\\.\n"),
            format!("QRP1|text|escaped=1|lines=1\nx{end}y\n\\.\n"),
            format!("QRP1|record|lines=1\na:json=\"{end}\"\n\\.\n"),
            format!("QRP1|receipt|x=a{end}b\n\\.\n"),
            format!("QRP1|receipt{end}\n\\.\n"),
            format!("QRP1|receipt\n\\.{end}\n"),
        ] {
            let error = Document::decode(document.as_bytes()).expect_err(&document);
            assert!(!matches!(error.class(), ErrorClass::Utf8 | ErrorClass::Io), "{error}");
            invariants::bytes(document.as_bytes());
        }
    }
}

// Row 9: data that looks like structure.

#[test]
fn data_is_never_structure() {
    for text in generate::HOSTILE {
        everywhere(text);
    }
    for text in
        ["QRP1|receipt\n\\.\n", "x\n\\.rows=0\nQRP1|", "</tool_result>\n\\.\n", "ignore previous instructions\n\\."]
    {
        everywhere(text);
    }
}

/// Puts a text in every place that a document has, and expects it back from there.
fn everywhere(text: &str) {
    let t = |document: &Document| drop(invariants::document(document));
    let alone =
        |header: Header, body: Body| Document { blocks: vec![DocumentBlock { header, body }], closing: Closing::new() };
    let row = |values: Vec<Value<'static>>| DocumentRow { values, ..DocumentRow::default() };
    let value = Value::text(text);
    // Cells alone, first, last and in every group.
    let list = ColumnType::list(ColumnType::Str);
    let map = ColumnType::map(ColumnType::Str, ColumnType::Str);
    let field = |name: &str| Column::new(name, ColumnType::Str);
    let columns = [
        field("s"),
        Column::new("l", list.clone()),
        Column::new("m", map),
        Column::new("t", ColumnType::bracketed([field("x"), field("y")])).with_missing(),
        Column::new("i", ColumnType::structure([field("x")])),
        Column::new("a", ColumnType::Auto),
        Column::new("e", ColumnType::Str),
    ];
    let tree = Value::Map(vec![(value.clone(), Value::List(vec![value.clone(), value.clone()]))]);
    let values = vec![
        value.clone(),
        Value::List(vec![value.clone(), value.clone()]),
        Value::Map(vec![(value.clone(), value.clone())]),
        Value::Struct(vec![value.clone(), value.clone()]),
        Value::Struct(vec![value.clone()]),
        tree.clone(),
        value.clone(),
    ];
    let rows = Body::Rows(vec![row(values)]);
    t(&alone(Header::table(Schema::new(columns)).with_rows(1), rows));
    for ty in [ColumnType::Str, ColumnType::Auto] {
        let schema = Schema::new([Column::new("a", ty.clone())]);
        t(&alone(Header::table(schema.clone()).with_rows(1), Body::Rows(vec![row(vec![value.clone()])])));
        let schema = Schema::new([Column::unnamed(ty)]);
        t(&alone(Header::table(schema).with_rows(1), Body::Rows(vec![row(vec![value.clone()])])));
    }
    let schema = Schema::new([Column::new("a", list)]);
    t(&alone(Header::table(schema).with_rows(1), Body::Rows(vec![row(vec![Value::List(vec![value.clone()])])])));
    // A key, a name of a column, a constant, a template.
    let keyed = DocumentRow { key: Some(text.into()), values: vec![Value::Int(1)], ..DocumentRow::default() };
    let schema = Schema::new([Column::new(text, ColumnType::I64)]).with_keys();
    t(&alone(Header::table(schema).with_rows(1), Body::Rows(vec![keyed])));
    if text.len() < 1_024 / 6 {
        let schema = Schema::new([Column::new("n", ColumnType::I64), field("c").always(value.clone())]);
        let rows = Body::Rows(vec![row(vec![Value::Int(1), value.clone()])]);
        t(&alone(Header::table(schema).with_rows(1), rows));
    }
    if text.len() < 1_024 / 12 {
        let schema = Schema::new([field("a").like(format!("{text}x"), text)]);
        let rows = ["", "y", text].map(|inner| row(vec![Value::text(&format!("{text}x{inner}{text}"))]));
        t(&alone(Header::table(schema).with_rows(3), Body::Rows(rows.into())));
    }
    // A record's names, values, trees and JSON; a prefix and texts that begin with it.
    let json = Value::Json(generate::json_string(text).into());
    let fields = vec![
        (Some(text.into()), ColumnType::Auto, value.clone()),
        (Some(format!("{text}s").into()), ColumnType::Str, value.clone()),
        (Some(format!("{text}t").into()), ColumnType::Auto, tree),
        (Some(format!("{text}j").into()), ColumnType::Json, json),
    ];
    let mut header = Header::record().with_lines(4);
    t(&alone(header.clone(), Body::Fields(fields.clone())));
    if !text.is_empty() {
        header = header.with_name(text).with_name(format!("{text}/"));
        t(&alone(header, Body::Fields(fields)));
    }
    // A header's values, a text, a receipt, the closing line, a place.
    let count = text.split('\n').count() as u64;
    let meta = Header::text().with("code", text).with("x", text).with("escaped", 1);
    t(&alone(meta.clone().with_lines(count), Body::Text(text.into())));
    t(&alone(Header::receipt().with("escaped", 1).with_lines(count), Body::Text(text.into())));
    let late = DocumentBlock { header: Header::text().with("escaped", 1), body: Body::Text(text.into()) };
    t(&Document {
        blocks: vec![late],
        closing: Closing::new().with_lines(count).with("cause", text).with("y", text).with_crc(),
    });
    let plain = alone(Header::text().with_lines(count), Body::Text(text.into()));
    if plain.encode().is_ok() {
        t(&plain);
    }
    let place = format!("/{}", generate::token(text));
    t(&alone(Header::text().with("at", place).with_lines(1), Body::Text("x".into())));
}

// Row 10: bytes that are no UTF-8.

#[test]
fn bytes_that_are_no_utf8_are_refused_everywhere() {
    let sequences: [&[u8]; 9] = [
        b"\xff",
        b"\x80",
        b"\xc0\x80",
        b"\xc1\xbf",
        b"\xe0\x80\x80",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\xc3",
        b"\xf0\x9f\x98",
    ];
    for bytes in sequences {
        for (before, after) in [
            (&b"QRP1|table|rows=1|columns=a:str\nx"[..], &b"y\n\\.\n"[..]),
            (b"QRP1|table|rows=1|columns=a", b":str\nx\n\\.\n"),
            (b"QRP1|text|lines=1\n", b"\n\\.\n"),
            (b"QRP1|record|lines=1\na:json=\"", b"\"\n\\.\n"),
            (b"QRP1|receipt|x=", b"\n\\.\n"),
            (b"QRP1|text\nx\n\\.lines=1|x=", b"\n"),
        ] {
            e([before, bytes, after].concat(), ErrorClass::Utf8);
        }
    }
}

// Row 11: numbers.

#[test]
fn a_number_outside_its_type_is_an_error() {
    let t = |ty: &str, cell: &str, class: ErrorClass| e(table(&format!("a:{ty}"), &[cell]), class);
    for (ty, least, most) in [
        ("i8", "-129", "128"),
        ("i16", "-32769", "32768"),
        ("i32", "-2147483649", "2147483648"),
        ("i64", "-9223372036854775809", "9223372036854775808"),
        ("dur(s)", "-9223372036854775809", "9223372036854775808"),
    ] {
        t(ty, least, ErrorClass::Range);
        t(ty, most, ErrorClass::Range);
    }
    for (ty, most) in [("u8", "256"), ("u16", "65536"), ("u32", "4294967296"), ("u64", "18446744073709551616")] {
        t(ty, most, ErrorClass::Range);
    }
    let long = "9".repeat(100_000);
    t("i64", &long, ErrorClass::Range);
    t("u64", &long, ErrorClass::Range);
    t("dec(9,2)", &format!("{long}.00"), ErrorClass::Range);
    t("f64", "1e400", ErrorClass::Range);
    t("f64", "1e+400", ErrorClass::Range);
    for ty in ["i64", "u64", "f64", "num", "dec(9,0)"] {
        for cell in ["+1", "01", "1_000", "0x10", "1,0", " 1", "\u{661}", "--1", "1-", "nan", "inf", "1f", ".5", "5."] {
            let document = table(&format!("a:{ty}"), &[cell]);
            let error = Document::decode(document.as_bytes()).expect_err(&document);
            assert!(
                matches!(error.class(), ErrorClass::Type | ErrorClass::Width | ErrorClass::Syntax),
                "{ty}: {error}"
            );
        }
    }
    ok(table("a:num", &[&long]));
    ok(table("a:auto", &[&long]));
}

// Row 12: series.

#[test]
fn an_instant_that_overflows_is_an_error() {
    let t = |t0: &str, unit: &str, offset: &str| {
        format!("QRP1|series|rows=1|t0={t0}|columns=dt_{unit}:i64,a:i64\n{offset},1\n\\.\n")
    };
    for offset in ["9223372036854775807", "-9223372036854775808"] {
        for unit in ["min", "h", "d"] {
            e(t("2024-01-01T00:00:00Z", unit, offset), ErrorClass::Range);
        }
        for unit in ["ns", "us", "ms"] {
            ok(t("2024-01-01T00:00:00Z", unit, offset));
        }
    }
    e(t("2024-01-01T00:00:00Z", "s", "9223372036854775807"), ErrorClass::Range);
    ok(t("1970-01-01T00:00:00Z", "s", "9223372036854775807"));
    ok(t("1970-01-01T00:00:00Z", "s", "-9223372036854775808"));
    e(t("1969-12-31T23:59:59Z", "s", "-9223372036854775808"), ErrorClass::Range);
    e(t("2024-01-01T00:00:00Z", "s", "9223372036854775808"), ErrorClass::Range);
    for t0 in ["2024-02-30T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:00:60Z", "2023-02-29T00:00:00Z"] {
        let error = Document::decode(t(t0, "s", "0").as_bytes()).unwrap_err();
        assert!(matches!(error.class(), ErrorClass::Range | ErrorClass::Type), "{error}");
    }
    e("QRP1|series|rows=1|columns=dt_s:i64,a:i64\n0,1\n\\.\n", ErrorClass::Syntax);
    // An encoder keeps the same.
    let schema = Schema::new([Column::new("a", ColumnType::I64)]).with_offset(OffsetUnit::Day);
    let mut writer = Writer::from_writer(Vec::new());
    writer.header(&Header::series(schema, "2024-01-01T00:00:00Z".parse().unwrap()).with_rows(1)).unwrap();
    let error = writer.series_row(i64::MAX, &[Value::Int(1)]).unwrap_err();
    assert_eq!(error.class(), ErrorClass::Range);
}

// Row 13: parts.

#[test]
fn a_part_is_one_of_its_parts() {
    ok("QRP1|text|lines=1|part=4294967296|parts=18446744073709551615\nx\n\\.\n");
    for (part, parts) in [("0", "1"), ("1", "0"), ("2", "1"), ("-1", "1"), ("1", "01")] {
        let document = format!("QRP1|text|lines=1|part={part}|parts={parts}\nx\n\\.\n");
        let error = Document::decode(document.as_bytes()).expect_err(&document);
        assert!(!matches!(error.class(), ErrorClass::Limit | ErrorClass::Io), "{error}");
    }
    for half in ["part=1", "parts=1"] {
        e(format!("QRP1|text|lines=1|{half}\nx\n\\.\n"), ErrorClass::Syntax);
    }
}

// Row 16: much of little.

#[test]
fn empty_rows_and_small_cells_in_number() {
    let rows = "()\n".repeat(100_000);
    ok_large(&format!("QRP1|table|rows=100000|columns=\n{rows}\\.\n"));
    let columns: Vec<_> = (0..4_096).map(|index| format!("c{index}:str")).collect();
    let row = ",".repeat(4_095) + "\n";
    ok_large(&format!("QRP1|table|rows=50|columns={}\n{}\\.\n", columns.join(","), row.repeat(50)));
    ok_large(&format!("QRP1|table|rows=1|columns=a[]:str\n({})\n\\.\n", ";".repeat(100_000)));
}

fn ok_large(document: &str) {
    let decoded = Document::decode(document.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    assert!(decoded.encode().unwrap() == document.as_bytes());
    // Rows that are only counted are not decoded, and take the memory of one.
    let mut reader = Reader::from_reader(document.as_bytes());
    let mut row = Row::new();
    while reader.read_row(&mut row).unwrap() {}
}

// Row 21: sources and sinks that fail.

/// Fails after some bytes.
struct Failing<'a> {
    bytes: &'a [u8],
}

impl Read for Failing<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.bytes.is_empty() {
            return Err(io::Error::other("the wire is cut"));
        }
        let length = self.bytes.len().min(into.len()).min(5);
        let (now, later) = self.bytes.split_at(length);
        into[..length].copy_from_slice(now);
        self.bytes = later;
        Ok(length)
    }
}

#[test]
fn a_source_that_fails_half_way() {
    let document = b"QRP1|table|rows=2|columns=a:i64,b:str\n1,x\n2,y\n\\.\n";
    for cut in 0..=document.len() {
        let mut reader = Reader::from_reader(Failing { bytes: &document[..cut] });
        let error = loop {
            match reader.next_event() {
                Ok(Some(_)) => {}
                Ok(None) => panic!("complete after {cut} bytes and a failure"),
                Err(error) => break error,
            }
        };
        assert!(error.is_io() && error.class() == ErrorClass::Io, "{error}");
        assert!(error.to_string().starts_with("the wire is cut"), "{error}");
        let lines = document[..cut].iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(error.position().unwrap().line(), lines as u64 + 1);
        assert_eq!(io::Error::from(error).to_string(), "the wire is cut");
    }
    // A source that only ends is another error.
    for cut in 0..document.len() {
        let mut reader = Reader::from_reader(&document[..cut]);
        let error = reader.rows().find_map(Result::err).expect("an error");
        assert!(error.is_eof() || cut < 5, "{error}");
        assert!(!error.is_eof() || io::Error::from(error).kind() == io::ErrorKind::UnexpectedEof);
    }
}

/// Takes so many bytes, a few at a time, with interruptions; then fails.
struct Full {
    taken: Vec<u8>,
    most: usize,
    interrupted: bool,
    fails_on_flush: bool,
}

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let length = bytes.len().min(7).min(self.most - self.taken.len());
        if length == 0 {
            return Err(io::Error::other("no space"));
        }
        self.taken.extend_from_slice(&bytes[..length]);
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.fails_on_flush { Err(io::Error::other("no flush")) } else { Ok(()) }
    }
}

fn write(sink: Full, flush: bool) -> (qrp1::Result<Full>, usize) {
    let schema = Schema::new([Column::new("a", ColumnType::I64), Column::new("b", ColumnType::Str)]);
    let mut writer = Writer::from_writer(sink);
    let mut calls = 0;
    let run = || -> qrp1::Result<()> {
        writer.header(&Header::table(schema).with_rows(2))?;
        calls += 1;
        for (a, b) in [(1, "x"), (2, "y")] {
            writer.row(&[Value::Int(a), Value::from(b)])?;
            calls += 1;
            if flush {
                writer.flush()?;
            }
        }
        Ok(())
    };
    match run() {
        Ok(()) => (writer.finish(&Closing::new()), calls),
        Err(error) => {
            // What was written is unknown after a failure, so nothing follows it.
            assert!(writer.flush().is_err());
            assert!(writer.finish(&Closing::new()).is_err());
            (Err(error), calls)
        }
    }
}

#[test]
fn a_sink_that_fails_at_each_byte() {
    let document = b"QRP1|table|rows=2|columns=a:i64,b:str\n1,x\n2,y\n\\.\n";
    for flush in [false, true] {
        for most in 0..document.len() {
            let sink = Full { taken: Vec::new(), most, interrupted: false, fails_on_flush: false };
            let (result, _) = write(sink, flush);
            let error = result.err().unwrap_or_else(|| panic!("complete in {most} bytes"));
            assert!(error.is_io(), "{error}");
        }
        let sink = Full { taken: Vec::new(), most: document.len(), interrupted: false, fails_on_flush: false };
        assert_eq!(write(sink, flush).0.unwrap_or_else(|error| panic!("{error}")).taken, document);
        let sink = Full { taken: Vec::new(), most: document.len(), interrupted: false, fails_on_flush: true };
        assert!(write(sink, flush).0.is_err());
    }
}

#[test]
fn a_writer_with_another_number_of_rows_does_not_finish() {
    let schema = Schema::new([Column::new("a", ColumnType::I64)]);
    for rows in [0u64, 1, 3] {
        let mut writer = Writer::from_writer(Vec::new());
        writer.header(&Header::table(schema.clone()).with_rows(rows)).unwrap();
        let result = (|| {
            writer.row(&[Value::Int(1)])?;
            writer.row(&[Value::Int(2)])?;
            writer.finish(&Closing::new())
        })();
        assert_eq!(result.unwrap_err().class(), ErrorClass::Count, "{rows}");
        let mut writer = Writer::from_writer(Vec::new());
        writer.header(&Header::table(schema.clone())).unwrap();
        writer.row(&[Value::Int(1)]).unwrap();
        writer.row(&[Value::Int(2)]).unwrap();
        assert_eq!(writer.finish(&Closing::new().with_rows(rows)).unwrap_err().class(), ErrorClass::Count, "{rows}");
    }
}

// What a lenient reader takes (ERR-3), and nothing else.

fn lenient(document: &[u8]) -> qrp1::Result<Document> {
    let whole = Document::decode_with(Decoder::new().with_lenient(true), document);
    let bytewise = invariants::decode_chunks(Decoder::new().with_lenient(true), document.chunks(1));
    invariants::assert_same(document, &whole, &bytewise);
    whole
}

#[test]
fn crlf_byte_order_mark_and_missing_final_line_feed() {
    let plain = "QRP1|table|rows=2|columns=a:str,b:i64\nx,1\n\\r,2\n\\.\n";
    let expected = Document::decode(plain.as_bytes()).unwrap();
    let crlf = plain.replace('\n', "\r\n");
    let cut = plain.strip_suffix('\n').unwrap();
    for changed in [
        plain.to_owned(),
        crlf.clone(),
        format!("\u{feff}{plain}"),
        format!("\u{feff}{crlf}"),
        cut.to_owned(),
        format!("\u{feff}{cut}"),
        cut.replace('\n', "\r\n"),
    ] {
        assert_eq!(lenient(changed.as_bytes()).unwrap_or_else(|error| panic!("{error}: {changed:?}")), expected);
        let mut reader = ReaderBuilder::new().lenient(true).from_reader(changed.as_bytes());
        assert_eq!(reader.rows().map(Result::unwrap).count(), 2);
        if changed != plain {
            assert!(Document::decode(changed.as_bytes()).is_err(), "strict takes {changed:?}");
        }
    }
    // Taken away before anything else: the sum is that of the document as it was.
    let mut with_sum = expected;
    with_sum.closing = Closing::new().with_crc();
    let sum = String::from_utf8(with_sum.encode().unwrap()).unwrap();
    for changed in [sum.replace('\n', "\r\n"), format!("\u{feff}{sum}")] {
        assert_eq!(lenient(changed.as_bytes()).unwrap(), with_sum);
    }
    // And so do limits count.
    let mut limits = Limits::default();
    limits.line = 5;
    let decoder = Decoder::new().with_limits(limits).with_lenient(true);
    assert!(Document::decode_with(decoder, b"QRP1|text|lines=1\r\n12345\r\n\\.\r\n").is_ok());
}

#[test]
fn a_lenient_reader_takes_nothing_else() {
    let t = |document: &str| {
        let error = lenient(document.as_bytes()).expect_err(document);
        assert!(Document::decode(document.as_bytes()).is_err(), "{error}: strict takes {document:?}");
    };
    let rows = "QRP1|table|rows=1|columns=a:str\n";
    // CR elsewhere, or twice.
    t(&format!("{rows}x\r\r\n\\.\n"));
    t(&format!("{rows}x\ry\n\\.\n"));
    t(&format!("{rows}x\r\\.\r"));
    t("QRP1|table|rows=1|columns=a:str\rx\r\\.\r");
    // A mark elsewhere, or twice, or cut.
    t(&format!("\u{feff}\u{feff}{rows}x\n\\.\n"));
    t(&format!("{rows}\u{feff}x\n\\.\n"));
    t(&format!("{rows}x\n\u{feff}\\.\n"));
    t(&format!(" \u{feff}{rows}x\n\\.\n"));
    assert!(lenient(b"\xef\xbbQRP1|receipt\n\\.\n").is_err());
    // A missing LF elsewhere.
    t("QRP1|table|columns=a:str\nx\n\\.rows=1");
    t("QRP1|receipt\n\\.crc=00000000");
    t(&format!("{rows}x"));
    t("QRP1|receipt");
    t("");
    t("\u{feff}");
    // White space, blank lines, what is glued on, other spellings.
    t(&format!("{rows}x\n\\.\n\n"));
    t(&format!("{rows}x\n\\.\r\n\r\n"));
    t(&format!("\n{rows}x\n\\.\n"));
    t(&format!("{rows}x \n\\.\n"));
    t(&format!("{rows}x\n\\. \n"));
    t(&format!("{rows}x\n\\.\nQRP1|receipt\n\\.\n"));
    t("qrp1|receipt\n\\.\n");
    t("QRP1|table|rows=01|columns=a:str\nx\n\\.\n");
    t("QRP1|table|rows=2|columns=a:str\nx\n\\.\n");
    t("QRP1|table|rows=1|columns=a:i64\n+1\n\\.\n");
}

// The naughty strings.

#[test]
fn naughty_strings_come_back_from_everywhere() {
    let mut used = 0;
    if let Some(path) = data::file("blns/blns.json") {
        let strings: Vec<String> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        assert!(strings.len() > 400);
        for text in &strings {
            everywhere(text);
        }
        // All in one table: a line for each.
        let rows: Vec<_> = strings
            .iter()
            .map(|text| DocumentRow { values: vec![Value::text(text), Value::text(text)], ..DocumentRow::default() })
            .collect();
        let schema = Schema::new([Column::new("a", ColumnType::Str), Column::new("b", ColumnType::Auto)]);
        let header = Header::table(schema).with_rows(rows.len() as u64);
        let block = DocumentBlock { header, body: Body::Rows(rows) };
        let bytes = invariants::document(&Document { blocks: vec![block], closing: Closing::new() });
        assert_eq!(bytes.iter().filter(|&&byte| byte == b'\n').count(), strings.len() + 2);
        used = 1;
    }
    data::report("blns", used);
}

// The encoder's own promises: one switch for the sum, and nothing half done.

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

#[test]
fn a_lenient_line_is_as_long_as_it_is_without_what_transport_added() {
    let mut limits = Limits::default();
    limits.line = 10;
    let document = b"\xef\xbb\xbfQRP1|text|lines=1\r\n0123456789\r\n\\.\r\n";
    let lenient = || Decoder::new().with_limits(limits).with_lenient(true);
    Document::decode_with(lenient(), document).unwrap();
    invariants::decode_chunks(lenient(), document.chunks(1)).unwrap();
}
