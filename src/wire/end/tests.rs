use alloc::format;
use alloc::string::String;

use super::*;
use crate::error::ErrorClass::{self, Count, Duplicate, Range, Syntax, Type};
use crate::schema::Schema;

fn table() -> Header {
    Header::table(Schema::default())
}

fn sum(before: &str) -> Sum {
    let mut sum = Sum::new();
    sum.update(before.as_bytes());
    sum
}

fn same(line: &str, first: &Header, last: &Header) -> Closing {
    let closing = parse(line, first, last, &sum("")).unwrap_or_else(|error| panic!("{line}: {error}"));
    let mut out = Vec::new();
    print(&closing, first, last, &sum(""), &mut out).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), line);
    closing
}

fn fails(line: &str, first: &Header, last: &Header, class: ErrorClass) {
    match parse(line, first, last, &sum("")) {
        Ok(closing) => panic!("{line} reads as {closing:?}"),
        Err(error) => assert_eq!(error.class(), class, "{line}: {error}"),
    }
}

#[test]
fn without_fields_where_the_count_is_known() {
    for header in
        [table().with_rows(1), Header::record().with_lines(0), Header::receipt(), Header::receipt().with_lines(2)]
    {
        same("\\.", &header, &header);
        for line in ["\\.a=1", "\\.status=ok", "\\.of=1"] {
            fails(line, &header, &header, Syntax);
        }
    }
    fails("\\.rows=2", &table().with_rows(2), &table().with_rows(2), Syntax);
    for line in ["", ".", "\\", "\\. ", "\\.|", "\\.a", "\\.\\.", "\\.rows", "\\.|rows=1", "\\.rows=1|"] {
        fails(line, &table(), &table(), Syntax);
    }
}

#[test]
fn with_the_count_first_where_it_is_left_out() {
    let closing = same("\\.rows=2|status=failed|code=timeout|complete=false|a=\\||_b=", &table(), &table());
    assert_eq!((closing.count(), closing.get("code"), closing.has_crc()), (Some(2), Some("timeout"), false));
    assert_eq!(closing.metadata().collect::<Vec<_>>(), [("a", "|"), ("_b", "")]);
    same("\\.lines=0", &Header::record(), &Header::record());
    fails("\\.lines=0", &Header::text(), &Header::text(), Type);
    same("\\.rows=1|of=9", &table(), &table());
    same("\\.lines=3", &table().with_rows(1), &Header::record().with("at", "/a"));
    for line in [
        "\\.",
        "\\.status=ok",
        "\\.status=ok|rows=2",
        "\\.lines=2",
        "\\.rows=2|code=x|status=ok",
        "\\.rows=2|a=1|code=x",
        "\\.rows=2|$1=x",
        "\\.rows=2|at=/a",
        "\\.rows=2|from=1",
        "\\.rows=2|flat=1",
        "\\.rows=2|lines=1",
        "\\.a=1|rows=2",
        "\\.crc=00000000|rows=2",
        "\\.rows=2|crc=00000000|a=1",
    ] {
        fails(line, &table(), &table(), Syntax);
    }
    fails("\\.lines=1|of=2", &Header::record(), &Header::record(), Syntax);
    fails("\\.lines=2|columns=", &Header::text(), &Header::text(), Syntax);
    fails("\\.rows=02", &table(), &table(), Type);
    fails("\\.rows=2|status=good", &table(), &table(), Type);
    fails("\\.rows=18446744073709551616", &table(), &table(), Range);
}

#[test]
fn keys_of_the_headers_do_not_come_again() {
    let first = table().with("status", "ok").with("a", 1).with_rows(1);
    fails("\\.lines=1|status=ok", &first, &Header::text(), Duplicate);
    fails("\\.lines=1|a=1", &first, &Header::text(), Duplicate);
    fails("\\.lines=1|b=1", &first, &Header::text().with("b", 2), Duplicate);
    fails("\\.rows=1|rows=1", &table(), &table(), Duplicate);
    fails("\\.rows=1|a=1|a=1", &table(), &table(), Duplicate);
    // The count of an earlier block is another one's.
    same("\\.rows=1", &Header::record().with_lines(1), &table());
    same("\\.rows=1|a=1", &Header::receipt().with_rows(5_000), &table());
}

#[test]
fn crc_is_that_of_all_bytes_before_it() {
    // The check value of CRC-32C: the sum of "123456789" is e3069283.
    assert_eq!(&sum("1234567").letters(b"89"), b"e3069283");
    let body = "QRP1|text\nx\n";
    let header = Header::text();
    let mut out = Vec::from(*b"kept:");
    let closing = Closing::new().with_lines(1).with_crc();
    print(&closing, &header, &header, &sum(body), &mut out).unwrap();
    let line = String::from_utf8(out.split_off(5)).unwrap();
    let (before, found) = line.rsplit_once("crc=").unwrap();
    assert_eq!(before, "\\.lines=1|");
    assert_eq!(found.as_bytes(), sum(&format!("{body}{before}")).letters(b""));
    assert_eq!(parse(&line, &header, &header, &sum(body)).unwrap(), closing);
    assert_eq!(parse(&line, &header, &header, &sum("other")).unwrap_err().class(), Count);
    for form in ["crc=", "crc=1234567", "crc=123456789", "crc=1234567A", "crc=\\n234567", "crc=ääää"] {
        fails(&format!("{before}{form}"), &header, &header, Type);
    }
    let receipt = Header::receipt();
    let mut out = Vec::new();
    print(&Closing::new().with_crc(), &receipt, &receipt, &sum(body), &mut out).unwrap();
    assert!(out.starts_with(b"\\.crc="));
    assert!(parse(core::str::from_utf8(&out).unwrap(), &receipt, &receipt, &sum(body)).unwrap().has_crc());
}

#[test]
fn err_closings_that_no_line_makes() {
    for closing in [
        Closing::new(),
        Closing::new().with_lines(1),
        Closing::new().with_rows(1).with_lines(1),
        Closing::new().with_rows(1).with("crc", "00000000"),
        Closing::new().with_rows(1).with("a b", 1),
        Closing::new().with("status", "ok"),
    ] {
        assert!(print(&closing, &table(), &table(), &sum(""), &mut Vec::new()).is_err(), "{closing:?}");
    }
    let closing = Closing::new().with("a", 1).with("code", 2).with_rows(1).with("status", "ok").with("a", 3);
    let fields: Vec<_> = closing.fields().collect();
    assert_eq!(fields, [("rows", "1"), ("status", "ok"), ("code", "2"), ("a", "3")]);
}

#[test]
fn hostile_lines_are_read_quickly() {
    let many = (0..200_000).map(|n| format!("|k{n}=")).collect::<Vec<_>>().concat();
    let line = format!("QRP1|text{many}");
    let (header, _) = header::parse(&line, None, &crate::Limits::default()).unwrap();
    fails(&format!("\\.lines=1{many}"), &header, &header, Duplicate);
    same(&format!("\\.rows=1{many}"), &table(), &table());
    for part in ["|", "a=|", "|a=", "crc=", "\\"] {
        assert!(parse(&format!("\\.{}", part.repeat(1_000_000)), &table(), &table(), &sum("")).is_err());
    }
}
