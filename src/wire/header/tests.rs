use alloc::format;
use alloc::string::ToString;
use core::time::Duration;
use std::time::Instant as Clock;

use proptest::prelude::*;

use super::*;
use crate::error::ErrorClass::{self, Duplicate, Limit, Range, Syntax, Type, Version};
use crate::schema::{Column, ColumnType, Schema};

fn read_as(line: &str, first: bool) -> Result<Header> {
    let before = Reading::new(Names::default(), Limits::default());
    parse(line, (!first).then_some(&before), &Limits::default()).map(|(header, _)| header)
}

fn read(line: &str) -> Result<Header> {
    read_as(line, true)
}

fn written(header: &Header, first: bool) -> Result<String> {
    let mut out = Vec::new();
    print(header, first, &Writing { names: header.names.clone(), ..Writing::default() }, &mut out)?;
    Ok(String::from_utf8(out).unwrap())
}

/// Reads back as itself behind the magic.
fn same(rest: &str) -> Header {
    let line = format!("QRP1|{rest}");
    let header = read(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
    assert_eq!(written(&header, true).unwrap(), line);
    header
}

fn fails(rest: &str, class: ErrorClass) {
    match read(&format!("QRP1|{rest}")) {
        Ok(header) => panic!("{rest} reads as {header:?}"),
        Err(error) => assert_eq!(error.class(), class, "{rest}: {error}"),
    }
}

fn each_fails(class: ErrorClass, lines: &[&str]) {
    for rest in lines {
        fails(rest, class);
    }
}

#[test]
fn shapes() {
    for (rest, shape, count) in [
        ("record", Shape::Record, None),
        ("record|lines=2", Shape::Record, Some(2)),
        ("table|rows=0|columns=", Shape::Table, Some(0)),
        ("table|columns=id:i64,name:str", Shape::Table, None),
        ("series|rows=1|t0=2024-01-01T00:00:00Z|columns=dt_h:i64", Shape::Series, Some(1)),
        ("text|lines=18446744073709551615", Shape::Text, Some(u64::MAX)),
        ("receipt|status=ok|rows=5000", Shape::Receipt, Some(0)),
        ("receipt|lines=1|escaped=1", Shape::Receipt, Some(1)),
    ] {
        let header = same(rest);
        assert_eq!((header.shape(), header.count()), (shape, count), "{rest}");
    }
    each_fails(Syntax, &["", "rows", "Table|columns=", "tables|columns=", " table|columns=", "record ", "text\\|"]);
}

#[test]
fn what_a_document_begins_with() {
    let class = |line| read(line).unwrap_err().class();
    for line in ["QRP2|table", "QRP10|", "QRP0|x", "QRP01|record", "QRP11111111111111111111|"] {
        assert_eq!(class(line), Version, "{line}");
    }
    for line in ["", "QRP1", "QRP|", "QRP1 |", "qrp1|record", "QRP-1|", "QRP1.0|", "{\"a\":1}", "\\QRP1|record", "QRP2"]
    {
        assert_eq!(class(line), Syntax, "{line}");
    }
    for line in ["\u{feff}QRP1|record", " QRP1|record", "\rQRP1|record", "", "[1]", "QRP1|record|lines=1\r"] {
        let error = read(line).unwrap_err();
        assert!(error.class() == Syntax && error.help().is_some(), "{line:?}: {error}");
    }
    let error = read("QRP2|table").unwrap_err().to_string();
    assert_eq!(error, "expected a document that begins with `QRP1|`, found `QRP2`");
}

#[test]
fn err_fields_without_the_grammar() {
    each_fails(
        Syntax,
        &[
            "record|",
            "record||a=1",
            "record|a",
            "record|=1",
            "record|1a=1",
            "record|a b=1",
            "record|é=1",
            "record|-a=1",
            "record|$=1",
            "record|$0=a",
            "record|$10=a",
            "record|$a=b",
            "record|a=1|",
            "record|a:b=1",
            r"record|a=\x",
            r"record|a=\",
            r"record|a=b\,c",
            "record|a=b\tc",
            r"record|a=\u0041",
        ],
    );
}

#[test]
fn metadata_is_kept_in_order() {
    let header = same(r"record|status=ok|b=|a=1=2|_later=x|A.b-c_9=\||z=\\\n");
    let metadata: Vec<_> = header.metadata().collect();
    assert_eq!(metadata, [("b", ""), ("a", "1=2"), ("_later", "x"), ("A.b-c_9", "|"), ("z", "\\\n")]);
    assert_eq!(header.fields().count(), 6);
    fails("record|crc=00000000", Syntax);
}

#[test]
fn order_and_duplicates() {
    each_fails(
        Syntax,
        &[
            "table|columns=|rows=1",
            "record|lines=1|status=ok",
            "record|a=1|status=ok",
            "record|$1=x|a=1",
            "record|$2=y|$1=x",
            "table|columns=|$1=x",
            "table|columns=|a=1",
            "receipt|code=x|status=ok",
        ],
    );
    each_fails(
        Duplicate,
        &[
            "record|a=1|a=2",
            "record|status=ok|status=ok",
            "table|columns=|columns=",
            "record|$1=a|$1=b",
            "record|a=1|b=2|a=1",
        ],
    );
}

/// Every reserved key, in every shape, in both places: it reads exactly where the table of the specification allows it.
#[test]
fn reserved_keys_stand_where_the_table_allows() {
    const TABLE: &[(&str, &str, &str, bool)] = &[
        ("at=/a", "record table series text", "any", false),
        ("status=failed", "record table series text receipt", "first", true),
        ("code=x", "record table series text receipt", "first", true),
        ("cause=x", "record table series text receipt", "first", true),
        ("resource=x", "record table series text receipt", "first", true),
        ("revision=x", "record table series text receipt", "first", true),
        ("rows=3", "table series receipt", "any", true),
        ("lines=3", "record text receipt", "any", true),
        ("from=3", "table series text receipt", "any", false),
        ("of=3", "table series text receipt", "any", true),
        ("complete=false", "record table series text receipt", "first", true),
        ("next_cursor=x", "record table series text receipt", "first", true),
        ("next=x", "record table series text receipt", "first", true),
        ("retry=x", "record table series text receipt", "first", true),
        ("stored=x", "record table series text receipt", "first", true),
        ("expires=2024-01-01T00:00:00Z", "record table series text receipt", "first", true),
        ("snapshot=x", "record table series text receipt", "first", true),
        ("axis=time:rfc3339", "series", "any", false),
        ("escaped=1", "text", "any", false),
    ];
    for &(field, shapes, place, closing) in TABLE {
        let (key, value) = field.split_once('=').unwrap();
        for shape in Shape::ALL {
            let t0 = if shape == Shape::Series { "|t0=2024-01-01T00:00:00Z" } else { "" };
            let columns = match shape {
                Shape::Table => "|columns=a:i64",
                Shape::Series => "|columns=dt_s:i64",
                _ => "",
            };
            let line = if key == "axis" || key == "escaped" {
                format!("QRP1|{shape}{t0}|{field}{columns}")
            } else {
                format!("QRP1|{shape}|{field}{t0}{columns}")
            };
            for first in [true, false] {
                let allowed = shapes.split(' ').any(|word| word == shape.as_str()) && (first || place == "any");
                match read_as(&line, first) {
                    Ok(header) => {
                        assert!(allowed, "{line}");
                        assert_eq!(written(&header, first).unwrap(), line);
                    }
                    Err(error) => assert!(!allowed && error.class() == Syntax, "{line}: {error}"),
                }
            }
            let in_closing = check_field(key, value, shape, Line::Closing).is_ok();
            assert_eq!(in_closing, closing && shapes.split(' ').any(|word| word == shape.as_str()), "{field} {shape}");
        }
    }
}

#[test]
fn values_have_the_form_of_the_table() {
    each_fails(
        Type,
        &[
            "record|at=",
            "record|at=a",
            "record|at=/~2",
            "record|status=OK",
            "record|status=",
            "record|complete=1",
            "record|lines=",
            "record|lines=01",
            "record|lines=+1",
            "record|lines=-1",
            "record|lines=1.0",
            "receipt|expires=tomorrow",
            "text|escaped=0",
            "text|escaped=true",
            "table|flat=2|columns=",
            "text|part=0|parts=2",
            "text|lines=0",
            "receipt|lines=0",
            "text|part=1|parts=0",
            "text|part=3|parts=2",
            "series|t0=now|columns=dt_s:i64",
            "series|t0=2024-01-01T00:00:00Z|axis=time|columns=dt_s:i64",
            "series|t0=2024-01-01T00:00:00Z|axis=:date|columns=dt_s:i64",
            "series|t0=2024-01-01T00:00:00Z|axis=a:time|columns=dt_s:i64",
        ],
    );
    each_fails(Range, &["record|lines=18446744073709551616", "text|of=99999999999999999999"]);
    same("text|from=0|of=9|part=2|parts=2");
    same("table|flat=1|columns=path:str,value_type:str,part:u32,parts:u32,value:str");
}

#[test]
fn fields_that_need_others() {
    each_fails(
        Syntax,
        &[
            "table|rows=1",
            "series|columns=dt_s:i64",
            "series|t0=2024-01-01T00:00:00Z",
            "record|columns=",
            "text|part=1",
            "text|parts=1",
            "receipt|escaped=1",
            "table|flat=1|columns=a:i64",
        ],
    );
    fails("series|t0=2024-01-01T00:00:00Z|axis=a:date|columns=dt_s:i64,a:i64", Duplicate);
    fails("series|t0=2024-01-01T00:00:00Z|axis=a:date|columns=dt_s:i64,:i64", Syntax);
}

#[test]
fn an_axis_has_the_escapes_of_names() {
    let t0 = "2024-01-01T00:00:00Z";
    let schema = || Schema::new([Column::new("a", ColumnType::I64)]).with_offset(crate::OffsetUnit::Day);
    for name in ["time", "", "#", "a:b|c", "\"\"", "é\n"] {
        let header = Header::series(schema(), t0.parse().unwrap()).with_axis(name, AxisForm::Date);
        assert_eq!(header.axis(), Some((name.into(), AxisForm::Date)));
        assert_eq!(read(&written(&header, true).unwrap()).unwrap(), header);
    }
    same(r"series|t0=2024-01-01T00:00:00Z|axis=a\:b\|c:rfc3339|columns=dt_d:i64");
    fails(r"series|t0=2024-01-01T00:00:00Z|axis=a\b:rfc3339|columns=dt_d:i64", Syntax);
}

#[test]
fn named_prefixes() {
    let header = same(r"record|a=1|$1=https://example.com/|$2=\|x");
    assert_eq!(header.names().collect::<Vec<_>>(), ["https://example.com/", "|x"]);
    assert_eq!(header.fields().count(), 1);
    each_fails(Syntax, &["record|$2=x", "record|$1=x|$3=y"]);
    fails("record|$1=x|$2=x", Duplicate);
    fails("record|$1=", Type);
    same(&format!("record|$1={}", "x".repeat(1_024)));
    fails(&format!("record|$1={}", "x".repeat(1_025)), Limit);
    assert_eq!(read_as("QRP1|record|$1=x", false).unwrap_err().class(), Syntax);
    let ten = (0..10).fold(Header::record(), |header, n| header.with_name(n.to_string()));
    assert!(written(&ten, true).is_err());
}

#[test]
fn names_are_known_to_constants_and_cells() {
    let limits = Limits::default();
    let (_, reading) = parse("QRP1|record|$1=x", None, &limits).unwrap();
    assert_eq!(reading.names.iter().collect::<Vec<_>>(), ["x"]);
    let (header, another) = parse("QRP1|record", Some(&reading), &limits).unwrap();
    assert_eq!((another.names, header.names().count()), (reading.names, 0));
}

#[test]
fn err_headers_that_no_line_makes() {
    for header in [
        Header::record().with("columns", "a:i64"),
        Header::record().with("$1", "x"),
        Header::record().with("", "x"),
        Header::record().with("a|b", "x"),
        Header::record().with("rows", 1),
        Header::receipt().with("at", "/a"),
        Header::text().with_lines(1).with("lines", "01"),
        Header { schema: Some(Schema::default()), ..Header::record() },
        Header { schema: None, ..Header::table(Schema::default()) },
        Header::series(Schema::default(), "2024-01-01T00:00:00Z".parse().unwrap()),
    ] {
        assert!(written(&header, true).is_err(), "{header:?}");
    }
}

#[test]
fn with_keeps_the_order() {
    let header = Header::text().with("z", 1).with("of", 9).with("a", 2).with("at", "/x").with("z", 3).with_lines(4);
    let fields: Vec<_> = header.fields().collect();
    assert_eq!(fields, [("at", "/x"), ("lines", "4"), ("of", "9"), ("z", "3"), ("a", "2")]);
    assert_eq!((header.at(), header.count(), header.from()), (Some("/x"), Some(4), None));
    assert_eq!(written(&header, false).unwrap(), "QRP1|text|at=/x|lines=4|of=9|z=3|a=2");
}

#[test]
fn nesting_counts_the_tokens_of_at() {
    let at = |tokens: usize| format!("text|at={}", "/a".repeat(tokens));
    same(&at(64));
    fails(&at(65), Limit);
    fails(&format!("table|at={}|columns=a:i64", "/a".repeat(63)), Limit);
    same(&format!("table|at={}|columns=a:i64", "/a".repeat(62)));
}

#[test]
fn hostile_headers_are_read_quickly() {
    // More than fit into a header of the default limit.
    const MANY: usize = 200_000;
    let start = Clock::now();
    for part in ["|a", "|a=", "|a=1", "|", "|$1=x", "\\|", "|columns=", "|at=/"] {
        assert!(read(&format!("QRP1|record{}", part.repeat(MANY))).is_err(), "{part}");
    }
    assert!(read(&format!("QRP{}|", "1".repeat(MANY))).is_err());
    assert!(read(&format!("QRP1|text|at={}", "/".repeat(MANY))).is_err());

    let mut fields = (0..MANY).map(|n| format!("|k{n}=")).collect::<Vec<_>>().concat();
    assert_eq!(read(&format!("QRP1|record{fields}")).unwrap().metadata().count(), MANY);
    fields.push_str("|k7=");
    fails(&format!("record{fields}"), Duplicate);
    assert!(start.elapsed() < Duration::from_secs(60));
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z|\\\\,=:$ \"\n\t\u{1b}]{0,8}", any::<String>()]
}

fn header() -> impl Strategy<Value = Header> {
    const TEXTS: [&str; 8] = ["code", "cause", "next", "stored", "snapshot", "a", "_b", "A.-_9"];
    let fields = proptest::collection::vec((prop::sample::select(&TEXTS[..]), value()), 0..6);
    let names = proptest::collection::vec(value(), 0..4);
    let start = prop_oneof![
        Just(Header::record()),
        Just(Header::text()),
        Just(Header::receipt()),
        value().prop_map(|name| Header::table(Schema::new([Column::new(name, ColumnType::Str)]).with_keys())),
    ];
    (start, fields, names, any::<Option<u64>>()).prop_map(|(header, fields, names, count)| {
        let header = fields.iter().fold(header, |header, (key, value)| header.with(key, value));
        let header = names.into_iter().fold(header, Header::with_name);
        let key = key::count(header.shape);
        count.map_or(header.clone(), |count| header.with(key, count))
    })
}

proptest! {
    #[test]
    fn printed_headers_read_back(header in header()) {
        if let Ok(line) = written(&header, true) {
            prop_assert_eq!(read(&line).unwrap(), header);
        }
    }

    #[test]
    fn what_reads_is_canonical(header in header(), cut in any::<prop::sample::Index>(), with in "[|=a$1\\\\]{0,3}") {
        if let Ok(line) = written(&header, true) {
            let cut = cut.index(line.len().saturating_add(1));
            if let (Some(head), Some(tail)) = (line.get(..cut), line.get(cut..)) {
                for line in [head.to_string(), format!("{head}{with}"), format!("{head}{with}{tail}")] {
                    if let Ok(header) = read(&line) {
                        prop_assert_eq!(written(&header, true).unwrap(), line);
                    }
                }
            }
        }
    }
}
