//! A `Deserializer` of one row, and `Reader::deserialize`.

use std::io::Read;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use serde_core::de::value::SeqAccessDeserializer;
use serde_core::de::{DeserializeOwned, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_core::forward_to_deserialize_any;

use super::block::{BlockDeserializer, NoSite};
use super::cell::CellDeserializer;
use super::key::KeyDeserializer;
use super::node;
use super::source::Nothing;
use super::value::{Site, ValueDeserializer, no_key};
use super::variant::{Variant, no_variant};
use crate::{Axis, Column, ColumnRule, ColumnType, Error, Event, Header, Lead, OffsetUnit, Reader, Result, Row, Value};

/// The time field of a series, as its rows have it.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    name: String,
    axis: Axis,
    unit: OffsetUnit,
}

impl Clock {
    /// That of a series; none of a table.
    ///
    /// # Errors
    /// `syntax` where the field has no name, `duplicate` where a column has it.
    pub(super) fn new(header: &Header, name: Option<&str>) -> Result<Option<Self>> {
        match header.schema().map(crate::Schema::lead) {
            Some(Lead::Offset(unit)) => {
                let (name, axis) = Axis::named(header, name)?;
                Ok(Some(Self { name, axis, unit }))
            }
            _ => Ok(None),
        }
    }

    fn value(&self, offset: i64) -> Result<Value<'static>> {
        let mut letters = Vec::new();
        self.axis.print(offset, self.unit, &mut letters)?;
        let letters = Cow::Owned(node::text(letters));
        Ok(if self.axis.is_number() { Value::Number(letters) } else { Value::Str(letters) })
    }
}

/// What values may borrow from.
#[derive(Debug)]
pub(super) struct Letters<'de> {
    line: Option<&'de [u8]>,
    /// Texts come in the order of the line, so each is looked for behind the one before.
    at: usize,
    /// Bytes that may still be looked at: a line of many texts that are not in it as they are stays cheap.
    budget: usize,
}

impl<'de> Letters<'de> {
    pub(super) fn new(line: Option<&'de [u8]>) -> Self {
        Self { line, at: 0, budget: line.map_or(0, <[u8]>::len).saturating_mul(8) }
    }

    /// The same text in the line; where it stands there is of no matter.
    pub(super) fn find(&mut self, text: &str) -> Option<&'de str> {
        self.find_from(self.at, text).or_else(|| self.find_from(0, text))
    }

    fn find_from(&mut self, start: usize, text: &str) -> Option<&'de str> {
        let rest = self.line?.get(start..)?;
        self.budget = self.budget.checked_sub(text.len())?;
        let at = memchr::memmem::find(rest, text.as_bytes());
        let end = at.map(|at| at.saturating_add(text.len()));
        self.budget = self.budget.saturating_sub(end.unwrap_or(rest.len()));
        self.at = start.saturating_add(end?);
        core::str::from_utf8(rest.get(at?..end?)?).ok()
    }
}

/// What stands in a row.
#[derive(Debug)]
pub(super) struct RowSite<'de> {
    letters: Letters<'de>,
    number_letters: bool,
}

impl<'de> Site<'de> for RowSite<'de> {
    type Source = Nothing;

    fn borrow<'v>(&mut self, text: Cow<'v, str>) -> core::result::Result<&'de str, Cow<'v, str>> {
        match text {
            Cow::Borrowed(letters) => self.letters.find(letters).ok_or(text),
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

/// One row.
pub(super) struct RowDeserializer<'r, 'de> {
    row: &'r Row,
    clock: Option<&'r Clock>,
    site: RowSite<'de>,
}

impl<'r, 'de> RowDeserializer<'r, 'de> {
    pub(super) fn new(row: &'r Row, clock: Option<&'r Clock>, line: Option<&'de [u8]>, number_letters: bool) -> Self {
        Self { row, clock, site: RowSite { letters: Letters::new(line), number_letters } }
    }

    fn columns(&self) -> &'r [Column] {
        self.row.schema().map_or(&[], crate::Schema::columns)
    }

    /// The type of the value that the row is, where its column has no name.
    fn unnamed(&self) -> Option<&'r ColumnType> {
        match self.columns() {
            [column] if column.name().is_none() => Some(column.column_type()),
            _ => None,
        }
    }

    fn cells(self) -> Cells<'r, 'de> {
        Cells { columns: self.columns(), row: self, next: 0, time: None, is_timed: false, index: None }
    }

    /// Adds the place, unless the error has one.
    pub(super) fn place(row: &Row, error: Error) -> Error {
        match row.position() {
            Some(position) => error.at(position),
            None => error,
        }
    }
}

/// The row's one value takes what is asked for.
macro_rules! by_value {
    ($self:ident, $value:ident => $found:expr) => {
        if let Some(ty) = $self.unnamed() {
            let mut site = $self.site;
            let $value = ValueDeserializer { value: $self.row.value(0)?, ty, site: &mut site };
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

impl<'de> Deserializer<'de> for RowDeserializer<'_, 'de> {
    type Error = Error;

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
        if self.row.key().is_some() && length == 2 {
            return SeqAccessDeserializer::new(Pair { row: self, state: 0 }).deserialize_any(visitor);
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
        mut self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        by_value!(self, value => value.deserialize_enum(name, variants, visitor));
        let mut found = None;
        for (index, column) in self.columns().iter().enumerate() {
            let value = self.row.value(index)?;
            match (value, &found) {
                (Value::Missing, _) => {}
                (value, None) => found = Some((column, value)),
                _ => return Err(no_variant()),
            }
        }
        let (column, value) = found.ok_or_else(no_variant)?;
        let inner = ValueDeserializer { value, ty: column.column_type(), site: &mut self.site };
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
struct Cells<'r, 'de> {
    row: RowDeserializer<'r, 'de>,
    columns: &'r [Column],
    next: usize,
    /// The time of a series, which comes first.
    time: Option<Value<'static>>,
    is_timed: bool,
    /// The column whose value comes next.
    index: Option<usize>,
}

impl<'r, 'de> Cells<'r, 'de> {
    /// The time, before the first cell.
    #[inline]
    fn clock(&mut self) -> Result<Option<(&'r Clock, Value<'static>)>> {
        if self.is_timed {
            return Ok(None);
        }
        self.is_timed = true;
        match (self.row.clock, self.row.row.offset()) {
            (Some(clock), Some(offset)) => {
                let value = clock.value(offset).map_err(|error| error.within(&clock.name))?;
                Ok(Some((clock, value)))
            }
            _ => Ok(None),
        }
    }

    /// The next column with a value.
    #[inline]
    fn column(&mut self) -> Result<Option<(usize, &'r Column)>> {
        while let Some(column) = self.columns.get(self.next) {
            let index = self.next;
            self.next = index.saturating_add(1);
            // Most columns have a value in every row.
            let always = matches!(column.rule(), ColumnRule::Plain) && !column.may_be_missing();
            if always || !self.row.row.is_missing(index)? {
                return Ok(Some((index, column)));
            }
        }
        Ok(None)
    }

    fn deserialize<T: DeserializeSeed<'de>>(&mut self, index: usize, seed: T) -> Result<T::Value> {
        let Some(column) = self.columns.get(index) else { return Err(no_key()) };
        let ty = column.column_type();
        let site = &mut self.row.site;
        self.row.row.cell_with(index, |cell| {
            if matches!(column.rule(), ColumnRule::Plain) {
                return seed.deserialize(CellDeserializer { cell, ty, site });
            }
            // What comes from the header is none of the row's letters.
            let value = match cell.value()? {
                Value::Str(text) => Value::Str(Cow::Owned(text.into_owned())),
                value => value,
            };
            seed.deserialize(ValueDeserializer { value, ty, site })
        })
    }
}

impl<'de> MapAccess<'de> for Cells<'_, 'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let name = if let Some((clock, value)) = self.clock()? {
            self.time = Some(value);
            clock.name.as_str()
        } else {
            let Some((index, column)) = self.column()? else { return Ok(None) };
            self.index = Some(index);
            column.name().unwrap_or_default()
        };
        seed.deserialize(KeyDeserializer::text(name, &mut NoSite)).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        if let (Some(value), Some(clock)) = (self.time.take(), self.row.clock) {
            return seed
                .deserialize(ValueDeserializer { value, ty: &ColumnType::Auto, site: &mut self.row.site })
                .map_err(|error| error.within(&clock.name));
        }
        let index = self.index.take().ok_or_else(no_key)?;
        self.deserialize(index, seed)
    }
}

impl<'de> SeqAccess<'de> for Cells<'_, 'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        if let Some((clock, value)) = self.clock()? {
            return seed
                .deserialize(ValueDeserializer { value, ty: &ColumnType::Auto, site: &mut self.row.site })
                .map(Some)
                .map_err(|error| error.within(&clock.name));
        }
        // Places count, so what is missing is null.
        let index = self.next;
        if index >= self.columns.len() {
            return Ok(None);
        }
        self.next = index.saturating_add(1);
        self.deserialize(index, seed).map(Some)
    }
}

/// The key of a keyed table's row, and the row.
struct Pair<'r, 'de> {
    row: RowDeserializer<'r, 'de>,
    state: u8,
}

impl<'de> SeqAccess<'de> for Pair<'_, 'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let RowDeserializer { row, clock, .. } = self.row;
        self.state = self.state.saturating_add(1);
        match self.state {
            1 => {
                let key = row.key().unwrap_or_default();
                seed.deserialize(KeyDeserializer::text(key, &mut self.row.site)).map(Some)
            }
            2 => {
                let (letters, number_letters) =
                    (Letters::new(self.row.site.letters.line), self.row.site.number_letters);
                let site = RowSite { letters, number_letters };
                seed.deserialize(RowDeserializer { row, clock, site }).map(Some)
            }
            _ => Ok(None),
        }
    }
}

/// The rows of a document as values. See [`Reader::deserialize`].
#[derive(Debug)]
pub struct DeserializeRows<'r, R, T> {
    reader: &'r mut Reader<R>,
    /// The time field, in a series.
    clock: Option<Clock>,
    /// Whether the clock is that of the block being read.
    is_known: bool,
    is_over: bool,
    of: PhantomData<fn() -> T>,
}

impl<R: Read> Reader<R> {
    /// The rows of all tables and series as values: structs and maps by the names of the columns, in any order; tuples by
    /// their places; under an unnamed column the value itself. A row of a series has its time field, a row of a keyed
    /// table is what stands behind the key, or with a tuple of two the key and that.
    ///
    /// A row that is no such value is an error, after which the next can be read; a fault of the document ends the
    /// iteration.
    ///
    /// # Example
    /// ```
    /// # use serde::Deserialize;
    /// #[derive(Debug, PartialEq, Deserialize)]
    /// struct Row {
    ///     name: String,
    ///     id: u32,
    /// }
    ///
    /// let document = b"QRP1|table|rows=2|columns=id:i64,name:str\n1,Ada\n-2,Bob\n\\.\n";
    /// let mut reader = qrp1::Reader::from_reader(&document[..]);
    /// let mut rows = reader.deserialize::<Row>();
    /// assert_eq!(rows.next().unwrap()?, Row { name: "Ada".into(), id: 1 });
    /// let error = rows.next().unwrap().unwrap_err();
    /// assert_eq!(error.to_string(), "invalid value: integer `-2`, expected u32 at line 3, column 1 `id`, byte 48");
    /// # Ok::<(), qrp1::Error>(())
    /// ```
    pub fn deserialize<T: DeserializeOwned>(&mut self) -> DeserializeRows<'_, R, T> {
        DeserializeRows { reader: self, clock: None, is_known: false, is_over: false, of: PhantomData }
    }
}

impl<R: Read, T: DeserializeOwned> DeserializeRows<'_, R, T> {
    fn read(&mut self) -> Result<Option<Result<T>>> {
        loop {
            match self.reader.next_event()? {
                Some(Event::Header(_)) => self.is_known = false,
                Some(Event::Row(row)) => {
                    if !self.is_known {
                        let clock = row.header().map(|header| Clock::new(header, None)).transpose()?;
                        (self.clock, self.is_known) = (clock.flatten(), true);
                    }
                    let value = T::deserialize(RowDeserializer::new(row, self.clock.as_ref(), None, false));
                    return Ok(Some(value.map_err(|error| RowDeserializer::place(row, error))));
                }
                Some(_) => {}
                None => return Ok(None),
            }
        }
    }
}

impl<R: Read, T: DeserializeOwned> Iterator for DeserializeRows<'_, R, T> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Result<T>> {
        if self.is_over {
            return None;
        }
        match self.read() {
            Ok(Some(value)) => Some(value),
            Ok(None) => {
                self.is_over = true;
                None
            }
            Err(error) => {
                self.is_over = true;
                Some(Err(error))
            }
        }
    }
}
