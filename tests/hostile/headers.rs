//! Counts that lie, what is glued on, names that look alike, header keys.

use qrp1::{
    Body, Closing, Column, ColumnType, Document, DocumentBlock, DocumentRow, ErrorClass, Header, Schema, Value,
};

use crate::{e, invariants, ok, table};

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
