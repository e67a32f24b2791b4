//! A row of a table or series: its line, split into cells that are decoded when asked for.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::error::{Error, Position, Result};
use crate::header::Header;
use crate::schema::{Column, ColumnType, Schema};
use crate::value::Value;
use crate::wire;
use crate::wire::cell::{Cells, Place, Reading};
use crate::wire::row::Plan;
use crate::wire::series::Clock;

/// What the rows of a block have in common.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) header: Header,
    pub(crate) shared: Shared,
    pub(crate) reading: Reading,
}

/// What the rows of a block have in common for a reader and a writer alike, worked out once from its header.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shared {
    pub(crate) plan: Plan,
    /// Containers around a cell, or around a record.
    pub(crate) depth: usize,
    /// Rows or lines of the body; none if the closing line has the count.
    pub(crate) count: Option<u64>,
    /// The index of the first row in the whole.
    pub(crate) from: u64,
    /// Of a series.
    pub(crate) clock: Option<Clock>,
}

impl Shared {
    pub(crate) fn new(header: &Header) -> Result<Self> {
        let outer = wire::header::outer(header)?;
        let axis = header.axis().map(|(_, form)| form);
        Ok(Self {
            plan: header.schema().map(Plan::new).unwrap_or_default(),
            depth: header.schema().map_or(outer, |schema| wire::row::depth(schema, outer)),
            count: header.count(),
            from: header.from().unwrap_or(0),
            clock: header.t0().map(|t0| Clock { t0, axis }),
        })
    }
}

impl Block {
    pub(crate) fn new(header: Header, reading: Reading) -> Result<Self> {
        Ok(Self { shared: Shared::new(&header)?, header, reading })
    }
}

/// One row, with its line and where its cells end; made once and used for every row by [`Reader::read_row`].
///
/// Cells are raw until asked for: counting and skipping rows decodes nothing.
///
/// [`Reader::read_row`]: crate::Reader::read_row
#[derive(Clone, Debug, Default)]
pub struct Row {
    pub(crate) line: String,
    /// Bytes at the start of the line that are no data.
    pub(crate) from: usize,
    pub(crate) ends: Vec<usize>,
    pub(crate) position: Option<Position>,
    pub(crate) number: Option<u64>,
    pub(crate) offset: Option<i64>,
    pub(crate) key: Option<String>,
    pub(crate) block: Option<Arc<Block>>,
}

impl Row {
    /// An empty row, to be filled.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The row number (`#`), where the table has them.
    #[must_use]
    pub const fn number(&self) -> Option<u64> {
        self.number
    }

    /// The offset from `t0`, in the unit of the series.
    #[must_use]
    pub const fn offset(&self) -> Option<i64> {
        self.offset
    }

    /// The key (`@`), in a keyed table; with what its template adds.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// Where the row stands in its document.
    #[must_use]
    pub const fn position(&self) -> Option<Position> {
        self.position
    }

    /// The header of the row's block.
    #[must_use]
    pub fn header(&self) -> Option<&Header> {
        Some(&self.block.as_ref()?.header)
    }

    /// The schema of the row's block.
    #[must_use]
    pub fn schema(&self) -> Option<&Schema> {
        self.block.as_ref()?.header.schema()
    }

    fn columns(&self) -> &[Column] {
        self.schema().map_or(&[], Schema::columns)
    }

    /// The number of values: one for each column of the schema.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns().len()
    }

    /// Whether the row has no columns.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The letters of a column's cell as they stand in the document; none for a constant, an inline struct or an unknown column.
    ///
    /// A space at the end of a line is already itself.
    #[must_use]
    pub fn cell(&self, column: usize) -> Option<RawCell<'_>> {
        let declared = self.columns().get(column)?;
        if declared.constant().is_some() || declared.ty.is_inline() {
            return None;
        }
        let index = self.block.as_ref()?.shared.plan.first_cell(column);
        Some(RawCell { text: self.raw(index), row: self, column })
    }

    /// The letters of a cell, lead cells included.
    pub(crate) fn raw(&self, index: usize) -> &str {
        let end = self.ends.get(index).copied().unwrap_or(self.line.len());
        self.line.get(self.start(index)..end).unwrap_or_default()
    }

    fn start(&self, index: usize) -> usize {
        match index.checked_sub(1) {
            None => self.from,
            Some(before) => self.ends.get(before).map_or(self.line.len(), |end| end.saturating_add(1)),
        }
    }

    /// The value of a column.
    ///
    /// # Errors
    /// The cell's fault, with its place; `range` for a column that is not there.
    pub fn value(&self, column: usize) -> Result<Value<'_>> {
        let (Some(block), Some(declared)) = (&self.block, self.columns().get(column)) else {
            return Err(self.place(Error::range("a column of the row", &alloc::format!("{column}")), column));
        };
        self.decode(block, declared, column).map_err(|error| self.place(error, column))
    }

    fn decode<'a>(&'a self, block: &'a Block, declared: &'a Column, column: usize) -> Result<Value<'a>> {
        let cells = block.shared.plan.cells();
        let first = block.shared.plan.first_cell(column);
        let after = block.shared.plan.first_cell(column.saturating_add(1));
        let letters = if first == after {
            ""
        } else {
            let end = after.checked_sub(1).and_then(|last| self.ends.get(last)).copied();
            self.line.get(self.start(first)..end.unwrap_or(self.line.len())).unwrap_or_default()
        };
        let place = Place::row(block.shared.depth, cells);
        let mut reader = Cells::new(letters, &block.reading);
        if Cells::is_flat(declared) {
            return reader.flat(declared, letters, place);
        }
        let value = reader.column(declared, place)?;
        reader.end()?;
        Ok(value)
    }

    /// The values of all columns.
    ///
    /// # Errors
    /// The first faulty cell.
    pub fn values(&self) -> Result<Vec<Value<'_>>> {
        (0..self.len()).map(|column| self.value(column)).collect()
    }

    #[cold]
    fn place(&self, error: Error, column: usize) -> Error {
        let name = self.columns().get(column).and_then(Column::name);
        let error = error.in_column(column, name);
        match self.position {
            Some(position) => error.at(position),
            None => error,
        }
    }
}

/// A cell that is not decoded yet.
#[derive(Clone, Copy, Debug)]
pub struct RawCell<'a> {
    text: &'a str,
    row: &'a Row,
    column: usize,
}

impl<'a> RawCell<'a> {
    /// The cell's letters.
    #[must_use]
    pub const fn as_str(&self) -> &'a str {
        self.text
    }

    /// Byte of the document where the cell starts, from 0.
    #[must_use]
    pub fn byte(&self) -> u64 {
        let block = self.row.block.as_ref();
        let start = block.map_or(0, |block| self.row.start(block.shared.plan.first_cell(self.column)));
        let line = self.row.position.map_or(0, |position| position.byte());
        line.saturating_add(u64::try_from(start).unwrap_or(u64::MAX))
    }

    /// The cell's column.
    #[must_use]
    pub fn column_type(&self) -> Option<&'a ColumnType> {
        self.row.columns().get(self.column).map(Column::column_type)
    }

    /// Whether the cell is null or missing.
    ///
    /// # Errors
    /// The cell's fault.
    pub fn is_absent(&self) -> Result<bool> {
        Ok(matches!(self.to_value()?, Value::Null | Value::Missing))
    }

    /// The cell's value.
    ///
    /// # Errors
    /// The cell's fault, with its place.
    pub fn to_value(&self) -> Result<Value<'a>> {
        self.row.value(self.column)
    }

    /// The cell as a signed integer; none if it is null or missing.
    ///
    /// # Errors
    /// The cell's fault; `type` if it is no signed integer.
    pub fn to_i64(&self) -> Result<Option<i64>> {
        self.to("a signed integer", |value| if let Value::Int(number) = value { Some(number) } else { None })
    }

    /// The cell as an unsigned integer; none if it is null or missing.
    ///
    /// # Errors
    /// The cell's fault; `type` if it is no unsigned integer.
    pub fn to_u64(&self) -> Result<Option<u64>> {
        self.to("an unsigned integer", |value| if let Value::UInt(number) = value { Some(number) } else { None })
    }

    /// The cell as a float; none if it is null or missing.
    ///
    /// # Errors
    /// The cell's fault; `type` if it is no float.
    pub fn to_f64(&self) -> Result<Option<f64>> {
        self.to("a float", |value| if let Value::Float(number) = value { Some(number) } else { None })
    }

    /// The cell as a boolean; none if it is null or missing.
    ///
    /// # Errors
    /// The cell's fault; `type` if it is no boolean.
    pub fn to_bool(&self) -> Result<Option<bool>> {
        self.to("a boolean", |value| if let Value::Bool(value) = value { Some(value) } else { None })
    }

    /// The cell as a text; none if it is null or missing.
    ///
    /// # Errors
    /// The cell's fault; `type` if it is no text.
    pub fn to_str(&self) -> Result<Option<Cow<'a, str>>> {
        self.to("a text", |value| if let Value::Str(text) = value { Some(text) } else { None })
    }

    fn to<T>(&self, expected: &'static str, pick: impl FnOnce(Value<'a>) -> Option<T>) -> Result<Option<T>> {
        let value = self.to_value()?;
        if matches!(value, Value::Null | Value::Missing) {
            return Ok(None);
        }
        let kind = value.kind();
        pick(value).map(Some).ok_or_else(|| self.row.place(Error::type_mismatch(expected, kind), self.column))
    }
}
