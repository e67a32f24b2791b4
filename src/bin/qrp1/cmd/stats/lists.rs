//! The lists of objects of a value, and JSON that has them whole, cut or by columns. Numbers keep their letters, so that the
//! whole is what `qrp1 decode` prints.

use std::collections::HashMap;

use qrp1::Value;

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

/// The cells of a list of objects; none where an object lacks the key.
pub(super) struct Grid<'v> {
    pub(super) names: Vec<&'v str>,
    pub(super) rows: Vec<Vec<Option<&'v Value<'v>>>>,
}

/// A list whose objects share so few keys that only one cell of so many is there is no table.
const SPARSE: usize = 8;

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

/// Minified JSON with each list by its columns, and whether null stands for missing keys; none where no list is a table.
pub(super) fn columnar(value: &Value<'_>, order: Order) -> Option<(Vec<u8>, bool)> {
    let (mut out, mut tables, mut lacks) = (Vec::new(), 0usize, false);
    let mut each = |items: &[Value<'_>], out: &mut Vec<u8>| {
        let Some(grid) = Grid::of(items) else { return list(items, out, print) };
        tables = tables.saturating_add(1);
        lacks |= grid.rows.iter().flatten().any(Option::is_none);
        match order {
            Order::Rows => grid.print_rows(out),
            Order::Columns => grid.print_columns(out),
        }
    };
    outer(value, &mut each, &mut out);
    (tables > 0).then_some((out, lacks))
}

impl<'v> Grid<'v> {
    pub(super) fn of(items: &'v [Value<'v>]) -> Option<Self> {
        let (mut names, mut places, mut there) = (Vec::new(), HashMap::new(), 0usize);
        for (key, _) in items.iter().flat_map(members) {
            there = there.saturating_add(1);
            places.entry(text(key)).or_insert_with_key(|name| {
                names.push(*name);
                names.len().saturating_sub(1)
            });
        }
        let cells = items.len().saturating_mul(names.len());
        if names.is_empty() || cells > there.saturating_mul(SPARSE) {
            return None;
        }
        let row = |item: &'v Value<'v>| {
            let mut row = vec![None; names.len()];
            for (key, value) in members(item) {
                if let Some(cell) = places.get(text(key)).and_then(|place| row.get_mut(*place)) {
                    *cell = Some(value);
                }
            }
            row
        };
        let rows = items.iter().map(row).collect();
        Some(Self { names, rows })
    }

    fn print_rows(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"columns\":");
        list(&self.names, out, |name, out| string(name, out));
        out.extend_from_slice(b",\"rows\":");
        list(&self.rows, out, |row, out| list(row, out, |cell, out| self::cell(*cell, out)));
        out.push(b'}');
    }

    fn print_columns(&self, out: &mut Vec<u8>) {
        out.push(b'{');
        for (index, name) in self.names.iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            string(name, out);
            out.push(b':');
            list(self.rows.iter().filter_map(|row| row.get(index)), out, |cell, out| self::cell(*cell, out));
        }
        out.push(b'}');
    }
}

fn members<'v>(item: &'v Value<'v>) -> &'v [(Value<'v>, Value<'v>)] {
    match item {
        Value::Map(members) => members,
        _ => &[],
    }
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

fn list<'i, T: 'i>(items: impl IntoIterator<Item = &'i T>, out: &mut Vec<u8>, print: impl Fn(&'i T, &mut Vec<u8>)) {
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

    fn by(order: Order, json: &str) -> Option<(String, bool)> {
        columnar(&json::parse(json).unwrap(), order).map(|(letters, lacks)| (text(letters), lacks))
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
        assert_eq!(by(Order::Rows, json), Some((rows.to_owned(), false)));
        assert_eq!(by(Order::Columns, json), Some((columns.to_owned(), false)));
        let lacks = r#"{"a":[1,null],"b":[null,2]}"#;
        assert_eq!(by(Order::Columns, r#"[{"a":1},{"b":2}]"#), Some((lacks.to_owned(), true)));
        for json in ["[]", "[{}]", "{\"a\":1}", "[1]", "[{\"a\":1},2]"] {
            assert_eq!(by(Order::Rows, json), None, "{json}");
        }
    }
}
