//! `serde_json`'s raw values: JSON letters to nodes, and values to JSON letters.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::node::{self, Node};
use crate::{ColumnType, Error, Result, Value};

/// The value that these letters of JSON are.
#[cfg(feature = "json")]
pub(super) fn parse(letters: &str) -> Result<Node> {
    crate::json::parse(letters).map(of_value)
}

/// JSON has to be read to become cells.
#[cfg(not(feature = "json"))]
pub(super) fn parse(letters: &str) -> Result<Node> {
    Err(needs_json(letters))
}

/// The value of a `json` cell.
#[cfg(feature = "json")]
pub(super) fn value(letters: &str) -> Result<Value<'static>> {
    crate::json::parse(letters).map(Value::into_owned)
}

/// A `json` cell has to be read to become a value.
#[cfg(not(feature = "json"))]
pub(super) fn value(letters: &str) -> Result<Value<'static>> {
    Err(needs_json(letters))
}

#[cfg(not(feature = "json"))]
#[cold]
fn needs_json(letters: &str) -> Error {
    Error::type_mismatch("a value that is no raw JSON", letters).hint("the feature `json` of qrp1 reads raw JSON")
}

#[cfg(feature = "json")]
fn of_value(value: Value<'_>) -> Node {
    use alloc::borrow::Cow;
    match value {
        Value::Bool(value) => Node::Bool(value),
        Value::Number(letters) => Node::Letters(letters.into_owned()),
        Value::Str(text) => Node::Str(Cow::Owned(text.into_owned())),
        Value::List(items) => Node::List(items.into_iter().map(of_value).collect()),
        Value::Map(entries) => {
            let entries = entries.into_iter().map(|(key, value)| (of_value(key), of_value(value))).collect();
            Node::Object(node::Object { entries, ..node::Object::default() })
        }
        // A tree of JSON has nothing else.
        _ => Node::Null,
    }
}

/// The minified JSON of a value.
///
/// # Errors
/// `range` for a NaN or an infinity, `syntax` for a mark.
pub(super) fn print(ty: &ColumnType, value: &Value<'_>, out: &mut String) -> Result<()> {
    match (ty, value) {
        (_, Value::Null | Value::Missing) => out.push_str("null"),
        (_, Value::Bool(value)) => out.push_str(if *value { "true" } else { "false" }),
        (_, Value::Json(letters)) => out.push_str(letters),
        (_, Value::Str(text)) => quoted(text, out),
        (_, Value::Float(value)) if !value.is_finite() => {
            return Err(Error::range("a number of JSON", "NaN or an infinity"));
        }
        (_, Value::Mark) => return Err(Error::syntax("a value in one line", "a later block")),
        (ColumnType::List(item), Value::List(items)) => {
            join('[', items, ']', out, |value, out| print(item, value, out))?;
        }
        (_, Value::List(items)) => join('[', items, ']', out, |value, out| print(&ColumnType::Auto, value, out))?,
        (ColumnType::Struct { columns, .. }, Value::Struct(values)) => {
            let there = columns.iter().zip(values).filter(|(_, value)| !value.is_missing());
            join('{', there, '}', out, |(column, value), out| {
                quoted(column.name().unwrap_or_default(), out);
                out.push(':');
                print(column.column_type(), value, out)
            })?;
        }
        (ty, Value::Map(entries)) => {
            let (of_key, of_value) = match ty {
                ColumnType::Map(key, value) => (&**key, &**value),
                _ => (&ColumnType::Str, &ColumnType::Auto),
            };
            join('{', entries, '}', out, |(key, value), out| {
                quoted(&letters(of_key, key)?, out);
                out.push(':');
                print(of_value, value, out)
            })?;
        }
        (ty, value) => {
            let letters = letters(ty, value)?;
            if is_text(ty) { quoted(&letters, out) } else { out.push_str(&letters) }
        }
    }
    Ok(())
}

/// The letters of a scalar, dates and times in their extended form.
pub(super) fn letters(ty: &ColumnType, value: &Value<'_>) -> Result<String> {
    let mut letters = Vec::new();
    ty.print_text(value, &mut letters)?;
    Ok(node::text(letters))
}

/// Whether values of this type are texts in JSON, although their `Value` is none.
pub(super) const fn is_text(ty: &ColumnType) -> bool {
    matches!(
        ty,
        ColumnType::Date(_)
            | ColumnType::Time(_)
            | ColumnType::Timestamp { .. }
            | ColumnType::Interval(_)
            | ColumnType::Bin
    )
}

fn join<T>(
    open: char,
    items: impl IntoIterator<Item = T>,
    close: char,
    out: &mut String,
    mut push: impl FnMut(T, &mut String) -> Result<()>,
) -> Result<()> {
    out.push(open);
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        push(item, out)?;
    }
    out.push(close);
    Ok(())
}

fn quoted(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => {
                // `\\u00` and two digits; a string takes all that is written to it.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
