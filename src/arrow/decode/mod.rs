//! Cells as arrays: for each column one sink, chosen once, that takes the cells of its rows and gives an array.

mod auto;
mod bytes;
mod coded;
pub(super) mod nested;
mod scalar;

use core::fmt;

use arrow_array::ArrayRef;
use arrow_schema::{ArrowError, DataType, Field};

use crate::{CellDecoder, ColumnType, Error, Result, Row, Value};

/// Takes values and builds an array.
///
/// After an error a sink is not used any more: it may hold a part of a value.
pub(super) trait Sink: fmt::Debug + Send {
    /// Takes the cell of the next row; null and missing are both null.
    fn read(&mut self, cell: CellDecoder<'_, '_>) -> Result<()>;

    /// Takes the cells of a column, of one row after the other.
    ///
    /// # Errors
    /// The first fault, and its row among these.
    fn read_rows(&mut self, rows: &[Row], column: usize) -> core::result::Result<(), (usize, Error)> {
        each(rows, column, |cell| self.read(cell))
    }

    /// Takes a value that has no cell: a constant, an instant, a key, a null below another.
    fn push(&mut self, value: Value<'_>) -> Result<()>;

    /// The array of what was taken, and an empty sink again.
    fn finish(&mut self) -> Result<ArrayRef>;
}

/// Reads a cell of each row.
#[inline]
fn each(
    rows: &[Row],
    column: usize,
    mut read: impl FnMut(CellDecoder<'_, '_>) -> Result<()>,
) -> core::result::Result<(), (usize, Error)> {
    for (index, row) in rows.iter().enumerate() {
        // A fault of the cell is told best by its value.
        row.cell_with(column, &mut read).map_err(|error| (index, row.value(column).err().unwrap_or(error)))?;
    }
    Ok(())
}

pub(super) type Boxed = Box<dyn Sink>;

/// A sink for a field, which may want no nulls.
#[derive(Debug)]
pub(super) struct Slot {
    nullable: bool,
    sink: Boxed,
}

impl Slot {
    /// The slot for values of a column type in a field.
    ///
    /// # Errors
    /// `type` if the field can't hold such values.
    pub(super) fn new(ty: &ColumnType, field: &Field) -> Result<Self> {
        Ok(Self { nullable: field.is_nullable(), sink: sink(ty, field.data_type())? })
    }

    pub(super) fn push(&mut self, value: Value<'_>) -> Result<()> {
        if !self.nullable && matches!(value, Value::Null | Value::Missing) {
            return Err(Error::type_mismatch("a value, in a field that is not nullable", value.kind()));
        }
        self.sink.push(value)
    }

    pub(super) fn read(&mut self, cell: CellDecoder<'_, '_>) -> Result<()> {
        if let Some(constant) = cell.constant() {
            return self.push(constant.clone());
        }
        if !self.nullable && cell.is_absent() {
            // Where no null may stand, reading it says so.
            return self.push(cell.value()?);
        }
        self.sink.read(cell)
    }

    /// Takes the cells of a column, as [`Sink::read_rows`] does.
    pub(super) fn read_rows(&mut self, rows: &[Row], column: usize) -> core::result::Result<(), (usize, Error)> {
        let schema = rows.first().and_then(Row::schema);
        let declared = schema.and_then(|schema| schema.columns().get(column));
        if !self.nullable || declared.is_some_and(|column| column.constant().is_some()) {
            return each(rows, column, |cell| self.read(cell));
        }
        self.sink.read_rows(rows, column)
    }

    /// A null that no one sees, below a null struct or list.
    fn skip(&mut self) -> Result<()> {
        self.sink.push(Value::Null)
    }

    pub(super) fn finish(&mut self) -> Result<ArrayRef> {
        self.sink.finish()
    }
}

/// The sink for values of a column type in an Arrow type.
fn sink(ty: &ColumnType, target: &DataType) -> Result<Boxed> {
    let found = match target {
        DataType::Dictionary(key, value) => coded::dictionary(key, sink(ty, value)?),
        DataType::RunEndEncoded(ends, values) => coded::runs(ends.data_type(), target, Slot::new(ty, values)?),
        DataType::List(_)
        | DataType::LargeList(_)
        | DataType::ListView(_)
        | DataType::LargeListView(_)
        | DataType::FixedSizeList(..)
        | DataType::Struct(_)
        | DataType::Map(..) => nested::sink(ty, target)?,
        _ => bytes::sink(ty, target).or_else(|| scalar::sink(ty, target)),
    };
    found.ok_or_else(|| {
        Error::type_mismatch(format!("a column for the Arrow type {target}"), &ty.to_string())
            .hint("read it without a schema and cast it, or ask for the type that the column has")
    })
}

/// A fault that Arrow found when an array was put together.
#[cold]
pub(super) fn refused(error: &ArrowError) -> Error {
    Error::type_mismatch("values that Arrow takes", &error.to_string())
}

/// A value of another kind than the type of its column has.
#[cold]
fn stray(value: &Value<'_>) -> Error {
    Error::type_mismatch("a value of the type of its column", value.kind())
}
