//! Cells one after the other, typed, and the containers that hold them, read. `write` is its twin.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::fmt::Write;

use super::read::{Cells, absent, borrow, bytes, int, is_int, is_number, key_text, number, plain_text_to};
use super::{Place, UNWRITTEN, cells_of_type, check_depth, count_cells, float, type_name, unsigned, unwritten};
use crate::error::{Error, Result};
use crate::schema::{Column, ColumnRule, ColumnType};
use crate::value::{Interval, Value};
use crate::wire::bytes::{CELL, CLOSE, EQUALS, ESCAPE, ITEM, MISSING, NOTHING, NULL, OPEN};
use crate::wire::scalar::{self, temporal};
use crate::wire::text::put;
use crate::wire::{auto, row};

/// What a cell may hold.
#[derive(Clone, Copy, Debug)]
pub(super) enum Slot<'a> {
    Plain(&'a ColumnType),
    /// The rest of a text that begins and ends with these.
    Like(&'a str, &'a str),
    /// Nothing: the header has the value.
    Constant(&'a Value<'static>),
    /// The fields of a struct, in cells of their own.
    Inline(&'a [Column]),
    /// The same, as an item of a list or map.
    InlineItem(&'a [Column]),
    Key(&'a ColumnType),
}

/// One cell that is to be read, by the method of the kind that its column has.
///
/// Each gives none for null and missing values, and refuses what the cell's type does not allow.
#[derive(Debug)]
#[must_use = "what follows a cell is read after it"]
pub struct CellDecoder<'c, 'a> {
    /// At the cell: what it may hold and where it stands are noted there, so that a cell is passed on as one pointer.
    cells: &'c mut Cells<'a>,
}

/// A value that is read from a constant, a template or a cell of another type.
fn pick<'a, T>(value: Value<'a>, what: &'static str, pick: impl FnOnce(Value<'a>) -> Option<T>) -> Result<Option<T>> {
    if matches!(value, Value::Null | Value::Missing) {
        return Ok(None);
    }
    let kind = value.kind();
    pick(value).map(Some).ok_or_else(|| Error::type_mismatch(what, kind))
}

impl<'c, 'a> CellDecoder<'c, 'a> {
    #[inline]
    const fn new(cells: &'c mut Cells<'a>, slot: Slot<'a>, place: Place) -> Self {
        cells.slot = slot;
        cells.place = place;
        Self { cells }
    }

    /// The cell of a column, of which `cells` has no more than the line's part where the column stands.
    #[inline]
    pub(crate) fn column(cells: &'c mut Cells<'a>, column: &'a Column, place: Place) -> Result<Self> {
        let place = Place { missing: column.missing, ..place };
        let slot = match (&column.rule, &column.ty) {
            (ColumnRule::Always(value), _) => {
                cells.reading.add(unwritten(value))?;
                Slot::Constant(value)
            }
            (_, ColumnType::Struct { columns, bracketed: false }) => Slot::Inline(columns),
            (rule, ty) => {
                if !core::mem::replace(&mut cells.fresh, false) {
                    cells.expect(CELL)?;
                }
                match rule {
                    ColumnRule::Like { prefix, suffix } => Slot::Like(prefix, suffix),
                    _ => Slot::Plain(ty),
                }
            }
        };
        Ok(Self::new(cells, slot, place))
    }

    /// The cell of a column that is all of `cells`, a plain scalar.
    #[inline]
    pub(crate) fn whole(cells: &'c mut Cells<'a>, column: &'a Column, place: Place) -> Self {
        Self::new(cells, Slot::Plain(&column.ty), Place { missing: column.missing, ..place })
    }

    /// A cell alone, of which nothing but the type is declared.
    pub(crate) const fn alone(cells: &'c mut Cells<'a>, ty: &'a ColumnType, place: Place) -> Self {
        Self::new(cells, Slot::Plain(ty), place)
    }

    fn item(cells: &'c mut Cells<'a>, ty: &'a ColumnType, place: Place) -> Self {
        let slot = match ty {
            ColumnType::Struct { columns, bracketed: false } => Slot::InlineItem(columns),
            ty => Slot::Plain(ty),
        };
        Self::new(cells, slot, place)
    }

    /// The value that a constant column has in every row.
    #[must_use]
    pub const fn constant(&self) -> Option<&'a Value<'static>> {
        match self.cells.slot {
            Slot::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// What is left of the line.
    pub(super) fn rest(&self) -> &'a str {
        self.cells.rest()
    }

    /// The letters of the cell, which is passed over; none where it has no cell of its own, and is read as ever.
    ///
    /// Equal values have equal letters, and no others have.
    #[must_use]
    pub fn letters(&self) -> Option<&'a str> {
        let rest = self.cells.rest();
        let length = match self.cells.slot {
            Slot::Plain(ColumnType::List(_) | ColumnType::Map(..) | ColumnType::Struct { .. }) => row::skip_group(rest),
            Slot::Plain(ColumnType::Auto) => auto::skip(rest),
            Slot::Plain(_) | Slot::Like(..) | Slot::Key(_) => None,
            Slot::Constant(_) | Slot::Inline(_) | Slot::InlineItem(_) => return None,
        };
        Some(rest.get(..length.unwrap_or_else(|| self.cells.length(self.cells.place.set))).unwrap_or(rest))
    }

    /// Passes over the cell, which has these [letters](CellDecoder::letters) and is known by them.
    pub fn skip(self, letters: &'a str) {
        self.cells.pass(letters.len());
    }

    /// Whether the cell is null or missing. That a null may stand there, only reading it says.
    #[inline]
    #[must_use]
    pub fn is_absent(&self) -> bool {
        match self.cells.slot {
            Slot::Plain(ColumnType::Auto) => matches!(self.letters(), Some("" | "null" | MISSING)),
            Slot::Plain(_) | Slot::Like(..) => match self.cells.peek() {
                None | Some(ESCAPE | CELL | ITEM | CLOSE) => matches!(self.letters(), Some("" | NULL | MISSING)),
                Some(_) => false,
            },
            Slot::Constant(value) => matches!(value, Value::Null | Value::Missing),
            Slot::Inline(_) | Slot::InlineItem(_) | Slot::Key(_) => false,
        }
    }

    /// The letters of a plain scalar; none if it is null or missing.
    #[inline]
    fn raw(&mut self) -> Result<Option<&'a str>> {
        let raw = self.cells.take(self.cells.place.set);
        // Null and missing values are short, and most cells are not.
        if let [] | [ESCAPE, _] = raw.as_bytes() { self.short(raw) } else { Ok(Some(raw)) }
    }

    /// The letters, unless they are null or missing.
    #[cold]
    fn short(&self, raw: &'a str) -> Result<Option<&'a str>> {
        if matches!(self.cells.slot, Slot::Key(_)) {
            return Ok(Some(raw));
        }
        Ok(if absent(raw, self.cells.place)?.is_some() { None } else { Some(raw) })
    }

    /// The type of a scalar that is read by its letters alone.
    #[inline]
    const fn letters_type(&self) -> Option<&'a ColumnType> {
        match self.cells.slot {
            Slot::Plain(ty) | Slot::Key(ty) => Some(ty),
            Slot::Like(..) | Slot::Constant(_) | Slot::Inline(_) | Slot::InlineItem(_) => None,
        }
    }

    /// A signed integer, or a count of days or units (dates, times, time stamps, durations).
    ///
    /// # Errors
    /// The cell's fault; `type` for a column of another kind.
    #[inline]
    pub fn i64(mut self) -> Result<Option<i64>> {
        if let Some(ty) = self.letters_type()
            && is_int(ty)
        {
            let Some(raw) = self.raw()? else { return Ok(None) };
            return int(ty, raw).transpose();
        }
        self.i64_of_value()
    }

    #[cold]
    fn i64_of_value(self) -> Result<Option<i64>> {
        pick(self.value()?, "a signed integer", |value| match value {
            Value::Int(number) => Some(number),
            _ => None,
        })
    }

    /// An unsigned integer.
    ///
    /// # Errors
    /// The cell's fault; `type` for a column of another kind.
    #[inline]
    pub fn u64(mut self) -> Result<Option<u64>> {
        if let Some(ty) = self.letters_type()
            && let Some((name, max)) = unsigned(ty)
        {
            return self.raw()?.map(|raw| scalar::int::parse_unsigned(raw, name, max)).transpose();
        }
        self.u64_of_value()
    }

    #[cold]
    fn u64_of_value(self) -> Result<Option<u64>> {
        pick(self.value()?, "an unsigned integer", |value| match value {
            Value::UInt(number) => Some(number),
            _ => None,
        })
    }

    /// A float.
    ///
    /// # Errors
    /// The cell's fault; `type` for a column of another kind.
    #[inline]
    pub fn f64(mut self) -> Result<Option<f64>> {
        if let Some(ty) = self.letters_type()
            && let Some(width) = float(ty)
        {
            return self.raw()?.map(|raw| scalar::float::parse(raw, width)).transpose();
        }
        self.f64_of_value()
    }

    #[cold]
    fn f64_of_value(self) -> Result<Option<f64>> {
        pick(self.value()?, "a float", |value| match value {
            Value::Float(number) => Some(number),
            _ => None,
        })
    }

    /// A boolean.
    ///
    /// # Errors
    /// The cell's fault; `type` for a column of another kind.
    #[inline]
    pub fn bool(mut self) -> Result<Option<bool>> {
        if !matches!(self.letters_type(), Some(ColumnType::Bool)) {
            return self.bool_of_value();
        }
        let Some(raw) = self.raw()? else { return Ok(None) };
        self.cells.bool(raw).map(Some)
    }

    #[cold]
    fn bool_of_value(self) -> Result<Option<bool>> {
        pick(self.value()?, "a boolean", |value| match value {
            Value::Bool(value) => Some(value),
            _ => None,
        })
    }

    /// A text.
    ///
    /// # Errors
    /// The cell's fault; `type` for a column of another kind.
    #[inline]
    pub fn str(mut self) -> Result<Option<Cow<'a, str>>> {
        if !matches!(self.cells.slot, Slot::Plain(ColumnType::Str)) {
            return self.other_str();
        }
        let Some(raw) = self.raw()? else { return Ok(None) };
        self.cells.text(raw, self.cells.place.set).map(Some)
    }

    /// A text that is not all of its cell, or a key.
    #[inline(never)]
    fn other_str(mut self) -> Result<Option<Cow<'a, str>>> {
        match self.cells.slot {
            Slot::Key(ColumnType::Str) => {
                let Some(raw) = self.raw()? else { return Ok(None) };
                key_text(raw, self.cells.place.set).map(Some)
            }
            Slot::Like(prefix, suffix) => {
                let Some(raw) = self.raw()? else { return Ok(None) };
                self.cells.like(prefix, raw, suffix).map(|text| Some(Cow::Owned(text)))
            }
            _ => pick(self.value()?, "a text", |value| match value {
                Value::Str(text) => Some(text),
                _ => None,
            }),
        }
    }

    /// A text, appended to one in memory; false if it is null or missing, and nothing is appended.
    ///
    /// # Errors
    /// As [`str`](CellDecoder::str); a part of the text may be appended then.
    pub fn str_to(mut self, out: &mut impl Write) -> Result<bool> {
        if matches!(self.cells.slot, Slot::Plain(ColumnType::Str)) && self.cells.reading.names.is_empty() {
            let Some(raw) = self.raw()? else { return Ok(false) };
            return plain_text_to(raw, self.cells.place.set, out).map(|()| true);
        }
        let Some(text) = self.str()? else { return Ok(false) };
        put(out, &text).map(|()| true)
    }

    /// Bytes.
    ///
    /// # Errors
    /// The cell's fault; `type` for a column of another kind.
    pub fn bytes(mut self) -> Result<Option<Cow<'a, [u8]>>> {
        if !matches!(self.letters_type(), Some(ColumnType::Bin)) {
            return pick(self.value()?, "bytes", |value| match value {
                Value::Bin(bytes) => Some(bytes),
                _ => None,
            });
        }
        self.raw()?.map(bytes).transpose()
    }

    /// A number by its letters, of `num` and `dec` columns.
    ///
    /// # Errors
    /// The cell's fault; `type` for a column of another kind.
    pub fn number(mut self) -> Result<Option<Cow<'a, str>>> {
        if let Some(ty) = self.letters_type()
            && is_number(ty)
        {
            return self.raw()?.map(|raw| number(ty, raw).map(Cow::Borrowed)).transpose();
        }
        pick(self.value()?, "a number by its letters", |value| match value {
            Value::Number(letters) => Some(letters),
            _ => None,
        })
    }

    /// An interval.
    ///
    /// # Errors
    /// The cell's fault; `type` for a column of another kind.
    pub fn interval(mut self) -> Result<Option<Interval>> {
        if let Some(ColumnType::Interval(unit)) = self.letters_type() {
            return self.raw()?.map(|raw| temporal::parse_interval(raw, *unit)).transpose();
        }
        pick(self.value()?, "an interval", |value| match value {
            Value::Interval(interval) => Some(interval),
            _ => None,
        })
    }

    /// Null or a missing value.
    ///
    /// # Errors
    /// The cell's fault; `type` for a value.
    pub fn null(self) -> Result<()> {
        match self.value()? {
            Value::Null | Value::Missing => Ok(()),
            other => Err(Error::type_mismatch("null", other.kind())),
        }
    }

    /// A value of any kind.
    ///
    /// # Errors
    /// The cell's fault.
    pub fn value(self) -> Result<Value<'a>> {
        let Self { cells } = self;
        let place = cells.place;
        match cells.slot {
            Slot::Plain(ty) => cells.value(ty, place),
            Slot::Like(prefix, suffix) => {
                let raw = cells.take(place.set);
                match absent(raw, place)? {
                    Some(value) => Ok(value),
                    None => cells.like(prefix, raw, suffix).map(|text| Value::Str(Cow::Owned(text))),
                }
            }
            Slot::Constant(value) => Ok(borrow(value)),
            Slot::Key(ty) => {
                let raw = cells.take(place.set);
                cells.key(ty, raw, place)
            }
            Slot::Inline(_) | Slot::InlineItem(_) => {
                let Some(mut fields) = (Self { cells }).fields()? else { return Ok(Value::Null) };
                fields.values().map(Value::Struct)
            }
        }
    }

    /// Whether a container begins here; not if it is null or missing.
    fn opens(&mut self) -> Result<bool> {
        if self.cells.eat(OPEN) {
            return Ok(true);
        }
        let Slot::Plain(ty) = self.cells.slot else { return Ok(false) };
        let raw = self.cells.take(self.cells.place.set);
        match absent(raw, self.cells.place)? {
            Some(_) => Ok(false),
            None => Err(Cells::no_group(ty, raw)),
        }
    }

    /// A list. CELL-6.
    ///
    /// # Errors
    /// The cell's fault; `type` for a column of another kind, and for a constant, which is known by its value.
    pub fn list(mut self) -> Result<Option<ListDecoder<'c, 'a>>> {
        let Slot::Plain(ColumnType::List(item)) = self.cells.slot else {
            return Err(self.no_container("a list"));
        };
        if !self.opens()? {
            return Ok(None);
        }
        let depth = check_depth(self.cells.place.depth, &self.cells.reading.limits)?;
        let place = Place { depth, ..self.cells.place.group() };
        let alone = cells_of_type(item) == 1 && self.cells.is_spelled_out_alone();
        Ok(Some(ListDecoder { cells: self.cells, item, place: Place { alone, ..place }, state: State::First }))
    }

    /// A map. CELL-7.
    ///
    /// # Errors
    /// As [`list`](CellDecoder::list).
    pub fn map(mut self) -> Result<Option<MapDecoder<'c, 'a>>> {
        let Slot::Plain(ColumnType::Map(key, value)) = self.cells.slot else {
            return Err(self.no_container("a map"));
        };
        if !self.opens()? {
            return Ok(None);
        }
        let depth = check_depth(self.cells.place.depth, &self.cells.reading.limits)?;
        let place = Place { depth, ..self.cells.place.group() };
        Ok(Some(MapDecoder { cells: self.cells, key, value, place, state: State::First, seen: BTreeSet::new() }))
    }

    /// The fields of a struct. CELL-5.
    ///
    /// # Errors
    /// As [`list`](CellDecoder::list).
    pub fn fields(mut self) -> Result<Option<RowDecoder<'c, 'a>>> {
        let (columns, closes) = match self.cells.slot {
            Slot::Plain(ColumnType::Struct { columns, .. }) => (&**columns, true),
            Slot::Inline(columns) | Slot::InlineItem(columns) => (columns, false),
            _ => return Err(self.no_container("a struct")),
        };
        let mut place = self.cells.place;
        match self.cells.slot {
            Slot::Inline(_) => {
                if count_cells(columns) == 0 {
                    self.cells.reading.add(UNWRITTEN)?;
                }
            }
            Slot::InlineItem(_) => {
                if count_cells(columns) == 0 {
                    self.cells.expect_word(NOTHING, "`()` for an item without cells")?;
                }
                self.cells.fresh = true;
            }
            _ => {
                if !self.opens()? {
                    return Ok(None);
                }
                self.cells.fresh = true;
                place = Place { alone: count_cells(columns) == 1, ..place.group() };
            }
        }
        let depth = check_depth(place.depth, &self.cells.reading.limits)?;
        Ok(Some(RowDecoder { cells: self.cells, columns, place: Place { depth, ..place }, next: 0, closes }))
    }

    #[cold]
    fn no_container(&self, expected: &'static str) -> Error {
        match self.cells.slot {
            Slot::Plain(ty) | Slot::Key(ty) => Error::type_mismatch(expected, &type_name(ty)),
            Slot::Constant(value) => Error::type_mismatch(expected, "a constant").hint(match value {
                Value::Null | Value::Missing => "a constant null has no items",
                _ => "a constant is known by its value",
            }),
            Slot::Like(..) => Error::type_mismatch(expected, "str"),
            Slot::Inline(_) | Slot::InlineItem(_) => Error::type_mismatch(expected, "a struct"),
        }
    }
}

/// Where the reading of items stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    First,
    Next,
    Done,
}

/// The items of a list, one after the other.
#[derive(Debug)]
pub struct ListDecoder<'c, 'a> {
    cells: &'c mut Cells<'a>,
    item: &'a ColumnType,
    place: Place,
    state: State,
}

impl<'a> ListDecoder<'_, 'a> {
    /// The next item; none after the last. The item before has to be read.
    ///
    /// # Errors
    /// `syntax` for what is no list.
    #[expect(clippy::should_implement_trait, reason = "an item borrows from the list")]
    pub fn next(&mut self) -> Result<Option<CellDecoder<'_, 'a>>> {
        if !advance(self.cells, &mut self.state, "`;` or `)` after an item")? {
            return Ok(None);
        }
        Ok(Some(CellDecoder::item(self.cells, self.item, self.place)))
    }
}

/// Steps to the next item; false at the end.
fn advance(cells: &mut Cells<'_>, state: &mut State, expected: &'static str) -> Result<bool> {
    let more = match *state {
        State::Done => return Ok(false),
        State::First => !cells.eat(CLOSE),
        State::Next => cells.another(expected)?,
    };
    *state = if more { State::Next } else { State::Done };
    if !more {
        cells.fresh = false;
    }
    Ok(more)
}

/// The entries of a map: a key, its value, and so on.
#[derive(Debug)]
pub struct MapDecoder<'c, 'a> {
    cells: &'c mut Cells<'a>,
    key: &'a ColumnType,
    value: &'a ColumnType,
    place: Place,
    state: State,
    seen: BTreeSet<&'a str>,
}

impl<'a> MapDecoder<'_, 'a> {
    /// The next key; none after the last. The value before has to be read.
    ///
    /// # Errors
    /// `syntax` for what is no map, `duplicate` for a key that was there before.
    pub fn key(&mut self) -> Result<Option<CellDecoder<'_, 'a>>> {
        if !advance(self.cells, &mut self.state, "`;` or `)` after an entry")? {
            return Ok(None);
        }
        let place = self.place.key();
        let rest = self.cells.rest();
        let raw = rest.get(..self.cells.length(place.set)).unwrap_or(rest);
        // Each key has one spelling, so that equal keys have equal letters.
        if !self.seen.insert(raw) {
            return Err(Error::duplicate("key", raw));
        }
        Ok(Some(CellDecoder::new(self.cells, Slot::Key(self.key), place)))
    }

    /// The value of the key that was read last.
    ///
    /// # Errors
    /// `syntax` for what is no entry.
    pub fn value(&mut self) -> Result<CellDecoder<'_, 'a>> {
        self.cells.expect(EQUALS)?;
        Ok(CellDecoder::item(self.cells, self.value, self.place))
    }
}

/// The cells of a struct: one for each field, in order.
#[derive(Debug)]
pub struct RowDecoder<'c, 'a> {
    cells: &'c mut Cells<'a>,
    columns: &'a [Column],
    place: Place,
    next: usize,
    closes: bool,
}

impl<'a> RowDecoder<'_, 'a> {
    /// The next field; none after the last. The field before has to be read.
    ///
    /// # Errors
    /// `syntax` for what is no struct.
    pub fn cell(&mut self) -> Result<Option<CellDecoder<'_, 'a>>> {
        let Some(column) = self.columns.get(self.next) else {
            if core::mem::take(&mut self.closes) {
                self.cells.close("`)` after the last field")?;
                self.cells.fresh = false;
            }
            return Ok(None);
        };
        self.next = self.next.saturating_add(1);
        CellDecoder::column(self.cells, column, self.place).map(Some)
    }

    /// The values of all fields.
    pub(super) fn values(&mut self) -> Result<Vec<Value<'a>>> {
        let mut values = Vec::with_capacity(self.columns.len());
        while let Some(cell) = self.cell()? {
            values.push(cell.value()?);
        }
        Ok(values)
    }
}
