//! Named prefixes: long starts of texts that recur anywhere in a value, and end where a person would end them.

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::cost::Cost;
use crate::schema::{Column, ColumnRule, ColumnType, Schema};
use crate::value::Value;
use crate::wire::names::{MOST, is_boundary};

/// Texts that are looked at, and their bytes; where more recur, they recur in these.
const TEXTS: usize = 20_000;
const BYTES: usize = 16 << 20;
/// Tokens that a name has to save: who reads it has to look it up.
const WORTH: u64 = 8;
/// Bytes that a prefix has at least, and the format's bound on it.
const SHORTEST: usize = 3;
const LONGEST: usize = 1_024;

/// Looks at texts before the first is written and finds the few starts that are worth a name (`$1`) in the first header.
///
/// Memory does not grow with the texts: it looks at the first 20,000 of them, and 16 MiB.
///
/// # Example
/// ```
/// use qrp1::{Column, ColumnType, Estimate, PrefixSurvey, Schema, Value};
///
/// let schema = Schema::new([Column::new("page", ColumnType::Str), Column::new("image", ColumnType::Str)]);
/// let mut survey = PrefixSurvey::new();
/// for (page, image) in [("about", "a1"), ("team", "b2"), ("jobs", "c3")] {
///     let [page, image] = [page, image].map(|end| format!("https://www.example.com/files/{end}"));
///     survey.observe(schema.columns(), &[Value::from(page.as_str()), Value::from(image.as_str())]);
/// }
/// assert_eq!(survey.finish(&schema, &Estimate), ["https://www.example.com/files"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct PrefixSurvey<'t> {
    /// Each with the column that it stands in.
    texts: Vec<(usize, Cow<'t, str>)>,
    bytes: usize,
}

impl<'t> PrefixSurvey<'t> {
    /// A survey that has seen nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether it has seen enough, so that more texts change nothing.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.texts.len() >= TEXTS || self.bytes >= BYTES
    }

    /// Looks at a text of a column.
    pub fn observe_text(&mut self, column: usize, text: Cow<'t, str>) {
        if text.len() >= SHORTEST && !self.is_full() && !text.contains('\n') {
            self.bytes = self.bytes.saturating_add(text.len());
            self.texts.push((column, text));
        }
    }

    /// Looks at the texts of a row that may be written with a name: those of `str` and `auto` (NAME-2).
    pub fn observe(&mut self, columns: &[Column], values: &[Value<'_>]) {
        for (index, (column, value)) in columns.iter().zip(values).enumerate() {
            if self.is_full() {
                break;
            }
            self.collect(index, column, value);
        }
    }

    fn collect(&mut self, index: usize, column: &Column, value: &Value<'_>) {
        if column.rule == ColumnRule::Plain {
            self.collect_value(index, &column.ty, value);
        }
    }

    fn collect_value(&mut self, index: usize, ty: &ColumnType, value: &Value<'_>) {
        match (ty, value) {
            (ColumnType::Str | ColumnType::Auto, Value::Str(text)) => {
                self.observe_text(index, Cow::Owned(text.clone().into_owned()));
            }
            (ColumnType::Struct { columns, .. }, Value::Struct(values)) => {
                columns.iter().zip(values).for_each(|(column, value)| self.collect(index, column, value));
            }
            (ColumnType::List(inner) | ColumnType::Map(_, inner), value) => self.collect_items(index, inner, value),
            (ColumnType::Auto, value) => self.collect_items(index, ty, value),
            _ => {}
        }
    }

    fn collect_items(&mut self, index: usize, ty: &ColumnType, value: &Value<'_>) {
        match value {
            Value::List(items) => items.iter().for_each(|item| self.collect_value(index, ty, item)),
            Value::Map(entries) => entries.iter().for_each(|(_, value)| self.collect_value(index, ty, value)),
            _ => {}
        }
    }

    /// The prefixes that save more than they cost, in the order of what they save. The texts of columns that have a rule in
    /// `schema` do not count: most of them are not written.
    #[must_use]
    pub fn finish(&self, schema: &Schema, cost: &dyn Cost) -> Vec<String> {
        let columns = schema.columns();
        self.find(cost, |index| columns.get(index).is_none_or(|column| column.rule == ColumnRule::Plain))
    }

    /// The same for texts that all count.
    #[must_use]
    pub fn finish_all(&self, cost: &dyn Cost) -> Vec<String> {
        self.find(cost, |_| true)
    }

    fn find(&self, cost: &dyn Cost, is_written: impl Fn(usize) -> bool) -> Vec<String> {
        let texts: Vec<&str> =
            self.texts.iter().filter(|(column, _)| is_written(*column)).map(|(_, text)| &**text).collect();
        let mut found: Vec<String> = Vec::new();
        while found.len() < MOST {
            let Some(best) = best(&texts, &found, cost) else { break };
            found.push(best);
        }
        found
    }

    /// What the declaration of a name costs: the prefix and `|$1=`.
    #[must_use]
    pub fn price(prefix: &str, cost: &dyn Cost) -> u64 {
        cost.tokens(prefix).saturating_add(4)
    }
}

/// The prefix that saves most beside those that have a name.
fn best(texts: &[&str], named: &[String], cost: &dyn Cost) -> Option<String> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for text in texts {
        // What a name saves already is counted from its end.
        let known = longest(text, named).map_or(0, String::len);
        for end in ends(text).filter(|end| *end > known && (SHORTEST..=LONGEST).contains(end)) {
            if let Some(prefix) = text.get(..end) {
                let count = counts.entry(prefix).or_default();
                *count = count.saturating_add(1);
            }
        }
    }
    // Behind a comma, as most texts are: what precedes a word may be a part of its first token.
    let after_comma = |text: &str| cost.tokens(&[",", text].concat());
    let name = after_comma("$1");
    let saved = |prefix: &str, count: u64| {
        let before = match longest(prefix, named) {
            Some(known) => after_comma(&["$1", prefix.get(known.len()..).unwrap_or_default()].concat()),
            None => after_comma(prefix),
        };
        before.saturating_sub(name).saturating_mul(count).checked_sub(PrefixSurvey::price(prefix, cost))
    };
    let likely = counts.into_iter().filter(|(_, count)| *count > 1);
    let priced = likely.filter_map(|(prefix, count)| Some((saved(prefix, count)?, prefix)));
    priced
        .max_by_key(|(saved, prefix)| (*saved, prefix.len()))
        .filter(|(saved, _)| *saved >= WORTH)
        .map(|(_, best)| best.to_owned())
}

/// The name that a text is written with.
fn longest<'n>(text: &str, named: &'n [String]) -> Option<&'n String> {
    let fits = |name: &&String| text.strip_prefix(name.as_str()).is_some_and(is_boundary);
    named.iter().filter(fits).max_by_key(|name| name.len())
}

/// Where a prefix of a text may end: before a natural boundary, or at its end.
fn ends(text: &str) -> impl Iterator<Item = usize> {
    let boundaries = text.char_indices().filter(|(_, c)| matches!(c, '/' | ':' | '-' | '.' | '@' | '_' | ' '));
    boundaries.map(|(at, _)| at).chain([text.len()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::Estimate;

    fn texts(column: usize, start: &str, count: usize, survey: &mut PrefixSurvey<'_>) {
        for index in 0..count {
            survey.observe_text(column, Cow::Owned(alloc::format!("{start}/{index}")));
        }
    }

    #[test]
    fn the_texts_of_a_column_with_a_rule_do_not_count() {
        let mut survey = PrefixSurvey::new();
        texts(0, "https://one.example.com/files", 9, &mut survey);
        texts(1, "https://two.example.com/files", 9, &mut survey);
        let plain = || Column::new("a", ColumnType::Str);
        let template = ColumnRule::Like { prefix: "https://one.example.com/files/".into(), suffix: "".into() };
        let ruled = Column { rule: template, ..plain() };
        let named = |schema: &Schema| survey.finish(schema, &Estimate);
        assert_eq!(
            named(&Schema::new([plain(), plain()])),
            ["https://two.example.com/files", "https://one.example.com/files"]
        );
        assert_eq!(named(&Schema::new([ruled, plain()])), ["https://two.example.com/files"]);
    }

    #[test]
    fn a_name_has_to_save_more_than_it_costs() {
        let mut survey = PrefixSurvey::new();
        texts(0, "a", 100, &mut survey);
        texts(0, "https://once.example.com/a/long/path/that/comes/once", 1, &mut survey);
        assert!(survey.finish_all(&Estimate).is_empty());
    }

    #[test]
    fn it_has_seen_enough_at_some_time() {
        let mut survey = PrefixSurvey::new();
        texts(0, "first/of/these", TEXTS, &mut survey);
        assert!(survey.is_full());
        texts(0, "https://www.example.com/much/longer", 10 * TEXTS, &mut survey);
        assert_eq!(survey.finish_all(&Estimate), ["first/of/these"]);
        let mut survey = PrefixSurvey::new();
        survey.observe_text(0, Cow::Owned("x".repeat(BYTES)));
        assert!(survey.is_full());
    }
}
