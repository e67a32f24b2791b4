//! Named prefixes: long starts of texts that recur anywhere in a value, and end where a person would end them.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::{Cost, Value};

/// Names that a document can have.
const MOST: usize = 9;
/// Texts that are looked at; where more recur, they recur in these.
const TEXTS: usize = 20_000;
/// Bytes that a prefix has at least, and the format's bound on it.
const SHORTEST: usize = 8;
const LONGEST: usize = 1_024;

/// The prefixes worth a name, in the order of what they save.
pub(super) fn find(value: &Value<'_>, cost: &dyn Cost) -> Vec<String> {
    let mut texts = Vec::new();
    collect(value, &mut texts);
    let mut found: Vec<String> = Vec::new();
    while found.len() < MOST {
        let Some(best) = best(&texts, &found, cost) else { break };
        found.push(best);
    }
    found
}

fn collect<'v>(value: &'v Value<'_>, texts: &mut Vec<&'v str>) {
    match value {
        Value::Str(text) if text.len() >= SHORTEST && texts.len() < TEXTS && !text.contains('\n') => texts.push(text),
        Value::List(items) => items.iter().for_each(|item| collect(item, texts)),
        Value::Map(entries) => entries.iter().for_each(|(_, value)| collect(value, texts)),
        _ => {}
    }
}

/// The prefix that saves most beside those that have a name.
fn best(texts: &[&str], named: &[String], cost: &dyn Cost) -> Option<String> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for text in texts {
        // What a name saves already is counted from its end.
        let known = named.iter().filter(|name| fits(text, name)).map(String::len).max().unwrap_or(0);
        for end in ends(text).filter(|end| *end > known && *end >= SHORTEST && *end <= LONGEST) {
            if let Some(prefix) = text.get(..end) {
                let count = counts.entry(prefix).or_default();
                *count = count.saturating_add(1);
            }
        }
    }
    let saved = |prefix: &str, count: u64| {
        let known = named.iter().filter(|name| fits(prefix, name)).map(|name| cost.tokens(name)).max().unwrap_or(0);
        let each = cost.tokens(prefix).saturating_sub(known);
        // `$1` is two tokens, and so are the declaration's `|$1=` and its end.
        each.saturating_sub(2).saturating_mul(count).checked_sub(cost.tokens(prefix).saturating_add(4))
    };
    let likely = counts.into_iter().filter(|(prefix, count)| *count > 1 && prefix.len() > SHORTEST);
    let priced = likely.filter_map(|(prefix, count)| Some((saved(prefix, count)?, prefix)));
    priced
        .max_by_key(|(saved, prefix)| (*saved, prefix.len()))
        .filter(|(saved, _)| *saved > 2)
        .map(|(_, best)| best.to_owned())
}

/// Whether a text begins with a prefix at a place where a name may end.
fn fits(text: &str, prefix: &str) -> bool {
    text.strip_prefix(prefix).is_some_and(|rest| !rest.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric))
}

/// Where a prefix of a text may end: before a natural boundary, or at its end.
fn ends(text: &str) -> impl Iterator<Item = usize> {
    let boundaries = text.char_indices().filter(|(_, c)| matches!(c, '/' | ':' | '-' | '.' | '@' | '_' | ' '));
    boundaries.map(|(at, _)| at).chain([text.len()])
}
