//! The closing line and the sum of a document's bytes, both directions. Spec: END-1, END-2

mod sum;
#[cfg(test)]
mod tests;

pub(crate) use sum::Sum;

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec::Vec;

use super::bytes::{END, EQUALS, FIELD};
use super::header::{self, Line, key};
use crate::error::{Error, Result};
use crate::header::{Closing, Fields, Header, Shape};

/// Reads a closing line. `sum` is that of all bytes before it.
pub(crate) fn parse(line: &str, first: &Header, last: &Header, sum: &Sum) -> Result<Closing> {
    let Some(rest) = line.strip_prefix(END) else {
        return Err(Error::syntax("a closing line", line));
    };
    let mut fields = if rest.is_empty() { Vec::new() } else { header::split(rest)? };
    let mut closing = Closing::new();
    if let Some(&(key::CRC, found)) = fields.last() {
        fields.pop();
        closing.crc = true;
        check_sum(line, found, sum)?;
    }
    let mut kept = Vec::with_capacity(fields.len());
    for (index, &(key, raw)) in fields.iter().enumerate() {
        let field = (key.into(), header::read_value(key, raw)?);
        if index == 0 && key::is_count(key) {
            closing.count = Fields::in_order([field].into());
        } else {
            kept.push(field);
        }
    }
    closing.fields = Fields::in_order(kept);
    check(&closing, first, last)?;
    Ok(closing)
}

fn check_sum(line: &str, found: &str, sum: &Sum) -> Result<()> {
    if found.len() != 8 || !found.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')) {
        return Err(Error::type_mismatch("a sum of eight lower-case hexadecimal digits", found));
    }
    let field = found.len().saturating_add(key::CRC.len()).saturating_add(1);
    let before = line.as_bytes().get(..line.len().saturating_sub(field)).unwrap_or_default();
    let expected = sum.letters(before);
    if expected != found.as_bytes() {
        let actual = core::str::from_utf8(&expected).unwrap_or_default();
        return Err(Error::count(key::CRC, found, actual).hint("the document was changed or damaged"));
    }
    Ok(())
}

/// Writes a closing line, without its end. `sum` is that of all bytes before it.
pub(crate) fn print(closing: &Closing, first: &Header, last: &Header, sum: &Sum, out: &mut Vec<u8>) -> Result<()> {
    check(closing, first, last)?;
    let start = out.len();
    out.extend_from_slice(END.as_bytes());
    let mut separator = None;
    for (key, value) in closing.fields() {
        out.extend(separator.replace(FIELD));
        header::print_field(key, value, out);
    }
    if closing.crc {
        out.extend(separator);
        let letters = sum.letters(out.get(start..).unwrap_or_default());
        out.extend_from_slice(key::CRC.as_bytes());
        out.push(EQUALS);
        out.extend_from_slice(&letters);
    }
    Ok(())
}

/// Checks what a closing line says, in either direction.
fn check(closing: &Closing, first: &Header, last: &Header) -> Result<()> {
    let count = key::count(last.shape);
    let is_open = last.shape != Shape::Receipt && last.get(count).is_none();
    match closing.fields().next() {
        None if !is_open => return check_distinct(closing, first, last),
        Some((key, _)) if !is_open => {
            check_distinct(closing, first, last)?;
            return Err(Error::syntax("a closing line without fields, as the last header has its count", key));
        }
        Some((key, _)) if key == count => {}
        other => {
            let found = other.map_or("", |(key, _)| key);
            return Err(Error::syntax(format!("`{count}=` first, as the last header leaves it open"), found));
        }
    }
    header::check_lines(last.shape, closing.count.get(key::LINES))?;
    for (key, value) in closing.fields() {
        if key == key::CRC {
            return Err(Error::syntax("`crc` as the last field", key).hint("an encoder knows the sum itself"));
        }
        header::check_field(key, value, last.shape, Line::Closing)?;
    }
    // The count stands before the others whatever its place among them would be.
    let again = closing.fields.get(count).map(|_| Cow::Borrowed(count));
    header::check_order(closing.fields.iter().map(|(key, _)| Cow::Borrowed(key)).chain(again))?;
    check_distinct(closing, first, last)
}

/// No key stands in the closing line and in the first or last header.
fn check_distinct(closing: &Closing, first: &Header, last: &Header) -> Result<()> {
    let known: BTreeSet<_> = first.keys().chain(last.keys()).collect();
    // `rows` of a receipt counts a result elsewhere, so the count is compared with the last header only (in `check`).
    match closing.fields.iter().map(|(key, _)| key).find(|key| known.contains(*key)) {
        Some(key) => Err(Error::duplicate("field", key).hint("a header has this key already")),
        None => Ok(()),
    }
}
