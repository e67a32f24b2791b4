//! Arrow batches to documents and back: random schemas, every shape, refusals, and the files of the Arrow project.
#![cfg(feature = "arrow")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::as_conversions, reason = "tests")]
#![allow(clippy::arithmetic_side_effects, clippy::missing_panics_doc, reason = "tests")]
#![allow(clippy::std_instead_of_alloc, clippy::std_instead_of_core, reason = "tests have all of `std`")]

#[path = "support/batches/mod.rs"]
mod batches;
#[path = "support/data.rs"]
mod data;

use std::sync::Arc;

use arrow_array::builder::{Int64Builder, MapBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{
    Array, ArrayRef, Date32Array, Date64Array, Decimal128Array, Float64Array, Int8Array, Int32Array, Int64Array,
    ListArray, RecordBatch, RecordBatchOptions, RecordBatchReader, RecordBatchWriter, StringArray, StructArray,
    TimestampMicrosecondArray, TimestampMillisecondArray, TimestampNanosecondArray, TimestampSecondArray, UnionArray,
    new_null_array,
};
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef, UnionFields};
use batches::{Choices, assert_equal, normal};
use proptest::prelude::*;
use qrp1::Value;
use qrp1::arrow::{DecoderBuilder, ReaderBuilder, Writer, WriterBuilder};

/// A document of batches, streamed.
fn encode(schema: &SchemaRef, batches: &[RecordBatch]) -> Vec<u8> {
    let mut document = Vec::new();
    let mut writer = Writer::try_new(&mut document, schema).unwrap();
    for batch in batches {
        writer.write(batch).unwrap();
    }
    writer.close().unwrap();
    document
}

/// All rows of a document in one batch.
fn decode(document: &[u8], builder: ReaderBuilder) -> RecordBatch {
    let mut reader = builder.with_batch_size(usize::MAX).build(document).unwrap_or_else(|error| {
        panic!("{error}\n{}", String::from_utf8_lossy(document));
    });
    let schema = reader.schema();
    let batch = reader.next().map(|batch| {
        batch.unwrap_or_else(|error| {
            panic!("{error}\n{}", String::from_utf8_lossy(document));
        })
    });
    assert!(reader.next().is_none());
    batch.unwrap_or_else(|| RecordBatch::new_empty(schema))
}

/// Every batch again, row for row, from one that has all rows.
fn assert_same_rows(batches: &[RecordBatch], all: &RecordBatch) {
    let mut at = 0;
    for batch in batches {
        assert_equal(batch, &all.slice(at, batch.num_rows()));
        at += batch.num_rows();
    }
    assert_eq!(at, all.num_rows());
}

/// What must hold for any batches without unions, duplicate names or keys.
fn returns(schema: &SchemaRef, batches: &[RecordBatch]) {
    let document = encode(schema, batches);
    // With the schema they had.
    let all = decode(&document, ReaderBuilder::new().with_schema(Arc::clone(schema)));
    assert_same_rows(batches, &all);
    // Without: the normal form, which gives the same document.
    let plain = decode(&document, ReaderBuilder::new());
    let fields: Vec<Field> = schema.fields().iter().map(|field| normal(field, field.name())).collect();
    assert_eq!(plain.schema(), Arc::new(Schema::new(fields)));
    let again = encode(&plain.schema(), std::slice::from_ref(&plain));
    assert_eq!(String::from_utf8_lossy(&again), String::from_utf8_lossy(&document));
    // The core reads and writes it.
    assert_eq!(qrp1::Document::decode(&document).unwrap().encode().unwrap(), document);
    // Surveyed, in every profile.
    for profile in [qrp1::Profile::Plain, qrp1::Profile::Lean, qrp1::Profile::Tight] {
        let Some(_) = batches.first() else { break };
        let text = WriterBuilder::new().with_options(profile).to_string(batches).unwrap();
        let all = decode(text.as_bytes(), ReaderBuilder::new().with_schema(Arc::clone(schema)));
        assert_same_rows(batches, &all);
    }
    // Byte by byte, in small batches.
    let mut decoder = DecoderBuilder::new().with_batch_size(2).with_schema(Arc::clone(schema)).build();
    let mut small = Vec::new();
    for byte in &document {
        while decoder.decode(std::slice::from_ref(byte)).unwrap() == 0 {
            small.push(decoder.flush().unwrap().unwrap());
        }
    }
    small.extend(decoder.flush().unwrap());
    decoder.finish().unwrap();
    assert_eq!(small.iter().map(RecordBatch::num_rows).sum::<usize>(), all.num_rows());
    assert!(small.iter().all(|batch| batch.num_rows() <= 2));
    let mut at = 0;
    for batch in &small {
        assert_equal(batch, &all.slice(at, batch.num_rows()));
        at += batch.num_rows();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_batches_return(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let (schema, batches) = Choices::new(&bytes).batches();
        returns(&schema, &batches);
    }
}

/// A batch of one column.
fn one(name: &str, array: ArrayRef) -> RecordBatch {
    let field = Field::new(name, array.data_type().clone(), true);
    RecordBatch::try_new(Arc::new(Schema::new(vec![field])), vec![array]).unwrap()
}

/// What a batch's refusal says; nothing of it is written.
fn refused(batch: &RecordBatch) -> String {
    let mut document = Vec::new();
    let said = match Writer::try_new(&mut document, &batch.schema()) {
        Err(error) => error.to_string(),
        Ok(mut writer) => {
            let said = writer.write(batch).unwrap_err().to_string();
            assert!(writer.close().is_err(), "a document without what was refused");
            said
        }
    };
    assert!(document.is_empty());
    said
}

#[test]
fn unions_are_refused_by_name() {
    let fields = UnionFields::from_fields(vec![Field::new("a", DataType::Int32, true)]);
    let union = UnionArray::try_new(fields, vec![0].into(), None, vec![Arc::new(Int32Array::from(vec![7])) as _]);
    let union: ArrayRef = Arc::new(union.unwrap());
    let field = Arc::new(Field::new("either", union.data_type().clone(), true));
    let nested: ArrayRef = Arc::new(StructArray::from(vec![(field, union)]));
    assert_eq!(
        refused(&one("outer", nested)),
        "expected a type that a column can have, found `Union` in column 1 `outer.either` \
         (a union has no column type; cast it to a struct or a text first)"
    );
}

#[test]
fn names_that_occur_twice_are_refused() {
    let fields = vec![Field::new("a", DataType::Int32, true), Field::new("a", DataType::Utf8, true)];
    let nested: ArrayRef = new_null_array(&DataType::Struct(fields.into()), 1);
    assert_eq!(refused(&one("s", nested)), "column `s.a` occurs twice in column 2 `s.a`");
}

#[test]
fn keys_that_occur_twice_are_refused_before_the_batch() {
    let mut builder = MapBuilder::new(None, StringBuilder::new(), Int64Builder::new());
    for (keys, valid) in [(["a", "b"], true), (["k", "k"], true)] {
        for (value, key) in (0..).zip(keys) {
            builder.keys().append_value(key);
            builder.values().append_value(value);
        }
        builder.append(valid).unwrap();
    }
    let whole: ArrayRef = Arc::new(builder.finish());
    assert_eq!(refused(&one("m", Arc::clone(&whole))), "External error: key `k` occurs twice in column 1 `m`");
    // What a slice leaves out is no part of it.
    let slice = one("m", whole.slice(0, 1));
    returns(&slice.schema(), &[slice]);
}

#[test]
fn a_batch_of_another_schema_is_refused() {
    let mut writer = Writer::try_new(Vec::new(), &one("a", new_null_array(&DataType::Utf8, 1)).schema()).unwrap();
    // Another text is the same column.
    writer.write(&one("a", new_null_array(&DataType::Utf8View, 1))).unwrap();
    let said = writer.write(&one("b", new_null_array(&DataType::Utf8, 1))).unwrap_err();
    assert_eq!(said.to_string(), "External error: expected a batch with the schema of the document, found `b: Utf8`");
}

#[test]
fn rows_without_columns() {
    let options = RecordBatchOptions::new().with_row_count(Some(3));
    let batch = RecordBatch::try_new_with_options(Arc::new(Schema::empty()), vec![], &options).unwrap();
    assert_eq!(encode(&batch.schema(), std::slice::from_ref(&batch)), b"QRP1|table|columns=\n()\n()\n()\n\\.rows=3\n");
    returns(&batch.schema(), &[batch]);
}

#[test]
fn the_core_writes_the_same() {
    let tags = ListArray::from_iter_primitive::<Int64Type, _, _>(vec![Some(vec![Some(1), None]), None, Some(vec![])]);
    let point: ArrayRef = Arc::new(StructArray::from(vec![
        (Arc::new(Field::new("x", DataType::Float64, true)), Arc::new(Float64Array::from(vec![0.5, -0.0, 1e21])) as _),
        (Arc::new(Field::new("y", DataType::Int8, true)), Arc::new(Int8Array::from(vec![None, Some(1), Some(2)])) as _),
    ]));
    let price = Decimal128Array::from(vec![Some(-5), None, Some(12_345)]).with_precision_and_scale(9, 2).unwrap();
    let batch = RecordBatch::try_from_iter([
        ("tags", Arc::new(tags) as ArrayRef),
        ("point", point),
        ("price", Arc::new(price) as _),
        ("text", Arc::new(StringArray::from(vec!["a,b", "", "c;d"])) as _),
    ])
    .unwrap();
    let schema = qrp1::arrow::schema_from_arrow(&batch.schema()).unwrap();
    let mut writer = qrp1::Writer::from_writer(Vec::new());
    writer.header(&qrp1::Header::table(schema)).unwrap();
    let point = |x, y| Value::Struct(vec![Value::Float(x), y]);
    for row in [
        [Value::List(vec![Value::Int(1), Value::Null]), point(0.5, Value::Null), Value::number("-0.05"), "a,b".into()],
        [Value::Null, point(-0.0, Value::Int(1)), Value::Null, "".into()],
        [Value::List(vec![]), point(1e21, Value::Int(2)), Value::number("123.45"), "c;d".into()],
    ] {
        writer.row(&row).unwrap();
    }
    let expected = writer.finish(&qrp1::Closing::new().with_rows(3)).unwrap();
    assert_eq!(encode(&batch.schema(), &[batch]), expected);
}

/// A series of a time column and a number, streamed and at once, which returns.
fn series(time: ArrayRef) -> String {
    let count: ArrayRef = Arc::new(Int64Array::from_iter_values((0..).take(time.len())));
    let batch = RecordBatch::try_from_iter([("t", time), ("n", count)]).unwrap();
    let schema = batch.schema();
    let builder = WriterBuilder::new().with_time("t");
    let mut streamed = Vec::new();
    let mut writer = builder.clone().build(&mut streamed, &schema).unwrap();
    for row in 0..batch.num_rows() {
        writer.write(&batch.slice(row, 1)).unwrap();
    }
    writer.close().unwrap();
    let text = builder.to_string(std::slice::from_ref(&batch)).unwrap();
    for document in [&streamed[..], text.as_bytes()] {
        let back = decode(document, ReaderBuilder::new().with_schema(Arc::clone(&schema)));
        assert_same_rows(std::slice::from_ref(&batch), &back);
        let plain = decode(document, ReaderBuilder::new());
        assert_eq!(plain.num_rows(), batch.num_rows());
    }
    text.lines().next().unwrap().to_owned()
}

#[test]
fn every_time_column_makes_a_series() {
    assert_eq!(
        series(Arc::new(Date32Array::from(vec![-1, 6, 0]))),
        "QRP1|series|rows=3|t0=1969-12-31T00:00:00Z|axis=t:date|columns=dt_d:i64,n:i64"
    );
    assert_eq!(
        series(Arc::new(Date64Array::from(vec![0, 43_200_000]))),
        "QRP1|series|rows=2|t0=1970-01-01T00:00:00.000Z|axis=t:rfc3339|columns=dt_h:i64,n:i64"
    );
    assert_eq!(
        series(Arc::new(TimestampSecondArray::from(vec![0, 60]).with_timezone("+02:00"))),
        "QRP1|series|rows=2|t0=1970-01-01T02:00:00+02:00|axis=t:rfc3339|columns=dt_min:i64,n:i64"
    );
    assert_eq!(
        series(Arc::new(TimestampNanosecondArray::from(vec![1, -1]).with_timezone("Europe/Berlin"))),
        "QRP1|series|rows=2|t0=1970-01-01T00:00:00.000000001Z|axis=t:rfc3339|columns=dt_ns:i64,n:i64"
    );
    assert_eq!(
        series(Arc::new(TimestampMicrosecondArray::from(vec![1_500]))),
        "QRP1|series|rows=1|t0=1970-01-01T00:00:00.001500Z|axis=t:rfc3339|columns=dt_ms:i64,n:i64"
    );
    assert_eq!(
        series(Arc::new(TimestampMillisecondArray::from(Vec::<i64>::new()))),
        "QRP1|series|rows=0|t0=1970-01-01T00:00:00.000Z|axis=t:rfc3339|columns=dt_ms:i64,n:i64"
    );
}

#[test]
fn a_time_column_is_the_first_and_has_no_null() {
    let batch = one("t", Arc::new(Date32Array::from(vec![Some(1), None])));
    let error = WriterBuilder::new().with_time("t").to_string(std::slice::from_ref(&batch)).unwrap_err();
    assert_eq!(error.to_string(), "expected an instant in every row of the time column, found `null` in column 1 `t`");
    let error = WriterBuilder::new().with_time("u").to_string(&[batch]).unwrap_err();
    assert!(error.to_string().starts_with("expected the time column `u` as the first"), "{error}");
}

#[test]
fn other_documents_can_be_read() {
    // A receipt, numbers, keys, and values that describe themselves.
    let document = b"QRP1|receipt|status=ok\nQRP1|table|rows=2|columns=#:u64,@:str,a:auto,n:num\n\
        1,k,{x=[1,null],y=a\\,b},1.50\n2,l,null,\n\\.\n";
    let batch = decode(document, ReaderBuilder::new());
    let text = |index: usize, row: usize| batches::logical(batch.column(index), row);
    assert_eq!(batch.schema().fields().iter().map(|field| field.name().as_str()).collect::<Vec<_>>(), ["@", "a", "n"]);
    assert!(text(1, 0).contains(r#""{\"x\":[1,null],\"y\":\"a,b\"}""#), "{}", text(1, 0));
    assert!(text(2, 0).contains("\"1.50\""));
    assert_eq!((text(1, 1), text(2, 1)), ("null".to_owned(), "null".to_owned()));
    // An axis of numbers can be read into them again.
    let document = b"QRP1|series|rows=1|t0=2024-01-01T00:00:00Z|axis=t:epoch_s|columns=dt_h:i64\n5\n\\.\n";
    let wanted = Arc::new(Schema::new(vec![Field::new("t", DataType::Int64, false)]));
    let batch = decode(document, ReaderBuilder::new().with_schema(wanted));
    assert_eq!(batch.column(0).as_primitive::<Int64Type>().value(0), 1_704_085_200);
}

#[test]
fn faults_have_a_place() {
    let fault = |document: &str, builder: ReaderBuilder| -> String {
        match builder.build(document.as_bytes()) {
            Err(error) => error.to_string(),
            Ok(mut reader) => reader.find_map(Result::err).unwrap().to_string(),
        }
    };
    let narrow = Arc::new(Schema::new(vec![Field::new("n", DataType::Int8, false)]));
    let into = |schema: &SchemaRef| ReaderBuilder::new().with_schema(Arc::clone(schema));
    assert_eq!(
        fault("QRP1|table|rows=1|columns=n:i64\n300\n\\.\n", into(&narrow)),
        "External error: expected a value of Int8, found `300`, which is out of range at line 2, column 1 `n`, byte 32"
    );
    assert_eq!(
        fault("QRP1|table|rows=1|columns=n:i8\n\\N\n\\.\n", into(&narrow)),
        "External error: expected a value, in a field that is not nullable, found `null` at line 2, column 1 `n`, byte 31"
    );
    assert_eq!(
        fault("QRP1|table|rows=0|columns=n:str\n\\.\n", into(&narrow)),
        "expected a column for the Arrow type Int8, found `str` at line 1, column 1 `n`, byte 0 \
         (read it without a schema and cast it, or ask for the type that the column has)"
    );
    assert_eq!(
        fault("QRP1|table|rows=0|columns=m:i8\n\\.\n", into(&narrow)),
        "expected columns that the schema has: n, found `m` at line 1, column 1 `m`, byte 0"
    );
    let cut = fault("QRP1|table|rows=2|columns=n:i8\n1\n", ReaderBuilder::new());
    assert!(cut.contains("found the end of the input"), "{cut}");
    assert_eq!(
        fault("QRP1|record|lines=0\n\\.\n", ReaderBuilder::new()),
        "expected one table or series, for one schema, found `record` at line 1, byte 0"
    );
}

/// Files that hold what a document can't, by the start of their names, and why.
const REFUSED: [(&str, &str); 2] =
    [("generated_duplicate_fieldnames", "occurs twice"), ("generated_union", "a union has no column type")];

/// The batches of a file or stream of Arrow IPC.
fn read(path: &std::path::Path) -> Result<(SchemaRef, Vec<RecordBatch>), ArrowError> {
    let file = std::fs::File::open(path).unwrap();
    let is_stream = path.extension().is_some_and(|extension| extension == "stream");
    if is_stream {
        let reader = StreamReader::try_new(file, None)?;
        Ok((reader.schema(), reader.collect::<Result<_, _>>()?))
    } else {
        let reader = FileReader::try_new(file, None)?;
        Ok((reader.schema(), reader.collect::<Result<_, _>>()?))
    }
}

#[test]
fn files_of_the_arrow_project_return() {
    let folder = "arrow-testing/data/arrow-ipc-stream";
    let files: Vec<_> = ["stream", "arrow_file"].into_iter().flat_map(|kind| data::files(folder, kind)).collect();
    let (mut returned, mut refusals, mut unreadable) = (0, 0, Vec::new());
    for path in &files {
        let name = path.file_name().unwrap().to_str().unwrap();
        let (schema, batches) = match read(path) {
            Ok(read) => read,
            Err(error) => {
                unreadable.push(format!("{name}: {error}"));
                continue;
            }
        };
        if let Some((_, reason)) = REFUSED.iter().find(|(start, _)| name.starts_with(start)) {
            let said = Writer::try_new(Vec::new(), &schema).unwrap_err().to_string();
            assert!(said.contains(reason), "{name}: {said}");
            refusals += 1;
            continue;
        }
        returns(&schema, &batches);
        returned += 1;
    }
    data::report("arrow-testing", files.len());
    if !files.is_empty() {
        assert_eq!((returned, refusals, unreadable), (60, 4, vec![]), "returned, refused, not readable");
    }
}

/// The command, from CSV to Arrow and back to the same document.
#[cfg(feature = "cli")]
#[test]
fn the_command_reads_and_writes_ipc() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_qrp1"));
        let output = command.args(arguments).current_dir(folder.path()).output().unwrap();
        (output.status.code().unwrap(), output.stdout, String::from_utf8(output.stderr).unwrap())
    };
    let candles = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/candles/daily-2024.csv");
    assert_eq!(run(&["encode", candles, "--time", "time", "-o", "a.qrp1"]), (0, vec![], String::new()));
    let document = std::fs::read(folder.path().join("a.qrp1")).unwrap();
    for (name, start) in [
        ("a.arrow", &b"ARROW1"[..]),
        ("a.feather", b"ARROW1"),
        ("a.arrows", b"\xff\xff\xff\xff"),
        ("a", b"\xff\xff\xff\xff"),
    ] {
        assert_eq!(run(&["decode", "a.qrp1", "--to", "arrow", "-o", name]), (0, vec![], String::new()));
        assert!(std::fs::read(folder.path().join(name)).unwrap().starts_with(start), "{name}");
        // The name says the format, or the first bytes do.
        assert_eq!(run(&["encode", name, "--time", "time"]), (0, document.clone(), String::new()), "{name}");
    }
    let (code, _, said) = run(&["encode", "a.arrow", "--columns", "time"]);
    assert_eq!((code, &*said), (2, "qrp1: `--columns` is for other formats, and this is Arrow\n"));
    let (code, _, said) = run(&["encode", candles, "--from", "arrow"]);
    assert!(code == 1 && said.contains("expected Arrow IPC"), "{said}");
}

/// A Parquet file of the Arrow project, against the JSON that lies beside it.
#[cfg(all(feature = "cli", feature = "parquet"))]
#[test]
fn the_command_reads_parquet() {
    // Protocol buffers leave out what is null in a column.
    fn without_nulls(value: serde_json::Value) -> serde_json::Value {
        match value {
            serde_json::Value::Object(fields) => {
                let fields = fields.into_iter().filter(|(_, value)| !value.is_null());
                fields.map(|(key, value)| (key, without_nulls(value))).collect()
            }
            serde_json::Value::Array(items) => items.into_iter().map(without_nulls).collect(),
            other => other,
        }
    }
    let Some(file) = data::file("arrow-testing/data/parquet/generated_simple_numerics/blogs.parquet") else { return };
    let run = |arguments: &[&std::ffi::OsStr]| {
        std::process::Command::new(env!("CARGO_BIN_EXE_qrp1")).args(arguments).output().unwrap()
    };
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("blogs.qrp1");
    let encoded = run(&["encode".as_ref(), file.as_ref(), "-o".as_ref(), target.as_ref()]);
    assert!(encoded.status.success(), "{}", String::from_utf8_lossy(&encoded.stderr));
    let decoded = run(&["decode".as_ref(), target.as_ref()]);
    let found: serde_json::Value = serde_json::from_slice(&decoded.stdout).unwrap();
    let expected = std::fs::read_to_string(file.with_extension("json")).unwrap();
    assert_eq!(without_nulls(found), serde_json::from_str::<serde_json::Value>(&expected).unwrap());
    let refused = run(&["decode".as_ref(), target.as_ref(), "-o".as_ref(), "blogs.parquet".as_ref()]);
    assert_eq!(refused.status.code(), Some(2));
}
