//! CSV of what is flat, as `qrp1 stats` counts it, and as TOON's benchmark writes it.

use anyhow::Result;
use qrp1::Value;

/// A list of objects of scalars: the value itself, or its only member.
#[derive(Debug)]
pub struct Flat<'v> {
    /// The name of the list, which CSV has no place for.
    pub list: Option<&'v str>,
    names: Vec<&'v str>,
    rows: Vec<Vec<Option<&'v Value<'v>>>>,
}

impl<'v> Flat<'v> {
    /// None for a value that is not flat.
    #[must_use]
    pub fn of(value: &'v Value<'v>) -> Option<Self> {
        let (list, items) = match value {
            Value::List(items) => (None, items),
            Value::Map(members) => match &members[..] {
                [(name, Value::List(items))] => (Some(text(name)), items),
                _ => return None,
            },
            _ => return None,
        };
        let items: Vec<_> = items.iter().map(members).collect::<Option<_>>()?;
        let mut names = Vec::new();
        for (key, value) in items.iter().copied().flatten() {
            if matches!(value, Value::List(_) | Value::Map(_)) {
                return None;
            }
            if !names.contains(&text(key)) {
                names.push(text(key));
            }
        }
        let cell = |item: &'v [(Value<'v>, Value<'v>)], name| {
            item.iter().find(|(key, _)| text(key) == name).map(|(_, value)| value)
        };
        let rows = items.iter().map(|item| names.iter().map(|name| cell(item, *name)).collect()).collect();
        (!names.is_empty()).then_some(Self { list, names, rows })
    }

    /// CSV with a header line; null, a missing key and an empty text are an empty field.
    ///
    /// # Errors
    /// None is expected.
    pub fn csv(&self) -> Result<String> {
        self.print(["true", "false"])
    }

    /// The spelling of TOON's benchmark: the name of the list in a line before, true is `1` and false is nothing.
    ///
    /// # Errors
    /// None is expected.
    pub fn csv_of_the_benchmark(&self) -> Result<String> {
        let csv = self.print(["1", ""])?;
        Ok(format!("# {}\n{}", self.list.unwrap_or_default(), csv.trim_end()))
    }

    fn print(&self, [yes, no]: [&str; 2]) -> Result<String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&self.names)?;
        for row in &self.rows {
            writer.write_record(row.iter().map(|cell| match cell {
                Some(Value::Bool(value)) => {
                    if *value {
                        yes
                    } else {
                        no
                    }
                }
                Some(Value::Number(letters) | Value::Str(letters)) => letters,
                _ => "",
            }))?;
        }
        Ok(String::from_utf8(writer.into_inner()?)?)
    }

    /// What does not return from the CSV.
    #[must_use]
    pub fn loses(&self) -> Vec<String> {
        let has = |is_one: fn(Option<&Value<'_>>) -> bool| self.rows.iter().flatten().any(|cell| is_one(*cell));
        let empty = [
            has(|cell| cell.is_none()),
            has(|cell| matches!(cell, Some(Value::Null))),
            has(|cell| matches!(cell, Some(Value::Str(text)) if text.is_empty())),
        ];
        let loses_null = empty.into_iter().filter(|is_there| *is_there).count() > 1;
        let notes = [(loses_null, "null"), (self.list.is_some(), "the list's name")];
        notes.into_iter().filter(|(is_lost, _)| *is_lost).map(|(_, what)| what.to_owned()).collect()
    }
}

fn members<'v>(item: &'v Value<'v>) -> Option<&'v [(Value<'v>, Value<'v>)]> {
    if let Value::Map(members) = item { Some(members) } else { None }
}

fn text<'v>(key: &'v Value<'_>) -> &'v str {
    if let Value::Str(text) = key { text } else { "" }
}

#[cfg(test)]
mod tests {
    use qrp1::json;

    use super::*;

    fn is(json: &str, csv: &str, loses: &[&str]) {
        let value = json::parse(json).unwrap();
        let flat = Flat::of(&value).unwrap();
        assert_eq!(flat.csv().unwrap(), csv);
        assert_eq!(flat.loses(), loses);
    }

    #[test]
    fn rows_of_scalars_are_flat() {
        is(r#"[{"a":1.50,"b":"x,y"},{"b":null,"a":true}]"#, "a,b\n1.50,\"x,y\"\ntrue,\n", &[]);
        is(r#"{"rows":[{"a":"","b":1},{"b":2}]}"#, "a,b\n,1\n,2\n", &["null", "the list's name"]);
        for json in ["1", "[]", "[{}]", "[1]", r#"[{"a":[]}]"#, r#"{"a":[{"b":1}],"c":1}"#] {
            assert!(Flat::of(&json::parse(json).unwrap()).is_none(), "{json}");
        }
    }

    #[test]
    fn the_benchmark_of_toon_spells_it_otherwise() {
        let value = json::parse(r#"{"rows":[{"a":true,"b":false},{"a":null,"b":2}]}"#).unwrap();
        assert_eq!(Flat::of(&value).unwrap().csv_of_the_benchmark().unwrap(), "# rows\na,b\n1,\n,2");
    }
}
