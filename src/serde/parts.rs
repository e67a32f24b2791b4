//! What containers hold, part by part: the items of a list, the fields of a struct, the entries of a map.

use alloc::borrow::Cow;
use alloc::vec;

use serde_core::de::value::{BorrowedStrDeserializer, StrDeserializer, StringDeserializer};
use serde_core::de::{DeserializeSeed, MapAccess, SeqAccess};

use super::capture::at_item;
use super::key::KeyDeserializer;
use super::raw;
use super::value::{Site, ValueDeserializer};
use crate::{Column, ColumnType, Error, Result, Value};

/// The items of a list.
pub(super) struct Items<'s, I, B> {
    pub(super) values: I,
    pub(super) index: usize,
    pub(super) site: &'s mut B,
}

impl<'de, 't, 'v, I, B> SeqAccess<'de> for Items<'_, I, B>
where
    I: Iterator<Item = (&'t ColumnType, Value<'v>)>,
    B: Site<'de>,
{
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some((ty, value)) = self.values.next() else { return Ok(None) };
        let index = self.index;
        self.index = index.saturating_add(1);
        let found = seed.deserialize(ValueDeserializer { value, ty, site: self.site });
        found.map(Some).map_err(|error| at_item(error, index))
    }
}

/// The fields of a struct.
pub(super) struct Fields<'t, 'v, 's, I, B>
where
    I: Iterator<Item = (&'t Column, Value<'v>)>,
{
    pub(super) entries: I,
    pub(super) next: Option<(&'t Column, Value<'v>)>,
    pub(super) site: &'s mut B,
}

impl<'de, 't, 'v, I, B> MapAccess<'de> for Fields<'t, 'v, '_, I, B>
where
    I: Iterator<Item = (&'t Column, Value<'v>)>,
    B: Site<'de>,
{
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some((column, value)) = self.entries.find(|(_, value)| !value.is_missing()) else { return Ok(None) };
        self.next = Some((column, value));
        let name = column.name().unwrap_or_default();
        seed.deserialize(KeyDeserializer::text(name, self.site)).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        let (column, value) = self.next.take().ok_or_else(no_key)?;
        let found = seed.deserialize(ValueDeserializer { value, ty: column.column_type(), site: self.site });
        found.map_err(|error| error.within(column.name().unwrap_or_default()))
    }
}

#[cold]
pub(super) fn no_key() -> Error {
    Error::message("a map's value without its key")
}

/// The entries of a map.
pub(super) struct Entries<'t, 'v, 's, B> {
    pub(super) types: (&'t ColumnType, &'t ColumnType),
    pub(super) pairs: vec::IntoIter<(Value<'v>, Value<'v>)>,
    /// The letters of the key, and the value.
    pub(super) next: Option<(Value<'v>, Value<'v>)>,
    pub(super) site: &'s mut B,
}

impl<'de, B: Site<'de>> MapAccess<'de> for Entries<'_, '_, '_, B> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some((key, value)) = self.pairs.next() else { return Ok(None) };
        let found = seed.deserialize(KeyDeserializer { key: &key, ty: self.types.0, site: self.site });
        self.next = Some((key, value));
        found.map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        let (key, value) = self.next.take().ok_or_else(no_key)?;
        let found = seed.deserialize(ValueDeserializer { value, ty: self.types.1, site: self.site });
        found.map_err(|error| match (&key, raw::letters(self.types.0, &key)) {
            (Value::Str(key), _) => error.within(key),
            (_, Ok(key)) => error.within(&key),
            (_, Err(_)) => error,
        })
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.pairs.len())
    }
}

/// A map of one of `serde_json`'s private names to letters.
pub(super) struct Token<'de> {
    pub(super) key: &'static str,
    pub(super) value: Option<Cow<'de, str>>,
}

impl<'de> MapAccess<'de> for Token<'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        match self.value {
            Some(_) => seed.deserialize(StrDeserializer::<Error>::new(self.key)).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        match self.value.take().ok_or_else(no_key)? {
            Cow::Borrowed(text) => seed.deserialize(BorrowedStrDeserializer::<Error>::new(text)),
            Cow::Owned(text) => seed.deserialize(StringDeserializer::<Error>::new(text)),
        }
    }
}

/// The one item of an iterator.
pub(super) fn one<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    items.next().filter(|_| items.next().is_none())
}

pub(super) fn entry_types(ty: &ColumnType) -> (&ColumnType, &ColumnType) {
    match ty {
        ColumnType::Map(key, value) => (key, value),
        _ => (&ColumnType::Str, &ColumnType::Auto),
    }
}
