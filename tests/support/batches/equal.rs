//! What is equal: values by their letters, batches, and the types that come back.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, Int32Type, Int64Type, RunEndIndexType};
use arrow_array::{Array, RecordBatch, RunArray};
use arrow_schema::{DataType, Field, TimeUnit};

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
fn is_coded(ty: &DataType) -> bool {
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
