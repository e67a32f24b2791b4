//! The reading half of cells; `print` is its twin.

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::take::{CellDecoder, Slot};
use super::{Place, Reading, cells_of_type, check_depth, count_cells, float, signed, type_name, unsigned};
use crate::error::{Error, Result};
use crate::schema::{Column, ColumnType};
use crate::value::Value;
use crate::wire::bytes::{CELL, CLOSE, EMPTY, ESCAPE, ITEM, MISSING, NULL, OPEN, TWO_QUOTES};
use crate::wire::names::Start;
use crate::wire::scalar::{self, temporal};
use crate::wire::text::{EscapeSet, put, unescape, unescape_to};
use crate::wire::{auto, json, row};

/// A place in a line's letters, moving right.
#[derive(Debug)]
pub(crate) struct Cells<'a> {
    text: &'a str,
    at: usize,
    /// No cell of this row or group was read yet, so none precedes with a separator.
    pub(super) fresh: bool,
    /// All letters are one cell.
    whole: bool,
    /// What the cell that is next may hold, and where it stands, once a [`CellDecoder`] is at it.
    pub(super) slot: Slot<'a>,
    pub(super) place: Place,
    pub(crate) reading: &'a Reading,
}

impl<'a> Cells<'a> {
    #[inline]
    pub(crate) const fn new(text: &'a str, reading: &'a Reading) -> Self {
        Self {
            text,
            at: 0,
            fresh: true,
            whole: false,
            slot: Slot::Plain(&ColumnType::Null),
            place: Place::row(0, 0),
            reading,
        }
    }

    /// The letters are one cell without structure, which ends where the row was split.
    #[inline]
    pub(crate) const fn whole(text: &'a str, reading: &'a Reading) -> Self {
        Self { whole: true, ..Self::new(text, reading) }
    }

    /// What is left.
    #[inline]
    pub(crate) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    #[inline]
    pub(crate) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Steps over `byte` if it is next.
    #[inline]
    pub(crate) fn eat(&mut self, byte: u8) -> bool {
        let next = self.peek() == Some(byte);
        if next {
            self.at = self.at.saturating_add(1);
        }
        next
    }

    pub(crate) fn expect(&mut self, byte: u8) -> Result<()> {
        if self.eat(byte) {
            return Ok(());
        }
        Err(Error::syntax(format!("`{}`", char::from(byte)), self.rest()))
    }

    /// How many letters there are up to the first bare character of `set`.
    #[inline]
    pub(super) fn length(&self, set: EscapeSet) -> usize {
        let rest = self.rest();
        if self.whole { rest.len() } else { set.find(rest) }
    }

    /// The letters up to the first bare character of `set`.
    #[inline]
    pub(crate) fn take(&mut self, set: EscapeSet) -> &'a str {
        if self.whole {
            self.at = self.text.len();
            return self.text;
        }
        let rest = self.rest();
        let length = self.length(set);
        self.at = self.at.saturating_add(length);
        rest.get(..length).unwrap_or(rest)
    }

    /// Steps over so many letters.
    pub(super) fn pass(&mut self, letters: usize) {
        self.at = self.at.saturating_add(letters);
    }

    /// Requires that nothing is left.
    #[inline]
    pub(crate) fn end(&self) -> Result<()> {
        if self.rest().is_empty() { Ok(()) } else { Err(Error::syntax("the end of the cell", self.rest())) }
    }

    /// One cell.
    pub(crate) fn value(&mut self, ty: &'a ColumnType, place: Place) -> Result<Value<'a>> {
        match ty {
            ColumnType::Auto => auto::parse(self, place),
            ColumnType::Json => {
                let letters = self.rest();
                self.pass(letters.len());
                json::check(letters, place.depth, &self.reading.limits)?;
                Ok(if letters == "null" { Value::Null } else { Value::Json(Cow::Borrowed(letters)) })
            }
            ColumnType::Struct { columns, .. } if self.peek() == Some(OPEN) => self.group(ty, columns, place),
            ColumnType::List(item) if self.peek() == Some(OPEN) => self.list(ty, item, place),
            ColumnType::Map(_, value) if self.peek() == Some(OPEN) => self.map(ty, value, place),
            _ => {
                let raw = self.take(place.set);
                if let Some(value) = absent(raw, place)? {
                    return Ok(value);
                }
                self.scalar(ty, raw, place)
            }
        }
    }

    /// What follows the opening bracket that is next.
    fn inner(&self) -> &'a str {
        self.rest().get(1..).unwrap_or_default()
    }

    /// `(a,b)`
    fn group(&mut self, ty: &'a ColumnType, columns: &'a [Column], place: Place) -> Result<Value<'a>> {
        check_depth(place.depth, &self.reading.limits)?;
        let start = self.inner();
        let fields = CellDecoder::alone(self, ty, place).fields();
        let values = fields.and_then(|fields| fields.map_or(Ok(Vec::new()), |mut fields| fields.values()));
        values.map(Value::Struct).map_err(|error| width(start, count_cells(columns), &[CLOSE]).unwrap_or(error))
    }

    /// `(a;b)`
    fn list(&mut self, ty: &'a ColumnType, item: &'a ColumnType, place: Place) -> Result<Value<'a>> {
        let mut start = self.inner();
        let mut values = Vec::new();
        let Some(mut list) = CellDecoder::alone(self, ty, place).list()? else { return Ok(Value::Null) };
        let better = |error, start| width(start, cells_of_type(item), &[ITEM, CLOSE]).unwrap_or(error);
        while let Some(item) = list.next().map_err(|error| better(error, start))? {
            start = item.rest();
            values.push(item.value().map_err(|error| better(error, start))?);
        }
        Ok(Value::List(values))
    }

    /// `(k=v;k=v)`
    fn map(&mut self, ty: &'a ColumnType, value: &'a ColumnType, place: Place) -> Result<Value<'a>> {
        let mut start = "";
        let mut entries = Vec::new();
        let Some(mut map) = CellDecoder::alone(self, ty, place).map()? else { return Ok(Value::Null) };
        let better = |error, start| width(start, cells_of_type(value), &[ITEM, CLOSE]).unwrap_or(error);
        while let Some(key) = map.key().map_err(|error| better(error, start))? {
            let key = key.value()?;
            let item = map.value()?;
            start = item.rest();
            entries.push((key, item.value().map_err(|error| better(error, start))?));
        }
        Ok(Value::Map(entries))
    }

    /// Steps over what follows an item: whether there is another one.
    pub(super) fn another(&mut self, expected: &'static str) -> Result<bool> {
        if self.eat(ITEM) { Ok(true) } else { self.close(expected).map(|()| false) }
    }

    pub(super) fn close(&mut self, expected: &'static str) -> Result<()> {
        if self.eat(CLOSE) { Ok(()) } else { Err(Error::syntax(expected, self.rest())) }
    }

    /// Steps over a word.
    pub(super) fn expect_word(&mut self, word: &str, expected: &'static str) -> Result<()> {
        let Some(rest) = self.rest().strip_prefix(word) else {
            return Err(Error::syntax(expected, self.rest()));
        };
        self.at = self.text.len().saturating_sub(rest.len());
        Ok(())
    }

    /// Whether the next letters are one `\N` or `\M` that fills its group.
    pub(super) fn is_spelled_out_alone(&self) -> bool {
        [NULL, MISSING]
            .iter()
            .any(|word| self.rest().strip_prefix(word).is_some_and(|rest| rest.as_bytes().first() == Some(&CLOSE)))
    }

    /// A map key.
    pub(super) fn key(&self, ty: &ColumnType, raw: &'a str, place: Place) -> Result<Value<'a>> {
        if *ty == ColumnType::Str {
            return key_text(raw, place.set).map(Value::Str);
        }
        self.scalar(ty, raw, place)
    }

    /// The key of a row, all of it. COL-9.
    pub(crate) fn row_key(&self, template: Option<(&str, &str)>, raw: &'a str, place: Place) -> Result<String> {
        let key = key_text(raw, place.set)?;
        match template {
            Some((prefix, suffix)) => self.between(prefix, &key, suffix),
            None => Ok(key.into_owned()),
        }
    }

    /// A text between a declared prefix and suffix. COL-10.
    pub(super) fn like(&self, prefix: &str, raw: &str, suffix: &str) -> Result<String> {
        self.between(prefix, &plain_text(raw, self.place.set)?, suffix)
    }

    fn between(&self, prefix: &str, middle: &str, suffix: &str) -> Result<String> {
        self.reading.add(prefix.len().saturating_add(suffix.len()))?;
        Ok([prefix, middle, suffix].concat())
    }

    /// A text, with the declared names. NAME-1, NAME-2.
    #[inline]
    pub(crate) fn text(&self, raw: &'a str, set: EscapeSet) -> Result<Cow<'a, str>> {
        if self.reading.names.is_empty() { plain_text(raw, set) } else { self.named_text(raw, set) }
    }

    fn named_text(&self, raw: &'a str, set: EscapeSet) -> Result<Cow<'a, str>> {
        let names = &self.reading.names;
        let literal = raw.strip_prefix(char::from(ESCAPE)).filter(|letters| names.reference(letters).is_some());
        let (text, used) = match (names.reference(raw), literal) {
            (Some((index, rest)), _) => {
                let prefix = names.prefix(index).unwrap_or_default();
                self.reading.add(prefix.len())?;
                (Cow::Owned(String::from(prefix) + &*unescape(rest, set)?), Some(index))
            }
            (None, Some(letters)) => (unescape(letters, set)?, None),
            (None, None) => (plain_text(raw, set)?, None),
        };
        self.check_named(&text, raw, used, literal.is_some())?;
        Ok(text)
    }

    /// Requires that a text was written with the name that fits it, and no other.
    pub(crate) fn check_named(&self, text: &str, raw: &str, used: Option<usize>, literal: bool) -> Result<()> {
        match (self.reading.names.fit(text), used) {
            (Start::Named(index, _), Some(used)) if index == used => Ok(()),
            (Start::Plain, None) if !literal => Ok(()),
            (Start::Literal, None) if literal => Ok(()),
            (Start::Named(index, _), _) => {
                let name = crate::wire::names::key(index);
                Err(Error::syntax(format!("a text written with `{name}`"), raw)
                    .hint("where declared names fit, the one with the longest prefix is used"))
            }
            (Start::Plain | Start::Literal, _) => Err(Error::syntax("a text written without a name", raw)),
        }
    }

    /// A scalar other than `auto` and `json`; never null.
    fn scalar(&self, ty: &ColumnType, raw: &'a str, place: Place) -> Result<Value<'a>> {
        if let Some(found) = int(ty, raw) {
            return found.map(Value::Int);
        }
        if let Some((name, max)) = unsigned(ty) {
            return scalar::int::parse_unsigned(raw, name, max).map(Value::UInt);
        }
        if let Some(width) = float(ty) {
            return scalar::float::parse(raw, width).map(Value::Float);
        }
        if is_number(ty) {
            return number(ty, raw).map(|letters| Value::Number(Cow::Borrowed(letters)));
        }
        match ty {
            ColumnType::Str => self.text(raw, place.set).map(Value::Str),
            ColumnType::Bool => self.bool(raw).map(Value::Bool),
            ColumnType::Bin => bytes(raw).map(Value::Bin),
            ColumnType::Interval(unit) => temporal::parse_interval(raw, *unit).map(Value::Interval),
            ColumnType::Null => Err(Error::type_mismatch("null, the empty cell", raw)),
            _ => Err(Self::no_group(ty, raw)),
        }
    }

    /// The fault of a cell that begins no container, or is of a type that has none.
    #[cold]
    pub(super) fn no_group(ty: &ColumnType, raw: &str) -> Error {
        match ty {
            ColumnType::List(_) => Error::type_mismatch("a list, `(a;b)`", raw),
            ColumnType::Map(..) => Error::type_mismatch("a map, `(k=v;k=v)`", raw),
            ColumnType::Struct { .. } => Error::type_mismatch("a struct, `(a,b)`", raw),
            ty => Error::type_mismatch(type_name(ty), raw),
        }
    }

    /// A boolean, spelled as those before.
    #[inline]
    pub(super) fn bool(&self, raw: &str) -> Result<bool> {
        let (value, spelling) = scalar::bool::parse(raw)?;
        self.reading.spelled(spelling, raw)?;
        Ok(value)
    }
}

/// Whether [`int`] reads the type.
#[inline]
pub(super) const fn is_int(ty: &ColumnType) -> bool {
    matches!(
        ty,
        ColumnType::I8
            | ColumnType::I16
            | ColumnType::I32
            | ColumnType::I64
            | ColumnType::Date(_)
            | ColumnType::Time(_)
            | ColumnType::Timestamp { .. }
            | ColumnType::Duration(_)
    )
}

/// A signed integer, or a count of days or units; none for other types.
#[inline]
pub(super) fn int(ty: &ColumnType, raw: &str) -> Option<Result<i64>> {
    Some(match ty {
        ColumnType::I64 => scalar::int::parse_signed(raw, "i64", i64::MIN, i64::MAX),
        ColumnType::Date(form) => temporal::parse_date(raw, *form),
        ColumnType::Time(unit) => temporal::parse_time(raw, *unit),
        ColumnType::Timestamp { unit, zone, form } => temporal::parse_timestamp(raw, *unit, zone.as_ref(), *form),
        ty => {
            let (name, min, max) = signed(ty)?;
            scalar::int::parse_signed(raw, name, min, max)
        }
    })
}

/// Whether [`number`] reads the type.
#[inline]
pub(super) const fn is_number(ty: &ColumnType) -> bool {
    matches!(ty, ColumnType::Num | ColumnType::Decimal { .. })
}

/// A number by its letters.
pub(super) fn number<'a>(ty: &ColumnType, raw: &'a str) -> Result<&'a str> {
    match ty {
        ColumnType::Decimal { precision, scale } => scalar::decimal::check(raw, *precision, *scale).map(|()| raw),
        _ => scalar::number::parse(raw),
    }
}

/// Bytes. CELL-3.
pub(super) fn bytes<'a>(raw: &str) -> Result<Cow<'a, [u8]>> {
    match raw {
        EMPTY => Ok(Cow::Borrowed(&[])),
        "" => Err(Error::type_mismatch("bin", raw)),
        _ => scalar::bytes::parse(raw).map(Cow::Owned),
    }
}

/// Whether a faulty group or item, which `text` begins with, has another number of cells than it should.
#[cold]
fn width(text: &str, expected: usize, ends: &[u8]) -> Option<Error> {
    let mut found = 0usize;
    let mut rest = text;
    loop {
        found = found.saturating_add(1);
        let bracketed = row::skip_group(rest).or_else(|| auto::skip(rest)).unwrap_or(0);
        let after = rest.get(bracketed..).unwrap_or_default();
        rest = after.get(EscapeSet::GROUP.find(after)..).unwrap_or_default();
        match rest.strip_prefix(char::from(CELL)) {
            Some(next) => rest = next,
            None => break,
        }
    }
    let ended = rest.as_bytes().first().is_some_and(|byte| ends.contains(byte));
    (ended && found != expected && expected > 0).then(|| Error::width(expected, found))
}

/// Null and missing values. CELL-1, CELL-2, CELL-4.
#[inline]
pub(super) fn absent(raw: &str, place: Place) -> Result<Option<Value<'static>>> {
    match raw {
        "" if place.alone => Err(Error::syntax("`\\N` for a null that would be an empty line or group", raw)
            .hint("`\\M` is a missing value, `\"\"` an empty text")),
        "" if place.missing => Ok(Some(Value::Missing)),
        "" => Ok(Some(Value::Null)),
        NULL if place.missing || place.alone => Ok(Some(Value::Null)),
        NULL => Err(Error::syntax("null as the empty cell", raw).hint("`\\N` is for columns with `?`")),
        MISSING => missing_alone(place).map(Some),
        _ => Ok(None),
    }
}

/// `\M`.
pub(crate) fn missing_alone(place: Place) -> Result<Value<'static>> {
    if place.missing && place.alone {
        return Ok(Value::Missing);
    }
    Err(Error::syntax("a missing value as the empty cell of a `?` column", MISSING))
}

/// A text without names. CELL-3.
fn plain_text(raw: &str, set: EscapeSet) -> Result<Cow<'_, str>> {
    match raw {
        EMPTY => Ok(Cow::Borrowed("")),
        TWO_QUOTES => Ok(Cow::Borrowed(EMPTY)),
        _ => unescape(raw, set),
    }
}

/// The same, appended.
pub(super) fn plain_text_to(raw: &str, set: EscapeSet, out: &mut impl Write) -> Result<()> {
    match raw {
        EMPTY => Ok(()),
        TWO_QUOTES => put(out, EMPTY),
        _ => unescape_to(raw, set, out),
    }
}

/// A key: a text without names that is never null.
pub(crate) fn key_text(raw: &str, set: EscapeSet) -> Result<Cow<'_, str>> {
    if raw.is_empty() {
        return Err(Error::type_mismatch("a key", raw).hint("the empty key is `\"\"`"));
    }
    plain_text(raw, set)
}

/// Reads the argument of `always`.
pub(crate) fn parse_constant(raw: &str, column: &Column, reading: &Reading, depth: usize) -> Result<Value<'static>> {
    let mut cells = Cells::new(raw, reading);
    let value = cells.value(&column.ty, Place { missing: column.missing, ..Place::constant(depth) })?;
    cells.end()?;
    Ok(value.into_owned())
}

/// The same value without a copy of its letters.
pub(super) fn borrow<'a>(value: &'a Value<'static>) -> Value<'a> {
    match value {
        Value::Str(text) => Value::Str(Cow::Borrowed(text)),
        Value::Number(text) => Value::Number(Cow::Borrowed(text)),
        Value::Bin(bytes) => Value::Bin(Cow::Borrowed(bytes)),
        other => other.to_owned(),
    }
}
