//! The writing half of cells; `read` is its twin.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec::Vec;

use super::{
    Place, UNWRITTEN, Writing, cells_of_type, check_depth, count_cells, float, signed, type_name, unsigned, unwritten,
};
use crate::error::{Error, Result};
use crate::schema::{Column, ColumnRule, ColumnType};
use crate::value::Value;
use crate::wire::bytes::{CELL, CLOSE, EMPTY, EQUALS, ESCAPE, ITEM, MISSING, NOTHING, NULL, OPEN, TWO_QUOTES};
use crate::wire::names::{Names, Start};
use crate::wire::scalar::{self, temporal};
use crate::wire::text::{EscapeSet, escape};
use crate::wire::{auto, json};

/// Appends cells to a line.
#[derive(Debug)]
pub(crate) struct Printer<'w> {
    pub(crate) out: &'w mut Vec<u8>,
    pub(crate) writing: &'w Writing,
    /// No cell of this row or group was written yet.
    fresh: bool,
}

impl<'w> Printer<'w> {
    /// `fresh`: the next cell is the first of its row.
    pub(crate) const fn new(out: &'w mut Vec<u8>, writing: &'w Writing, fresh: bool) -> Self {
        Self { out, writing, fresh }
    }

    /// The value of a column: nothing, its fields, or its cell.
    pub(crate) fn column(&mut self, column: &Column, value: &Value<'_>, place: Place) -> Result<()> {
        if let Some(constant) = column.constant() {
            if constant == value {
                return self.add(unwritten(constant));
            }
            return Err(Error::range("the constant that the header declares", value.kind()));
        }
        if let ColumnType::Struct { columns, bracketed: false } = &column.ty {
            let depth = check_depth(place.depth, &self.writing.limits)?;
            if count_cells(columns) == 0 {
                self.add(UNWRITTEN)?;
            }
            return self.fields(columns, value, Place { depth, ..place });
        }
        if !self.fresh {
            self.out.push(CELL);
        }
        self.fresh = false;
        let place = Place { missing: column.missing, ..place };
        match &column.rule {
            ColumnRule::Like { prefix, suffix } => self.like(prefix, suffix, value, place)?,
            _ => self.value(&column.ty, value, place)?,
        }
        self.fresh = false;
        Ok(())
    }

    /// The fields of a struct, without brackets.
    fn fields(&mut self, columns: &[Column], value: &Value<'_>, place: Place) -> Result<()> {
        let Value::Struct(values) = value else {
            return Err(Error::type_mismatch("a struct", value.kind()));
        };
        if values.len() != columns.len() {
            return Err(Error::width(columns.len(), values.len()).hint("a struct has a value for each field"));
        }
        for (column, value) in columns.iter().zip(values) {
            self.column(column, value, place)?;
        }
        Ok(())
    }

    /// One cell.
    pub(crate) fn value(&mut self, ty: &ColumnType, value: &Value<'_>, place: Place) -> Result<()> {
        match (ty, value) {
            (ColumnType::Auto, value) => auto::print(self, value, place),
            (ColumnType::Json, Value::Null) => {
                self.out.extend_from_slice(b"null");
                Ok(())
            }
            (ColumnType::Json, Value::Json(letters)) => {
                json::check(letters, place.depth, &self.writing.limits)?;
                if letters == "null" {
                    return Err(Error::type_mismatch("null as a value", value.kind()));
                }
                self.out.extend_from_slice(letters.as_bytes());
                Ok(())
            }
            (_, Value::Null | Value::Missing) => self.absent(value, place),
            (ColumnType::Struct { columns, .. }, Value::Struct(_)) => self.group(columns, value, place),
            (ColumnType::List(item), Value::List(items)) => self.list(item, items, place),
            (ColumnType::Map(key, ty), Value::Map(entries)) => self.map(key, ty, entries, place),
            _ => self.scalar(ty, value, place),
        }
    }

    /// `(a,b)`. CELL-5.
    fn group(&mut self, columns: &[Column], value: &Value<'_>, place: Place) -> Result<()> {
        let depth = check_depth(place.depth, &self.writing.limits)?;
        self.out.push(OPEN);
        let alone = count_cells(columns) == 1;
        self.fresh = true;
        self.fields(columns, value, Place { depth, alone, ..place.group() })?;
        self.out.push(CLOSE);
        Ok(())
    }

    /// `(a;b)`. CELL-6.
    fn list(&mut self, item: &ColumnType, items: &[Value<'_>], place: Place) -> Result<()> {
        let place = Place { depth: check_depth(place.depth, &self.writing.limits)?, ..place.group() };
        self.out.push(OPEN);
        let alone = items.len() == 1 && cells_of_type(item) == 1;
        for (index, value) in items.iter().enumerate() {
            if index > 0 {
                self.out.push(ITEM);
            }
            self.item(item, value, Place { alone, ..place })?;
        }
        self.out.push(CLOSE);
        Ok(())
    }

    /// A list item or map value.
    fn item(&mut self, ty: &ColumnType, value: &Value<'_>, place: Place) -> Result<()> {
        let ColumnType::Struct { columns, bracketed: false } = ty else {
            return self.value(ty, value, place);
        };
        let depth = check_depth(place.depth, &self.writing.limits)?;
        if count_cells(columns) == 0 {
            self.out.extend_from_slice(NOTHING.as_bytes());
        }
        self.fresh = true;
        self.fields(columns, value, Place { depth, ..place })
    }

    /// `(k=v;k=v)`. CELL-7.
    fn map(
        &mut self,
        key: &ColumnType,
        ty: &ColumnType,
        entries: &[(Value<'_>, Value<'_>)],
        place: Place,
    ) -> Result<()> {
        let place = Place { depth: check_depth(place.depth, &self.writing.limits)?, ..place.group() };
        self.out.push(OPEN);
        let mut seen = BTreeSet::new();
        for (index, (name, value)) in entries.iter().enumerate() {
            if index > 0 {
                self.out.push(ITEM);
            }
            let start = self.out.len();
            self.key(key, name, place.key())?;
            let letters = self.out.get(start..).unwrap_or_default();
            if entries.len() > 1 && !seen.insert(letters.to_vec()) {
                return Err(Error::duplicate("key", core::str::from_utf8(letters).unwrap_or_default()));
            }
            self.out.push(EQUALS);
            self.item(ty, value, place)?;
        }
        self.out.push(CLOSE);
        Ok(())
    }

    /// A map key.
    fn key(&mut self, ty: &ColumnType, key: &Value<'_>, place: Place) -> Result<()> {
        match (ty, key) {
            (_, Value::Null | Value::Missing) => Err(Error::type_mismatch("a key", key.kind())),
            (ColumnType::Str, Value::Str(text)) => {
                plain_text(text, place.set, self.out);
                Ok(())
            }
            _ => self.scalar(ty, key, place),
        }
    }

    /// The key of a row. COL-9.
    pub(crate) fn row_key(&mut self, template: Option<(&str, &str)>, key: &str, place: Place) -> Result<()> {
        let Some((prefix, suffix)) = template else {
            plain_text(key, place.set, self.out);
            return Ok(());
        };
        self.between(prefix, suffix, key, place)
    }

    /// A text between a declared prefix and suffix. COL-10.
    fn like(&mut self, prefix: &str, suffix: &str, value: &Value<'_>, place: Place) -> Result<()> {
        match value {
            Value::Null | Value::Missing => self.absent(value, place),
            Value::Str(text) => self.between(prefix, suffix, text, place),
            _ => Err(Error::type_mismatch("str", value.kind())),
        }
    }

    fn between(&mut self, prefix: &str, suffix: &str, text: &str, place: Place) -> Result<()> {
        let Some(middle) = text.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(suffix)) else {
            return Err(Error::range(format!("a text like `{prefix}*{suffix}`"), text));
        };
        plain_text(middle, place.set, self.out);
        self.add(prefix.len().saturating_add(suffix.len()))
    }

    /// A scalar other than `auto` and `json`; never null.
    fn scalar(&mut self, ty: &ColumnType, value: &Value<'_>, place: Place) -> Result<()> {
        let out = &mut *self.out;
        match (ty, value) {
            (ColumnType::Str, Value::Str(text)) => self.text(text, place.set)?,
            (ColumnType::Bool, Value::Bool(value)) => scalar::bool::print(*value, self.writing.spelling, out),
            (ColumnType::Num, Value::Number(letters)) => {
                out.extend_from_slice(scalar::number::parse(letters)?.as_bytes());
            }
            (ColumnType::Decimal { precision, scale }, Value::Number(letters)) => {
                scalar::decimal::check(letters, *precision, *scale)?;
                out.extend_from_slice(letters.as_bytes());
            }
            (ColumnType::Bin, Value::Bin(bytes)) if bytes.is_empty() => out.extend_from_slice(EMPTY.as_bytes()),
            (ColumnType::Bin, Value::Bin(bytes)) => scalar::bytes::print(bytes, out),
            (ColumnType::Date(form), Value::Int(days)) => temporal::print_date(*days, *form, out)?,
            (ColumnType::Time(unit), Value::Int(count)) => temporal::print_time(*count, *unit, out)?,
            (ColumnType::Timestamp { unit, zone, form }, Value::Int(count)) => {
                temporal::print_timestamp(*count, *unit, zone.as_ref(), *form, out);
            }
            (ColumnType::Interval(unit), Value::Interval(interval)) => {
                temporal::print_interval(*interval, *unit, out)?;
            }
            (ty, Value::Int(number)) => match signed(ty) {
                Some((_, min, max)) if (min..=max).contains(number) => scalar::int::print_signed(*number, out),
                Some((name, ..)) => return Err(Error::range(name, &format!("{number}"))),
                None => return Err(Error::type_mismatch(type_name(ty), value.kind())),
            },
            (ty, Value::UInt(number)) => match unsigned(ty) {
                Some((_, max)) if *number <= max => scalar::int::print_unsigned(*number, out),
                Some((name, _)) => return Err(Error::range(name, &format!("{number}"))),
                None => return Err(Error::type_mismatch(type_name(ty), value.kind())),
            },
            (ty, Value::Float(number)) => match float(ty) {
                Some(width) => scalar::float::print(*number, width, out)?,
                None => return Err(Error::type_mismatch(type_name(ty), value.kind())),
            },
            _ => return Err(Error::type_mismatch(type_name(ty), value.kind())),
        }
        Ok(())
    }

    /// Null and missing values. CELL-1, CELL-2, CELL-4.
    pub(crate) fn absent(&mut self, value: &Value<'_>, place: Place) -> Result<()> {
        let letters = match value {
            Value::Missing if !place.missing => {
                return Err(
                    Error::type_mismatch("a value or null", value.kind()).hint("only columns with `?` may miss")
                );
            }
            Value::Missing if place.alone => MISSING,
            Value::Missing => "",
            _ if place.missing || place.alone => NULL,
            _ => "",
        };
        self.out.extend_from_slice(letters.as_bytes());
        Ok(())
    }

    /// A text, with the declared names.
    fn text(&mut self, text: &str, set: EscapeSet) -> Result<()> {
        match self.writing.names.fit(text) {
            Start::Plain => {
                plain_text(text, set, self.out);
                Ok(())
            }
            start => self.named_text(start, text, set),
        }
    }

    /// A text that begins with a declared prefix, or with the letters of a name. NAME-1, NAME-2.
    pub(crate) fn named_text(&mut self, start: Start<'_>, text: &str, set: EscapeSet) -> Result<()> {
        match start {
            Start::Named(index, rest) => {
                Names::push(index, self.out);
                escape(rest, set, self.out);
                return self.add(self.writing.names.prefix(index).map_or(0, str::len));
            }
            Start::Literal => self.out.push(ESCAPE),
            Start::Plain => {}
        }
        escape(text, set, self.out);
        Ok(())
    }

    /// Counts letters that no line of the document holds.
    fn add(&self, letters: usize) -> Result<()> {
        self.writing.budget.spend(letters, &self.writing.limits)
    }
}

/// A text without names. CELL-3.
pub(crate) fn plain_text(text: &str, set: EscapeSet, out: &mut Vec<u8>) {
    match text {
        "" => out.extend_from_slice(EMPTY.as_bytes()),
        EMPTY => out.extend_from_slice(TWO_QUOTES.as_bytes()),
        _ => escape(text, set, out),
    }
}

/// Writes the argument of `always`.
pub(crate) fn print_constant(
    value: &Value<'_>,
    column: &Column,
    writing: &Writing,
    depth: usize,
    out: &mut Vec<u8>,
) -> Result<()> {
    let place = Place { missing: column.missing, ..Place::constant(depth) };
    Printer::new(out, writing, true).value(&column.ty, value, place)
}
