//! A `Deserializer` of a block: the rows of a table or series, the fields of a record, a text.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use serde_core::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_core::forward_to_deserialize_any;

use super::clock::Clock;
use super::key::KeyDeserializer;
use super::letters::Letters;
use super::parts::no_key;
use super::row::{RowDeserializer, RowSite};
use super::source::{Blocks, Field, Line, Nothing, Source};
use super::value::{Site, ValueDeserializer};
use super::variant::{Variant, no_variant};
use crate::{Error, Header, Lead, Position, Result, Shape, Value};

/// A block whose header was read.
pub(super) struct BlockDeserializer<'b, 'de, S> {
    blocks: &'b mut Blocks<S>,
    header: Header,
    place: Position,
    /// The fields of a record, once they were read.
    fields: Option<Vec<Field<'de>>>,
    /// The member of an object that the block is, where it is the only one and has a place.
    member: Option<String>,
}

impl<'b, 'de, S: Source<'de>> BlockDeserializer<'b, 'de, S> {
    /// The next block, at its mark.
    pub(super) fn marked(blocks: &'b mut Blocks<S>) -> Result<Self> {
        let (header, place) = blocks.block()?;
        Ok(Self { blocks, header, place, fields: None, member: None })
    }

    /// The block that is the value of the document.
    pub(super) fn root(blocks: &'b mut Blocks<S>) -> Result<Self> {
        let block = Self::marked(blocks)?;
        let name = |at: &str| at.strip_prefix('/').unwrap_or(at).replace("~1", "/").replace("~0", "~");
        let member = block.header.at().map(name);
        Ok(Self { member, ..block })
    }

    /// The value that a record without names is.
    fn value(&mut self) -> Result<Option<Field<'de>>> {
        if self.header.shape() != Shape::Record || self.member.is_some() {
            return Ok(None);
        }
        let mut fields = match self.fields.take() {
            Some(fields) => fields,
            None => self.blocks.fields()?,
        };
        match fields.as_slice() {
            [field] if field.name.is_none() => Ok(fields.pop()),
            _ => {
                self.fields = Some(fields);
                Ok(None)
            }
        }
    }

    fn rows(self) -> Result<Rows<'b, S>> {
        if self.header.get("flat").is_some() {
            let error = Error::syntax("a table of rows", "a flattened value");
            return Err(error.hint("`json::to_string` gives the value").at(self.place));
        }
        let clock = Clock::new(&self.header, self.blocks.time.as_deref()).map_err(|error| error.at(self.place))?;
        Ok(Rows { blocks: self.blocks, clock, has_value: false, row: crate::Row::new() })
    }

    fn record(mut self) -> Result<Record<'b, 'de, S>> {
        let fields = match self.fields.take() {
            Some(fields) => fields,
            None => self.blocks.fields()?,
        };
        Ok(Record {
            fields: fields.into_iter(),
            next: None,
            site: RecordSite { blocks: self.blocks, letters: Letters::new(None) },
        })
    }

    fn is_keyed(&self) -> bool {
        self.header.schema().is_some_and(|schema| schema.lead() == Lead::Key)
    }
}

/// The value of an unnamed line takes what is asked for.
macro_rules! by_value {
    ($self:ident, $value:ident => $found:expr) => {
        if let Some(Field { ty, value, line, position, .. }) = $self.value()? {
            let mut site = RecordSite { blocks: $self.blocks, letters: Letters::new(line) };
            let $value = ValueDeserializer { value, ty: &ty, site: &mut site };
            return $found.map_err(|error: Error| error.at(position));
        }
    };
}

macro_rules! forward {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
            by_value!(self, value => value.$method(visitor));
            self.deserialize_any(visitor)
        }
    )*};
}

impl<'de, S: Source<'de>> Deserializer<'de> for BlockDeserializer<'_, 'de, S> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        by_value!(self, value => value.deserialize_any(visitor));
        if let Some(name) = self.member.take() {
            return visitor.visit_map(Member { name, block: Some(self) });
        }
        let place = self.place;
        let found = match self.header.shape() {
            Shape::Table | Shape::Series if self.is_keyed() => visitor.visit_map(self.rows()?),
            Shape::Table | Shape::Series => visitor.visit_seq(self.rows()?),
            Shape::Record => visitor.visit_map(self.record()?),
            Shape::Text | Shape::Receipt => {
                let mut text = String::new();
                let mut is_first = true;
                while let Some(line) = self.blocks.line()? {
                    let Line::Text(line) = line else { continue };
                    if !core::mem::take(&mut is_first) {
                        text.push('\n');
                    }
                    text.push_str(&line);
                }
                visitor.visit_string(text)
            }
        };
        // What is no fault of a line is one of the block.
        found.map_err(|error| error.at(place))
    }

    fn deserialize_option<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        by_value!(self, value => value.deserialize_option(visitor));
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(mut self, name: &'static str, visitor: V) -> Result<V::Value> {
        by_value!(self, value => value.deserialize_newtype_struct(name, visitor));
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        by_value!(self, value => value.deserialize_seq(visitor));
        // The rows of a keyed table are a list, too, without their keys or, as tuples of two, with them.
        if self.is_keyed() && self.member.is_none() {
            return visitor.visit_seq(self.rows()?);
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(mut self, length: usize, visitor: V) -> Result<V::Value> {
        by_value!(self, value => value.deserialize_tuple(length, visitor));
        self.deserialize_any(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        mut self,
        name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value> {
        by_value!(self, value => value.deserialize_tuple_struct(name, length, visitor));
        self.deserialize_any(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        mut self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        by_value!(self, value => value.deserialize_enum(name, variants, visitor));
        if let Some(variant) = self.member.take() {
            return visitor.visit_enum(Variant { variant, inner: self });
        }
        if self.header.shape() != Shape::Record {
            return self.deserialize_any(visitor);
        }
        let mut record = self.record()?;
        let (Some(field), true) = (record.fields.next(), record.fields.len() == 0) else {
            return Err(no_variant());
        };
        record.site.letters = Letters::new(field.line);
        let variant = field.name.unwrap_or_default();
        let inner = ValueDeserializer { value: field.value, ty: &field.ty, site: &mut record.site };
        visitor.visit_enum(Variant { variant, inner }).map_err(|error| error.at(field.position))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.header.shape() == Shape::Record {
            // Its marks have blocks that are to be passed over, too.
            return self.deserialize_any(visitor);
        }
        while self.blocks.line()?.is_some() {}
        visitor.visit_unit()
    }

    forward! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64 deserialize_char deserialize_str deserialize_string
        deserialize_bytes deserialize_byte_buf deserialize_identifier
    }

    forward_to_deserialize_any! { unit unit_struct map struct }
}

/// The object whose one member is the only block.
struct Member<'b, 'de, S> {
    name: String,
    block: Option<BlockDeserializer<'b, 'de, S>>,
}

impl<'de, S: Source<'de>> MapAccess<'de> for Member<'_, 'de, S> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        match &self.block {
            Some(_) => seed.deserialize(KeyDeserializer::text(&self.name, &mut NoSite)).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        let block = self.block.take().ok_or_else(no_key)?;
        seed.deserialize(block).map_err(|error| error.within(&self.name))
    }
}

/// A key that nothing outlives.
pub(super) struct NoSite;

impl<'de> Site<'de> for NoSite {
    type Source = Nothing;

    fn borrow<'v>(&mut self, text: Cow<'v, str>) -> core::result::Result<&'de str, Cow<'v, str>> {
        Err(text)
    }

    fn block(&mut self) -> Result<BlockDeserializer<'_, 'de, Nothing>> {
        Err(Error::type_mismatch("a key", "a mark"))
    }

    fn gives_letters(&self) -> bool {
        false
    }
}

/// The rows of a table or series: a list, or a map by their keys.
struct Rows<'b, S> {
    blocks: &'b mut Blocks<S>,
    clock: Option<Clock>,
    /// Whether a row was read whose value was not asked for yet.
    has_value: bool,
    row: crate::Row,
}

impl<'de, S: Source<'de>> SeqAccess<'de> for Rows<'_, S> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let number_letters = self.blocks.number_letters;
        let Some(Line::Row(row, line)) = self.blocks.line()? else { return Ok(None) };
        let mut site = RowSite::new(row, self.clock.as_ref(), line, number_letters);
        let found = seed.deserialize(RowDeserializer { site: &mut site });
        found.map(Some).map_err(|error| RowSite::place(row, error))
    }
}

impl<'de, S: Source<'de>> MapAccess<'de> for Rows<'_, S> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some(Line::Row(row, _)) = self.blocks.line()? else { return Ok(None) };
        // The row is kept until its value is asked for.
        self.row.clone_from(row);
        self.has_value = true;
        let key = self.row.key().unwrap_or_default();
        seed.deserialize(KeyDeserializer::text(key, &mut NoSite)).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        if !core::mem::take(&mut self.has_value) {
            return Err(no_key());
        }
        let row = &self.row;
        let mut site = RowSite::new(row, self.clock.as_ref(), None, self.blocks.number_letters);
        let found = seed.deserialize(RowDeserializer { site: &mut site });
        found.map_err(|error| RowSite::place(row, error.within(row.key().unwrap_or_default())))
    }
}

/// What stands in a record.
pub(super) struct RecordSite<'b, 'de, S> {
    blocks: &'b mut Blocks<S>,
    letters: Letters<'de>,
}

impl<'de, S: Source<'de>> Site<'de> for RecordSite<'_, 'de, S> {
    type Source = S;

    fn borrow<'v>(&mut self, text: Cow<'v, str>) -> core::result::Result<&'de str, Cow<'v, str>> {
        self.letters.find(&text).ok_or(text)
    }

    fn block(&mut self) -> Result<BlockDeserializer<'_, 'de, S>> {
        BlockDeserializer::marked(self.blocks)
    }

    fn gives_letters(&self) -> bool {
        self.blocks.number_letters
    }
}

/// The fields of a record.
struct Record<'b, 'de, S> {
    fields: vec::IntoIter<Field<'de>>,
    next: Option<Field<'de>>,
    site: RecordSite<'b, 'de, S>,
}

impl<'de, S: Source<'de>> MapAccess<'de> for Record<'_, 'de, S> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some(field) = self.fields.next() else { return Ok(None) };
        self.site.letters = Letters::new(field.line);
        let name = field.name.as_deref().unwrap_or_default();
        let found = seed.deserialize(KeyDeserializer::text(name, &mut self.site));
        let found = found.map_err(|error: Error| error.at(field.position))?;
        self.next = Some(field);
        Ok(Some(found))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        let Field { name, ty, value, position, .. } = self.next.take().ok_or_else(no_key)?;
        let is_marked = value == Value::Mark;
        let found = seed.deserialize(ValueDeserializer { value, ty: &ty, site: &mut self.site });
        found.map_err(|error| {
            let error = error.within(name.as_deref().unwrap_or_default());
            if is_marked { error } else { error.at(position) }
        })
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.fields.len())
    }
}

/// The document's one value.
pub(super) fn value<'de, S, T>(mut blocks: Blocks<S>) -> Result<T>
where
    S: Source<'de>,
    T: de::Deserialize<'de>,
{
    let value = T::deserialize(BlockDeserializer::root(&mut blocks)?)?;
    blocks.finish()?;
    Ok(value)
}
