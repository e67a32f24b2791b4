//! Named prefixes: long starts of texts that recur anywhere in a value, and end where a person would end them.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::cost::Cost;
use crate::schema::{Column, ColumnRule, ColumnType, Schema};
use crate::survey::is_boundary;
use crate::value::Value;
use crate::wire::header::MOST_PREFIX;
use crate::wire::names::MOST;

/// Texts that are looked at, and their bytes; where more recur, they recur in these.
const TEXTS: usize = 20_000;
const BYTES: usize = 16 << 20;
/// Tokens that a name has to save: who reads it has to look it up.
const WORTH: u64 = 8;
/// Bytes that a prefix has at least.
const SHORTEST: usize = 3;

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
        let texts = self.texts.iter().filter(|(column, _)| is_written(*column)).map(|(_, text)| &**text);
        let candidates = candidates(texts.collect(), cost);
        let mut named: Vec<&Candidate<'_>> = Vec::new();
        while named.len() < MOST {
            let saved = candidates.iter().map(|candidate| (candidate.saved(&named, cost).unwrap_or(0), candidate));
            let best = saved.max_by_key(|(saved, candidate)| (*saved, candidate.prefix.len(), candidate.prefix));
            let Some((_, best)) = best.filter(|(saved, _)| *saved >= WORTH) else { break };
            named.push(best);
        }
        named.into_iter().map(|candidate| candidate.prefix.to_owned()).collect()
    }

    /// What the declaration of a name costs: the prefix and `|$1=`.
    #[must_use]
    pub fn price(prefix: &str, cost: &dyn Cost) -> u64 {
        cost.tokens(prefix).saturating_add(4)
    }
}

/// A start that several texts share, all of which begin so up to there and none further.
#[derive(Debug)]
struct Candidate<'t> {
    prefix: &'t str,
    /// The texts that begin with it, in their order.
    texts: Range<usize>,
    /// Its tokens behind a comma, and those of its declaration.
    tokens: u64,
    price: u64,
}

/// Behind a comma, as most texts are: what precedes a word may be a part of its first token.
fn behind_comma(text: &str, cost: &dyn Cost) -> u64 {
    cost.tokens(&[",", text].concat())
}

impl Candidate<'_> {
    /// The tokens that the name would save beside those that are there.
    fn saved(&self, named: &[&Self], cost: &dyn Cost) -> Option<u64> {
        let before = match named.iter().filter(|name| name.begins(self)).max_by_key(|name| name.prefix.len()) {
            Some(known) => behind_comma(&["$1", self.prefix.get(known.prefix.len()..)?].concat(), cost),
            None => self.tokens,
        };
        // A text is written with the longest of its names.
        let longer = || named.iter().filter(|name| self.begins(name));
        let is_outermost = |name: &&&Self| longer().all(|other| other.prefix == name.prefix || !other.begins(name));
        let taken = longer().filter(is_outermost).map(|name| name.texts.len()).fold(0, usize::saturating_add);
        let count = u64::try_from(self.texts.len().saturating_sub(taken)).ok().filter(|count| *count > 1)?;
        before.saturating_sub(behind_comma("$1", cost)).saturating_mul(count).checked_sub(self.price)
    }

    /// Whether all texts of another candidate begin with this one's prefix.
    fn begins(&self, other: &Self) -> bool {
        self.prefix.len() <= other.prefix.len()
            && self.texts.start <= other.texts.start
            && other.texts.end <= self.texts.end
    }
}

/// The starts that at least two texts share. Of those that the same texts share, the longest alone saves most.
fn candidates<'t>(mut texts: Vec<&'t str>, cost: &dyn Cost) -> Vec<Candidate<'t>> {
    texts.sort_unstable_by(|a, b| parts(a).cmp(parts(b)));
    let mut found = Vec::new();
    let mut add = |prefix: Option<&'t str>, texts: Range<usize>| {
        if let Some(prefix) = prefix.filter(|prefix| prefix.len() >= SHORTEST) {
            let (tokens, price) = (behind_comma(prefix, cost), PrefixSurvey::price(prefix, cost));
            found.push(Candidate { prefix, texts, tokens, price });
        }
    };
    // The starts that the text before shares with some before it: how long each is, and where the first of these is.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let shared = texts.get(index.saturating_add(1)).map_or(0, |next| shared(text, next));
        let mut start = index;
        while let Some((length, first)) = open.pop_if(|(length, _)| *length > shared) {
            add(text.get(..length), first..index.saturating_add(1));
            start = first;
        }
        if shared > 0 && open.last().is_none_or(|(length, _)| *length < shared) {
            open.push((shared, start));
        }
    }
    found
}

/// The parts of a text, each from one natural boundary to the next: a prefix may end between two of them.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    core::iter::from_fn(move || {
        let text = rest?;
        let boundaries = text.char_indices().skip(1);
        let mut ends = boundaries.filter(|(_, c)| is_boundary(*c));
        let (part, more) = ends.next().and_then(|(end, _)| text.split_at_checked(end)).unzip();
        rest = more;
        Some(part.unwrap_or(text))
    })
}

/// The bytes of the longest start, within the format's bound, that two texts share and that may be a prefix of both.
fn shared(one: &str, other: &str) -> usize {
    let same = parts(one).zip(parts(other)).take_while(|(one, other)| one == other);
    let mut ends = same.scan(0usize, |end, (part, _)| {
        *end = end.saturating_add(part.len());
        Some(*end)
    });
    let within = ends.by_ref().take_while(|end| *end <= MOST_PREFIX);
    within.last().unwrap_or(0)
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

    /// However many places there are where a prefix may end.
    #[test]
    fn there_are_fewer_candidates_than_texts() {
        let texts: Vec<String> =
            (0..50_u32).map(|n| "a/".repeat(300) + &alloc::format!("{:b}/", n / 2).repeat(50)).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let found = candidates(texts.clone(), &Estimate);
        assert!(found.len() < texts.len(), "{}", found.len());
        // Each pair shares all of its bounded length.
        let pairs = found.iter().filter(|candidate| candidate.texts.len() == 2).count();
        assert!(pairs >= 20, "{pairs}");
    }

    #[test]
    fn parts_end_before_boundaries() {
        let all = |text| parts(text).collect::<Vec<_>>();
        assert_eq!(all("https://a.b"), ["https", ":", "/", "/a", ".b"]);
        assert_eq!((all("/a"), all("é é"), all("")), (Vec::from(["/a"]), Vec::from(["é", " é"]), Vec::from([""])));
        assert_eq!(shared("a/b/c", "a/b/d"), 3);
        assert_eq!(shared("a/b", "a/b"), 3);
        assert_eq!(shared("ab", "ac"), 0);
    }
}
