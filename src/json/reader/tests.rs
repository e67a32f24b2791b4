//! Records read from any chunking, and what is refused.
use super::*;
use crate::{ErrorClass, Value};
use std::io::Cursor;

/// Gives one byte at a time.
struct Bytewise<'a>(&'a [u8]);

impl Read for Bytewise<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some((first, rest)) = self.0.split_first() else { return Ok(0) };
        buffer[0] = *first;
        self.0 = rest;
        Ok(1)
    }
}

fn read_all(source: impl Read) -> Result<Vec<Vec<Value<'static>>>> {
    let mut reader = Reader::from_reader(source);
    let (mut record, mut rows) = (Record::new(), Vec::new());
    while reader.read(&mut record)? {
        rows.push(record.values().into_iter().map(Value::into_owned).collect());
    }
    assert!(!reader.read(&mut record)?, "nothing follows the end");
    Ok(rows)
}

fn read(json: &[u8]) -> Result<Vec<Vec<Value<'static>>>> {
    let whole = read_all(Cursor::new(json));
    let bytewise = read_all(Bytewise(json));
    match (&whole, &bytewise) {
        (Ok(a), Ok(b)) => assert_eq!(a, b),
        (Err(a), Err(b)) => assert_eq!(a.to_string(), b.to_string()),
        _ => panic!("{whole:?} at once, {bytewise:?} byte by byte"),
    }
    whole
}

fn e(json: impl AsRef<[u8]>, class: ErrorClass, message: &str) {
    let error = read(json.as_ref()).unwrap_err();
    assert_eq!((error.class(), error.to_string().as_str()), (class, message));
}

#[test]
fn ok_array_and_lines() {
    let rows = [vec![Value::number("1"), Value::text("x")], vec![Value::Missing, Value::Null]];
    assert_eq!(read(br#"[{"a":1,"b":"x"},{"b":null}]"#).unwrap(), rows);
    assert_eq!(read(b" [ {\"a\" : 1 , \"b\":\"x\"}\n,\r\n{\t\"b\":null } ] \n").unwrap(), rows);
    assert_eq!(read(b"{\"a\":1,\"b\":\"x\"}\n\n{\"b\":null}").unwrap(), rows);
    assert_eq!(read(b"\xef\xbb\xbf[]").unwrap(), Vec::<Vec<Value<'_>>>::new());
    assert_eq!(read(b"[{}]").unwrap(), [vec![]]);
}

#[test]
fn ok_letters_are_exact() {
    let json =
        br#"[{"a":1.50,"b":-0,"c":1E+05,"d":123456789012345678901234567890,"e":"\u00e9\ud83d\ude00\n\/","f":true}]"#;
    let number = |letters| Value::number(letters);
    let expected = [
        number("1.50"),
        number("-0"),
        number("1E+05"),
        number("123456789012345678901234567890"),
        Value::text("é😀\n/"),
        Value::Bool(true),
    ];
    assert_eq!(read(json).unwrap(), [expected]);
}

#[test]
fn ok_columns_in_order_of_appearance() {
    let mut reader = Reader::from_reader(&b"{\"b\":1}\n{\"a\":2,\"b\":3}\n"[..]);
    let mut record = Record::new();
    while reader.read(&mut record).unwrap() {}
    assert!(reader.names().eq(["b", "a"]));
    assert_eq!(record.first(), Some(1));
    assert_eq!(reader.layout(), Some(Layout::Lines));
}

#[test]
fn err_nested() {
    let hint = "(JSON Lines and streams hold flat records; a JSON value of any depth is taken whole)";
    e(
        "{\"a\":1}\n{\"a\":2}\n{\"b\":1,\n\"a\":{\"x\":1}}",
        ErrorClass::Type,
        &format!("expected a text, number, boolean or null, found `{{` at line 4, column 1 `a`, byte 28 {hint}"),
    );
    e("[[1]]", ErrorClass::Type, &format!("expected a record, `{{...}}`, found `[1]]` at line 1, byte 1 {hint}"));
    e("[1,2]", ErrorClass::Type, &format!("expected a record, `{{...}}`, found `1,2]` at line 1, byte 1 {hint}"));
}

#[test]
fn err_duplicate_key() {
    e("{\"a\":1}\n{\"a\":1,\"b\":2,\"\\u0061\":3}", ErrorClass::Duplicate, "key `a` occurs twice at line 2, byte 30");
}

#[test]
fn err_surrogates_and_utf8() {
    e(
        r#"{"a":"\ud800"}"#,
        ErrorClass::Syntax,
        "expected JSON, found `a lone surrogate` at line 1, column 1 `a`, byte 12 (a text of Unicode has no half characters)",
    );
    e(
        b"{\"a\":1}\n{\"a\":\"\xff\"}",
        ErrorClass::Utf8,
        "expected UTF-8, found bytes that are not at line 2, byte 14 (convert the source to UTF-8 first)",
    );
}

#[test]
fn err_garbage() {
    let syntax = |json: &str| {
        let error = read(json.as_bytes()).unwrap_err();
        assert!(matches!(error.class(), ErrorClass::Syntax | ErrorClass::Type), "{json}: {error}");
    };
    for json in [
        "[{},]",
        "[,{}]",
        "[{}{}]",
        "[{}] x",
        "[{}]]",
        "{}{}",
        "{} {}",
        "{},{}",
        "{}\nx",
        "[{\"a\":1,}]",
        "[{a:1}]",
        "{\"a\":01}",
        "{\"a\":+1}",
        "{\"a\":NaN}",
        "{\"a\":.5}",
        "{\"a\":1.}",
        "{\"a\":'x'}",
        "{\"a\":\"\t\"}",
        "{\"a\" 1}",
        "{\"a\":\"x\ny\"}",
        "nul",
        "7",
        "\"x\"",
        "{\"a\":yes}",
        "{\"a\":\"\\x\"}",
        "[{\"a\":1 \"b\":2}]",
        "{\"a\":1\n{\"a\":2}",
    ] {
        syntax(json);
    }
}

#[test]
fn err_truncated() {
    for json in ["", " ", "[", "[{}", "[{},", "{", "{\"a\"", "{\"a\":", "{\"a\":\"x", "{\"a\":\"x\\", "{\"a\":1"] {
        let error = read(json.as_bytes()).unwrap_err();
        assert_eq!(error.class(), ErrorClass::Truncated, "{json}: {error}");
    }
}

#[test]
fn err_limits() {
    let mut limits = Limits::default();
    (limits.line, limits.columns) = (40, 2);
    let class = |json: &str| {
        let mut reader = ReaderBuilder::new().limits(limits).from_reader(json.as_bytes());
        let mut record = Record::new();
        loop {
            match reader.read(&mut record) {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(error.class()),
            }
        }
    };
    assert_eq!(class(r#"{"a":1,"b":2}"#), None);
    assert_eq!(class(r#"{"a":1,"b":2,"c":3}"#), Some(ErrorClass::Limit));
    assert_eq!(class(r#"{"a":"0123456789012345678901234567890123456789"}"#), Some(ErrorClass::Limit));
    assert_eq!(class(&format!("{{\"a\":\"{}", "0".repeat(1 << 20))), Some(ErrorClass::Limit));
}

#[test]
fn ok_long_records_grow_the_buffer() {
    let json = format!("[{{\"a\":\"{}\"}},{{\"a\":\"y\"}}]", "x".repeat(300_000));
    assert_eq!(read_all(json.as_bytes()).unwrap()[1], [Value::text("y")]);
}

#[test]
fn ok_numbers_of_any_length() {
    let long = "7".repeat(5_000);
    for number in [long.clone(), format!("-{long}"), format!("{long}.5"), format!("{long}e-7"), format!("-{long}.0E+9")]
    {
        let json = format!("[{{\"a\":{number} ,\"b\":[0]}}]").replace("[0]", &number);
        assert_eq!(read(json.as_bytes()).unwrap(), [[Value::number(&number), Value::number(&number)]]);
    }
    for (json, class) in [
        (format!("{{\"a\":{long}.}}"), ErrorClass::Syntax),
        (format!("{{\"a\":{long}e}}"), ErrorClass::Syntax),
        (format!("{{\"a\":{long}x}}"), ErrorClass::Syntax),
        (format!("{{\"a\":{long}"), ErrorClass::Truncated),
        (format!("{{\"a\":{long}."), ErrorClass::Truncated),
    ] {
        assert_eq!(read(json.as_bytes()).unwrap_err().class(), class);
    }
    e(
        format!("{{\"a\":{long},\"b\":tru}}"),
        ErrorClass::Syntax,
        "expected `true`, `false` or `null`, found `tru}` at line 1, column 2 `b`, byte 5010",
    );
}

#[test]
fn err_says_what_stands_where() {
    let syntax = |json: &str, message: &str| e(json, ErrorClass::Syntax, message);
    syntax(r#"[{"a":nil}]"#, "expected `true`, `false` or `null`, found `nil}` at line 1, column 1 `a`, byte 6");
    syntax(r#"[{"a" 1}]"#, "expected `:` after the key, found `1}` at line 1, byte 6");
    syntax(r#"[{"a":1 "b":2}]"#, "expected `,` or `}` after the value, found `\"b\":2}` at line 1, byte 8");
    syntax(r#"[{"a":1,}]"#, "expected a member after `,`, found `}` at line 1, byte 8");
    syntax("[{a:1}]", "expected a key in quotes, found `a:1}` at line 1, byte 2");
    syntax(r#"[{"a":01}]"#, "expected a number as JSON has it, found `01}` at line 1, column 1 `a`, byte 6");
    syntax("{\"a\":1}\n{\"a\":}", "expected a value, found `}` at line 2, column 1 `a`, byte 13");
    syntax(
        "[{\"a\":\"x\ty\"}]",
        "expected the rest of a text, found `a raw control character` at line 1, column 1 `a`, byte 8 (in JSON they are escaped; is a quote unclosed?)",
    );
}

#[test]
fn records_are_numbered() {
    let mut reader = Reader::from_reader(&b"[{\"a\":1},{\"a\":2},{\"a\":[]}]"[..]);
    let mut record = Record::new();
    while reader.read(&mut record).is_ok() {}
    assert_eq!(reader.number(), 3);
}
