//! Arrays of structs, lists and maps as values, and arrays that point at values of another.

use alloc::collections::BTreeSet;
use core::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowDictionaryKeyType, Int8Type, Int16Type, Int32Type, Int64Type, RunEndIndexType, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, OffsetSizeTrait, RunArray};
use arrow_buffer::{ArrowNativeType, NullBuffer};
use arrow_schema::DataType;

use super::{Boxed, Source, source as any};
use crate::arrow::key;
use crate::arrow::schema::{entry_fields, is_map_key, schema_from_arrow};
use crate::{CellEncoder, Error, Result, Value};

/// The source for an array that is no array of scalars.
pub(super) fn source(array: &dyn Array) -> Result<Option<Boxed<'_>>> {
    match array.data_type() {
        DataType::Struct(_) => fields(array),
        DataType::List(_) => list::<i32>(array),
        DataType::LargeList(_) => list::<i64>(array),
        DataType::ListView(_) => list_view::<i32>(array),
        DataType::LargeListView(_) => list_view::<i64>(array),
        DataType::FixedSizeList(..) => fixed_size_list(array),
        DataType::Map(..) => map(array),
        DataType::Dictionary(key, _) => match **key {
            DataType::Int8 => dictionary::<Int8Type>(array),
            DataType::Int16 => dictionary::<Int16Type>(array),
            DataType::Int32 => dictionary::<Int32Type>(array),
            DataType::Int64 => dictionary::<Int64Type>(array),
            DataType::UInt8 => dictionary::<UInt8Type>(array),
            DataType::UInt16 => dictionary::<UInt16Type>(array),
            DataType::UInt32 => dictionary::<UInt32Type>(array),
            DataType::UInt64 => dictionary::<UInt64Type>(array),
            _ => Ok(None),
        },
        DataType::RunEndEncoded(ends, _) => match ends.data_type() {
            DataType::Int16 => runs::<Int16Type>(array),
            DataType::Int32 => runs::<Int32Type>(array),
            DataType::Int64 => runs::<Int64Type>(array),
            _ => Ok(None),
        },
        _ => Ok(None),
    }
}

/// A struct: a source for each field.
struct Structs<'a> {
    nulls: Option<&'a NullBuffer>,
    fields: Vec<Boxed<'a>>,
    maps: bool,
}

impl<'a> Source<'a> for Structs<'a> {
    fn write(&self, row: usize, cell: CellEncoder<'_, '_>) -> Result<()> {
        if is_null(self.nulls, row) {
            return cell.null();
        }
        let mut cells = cell.fields()?;
        self.fields.iter().try_for_each(|field| field.write(row, cells.cell()?))?;
        cells.end()
    }

    fn texts(&self, row: usize, take: &mut dyn FnMut(&str)) {
        if !is_null(self.nulls, row) {
            self.fields.iter().for_each(|field| field.texts(row, take));
        }
    }

    fn has_maps(&self) -> bool {
        self.maps
    }

    fn check(&self, row: usize) -> Result<()> {
        if is_null(self.nulls, row) {
            return Ok(());
        }
        self.fields.iter().filter(|field| field.has_maps()).try_for_each(|field| field.check(row))
    }
}

fn is_null(nulls: Option<&NullBuffer>, row: usize) -> bool {
    nulls.is_some_and(|nulls| nulls.is_null(row))
}

fn fields(array: &dyn Array) -> Result<Option<Boxed<'_>>> {
    let Some(array) = array.as_struct_opt() else { return Ok(None) };
    let fields = array.columns().iter().map(|column| any(column)).collect::<Result<Vec<_>>>()?;
    let maps = fields.iter().any(|field| field.has_maps());
    Ok(Some(Box::new(Structs { nulls: array.nulls(), fields, maps })))
}

/// A list: which items of another array belong to a row.
struct Lists<'a, F> {
    nulls: Option<&'a NullBuffer>,
    items: Boxed<'a>,
    range: F,
}

impl<'a, F: Fn(usize) -> Range<usize>> Source<'a> for Lists<'a, F> {
    fn write(&self, row: usize, cell: CellEncoder<'_, '_>) -> Result<()> {
        if is_null(self.nulls, row) {
            return cell.null();
        }
        let range = (self.range)(row);
        let mut list = cell.list(range.len())?;
        for item in range {
            self.items.write(item, list.item()?)?;
        }
        list.end()
    }

    fn texts(&self, row: usize, take: &mut dyn FnMut(&str)) {
        if !is_null(self.nulls, row) {
            (self.range)(row).for_each(|item| self.items.texts(item, take));
        }
    }

    fn has_maps(&self) -> bool {
        self.items.has_maps()
    }

    fn check(&self, row: usize) -> Result<()> {
        if is_null(self.nulls, row) {
            return Ok(());
        }
        (self.range)(row).try_for_each(|item| self.items.check(item))
    }
}

fn lists<'a>(array: &'a dyn Array, items: &'a dyn Array, range: impl Fn(usize) -> Range<usize> + 'a) -> Found<'a> {
    Ok(Some(Box::new(Lists { nulls: array.nulls(), items: any(items)?, range })))
}

type Found<'a> = Result<Option<Boxed<'a>>>;

fn list<O: OffsetSizeTrait>(array: &dyn Array) -> Found<'_> {
    let Some(list) = array.as_list_opt::<O>() else { return Ok(None) };
    let offsets = list.value_offsets();
    lists(array, list.values(), |row| offset(offsets, row)..offset(offsets, row.saturating_add(1)))
}

fn offset<O: ArrowNativeType>(offsets: &[O], row: usize) -> usize {
    offsets.get(row).map_or(0, |offset| offset.as_usize())
}

fn list_view<O: OffsetSizeTrait>(array: &dyn Array) -> Found<'_> {
    let Some(list) = array.as_list_view_opt::<O>() else { return Ok(None) };
    let (offsets, sizes) = (list.value_offsets(), list.value_sizes());
    lists(array, list.values(), |row| {
        let start = offset(offsets, row);
        start..start.saturating_add(offset(sizes, row))
    })
}

fn fixed_size_list(array: &dyn Array) -> Found<'_> {
    let Some(list) = array.as_fixed_size_list_opt() else { return Ok(None) };
    let size = list.value_length().as_usize();
    lists(array, list.values(), move |row| {
        let start = row.saturating_mul(size);
        start..start.saturating_add(size)
    })
}

/// A map: keys and values that belong to a row.
struct Maps<'a> {
    nulls: Option<&'a NullBuffer>,
    offsets: &'a [i32],
    keys: Boxed<'a>,
    values: Boxed<'a>,
    /// The format has maps with such keys.
    is_map: bool,
}

impl Maps<'_> {
    fn range(&self, row: usize) -> Range<usize> {
        offset(self.offsets, row)..offset(self.offsets, row.saturating_add(1))
    }
}

impl<'a> Source<'a> for Maps<'a> {
    fn write(&self, row: usize, cell: CellEncoder<'_, '_>) -> Result<()> {
        if is_null(self.nulls, row) {
            return cell.null();
        }
        let range = self.range(row);
        if self.is_map {
            let mut map = cell.map(range.len())?;
            for entry in range {
                self.keys.write(entry, map.key()?)?;
                self.values.write(entry, map.value()?)?;
            }
            return map.end();
        }
        let mut list = cell.list(range.len())?;
        for entry in range {
            let mut pair = list.item()?.fields()?;
            self.keys.write(entry, pair.cell()?)?;
            self.values.write(entry, pair.cell()?)?;
            pair.end()?;
        }
        list.end()
    }

    fn texts(&self, row: usize, take: &mut dyn FnMut(&str)) {
        if is_null(self.nulls, row) {
            return;
        }
        for entry in self.range(row) {
            // Lists of entries have their keys in a column.
            if !self.is_map {
                self.keys.texts(entry, take);
            }
            self.values.texts(entry, take);
        }
    }

    fn has_maps(&self) -> bool {
        true
    }

    fn check(&self, row: usize) -> Result<()> {
        if is_null(self.nulls, row) {
            return Ok(());
        }
        let range = self.range(row);
        if self.is_map && range.len() > 1 {
            let mut seen = BTreeSet::new();
            for value in range.clone().filter_map(|entry| self.keys.scalar(entry)) {
                let mut bytes = Vec::new();
                key::push(&value, &mut bytes);
                if !seen.insert(bytes) {
                    return Err(Error::duplicate("key", &key::words(&value)));
                }
            }
        }
        let holds_maps = self.keys.has_maps() || self.values.has_maps();
        let mut entries = range.filter(|_| holds_maps);
        entries.try_for_each(|entry| self.keys.check(entry).and_then(|()| self.values.check(entry)))
    }
}

fn map(array: &dyn Array) -> Found<'_> {
    let (Some(map), DataType::Map(entries, _)) = (array.as_map_opt(), array.data_type()) else { return Ok(None) };
    let (key, _) = entry_fields(entries)?;
    // The schema knows which keys a map of the format can have.
    let alone = arrow_schema::Schema::new(vec![key.as_ref().clone().with_nullable(false)]);
    let is_map = schema_from_arrow(&alone)?.columns().iter().all(|column| is_map_key(column.column_type()));
    let (keys, values) = (any(map.keys())?, any(map.values())?);
    Ok(Some(Box::new(Maps { nulls: map.nulls(), offsets: map.value_offsets(), keys, values, is_map })))
}

/// An array that points at the values of another.
struct Indirect<'a, F> {
    values: Boxed<'a>,
    index: F,
}

impl<'a, F: Fn(usize) -> Option<usize>> Source<'a> for Indirect<'a, F> {
    fn write(&self, row: usize, cell: CellEncoder<'_, '_>) -> Result<()> {
        match (self.index)(row) {
            Some(index) => self.values.write(index, cell),
            None => cell.null(),
        }
    }

    fn scalar(&self, row: usize) -> Option<Value<'a>> {
        (self.index)(row).map_or(Some(Value::Null), |index| self.values.scalar(index))
    }

    fn texts(&self, row: usize, take: &mut dyn FnMut(&str)) {
        if let Some(index) = (self.index)(row) {
            self.values.texts(index, take);
        }
    }

    fn has_maps(&self) -> bool {
        self.values.has_maps()
    }

    fn check(&self, row: usize) -> Result<()> {
        (self.index)(row).map_or(Ok(()), |index| self.values.check(index))
    }
}

fn dictionary<K: ArrowDictionaryKeyType>(array: &dyn Array) -> Found<'_> {
    let Some(dictionary) = array.as_dictionary_opt::<K>() else { return Ok(None) };
    let values = any(dictionary.values())?;
    Ok(Some(Box::new(Indirect { values, index: move |row| dictionary.key(row) })))
}

fn runs<R: RunEndIndexType>(array: &dyn Array) -> Found<'_> {
    let Some(runs) = array.as_any().downcast_ref::<RunArray<R>>() else { return Ok(None) };
    let values = any(runs.values())?;
    Ok(Some(Box::new(Indirect { values, index: move |row| Some(runs.get_physical_index(row)) })))
}
