//! Rows one by one: those that are held, those that freeze a schema, and headers of the caller.

use std::collections::BTreeMap;

use qrp1::{Closing, Column, ColumnType, Header, OffsetUnit, Reader, Schema, Writer};
use serde::Serialize;

use crate::shared::{Candle, Person, candles, people};

#[test]
fn rows_one_by_one() {
    let mut writer = Writer::from_writer(Vec::new());
    for row in people() {
        writer.serialize(&row).unwrap();
    }
    let document = writer.finish(&Closing::new()).unwrap();
    assert_eq!(
        String::from_utf8(document.clone()).unwrap(),
        "QRP1|table|columns=id:u32,name:str,score:f32\n1,,0.1\n2,Ada\\, the first,-2\n3,\"\",Infinity\n\\.rows=3\n"
    );
    let rows: Vec<Person> = Reader::from_reader(&document[..]).deserialize().map(Result::unwrap).collect();
    assert_eq!(rows, people());
}

#[test]
fn the_first_rows_freeze_no_type() {
    #[derive(Serialize)]
    struct Row {
        #[serde(skip_serializing_if = "Option::is_none")]
        a: Option<u8>,
        b: Option<Vec<i64>>,
        c: Option<Person>,
    }
    let first = Row { a: None, b: None, c: None };
    let second = Row { a: Some(1), b: Some(vec![]), c: None };
    let third = Row { a: Some(1), b: Some(vec![-1]), c: Some(Person::default()) };
    let expected = "a?:u8,b[]:i64,c?{id:u32,name:null,score:f32}\n,,\\N\n1,(),\\N\n1,(-1),(0,,0)\n";
    assert_eq!(
        qrp1::to_string(&[&first, &second, &third]).unwrap(),
        format!("QRP1|table|rows=3|columns={expected}\\.\n")
    );
    let mut writer = Writer::from_writer(Vec::new());
    for row in [&first, &second, &third] {
        writer.serialize(row).unwrap();
    }
    let document = String::from_utf8(writer.finish(&Closing::new()).unwrap()).unwrap();
    // A stream has not seen the rows to come, so that what is still unknown takes anything.
    let expected = expected.replace("name:null", "name:auto").replace("(0,,0)", "(0,null,0)");
    assert_eq!(document, format!("QRP1|table|columns={expected}\\.rows=3\n"));
}

#[test]
fn held_rows_end_with_a_flush_or_the_128th() {
    let row = |n: Option<u8>| BTreeMap::from([("n", n)]);
    let mut writer = Writer::from_writer(Vec::new());
    writer.serialize(&row(None)).unwrap();
    assert_eq!(writer.get_ref().len(), 0);
    writer.flush().unwrap();
    assert_eq!(writer.get_ref(), b"QRP1|table|columns=n:auto\nnull\n");
    writer.serialize(&row(Some(1))).unwrap();
    assert_eq!(writer.finish(&Closing::new()).unwrap(), b"QRP1|table|columns=n:auto\nnull\n1\n\\.rows=2\n");

    let mut writer = Writer::from_writer(Vec::new());
    (0..127).for_each(|_| writer.serialize(&row(None)).unwrap());
    assert_eq!(writer.count(), 0);
    writer.serialize(&row(Some(3))).unwrap();
    assert_eq!(writer.count(), 128);
    // From here on a row has to fit.
    let error = writer.serialize(&BTreeMap::from([("n", "x")])).unwrap_err();
    assert!(error.to_string().contains("`n`"), "{error}");
    let error = writer.serialize(&BTreeMap::from([("m", 1)])).unwrap_err();
    assert_eq!(error.to_string(), "unknown field `m` (the schema has no such column)");
    let error = writer.serialize(&BTreeMap::<String, u8>::new()).unwrap_err();
    assert_eq!(error.to_string(), "missing field `n` (a column that rows may leave out has a `?`)");
    writer.serialize(&row(Some(4))).unwrap();
    let document = writer.finish(&Closing::new()).unwrap();
    let values: Vec<BTreeMap<String, Option<u8>>> = qrp1::from_slice(&document).unwrap();
    assert_eq!((values.len(), values[127]["n"], values[128]["n"]), (129, Some(3), Some(4)));
}

#[test]
fn rows_under_a_header_of_the_caller() {
    let schema = Schema::new([Column::new("open", ColumnType::F64), Column::new("closed", ColumnType::Bool)]);
    let header = Header::series(schema.with_offset(OffsetUnit::Hour), "2024-01-01T00:00:00+01:00".parse().unwrap());
    let mut writer = Writer::from_writer(Vec::new());
    writer.header(&header.with_axis("time", qrp1::AxisForm::Rfc3339).with_rows(3)).unwrap();
    candles().iter().for_each(|row| writer.serialize(row).unwrap());
    let document = writer.finish(&Closing::new()).unwrap();
    assert_eq!(qrp1::from_slice::<Vec<Candle>>(&document).unwrap(), candles());

    let schema = Schema::new([Column::new("n", ColumnType::U8)]).with_keys();
    let mut writer = Writer::from_writer(Vec::new());
    writer.header(&Header::table(schema).with_rows(1)).unwrap();
    let error = writer.serialize(&BTreeMap::from([("n", 1u8)])).unwrap_err();
    assert!(error.to_string().starts_with("expected a tuple of the key and the row"), "{error}");
    writer.serialize(&("k", BTreeMap::from([("n", 1u8)]))).unwrap();
    let document = writer.finish(&Closing::new()).unwrap();
    let rows: Vec<(String, BTreeMap<String, u8>)> =
        Reader::from_reader(&document[..]).deserialize().map(Result::unwrap).collect();
    assert_eq!(rows, [("k".into(), BTreeMap::from([("n".into(), 1)]))]);

    // Tuples go by their places.
    let mut writer = Writer::from_writer(Vec::new());
    let schema = Schema::new([Column::new("a", ColumnType::U8), Column::new("b", ColumnType::Str)]);
    writer.header(&Header::table(schema).with_rows(1)).unwrap();
    writer.serialize(&(1u8, "x")).unwrap();
    assert!(writer.serialize(&(1u8,)).is_err());
    assert_eq!(writer.finish(&Closing::new()).unwrap(), b"QRP1|table|rows=1|columns=a:u8,b:str\n1,x\n\\.\n");
}
