//! Values as bytes that are equal exactly where the values are: for the keys of maps, dictionaries and runs.

use crate::Value;

/// Appends the bytes of a value. Those of two values of one type are equal if and only if the values are.
pub(super) fn push(value: &Value<'_>, out: &mut Vec<u8>) {
    match value {
        Value::Missing | Value::Null | Value::Mark => out.push(0),
        Value::Bool(value) => out.extend_from_slice(&[1, u8::from(*value)]),
        Value::Int(value) => fixed(out, 2, &value.to_le_bytes()),
        Value::UInt(value) => fixed(out, 3, &value.to_le_bytes()),
        // All NaN are one value of the format.
        Value::Float(value) if value.is_nan() => out.push(4),
        Value::Float(value) => fixed(out, 5, &value.to_bits().to_le_bytes()),
        Value::Number(text) | Value::Str(text) | Value::Json(text) => sized(out, 6, text.as_bytes()),
        Value::Bin(bytes) => sized(out, 7, bytes),
        Value::Interval(value) => {
            fixed(out, 8, &value.months.to_le_bytes());
            out.extend_from_slice(&value.days.to_le_bytes());
            out.extend_from_slice(&value.time.to_le_bytes());
        }
        Value::Struct(values) | Value::List(values) => {
            sized(out, 9, &[]);
            out.extend_from_slice(&values.len().to_le_bytes());
            for value in values {
                push(value, out);
            }
        }
        Value::Map(entries) => {
            sized(out, 10, &[]);
            out.extend_from_slice(&entries.len().to_le_bytes());
            for (key, value) in entries {
                push(key, out);
                push(value, out);
            }
        }
    }
}

fn fixed(out: &mut Vec<u8>, kind: u8, bytes: &[u8]) {
    out.push(kind);
    out.extend_from_slice(bytes);
}

fn sized(out: &mut Vec<u8>, kind: u8, bytes: &[u8]) {
    out.push(kind);
    out.extend_from_slice(&bytes.len().to_le_bytes());
    out.extend_from_slice(bytes);
}

/// A key for a message.
pub(super) fn words(value: &Value<'_>) -> String {
    match value {
        Value::Number(text) | Value::Str(text) => text.clone().into_owned(),
        Value::Int(value) => value.to_string(),
        Value::UInt(value) => value.to_string(),
        Value::Float(value) => value.to_string(),
        Value::Bool(value) => value.to_string(),
        other => format!("{other:?}"),
    }
}
