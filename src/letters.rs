//! A value's letters outside a document: what a CSV field or a JSON string or number holds.
//!
//! They are those of its cell (`wire` has the rules), but for three things: nothing is escaped, dates are in extended
//! form, and a time stamp names its zone, so that it is a whole RFC 3339 time.

use alloc::borrow::Cow;
use alloc::string::ToString;
use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::schema::{ColumnType, DateForm, Zone};
use crate::value::Value;
use crate::wire::cell::{Cells, Place, Reading, Writing, print_value};
use crate::wire::names::Names;
use crate::wire::scalar::bool::Spelling;
use crate::wire::scalar::float::Width;
use crate::wire::scalar::temporal::timestamp::zone_offset_seconds;
use crate::wire::scalar::{self, temporal};

/// The zone of a time stamp whose type has a label: its cell is in UTC.
const ZULU: &str = "Z";

impl ColumnType {
    /// Reads the letters of a scalar value; none of them is null.
    ///
    /// # Errors
    /// `type` for letters that [`print_text`](ColumnType::print_text) does not give, `range` for a value that does
    /// not fit. `auto` and `json` have no letters of their own, nor have nested types.
    ///
    /// # Example
    /// ```
    /// use qrp1::{ColumnType, DateForm, TimeUnit, Value, Zone};
    /// let ty = ColumnType::Timestamp { unit: TimeUnit::Second, zone: Zone::new("+02:00"), form: DateForm::Basic };
    /// let value = ty.parse_text("1970-01-01T02:00:01+02:00")?;
    /// assert_eq!(value, Value::Int(1));
    /// assert!(ColumnType::F64.parse_text("1.0").is_err());
    /// # Ok::<(), qrp1::Error>(())
    /// ```
    pub fn parse_text<'a>(&self, text: &'a str) -> Result<Value<'a>> {
        match self {
            Self::Str => Ok(Value::Str(Cow::Borrowed(text))),
            Self::Bin => scalar::bytes::parse(text).map(|bytes| Value::Bin(Cow::Owned(bytes))),
            Self::Date(_) => temporal::parse_date(text, DateForm::Extended).map(Value::Int),
            Self::Timestamp { unit, zone, .. } => {
                let local = match zone.as_ref().map(suffix) {
                    Some(suffix) => text.strip_suffix(suffix).ok_or_else(|| self.mismatch(text))?,
                    None => text,
                };
                temporal::parse_timestamp(local, *unit, zone.as_ref(), DateForm::Extended).map(Value::Int)
            }
            // The usual numbers, without a detour.
            Self::I64 => scalar::int::parse_signed(text, "i64", i64::MIN, i64::MAX).map(Value::Int),
            Self::F64 => scalar::float::parse(text, Width::F64).map(Value::Float),
            Self::Num => scalar::number::parse(text).map(Value::number),
            Self::Decimal { precision, scale } => {
                scalar::decimal::check(text, *precision, *scale).map(|()| Value::number(text))
            }
            Self::Auto | Self::Json | Self::Null => Err(self.mismatch(text)),
            ty if text.is_empty() || !ty.is_scalar() => Err(self.mismatch(text)),
            ty => parse_alone(ty, text),
        }
    }

    /// Appends the letters of a scalar value other than null; in an `auto` column those of any scalar.
    ///
    /// # Errors
    /// `type` or `range` for a value that does not fit the type, and `type` for nested types.
    pub fn print_text(&self, value: &Value<'_>, out: &mut Vec<u8>) -> Result<()> {
        match (self, value) {
            (_, Value::Null | Value::Missing | Value::Mark | Value::Struct(_) | Value::List(_) | Value::Map(_)) => {
                Err(self.mismatch(value.kind()))
            }
            (Self::Str | Self::Auto, Value::Str(text)) => {
                out.extend_from_slice(text.as_bytes());
                Ok(())
            }
            (Self::Bin, Value::Bin(bytes)) if bytes.is_empty() => Ok(()),
            (Self::Date(_), Value::Int(days)) => temporal::print_date(*days, DateForm::Extended, out),
            (Self::Timestamp { unit, zone, .. }, Value::Int(count)) => {
                temporal::print_timestamp(*count, *unit, zone.as_ref(), DateForm::Extended, out);
                out.extend_from_slice(zone.as_ref().map_or("", suffix).as_bytes());
                Ok(())
            }
            _ => print_value(self, value, Place::record(0, false), &Writing::default(), out),
        }
    }

    /// The value of this type that CSV or JSON has as `value`: a text or number gives its letters to
    /// [`parse_text`](ColumnType::parse_text), null and missing values stay, and `auto` takes all as they are.
    ///
    /// # Errors
    /// As [`parse_text`](ColumnType::parse_text).
    pub fn typed<'a>(&self, value: Value<'a>) -> Result<Value<'a>> {
        match (self, value) {
            (Self::Auto, value)
            | (_, value @ (Value::Null | Value::Missing))
            | (Self::Bool, value @ Value::Bool(_))
            | (Self::Str, value @ Value::Str(_)) => Ok(value),
            (ty, Value::Str(Cow::Borrowed(text)) | Value::Number(Cow::Borrowed(text))) => ty.parse_text(text),
            (ty, Value::Str(Cow::Owned(text)) | Value::Number(Cow::Owned(text))) => {
                ty.parse_text(&text).map(Value::into_owned)
            }
            (ty, value) => Err(ty.mismatch(value.kind())),
        }
    }

    #[cold]
    fn mismatch(&self, found: &str) -> Error {
        Error::type_mismatch(self.to_string(), found)
    }
}

/// What follows the local time of a cell to make it a whole RFC 3339 time.
fn suffix(zone: &Zone) -> &str {
    if zone_offset_seconds(zone).is_some() { zone.as_str() } else { ZULU }
}

/// Reads letters that are those of a cell.
fn parse_alone(ty: &ColumnType, text: &str) -> Result<Value<'static>> {
    let reading = Reading::new(Names::default(), Limits::default());
    let mut cells = Cells::new(text, &reading);
    let value = cells.value(ty, Place::record(0, false))?;
    cells.end()?;
    match value {
        Value::Bool(_) if reading.spelling() == Some(Spelling::Digits) => Err(ty.mismatch(text)),
        value => Ok(value.into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::TimeUnit;
    use alloc::string::String;

    fn t(ty: &ColumnType, text: &str) {
        let value = ty.parse_text(text).unwrap();
        let mut out = Vec::new();
        ty.print_text(&value, &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), text);
    }

    fn e(ty: &ColumnType, text: &str) {
        let value = ty.parse_text(text);
        assert!(value.is_err(), "{ty:?} reads {text} as {value:?}");
    }

    fn ts(zone: &str, form: DateForm) -> ColumnType {
        ColumnType::Timestamp { unit: TimeUnit::Millisecond, zone: Zone::new(zone), form }
    }

    #[test]
    fn ok_letters_return() {
        t(&ColumnType::Str, "a,b\\N\n");
        t(&ColumnType::Str, "");
        t(&ColumnType::I8, "-128");
        t(&ColumnType::F64, "1e+21");
        t(&ColumnType::F64, "-0");
        t(&ColumnType::Num, "1.50e2");
        t(&ColumnType::Decimal { precision: 4, scale: 2 }, "-0.05");
        t(&ColumnType::Bool, "true");
        t(&ColumnType::Bin, "");
        t(&ColumnType::Bin, "Zg");
        t(&ColumnType::Date(DateForm::Basic), "2024-02-29");
        t(&ts("", DateForm::Extended), "2024-02-29T00:00:00.500");
        t(&ts("UTC", DateForm::Basic), "2024-02-29T00:00:00.500Z");
        t(&ts("Europe/Berlin", DateForm::Basic), "2024-02-29T00:00:00.500Z");
        t(&ts("-00:00", DateForm::Basic), "2024-02-29T00:00:00.500-00:00");
        t(&ts("+05:30", DateForm::Extended), "1969-12-31T23:59:59.999+05:30");
    }

    #[test]
    fn err_other_letters() {
        for text in ["", "1", "0", "True", "\\N"] {
            e(&ColumnType::Bool, text);
        }
        for text in ["", "\\N", "\"\"", "1.0", "+1", "1e5", "01", " 1", "-0.0"] {
            e(&ColumnType::F64, text);
        }
        for text in ["20240229", "2024-02-30", ""] {
            e(&ColumnType::Date(DateForm::Basic), text);
        }
        for text in ["2024-02-29T00:00:00.500", "2024-02-29T00:00:00Z", "2024-02-29T00:00:00.500+00:00"] {
            e(&ts("UTC", DateForm::Extended), text);
        }
        e(&ColumnType::Bin, "\"\"");
        e(&ColumnType::Null, "");
        e(&ColumnType::Auto, "a");
    }
}
