//! Cells that are read by each method, whatever their type; half of them, and none of them.

use qrp1::{CellDecoder, ErrorClass, Reader, Result, Row};

type Read<T> = fn(CellDecoder<'_, '_>) -> Result<T>;

/// The methods, each with how a value looks that it gives.
const METHODS: [(&str, Read<Option<String>>); 11] = [
    ("i64", |cell| Ok(cell.i64()?.map(|value| value.to_string()))),
    ("u64", |cell| Ok(cell.u64()?.map(|value| value.to_string()))),
    ("f64", |cell| Ok(cell.f64()?.map(|value| format!("{value:?}")))),
    ("bool", |cell| Ok(cell.bool()?.map(|value| value.to_string()))),
    ("str", |cell| Ok(cell.str()?.map(|value| value.into_owned()))),
    ("bytes", |cell| Ok(cell.bytes()?.map(|value| format!("{value:?}")))),
    ("number", |cell| Ok(cell.number()?.map(|value| value.into_owned()))),
    ("interval", |cell| Ok(cell.interval()?.map(|value| format!("{}mo", value.months)))),
    ("list", |cell| {
        let Some(mut list) = cell.list()? else { return Ok(None) };
        let mut items = 0;
        while let Some(item) = list.next()? {
            item.value()?;
            items += 1;
        }
        Ok(Some(format!("{items} items")))
    }),
    ("map", |cell| {
        let Some(mut map) = cell.map()? else { return Ok(None) };
        let mut entries = 0;
        while let Some(key) = map.key()? {
            key.value()?;
            map.value()?.value()?;
            entries += 1;
        }
        Ok(Some(format!("{entries} entries")))
    }),
    ("fields", |cell| {
        let Some(mut fields) = cell.fields()? else { return Ok(None) };
        let mut values = 0;
        while let Some(cell) = fields.cell()? {
            cell.value()?;
            values += 1;
        }
        Ok(Some(format!("{values} fields")))
    }),
];

/// The only row of a table with these columns.
fn row(columns: &str, line: &str) -> Row {
    let document = format!("QRP1|table|rows=1|columns={columns}\n{line}\n\\.\n");
    let mut reader = Reader::from_reader(document.as_bytes());
    let mut row = Row::new();
    assert!(reader.read_row(&mut row).unwrap(), "{document}");
    row
}

/// What each method gives of the first column: only `method` a value, and all others an error of class `type`.
#[track_caller]
fn only(columns: &str, line: &str, method: &str, expected: &str) {
    let row = row(columns, line);
    for (name, read) in METHODS {
        match (row.cell_with(0, read), name == method) {
            (Ok(Some(found)), true) => assert_eq!(found, expected, "{columns}"),
            (Err(error), false) => {
                assert_eq!(error.class(), ErrorClass::Type, "{name} of {columns}: {error}");
                let position = error.position().unwrap();
                assert_eq!((position.line(), position.column()), (2, Some(1)), "{name} of {columns}: {error}");
                assert_eq!(error.column_name(), row.schema().unwrap().columns()[0].name());
            }
            (found, _) => panic!("{name} of {columns}: {found:?}"),
        }
    }
}

#[test]
fn each_type_has_one_method() {
    for (ty, cell, method, expected) in [
        ("bool", "true", "bool", "true"),
        ("i8", "-1", "i64", "-1"),
        ("i64", "9223372036854775807", "i64", "9223372036854775807"),
        ("u8", "1", "u64", "1"),
        ("u64", "18446744073709551615", "u64", "18446744073709551615"),
        ("f16", "0.5", "f64", "0.5"),
        ("f32", "-0", "f64", "-0.0"),
        ("f64", "NaN", "f64", "NaN"),
        ("num", "1.50", "number", "1.50"),
        ("dec(3,1)", "1.0", "number", "1.0"),
        ("str", "a\\,b", "str", "a,b"),
        ("bin", "AQI", "bytes", "[1, 2]"),
        ("date", "1970-01-02", "i64", "1"),
        ("time(ms)", "00:00:01.000", "i64", "1000"),
        ("ts(s)", "1970-01-01T00:01:00", "i64", "60"),
        ("dur(s)", "-5", "i64", "-5"),
        ("interval(ym)", "7", "interval", "7mo"),
        ("bin", "\"\"", "bytes", "[]"),
        ("auto", "1", "number", "1"),
        ("auto", "true", "bool", "true"),
        ("auto", "NaN", "f64", "NaN"),
        ("auto", "x", "str", "x"),
    ] {
        only(&format!("a:{ty}"), cell, method, expected);
        only(&format!("a?:{ty}"), cell, method, expected);
        only(&format!("a:{ty}(always {cell}),b:i64"), "1", method, expected);
    }
    only("a:str(like x*z)", "y", "str", "xyz");
    only("a[]:i64", "(1;2)", "list", "2 items");
    only("a<str>:i64", "(b=1)", "map", "1 entries");
    only("a?{b:i64,c:str}", "(1,x)", "fields", "2 fields");
    only("a{b:i64,c:str}", "1,x", "fields", "2 fields");
    only("a{b:i64(always 1),c:str}", "x", "fields", "2 fields");
}

/// Null is none for every scalar's method, of whatever type the column is.
#[test]
fn null_is_none() {
    for (columns, line) in [
        ("a:i64,b:i64", ",1"),
        ("a?:u8,b:i64", ",1"),
        ("a?:f64,b:i64", "\\N,1"),
        ("a:str(like x*),b:i64", ",1"),
        ("a:null,b:i64", ",1"),
        ("a:auto,b:i64", "null,1"),
        ("a:i64(always \\N),b:i64", "1"),
        ("a[]:i64,b:i64", ",1"),
        ("a?{b:i64},b:i64", "\\N,1"),
    ] {
        let row = row(columns, line);
        for (name, read) in &METHODS[..8] {
            assert_eq!(row.cell_with(0, read).unwrap(), None, "{name} of {columns}");
        }
        let mut appended = String::new();
        assert!(!row.cell_with(0, |cell| cell.str_to(&mut appended)).unwrap(), "{columns}");
        assert!(appended.is_empty());
        let absent = row.cell_with(0, |cell| {
            let absent = cell.is_absent();
            cell.value().map(|_| absent)
        });
        assert!(absent.unwrap(), "{columns}");
    }
    for (columns, line, method) in
        [("a[]:i64", "\\N", "list"), ("a<str>:i64,b:i64", ",1", "map"), ("a?{b:i64},c:i64", ",1", "fields")]
    {
        let read = METHODS.iter().find(|(name, _)| *name == method).unwrap().1;
        assert_eq!(row(columns, line).cell_with(0, read).unwrap(), None);
    }
}

/// Null is told from every value that looks like it.
#[test]
fn null_alone_is_null() {
    for (columns, line, is_null) in [
        ("a:null,b:i64", ",1", true),
        ("a:str,b:i64", ",1", true),
        ("a:str", "\\N", true),
        ("a?:str,b:i64", "\\N,1", true),
        ("a:auto", "null", true),
        ("a:auto", "\"null\"", false),
        ("a:str,b:i64", "\"\",1", false),
        ("a:str", "null", false),
        ("a:str", "\\\\N", false),
        ("a:str", ";x", false),
        ("a:str", ")", false),
        ("a:str", "\\,", false),
        ("a[]:str", "()", false),
    ] {
        let row = row(columns, line);
        assert_eq!(row.cell_with(0, |cell| cell.value()).unwrap().is_null(), is_null, "{columns} {line}");
        let absent = row.cell_with(0, |cell| {
            let absent = cell.is_absent();
            cell.value().map(|_| absent)
        });
        assert_eq!(absent.unwrap(), is_null, "{columns} {line}");
        assert_eq!(row.cell_with(0, |cell| cell.null()).is_ok(), is_null, "{columns} {line}");
    }
}

/// A cell that is passed over by its letters is read, wherever it stands.
#[test]
fn letters_pass_over_a_cell() {
    for (columns, line, expected) in [
        ("a[]:str", "(b;\\;;\"\")", "b|\\;|\"\""),
        ("a[][]:i64", "((1;2);();)", "(1;2)|()|"),
        ("a[]:auto", "({b=1};[x])", "{b=1}|[x]"),
    ] {
        let row = row(columns, line);
        let letters = row.cell_with(0, |cell| {
            let mut found = Vec::new();
            let mut list = cell.list()?.unwrap();
            while let Some(item) = list.next()? {
                let letters = item.letters().unwrap();
                item.skip(letters);
                found.push(letters);
            }
            Ok(found.join("|"))
        });
        assert_eq!(letters.unwrap(), expected);
    }
}

/// What was begun is read to its end: an error says where it was left.
#[test]
fn half_of_a_container() {
    let half: [(&str, &str, Read<()>, &str); 10] = [
        ("a[]:i64", "(1;2)", |cell| cell.list()?.unwrap().next()?.unwrap().i64().map(drop), ";2)"),
        // The end of a list is a part of it.
        ("a[]:i64", "(1)", |cell| cell.list()?.unwrap().next()?.unwrap().i64().map(drop), ")"),
        ("a[]:i64", "()", |cell| cell.list().map(drop), ")"),
        ("a<str>:i64", "(b=1)", |cell| cell.map()?.unwrap().key()?.unwrap().str().map(drop), "=1)"),
        ("a?{b:i64,c:i64}", "(1,2)", |cell| cell.fields()?.unwrap().cell()?.unwrap().i64().map(drop), ",2)"),
        ("a{b:i64,c:i64}", "1,2", |cell| cell.fields()?.unwrap().cell()?.unwrap().i64().map(drop), ",2"),
        ("a:i64", "1", |_| Ok(()), "1"),
        ("a[]:i64", "(1;2)", |_| Ok(()), "(1;2)"),
        ("a{b:i64,c:i64}", "1,2", |_| Ok(()), "1,2"),
        ("a:auto", "[1]", |_| Ok(()), "[1]"),
    ];
    for (columns, line, read, left) in half {
        let error = row(columns, line).cell_with(0, read).unwrap_err();
        assert_eq!(error.kind().to_string(), format!("expected the end of the cell, found `{left}`"), "{columns}");
        assert_eq!((error.column_name(), error.position().unwrap().line()), (Some("a"), 2));
    }
    // Within another container, what is left is in the way of what follows.
    let nested: [(&str, &str, Read<()>); 3] = [
        ("a[][]:i64", "((1;2);(3))", |cell| {
            let mut outer = cell.list()?.unwrap();
            outer.next()?.unwrap().list()?.unwrap().next()?.unwrap().i64()?;
            outer.next()?.unwrap().list().map(drop)
        }),
        ("a[][]:i64", "((1;);(3))", |cell| {
            let mut outer = cell.list()?.unwrap();
            outer.next()?.unwrap().list()?.unwrap().next()?.unwrap().i64()?;
            while let Some(item) = outer.next()? {
                item.value()?;
            }
            Ok(())
        }),
        ("a<str>:i64", "(b=1;c=2)", |cell| {
            let mut map = cell.map()?.unwrap();
            map.key()?.unwrap().str()?;
            map.key().map(drop)
        }),
    ];
    for (columns, line, read) in nested {
        let error = row(columns, line).cell_with(0, read).unwrap_err();
        assert!(matches!(error.class(), ErrorClass::Syntax | ErrorClass::Type), "{error}");
    }
}

/// A constant and a null have no letters to be read.
#[test]
fn cells_that_need_not_be_read() {
    for (columns, line) in [("a:str(always x),b:i64", "1"), ("a[]:i64,b:i64", ",1"), ("a:i64,b:i64", ",1")] {
        assert_eq!(row(columns, line).cell_with(0, |_| Ok(7)).unwrap(), 7, "{columns}");
    }
}

#[test]
fn a_column_that_is_not_there() {
    let row = row("a:i64", "1");
    let error = row.cell_with(1, |_| -> Result<()> { panic!("not to be called") }).unwrap_err();
    assert_eq!(error.kind().to_string(), "expected a column of the row, found `1`, which is out of range");
    assert_eq!(Row::new().cell_with(0, |cell| cell.i64()).unwrap_err().class(), ErrorClass::Range);
}

/// An error of the closure gets the place of its column.
#[test]
fn errors_of_the_closure() {
    let row = row("a:i64,b[]:i64", "1,(2)");
    let fails = |column| row.cell_with(column, |_| -> Result<()> { Err(qrp1::Error::message("no")) }).unwrap_err();
    assert_eq!(fails(0).to_string(), "no at line 2, column 1 `a`, byte 40");
    assert_eq!(fails(1).to_string(), "no at line 2, column 2 `b`, byte 40");
    assert_eq!(row.cell_with(1, |cell| cell.value()).unwrap(), qrp1::Value::List(vec![qrp1::Value::Int(2)]));
}
