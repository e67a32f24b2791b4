//! Random arrays that hold other arrays: lists and views, maps, dictionaries, runs.

use std::sync::Arc;

use arrow_array::types::{ArrowDictionaryKeyType, RunEndIndexType};
use arrow_array::{
    Array, ArrayRef, DictionaryArray, GenericListArray, GenericListViewArray, MapArray, OffsetSizeTrait,
    PrimitiveArray, RunArray, StructArray, make_array,
};
use arrow_buffer::{ArrowNativeType, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, FieldRef};

use super::{Choices, logical};

impl Choices<'_> {
    pub(super) fn list<O: OffsetSizeTrait>(&mut self, item: &FieldRef, nullable: bool, rows: usize) -> ArrayRef {
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
    pub(super) fn list_view<O: OffsetSizeTrait>(&mut self, item: &FieldRef, nullable: bool, rows: usize) -> ArrayRef {
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
    pub(super) fn map(&mut self, entries: &FieldRef, sorted: bool, nullable: bool, rows: usize) -> ArrayRef {
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

    pub(super) fn dictionary<K: ArrowDictionaryKeyType>(
        &mut self,
        value: &DataType,
        nullable: bool,
        rows: usize,
    ) -> ArrayRef {
        let length = 1 + self.below(4);
        let field = Field::new("values", value.clone(), nullable && self.flag());
        let values = self.array(&field, length);
        let keys: Vec<_> = (0..rows).map(|_| K::Native::from_usize(self.below(length)).unwrap()).collect();
        let keys = PrimitiveArray::<K>::new(keys.into(), self.nulls(nullable, rows));
        Arc::new(DictionaryArray::try_new(keys, values).unwrap())
    }

    pub(super) fn runs<R: RunEndIndexType>(
        &mut self,
        ty: &DataType,
        values: &Field,
        nullable: bool,
        rows: usize,
    ) -> ArrayRef {
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
