//! A list of objects as a table: its columns, its cells row by row, and what cells that print alike were.

use std::collections::HashMap;

use qrp1::{Value, json};

use super::lists::text;

/// The cells of a list of objects; none where an object lacks the key.
pub(super) struct Grid<'v> {
    pub(super) names: Vec<&'v str>,
    places: HashMap<&'v str, usize>,
    items: &'v [Value<'v>],
    /// Cells that are there.
    there: usize,
    kinds: Kinds,
}

/// A row of cells.
pub(super) type Row<'v> = Vec<Option<&'v Value<'v>>>;

/// A table of more cells is not printed if only one cell of [`SPARSE`] is there.
const MANY: usize = 1 << 20;
const SPARSE: usize = 8;

impl<'v> Grid<'v> {
    /// The table of objects that may have columns beside those that are known; none where there are no columns.
    pub(super) fn of(items: &'v [Value<'v>], known: &'v [String]) -> Option<Self> {
        let (names, places) = (Vec::new(), HashMap::new());
        let mut grid = Self { names, places, items, there: 0, kinds: Kinds::default() };
        for name in known {
            grid.place(name);
        }
        for item in items {
            let mut before = None;
            for (key, value) in members(item) {
                let place = Some(grid.place(text(key)));
                grid.kinds.is_reordered |= place < before;
                grid.kinds.see(value);
                before = place;
            }
            grid.there = grid.there.saturating_add(members(item).len());
        }
        grid.kinds.missing = grid.cells() > grid.there;
        (!grid.names.is_empty()).then_some(grid)
    }

    fn place(&mut self, name: &'v str) -> usize {
        let next = self.names.len();
        let place = *self.places.entry(name).or_insert(next);
        if place == next {
            self.names.push(name);
        }
        place
    }

    fn cells(&self) -> usize {
        self.items.len().saturating_mul(self.names.len())
    }

    /// Whether it would be large and all but empty, and says so.
    pub(super) fn sparse(&self) -> Option<String> {
        let is_sparse = self.cells() > MANY && self.cells() > self.there.saturating_mul(SPARSE);
        is_sparse.then(|| format!("{} of {} cells are there", self.there, self.cells()))
    }

    /// Whether no cell is a list or object.
    pub(super) const fn is_flat(&self) -> bool {
        !self.kinds.nested
    }

    pub(super) const fn kinds(&self) -> Kinds {
        self.kinds
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = Row<'v>> + '_ {
        self.items.iter().map(|item| {
            let mut row = vec![None; self.names.len()];
            for (key, value) in members(item) {
                if let Some(cell) = self.places.get(text(key)).and_then(|place| row.get_mut(*place)) {
                    *cell = Some(value);
                }
            }
            row
        })
    }
}

/// Which cells there are, as far as a form may not tell them apart.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a kind of its own")]
pub(super) struct Kinds {
    missing: bool,
    null: bool,
    empty: bool,
    number: bool,
    /// A text that has the letters of a number.
    number_text: bool,
    boolean: bool,
    boolean_text: bool,
    nested: bool,
    /// Whether objects have the same keys in another order.
    is_reordered: bool,
}

impl Kinds {
    fn see(&mut self, value: &Value<'_>) {
        match value {
            Value::Null => self.null = true,
            Value::Number(_) => self.number = true,
            Value::Bool(_) => self.boolean = true,
            Value::Str(text) => match text.as_bytes().first() {
                None => self.empty = true,
                Some(b'-' | b'0'..=b'9') => {
                    self.number_text = self.number_text || matches!(json::parse(text), Ok(Value::Number(_)));
                }
                Some(_) => self.boolean_text |= matches!(&**text, "true" | "false"),
            },
            _ => self.nested = true,
        }
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self {
            missing: self.missing || other.missing,
            null: self.null || other.null,
            empty: self.empty || other.empty,
            number: self.number || other.number,
            number_text: self.number_text || other.number_text,
            boolean: self.boolean || other.boolean,
            boolean_text: self.boolean_text || other.boolean_text,
            nested: self.nested || other.nested,
            is_reordered: self.is_reordered || other.is_reordered,
        }
    }

    /// What columnar JSON loses, which has null for a missing key.
    pub(super) fn lost_by_columns(self) -> Vec<String> {
        self.lost(&[&[("null", self.null), ("missing", self.missing)]])
    }

    /// What CSV loses, which has letters alone.
    pub(super) fn lost_by_csv(self) -> Vec<String> {
        self.lost(&[
            &[("null", self.null), ("missing", self.missing), ("empty", self.empty)],
            &[("number", self.number), ("text", self.number_text)],
            &[("boolean", self.boolean), ("text", self.boolean_text)],
        ])
    }

    /// The one rule: what prints alike is lost where the data has more than one of it.
    fn lost(self, alike: &[&[(&str, bool)]]) -> Vec<String> {
        let there = alike.iter().map(|kinds| kinds.iter().filter(|(_, is_there)| *is_there).map(|(kind, _)| *kind));
        let kinds = there.map(Iterator::collect::<Vec<_>>).filter(|kinds| kinds.len() > 1);
        let order = self.is_reordered.then(|| "loses key order".to_owned());
        kinds.map(|kinds| format!("loses {}", kinds.join("/"))).chain(order).collect()
    }
}

fn members<'v>(item: &'v Value<'v>) -> &'v [(Value<'v>, Value<'v>)] {
    match item {
        Value::Map(members) => members,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lost(json: &str) -> (String, String) {
        let value = json::parse(json).unwrap();
        let Value::List(items) = &value else { unreachable!("{json}") };
        let kinds = Grid::of(items, &[]).unwrap().kinds();
        (kinds.lost_by_columns().join(", "), kinds.lost_by_csv().join(", "))
    }

    /// Each note stands where the data has both sides of it, and nowhere else.
    #[test]
    fn what_prints_alike_is_lost_where_the_data_has_both() {
        for (json, columns, csv) in [
            (r#"[{"a":1,"b":"x"}]"#, "", ""),
            (r#"[{"a":null,"b":1}]"#, "", ""),
            (r#"[{"a":"","b":1}]"#, "", ""),
            (r#"[{"a":1},{"b":1}]"#, "", ""),
            (r#"[{"a":null},{"b":1}]"#, "loses null/missing", "loses null/missing"),
            (r#"[{"a":"","b":1},{"a":null,"b":1}]"#, "", "loses null/empty"),
            (r#"[{"a":"","b":1},{"a":""}]"#, "", "loses missing/empty"),
            (r#"[{"a":"","b":null},{"a":""}]"#, "loses null/missing", "loses null/missing/empty"),
            (r#"[{"a":1},{"a":"2"}]"#, "", "loses number/text"),
            (r#"[{"a":1},{"a":"02"},{"a":"-"},{"a":"2x"}]"#, "", ""),
            (r#"[{"a":"1"},{"a":"true"}]"#, "", ""),
            (r#"[{"a":true},{"a":"false"}]"#, "", "loses boolean/text"),
            (r#"[{"a":1,"b":2},{"b":3,"a":4}]"#, "loses key order", "loses key order"),
            (r#"[{"a":1,"b":2},{"b":3}]"#, "", ""),
        ] {
            assert_eq!(lost(json), (columns.to_owned(), csv.to_owned()), "{json}");
        }
    }

    #[test]
    fn only_large_tables_are_too_sparse() {
        let json = |count: usize| {
            let items: Vec<String> = (0..count).map(|at| format!("{{\"k{at}\":{at}}}")).collect();
            format!("[{}]", items.join(","))
        };
        for (count, expected) in [(9, None), (1_024, None), (1_025, Some("1025 of 1050625 cells are there"))] {
            let json = json(count);
            let value = json::parse(&json).unwrap();
            let Value::List(items) = &value else { unreachable!() };
            assert_eq!(Grid::of(items, &[]).unwrap().sparse().as_deref(), expected);
        }
    }
}
