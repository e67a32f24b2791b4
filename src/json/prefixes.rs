//! Named prefixes: long starts of texts that recur anywhere in a value, and end where a person would end them.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::conform::{entries, items, text};
use super::gather::RowKind;
use super::print::{Block, Body};
use crate::{Column, ColumnRule, ColumnType, Cost, Schema, Value};

/// Names that a document can have.
const MOST: usize = 9;
/// Texts that are looked at; where more recur, they recur in these.
const TEXTS: usize = 20_000;
/// Tokens that a name has to save: who reads it has to look it up.
const WORTH: u64 = 8;
/// Bytes that a prefix has at least, and the format's bound on it.
const SHORTEST: usize = 3;
const LONGEST: usize = 1_024;

/// The prefixes worth a name in these blocks, in the order of what they save.
pub(super) fn find(blocks: &[Block<'_>], cost: &dyn Cost) -> Vec<String> {
    let mut texts = Vec::new();
    for block in blocks {
        let columns = block.header.schema().map_or(&[][..], Schema::columns);
        match &block.body {
            Body::Fields(lines) => lines.iter().for_each(|line| collect(&line.ty, line.value.value(), &mut texts)),
            Body::Rows(items, RowKind::Item) => {
                let types = core::iter::repeat(columns.first()).flatten();
                for (item, column) in items.iter().zip(types) {
                    collect(column.column_type(), item, &mut texts);
                }
            }
            // The time of a series is no column.
            Body::Rows(items, _) => items.iter().for_each(|item| members(columns, entries(item), &mut texts)),
            Body::Keyed(rows) => rows.iter().for_each(|(_, row)| members(columns, entries(row), &mut texts)),
            Body::Text(_) => {}
        }
    }
    texts.retain(|text| text.len() >= SHORTEST && !text.contains('\n'));
    texts.truncate(TEXTS);
    let mut found: Vec<String> = Vec::new();
    while found.len() < MOST {
        let Some(best) = best(&texts, &found, cost) else { break };
        found.push(best);
    }
    found
}

/// Takes the texts that may be written with a name: those of `str` and `auto` (NAME-2).
fn collect<'b>(ty: &ColumnType, value: &'b Value<'_>, texts: &mut Vec<&'b str>) {
    match (ty, value) {
        (ColumnType::Str | ColumnType::Auto, Value::Str(text)) => texts.push(text),
        (ColumnType::Struct { columns, .. }, Value::Map(entries)) => members(columns, entries, texts),
        (ColumnType::List(_) | ColumnType::Map(..) | ColumnType::Auto, value) => {
            let inner = if let ColumnType::List(ty) | ColumnType::Map(_, ty) = ty { ty } else { ty };
            for item in items(value) {
                collect(inner, item, texts);
            }
            for (_, value) in entries(value) {
                collect(inner, value, texts);
            }
        }
        _ => {}
    }
}

/// Takes the texts of an object's members that have a column.
fn members<'b>(columns: &[Column], entries: &'b [(Value<'_>, Value<'_>)], texts: &mut Vec<&'b str>) {
    let mut rest = columns.iter();
    for (key, value) in entries {
        let mut behind = rest.clone();
        let Some(column) = behind.find(|column| column.name() == Some(text(key))) else { continue };
        rest = behind;
        if *column.rule() == ColumnRule::Plain {
            collect(column.column_type(), value, texts);
        }
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
        before.saturating_sub(name).saturating_mul(count).checked_sub(price(prefix, cost))
    };
    let likely = counts.into_iter().filter(|(_, count)| *count > 1);
    let priced = likely.filter_map(|(prefix, count)| Some((saved(prefix, count)?, prefix)));
    priced
        .max_by_key(|(saved, prefix)| (*saved, prefix.len()))
        .filter(|(saved, _)| *saved >= WORTH)
        .map(|(_, best)| best.to_owned())
}

/// What the declaration of a name costs: the prefix and `|$1=`.
pub(super) fn price(prefix: &str, cost: &dyn Cost) -> u64 {
    cost.tokens(prefix).saturating_add(4)
}

/// The name that a text is written with.
fn longest<'n>(text: &str, named: &'n [String]) -> Option<&'n String> {
    named.iter().filter(|name| fits(text, name)).max_by_key(|name| name.len())
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
