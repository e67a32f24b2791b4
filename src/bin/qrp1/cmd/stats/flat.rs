//! CSV of what is flat: a list of objects of scalars.

use qrp1::{Error, Value};

use super::lists::{Grid, objects};

/// What a list of objects is as CSV.
pub(super) struct Csv {
    pub(super) letters: Vec<u8>,
    /// Whether what an empty field means can't be told.
    pub(super) loses_null: bool,
    /// Whether the list was the only member of an object, whose name is lost.
    pub(super) loses_name: bool,
}

/// The CSV of a value; none where it is not flat.
pub(super) fn csv(value: &Value<'_>) -> qrp1::Result<Option<Csv>> {
    let (value, loses_name) = match value {
        Value::Map(members) => match &members[..] {
            [(_, value)] => (value, true),
            _ => return Ok(None),
        },
        value => (value, false),
    };
    let Some(grid) = objects(value).and_then(Grid::of).filter(is_flat) else { return Ok(None) };
    let cells = || grid.rows.iter().flatten();
    let empty = [
        cells().any(Option::is_none),
        cells().any(|cell| matches!(cell, Some(Value::Null))),
        cells().any(|cell| matches!(cell, Some(Value::Str(text)) if text.is_empty())),
    ];
    let loses_null = empty.into_iter().filter(|is_there| *is_there).count() > 1;
    let letters = print(&grid).map_err(|error| Error::from(std::io::Error::other(error)))?;
    Ok(Some(Csv { letters, loses_null, loses_name }))
}

fn is_flat(grid: &Grid<'_>) -> bool {
    !grid.rows.iter().flatten().flatten().any(|value| matches!(value, Value::List(_) | Value::Map(_)))
}

/// The letters of a scalar.
pub(super) fn field<'v>(cell: Option<&'v Value<'_>>) -> &'v str {
    match cell {
        Some(Value::Bool(true)) => "true",
        Some(Value::Bool(false)) => "false",
        Some(Value::Number(letters) | Value::Str(letters)) => letters,
        _ => "",
    }
}

fn print(grid: &Grid<'_>) -> csv::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&grid.names)?;
    for row in &grid.rows {
        writer.write_record(row.iter().map(|cell| field(*cell)))?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

#[cfg(test)]
mod tests {
    use qrp1::json;

    use super::*;

    fn of(json: &str) -> Option<(String, bool, bool)> {
        let csv = csv(&json::parse(json).unwrap()).unwrap()?;
        Some((String::from_utf8(csv.letters).unwrap(), csv.loses_null, csv.loses_name))
    }

    fn is(json: &str, letters: &str, loses_null: bool, loses_name: bool) {
        assert_eq!(of(json), Some((letters.to_owned(), loses_null, loses_name)), "{json}");
    }

    #[test]
    fn scalars_are_fields() {
        let json =
            r#"[{"a":1.50,"b,\"":"x,y","c":true},{"a":-2,"b,\"":"\"","c":false},{"a":"l\n","b,\"":" ","c":null}]"#;
        is(json, "a,\"b,\"\"\",c\n1.50,\"x,y\",true\n-2,\"\"\"\",false\n\"l\n\", ,\n", false, false);
        is(r#"{"rows":[{"a":1}]}"#, "a\n1\n", false, true);
        // A blank line would be no row.
        is(r#"[{"a":null},{"a":1}]"#, "a\n\"\"\n1\n", false, false);
    }

    #[test]
    fn what_an_empty_field_means_may_be_lost() {
        is(r#"[{"a":null,"b":1}]"#, "a,b\n,1\n", false, false);
        is(r#"[{"a":"","b":1}]"#, "a,b\n,1\n", false, false);
        is(r#"[{"a":"","b":1},{"a":null,"b":1}]"#, "a,b\n,1\n,1\n", true, false);
        is(r#"[{"b":1,"a":2},{"b":1},{"b":null,"a":2}]"#, "b,a\n1,2\n1,\n,2\n", true, false);
    }

    #[test]
    fn what_is_not_flat_has_none() {
        for json in ["[]", "[{}]", "1", "[[1]]", r#"[{"a":[]}]"#, r#"[{"a":{}}]"#, r#"{"a":[{"b":1}],"c":1}"#, "{}"] {
            assert_eq!(of(json), None, "{json}");
        }
    }
}
