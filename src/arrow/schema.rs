//! Which column type an Arrow type has, and which Arrow type a column type, both directions side by side.
//!
//! The table in the module's documentation says the same in words.

use alloc::collections::BTreeSet;
use alloc::sync::Arc;
use std::collections::HashMap;

use arrow_schema::{DataType, Field, Fields, IntervalUnit as ArrowInterval, TimeUnit as ArrowUnit};

use crate::{Column, ColumnType, DateForm, Error, IntervalUnit, Result, Schema, TimeUnit, Zone};

/// The columns that a batch with this Arrow schema has in a document.
///
/// # Errors
/// `type` for a union, `duplicate` for two fields of one name at one level, `range` for a decimal with a scale below
/// -76; each names the field.
///
/// # Example
/// ```
/// use arrow_schema::{DataType, Field, Schema, TimeUnit};
///
/// let schema = Schema::new(vec![
///     Field::new("at", DataType::Timestamp(TimeUnit::Millisecond, Some("UTC".into())), false),
///     Field::new_list("tags", Field::new_list_field(DataType::LargeUtf8, true), true),
/// ]);
/// assert_eq!(qrp1::arrow::schema_from_arrow(&schema)?.to_string(), "at:ts(ms,UTC),tags[]:str");
/// # Ok::<(), qrp1::Error>(())
/// ```
pub fn schema_from_arrow(schema: &arrow_schema::Schema) -> Result<Schema> {
    fields_to_columns(schema.fields(), "").map(Schema::new)
}

/// The Arrow schema that the columns of a document have where the caller gives none.
///
/// What stands before the columns (row numbers, keys, the offsets of a series) is left to the reader, which knows the
/// header.
///
/// # Errors
/// `duplicate` for two columns of one name.
///
/// # Example
/// ```
/// use arrow_schema::{DataType, Field};
/// use qrp1::{Column, ColumnType, Schema};
///
/// let schema = Schema::new([Column::new("price", ColumnType::Decimal { precision: 9, scale: 2 })]);
/// let schema = qrp1::arrow::schema_to_arrow(&schema)?;
/// assert_eq!(schema.field(0), &Field::new("price", DataType::Decimal128(9, 2), true));
/// # Ok::<(), qrp1::Error>(())
/// ```
pub fn schema_to_arrow(schema: &Schema) -> Result<arrow_schema::Schema> {
    columns_to_fields(schema.columns()).map(arrow_schema::Schema::new)
}

/// The names of a map's entries, in Arrow's own words.
pub(super) const ENTRIES: &str = "entries";
pub(super) const KEY: &str = "key";
pub(super) const VALUE: &str = "value";

/// The name of a list's items.
const ITEM: &str = "item";

/// The extension type of a text that is JSON.
const JSON: &str = "arrow.json";

fn fields_to_columns(fields: &Fields, outer: &str) -> Result<Vec<Column>> {
    let mut seen = BTreeSet::new();
    let mut columns = Vec::with_capacity(fields.len());
    for (index, field) in fields.iter().enumerate() {
        let path = if outer.is_empty() { field.name().clone() } else { format!("{outer}.{}", field.name()) };
        if !seen.insert(field.name()) {
            return Err(Error::duplicate("column", &path).in_column(index, Some(&path)));
        }
        let ty = column_type(field.data_type(), field.is_nullable(), &path)
            .map_err(|error| error.in_column(index, Some(&path)))?;
        let bracketed = matches!(ty, ColumnType::Struct { bracketed: true, .. });
        let column = Column::new(field.name().as_str(), ty);
        columns.push(if bracketed { column.with_missing() } else { column });
    }
    Ok(columns)
}

/// The column type of values of an Arrow type; `nullable` decides how a struct is written.
fn column_type(ty: &DataType, nullable: bool, path: &str) -> Result<ColumnType> {
    Ok(match ty {
        DataType::Null => ColumnType::Null,
        DataType::Boolean => ColumnType::Bool,
        DataType::Int8 => ColumnType::I8,
        DataType::Int16 => ColumnType::I16,
        DataType::Int32 => ColumnType::I32,
        DataType::Int64 => ColumnType::I64,
        DataType::UInt8 => ColumnType::U8,
        DataType::UInt16 => ColumnType::U16,
        DataType::UInt32 => ColumnType::U32,
        DataType::UInt64 => ColumnType::U64,
        DataType::Float16 => ColumnType::F16,
        DataType::Float32 => ColumnType::F32,
        DataType::Float64 => ColumnType::F64,
        DataType::Decimal32(precision, scale)
        | DataType::Decimal64(precision, scale)
        | DataType::Decimal128(precision, scale)
        | DataType::Decimal256(precision, scale) => decimal(*precision, *scale)?,
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => ColumnType::Str,
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView | DataType::FixedSizeBinary(_) => {
            ColumnType::Bin
        }
        DataType::Date32 => ColumnType::Date(DateForm::Extended),
        // A `Date64` counts milliseconds, and nothing keeps it from holding a part of a day.
        DataType::Date64 => timestamp(ArrowUnit::Millisecond, None),
        DataType::Time32(unit) | DataType::Time64(unit) => ColumnType::Time(time_unit(*unit)),
        DataType::Timestamp(unit, zone) => timestamp(*unit, zone.as_deref()),
        DataType::Duration(unit) => ColumnType::Duration(time_unit(*unit)),
        DataType::Interval(unit) => ColumnType::Interval(match unit {
            ArrowInterval::YearMonth => IntervalUnit::YearMonth,
            ArrowInterval::DayTime => IntervalUnit::DayTime,
            ArrowInterval::MonthDayNano => IntervalUnit::MonthDayNano,
        }),
        DataType::List(item)
        | DataType::LargeList(item)
        | DataType::ListView(item)
        | DataType::LargeListView(item)
        | DataType::FixedSizeList(item, _) => {
            ColumnType::list(column_type(item.data_type(), item.is_nullable(), path)?)
        }
        DataType::Struct(fields) => {
            let columns = fields_to_columns(fields, path)?;
            if nullable { ColumnType::bracketed(columns) } else { ColumnType::structure(columns) }
        }
        DataType::Map(entries, _) => map(entries, path)?,
        // Both may hold a null among their values, whatever the field says.
        DataType::Dictionary(_, value) => column_type(value, true, path)?,
        DataType::RunEndEncoded(_, values) => column_type(values.data_type(), true, path)?,
        DataType::Union(..) => {
            return Err(Error::type_mismatch("a type that a column can have", "Union")
                .hint("a union has no column type; cast it to a struct or a text first"));
        }
    })
}

/// Decimals with more zeros than the format can name are those of nobody, but Arrow lets them be declared.
fn decimal(precision: u8, scale: i8) -> Result<ColumnType> {
    const LEAST: i8 = -76;
    if scale < LEAST {
        return Err(Error::range("a decimal with a scale of -76 at least", &scale.to_string()));
    }
    Ok(ColumnType::Decimal { precision, scale })
}

/// A map; a list of its entries where a key is not a scalar.
fn map(entries: &Field, path: &str) -> Result<ColumnType> {
    let (key, value) = entry_fields(entries)?;
    let key_type = column_type(key.data_type(), false, path)?;
    let value_type = column_type(value.data_type(), value.is_nullable(), path)?;
    if is_map_key(&key_type) {
        return Ok(ColumnType::map(key_type, value_type));
    }
    let bracketed = matches!(value_type, ColumnType::Struct { bracketed: true, .. });
    let value = Column::new(VALUE, value_type);
    let value = if bracketed { value.with_missing() } else { value };
    let bracketed = matches!(key_type, ColumnType::Struct { bracketed: true, .. });
    let key = Column::new(KEY, key_type);
    let key = if bracketed { key.with_missing() } else { key };
    Ok(ColumnType::list(ColumnType::structure([key, value])))
}

/// The fields of the keys and of the values.
pub(super) fn entry_fields(entries: &Field) -> Result<(&Arc<Field>, &Arc<Field>)> {
    match entries.data_type() {
        DataType::Struct(fields) => match &**fields {
            [key, value] => Ok((key, value)),
            _ => Err(Error::type_mismatch("a map's entries: a struct of two fields", &fields.len().to_string())),
        },
        other => Err(Error::type_mismatch("a map's entries: a struct of two fields", &other.to_string())),
    }
}

/// Whether a map of the format can have such keys.
pub(super) fn is_map_key(ty: &ColumnType) -> bool {
    ty.is_scalar() && !matches!(ty, ColumnType::Null | ColumnType::Auto | ColumnType::Json)
}

fn timestamp(unit: ArrowUnit, zone: Option<&str>) -> ColumnType {
    ColumnType::Timestamp { unit: time_unit(unit), zone: zone.and_then(Zone::new), form: DateForm::Extended }
}

pub(super) fn time_unit(unit: ArrowUnit) -> TimeUnit {
    match unit {
        ArrowUnit::Second => TimeUnit::Second,
        ArrowUnit::Millisecond => TimeUnit::Millisecond,
        ArrowUnit::Microsecond => TimeUnit::Microsecond,
        ArrowUnit::Nanosecond => TimeUnit::Nanosecond,
    }
}

fn columns_to_fields(columns: &[Column]) -> Result<Vec<Field>> {
    let mut seen = BTreeSet::new();
    let mut fields = Vec::with_capacity(columns.len());
    for (index, column) in columns.iter().enumerate() {
        // Arrow has no field without a name, and the empty name is one.
        let name = column.name().unwrap_or_default();
        if !seen.insert(name) {
            return Err(Error::duplicate("column", name).in_column(index, Some(name)));
        }
        fields.push(field(name, column.column_type())?);
    }
    Ok(fields)
}

/// The field of a column, item or map value. Only an inline struct is known to be never null.
pub(super) fn field(name: &str, ty: &ColumnType) -> Result<Field> {
    let nullable = !matches!(ty, ColumnType::Struct { bracketed: false, .. });
    let field = Field::new(name, data_type(ty)?, nullable);
    Ok(match ty {
        ColumnType::Auto | ColumnType::Json => {
            let extension = [("ARROW:extension:name", JSON), ("ARROW:extension:metadata", "")];
            let metadata: HashMap<_, _> =
                extension.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
            field.with_metadata(metadata)
        }
        _ => field,
    })
}

fn data_type(ty: &ColumnType) -> Result<DataType> {
    /// Most digits of a `Decimal128`.
    const MOST_DIGITS: u8 = 38;
    Ok(match ty {
        ColumnType::Bool => DataType::Boolean,
        ColumnType::I8 => DataType::Int8,
        ColumnType::I16 => DataType::Int16,
        ColumnType::I32 => DataType::Int32,
        ColumnType::I64 => DataType::Int64,
        ColumnType::U8 => DataType::UInt8,
        ColumnType::U16 => DataType::UInt16,
        ColumnType::U32 => DataType::UInt32,
        ColumnType::U64 => DataType::UInt64,
        ColumnType::F16 => DataType::Float16,
        ColumnType::F32 => DataType::Float32,
        ColumnType::F64 => DataType::Float64,
        ColumnType::Decimal { precision, scale } => {
            // Arrow asks for as many digits as decimals.
            let precision = u8::try_from(*scale).map_or(*precision, |scale| scale.max(*precision));
            if precision <= MOST_DIGITS {
                DataType::Decimal128(precision, *scale)
            } else {
                DataType::Decimal256(precision, *scale)
            }
        }
        ColumnType::Bin => DataType::Binary,
        ColumnType::Date(_) => DataType::Date32,
        ColumnType::Time(unit @ (TimeUnit::Second | TimeUnit::Millisecond)) => DataType::Time32(arrow_unit(*unit)),
        ColumnType::Time(unit) => DataType::Time64(arrow_unit(*unit)),
        ColumnType::Timestamp { unit, zone, .. } => {
            DataType::Timestamp(arrow_unit(*unit), zone.as_ref().map(|zone| zone.as_str().into()))
        }
        ColumnType::Duration(unit) => DataType::Duration(arrow_unit(*unit)),
        ColumnType::Interval(unit) => DataType::Interval(match unit {
            IntervalUnit::YearMonth => ArrowInterval::YearMonth,
            IntervalUnit::DayTime => ArrowInterval::DayTime,
            IntervalUnit::MonthDayNano => ArrowInterval::MonthDayNano,
        }),
        ColumnType::Null => DataType::Null,
        ColumnType::Struct { columns, .. } => DataType::Struct(columns_to_fields(columns)?.into()),
        ColumnType::List(item) => DataType::List(Arc::new(field(ITEM, item)?)),
        ColumnType::Map(key, value) => {
            let key = field(KEY, key)?.with_nullable(false);
            let entries = DataType::Struct(vec![key, field(VALUE, value)?].into());
            DataType::Map(Arc::new(Field::new(ENTRIES, entries, false)), false)
        }
        // Texts, numbers by their letters, and JSON.
        _ => DataType::Utf8,
    })
}

pub(super) fn arrow_unit(unit: TimeUnit) -> ArrowUnit {
    match unit {
        TimeUnit::Second => ArrowUnit::Second,
        TimeUnit::Millisecond => ArrowUnit::Millisecond,
        TimeUnit::Microsecond => ArrowUnit::Microsecond,
        TimeUnit::Nanosecond => ArrowUnit::Nanosecond,
    }
}
