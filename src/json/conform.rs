//! The parts of a tree as the values that a type has, without copies of their letters.

use alloc::string::String;
use alloc::vec::Vec;

use crate::{Column, ColumnType, Error, Result, Value};

/// The value of a type that a tree holds.
///
/// # Errors
/// `type` where the type was not found from this value.
pub(super) fn conform<'v>(ty: &ColumnType, value: &'v Value<'_>) -> Result<Value<'v>> {
    match (ty, value) {
        (ColumnType::Auto, value) => Ok(shallow(value)),
        (_, Value::Null) => Ok(Value::Null),
        (ColumnType::Struct { columns, .. }, Value::Map(entries)) => fields(columns, entries).map(Value::Struct),
        (ColumnType::List(item), Value::List(items)) => {
            items.iter().map(|value| conform(item, value)).collect::<Result<_>>().map(Value::List)
        }
        (ColumnType::Map(_, item), Value::Map(entries)) => entries
            .iter()
            .map(|(key, value)| Ok((shallow(key), conform(item, value)?)))
            .collect::<Result<_>>()
            .map(Value::Map),
        (ty, value) if is_scalar(value) => ty.typed(borrowed(value)),
        (ty, value) => Err(Error::type_mismatch(alloc::format!("{ty}"), value.kind())),
    }
}

/// The values of an object's columns.
///
/// # Errors
/// `type` for a key that is no column.
pub(super) fn fields<'v>(columns: &[Column], entries: &'v [(Value<'_>, Value<'_>)]) -> Result<Vec<Value<'v>>> {
    let mut rest = entries.iter().peekable();
    let mut values = Vec::with_capacity(columns.len());
    for column in columns {
        values.push(match rest.next_if(|(key, _)| column.name() == Some(text(key))) {
            Some((_, value)) => conform(column.column_type(), value)?,
            None => Value::Missing,
        });
    }
    match rest.next() {
        None => Ok(values),
        Some(_) => reordered(columns, entries),
    }
}

/// The values of an object whose keys are not in the order of the columns.
#[cold]
fn reordered<'v>(columns: &[Column], entries: &'v [(Value<'_>, Value<'_>)]) -> Result<Vec<Value<'v>>> {
    let mut values: Vec<Value<'v>> = columns.iter().map(|_| Value::Missing).collect();
    for (key, value) in entries {
        let index = columns.iter().position(|column| column.name() == Some(text(key)));
        let place = index.and_then(|index| Some((columns.get(index)?, values.get_mut(index)?)));
        let (column, place) = place.ok_or_else(|| Error::type_mismatch("a key of the table", text(key)))?;
        *place = conform(column.column_type(), value)?;
    }
    Ok(values)
}

pub(super) const fn is_scalar(value: &Value<'_>) -> bool {
    !matches!(value, Value::List(_) | Value::Map(_))
}

pub(super) fn items<'v, 't>(value: &'v Value<'t>) -> &'v [Value<'t>] {
    if let Value::List(items) = value { items } else { &[] }
}

pub(super) fn entries<'v, 't>(value: &'v Value<'t>) -> &'v [(Value<'t>, Value<'t>)] {
    if let Value::Map(entries) = value { entries } else { &[] }
}

/// What a value is called in JSON.
pub(super) const fn kind(value: &Value<'_>) -> &'static str {
    match value {
        Value::Map(_) => "an object",
        Value::List(_) => "an array",
        Value::Str(_) => "a string",
        Value::Number(_) => "a number",
        value => value.kind(),
    }
}

/// The letters of a key.
pub(super) fn text<'v>(key: &'v Value<'_>) -> &'v str {
    if let Value::Str(text) = key { text } else { "" }
}

/// A scalar without a copy of its letters.
pub(super) fn borrowed<'v>(value: &'v Value<'_>) -> Value<'v> {
    match value {
        Value::Str(text) => Value::from(&**text),
        Value::Number(letters) => Value::number(letters),
        Value::Bool(value) => Value::Bool(*value),
        Value::Mark => Value::Mark,
        _ => Value::Null,
    }
}

/// A tree without copies of its letters.
pub(super) fn shallow<'v>(value: &'v Value<'_>) -> Value<'v> {
    match value {
        Value::List(items) => Value::List(items.iter().map(shallow).collect()),
        Value::Map(entries) => Value::Map(entries.iter().map(|(key, value)| (shallow(key), shallow(value))).collect()),
        value => borrowed(value),
    }
}

/// A reference token with its slash (RFC 6901).
pub(super) fn pointer(key: &str) -> String {
    alloc::format!("/{}", key.replace('~', "~0").replace('/', "~1"))
}
