//! Random documents, written cell by cell and read cell by cell: the same bytes and the same values.

use std::fmt;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, FileFailurePersistence};
use qrp1::{
    Body, CellDecoder, CellEncoder, Column, ColumnRule, ColumnType, Document, DocumentRow, Encoder, Reader, Result,
    Row, RowEncoder, Schema, Value, Writer,
};

use crate::{generate, table};

/// So many cases, or as many as `PROPTEST_CASES` says; a failure prints its document, so none is kept in a file.
fn cases(count: u32) -> Config {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(count);
    Config {
        cases,
        failure_persistence: None::<Box<FileFailurePersistence>>.map(|it| it as _),
        max_shrink_iters: 2_000,
        ..Config::default()
    }
}

/// A document, shown by what it was made from.
struct Made {
    document: Document,
    choices: Vec<u8>,
}

impl fmt::Debug for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "generate::document({:?}): {:?}", self.choices, self.document)
    }
}

fn documents() -> impl Strategy<Value = Made> {
    vec(any::<u8>(), 0..600).prop_map(|choices| Made { document: generate::document(&choices), choices })
}

/// Writes a value by the method of its kind; what `auto` holds other values in has no type of its own.
fn write(cell: CellEncoder<'_, '_>, ty: &ColumnType, value: &Value<'_>) -> Result<()> {
    match (ty, value) {
        (ColumnType::List(item), Value::List(items)) => {
            let mut list = cell.list(items.len())?;
            for value in items {
                write(list.item()?, item, value)?;
            }
            list.end()
        }
        (ColumnType::Map(key_type, value_type), Value::Map(entries)) => {
            let mut map = cell.map(entries.len())?;
            for (key, value) in entries {
                write(map.key()?, key_type, key)?;
                write(map.value()?, value_type, value)?;
            }
            map.end()
        }
        (ColumnType::Struct { columns, .. }, Value::Struct(values)) => {
            let mut fields = cell.fields()?;
            write_all(&mut fields, columns, values)?;
            fields.end()
        }
        (_, Value::Bool(value)) => cell.bool(*value),
        (_, Value::Int(number)) => cell.i64(*number),
        (_, Value::UInt(number)) => cell.u64(*number),
        (_, Value::Float(number)) => cell.f64(*number),
        (_, Value::Number(letters)) => cell.number(letters),
        (_, Value::Str(text)) => cell.str(text),
        (_, Value::Bin(bytes)) => cell.bytes(bytes),
        (_, Value::Interval(interval)) => cell.interval(*interval),
        (_, Value::Null) => cell.null(),
        (_, Value::Missing) => cell.missing(),
        (_, Value::List(_) | Value::Map(_) | Value::Struct(_) | Value::Json(_) | Value::Mark) => cell.value(value),
    }
}

fn write_all(row: &mut RowEncoder<'_, '_>, columns: &[Column], values: &[Value<'_>]) -> Result<()> {
    for (column, value) in columns.iter().zip(values) {
        assert_eq!(row.column(), Some(column), "the column of the next cell");
        write(row.cell()?, column.column_type(), value)?;
    }
    assert_eq!(row.column(), None);
    Ok(())
}

/// Writes a document, its rows by `write_row`.
macro_rules! encode {
    ($document:ident to $encoder:ident) => {
        for block in &$document.blocks {
            $encoder.header(&block.header).unwrap();
            match &block.body {
                Body::Empty => {}
                Body::Text(text) => $encoder.text(text).unwrap(),
                Body::Fields(fields) => {
                    for (name, ty, value) in fields {
                        $encoder.field(name.as_deref(), ty, value).unwrap();
                    }
                }
                Body::Rows(rows) => {
                    let columns = block.header.schema().unwrap().columns();
                    for DocumentRow { key, offset, values, .. } in rows {
                        match (key, offset) {
                            (Some(key), _) => $encoder.keyed_row_with(key, |row| write_all(row, columns, values)),
                            (_, Some(offset)) => {
                                $encoder.series_row_with(*offset, |row| write_all(row, columns, values))
                            }
                            _ => $encoder.row_with(|row| write_all(row, columns, values)),
                        }
                        .unwrap();
                    }
                }
            }
        }
    };
}

fn by_encoder(document: &Document) -> Vec<u8> {
    let mut encoder = Encoder::new();
    encode!(document to encoder);
    encoder.finish(&document.closing).unwrap();
    encoder.take()
}

fn by_writer(document: &Document) -> Vec<u8> {
    let mut writer = Writer::from_writer(Vec::new());
    encode!(document to writer);
    writer.finish(&document.closing).unwrap()
}

/// Reads a cell by the method of its type. What `auto` holds shows in the value, which is expected of a constant too.
fn read<'a>(cell: CellDecoder<'_, 'a>, ty: &ColumnType, expected: &Value<'_>) -> Result<Value<'a>> {
    assert_eq!(cell.is_absent(), matches!(expected, Value::Null | Value::Missing), "{expected:?}");
    if let Some(constant) = cell.constant() {
        assert_eq!(constant, expected);
    }
    let value = match ty {
        ColumnType::Bool => cell.bool()?.map(Value::Bool),
        ColumnType::I8
        | ColumnType::I16
        | ColumnType::I32
        | ColumnType::I64
        | ColumnType::Date(_)
        | ColumnType::Time(_)
        | ColumnType::Timestamp { .. }
        | ColumnType::Duration(_) => cell.i64()?.map(Value::Int),
        ColumnType::U8 | ColumnType::U16 | ColumnType::U32 | ColumnType::U64 => cell.u64()?.map(Value::UInt),
        ColumnType::F16 | ColumnType::F32 | ColumnType::F64 => cell.f64()?.map(Value::Float),
        ColumnType::Num | ColumnType::Decimal { .. } => cell.number()?.map(Value::Number),
        ColumnType::Str => cell.str()?.map(Value::Str),
        ColumnType::Bin => cell.bytes()?.map(Value::Bin),
        ColumnType::Interval(_) => cell.interval()?.map(Value::Interval),
        ColumnType::List(item) => match cell.list()? {
            Some(mut list) => {
                let mut values = Vec::new();
                while let Some(cell) = list.next()? {
                    values.push(read(cell, item, item_of(expected, values.len()))?);
                }
                assert!(list.next()?.is_none(), "nothing after the last item");
                Some(Value::List(values))
            }
            None => None,
        },
        ColumnType::Map(key_type, value_type) => match cell.map()? {
            Some(mut map) => {
                let mut entries = Vec::new();
                while let Some(cell) = map.key()? {
                    let (key, value) = entry_of(expected, entries.len());
                    let key = read(cell, key_type, key)?;
                    entries.push((key, read(map.value()?, value_type, value)?));
                }
                assert!(map.key()?.is_none(), "nothing after the last entry");
                Some(Value::Map(entries))
            }
            None => None,
        },
        ColumnType::Struct { columns, .. } => match cell.fields()? {
            Some(mut fields) => {
                let mut values = Vec::new();
                while let Some(cell) = fields.cell()? {
                    let index = values.len();
                    values.push(read(cell, columns[index].column_type(), item_of(expected, index))?);
                }
                assert!(fields.cell()?.is_none(), "nothing after the last field");
                Some(Value::Struct(values))
            }
            None => None,
        },
        ColumnType::Auto => match expected {
            Value::Bool(_) => cell.bool()?.map(Value::Bool),
            Value::Float(_) => cell.f64()?.map(Value::Float),
            Value::Number(_) => cell.number()?.map(Value::Number),
            Value::Str(_) => cell.str()?.map(Value::Str),
            _ => Some(cell.value()?),
        },
        _ => Some(cell.value()?),
    };
    Ok(value.unwrap_or(Value::Null))
}

fn item_of<'v>(value: &'v Value<'_>, index: usize) -> &'v Value<'v> {
    match value {
        Value::List(values) | Value::Struct(values) => &values[index],
        value => panic!("{value:?} has no items"),
    }
}

fn entry_of<'v>(value: &'v Value<'_>, index: usize) -> (&'v Value<'v>, &'v Value<'v>) {
    match value {
        Value::Map(entries) => (&entries[index].0, &entries[index].1),
        value => panic!("{value:?} has no entries"),
    }
}

/// What is left of a value where only the methods of kinds are asked, which tell no missing value from null.
fn nulled(value: &Value<'_>) -> Value<'static> {
    match value {
        Value::Missing => Value::Null,
        Value::Struct(values) => Value::Struct(values.iter().map(nulled).collect()),
        Value::List(values) => Value::List(values.iter().map(nulled).collect()),
        Value::Map(entries) => Value::Map(entries.iter().map(|(key, value)| (nulled(key), nulled(value))).collect()),
        value => value.clone().into_owned(),
    }
}

/// Reads the rows of a document cell by cell; gives how many cells those were.
fn reads(document: &Document, bytes: &[u8]) -> usize {
    let mut expected = document.blocks.iter().filter_map(|block| match &block.body {
        Body::Rows(rows) => Some(rows.iter().map(|row| (block.header.schema().unwrap(), &row.values))),
        _ => None,
    });
    let mut expected = expected.by_ref().flatten();
    let (mut reader, mut row, mut cells) = (Reader::from_reader(bytes), Row::new(), 0);
    while reader.read_row(&mut row).unwrap() {
        let (schema, values): (&Schema, _) = expected.next().unwrap();
        for (index, (column, value)) in schema.columns().iter().zip(values).enumerate() {
            cells += 1;
            assert_eq!(&row.value(index).unwrap(), value);
            assert_eq!(row.cell_with(index, |cell| cell.value()).unwrap(), *value);
            let found = row.cell_with(index, |cell| read(cell, column.column_type(), value));
            let found = found.unwrap_or_else(|error| panic!("{error}: {column:?}, {value:?}"));
            assert_eq!(nulled(&found), nulled(value));
            if let Value::Str(text) = &found {
                let mut appended = String::from("before ");
                assert!(row.cell_with(index, |cell| cell.str_to(&mut appended)).unwrap());
                assert_eq!(appended, format!("before {text}"));
            }
            let letters = row.cell_with(index, |cell| {
                let letters = cell.letters();
                cell.value().map(|_| letters)
            });
            assert_eq!(letters.unwrap(), row.cell(index).map(|cell| cell.as_str()));
        }
    }
    assert!(expected.next().is_none());
    cells
}

proptest! {
    #![proptest_config(cases(3_000))]

    #[test]
    fn cells_are_what_values_are(made in documents()) {
        let bytes = made.document.encode().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        prop_assert_eq!(text(&by_encoder(&made.document)), text(&bytes));
        prop_assert_eq!(text(&by_writer(&made.document)), text(&bytes));
        reads(&made.document, &bytes);
    }
}

/// What random documents have too rarely: rows in which a container is the first or the only cell, or follows a constant.
#[test]
fn containers_at_the_edges() {
    for (columns, row) in [
        ("[]:i64", "(1;2)"),
        ("[]:i64", "\\N"),
        ("a?[]:str", "()"),
        ("<str>:i64", "(a=1)"),
        ("?{a?:i64}", "(\\M)"),
        ("?{a:i64,b[]:str}", "(1,(x;))"),
        ("a[]:str", "(\\N)"),
        ("a[]:str", "(\"\")"),
        ("a[]?{b?[]:str,c:i64}", "(;((x),1);(,))"),
        ("a[][]:i64,b<i64>{c:i64,d:str}", "((1);();),(1=2,x;3=,)"),
        ("s{a:i64,t{b[]:i64,c:str}},d:bool", "1,(2;3),x,true"),
        ("k:str(always x),a[]:i64", "(1)"),
        ("k:auto(always [1\\,2]),a[]{b:i64,c:bool(always true)}", "(1;2)"),
        ("s{k:i64(always 1),t{l:i64(always 2)}},a[]{b:i64,c:i64(always 3),d:str}", "(1,x;2,)"),
        ("a<str>{k:i64(always 1),b:i64}", "(x=1;\"\"=2)"),
        ("u:str(like https://*.git),m?{u:str(like a*),k:str(always b)}", "\"\",(\"\")"),
        ("#:u64,a?[]:i64", "1,"),
        ("e{},a[]{}", "(();())"),
        ("", "()"),
    ] {
        let (schema, values) = table(columns, row);
        let document = format!("QRP1|table|rows=1|columns={columns}\n{row}\n\\.\n");
        let decoded = Document::decode(document.as_bytes()).unwrap();
        assert_eq!(String::from_utf8_lossy(&by_encoder(&decoded)), document);
        assert_eq!(reads(&decoded, document.as_bytes()), values.len());
        assert_eq!(schema.columns().len(), values.len());
    }
}

/// That the random documents have what this is about.
#[test]
fn random_documents_have_it_all() {
    let mut source = 7u64;
    let mut byte = || {
        source = source.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (source >> 56) as u8
    };
    let mut seen = [0usize; 7];
    for _ in 0..600 {
        let bytes: Vec<u8> = (0..600).map(|_| byte()).collect();
        for block in &generate::document(&bytes).blocks {
            let (Some(schema), Body::Rows(rows)) = (block.header.schema(), &block.body) else { continue };
            let columns = schema.columns();
            let found = [
                columns.iter().any(|column| matches!(column.rule(), ColumnRule::Always(_))),
                columns.iter().any(|column| matches!(column.rule(), ColumnRule::Like { .. })),
                columns.iter().any(|column| column.may_be_missing()),
                columns.iter().any(|column| !column.column_type().is_scalar()),
                schema.is_numbered(),
                rows.iter().any(|row| row.key.is_some()),
                rows.iter().any(|row| row.offset.is_some()),
            ];
            for (count, found) in seen.iter_mut().zip(found) {
                *count += usize::from(found && !rows.is_empty());
            }
        }
    }
    assert!(seen.iter().all(|count| *count >= 5), "{seen:?}");
}
