//! Structs, lists of every layout, and maps.

use alloc::sync::Arc;
use core::fmt;
use core::mem;

use arrow_array::{
    ArrayRef, FixedSizeListArray, GenericListArray, GenericListViewArray, MapArray, OffsetSizeTrait, StructArray,
};
use arrow_buffer::{ArrowNativeType, NullBufferBuilder, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, FieldRef, Fields};

use super::{Boxed, Sink, Slot, refused, stray};
use crate::arrow::schema::{KEY, VALUE, entry_fields};
use crate::{CellDecoder, Column, ColumnType, Error, Result, Value};

/// The sink for a target that holds others; none if the column has other values.
pub(super) fn sink(ty: &ColumnType, target: &DataType) -> Result<Option<Boxed>> {
    match (ty, target) {
        (ColumnType::Struct { columns, .. }, DataType::Struct(fields)) => structs(columns, fields).map(Some),
        // Every value is null, so that what is below does not matter.
        (ColumnType::Null, DataType::Struct(fields)) => {
            let columns = fields.iter().map(|field| Column::new(field.name().as_str(), ColumnType::Null));
            structs(&columns.collect::<Vec<_>>(), fields).map(Some)
        }
        (ColumnType::Map(..) | ColumnType::List(_) | ColumnType::Null, DataType::Map(entries, sorted)) => {
            maps(ty, entries, *sorted)
        }
        (ColumnType::List(item), target) => lists(item, target),
        (ColumnType::Null, target) => lists(&ColumnType::Null, target),
        _ => Ok(None),
    }
}

/// A struct: its fields in the order of the document, and where each stands in the array.
#[derive(Debug)]
struct Structs {
    fields: Fields,
    slots: Vec<(usize, Slot)>,
    nulls: NullBufferBuilder,
    rows: usize,
}

fn structs(columns: &[Column], fields: &Fields) -> Result<Boxed> {
    let slots = matched(columns, fields)?;
    Ok(Box::new(Structs { fields: fields.clone(), slots, nulls: NullBufferBuilder::new(0), rows: 0 }))
}

/// A slot for each column, in order, with the index of the field that has its name.
///
/// # Errors
/// `type` for a column without a field and for a field without a column.
pub(in crate::arrow) fn matched(columns: &[Column], fields: &Fields) -> Result<Vec<(usize, Slot)>> {
    let mut slots = Vec::with_capacity(columns.len());
    for (at, column) in columns.iter().enumerate() {
        let name = column.name().unwrap_or_default();
        let Some((index, field)) = fields.iter().enumerate().find(|(_, field)| field.name() == name) else {
            return Err(Error::type_mismatch(format!("columns that the schema has: {}", names(fields)), name)
                .in_column(at, Some(name)));
        };
        let slot = Slot::new(column.column_type(), field).map_err(|error| error.in_column(at, Some(name)))?;
        slots.push((index, slot));
    }
    for field in fields {
        if !columns.iter().any(|column| column.name().unwrap_or_default() == field.name()) {
            return Err(Error::type_mismatch(format!("a column `{}`", field.name()), "no column of that name"));
        }
    }
    if slots.len() != fields.len() {
        return Err(Error::type_mismatch("a schema with a name for each field", &names(fields)));
    }
    Ok(slots)
}

fn names(fields: &Fields) -> String {
    fields.iter().map(|field| field.name().as_str()).collect::<Vec<_>>().join(", ")
}

/// The arrays of slots, in the order of their fields.
pub(in crate::arrow) fn finish(slots: &mut [(usize, Slot)]) -> Result<Vec<ArrayRef>> {
    let mut arrays = Vec::with_capacity(slots.len());
    for (index, slot) in slots {
        arrays.push((*index, slot.finish()?));
    }
    arrays.sort_by_key(|(index, _)| *index);
    Ok(arrays.into_iter().map(|(_, array)| array).collect())
}

impl Sink for Structs {
    fn read(&mut self, cell: CellDecoder<'_, '_>) -> Result<()> {
        let Some(mut fields) = cell.fields()? else { return self.push(Value::Null) };
        self.rows = self.rows.saturating_add(1);
        self.nulls.append_non_null();
        for (_, slot) in &mut self.slots {
            let cell = fields.cell()?.ok_or_else(|| stray(&Value::Null))?;
            slot.read(cell)?;
        }
        // The bracket behind the last field.
        fields.cell().map(drop)
    }

    fn push(&mut self, value: Value<'_>) -> Result<()> {
        self.rows = self.rows.saturating_add(1);
        match value {
            Value::Null | Value::Missing => {
                self.nulls.append_null();
                self.slots.iter_mut().try_for_each(|(_, slot)| slot.skip())
            }
            Value::Struct(values) if values.len() == self.slots.len() => {
                self.nulls.append_non_null();
                self.slots.iter_mut().zip(values).try_for_each(|((_, slot), value)| slot.push(value))
            }
            other => Err(stray(&other)),
        }
    }

    fn finish(&mut self) -> Result<ArrayRef> {
        let arrays = finish(&mut self.slots)?;
        let (nulls, rows) = (self.nulls.finish(), mem::take(&mut self.rows));
        let array = StructArray::try_new_with_length(self.fields.clone(), arrays, nulls, rows);
        Ok(Arc::new(array.map_err(|error| refused(&error))?))
    }
}

/// How a list says which items are its own.
trait Layout: fmt::Debug + Send {
    /// Takes note of a row with that many items, which are known before or after it.
    fn push(&mut self, items: usize) -> Result<()>;

    /// The items that a null takes.
    fn null(&self) -> usize {
        0
    }

    /// The array, and an empty layout again.
    fn finish(&mut self, items: ArrayRef, nulls: Option<arrow_buffer::NullBuffer>) -> Result<ArrayRef>;
}

/// Any list.
#[derive(Debug)]
struct Lists<L> {
    layout: L,
    item: Slot,
    nulls: NullBufferBuilder,
}

impl<L: Layout> Sink for Lists<L> {
    fn read(&mut self, cell: CellDecoder<'_, '_>) -> Result<()> {
        let Some(mut list) = cell.list()? else { return self.push(Value::Null) };
        self.nulls.append_non_null();
        let mut items = 0usize;
        while let Some(item) = list.next()? {
            self.item.read(item)?;
            items = items.saturating_add(1);
        }
        self.layout.push(items)
    }

    fn push(&mut self, value: Value<'_>) -> Result<()> {
        match value {
            Value::Null | Value::Missing => {
                self.nulls.append_null();
                let items = self.layout.null();
                self.layout.push(items)?;
                (0..items).try_for_each(|_| self.item.skip())
            }
            Value::List(values) => {
                self.nulls.append_non_null();
                self.layout.push(values.len())?;
                values.into_iter().try_for_each(|value| self.item.push(value))
            }
            other => Err(stray(&other)),
        }
    }

    fn finish(&mut self) -> Result<ArrayRef> {
        let (items, nulls) = (self.item.finish()?, self.nulls.finish());
        self.layout.finish(items, nulls)
    }
}

fn lists(item: &ColumnType, target: &DataType) -> Result<Option<Boxed>> {
    Ok(match target {
        DataType::List(field) => Some(boxed(item, field, Offsets::<i32>::new(field))?),
        DataType::LargeList(field) => Some(boxed(item, field, Offsets::<i64>::new(field))?),
        DataType::ListView(field) => Some(boxed(item, field, Views::<i32>::new(field))?),
        DataType::LargeListView(field) => Some(boxed(item, field, Views::<i64>::new(field))?),
        DataType::FixedSizeList(field, size) if *size >= 0 => {
            let layout = Fixed { field: Arc::clone(field), size: *size, items: size.as_usize(), rows: 0 };
            Some(boxed(item, field, layout)?)
        }
        _ => None,
    })
}

fn boxed(item: &ColumnType, field: &FieldRef, layout: impl Layout + 'static) -> Result<Boxed> {
    Ok(Box::new(Lists { layout, item: Slot::new(item, field)?, nulls: NullBufferBuilder::new(0) }))
}

/// Where the items of each row end.
#[derive(Debug)]
struct Offsets<O: OffsetSizeTrait> {
    field: FieldRef,
    ends: Vec<O>,
    last: usize,
}

impl<O: OffsetSizeTrait> Offsets<O> {
    fn new(field: &FieldRef) -> Self {
        Self { field: Arc::clone(field), ends: vec![O::default()], last: 0 }
    }

    fn add(&mut self, items: usize) -> Result<()> {
        self.last = self.last.saturating_add(items);
        self.ends.push(offset(self.last)?);
        Ok(())
    }

    fn take(&mut self) -> OffsetBuffer<O> {
        self.last = 0;
        OffsetBuffer::new(ScalarBuffer::from(mem::replace(&mut self.ends, vec![O::default()])))
    }
}

fn offset<O: OffsetSizeTrait>(items: usize) -> Result<O> {
    O::from_usize(items).ok_or_else(|| {
        Error::limit("items in a column of a batch", u64::try_from(O::MAX_OFFSET).unwrap_or(u64::MAX))
            .hint("make the batches smaller, or read into a large type")
    })
}

impl<O: OffsetSizeTrait> Layout for Offsets<O> {
    fn push(&mut self, items: usize) -> Result<()> {
        self.add(items)
    }

    fn finish(&mut self, items: ArrayRef, nulls: Option<arrow_buffer::NullBuffer>) -> Result<ArrayRef> {
        let array = GenericListArray::try_new(Arc::clone(&self.field), self.take(), items, nulls);
        Ok(Arc::new(array.map_err(|error| refused(&error))?))
    }
}

/// Where the items of each row begin, and how many they are.
#[derive(Debug)]
struct Views<O: OffsetSizeTrait> {
    field: FieldRef,
    starts: Vec<O>,
    sizes: Vec<O>,
    last: usize,
}

impl<O: OffsetSizeTrait> Views<O> {
    fn new(field: &FieldRef) -> Self {
        Self { field: Arc::clone(field), starts: Vec::new(), sizes: Vec::new(), last: 0 }
    }
}

impl<O: OffsetSizeTrait> Layout for Views<O> {
    fn push(&mut self, items: usize) -> Result<()> {
        self.starts.push(offset(self.last)?);
        self.sizes.push(offset(items)?);
        self.last = self.last.saturating_add(items);
        Ok(())
    }

    fn finish(&mut self, items: ArrayRef, nulls: Option<arrow_buffer::NullBuffer>) -> Result<ArrayRef> {
        self.last = 0;
        let starts = ScalarBuffer::from(mem::take(&mut self.starts));
        let sizes = ScalarBuffer::from(mem::take(&mut self.sizes));
        let array = GenericListViewArray::try_new(Arc::clone(&self.field), starts, sizes, items, nulls);
        Ok(Arc::new(array.map_err(|error| refused(&error))?))
    }
}

/// As many items in every row, and below a null too.
#[derive(Debug)]
struct Fixed {
    field: FieldRef,
    size: i32,
    items: usize,
    rows: usize,
}

impl Layout for Fixed {
    fn push(&mut self, items: usize) -> Result<()> {
        if items != self.items {
            return Err(Error::range(format!("a list of {} items", self.items), &format!("{items} items")));
        }
        self.rows = self.rows.saturating_add(1);
        Ok(())
    }

    fn null(&self) -> usize {
        self.items
    }

    fn finish(&mut self, items: ArrayRef, nulls: Option<arrow_buffer::NullBuffer>) -> Result<ArrayRef> {
        let rows = mem::take(&mut self.rows);
        let field = Arc::clone(&self.field);
        let array = FixedSizeListArray::try_new_with_length(field, self.size, items, nulls, rows);
        Ok(Arc::new(array.map_err(|error| refused(&error))?))
    }
}

/// A map, from maps or from lists of its entries.
#[derive(Debug)]
struct Maps {
    sorted: bool,
    /// Whether the column has maps, or lists of entries.
    is_map: bool,
    entries: Fields,
    offsets: Offsets<i32>,
    key: Slot,
    value: Slot,
    nulls: NullBufferBuilder,
}

fn maps(ty: &ColumnType, field: &FieldRef, sorted: bool) -> Result<Option<Boxed>> {
    let (key, value) = match ty {
        ColumnType::Map(key, value) => (&**key, &**value),
        ColumnType::Null => (ty, ty),
        ColumnType::List(item) => match &**item {
            ColumnType::Struct { columns, .. } => match &**columns {
                [key, value] if key.name() == Some(KEY) && value.name() == Some(VALUE) => {
                    (key.column_type(), value.column_type())
                }
                _ => return Ok(None),
            },
            _ => return Ok(None),
        },
        _ => return Ok(None),
    };
    let (key_field, value_field) = entry_fields(field)?;
    let DataType::Struct(entries) = field.data_type() else { return Ok(None) };
    Ok(Some(Box::new(Maps {
        sorted,
        is_map: matches!(ty, ColumnType::Map(..)),
        entries: entries.clone(),
        offsets: Offsets::new(field),
        key: Slot::new(key, key_field)?,
        value: Slot::new(value, value_field)?,
        nulls: NullBufferBuilder::new(0),
    })))
}

impl Maps {
    fn entry(&mut self, key: Value<'_>, value: Value<'_>) -> Result<()> {
        self.key.push(key)?;
        self.value.push(value)
    }

    /// Takes a list of entries, each a struct of two.
    fn read_list(&mut self, cell: CellDecoder<'_, '_>) -> Result<()> {
        let Some(mut list) = cell.list()? else { return self.push(Value::Null) };
        self.nulls.append_non_null();
        let mut entries = 0usize;
        while let Some(item) = list.next()? {
            let mut fields = item.fields()?.ok_or_else(|| stray(&Value::Null))?;
            for slot in [&mut self.key, &mut self.value] {
                slot.read(fields.cell()?.ok_or_else(|| stray(&Value::Null))?)?;
            }
            // The bracket behind the last field.
            fields.cell()?;
            entries = entries.saturating_add(1);
        }
        self.offsets.add(entries)
    }
}

impl Sink for Maps {
    fn read(&mut self, cell: CellDecoder<'_, '_>) -> Result<()> {
        if !self.is_map {
            return self.read_list(cell);
        }
        let Some(mut map) = cell.map()? else { return self.push(Value::Null) };
        self.nulls.append_non_null();
        let mut entries = 0usize;
        while let Some(key) = map.key()? {
            self.key.read(key)?;
            self.value.read(map.value()?)?;
            entries = entries.saturating_add(1);
        }
        self.offsets.add(entries)
    }

    fn push(&mut self, value: Value<'_>) -> Result<()> {
        match value {
            Value::Null | Value::Missing => {
                self.nulls.append_null();
                self.offsets.add(0)
            }
            Value::Map(entries) => {
                self.nulls.append_non_null();
                self.offsets.add(entries.len())?;
                entries.into_iter().try_for_each(|(key, value)| self.entry(key, value))
            }
            Value::List(items) => {
                self.nulls.append_non_null();
                self.offsets.add(items.len())?;
                for item in items {
                    let Value::Struct(fields) = item else { return Err(stray(&item)) };
                    let Ok([key, value]) = <[Value<'_>; 2]>::try_from(fields) else { return Err(stray(&Value::Null)) };
                    self.entry(key, value)?;
                }
                Ok(())
            }
            other => Err(stray(&other)),
        }
    }

    fn finish(&mut self) -> Result<ArrayRef> {
        let rows = self.offsets.last;
        let arrays = vec![self.key.finish()?, self.value.finish()?];
        let entries = StructArray::try_new_with_length(self.entries.clone(), arrays, None, rows);
        let entries = entries.map_err(|error| refused(&error))?;
        let (offsets, nulls) = (self.offsets.take(), self.nulls.finish());
        let array = MapArray::try_new(Arc::clone(&self.offsets.field), offsets, entries, nulls, self.sorted);
        Ok(Arc::new(array.map_err(|error| refused(&error))?))
    }
}
