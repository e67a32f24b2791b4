//! Random arrays of each type, with nulls, which may be slices of longer ones.

use std::sync::Arc;

use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Date64Type, Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type,
    DurationMicrosecondType, DurationMillisecondType, DurationNanosecondType, DurationSecondType, Float16Type,
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, IntervalDayTimeType, IntervalMonthDayNanoType,
    IntervalYearMonthType, Time32MillisecondType, Time32SecondType, Time64MicrosecondType, Time64NanosecondType,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    ArrayRef, BinaryArray, BinaryViewArray, BooleanArray, FixedSizeBinaryArray, FixedSizeListArray, LargeBinaryArray,
    LargeStringArray, NullArray, PrimitiveArray, StringArray, StringViewArray, StructArray,
};
use arrow_buffer::{Buffer, IntervalDayTime, IntervalMonthDayNano, NullBuffer, i256};
use arrow_schema::{DataType, Field, IntervalUnit, TimeUnit};

use super::Choices;

impl Choices<'_> {
    /// An array for a field, which may be a slice of a longer one.
    pub(super) fn array(&mut self, field: &Field, rows: usize) -> ArrayRef {
        let (before, after) = if self.below(3) == 0 { (self.below(3), self.below(3)) } else { (0, 0) };
        let whole = self.whole(field.data_type(), field.is_nullable(), before + rows + after);
        whole.slice(before, rows)
    }

    pub(super) fn nulls(&mut self, nullable: bool, rows: usize) -> Option<NullBuffer> {
        (nullable && self.flag()).then(|| (0..rows).map(|_| self.below(3) > 0).collect())
    }

    pub(super) fn primitive<T: ArrowPrimitiveType>(
        &mut self,
        ty: &DataType,
        nullable: bool,
        rows: usize,
        mut make: impl FnMut(&mut Self) -> T::Native,
    ) -> ArrayRef {
        let values: Vec<_> = (0..rows).map(|_| make(self)).collect();
        let nulls = self.nulls(nullable, rows);
        Arc::new(PrimitiveArray::<T>::new(values.into(), nulls).with_data_type(ty.clone()))
    }

    pub(super) fn below_wide(&mut self, n: i64) -> i64 {
        (self.number().rem_euclid(i128::from(n))) as i64
    }

    /// A decimal of at most that many digits.
    pub(super) fn digits(&mut self, most: usize) -> String {
        let digits: String = (0..self.below(most + 1)).map(|_| char::from(b'0' + self.below(10) as u8)).collect();
        format!("{}{digits}0", if self.flag() { "-" } else { "" }).replace("-0", "0").chars().take(most).collect()
    }

    #[allow(clippy::too_many_lines, reason = "one arm for each type")]
    pub(super) fn whole(&mut self, ty: &DataType, nullable: bool, rows: usize) -> ArrayRef {
        const DAY: i64 = 86_400;
        macro_rules! numbers {
            ($type:ty, $native:ty) => {
                self.primitive::<$type>(ty, nullable, rows, |this| this.number() as $native)
            };
        }
        match ty {
            DataType::Null => Arc::new(NullArray::new(rows)),
            DataType::Boolean => {
                let values = (0..rows).map(|_| self.flag()).collect();
                Arc::new(BooleanArray::new(values, self.nulls(nullable, rows)))
            }
            DataType::Int8 => numbers!(Int8Type, i8),
            DataType::Int16 => numbers!(Int16Type, i16),
            DataType::Int32 => numbers!(Int32Type, i32),
            DataType::Int64 => numbers!(Int64Type, i64),
            DataType::UInt8 => numbers!(UInt8Type, u8),
            DataType::UInt16 => numbers!(UInt16Type, u16),
            DataType::UInt32 => numbers!(UInt32Type, u32),
            DataType::UInt64 => numbers!(UInt64Type, u64),
            DataType::Float16 => self.primitive::<Float16Type>(ty, nullable, rows, |this| {
                type Half = <Float16Type as ArrowPrimitiveType>::Native;
                let value = Half::from_bits(this.number() as u16);
                if value.is_nan() { Half::from_f64(f64::NAN) } else { value }
            }),
            DataType::Float32 => self.primitive::<Float32Type>(ty, nullable, rows, |this| {
                let value = f32::from_bits(this.number() as u32);
                if value.is_nan() { f32::NAN } else { value }
            }),
            DataType::Float64 => self.primitive::<Float64Type>(ty, nullable, rows, |this| {
                let value = f64::from_bits(this.number() as u64);
                if value.is_nan() { f64::NAN } else { value }
            }),
            DataType::Decimal32(p, _) => {
                self.primitive::<Decimal32Type>(ty, nullable, rows, |this| this.digits((*p).into()).parse().unwrap())
            }
            DataType::Decimal64(p, _) => {
                self.primitive::<Decimal64Type>(ty, nullable, rows, |this| this.digits((*p).into()).parse().unwrap())
            }
            DataType::Decimal128(p, _) => {
                self.primitive::<Decimal128Type>(ty, nullable, rows, |this| this.digits((*p).into()).parse().unwrap())
            }
            DataType::Decimal256(p, _) => self.primitive::<Decimal256Type>(ty, nullable, rows, |this| {
                i256::from_string(&this.digits((*p).into())).unwrap()
            }),
            DataType::Date32 => numbers!(Date32Type, i32),
            DataType::Date64 => numbers!(Date64Type, i64),
            DataType::Time32(TimeUnit::Second) => {
                self.primitive::<Time32SecondType>(ty, nullable, rows, |this| this.below_wide(DAY) as i32)
            }
            DataType::Time32(_) => {
                self.primitive::<Time32MillisecondType>(ty, nullable, rows, |this| this.below_wide(DAY * 1_000) as i32)
            }
            DataType::Time64(TimeUnit::Microsecond) => {
                self.primitive::<Time64MicrosecondType>(ty, nullable, rows, |this| this.below_wide(DAY * 1_000_000))
            }
            DataType::Time64(_) => {
                self.primitive::<Time64NanosecondType>(ty, nullable, rows, |this| this.below_wide(DAY * 1_000_000_000))
            }
            DataType::Timestamp(TimeUnit::Second, _) => numbers!(TimestampSecondType, i64),
            DataType::Timestamp(TimeUnit::Millisecond, _) => numbers!(TimestampMillisecondType, i64),
            DataType::Timestamp(TimeUnit::Microsecond, _) => numbers!(TimestampMicrosecondType, i64),
            DataType::Timestamp(TimeUnit::Nanosecond, _) => numbers!(TimestampNanosecondType, i64),
            DataType::Duration(TimeUnit::Second) => numbers!(DurationSecondType, i64),
            DataType::Duration(TimeUnit::Millisecond) => numbers!(DurationMillisecondType, i64),
            DataType::Duration(TimeUnit::Microsecond) => numbers!(DurationMicrosecondType, i64),
            DataType::Duration(TimeUnit::Nanosecond) => numbers!(DurationNanosecondType, i64),
            DataType::Interval(IntervalUnit::YearMonth) => numbers!(IntervalYearMonthType, i32),
            DataType::Interval(IntervalUnit::DayTime) => {
                self.primitive::<IntervalDayTimeType>(ty, nullable, rows, |this| {
                    IntervalDayTime::new(this.number() as i32, this.number() as i32)
                })
            }
            DataType::Interval(IntervalUnit::MonthDayNano) => {
                self.primitive::<IntervalMonthDayNanoType>(ty, nullable, rows, |this| {
                    IntervalMonthDayNano::new(this.number() as i32, this.number() as i32, this.number() as i64)
                })
            }
            DataType::Utf8 => Arc::new(self.texts(nullable, rows).collect::<StringArray>()),
            DataType::LargeUtf8 => Arc::new(self.texts(nullable, rows).collect::<LargeStringArray>()),
            DataType::Utf8View => Arc::new(self.texts(nullable, rows).collect::<StringViewArray>()),
            DataType::Binary => Arc::new(self.bytes(nullable, rows).collect::<BinaryArray>()),
            DataType::LargeBinary => Arc::new(self.bytes(nullable, rows).collect::<LargeBinaryArray>()),
            DataType::BinaryView => Arc::new(self.bytes(nullable, rows).collect::<BinaryViewArray>()),
            DataType::FixedSizeBinary(size) => {
                let bytes: Vec<u8> = (0..rows * *size as usize).map(|_| self.below(256) as u8).collect();
                let nulls = self.nulls(nullable, rows);
                Arc::new(FixedSizeBinaryArray::try_new_with_len(*size, Buffer::from_vec(bytes), nulls, rows).unwrap())
            }
            DataType::Struct(fields) => {
                let columns = fields.iter().map(|field| self.array(field, rows)).collect();
                let nulls = self.nulls(nullable, rows);
                Arc::new(StructArray::try_new_with_length(fields.clone(), columns, nulls, rows).unwrap())
            }
            DataType::List(item) => self.list::<i32>(item, nullable, rows),
            DataType::LargeList(item) => self.list::<i64>(item, nullable, rows),
            DataType::ListView(item) => self.list_view::<i32>(item, nullable, rows),
            DataType::LargeListView(item) => self.list_view::<i64>(item, nullable, rows),
            DataType::FixedSizeList(item, size) => {
                let items = self.array(item, rows * *size as usize);
                let nulls = self.nulls(nullable, rows);
                let array = FixedSizeListArray::try_new_with_length(Arc::clone(item), *size, items, nulls, rows);
                Arc::new(array.unwrap())
            }
            DataType::Map(entries, sorted) => self.map(entries, *sorted, nullable, rows),
            DataType::Dictionary(key, value) => match **key {
                DataType::Int8 => self.dictionary::<Int8Type>(value, nullable, rows),
                DataType::Int16 => self.dictionary::<Int16Type>(value, nullable, rows),
                DataType::Int32 => self.dictionary::<Int32Type>(value, nullable, rows),
                DataType::Int64 => self.dictionary::<Int64Type>(value, nullable, rows),
                DataType::UInt8 => self.dictionary::<UInt8Type>(value, nullable, rows),
                DataType::UInt16 => self.dictionary::<UInt16Type>(value, nullable, rows),
                DataType::UInt32 => self.dictionary::<UInt32Type>(value, nullable, rows),
                _ => self.dictionary::<UInt64Type>(value, nullable, rows),
            },
            DataType::RunEndEncoded(ends, values) => match ends.data_type() {
                DataType::Int16 => self.runs::<Int16Type>(ty, values, nullable, rows),
                DataType::Int32 => self.runs::<Int32Type>(ty, values, nullable, rows),
                _ => self.runs::<Int64Type>(ty, values, nullable, rows),
            },
            DataType::Union(..) => panic!("a union has no column"),
        }
    }

    pub(super) fn texts(&mut self, nullable: bool, rows: usize) -> std::vec::IntoIter<Option<&'static str>> {
        let texts: Vec<_> = (0..rows).map(|_| (!nullable || self.below(4) > 0).then(|| self.text())).collect();
        texts.into_iter()
    }

    pub(super) fn bytes(&mut self, nullable: bool, rows: usize) -> std::vec::IntoIter<Option<&'static [u8]>> {
        let texts: Vec<_> = self.texts(nullable, rows).map(|text| text.map(str::as_bytes)).collect();
        texts.into_iter()
    }
}
