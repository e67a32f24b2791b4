//! Random Arrow schemas of every type and depth, batches with nulls, slices and gaps, and what is equal among them.
//! Include with `#[path = "support/batches.rs"] mod batches;`.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::as_conversions, reason = "tests")]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "tests"
)]
#![allow(dead_code, unreachable_pub, clippy::cast_sign_loss, reason = "tests")]
#![allow(clippy::std_instead_of_alloc, reason = "tests have all of `std`")]

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowDictionaryKeyType, ArrowPrimitiveType, Date32Type, Date64Type, Decimal32Type, Decimal64Type, Decimal128Type,
    Decimal256Type, DurationMicrosecondType, DurationMillisecondType, DurationNanosecondType, DurationSecondType,
    Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, IntervalDayTimeType,
    IntervalMonthDayNanoType, IntervalYearMonthType, RunEndIndexType, Time32MillisecondType, Time32SecondType,
    Time64MicrosecondType, Time64NanosecondType, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, BooleanArray, DictionaryArray, FixedSizeBinaryArray,
    FixedSizeListArray, GenericListArray, GenericListViewArray, LargeBinaryArray, LargeStringArray, MapArray,
    NullArray, OffsetSizeTrait, PrimitiveArray, RecordBatch, RecordBatchOptions, RunArray, StringArray,
    StringViewArray, StructArray, make_array,
};
use arrow_buffer::{
    ArrowNativeType, Buffer, IntervalDayTime, IntervalMonthDayNano, NullBuffer, OffsetBuffer, ScalarBuffer, i256,
};
use arrow_schema::{DataType, Field, FieldRef, Fields, IntervalUnit, Schema, SchemaRef, TimeUnit};

/// Choices made from bytes, so that shorter bytes make simpler batches.
pub struct Choices<'a> {
    bytes: &'a [u8],
}

const UNITS: [TimeUnit; 4] = [TimeUnit::Second, TimeUnit::Millisecond, TimeUnit::Microsecond, TimeUnit::Nanosecond];
const TEXTS: [&str; 16] = [
    "a",
    "",
    "b,c",
    "(x;y)",
    "\"\"",
    "\\N",
    "é漢",
    " x ",
    "k=v",
    "QRP1|table|",
    "\\.",
    "line\nbreak\t\u{1b}",
    "null",
    "{a=[1]}",
    "$1",
    "\u{2028}\u{200f}",
];

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// A number below `n`; 0 when the bytes have run out.
    pub fn below(&mut self, n: usize) -> usize {
        let Some((byte, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        usize::from(*byte) % n
    }

    fn flag(&mut self) -> bool {
        self.below(2) == 1
    }

    /// Any number, mostly a small one or an extreme.
    fn number(&mut self) -> i128 {
        match self.below(6) {
            0 => 0,
            1 => self.below(100) as i128,
            2 => -(self.below(100) as i128),
            3 => i128::MAX,
            4 => i128::MIN,
            _ => (0..16).fold(0, |number, _| number << 8 | self.below(256) as i128),
        }
    }

    fn text(&mut self) -> &'static str {
        TEXTS[self.below(TEXTS.len())]
    }

    /// A scalar type.
    fn scalar(&mut self) -> DataType {
        let unit = UNITS[self.below(4)];
        match self.below(32) {
            0 => DataType::Int64,
            1 => DataType::Utf8,
            2 => DataType::Boolean,
            3 => DataType::Int8,
            4 => DataType::Int16,
            5 => DataType::Int32,
            6 => DataType::UInt8,
            7 => DataType::UInt16,
            8 => DataType::UInt32,
            9 => DataType::UInt64,
            10 => DataType::Float16,
            11 => DataType::Float32,
            12 => DataType::Float64,
            13 => DataType::Decimal32(5, self.below(9) as i8 - 3),
            14 => DataType::Decimal64(15, self.below(9) as i8 - 3),
            15 => DataType::Decimal128(38, self.below(50) as i8 - 12),
            16 => DataType::Decimal256(76, self.below(100) as i8 - 24),
            17 => DataType::LargeUtf8,
            18 => DataType::Utf8View,
            19 => DataType::Binary,
            20 => DataType::LargeBinary,
            21 => DataType::BinaryView,
            22 => DataType::FixedSizeBinary(self.below(4) as i32),
            23 => DataType::Date32,
            24 => DataType::Date64,
            25 => DataType::Time32(UNITS[self.below(2)]),
            26 => DataType::Time64(UNITS[self.below(2) + 2]),
            27 => DataType::Timestamp(unit, None),
            28 => {
                let zones = ["UTC", "+02:00", "-23:59", "Europe/Berlin", "+0200", "a|b,c)"];
                DataType::Timestamp(unit, Some(zones[self.below(zones.len())].into()))
            }
            29 => DataType::Duration(unit),
            30 => {
                let units = [IntervalUnit::YearMonth, IntervalUnit::DayTime, IntervalUnit::MonthDayNano];
                DataType::Interval(units[self.below(3)])
            }
            _ => DataType::Null,
        }
    }

    /// A type with at most `depth` others around it.
    fn data_type(&mut self, depth: usize) -> DataType {
        if depth == 0 || self.flag() {
            return self.scalar();
        }
        let inner = depth - 1;
        match self.below(10) {
            0 => DataType::List(self.item(inner)),
            1 => DataType::Struct(self.fields(inner)),
            2 => {
                let key = loop {
                    let key = if self.below(8) == 7 { self.data_type(inner) } else { self.scalar() };
                    // A key is never null.
                    if !is_null(&key) {
                        break key;
                    }
                };
                let value = Field::new("v a l", self.data_type(inner), self.flag());
                let entries = vec![Field::new("keys", key, false), self.with_metadata(value)];
                DataType::Map(Arc::new(Field::new("pairs", DataType::Struct(entries.into()), false)), self.flag())
            }
            3 => DataType::LargeList(self.item(inner)),
            4 => DataType::ListView(self.item(inner)),
            5 => DataType::LargeListView(self.item(inner)),
            6 => DataType::FixedSizeList(self.item(inner), self.below(4) as i32),
            7 | 8 => {
                let keys = [
                    DataType::Int8,
                    DataType::UInt8,
                    DataType::Int16,
                    DataType::UInt16,
                    DataType::Int32,
                    DataType::UInt32,
                    DataType::Int64,
                    DataType::UInt64,
                ];
                let key = keys[self.below(keys.len())].clone();
                DataType::Dictionary(Box::new(key), Box::new(self.data_type(inner)))
            }
            _ => {
                let ends = [DataType::Int16, DataType::Int32, DataType::Int64][self.below(3)].clone();
                let values = Field::new("values", self.data_type(inner), true);
                DataType::RunEndEncoded(Arc::new(Field::new("run_ends", ends, false)), Arc::new(values))
            }
        }
    }

    fn item(&mut self, depth: usize) -> FieldRef {
        let name = ["item", "element", ""][self.below(3)];
        let field = Field::new(name, self.data_type(depth), self.below(4) > 0);
        Arc::new(self.with_metadata(field))
    }

    fn with_metadata(&mut self, field: Field) -> Field {
        // A null has to be allowed where there is nothing else.
        let field = if is_null(field.data_type()) { field.with_nullable(true) } else { field };
        if self.below(8) == 7 { field.with_metadata([("k".to_owned(), "v".to_owned())]) } else { field }
    }

    fn fields(&mut self, depth: usize) -> Fields {
        const NAMES: [&str; 6] = ["id", "", "a.b", "#", "?x:{", "漢\n"];
        let width = self.below(4);
        let start = self.below(NAMES.len());
        let field = |index: usize, this: &mut Self| {
            let name = NAMES[(start + index) % NAMES.len()];
            let field = Field::new(name, this.data_type(depth), this.below(4) > 0);
            this.with_metadata(field)
        };
        (0..width).map(|index| field(index, self)).collect::<Vec<_>>().into()
    }

    /// A schema, and batches of it.
    pub fn batches(&mut self) -> (SchemaRef, Vec<RecordBatch>) {
        let fields = self.fields(3);
        let schema = Arc::new(Schema::new(fields).with_metadata([("of".to_owned(), "schema".to_owned())]));
        let batches = (0..self.below(3)).map(|_| {
            let rows = self.below(6);
            let columns = schema.fields().iter().map(|field| self.array(field, rows)).collect();
            let options = RecordBatchOptions::new().with_row_count(Some(rows));
            RecordBatch::try_new_with_options(Arc::clone(&schema), columns, &options).unwrap()
        });
        let batches = batches.collect();
        (schema, batches)
    }

    /// An array for a field, which may be a slice of a longer one.
    fn array(&mut self, field: &Field, rows: usize) -> ArrayRef {
        let (before, after) = if self.below(3) == 0 { (self.below(3), self.below(3)) } else { (0, 0) };
        let whole = self.whole(field.data_type(), field.is_nullable(), before + rows + after);
        whole.slice(before, rows)
    }

    fn nulls(&mut self, nullable: bool, rows: usize) -> Option<NullBuffer> {
        (nullable && self.flag()).then(|| (0..rows).map(|_| self.below(3) > 0).collect())
    }

    fn primitive<T: ArrowPrimitiveType>(
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

    fn below_wide(&mut self, n: i64) -> i64 {
        (self.number().rem_euclid(i128::from(n))) as i64
    }

    /// A decimal of at most that many digits.
    fn digits(&mut self, most: usize) -> String {
        let digits: String = (0..self.below(most + 1)).map(|_| char::from(b'0' + self.below(10) as u8)).collect();
        format!("{}{digits}0", if self.flag() { "-" } else { "" }).replace("-0", "0").chars().take(most).collect()
    }

    #[allow(clippy::too_many_lines, reason = "one arm for each type")]
    fn whole(&mut self, ty: &DataType, nullable: bool, rows: usize) -> ArrayRef {
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

    fn texts(&mut self, nullable: bool, rows: usize) -> std::vec::IntoIter<Option<&'static str>> {
        let texts: Vec<_> = (0..rows).map(|_| (!nullable || self.below(4) > 0).then(|| self.text())).collect();
        texts.into_iter()
    }

    fn bytes(&mut self, nullable: bool, rows: usize) -> std::vec::IntoIter<Option<&'static [u8]>> {
        let texts: Vec<_> = self.texts(nullable, rows).map(|text| text.map(str::as_bytes)).collect();
        texts.into_iter()
    }

    fn list<O: OffsetSizeTrait>(&mut self, item: &FieldRef, nullable: bool, rows: usize) -> ArrayRef {
        let start = self.below(2);
        let mut ends = vec![start];
        for _ in 0..rows {
            ends.push(ends[ends.len() - 1] + self.below(4));
        }
        let length = ends[rows] + self.below(2);
        let items = self.array(item, length);
        let offsets: Vec<O> = ends.into_iter().map(|end| O::from_usize(end).unwrap()).collect();
        let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
        let nulls = self.nulls(nullable, rows);
        Arc::new(GenericListArray::try_new(Arc::clone(item), offsets, items, nulls).unwrap())
    }

    /// Views overlap, go back, and leave gaps.
    fn list_view<O: OffsetSizeTrait>(&mut self, item: &FieldRef, nullable: bool, rows: usize) -> ArrayRef {
        let length = self.below(6);
        let items = self.array(item, length);
        let (mut starts, mut sizes) = (Vec::new(), Vec::new());
        for _ in 0..rows {
            let start = self.below(length + 1);
            starts.push(O::from_usize(start).unwrap());
            sizes.push(O::from_usize(self.below(length - start + 1)).unwrap());
        }
        let nulls = self.nulls(nullable, rows);
        Arc::new(GenericListViewArray::try_new(Arc::clone(item), starts.into(), sizes.into(), items, nulls).unwrap())
    }

    /// Rows end where a key would occur twice.
    fn map(&mut self, entries: &FieldRef, sorted: bool, nullable: bool, rows: usize) -> ArrayRef {
        let DataType::Struct(fields) = entries.data_type() else { panic!("entries are a struct") };
        let length = self.below(8);
        let keys = self.array(&fields[0], length);
        let values = self.array(&fields[1], length);
        let mut ends = vec![0];
        for row in 0..rows {
            let mut seen: Vec<String> = Vec::new();
            let (start, most) = (ends[row], self.below(4));
            let mut end = start;
            while end < length && end - start < most && !seen.contains(&logical(&keys, end)) {
                seen.push(logical(&keys, end));
                end += 1;
            }
            ends.push(end);
        }
        let entry_array = StructArray::try_new_with_length(fields.clone(), vec![keys, values], None, length).unwrap();
        let offsets = OffsetBuffer::new(ends.into_iter().map(|end| end as i32).collect::<Vec<_>>().into());
        let nulls = self.nulls(nullable, rows);
        Arc::new(MapArray::try_new(Arc::clone(entries), offsets, entry_array, nulls, sorted).unwrap())
    }

    fn dictionary<K: ArrowDictionaryKeyType>(&mut self, value: &DataType, nullable: bool, rows: usize) -> ArrayRef {
        let length = 1 + self.below(4);
        let field = Field::new("values", value.clone(), nullable && self.flag());
        let values = self.array(&field, length);
        let keys: Vec<_> = (0..rows).map(|_| K::Native::from_usize(self.below(length)).unwrap()).collect();
        let keys = PrimitiveArray::<K>::new(keys.into(), self.nulls(nullable, rows));
        Arc::new(DictionaryArray::try_new(keys, values).unwrap())
    }

    fn runs<R: RunEndIndexType>(&mut self, ty: &DataType, values: &Field, nullable: bool, rows: usize) -> ArrayRef {
        let mut ends = Vec::new();
        let mut end = 0;
        while end < rows {
            end = (end + 1 + self.below(3)).min(rows);
            ends.push(R::Native::from_usize(end).unwrap());
        }
        let values = self.array(&values.clone().with_nullable(nullable), ends.len());
        let ends = PrimitiveArray::<R>::from_iter_values(ends);
        let data = RunArray::try_new(&ends, &values).unwrap().to_data();
        make_array(data.into_builder().data_type(ty.clone()).build().unwrap())
    }
}

/// Whether every value of the type is null.
fn is_null(ty: &DataType) -> bool {
    match ty {
        DataType::Null => true,
        DataType::Dictionary(_, value) => is_null(value),
        DataType::RunEndEncoded(_, values) => is_null(values.data_type()),
        _ => false,
    }
}

/// A value by its type and letters, where dictionaries and runs are what they point at.
pub fn logical(array: &dyn Array, row: usize) -> String {
    let all = |items: &dyn Array| -> String { (0..items.len()).map(|item| logical(items, item) + ";").collect() };
    match array.data_type() {
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            if dictionary.is_null(row) {
                return "null".to_owned();
            }
            logical(dictionary.values(), dictionary.normalized_keys()[row])
        }
        DataType::RunEndEncoded(ends, _) => match ends.data_type() {
            DataType::Int16 => run::<Int16Type>(array, row),
            DataType::Int32 => run::<Int32Type>(array, row),
            _ => run::<Int64Type>(array, row),
        },
        DataType::Null => "null".to_owned(),
        _ if array.is_null(row) => "null".to_owned(),
        DataType::List(_) => format!("[{}]", all(&array.as_list::<i32>().value(row))),
        DataType::LargeList(_) => format!("[{}]", all(&array.as_list::<i64>().value(row))),
        DataType::ListView(_) => format!("[{}]", all(&array.as_list_view::<i32>().value(row))),
        DataType::LargeListView(_) => format!("[{}]", all(&array.as_list_view::<i64>().value(row))),
        DataType::FixedSizeList(..) => format!("[{}]", all(&array.as_fixed_size_list().value(row))),
        DataType::Map(..) => format!("<{}>", all(&array.as_map().value(row))),
        DataType::Struct(_) => {
            let fields = array.as_struct().columns().iter().map(|column| logical(column, row) + ",");
            format!("{{{}}}", fields.collect::<String>())
        }
        _ => format!("{:?}", array.slice(row, 1)),
    }
}

fn run<R: RunEndIndexType>(array: &dyn Array, row: usize) -> String {
    let runs = array.as_any().downcast_ref::<RunArray<R>>().unwrap();
    logical(runs.values(), runs.get_physical_index(row))
}

/// Whether a type points at values, so that one value has several arrays.
pub fn is_coded(ty: &DataType) -> bool {
    match ty {
        DataType::Dictionary(..) | DataType::RunEndEncoded(..) => true,
        DataType::List(item)
        | DataType::LargeList(item)
        | DataType::ListView(item)
        | DataType::LargeListView(item)
        | DataType::FixedSizeList(item, _)
        | DataType::Map(item, _) => is_coded(item.data_type()),
        DataType::Struct(fields) => fields.iter().any(|field| is_coded(field.data_type())),
        _ => false,
    }
}

/// Asserts that both batches hold the same values of the same types.
pub fn assert_equal(one: &RecordBatch, other: &RecordBatch) {
    assert_eq!(one.schema(), other.schema());
    assert_eq!(one.num_rows(), other.num_rows());
    for (a, b) in one.columns().iter().zip(other.columns()) {
        for row in 0..one.num_rows() {
            assert_eq!(logical(a, row), logical(b, row), "row {row} of {}", a.data_type());
        }
        if !is_coded(a.data_type()) {
            assert_eq!(a, b, "{}", a.data_type());
        }
    }
}

/// The type that comes back where no schema is given, as the table in the documentation has it.
pub fn normal(field: &Field, name: &str) -> Field {
    let item = |item: &Field| DataType::List(Arc::new(normal(item, "item")));
    let ty = match field.data_type() {
        DataType::LargeUtf8 | DataType::Utf8View => DataType::Utf8,
        DataType::LargeBinary | DataType::BinaryView | DataType::FixedSizeBinary(_) => DataType::Binary,
        DataType::Date64 => DataType::Timestamp(TimeUnit::Millisecond, None),
        DataType::Decimal32(p, s) | DataType::Decimal64(p, s) => DataType::Decimal128(*p, *s),
        DataType::Decimal256(p, s) if *p <= 38 => DataType::Decimal128(*p, *s),
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::ListView(field)
        | DataType::LargeListView(field)
        | DataType::FixedSizeList(field, _) => item(field),
        DataType::Struct(fields) => {
            let fields: Vec<_> = fields.iter().map(|field| normal(field, field.name())).collect();
            return Field::new(name, DataType::Struct(fields.into()), field.is_nullable());
        }
        DataType::Map(entries, _) => {
            let DataType::Struct(fields) = entries.data_type() else { panic!("entries are a struct") };
            let key = normal(&fields[0].as_ref().clone().with_nullable(false), "key");
            let value = normal(&fields[1], "value");
            if key.data_type().is_nested() {
                let entry = Field::new("item", DataType::Struct(vec![key, value].into()), false);
                DataType::List(Arc::new(entry))
            } else {
                let entries = DataType::Struct(vec![key.with_nullable(false), value].into());
                DataType::Map(Arc::new(Field::new("entries", entries, false)), false)
            }
        }
        DataType::Dictionary(_, value) => return normal(&Field::new(name, *value.clone(), true), name),
        DataType::RunEndEncoded(_, values) => return normal(&values.as_ref().clone().with_nullable(true), name),
        other => other.clone(),
    };
    Field::new(name, ty, true)
}
