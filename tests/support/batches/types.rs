//! Random types, fields and what belongs to them.

use std::sync::Arc;

use arrow_schema::{DataType, Field, FieldRef, Fields, IntervalUnit, TimeUnit};

use super::Choices;

const UNITS: [TimeUnit; 4] = [TimeUnit::Second, TimeUnit::Millisecond, TimeUnit::Microsecond, TimeUnit::Nanosecond];

impl Choices<'_> {
    /// A scalar type.
    pub(super) fn scalar(&mut self) -> DataType {
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
    pub(super) fn data_type(&mut self, depth: usize) -> DataType {
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

    pub(super) fn item(&mut self, depth: usize) -> FieldRef {
        let name = ["item", "element", ""][self.below(3)];
        let field = Field::new(name, self.data_type(depth), self.below(4) > 0);
        Arc::new(self.with_metadata(field))
    }

    pub(super) fn with_metadata(&mut self, field: Field) -> Field {
        // A null has to be allowed where there is nothing else.
        let field = if is_null(field.data_type()) { field.with_nullable(true) } else { field };
        if self.below(8) == 7 { field.with_metadata([("k".to_owned(), "v".to_owned())]) } else { field }
    }

    pub(super) fn fields(&mut self, depth: usize) -> Fields {
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
