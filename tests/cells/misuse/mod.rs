//! Rows that are written wrongly: the error with its column and place, and an encoder that goes on as if nothing had been.

use qrp1::{
    CellEncoder, Closing, Encoder, Error, Header, Interval, Limits, OffsetUnit, Result, RowEncoder, Value, Writer,
};

mod containers;

use containers::list;

use crate::table;

/// What is written as the second row, the column that its error has, and what it says of the fault.
type Case = (fn(&mut RowEncoder<'_, '_>) -> Result<()>, &'static str, &'static str);

const BEGUN: &str = "expected a value for the cell that was begun, found `none`";

/// Each case fails as it says after a first row, which is `line`, and the same row can follow.
#[track_caller]
fn fails(columns: &str, line: &str, cases: &[Case]) {
    let (schema, values) = table(columns, line);
    let header = Header::table(schema.clone()).with_rows(2);
    let closing = Closing::new().with_crc();
    let mut clean = Encoder::new();
    clean.header(&header).unwrap();
    clean.row(&values).unwrap();
    let first = clean.output().to_vec();
    clean.row(&values).unwrap();
    clean.finish(&closing).unwrap();
    for (index, (write, column, kind)) in cases.iter().enumerate() {
        let mut encoder = Encoder::new();
        encoder.header(&header).unwrap();
        encoder.row(&values).unwrap();
        let error = encoder.row_with(write).unwrap_err();
        assert_eq!(error.kind().to_string(), *kind, "case {index}");
        let position = error.position().unwrap();
        let number = schema.index_of(column).map(|index| u32::try_from(index + 1).unwrap());
        assert_eq!((error.column_name().unwrap_or_default(), position.column()), (*column, number), "case {index}");
        assert_eq!((position.byte(), position.line()), (first.len() as u64, 3), "case {index}");
        assert_eq!((encoder.output(), encoder.count()), (&*first, 1), "case {index}");
        encoder.row(&values).unwrap();
        encoder.finish(&closing).unwrap();
        assert_eq!(encoder.output(), clean.output(), "case {index}");

        let mut writer = Writer::from_writer(Vec::new());
        writer.header(&header).unwrap();
        writer.row(&values).unwrap();
        assert_eq!(writer.row_with(write).unwrap_err().to_string(), error.to_string(), "case {index}");
        writer.row(&values).unwrap();
        assert_eq!(writer.finish(&closing).unwrap(), clean.output(), "case {index}");
    }
}

/// The cell after an integer.
fn second<'r, 'a>(row: &'r mut RowEncoder<'_, 'a>) -> Result<CellEncoder<'r, 'a>> {
    row.cell()?.i64(1)?;
    row.cell()
}

#[test]
fn cells_of_a_row() {
    fails(
        "id:i64,name:str",
        "1,a",
        &[
            (|_| Ok(()), "", "expected 2 cells, found 0"),
            (|row| row.cell()?.i64(1), "", "expected 2 cells, found 1"),
            (|row| second(row)?.str("a").and_then(|()| row.cell()?.str("b")), "", "expected 2 cells, found 3"),
            (|row| row.cell().map(drop).and_then(|()| row.cell()?.str("a")), "id", BEGUN),
            (|row| second(row).map(drop), "name", BEGUN),
            // Errors of the caller, within a cell and between two.
            (|row| row.cell().and_then(|_| Err(Error::message("no such person"))), "id", "no such person"),
            (|row| row.cell()?.i64(1).and_then(|()| Err(Error::message("no such person"))), "", "no such person"),
        ],
    );
}

#[test]
fn values_of_other_kinds() {
    fails(
        "id:i64,name:str",
        "1,a",
        &[
            (|row| row.cell()?.str("1"), "id", "expected i64, found `a text`"),
            (|row| row.cell()?.u64(1), "id", "expected i64, found `an unsigned integer`"),
            (|row| row.cell()?.f64(1.0), "id", "expected i64, found `a float`"),
            (|row| row.cell()?.bool(true), "id", "expected i64, found `a boolean`"),
            (|row| row.cell()?.number("1"), "id", "expected i64, found `a number by its letters`"),
            (|row| row.cell()?.bytes(b"1"), "id", "expected i64, found `bytes`"),
            (|row| row.cell()?.interval(Interval::default()), "id", "expected i64, found `an interval`"),
            (|row| row.cell()?.list(0)?.end(), "id", "expected i64, found `a list`"),
            (|row| row.cell()?.map(0)?.end(), "id", "expected i64, found `a map`"),
            (|row| row.cell()?.fields()?.end(), "id", "expected i64, found `a struct`"),
            (|row| row.cell()?.missing(), "id", "expected a value or null, found `a missing value`"),
            (|row| row.cell()?.value(&Value::Mark), "id", "expected i64, found `a mark`"),
            (|row| second(row)?.i64(1), "name", "expected str, found `a signed integer`"),
        ],
    );
    fails(
        "a:auto",
        "1",
        &[
            (|row| row.cell()?.list(0)?.end(), "a", "expected auto, found `a list`"),
            (|row| row.cell()?.map(0)?.end(), "a", "expected auto, found `a map`"),
            (|row| row.cell()?.fields()?.end(), "a", "expected auto, found `a struct`"),
            (|row| row.cell()?.bytes(b"1"), "a", "expected auto, found `bytes`"),
            (|row| row.cell()?.missing(), "a", "expected a value or null, found `a missing value`"),
        ],
    );
}

#[test]
fn values_out_of_range() {
    let fails = |columns, line, case| fails(columns, line, &[case]);
    fails("a:i8", "1", (|row| row.cell()?.i64(128), "a", "expected i8, found `128`, which is out of range"));
    fails("a:i8", "1", (|row| row.cell()?.i64(-129), "a", "expected i8, found `-129`, which is out of range"));
    fails("a:u16", "1", (|row| row.cell()?.u64(65_536), "a", "expected u16, found `65536`, which is out of range"));
    fails("a:f32", "1", (|row| row.cell()?.f64(0.1), "a", "expected f32, found `0.1`, which is out of range"));
    fails("a:num", "1", (|row| row.cell()?.number("01"), "a", "expected num, a JSON number, found `01`"));
    fails(
        "a:time(s)",
        "00:00:00",
        (
            |row| row.cell()?.i64(86_400),
            "a",
            "expected a time from midnight to midnight, found `86400`, which is out of range",
        ),
    );
    fails(
        "a:date",
        "2024-01-01",
        (
            |row| row.cell()?.i64(i64::MAX),
            "a",
            "expected days whose seconds fit in 64 bits, found `9223372036854775807`, which is out of range",
        ),
    );
    fails(
        "a:dec(3,1)",
        "1.0",
        (
            |row| row.cell()?.number("100.0"),
            "a",
            "expected dec(3,1): at most 3 digits, 1 of them after the point, found `100.0`, which is out of range",
        ),
    );
    fails(
        "a:interval(ym)",
        "1",
        (
            |row| row.cell()?.interval(Interval { days: 1, ..Interval::default() }),
            "a",
            "expected interval(ym), a 32-bit count of months, found `0 months, 1 days, 0`, which is out of range",
        ),
    );
}

#[test]
fn constants_and_templates() {
    fails(
        "k:str(always x),id:i64,url:str(like a*z)",
        "1,b",
        &[
            (
                |row| row.cell()?.str("y"),
                "k",
                "expected the constant that the header declares, found `a text`, which is out of range",
            ),
            (
                |row| row.cell()?.i64(1),
                "k",
                "expected the constant that the header declares, found `a signed integer`, which is out of range",
            ),
            (
                |row| row.cell()?.null(),
                "k",
                "expected the constant that the header declares, found `null`, which is out of range",
            ),
            (
                |row| row.cell()?.list(0)?.end(),
                "k",
                "expected the constant that the header declares, found `a list`, which is out of range",
            ),
            (|row| row.cell().map(drop).and_then(|()| row.cell()?.i64(1)), "k", BEGUN),
            (|row| row.cell()?.str("x").and_then(|()| row.cell()?.i64(1)), "", "expected 3 cells, found 2"),
            (
                |row| row.cell()?.str("x").and_then(|()| second(row)?.str("ab")),
                "url",
                "expected a text like `a*z`, found `ab`, which is out of range",
            ),
            (
                |row| row.cell()?.str("x").and_then(|()| second(row)?.i64(1)),
                "url",
                "expected str, found `a signed integer`",
            ),
            (
                |row| row.cell()?.str("x").and_then(|()| second(row)?.map(0)?.end()),
                "url",
                "expected str, found `a map`",
            ),
        ],
    );
}

/// An error that the caller keeps for itself is one of what follows: no half of a cell is written.
#[test]
fn errors_that_are_not_passed_on() {
    fails(
        "id:i64,tags[]:str,ages<str>:i64",
        "1,(a),()",
        &[
            (|row| row.cell()?.str("1").or(Ok(())).and_then(|()| row.cell()?.list(0)?.end()), "id", BEGUN),
            (|row| second(row)?.i64(1).or(Ok(())).and_then(|()| row.cell()?.map(0)?.end()), "tags", BEGUN),
            (|row| list(second(row)?, 2, &["a"]).or(Ok(())).and_then(|()| row.cell()?.map(0)?.end()), "tags", BEGUN),
            (
                |row| {
                    let mut list = second(row)?.list(2)?;
                    let _ = list.item()?.i64(1);
                    list.item()?.str("b")
                },
                "tags",
                BEGUN,
            ),
            (
                |row| {
                    list(second(row)?, 0, &[])?;
                    let mut map = row.cell()?.map(2)?;
                    map.key()?.str("a")?;
                    map.value()?.i64(1)?;
                    map.key()?.str("a")?;
                    let _ = map.value();
                    map.value()?.i64(2)
                },
                "ages",
                "key `a` occurs twice",
            ),
        ],
    );
}

/// A row that failed has no key, no number and no letters that count.
#[test]
fn nothing_is_counted_of_a_row_that_failed() {
    let (schema, values) = table("k:str(always abcdefghijklmnop),url:str(like abcdefghijklm*),id:i64", "x,1");
    let mut limits = Limits::default();
    limits.document = 1_000;
    let mut encoder = Encoder::new().with_limits(limits);
    encoder.header(&Header::table(schema.with_keys().with_numbers())).unwrap();
    for _ in 0..100 {
        let error = encoder.keyed_row_with("key", |row| {
            row.cell()?.value(&values[0])?;
            row.cell()?.value(&values[1])?;
            row.cell()?.str("no number")
        });
        assert_eq!(error.unwrap_err().column_name(), Some("id"));
    }
    let all = |row: &mut RowEncoder<'_, '_>| values.iter().try_for_each(|value| row.cell()?.value(value));
    encoder.keyed_row_with("key", all).unwrap();
    let again = encoder.keyed_row_with("key", |_| panic!("a key that was there before")).unwrap_err();
    assert_eq!(again.kind().to_string(), "key `key` occurs twice");
    encoder.keyed_row_with("other", all).unwrap();
    assert!(encoder.take().ends_with(b"\n1,key,x,1\n2,other,x,1\n"));
}

/// A row that its block can't hold is refused before the closure is called.
#[test]
fn rows_of_another_block() {
    let called = |_: &mut RowEncoder<'_, '_>| Err(Error::message("called"));
    let (schema, _) = table("id:i64", "1");
    let t0 = "2024-01-01T00:00:00Z".parse().unwrap();
    let said = |header: Option<Header>| {
        let mut encoder = Encoder::new();
        header.iter().try_for_each(|header| encoder.header(header)).unwrap();
        let errors =
            [encoder.row_with(called), encoder.keyed_row_with("k", called), encoder.series_row_with(0, called)];
        errors.map(|result| result.unwrap_err().kind().to_string())
    };
    let no = |expected: &str, found: &str| format!("expected {expected}, found `{found}`");
    assert_eq!(said(None), [(); 3].map(|()| no("a block that can hold a row", "no block")));
    assert_eq!(said(Some(Header::text())), [(); 3].map(|()| no("a block that can hold a row", "text")));
    let (plain, key, offset) = ("a row without key or offset", "a row with a key", "a row with an offset");
    assert_eq!(said(Some(Header::table(schema.clone()))), ["called".into(), no(plain, key), no(plain, offset)]);
    let keyed = Header::table(schema.clone().with_keys());
    assert_eq!(said(Some(keyed)), [no(key, "a row alone"), "called".into(), no(key, offset)]);
    let series = Header::series(schema.with_offset(OffsetUnit::Day), t0);
    assert_eq!(said(Some(series)), [no(offset, "a row alone"), no(offset, key), "called".into()]);
}

/// What a person reads, with its hint and place.
#[test]
fn whole_messages() {
    let say = |columns, write: fn(&mut RowEncoder<'_, '_>) -> Result<()>| {
        let mut encoder = Encoder::new();
        encoder.header(&Header::table(table(columns, "1,(a)").0)).unwrap();
        encoder.row_with(write).unwrap_err().to_string()
    };
    assert_eq!(
        say("id:i64,tags[]:str", |row| list(second(row)?, 2, &["a"])),
        "expected 2 cells, found 1 at line 2, column 2 `tags`, byte 37 (a list has as many items as was said)"
    );
    assert_eq!(
        say("id:i64,tags[]:str", |row| second(row).map(drop)),
        "expected a value for the cell that was begun, found `none` at line 2, column 2 `tags`, byte 37 (end each list, map and struct, too)"
    );
    assert_eq!(
        say("id:i64,tags[]:str", |_| Ok(())),
        "expected 2 cells, found 0 at line 2, byte 37 (a row has a value for each column)"
    );
}
