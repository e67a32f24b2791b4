//! Dictionaries and runs: arrays that hold a value once, however often it occurs.

use alloc::sync::Arc;
use core::fmt;
use core::mem;
use std::collections::HashMap;

use arrow_array::builder::PrimitiveBuilder;
use arrow_array::types::{
    ArrowDictionaryKeyType, Int8Type, Int16Type, Int32Type, Int64Type, RunEndIndexType, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, DictionaryArray, PrimitiveArray, RunArray, make_array};
use arrow_buffer::ArrowNativeType;
use arrow_schema::DataType;

use super::{Boxed, Sink, Slot, refused};
use crate::arrow::key;
use crate::{CellDecoder, Error, Result, Value};

/// Each value once, and a key for each row.
struct Dictionaries<K: ArrowDictionaryKeyType> {
    keys: PrimitiveBuilder<K>,
    values: Boxed,
    /// The key of each value, and none of null: by its letters, or by the bytes of a value that has none. Those begin
    /// with a control character, which letters never do.
    known: HashMap<Vec<u8>, Option<K::Native>>,
    scratch: Vec<u8>,
    /// Values so far.
    count: usize,
}

impl<K: ArrowDictionaryKeyType> fmt::Debug for Dictionaries<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dictionaries").field("values", &self.values).finish_non_exhaustive()
    }
}

/// The sink for a dictionary with such keys; none for keys that are no integers.
pub(super) fn dictionary(keys: &DataType, values: Boxed) -> Option<Boxed> {
    fn boxed<K: ArrowDictionaryKeyType>(values: Boxed) -> Boxed {
        let keys = PrimitiveBuilder::<K>::with_capacity(0);
        Box::new(Dictionaries { keys, values, known: HashMap::new(), scratch: Vec::new(), count: 0 })
    }
    match keys {
        DataType::Int8 => Some(boxed::<Int8Type>(values)),
        DataType::Int16 => Some(boxed::<Int16Type>(values)),
        DataType::Int32 => Some(boxed::<Int32Type>(values)),
        DataType::Int64 => Some(boxed::<Int64Type>(values)),
        DataType::UInt8 => Some(boxed::<UInt8Type>(values)),
        DataType::UInt16 => Some(boxed::<UInt16Type>(values)),
        DataType::UInt32 => Some(boxed::<UInt32Type>(values)),
        DataType::UInt64 => Some(boxed::<UInt64Type>(values)),
        _ => None,
    }
}

impl<K: ArrowDictionaryKeyType> Dictionaries<K> {
    /// The key of the value that is added next.
    fn next(&mut self) -> Result<K::Native> {
        let next = K::Native::from_usize(self.count).ok_or_else(|| {
            let expected = format!("at most {} values in a dictionary with {} keys", self.count, K::DATA_TYPE);
            Error::range(expected, "one more").hint("make the batches smaller, or read into larger keys")
        })?;
        self.count = self.count.saturating_add(1);
        Ok(next)
    }
}

impl<K: ArrowDictionaryKeyType> Sink for Dictionaries<K> {
    fn read(&mut self, cell: CellDecoder<'_, '_>) -> Result<()> {
        // Constants and structs without brackets have no letters of their own.
        let Some(letters) = cell.letters() else { return self.push(cell.value()?) };
        if let Some(known) = self.known.get(letters.as_bytes()) {
            self.keys.append_option(*known);
            cell.skip(letters);
            return Ok(());
        }
        let key = if cell.is_absent() {
            // Where no null may stand, reading it says so.
            cell.value()?;
            None
        } else {
            let next = self.next()?;
            self.values.read(cell)?;
            Some(next)
        };
        self.keys.append_option(key);
        self.known.insert(letters.into(), key);
        Ok(())
    }

    fn push(&mut self, value: Value<'_>) -> Result<()> {
        if matches!(value, Value::Null | Value::Missing) {
            self.keys.append_null();
            return Ok(());
        }
        self.scratch.clear();
        key::push(&value, &mut self.scratch);
        if let Some(known) = self.known.get(&self.scratch) {
            self.keys.append_option(*known);
            return Ok(());
        }
        let next = self.next()?;
        self.values.push(value)?;
        self.keys.append_value(next);
        self.known.insert(mem::take(&mut self.scratch), Some(next));
        Ok(())
    }

    fn finish(&mut self) -> Result<ArrayRef> {
        self.known.clear();
        self.count = 0;
        let array = DictionaryArray::try_new(self.keys.finish(), self.values.finish()?);
        Ok(Arc::new(array.map_err(|error| refused(&error))?))
    }
}

/// Each run's value, and where it ends.
struct Runs<R: RunEndIndexType> {
    target: DataType,
    ends: Vec<R::Native>,
    values: Slot,
    /// The value of the last run.
    last: Option<Vec<u8>>,
    scratch: Vec<u8>,
    rows: usize,
}

impl<R: RunEndIndexType> fmt::Debug for Runs<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runs").field("values", &self.values).finish_non_exhaustive()
    }
}

/// The sink for runs with such ends; none for ends that are no run ends.
pub(super) fn runs(ends: &DataType, target: &DataType, values: Slot) -> Option<Boxed> {
    fn boxed<R: RunEndIndexType>(target: &DataType, values: Slot) -> Boxed {
        let (ends, scratch) = (Vec::new(), Vec::new());
        Box::new(Runs::<R> { target: target.clone(), ends, values, last: None, scratch, rows: 0 })
    }
    match ends {
        DataType::Int16 => Some(boxed::<Int16Type>(target, values)),
        DataType::Int32 => Some(boxed::<Int32Type>(target, values)),
        DataType::Int64 => Some(boxed::<Int64Type>(target, values)),
        _ => None,
    }
}

impl<R: RunEndIndexType> Runs<R> {
    /// Takes a row that is known by `scratch`: the run goes on, or `take` begins another.
    fn add(&mut self, take: impl FnOnce(&mut Slot) -> Result<()>) -> Result<()> {
        self.rows = self.rows.saturating_add(1);
        let end = R::Native::from_usize(self.rows).ok_or_else(|| {
            Error::range(format!("run ends that are {}", R::DATA_TYPE), &self.rows.to_string())
                .hint("make the batches smaller, or read into larger run ends")
        })?;
        match self.ends.last_mut() {
            Some(last) if self.last.as_ref() == Some(&self.scratch) => *last = end,
            _ => {
                take(&mut self.values)?;
                self.ends.push(end);
                self.last = Some(self.scratch.clone());
            }
        }
        Ok(())
    }
}

impl<R: RunEndIndexType> Sink for Runs<R> {
    fn read(&mut self, cell: CellDecoder<'_, '_>) -> Result<()> {
        let Some(letters) = cell.letters() else { return self.push(cell.value()?) };
        self.scratch.clear();
        self.scratch.extend_from_slice(letters.as_bytes());
        let mut cell = Some(cell);
        self.add(|values| cell.take().map_or(Ok(()), |cell| values.read(cell)))?;
        // The run goes on.
        if let Some(cell) = cell {
            cell.skip(letters);
        }
        Ok(())
    }

    fn push(&mut self, value: Value<'_>) -> Result<()> {
        self.scratch.clear();
        key::push(&value, &mut self.scratch);
        self.add(|values| values.push(value))
    }

    fn finish(&mut self) -> Result<ArrayRef> {
        (self.last, self.rows) = (None, 0);
        let ends = PrimitiveArray::<R>::from_iter_values(mem::take(&mut self.ends));
        let array = RunArray::try_new(&ends, &self.values.finish()?).map_err(|error| refused(&error))?;
        // Names, nullability and metadata of both fields are those that the caller wants.
        let data = array.to_data().into_builder().data_type(self.target.clone()).build();
        Ok(make_array(data.map_err(|error| refused(&error))?))
    }
}
