//! Arrays of scalars as cells.

use alloc::borrow::Cow;
use core::fmt::Display;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Date64Type, Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type,
    DurationMicrosecondType, DurationMillisecondType, DurationNanosecondType, DurationSecondType, Float16Type,
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, IntervalDayTimeType, IntervalMonthDayNanoType,
    IntervalYearMonthType, Time32MillisecondType, Time32SecondType, Time64MicrosecondType, Time64NanosecondType,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayAccessor};
use arrow_buffer::ArrowNativeType;
use arrow_schema::{DataType, IntervalUnit, TimeUnit};

use super::{Boxed, Source};
use crate::{CellEncoder, Interval, Result, Value};

/// Any array with values of a fixed kind, and how one is written and looked at.
struct Scalars<A, W, V> {
    array: A,
    write: W,
    value: V,
}

impl<'a, A, W, V> Source<'a> for Scalars<A, W, V>
where
    A: ArrayAccessor + 'a,
    W: Fn(A::Item, CellEncoder<'_, '_>) -> Result<()>,
    V: Fn(A::Item) -> Value<'a>,
{
    fn write(&self, row: usize, cell: CellEncoder<'_, '_>) -> Result<()> {
        if self.array.is_null(row) { cell.null() } else { (self.write)(self.array.value(row), cell) }
    }

    fn scalar(&self, row: usize) -> Option<Value<'a>> {
        Some(if self.array.is_null(row) { Value::Null } else { (self.value)(self.array.value(row)) })
    }
}

/// An array without values.
struct Nulls;

impl<'a> Source<'a> for Nulls {
    fn write(&self, _row: usize, cell: CellEncoder<'_, '_>) -> Result<()> {
        cell.null()
    }

    fn scalar(&self, _row: usize) -> Option<Value<'a>> {
        Some(Value::Null)
    }
}

fn boxed<'a, A, W, V>(array: A, write: W, value: V) -> Boxed<'a>
where
    A: ArrayAccessor + 'a,
    W: Fn(A::Item, CellEncoder<'_, '_>) -> Result<()> + 'a,
    V: Fn(A::Item) -> Value<'a> + 'a,
{
    Box::new(Scalars { array, write, value })
}

fn primitive<'a, T: ArrowPrimitiveType>(
    array: &'a dyn Array,
    write: impl Fn(T::Native, CellEncoder<'_, '_>) -> Result<()> + 'a,
    value: impl Fn(T::Native) -> Value<'a> + 'a,
) -> Option<Boxed<'a>> {
    Some(boxed(array.as_primitive_opt::<T>()?, write, value))
}

fn signed<T: ArrowPrimitiveType<Native: Into<i64>>>(array: &dyn Array) -> Option<Boxed<'_>> {
    primitive::<T>(array, |value, cell| cell.i64(value.into()), |value| Value::Int(value.into()))
}

fn unsigned<T: ArrowPrimitiveType<Native: Into<u64>>>(array: &dyn Array) -> Option<Boxed<'_>> {
    primitive::<T>(array, |value, cell| cell.u64(value.into()), |value| Value::UInt(value.into()))
}

fn float<T: ArrowPrimitiveType<Native: Into<f64>>>(array: &dyn Array) -> Option<Boxed<'_>> {
    primitive::<T>(array, |value, cell| cell.f64(value.into()), |value| Value::Float(value.into()))
}

fn decimal<T: ArrowPrimitiveType<Native: Display>>(array: &dyn Array, scale: i8) -> Option<Boxed<'_>> {
    let spell = move |value: T::Native| {
        // Most fit in 64 bits, whose letters are found several times as fast.
        match value.to_i64() {
            Some(small) => letters(itoa::Buffer::new().format(small), scale),
            None => letters(&value.to_string(), scale),
        }
    };
    let write = move |value, cell: CellEncoder<'_, '_>| cell.number(&spell(value));
    primitive::<T>(array, write, move |value| Value::Number(Cow::Owned(spell(value))))
}

fn texts<'a, A: ArrayAccessor<Item = &'a str> + 'a>(array: A) -> Boxed<'a> {
    boxed(array, |text, cell| cell.str(text), Value::from)
}

fn binaries<'a, A: ArrayAccessor<Item = &'a [u8]> + 'a>(array: A) -> Boxed<'a> {
    boxed(array, |bytes, cell| cell.bytes(bytes), Value::from)
}

/// The letters of a decimal: exactly `scale` digits after the point, or as many zeros as it is negative.
fn letters(unscaled: &str, scale: i8) -> String {
    let places = usize::from(scale.unsigned_abs());
    let (sign, digits) = unscaled.strip_prefix('-').map_or(("", unscaled), |digits| ("-", digits));
    let mut out = String::with_capacity(unscaled.len().saturating_add(places).saturating_add(2));
    out.push_str(sign);
    let zeros = |count: usize| core::iter::repeat_n('0', count);
    if scale <= 0 {
        out.push_str(digits);
        out.extend(zeros(if digits == "0" { 0 } else { places }));
        return out;
    }
    let whole = digits.len().saturating_sub(places);
    let (whole, fraction) = digits.split_at_checked(whole).unwrap_or(("", digits));
    out.push_str(if whole.is_empty() { "0" } else { whole });
    out.push('.');
    out.extend(zeros(places.saturating_sub(fraction.len())));
    out.push_str(fraction);
    out
}

/// The source for an array of scalars; none for other arrays.
pub(super) fn source(array: &dyn Array) -> Option<Boxed<'_>> {
    match array.data_type() {
        DataType::Null => Some(Box::new(Nulls)),
        DataType::Boolean => Some(boxed(array.as_boolean_opt()?, |value, cell| cell.bool(value), Value::Bool)),
        DataType::Int8 => signed::<Int8Type>(array),
        DataType::Int16 => signed::<Int16Type>(array),
        DataType::Int32 => signed::<Int32Type>(array),
        DataType::Int64 => signed::<Int64Type>(array),
        DataType::UInt8 => unsigned::<UInt8Type>(array),
        DataType::UInt16 => unsigned::<UInt16Type>(array),
        DataType::UInt32 => unsigned::<UInt32Type>(array),
        DataType::UInt64 => unsigned::<UInt64Type>(array),
        DataType::Float16 => float::<Float16Type>(array),
        DataType::Float32 => float::<Float32Type>(array),
        DataType::Float64 => float::<Float64Type>(array),
        DataType::Decimal32(_, scale) => decimal::<Decimal32Type>(array, *scale),
        DataType::Decimal64(_, scale) => decimal::<Decimal64Type>(array, *scale),
        DataType::Decimal128(_, scale) => decimal::<Decimal128Type>(array, *scale),
        DataType::Decimal256(_, scale) => decimal::<Decimal256Type>(array, *scale),
        DataType::Utf8 => Some(texts(array.as_string_opt::<i32>()?)),
        DataType::LargeUtf8 => Some(texts(array.as_string_opt::<i64>()?)),
        DataType::Utf8View => Some(texts(array.as_string_view_opt()?)),
        DataType::Binary => Some(binaries(array.as_binary_opt::<i32>()?)),
        DataType::LargeBinary => Some(binaries(array.as_binary_opt::<i64>()?)),
        DataType::BinaryView => Some(binaries(array.as_binary_view_opt()?)),
        DataType::FixedSizeBinary(_) => Some(binaries(array.as_fixed_size_binary_opt()?)),
        _ => temporal(array),
    }
}

fn temporal(array: &dyn Array) -> Option<Boxed<'_>> {
    match array.data_type() {
        DataType::Date32 => signed::<Date32Type>(array),
        DataType::Date64 => signed::<Date64Type>(array),
        DataType::Time32(TimeUnit::Second) => signed::<Time32SecondType>(array),
        DataType::Time32(_) => signed::<Time32MillisecondType>(array),
        DataType::Time64(TimeUnit::Microsecond) => signed::<Time64MicrosecondType>(array),
        DataType::Time64(_) => signed::<Time64NanosecondType>(array),
        DataType::Timestamp(TimeUnit::Second, _) => signed::<TimestampSecondType>(array),
        DataType::Timestamp(TimeUnit::Millisecond, _) => signed::<TimestampMillisecondType>(array),
        DataType::Timestamp(TimeUnit::Microsecond, _) => signed::<TimestampMicrosecondType>(array),
        DataType::Timestamp(TimeUnit::Nanosecond, _) => signed::<TimestampNanosecondType>(array),
        DataType::Duration(TimeUnit::Second) => signed::<DurationSecondType>(array),
        DataType::Duration(TimeUnit::Millisecond) => signed::<DurationMillisecondType>(array),
        DataType::Duration(TimeUnit::Microsecond) => signed::<DurationMicrosecondType>(array),
        DataType::Duration(TimeUnit::Nanosecond) => signed::<DurationNanosecondType>(array),
        DataType::Interval(IntervalUnit::YearMonth) => {
            intervals::<IntervalYearMonthType>(array, |months| Interval { months, days: 0, time: 0 })
        }
        DataType::Interval(IntervalUnit::DayTime) => intervals::<IntervalDayTimeType>(array, |value| Interval {
            months: 0,
            days: value.days,
            time: value.milliseconds.into(),
        }),
        DataType::Interval(IntervalUnit::MonthDayNano) => intervals::<IntervalMonthDayNanoType>(array, |value| {
            Interval { months: value.months, days: value.days, time: value.nanoseconds }
        }),
        _ => None,
    }
}

fn intervals<'a, T: ArrowPrimitiveType>(
    array: &'a dyn Array,
    interval: impl Fn(T::Native) -> Interval + Copy + 'a,
) -> Option<Boxed<'a>> {
    let write = move |value, cell: CellEncoder<'_, '_>| cell.interval(interval(value));
    primitive::<T>(array, write, move |value| Value::Interval(interval(value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn t(unscaled: i64, scale: i8, expected: &str) {
        assert_eq!(letters(&unscaled.to_string(), scale), expected, "{unscaled} with scale {scale}");
    }

    #[test]
    fn letters_have_the_scale() {
        t(0, 0, "0");
        t(0, 2, "0.00");
        t(0, -2, "0");
        t(5, 2, "0.05");
        t(-5, 2, "-0.05");
        t(-12345, 2, "-123.45");
        t(12, 2, "0.12");
        t(-7, -3, "-7000");
        t(42, 0, "42");
    }
}
