//! `auto` values: scalars, texts and trees that describe themselves, both directions. Spec: AUTO-1 to AUTO-4

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::bytes::{CELL, EQUALS, ESCAPE, MARK, MISSING};
use super::cell::{Cells, Place, Printer, check_depth, key_text, missing_alone, plain_text};
use super::names::Start;
use super::scalar::float::{self, Width};
use super::scalar::{int, number};
use super::text::{EscapeSet, escape, unescape};
use crate::error::{Error, Result};
use crate::value::Value;

const OBJECT: (u8, u8) = (b'{', b'}');
const ARRAY: (u8, u8) = (b'[', b']');
const QUOTE: u8 = b'"';

/// The words that are values (AUTO-1).
const WORDS: [(&str, Word); 6] = [
    ("null", Word::Null),
    ("true", Word::Bool(true)),
    ("false", Word::Bool(false)),
    ("NaN", Word::Float(f64::NAN)),
    ("Infinity", Word::Float(f64::INFINITY)),
    ("-Infinity", Word::Float(f64::NEG_INFINITY)),
];

#[derive(Clone, Copy)]
enum Word {
    Null,
    Bool(bool),
    Float(f64),
}

fn word(letters: &str) -> Option<Word> {
    WORDS.iter().find(|(name, _)| *name == letters).map(|(_, word)| *word)
}

/// Whether a text with these letters would be read as another value (AUTO-2).
fn needs_quotes(text: &str) -> bool {
    text.is_empty() || word(text).is_some() || number::is_number(text)
}

/// Whether a bare text can't begin with `first`.
fn is_opening(first: char) -> bool {
    u8::try_from(first).is_ok_and(|byte| byte == QUOTE || byte == OBJECT.0 || byte == ARRAY.0)
}

impl Place {
    /// A member of a tree.
    fn tree(self, depth: usize) -> Self {
        Self { set: self.set.and(EscapeSet::TREE), depth, alone: false, missing: false, ..self }
    }
}

/// Reads an `auto` cell.
pub(crate) fn parse<'a>(cells: &mut Cells<'a>, place: Place) -> Result<Value<'a>> {
    match cells.peek() {
        Some(byte) if byte == OBJECT.0 => object(cells, place),
        Some(byte) if byte == ARRAY.0 => array(cells, place),
        _ => {
            let raw = cells.take(place.set);
            scalar(cells, raw, place)
        }
    }
}

/// Writes an `auto` cell.
pub(crate) fn print(printer: &mut Printer<'_>, value: &Value<'_>, place: Place) -> Result<()> {
    match value {
        Value::Missing => return printer.absent(value, place),
        Value::Null => printer.out.extend_from_slice(b"null"),
        Value::Bool(value) => printer.out.extend_from_slice(if *value { b"true" } else { b"false" }),
        Value::Int(value) => int::print_signed(*value, printer.out),
        Value::UInt(value) => int::print_unsigned(*value, printer.out),
        Value::Float(value) => print_float(*value, printer.out)?,
        Value::Number(letters) => printer.out.extend_from_slice(number::parse(letters)?.as_bytes()),
        Value::Str(text) => print_text(printer, text, place.set)?,
        Value::Mark if place.marks => printer.out.extend_from_slice(MARK.as_bytes()),
        Value::Mark => {
            return Err(Error::type_mismatch("a value", "a mark").hint("marks stand in records only"));
        }
        Value::List(items) => return print_array(printer, items, place),
        Value::Map(entries) => return print_object(printer, entries, place),
        _ => return Err(Error::type_mismatch("a value that describes itself", value.kind())),
    }
    Ok(())
}

fn scalar<'a>(cells: &Cells<'a>, raw: &'a str, place: Place) -> Result<Value<'a>> {
    if let Some(word) = word(raw) {
        return Ok(match word {
            Word::Null => Value::Null,
            Word::Bool(value) => Value::Bool(value),
            Word::Float(value) => Value::Float(value),
        });
    }
    match raw {
        "" if place.missing && !place.alone => return Ok(Value::Missing),
        "" => {
            return Err(Error::type_mismatch("a value", raw).hint("null is `null`, the empty text `\"\"`"));
        }
        MISSING => return missing_alone(place),
        MARK if place.marks => return Ok(Value::Mark),
        MARK => return Err(Error::syntax("a value", raw).hint("marks stand in records only")),
        _ if number::is_number(raw) => return Ok(Value::Number(Cow::Borrowed(raw))),
        _ => {}
    }
    parse_text(cells, raw, place.set).map(Value::Str)
}

fn parse_text<'a>(cells: &Cells<'a>, raw: &'a str, set: EscapeSet) -> Result<Cow<'a, str>> {
    if raw.as_bytes().first() == Some(&QUOTE) {
        let inner = raw.get(1..).and_then(|rest| rest.strip_suffix(char::from(QUOTE)));
        let inner = inner.filter(|text| needs_quotes(text)).ok_or_else(|| {
            Error::syntax("quotes only around a text that is empty or would be another value", raw)
                .hint("a text that begins with a quote is written `\\\"...`")
        })?;
        cells.check_named(inner, raw, None, false)?;
        return Ok(Cow::Borrowed(inner));
    }
    // An escaped opening character is data, where the place does not escape it anyway.
    if let Some(first) = raw.strip_prefix(char::from(ESCAPE)).and_then(|rest| rest.chars().next())
        && is_opening(first)
        && set.find(raw.get(1..).unwrap_or_default()) != 0
    {
        let rest = raw.get(2..).unwrap_or_default();
        let text = Cow::Owned(String::from(first) + &*unescape(rest, set)?);
        cells.check_named(&text, raw, None, false)?;
        return Ok(text);
    }
    // The names' reading twin of a bare text; `""` and `\""` can't come here.
    cells.text(raw, set)
}

fn print_text(printer: &mut Printer<'_>, text: &str, set: EscapeSet) -> Result<()> {
    let start = printer.writing.names.fit(text);
    let out = &mut *printer.out;
    match start {
        Start::Plain if needs_quotes(text) => {
            out.push(QUOTE);
            out.extend_from_slice(text.as_bytes());
            out.push(QUOTE);
        }
        Start::Plain => {
            if text.chars().next().is_some_and(is_opening) && set.find(text) != 0 {
                out.push(ESCAPE);
            }
            escape(text, set, out);
        }
        start => return printer.named_text(start, text, set),
    }
    Ok(())
}

/// AUTO-4.
fn print_float(value: f64, out: &mut Vec<u8>) -> Result<()> {
    let start = out.len();
    float::print(value, Width::F64, out)?;
    let letters = out.get(start..).unwrap_or_default();
    if value.is_finite() && !letters.iter().any(|byte| matches!(byte, b'.' | b'e')) {
        out.extend_from_slice(b".0");
    }
    Ok(())
}

/// A value in a tree, where an empty one is a fault of the tree.
fn member<'a>(cells: &mut Cells<'a>, place: Place) -> Result<Value<'a>> {
    if cells.peek().is_none_or(|byte| byte == CELL || byte == ARRAY.1 || byte == OBJECT.1) {
        return Err(Error::syntax("a value", cells.rest()).hint("null is `null`, the empty text `\"\"`"));
    }
    parse(cells, place)
}

fn array<'a>(cells: &mut Cells<'a>, place: Place) -> Result<Value<'a>> {
    let place = place.tree(check_depth(place.depth, &cells.reading.limits)?);
    cells.expect(ARRAY.0)?;
    let mut items = Vec::new();
    if cells.eat(ARRAY.1) {
        return Ok(Value::List(items));
    }
    loop {
        items.push(member(cells, place)?);
        if !cells.eat(CELL) {
            cells.expect(ARRAY.1)?;
            return Ok(Value::List(items));
        }
    }
}

fn print_array(printer: &mut Printer<'_>, items: &[Value<'_>], place: Place) -> Result<()> {
    let place = place.tree(check_depth(place.depth, &printer.writing.limits)?);
    printer.out.push(ARRAY.0);
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            printer.out.push(CELL);
        }
        print(printer, item, place)?;
    }
    printer.out.push(ARRAY.1);
    Ok(())
}

fn object<'a>(cells: &mut Cells<'a>, place: Place) -> Result<Value<'a>> {
    let place = place.tree(check_depth(place.depth, &cells.reading.limits)?);
    let keys = place.set.and(EscapeSet::KEY);
    cells.expect(OBJECT.0)?;
    let mut entries = Vec::new();
    if cells.eat(OBJECT.1) {
        return Ok(Value::Map(entries));
    }
    // Each key has one spelling, so that equal keys have equal letters.
    let mut seen = BTreeSet::new();
    loop {
        let raw = cells.take(keys);
        if raw.is_empty() {
            return Err(Error::syntax("a key", cells.rest()).hint("the empty key is `\"\"`"));
        }
        let key = key_text(raw, keys)?;
        cells.expect(EQUALS)?;
        if !seen.insert(raw) {
            return Err(Error::duplicate("key", raw));
        }
        entries.push((Value::Str(key), member(cells, place)?));
        if !cells.eat(CELL) {
            cells.expect(OBJECT.1)?;
            return Ok(Value::Map(entries));
        }
    }
}

fn print_object(printer: &mut Printer<'_>, entries: &[(Value<'_>, Value<'_>)], place: Place) -> Result<()> {
    let place = place.tree(check_depth(place.depth, &printer.writing.limits)?);
    let keys = place.set.and(EscapeSet::KEY);
    printer.out.push(OBJECT.0);
    let mut seen = BTreeSet::new();
    for (index, (key, value)) in entries.iter().enumerate() {
        if index > 0 {
            printer.out.push(CELL);
        }
        let Value::Str(key) = key else {
            return Err(Error::type_mismatch("a text as the key of an object", key.kind()));
        };
        if !seen.insert(&**key) {
            return Err(Error::duplicate("key", key));
        }
        plain_text(key, keys, printer.out);
        printer.out.push(EQUALS);
        print(printer, value, place)?;
    }
    printer.out.push(OBJECT.1);
    Ok(())
}

/// Steps over a tree, without reading it: the length of the `{...}` or `[...]` that `text` begins with.
/// Brackets in data are escaped, so counting them is enough.
pub(crate) fn skip(text: &str) -> Option<usize> {
    let first = *text.as_bytes().first()?;
    if first != OBJECT.0 && first != ARRAY.0 {
        return None;
    }
    let (mut depth, mut at) = (0usize, 0usize);
    let bytes = text.as_bytes();
    while let Some(&byte) = bytes.get(at) {
        match byte {
            ESCAPE => at = at.saturating_add(1),
            byte if byte == OBJECT.0 || byte == ARRAY.0 => depth = depth.saturating_add(1),
            byte if byte == OBJECT.1 || byte == ARRAY.1 => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at.saturating_add(1));
                }
            }
            _ => {}
        }
        at = at.saturating_add(1);
    }
    Some(bytes.len())
}
