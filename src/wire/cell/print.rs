//! What a single cell holds, written; `read` is its twin.

use alloc::format;
use alloc::vec::Vec;

use super::{Place, Writing, float, signed, type_name, unsigned};
use crate::error::{Error, Result};
use crate::schema::ColumnType;
use crate::value::{Interval, Value};
use crate::wire::bytes::{EMPTY, ESCAPE, MISSING, NULL, TWO_QUOTES};
use crate::wire::names::{Names, Start};
use crate::wire::scalar::{self, temporal};
use crate::wire::text::{EscapeSet, escape};
use crate::wire::{auto, json};

/// Appends what a single cell holds. Where a cell stands is seldom looked at, and then a part of it alone: it is not copied.
#[derive(Debug)]
pub(crate) struct Printer<'w> {
    pub(crate) out: &'w mut Vec<u8>,
    pub(crate) writing: &'w Writing,
}

impl<'w> Printer<'w> {
    pub(crate) const fn new(out: &'w mut Vec<u8>, writing: &'w Writing) -> Self {
        Self { out, writing }
    }

    /// A cell that holds no others, but for those of `auto`.
    pub(super) fn flat(&mut self, ty: &ColumnType, value: &Value<'_>, place: Place) -> Result<()> {
        match (ty, value) {
            (ColumnType::Auto, value) => auto::print(self, value, place),
            (ColumnType::Json, Value::Null) => {
                self.out.extend_from_slice(b"null");
                Ok(())
            }
            (_, Value::Null | Value::Missing) => self.absent(value, place),
            (_, Value::Bool(value)) => self.bool(ty, *value, &place),
            (_, Value::Int(number)) => self.int(ty, *number, &place),
            (_, Value::UInt(number)) => self.uint(ty, *number, &place),
            (_, Value::Float(number)) => self.float(ty, *number, &place),
            (_, Value::Number(letters)) => self.number(ty, letters, &place),
            (_, Value::Str(text)) => self.str(ty, text, &place),
            (_, Value::Bin(bytes)) => self.bytes(ty, bytes),
            (_, Value::Interval(interval)) => self.interval(ty, *interval),
            (_, Value::Json(letters)) => self.json(ty, letters, place),
            _ => Err(Error::type_mismatch(type_name(ty), value.kind())),
        }
    }

    /// A value of another kind than the type has; in `auto` each has a spelling.
    #[cold]
    fn other(&mut self, ty: &ColumnType, value: &Value<'_>, place: &Place) -> Result<()> {
        match ty {
            ColumnType::Auto => auto::print(self, value, *place),
            _ => Err(Error::type_mismatch(type_name(ty), value.kind())),
        }
    }

    #[inline]
    pub(super) fn bool(&mut self, ty: &ColumnType, value: bool, place: &Place) -> Result<()> {
        match ty {
            ColumnType::Bool => scalar::bool::print(value, self.writing.spelling, self.out),
            _ => return self.other(ty, &Value::Bool(value), place),
        }
        Ok(())
    }

    #[inline]
    pub(super) fn int(&mut self, ty: &ColumnType, number: i64, place: &Place) -> Result<()> {
        let out = &mut *self.out;
        match ty {
            ColumnType::I64 | ColumnType::Duration(_) => scalar::int::print_signed(number, out),
            ColumnType::Date(form) => temporal::print_date(number, *form, out)?,
            ColumnType::Time(unit) => temporal::print_time(number, *unit, out)?,
            ColumnType::Timestamp { unit, zone, form } => {
                temporal::print_timestamp(number, *unit, zone.as_ref(), *form, out);
            }
            ty => match signed(ty) {
                Some((_, min, max)) if (min..=max).contains(&number) => scalar::int::print_signed(number, out),
                Some((name, ..)) => return Err(Error::range(name, &format!("{number}"))),
                None => return self.other(ty, &Value::Int(number), place),
            },
        }
        Ok(())
    }

    #[inline]
    pub(super) fn uint(&mut self, ty: &ColumnType, number: u64, place: &Place) -> Result<()> {
        match unsigned(ty) {
            Some((_, max)) if number <= max => scalar::int::print_unsigned(number, self.out),
            Some((name, _)) => return Err(Error::range(name, &format!("{number}"))),
            None => return self.other(ty, &Value::UInt(number), place),
        }
        Ok(())
    }

    #[inline]
    pub(super) fn float(&mut self, ty: &ColumnType, number: f64, place: &Place) -> Result<()> {
        match float(ty) {
            Some(width) => scalar::float::print(number, width, self.out),
            None => self.other(ty, &Value::Float(number), place),
        }
    }

    pub(super) fn number(&mut self, ty: &ColumnType, letters: &str, place: &Place) -> Result<()> {
        match ty {
            ColumnType::Num => self.out.extend_from_slice(scalar::number::parse(letters)?.as_bytes()),
            ColumnType::Decimal { precision, scale } => {
                scalar::decimal::check(letters, *precision, *scale)?;
                self.out.extend_from_slice(letters.as_bytes());
            }
            _ => return self.other(ty, &Value::number(letters), place),
        }
        Ok(())
    }

    #[inline]
    pub(super) fn str(&mut self, ty: &ColumnType, text: &str, place: &Place) -> Result<()> {
        match ty {
            ColumnType::Str => self.text(text, place.set),
            _ => self.other(ty, &Value::from(text), place),
        }
    }

    pub(super) fn bytes(&mut self, ty: &ColumnType, bytes: &[u8]) -> Result<()> {
        match ty {
            ColumnType::Bin if bytes.is_empty() => self.out.extend_from_slice(EMPTY.as_bytes()),
            ColumnType::Bin => scalar::bytes::print(bytes, self.out),
            _ => return Err(Error::type_mismatch(type_name(ty), Value::from(bytes).kind())),
        }
        Ok(())
    }

    pub(super) fn interval(&mut self, ty: &ColumnType, interval: Interval) -> Result<()> {
        match ty {
            ColumnType::Interval(unit) => temporal::print_interval(interval, *unit, self.out),
            _ => Err(Error::type_mismatch(type_name(ty), Value::Interval(interval).kind())),
        }
    }

    pub(super) fn json(&mut self, ty: &ColumnType, letters: &str, place: Place) -> Result<()> {
        let kind = Value::Json(letters.into()).kind();
        if *ty != ColumnType::Json {
            return Err(Error::type_mismatch(type_name(ty), kind));
        }
        json::check(letters, place.depth, &self.writing.limits)?;
        if letters == "null" {
            return Err(Error::type_mismatch("null as a value", kind));
        }
        self.out.extend_from_slice(letters.as_bytes());
        Ok(())
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
    pub(super) fn like(&mut self, prefix: &str, suffix: &str, value: &Value<'_>, place: Place) -> Result<()> {
        match value {
            Value::Null | Value::Missing => self.absent(value, place),
            Value::Str(text) => self.between(prefix, suffix, text, place),
            _ => Err(Error::type_mismatch("str", value.kind())),
        }
    }

    pub(super) fn between(&mut self, prefix: &str, suffix: &str, text: &str, place: Place) -> Result<()> {
        let Some(middle) = text.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(suffix)) else {
            return Err(Error::range(format!("a text like `{prefix}*{suffix}`"), text));
        };
        plain_text(middle, place.set, self.out);
        self.add(prefix.len().saturating_add(suffix.len()))
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
    pub(super) fn add(&self, letters: usize) -> Result<()> {
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
