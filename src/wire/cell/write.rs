//! Cells one after the other, typed, and the containers that hold them. `read` is its twin.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::print::{Printer, plain_text};
use super::{Place, UNWRITTEN, Writing, cells_of_type, check_depth, count_cells, type_name, unwritten};
use crate::error::{Error, Result};
use crate::schema::{Column, ColumnRule, ColumnType};
use crate::value::{Interval, Value};
use crate::wire::bytes::{CELL, CLOSE, EQUALS, ITEM, NOTHING, OPEN};

/// A line that is written, at its end.
#[derive(Debug)]
pub(crate) struct Line<'a> {
    out: &'a mut Vec<u8>,
    writing: &'a Writing,
    /// No cell of this row or group was written yet.
    fresh: bool,
    /// Cells and containers that were begun and are not whole.
    open: usize,
    /// What the cell that was begun last may hold, and where it stands.
    slot: Slot<'a>,
    place: Place,
}

impl<'a> Line<'a> {
    /// `fresh`: the next cell is the first of its row.
    pub(crate) const fn new(fresh: bool, writing: &'a Writing, out: &'a mut Vec<u8>) -> Self {
        let (slot, place) = (Slot::Plain(&ColumnType::Null), Place::row(0, 0));
        Self { out, writing, fresh, open: 0, slot, place }
    }

    #[inline]
    const fn printer(&mut self) -> Printer<'_> {
        Printer::new(self.out, self.writing)
    }

    /// Requires that all is whole that was begun since `level`.
    #[inline]
    fn check(&self, level: usize) -> Result<()> {
        if self.open == level { Ok(()) } else { Err(unwritten_cell()) }
    }

    /// Begins a cell.
    #[inline]
    const fn begin(&mut self, slot: Slot<'a>, place: Place) -> CellEncoder<'_, 'a> {
        self.open = self.open.saturating_add(1);
        self.slot = slot;
        self.place = place;
        CellEncoder { line: self }
    }

    /// Begins a list item or map value.
    fn item(&mut self, ty: &'a ColumnType, place: Place) -> CellEncoder<'_, 'a> {
        let slot = match ty {
            ColumnType::Struct { columns, bracketed: false } => Slot::InlineItem(columns),
            ty => Slot::Plain(ty),
        };
        self.begin(slot, place)
    }

    #[inline]
    const fn end(&mut self) {
        self.open = self.open.saturating_sub(1);
    }

    /// Ends a container with brackets, which is a cell of what is around it.
    fn end_container(&mut self) {
        self.fresh = false;
        self.end();
    }
}

#[cold]
fn unwritten_cell() -> Error {
    Error::syntax("a value for the cell that was begun", "none").hint("end each list, map and struct, too")
}

/// What a cell may hold.
#[derive(Clone, Copy, Debug)]
enum Slot<'a> {
    Plain(&'a ColumnType),
    /// The rest of a text that begins and ends with these.
    Like(&'a str, &'a str),
    /// Nothing: the header has the value, which is no container.
    Constant(&'a Value<'static>),
    /// The fields of a struct, in cells of their own.
    Inline(&'a [Column]),
    /// The same, as an item of a list or map.
    InlineItem(&'a [Column]),
    Key(&'a ColumnType),
}

/// One cell that is to be written.
///
/// It takes one value, by the method of the value's kind; each says how it went, and nothing else is written into the
/// row after an error. A cell that is dropped without a value is an error of the next one.
///
/// Each method: `type` for a value that the column does not have, `range` for one that its type can't hold.
#[derive(Debug)]
#[must_use = "a cell takes one value"]
pub struct CellEncoder<'c, 'a> {
    /// At the cell: what it may hold and where it stands are noted there, so that a cell is passed on as one pointer.
    line: &'c mut Line<'a>,
}

/// What follows the writing of a scalar: only a plain cell has its own way, all others compare or cut.
macro_rules! scalar {
    ($(#[$doc:meta])* $name:ident($value:ident: $of:ty) => $method:ident($($argument:ident),*), $as_value:expr) => {
        $(#[$doc])*
        #[inline]
        pub fn $name(self, $value: $of) -> Result<()> {
            match self.line.slot {
                Slot::Plain(ty) => {
                    $(let $argument = &self.line.place;)*
                    Printer::new(self.line.out, self.line.writing).$method(ty, $value, $($argument),*)?;
                }
                _ => return self.other(&$as_value),
            }
            self.line.end();
            Ok(())
        }
    };
}

impl<'c, 'a> CellEncoder<'c, 'a> {
    scalar! {
        /// A boolean.
        bool(value: bool) => bool(place), Value::Bool(value)
    }

    scalar! {
        /// A signed integer, or a count of days or units (dates, times, time stamps, durations).
        i64(value: i64) => int(place), Value::Int(value)
    }

    scalar! {
        /// An unsigned integer.
        u64(value: u64) => uint(place), Value::UInt(value)
    }

    scalar! {
        /// A float. `f16` and `f32` columns take their own values alone.
        f64(value: f64) => float(place), Value::Float(value)
    }

    scalar! {
        /// A number by its letters, for `num` and `dec` columns.
        number(letters: &str) => number(place), Value::number(letters)
    }

    scalar! {
        /// A text.
        str(text: &str) => str(place), Value::from(text)
    }

    scalar! {
        /// Bytes.
        bytes(bytes: &[u8]) => bytes(), Value::from(bytes)
    }

    scalar! {
        /// An interval.
        interval(interval: Interval) => interval(), Value::Interval(interval)
    }

    /// Null.
    pub fn null(self) -> Result<()> {
        self.value(&Value::Null)
    }

    /// A missing value, in a column with `?`.
    pub fn missing(self) -> Result<()> {
        self.value(&Value::Missing)
    }

    /// A value of any kind.
    #[inline]
    pub fn value(self, value: &Value<'_>) -> Result<()> {
        match (self.line.slot, value) {
            (Slot::Plain(ColumnType::List(_)), Value::List(items)) => {
                let mut list = self.list(items.len())?;
                items.iter().try_for_each(|item| list.item()?.value(item))?;
                list.end()
            }
            (Slot::Plain(ColumnType::Map(..)), Value::Map(entries)) => {
                let mut map = self.map(entries.len())?;
                for (key, value) in entries {
                    map.key()?.value(key)?;
                    map.value()?.value(value)?;
                }
                map.end()
            }
            (Slot::Plain(ColumnType::Struct { .. }) | Slot::Inline(_) | Slot::InlineItem(_), Value::Struct(values)) => {
                let mut fields = self.fields()?;
                fields.check_width(values.len())?;
                values.iter().try_for_each(|value| fields.cell()?.value(value))?;
                fields.end()
            }
            (Slot::Plain(ty), value) => {
                let place = self.line.place;
                self.line.printer().flat(ty, value, place)?;
                self.line.end();
                Ok(())
            }
            (_, value) => self.other(value),
        }
    }

    /// A value of a cell that is not plain.
    fn other(self, value: &Value<'_>) -> Result<()> {
        let (slot, place) = (self.line.slot, self.line.place);
        let mut printer = self.line.printer();
        match slot {
            Slot::Plain(ty) => printer.flat(ty, value, place)?,
            Slot::Like(prefix, suffix) => printer.like(prefix, suffix, value, place)?,
            Slot::Constant(constant) if constant == value => printer.add(unwritten(constant))?,
            Slot::Constant(..) => return Err(no_constant(value.kind())),
            Slot::Inline(_) | Slot::InlineItem(_) => return Err(Error::type_mismatch("a struct", value.kind())),
            Slot::Key(ty) => match (ty, value) {
                (_, Value::Null | Value::Missing) => return Err(Error::type_mismatch("a key", value.kind())),
                (ColumnType::Str, Value::Str(text)) => plain_text(text, place.set, printer.out),
                _ => printer.flat(ty, value, place)?,
            },
        }
        self.line.end();
        Ok(())
    }

    #[cold]
    fn no_container(&self, kind: &'static str) -> Error {
        match self.line.slot {
            Slot::Plain(ty) if matches!(ty, ColumnType::Auto | ColumnType::Json) => {
                Error::type_mismatch(type_name(ty), kind).hint("give it as a value")
            }
            Slot::Plain(ty) | Slot::Key(ty) => Error::type_mismatch(type_name(ty), kind),
            Slot::Like(..) => Error::type_mismatch("str", kind),
            Slot::Constant(..) => no_constant(kind),
            Slot::Inline(_) | Slot::InlineItem(_) => Error::type_mismatch("a struct", kind),
        }
    }

    /// A list of so many items. CELL-6.
    pub fn list(self, length: usize) -> Result<ListEncoder<'c, 'a>> {
        let Slot::Plain(ColumnType::List(item)) = self.line.slot else {
            return Err(self.no_container("a list"));
        };
        let depth = check_depth(self.line.place.depth, &self.line.writing.limits)?;
        let alone = length == 1 && cells_of_type(item) == 1;
        let place = Place { depth, alone, ..self.line.place.group() };
        self.line.out.push(OPEN);
        let Self { line } = self;
        let level = line.open;
        Ok(ListEncoder { line, item, place, level, length, next: 0 })
    }

    /// A map of so many entries. CELL-7.
    pub fn map(self, length: usize) -> Result<MapEncoder<'c, 'a>> {
        let Slot::Plain(ColumnType::Map(key, value)) = self.line.slot else {
            return Err(self.no_container("a map"));
        };
        let depth = check_depth(self.line.place.depth, &self.line.writing.limits)?;
        let place = Place { depth, ..self.line.place.group() };
        self.line.out.push(OPEN);
        let Self { line } = self;
        let (level, start) = (line.open, line.out.len());
        let seen = BTreeSet::new();
        Ok(MapEncoder { line, key, value, place, level, length, next: 0, start, seen })
    }

    /// The fields of a struct. CELL-5.
    pub fn fields(self) -> Result<RowEncoder<'c, 'a>> {
        let (columns, form) = match self.line.slot {
            Slot::Inline(columns) | Slot::InlineItem(columns) => (columns, Form::Inline),
            Slot::Plain(ColumnType::Struct { columns, .. }) => (&**columns, Form::Group),
            _ => return Err(self.no_container("a struct")),
        };
        let depth = check_depth(self.line.place.depth, &self.line.writing.limits)?;
        let mut place = Place { depth, ..self.line.place };
        match self.line.slot {
            Slot::Inline(_) if count_cells(columns) == 0 => {
                self.line.printer().add(UNWRITTEN)?;
            }
            Slot::Inline(_) => {}
            Slot::InlineItem(_) => {
                if count_cells(columns) == 0 {
                    self.line.out.extend_from_slice(NOTHING.as_bytes());
                }
                self.line.fresh = true;
            }
            _ => {
                self.line.out.push(OPEN);
                self.line.fresh = true;
                place = Place { depth, alone: count_cells(columns) == 1, ..self.line.place.group() };
            }
        }
        let Self { line } = self;
        let level = line.open;
        Ok(RowEncoder { line, columns, place, level, form, next: 0 })
    }
}

#[cold]
fn no_constant(found: &'static str) -> Error {
    Error::range("the constant that the header declares", found)
}

#[cold]
fn other_width(columns: &[Column], found: usize) -> Error {
    Error::width(columns.len(), found).hint("a struct has a value for each field")
}

/// The items of a list, one after the other.
#[derive(Debug)]
#[must_use = "a list has an end"]
pub struct ListEncoder<'c, 'a> {
    line: &'c mut Line<'a>,
    item: &'a ColumnType,
    place: Place,
    level: usize,
    length: usize,
    next: usize,
}

impl<'a> ListEncoder<'_, 'a> {
    /// The next item.
    ///
    /// # Errors
    /// `width` if there were as many as the list was said to have; `syntax` if the item before has no value.
    pub fn item(&mut self) -> Result<CellEncoder<'_, 'a>> {
        self.line.check(self.level)?;
        if self.next >= self.length {
            return Err(self.other_length(self.length.saturating_add(1)));
        }
        if self.next > 0 {
            self.line.out.push(ITEM);
        }
        self.next = self.next.saturating_add(1);
        Ok(self.line.item(self.item, self.place))
    }

    #[cold]
    fn other_length(&self, found: usize) -> Error {
        Error::width(self.length, found).hint("a list has as many items as was said")
    }

    /// Ends the list.
    ///
    /// # Errors
    /// `width` for fewer items than the list was said to have; `syntax` if the last has no value.
    pub fn end(self) -> Result<()> {
        self.line.check(self.level)?;
        if self.next != self.length {
            return Err(self.other_length(self.next));
        }
        self.line.out.push(CLOSE);
        self.line.end_container();
        Ok(())
    }
}

/// The entries of a map: a key, its value, and so on.
#[derive(Debug)]
#[must_use = "a map has an end"]
pub struct MapEncoder<'c, 'a> {
    line: &'c mut Line<'a>,
    key: &'a ColumnType,
    value: &'a ColumnType,
    place: Place,
    level: usize,
    length: usize,
    /// Keys and values so far.
    next: usize,
    /// Where the last key begins.
    start: usize,
    seen: BTreeSet<Vec<u8>>,
}

impl<'a> MapEncoder<'_, 'a> {
    /// The next key; a text, or a scalar of the type of the keys, and never null.
    ///
    /// # Errors
    /// `width` if there were as many as the map was said to have; `syntax` if the value before it was not written.
    pub fn key(&mut self) -> Result<CellEncoder<'_, 'a>> {
        self.line.check(self.level)?;
        if !self.next.is_multiple_of(2) {
            return Err(unwritten_cell());
        }
        if self.next / 2 >= self.length {
            return Err(self.other_length(self.length.saturating_add(1)));
        }
        if self.next > 0 {
            self.line.out.push(ITEM);
        }
        self.next = self.next.saturating_add(1);
        self.start = self.line.out.len();
        Ok(self.line.begin(Slot::Key(self.key), self.place.key()))
    }

    /// The value of the last key.
    ///
    /// # Errors
    /// `duplicate` for a key that was there before; `syntax` without a key.
    pub fn value(&mut self) -> Result<CellEncoder<'_, 'a>> {
        self.line.check(self.level)?;
        if self.next.is_multiple_of(2) {
            return Err(Error::syntax("the key of an entry first", "its value"));
        }
        let letters = self.line.out.get(self.start..).unwrap_or_default();
        if self.length > 1 && !self.seen.insert(letters.to_owned()) {
            return Err(Error::duplicate("key", core::str::from_utf8(letters).unwrap_or_default()));
        }
        self.line.out.push(EQUALS);
        self.next = self.next.saturating_add(1);
        Ok(self.line.item(self.value, self.place))
    }

    #[cold]
    fn other_length(&self, found: usize) -> Error {
        Error::width(self.length, found).hint("a map has as many entries as was said")
    }

    /// Ends the map.
    ///
    /// # Errors
    /// As [`ListEncoder::end`].
    pub fn end(self) -> Result<()> {
        self.line.check(self.level)?;
        if !self.next.is_multiple_of(2) {
            return Err(unwritten_cell());
        }
        if self.next / 2 != self.length {
            return Err(self.other_length(self.next / 2));
        }
        self.line.out.push(CLOSE);
        self.line.end_container();
        Ok(())
    }
}

/// The cells of a row, or of a struct: one for each column, in order.
#[derive(Debug)]
#[must_use = "a row has an end"]
pub struct RowEncoder<'c, 'a> {
    line: &'c mut Line<'a>,
    columns: &'a [Column],
    place: Place,
    level: usize,
    form: Form,
    next: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Row,
    /// `(a,b)`
    Group,
    /// A struct whose cells stand among those around it.
    Inline,
}

impl<'c, 'a> RowEncoder<'c, 'a> {
    pub(crate) const fn row(columns: &'a [Column], place: Place, line: &'c mut Line<'a>) -> Self {
        let level = line.open;
        Self { line, columns, place, level, form: Form::Row, next: 0 }
    }

    /// The next cell.
    ///
    /// # Errors
    /// `width` if there is no other column; `syntax` if the cell before has no value.
    #[inline]
    pub fn cell(&mut self) -> Result<CellEncoder<'_, 'a>> {
        self.line.check(self.level)?;
        let Some(column) = self.columns.get(self.next) else {
            return Err(self.other_width(self.next.saturating_add(1)));
        };
        self.next = self.next.saturating_add(1);
        let place = Place { missing: column.missing, ..self.place };
        let slot = match (&column.rule, &column.ty) {
            (ColumnRule::Always(value), _) => Slot::Constant(value),
            (_, ColumnType::Struct { columns, bracketed: false }) => Slot::Inline(columns),
            (rule, ty) => {
                if !core::mem::replace(&mut self.line.fresh, false) {
                    self.line.out.push(CELL);
                }
                match rule {
                    ColumnRule::Like { prefix, suffix } => Slot::Like(prefix, suffix),
                    _ => Slot::Plain(ty),
                }
            }
        };
        Ok(self.line.begin(slot, place))
    }

    /// The column of the next cell; none after the last.
    #[must_use]
    #[inline]
    pub fn column(&self) -> Option<&'a Column> {
        self.columns.get(self.next)
    }

    /// The column whose cell was begun last, for messages.
    pub(crate) fn current(&self) -> Option<(usize, Option<&'a str>)> {
        let index = self.next.checked_sub(1).filter(|_| self.line.open > self.level)?;
        Some((index, self.columns.get(index)?.name()))
    }

    #[cold]
    fn other_width(&self, found: usize) -> Error {
        match self.form {
            Form::Row => Error::width(self.columns.len(), found).hint("a row has a value for each column"),
            _ => other_width(self.columns, found),
        }
    }

    /// Requires so many columns.
    pub(crate) fn check_width(&self, values: usize) -> Result<()> {
        if values == self.columns.len() { Ok(()) } else { Err(self.other_width(values)) }
    }

    /// Requires that every cell has its value.
    pub(crate) fn check(&self) -> Result<()> {
        self.line.check(self.level)?;
        if self.next == self.columns.len() { Ok(()) } else { Err(self.other_width(self.next)) }
    }

    /// Ends a struct. A row ends by itself.
    ///
    /// # Errors
    /// `width` for fewer values than fields; `syntax` if the last has no value.
    pub fn end(self) -> Result<()> {
        self.check()?;
        match self.form {
            Form::Row => {}
            Form::Group => {
                self.line.out.push(CLOSE);
                self.line.end_container();
            }
            Form::Inline => self.line.end(),
        }
        Ok(())
    }
}

/// Writes the argument of `always`.
pub(crate) fn print_constant(
    value: &Value<'_>,
    column: &Column,
    writing: &Writing,
    depth: usize,
    out: &mut Vec<u8>,
) -> Result<()> {
    let place = Place { missing: column.missing, ..Place::constant(depth) };
    print_value(&column.ty, value, place, writing, out)
}

/// Writes a value alone.
pub(crate) fn print_value(
    ty: &ColumnType,
    value: &Value<'_>,
    place: Place,
    writing: &Writing,
    out: &mut Vec<u8>,
) -> Result<()> {
    Line::new(true, writing, out).begin(Slot::Plain(ty), place).value(value)
}
