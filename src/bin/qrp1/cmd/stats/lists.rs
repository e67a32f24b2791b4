//! The lists of objects of a value, and JSON that has them whole, cut or by columns. Numbers keep their letters, so that the
//! whole is what `qrp1 decode` prints.

use qrp1::Value;

use super::grid::{Grid, Kinds};

/// Prints a list of objects that is not inside another.
type Print<'p> = &'p mut dyn FnMut(&[Value<'_>], &mut Vec<u8>);

/// Lists of objects that are not inside another, and the items of the longest.
#[derive(Clone, Copy, Default)]
pub(super) struct Lists {
    pub(super) count: usize,
    pub(super) longest: usize,
}

/// How the cells of a list follow each other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Rows,
    Columns,
}

/// A form of the data, and what it is not able to say.
pub(super) struct Table {
    /// None where there would be too many that say nothing.
    pub(super) letters: Option<Vec<u8>>,
    pub(super) notes: Vec<String>,
}

impl Lists {
    pub(super) fn of(value: &Value<'_>) -> Self {
        let mut lists = Self::default();
        let mut count = |items: &[Value<'_>], _: &mut Vec<u8>| {
            lists.count = lists.count.saturating_add(1);
            lists.longest = lists.longest.max(items.len());
        };
        outer(value, &mut count, &mut Vec::new());
        lists
    }
}

/// The items of a list of objects.
pub(super) fn objects<'v>(value: &'v Value<'v>) -> Option<&'v [Value<'v>]> {
    match value {
        Value::List(items) if !items.is_empty() && items.iter().all(|item| matches!(item, Value::Map(_))) => {
            Some(items)
        }
        _ => None,
    }
}

/// The key of a member.
pub(super) fn text<'v>(key: &'v Value<'_>) -> &'v str {
    match key {
        Value::Str(text) => text,
        _ => "",
    }
}

/// Minified JSON.
pub(super) fn minified(value: &Value<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    print(value, &mut out);
    out
}

/// Minified JSON with the first `most` items of each list.
pub(super) fn start(value: &Value<'_>, most: usize) -> Vec<u8> {
    let mut out = Vec::new();
    outer(value, &mut |items, out| list(items.iter().take(most), out, print), &mut out);
    out
}

/// Minified JSON with each list by its columns; none where no list is a table. Columns that are known are those of a list
/// that is the whole.
pub(super) fn columnar<'v>(value: &'v Value<'v>, known: &'v [String], order: Order) -> Option<Table> {
    let (mut out, mut tables, mut kinds, mut sparse) = (Vec::new(), 0usize, Kinds::default(), None);
    let mut each = |items: &[Value<'_>], known: &[String], out: &mut Vec<u8>| {
        let Some(grid) = Grid::of(items, known) else { return list(items, out, print) };
        if let Some(cells) = grid.sparse() {
            sparse = Some(cells);
            return list(items, out, print);
        }
        tables = tables.saturating_add(1);
        kinds = kinds.and(grid.kinds());
        match order {
            Order::Rows => print_rows(&grid, out),
            Order::Columns => print_columns(&grid, out),
        }
    };
    match value {
        Value::List(items) if !known.is_empty() => each(items, known, &mut out),
        value => outer(value, &mut |items, out| each(items, &[], out), &mut out),
    }
    let mut notes = kinds.lost_by_columns();
    match sparse {
        Some(cells) if tables > 0 => notes.push(format!("leaves a list as it is: {cells}")),
        Some(cells) => return Some(Table { letters: None, notes: vec![format!("not counted: {cells}")] }),
        None => {}
    }
    (tables > 0).then_some(Table { letters: Some(out), notes })
}

fn print_rows(grid: &Grid<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"columns\":");
    list(&grid.names, out, |name, out| string(name, out));
    out.extend_from_slice(b",\"rows\":");
    list(grid.rows(), out, |row, out| list(row, out, cell));
    out.push(b'}');
}

fn print_columns(grid: &Grid<'_>, out: &mut Vec<u8>) {
    let mut columns = vec![Vec::new(); grid.names.len()];
    for (index, row) in grid.rows().enumerate() {
        for (column, value) in columns.iter_mut().zip(row) {
            if index > 0 {
                column.push(b',');
            }
            cell(value, column);
        }
    }
    out.push(b'{');
    for (index, (name, cells)) in grid.names.iter().zip(columns).enumerate() {
        if index > 0 {
            out.push(b',');
        }
        string(name, out);
        out.extend_from_slice(b":[");
        out.extend(cells);
        out.push(b']');
    }
    out.push(b'}');
}

/// Prints a value, and leaves its lists of objects to `each`.
fn outer(value: &Value<'_>, each: Print<'_>, out: &mut Vec<u8>) {
    match value {
        Value::Map(members) => object(members, out, |value, out| outer(value, each, out)),
        value => match objects(value) {
            Some(items) => each(items, out),
            None => print(value, out),
        },
    }
}

fn print(value: &Value<'_>, out: &mut Vec<u8>) {
    match value {
        Value::Bool(value) => out.extend_from_slice(if *value { b"true" } else { b"false" }),
        Value::Number(letters) => out.extend_from_slice(letters.as_bytes()),
        Value::Str(text) => string(text, out),
        Value::List(items) => list(items, out, print),
        Value::Map(members) => object(members, out, print),
        // JSON has no other kinds.
        _ => out.extend_from_slice(b"null"),
    }
}

fn cell(value: Option<&Value<'_>>, out: &mut Vec<u8>) {
    print(value.unwrap_or(&Value::Null), out);
}

fn string(text: &str, out: &mut Vec<u8>) {
    // Memory takes what is written to it.
    let _ = serde_json::to_writer(out, text);
}

fn list<T>(items: impl IntoIterator<Item = T>, out: &mut Vec<u8>, print: impl Fn(T, &mut Vec<u8>)) {
    out.push(b'[');
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        print(item, out);
    }
    out.push(b']');
}

fn object(members: &[(Value<'_>, Value<'_>)], out: &mut Vec<u8>, mut print: impl FnMut(&Value<'_>, &mut Vec<u8>)) {
    out.push(b'{');
    for (index, (key, value)) in members.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        string(text(key), out);
        out.push(b':');
        print(value, out);
    }
    out.push(b'}');
}

#[cfg(test)]
mod tests {
    use qrp1::json;

    use super::*;

    fn text(letters: Vec<u8>) -> String {
        String::from_utf8(letters).unwrap()
    }

    fn by(order: Order, json: &str) -> Option<(String, String)> {
        let value = json::parse(json).unwrap();
        columnar(&value, &[], order).map(|table| (text(table.letters.unwrap()), table.notes.join(", ")))
    }

    #[test]
    fn the_whole_is_the_same_json() {
        for json in [
            r#"{"a":1.50,"b":[{"c":"\u0000é\"\\\n😀/\u001f"},{}],"":{"x":[[],{},null,true,false,-0,1E5]}}"#,
            r#"[{"a":[{"b":1}]},{"a":[]}]"#,
            "[]",
            "\"x\"",
        ] {
            assert_eq!(text(minified(&json::parse(json).unwrap())), json);
        }
    }

    #[test]
    fn lists_of_objects_are_cut_where_they_are_in_no_other() {
        let json = r#"{"a":[{"x":[{"y":1},{"y":2}]},{"x":[]}],"b":{"c":[{"z":1},{"z":2},{"z":3}]},"d":[1,2],"e":[{},1],"f":[[{}]]}"#;
        let value = json::parse(json).unwrap();
        let expected = r#"{"a":[{"x":[{"y":1},{"y":2}]}],"b":{"c":[{"z":1}]},"d":[1,2],"e":[{},1],"f":[[{}]]}"#;
        assert_eq!(text(start(&value, 1)), expected);
        assert_eq!(text(start(&value, 3)), json);
        let Lists { count, longest } = Lists::of(&value);
        assert_eq!((count, longest), (2, 3));
    }

    #[test]
    fn columns_name_each_key_once() {
        let json = r#"{"n":1,"rows":[{"a":1,"b":{"c":"x"}},{"b":null,"a":[{"d":1}]}]}"#;
        let rows = r#"{"n":1,"rows":{"columns":["a","b"],"rows":[[1,{"c":"x"}],[[{"d":1}],null]]}}"#;
        let columns = r#"{"n":1,"rows":{"a":[1,[{"d":1}]],"b":[{"c":"x"},null]}}"#;
        let notes = "loses key order".to_owned();
        assert_eq!(by(Order::Rows, json), Some((rows.to_owned(), notes.clone())));
        assert_eq!(by(Order::Columns, json), Some((columns.to_owned(), notes)));
        let lacks = r#"{"a":[1,null],"b":[null,2]}"#;
        assert_eq!(by(Order::Columns, r#"[{"a":1},{"b":2}]"#), Some((lacks.to_owned(), String::new())));
        for json in ["[]", "[{}]", "{\"a\":1}", "[1]", "[{\"a\":1},2]"] {
            assert_eq!(by(Order::Rows, json), None, "{json}");
        }
    }

    #[test]
    fn columns_without_cells_are_there() {
        let known = ["a".to_owned(), "b".to_owned()];
        let is = |json: &str, rows: &str, columns: &str| {
            let value = json::parse(json).unwrap();
            for (order, expected) in [(Order::Rows, rows), (Order::Columns, columns)] {
                assert_eq!(text(columnar(&value, &known, order).unwrap().letters.unwrap()), expected);
            }
        };
        is("[]", r#"{"columns":["a","b"],"rows":[]}"#, r#"{"a":[],"b":[]}"#);
        is(r#"[{"b":1}]"#, r#"{"columns":["a","b"],"rows":[[null,1]]}"#, r#"{"a":[null],"b":[1]}"#);
    }

    #[test]
    fn a_list_that_is_too_sparse_is_named() {
        let items: Vec<String> = (0..1_100).map(|at| format!("{{\"k{at}\":{at}}}")).collect();
        let sparse = format!("[{}]", items.join(","));
        let value = json::parse(&sparse).unwrap();
        let table = columnar(&value, &[], Order::Rows).unwrap();
        assert_eq!(
            (table.letters, table.notes),
            (None, vec!["not counted: 1100 of 1210000 cells are there".to_owned()])
        );
        let both = format!("{{\"a\":{sparse},\"b\":[{{\"c\":1}}]}}");
        let value = json::parse(&both).unwrap();
        let table = columnar(&value, &[], Order::Columns).unwrap();
        assert_eq!(text(table.letters.unwrap()), format!("{{\"a\":{sparse},\"b\":{{\"c\":[1]}}}}"));
        assert_eq!(table.notes, ["leaves a list as it is: 1100 of 1210000 cells are there"]);
    }
}
