//! What both sides say of a page beside its rows: the same facts, as members of a JSON object and as fields of a header.

use qrp1::{Closing, Header, Value, Writer};
use serde_json::Value as Json;

use super::draw;

/// The key of the first instant of a series: `t0` in a header says the same.
pub(super) const START: &str = "start";

/// Facts by their keys, which are those of headers wherever the format has one.
pub(super) type Facts = Vec<(&'static str, Json)>;

/// Where a page lies in the whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) from: u32,
    pub(super) rows: u32,
    pub(super) of: u32,
}

impl Place {
    /// The pages of so many rows.
    pub(super) fn all(of: u32, most: u32) -> impl Iterator<Item = Self> {
        let starts = (0..of).step_by(usize::try_from(most).unwrap_or(usize::MAX));
        starts.map(move |from| Self { from, rows: most.min(of.saturating_sub(from)), of })
    }

    const fn end(self) -> u32 {
        self.from.saturating_add(self.rows)
    }

    pub(super) const fn is_last(self) -> bool {
        self.end() >= self.of
    }

    /// The rows of the page among all rows.
    pub(super) fn of<T>(self, all: &[T]) -> &[T] {
        let index = |row: u32| usize::try_from(row).unwrap_or(usize::MAX);
        all.get(index(self.from)..index(self.end())).unwrap_or_default()
    }

    /// The facts that paging adds, with a cursor where a next page exists.
    pub(super) fn facts(self) -> Facts {
        let mut facts: Facts = vec![
            ("from", self.from.into()),
            ("rows", self.rows.into()),
            ("of", self.of.into()),
            ("complete", (self.is_last() && self.from == 0).into()),
        ];
        if !self.is_last() {
            facts.push(("next_cursor", draw::cursor(self.end()).into()));
        }
        facts
    }
}

/// A minified object of members that are JSON already.
pub(super) fn object<'k>(members: impl IntoIterator<Item = (&'k str, String)>) -> String {
    let members = members.into_iter().map(|(key, json)| format!("{}:{json}", Json::from(key)));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

/// A minified array of items that are JSON already.
pub(super) fn array(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(","))
}

/// The header with the facts.
pub(super) fn with_facts(header: Header, facts: &Facts) -> Header {
    facts.iter().filter(|(key, _)| *key != START).fold(header, |header, (key, fact)| match fact {
        Json::String(text) => header.with(key, text),
        fact => header.with(key, fact),
    })
}

/// A document of one block; rows of a series have an offset.
pub(super) fn document<'v>(
    header: &Header,
    rows: impl IntoIterator<Item = qrp1::Result<(Option<i64>, Vec<Value<'v>>)>>,
) -> qrp1::Result<String> {
    let mut writer = Writer::from_writer(Vec::new());
    writer.header(header)?;
    for row in rows {
        match row? {
            (Some(offset), values) => writer.series_row(offset, &values)?,
            (None, values) => writer.row(&values)?,
        }
    }
    String::from_utf8(writer.finish(&Closing::new())?).map_err(|error| std::io::Error::other(error).into())
}
