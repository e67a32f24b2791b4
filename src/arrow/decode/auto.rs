//! Values that describe themselves, as the letters of JSON: Arrow has no type for them but a text.

use core::fmt::Write;

use crate::{Error, Result, Value, is_always_escaped};

/// A value of `auto` as minified JSON. Numbers keep their letters.
///
/// # Errors
/// `range` for NaN and infinities, which JSON does not have.
pub(super) fn json(value: &Value<'_>) -> Result<String> {
    let mut out = String::new();
    push(value, &mut out)?;
    Ok(out)
}

fn push(value: &Value<'_>, out: &mut String) -> Result<()> {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(letters) | Value::Json(letters) => out.push_str(letters),
        Value::Str(text) => push_text(text, out),
        Value::List(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                push(item, out)?;
            }
            out.push(']');
        }
        Value::Map(entries) => {
            out.push('{');
            for (index, (key, item)) in entries.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                push(key, out)?;
                out.push(':');
                push(item, out)?;
            }
            out.push('}');
        }
        Value::Float(number) => return Err(Error::range("a number that JSON has", &number.to_string())),
        other => return Err(Error::type_mismatch("a value that JSON has", other.kind())),
    }
    Ok(())
}

fn push_text(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_always_escaped(c) => {
                // Writing to a string does not fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
