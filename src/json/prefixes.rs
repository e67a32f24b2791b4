//! The texts of blocks that may be written with a named prefix.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::conform::{entries, items, text};
use super::gather::RowKind;
use super::print::{Block, Body};
use crate::{Column, ColumnRule, ColumnType, Cost, PrefixSurvey, Schema, Value};

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
    let mut survey = PrefixSurvey::new();
    for text in texts {
        survey.observe_text(0, Cow::Borrowed(text));
    }
    survey.finish_all(cost)
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
