//! Values of every type as minified JSON. Spec: MAP-7 to MAP-11

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::text;
use crate::{Column, ColumnType, Error, ErrorKind, Result, Value};

/// Stands for a mark until its block comes: a byte that JSON never has, even in strings.
pub(super) const MARK: u8 = 0;

/// Appends a value; it is not missing.
pub(super) fn push(ty: &ColumnType, value: &Value<'_>, out: &mut Vec<u8>) -> Result<()> {
    match (ty, value) {
        (_, Value::Null) => out.extend_from_slice(b"null"),
        (_, Value::Missing) => return Err(Error::type_mismatch("a value", value.kind())),
        (_, Value::Mark) => out.push(MARK),
        (_, Value::Json(letters)) => text::push_json(letters, out),
        (_, Value::Float(number)) if !number.is_finite() => {
            return Err(Error::range("a number that JSON has", &number.to_string())
                .hint("JSON has neither NaN nor infinities; CSV can hold them"));
        }
        (ColumnType::Struct { columns, .. }, Value::Struct(values)) => {
            push_fields(columns.iter().zip(values), out)?;
        }
        (ColumnType::List(item), Value::List(items)) => push_list(item, items, out)?,
        (ColumnType::Auto, Value::List(items)) => push_list(ty, items, out)?,
        (ColumnType::Map(key, item), Value::Map(entries)) => push_map(key, item, entries, out)?,
        (ColumnType::Auto, Value::Map(entries)) => push_map(&ColumnType::Str, ty, entries, out)?,
        (_, Value::Str(value)) => text::push(value, out),
        (_, Value::Bool(_) | Value::Number(_) | Value::Float(_) | Value::UInt(_)) => ty.print_text(value, out)?,
        (_, Value::Int(_)) if is_number(ty) => ty.print_text(value, out)?,
        _ => push_letters(ty, value, out)?,
    }
    Ok(())
}

/// Whether a value that is a count is a number in JSON, and no date or time.
const fn is_number(ty: &ColumnType) -> bool {
    !matches!(ty, ColumnType::Date(_) | ColumnType::Time(_) | ColumnType::Timestamp { .. })
}

/// Appends a string of the letters that a value has as a text. Dates, times, intervals and base64 need no escapes.
fn push_letters(ty: &ColumnType, value: &Value<'_>, out: &mut Vec<u8>) -> Result<()> {
    out.push(b'"');
    ty.print_text(value, out)?;
    out.push(b'"');
    Ok(())
}

/// Appends the fields of a struct or row, without those that are missing.
fn push_fields<'v>(fields: impl Iterator<Item = (&'v Column, &'v Value<'v>)>, out: &mut Vec<u8>) -> Result<()> {
    out.push(b'{');
    let mut is_first = true;
    for (column, value) in fields.filter(|(_, value)| !value.is_missing()) {
        separate(&mut is_first, out);
        text::push(column.name().unwrap_or_default(), out);
        out.push(b':');
        push(column.column_type(), value, out)?;
    }
    out.push(b'}');
    Ok(())
}

fn push_list(item: &ColumnType, items: &[Value<'_>], out: &mut Vec<u8>) -> Result<()> {
    out.push(b'[');
    let mut is_first = true;
    for value in items {
        separate(&mut is_first, out);
        push(item, value, out)?;
    }
    out.push(b']');
    Ok(())
}

fn push_map(key: &ColumnType, item: &ColumnType, entries: &[(Value<'_>, Value<'_>)], out: &mut Vec<u8>) -> Result<()> {
    out.push(b'{');
    let mut is_first = true;
    for (name, value) in entries {
        separate(&mut is_first, out);
        match name {
            Value::Str(name) => text::push(name, out),
            name => push_letters(key, name, out)?,
        }
        out.push(b':');
        push(item, value, out)?;
    }
    out.push(b'}');
    Ok(())
}

/// A tree as the letters of a `json` value, which escape what never stands raw in a document.
pub(super) fn escaped(value: &Value<'_>) -> Result<String> {
    let mut raw = Vec::new();
    push(&ColumnType::Auto, value, &mut raw)?;
    let raw = letters(raw)?;
    let mut out = Vec::with_capacity(raw.len());
    text::escape_json(&raw, &mut out);
    letters(out)
}

/// The letters of a document or of JSON, which are UTF-8.
pub(super) fn letters(bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|_| Error::new(ErrorKind::Utf8))
}

/// Appends a comma, but not before the first.
pub(super) fn separate(is_first: &mut bool, out: &mut Vec<u8>) {
    if !core::mem::replace(is_first, false) {
        out.push(b',');
    }
}
