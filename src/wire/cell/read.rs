//! The reading half of cells; `print` is its twin.

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{
    Place, Reading, UNWRITTEN, cells_of_type, check_depth, count_cells, float, signed, type_name, unsigned, unwritten,
};
use crate::error::{Error, Result};
use crate::schema::{Column, ColumnRule, ColumnType};
use crate::value::Value;
use crate::wire::bytes::{CELL, CLOSE, EMPTY, EQUALS, ESCAPE, ITEM, MISSING, NOTHING, NULL, OPEN, TWO_QUOTES};
use crate::wire::names::Start;
use crate::wire::scalar::{self, temporal};
use crate::wire::text::{EscapeSet, unescape};
use crate::wire::{auto, json, row};

/// A place in a line's letters, moving right.
#[derive(Debug)]
pub(crate) struct Cells<'a> {
    text: &'a str,
    at: usize,
    /// No cell of this row or group was read yet, so none precedes with a separator.
    fresh: bool,
    pub(crate) reading: &'a Reading,
}

impl<'a> Cells<'a> {
    pub(crate) const fn new(text: &'a str, reading: &'a Reading) -> Self {
        Self { text, at: 0, fresh: true, reading }
    }

    /// What is left.
    pub(crate) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(crate) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Steps over `byte` if it is next.
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

    /// The letters up to the first bare character of `set`.
    pub(crate) fn take(&mut self, set: EscapeSet) -> &'a str {
        let rest = self.rest();
        let length = set.find(rest);
        self.at = self.at.saturating_add(length);
        rest.get(..length).unwrap_or(rest)
    }

    /// Requires that nothing is left.
    pub(crate) fn end(&self) -> Result<()> {
        if self.rest().is_empty() { Ok(()) } else { Err(Error::syntax("the end of the cell", self.rest())) }
    }

    /// The value of a column: its constant, its fields, or its cell.
    pub(crate) fn column(&mut self, column: &'a Column, place: Place) -> Result<Value<'a>> {
        if let Some(constant) = column.constant() {
            self.reading.add(unwritten(constant))?;
            return Ok(borrow(constant));
        }
        if let ColumnType::Struct { columns, bracketed: false } = &column.ty {
            if count_cells(columns) == 0 {
                self.reading.add(UNWRITTEN)?;
            }
            return self.fields(columns, Place { depth: check_depth(place.depth, &self.reading.limits)?, ..place });
        }
        if !self.fresh {
            self.expect(CELL)?;
        }
        let place = Place { missing: column.missing, ..place };
        let value = match &column.rule {
            ColumnRule::Like { prefix, suffix } => self.like(prefix, suffix, place),
            _ => self.value(&column.ty, place),
        };
        self.fresh = false;
        value
    }

    /// Whether a column of a row is one cell without structure, which ends where the row was split.
    pub(crate) const fn is_flat(column: &Column) -> bool {
        column.ty.is_scalar()
            && !matches!(column.ty, ColumnType::Auto | ColumnType::Json)
            && matches!(column.rule, ColumnRule::Plain)
    }

    /// The value of such a column.
    pub(crate) fn flat(&self, column: &Column, raw: &'a str, place: Place) -> Result<Value<'a>> {
        let place = Place { missing: column.missing, ..place };
        match absent(raw, place)? {
            Some(value) => Ok(value),
            None => self.scalar(&column.ty, raw, place),
        }
    }

    /// The fields of a struct, without brackets.
    fn fields(&mut self, columns: &'a [Column], place: Place) -> Result<Value<'a>> {
        let mut values = Vec::with_capacity(columns.len());
        for column in columns {
            values.push(self.column(column, place)?);
        }
        Ok(Value::Struct(values))
    }

    /// One cell.
    pub(crate) fn value(&mut self, ty: &'a ColumnType, place: Place) -> Result<Value<'a>> {
        match ty {
            ColumnType::Auto => auto::parse(self, place),
            ColumnType::Json => {
                let letters = self.take_all();
                json::check(letters, place.depth, &self.reading.limits)?;
                Ok(if letters == "null" { Value::Null } else { Value::Json(Cow::Borrowed(letters)) })
            }
            ColumnType::Struct { columns, .. } if self.peek() == Some(OPEN) => self.group(columns, place),
            ColumnType::List(item) if self.peek() == Some(OPEN) => self.list(item, place),
            ColumnType::Map(key, value) if self.peek() == Some(OPEN) => self.map(key, value, place),
            _ => {
                let raw = self.take(place.set);
                if let Some(value) = absent(raw, place)? {
                    return Ok(value);
                }
                self.scalar(ty, raw, place)
            }
        }
    }

    fn take_all(&mut self) -> &'a str {
        let rest = self.rest();
        self.at = self.text.len();
        rest
    }

    /// `(a,b)`. CELL-5.
    fn group(&mut self, columns: &'a [Column], place: Place) -> Result<Value<'a>> {
        let depth = check_depth(place.depth, &self.reading.limits)?;
        self.expect(OPEN)?;
        let cells = count_cells(columns);
        let start = self.rest();
        self.fresh = true;
        let value = self.fields(columns, Place { depth, alone: cells == 1, ..place.group() });
        let value = value.and_then(|value| self.close("`)` after the last field").map(|()| value));
        value.map_err(|error| width(start, cells, &[CLOSE]).unwrap_or(error))
    }

    fn close(&mut self, expected: &'static str) -> Result<()> {
        if self.eat(CLOSE) { Ok(()) } else { Err(Error::syntax(expected, self.rest())) }
    }

    /// `(a;b)`. CELL-6.
    fn list(&mut self, item: &'a ColumnType, place: Place) -> Result<Value<'a>> {
        let place = Place { depth: check_depth(place.depth, &self.reading.limits)?, ..place.group() };
        self.expect(OPEN)?;
        let mut items = Vec::new();
        if self.eat(CLOSE) {
            return Ok(Value::List(items));
        }
        let alone = cells_of_type(item) == 1 && self.is_spelled_out_alone();
        loop {
            let start = self.rest();
            let value = self.item(item, Place { alone, ..place });
            let value = value.and_then(|value| self.another("`;` or `)` after an item").map(|more| (value, more)));
            let (value, more) =
                value.map_err(|error| width(start, cells_of_type(item), &[ITEM, CLOSE]).unwrap_or(error))?;
            items.push(value);
            if !more {
                return Ok(Value::List(items));
            }
        }
    }

    /// Steps over what follows an item: whether there is another one.
    fn another(&mut self, expected: &'static str) -> Result<bool> {
        if self.eat(ITEM) { Ok(true) } else { self.close(expected).map(|()| false) }
    }

    /// Whether the next letters are one `\N` or `\M` that fills its group.
    fn is_spelled_out_alone(&self) -> bool {
        [NULL, MISSING]
            .iter()
            .any(|word| self.rest().strip_prefix(word).is_some_and(|rest| rest.as_bytes().first() == Some(&CLOSE)))
    }

    /// A list item or map value.
    fn item(&mut self, ty: &'a ColumnType, place: Place) -> Result<Value<'a>> {
        let ColumnType::Struct { columns, bracketed: false } = ty else {
            return self.value(ty, place);
        };
        let depth = check_depth(place.depth, &self.reading.limits)?;
        if count_cells(columns) == 0 {
            let Some(rest) = self.rest().strip_prefix(NOTHING) else {
                return Err(Error::syntax("`()` for an item without cells", self.rest()));
            };
            self.at = self.text.len().saturating_sub(rest.len());
        }
        self.fresh = true;
        self.fields(columns, Place { depth, ..place })
    }

    /// `(k=v;k=v)`. CELL-7.
    fn map(&mut self, key: &'a ColumnType, value: &'a ColumnType, place: Place) -> Result<Value<'a>> {
        let place = Place { depth: check_depth(place.depth, &self.reading.limits)?, ..place.group() };
        self.expect(OPEN)?;
        let mut entries = Vec::new();
        if self.eat(CLOSE) {
            return Ok(Value::Map(entries));
        }
        // Each key has one spelling, so that equal keys have equal letters.
        let mut seen = BTreeSet::new();
        loop {
            let raw = self.take(place.key().set);
            let decoded = self.key(key, raw, place.key())?;
            self.expect(EQUALS)?;
            if !seen.insert(raw) {
                return Err(Error::duplicate("key", raw));
            }
            let start = self.rest();
            let item = self.item(value, place);
            let item = item.and_then(|item| self.another("`;` or `)` after an entry").map(|more| (item, more)));
            let (item, more) =
                item.map_err(|error| width(start, cells_of_type(value), &[ITEM, CLOSE]).unwrap_or(error))?;
            entries.push((decoded, item));
            if !more {
                return Ok(Value::Map(entries));
            }
        }
    }

    /// A map key.
    fn key(&self, ty: &ColumnType, raw: &'a str, place: Place) -> Result<Value<'a>> {
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
    fn like(&mut self, prefix: &str, suffix: &str, place: Place) -> Result<Value<'a>> {
        let raw = self.take(place.set);
        if let Some(value) = absent(raw, place)? {
            return Ok(value);
        }
        let middle = plain_text(raw, place.set)?;
        self.between(prefix, &middle, suffix).map(|text| Value::Str(Cow::Owned(text)))
    }

    fn between(&self, prefix: &str, middle: &str, suffix: &str) -> Result<String> {
        self.reading.add(prefix.len().saturating_add(suffix.len()))?;
        Ok([prefix, middle, suffix].concat())
    }

    /// A text, with the declared names. NAME-1, NAME-2.
    pub(crate) fn text(&self, raw: &'a str, set: EscapeSet) -> Result<Cow<'a, str>> {
        let names = &self.reading.names;
        if names.is_empty() {
            return plain_text(raw, set);
        }
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
        if let Some((name, min, max)) = signed(ty) {
            return scalar::int::parse_signed(raw, name, min, max).map(Value::Int);
        }
        if let Some((name, max)) = unsigned(ty) {
            return scalar::int::parse_unsigned(raw, name, max).map(Value::UInt);
        }
        if let Some(width) = float(ty) {
            return scalar::float::parse(raw, width).map(Value::Float);
        }
        match ty {
            ColumnType::Str => self.text(raw, place.set).map(Value::Str),
            ColumnType::Bool => {
                let (value, spelling) = scalar::bool::parse(raw)?;
                self.reading.spelled(spelling, raw)?;
                Ok(Value::Bool(value))
            }
            ColumnType::Num => scalar::number::parse(raw).map(|letters| Value::Number(Cow::Borrowed(letters))),
            ColumnType::Decimal { precision, scale } => {
                scalar::decimal::check(raw, *precision, *scale)?;
                Ok(Value::Number(Cow::Borrowed(raw)))
            }
            ColumnType::Bin if raw == EMPTY => Ok(Value::Bin(Cow::Borrowed(&[]))),
            ColumnType::Bin if raw.is_empty() => Err(Error::type_mismatch("bin", raw)),
            ColumnType::Bin => scalar::bytes::parse(raw).map(|bytes| Value::Bin(Cow::Owned(bytes))),
            ColumnType::Date(form) => temporal::parse_date(raw, *form).map(Value::Int),
            ColumnType::Time(unit) => temporal::parse_time(raw, *unit).map(Value::Int),
            ColumnType::Timestamp { unit, zone, form } => {
                temporal::parse_timestamp(raw, *unit, zone.as_ref(), *form).map(Value::Int)
            }
            ColumnType::Interval(unit) => temporal::parse_interval(raw, *unit).map(Value::Interval),
            ColumnType::Null => Err(Error::type_mismatch("null, the empty cell", raw)),
            ColumnType::List(_) => Err(Error::type_mismatch("a list, `(a;b)`", raw)),
            ColumnType::Map(..) => Err(Error::type_mismatch("a map, `(k=v;k=v)`", raw)),
            ColumnType::Struct { .. } => Err(Error::type_mismatch("a struct, `(a,b)`", raw)),
            _ => Err(Error::type_mismatch(type_name(ty), raw)),
        }
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
fn absent(raw: &str, place: Place) -> Result<Option<Value<'static>>> {
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
fn borrow<'a>(value: &'a Value<'static>) -> Value<'a> {
    match value {
        Value::Str(text) => Value::Str(Cow::Borrowed(text)),
        Value::Number(text) => Value::Number(Cow::Borrowed(text)),
        Value::Bin(bytes) => Value::Bin(Cow::Borrowed(bytes)),
        other => other.to_owned(),
    }
}
