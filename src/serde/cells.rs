//! A `Serializer` of rows that writes their cells as they come. What it has no cell for is taken apart first.

use serde_core::ser::{self, Serialize, Serializer};

use super::capture::Capture;
use super::fields::is_same;
use super::into_cell::CellSerializer;
use super::kinds::{each_container, each_long_scalar, each_scalar};
use super::{NUMBER, RAW_VALUE};
use crate::{Column, ColumnRule, Error, Result, RowEncoder};

/// Writes the cells of a row, but for the field `time`.
///
/// # Errors
/// Any: the row may then be taken apart, which knows more forms of rows, and says what is wrong.
pub(super) fn write<T: ?Sized + Serialize>(
    row: &T,
    time: Option<&str>,
    capture: &Capture,
    cells: &mut RowEncoder<'_, '_>,
) -> Result<()> {
    match cells.column() {
        Some(column) if column.name().is_none() => {
            let ty = column.column_type();
            row.serialize(CellSerializer { cell: cells.cell()?, ty, capture })
        }
        _ => row.serialize(RowSerializer { row: &mut Written { cells, time, capture } }),
    }
}

/// No fault, but a row of another form.
#[cold]
pub(super) fn another_form() -> Error {
    Error::message("a row in another form")
}

/// A row, as far as it is written.
struct Written<'w, 'c, 'a> {
    cells: &'w mut RowEncoder<'c, 'a>,
    time: Option<&'w str>,
    capture: &'w Capture,
}

/// Takes a struct whose fields come in the order of the columns. It is passed on as one pointer.
struct RowSerializer<'r, 'w, 'c, 'a> {
    row: &'r mut Written<'w, 'c, 'a>,
}

/// What is no such struct.
macro_rules! other_scalars {
    ($($method:ident($($name:ident: $type:ty),*);)*) => {$(
        fn $method(self, $(_: $type),*) -> Result<()> {
            Err(another_form())
        }
    )*};
}

macro_rules! other_containers {
    ($($method:ident($($type:ty),*) -> $ok:ty;)*) => {$(
        fn $method(self, $(_: $type),*) -> Result<$ok> {
            Err(another_form())
        }
    )*};
}

impl Serializer for RowSerializer<'_, '_, '_, '_> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = ser::Impossible<(), Error>;
    type SerializeTuple = ser::Impossible<(), Error>;
    type SerializeTupleStruct = ser::Impossible<(), Error>;
    type SerializeTupleVariant = ser::Impossible<(), Error>;
    type SerializeMap = ser::Impossible<(), Error>;
    type SerializeStruct = Self;
    type SerializeStructVariant = ser::Impossible<(), Error>;

    each_scalar! { other_scalars }
    each_long_scalar! { other_scalars }
    each_container! { other_containers }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<()> {
        Err(another_form())
    }

    #[inline]
    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Self> {
        if matches!(name, NUMBER | RAW_VALUE) { Err(another_form()) } else { Ok(self) }
    }
}

impl ser::SerializeStruct for RowSerializer<'_, '_, '_, '_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Result<()> {
        let row = &mut *self.row;
        if row.time.is_some() && row.time == Some(name) {
            row.time = None;
            return Ok(());
        }
        field(row.cells, name, value, row.capture)
    }

    fn skip_field(&mut self, _: &'static str) -> Result<()> {
        Ok(())
    }

    #[inline]
    fn end(self) -> Result<()> {
        rest(self.row.cells)
    }
}

/// Writes a field into its column, which none may precede that has to have a value.
#[inline]
pub(super) fn field<T: ?Sized + Serialize>(
    cells: &mut RowEncoder<'_, '_>,
    name: &'static str,
    value: &T,
    capture: &Capture,
) -> Result<()> {
    while let Some(column) = cells.column() {
        if column.name().is_some_and(|column| is_same(column, name)) {
            let ty = column.column_type();
            return value.serialize(CellSerializer { cell: cells.cell()?, ty, capture });
        }
        absent(cells, column)?;
    }
    Err(another_form())
}

/// A column that the row leaves out.
fn absent(cells: &mut RowEncoder<'_, '_>, column: &Column) -> Result<()> {
    match column.rule() {
        ColumnRule::Always(constant) => cells.cell()?.value(constant),
        _ if column.may_be_missing() => cells.cell()?.missing(),
        _ => Err(another_form()),
    }
}

/// The columns behind those that were written.
#[inline]
pub(super) fn rest(cells: &mut RowEncoder<'_, '_>) -> Result<()> {
    while let Some(column) = cells.column() {
        absent(cells, column)?;
    }
    Ok(())
}
