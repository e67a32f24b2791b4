//! CSV of what is flat: a list of objects of scalars.

use qrp1::{Error, Value};

use super::grid::{Grid, Row};
use super::lists::{Table, objects};

/// The CSV of a value; none where it is not flat. Columns that are known are there without rows, too.
pub(super) fn csv<'v>(value: &'v Value<'v>, known: &'v [String]) -> qrp1::Result<Option<Table>> {
    let (items, known, loses_name) = match value {
        Value::List(items) if items.is_empty() => (Some(&items[..]), known, false),
        Value::Map(members) => match &members[..] {
            [(_, value)] => (objects(value), Default::default(), true),
            _ => return Ok(None),
        },
        value => (objects(value), known, false),
    };
    let Some(grid) = items.and_then(|items| Grid::of(items, known)).filter(Grid::is_flat) else { return Ok(None) };
    if let Some(sparse) = grid.sparse() {
        return Ok(Some(Table { letters: None, notes: vec![format!("not counted: {sparse}")] }));
    }
    let mut notes = grid.kinds().lost_by_csv();
    notes.extend(loses_name.then(|| "loses the list's name".to_owned()));
    let letters = print(&grid).map_err(|error| Error::from(std::io::Error::other(error)))?;
    Ok(Some(Table { letters: Some(letters), notes }))
}

/// The letters of a scalar.
pub(super) fn field<'v>(cell: Option<&'v Value<'v>>) -> &'v str {
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
    let fields = |row: Row<'_>| writer.write_record(row.into_iter().map(field));
    grid.rows().try_for_each(fields)?;
    writer.into_inner().map_err(|error| error.into_error().into())
}

#[cfg(test)]
mod tests {
    use qrp1::json;

    use super::*;

    fn of(json: &str, known: &[&str]) -> Option<(String, String)> {
        let known: Vec<String> = known.iter().map(|&name| name.to_owned()).collect();
        let value = json::parse(json).unwrap();
        let csv = csv(&value, &known).unwrap()?;
        Some((String::from_utf8(csv.letters.unwrap()).unwrap(), csv.notes.join(", ")))
    }

    fn is(json: &str, letters: &str, notes: &str) {
        assert_eq!(of(json, &[]), Some((letters.to_owned(), notes.to_owned())), "{json}");
    }

    #[test]
    fn scalars_are_fields() {
        let json =
            r#"[{"a":1.50,"b,\"":"x,y","c":true},{"a":-2,"b,\"":"\"","c":false},{"a":"l\n","b,\"":" ","c":null}]"#;
        is(json, "a,\"b,\"\"\",c\n1.50,\"x,y\",true\n-2,\"\"\"\",false\n\"l\n\", ,\n", "");
        is(r#"{"rows":[{"a":1}]}"#, "a\n1\n", "loses the list's name");
        // A blank line would be no row.
        is(r#"[{"a":null},{"a":1}]"#, "a\n\"\"\n1\n", "");
        is(
            r#"{"l":[{"b":1,"a":2},{"b":1},{"b":null,"a":2}]}"#,
            "b,a\n1,2\n1,\n,2\n",
            "loses null/missing, loses the list's name",
        );
    }

    #[test]
    fn columns_without_cells_are_there() {
        assert_eq!(of("[]", &["a", "b"]), Some(("a,b\n".to_owned(), String::new())));
        assert_eq!(of(r#"[{"b":1}]"#, &["a", "b", "c"]), Some(("a,b,c\n,1,\n".to_owned(), String::new())));
        // What is known is about the value itself.
        assert_eq!(of(r#"{"x":[]}"#, &["x"]), None);
    }

    #[test]
    fn what_is_not_flat_has_none() {
        for json in ["[]", "[{}]", "1", "[[1]]", r#"[{"a":[]}]"#, r#"[{"a":{}}]"#, r#"{"a":[{"b":1}],"c":1}"#, "{}"] {
            assert_eq!(of(json, &[]), None, "{json}");
        }
    }
}
