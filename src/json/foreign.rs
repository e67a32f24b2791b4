//! The values of `serde_json`, in and out. What its features change is asked at run time: they belong to the caller.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Map, Number, Value as Json};

use crate::{Error, Limits, Result, Value};

/// The tree of a value.
///
/// # Errors
/// `limit` for deep nesting.
pub(super) fn tree<'v>(value: &'v Json, limits: &Limits) -> Result<Value<'v>> {
    inner(value, limits.nesting, limits)
}

fn inner<'v>(value: &'v Json, room: usize, limits: &Limits) -> Result<Value<'v>> {
    let deeper = || {
        let limit = u64::try_from(limits.nesting).unwrap_or(u64::MAX);
        room.checked_sub(1).ok_or_else(|| Error::limit("levels of nesting", limit))
    };
    Ok(match value {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(number) => Value::Number(number.to_string().into()),
        Json::String(text) => Value::from(text.as_str()),
        Json::Array(items) => {
            let room = deeper()?;
            Value::List(items.iter().map(|item| inner(item, room, limits)).collect::<Result<_>>()?)
        }
        Json::Object(members) => {
            let room = deeper()?;
            let entries =
                members.iter().map(|(key, value)| Ok((Value::from(key.as_str()), inner(value, room, limits)?)));
            Value::Map(entries.collect::<Result<_>>()?)
        }
    })
}

/// The value of a tree.
///
/// # Errors
/// `range` for a number that would become another.
pub(super) fn value(tree: &Value<'_>) -> Result<Json> {
    Ok(match tree {
        Value::Bool(value) => Json::Bool(*value),
        Value::Number(letters) => Json::Number(number(letters)?),
        Value::Str(text) => Json::String(text.to_string()),
        Value::List(items) => Json::Array(items.iter().map(value).collect::<Result<Vec<_>>>()?),
        Value::Map(entries) => {
            let members = entries.iter().map(|(key, member)| {
                let key = if let Value::Str(key) = key { key.to_string() } else { String::new() };
                Ok((key, value(member)?))
            });
            Json::Object(members.collect::<Result<Map<_, _>>>()?)
        }
        _ => Json::Null,
    })
}

/// A number by its letters. `serde_json` keeps them if it was told to; otherwise it has integers of 64 bits, and floats,
/// which it reads one digit off now and then.
fn number(letters: &str) -> Result<Number> {
    let out_of_range =
        || Error::range("a number that `serde_json` holds", letters).hint("`to_string` keeps its letters");
    let number: Number = letters.parse().map_err(|_| out_of_range())?;
    if keeps_letters() || !number.is_f64() {
        return Ok(number);
    }
    // An integer that became a float is another number; so is an id with its last digits lost.
    let is_integer = letters != "-0" && !letters.contains(['.', 'e', 'E']);
    let float: f64 = letters.parse().map_err(|_| out_of_range())?;
    Number::from_f64(float).filter(|_| !is_integer).ok_or_else(out_of_range)
}

/// Whether `arbitrary_precision` is on.
fn keeps_letters() -> bool {
    "1.10".parse::<Number>().is_ok_and(|number| number.to_string() == "1.10")
}
