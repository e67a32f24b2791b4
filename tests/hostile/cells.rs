//! Cells, escapes, line ends, bytes that are no UTF-8, numbers, series and parts; and much of little.

use qrp1::{Body, Column, ColumnType, Document, ErrorClass, Header, OffsetUnit, Reader, Row, Schema, Value, Writer};

use crate::{e, invariants, ok, table};

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
