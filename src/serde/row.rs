//! A `Deserializer` of one row.

use alloc::borrow::Cow;

use serde_core::de::value::SeqAccessDeserializer;
use serde_core::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_core::forward_to_deserialize_any;

use super::block::{BlockDeserializer, NoSite};
use super::cell::CellDeserializer;
use super::clock::Clock;
use super::key::KeyDeserializer;
use super::letters::Letters;
use super::parts::no_key;
use super::source::Nothing;
use super::value::{Site, ValueDeserializer};
use super::variant::{Variant, no_variant};
use crate::{CellDecoder, Column, ColumnRule, ColumnType, Error, Result, Row, Value};

/// A row that is read, and how far it was.
#[derive(Debug)]
pub(super) struct RowSite<'r, 'de> {
    row: &'r Row,
    columns: &'r [Column],
    clock: Option<&'r Clock>,
    letters: Letters<'de>,
    number_letters: bool,
    /// What is asked for next.
    turn: Turn,
    /// The column after those whose cells or names were given.
    next: usize,
}

/// What a row gives next: the time of a series comes first, and as a map the name of each column before its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    TimeName,
    Time,
    Name,
    Cell,
}

impl<'r, 'de> RowSite<'r, 'de> {
    #[inline]
    pub(super) fn new(row: &'r Row, clock: Option<&'r Clock>, line: Option<&'de [u8]>, number_letters: bool) -> Self {
        let columns = row.schema().map_or(&[][..], crate::Schema::columns);
        let turn = if clock.is_some() { Turn::TimeName } else { Turn::Name };
        Self { row, columns, clock, letters: Letters::new(line), number_letters, turn, next: 0 }
    }

    /// The type of the value that the row is, where its column has no name.
    #[inline]
    fn unnamed(&self) -> Option<&'r ColumnType> {
        match self.columns {
            [column] if column.name().is_none() => Some(column.column_type()),
            _ => None,
        }
    }

    /// The next column with a value.
    #[inline]
    fn column(&mut self) -> Result<Option<&'r Column>> {
        while let Some(column) = self.columns.get(self.next) {
            let index = self.next;
            self.next = index.saturating_add(1);
            // Most columns have a value in every row.
            let always = matches!(column.rule(), ColumnRule::Plain) && !column.may_be_missing();
            if always || !self.row.is_missing(index)? {
                return Ok(Some(column));
            }
        }
        Ok(None)
    }

    #[inline]
    fn cell<T: DeserializeSeed<'de>>(&mut self, index: usize, seed: T) -> Result<T::Value> {
        let Some(column) = self.columns.get(index) else { return Err(no_key()) };
        self.row.cell_with(index, |cell| {
            if matches!(column.rule(), ColumnRule::Plain) {
                seed.deserialize(CellDeserializer { cell, ty: column.column_type(), site: self })
            } else {
                self.of_header(cell, column, seed)
            }
        })
    }

    /// A value that comes from the header, all or a part of it, and is none of the row's letters.
    #[cold]
    fn of_header<T: DeserializeSeed<'de>>(
        &mut self,
        cell: CellDecoder<'_, '_>,
        column: &Column,
        seed: T,
    ) -> Result<T::Value> {
        let value = match cell.value()? {
            Value::Str(text) => Value::Str(Cow::Owned(text.into_owned())),
            value => value,
        };
        seed.deserialize(ValueDeserializer { value, ty: column.column_type(), site: self })
    }

    /// Where letters of the cell that was asked for last stand in the line.
    #[inline]
    fn place_of(&self, letters: &str) -> Option<usize> {
        let cell = self.row.cell(self.next.checked_sub(1)?)?;
        let start = cell.byte().checked_sub(self.row.position()?.byte())?;
        let before = letters.as_ptr().addr().checked_sub(cell.as_str().as_ptr().addr())?;
        usize::try_from(start).ok()?.checked_add(before)
    }

    /// The time of a series.
    #[cold]
    fn time<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        let (Some(clock), Some(offset)) = (self.clock, self.row.offset()) else { return Err(no_key()) };
        let found = clock.value(offset);
        let found =
            found.and_then(|value| seed.deserialize(ValueDeserializer { value, ty: &ColumnType::Auto, site: self }));
        found.map_err(|error| error.within(clock.name()))
    }

    /// Adds the place, unless the error has one.
    #[cold]
    pub(super) fn place(row: &Row, error: Error) -> Error {
        match row.position() {
            Some(position) => error.at(position),
            None => error,
        }
    }
}

impl<'de> Site<'de> for RowSite<'_, 'de> {
    type Source = Nothing;

    fn borrow<'v>(&mut self, text: Cow<'v, str>) -> core::result::Result<&'de str, Cow<'v, str>> {
        match text {
            Cow::Borrowed(letters) => {
                let found = self.place_of(letters).and_then(|start| self.letters.at(start, letters));
                found.or_else(|| self.letters.find(letters)).ok_or(text)
            }
            // A text that is not the row's own had escapes, or comes from the header.
            Cow::Owned(_) => Err(text),
        }
    }

    fn block(&mut self) -> Result<BlockDeserializer<'_, 'de, Nothing>> {
        Err(Error::type_mismatch("a value", "a mark"))
    }

    fn gives_letters(&self) -> bool {
        self.number_letters
    }
}

/// One row, which is passed on as one pointer, and so are its cells.
pub(super) struct RowDeserializer<'s, 'r, 'de> {
    pub(super) site: &'s mut RowSite<'r, 'de>,
}

impl<'s, 'r, 'de> RowDeserializer<'s, 'r, 'de> {
    #[inline]
    fn cells(self) -> Cells<'s, 'r, 'de> {
        Cells { site: self.site }
    }
}

/// The row's one value takes what is asked for.
macro_rules! by_value {
    ($self:ident, $value:ident => $found:expr) => {
        if let Some(ty) = $self.site.unnamed() {
            let $value = ValueDeserializer { value: $self.site.row.value(0)?, ty, site: $self.site };
            return $found;
        }
    };
}

macro_rules! forward {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            by_value!(self, value => value.$method(visitor));
            self.deserialize_any(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for RowDeserializer<'_, '_, 'de> {
    type Error = Error;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        by_value!(self, value => value.deserialize_any(visitor));
        visitor.visit_map(self.cells())
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        by_value!(self, value => value.deserialize_option(visitor));
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        by_value!(self, value => value.deserialize_newtype_struct(name, visitor));
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        by_value!(self, value => value.deserialize_seq(visitor));
        visitor.visit_seq(self.cells())
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        if self.site.row.key().is_some() && length == 2 {
            return SeqAccessDeserializer::new(Pair { site: self.site, state: 0 }).deserialize_any(visitor);
        }
        by_value!(self, value => value.deserialize_tuple(length, visitor));
        visitor.visit_seq(self.cells())
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value> {
        by_value!(self, value => value.deserialize_tuple_struct(name, length, visitor));
        visitor.visit_seq(self.cells())
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        by_value!(self, value => value.deserialize_enum(name, variants, visitor));
        let site = self.site;
        let mut found = None;
        for (index, column) in site.columns.iter().enumerate() {
            let value = site.row.value(index)?;
            match (value, &found) {
                (Value::Missing, _) => {}
                (value, None) => found = Some((column, value)),
                _ => return Err(no_variant()),
            }
        }
        let (column, value) = found.ok_or_else(no_variant)?;
        let inner = ValueDeserializer { value, ty: column.column_type(), site };
        visitor.visit_enum(Variant { variant: column.name().unwrap_or_default().into(), inner })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
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

/// The cells of a row: as a map by the names of the columns, as a list in their order.
struct Cells<'s, 'r, 'de> {
    site: &'s mut RowSite<'r, 'de>,
}

impl<'de> MapAccess<'de> for Cells<'_, '_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let site = &mut *self.site;
        let name = if let (Turn::TimeName, Some(clock)) = (site.turn, site.clock) {
            site.turn = Turn::Time;
            clock.name()
        } else {
            let Some(column) = site.column()? else { return Ok(None) };
            site.turn = Turn::Cell;
            column.name().unwrap_or_default()
        };
        seed.deserialize(KeyDeserializer::text(name, &mut NoSite)).map(Some)
    }

    #[inline]
    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        let site = &mut *self.site;
        match core::mem::replace(&mut site.turn, Turn::Name) {
            Turn::Cell => site.cell(site.next.wrapping_sub(1), seed),
            Turn::Time => site.time(seed),
            Turn::Name | Turn::TimeName => Err(no_key()),
        }
    }
}

impl<'de> SeqAccess<'de> for Cells<'_, '_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let site = &mut *self.site;
        if site.turn == Turn::TimeName {
            site.turn = Turn::Name;
            return site.time(seed).map(Some);
        }
        // Places count, so what is missing is null.
        let index = site.next;
        if index >= site.columns.len() {
            return Ok(None);
        }
        site.next = index.saturating_add(1);
        site.cell(index, seed).map(Some)
    }
}

/// The key of a keyed table's row, and the row.
struct Pair<'s, 'r, 'de> {
    site: &'s mut RowSite<'r, 'de>,
    state: u8,
}

impl<'de> SeqAccess<'de> for Pair<'_, '_, 'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        self.state = self.state.saturating_add(1);
        match self.state {
            1 => {
                let key = self.site.row.key().unwrap_or_default();
                seed.deserialize(KeyDeserializer::text(key, self.site)).map(Some)
            }
            2 => {
                self.site.letters.rewind();
                seed.deserialize(RowDeserializer { site: self.site }).map(Some)
            }
            _ => Ok(None),
        }
    }
}
