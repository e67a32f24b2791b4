//! Scalars of a fixed width: numbers, booleans, times.

use alloc::sync::Arc;
use core::fmt::{self, Display};
use core::marker::PhantomData;
use core::str::FromStr;

use arrow_array::builder::{BooleanBuilder, PrimitiveBuilder};
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Date64Type, Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type,
    DurationMicrosecondType, DurationMillisecondType, DurationNanosecondType, DurationSecondType, Float16Type,
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, IntervalDayTimeType, IntervalMonthDayNanoType,
    IntervalYearMonthType, Time32MillisecondType, Time32SecondType, Time64MicrosecondType, Time64NanosecondType,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{ArrayRef, NullArray};
use arrow_buffer::{IntervalDayTime, IntervalMonthDayNano};
use arrow_schema::{DataType, IntervalUnit as ArrowInterval, TimeUnit as ArrowUnit};

use super::{Boxed, Sink, stray};
use crate::arrow::schema::time_unit;
use crate::{CellDecoder, ColumnType, Error, Interval, IntervalUnit, Result, TimeUnit, Value};

/// What the cells of a scalar column are read as.
trait Scalar: Sized {
    fn read(cell: CellDecoder<'_, '_>) -> Result<Option<Self>>;

    /// The same of a value that has no cell.
    fn of(value: &Value<'_>) -> Option<Self>;
}

/// (type, method of a cell, kind of value)
macro_rules! scalars {
    ($($type:ty, $read:ident, $kind:ident;)*) => {$(
        impl Scalar for $type {
            fn read(cell: CellDecoder<'_, '_>) -> Result<Option<Self>> {
                cell.$read()
            }

            fn of(value: &Value<'_>) -> Option<Self> {
                match value {
                    Value::$kind(value) => Some(*value),
                    _ => None,
                }
            }
        }
    )*};
}

scalars! {
    i64, i64, Int;
    u64, u64, UInt;
    f64, f64, Float;
    Interval, interval, Interval;
}

/// Values of one native type, and what makes a scalar one.
struct Primitives<T: ArrowPrimitiveType, S, F> {
    builder: PrimitiveBuilder<T>,
    native: F,
    of: PhantomData<fn(S)>,
}

impl<T: ArrowPrimitiveType, S, F> fmt::Debug for Primitives<T, S, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Primitives").field(&T::DATA_TYPE).finish()
    }
}

impl<T: ArrowPrimitiveType, S: Scalar, F: Fn(S) -> Result<T::Native> + Send> Sink for Primitives<T, S, F> {
    fn read(&mut self, cell: CellDecoder<'_, '_>) -> Result<()> {
        match S::read(cell)? {
            Some(scalar) => self.builder.append_value((self.native)(scalar)?),
            None => self.builder.append_null(),
        }
        Ok(())
    }

    fn push(&mut self, value: Value<'_>) -> Result<()> {
        match (&value, S::of(&value)) {
            (Value::Null | Value::Missing, _) => self.builder.append_null(),
            (_, Some(scalar)) => self.builder.append_value((self.native)(scalar)?),
            (value, None) => return Err(stray(value)),
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<ArrayRef> {
        Ok(Arc::new(self.builder.finish()))
    }
}

#[expect(clippy::unnecessary_wraps, reason = "one arm of the dispatch, which may find none")]
fn primitive<T: ArrowPrimitiveType, S: Scalar + 'static>(
    target: &DataType,
    native: impl Fn(S) -> Result<T::Native> + Send + 'static,
) -> Option<Boxed> {
    // A builder has memory only for what it takes: a document may declare many columns.
    let builder = PrimitiveBuilder::<T>::with_capacity(0).with_data_type(target.clone());
    Some(Box::new(Primitives { builder, native, of: PhantomData }))
}

fn integer<T>(ty: &ColumnType, target: &DataType) -> Option<Boxed>
where
    T: ArrowPrimitiveType<Native: TryFrom<i64> + TryFrom<u64>>,
{
    match ty {
        ColumnType::U8 | ColumnType::U16 | ColumnType::U32 | ColumnType::U64 => exact::<T, u64>(target),
        _ => exact::<T, i64>(target),
    }
}

/// An integer that the native type holds.
fn exact<T, S>(target: &DataType) -> Option<Boxed>
where
    S: Scalar + Copy + Display + 'static,
    T: ArrowPrimitiveType<Native: TryFrom<S>>,
{
    let name = T::DATA_TYPE;
    primitive::<T, S>(target, move |number| T::Native::try_from(number).map_err(|_| out_of_range(&name, &number)))
}

#[cold]
fn out_of_range(target: &DataType, found: &dyn Display) -> Error {
    Error::range(format!("a value of {target}"), &found.to_string())
}

/// Numbers by their letters.
struct Decimals<T: ArrowPrimitiveType, F> {
    builder: PrimitiveBuilder<T>,
    native: F,
}

impl<T: ArrowPrimitiveType, F> fmt::Debug for Decimals<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Decimals").field(&T::DATA_TYPE).finish()
    }
}

impl<T: ArrowPrimitiveType, F: Fn(&str) -> Result<T::Native> + Send> Sink for Decimals<T, F> {
    fn read(&mut self, cell: CellDecoder<'_, '_>) -> Result<()> {
        match cell.number()? {
            Some(letters) => self.builder.append_value((self.native)(&letters)?),
            None => self.builder.append_null(),
        }
        Ok(())
    }

    fn push(&mut self, value: Value<'_>) -> Result<()> {
        match &value {
            Value::Null | Value::Missing => self.builder.append_null(),
            Value::Number(letters) => self.builder.append_value((self.native)(letters)?),
            other => return Err(stray(other)),
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<ArrayRef> {
        Ok(Arc::new(self.builder.finish()))
    }
}

/// A sign, and more digits than any decimal has with its zeros.
const LETTERS: usize = 160;

/// A decimal by its digits, which are the letters without the point, and without the zeros that a negative scale names.
#[expect(clippy::unnecessary_wraps, reason = "one arm of the dispatch, which may find none")]
fn decimal<T>(target: &DataType, precision: u8, scale: i8) -> Option<Boxed>
where
    T: ArrowPrimitiveType<Native: FromStr>,
{
    let named = target.clone();
    let zeros = if scale < 0 { usize::from(scale.unsigned_abs()) } else { 0 };
    let native = move |letters: &str| {
        let mut buffer = [0u8; LETTERS];
        let mut length = 0usize;
        for (to, from) in buffer.iter_mut().zip(letters.bytes().filter(|byte| *byte != b'.')) {
            *to = from;
            length = length.saturating_add(1);
        }
        let kept = buffer.get(..length.saturating_sub(zeros)).and_then(|kept| core::str::from_utf8(kept).ok());
        let kept = kept.filter(|kept| !kept.is_empty()).unwrap_or("0");
        let significant = kept.trim_start_matches(['-', '0']).len();
        let native = kept.parse().ok().filter(|_| significant <= usize::from(precision));
        native.ok_or_else(|| out_of_range(&named, &letters))
    };
    let builder = PrimitiveBuilder::<T>::with_capacity(0).with_data_type(target.clone());
    Some(Box::new(Decimals { builder, native }))
}

/// The `f32` that a value of `f16` or `f32` is.
#[expect(clippy::as_conversions, clippy::cast_possible_truncation, reason = "the value was read as an `f32`")]
const fn narrow(value: f64) -> f32 {
    value as f32
}

#[derive(Debug)]
struct Booleans(BooleanBuilder);

impl Sink for Booleans {
    fn read(&mut self, cell: CellDecoder<'_, '_>) -> Result<()> {
        self.0.append_option(cell.bool()?);
        Ok(())
    }

    fn push(&mut self, value: Value<'_>) -> Result<()> {
        match value {
            Value::Bool(value) => self.0.append_value(value),
            Value::Null | Value::Missing => self.0.append_null(),
            other => return Err(stray(&other)),
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<ArrayRef> {
        Ok(Arc::new(self.0.finish()))
    }
}

#[derive(Debug, Default)]
struct Nulls(usize);

impl Sink for Nulls {
    fn read(&mut self, cell: CellDecoder<'_, '_>) -> Result<()> {
        cell.null()?;
        self.0 = self.0.saturating_add(1);
        Ok(())
    }

    fn push(&mut self, value: Value<'_>) -> Result<()> {
        if !matches!(value, Value::Null | Value::Missing) {
            return Err(stray(&value));
        }
        self.0 = self.0.saturating_add(1);
        Ok(())
    }

    fn finish(&mut self) -> Result<ArrayRef> {
        Ok(Arc::new(NullArray::new(core::mem::take(&mut self.0))))
    }
}

/// The sink for a scalar of a fixed width; none if the column has other values.
pub(super) fn sink(ty: &ColumnType, target: &DataType) -> Option<Boxed> {
    match (ty, target) {
        (ColumnType::Null, DataType::Null) => Some(Box::new(Nulls::default())),
        (ColumnType::Bool | ColumnType::Null, DataType::Boolean) => {
            Some(Box::new(Booleans(BooleanBuilder::with_capacity(0))))
        }
        (ty, target) if is_integer(ty) || *ty == ColumnType::Null && target.is_integer() => integers(ty, target),
        (ColumnType::F16 | ColumnType::Null, DataType::Float16) => primitive::<Float16Type, f64>(target, |value| {
            Ok(<Float16Type as ArrowPrimitiveType>::Native::from_f64(value))
        }),
        (ColumnType::F16 | ColumnType::F32 | ColumnType::Null, DataType::Float32) => {
            primitive::<Float32Type, f64>(target, |value| Ok(narrow(value)))
        }
        (ColumnType::F16 | ColumnType::F32 | ColumnType::F64 | ColumnType::Null, DataType::Float64) => {
            primitive::<Float64Type, f64>(target, Ok)
        }
        (ty, target) if target.is_decimal() => decimals(ty, target),
        _ => temporal(ty, target),
    }
}

const fn is_integer(ty: &ColumnType) -> bool {
    matches!(
        ty,
        ColumnType::I8
            | ColumnType::I16
            | ColumnType::I32
            | ColumnType::I64
            | ColumnType::U8
            | ColumnType::U16
            | ColumnType::U32
            | ColumnType::U64
    )
}

fn integers(ty: &ColumnType, target: &DataType) -> Option<Boxed> {
    match target {
        DataType::Int8 => integer::<Int8Type>(ty, target),
        DataType::Int16 => integer::<Int16Type>(ty, target),
        DataType::Int32 => integer::<Int32Type>(ty, target),
        DataType::Int64 => integer::<Int64Type>(ty, target),
        DataType::UInt8 => integer::<UInt8Type>(ty, target),
        DataType::UInt16 => integer::<UInt16Type>(ty, target),
        DataType::UInt32 => integer::<UInt32Type>(ty, target),
        DataType::UInt64 => integer::<UInt64Type>(ty, target),
        _ => None,
    }
}

fn decimals(ty: &ColumnType, target: &DataType) -> Option<Boxed> {
    let known = match ty {
        ColumnType::Decimal { scale, .. } => Some(*scale),
        ColumnType::Null => None,
        _ => return None,
    };
    let fits = |scale: i8| known.is_none_or(|known| known == scale);
    match *target {
        DataType::Decimal32(precision, scale) if fits(scale) => decimal::<Decimal32Type>(target, precision, scale),
        DataType::Decimal64(precision, scale) if fits(scale) => decimal::<Decimal64Type>(target, precision, scale),
        DataType::Decimal128(precision, scale) if fits(scale) => decimal::<Decimal128Type>(target, precision, scale),
        DataType::Decimal256(precision, scale) if fits(scale) => decimal::<Decimal256Type>(target, precision, scale),
        _ => None,
    }
}

/// Dates, times, durations and intervals: the column and the target have one unit, and one zone.
fn temporal(ty: &ColumnType, target: &DataType) -> Option<Boxed> {
    const DAY: i64 = 86_400_000;
    let is_null = *ty == ColumnType::Null;
    match target {
        DataType::Date32 if is_null || matches!(ty, ColumnType::Date(_)) => integer::<Date32Type>(ty, target),
        DataType::Date64 if matches!(ty, ColumnType::Date(_)) => primitive::<Date64Type, i64>(target, |days| {
            days.checked_mul(DAY).ok_or_else(|| out_of_range(&DataType::Date64, &days))
        }),
        DataType::Date64 if is_null || is_timestamp(ty, ArrowUnit::Millisecond, None) => {
            integer::<Date64Type>(ty, target)
        }
        DataType::Time32(unit) | DataType::Time64(unit) if is_null || *ty == ColumnType::Time(time_unit(*unit)) => {
            match unit {
                ArrowUnit::Second => integer::<Time32SecondType>(ty, target),
                ArrowUnit::Millisecond => integer::<Time32MillisecondType>(ty, target),
                ArrowUnit::Microsecond => integer::<Time64MicrosecondType>(ty, target),
                ArrowUnit::Nanosecond => integer::<Time64NanosecondType>(ty, target),
            }
        }
        DataType::Timestamp(unit, zone) if is_null || is_timestamp(ty, *unit, zone.as_deref()) => match unit {
            ArrowUnit::Second => integer::<TimestampSecondType>(ty, target),
            ArrowUnit::Millisecond => integer::<TimestampMillisecondType>(ty, target),
            ArrowUnit::Microsecond => integer::<TimestampMicrosecondType>(ty, target),
            ArrowUnit::Nanosecond => integer::<TimestampNanosecondType>(ty, target),
        },
        DataType::Duration(unit) if is_null || *ty == ColumnType::Duration(time_unit(*unit)) => match unit {
            ArrowUnit::Second => integer::<DurationSecondType>(ty, target),
            ArrowUnit::Millisecond => integer::<DurationMillisecondType>(ty, target),
            ArrowUnit::Microsecond => integer::<DurationMicrosecondType>(ty, target),
            ArrowUnit::Nanosecond => integer::<DurationNanosecondType>(ty, target),
        },
        DataType::Interval(unit) => intervals(ty, *unit, target),
        _ => None,
    }
}

/// Whether the column has time stamps of that unit and zone; the empty zone is none.
fn is_timestamp(ty: &ColumnType, wanted: ArrowUnit, label: Option<&str>) -> bool {
    let ColumnType::Timestamp { unit, zone, .. } = ty else { return false };
    let same: TimeUnit = time_unit(wanted);
    *unit == same && zone.as_ref().map_or("", |zone| zone.as_str()) == label.unwrap_or_default()
}

fn intervals(ty: &ColumnType, unit: ArrowInterval, target: &DataType) -> Option<Boxed> {
    let is = |unit| matches!(ty, ColumnType::Null) || *ty == ColumnType::Interval(unit);
    match unit {
        ArrowInterval::YearMonth if is(IntervalUnit::YearMonth) => {
            primitive::<IntervalYearMonthType, Interval>(target, |interval| Ok(interval.months))
        }
        ArrowInterval::DayTime if is(IntervalUnit::DayTime) => {
            primitive::<IntervalDayTimeType, Interval>(target, |Interval { days, time, .. }| {
                let milliseconds =
                    i32::try_from(time).map_err(|_| out_of_range(&IntervalDayTimeType::DATA_TYPE, &time))?;
                Ok(IntervalDayTime { days, milliseconds })
            })
        }
        ArrowInterval::MonthDayNano if is(IntervalUnit::MonthDayNano) => {
            primitive::<IntervalMonthDayNanoType, Interval>(target, |Interval { months, days, time }| {
                Ok(IntervalMonthDayNano { months, days, nanoseconds: time })
            })
        }
        _ => None,
    }
}
