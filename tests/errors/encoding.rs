//! What encoding says, of calls that no document shows.

use qrp1::{
    Body, Closing, Column, ColumnType, Document, DocumentBlock, Encoder, ErrorClass, Header, OffsetUnit, Schema, Value,
};

/// What encoding says, of calls that no document shows.
#[test]
fn what_encoding_says() {
    let schema = || Schema::new([Column::new("id", ColumnType::I64), Column::new("name", ColumnType::Str)]);
    let table = || {
        let mut encoder = Encoder::new();
        encoder.header(&Header::table(schema()).with_rows(1)).unwrap();
        encoder
    };
    let record = || {
        let mut encoder = Encoder::new();
        encoder.header(&Header::record().with_lines(1)).unwrap();
        encoder
    };
    let series = || {
        let mut encoder = Encoder::new();
        let schema = schema().with_offset(OffsetUnit::Second);
        encoder.header(&Header::series(schema, "2024-01-01T00:00:00Z".parse().unwrap()).with_rows(1)).unwrap();
        encoder
    };
    let keyed = || {
        let mut encoder = Encoder::new();
        encoder.header(&Header::table(schema().with_key_template("key", "y")).with_rows(1)).unwrap();
        encoder
    };
    let said = [
        keyed().keyed_row("stone", &[Value::Int(1), Value::from("x")]),
        keyed().keyed_row("key", &[Value::Int(1), Value::from("x")]),
        table().row(&[Value::Int(1)]),
        table().row(&[Value::from("1"), Value::from("x")]),
        table().row(&[Value::Missing, Value::from("x")]),
        table().row(&[Value::Int(1), Value::Mark]),
        table().keyed_row("k", &[Value::Int(1), Value::from("x")]),
        table().series_row(1, &[Value::Int(1), Value::from("x")]),
        table().field(Some("a"), &ColumnType::Auto, &Value::Null),
        table().line("x"),
        table().header(&Header::receipt()),
        table().finish(&Closing::new()),
        table().row(&[Value::Int(1), Value::from("x")]).and(Encoder::new().finish(&Closing::new())),
        series().row(&[Value::Int(1), Value::from("x")]),
        series().series_row(i64::MAX, &[Value::Int(1), Value::from("x")]),
        record().row(&[]),
        record().field(None, &ColumnType::Auto, &Value::Mark),
        record().field(Some("a"), &ColumnType::I8, &Value::Int(128)),
        record().field(Some("a"), &ColumnType::I8, &Value::UInt(1)),
        record().field(Some("a"), &ColumnType::Auto, &Value::Struct(Vec::new())),
        record().field(Some("a"), &ColumnType::Auto, &Value::number("01")),
        record().field(Some("a"), &ColumnType::Json, &Value::Json("{".into())),
        record().field(Some("a"), &ColumnType::structure([]), &Value::Struct(Vec::new())),
        record().field(Some("a"), &ColumnType::F16, &Value::Float(1e9)),
        record().field(Some("a"), &ColumnType::F32, &Value::Float(0.1)),
        Encoder::new().header(&Header::receipt()).and(Encoder::new().line("x")),
        Encoder::new().header(&Header::receipt().with("status", "good")),
        Encoder::new().header(&Header::receipt().with("", "x")),
        Encoder::new().header(&Header::receipt().with("columns", "a:i64")),
        Encoder::new().header(&Header::receipt().with_name("")),
        Encoder::new().header(&Header::receipt()).and({
            let mut encoder = Encoder::new();
            encoder.header(&Header::receipt()).unwrap();
            encoder.line("x")
        }),
        {
            let mut encoder = Encoder::new();
            encoder.header(&Header::receipt()).unwrap();
            encoder.finish(&Closing::new().with("crc", "00000000"))
        },
        {
            let mut encoder = Encoder::new();
            encoder.header(&Header::text().with_lines(1)).unwrap();
            encoder.line("x\u{1b}")
        },
        {
            let mut encoder = Encoder::new();
            encoder.header(&Header::text().with_lines(1)).unwrap();
            encoder.line("x\ny")
        },
        {
            let mut encoder = Encoder::new();
            encoder.header(&Header::receipt()).unwrap();
            encoder.finish(&Closing::new()).unwrap();
            encoder.header(&Header::receipt())
        },
    ];
    let said: Vec<String> =
        said.into_iter().map(|result| result.map_or_else(|error| error.to_string(), |()| "nothing".into())).collect();
    for (said, expected) in said.iter().zip(ENCODED) {
        if said != expected {
            println!("    {said:?}, // was {expected:?}");
        }
    }
    assert!(said.iter().eq(ENCODED), "the messages above differ, or their number {}", said.len());
}

#[rustfmt::skip]
const ENCODED: &[&str] = &[
    "expected a text like `key*y`, found `stone`, which is out of range at line 2, byte 60",
    "expected a text like `key*y`, found `key`, which is out of range at line 2, byte 60",
    "expected 2 cells, found 1 at line 2, byte 42 (a row has a value for each column)",
    "expected i64, found `a text` at line 2, column 1 `id`, byte 42",
    "expected a value or null, found `a missing value` at line 2, column 1 `id`, byte 42 (only columns with `?` may miss)",
    "expected str, found `a mark` at line 2, column 2 `name`, byte 42",
    "expected a row without key or offset, found `a row with a key` at line 2, byte 42",
    "expected a row without key or offset, found `a row with an offset` at line 2, byte 42",
    "expected a block that can hold a field, found `table` at line 2, byte 42",
    "expected a block that can hold a line of text, found `table` at line 2, byte 42",
    "expected rows 1, found 0 at line 2, byte 42",
    "expected rows 1, found 0 at line 2, byte 42",
    "expected a block, found nothing at line 1, byte 0",
    "expected a row with an offset, found `a row alone` at line 2, byte 76",
    "expected an instant within 64 bits of seconds, found `9223372038558843007000000000 ns since 1970`, which is out of range at line 2, byte 76",
    "expected a block that can hold a row, found `record` at line 2, byte 20",
    "expected a value, found `\\@` at line 2, byte 20 (the root itself can't be a mark)",
    "expected i8, found `128`, which is out of range at line 2, byte 20",
    "expected i8, found `an unsigned integer` at line 2, byte 20",
    "expected a value that describes itself, found `a struct` at line 2, byte 20",
    "expected num, a JSON number, found `01` at line 2, byte 20",
    "expected a JSON string, found nothing at line 2, byte 20",
    "expected a struct in brackets, as a record line holds one cell, found `an inline struct` at line 2, byte 20",
    "expected f16, found `1000000000.0`, which is out of range at line 2, byte 20",
    "expected f32, found `0.1`, which is out of range at line 2, byte 20",
    "expected a block that can hold a line of text, found `no block` at line 1, byte 0",
    "expected `ok`, `failed`, `running`, `outcome_unknown`, found `good` at line 1, byte 0",
    "expected a key of letters, digits, `_`, `.` and `-`, found nothing at line 1, byte 0",
    "expected a key that this line may have, found `columns` at line 1, byte 0 (the format reserves this key for other lines or shapes)",
    "expected a prefix that is not empty, found an empty cell at line 1, byte 0",
    "expected lines 0, found one more line at line 2, byte 13",
    "expected a closing line without fields, as the last header has its count, found `crc` at line 2, byte 13",
    "expected control characters escaped, found `\\u{1b}` at line 2, byte 18 (a text with such a character is sent with `escaped=1`)",
    "expected one line, found `x\\u{a}y` at line 2, byte 18",
    "expected nothing after the closing line, found `more` at line 3, byte 16",
];

#[test]
fn a_call_that_fails_writes_nothing() {
    let schema = Schema::new([Column::new("a", ColumnType::list(ColumnType::I64)), Column::new("b", ColumnType::I8)]);
    let mut encoder = Encoder::new();
    encoder.header(&Header::table(schema).with_rows(1)).unwrap();
    let before = encoder.output().to_vec();
    let list = Value::List(vec![Value::Int(1), Value::Int(2)]);
    assert!(encoder.row(&[list.clone(), Value::Int(999)]).is_err());
    assert_eq!(encoder.output(), before);
    assert_eq!(encoder.count(), 0);
    encoder.row(&[list, Value::Int(9)]).unwrap();
    encoder.finish(&Closing::new()).unwrap();
    let bytes = encoder.take();
    assert!(Document::decode(&bytes).is_ok());
    // A document that can't be encoded says where.
    let block = DocumentBlock { header: Header::receipt(), body: Body::Text("x".into()) };
    let error = Document { blocks: vec![block], closing: Closing::new() }.encode().unwrap_err();
    assert_eq!(error.class(), ErrorClass::Count, "{error}");
}
