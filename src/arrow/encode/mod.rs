//! Arrays as cells: for each array of a batch one source, chosen once, that writes the cell of a row from the array's
//! buffers.

mod nested;
mod scalar;

use arrow_array::Array;
use arrow_schema::DataType;

use crate::{CellEncoder, Error, Result, Value};

/// The values of an array.
pub(super) trait Source<'a> {
    /// Writes the value of a row that the array has.
    fn write(&self, row: usize, cell: CellEncoder<'_, '_>) -> Result<()>;

    /// The value of a row, for a look at it before the first is written; none where the array has no scalars.
    fn scalar(&self, _row: usize) -> Option<Value<'a>> {
        None
    }

    /// Gives the texts of a row, for a look at what they begin with; not those of the keys of maps.
    fn texts(&self, row: usize, take: &mut dyn FnMut(&str)) {
        if let Some(Value::Str(text)) = self.scalar(row) {
            take(&text);
        }
    }

    /// Whether [`check`](Source::check) can find anything.
    fn has_maps(&self) -> bool {
        false
    }

    /// Refuses a map of the row that has a key twice.
    fn check(&self, _row: usize) -> Result<()> {
        Ok(())
    }
}

pub(super) type Boxed<'a> = Box<dyn Source<'a> + 'a>;

/// The source for an array.
pub(super) fn source(array: &dyn Array) -> Result<Boxed<'_>> {
    let found = match array.data_type() {
        DataType::List(_)
        | DataType::LargeList(_)
        | DataType::ListView(_)
        | DataType::LargeListView(_)
        | DataType::FixedSizeList(..)
        | DataType::Struct(_)
        | DataType::Map(..)
        | DataType::Dictionary(..)
        | DataType::RunEndEncoded(..) => nested::source(array)?,
        _ => scalar::source(array),
    };
    found.ok_or_else(|| unknown(array))
}

#[cold]
fn unknown(array: &dyn Array) -> Error {
    Error::type_mismatch("an array of a type that a column can have", &array.data_type().to_string())
}
