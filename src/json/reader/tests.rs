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

fn read_all(source: impl Read) -> Result<Vec<Value<'static>>> {
    let mut reader = Reader::from_reader(source);
    let mut items = Vec::new();
    while let Some(item) = reader.read()? {
        items.push(item.into_owned());
    }
    assert!(reader.read()?.is_none(), "nothing follows the end");
    Ok(items)
}

fn read(json: &[u8]) -> Result<Vec<Value<'static>>> {
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

fn object<'v>(members: &[(&str, Value<'v>)]) -> Value<'v> {
    Value::Map(members.iter().map(|(key, value)| (Value::text(key), value.clone())).collect())
}

#[test]
fn ok_array_and_lines() {
    let rows = [object(&[("a", Value::number("1")), ("b", Value::text("x"))]), object(&[("b", Value::Null)])];
    assert_eq!(read(br#"[{"a":1,"b":"x"},{"b":null}]"#).unwrap(), rows);
    assert_eq!(read(b" [ {\"a\" : 1 , \"b\":\"x\"}\n,\r\n{\t\"b\":null } ] \n").unwrap(), rows);
    assert_eq!(read(b"{\"a\":1,\"b\":\"x\"}\n\n{\"b\":null}").unwrap(), rows);
    assert_eq!(read(b"\xef\xbb\xbf[]").unwrap(), []);
    assert_eq!(read(b"[{}]").unwrap(), [object(&[])]);
}

#[test]
fn ok_items_of_any_kind() {
    let items = [
        Value::List(vec![object(&[("}", Value::text("]\\"))]), Value::List(vec![])]),
        Value::number("-1.5e9"),
        Value::Null,
        Value::text(",]"),
        Value::Bool(true),
    ];
    assert_eq!(read(br#"[[{"}":"]\\"},[]], -1.5e9,null ,",]",true]"#).unwrap(), items);
    let mut reader = ReaderBuilder::new().layout(Layout::Lines).from_reader(&b"[1]\n2\n\"x\"\n3"[..]);
    let mut lines = Vec::new();
    while let Some(item) = reader.read().unwrap() {
        lines.push(item.into_owned());
    }
    let number = |letters| Value::number(letters);
    assert_eq!(lines, [Value::List(vec![number("1")]), number("2"), Value::text("x"), number("3")]);
}

#[test]
fn ok_letters_are_exact() {
    let json =
        br#"[{"a":1.50,"b":-0,"c":1E+05,"d":123456789012345678901234567890,"e":"\u00e9\ud83d\ude00\n\/","f":true}]"#;
    let number = |letters| Value::number(letters);
    let expected = object(&[
        ("a", number("1.50")),
        ("b", number("-0")),
        ("c", number("1E+05")),
        ("d", number("123456789012345678901234567890")),
        ("e", Value::text("é😀\n/")),
        ("f", Value::Bool(true)),
    ]);
    assert_eq!(read(json).unwrap(), [expected]);
}

#[test]
fn err_duplicate_key() {
    e(
        "{\"a\":1}\n{\"a\":1,\"b\":2,\"\\u0061\":3}",
        ErrorClass::Duplicate,
        "key `a` occurs twice at line 2, byte 21, first at line 2, byte 9",
    );
}

#[test]
fn err_surrogates_and_utf8() {
    e(
        r#"{"a":"\ud800"}"#,
        ErrorClass::Syntax,
        "expected JSON, found `a lone surrogate` at line 1, byte 12 (a text of Unicode has no half characters)",
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
    (limits.line, limits.nesting) = (40, 2);
    let class = |json: &str| {
        let mut reader = ReaderBuilder::new().limits(limits).from_reader(json.as_bytes());
        loop {
            match reader.read() {
                Ok(Some(_)) => {}
                Ok(None) => return None,
                Err(error) => return Some(error.class()),
            }
        }
    };
    assert_eq!(class(r#"[{"a":1,"b":2}]"#), None);
    assert_eq!(class(r#"[{"a":[1]}]"#), Some(ErrorClass::Limit));
    assert_eq!(class(r#"{"a":"0123456789012345678901234567890123456789"}"#), Some(ErrorClass::Limit));
    assert_eq!(class(&format!("{{\"a\":\"{}", "0".repeat(1 << 20))), Some(ErrorClass::Limit));
}

#[test]
fn ok_long_records_grow_the_buffer() {
    let json = format!("[{{\"a\":\"{}\"}},{{\"a\":\"y\"}}]", "x".repeat(300_000));
    assert_eq!(read_all(json.as_bytes()).unwrap()[1], object(&[("a", Value::text("y"))]));
}

#[test]
fn ok_numbers_of_any_length() {
    let long = "7".repeat(5_000);
    for number in [long.clone(), format!("-{long}"), format!("{long}.5"), format!("{long}e-7"), format!("-{long}.0E+9")]
    {
        let json = format!("[{{\"a\":{number} ,\"b\":[0]}}]").replace("[0]", &number);
        assert_eq!(
            read(json.as_bytes()).unwrap(),
            [object(&[("a", Value::number(&number)), ("b", Value::number(&number))])]
        );
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
        "expected `true`, `false` or `null`, found `tru}` at line 1, byte 5010",
    );
}

#[test]
fn err_says_what_stands_where() {
    let syntax = |json: &str, message: &str| e(json, ErrorClass::Syntax, message);
    syntax(r#"[{"a":nil}]"#, "expected `true`, `false` or `null`, found `nil}` at line 1, byte 6");
    syntax(r#"[{"a" 1}]"#, "expected `:` after the key, found `1}` at line 1, byte 6");
    syntax(r#"[{"a":1 "b":2}]"#, "expected `,` or `}` after the value, found `\"b\":2}` at line 1, byte 8");
    syntax(r#"[{"a":1,}]"#, "expected a value or member after `,`, found `}` at line 1, byte 8");
    syntax("[{a:1}]", "expected a key in quotes, found `a:1}` at line 1, byte 2");
    syntax(r#"[{"a":01}]"#, "expected a number as JSON has it, found `01}` at line 1, byte 6");
    syntax("{\"a\":1}\n{\"a\":}", "expected a value, found `}` at line 2, byte 13");
    syntax(
        "[{\"a\":\"x\ty\"}]",
        "expected the rest of a text, found `a raw control character` at line 1, byte 8 (in JSON they are escaped; is a quote unclosed?)",
    );
}

#[test]
fn records_are_numbered() {
    let mut reader = Reader::from_reader(&b"[{\"a\":1},{\"a\":2},{\"a\":nil}]"[..]);
    while reader.read().is_ok_and(|item| item.is_some()) {}
    assert_eq!(reader.number(), 3);
}
